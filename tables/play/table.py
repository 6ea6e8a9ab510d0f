"""A table as it is stored and as others may know it, and the one way to change it."""

import hashlib
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Literal, Self

import msgspec
import sqlalchemy
from discord.utils import utcnow
from sqlalchemy import (
    BigInteger,
    BindParameter,
    Insert,
    Row,
    Select,
    bindparam,
    cast,
    func,
    insert,
    literal_column,
    select,
    true,
    tuple_,
    union,
    update,
)
from sqlalchemy.exc import IntegrityError

from engine import GAMES, AnyGame, AnyView, BaseEvent, Chance, Data, IllegalMove, Outcome, Seat, decode, encode, rules
from players import Strength

from ..store import schema
from ..store.cells import Refused as Refused
from ..store.cells import Unreadable, decoded, require_readable
from ..store.connection import Connection
from ..store.together import Rows, Selects, Write, write_all
from ..store.upserts import INSERTS
from .computer_names import CAST, called, of_user, unsigned

Phase = Literal["lobby", "playing", "over", "closed"]
NOBODY = 0  # in place of the id of a user who was deleted
RANKED_PLAY = timedelta(hours=26)  # from the beginning of the day, UTC
LEAST_PEOPLE = 2  # who must have sat through a group's game for it to count


class Taken(Refused):
    """There is a table already where there can be but one."""


class Stale(Refused):
    """The table has changed since the user was shown what they pressed."""


class Outdated(Refused):
    """The rules have changed since this game began, so it can't go on."""


class AlreadyApplied(Exception):
    """This interaction has been carried out before: Discord delivered it twice."""


@dataclass(frozen=True)
class Request:
    """Who asks for something, and where: one interaction."""

    user_id: int
    name: str  # hostile: escape it wherever markup counts
    guild_id: int | None  # None: in direct messages
    channel_id: int
    interaction_id: int

    def place(self) -> dict[str, Any]:
        """The columns of a row that say where it belongs."""
        return {"guild_id": self.guild_id, "channel_id": self.channel_id}


@dataclass(frozen=True)
class Player:
    user_id: int
    name: str  # hostile: escape it wherever markup counts
    seat: Seat | None  # None in a lobby
    ready: date | None = None  # in a lobby: the week whose deal they have themselves agreed to play there
    # They have sat here from the lobby on. They may have been away no longer at a time than a seat is kept, and
    # nobody has moved for them
    whole: bool = True


@dataclass(frozen=True)
class Computer:
    """A computer player at a table."""

    number: int  # of the cast
    strength: Strength
    seat: Seat | None  # None in a lobby
    stands_in: bool  # for somebody who left, and who gets the seat back

    @property
    def name(self) -> str:
        return called(self.number)


