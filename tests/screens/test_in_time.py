"""What the message of a deal of the day says that its game counts for, and at which time something is written."""

import re
from datetime import date

import pytest

from cogs.screens.daily import clock
from cogs.screens.solitaire import in_time, title
from tables.daily.calendar import closes_at, today

from .game import Game

CLOSED = date(2026, 1, 5)  # long ago
LAST = closes_at(CLOSED) - 1  # the second in which a game that ends still counts


@pytest.mark.parametrize(
    ("own", "counts"),
    [
        ({"day": CLOSED, "ranked": True, "changed_at": LAST}, "ranked"),
        ({"day": CLOSED, "ranked": True, "changed_at": LAST + 1}, "too late to be ranked: it counts as given up"),
        ({"day": CLOSED, "ranked": False, "changed_at": LAST}, "practice"),
    ],
)
def test_a_game_that_is_over_counts_by_when_it_ended(own: dict[str, object], counts: str) -> None:
    table = Game("hexaract", ("Ann",), phase="over", own=own).table
    assert title(table).endswith(f", {counts}")
    assert in_time(table, CLOSED) is (counts == "ranked")


def test_a_game_that_goes_on_counts_until_its_day_is_closed_whenever_its_last_move_was() -> None:
    now = today()
    for day, counts in ((now, f"your one attempt ends <t:{closes_at(now)}:R>"), (CLOSED, "too late to be ranked")):
        for changed_at in (closes_at(day) - 1, closes_at(day)):
            table = Game("hexaract", ("Ann",), own={"day": day, "ranked": True, "changed_at": changed_at}).table
            assert f", {counts}" in title(table)


@pytest.mark.parametrize("hour", [0, 7, 23])
def test_an_hour_is_told_on_the_readers_clock(hour: int) -> None:
    (time,) = re.findall(r"^<t:(\d+):t>$", clock(hour))
    assert int(time) // 60 % (24 * 60) == hour * 60
