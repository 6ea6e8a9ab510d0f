"""Games that are over are packed, and everything that looked at them goes on as before."""

import asyncio
import itertools
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import GAMES, decode, encode
from tables.history import archive
from tables.history.archive import PACKED_AFTER, Archive, Log
from tables.play.model import Stale, Table
from tables.store.database import Where

from ..engine.players import lasting
from ..postgres import SLOW_THERE
from ..wire.nursery import Nursery
from ..wire.server import Wire
from .days import DAY, Clock, House, clock, house
from .stored import rows
from .test_rankings import group_game

ANN, BEN, CAT, DOT = 900100200300400501, 900100200300400502, 900100200300400503, 900100200300400504
SMALL = 3 * 1024  # bytes of a whole game, ranked and packed

__all__ = ["clock"]  # a fixture


async def finished(here: House, clock: Clock) -> list[Table]:
    """A game of each kind, some of it taken back, a seat that has changed hands; a day gone by."""
    tables = [await group_game(here, (ANN, BEN, CAT), 1), await group_game(here, (ANN, BEN), 2, "advyria")]
    for table in tables:
        for _ in range(12):
            await here.move(table)
            for user in (ANN, BEN, CAT):
                if (await here.tables.look(table.id, user)).can_undo:
                    await here.tables.undo(table.id, user, next(here.interactions))
        if (await here.tables.get(table.id)).phase == "playing" and table.game == "wyverns-knot":
            await here.tables.leave(table.id, CAT, next(here.interactions), for_good=True)
            await here.tables.take_seat(table.id, DOT, "user 504", next(here.interactions))
    tables += [await here.deal(user, game, DAY) for user in (ANN, BEN) for game in here_alone()]
    tables = [await here.finish(table) for table in tables]
    here.rows("UPDATE tables SET shown = version")
    clock.set(days=1, hour=13)
    return tables


def here_alone() -> tuple[str, ...]:
    return tuple(game for game in GAMES if game != "wyverns-knot")


async def seen(here: House, table: Table) -> Mapping[str, Any]:
    """All that can be asked of a table that is over."""
    users = (None, ANN, BEN, CAT, DOT)
    return {
        "table": await here.tables.get(table.id),
        "looks": [await here.tables.look(table.id, user) for user in users],
        "show": await here.tables.show(table.id),
        "told": [await here.tables.heard(table.id, seat, since=since) for seat in (None, 0, 1) for since in (0, 9)],
        "acted": [await here.tables.last_acted(table.id, user or 0) for user in users],
        "proof": await here.tables.verify(table.id),
    }