@dataclass(frozen=True)
class Table:
    """What everyone may know of a table. Options are the game's own, decoded."""

    id: int
    game: str
    options: Data
    phase: Phase
    solo: bool  # a solitaire: it belongs to its host, not to its channel
    version: int
    turn: int
    seats: int  # 0 in a lobby
    host_id: int
    first_id: int | None
    guild_id: int | None
    channel_id: int
    commitment: str  # SHA-256 of the seed's 32 bytes, in hex
    seed: str | None  # 32 bytes in hex; None until the game and ranked play of its deal are over
    own_thread: bool  # it moves to a thread of its own when it starts
    conceded: bool  # it is over because the players gave up
    outdated: bool  # it began under rules that aren't kept any more
    changed_at: int  # seconds since 1970
    day: date | None  # of its deal of the day
    week: date | None  # the Monday of the week whose deal it plays; of a lobby: is to play
    ranked: bool  # the first attempt at this deal of a day or week
    hints: int | None  # taken so far; None: computer players give none here
    players: tuple[Player, ...]  # by seat, or by order of joining in a lobby
    computers: tuple[Computer, ...]  # likewise
    unranked: bool = False  # its players have agreed on what takes it off the boards

    @property
    def together(self) -> bool:
        """Whether it is a game of several who win or lose together."""
        return self.seats > 1 and GAMES[self.game].cooperative(self.options)

    @property
    def at_stake(self) -> bool:
        """Whether a group that plays together can still come to stand on a board with this game."""
        helped = self.unranked or self.hints is not None or any(not one.stands_in for one in self.computers)
        open_still = self.closes_at is None or (self.ranked and now() < self.closes_at)
        return self.together and not helped and open_still

    @property
    def whole(self) -> tuple[Player, ...]:
        """Those who have played the whole game so far: see Player.whole."""
        return tuple([player for player in self.players if player.whole])

    @property
    def counting(self) -> tuple[Player, ...]:
        """For whom that game would count if it ended now: nobody, or two at least."""
        return self.whole if self.at_stake and len(self.whole) >= LEAST_PEOPLE else ()

    @property
    def closes_at(self) -> int | None:
        """When ranked play of its deal is closed, in seconds since 1970; None if the deal is no day's or week's."""
        return deal_closes_at(self.day, self.week)

    @property
    def everybody(self) -> "tuple[Player | Computer, ...]":
        """People, then computer players."""
        return (*self.players, *self.computers)

    def player(self, user_id: int) -> Player | None:
        return next((player for player in self.players if player.user_id == user_id), None)

    def sitting(self, seat: Seat | None) -> Player | None:
        """Who holds `seat`; None if it is vacant, or a computer's."""
        return next((player for player in self.players if player.seat is not None and player.seat == seat), None)

    def computer(self, seat: Seat | None) -> Computer | None:
        """The computer player in `seat`."""
        return next((one for one in self.computers if one.seat is not None and one.seat == seat), None)

    @property
    def gives_hints(self) -> bool:
        """Whether a computer player says what it would do, to whoever is to move."""
        return self.hints is not None

    @property
    def vacant(self) -> tuple[Seat, ...]:
        """The seats of a game that nobody holds, no computer either."""
        held = {one.seat for one in self.everybody}
        return tuple(seat for seat in range(self.seats) if seat not in held)

    def names(self) -> tuple[str, ...]:
        """The names at the table, by seat. Those of computer players begin with a sign that no other name has."""
        held = {one.seat: one.name for one in self.everybody}
        return tuple(held.get(seat, f"Empty seat {seat + 1}") for seat in range(self.seats))


@dataclass(frozen=True)
class HeardMove:
    """One move, with the events that this viewer may hear; an undo has none."""

    version: int
    turn: int
    seat: Seat
    events: tuple[BaseEvent, ...]
    kind: "Kind"
    user_id: int | None  # who made the move, whoever sits there now; None: it was forced, or they are forgotten

    @property
    def computer(self) -> int | None:
        """The number of the computer player that made the move."""
        return of_user(self.user_id)


def first_of_run(by_computers: Collection[int], turn: int) -> int:
    """The first of the computers' turns that led to `turn` without a break; `turn` if there was none."""
    while turn - 1 in by_computers:
        turn -= 1
    return turn


@dataclass(frozen=True)
class PlayerView:
    """A game in progress or over, as one user may see it."""

    table: Table
    seat: Seat | None  # theirs, or the vacant one they may act for now; None: a spectator
    own: Seat | None  # theirs
    view: AnyView
    to_act: Seat | None
    legal: tuple[Data, ...]  # the moves open to this user now
    outcome: Outcome | None  # None also if the players gave up
    can_undo: bool  # this user may take back their last move


SOMEBODY_ELSES_DEAL = "This is somebody else's deal of the day: `/daily` deals you the same one."
SOMEBODY_ELSES_WEEK = "Others may still play this deal of the week. Its replay is for everybody once it is closed."
NO_TABLE = "There is no such table."
MOVED_ON = "The table has moved on since. Here is how it stands."
ELSEWHERE: dict[Phase, str] = {
    "lobby": "This game hasn't started yet.",
    "playing": "This game has started already.",
    "over": "This game is over.",
    "closed": "This table is closed.",
}


