"""Every table of the hall, from the lobby to the end.

A change is one transaction: the interaction's id is claimed, the change made and the version raised, or nothing is.
The log of moves is the truth; the snapshot beside it is the same state, kept so that it need not be replayed.
Nobody outside this package sees a state: `look` gives a view and the legal moves of one user.
"""

import hashlib
import secrets
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from discord.utils import utcnow
from sqlalchemy import Row, and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine import GAMES, Chance, Data, Game, IllegalMove, Outcome, Seat, decode, encode

from . import schema
from .database import Database

Phase = Literal["lobby", "playing", "over", "closed"]


class Refused(Exception):
    """It can't be done. The message is a sentence for the user; nothing has changed."""


class Stale(Refused):
    """The table has moved on since what the user pressed was shown."""


class AlreadyApplied(Exception):
    """This interaction has been carried out before: Discord delivered it twice."""


@dataclass(frozen=True)
class Player:
    user_id: int
    name: str  # hostile: escape it wherever markup counts
    seat: Seat | None  # None in a lobby


@dataclass(frozen=True)
class Table:
    """What everyone may know of a table. Options are the game's own, decoded."""

    id: int
    game: str
    options: Any
    phase: Phase
    version: int
    turn: int
    seats: int  # 0 in a lobby
    host_id: int
    first_id: int | None
    guild_id: int | None
    channel_id: int
    commitment: str  # SHA-256 of the seed's 32 bytes, in hex
    seed: str | None  # 32 bytes in hex; None until the game is over
    players: tuple[Player, ...]  # by seat, or by order of joining in a lobby

    def player(self, user_id: int) -> Player | None:
        return next((player for player in self.players if player.user_id == user_id), None)

    def sitting(self, seat: Seat | None) -> Player | None:
        """Who holds `seat`; None if it is vacant."""
        return next((player for player in self.players if player.seat is not None and player.seat == seat), None)

    def names(self) -> tuple[str, ...]:
        """By seat."""
        return tuple(
            player.name if (player := self.sitting(seat)) else f"Empty seat {seat + 1}" for seat in range(self.seats)
        )


@dataclass(frozen=True)
class Told:
    """What one move told; `events` are those this viewer may hear."""

    version: int
    turn: int
    seat: Seat
    events: tuple[Any, ...]


@dataclass(frozen=True)
class Seen:
    """A game in progress or over, as one user may see it."""

    table: Table
    seat: Seat | None  # theirs, or the vacant one they may act for now; None: a spectator
    view: Any
    to_act: Seat | None
    legal: tuple[Any, ...]  # the moves open to this user now
    outcome: Outcome | None


