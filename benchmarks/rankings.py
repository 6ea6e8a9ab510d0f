"""Leaderboards over 100,000 results, compared with sorting all results for each look.

    python -m benchmarks.rankings [rounds]

Milliseconds depend on the machine and its other work, so all take turns, `rounds` times. Look at the time as a share of
the sorting in the same round. `one read` is the least that any look at the database costs.
"""

import asyncio
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

from sqlalchemy import text

from tables.boards.rankings import Rankings
from tables.people.profile import Profiles
from tables.store import schema
from tables.store.database import Database

GAME, GROUP_GAME = "hexaract", "wyverns-knot"
DAY = date(2026, 11, 20)
PLAYERS = 100_000
SERVER, MEMBERS = 1, 1_000
GROUP_GAMES, GROUPS = 20_000, 4_000
SORTED = text(
    "SELECT user_id, score FROM results WHERE game = :game AND date = :date ORDER BY score DESC, tiebreak DESC LIMIT 10"
)


def fill_standings(connection: sqlite3.Connection) -> None:
    """A day's deal that everybody has played."""
    draw = random.Random(1)
    connection.executemany(
        "INSERT INTO standings VALUES (?, ?, ?, ?, '', 1, 0, 1)",
        [(GAME, DAY.isoformat(), number, draw.randrange(200)) for number in range(PLAYERS)],
    )
    connection.executemany(
        f"INSERT INTO {schema.members.name} (guild_id, user_id, name, at) VALUES (?, ?, 'somebody', 0)",
        [(SERVER, number) for number in draw.sample(range(PLAYERS), MEMBERS)],
    )


def fill_results(connection: sqlite3.Connection) -> None:
    """What the standings were counted from, and games of groups."""
    draw, solo, groups = random.Random(1), range(PLAYERS), range(PLAYERS, PLAYERS + GROUP_GAMES)
    best = dict[str, tuple[int, int]]()
    results: list[tuple[Any, ...]] = [
        (number, 0, number, GAME, DAY.isoformat(), None, draw.randrange(200), "", str(number), None, 0)
        for number in solo
    ]
    for number in groups:
        first, eggs = 3 * draw.randrange(GROUPS), draw.randrange(17)
        party = ",".join(str(first + seat) for seat in range(3))
        best[party] = max(best.get(party, (-1, 0)), (eggs, -number))
        results += [
            (number, seat, first + seat, GROUP_GAME, None, eggs > 11, eggs, "", party, eggs, 0) for seat in range(3)
        ]
    connection.executemany(
        "INSERT INTO tables (id, game, rules, options, phase, solo, version, shown, turn, seats, host_id, channel_id, "
        "own_thread, conceded, seed, created_at, changed_at) "
        "VALUES (?, ?, 1, '{}', 'over', 1, 0, 0, 0, 1, 0, 1, 0, 0, hex(zeroblob(32)), 0, 0)",
        [*((number, GAME) for number in solo), *((number, GROUP_GAME) for number in groups)],
    )
    connection.executemany(
        "INSERT INTO results (table_id, seat, user_id, game, date, won, score, tiebreak, party, points, finished_at) "
        f"VALUES ({', '.join('?' * 11)})",
        results,
    )
    connection.executemany(
        "INSERT INTO group_standings VALUES (?, 'all', 0, ?, ?, ?)",
        [(GROUP_GAME, party, eggs, -number) for party, (eggs, number) in best.items()],
    )


def looks(database: Database) -> Mapping[str, Callable[[], Awaitable[Any]]]:
    rankings, profiles = Rankings(database), Profiles(database)

    async def read(query: Any, **values: Any) -> None:
        async with database.read() as connection:
            await connection.fetch(query, values)

    def board(guild_id: int | None, page: int) -> Callable[[], Awaitable[Any]]:
        return lambda: rankings.board(GAME, "day", DAY, guild_id=guild_id, user_id=PLAYERS // 2, page=page)

    return {
        "sort them all": lambda: read(SORTED, game=GAME, date=DAY.isoformat()),
        "one read": lambda: read(text("SELECT 1")),
        "everywhere, first page": board(None, 0),
        "everywhere, last page": board(None, PLAYERS),
        f"a server of {MEMBERS:,}": board(SERVER, 0),
        f"{GROUPS:,} groups": lambda: rankings.groups(GROUP_GAME, "all", DAY, guild_id=None, user_id=1),
        "a profile": lambda: profiles.profile(PLAYERS // 2),
    }


async def measure(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hall.sqlite3"
        database = await Database.open(path)
        with closing(sqlite3.connect(path)) as connection, connection:
            fill_standings(connection)
            fill_results(connection)
        every = looks(database)
        spent: dict[str, list[float]] = {name: [] for name in every}
        for _ in range(rounds):
            for name, look in every.items():
                start = time.perf_counter()
                await look()
                spent[name].append(time.perf_counter() - start)
        await database.close()
    print(f"{'of 100,000 results':<26}{'ms':>8}{'x sorting':>12}{'(worst)':>10}")
    for name, times in spent.items():
        shares = [time / yardstick for time, yardstick in zip(times, spent["sort them all"], strict=True)]
        print(
            f"{name:<26}{1000 * statistics.median(times):>8.2f}{statistics.median(shares):>12.3f}{max(shares):>10.3f}"
        )


if __name__ == "__main__":
    asyncio.run(measure(*map(int, sys.argv[1:])) if sys.argv[1:] else measure(20))
