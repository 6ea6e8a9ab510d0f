"""SQLAlchemy Core makes SQL text: once for each statement, dialect and set of values. Nothing of it runs here."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import sqlalchemy
from sqlalchemy import ClauseElement, Column, ColumnElement, Dialect, Executable, Select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.dml import UpdateBase

Values: TypeAlias = Mapping[str, object]  # of parameters or columns, by name
Cells: TypeAlias = Sequence[object]  # a row as a driver has it
Query: TypeAlias = Select[*tuple[Any, ...]]
AnyColumn: TypeAlias = Column[Any]
Expression: TypeAlias = ColumnElement[Any]
RowsByPart: TypeAlias = Mapping[str, Sequence[Any]]  # of each of several selects, by its name
AnyInsert: TypeAlias = sqlite.Insert | postgresql.Insert
KEPT = 2048  # texts: more than there are statements that are made once

Conflict = Callable[[AnyInsert], AnyInsert]  # adds to an insert what it does if there is such a row already


@dataclass(frozen=True, slots=True)
class Text:
    """A statement as a driver wants it."""

    sql: str
    order: Sequence[str]  # the names of its parameters, as they stand in it; empty if it has their names
    constants: Values  # parameters whose values the statement has itself
    lists: SQLCompiler | None  # it has lists of values, whose lengths it must know

    def filled(self, values: Values) -> tuple[str, Values]:
        """The text and all parameters, for these values."""
        if self.lists is None:
            return self.sql, {**self.constants, **values}
        made = self.lists.construct_expanded_state({**self.constants, **values})
        return made.statement, made.parameters

    def in_order(self, values: Values) -> tuple[str, Cells]:
        """The text and its parameters in order, for a driver that doesn't know their names."""
        if self.lists is None:
            given = {**self.constants, **values}
            return self.sql, [given[name] for name in self.order]
        made = self.lists.construct_expanded_state({**self.constants, **values})
        return made.statement, [made.parameters[name] for name in made.positiontup or ()]


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
        return Text(str(compiled), compiled.positiontup or (), constants, compiled if has_lists else None)


@dataclass(frozen=True, eq=False)
class Selects:
    """Several selects with names: all see the same state of the database, and PostgreSQL is asked only once.

    Their columns are numbers, texts and booleans.
    """

    parts: Mapping[str, Query]
    kinds: Mapping[str, type]  # of the rows of each
    whole: frozenset[str] = frozenset()  # those whose rows mean nothing without each other


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
