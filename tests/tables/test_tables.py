"""What is stored of tables, on a real file: the log is the truth, every change is whole, and one at a time wins."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import chain, count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from engine import GAMES, Chance, IllegalMove, decode, encode
from engine import wyverns_knot as knot
from tables.play.followers import Followers
from tables.play.lobbies import Lobbies
from tables.play.model import AlreadyApplied, Outdated, PlayerView, Refused, Request, Sight, Stale, Table, Taken
from tables.play.posts import BOARD, Intent, Post, Posts, Slot
from tables.play.solitaires import Solitaires
from tables.play.tables import Tables
from tables.play.votes import Votes
from tables.store import schema
from tables.store.cache import Cache
from tables.store.database import Database, Where

from ..engine.players import lasting, uniform
from .stored import by_an_engine, rows

GAME = GAMES["wyverns-knot"]
CHANNEL = 10
USERS = (101, 102, 103, 104, 105)  # in the order of joining, so also by seat


@dataclass
class Store:
    """An open database, and what can be read of it from outside."""

    where: Where
    database: Database
    tables: Tables
    lobbies: Lobbies
    interactions: "count[int]" = field(default_factory=lambda: count(1))

    def rows(self, query: str, *values: Any) -> list[Mapping[str, Any]]:
        return rows(self.where, query, *values)

    def everything(self) -> Mapping[str, Any]:
        """All that a change of a table may change."""
        return {name: self.rows(f"SELECT * FROM {name}") for name in ("tables", "players", "log", "interactions")}

    def state(self, table_id: int) -> Any:
        (row,) = self.rows("SELECT snapshot FROM tables WHERE id = ?", table_id)
        return decode(GAME.state, row["snapshot"].encode())

    async def play(self, table: Table, user_id: int, *moves: Any, version: int | None = None) -> None:
        await self.tables.play(table.id, user_id, moves, next(self.interactions), version=version)

    async def undo(self, table: Table, user_id: int) -> None:
        await self.tables.undo(table.id, user_id, next(self.interactions))


@asynccontextmanager
async def opened(where: Where) -> AsyncIterator[Store]:
    database = await Database.open(where)
    tables = Tables(database)
    try:
        yield Store(where, database, tables, Lobbies(tables))
    finally:
        await database.close()


async def new_lobby(store: Store, seats: int = 3, channel: int = CHANNEL) -> Table:
    table = await store.lobbies.open(
        GAME.key,
        Request(
            guild_id=1, channel_id=channel, user_id=USERS[0], name="user 0", interaction_id=next(store.interactions)
        ),
    )
    for number in range(1, seats):
        await store.lobbies.join(table.id, USERS[number], f"user {number}", next(store.interactions))
    return await store.tables.get(table.id)


async def new_game(store: Store, seats: int = 3, seed: str = f"{7:064x}") -> Table:
    table = await new_lobby(store, seats)
    store.rows("UPDATE tables SET seed = ? WHERE id = ?", seed, table.id)
    store.tables.database.forget()
    return await store.lobbies.start(table.id, USERS[0], next(store.interactions))


def replayed(store: Store, table: Table) -> Any:
    """The state that the log leads to, by this file's own reading of it."""
    (row,) = store.rows("SELECT seed, seats, options FROM tables WHERE id = ?", table.id)
    standing: list[Mapping[str, Any]] = []
    for entry in store.rows("SELECT * FROM log WHERE table_id = ? ORDER BY version", table.id):
        if entry["kind"] == "undo":
            standing = [move for move in standing if move["version"] <= int(entry["move"])]
        else:
            standing.append(entry)
    chance = Chance(row["seed"])
    state = GAME.new(row["seats"], decode(GAME.options, row["options"].encode()), chance)
    for entry in standing:
        assert GAME.to_act(state) == entry["seat"]
        step = GAME.play(state, decode(GAME.move, entry["move"].encode()), chance)
        assert encode(step.events).decode() == entry["events"]
        assert step.reveals == entry["reveals"]
        state = step.state
    return state


def mine(seen: PlayerView) -> knot.state.Mine:
    """What its seat alone sees."""
    assert isinstance(seen.view, knot.state.View)
    assert seen.view.mine
    return seen.view.mine


# -- The log