class Tables:
    """All tables of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- Looking

    async def get(self, table_id: int) -> Table:
        async with self._database.read() as connection:
            return (await _load(connection, table_id)).table

    async def in_channel(self, channel_id: int) -> Table | None:
        """The group's table there that isn't finished; else the last one that was played to its end."""
        async with self._database.read() as connection:
            table_id = await connection.scalar(
                select(schema.tables.c.id)
                .where(schema.tables.c.channel_id == channel_id, schema.tables.c.phase != "closed")
                .order_by(schema.tables.c.phase == "over", schema.tables.c.id.desc())
                .limit(1)
            )
            return None if table_id is None else (await _load(connection, table_id)).table

    async def of_user(self, user_id: int) -> tuple[Table, ...]:
        """The games in progress in which this user has a seat, newest first."""
        async with self._database.read() as connection:
            ids = await connection.scalars(
                select(schema.tables.c.id)
                .join(schema.players)
                .where(schema.players.c.user_id == user_id, schema.tables.c.phase == "playing")
                .order_by(schema.tables.c.id.desc())
            )
            return tuple([(await _load(connection, table_id)).table for table_id in ids.all()])

    async def look(self, table_id: int, user_id: int | None, after: Sequence[Data] = ()) -> Seen:
        """The table as `user_id` may see it (None: as everyone may).

        `after` are moves not made but thought of: what would be legal then. They may reveal nothing.
        """
        async with self._database.read() as connection:
            loaded = await _load(connection, table_id)
        state = loaded.state()
        game = loaded.game
        seat = _acting_seat(loaded, state, user_id)
        mine = seat is not None and seat == game.to_act(state)
        seen_state = state
        if mine:
            for move in after:
                step = game.play(seen_state, move, loaded.chance)
                if step.reveals:
                    raise ValueError(f"{move} reveals something: it can't be thought of beforehand")
                seen_state = step.state
            mine = seat == game.to_act(seen_state)
        return Seen(
            table=loaded.table,
            seat=seat,
            view=game.view(seen_state, seat),
            to_act=game.to_act(seen_state),
            legal=tuple(game.legal_moves(seen_state)) if mine else (),
            outcome=game.outcome(seen_state),
        )

    async def told(self, table_id: int, seat: Seat | None, *, since: int) -> tuple[Told, ...]:
        """What moves newer than version `since` told, to everyone and to `seat`. What was taken back is left out."""
        async with self._database.read() as connection:
            game = (await _load(connection, table_id)).game
            entries = await _entries(connection, table_id)
        return tuple(
            Told(entry.version, entry.turn, entry.seat, _audible(game, entry.events, seat))
            for entry in _standing(entries)
            if entry.version > since
        )

    async def last_acted(self, table_id: int, user_id: int) -> int:
        """The version at which this user last made a move; 0 if they never did."""
        async with self._database.read() as connection:
            version = await connection.scalar(
                select(func.max(schema.log.c.version)).where(
                    schema.log.c.table_id == table_id, schema.log.c.user_id == user_id
                )
            )
            return version or 0

    # -- The lobby

    async def open(
        self, game_key: str, *, guild_id: int | None, channel_id: int, user_id: int, name: str, interaction_id: int
    ) -> Table:
        """A lobby with this user as its host and first guest."""
        game = GAMES[game_key]
        now = _now()
        async with self._database.write() as connection:
            await _claim(connection, interaction_id)
            try:
                table_id = await connection.scalar(
                    insert(schema.tables)
                    .values(
                        game=game.key,
                        rules=game.version,
                        options=encode(game.options()).decode(),
                        phase="lobby",
                        version=1,
                        turn=0,
                        seats=0,
                        host_id=user_id,
                        guild_id=guild_id,
                        channel_id=channel_id,
                        seed=secrets.token_hex(32),
                        created_at=now,
                        changed_at=now,
                    )
                    .returning(schema.tables.c.id)
                )
            except IntegrityError:
                raise Refused("There is a table in this channel already. Finish or close it first.") from None
            assert table_id is not None
            await _seat_guest(connection, table_id, user_id, name, place=0)
            return (await _load(connection, table_id)).table

    async def join(self, table_id: int, user_id: int, name: str, interaction_id: int) -> Table:
        async with self._change(table_id, interaction_id, "lobby") as (connection, loaded):
            table = loaded.table
            if table.player(user_id):
                raise Refused("You sit at this table already.")
            if len(table.players) >= max(loaded.game.seats):
                raise Refused(f"All {max(loaded.game.seats)} seats are taken.")
            place = await connection.scalar(
                select(func.max(schema.players.c.place)).where(schema.players.c.table_id == table_id)
            )
            await _seat_guest(connection, table_id, user_id, name, place=(place or 0) + 1)
        return await self.get(table_id)

    async def leave_lobby(self, table_id: int, user_id: int, interaction_id: int) -> Table:
        """The next guest becomes the host when the host leaves; an empty lobby closes."""
        async with self._change(table_id, interaction_id, "lobby") as (connection, loaded):
            table = loaded.table
            _guest(table, user_id)
            await connection.execute(
                delete(schema.players).where(schema.players.c.table_id == table_id, schema.players.c.user_id == user_id)
            )
            rest = [player.user_id for player in table.players if player.user_id != user_id]
            changes: dict[str, Any] = {}
            if not rest:
                changes["phase"] = "closed"
            elif table.host_id == user_id:
                changes["host_id"] = rest[0]
            if table.first_id == user_id:
                changes["first_id"] = None
            if changes:
                await _set(connection, table_id, **changes)
        return await self.get(table_id)

    async def go_first(self, table_id: int, user_id: int, interaction_id: int) -> Table:
        """The first to claim it goes first (WK-6)."""
        async with self._change(table_id, interaction_id, "lobby") as (connection, loaded):
            _guest(loaded.table, user_id)
            first = loaded.table.first_id
            if first == user_id:
                raise Refused("You go first already.")
            if first is not None:
                raise Refused("Somebody else was quicker: they go first.")
            await _set(connection, table_id, first_id=user_id)
        return await self.get(table_id)

    async def set_option(self, table_id: int, user_id: int, field: str, value: str, interaction_id: int) -> Table:
        """`value` is JSON, as a select carries it; only the host may."""
        async with self._change(table_id, interaction_id, "lobby") as (connection, loaded):
            _host(loaded.table, user_id, "choose how it is played")
            known = msgspec.to_builtins(loaded.table.options)
            try:
                chosen = decode(loaded.game.options, encode({**known, field: decode(Any, value.encode())}))
            except msgspec.MsgspecError:
                raise Refused("This game has no such option.") from None
            await _set(connection, table_id, options=encode(chosen).decode())
        return await self.get(table_id)

    async def start(self, table_id: int, user_id: int, interaction_id: int) -> Table:
        """Seats go clockwise in the order of joining, from whoever goes first: if nobody said so, the host."""
        async with self._change(table_id, interaction_id, "lobby") as (connection, loaded):
            table, game = loaded.table, loaded.game
            _host(table, user_id, "start it")
            users = [player.user_id for player in table.players]
            if len(users) not in game.seats:
                raise Refused(
                    f"{game.title} is played by {min(game.seats)} to {max(game.seats)}; {len(users)} sit here."
                )
            first = users.index(table.first_id or table.host_id)
            for seat, seated in enumerate(users[first:] + users[:first]):
                await connection.execute(
                    update(schema.players)
                    .where(schema.players.c.table_id == table_id, schema.players.c.user_id == seated)
                    .values(seat=seat)
                )
            try:
                state = game.new(len(users), table.options, loaded.chance)
            except IllegalMove as error:
                raise Refused(str(error)) from None
            await _set(
                connection,
                table_id,
                phase="playing",
                turn=1,
                seats=len(users),
                rules=game.version,
                snapshot=encode(state).decode(),
            )
        return await self.get(table_id)

    async def close(self, table_id: int, user_id: int, interaction_id: int) -> Table:
        async with self._change(table_id, interaction_id, "lobby") as (connection, loaded):
            _host(loaded.table, user_id, "close it")
            await _set(connection, table_id, phase="closed")
        return await self.get(table_id)

    # -- The game

    async def play(
        self, table_id: int, user_id: int, moves: Sequence[Data], interaction_id: int, *, version: int | None = None
    ) -> Seen:
        """Make `moves`, all or none, and whatever is forced after them.

        `version` is that of the table the user chose on; Stale is raised if it has changed. Raises Refused or the
        game's IllegalMove, and nothing has changed.
        """
        async with self._change(table_id, interaction_id, "playing", version) as (connection, loaded):
            state, game = loaded.state(), loaded.game
            seat = _acting_seat(loaded, state, user_id)
            if seat is None:
                raise Refused("You don't sit at this table.")
            if seat != game.to_act(state):
                raise Refused("It isn't your turn.")
            entries: list[_Entry] = []
            for move in moves:
                if game.to_act(state) != seat:
                    raise Refused("Your turn was over before the last of these.")
                state = _play(loaded, state, move, seat, "move", entries)
            while (turn := game.to_act(state)) is not None and len(forced := game.legal_moves(state)) == 1:
                state = _play(loaded, state, forced[0], turn, "forced", entries)
            await _append(connection, loaded, user_id, entries, state)
        return await self.look(table_id, user_id)

    async def undo(self, table_id: int, user_id: int, interaction_id: int, *, version: int | None = None) -> Seen:
        """Take back this user's last move, and what was forced after it, until someone else acts."""
        async with self._change(table_id, interaction_id, "playing", version) as (connection, loaded):
            if loaded.table.player(user_id) is None:
                raise Refused("You don't sit at this table.")
            history = _standing(await _entries(connection, table_id))
            back = len(history)
            while back and history[back - 1].kind == "forced":
                back -= 1
            if not back:
                raise Refused("There is nothing to take back.")
            move = history[back - 1]
            if move.user_id != user_id:
                raise Refused("Somebody else has acted since: only the last move can be taken back.")
            if any(entry.reveals for entry in history[back - 1 :]):
                raise Refused("That move showed something hidden, so it can't be taken back.")
            to = history[back - 2].version if back > 1 else 0
            state = _replay(loaded, history[: back - 1])
            entry = _Entry(loaded.table.turn, move.seat, "undo", str(to), "[]", reveals=False)
            await _append(connection, loaded, user_id, [entry], state)
        return await self.look(table_id, user_id)

    async def rebuilt(self, table_id: int) -> bool:
        """Whether the log alone leads to the very state of the snapshot."""
        async with self._database.read() as connection:
            loaded = await _load(connection, table_id)
            history = _standing(await _entries(connection, table_id))
        return bool(_replay(loaded, history) == loaded.state())

    # -- What has been shown

    async def posts(self, table_id: int) -> dict[int, Row[Any]]:
        """By user id, 0 for the channel's board: channel_id, message_id, version, turn, digest."""
        async with self._database.read() as connection:
            rows = await connection.execute(select(schema.posts).where(schema.posts.c.table_id == table_id))
            return {row.user_id: row for row in rows}

    async def posted(
        self, table_id: int, user_id: int, *, channel_id: int, message_id: int, version: int, turn: int, digest: str
    ) -> None:
        key = and_(schema.posts.c.table_id == table_id, schema.posts.c.user_id == user_id)
        async with self._database.write() as connection:
            await connection.execute(delete(schema.posts).where(key))
            await connection.execute(
                insert(schema.posts).values(
                    table_id=table_id,
                    user_id=user_id,
                    channel_id=channel_id,
                    message_id=message_id,
                    version=version,
                    turn=turn,
                    digest=digest,
                )
            )

    async def unshown(self) -> tuple[int, ...]:
        """Tables whose newest version the channel's board doesn't show yet."""
        board = and_(schema.posts.c.table_id == schema.tables.c.id, schema.posts.c.user_id == 0)
        async with self._database.read() as connection:
            rows = await connection.scalars(
                select(schema.tables.c.id)
                .outerjoin(schema.posts, board)
                .where(schema.tables.c.phase != "closed")
                .where((schema.posts.c.version.is_(None)) | (schema.posts.c.version < schema.tables.c.version))
            )
            return tuple(rows.all())

    async def dm_closed(self, user_id: int) -> bool:
        async with self._database.read() as connection:
            found = await connection.scalar(select(1).where(schema.closed_dms.c.user_id == user_id))
            return found is not None

    async def set_dm_closed(self, user_id: int, closed: bool) -> None:
        async with self._database.write() as connection:
            await connection.execute(delete(schema.closed_dms).where(schema.closed_dms.c.user_id == user_id))
            if closed:
                await connection.execute(insert(schema.closed_dms).values(user_id=user_id, at=_now()))

    # -- Within

    @asynccontextmanager
    async def _change(
        self, table_id: int, interaction_id: int, phase: Phase, version: int | None = None
    ) -> AsyncIterator[tuple[AsyncConnection, "_Loaded"]]:
        """A transaction on one table in `phase`; the version is raised by compare-and-set unless the body did it."""
        async with self._database.write() as connection:
            await _claim(connection, interaction_id)
            loaded = await _load(connection, table_id)
            table = loaded.table
            if table.phase != phase:
                raise Stale(_ELSEWHERE[table.phase])
            if version is not None and version != table.version:
                raise Stale("The table has moved on since. Here is how it stands.")
            yield connection, loaded
            await _raise_version(connection, table)


