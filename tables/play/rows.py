"""A table as rows: read, opened, and changed."""

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace

import msgspec
from msgspec import Struct
from msgspec.structs import astuple
from sqlalchemy import (
    ColumnElement,
    Insert,
    bindparam,
    func,
    insert,
    literal_column,
    select,
    true,
    update,
)

from engine import GAMES, AnyGame, Data, Seat, decode, encode, rules
from languages import ENGLISH, say

from ..daily.calendar import now
from ..store import schema
from ..store.errors import IntegrityError, Unreadable, decoded
from ..store.kinds import Count, Id
from ..store.statements import AnyInsert, Filled, Needed, Query, Rows, RowsByPart, Values, replacing
from ..store.transaction import Transaction
from ..store.upserts import INSERTS
from .computer_names import unsigned
from .log import Entry, undos, without_undone
from .model import (
    NO_TABLE,
    AlreadyApplied,
    Change,
    Computer,
    GameRecord,
    Phase,
    Player,
    Refused,
    Stale,
    Table,
    Taken,
    is_packed,
    with_seed,
)
from .notes import Note
from .table_rows import (
    AT_TABLE,
    NOTHING_KNOWN,
    READ,
    TABLE,
    ComputerRow,
    LogRow,
    NoteRow,
    PlayerRow,
    TableRow,
)

# Columns that a Table has as they are
AS_STORED = ("unranked", "lost", "idle", "pace", "moved_at", "won_by", "asked", "host_at", "rematch_of", "plays_on")
NEW = "new_"  # how the parameters begin that are for columns of a row whose place is worked out


async def once(transaction: Transaction, interaction_id: int, *, queued: str | None = None) -> None:
    """Claim an interaction.

    Raises AlreadyApplied, as `write_all` does, if it has changed something. `queued`: as for `write_all`.
    """
    claimed = Rows(schema.interactions, [{"id": interaction_id, "at": now()}])
    await transaction.write_all([claimed], queued=queued, clash=AlreadyApplied)


class Locked(Struct, array_like=True, frozen=True):
    """A table's stamp, null if there is no such table."""

    id: Id | None
    version: Count | None
    hints: int | None
    forgettings: Count | None
    claimed: bool

    @property
    def stamp(self) -> tuple[int, int, int] | None:
        if self.id is None or self.version is None or self.hints is None:
            return None
        return self.id, self.version, self.hints


async def claim_and_lock(
    transaction: Transaction, interaction_id: int | None, table_id: int, owner: str
) -> tuple[tuple[int, int, int] | None, int | None]:
    """On a server: claim the interaction, and let nobody else change the table before the end of the transaction.

    Returns the table's newest stamp, None if there is no such table, and the forgettings of the process `owner`.
    """
    values: dict[str, object] = {"table_id": table_id, "owner": owner}
    if interaction_id is not None:
        values |= {"interaction_id": interaction_id, "at": now()}
    row = await transaction.one(_LOCKED if interaction_id is None else _CLAIMED_AND_LOCKED, Locked, **values)
    assert row, "it has one row"
    if not row.claimed:
        raise AlreadyApplied
    return row.stamp, row.forgettings


