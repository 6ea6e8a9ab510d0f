"""A hall of each version that there has been is brought up to date, and nothing of it is lost."""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, MetaData, Table, create_engine, insert, select
from sqlalchemy.ext.asyncio import create_async_engine

from engine import GAMES, Chance, encode
from tables.daily.attempts import WEEKLY
from tables.store import schema
from tables.store.database import MIGRATIONS, Where

from .days import DAY, Clock, House, clock, house
from .stored import upgrade

__all__ = ["clock"]  # a fixture

KEY = "hexaract"
HASH = 64 * "a"
FIRST_SHARED = "0013"  # halls in PostgreSQL are no older: from then on several processes share one
WEEK = "2026-11-02"
NOT_READ = {"alembic_version", "sqlite_sequence", "secrets"}  # a hall makes its own secret
SLOTTED = {"posts": {"user_id", "slot"}}  # see 0023: what a message is was told by its user
SHOWN_AGAIN = {"tables": {"shown", "version"}}
FOLDED = {"servers": {"old_boards"}}  # see 0038


def revisions() -> list[str]:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return sorted(script.revision for script in ScriptDirectory.from_config(config).walk_revisions())


def values(number: int) -> Mapping[str, Any]:
    """What stands in a column of this name, in the rows of the hall's version of this number."""
    game, seed = GAMES[KEY], f"{number:064x}"
    assert game.alone is not None
    snapshot = encode(game.new(1, game.alone, Chance(seed))).decode()
    dates = dict.fromkeys(("date", "reminded_on", "announced_on", "skipped_on", "lit_on"), day_of(number))
    weeks = {"week": WEEK, "season": WEEK, "ready": WEEK}
    ids = dict.fromkeys(("id", "table_id", "guild_id", "channel_id", "message_id", "key"), number)
    users = dict.fromkeys(("user_id", "host_id", "first_id", "opened_by"), user(number))
    times = dict.fromkeys(
        ("at", "since", "created_at", "changed_at", "due_at", "closes_at", "until", "finished_at", "asked_at"),
        1 + number,
    )
    counts = dict.fromkeys(
        ("place", "points", "deals", "wins", "games", "weeks", "choice", "answers", "found", "step"), 1
    )
    flags = dict.fromkeys(("own_thread", "conceded", "agrees", "hidden", "done", "due"), False)
    of_a_game = {"game": KEY, "rules": game.version, "options": encode(game.alone).decode(), "phase": "playing"}
    of_a_game |= {"solo": True, "version": 1, "shown": 1, "turn": 1, "seats": 1, "seed": seed, "snapshot": snapshot}
    of_a_user = {"name": f"user {number}", "seat": 0, "living": True, "whole": True, "listed": True, "hour": 5}
    of_a_result = {"tiebreak": "", "party": str(user(number)), "won": None, "score": 7, "period": "all"}
    texts = {
        "kind": "close",
        "language": "en",
        "digest": HASH,
        "commitment": HASH,
        "hash": seed,
        "judged": "[]",
        "moves": "[]",
        "slot": "private",
    }
    parts = dates, weeks, ids, users, times, counts, flags, of_a_game, of_a_user, of_a_result, texts
    return {name: value for part in parts for name, value in part.items()} | {"ranked": True, "scope": "day"}


def day_of(number: int) -> str:
    return str(date(2026, 10, 31) + timedelta(days=number))


def user(number: int) -> int:
    return 900_000 + number


# What a row has otherwise than `values` says
OTHERWISE: Mapping[str, Mapping[str, Any]] = {
    "results": {"date": None},
    "week_attempts": {"seats": 3},
    "week_groups": {"seats": 3},
    "refused_votes": {"about": "seat"},
    "notes": {"kind": "left"},
    "alerts": {"kind": "seat"},
}
# A table of one row, or with rows that a hall doesn't keep: what a log has is told by the table's snapshot as well
NONE_OF = {"log", "archive", "movers", "computers", "clock", "outages", "processes", "claims", "week_deals"}


def fill(number: int, connection: Connection) -> None:
    """A row in every table, as the hall's version of this number has them."""
    stored = MetaData()
    stored.reflect(connection)
    for table in stored.sorted_tables:
        if table.name not in NOT_READ | NONE_OF:
            connection.execute(insert(table).values(row_of(table, number)))
    if "week_deals" in stored.tables:
        deal = {**row_of(stored.tables["week_deals"], number), "seats": number}  # one for each number of players
        connection.execute(insert(stored.tables["week_deals"]).values(deal))