_ELSEWHERE: dict[Phase, str] = {
    "lobby": "This game hasn't started yet.",
    "playing": "This game has started already.",
    "over": "This game is over.",
    "closed": "This table is closed.",
}


@dataclass(frozen=True)
class _Loaded:
    """A table with what nobody outside may see."""

    table: Table
    game: Game[Any, Any, Any, Any, Any]
    rules: int
    secret: str
    snapshot: str | None

    @property
    def chance(self) -> Chance:
        return Chance(self.secret)

    def state(self) -> Any:
        if self.snapshot is None:
            raise Refused(_ELSEWHERE["lobby"])
        if self.rules != self.game.version:
            raise Refused(f"This game began under older rules of {self.game.title} and can't go on. Start a new one.")
        return decode(self.game.state, self.snapshot.encode())


@dataclass(frozen=True)
class _Entry:
    """A row of the log, before it has its version and after."""

    turn: int
    seat: Seat
    kind: Literal["move", "forced", "undo"]
    move: str
    events: str
    reveals: bool
    version: int = 0
    user_id: int | None = None


def _now() -> int:
    return int(utcnow().timestamp())


async def _claim(connection: AsyncConnection, interaction_id: int) -> None:
    try:
        await connection.execute(insert(schema.interactions).values(id=interaction_id, at=_now()))
    except IntegrityError:
        raise AlreadyApplied from None