Kind = Literal["move", "forced", "undo"]  # forced: taken back with the move before it, be it a user's or nobody's
EMPTY_SEAT = (
    "That seat is empty, and the game still counts. Press **Play** on the board: there you can ask to play for it."
)
OUTDATED = "This game began under older rules of {} and can't go on. Start a new one."


@dataclass(frozen=True)
class Entry:
    """A row of the log."""

    turn: int
    seat: Seat
    kind: Kind
    move: str
    events: str
    reveals: bool
    user_id: int | None
    version: int

    def told(self, game: AnyGame) -> tuple[BaseEvent, ...]:
        """Its events, decoded once. Raises Unreadable."""
        if "_told" not in self.__dict__:
            events: Any = tuple[game.event, ...]  # type: ignore[name-defined]
            self.__dict__["_told"] = decoded(events, self.events, "log.events")
        told: tuple[BaseEvent, ...] = self.__dict__["_told"]
        return told

    def telling(self, told: Sequence[BaseEvent]) -> Self:
        """Its events are known before they are written."""
        self.__dict__["_told"] = tuple(told)
        return self


@dataclass(frozen=True)
class GameRecord:
    """A table with what nobody outside may see."""

    table: Table
    game: AnyGame
    secret: str
    snapshot: str | None
    history: tuple[Entry, ...]  # the moves that were not taken back
    undos: tuple[Entry, ...]
    packed: tuple[bytes, Mapping[int, int | None]] | None = None  # log and movers, instead of both (see archive)
    digest: str | None = None  # of the snapshot, if it was packed

    @property
    def chance(self) -> Chance:
        return Chance(self.secret)

    def state(self) -> Any:
        """Decoded once."""
        if "_state" not in self.__dict__:
            self.__dict__["_state"] = self._decoded()
        return self.__dict__["_state"]

    def reaching(self, state: Any) -> Self:
        """Its state is known before it is written; None: it isn't."""
        if state is not None:
            self.__dict__["_state"] = state
        return self

    def _decoded(self) -> Any:
        if self.table.outdated:
            raise Outdated(OUTDATED.format(self.game.title))
        if not self.table.seats:
            raise Refused(ELSEWHERE["lobby"])
        if self.snapshot is not None:
            try:
                return decode(self.game.state, self.snapshot.encode())
            except msgspec.MsgspecError:  # states had other fields then: play the moves again
                pass
        try:
            return self.replay(self.history)
        except (IllegalMove, msgspec.MsgspecError) as error:
            raise Unreadable(f"table {self.table.id}: log.move") from error

    def thinker(self) -> Computer | None:
        """The computer player whose turn it is."""
        table = self.table
        if not table.computers or table.phase != "playing" or table.outdated:
            return None
        return table.computer(self.game.to_act(self.state()))

    def replay(self, entries: Iterable[Entry]) -> Any:
        """The state to which these moves lead from the deal."""
        state = self.game.new(self.table.seats, self.table.options, self.chance)
        for entry in entries:
            state = self.game.play(state, decode(self.game.move, entry.move.encode()), self.chance).state
        return state


@dataclass
class Change:
    """A table within a transaction: as it was, and what will be written at the end."""

    connection: Connection
    loaded: GameRecord
    values: dict[str, Any] = field(default_factory=dict)  # for its row
    entries: list[Entry] = field(default_factory=list)  # for its log
    also: list[Write] = field(default_factory=list)  # done at the same time, so none of them sees the others
    state: Any = None  # to which its moves lead
    same_players: bool = False  # nobody has come or gone
    after: GameRecord | None = None  # the table as it is once this is committed

    @property
    def version(self) -> int:
        """Of the next of its entries."""
        return self.loaded.table.version + len(self.entries) + 1


