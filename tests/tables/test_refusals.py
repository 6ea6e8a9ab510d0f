"""Both databases refuse what doesn't fit a column, whoever writes it."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Table, insert, text

from tables.store import schema
from tables.store.database import Database, Where
from tables.store.errors import DatabaseError
from tables.store.types import Blob, Cell, Day, DiscordId, Flag, Hex, Json, Long, Number, OneOf, Words

WRONG = {  # by type: values that don't fit it, as SQL
    DiscordId: ("'somebody'",),
    Flag: ("'maybe'", "7"),
    Day: ("'2026-13-01x'", "'yesterday'", "'1999-01-01'", "'2026-13-01'", "'2026-02-29'", "'2026-01-00'"),
    Hex: ("'5eed'", f"'{'Z' * 64}'"),
    OneOf: ("'nothing of it'",),
    Json: ("'{'", "''"),
    Blob: ("12",),
}


def fitting(column: Column[Any]) -> Any:
    """A value that fits it."""
    kind = column.type
    match kind:
        case Flag():
            return False
        case Day():
            return date(2026, 11, 21)
        case Hex():
            return 64 * "a"
        case OneOf():
            return kind.known[0]
        case Json():
            return "[]"
        case Words() | Long():
            return "x"
        case Blob():
            return b""
        case Number():
            return max(1, kind.least)
    return 1


def wrong(column: Column[Any], *, in_file: bool) -> Iterator[str]:
    kind = column.type
    assert isinstance(kind, Cell)
    if isinstance(kind, Number):
        yield from ("'many'", str(kind.least - 1), str(kind.most + 1))
    if type(kind) is Words:
        yield f"'{'x' * (kind.length + 1)}'"
    if isinstance(kind, Words | Long) and in_file:
        yield "x'00'"  # a server makes a text of it
    yield from WRONG.get(type(kind), ())
    if not column.nullable:
        yield "NULL"


def in_order() -> list[Table]:
    return schema.metadata.sorted_tables


@pytest.mark.parametrize("table", in_order(), ids=lambda table: table.name)
async def test_a_wrong_value_is_refused_in_every_column(table: Table, where: Where) -> None:
    database = await Database.open(where)
    try:
        async with database.write() as transaction:
            for needed in in_order():  # one row of each, so that there is what it refers to
                assert await transaction.run(insert(needed), **_row(needed)) == 1
                if needed is table:
                    break
        for column in table.columns:
            values = [*wrong(column, in_file=isinstance(where, Path))]
            assert values
            for value in values:
                with pytest.raises(DatabaseError):
                    async with database.write() as transaction:
                        await transaction.run(text(f'UPDATE {table.name} SET "{column.name}" = {value}'))
    finally:
        await database.close()


def _row(table: Table) -> dict[str, Any]:
    return {column.name: fitting(column) for column in table.columns}