@SLOW_THERE
async def test_a_packed_game_is_looked_at_and_verified_as_before(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        tables = await finished(here, clock)
        assert here.rows("SELECT 1 FROM log WHERE kind = 'undo'")
        clock.set(days=2, hour=13)  # the deals of the day are closed as well
        before = [await seen(here, table) for table in tables]
        assert all(one["proof"].holds for one in before)
        assert await Archive(here.database).pack() == len(tables)
        assert not here.rows("SELECT 1 FROM log UNION SELECT 1 FROM tables WHERE snapshot IS NOT NULL")
        assert [await seen(here, table) for table in tables] == before
        for table in tables:
            with pytest.raises(Stale):
                await here.tables.undo(table.id, ANN, next(here.interactions))
        again = await here.lobbies.again(tables[0].id, ANN, next(here.interactions))
        assert {player.user_id for player in again.players} == {ANN, BEN, DOT}
        assert await Archive(here.database).pack() == 0


async def test_nothing_is_packed_before_its_day_or_unshown(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        over = await here.finished(ANN, "hexaract", DAY)
        archive = Archive(here.database)
        assert await archive.pack() == 0, "it is over just now"
        clock.at = clock.at.fromtimestamp(over.changed_at + PACKED_AFTER, clock.at.tzinfo)
        assert await archive.pack() == 0, "nobody has been shown the end"
        here.rows("UPDATE tables SET shown = version")
        playing = await here.deal(BEN, "hexaract", clock.today)
        here.rows("UPDATE tables SET changed_at = 0, shown = version")
        assert await archive.pack() == 1
        assert {row["table_id"] for row in here.rows("SELECT table_id FROM log")} <= {playing.id}
        await here.move(playing)


@pytest.mark.slow
async def test_packing_goes_on_in_pieces(where: Where, clock: Clock) -> None:
    """A round has a bound, and what was cut off between two games begins with the next."""
    async with house(where) as here:
        tables = await finished(here, clock)
        archive, left = Archive(here.database), len(tables)
        while left:
            assert await archive.pack(3) == min(3, left)
            left -= min(3, left)
            packed = {row["table_id"] for row in here.rows("SELECT table_id FROM archive")}
            logged = {row["table_id"] for row in here.rows("SELECT table_id FROM log")}
            assert len(packed) == len(tables) - left
            assert not packed & logged


async def test_a_game_that_does_not_play_out_as_it_was_told_is_left_as_it_is(
    where: Where, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(where) as here:
        meddled, other = [await here.finished(ANN, game, DAY) for game in ("hexaract", "forest-of-wyr")]
        here.rows("UPDATE tables SET shown = version")
        clock.set(days=3)
        here.rows("UPDATE tables SET told = (SELECT told FROM tables WHERE id = ?) WHERE id = ?", other.id, meddled.id)
        look, proof = await here.tables.look(meddled.id, ANN), await here.tables.verify(meddled.id)
        assert proof.found == "other"
        stored = here.rows("SELECT * FROM log WHERE table_id = ?", meddled.id)
        archive = Archive(here.database)
        assert [await archive.pack(), await archive.pack()] == [1, 0]
        assert [record.getMessage()[:8] for record in caplog.records] == [f"Table {meddled.id} "], "once"
        assert here.rows("SELECT * FROM log WHERE table_id = ?", meddled.id) == stored
        here.database.forget()
        assert await here.tables.look(meddled.id, ANN) == look
        assert await here.tables.verify(meddled.id) == proof


async def test_a_game_of_older_rules_is_packed_and_nothing_false_is_said_of_it(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        older = await here.finished(ANN, "forest-of-wyr", DAY)
        here.rows("UPDATE tables SET shown = version, rules = 99")
        clock.set(days=3)
        here.database.forget()
        told = await here.tables.heard(older.id, None, since=0)
        assert not any(heard.events for heard in told), "nobody knows how they were meant"
        proof = await here.tables.verify(older.id)
        assert (proof.found, proof.holds, bool(proof.moves)) == ("older rules", False, True)
        assert await Archive(here.database).pack() == 1
        here.database.forget()
        assert await here.tables.heard(older.id, None, since=0) == told
        assert await here.tables.verify(older.id) == proof


async def test_a_packed_log_that_was_meddled_with_is_found_out(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        over = await here.finished(ANN, "hexaract", DAY)
        shown = (await here.tables.show(over.id))[None].view
        here.rows("UPDATE tables SET shown = version")
        clock.set(days=3)
        await Archive(here.database).pack()
        assert (await here.tables.verify(over.id)).found == "same"
        (row,) = here.rows("SELECT log FROM archive")
        log = decode(Log, zlib.decompress(row["log"]))
        turned = msgspec.structs.replace(log, **{name: getattr(log, name)[:-1] for name in Log.__struct_fields__})
        here.rows("UPDATE archive SET log = ?", zlib.compress(encode(turned)))
        here.database.forget()
        assert (await here.tables.show(over.id))[None].view != shown
        assert (await here.tables.verify(over.id)).found == "other"


@pytest.mark.slow
async def test_a_finished_game_is_small(tmp_path: Path, clock: Clock) -> None:
    """Rows, indexes and all: the mean of games for four that last. SQLite tells what each takes."""

    def used() -> int:
        here.rows("VACUUM")
        (row,) = here.rows("SELECT sum(pgsize) AS size FROM dbstat")
        size: int = row["size"]
        return size

    async with house(tmp_path / "hall.sqlite3") as here:
        empty, knot = used(), GAMES["wyverns-knot"]
        tables = [await group_game(here, (ANN, BEN, CAT, DOT), channel) for channel in range(12)]
        for table in tables:
            while (now := await here.tables.get(table.id)).phase == "playing":
                state = here.state(now)
                player = now.sitting(knot.to_act(state))
                assert player
                move = lasting(knot, state, here.luck.random)
                await here.tables.play(table.id, player.user_id, [move], next(here.interactions))
        here.rows("UPDATE tables SET shown = version")
        here.rows("DELETE FROM interactions")
        clock.set(days=2)
        before = (used() - empty) / len(tables)
        assert await Archive(here.database).pack() == len(tables)
        after = (used() - empty) / len(tables)
        assert after < SMALL < before / 4, (before, after)


@SLOW_THERE
async def test_whoever_is_forgotten_while_a_game_is_packed_is_forgotten(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        over = await here.finish(await group_game(here, (ANN, BEN, CAT), 1))
        here.rows("UPDATE tables SET shown = version")
        clock.set(days=2)
        archive = Archive(here.database)
        reading = here.database.write

        def forgotten_first() -> Any:
            here.rows("UPDATE log SET user_id = NULL WHERE user_id = ?", ANN)
            return reading()

        here.database.write = forgotten_first  # type: ignore[method-assign]
        await archive.pack()
        here.database.write = reading  # type: ignore[method-assign]
        assert not here.rows("SELECT 1 FROM archive")
        await archive.pack()
        found = here.rows("SELECT user_id FROM archived_players WHERE table_id = ?", over.id)
        movers = {row["user_id"] for row in found}
        assert ANN not in movers
        assert movers <= {BEN, CAT}


@pytest.mark.slow
async def test_a_packed_game_is_played_again_once_for_many_who_look(
    where: Where, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And of several games one at a time: it takes the processor from whoever plays."""
    at_once, unpacked, unpack = [0], list[int](), archive.unpack

    def watched(loaded: Any) -> Any:
        at_once.append(at_once[-1] + 1)
        unpacked.append(loaded.table.id)
        try:
            return unpack(loaded)
        finally:
            at_once.append(at_once[-1] - 1)

    async with house(where) as here:
        tables = await finished(here, clock)
        clock.set(days=2, hour=13)
        assert await Archive(here.database).pack() == len(tables)
        here.database.forget()
        monkeypatch.setattr(archive, "unpack", watched)
        await asyncio.gather(*[here.tables.look(table.id, None) for table in tables])
        for _ in range(3):
            await asyncio.gather(*[here.tables.look(table.id, ANN) for table in tables])
        assert sorted(unpacked) == sorted(table.id for table in tables)
        assert max(at_once) == 1
        proofs = [await here.tables.verify(table.id) for table in tables]
        assert all(proof.holds for proof in proofs)
        assert len(unpacked) == 2 * len(tables), "what is stored is proved, not what is in memory"


# -- By the clock of a bot


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as nursery:
        yield nursery


def stored(database: Where) -> Mapping[int, tuple[int, int, int]]:
    """By table, in how many rows its log stands, in how many packed ones, and whether it has its last position."""
    found = rows(
        database,
        "SELECT id, (SELECT count(*) FROM log WHERE table_id = id) AS log, (SELECT count(*) FROM archive "
        "WHERE table_id = id) AS packed, snapshot IS NOT NULL AS position FROM tables",
    )
    return {row["id"]: (row["log"], row["packed"], row["position"]) for row in found}


@pytest.mark.slow
async def test_killed_at_any_step_of_packing_a_game_is_whole_or_packed(
    nursery: Nursery, where: Where, clock: Clock
) -> None:
    """By beats of the clock, which go on where the one before was killed, until all are packed."""
    async with house(where) as here:
        tables = await finished(here, clock)
        clock.set(days=2, hour=13)
        before = [await seen(here, table) for table in tables]
    path, whole, killed = here.where, stored(here.where), 0
    async with Wire() as discord:
        for step in itertools.count(3, 11):
            bot = nursery.start(discord, path, kill_at=step, KILL_IN="packing", BEAT="0.1", DRAW="no")
            await discord.until(lambda: bot.status is not None or not logged(path))  # noqa: B023
            killed += bot.status is not None
            await bot.stop()
            for table_id, now in stored(path).items():
                assert now in (whole[table_id], (0, 1, 0))
            if not logged(path):
                break
    assert killed > 2
    async with house(where) as here:
        assert [await seen(here, table) for table in tables] == before


def logged(database: Where) -> bool:
    return bool(rows(database, "SELECT 1 FROM log"))