@pytest.mark.parametrize(("seats", "seed"), [(3, 1), (4, 2), (5, 3)])
async def test_the_log_leads_to_the_snapshot(where: Where, seats: int, seed: int) -> None:
    draw = Random(seed).random
    async with opened(where) as store:
        table = await new_game(store, seats, f"{seed:064x}")
        for _ in range(40):
            state = store.state(table.id)
            if GAME.outcome(state) is not None:
                break
            undoing = [
                user for user in USERS[:seats] if (await store.tables.look(table.id, user)).can_undo and draw() < 0.4
            ]
            if undoing:
                await store.undo(table, undoing[0])
            else:
                player = lasting if draw() < 0.8 else uniform
                await store.play(table, USERS[GAME.to_act(state) or 0], player(GAME, state, draw))
            assert replayed(store, table) == store.state(table.id)
        versions = [row["version"] for row in store.rows("SELECT version FROM log ORDER BY version")]
        assert versions == sorted(set(versions))
        assert store.rows("SELECT version FROM tables")[0]["version"] == versions[-1]
        assert store.rows("SELECT 1 FROM log WHERE kind = 'undo'")


async def test_what_a_move_leads_to_is_foreseen_while_it_is_committed(where: Where) -> None:
    """So that it can be drawn meanwhile. What wakes then may still fail, and then nothing has changed."""
    async with opened(where) as store:
        table, foreseen = await new_game(store, 3, "5e" * 32), list[Sight]()
        state, before = store.state(table.id), store.everything()
        user, move = USERS[GAME.to_act(state) or 0], lasting(GAME, state, Random(1).random)

        def note(*sights: Sight) -> None:
            assert store.everything() == before, "it isn't committed yet"
            foreseen.extend(sights)

        def fail(own: Sight, public: Sight) -> None:
            raise RuntimeError("nobody can draw this")

        with pytest.raises(RuntimeError):
            await store.tables.play(table.id, user, [move], next(store.interactions), foreseen=fail)
        assert store.everything() == before
        seen = await store.tables.play(table.id, user, [move], next(store.interactions), foreseen=note)
        own, public = foreseen
        assert own.seen == seen == await store.tables.look(table.id, user)
        assert own.heard == await store.tables.heard(table.id, seen.seat, since=0, own=seen.own)
        assert public.seen == await store.tables.look(table.id, None)
        assert public.heard == await store.tables.heard(table.id, None, since=0)


async def play_out(store: Store, table: Table) -> None:
    draw = Random(1).random
    while GAME.outcome(state := store.state(table.id)) is None:
        assert (await store.tables.get(table.id)).seed is None
        await store.play(table, USERS[GAME.to_act(state) or 0], uniform(GAME, state, draw))


async def test_a_snapshot_that_was_meddled_with_is_found_out(where: Where) -> None:
    async with opened(where) as store:
        table = await new_game(store)
        await play_out(store, table)
        assert (await store.tables.verify(table.id)).holds
        store.rows(
            "UPDATE tables SET snapshot = ?", encode(GAME.new(3, knot.state.Options(), Chance("other"))).decode()
        )
        assert not (await store.tables.verify(table.id)).holds


async def test_a_snapshot_of_before_states_had_all_their_fields_is_made_anew(where: Where) -> None:
    async with opened(where) as store:
        who: dict[str, Any] = {"guild_id": 1, "channel_id": CHANNEL, "user_id": USERS[0], "name": "user 0"}
        table = await store.lobbies.open("advyria", Request(**who, interaction_id=next(store.interactions)))
        await store.lobbies.join(table.id, USERS[1], "user 1", next(store.interactions))
        await store.lobbies.go_first(table.id, USERS[0], next(store.interactions))
        await store.lobbies.start(table.id, USERS[0], next(store.interactions))
        for number in range(12):
            seen = [await store.tables.look(table.id, user) for user in USERS[:2]]
            acting = next(number for number, one in enumerate(seen) if one.legal)
            await store.play(table, USERS[acting], seen[acting].legal[number % len(seen[acting].legal)])
        before = await store.tables.show(table.id)
        (row,) = store.rows("SELECT snapshot FROM tables")
        state = json.loads(row["snapshot"])
        del state["dealt"], state["table"]["passages"]
        store.rows("UPDATE tables SET snapshot = ?", json.dumps(state))
        store.tables.database.forget()
        assert await store.tables.show(table.id) == before
        seen = [await store.tables.look(table.id, user) for user in USERS[:2]]
        acting = next(number for number, one in enumerate(seen) if one.legal)
        await store.play(table, USERS[acting], seen[acting].legal[0])
        assert "passages" in store.rows("SELECT snapshot FROM tables")[0]["snapshot"]


