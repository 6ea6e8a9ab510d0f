"""Every table of the hall: what is seen of it, and every move.

A change is one transaction. It claims the interaction's id, makes the change and raises the version: all three or none.
The log of moves is the truth. The snapshot beside it is the same state, kept so that it need not be replayed.
Nobody outside this package sees a state: `look` gives a view and the legal moves of one user.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, Literal

from sqlalchemy import and_, bindparam, case, delete, func, or_, select, update

from engine import GAMES, AnyGame, BaseEvent, Data, Seat, encode, heard
from host import metrics
from players import Strength
from players.answer import Line, Question, What

from ..boards.standings import STANDINGS
from ..daily import weeks
from ..daily.calendar import closes_at, now, week_closes_at
from ..history import archive, replays
from ..history.replays import Finished, Replay, Replayed
from ..people.first_moves import FirstMoves
from ..store import schema
from ..store.cache import Cache
from ..store.cells import readable
from ..store.connection import Connection
from ..store.database import Beside, Database
from ..store.secret import keyed
from ..store.together import Selects, Write, write_all
from ..store.upserts import upsert
from . import results, timers, votes
from .computer_names import as_user, of_user
from .computers import plays_at, send_away
from .model import (
    ELSEWHERE,
    EMPTY_SEAT,
    MOVED_ON,
    NOBODY,
    SOMEBODY_ELSES_DEAL,
    AlreadyApplied,
    Change,
    Entry,
    GameRecord,
    HeardMove,
    Phase,
    Player,
    PlayerView,
    Refused,
    Stale,
    Table,
    first_of_run,
    is_packed,
    player_of,
    stamp,
    with_seed,
)
from .rows import NOTHING_KNOWN, PARTS, THESE, Found, claim_and_lock, found_in, load, once, save, seated, with_archive
from .timers import Times


@dataclass(frozen=True)
class ThinkTask:
    """What a computer player thinks about: its own turn, or that of somebody who asks for a hint."""

    table: Table
    seat: Seat
    moves: tuple[Data, ...]  # those that are legal
    question: Question


@dataclass(frozen=True)
class Verified:
    """What playing the log again has shown."""

    table: Table
    moves: int  # without those taken back
    holds: bool  # the game is over, and the seed and the moves lead to the very position that was shown


DEFAULT_TIMES = Times()
SETTLED = 64  # finished games kept in memory
REPLAYS, POSITIONS = 32, 1000  # kept there likewise, of at most so many positions of some 3 KB
INTERACTIONS_KEPT = 24 * 3600  # seconds; Discord repeats none after a day


class Tables:
    """All tables of one database."""

    def __init__(self, database: Database, times: Times = DEFAULT_TIMES) -> None:
        self.database = database
        self.times = times
        self._memory: Cache[GameRecord] = database.memory(_goes_on, compared=True)
        self._channels: Cache[int] = database.memory()  # by channel: a table that was in play there
        self._settled: Cache[GameRecord] = database.memory(_is_settled, SETTLED, compared=True)
        self._replays: Cache[Replayed] = database.memory(_is_short, REPLAYS, compared=True)  # by what is seen of which
        self.firsts = FirstMoves(database)
        self._replaying = asyncio.Lock()  # one game at a time, because playing it again takes the processor
        self.on_computer_turn: Callable[[int], None] = lambda table_id: (
            None
        )  # it is a computer's turn there: see ComputerTurns

    # -- Looking

    async def get(self, table_id: int) -> Table:
        return (await self._load(table_id)).table

    async def in_channel(self, channel_id: int) -> Table | None:
        """The channel's lobby or group game in progress; without one, the last group game that is over."""
        known = self._channels.get(channel_id)
        loaded = None if known is None else self._memory.get(known)
        if loaded and _goes_on(loaded) and loaded.table.channel_id == channel_id:  # there is never another beside it
            return loaded.table
        here = select(schema.tables.c.id).where(schema.tables.c.channel_id == channel_id)
        living = here.where(schema.GROUPS_LIVING).scalar_subquery()
        over = here.where(schema.GROUPS_OVER).order_by(schema.tables.c.id.desc()).limit(1).scalar_subquery()
        async with self.database.glance() as connection:
            found = (await connection.execute(select(living.label("living"), over.label("over")))).one()
        living_id = found.living
        if living_id is not None:
            self._channels.keep(channel_id, living_id)
        table_id = found.over if living_id is None else living_id
        return None if table_id is None else await self.get(table_id)

    async def of_user(self, user_id: int) -> tuple[Table, ...]:
        """The games in progress in which this user has a seat, newest first. Those that can't be read are left out."""
        return await self._readable(await self._played_by(user_id))

    async def require_readable(self, user_id: int) -> None:
        """Raises Unreadable if one of the games that `of_user` is about can't be read."""
        for loaded in (await self._load_all(await self._played_by(user_id))).values():
            if isinstance(loaded, Refused):
                raise loaded

    async def _played_by(self, user_id: int) -> Sequence[int]:
        async with self.database.glance() as connection:
            ids = await connection.scalars(
                select(schema.tables.c.id)
                .join(schema.players)
                .where(schema.players.c.user_id == user_id, schema.LIVING, schema.tables.c.phase == "playing")
                .order_by(schema.tables.c.id.desc())
            )
            return ids.all()

    async def unfinished(self, user_id: int, *, most: int) -> tuple[Table, ...]:
        """The lobbies and games in progress in which this user has a place: those changed last, newest first.

        Those that can't be read are left out.
        """
        async with self.database.glance() as connection:
            found = await connection.scalars(
                select(schema.tables.c.id)
                .join(schema.players)
                .where(schema.players.c.user_id == user_id, schema.LIVING)
                .order_by(schema.tables.c.changed_at.desc())
                .limit(most)
            )
            ids = found.all()
        return await self._readable(ids)

    async def _readable(self, table_ids: Sequence[int]) -> tuple[Table, ...]:
        """Without those that are damaged, or were deleted meanwhile."""
        loaded = await self._load_all(table_ids)
        return tuple([one.table for table_id in table_ids if isinstance(one := loaded[table_id], GameRecord)])

    async def living(self, *, guild_id: int | None = None, channel_id: int | None = None) -> tuple[Table, ...]:
        """The lobbies and group games in progress of a server or a channel, but for those that can't be read."""
        where = schema.tables.c.guild_id == guild_id if channel_id is None else schema.tables.c.channel_id == channel_id
        async with self.database.read() as connection:
            ids = await connection.scalars(select(schema.tables.c.id).where(where, schema.GROUPS_LIVING))
        return await self._readable(ids.all())

    async def outdated(self) -> tuple[Table, ...]:
        """The games in progress whose rules aren't kept any more, but for those that can't be read."""
        async with self.database.read() as connection:
            current = [
                and_(schema.tables.c.game == key, schema.tables.c.rules == kept.version)
                for key, game in GAMES.items()
                for kept in (game, *game.earlier)
            ]
            ids = await connection.scalars(
                select(schema.tables.c.id).where(schema.PLAYING, schema.tables.c.game.in_(GAMES), ~or_(*current))
            )
        return await self._readable(ids.all())

    async def count(self) -> Mapping[tuple[str, Phase], int]:
        """How many lobbies and games are in progress, by game and phase."""
        row = schema.tables.c
        living = select(row.game, row.phase, func.count().label("number")).group_by(row.game, row.phase)
        async with self.database.look() as connection:
            lobbies = readable(await connection.execute(living.where(schema.GROUPS_LIVING, row.phase == "lobby")))
            playing = readable(await connection.execute(living.where(schema.PLAYING)))
        return {(one.game, one.phase): one.number for one in (*lobbies, *playing)}

    async def look(self, table_id: int, user_id: int | None, *, own: bool = False) -> PlayerView:
        """The table as `user_id` may see it (None: as everyone may).

        They act for a vacant seat where that is allowed, unless `own` is set. Raises Refused for somebody else's deal
        of the day until its ranked play is closed.
        """
        loaded = await self._load(table_id)
        day, player = loaded.table.day, loaded.table.player(user_id or 0)
        if day is not None and player is None and now() < closes_at(day):
            raise Refused(SOMEBODY_ELSES_DEAL)
        return _look(loaded, user_id, own=own)

    async def show(self, table_id: int) -> Mapping[int | None, PlayerView]:
        """The table as everyone may see it (None) and as each player by user id, all of one version."""
        loaded = await self._load(table_id)
        state = loaded.state()
        users = (None, *(player.user_id for player in loaded.table.players))
        seats = {user_id: _seat(loaded, user_id) for user_id in users}
        return {
            user_id: _seen(loaded, state, seat, seat, can_undo=_undoable(loaded.history, user_id) is not None)
            for user_id, seat in seats.items()
        }

    async def told(
        self, table_id: int, seat: Seat | None, *, since: int, own: Seat | None = None
    ) -> tuple[HeardMove, ...]:
        """What everyone and `seat` heard of the moves after version `since`; of those taken back, only that they were.

        A user at `own` who acts for `seat` hears nothing of it that is that seat's alone.
        """
        loaded = await self._load(table_id)
        return tuple(
            HeardMove(
                entry.version,
                entry.turn,
                entry.seat,
                _heard(loaded.game, entry, seat, own),
                entry.kind,
                entry.user_id,
            )
            for entry in sorted((*loaded.history, *loaded.undos), key=lambda entry: entry.version)
            if entry.version > since
        )

    async def replay(self, table_id: int, user_id: int, *, own: bool = False) -> Replay:
        """A game that is over, with everything that was hidden; `own`: as this user's seat saw it, if they have one.

        While others may play the same deal of the day, it is shown to its player alone, as they saw it. Raises Refused.
        """
        loaded = await self._load(table_id)
        replay = replays.begun(loaded, user_id, own=own)
        seat = None if replay.all_open else replay.seat
        key = table_id, replay.all_open, seat
        known = self._replays.get(key)
        if known is not None and not known.is_of(loaded):  # somebody has been forgotten
            self._replays.drop(key)

        async def play() -> Replayed:
            async with self._replaying:
                known = self._replays.get(key)  # whoever asked first has played it meanwhile
                if known is not None and known.is_of(loaded):
                    return known
                return await asyncio.to_thread(replays.played, loaded, seat, all_open=replay.all_open)

        return replace(replay, positions=(await self._replays.get_or_read(key, play)).positions)

    async def load_settled(self, table_id: int) -> GameRecord:
        """For this package: a game that is over, with what nobody outside may see."""
        return await self._load(table_id)

    async def finished(self, user_id: int, *, most: int) -> tuple[Finished, ...]:
        """The games that are over in which this user had a seat at the end, the last first."""
        tables, players = schema.tables.c, schema.players.c
        theirs = (
            select(tables.id, tables.game, tables.date, tables.changed_at)
            .join(schema.players)
            .where(players.user_id == user_id, tables.phase == "over", tables.game.in_(GAMES))
            .order_by(tables.changed_at.desc(), tables.id.desc())
            .limit(most)
        )
        async with self.database.read() as connection:
            rows = readable(await connection.execute(theirs))
            if not rows:
                return ()
            at_them = select(schema.players).where(players.table_id.in_([row.id for row in rows]))
            sat = sorted(readable(await connection.execute(at_them)), key=lambda player: player.seat or 0)
        return tuple(
            Finished(
                row.id,
                row.game,
                date.fromisoformat(row.date) if row.date else None,
                row.changed_at,
                tuple(player.name for player in sat if player.table_id == row.id),
            )
            for row in rows
        )

    async def last_acted(self, table_id: int, user_id: int) -> tuple[int, int]:
        """The versions of the first and last of the moves that this user last made together; 0 without any."""
        history = (await self._load(table_id)).history
        last = next((number for number in reversed(range(len(history))) if history[number].user_id == user_id), None)
        if last is None:
            return 0, 0
        first = next((number for number in range(last, 0, -1) if history[number].kind == "move"), 0)
        return history[first].version, history[last].version

    async def brought_back_by(self, table: Table) -> int | None:
        """The user who began the turn that is going on by taking a move back; None if a move began it."""
        loaded = await self._load(table.id)
        before = [entry for entry in (*loaded.history, *loaded.undos) if entry.turn < table.turn]
        last = max(before, key=lambda entry: entry.version, default=None)
        return last.user_id if last and last.kind == "undo" else None

    # -- The game

    async def play(
        self, table_id: int, user_id: int, moves: Sequence[Data], interaction_id: int, *, version: int | None = None
    ) -> PlayerView:
        """Make all of `moves` or none, then the moves that are forced after them.

        `version` is the one that the user was shown. Raises Stale if it has changed, Refused, or the game's
        IllegalMove; then nothing has changed.
        """
        async with self.change(table_id, interaction_id, "playing", version) as change:
            state, game = change.loaded.state(), change.loaded.game
            seat = _acting_seat(change.loaded, state, user_id)
            if seat is None:
                raise Refused("You don't sit at this table.")
            if (to_act := game.to_act(state)) != seat:
                waits = to_act in change.loaded.table.vacant and change.loaded.table.at_stake
                raise Refused(EMPTY_SEAT if waits else "It isn't your turn.")
            for move in moves:
                if game.to_act(state) != seat:
                    raise Refused("Your turn was over before the last of these.")
                # Made together they are taken back together, like what is forced: but for those after a revelation
                together = bool(change.entries) and not change.entries[-1].reveals
                made = _as_made(change.loaded, move, seat, user_id)
                state = _play(change, state, made, seat, "forced" if together else "move", user_id)
            _play_forced(change, state)
            change.same_players = True
            noted = await self.firsts.note(change, user_id, moves)
        if noted:
            self.firsts.keep(user_id, change.loaded.table.game, noted)
        assert change.after
        return _look(change.after, user_id)

    # -- Computer players

    async def thought(self, table_id: int) -> ThinkTask | None:
        """What the computer player whose turn it is has to think about; None if it is nobody's of them."""
        loaded = await self._load(table_id)
        computer = loaded.thinker()
        if computer is None or computer.seat is None:
            return None
        return _thought(loaded, computer.seat, None, "move", plays_at(loaded.table, computer))

    async def play_for(self, thought: ThinkTask, move: Data) -> None:
        """Make a computer's move, then those that are forced after it. Raises Stale if the table has changed since."""
        async with self.change(thought.table.id, None, "playing", thought.table.version) as change:
            computer = change.loaded.thinker()
            assert computer is not None
            state = _play(change, change.loaded.state(), move, thought.seat, "move", as_user(computer.number))
            _play_forced(change, state)
            change.same_players = True

    # -- Hints

    async def asked(self, table_id: int, user_id: int, version: int, wished: Sequence[Line] = ()) -> ThinkTask:
        """What a computer player is asked for this user: what they see and have heard, no more.

        `version` is the one that the user was shown, `wished` what they ask about beside the best moves. Raises
        Refused where no hints are given, Stale.
        """
        loaded = await self._load(table_id)
        table = loaded.table
        if table.ranked:
            raise Refused("A ranked deal is played without hints. In practice you can have them.")
        if not table.gives_hints:
            raise Refused("This table plays without hints. The host chooses that before the game.")
        if table.phase != "playing":
            raise Stale(ELSEWHERE[table.phase])
        if table.version != version:
            raise Stale(MOVED_ON)
        state = loaded.state()
        seat = _acting_seat(loaded, state, user_id)
        if seat is None or seat != loaded.game.to_act(state):
            raise Refused("It isn't your turn. Ask me again when it is.")
        return _thought(loaded, seat, _seat(loaded, user_id), "opinion", "strong", wished)

    async def take_hint(self, thought: ThinkTask) -> None:
        """Count a hint before it is told: once for a version, however often it is asked for. Raises Stale."""
        tables, version = schema.tables.c, thought.table.version
        try:
            async with self.database.write() as connection:
                counted = await connection.execute(
                    update(schema.tables)
                    .where(tables.id == thought.table.id, tables.version == version, tables.hints.is_not(None))
                    .values(hints=tables.hints + case((tables.hinted == version, 0), else_=1), hinted=version)
                )
                if not counted.rowcount:
                    raise Stale(MOVED_ON)
        finally:
            self._memory.drop(thought.table.id)

    # -- Taking back

    async def undo(self, table_id: int, user_id: int, interaction_id: int, *, version: int | None = None) -> PlayerView:
        """Take back this user's last move and what was forced after it, if nobody else has acted since."""
        async with self.change(table_id, interaction_id, "playing", version) as change:
            loaded = change.loaded
            table, history = loaded.table, loaded.history
            player_of(table, user_id)
            back = _undoable(history, user_id)
            if back is None:
                raise Refused(
                    "Nothing to take back: you can take back your last move until somebody else acts, if it showed "
                    "nothing hidden."
                )
            to = history[back - 1].version if back else 0
            change.entries.append(
                Entry(table.turn, history[back].seat, "undo", str(to), "[]", False, user_id, change.version)
            )
            _reach(change, loaded.replay(history[:back]), loaded.game.to_act(loaded.state()))
            change.same_players = True
        assert change.after
        return _look(change.after, user_id)

    async def verify(self, table_id: int) -> Verified:
        """Play the log again from the seed and compare. Before the end the seed is secret, and `holds` is False."""
        loaded = await self._read(table_id)  # from the database, not from memory: what is stored is to be proved
        async with self._replaying:
            holds = await asyncio.to_thread(proved, loaded)
        return Verified(loaded.table, len(loaded.history), loaded.table.seed is not None and holds)

    async def only_once(self, interaction_id: int) -> None:
        """Raises AlreadyApplied if this interaction has changed something already."""
        async with self.database.glance() as connection:
            if await connection.scalar(select(1).where(schema.interactions.c.id == interaction_id)):
                raise AlreadyApplied

    async def forget_interactions(self) -> None:
        """Delete the ids of interactions that Discord can't deliver again."""
        async with self.database.write() as connection:
            await connection.execute(
                delete(schema.interactions).where(schema.interactions.c.at < now() - INTERACTIONS_KEPT)
            )

    # -- Coming and going

    async def leave(self, table_id: int, user_id: int, interaction_id: int | None) -> Table:
        """Vacate a user's seat. When the last one goes, the table closes."""
        async with self.change(table_id, interaction_id, "playing") as change:
            player_of(change.loaded.table, user_id)
            if change.loaded.table.solo:
                raise Refused("A game for one isn't left but given up: it has a button for that.")
            await self._vacate(change, user_id)
        return await self.get(table_id)

    async def take_seat(self, table_id: int, user_id: int, name: str, interaction_id: int) -> Table:
        """Take the seat that they left before, else the first vacant one. In two seats they would see too much."""
        async with self.change(table_id, interaction_id, "playing") as change:
            table = change.loaded.table
            if table.player(user_id):
                raise Refused("You sit at this table already.")
            before = await _departure(change.connection, table_id, user_id)
            seat: Seat | None = before.seat if before else None
            if seat is None and not table.vacant:
                kept = any(one.stands_in for one in table.computers)
                raise Refused("A computer player keeps that seat for who left it." if kept else "No seat is empty.")
            if seat is not None and table.sitting(seat):
                raise Refused(
                    "You have left a seat of this game, and somebody else sits there now: it was yours alone."
                )
            seat = table.vacant[0] if seat is None else seat
            if table.week is not None and table.ranked and now() < week_closes_at(table.week):
                await weeks.sit_down(change.connection, table, table.seats, user_id, "You have")
            await send_away(change.connection, table, seat)
            whole = before is not None and self._was_whole(change.loaded, before, user_id)
            row = seated(table_id, user_id, name, place=table.version, seat=seat, whole=whole)
            await change.connection.execute(row)
            players = (*table.players, Player(user_id, name, seat, whole=whole))
            change.loaded = replace(change.loaded, table=replace(table, players=players))
            await votes.settle(change)
        return await self.get(table_id)

    def _was_whole(self, loaded: GameRecord, departure: Any, user_id: int) -> bool:
        """Whether somebody who comes back has played the whole game so far: see Player.whole."""
        in_time = now() - departure.at <= self.times.vacate.total_seconds()
        of_others = [
            entry
            for entry in loaded.history
            if entry.seat == departure.seat and entry.kind == "move" and entry.user_id != user_id
        ]
        return in_time and not of_others

    async def vacate_absent(self, table_id: int, user_id: int, interaction_id: int) -> Table:
        """Vacate the seat that the table has waited for too long. Another player asks for it."""
        async with self.change(table_id, interaction_id, "playing") as change:
            await self.free_absent(change, user_id)
        return await self.get(table_id)

    async def free_absent(self, change: Change, user_id: int) -> None:
        """Likewise, in a transaction."""
        loaded, table = change.loaded, change.loaded.table
        player_of(table, user_id)
        absent = table.sitting(loaded.game.to_act(loaded.state()))
        if absent is None or await timers.waits(change.connection, table.id, "vacate"):
            raise Stale("The table isn't waiting for an absent player any more.")
        if absent.user_id == user_id:
            raise Refused("It is your own turn: play, or leave with `/leave`.")
        await self._vacate(change, absent.user_id)

    async def close(self, table: Table) -> None:
        """Close a table that was idle too long or can't go on. Raises Stale if `table` isn't its newest version."""
        async with self.change(table.id, None, table.phase, table.version) as change:
            change.values["phase"] = "closed"

    async def move_to(self, table_id: int, channel_id: int) -> Table:
        """Move it to the thread made for it."""
        async with self.change(table_id, None, "playing") as change:
            change.values |= {"channel_id": channel_id, "own_thread": False}
        return await self.get(table_id)

    async def _vacate(self, change: Change, user_id: int) -> None:
        table = change.loaded.table
        player, departures = player_of(table, user_id), schema.departures
        hashed = await _hash(change.connection, table.id, user_id)
        key = {"table_id": table.id, "hash": hashed}
        left = {"user_id": None if table.together else user_id, "at": now() if player.whole else 0}
        first = {"seat": player.seat, "begun": player.whole}
        await change.connection.execute(upsert(change.connection, departures, key, left, first))
        rest = tuple(player for player in table.players if player.user_id != user_id)
        await change.connection.execute(
            delete(schema.players).where(schema.players.c.table_id == table.id, schema.players.c.user_id == user_id)
        )
        if rest:
            change.loaded = replace(change.loaded, table=replace(table, players=rest))
            await votes.settle(change)
        else:
            change.values["phase"] = "closed"

    # -- Within this package

    @asynccontextmanager
    async def change(
        self, table_id: int, interaction_id: int | None, phase: Phase, version: int | None = None
    ) -> AsyncIterator[Change]:
        """A transaction on one table in `phase`. `interaction_id` is None if no user asked for it."""
        try:
            async with self.database.write() as connection:
                loaded = await self._locked(connection, table_id, interaction_id)
                if loaded.table.phase != phase:
                    raise Stale(ELSEWHERE[loaded.table.phase])
                if version is not None and version != loaded.table.version:
                    raise Stale(MOVED_ON)
                change = Change(connection, loaded)
                yield change
                changed = await write(change, self.times)
        except BaseException:
            self._memory.drop(table_id)  # it may have been committed even so
            raise
        change.after = changed
        self._keep(changed)
        if visit := self.database.visited:
            visit.compared.add(table_id)
        if change.entries:
            before, after = change.loaded.table, changed.table
            metrics.MOVES.labels(after.game).inc(sum(entry.kind != "undo" for entry in change.entries))
            metrics.TURNS.labels(after.game).inc(max(0, after.turn - before.turn))
        if changed.thinker():
            self.on_computer_turn(table_id)

    def opened(self, loaded: GameRecord) -> Table:
        """A table was made, and that is committed."""
        self._keep(loaded)
        return loaded.table

    def _keep(self, loaded: GameRecord) -> None:
        for memory in (self._memory, self._settled):
            memory.keep(loaded.table.id, loaded)

    async def _locked(self, connection: Connection, table_id: int, interaction_id: int | None) -> GameRecord:
        """As it is now. Nobody else changes it before the end of the transaction."""
        if self.database.shared:
            owner = self.database.leases.owner
            newest, forgettings = await claim_and_lock(connection, interaction_id, table_id, owner)
            self._forget(forgettings)
            known = self._memory.get(table_id)
            if known is not None and stamp(known.table) != newest:
                self._memory.drop(table_id)
        elif interaction_id is not None:
            await once(connection, interaction_id)
        return self._memory.get(table_id) or await load(connection, table_id)

    def _forget(self, forgettings: int | None) -> bool:
        """Empty all memories if somebody was forgotten in another process; see Leases.forgettings."""
        claims = self.database.leases
        if not self.database.shared or forgettings == claims.forgettings:
            return False
        self.database.forget()
        claims.forgettings = forgettings
        return True

    async def _load(self, table_id: int) -> GameRecord:
        loaded = self._known(table_id) or (await self._load_all([table_id]))[table_id]
        if isinstance(loaded, Refused):
            raise loaded
        return loaded

    def _known(self, table_id: int) -> GameRecord | None:
        """What is in memory, if it is the newest for certain."""
        visit, shared = self.database.visited, self.database.shared
        known = self._memory.get(table_id) or self._settled.get(table_id)
        if known is None or (shared and (visit is None or table_id not in visit.compared)):
            return None
        loaded = with_seed(known)
        if loaded is not known:
            self._settled.keep(table_id, loaded)
        return loaded

    async def _load_all(self, table_ids: Sequence[int]) -> Mapping[int, GameRecord | Refused]:
        """Several tables, each as it is or why it can't be read, by one query of those that aren't known."""
        loaded: dict[int, GameRecord | Refused] = {
            table_id: known for table_id in table_ids if (known := self._known(table_id))
        }
        asked = [table_id for table_id in table_ids if table_id not in loaded]
        if not asked:
            return loaded
        memories = (self._memory, self._settled)
        old = {table_id: known for table_id in asked for memory in memories if (known := memory.get(table_id))}
        with ExitStack() as reading:
            keeping = [reading.enter_context(memory.reading()) for memory in memories]
            beside = self._beside if self.database.visited else ()
            keeping_beside = [reading.enter_context(one.memory.reading()) for one in beside]
            found = await self._ask(asked, [stamp(known.table) for known in old.values()])
            if self._forget(next((row.forgettings for row in readable(found["process"])), None)):
                return await self._load_all(table_ids)
            unchanged = {row.id for row in found["there"]} - {row.id for row in found["tables"]}
            for table_id in asked:
                try:
                    known = old[table_id] if table_id in unchanged else await self._unpacked(found_in(found, table_id))
                except Refused as error:
                    loaded[table_id] = error
                else:
                    loaded[table_id] = with_seed(known)
            read = {table_id: one for table_id in asked if isinstance(one := loaded[table_id], GameRecord)}
            for keep in keeping:
                keep(read)
            tables = [one.table for one in read.values()]
            users = {player.user_id for table in tables for player in table.players}
            if visit := self.database.visited:
                visit.compared |= read.keys()
                users |= set() if visit.user_id is None else {visit.user_id}
            for number, (part, keep_it) in enumerate(zip(beside, keeping_beside, strict=True)):
                keep_it(part.values(found[f"beside_{number}"], tables, users))
        for table_id in asked:
            if table_id not in read:
                for memory in memories:
                    memory.drop(table_id)
        return loaded

    async def _ask(self, table_ids: Sequence[int], known: Sequence[tuple[int, int, int]]) -> Found:
        visit = self.database.visited
        values = {"these": table_ids, "known": known or NOTHING_KNOWN, "owner": self.database.leases.owner}
        async with self.database.glance() as connection:
            if visit is None:
                return await _PARTS.rows(connection, **values)
            return await self._parts_beside.rows(connection, **values, me=visit.user_id or NOBODY)

    @cached_property
    def _beside(self) -> tuple[Beside, ...]:
        """All of it has been told of by the time that anybody visits."""
        return tuple(self.database.beside)

    @cached_property
    def _parts_beside(self) -> Selects:
        return Selects(_PARTS_OF_ALL | {f"beside_{number}": one.rows for number, one in enumerate(self._beside)})

    async def _read(self, table_id: int) -> GameRecord:
        return await self._unpacked(found_in(await self._ask([table_id], []), table_id))

    async def _unpacked(self, loaded: GameRecord) -> GameRecord:
        if not is_packed(loaded):
            return loaded
        async with self.database.look() as connection:  # players don't queue with those who look at old games
            loaded = await with_archive(connection, loaded)
        async with self._replaying:
            return await asyncio.to_thread(archive.unpack, loaded)


