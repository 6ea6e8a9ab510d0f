"""What one process does alone: others see that it does, and take over when it is dead."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import URL, literal

from tables.play.lobbies import Lobbies
from tables.play.model import Request
from tables.play.posts import BOARD, Post, Posts
from tables.play.tables import Tables
from tables.store import leases
from tables.store.database import Database, Where
from tables.store.leases import LeaseLost

from .stored import rows

KIND = "show"
Two = tuple[Database, Database]


@pytest.fixture
async def two(postgres: URL, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Two]:
    """Two processes of one hall, by what the database knows of them. They say that they live when the test says so."""
    monkeypatch.setattr(leases, "STARTED", literal(0))  # the server of the tests may be younger than a lease
    monkeypatch.setattr(leases, "RENEW", 3600.0)
    async with AsyncExitStack() as stack:
        opened = [await Database.open(postgres) for _ in range(2)]
        for database in opened:
            stack.push_async_callback(database.close)
        yield opened[0], opened[1]


def lapse(postgres: URL, database: Database) -> None:
    """It has said nothing for as long as a lease lasts."""
    rows(postgres, "UPDATE processes SET until = 0 WHERE id = ?", database.leases.owner)


async def may_enter(database: Database) -> bool:
    """Whether nobody who lives is within."""
    try:
        async with asyncio.timeout(0.1), database.leases.exclusive(KIND, 1):
            return True
    except TimeoutError:
        return False


async def test_who_was_only_silent_lives_again_without_what_others_have_taken(
    two: Two, postgres: URL, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = two
    async with one.leases.exclusive(KIND, 1):
        lapse(postgres, one)
        assert await other.leases.renew()
        assert not await other.leases.renew(), "nobody is buried twice"
        async with other.leases.exclusive(KIND, 1):
            await one.leases.renew()
            assert "took it for dead" in caplog.text
            assert set(await other.leases.living()) == {one.leases.owner, other.leases.owner}
            assert not await may_enter(one)


async def test_nobody_is_dead_because_the_server_was_away(
    two: Two, postgres: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "STARTED", leases.CLOCK)
    one, other = two
    async with one.leases.exclusive(KIND, 1):
        lapse(postgres, one)
        assert not await other.leases.renew()
        await one.leases.renew()
        assert not await may_enter(other)


async def test_who_closes_lets_go_of_everything(two: Two) -> None:
    one, other = two
    async with one.leases.exclusive(KIND, 1):
        assert not await other.leases.renew(), "it lives"
        assert not await may_enter(other)
        await one.close()
        assert await may_enter(other)
        assert await other.leases.living() == (other.leases.owner,)


async def test_a_start_leaves_nothing_to_those_who_were_there_before(where: Where) -> None:
    """In SQLite because the file is locked, in a server because they have gone."""
    owners = set()
    for _ in range(2):
        database = await Database.open(where)
        assert await may_enter(database)
        assert await database.leases.living() == (database.leases.owner,)
        owners.add(database.leases.owner)
        await database.close()
    assert len(owners) == 2


async def test_only_one_process_is_within_and_the_next_one_waits(two: Two) -> None:
    one, other = two
    within, order = asyncio.Event(), list[str]()

    async def first() -> None:
        async with one.leases.exclusive(KIND, 1) as of_the_dead:
            assert not of_the_dead
            within.set()
            await asyncio.sleep(0.1)
            order.append("first")

    async def second() -> None:
        await within.wait()
        async with other.leases.exclusive(KIND, 1) as of_the_dead:
            assert not of_the_dead
            order.append("second")

    await asyncio.gather(first(), second())
    assert order == ["first", "second"]
    async with one.leases.exclusive(KIND, 1), other.leases.exclusive(KIND, 2):
        pass  # something else is no matter


async def test_who_comes_after_one_that_died_within_is_told(two: Two, postgres: URL) -> None:
    one, other = two
    async with one.leases.exclusive(KIND, 1):
        lapse(postgres, one)
        await other.leases.renew()
        assert await other.leases.abandoned(KIND) == (1,)
        async with other.leases.exclusive(KIND, 1) as of_the_dead:
            assert of_the_dead
        assert await other.leases.abandoned(KIND) == ()


async def test_who_only_stood_still_records_nothing_of_what_another_shows_by_now(two: Two, postgres: URL) -> None:
    one, other = two
    table_id = await begun(one)
    posts, theirs = Posts(one), Posts(other)
    async with posts.showing(table_id):
        await posts.record(table_id, {BOARD: Post(1, 1)}, showing=True)
        lapse(postgres, one)
        await other.leases.renew()
        async with theirs.showing(table_id):
            await theirs.record(table_id, {BOARD: Post(1, 2)}, showing=True)
        await one.leases.renew()
        with pytest.raises(LeaseLost):
            await posts.record(table_id, {BOARD: Post(1, 1)}, showing=True)
    assert await posts.of(table_id) == {BOARD: Post(1, 2)}


async def begun(database: Database) -> int:
    """A lobby."""
    asked = Request(guild_id=1, channel_id=1, user_id=1, name="Ann", interaction_id=1)
    return (await Lobbies(Tables(database)).open("wyverns-knot", asked)).id