async def test_several_moves_are_made_all_or_none(where: Where) -> None:
    async with opened(where) as store:
        table = await new_game(store)
        before = store.everything()
        with pytest.raises(IllegalMove):
            await store.play(table, USERS[0], knot.moves.Enchant(0), knot.moves.Aim(99))
        with pytest.raises(Refused):
            await store.play(
                table, USERS[0], knot.moves.Scout(0), knot.moves.Advance(0), knot.moves.Scout(1)
            )  # the last is the next's
        assert store.everything() == before
        await store.play(table, USERS[0], knot.moves.Scout(0), knot.moves.Advance(0))
        assert [row["kind"] for row in store.rows("SELECT kind FROM log")] == ["move", "move"]


@pytest.mark.parametrize("user", [USERS[1], 999])
async def test_nobody_plays_for_another(where: Where, user: int) -> None:
    async with opened(where) as store:
        table = await new_game(store)
        before = store.everything()
        with pytest.raises(Refused):
            await store.play(table, user, knot.moves.Scout(0))
        assert store.everything() == before
        assert not (await store.tables.look(table.id, user)).legal


async def last_strike_dragon(store: Store) -> Table:
    """A game with only row D's strike dragon left: to advance is forced."""
    table = await new_game(store)
    for seat in range(3):
        state = store.state(table.id)
        cell = next(cell for cell in range(16) if state.nest[cell] != state.tableaus[seat][0])
        if state.table.nest[cell].fate != "down":
            cell = next(
                cell
                for cell in range(16)
                if state.table.nest[cell].fate == "down" and state.nest[cell] != state.tableaus[seat][0]
            )
        await store.play(table, USERS[seat], knot.moves.Enchant(0), knot.moves.Aim(cell))
        await store.play(table, USERS[seat], knot.moves.Remove(seat))
    return table


async def agree_to_play(store: Store, table: Table, one: int, other: int) -> None:
    """For the empty seat: the game is to count on no leaderboard."""
    votes = Votes(store.tables)
    await votes.ask_to_play(table.id, one, next(store.interactions))
    await votes.cast(table.id, other, True, next(store.interactions))


async def test_a_vote_ends_with_its_game(where: Where) -> None:
    async with opened(where) as store:
        table = await new_game(store)
        await Votes(store.tables).open(table.id, USERS[0], next(store.interactions))
        assert len(store.rows("SELECT * FROM votes")) == len(store.rows("SELECT * FROM ballots")) == 1
        await play_out(store, table)
        assert not store.rows("SELECT * FROM votes") + store.rows("SELECT * FROM ballots")


async def test_a_vacant_seat_is_played_by_the_others_once_they_agree(where: Where) -> None:
    async with opened(where) as store:
        table = await new_game(store)
        await store.tables.leave(table.id, USERS[0], next(store.interactions))
        before = store.everything()
        waiting = await store.tables.look(table.id, USERS[1])
        assert (waiting.seat, waiting.legal) == (1, ()), "the game still counts"
        with pytest.raises(Refused, match="still counts"):
            await store.play(table, USERS[2], knot.moves.Scout(0))
        assert store.everything() == before
        await agree_to_play(store, table, *USERS[1:3])
        acting = await store.tables.look(table.id, USERS[1])
        assert (acting.seat, acting.to_act, bool(acting.legal)) == (0, 0, True)
        own = await store.tables.look(table.id, USERS[1], own=True)
        assert (own.seat, own.legal) == (1, ())
        await store.play(table, USERS[2], knot.moves.Scout(0))
        assert (await store.tables.get(table.id)).unranked
        with pytest.raises(Refused, match="needn't ask"):
            await Votes(store.tables).ask_to_play(table.id, USERS[1], next(store.interactions))


async def test_forced_moves_are_played_and_logged_as_forced(where: Where) -> None:
    async with opened(where) as store:
        table = await last_strike_dragon(store)
        await store.play(table, USERS[0], knot.moves.Research(1, 1))
        before = store.state(table.id)
        await store.play(table, USERS[0], knot.moves.Keep())
        keep, advance = store.rows("SELECT * FROM log ORDER BY version DESC LIMIT 2")[::-1]
        assert (keep["kind"], keep["user_id"]) == ("move", USERS[0])
        assert (advance["kind"], advance["user_id"]) == ("forced", None)
        assert decode(GAME.move, advance["move"].encode()) == knot.moves.Advance(3)
        assert GAME.to_act(store.state(table.id)) == 1
        assert replayed(store, table) == store.state(table.id)
        await store.undo(table, USERS[0])
        assert store.state(table.id) == before, "with the move goes what it forced"
        assert replayed(store, table) == before