_PROCESS = select(schema.processes.c.forgettings).where(schema.processes.c.id == bindparam("owner"))
_THERE = select(schema.tables.c.id).where(schema.tables.c.id.in_(THESE))
_PARTS_OF_ALL = {**PARTS, "there": _THERE, "process": _PROCESS}
_PARTS = Selects(_PARTS_OF_ALL)


def _goes_on(loaded: GameRecord) -> bool:
    return loaded.table.phase in ("lobby", "playing")


def _is_settled(loaded: GameRecord) -> bool:
    """The game is over. It changes only if somebody is forgotten; its seed may be told later, see `with_seed`."""
    return loaded.table.phase == "over"


def _is_short(replayed: Replayed) -> bool:
    return len(replayed.positions) <= POSITIONS


def proved(loaded: GameRecord) -> bool:
    """Whether the seed and the moves lead to the position that was shown."""
    state = loaded.state()
    shown = loaded.digest is None or loaded.digest == archive.digest(encode(state).decode())
    return bool(shown and loaded.replay(loaded.history) == state)


async def write(change: Change, times: Times) -> GameRecord:
    """Write everything that follows from a change. Returns the table as it is now."""
    over = change.values.get("phase") == "over" and results.counts(change.loaded.table)
    changed = await save(change, queued=STANDINGS if over else None)
    writes = list[Write]()
    if over:  # who has left counts, too
        outcome = None if changed.table.conceded else changed.game.outcome(changed.state())
        writes += await results.record(change.connection, changed, outcome)
    if changed.table.phase != "playing":
        writes.append(delete(schema.departures).where(schema.departures.c.table_id == changed.table.id))
    were = change.loaded.table
    thinking = changed.thinker() is not None if were.computers or changed.table.computers else None
    writes += timers.restarted(changed.table, times, was=were.phase, thinking=thinking)
    await write_all(change.connection, writes)
    return changed


