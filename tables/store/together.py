"""Several queries in one statement, so that PostgreSQL needs only one round trip."""

from collections import namedtuple
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any

import sqlalchemy
from msgspec import json
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    ColumnElement,
    Dialect,
    Integer,
    Select,
    String,
    Text,
    bindparam,
    cast,
    func,
    literal_column,
    null,
    select,
    type_coerce,
    union_all,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.types import NULLTYPE, TypeEngine

from .cells import Cell, Unreadable
from .connection import Connection, FileConnection
from .upserts import INSERTS, advisory_xact_lock

KINDS: Mapping[type[TypeEngine[Any]], type[TypeEngine[Any]]] = {Boolean: Boolean, Integer: BigInteger, String: Text}


Read = Callable[[Any], Any]  # makes a value of what the store has in a cell


@dataclass(frozen=True)
class Part:
    """One of several selects."""

    name: str
    made: Callable[[Any], Any]  # makes a row of its cells
    picked: Callable[[Any], Any]  # takes its cells, and one more, from a row of the one statement
    types: Sequence[TypeEngine[Any]]


class Selects:
    """Selects with names.

    All see the same state of the database. Their columns are numbers, texts and booleans. A column of the one statement
    holds cells of different selects, so each cell is read here, by the type that it has in its own select.
    """

    def __init__(self, parts: Mapping[str, Select[Any]]) -> None:
        self._parts = list[Part]()
        self._readers: dict[str, Sequence[Sequence[Read]]] = {}  # by dialect, for each part and column
        kinds = {name: [_kind(column) for column in part.selected_columns] for name, part in parts.items()}
        slots = [kind for kind in KINDS.values() for _ in range(max(its.count(kind) for its in kinds.values()))]
        selects = list[Any]()
        for name, part in parts.items():
            columns = [*part.selected_columns]
            free, slot_of = [*enumerate(slots, 1)], list[int]()
            for kind in kinds[name]:
                slot = next(slot for slot in free if slot[1] is kind)
                free.remove(slot)
                slot_of.append(slot[0])
            # PostgreSQL wants a type for the nulls in place of columns that a part lacks
            filled: list[Any] = [literal_column(str(len(selects)), Integer), *(cast(null(), kind()) for kind in slots)]
            for column, number in zip(columns, slot_of, strict=True):
                filled[number] = column
            as_stored = [type_coerce(column, NULLTYPE) for column in filled]
            selects.append(part.with_only_columns(*(column.label(f"slot_{n}") for n, column in enumerate(as_stored))))
            names: Any = [str(column.key) for column in columns]
            row: Any = namedtuple("Row", names)  # type: ignore[misc]
            types = [column.type for column in columns]
            self._parts.append(Part(name, row._make, itemgetter(*slot_of, 0), types))  # 0: one getter gives no tuple
        self._asked = union_all(*selects)

    async def rows(self, connection: Connection, **values: Any) -> dict[str, list[Any]]:
        """The rows of each select, by its name, with columns as attributes.

        A cell that can't be read holds the error: see `cells.readable` and `cells.require_readable`.
        """
        rows: dict[str, list[Any]] = {part.name: [] for part in self._parts}
        readers = self._readers_of(connection.dialect)
        for row in await connection.execute(self._asked, values):
            part = self._parts[row[0]]
            rows[part.name].append(part.made(map(_cell, readers[row[0]], part.picked(row))))
        return rows

    def _readers_of(self, dialect: Dialect) -> Sequence[Sequence[Read]]:
        if dialect.name not in self._readers:
            self._readers[dialect.name] = [[_reader(kind, dialect) for kind in part.types] for part in self._parts]
        return self._readers[dialect.name]


def _reader(kind: TypeEngine[Any], dialect: Dialect) -> Read:
    return kind.dialect_impl(dialect).result_processor(dialect, None) or (lambda value: value)


def _cell(read: Read, value: Any) -> Any:
    try:
        return read(value)
    except Unreadable as error:
        return error


