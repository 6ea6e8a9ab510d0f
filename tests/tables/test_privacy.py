"""All that is stored about a user can be had, and be deleted; what others have played stays whole."""

import asyncio
import itertools
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from engine import Outcome, encode
from tables.boards.periods import COUNTING, key
from tables.daily.announcements import Announcements
from tables.daily.attempts import WEEKLY
from tables.daily.riddles import Riddles
from tables.history.archive import Archive
from tables.people import privacy
from tables.people.aways import Aways
from tables.people.privacy import Privacy
from tables.people.servers import Servers
from tables.play.followers import Followers
from tables.play.model import Request, Table
from tables.play.posts import Intent, Post, Slot
from tables.play.solitaires import Solitaires
from tables.play.timers import DEFAULT_TIMES
from tables.store import schema
from tables.store.database import Where
from tables.store.errors import Busy
from tables.store.postgres import PostgreSQLTransaction
from tables.store.sqlite import SQLiteTransaction
from tables.store.types import DiscordId

from ..postgres import SLOW_THERE
from ..wire.nursery import Nursery
from ..wire.server import Wire
from .days import AWAY, DAY, HOME, Clock, House, clock, house
from .riddles import fix
from .test_rankings import end, group_game

ANN, BEN, CAT, DOT = 900100200300400501, 900100200300400502, 900100200300400503, 900100200300400504
NAME = "Ann of the many tables"
KEY = "forest-of-wyr"
OTHERWISE = {
    "tables": "host_id",
    "votes": "opened_by",
    "announcements": "set_by",
    "server_log": "by_id",
}  # how the user is called there
AT_TIMES = {"used_attempts", "forgotten"}  # only keyed hashes, or what is being deleted
ABOUT_NOBODY = {
    *("alembic_version", "sqlite_sequence", "secrets", "deals", "pars", "outages", "interactions", "timers"),
    *("archive", "clock", "computers", "processes", "leases", "analyses", "riddles", "riddle_tallies"),
    *("week_groups", "servers", "refused_votes"),
}

__all__ = ["clock"]  # a fixture


def holding(here: House, what: str) -> set[str]:
    """The tables of the database with a value in which this stands, as a whole number or a text within it."""
    found = re.compile(rf"(?<!\d){re.escape(what)}(?!\d)")
    return {
        name
        for name, rows in here.everything().items()
        if any(found.search(str(value)) for row in rows for value in row.values())
    }


