"""The store under load: nobody waits for what needn't be waited for, and nothing that was begun is left behind."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy.pool import QueuePool

from cogs.controls import sentence
from tables import Busy, Database, InUse, People, Tables, Where

from .stored import rows

ANN, BEN, HOME, AWAY = 101, 102, 1, 2


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
    assert len(rows(path, "SELECT 1 FROM seen")) == 2000


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
    assert [row["user_id"] for row in rows(path, "SELECT user_id FROM seen")] == [BEN]


async def test_what_lapses_is_found_without_reading_all(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite3"
    database = await Database.open(path)
    await database.close()
    for table, column in (("interactions", "at"), ("used_attempts", "until"), ("deadlines", "due_at")):
        (plan,) = rows(path, f"EXPLAIN QUERY PLAN DELETE FROM {table} WHERE {column} < 5")
        assert plan["detail"].startswith("SEARCH"), plan


async def test_when_too_many_read_at_once_they_are_told_so(where: Where, caplog: pytest.LogCaptureFixture) -> None:
    database = await Database.open(where)
    pool = database.engine.pool
    assert isinstance(pool, QueuePool)
    pool._timeout = 0.01
    async with AsyncExitStack() as stack:
        for _ in range(pool.size() + pool._max_overflow):
            await stack.enter_async_context(database.read())
        with pytest.raises(Busy) as raised:
            await Tables(database).of_user(ANN)
    assert "very busy" in sentence(raised.value)
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
        async with database.read() as connection:
            await connection.exec_driver_sql(endless)

    reading = [asyncio.create_task(read()) for _ in range(4)]
    await asyncio.sleep(0.1)
    for task in reading[:2]:
        task.cancel()
    await asyncio.wait(reading[:2])
    for task in reading[2:]:
        task.cancel()
    await database.close()
    await asyncio.gather(*reading, return_exceptions=True)
    assert not [thread for thread in threading.enumerate() if "_connection_worker_thread" in thread.name]
    assert threading.active_count() <= before + 5, "but the loop's own"
    again = await Database.open(path)
    assert await Tables(again).of_user(ANN) == ()
    await again.close()