def _locking(claimed: ColumnElement[bool]) -> Query:
    """One part locks the row and reads it again once it is free; another part claims the interaction."""
    row, processes = schema.tables.c, schema.processes.c
    mine = select(row.id, row.version, func.coalesce(row.hints, -1).label("hints")).where(
        row.id == bindparam("table_id")
    )
    locked = mine.with_for_update(key_share=True, of=schema.tables).cte("locked")
    forgettings = select(processes.forgettings).where(processes.id == bindparam("owner")).scalar_subquery()
    single_row = select(literal_column("1").label("one")).subquery()
    return select(locked, forgettings.label("forgettings"), claimed.label("claimed")).select_from(
        single_row.outerjoin(locked, true())
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


_LOCK = select(schema.tables.c.id).where(schema.tables.c.id == bindparam("of")).with_for_update(key_share=True)


async def lock(transaction: Transaction, table_id: int) -> None:
    """Lock a table: nobody else changes it before the end of the transaction."""
    await transaction.one(_LOCK, int, of=table_id)


async def load(transaction: Transaction, table_id: int) -> GameRecord:
    """Load a table. Raises Refused if there is none, and Unreadable."""
    loaded = record_of(await transaction.parts(TABLE, these=[table_id], known=NOTHING_KNOWN), table_id)
    return await with_archive(transaction, loaded)


def record_of(by_part: RowsByPart, table_id: int) -> GameRecord:
    """One of the tables that were read, without its packed log. Raises Refused, and Unreadable."""
    with _reading(table_id):
        return _record_of(by_part, table_id)


@contextmanager
def _reading(table_id: int) -> Iterator[None]:
    """Within this block, errors about stored data name the table."""
    try:
        yield
    except Unreadable as error:
        raise Unreadable(f"table {table_id}: {error.where}") from error
    except (TypeError, ValueError, msgspec.MsgspecError) as error:
        raise Unreadable(f"table {table_id}") from error


def _record_of(by_part: RowsByPart, table_id: int) -> GameRecord:
    row: TableRow | None = next((row for row in by_part["tables"] if row.id == table_id), None)
    if row is None or row.game not in GAMES:
        raise Refused(say(NO_TABLE))
    log: list[LogRow] = [row for row in by_part["log"] if row.table_id == table_id]
    entries = [Entry(*astuple(row)[:-1]) for row in sorted(log, key=lambda row: row.version)]
    players, computers = _players(by_part, table_id), _computers(by_part, table_id)
    loaded = _loaded(row, players, computers, without_undone(entries), undos(entries))
    notes: list[NoteRow] = [row for row in by_part["notes"] if row.table_id == table_id]
    table = replace(loaded.table, notes=_newest_last(Note(*astuple(row)[:-1]) for row in notes))
    loaded = replace(loaded, table=table)
    _require_whole(loaded)
    return loaded


def _require_whole(loaded: GameRecord) -> None:
    """Raises Unreadable for rows that can each be read and don't fit together."""
    table, seats = loaded.table, [member.seat for member in loaded.table.everybody]
    if table.phase == "lobby" and (table.seats or any(seat is not None for seat in seats)):
        raise Unreadable("tables.phase")
    if table.seats and table.seats not in loaded.game.seats and not table.outdated:
        raise Unreadable("tables.seats")
    if table.seats and (len(set(seats)) < len(seats) or not set(seats) <= {*range(table.seats)}):
        raise Unreadable("players.seat or computers.seat")


async def with_archive(transaction: Transaction, loaded: GameRecord) -> GameRecord:
    """The table with its packed log, if it has one. Raises Refused if it has been deleted, and Unreadable."""
    if not is_packed(loaded):
        return loaded
    table_id = loaded.table.id
    with _reading(table_id):
        return replace(loaded, packed=await _packed(transaction, table_id))


class ArchivedPlayer(Struct, array_like=True, frozen=True):
    number: int
    user_id: Id | None


_PACKED = select(schema.archive.c.log).where(schema.archive.c.table_id == bindparam("of"))
_THERE = select(schema.tables.c.id).where(schema.tables.c.id == bindparam("of"))
_ARCHIVED = select(schema.archived_players.c.number, schema.archived_players.c.user_id).where(
    schema.archived_players.c.table_id == bindparam("of")
)


async def _packed(transaction: Transaction, table_id: int) -> tuple[bytes, Mapping[int, int | None]]:
    log = await transaction.one(_PACKED, bytes, of=table_id)
    if log is None:  # a game that was dealt has a snapshot or is packed
        if await transaction.one(_THERE, int, of=table_id) is None:
            raise Refused(say(NO_TABLE))
        raise Unreadable("tables.snapshot")
    return log, {row.number: row.user_id for row in await transaction.all(_ARCHIVED, ArchivedPlayer, of=table_id)}


def _players(by_part: RowsByPart, table_id: int) -> tuple[Player, ...]:
    rows: list[PlayerRow] = [row for row in by_part["players"] if row.table_id == table_id]
    return tuple([_player(row) for row in sorted(rows, key=_in_order)])


def _newest_last(notes: Iterable[Note]) -> tuple[Note, ...]:
    return tuple(sorted(notes, key=lambda note: (note.version, note.user_id)))


def _player(row: PlayerRow) -> Player:
    """Rows from before there were computer players may hold a name like one of theirs."""
    return Player(row.user_id, unsigned(row.name), row.seat, row.ready, row.whole)


def _computers(by_part: RowsByPart, table_id: int) -> tuple[Computer, ...]:
    rows: list[ComputerRow] = [row for row in by_part["computers"] if row.table_id == table_id]
    return tuple([Computer(row.number, row.strength, row.seat, row.stands_in) for row in sorted(rows, key=_in_order)])


def _in_order(row: PlayerRow | ComputerRow) -> tuple[bool, int, int]:
    return row.seat is None, row.seat or 0, row.place


def _loaded(
    row: TableRow,
    players: tuple[Player, ...],
    computers: tuple[Computer, ...],
    history: tuple[Entry, ...],
    undone: tuple[Entry, ...],
) -> GameRecord:
    game = (kept := rules(row.game, row.rules)) or GAMES[row.game]
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
        commitment=_commitment(row.seed),
        seed=None,
        own_thread=row.own_thread,
        conceded=row.conceded,
        outdated=row.seats > 0 and kept is None,
        changed_at=row.changed_at,
        day=row.date,
        week=row.week,
        ranked=row.ranked,
        hints=row.hints,
        players=players,
        computers=computers,
        language=row.language or ENGLISH,
        sent_away=frozenset(decoded(tuple[str, ...], row.sent_away, "tables.sent_away")),
        **{name: getattr(row, name) for name in AS_STORED},
    )
    record = GameRecord(table, game, row.seed, row.snapshot, history, undone, shape=row.shape, told=row.told)
    return with_seed(record.untold() if table.outdated else record)