UNRANKED: Mapping[str, Any] = {"unranked": True}
READ = [
    column for column in schema.tables.c if column.name not in ("shown", "hinted", "created_at")
]  # of a table's row
GIVEN_UP: Mapping[str, Any] = {"phase": "over", "conceded": True}  # for a table's row


def now() -> int:
    return int(utcnow().timestamp())


def today() -> date:
    return utcnow().date()


def this_hour() -> int:
    """The hour of the day, UTC."""
    return utcnow().hour


def closes_at(day: date) -> int:
    """When ranked play of a day's deals ends, in seconds since 1970."""
    return int((datetime.combine(day, time(), UTC) + RANKED_PLAY).timestamp())


def monday(day: date) -> date:
    """The first day of the week that `day` is in."""
    return day - timedelta(days=day.weekday())


def week_closes_at(week: date) -> int:
    """Likewise of the deals of the week that begins on this Monday: when those of its last day are closed."""
    return closes_at(week + timedelta(days=6))


def deal_closes_at(day: date | None, week: date | None) -> int | None:
    if week is not None:
        return week_closes_at(week)
    return closes_at(day) if day is not None else None


async def once(connection: Connection, interaction_id: int, *, queued: str | None = None) -> None:
    """Raises AlreadyApplied, as `write_all` does, if this interaction has changed something. `queued` as for that."""
    claimed = insert(schema.interactions).values(id=interaction_id, at=now())
    await write_all(connection, [claimed], queued=queued, clash=AlreadyApplied)


async def claim_and_lock(
    connection: Connection, interaction_id: int | None, table_id: int, owner: str
) -> tuple[tuple[int, int, int] | None, int | None]:
    """On a server: claim the interaction, and let nobody else change the table before the end of the transaction.

    Returns the table's newest stamp, None if there is no such table, and the forgettings of the process `owner`.
    """
    values: dict[str, Any] = {"table_id": table_id, "owner": owner}
    if interaction_id is not None:
        values |= {"interaction_id": interaction_id, "at": now()}
    row = (await connection.execute(_LOCKED if interaction_id is None else _CLAIMED_AND_LOCKED, values)).one()
    if not row.claimed:
        raise AlreadyApplied
    return None if row.id is None else (row.id, row.version, row.hints), row.forgettings


def _locking(claimed: Any) -> Any:
    """What is waited for is locked in a part of its own, which is read again then; and claimed in another one."""
    row, processes = schema.tables.c, schema.processes.c
    mine = select(row.id, row.version, func.coalesce(row.hints, -1).label("hints")).where(
        row.id == bindparam("table_id")
    )
    locked = mine.with_for_update(key_share=True, of=schema.tables).cte("locked")
    forgettings = select(processes.forgettings).where(processes.id == bindparam("owner")).scalar_subquery()
    one = select(literal_column("1").label("one")).subquery()
    return select(locked, forgettings.label("forgettings"), claimed.label("claimed")).select_from(
        one.outerjoin(locked, true())
    )


_LOCKED = _locking(true())
_CLAIMED_AND_LOCKED = _locking(
    select(func.count() > 0)
    .select_from(
        INSERTS["postgresql"](schema.interactions)
        .values(id=bindparam("interaction_id"), at=bindparam("at"))
        .on_conflict_do_nothing()
        .returning(schema.interactions.c.id)
        .cte("claimed")
    )
    .scalar_subquery()
)


async def lock(connection: Connection, table_id: int) -> None:
    """Nobody else changes this table before the end of the transaction."""
    row = schema.tables.c.id
    await connection.execute(select(row).where(row == table_id).with_for_update(key_share=True))


# -- Reading. `these` are tables, `known` the versions of them that needn't be read again, as `stamp` gives them

