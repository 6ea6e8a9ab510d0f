"""INSERT ... ON CONFLICT, which SQLAlchemy has once for each store."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from sqlalchemy import ClauseElement, ColumnElement, Table, Text, bindparam, func
from sqlalchemy.dialects import postgresql, sqlite

from .statements import AnyInsert, Conflict, Filled, Values
from .transaction import Transaction

INSERTS: Mapping[str, Callable[[Table], AnyInsert]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
OLD = "old_"  # how the parameters begin that are for a row that is there


def upserts(table: Table, make: Conflict) -> Mapping[str, AnyInsert]:
    """The statements that `make` makes from an insert into `table`, one for each dialect, by its name."""
    return {dialect: make(insert(table)) for dialect, insert in INSERTS.items()}


def upsert(
    transaction: Transaction,
    table: Table,
    key: Values,
    values: Values,
    new: Values | None = None,
) -> Filled:
    """Give the row with this key these values, which may be expressions.

    If there is none, insert it with them and with `new`; if both have a column, `new` counts.
    """
    inserted = {**values, **(new or {}), **key}
    if any(isinstance(value, ClauseElement) for value in (*inserted.values(), *values.values())):
        return Filled(_or_update(transaction.dialect, table, key, inserted, values), {})
    statement = _made_once(transaction.dialect, table, tuple(key), frozenset(inserted), frozenset(values))
    return Filled(statement, {**inserted, **{OLD + name: value for name, value in values.items()}})


@lru_cache
def _made_once(
    dialect: str, table: Table, key: tuple[str, ...], inserted: frozenset[str], changed: frozenset[str]
) -> AnyInsert:
    """With a parameter for each value, whatever it is."""
    new = {name: bindparam(name, type_=table.c[name].type) for name in sorted(inserted)}
    old = {name: bindparam(OLD + name, type_=table.c[name].type) for name in sorted(changed)}
    return _or_update(dialect, table, key, new, old)


def _or_update(dialect: str, table: Table, key: Iterable[str], inserted: Values, changed: Values) -> AnyInsert:
    statement = INSERTS[dialect](table).values(dict(inserted))
    if not changed:
        return statement.on_conflict_do_nothing()
    return statement.on_conflict_do_update(index_elements=[*key], set_=dict(changed))


def advisory_xact_lock(name: str) -> ColumnElement[str]:
    """PostgreSQL's, by name, until the end of the transaction."""
    return func.pg_advisory_xact_lock(func.hashtextextended(name, 0), type_=Text)