async def busy(here: House, clock: Clock) -> Mapping[str, Table]:
    """Ann has left a row in every table of the database that holds users."""
    await here.people.met(ANN, NAME, HOME, NAME)
    await here.people.met(ANN, NAME, AWAY, NAME)
    await here.people.set_reminder(ANN, 18)
    tables = {"over": await here.finish(await group_game(here, (ANN, BEN, CAT), 1))}
    tables["given up"] = await group_game(here, (BEN, ANN, CAT), 2)
    await here.votes.open(tables["given up"].id, BEN, next(here.interactions))
    await here.votes.cast(tables["given up"].id, ANN, True, next(here.interactions))
    tables["voting"] = await group_game(here, (ANN, BEN, CAT, DOT), 3)
    for _ in range(6):
        await here.move(tables["voting"])
    await here.votes.open(tables["voting"].id, ANN, next(here.interactions))
    tables["alone"] = await group_game(here, (ANN, BEN, CAT), 4)
    for user in (BEN, CAT):
        await here.tables.leave(tables["alone"].id, user, next(here.interactions))
    for name, channel in (("lobby", 5), ("empty lobby", 6)):
        where: dict[str, Any] = {"guild_id": HOME, "channel_id": channel, "user_id": ANN, "name": NAME}
        tables[name] = await here.lobbies.open("wyverns-knot", Request(**where, interaction_id=next(here.interactions)))
    await here.lobbies.join(tables["lobby"].id, BEN, "Ben", next(here.interactions))
    await here.lobbies.go_first(tables["lobby"].id, ANN, next(here.interactions))
    where["channel_id"] = 7
    tables["solitaire"] = await Solitaires(here.tables).start(
        KEY, Request(**where, interaction_id=next(here.interactions))
    )
    for game in (KEY, "hexaract"):
        await here.finished(ANN, game, DAY)
    await here.practise(ANN, KEY, DAY)
    await here.finished(BEN, KEY, DAY)
    await here.posts.record(tables["voting"].id, {Slot("private", ANN): Post(70, 80)})
    await here.posts.intend(tables["voting"].id, Slot("private", ANN), Intent("nonce", 0))
    await here.posts.set_dm_closed(ANN, True)
    watched = await group_game(here, (BEN, CAT, DOT), 9)
    assert await Followers(here.database).toggle(watched.id, ANN, next(here.interactions))
    here.rows("INSERT INTO alerts VALUES (?, ?, 'seat', FALSE)", watched.id, ANN)
    fix(here, DAY)
    for user in (ANN, BEN):
        await Riddles(here.database).answer(DAY, 0, Request(user, NAME, HOME, HOME, next(here.interactions)))
    await Announcements(here.database).put(HOME, 1, 8, ANN)
    await Servers(here.database).choose(HOME, ANN, None, log_id=1)
    await Servers(here.database).restrict(HOME, ANN, ANN, None, blocked=True)
    await Aways(here.database, here.people, DEFAULT_TIMES).begin(ANN, 3, next(here.interactions))
    here.rows("INSERT INTO retries VALUES (?, ?, 0, 0, 1, '[]')", ANN, tables["over"].id)
    week = "2026-11-02"  # which is closed
    here.rows(
        f"INSERT INTO attempts VALUES (?, 'week', '{WEEKLY}', ?, 3, ?, NULL, NULL, 0)", ANN, week, tables["over"].id
    )
    here.rows("INSERT INTO season_standings VALUES (?, ?, 7, 1, TRUE)", week, ANN)
    versus = await group_game(here, (ANN, BEN), 8, "advyria")
    tables["versus"] = await here.finish(versus)
    left = await group_game(here, (BEN, ANN), 10, "advyria")
    while not here.rows("SELECT 1 FROM log WHERE table_id = ? AND user_id = ?", left.id, ANN):
        await here.move(left)
    tables["left"] = await here.tables.leave(left.id, ANN, next(here.interactions))
    return tables


async def pack(here: House, tables: Mapping[str, Table]) -> None:
    """Two of the games that are over."""
    packed = [tables["over"].id, tables["given up"].id]
    here.rows("UPDATE tables SET shown = version, changed_at = 0 WHERE id IN (?, ?)", *packed)
    assert await Archive(here.database).pack() == len(packed)