async def _departure(connection: Connection, table_id: int, user_id: int) -> Any:
    """The row of a game in progress that says which seat this user has left, and when; None if they have left none."""
    departures = schema.departures
    hashed = await _hash(connection, table_id, user_id)
    theirs = select(departures).where(departures.c.table_id == table_id, departures.c.hash == hashed)
    return (await connection.execute(theirs)).one_or_none()


async def _hash(connection: Connection, table_id: int, user_id: int) -> str:
    return await keyed(connection, f"left/{table_id}/{user_id}")


def begin(change: Change, seats: int) -> None:
    """Deal, and play the moves that are forced. Raises the game's IllegalMove."""
    loaded = change.loaded
    state = loaded.game.new(seats, loaded.table.options, loaded.chance)
    change.loaded = replace(loaded, table=replace(loaded.table, turn=1, seats=seats))
    change.values |= {"seats": seats, "rules": loaded.game.version}
    _play_forced(change, state)


def _play(
    change: Change, state: Any, move: Any, seat: Seat, kind: Literal["move", "forced"], user_id: int | None
) -> Any:
    """Log `move` and return the state after it."""
    loaded, entries = change.loaded, change.entries
    step = loaded.game.play(state, move, loaded.chance)
    turn = loaded.table.turn if not entries else entries[-1].turn + (entries[-1].seat != seat)
    made, events = encode(move).decode(), encode(step.events).decode()
    entry = Entry(turn, seat, kind, made, events, step.reveals, user_id, change.version)
    entries.append(entry.telling(step.events))
    return step.state