async def test_moves_made_together_are_all_their_players(where: Where) -> None:
    async with opened(where) as store:
        table = await new_game(store)
        await store.tables.leave(table.id, USERS[0], next(store.interactions))
        await agree_to_play(store, table, *USERS[1:3])
        await store.play(table, USERS[2], knot.moves.Research(1, 0))
        before = store.state(table.id)
        await store.play(table, USERS[2], knot.moves.Keep(), knot.moves.Advance(1))
        _, keep, advance = store.rows("SELECT * FROM log ORDER BY version")
        assert (keep["user_id"], advance["user_id"]) == (USERS[2], USERS[2])
        assert {entry.user_id for entry in await store.tables.heard(table.id, None, since=0)} == {USERS[2]}
        assert await store.tables.last_acted(table.id, USERS[2]) == (keep["version"], advance["version"])
        assert await store.tables.last_acted(table.id, USERS[1]) == (0, 0)
        await store.undo(table, USERS[2])
        assert store.state(table.id) == before, "together they are taken back"


# -- Taking back


async def test_undo_until_somebody_else_acts(where: Where) -> None:
    async with opened(where) as store:
        table = await new_game(store)
        first, second, _ = USERS[:3]
        await store.play(table, first, knot.moves.Research(1, 0))
        claim = store.state(table.id)
        await store.play(table, first, knot.moves.Keep())
        advance = store.state(table.id)
        await store.play(table, first, knot.moves.Advance(2))
        with pytest.raises(Refused):
            await store.undo(table, second)
        await store.undo(table, first)  # though the turn had passed
        assert store.state(table.id) == advance
        await store.undo(table, first)
        assert store.state(table.id) == claim
        with pytest.raises(Refused):
            await store.undo(table, first)  # a card was seen
        await store.play(table, first, knot.moves.Keep(), knot.moves.Advance(1))
        await store.play(table, second, knot.moves.Enchant(0))
        assert not (await store.tables.look(table.id, first)).can_undo
        with pytest.raises(Refused):
            await store.undo(table, first)
        await store.undo(table, second)
        assert (await store.tables.look(table.id, first)).can_undo


@pytest.mark.parametrize("move", [knot.moves.Scout(3), knot.moves.Research(1, 0)])
async def test_what_was_seen_cant_be_taken_back(where: Where, move: knot.moves.Move) -> None:
    async with opened(where) as store:
        table = await new_game(store)
        with pytest.raises(Refused):
            await store.undo(table, USERS[0])
        await store.play(table, USERS[0], move)
        before = store.everything()
        assert not (await store.tables.look(table.id, USERS[0])).can_undo
        with pytest.raises(Refused):
            await store.undo(table, USERS[0])
        assert store.everything() == before


async def test_what_was_taken_back_isnt_told(where: Where) -> None:
    async with opened(where) as store:
        table = await new_game(store)
        await store.play(table, USERS[0], knot.moves.Research(1, 0))
        await store.play(table, USERS[0], knot.moves.Keep())
        await store.undo(table, USERS[0])
        told = [event for entry in await store.tables.heard(table.id, None, since=0) for event in entry.events]
        assert told == [knot.events.Looked(0, 1, 0)]
        private = [event for entry in await store.tables.heard(table.id, 0, since=0) for event in entry.events]
        assert private == [knot.events.Looked(0, 1, 0, store.state(table.id).tableaus[1][0], audience=(0,))]


# -- One at a time


async def test_an_interaction_is_applied_once(where: Where) -> None:
    async with opened(where) as store:
        table = await new_game(store)
        await store.tables.play(table.id, USERS[0], [knot.moves.Enchant(0)], 5000)
        before = store.everything()
        for again in (
            store.tables.play(table.id, USERS[0], [knot.moves.Back()], 5000),
            store.tables.undo(table.id, USERS[0], 5000),
            store.lobbies.open(GAME.key, Request(guild_id=1, channel_id=99, user_id=1, name="x", interaction_id=5000)),
        ):
            with pytest.raises(AlreadyApplied):
                await again
            assert store.everything() == before


async def test_a_stale_version_is_refused(where: Where) -> None:
    async with opened(where) as store:
        table = await new_game(store)
        await store.play(table, USERS[0], knot.moves.Enchant(0), version=table.version)
        before = store.everything()
        with pytest.raises(Stale):
            await store.play(table, USERS[0], knot.moves.Back(), version=table.version)
        assert store.everything() == before
        now = await store.tables.get(table.id)
        await store.play(table, USERS[0], knot.moves.Back(), version=now.version)


