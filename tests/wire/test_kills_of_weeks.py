"""A bot that is killed while it counts a week: every group and every person is counted, once."""

import asyncio
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tables.boards.seasons import SHARE
from tables.daily.calendar import monday, today
from tables.play.lobbies import Lobbies
from tables.play.model import Request
from tables.play.tables import Tables
from tables.play.terms import terms_of, unready
from tables.play.votes import Votes
from tables.store.database import Database

from .nursery import Nursery
from .wired import numbers, wired

pytestmark = pytest.mark.slow

GROUPS, SEATS = 5000, 3
KILLS = 4
LATEST = 0.1  # seconds after it has begun: it takes a second or two


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as nursery:
        yield nursery


async def played(database: Path) -> None:
    """A week ago, by many groups: the points of the n-th are n."""
    opened = await Database.open(database)
    tables = Tables(opened)
    lobbies, votes, week = Lobbies(tables), Votes(tables), monday(today())
    ada, *others = (Request(user, "Ada", 1, 1, next(numbers)) for user in range(1, SEATS + 1))
    table = await lobbies.open("wyverns-knot", ada, week=week)
    for other in others:
        table = await lobbies.join(table.id, other.user_id, "Ben", other.interaction_id, terms=terms_of(table))
    for player in unready(table):
        table = await lobbies.agree(table.id, player.user_id, terms_of(table), next(numbers))
    await lobbies.start(table.id, ada.user_id, next(numbers))
    await votes.open(table.id, ada.user_id, next(numbers))
    await votes.cast(table.id, others[0].user_id, True, next(numbers))
    await opened.close()
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.row_factory = sqlite3.Row
        for name in ("tables", "week_groups", "results", "players", "attempts"):
            key = "id" if name == "tables" else "table_id"
            there = connection.execute(f"SELECT * FROM {name} WHERE {key} = ?", (table.id,))
            for row in map(dict, there.fetchall()):
                copies = [copy(name, row, number) for number in range(table.id + 1, table.id + GROUPS)]
                marks = ", ".join("?" * len(row))
                connection.executemany(f"INSERT INTO {name} VALUES ({marks})", [tuple(one.values()) for one in copies])
        connection.execute("UPDATE tables SET shown = version WHERE phase = 'over'")
        before = (str(week - timedelta(weeks=1)),)
        for name in ("tables", "week_groups"):
            connection.execute(f"UPDATE {name} SET week = ? WHERE week IS NOT NULL", before)
        for name in ("deals", "attempts"):
            connection.execute(f"UPDATE {name} SET date = ? WHERE scope = 'week'", before)


def copy(name: str, row: dict[str, Any], number: int) -> dict[str, Any]:
    """The same of another group, with other people."""
    changed: dict[str, Any] = {"id" if name == "tables" else "table_id": number}
    if name == "week_groups":
        changed["points"] = number
    elif "user_id" in row:
        changed["user_id"] = 10 * number + row["user_id"]
    return row | changed


async def test_killed_at_any_moment_a_week_is_counted_once(nursery: Nursery, tmp_path: Path) -> None:
    draw = Random(3).random
    async with wired(nursery, tmp_path / "hall.sqlite3") as hall:
        await played(tmp_path / "hall.sqlite3")

        def shares() -> list[int]:
            """Of the groups that are counted."""
            counted = "SELECT share FROM week_groups WHERE share IS NOT NULL ORDER BY points"
            return [row["share"] for row in hall.rows(counted)]

        def beyond(number: int) -> bool:
            return len(shares()) > number

        def require_both() -> None:
            """The people of these groups have what it is worth, and nobody else."""
            reached = hall.rows("SELECT points FROM season_standings")
            assert len(reached) == SEATS * len(shares())
            assert sum(row["points"] for row in reached) == SEATS * sum(shares())

        for _ in range(KILLS):
            goes_on = partial(beyond, len(shares()))
            bot = await hall.start(beat=0.2, draw=False)
            await hall.wire.until(goes_on)
            await asyncio.sleep(draw() * LATEST)
            bot.send(signal.SIGKILL)
            await bot.stop()
            require_both()
            assert len(shares()) < GROUPS, "it was in the middle of it"
        await hall.start(beat=0.2, draw=False)
        await hall.wire.until(lambda: not hall.rows("SELECT * FROM deals WHERE NOT counted"))
        require_both()
        assert shares() == [round(SHARE * place / (GROUPS - 1)) for place in range(GROUPS)]