async def _load(connection: AsyncConnection, table_id: int) -> _Loaded:
    row = (await connection.execute(select(schema.tables).where(schema.tables.c.id == table_id))).one_or_none()
    if row is None or row.game not in GAMES:
        raise Refused("That table is gone.")
    game = GAMES[row.game]
    players = await connection.execute(
        select(schema.players)
        .where(schema.players.c.table_id == table_id)
        .order_by(schema.players.c.seat, schema.players.c.place)
    )
    table = Table(
        id=row.id,
        game=row.game,
        options=decode(game.options, row.options.encode()),
        phase=row.phase,
        version=row.version,
        turn=row.turn,
        seats=row.seats,
        host_id=row.host_id,
        first_id=row.first_id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        commitment=hashlib.sha256(bytes.fromhex(row.seed)).hexdigest(),
        seed=row.seed if row.phase == "over" else None,
        players=tuple(Player(player.user_id, player.name, player.seat) for player in players),
    )
    return _Loaded(table, game, row.rules, row.seed, row.snapshot)


async def _seat_guest(connection: AsyncConnection, table_id: int, user_id: int, name: str, *, place: int) -> None:
    await connection.execute(
        insert(schema.players).values(table_id=table_id, user_id=user_id, name=name[:100], place=place)
    )


async def _set(connection: AsyncConnection, table_id: int, **values: Any) -> None:
    await connection.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(**values))