async def test_of_two_who_press_at_once_one_wins(where: Where) -> None:
    """Also where the memories of the two differ: what is stored decides."""
    async with opened(where) as store:
        other = Tables(store.database)
        table = await new_game(store)
        outcomes = await asyncio.gather(
            *(
                tables.play(table.id, USERS[0], [knot.moves.Scout(cell)], 6000 + cell, version=table.version)
                for cell, tables in enumerate((store.tables, other) * 4)
            ),
            return_exceptions=True,
        )
        refused = [outcome for outcome in outcomes if isinstance(outcome, Stale)]
        assert len(refused) == len(outcomes) - 1
        assert len(store.rows("SELECT 1 FROM log")) == 1
        assert replayed(store, table) == store.state(table.id)


async def test_one_table_a_channel(where: Where) -> None:
    async with opened(where) as store:
        opening = (
            store.lobbies.open(GAME.key, Request(guild_id=1, channel_id=7, user_id=user, name="x", interaction_id=user))
            for user in USERS
        )
        outcomes = await asyncio.gather(*opening, return_exceptions=True)
        tables = [outcome for outcome in outcomes if isinstance(outcome, Table)]
        assert len(tables) == 1
        assert all(type(outcome) is Taken for outcome in outcomes if outcome not in tables)
        table = tables[0]
        await new_lobby(store, channel=8)
        await store.lobbies.close(table.id, table.host_id, 7000)
        assert (await new_lobby(store, channel=7)).id != table.id


async def test_everybody_can_join_at_once_but_no_sixth(where: Where) -> None:
    async with opened(where) as store:
        table = await new_lobby(store, 1)
        joining = (store.lobbies.join(table.id, 200 + number, "x", 8000 + number) for number in range(6))
        outcomes = await asyncio.gather(*joining, return_exceptions=True)
        assert sum(isinstance(outcome, Refused) for outcome in outcomes) == 2
        assert len((await store.tables.get(table.id)).players) == 5


async def test_what_is_kept_in_memory_is_what_is_stored(where: Where) -> None:
    """Also when it is read while it changes, when a change fails, and when it was changed past what is kept."""
    async with opened(where) as store:
        other = Tables(store.database)
        table = await new_game(store)
        draw = Random(1).random

        async def keep_reading() -> None:
            for _ in range(20):
                store.tables.database.forget()
                await store.tables.get(table.id)

        for _ in range(8):
            state = store.state(table.id)
            user, move = USERS[GAME.to_act(state) or 0], lasting(GAME, state, draw)
            with pytest.raises((IllegalMove, Refused)):
                await store.play(table, user, move, knot.moves.Aim(99))
            await asyncio.gather(keep_reading(), store.play(table, user, move), keep_reading())
            stored = Tables(store.database)
            assert await store.tables.show(table.id) == await stored.show(table.id)
            assert await store.tables.heard(table.id, 0, since=0) == await stored.heard(table.id, 0, since=0)
        state = store.state(table.id)
        user, move = USERS[GAME.to_act(state) or 0], lasting(GAME, state, draw)
        await other.play(table.id, user, [move], 9000)
        with pytest.raises(Refused):
            await store.play(table, user, move)
        assert await store.tables.show(table.id) == await other.show(table.id)


@pytest.mark.parametrize("write", ["keep", "drop", "clear"])
async def test_what_is_read_while_it_is_written_isnt_kept(write: str) -> None:
    memory: Cache[str] = Cache(lambda _: True)
    reads, written = ["before", "after"], asyncio.Event()

    async def read() -> str:
        found = reads.pop(0)
        await written.wait()
        return found

    reading = asyncio.create_task(memory.get_or_read(1, read))
    await asyncio.sleep(0)
    {"keep": lambda: memory.keep(1, "after"), "drop": lambda: memory.drop(1), "clear": memory.clear}[write]()
    written.set()
    assert await reading == "before"
    assert await memory.get_or_read(1, read) == "after"