def _options(game: AnyGame, stored: str, rules: int) -> Data:
    """Options of older rules may no longer fit. Then the defaults are good enough: such a table can only be closed."""
    try:
        options: Data = decode(game.options, stored.encode())
    except msgspec.MsgspecError:
        if rules == game.version:
            raise
        options = game.options()
    return options


async def open_table(
    transaction: Transaction,
    game_key: str,
    *,
    phase: Phase,
    solo: bool,
    guild_id: int | None,
    channel_id: int,
    host_id: int,
    taken: str,
    options: Data | ColumnElement[str] | None = None,
    dealt: Values | None = None,
    language: str = ENGLISH,
    **more: object,
) -> GameRecord:
    """Make a table with nobody at it. Raises Taken(`taken`) if another one is in its place.

    Hints are given at a solitaire, unless it is ranked.

    `dealt` has the rules, options and seed of an existing deal. Without it the deal is new, with the game's default
    options if none are given. `options` may be an expression for what is stored of them.

    `language`: the table's, if the server's managers haven't chosen one. `more`: other columns of its row.
    """
    game, at = GAMES[game_key], now()
    if dealt is None:
        chosen = options if isinstance(options, ColumnElement) else encode(options or game.options()).decode()
        dealt = {"rules": game.version, "options": chosen, "seed": secrets.token_hex(32)}
    values = {"game": game.key, "phase": phase, "solo": solo, "host_id": host_id, "guild_id": guild_id}
    values |= {"channel_id": channel_id, "version": 0, "shown": -1, "turn": 0, "seats": 0, "own_thread": False}
    values |= {"conceded": False, "hints": 0 if solo and not dealt.get("ranked") else None}
    values |= {"created_at": at, "changed_at": at, "host_at": at, **dealt, **more}
    chosen_language = select(schema.servers.c.language).where(schema.servers.c.guild_id == guild_id).scalar_subquery()
    values["language"] = func.coalesce(func.nullif(chosen_language, ""), language)
    try:
        made = await transaction.one(insert(schema.tables).values(values).returning(*READ), TableRow)
    except IntegrityError:
        raise Taken(taken) from None
    assert made, "it was inserted"
    return _loaded(made, (), (), (), ())


def with_player(
    opened: GameRecord, user_id: int, name: str, seat: Seat | None = None, ready: str | None = None
) -> GameRecord:
    """A table that was just opened, with the first at it."""
    player = Player(user_id, unsigned(name[:100]), seat, ready)
    return replace(opened, table=replace(opened.table, players=(player,)))


def seated(
    table_id: int,
    user_id: int,
    name: str,
    *,
    place: int | None,
    seat: Seat | None = None,
    ready: str | None = None,
    whole: bool = True,
) -> Filled:
    """A user's row. `place` None: after everybody who is there."""
    values = {"table_id": table_id, "user_id": user_id, "name": name[:100], "seat": seat, "ready": ready}
    values["whole"] = whole
    if place is None:
        return Filled(_SEATED_LAST, {NEW + name: value for name, value in values.items()})
    return Filled(_SEATED, {**values, "place": place})