async def _raise_version(connection: AsyncConnection, table: Table) -> None:
    """One up, unless the log has raised it already; Stale if anybody else has changed the table meanwhile."""
    logged = await connection.scalar(select(func.max(schema.log.c.version)).where(schema.log.c.table_id == table.id))
    version = max(table.version + 1, logged or 0)
    result = await connection.execute(
        update(schema.tables)
        .where(schema.tables.c.id == table.id, schema.tables.c.version == table.version)
        .values(version=version, changed_at=_now())
    )
    if result.rowcount != 1:
        raise Stale("Somebody else was quicker. Here is how the table stands.")


async def _append(
    connection: AsyncConnection, loaded: _Loaded, user_id: int, entries: Sequence[_Entry], state: Any
) -> None:
    """Write `entries` to the log and `state` beside it."""
    table, game = loaded.table, loaded.game
    last = entries[-1]
    for number, entry in enumerate(entries, table.version + 1):
        await connection.execute(
            insert(schema.log).values(
                table_id=table.id,
                version=number,
                turn=entry.turn,
                seat=entry.seat,
                user_id=None if entry.kind == "forced" else user_id,
                kind=entry.kind,
                move=entry.move,
                events=entry.events,
                reveals=entry.reveals,
                at=_now(),
            )
        )
    before = game.to_act(loaded.state()) if last.kind == "undo" else last.seat
    await _set(
        connection,
        table.id,
        snapshot=encode(state).decode(),
        turn=last.turn + (game.to_act(state) != before),
        phase="playing" if game.outcome(state) is None else "over",
    )