THESE: BindParameter[Any] = bindparam("these", expanding=True)
_STAMP = tuple_(schema.tables.c.id, schema.tables.c.version, func.coalesce(schema.tables.c.hints, -1))
_CHANGED = select(schema.tables.c.id).where(
    schema.tables.c.id.in_(THESE), _STAMP.not_in(bindparam("known", expanding=True))
)
# Whose rows are read with a table: those of its players, and of `me`, who looks at it
LOOKING = union(
    select(schema.players.c.user_id).where(schema.players.c.table_id.in_(THESE)),
    select(cast(bindparam("me"), BigInteger)),
)


def _rows(of: sqlalchemy.Table, kind: type[Any], *more: str) -> Select[Any]:
    """With the fields of `kind` first."""
    return select(*[of.c[name] for name in (*kind.__dataclass_fields__, *more, "table_id")])


_SEATED = {
    "players": _rows(schema.players, Player, "place").where(schema.players.c.table_id.in_(THESE)),
    "computers": _rows(schema.computers, Computer, "place").where(schema.computers.c.table_id.in_(THESE)),
}
PARTS = {
    "tables": select(*READ).where(schema.tables.c.id.in_(_CHANGED)),
    "log": _rows(schema.log, Entry).where(schema.log.c.table_id.in_(_CHANGED)),
    **_SEATED,
}
_TABLE, _AT_TABLE = Selects(PARTS), Selects(_SEATED)
NOTHING_KNOWN = ((0, 0, 0),)  # no table has this id
Found = Mapping[str, Sequence[Any]]  # rows, by the names of PARTS


def stamp(table: Table) -> tuple[int, int, int]:
    """What changes with everything that is in memory of a table."""
    return table.id, table.version, -1 if table.hints is None else table.hints


async def load(connection: Connection, table_id: int) -> GameRecord:
    """Raises Refused if there is none, and Unreadable."""
    loaded = found_in(await _TABLE.rows(connection, these=[table_id], known=NOTHING_KNOWN), table_id)
    return await with_archive(connection, loaded)


def found_in(found: Found, table_id: int) -> GameRecord:
    """One of the tables that were read, without what is packed of it. Raises Refused, and Unreadable."""
    with _reading(table_id):
        return _found_in(found, table_id)


@contextmanager
def _reading(table_id: int) -> Iterator[None]:
    """Within, errors of what is stored say of which table."""
    try:
        yield
    except Unreadable as error:
        raise Unreadable(f"table {table_id}: {error.where}") from error
    except (TypeError, ValueError, msgspec.MsgspecError) as error:
        raise Unreadable(f"table {table_id}") from error


def _found_in(found: Found, table_id: int) -> GameRecord:
    row = next(iter(require_readable(row for row in found["tables"] if row.id == table_id)), None)
    if row is None or row.game not in GAMES:
        raise Refused(NO_TABLE)
    log = require_readable(row for row in found["log"] if row.table_id == table_id)
    entries = [Entry(*row[:-1]) for row in sorted(log, key=lambda row: row.version)]
    players, computers = _players(found, table_id), _computers(found, table_id)
    loaded = _loaded(row, players, computers, standing(entries), undos(entries))
    _require_whole(loaded)
    return loaded


def _require_whole(loaded: GameRecord) -> None:
    """Raises Unreadable for rows that can each be read and don't fit together."""
    table, seats = loaded.table, [one.seat for one in loaded.table.everybody]
    if table.phase == "lobby" and (table.seats or any(seat is not None for seat in seats)):
        raise Unreadable("tables.phase")
    if table.seats and table.seats not in loaded.game.seats and not table.outdated:
        raise Unreadable("tables.seats")
    if table.seats and (len(set(seats)) < len(seats) or not set(seats) <= {*range(table.seats)}):
        raise Unreadable("players.seat or computers.seat")
    if not all(1 <= one.number <= len(CAST) for one in table.computers):
        raise Unreadable("computers.number")


def is_packed(loaded: GameRecord) -> bool:
    return loaded.snapshot is None and loaded.table.phase in ("over", "closed") and loaded.table.seats > 0