async def test_all_of_it_is_exported(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        tables = await busy(here, clock)
        unpacked = await here.export(ANN)
        await pack(here, tables)
        with_users = {
            table.name
            for table in schema.metadata.sorted_tables
            if any(column.name in ("user_id", "host_id", "opened_by", "set_by", "party") for column in table.columns)
        } - AT_TIMES
        assert holding(here, str(ANN)) == with_users, "the test leaves no table out"
        assert with_users | ABOUT_NOBODY | AT_TIMES == here.everything().keys() | {"sqlite_sequence"}, (
            "PostgreSQL has none"
        )
        export = await here.export(ANN)
        assert export["user_id"] == ANN
        logs = [sorted(map(encode, stored["log"])) for stored in (unpacked, export)]
        assert logs[0] == logs[1], "the moves of packed games as well"
        unpacked_now = [
            row for row in export["log"] if row["table_id"] not in (tables["over"].id, tables["given up"].id)
        ]
        for name in with_users:
            column = OTHERWISE.get(name, "user_id")
            if name == "group_standings":
                mine = here.rows(f"SELECT * FROM {name} WHERE party LIKE ?", f"%{ANN}%")
            else:
                mine = here.rows(f"SELECT * FROM {name} WHERE {column} = ?", ANN)
            exported = [row for row in (unpacked_now if name == "log" else export[name]) if row.get("host", True)]
            assert len(exported) == len(mine) > 0, name
            for row in exported:
                shared = {key: value for key, value in row.items() if key not in ("host", "party", "did")}
                assert any(shared.items() <= one.items() for one in mine), name
        told = encode(export).decode()
        seeds = [row["seed"] for row in here.rows("SELECT seed FROM tables UNION SELECT seed FROM deals")]
        assert not [seed for seed in seeds if seed in told]
        assert not [user for user in (BEN, CAT, DOT) if str(user) in told], "others are none of their business"
        assert (await here.export(999)).keys() == export.keys()
        assert not any(rows for name, rows in (await here.export(999)).items() if name != "user_id")


async def test_what_is_deleted_is_nowhere(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        tables = await busy(here, clock)
        await pack(here, tables)
        others = {name: here.rows(f"SELECT * FROM {name} WHERE user_id = ?", BEN) for name in ("players", "standings")}
        shown = await here.privacy.delete(ANN)
        assert holding(here, str(ANN)) == holding(here, NAME) == set()
        assert set(shown) == {tables[name].id for name in ("voting", "alone", "lobby", "empty lobby", "left")}
        for name, rows in others.items():
            assert here.rows(f"SELECT * FROM {name} WHERE user_id = ?", BEN) == rows
        export = await here.export(ANN)
        assert {name for name, rows in export.items() if rows} == {"user_id", "used_attempts"}
        assert {row["game"] for row in export["used_attempts"]} == {KEY, "hexaract", "riddle"}

        for name in ("over", "given up"):
            now = await here.tables.get(tables[name].id)
            assert (now.phase, now.seats, len(now.players)) == ("over", 3, 2)
            results = await here.results.of(now.id)
            assert sorted(result.user_id or 0 for result in results) == [0, BEN, CAT]
            assert (await here.tables.verify(now.id)).holds
            assert (await here.tables.look(now.id, BEN)).view
        hall = await here.rankings.groups("wyverns-knot", "all", DAY, guild_id=None, user_id=BEN)
        assert (len(hall.rows), hall.own) == (1, hall.rows[0])
        assert hall.rows[0].players == (f"user {BEN}", f"user {CAT}", "")

        phases = {name: (await here.tables.get(tables[name].id)).phase for name in tables if name != "solitaire"}
        assert phases == {
            "over": "over",
            "given up": "over",
            "versus": "over",
            "left": "playing",
            "voting": "playing",
            "alone": "closed",
            "lobby": "lobby",
            "empty lobby": "closed",
        }
        voting = await here.tables.get(tables["voting"].id)
        assert [player.user_id for player in voting.players if player.seat is not None] == [BEN, CAT, DOT]
        assert await here.votes.of(voting.id) is None, "it ends when whoever opened it is gone"
        assert any([(await here.tables.look(voting.id, user)).legal for user in (BEN, CAT, DOT)]), (
            "and so does the game"
        )
        lobby = await here.tables.get(tables["lobby"].id)
        assert (lobby.host_id, lobby.first_id) == (BEN, None)

        before = {**here.everything(), "processes": None}  # which counts deletions on PostgreSQL
        assert await here.privacy.delete(ANN) == ()
        assert {**here.everything(), "processes": None} == before


class Killed(Exception):
    """As a kill ends a deletion: nothing after it is done."""


@SLOW_THERE
async def test_a_deletion_that_was_cut_off_is_carried_on_with(where: Where, clock: Clock) -> None:
    """After any of its transactions."""
    async with house(where) as here:
        tables = await busy(here, clock)
        await pack(here, tables)
        write, left, cut = here.database.write, [0], 0

        def written() -> Any:
            if not left[0]:
                raise Killed
            left[0] -= 1
            return write()

        here.database.write = written  # type: ignore[method-assign]
        carry_on: Any = here.privacy.delete(ANN)
        while True:
            left[0] = 2  # a piece at least: each finds something to do
            try:
                await carry_on
                break
            except Killed:
                cut += 1
            assert here.rows("SELECT user_id FROM forgotten") == [{"user_id": ANN}]
            privacy = Privacy(here.tables, here.lobbies, here.people)  # nothing is remembered but the row
            carry_on = privacy.resume()
        here.database.write = write  # type: ignore[method-assign]
        assert cut > 5
        assert holding(here, str(ANN)) == holding(here, NAME) == set()
        assert await here.privacy.resume() == ()


@contextmanager
def watched(where: Where) -> Iterator[list[tuple[object, int]]]:
    """For each statement within this block, its transaction, and how many rows it changed."""
    kind = SQLiteTransaction if isinstance(where, Path) else PostgreSQLTransaction
    taken = list[tuple[object, int]]()

    def around(call: Callable[..., Any]) -> Callable[..., Any]:
        async def watching(transaction: Any, statement: Any, *given: Any, **values: Any) -> Any:
            found = await call(transaction, statement, *given, **values)
            taken.append((transaction, found if isinstance(found, int) else len(given[0]) if statement.is_dml else 0))
            return found

        return watching

    with pytest.MonkeyPatch.context() as patch:
        for name in ("run", "many", "fetch"):
            patch.setattr(kind, name, around(getattr(kind, name)))
        yield taken


@SLOW_THERE
async def test_a_large_deletion_is_many_small_transactions(where: Where, clock: Clock) -> None:
    """However many games there are, each transaction writes a bounded number of rows."""

    async def most() -> int:

        by_transaction = Counter[object]()
        with watched(where) as taken:
            await here.privacy.delete(ANN)
        for transaction, changed in taken:
            by_transaction[transaction] += changed
        return max(by_transaction.values())

    async with house(where) as here:
        for times in (1, 5):
            over = await here.finish(await group_game(here, (ANN, BEN, CAT), times))
            alone = await here.finished(ANN, KEY, DAY) if times == 1 else await here.practise(ANN, KEY, DAY)
            for table in (over.id, alone.id):
                copy(here, table, times * 12)
            assert await most() <= 200
            assert not here.rows("SELECT 1 FROM log WHERE user_id = ?", ANN)
            assert not here.rows("SELECT 1 FROM tables WHERE host_id = ?", ANN)


def copy(here: House, table_id: int, times: int) -> None:
    """The same table so many times more, over."""
    for _ in range(times):
        columns = _columns("tables")
        made = f"INSERT INTO tables ({columns}, date, phase) SELECT {columns}, NULL, 'over' FROM tables WHERE id = ?"
        (new,) = here.rows(f"{made} RETURNING id", table_id)
        for name in ("players", "log", "results"):
            columns = _columns(name)
            made = f"INSERT INTO {name} (table_id, {columns}) SELECT {new['id']}, {columns} FROM {name}"
            here.rows(f"{made} WHERE table_id = ?", table_id)


def _columns(name: str) -> str:
    return ", ".join(column.name for column in schema.metadata.tables[name].columns if column.name not in LEFT_OUT)


LEFT_OUT = ("id", "table_id", "date", "phase")


async def test_groups_of_who_is_forgotten_keep_their_best_games(where: Where, clock: Clock) -> None:
    """Two groups that are called alike then are one; its standings are what counting all its games gives."""
    async with house(where) as here:
        groups = [(ANN, BEN, CAT), (DOT, BEN, CAT), (ANN, BEN, CAT), (DOT, BEN, CAT), (ANN, BEN, DOT)]
        for number, (users, eggs) in enumerate(zip(groups, (3, 5, 5, 1, 2), strict=True)):
            clock.set(days=9 * number)
            await end(here, await group_game(here, users, 1 + number), Outcome((), (eggs,) * 3, False))
        for user in (ANN, DOT):
            await here.privacy.delete(user)
        kept = here.rows("SELECT period, guild_id, party, points, table_id FROM group_standings")
        assert {row["party"] for row in kept} == {f"0,{BEN},{CAT}", f"0,0,{BEN}"}
        games = here.rows("SELECT * FROM results WHERE seat = 0")
        for row in kept:
            theirs = [game for game in games if game["party"] == row["party"] and belongs(game, row["period"])]
            best = min(theirs, key=lambda game: (-game["points"], game["table_id"]))
            assert (row["points"], row["table_id"]) == (best["points"], best["table_id"]), row
        periods = {(game["party"], key(period, day_of(game))) for game in games for period in COUNTING}
        assert len(kept) == 2 * len(periods), "of the server and of everywhere"


def belongs(game: Mapping[str, Any], period: str) -> bool:
    return period in [key(kind, day_of(game)) for kind in COUNTING]


def day_of(game: Mapping[str, Any]) -> date:
    return datetime.fromtimestamp(game["finished_at"], UTC).date()


@SLOW_THERE
async def test_a_large_deletion_takes_few_steps_a_game(where: Where, clock: Clock) -> None:
    """What it does in all grows with the games, and little with each."""

    async def statements() -> int:
        with watched(where) as taken:
            await here.privacy.delete(ANN)
        return len(taken)

    async with house(where) as here:
        taken = []
        for times in (1, 100):
            over = await here.finish(await group_game(here, (ANN, BEN, CAT), times))
            copy(here, over.id, times)
            taken.append(await statements())
        assert taken[1] - taken[0] < 2 * 100
        assert not here.rows("SELECT 1 FROM results WHERE user_id = ?", ANN)


async def test_deletions_come_one_after_the_other_and_end(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        users = [ANN, BEN, CAT, DOT]
        for channel, user in enumerate(users, 1):
            await here.finish(await group_game(here, (user, *[other for other in users if other != user][:2]), channel))
        deleting, most = set[int](), list[int]()
        piece = here.privacy._delete_some

        async def watched(parts: list[Any], user_id: int) -> None:
            deleting.add(user_id)
            most.append(len(deleting))
            await piece(parts, user_id)
            if not parts:
                deleting.discard(user_id)

        here.privacy._delete_some = watched  # type: ignore[method-assign]
        await asyncio.gather(*[here.privacy.delete(user) for user in users], here.privacy.resume())
        assert max(most) == 1
        assert not [user for user in users if holding(here, str(user))]


async def test_whoever_is_met_while_they_are_forgotten_is_forgotten(where: Where, clock: Clock) -> None:
    """Their rows are written aside, and tried again after a failure: perhaps when theirs are deleted already."""
    async with house(where) as here:
        write, refused, begun = here.database.write, [1], list[Any]()

        def written() -> Any:
            if refused[0]:
                refused[0] -= 1
                raise Busy("not now")
            if not begun and not here.rows("SELECT 1 FROM people") and here.rows("SELECT 1 FROM forgotten"):
                begun.append(here.people.met(BEN, "Ben", HOME, "Ben"))  # and Ann with him, between two pieces
            return write()

        await here.people.set_hidden(ANN, True)
        here.database.write = written  # type: ignore[method-assign]
        await here.people.met(ANN, NAME, HOME, NAME)
        assert not here.rows("SELECT 1 FROM members"), "it has failed"
        await here.privacy.delete(ANN)
        await begun[0]
        assert {row["user_id"] for row in here.rows("SELECT user_id FROM people")} == {BEN}
        assert holding(here, NAME) == holding(here, str(ANN)) == set()


async def test_nobody_is_written_down_again_after_their_deletion(where: Where, clock: Clock) -> None:
    """Between its last transaction and their being forgotten in memory nobody else's turn comes."""
    async with house(where) as here:
        write, waiting = here.database.write, list[Any]()

        @asynccontextmanager
        async def written() -> AsyncIterator[Any]:
            async with write() as connection:
                yield connection
                if not waiting and not await connection.all(select(schema.forgotten.c.user_id), int):
                    here.people._unwritten[ANN, HOME] = (NAME, NAME, None)  # as one whose writing has failed
                    here.people._met[ANN] = {HOME}
                    waiting.append(here.people.met(BEN, "Ben", HOME, "Ben"))  # waits for the writer

        here.database.write = written  # type: ignore[method-assign]
        await here.privacy.delete(ANN)
        await waiting[0]
        assert {row["user_id"] for row in here.rows("SELECT user_id FROM people")} == {BEN}


async def test_whoever_comes_back_is_met_anew(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        await here.people.met(ANN, NAME, HOME, NAME)
        await here.privacy.delete(ANN)
        await here.people.met(ANN, NAME, HOME, NAME)
        assert {row["user_id"] for row in here.rows("SELECT user_id FROM people")} == {ANN}
        clock.set(days=1)
        assert (await here.deal(ANN, KEY, DAY + timedelta(days=1))).ranked


async def test_two_of_a_group_can_be_forgotten(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        over = await here.finish(await group_game(here, (ANN, BEN, CAT), 1))
        for user in (ANN, CAT):
            await here.privacy.delete(user)
        for name in ("results", "group_standings"):
            assert {row["party"] for row in here.rows(f"SELECT party FROM {name}")} == {f"0,0,{BEN}"}
        assert (await here.tables.verify(over.id)).holds


def test_every_column_for_a_user_is_known_here() -> None:
    """A new one is to be exported and deleted too."""
    naming_users = {
        column
        for table in schema.metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, DiscordId)
        if column.name not in ("guild_id", "channel_id", "message_id", "id", "key", "role_id", "log_id")
    }
    assert naming_users == {part.column for part in privacy.PERSONAL}
    exported = [part.column.table.name for part in privacy.PERSONAL if part.export]
    assert sorted(exported) == sorted({column.table.name for column in naming_users}), "each table once"


# -- By the clock of a bot


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as nursery:
        yield nursery


@pytest.mark.slow
async def test_killed_at_any_step_of_a_deletion_the_next_start_carries_on(
    nursery: Nursery, where: Where, clock: Clock
) -> None:
    """Until nothing of that user is left, and all of the others."""
    async with house(where) as here:
        over = [await here.finish(await group_game(here, (ANN, BEN, CAT), channel)) for channel in (1, 2)]
        await here.finish(await group_game(here, (ANN, DOT), 3, "advyria"))
        await here.finished(ANN, KEY, DAY)
        here.rows("UPDATE tables SET shown = version")
        here.rows("UPDATE tables SET changed_at = 0 WHERE id = ?", over[0].id)
        assert await Archive(here.database).pack() == 1
        await here.people.met(ANN, NAME, HOME, NAME)
        others = here.rows("SELECT * FROM results WHERE user_id IN (?, ?)", BEN, CAT)
        here.rows("INSERT INTO forgotten (user_id, at) VALUES (?, 0)", ANN)
    killed = 0
    async with Wire() as discord:
        for step in itertools.count(5, 17):
            bot = nursery.start(discord, here.where, kill_at=step, KILL_IN="deleting", BEAT="0.1", DRAW="no")
            await discord.until(lambda: bot.status is not None or not here.rows("SELECT 1 FROM forgotten"))  # noqa: B023
            killed += bot.status is not None
            await bot.stop()
            if not here.rows("SELECT 1 FROM forgotten"):
                break
            if isinstance(here.where, Path):
                assert not here.rows("PRAGMA foreign_key_check")
    assert killed > 2
    assert holding(here, str(ANN)) == holding(here, NAME) == set()
    left = here.rows("SELECT * FROM results WHERE user_id IN (?, ?)", BEN, CAT)
    assert left == [{**row, "party": f"0,{BEN},{CAT}"} for row in others]
    async with house(where) as again:
        for table in over:
            assert (await again.tables.verify(table.id)).holds
