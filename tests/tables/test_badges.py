"""Badges for things worth doing: from what is stored, and kept however long ago it was."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from engine import GAMES
from tables.daily.attempts import GAMES_OF_THE_DAY
from tables.people.badges import A_MONTH, A_WEEK, FINDER, Badge

from .days import DAY, Clock, House, clock, house

__all__ = ["clock"]  # a fixture

ANN = 900001


def answered(here: House, *days: int, found: bool = False) -> None:
    for number in days:
        day = str(DAY - timedelta(days=number))
        here.rows("INSERT INTO riddle_answers (user_id, date, choice, found) VALUES (?, ?, 0, ?)", ANN, day, found)


def finished(here: House, game: str, day: int | None = None, *, won: bool = True, unfinished: bool = False) -> None:
    here.rows(
        "INSERT INTO results"
        " (table_id, seat, user_id, game, date, won, score, tiebreak, party, finished_at, unfinished)"
        " VALUES (abs(random()), 0, ?, ?, ?, ?, 0, '', '', 0, ?)",
        *(ANN, game, None if day is None else str(DAY - timedelta(days=day)), won, unfinished),
    )


def learned(here: House, game: str) -> None:
    here.rows("INSERT INTO learners (user_id, game, version, learned) VALUES (?, ?, 1, TRUE)", ANN, game)


# What earns a badge, and its last part, without which it isn't earned
EARNED: dict[Badge, list[Callable[[House], Any]]] = {
    "riddles": [lambda here: answered(here, *range(101, 100 + A_WEEK)), lambda here: answered(here, 100)],
    "finder": [
        lambda here: answered(here, *range(100, 98 + 2 * FINDER, 2), found=True),
        lambda here: answered(here, 50, found=True),
    ],
    "every-game": [
        lambda here: [finished(here, game, won=game != "advyria") for game in GAMES],
        lambda here: finished(here, "advyria"),
    ],
    "every-lesson": [
        lambda here: [learned(here, game) for game in GAMES if game != "advyria"],
        lambda here: learned(here, "advyria"),
    ],
    "full-day": [
        lambda here: [finished(here, game, place % 2, won=False) for place, game in enumerate(GAMES_OF_THE_DAY)],
        lambda here: [finished(here, game, 7, won=False) for game in GAMES_OF_THE_DAY],
    ],
    "month": [
        lambda here: [finished(here, "hexaract", 100 + number, won=False) for number in range(1, A_MONTH)],
        lambda here: finished(here, "hexaract", 100, won=False),
    ],
}


@pytest.mark.parametrize("badge", EARNED)
async def test_a_badge_is_earned_by_its_last_part(tmp_path: Path, clock: Clock, badge: Badge) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        for part, expected in zip(EARNED[badge], ((), (badge,)), strict=True):
            part(here)
            assert (await here.profiles.profile(ANN)).badges == expected


async def test_deals_that_were_not_finished_earn_nothing(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        for game in GAMES_OF_THE_DAY:
            finished(here, game, 7, won=False, unfinished=True)
        assert (await here.profiles.profile(ANN)).badges == ()
