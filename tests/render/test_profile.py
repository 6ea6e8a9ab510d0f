"""Pictures of profiles: what they may weigh, that any name and any number fits, what the chart says."""

import io
from dataclasses import replace
from datetime import date

import pytest
from PIL import Image

from render.profile import Best, Crest, Profile, alt, describe, profile

from .drawn import HOSTILE

MOST_BYTES = 120_000
LEVELS = "easy: 600 of 612 won; hard: 300 of 400 won; very hard: 35 of 100 won"
FULL = Profile(
    name="Astrid",
    games=123_456,
    wins=53,
    current=7,
    longest=1023,
    best=tuple(Best("A Wanderer in the Forest of Wyr", "1,209", "1,112 played, 1,035 won", LEVELS) for _ in range(5)),
    days=(0, 1, 2, 4, 0, 0, 3) * 4 + (1, 2),
    until=date(2026, 11, 21),
    favourite="A Wanderer in the Forest of Wyr",
    badges=("Every lesson learned",) * 5,
)
CRESTS = tuple(Crest(season, place) for season, place in ((16, 1), (15, None), (14, 2), (12, 3), (9, None), (8, None)))
CRESTED = replace(FULL, crests=CRESTS)
NEW = replace(FULL, games=0, wins=0, current=0, longest=0, best=(), days=(0,) * 30, favourite=None, badges=())


@pytest.mark.parametrize("card", [FULL, CRESTED, NEW], ids=["full", "crested", "new"])
def test_a_card_is_drawn_within_its_weight(card: Profile) -> None:
    data = profile(card)
    assert data == profile(card), "the same card gives the same bytes"
    assert len(data) <= MOST_BYTES
    picture = Image.open(io.BytesIO(data))
    assert picture.width == 1200
    assert picture.height <= 1400 + 240 * bool(card.crests) + 276 * bool(card.badges) + 52 * len(card.best), (
        "a phone shows it whole"
    )
    assert picture.mode == "P"
    assert 0 < len(alt(card)) <= 1024
    assert 0 < len(describe(card)) <= 3500


def test_crests_are_told_in_words_and_each_place_has_its_own() -> None:
    told = "Crests of the deal of the week: season 16 (place 1), season 15, season 14 (place 2), season 12 (place 3)"
    assert told in describe(CRESTED)
    assert told in alt(CRESTED)
    drawn = {profile(replace(FULL, crests=(Crest(3, place),))) for place in (None, 1, 2, 3)}
    assert len(drawn) == 4
    assert "Crests" not in describe(FULL)


@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_can_be_drawn(name: str) -> None:
    assert len(profile(replace(FULL, name=name))) <= MOST_BYTES


def test_the_words_say_what_the_chart_shows() -> None:
    said = describe(replace(NEW, days=(3, *(0,) * 28, 1)))
    assert "23 October: 3; 21 November: 1." in said
    assert "23 October" not in describe(NEW)


def test_the_days_of_a_streak_are_those_with_a_deal() -> None:
    """Embers bridge the others."""
    bridged = replace(NEW, days=(0,) * 26 + (1, 0, 1, 1))
    assert profile(replace(bridged, current=3)) != profile(replace(bridged, current=2))


def test_a_day_more_and_a_streak_show_in_the_chart() -> None:
    played = replace(NEW, days=(0,) * 29 + (1,))
    pictures = [
        NEW,
        played,
        replace(played, current=1),
        replace(played, embers=1),
        replace(played, embers=2),
        replace(played, days=(0,) * 29 + (2,)),
    ]
    assert len({profile(card) for card in pictures}) == len(pictures)
