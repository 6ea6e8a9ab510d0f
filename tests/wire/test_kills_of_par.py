"""A bot that is killed while the hall plays a deal of the day: the deal is played, and comes out the same."""

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tables.daily.calendar import today
from tables.daily.deals import Deals
from tables.play.model import Request
from tables.play.tables import Tables
from tables.store.database import Database
from tables.tools.play_par import play

from .nursery import Nursery
from .wired import numbers, wired

pytestmark = pytest.mark.slow

KEY = "forest-of-wyr"  # it is played in about a second
KILLS = 5
LATEST = 2.0  # seconds after the start


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as nursery:
        yield nursery


async def test_killed_at_any_moment_the_hall_plays_on_and_comes_out_the_same(nursery: Nursery, tmp_path: Path) -> None:
    draw, early = Random(3).random, 0
    async with wired(nursery, tmp_path / "hall.sqlite3") as hall:
        database = await Database.open(hall.database)
        ada = hall.members[0]
        await Deals(Tables(database)).play(KEY, today(), Request(ada.id, "Ada", None, 1, next(numbers)))
        await database.close()
        (deal,) = hall.rows("SELECT seed FROM deals")
        par = play(KEY, deal["seed"])
        due = [{"game": KEY, "score": None, "won": None}]
        done = [{"game": KEY, "score": par.score, "won": par.won}]
        for _ in range(KILLS):
            bot = await hall.start(beat=0.2, draw=False)
            await asyncio.sleep(draw() * LATEST)
            bot.send(signal.SIGKILL)
            await bot.stop()
            found = hall.rows("SELECT game, score, won FROM pars")
            assert found in (due, done), "nothing by halves"
            early += found == due
            hall.rows("UPDATE pars SET score = NULL, won = NULL")
        assert early
        await hall.start(beat=0.2, draw=False)
        await hall.wire.until(lambda: hall.rows("SELECT game, score, won FROM pars") == done)