async def test_posts_in_memory_are_those_stored(where: Where) -> None:
    async with opened(where) as store:
        table = await new_lobby(store)
        posts = Posts(store.database)
        assert await posts.of(table.id) == {}
        board, told = Post(1, 2, 3, "board"), Post(4, 5, 6, "told")
        for changes in ({BOARD: board}, {Slot("private", 7): told, BOARD: Post(1, 9)}, {Slot("private", 7): None}):
            await posts.record(table.id, changes, shown=0)
            assert await posts.of(table.id) == await Posts(store.database).of(table.id)
        await posts.record(table.id, {BOARD: replace(board, message_id=9)}, shown=table.version)
        assert await posts.unshown() == ()


async def test_a_message_that_is_being_sent_is_known_until_it_is_settled(where: Where) -> None:
    """After a crash, too: somebody shows the table, though its newest version was shown."""
    async with opened(where) as store:
        table = await new_lobby(store)
        posts, mine = Posts(store.database), Slot("private", 7)
        await posts.record(table.id, {BOARD: Post(1, 2, 3, "board")}, shown=table.version)
        for slot in (BOARD, mine, BOARD):
            await posts.intend(table.id, slot, Intent(f"nonce of {slot.kind}", 100))
        intents = {BOARD: Intent("nonce of board", 100), mine: Intent("nonce of private", 100)}
        assert await posts.intents(table.id) == intents == await Posts(store.database).intents(table.id)
        assert await posts.unshown() == (table.id,)
        for slot in (BOARD, mine):
            del intents[slot]
            await posts.record(table.id, {slot: Post(1, 9)}, settled=[slot])
            assert await posts.intents(table.id) == intents == await Posts(store.database).intents(table.id)
        assert await posts.unshown() == ()


async def test_who_overslept_records_no_older_message(where: Where) -> None:
    """What others have recorded meanwhile isn't known to it."""
    async with opened(where) as store:
        table, slot = await new_lobby(store), Slot("private", 7)
        here, elsewhere = Posts(store.database), Posts(store.database)
        old, new = Post(4, 5, 6, "old"), Post(4, 6, 7, "new")
        await here.record(table.id, {slot: old})
        assert await here.of(table.id) == {slot: old}
        await here.record_edit(table.id, slot, replace(old, digest="edited"))
        assert await here.of(table.id) == {slot: replace(old, digest="edited")} == await elsewhere.of(table.id)
        await elsewhere.record(table.id, {slot: new})
        await here.record_edit(table.id, slot, replace(old, digest="edited again"))
        assert await here.of(table.id) == {slot: new} == await Posts(store.database).of(table.id)


# -- Seeds


async def test_a_seed_is_promised_and_told_at_the_end(where: Where) -> None:
    async with opened(where) as store:
        tables = [await new_lobby(store, channel=channel) for channel in (1, 2)]
        seeds = [row["seed"] for row in store.rows("SELECT seed FROM tables ORDER BY id")]
        assert len(set(seeds)) == 2
        for table, seed in zip(tables, seeds, strict=True):
            assert len(bytes.fromhex(seed)) == 32
            assert table.commitment == hashlib.sha256(bytes.fromhex(seed)).hexdigest()
            assert table.seed is None
        table = tables[0]
        await store.lobbies.start(table.id, USERS[0], next(store.interactions))
        await play_out(store, table)
        over = await store.tables.get(table.id)
        assert (over.phase, over.seed, over.commitment) == ("over", seeds[0], table.commitment)


# -- The file


async def test_everything_is_there_when_it_is_opened_again(where: Where) -> None:
    async with opened(where) as store:
        table = await new_game(store)
        await store.play(table, USERS[0], knot.moves.Scout(5))
        before = [await store.tables.look(table.id, user) for user in (*USERS[:3], None)]
    async with opened(where) as store:
        assert [await store.tables.look(table.id, user) for user in (*USERS[:3], None)] == before
        store.interactions = count(9000)
        await store.play(table, USERS[0], knot.moves.Advance(0))
        with pytest.raises(AlreadyApplied):
            await store.tables.play(table.id, USERS[1], [knot.moves.Scout(0)], 1)


async def test_a_game_of_older_rules_says_so(where: Where) -> None:
    async with opened(where) as store:
        table = await new_game(store)
        store.rows("UPDATE tables SET rules = rules - 1")
        store.tables.database.forget()
        with pytest.raises(Outdated):
            await store.tables.look(table.id, USERS[0])
        with pytest.raises(Outdated):
            await store.play(table, USERS[0], knot.moves.Scout(0))