def row_of(table: Table, number: int) -> dict[str, Any]:
    known = {**values(number), **OTHERWISE.get(table.name, {})}
    needed = [column for column in table.columns if not column.nullable and column.server_default is None]
    missing = {column.name for column in needed} - known.keys()
    assert not missing, f"say what a new column of {table.name} has: {missing}"
    return {column.name: known[column.name] for column in table.columns if column.name in known}


def read(connection: Connection) -> dict[str, list[dict[str, Any]]]:
    stored = MetaData()
    stored.reflect(connection)
    tables = [table for table in stored.sorted_tables if table.name not in NOT_READ]
    return {table.name: [dict(row._mapping) for row in connection.execute(select(table))] for table in tables}


def grown_up(connection: Connection, first: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """A hall that is upgraded by one version at a time, and is played in at each: what it has then."""
    for revision in revisions():
        upgrade(connection, revision)
        if revision >= first:
            fill(int(revision), connection)
            yield revision, read(connection)


def rows_of_all(first: str, connection: Connection) -> Mapping[str, Any]:
    """Bring a hall up to date, as `grown_up` does, and look after each step that all rows are still there."""
    before: Mapping[str, list[dict[str, Any]]] = {}
    for revision, now in grown_up(connection, first):
        for name in before.keys() & now.keys():
            left_out = set().union(*(changed.get(name, ()) for changed in (SLOTTED, SHOWN_AGAIN, FOLDED)))
            for row in before[name]:
                same = {column: value for column, value in row.items() if column not in left_out}
                assert any(same.items() <= there.items() for there in now[name]), (revision, name, row)
        before = now
    return before


async def opened(where: Where, first: str) -> Mapping[str, Any]:
    if isinstance(where, Path):
        file = create_engine(f"sqlite:///{where}")
        with file.begin() as connection:
            found = rows_of_all(first, connection)
        file.dispose()
        return found
    server = create_async_engine(where.set(drivername="postgresql+asyncpg"))
    async with server.begin() as beginning:
        found = await beginning.run_sync(partial(rows_of_all, first))
    await server.dispose()
    return found


async def holds(here: House, found: Mapping[str, Any], first: str) -> None:
    """What was stored by each version is read by this one."""
    numbers = [int(revision) for revision in revisions() if revision >= first]
    async with here.database.read() as connection:
        for table in schema.metadata.sorted_tables:
            there = (await connection.execute(select(table))).all()  # raises for a cell that doesn't fit its column
            assert len(there) >= len(found.get(table.name, ())) or table.name == "processes", table.name
    assert {row["old_boards"] for row in here.rows("SELECT * FROM servers")} == {"folded"}
    weekly = [number for number in numbers if 18 <= number < 27]  # of when they had a table of their own
    kept = {(row["scope"], row["user_id"]): row for row in here.rows("SELECT * FROM attempts")}
    for number in numbers:
        game = await here.tables.get(number)
        assert (game.phase, [player.user_id for player in game.players]) == ("playing", [user(number)])
        assert kept["day", user(number)]["date"] == day_of(number) if number > 1 else True
        assert (await here.export(user(number)))["players"]
    assert {user for scope, user in kept if scope == "week"} == {user(number) for number in weekly}
    of_weeks = here.rows("SELECT * FROM deals WHERE scope = 'week'")
    assert {(row["game"], row["date"], row["seats"], row["seed"]) for row in of_weeks} == {
        (WEEKLY, WEEK, number, f"{number:064x}") for number in weekly
    }
    (old,) = [standing for key, standing in (await here.deals.statuses(user(20), DAY)).items() if key == KEY]
    assert (old.state, old.table_id) == ("playing", 20), "DAY is the twentieth"
    here.interactions = count(1000)  # those of before have been carried out
    await here.finish(await here.tables.get(numbers[0]))


async def test_a_hall_of_each_version_is_brought_up_to_date(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "hall.sqlite3"
    found = await opened(path, "0001")
    async with house(path) as here:
        await holds(here, found, "0001")


@pytest.mark.slow
async def test_so_is_one_on_a_server(postgres_server: Any, clock: Clock) -> None:
    url: URL = postgres_server.new(empty=True)
    found = await opened(url, FIRST_SHARED)
    async with house(url) as here:
        await holds(here, found, FIRST_SHARED)
    postgres_server.drop(url)