async def with_archive(connection: Connection, loaded: GameRecord) -> GameRecord:
    """With what is packed of it, if it is. Raises Refused if the table was deleted meanwhile, and Unreadable."""
    if not is_packed(loaded):
        return loaded
    table_id = loaded.table.id
    with _reading(table_id):
        return replace(loaded, packed=await _packed(connection, table_id))


async def _packed(connection: Connection, table_id: int) -> tuple[bytes, Mapping[int, int | None]]:
    log = await connection.scalar(select(schema.archive.c.log).where(schema.archive.c.table_id == table_id))
    if log is None:  # a game that was dealt has a snapshot or is packed
        if await connection.scalar(select(schema.tables.c.id).where(schema.tables.c.id == table_id)) is None:
            raise Refused(NO_TABLE)
        raise Unreadable("tables.snapshot")
    movers = await connection.execute(select(schema.movers).where(schema.movers.c.table_id == table_id))
    return log, {mover.number: mover.user_id for mover in movers}


def _players(found: Found, table_id: int) -> tuple[Player, ...]:
    rows = require_readable(row for row in found["players"] if row.table_id == table_id)
    return tuple([_player(*row[:-2]) for row in sorted(rows, key=_in_order)])


def _player(user_id: int, name: str, seat: Seat | None, ready: str | None, whole: bool) -> Player:
    """A row may be older than the computer players, and its name like one of theirs."""
    return Player(user_id, unsigned(name), seat, date.fromisoformat(ready) if ready else None, whole)


def _computers(found: Found, table_id: int) -> tuple[Computer, ...]:
    rows = require_readable(row for row in found["computers"] if row.table_id == table_id)
    return tuple([Computer(*row[:-2]) for row in sorted(rows, key=_in_order)])


def _in_order(row: Any) -> tuple[bool, int, int]:
    return row.seat is None, row.seat or 0, row.place