async def test_migrations_lead_to_the_schema(where: Where) -> None:
    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        return list(compare_metadata(context, schema.metadata))

    if isinstance(where, Path):
        where, objects = where.parent / "a folder" / "hall.sqlite3", "name, sql FROM sqlite_master"
        where.parent.mkdir()
    else:
        objects = "indexname AS name, indexdef FROM pg_indexes WHERE schemaname = 'public'"
    async with opened(where) as store:
        made = store.rows(f"SELECT {objects} ORDER BY name")
        assert made
        version = store.rows("SELECT * FROM alembic_version")
    assert await by_an_engine(where, differences) == []
    async with opened(where) as store:
        assert store.rows(f"SELECT {objects} ORDER BY name") == made
        assert store.rows("SELECT * FROM alembic_version") == version
        if isinstance(where, Path):
            assert store.rows("PRAGMA journal_mode") == [{"journal_mode": "wal"}]
            loose = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT strict"
            ours = {table.name for table in schema.metadata.sorted_tables}
            assert not ours & {row["name"] for row in store.rows(loose)}


# -- Through another's seat


async def test_whoever_has_left_sits_only_in_their_own_seat_again(where: Where) -> None:
    """A second hand would be shown to them. It holds after a restart, and wherever somebody else sat meanwhile."""
    async with opened(where) as store:
        who: dict[str, Any] = {"guild_id": 1, "channel_id": CHANNEL, "user_id": USERS[0], "name": "user 0"}
        table = await store.lobbies.open("advyria", Request(**who, interaction_id=next(store.interactions)))
        for number in (1, 2):
            await store.lobbies.join(table.id, USERS[number], f"user {number}", next(store.interactions))
        await store.lobbies.go_first(table.id, USERS[0], next(store.interactions))
        await store.lobbies.start(table.id, USERS[0], next(store.interactions))
        for user in USERS[:2]:
            await store.tables.leave(table.id, user, next(store.interactions))
        departed = store.rows("SELECT * FROM departures")
        assert [row["loses"] for row in departed] == [False, False], "who hasn't made a move loses nothing"
    async with opened(where) as store:
        store.interactions = count(100)

        async def sits(user: int) -> int | None:
            now = await store.tables.take_seat(table.id, user, "again", next(store.interactions))
            player = now.player(user)
            return player.seat if player else None

        assert await sits(USERS[1]) == 1, "though seat 0 is empty too"
        with pytest.raises(Refused, match="kept until"):
            await sits(USERS[3])
        store.rows("UPDATE departures SET kept_until = 1")
        assert await sits(USERS[3]) == 0
        await store.tables.leave(table.id, USERS[2], next(store.interactions))
        before = store.everything()
        with pytest.raises(Refused, match="somebody else sits there"):
            await sits(USERS[0])
        assert store.everything() == before
        await store.tables.leave(table.id, USERS[3], next(store.interactions))
        assert await sits(USERS[0]) == 0, "it is free again"
        await store.tables.leave(table.id, USERS[0], next(store.interactions))
        assert await sits(USERS[3]) == 0, "it was theirs, too"
        for user in (USERS[1], USERS[3]):
            await store.tables.leave(table.id, user, next(store.interactions))
        assert not store.rows("SELECT * FROM departures"), "the table is closed"


async def test_who_plays_for_a_vacant_seat_knows_nothing_of_it(where: Where) -> None:
    """Neither what it saw before, nor what it looks at now, nor after taking that back; nor does it learn anything."""
    async with opened(where) as store:
        table = await new_game(store)
        ann, bob, cat = USERS[:3]
        await store.play(table, ann, knot.moves.Scout(0), knot.moves.Advance(0))
        await store.play(table, bob, knot.moves.Research(0, 0))
        dragon = store.state(table.id).tableaus[0][0]
        assert mine(await store.tables.look(table.id, bob)).tableaus[0][0] == dragon
        await store.tables.leave(table.id, bob, next(store.interactions))
        await agree_to_play(store, table, ann, cat)

        async def knows_nothing(user: int) -> None:
            seen = await store.tables.look(table.id, user)
            assert (seen.seat, mine(seen).seat) == (1, 1)
            assert mine(seen) == GAME.redact_for(GAME.view(store.state(table.id), 1)).mine
            assert not [known for known in (*mine(seen).nest, *chain(*mine(seen).tableaus)) if known is not None]
            told = await store.tables.heard(table.id, seen.seat, since=0, own=seen.own)
            assert not [event for entry in told for event in entry.events if event.audience]

        for user in (ann, cat):  # he left in the middle of his look
            await knows_nothing(user)
        for user, *moves in (
            (ann, knot.moves.Keep(), knot.moves.Advance(0)),
            (cat, knot.moves.Scout(9), knot.moves.Advance(0)),
            (ann, knot.moves.Scout(10), knot.moves.Advance(0)),
        ):
            await store.play(table, user, *moves)
        own_before = await store.tables.look(table.id, cat, own=True)
        for look in (knot.moves.Research(0, 1), knot.moves.Scout(11)):
            assert look in (await store.tables.look(table.id, cat)).legal
            await store.play(table, cat, look)
            await knows_nothing(cat)
            await store.undo(table, cat)
            await knows_nothing(cat)
        await store.play(table, cat, knot.moves.Research(0, 1))
        await knows_nothing(cat)
        assert mine(await store.tables.look(table.id, cat, own=True)) == mine(own_before)
        assert replayed(store, table) == store.state(table.id)
        await store.tables.take_seat(table.id, bob, "Bob", next(store.interactions))
        known = mine(await store.tables.look(table.id, bob))
        assert known.tableaus[0] == (dragon, *[None] * 6), "his own look, and not the one that was made for him"
        assert known.nest == (None,) * 16
        told = await store.tables.heard(table.id, 1, since=0)
        private = [event for entry in told for event in entry.events if event.audience]
        assert private == [knot.events.Looked(1, 0, 0, dragon, audience=(1,))]


