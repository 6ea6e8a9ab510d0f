"""INSERT ... ON CONFLICT, which SQLAlchemy has once for each store."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from sqlalchemy import ClauseElement, Table, Text, bindparam, func
from sqlalchemy.dialects import postgresql, sqlite

from .statements import Filled
from .transaction import Transaction

INSERTS: Mapping[str, Callable[[Table], Any]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
OLD = "old_"  # how the parameters begin that are for a row that is there


def upserts(table: Table, make: Callable[[Any], Any]) -> Mapping[str, Any]:
    """The statements that `make` makes from an insert into `table`, one for each dialect, by its name."""
    return {dialect: make(insert(table)) for dialect, insert in INSERTS.items()}


def upsert(
    transaction: Transaction,
    table: Table,
    key: Mapping[str, Any],
    values: Mapping[str, Any],
    new: Mapping[str, Any] | None = None,
) -> Filled:
    """Give the row with this key these values, which may be expressions.

    If there is none, insert it with them and with `new`; if both have a column, `new` counts.
    """
    inserted = {**values, **(new or {}), **key}
    expressions = {name: value for name, value in inserted.items() if isinstance(value, ClauseElement)}
    computed = {name: value for name, value in values.items() if isinstance(value, ClauseElement)}
    plain = frozenset(inserted.keys() - expressions.keys()), frozenset(values.keys() - computed.keys())
    make = _upsert if not (expressions or computed) else _upsert.__wrapped__
    statement = make(transaction.dialect, table, tuple(key), *plain, **_expressions(expressions, computed))
    set_ = {OLD + name: value for name, value in values.items() if name not in computed}
    return Filled(statement, {**{name: inserted[name] for name in plain[0]}, **set_})


def _expressions(expressions: Mapping[str, Any], computed: Mapping[str, Any]) -> dict[str, Any]:
    return {"inserted_as": expressions, "set_as": computed} if expressions or computed else {}


@lru_cache
def _upsert(
    dialect: str,
    table: Table,
    key: tuple[str, ...],
    inserted: frozenset[str],
    changed: frozenset[str],
    *,
    inserted_as: Mapping[str, Any] | None = None,
    set_as: Mapping[str, Any] | None = None,
) -> Any:
    """Made once for these names. `inserted_as` and `set_as`: expressions in place of values."""
    columns = {name: bindparam(name, type_=table.c[name].type) for name in sorted(inserted)}
    statement = INSERTS[dialect](table).values({**columns, **(inserted_as or {})})
    set_ = {name: bindparam(OLD + name, type_=table.c[name].type) for name in sorted(changed)} | dict(set_as or {})
    if not set_:
        return statement.on_conflict_do_nothing()
    return statement.on_conflict_do_update(index_elements=[*key], set_=set_)


def advisory_xact_lock(name: str) -> Any:
    """PostgreSQL's, by name, until the end of the transaction."""
    return func.pg_advisory_xact_lock(func.hashtextextended(name, 0), type_=Text)