def _kind(column: ColumnElement[Any]) -> type[TypeEngine[Any]]:
    stored = column.type.impl_instance if isinstance(column.type, Cell) else column.type
    return next(kind for python_type, kind in KINDS.items() if isinstance(stored, python_type))


Conflict = Callable[[Any], Any]  # adds to an insert what it does if there is such a row already


@dataclass(frozen=True)
class Rows:
    """Rows to be inserted, all with the same columns."""

    table: sqlalchemy.Table
    rows: Sequence[Mapping[str, Any]]
    conflict: Conflict | None = None


Write = UpdateBase | Rows


def replacing(statement: Any, *only: str) -> Any:
    """If there is such a row already, it gets the values of the new one. `only`: in these columns."""
    key = [column.name for column in statement.table.primary_key]
    names = only or [column.name for column in statement.table.c if column.name not in key]
    rest = {name: statement.excluded[name] for name in names}
    return statement.on_conflict_do_update(index_elements=key, set_=rest)


@dataclass(frozen=True)
class Needed:
    """A change that must happen, else none of the others is kept."""

    change: UpdateBase
    missed: Exception  # raised if it changes no row


async def write_all(
    connection: Connection,
    writes: Collection[Write],
    needed: Needed | None = None,
    *,
    queued: str | None = None,
    clash: type[Exception] = IntegrityError,
) -> None:
    """Make several changes at once.

    None sees what the others do, so no two may concern the same row. `queued`: wait for this advisory lock first; later
    queries see what its holders have written. Raises `clash` if a unique row exists already, and `needed.missed` if
    `needed` changes no row; on SQLite perhaps not before the commit.
    """
    writes = [write for write in writes if not isinstance(write, Rows) or write.rows]
    if not writes and needed is None:
        return
    if isinstance(connection, FileConnection):
        connection.put_off(lambda file: _write_in_turn(file, writes, needed, clash))
        return
    with _clashing(clash):
        await _write_as_one(connection, writes, needed, queued)


@contextmanager
def _clashing(clash: type[Exception]) -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        if clash is IntegrityError:
            raise
        raise clash from None


def _write_in_turn(
    file: sqlalchemy.Connection, writes: Sequence[Write], needed: Needed | None, clash: type[Exception]
) -> None:
    with _clashing(clash):
        if needed and not file.execute(needed.change).rowcount:
            raise needed.missed
        for write in writes:
            if isinstance(write, Rows):
                file.execute(_inserted(write.table, write.conflict), [*write.rows])
            else:
                file.execute(write)


async def _write_as_one(
    connection: Connection, writes: Sequence[Write], needed: Needed | None, queued: str | None
) -> None:
    parts, values = list[Any](), dict[str, Any]()
    for number, write in enumerate(writes):
        if isinstance(write, Rows):
            values[f"new_{write.table.name}"] = json.encode(write.rows).decode()
            write = _inserted_of_json(write.table, tuple(write.rows[0]), write.conflict)
        parts.append(write.cte(f"write_{number}"))
    one = literal_column("1", Integer).label("one")
    query = select(needed.change.returning(one).cte("changed")) if needed else select(one)
    if queued is not None:
        query = query.where(advisory_xact_lock(queued).is_not(None))
    row = (await connection.execute(query.add_cte(*parts), values)).one_or_none()
    if needed and row is None:
        raise needed.missed


@cache
def _inserted(table: sqlalchemy.Table, conflict: Conflict | None) -> Any:
    statement = INSERTS["sqlite"](table)
    return statement if conflict is None else conflict(statement)


@cache
def _inserted_of_json(table: sqlalchemy.Table, columns: tuple[str, ...], conflict: Conflict | None) -> Any:
    """One statement for any number of rows, because the server prepares each different statement separately."""
    given = cast(bindparam(f"new_{table.name}", type_=Text), JSON)
    typed = [sqlalchemy.column(name, _kind(table.c[name])) for name in columns]
    rows = func.json_to_recordset(given).table_valued(*typed, name=f"new_{table.name}")
    rows = rows.render_derived(with_types=True)
    statement = INSERTS["postgresql"](table).from_select(columns, select(*rows.c))
    return statement if conflict is None else conflict(statement)
