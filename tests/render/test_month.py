"""The calendar of a month: what it may weigh, and that every day says what was made of it."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from render.month import Day, Mark, Month, alt, describe, month

MARKS: tuple[Mark, ...] = ("open", "begun", "played", "won")
FULL = Month(
    title="August 2026",
    weekday=5,
    games=(("W", "Wyrms"), ("H", "Hexaract"), ("F", "Forest"), ("G", "Guilds")),
    days=tuple(Day(MARKS[n % 4 :] + MARKS[: n % 4], MARKS[(0, 2, 3)[n % 3]], today=n == 30) for n in range(31)),
    summary="62 of 124 deals played, 31 won · 20 of 31 riddles answered, 10 found",
)
EMPTY = replace(FULL, title="February 2027", weekday=0, days=(Day((None,) * 4, None),) * 28, summary="Nothing yet")


@pytest.mark.parametrize("page", [FULL, EMPTY], ids=["full", "empty"])
def test_a_month_is_drawn_within_its_weight(page: Month) -> None:
    data = month(page)
    assert data == month(page), "the same month gives the same bytes"
    assert len(data) <= 150_000
    picture = Image.open(io.BytesIO(data))
    assert (picture.width, picture.mode) == (1200, "P")
    assert picture.height <= 1900, "six weeks at most"
    assert 0 < len(alt(page)) <= 1024
    assert 0 < len(describe(page)) <= 3500


def test_every_day_says_what_was_made_of_it() -> None:
    for number in range(31):
        days = list(FULL.days)
        days[number] = Day(("won",) * 4, None)
        changed = replace(FULL, days=tuple(days))
        assert month(changed) != month(FULL)
        assert f"\n{number + 1}: Wyrms won, Hexaract won, Forest won, Guilds won." in describe(changed)
    assert "5:" not in describe(replace(EMPTY, days=(Day(("open", None, None, None), "open"),) * 28)), "nothing done"
