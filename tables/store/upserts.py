"""INSERT ... ON CONFLICT, which SQLAlchemy has once for each store."""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Table, Text, func
from sqlalchemy.dialects import postgresql, sqlite

from .transaction import Transaction

INSERTS: Mapping[str, Callable[[Table], Any]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def upserts(table: Table, make: Callable[[Any], Any]) -> Mapping[str, Any]:
    """The statements that `make` makes from an insert into `table`, one for each dialect, by its name."""
    return {dialect: make(insert(table)) for dialect, insert in INSERTS.items()}


def upsert(
    connection: Transaction,
    table: Table,
    key: Mapping[str, Any],
    values: Mapping[str, Any],
    new: Mapping[str, Any] | None = None,
) -> Any:
    """Give the row with this key these values.

    If there is none, insert it with them and with `new`; if both have a column, `new` counts.
    """
    statement = INSERTS[connection.dialect](table).values({**values, **(new or {}), **key})
    if not values:
        return statement.on_conflict_do_nothing()
    return statement.on_conflict_do_update(index_elements=[*key], set_={**values})


def advisory_xact_lock(name: str) -> Any:
    """PostgreSQL's, by name, until the end of the transaction."""
    return func.pg_advisory_xact_lock(func.hashtextextended(name, 0), type_=Text)