def standing(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The moves that were not taken back."""
    standing: list[Entry] = []
    for entry in entries:
        if entry.kind == "undo":
            standing = [move for move in standing if move.version <= int(entry.move)]
        else:
            standing.append(entry)
    return tuple(standing)


def undos(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return tuple(entry for entry in entries if entry.kind == "undo")


def _loaded(
    row: Row[Any],
    players: tuple[Player, ...],
    computers: tuple[Computer, ...],
    history: tuple[Entry, ...],
    undone: tuple[Entry, ...],
) -> GameRecord:
    kept = rules(row.game, row.rules)
    game = kept or GAMES[row.game]
    day = date.fromisoformat(row.date) if row.date else None
    week = date.fromisoformat(row.week) if row.week else None
    table = Table(
        id=row.id,
        game=row.game,
        options=_options(game, row.options, row.rules),
        phase=row.phase,
        solo=row.solo,
        version=row.version,
        turn=row.turn,
        seats=row.seats,
        host_id=row.host_id,
        first_id=row.first_id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        commitment=hashlib.sha256(bytes.fromhex(row.seed)).hexdigest(),
        seed=None,
        own_thread=row.own_thread,
        conceded=row.conceded,
        outdated=row.seats > 0 and kept is None,
        changed_at=row.changed_at,
        day=day,
        week=week,
        ranked=row.ranked,
        hints=row.hints,
        players=players,
        computers=computers,
        unranked=row.unranked,
    )
    return with_seed(GameRecord(table, game, row.seed, row.snapshot, history, undone))


def with_seed(loaded: GameRecord) -> GameRecord:
    """It is told as soon as the game and ranked play of its deal are over, though nothing changes then."""
    table = loaded.table
    if table.seed is not None or table.phase != "over" or (table.closes_at is not None and now() < table.closes_at):
        return loaded
    return replace(loaded, table=replace(table, seed=loaded.secret))


def _options(game: AnyGame, stored: str, rules: int) -> Any:
    """Options of older rules may no longer fit; then the defaults serve, as the table can only be closed."""
    try:
        return decode(game.options, stored.encode())
    except msgspec.MsgspecError:
        if rules == game.version:
            raise
        return game.options()


async def open_table(
    connection: Connection,
    game_key: str,
    *,
    phase: Phase,
    solo: bool,
    guild_id: int | None,
    channel_id: int,
    host_id: int,
    taken: str,
    options: Any = None,
    dealt: Mapping[str, Any] | None = None,
) -> GameRecord:
    """Make a table with nobody at it. Raises Taken(`taken`) if another one is in its place.

    Hints are given at a solitaire, unless it is ranked.

    `dealt` has the rules, options and seed of an existing deal. Without it the deal is new, with the game's default
    options if none are given.
    """
    game, at = GAMES[game_key], now()
    fresh = {
        "rules": game.version,
        "options": encode(options or game.options()).decode(),
        "seed": secrets.token_hex(32),
    }
    try:
        made = await connection.execute(
            insert(schema.tables)
            .values(
                **(dealt or fresh),
                game=game.key,
                phase=phase,
                solo=solo,
                version=0,
                shown=-1,
                turn=0,
                seats=0,
                host_id=host_id,
                guild_id=guild_id,
                channel_id=channel_id,
                own_thread=False,
                conceded=False,
                hints=0 if solo and not (dealt or {}).get("ranked") else None,
                created_at=at,
                changed_at=at,
            )
            .returning(schema.tables)
        )
    except IntegrityError:
        raise Taken(taken) from None
    return _loaded(made.one(), (), (), (), ())


def with_player(opened: GameRecord, user_id: int, name: str, seat: Seat | None = None) -> GameRecord:
    """A table that was just opened, with the first at it."""
    player = Player(user_id, unsigned(name[:100]), seat)
    return replace(opened, table=replace(opened.table, players=(player,)))


def seated(
    table_id: int,
    user_id: int,
    name: str,
    *,
    place: Any,
    seat: Seat | None = None,
    ready: date | None = None,
    whole: bool = True,
) -> Insert:
    """A user's row. `place` may be an expression."""
    values = {"name": name[:100], "place": place, "seat": seat, "ready": str(ready) if ready else None, "whole": whole}
    return insert(schema.players).values(table_id=table_id, user_id=user_id, **values)


async def set_values(connection: Connection, table_id: int, **values: Any) -> None:
    await connection.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(**values))


async def save(change: Change, *, queued: str | None = None) -> GameRecord:
    """Write what has changed, and raise the version. Raises Stale if the table was changed meanwhile.

    `queued` as for `write_all`.
    """
    before, connection = change.loaded.table, change.connection
    entries, at = change.entries, now()
    raised = (
        update(schema.tables)
        .where(schema.tables.c.id == before.id, schema.tables.c.version == before.version)
        .values(**change.values, version=before.version + max(1, len(entries)), changed_at=at)
        .returning(*READ)
    )
    writes = [Rows(schema.log, [{"table_id": before.id, "at": at, **asdict(entry)} for entry in entries]), *change.also]
    if change.values.get("phase", before.phase) in ("over", "closed"):
        writes.append(update(schema.players).where(schema.players.c.table_id == before.id).values(living=False))
    row = await write_all(connection, writes, raised, queued=queued)
    if row is None:
        raise Stale("Somebody else was quicker. Here is how the table stands.")
    history = standing((*change.loaded.history, *entries))
    undone = (*change.loaded.undos, *undos(entries))
    if change.same_players:
        return _loaded(row, before.players, before.computers, history, undone).reaching(change.state)
    there = await _AT_TABLE.rows(connection, these=[before.id])
    players, computers = _players(there, before.id), _computers(there, before.id)
    return _loaded(row, players, computers, history, undone).reaching(change.state)


def player_of(table: Table, user_id: int) -> Player:
    player = table.player(user_id)
    if player is None:
        raise Refused("You don't sit at this table.")
    return player