def _play(
    loaded: _Loaded, state: Any, move: Any, seat: Seat, kind: Literal["move", "forced"], entries: list[_Entry]
) -> Any:
    """The state after `move`, whose entry is added to `entries`."""
    step = loaded.game.play(state, move, loaded.chance)
    turn = loaded.table.turn if not entries else entries[-1].turn + (entries[-1].seat != seat)
    entries.append(_Entry(turn, seat, kind, encode(move).decode(), encode(step.events).decode(), reveals=step.reveals))
    return step.state


async def _entries(connection: AsyncConnection, table_id: int) -> list[_Entry]:
    rows = await connection.execute(
        select(schema.log).where(schema.log.c.table_id == table_id).order_by(schema.log.c.version)
    )
    return [
        _Entry(row.turn, row.seat, row.kind, row.move, row.events, row.reveals, row.version, row.user_id)
        for row in rows
    ]


def _standing(entries: Iterable[_Entry]) -> list[_Entry]:
    """The moves that were not taken back."""
    standing: list[_Entry] = []
    for entry in entries:
        if entry.kind == "undo":
            standing = [move for move in standing if move.version <= int(entry.move)]
        else:
            standing.append(entry)
    return standing


def _replay(loaded: _Loaded, entries: Iterable[_Entry]) -> Any:
    game, chance = loaded.game, loaded.chance
    state = game.new(loaded.table.seats, loaded.table.options, chance)
    for entry in entries:
        state = game.play(state, decode(game.move, entry.move.encode()), chance).state
    return state


def _acting_seat(loaded: _Loaded, state: Any, user_id: int | None) -> Seat | None:
    """The seat through which this user sees and acts: where all play together the vacant one to act, else theirs."""
    player = loaded.table.player(user_id) if user_id is not None else None
    if player is None:
        return None
    to_act = loaded.game.to_act(state)
    if to_act is not None and loaded.table.sitting(to_act) is None and loaded.game.cooperative(loaded.table.options):
        return to_act
    return player.seat


def _audible(game: Game[Any, Any, Any, Any, Any], events: str, seat: Seat | None) -> tuple[Any, ...]:
    """Those of `events` that `seat` may hear. One told to it in particular replaces the public one before it."""
    heard: list[Any] = []
    for event in decode(_tuple_of(game.event), events.encode()):
        if event.audience is None:
            heard.append(event)
        elif seat in event.audience:
            if heard and type(heard[-1]) is type(event) and heard[-1].audience is None:
                heard.pop()
            heard.append(event)
    return tuple(heard)


def _tuple_of(kind: Any) -> Any:
    return tuple[kind, ...]


def _guest(table: Table, user_id: int) -> None:
    if not table.player(user_id):
        raise Refused("You don't sit at this table.")


def _host(table: Table, user_id: int, what: str) -> None:
    if user_id != table.host_id:
        raise Refused(f"Only the host of this table can {what}.")
