"""However much is stored, no command goes through all of it: what each asks of the database is found by an index."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks import hall
from engine import GAMES
from players.answer import Question
from tables.boards import rankings
from tables.boards.rankings import Rankings
from tables.boards.seasons import Seasons, season_of
from tables.daily.attempts import WEEKLY
from tables.daily.calendar import monday, today
from tables.daily.deals import Deals
from tables.daily.months import Months
from tables.daily.par import Pars
from tables.daily.recaps import Lantern, Recaps
from tables.daily.riddles import Riddles
from tables.daily.weeks import Weeks
from tables.history.analyses import Analyses
from tables.history.archive import Archive
from tables.people.learners import Lessons
from tables.play.company import Company, rows_to_call
from tables.play.followers import Followers
from tables.play.model import Request
from tables.play.posts import Posts
from tables.play.results import Results
from tables.play.tables import Tables
from tables.play.timers import Timers
from tables.store.database import LOOKS, Database

from .riddles import fix
from .stored import noted, rows

USER = hall.user(7)
SEED = 64 * "0"
# What is small by itself: the tables in play, where computers think, unshown ones, those that a start packs; the deals
# of the day that aren't closed yet; days on which the bot was down; and what a query lists itself
FEW = (
    "tables_in_play",
    "groups_in_play",
    "tables_to_think",
    "tables_unshown",
    "outbox",
    "deals_to_count",
    "days_down",
    "CONSTANT ROW",
    "list_subquery",
    "forgotten",
)
# A user's own games and days may be sorted, what one table has, and who has used the bot in one server
ONES = ("(user_id=?", "table_id=?", "SEARCH members ")


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hall of the benchmark's, small, as SQLite plans alike for small and large ones."""
    path = tmp_path_factory.mktemp("costs") / "hall.sqlite3"
    hall.build(path, 60, people=500)
    return path


async def _called(tables: Tables) -> None:
    """All that opening a table asks of those who wait."""
    table = replace(await tables.get(1), game="wyverns-knot", guild_id=1)
    await Company(tables).called(table)
    await Company(tables).mark_told(table.id, USER)
    async with tables.database.write() as connection:
        await connection.write_all(rows_to_call(table))


async def _unanswered(question: Question) -> bytes:
    raise EOFError


def asked(database: Database) -> Mapping[str, Callable[[], Awaitable[Any]]]:
    """By name, all that members, the clock and a start ask for."""
    tables, ranks, last = Tables(database), Rankings(database), monday(today()) - timedelta(days=7)
    made: dict[str, Callable[[], Awaitable[Any]]] = {
        name: partial(ask, USER) for name, ask in hall.commands(database).items()
    }
    return {
        **made,
        "games": lambda: tables.unfinished(USER, most=20),
        "finished games": lambda: tables.finished(USER, most=25),
        "followers": lambda: Followers(database).of(1),
        "company": lambda: Company(tables).open_for(USER, 1),
        "who waits": lambda: _called(tables),
        "result": lambda: Results(database).of(1),
        "history": lambda: Results(database).history(USER),
        "a channel that is deleted": lambda: tables.living(channel_id=1),
        "a server that is left": lambda: tables.living(guild_id=1),
        "unfinished": Deals(tables).count_unfinished,
        "sweep, rules": tables.outdated,
        "sweep, shown": Posts(database).unshown,
        "computers": Timers(database).to_think,
        "boards": lambda: Posts(database).in_play(before=None, most=5),
        "boards, on": lambda: Posts(database).in_play(before=(1, 1), most=5),
        "pack": Archive(database).pack,
        "pars": lambda: Pars(database).play(_unanswered),
        "lesson": lambda: Lessons(database).of(USER, "hexaract"),
        "lessons": lambda: Lessons(database).of_all(USER),
        "first moves": lambda: tables.first_moves.of(USER, "hexaract"),
        "riddles": lambda: Riddles(database).make(_unanswered),
        "riddle": lambda: Riddles(database).answer(today(), 0, Request(USER, "", 1, 1, 1)),
        "recap": lambda: Recaps(database).of(1, last, Lantern(0, None)),
        "recap, of a Sunday": lambda: Recaps(database).of(1, last + timedelta(days=6), Lantern(0, None)),
        "month": lambda: Months(database).of(USER, today()),
        "spread": lambda: ranks.spread("hexaract", today(), guild_id=1, user_id=USER),
        "riddle streak": lambda: Riddles(database).streak(USER),
        "average of a deal": lambda: Analyses(tables).average("hexaract", today()),
        "week": lambda: Weeks(database).board(last, 3, guild_id=None, user_id=USER),
        "week, here": lambda: Weeks(database).board(last, 3, guild_id=1, user_id=USER),
        "own week": lambda: Weeks(database).own(USER, last),
        "season": lambda: Seasons(database).board(season_of(last), guild_id=None, user_id=USER),
        "season, here": lambda: Seasons(database).board(season_of(last), guild_id=1, user_id=USER),
    }


