"""SQLAlchemy Core makes SQL text: once for each statement, dialect and set of values. Nothing of it runs here."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any, TypeAlias

import sqlalchemy
from sqlalchemy import (
    BigInteger,
    Boolean,
    ClauseElement,
    Column,
    ColumnElement,
    Dialect,
    Executable,
    Integer,
    Select,
    String,
    cast,
    literal_column,
    null,
    type_coerce,
    union_all,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.compiler import ExpandedState, SQLCompiler
from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.types import NULLTYPE, TypeDecorator, TypeEngine

Values: TypeAlias = Mapping[str, object]  # of parameters or columns, by name
Cells: TypeAlias = Sequence[object]  # a row as a driver has it
Query: TypeAlias = Select[*tuple[Any, ...]]
AnyColumn: TypeAlias = Column[Any]
Expression: TypeAlias = ColumnElement[Any]
RowsByPart: TypeAlias = Mapping[str, Sequence[Any]]  # of each of several selects, by its name
AnyInsert: TypeAlias = sqlite.Insert | postgresql.Insert
KEPT = 2048  # texts: more than there are statements that are made once
LENGTHS = 64  # texts kept of a statement with lists
KINDS: Mapping[type[TypeEngine[Any]], type[TypeEngine[Any]]] = {
    Boolean: Boolean,
    Integer: BigInteger,
    String: sqlalchemy.Text,
}

Conflict = Callable[[AnyInsert], AnyInsert]  # adds to an insert what it does if there is such a row already


@dataclass(frozen=True, slots=True)
class Text:
    """A statement as a driver wants it."""

    sql: str
    order: Sequence[str]  # the names of its parameters, as they stand in it; empty if it has their names
    constants: Values  # parameters whose values the statement has itself
    lists: "Lists | None"  # of values, if it has any: it must know how many there are

    def filled(self, values: Values) -> tuple[str, Values]:
        """The text and all parameters, for these values."""
        given = {**self.constants, **values}
        if self.lists is None:
            return self.sql, given
        made = self.lists.expanded(given)
        return made.statement, self.lists.parameters(made, given)

    def in_order(self, values: Values) -> tuple[str, Cells]:
        """The text and its parameters in order, for a driver that doesn't know their names."""
        given = {**self.constants, **values}
        if self.lists is None:
            return self.sql, [given[name] for name in self.order]
        made = self.lists.expanded(given)
        parameters = self.lists.parameters(made, given)
        return made.statement, [parameters[name] for name in made.positiontup or ()]


class Lists:
    """A statement with lists of values: its text is made once for each set of their lengths."""

    def __init__(self, compiled: SQLCompiler) -> None:
        self._compiled = compiled
        self._names = [name for bound, name in compiled.bind_names.items() if bound.expanding]
        self._kept = dict[tuple[int, ...], ExpandedState]()

    def expanded(self, given: Values) -> ExpandedState:
        lengths = tuple(len(values) for name in self._names if isinstance(values := given[name], Sized))
        if lengths not in self._kept:
            if len(self._kept) == LENGTHS:
                self._kept.clear()
            self._kept[lengths] = self._compiled.construct_expanded_state(given)
        return self._kept[lengths]

    def parameters(self, made: ExpandedState, given: Values) -> Values:
        """Those of the lists have a name for each value, or, of a list of tuples, for each value of each."""
        parameters = {name: value for name, value in given.items() if name not in made.parameter_expansion}
        for name, names in made.parameter_expansion.items():
            rows = given[name]
            assert isinstance(rows, Iterable)
            flat = [cell for row in rows for cell in (row if isinstance(row, tuple) else (row,))]
            parameters |= zip(names, flat, strict=True)
        return parameters


