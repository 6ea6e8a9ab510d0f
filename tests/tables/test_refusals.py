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
from tables.store.types import Blob, Cell, Day, DiscordId, Flag, Hex, Json, Long, Number, OneOf, Time, Words

WRONG = {  # by type: values that don't fit it, as SQL
    DiscordId: ("'somebody'",),
    Number: ("'many'", str(2**60)),
    Time: ("'now'", "-1"),
    Flag: ("'maybe'", "7"),
    Day: ("'2026-13-01x'", "'yesterday'"),
    Hex: ("'5eed'", f"'{'Z' * 64}'"),
    OneOf: ("'nothing of it'",),
    Json: ("'{'",),
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


def wrong(column: Column[Any]) -> Iterator[str]:
    assert isinstance(column.type, Cell)
    if type(column.type) is Words:
        yield f"'{'x' * (column.type.length + 1)}'"
    if type(column.type) in (Long, Blob):
        yield "12" if type(column.type) is Blob else "x'00'"
    yield from WRONG.get(type(column.type), ())
    if not column.nullable and not column.autoincrement:
        yield "NULL"


def in_order() -> list[Table]:
    return schema.metadata.sorted_tables


@pytest.mark.parametrize("table", in_order(), ids=lambda table: table.name)
async def test_a_wrong_value_is_refused_in_every_column(table: Table, where: Where) -> None:
    database = await Database.open(where)
    in_file = isinstance(where, Path)
    try:
        async with database.write() as transaction:
            for needed in in_order():  # one row of each, so that there is what it refers to
                if not await transaction.all(insert(needed).values(_row(needed)).returning(text("1")), int):
                    raise AssertionError
                if needed is table:
                    break
        for column in table.columns:
            for value in wrong(column):
                if value == "x'00'" and not in_file:
                    value = r"'\x00'::bytea"
                with pytest.raises(DatabaseError):
                    async with database.write() as transaction:
                        await transaction.run(text(f'UPDATE {table.name} SET "{column.name}" = {value}'))
    finally:
        await database.close()


def _row(table: Table) -> dict[str, Any]:
    return {column.name: fitting(column) for column in table.columns}