def _seated_last() -> Insert:
    names, players = ("table_id", "user_id", "name", "seat", "ready", "whole"), schema.players.c
    values = [bindparam(NEW + name, type_=players[name].type) for name in names]
    last = select(*values, func.coalesce(func.max(players.place), 0) + 1).where(players.table_id == values[0])
    return insert(schema.players).from_select([*names, "place"], last)


_SEATED, _SEATED_LAST = insert(schema.players), _seated_last()


_UPDATED = update(schema.tables).where(schema.tables.c.id == bindparam("of_table"))


async def set_values(transaction: Transaction, table_id: int, **values: object) -> None:
    await transaction.run(_UPDATED, of_table=table_id, **values)


_RAISED = _UPDATED.where(schema.tables.c.version == bindparam("was"))
_OVER = update(schema.players).where(schema.players.c.table_id == bindparam("of_table")).values(living=False)


async def save(change: Change, *, queued: str | None = None) -> GameRecord:
    """Write what has changed, and raise the version. Raises Stale if somebody else has changed the table first.

    `queued` as for `write_all`.
    """
    before, transaction = change.loaded.table, change.transaction
    entries, at = change.entries, now()
    version = before.version + max(1, len(entries))
    values = {**_renewed_values(change.loaded), **change.values, "version": version, "changed_at": at}
    raised = Filled(_RAISED, {"of_table": before.id, "was": before.version, **values})
    writes = [_log_rows(change, at), _note_rows(change), *change.also]
    if change.values.get("phase", before.phase) in ("over", "closed"):
        writes.append(Filled(_OVER, {"of_table": before.id}))
    quicker = Stale(say("Somebody else was quicker. Here is how the table stands."))
    await transaction.write_all(writes, Needed(raised, quicker), queued=queued)
    saved = _saved(change, version, at)
    if not change.same_players:
        at_table = await transaction.parts(AT_TABLE, these=[before.id])
        players, computers = _players(at_table, before.id), _computers(at_table, before.id)
        saved = replace(saved, table=replace(saved.table, players=players, computers=computers))
    return saved.reaching(change.state)


_OF_THE_RECORD = {"rules", "options", "seed", "snapshot", "shape", "told"}  # columns that are no fields of Table


def _renewed_values(loaded: GameRecord) -> Values:
    """What a table's row gets with its first change if its position was written in another form."""
    return {"snapshot": loaded.snapshot, "shape": loaded.shape} if loaded.renewed else {}


def _log_rows(change: Change, at: int) -> Rows:
    """The new rows of the log; and all others, with their events as they were worked out again."""
    loaded = change.loaded
    entries = (*loaded.history, *change.entries) if loaded.renewed else change.entries
    rows = [{"table_id": loaded.table.id, "at": at, **asdict(entry)} for entry in entries]
    return Rows(schema.log, rows, _with_new_events if loaded.renewed else None)


def _note_rows(change: Change) -> Rows:
    rows = [{"table_id": change.loaded.table.id, **asdict(note)} for note in change.notes]
    return Rows(schema.notes, rows, replacing)


def _with_new_events(statement: AnyInsert) -> AnyInsert:
    return replacing(statement, "events", "reveals")


def _saved(change: Change, version: int, at: int) -> GameRecord:
    """The table as its rows now are, except for who sits there. Nothing needs to be read for that."""
    loaded, values, entries = change.loaded, change.values, change.entries
    key = values.get("game", loaded.table.game)
    game = rules(key, values["rules"]) if "rules" in values else loaded.game
    assert game
    same = {name: value for name, value in values.items() if name not in _OF_THE_RECORD}
    noted = {note.user_id: note for note in (*loaded.table.notes, *change.notes)}
    notes = _newest_last(noted.values())
    table = replace(loaded.table, **same, version=version, changed_at=at, notes=notes)
    if "options" in values:
        table = replace(table, options=decode(game.options, values["options"].encode()))
    if "sent_away" in values:
        table = replace(table, sent_away=frozenset(decode(tuple[str, ...], values["sent_away"].encode())))
    if "seed" in values:
        table = replace(table, commitment=_commitment(values["seed"]))
    secret, snapshot = values.get("seed", loaded.secret), values.get("snapshot", loaded.snapshot)
    shape, told = values.get("shape", loaded.shape), values.get("told", loaded.told)
    history, undone = without_undone((*loaded.history, *entries)), (*loaded.undos, *undos(entries))
    return with_seed(GameRecord(table, game, secret, snapshot, history, undone, shape=shape, told=told))


def _commitment(seed: str) -> str:
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()