async def test_no_command_scans_or_sorts_what_grows(stored: Path) -> None:
    database = await Database.open(stored)
    statements: dict[str, list[tuple[str, Any]]] = {}

    def note(statement: str, values: Any) -> None:
        asked_by_name = statements.setdefault(name, [])
        if statement.startswith(("SELECT", "UPDATE", "DELETE", "INSERT INTO company")):
            asked_by_name.append((statement, values))

    everything = asked(database)
    week = str(monday(today()) - timedelta(days=7))
    try:
        fix(SimpleNamespace(rows=partial(rows, stored)), today())
        rows(stored, "INSERT INTO deals VALUES ('week', ?, ?, 3, 1, '{}', ?, ?, TRUE, NULL)", WEEKLY, week, SEED, SEED)
        closed = (
            "INSERT INTO deals SELECT DISTINCT scope, game, date, seats, ?, '{}', ?, ?, FALSE, NULL FROM attempts"
            " WHERE game = ?"
        )
        rows(stored, closed, GAMES["forest-of-wyr"].version, SEED, SEED, "forest-of-wyr")
        rows(stored, "UPDATE tables SET phase = 'playing' WHERE id IN (SELECT table_id FROM attempts LIMIT 1)")
        with noted(note):
            for name, ask in everything.items():  # noqa: B007
                await ask()
    finally:
        await database.close()
    found = {name: sorted(set(unbounded(stored, some))) for name, some in statements.items()}
    assert not any(found.values()), "\n".join(f"{name}: {step}" for name, steps in found.items() for step in steps)
    assert found.keys() == everything.keys(), "each of them has asked for something"


async def test_who_has_played_in_groups_is_deleted_by_indexes_alone(stored: Path) -> None:
    (member,) = rows(stored, "SELECT user_id FROM results WHERE points IS NOT NULL AND user_id IS NOT NULL LIMIT 1")
    database, statements = await Database.open(stored), list[tuple[str, Any]]()

    def note(statement: str, values: Any) -> None:
        if statement.startswith(("SELECT", "UPDATE", "DELETE")):
            statements.append((statement, values))

    try:
        with noted(note):
            await hall.commands(database)["privacy delete"](member["user_id"])
    finally:
        await database.close()
    assert [*unbounded(stored, statements)] == []
    assert any(statement.startswith("DELETE FROM group_standings") for statement, _ in statements)


def unbounded(path: Path, statements: list[tuple[str, Any]]) -> Iterator[str]:
    """Steps that go through a whole table, or sort what isn't one user's or one table's."""
    with closing(sqlite3.connect(path)) as connection:
        for statement, values in statements:
            given = values[0] if isinstance(values, list) else values
            steps = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", given)]
            for step in steps:
                scans = step.startswith("SCAN ") and not any(few in step for few in FEW)
                sorts = "TEMP B-TREE" in step and not any(one in other for other in steps for one in ONES)
                if scans or sorts:
                    yield f"{step}: {' '.join(statement.split())[:300]} ({len(steps)} steps)"


async def test_many_who_ask_for_a_large_board_count_it_once(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes time with the players that there are is done once for all who ask within some seconds."""
    monkeypatch.setattr(rankings, "LARGE", 100)
    monkeypatch.setattr(rankings, "COUNT_HOLDS", 3600.0)
    database, counted = await Database.open(stored), list[Any]()

    def note(statement: str, values: Any) -> None:
        if statement.startswith("SELECT count(*)") and "points" not in statement and "user_id" not in statement:
            counted.append(values)

    try:
        ranks = Rankings(database)
        asked = [ranks.board("hexaract", "day", today(), guild_id=None, user_id=USER) for _ in range(40)]
        with noted(note):
            boards = await asyncio.gather(*asked)
        (total,) = {board.total for board in boards}
        assert total > 100
        assert len({board.own for board in boards}) == 1
        assert len(counted) <= LOOKS, "those who ask at the same moment"
        other = await ranks.board("hexaract", "day", today(), guild_id=1, user_id=USER)
        assert other.total < total, "every board has a number of its own"
    finally:
        await database.close()