class Dialected:
    """The texts of statements in one dialect."""

    def __init__(self, dialect: Dialect) -> None:
        self.name = dialect.name
        self._dialect = dialect
        self._kept = lru_cache(KEPT)(self._made)

    def text(self, statement: Executable, names: Collection[str] = ()) -> Text:
        """`names`: of the values that it will get. An insert or update writes those that are columns of its table."""
        return self._kept(statement, frozenset(names))

    def _made(self, statement: Executable, names: frozenset[str]) -> Text:
        assert isinstance(statement, ClauseElement)
        columns = sorted(names) if names and isinstance(statement, UpdateBase) else None
        compiled = statement.compile(dialect=self._dialect, column_keys=columns)
        assert isinstance(compiled, SQLCompiler)
        constants = {name: bound for name, bound in compiled.params.items() if not compiled.binds[name].required}
        has_lists = "__[POSTCOMPILE_" in str(compiled)
        return Text(str(compiled), compiled.positiontup or (), constants, Lists(compiled) if has_lists else None)


@dataclass(frozen=True, eq=False)
class Selects:
    """Several selects with names, which are asked for in one: see `united`.

    Their columns are numbers, texts and booleans.
    """

    parts: Mapping[str, Query]
    kinds: Mapping[str, type]  # of the rows of each
    whole: frozenset[str] = frozenset()  # those whose rows mean nothing without each other


@dataclass(frozen=True)
class Union:
    """A select of the number of a part, and then of its columns, in columns that hold cells of several parts."""

    statement: Executable
    cells: Sequence[Callable[[Sequence[Any]], Sequence[Any]]]  # of each part: takes its own out of a row


@lru_cache
def united(selects: Selects) -> Union:
    """One select in place of several: one visit to the thread, or one round trip."""
    kinds = {name: [kind_of(column) for column in part.selected_columns] for name, part in selects.parts.items()}
    slots = [kind for kind in KINDS.values() for _ in range(max(its.count(kind) for its in kinds.values()))]
    cells, selected = list[Any](), list[Any]()
    for name, part in selects.parts.items():
        free, slot_of = [*enumerate(slots, 1)], list[int]()
        for kind in kinds[name]:
            slot = next(slot for slot in free if slot[1] is kind)
            free.remove(slot)
            slot_of.append(slot[0])
        # PostgreSQL wants a type for the nulls in place of columns that a part lacks
        filled: list[Any] = [literal_column(str(len(selected)), Integer), *(cast(null(), kind()) for kind in slots)]
        for column, number in zip(part.selected_columns, slot_of, strict=True):
            filled[number] = column
        as_stored = [type_coerce(column, NULLTYPE) for column in filled]
        selected.append(part.with_only_columns(*(column.label(f"slot_{n}") for n, column in enumerate(as_stored))))
        cells.append(itemgetter(*slot_of) if len(slot_of) > 1 else lambda row, at=slot_of[0]: (row[at],))
    return Union(union_all(*selected), cells)


def kind_of(column: ColumnElement[Any]) -> type[TypeEngine[Any]]:
    """Which of KINDS a column is."""
    stored = column.type.impl_instance if isinstance(column.type, TypeDecorator) else column.type
    return next(kind for python_type, kind in KINDS.items() if isinstance(stored, python_type))


@dataclass(frozen=True)
class Rows:
    """Rows to be inserted, all with the same columns."""

    table: sqlalchemy.Table
    rows: Sequence[Values]
    conflict: Conflict | None = None


@dataclass(frozen=True)
class Filled:
    """A statement that is made once, with its values for this time: those of its parameters, and those of columns."""

    statement: UpdateBase
    values: Values


Write: TypeAlias = UpdateBase | Filled | Rows


@dataclass(frozen=True)
class Needed:
    """A change that must happen, else none of the others is kept."""

    change: Filled
    missed: Exception  # raised if it changes no row


def replacing(statement: AnyInsert, *only: str, where: ColumnElement[bool] | None = None) -> AnyInsert:
    """If there is such a row already, it gets the values of the new one. `only`: in these columns."""
    key = [column.name for column in statement.table.primary_key]
    names = only or [column.name for column in statement.table.c if column.name not in key]
    rest = {name: statement.excluded[name] for name in names}
    return statement.on_conflict_do_update(index_elements=key, set_=rest, where=where)