def _play_forced(change: Change, state: Any) -> None:
    """Play the moves that leave no choice, and note where that leads."""
    game = change.loaded.game
    alone = change.loaded.table.solo
    while (turn := game.to_act(state)) is not None and (move := game.forced(state, alone=alone)) is not None:
        state = _play(change, state, move, turn, "forced", None)
    _reach(change, state, change.entries[-1].seat if change.entries else game.to_act(state))


def _reach(change: Change, state: Any, before: Seat | None) -> None:
    """Record the new `state`. `before` is the seat that made the last move."""
    game, entries = change.loaded.game, change.entries
    turn = entries[-1].turn if entries else change.loaded.table.turn
    change.state = state
    change.values |= {
        "snapshot": encode(state).decode(),
        "turn": turn + (game.to_act(state) != before),
        "phase": "playing" if game.outcome(state) is None else "over",
    }


def _look(loaded: GameRecord, user_id: int | None, *, own: bool = False) -> PlayerView:
    """As `Tables.look`."""
    state = loaded.state()
    seat = _seat(loaded, user_id) if own else _acting_seat(loaded, state, user_id)
    can_undo = _undoable(loaded.history, user_id) is not None
    return _seen(loaded, state, seat, _seat(loaded, user_id), can_undo=can_undo)


def _undoable(history: Sequence[Entry], user_id: int | None) -> int | None:
    """The index in `history` of the move that this user may take back, with all after it; None if there is none."""
    back = next((number for number in reversed(range(len(history))) if history[number].kind == "move"), None)
    if back is None or user_id is None or history[back].user_id != user_id:
        return None
    if any(entry.reveals for entry in history[back:]):
        return None
    return back


