"""The picture of a server's day: what it may weigh, that any name fits, and that all of it is said in words."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from render.recap import Game, Recap, Riddle, Row, alt, recap, undrawn

from .drawn import HOSTILE


def game(title: str, players: int, hall: str = "The hall: 160, won") -> Game:
    rows = tuple(Row(n + 1, f"Player the Unreasonably Long {n}", f"{190 - n}", lost=n > 5) for n in range(players))
    return Game(title, rows[:10], players, hall)


RIDDLE = Riddle("Hexaract", "Put two dice on the Lightkeeper, for a chip of the suit of Moons", ("Ann", "Bob"), 9, 20)
FORTY = Recap(
    title="20 November 2026",
    lantern="The lantern burns: 1,023 nights in a row",
    games=tuple(game(f"A Wanderer in the Forest of Wyr {n}", 10 + n) for n in range(4)),
    riddle=RIDDLE,
    embers="An ember kept the streaks of Ann and Bob.",
)
FIVE = replace(FORTY, games=(game("Hexaract", 5),), embers="")
SUNDAY = replace(
    FORTY, games=(*FORTY.games, Game("Deal of the week", (Row(1, ", ".join(["Astrid"] * 5), "96%"),) * 3, 12))
)
ONE = replace(FORTY, lantern="The lantern burns", games=(game("Hexaract", 1, ""),), riddle=None, embers="")
ALONE = replace(ONE, games=(), riddle=replace(RIDDLE, found=(), total=0))


@pytest.mark.parametrize("page", [FORTY, SUNDAY, FIVE, ONE, ALONE], ids=["forty", "a week", "five", "one", "a riddle"])
def test_it_is_drawn_within_its_weight(page: Recap) -> None:
    data = recap(page)
    assert data == recap(page), "the same day gives the same bytes"
    assert len(data) <= 150_000
    picture = Image.open(io.BytesIO(data))
    assert (picture.width, picture.mode) == (1200, "P")
    assert picture.height <= 2300
    assert 0 < len(alt(page)) <= 1024


@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_can_be_drawn(name: str) -> None:
    page = replace(ONE, games=(Game("Hexaract", (Row(1, name, "12"),), 1),), riddle=replace(RIDDLE, found=(name,)))
    assert Image.open(io.BytesIO(recap(page))).height <= Image.open(io.BytesIO(recap(FIVE))).height


def test_what_the_picture_cant_show_is_known() -> None:
    rows = (Row(1, "Ann", "12"), Row(2, "💥🐉", "11"))
    assert undrawn(replace(ONE, games=(Game("Hexaract", rows, 2),))) == rows[1:]
    assert "Player the Unreasonably Long 0: 190" in alt(FIVE)
    assert "The lantern burns: 1,023 nights in a row." in alt(FIVE)
    assert "Found by Ann, Bob and 7 more: 9 of 20." in alt(FIVE)
