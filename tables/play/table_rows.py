"""The rows of which a table is read, and the selects that read them."""

import datetime
from collections.abc import Mapping
from typing import Annotated

import sqlalchemy
from msgspec import Meta, Struct
from sqlalchemy import BigInteger, BindParameter, bindparam, cast, func, select, tuple_, union

from engine import Seat
from players.player import Strength

from ..store import schema
from ..store.kinds import Count, Digest, Id, When
from ..store.statements import Query, Selects
from .computer_names import CAST
from .log import Kind
from .model import Pace, Phase
from .notes import NoteKind


class TableRow(Struct, array_like=True, frozen=True):
    """What is read of a row of `tables`."""

    id: Id
    game: str
    rules: int
    options: str
    phase: Phase
    solo: bool
    version: Count
    turn: Count
    seats: Count
    host_id: Id
    first_id: Id | None
    guild_id: Id | None
    channel_id: Id
    own_thread: bool
    conceded: bool
    seed: Digest
    snapshot: str | None
    shape: Digest | None
    told: str | None
    changed_at: When
    date: datetime.date | None
    week: datetime.date | None
    ranked: bool
    hints: Count | None
    unranked: bool
    language: str | None
    lost: bool
    sent_away: str
    idle: bool
    pace: Pace
    moved_at: When | None
    won_by: Seat | None
    asked: Count
    host_at: When
    rematch_of: Id | None
    plays_on: bool


class PlayerRow(Struct, array_like=True, frozen=True):
    user_id: Id
    name: str
    seat: Seat | None
    ready: str | None
    whole: bool
    place: int
    table_id: Id


class ComputerRow(Struct, array_like=True, frozen=True):
    number: Annotated[int, Meta(ge=1, le=len(CAST))]
    strength: Strength
    seat: Seat | None
    stands_in: bool
    place: int
    table_id: Id


class LogRow(Struct, array_like=True, frozen=True):
    """The fields of an Entry, and its table."""

    turn: Count
    seat: Seat
    kind: Kind
    move: str
    events: str
    reveals: bool
    user_id: Id | None
    version: Count
    table_id: Id


class NoteRow(Struct, array_like=True, frozen=True):
    """The fields of a Note, and its table."""

    user_id: Id
    name: str
    kind: NoteKind
    by_id: Id | None
    by_name: str | None
    version: Count
    turn: Count
    at: When
    table_id: Id


READ = [schema.tables.c[name] for name in TableRow.__struct_fields__]
THESE: BindParameter[int] = bindparam("these", expanding=True)
_STAMP = tuple_(schema.tables.c.id, schema.tables.c.version, func.coalesce(schema.tables.c.hints, -1))
_CHANGED = select(schema.tables.c.id).where(
    schema.tables.c.id.in_(THESE), _STAMP.not_in(bindparam("known", expanding=True))
)
# Whose rows are read with a table: those of its players, and of `me`, who looks at it
LOOKING = union(
    select(schema.players.c.user_id).where(schema.players.c.table_id.in_(THESE)),
    select(cast(bindparam("me"), BigInteger)),
)


def rows_of(of: sqlalchemy.Table, kind: type[Struct]) -> Query:
    """A select of the columns that this kind of row has."""
    return select(*[of.c[name] for name in kind.__struct_fields__])


_SEATED = {
    "players": rows_of(schema.players, PlayerRow).where(schema.players.c.table_id.in_(THESE)),
    "computers": rows_of(schema.computers, ComputerRow).where(schema.computers.c.table_id.in_(THESE)),
}
PARTS = {
    "tables": select(*READ).where(schema.tables.c.id.in_(_CHANGED)),
    "log": rows_of(schema.log, LogRow).where(schema.log.c.table_id.in_(_CHANGED)),
    "notes": rows_of(schema.notes, NoteRow).where(schema.notes.c.table_id.in_(_CHANGED)),
    **_SEATED,
}
KINDS: Mapping[str, type] = {
    "tables": TableRow,
    "log": LogRow,
    "notes": NoteRow,
    "players": PlayerRow,
    "computers": ComputerRow,
}
WHOLE = frozenset(("log", *_SEATED))
TABLE, AT_TABLE = Selects(PARTS, KINDS, WHOLE), Selects(_SEATED, KINDS, WHOLE)
NOTHING_KNOWN = ((0, 0, 0),)  # no table has this id