def _seen(loaded: GameRecord, state: Any, seat: Seat | None, own: Seat | None, *, can_undo: bool) -> PlayerView:
    """What a user at `own` sees from `seat`, and what they may do."""
    game, playing = loaded.game, loaded.table.phase == "playing"
    to_act = game.to_act(state) if playing else None
    if game.revealed is not None and loaded.table.seed is not None:
        view = game.revealed(state)
    else:
        view = game.view(state, seat)
        view = view if own is None or own == seat else game.redact_for(view)
    if run := _run(loaded):
        view = game.recalling(view, run)
    acting = seat is not None and seat == to_act
    return PlayerView(
        table=loaded.table,
        seat=seat,
        own=own,
        view=view,
        to_act=to_act,
        legal=tuple(game.legal_moves(state)) if acting else (),
        outcome=game.outcome(state),
        can_undo=playing and can_undo,
    )


def _thought(
    loaded: GameRecord, seat: Seat, own: Seat | None, what: What, strength: Strength, wished: Sequence[Line] = ()
) -> ThinkTask:
    """What is asked about the turn of `seat`, for a computer player there, or for a user at `own` who acts for it."""
    game, state = loaded.game, loaded.state()
    view = game.view(state, seat)
    view = view if own is None or own == seat else game.redact_for(view)
    told = [event for entry in loaded.history for event in _heard(game, entry, seat, own)]
    purpose = "computer" if what == "move" else f"hint/{own}"
    luck = f"{loaded.secret}/{purpose}/{loaded.table.version}"
    moves = tuple(game.legal_moves(state))
    asked = Question.about(game, what, strength, view, moves, told, luck=luck, wished=wished)
    return ThinkTask(loaded.table, seat, moves, asked)