async def test_posts_that_were_read_while_others_are_recorded_arent_kept(where: Where) -> None:
    class Slow(Posts):
        async def _read(self, table_id: int) -> Mapping[Slot, Post]:
            found = await super()._read(table_id)
            read.set()
            await recorded.wait()
            return found

    read, recorded = asyncio.Event(), asyncio.Event()
    async with opened(where) as store:
        table, posts = await new_lobby(store), Slow(store.database)
        reading = asyncio.create_task(posts.of(table.id))
        await read.wait()
        await posts.record(table.id, {BOARD: Post(1, 2)})
        recorded.set()
        assert await reading == {}
        assert await posts.of(table.id) == {BOARD: Post(1, 2)}


async def test_a_game_for_one_has_no_lobby(where: Where) -> None:
    async with opened(where) as store:
        before = store.everything()
        with pytest.raises(Refused, match="needs no table"):
            await store.lobbies.open("hexaract", Request(USERS[0], "Ann", 1, CHANNEL, next(store.interactions)))
        assert store.everything() == before


async def test_another_game_is_played_at_a_lobby_by_its_host_if_all_have_a_seat(where: Where) -> None:
    async with opened(where) as store:
        host, *others = USERS
        table = await store.lobbies.open("wyverns-knot", Request(host, "Ann", 1, CHANNEL, next(store.interactions)))
        await store.lobbies.add_computer(table.id, host, None, next(store.interactions))
        for user_id, game, why in (
            (others[0], "advyria", "Only the host"),
            (host, "hexaract", "needs no table"),
        ):
            with pytest.raises(Refused, match=why):
                await store.lobbies.choose_game(table.id, user_id, game, next(store.interactions))
        chosen = await store.lobbies.choose_game(table.id, host, "advyria", next(store.interactions))
        assert (chosen.game, chosen.computers) == ("advyria", ())
        assert isinstance(chosen.options, GAMES["advyria"].options)
        store.database.forget()
        assert await store.tables.get(table.id) == chosen, "as it is stored"
        back = await store.lobbies.choose_game(table.id, host, "wyverns-knot", next(store.interactions))
        for user_id in others:
            await store.lobbies.join(back.id, user_id, "Bob", next(store.interactions))
        with pytest.raises(Refused, match="All 4 seats are taken"):
            await store.lobbies.choose_game(table.id, host, "advyria", next(store.interactions))


async def test_a_game_for_one_and_one_that_is_over_are_not_followed(where: Where) -> None:
    async with opened(where) as store:
        followers = Followers(store.database)
        solitaire = await Solitaires(store.tables).start(
            "hexaract", Request(USERS[0], "Ann", 1, CHANNEL, next(store.interactions))
        )
        with pytest.raises(Refused, match="A game for one"):
            await followers.toggle(solitaire.id, USERS[1], next(store.interactions))
        table = await new_game(store)
        await store.tables.get(table.id)
        store.rows("UPDATE tables SET phase = 'over' WHERE id = ?", table.id)  # since it was last looked at
        with pytest.raises(Refused, match="over"):
            await followers.toggle(table.id, 999, next(store.interactions))
        assert not store.rows("SELECT * FROM followers")
