"""The store under load: nobody waits for what needn't be waited for, and nothing that was begun is left behind."""

import asyncio
import sqlite3
import threading
import traceback
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import URL, delete, insert, select, text

from cogs.discord.controls import sentence
from tables.people.people import People, Preferences
from tables.play.tables import Tables
from tables.store import schema
from tables.store.database import READERS, Database, Where
from tables.store.errors import Busy, DatabaseError
from tables.store.lock import InUse

from .stored import noted, rows

ANN, BEN, HOME, AWAY = 101, 102, 1, 2


HERE: Any = None  # an interaction, which matters only for what is forbidden in its channel


@contextmanager
def written_to(path: Path) -> Iterator[None]:
    """Another process holds the writer's lock."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def test_meeting_people_never_delays_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite3"
    database = await Database.open(path)
    people = People(database)
    with written_to(path):
        written = asyncio.ensure_future(people.met(ANN, "Ann", HOME, "Ann of home"))
        assert await people.get(ANN) is None, "what is read for an answer doesn't wait for the writer"
        assert not written.done()
    await people.close()
    assert await people.get(ANN)
    await database.close()


async def test_whoever_was_met_is_written_down_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite3"
    database = await Database.open(path)
    people = People(database)
    for user in range(1000):
        people.met(user, f"user {user}", HOME, f"{user} at home")
        people.met(user, f"user {user}", AWAY, f"{user} away")
        people.met(user, f"user {user}", None, "")
    assert not rows(path, "SELECT 1 FROM people"), "nobody waits for it"
    await people.close()
    await database.close()
    assert len(rows(path, "SELECT 1 FROM people")) == 1000
    assert len(rows(path, "SELECT 1 FROM members")) == 2000


async def test_whoever_is_forgotten_before_they_are_written_down_isnt_written_down(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite3"
    database = await Database.open(path)
    people = People(database)
    for user in (ANN, BEN):
        people.met(user, "somebody", HOME, "somebody")
    people.forget(ANN)
    await people.close()
    await database.close()
    assert [row["user_id"] for row in rows(path, "SELECT user_id FROM people")] == [BEN]
    assert [row["user_id"] for row in rows(path, "SELECT user_id FROM members")] == [BEN]


async def test_what_lapses_is_found_without_reading_all(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite3"
    database = await Database.open(path)
    await database.close()
    for table, column in (("interactions", "at"), ("used_attempts", "until"), ("timers", "due_at")):
        (plan,) = rows(path, f"EXPLAIN QUERY PLAN DELETE FROM {table} WHERE {column} < 5")
        assert plan["detail"].startswith("SEARCH"), plan


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 200])
async def test_rows_come_whole_and_in_order_however_they_are_fetched(where: Where, count: int) -> None:
    database = await Database.open(where)
    async with database.write() as transaction:
        if count:
            people = [{"user_id": user, "name": "", "hidden": False, "at": 1} for user in range(count)]
            await transaction.many(insert(schema.people), people)
    query = select(schema.people.c.user_id).order_by(schema.people.c.user_id)
    async with database.read() as transaction:
        assert await transaction.all(query, int) == [*range(count)]
        for size in (1, 7, 64, 100):
            pages = [page async for page in transaction.stream(query, int, size)]
            assert [user for page in pages for user in page] == [*range(count)]
            assert all(len(page) <= size for page in pages)
        async for page in transaction.stream(query, int, 1):  # and is left after a row
            assert page == [0]
            break
    await database.close()


async def test_what_somebody_prefers_is_read_once_and_is_never_old(tmp_path: Path) -> None:
    database, asked = await Database.open(tmp_path / "hall.sqlite3"), list[str]()
    people = People(database)
    with noted(lambda statement, _: asked.append(statement)):
        for _ in range(3):
            assert await people.preferences_of([ANN, BEN]) == {ANN: Preferences(), BEN: Preferences()}
    assert len([query for query in asked if query.startswith("SELECT")]) == 1
    await people.prefer(ANN, direct="edits")
    await people.prefer(ANN, form="words-only", whys=False, moving=False)
    assert await people.preferences_of([ANN, BEN]) == {
        ANN: Preferences("edits", "words-only", False, False),
        BEN: Preferences(),
    }
    async with database.write() as connection:
        await connection.run(delete(schema.people))
    people.forget(ANN)
    assert await people.preferences(ANN) == Preferences()
    await people.close()
    await database.close()


async def test_when_too_many_read_at_once_they_are_told_so(
    where: Where, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("tables.store.database.PATIENCE", 0.01)
    database = await Database.open(where)
    async with AsyncExitStack() as stack:
        for _ in range(READERS):
            await stack.enter_async_context(database.read())
        with pytest.raises(Busy) as raised:
            await Tables(database).of_user(ANN)
    assert "very busy" in sentence(raised.value, HERE)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert await Tables(database).of_user(ANN) == ()
    await database.close()


async def test_a_closed_database_leaves_no_thread_and_no_lock(tmp_path: Path) -> None:
    """Whatever is under way: a thread that is left answers a loop that is closed, in a traceback."""
    path, before = tmp_path / "hall.sqlite3", threading.active_count()
    database = await Database.open(path)
    with pytest.raises(InUse, match="process"):
        await Database.open(path)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n"

    async def read() -> None:
        async with database.read() as transaction:
            await transaction.one(text(endless), int)

    reading = [asyncio.create_task(read()) for _ in range(4)]
    await asyncio.sleep(0.1)
    for task in reading[:2]:
        task.cancel()
    await asyncio.wait(reading[:2])
    for task in reading[2:]:
        task.cancel()
    await database.close()
    await asyncio.gather(*reading, return_exceptions=True)
    assert not [thread for thread in threading.enumerate() if "sqlite" in thread.name]
    assert threading.active_count() <= before + 5, "but the loop's own"
    again = await Database.open(path)
    assert await Tables(again).of_user(ANN) == ()
    await again.close()


# -- A server


async def test_connections_that_are_lost_are_replaced(postgres: URL) -> None:
    """The server has restarted, or somebody has cut them: whoever comes next notices nothing."""
    database = await Database.open(postgres)
    async with AsyncExitStack() as stack:
        for _ in range(3):
            connection = await stack.enter_async_context(database.read())
            await connection.one(select(1), int)
    mine = "pid <> pg_backend_pid() AND datname = current_database()"
    assert len(rows(postgres, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {mine}")) == 3
    await asyncio.sleep(0.1)  # the loop stood still meanwhile: it hears of it now
    assert await Tables(database).of_user(ANN) == ()
    async with database.write() as connection:
        await connection.run(insert(schema.people).values(user_id=ANN, name="Ann", hidden=False, at=0))
    await database.close()
    assert rows(postgres, "SELECT 1 FROM people")


async def test_an_error_of_a_server_tells_no_value(where: Where) -> None:
    """Seeds and cards are values, and errors are logged, with what led to them."""
    secret = "5eed" * 16
    deal: dict[str, Any] = {
        "scope": "day",
        "game": "x",
        "date": date(2026, 11, 20),
        "seats": 1,
        "rules": 1,
        "options": secret,
        "seed": secret,
    }
    database = await Database.open(where)
    told = []
    for values in (
        {**deal, "commitment": None},  # the server would tell the row that fails
        {**deal, "commitment": secret, "rules": secret},  # the driver would tell the value that doesn't fit
        {**deal, "commitment": secret, "game": secret},  # one row twice: the key
    ):
        for _ in range(2):
            try:
                async with database.write() as connection:
                    await connection.run(insert(schema.deals).values(values))
            except DatabaseError as error:
                told.append("".join(traceback.format_exception(error)))
    await database.close()
    assert len(told) >= 3
    assert all(secret not in one for one in told)


async def test_a_connection_whose_commit_failed_writes_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk was full, and isn't any more."""
    database = await Database.open(tmp_path / "hall.sqlite3")
    person = insert(schema.people).values(user_id=1, name="Ann", hidden=False, at=1)

    async def fail(connection: aiosqlite.Connection) -> None:
        monkeypatch.undo()
        await connection.rollback()  # as SQLite does by itself then
        raise sqlite3.OperationalError("disk I/O error")

    try:
        monkeypatch.setattr(aiosqlite.Connection, "commit", fail)
        with pytest.raises(DatabaseError, match="disk I/O error"):
            async with database.write() as transaction:
                await transaction.run(person)
        async with database.write() as transaction:
            await transaction.run(person)
        async with database.read() as transaction:
            assert await transaction.one(select(schema.people.c.name), str) == "Ann"
    finally:
        await database.close()


async def test_a_connection_is_not_used_again_while_a_statement_is_unfinished_on_it(tmp_path: Path) -> None:
    """The interpreter would end the statement in another thread, perhaps while the connection executes it anew."""
    database = await Database.open(tmp_path / "hall.sqlite3")
    many = text("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000000) SELECT i FROM n")

    async def read(transaction: Any, begun: asyncio.Event) -> None:
        begun.set()
        await transaction.all(many, int)

    async def stream(transaction: Any, begun: asyncio.Event) -> None:
        async for _ in transaction.stream(many, int, 1):
            begun.set()
            await asyncio.sleep(60)

    for unfinished in (read, stream):
        used, begun = list[Any](), asyncio.Event()

        async def ask(unfinished: Any = unfinished, used: list[Any] = used, begun: asyncio.Event = begun) -> None:
            async with database.glance() as transaction:
                used.append(transaction.connection)  # type: ignore[attr-defined]
                await unfinished(transaction, begun)

        asked = asyncio.create_task(ask())
        await begun.wait()
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        async with database.glance() as transaction:
            assert transaction.connection is not used[0]  # type: ignore[attr-defined]
            assert await transaction.one(select(1), int) == 1
    await database.close()