def _run(loaded: GameRecord) -> tuple[BaseEvent, ...]:
    """What everyone heard of the computers' turns that led to this one, which nobody has moved in yet."""
    turn, history = loaded.table.turn, loaded.history
    if not loaded.table.computers or not history or history[-1].turn == turn:
        return ()
    first = first_of_run({entry.turn for entry in history if of_user(entry.user_id)}, turn)
    run = [entry for entry in history if entry.turn >= first]
    return tuple([event for entry in run for event in _heard(loaded.game, entry, None, None)])


def _acting_seat(loaded: GameRecord, state: Any, user_id: int | None) -> Seat | None:
    """The seat this user acts for: their own, or, in a co-operative game, the vacant seat whose turn it is.

    While the game can count, nobody plays for others: its players first agree that it is to count no more.
    """
    seat, to_act, table = _seat(loaded, user_id), loaded.game.to_act(state), loaded.table
    if seat is None or to_act not in table.vacant:
        return seat
    return to_act if table.together and not table.at_stake else seat


def _as_made(loaded: GameRecord, move: Data, seat: Seat | None, user_id: int | None) -> Data:
    """A move as this user makes it for `seat`: what they look at for a vacant one, nobody sees."""
    made: Data = move if seat == _seat(loaded, user_id) else loaded.game.unseen(move)
    return made


def _seat(loaded: GameRecord, user_id: int | None) -> Seat | None:
    player = loaded.table.player(user_id) if user_id is not None else None
    return player.seat if player else None


def _heard(game: AnyGame, entry: Entry, seat: Seat | None, own: Seat | None) -> tuple[BaseEvent, ...]:
    """What a user at `own`, who acts for `seat`, hears of a move."""
    told = entry.told(game)
    if own is not None and own != seat:
        told = tuple(event for event in told if event.audience is None or not game.withheld(event))
    return heard(told, seat)
