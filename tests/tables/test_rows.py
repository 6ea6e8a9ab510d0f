"""Rows that don't fit what they are read as."""

import pytest
from msgspec import Struct
from sqlalchemy import func, select

from tables.store import schema
from tables.store.errors import Unreadable
from tables.store.transaction import all_required, fitting

IDS = select(schema.tables.c.id)
NEWEST = select(func.max(schema.tables.c.id))
GAMES = select(schema.tables.c.id, schema.tables.c.game)


class Found(Struct, array_like=True, frozen=True):
    id: int
    game: str


def test_they_are_left_out_and_the_others_are_read() -> None:
    assert fitting([(1,), ("many",), (None,), (3,)], int, IDS) == [1, 3]
    assert fitting([(1, "hexaract"), (2, None)], Found, GAMES) == [Found(1, "hexaract")]


def test_what_means_nothing_without_them_is_not_read() -> None:
    assert all_required([(1,)], int, IDS) == [1]
    for statement in (IDS, NEWEST):
        for rows in ([(1,), ("many",)], [(None,)]):
            with pytest.raises(Unreadable, match="tables"):
                all_required(rows, int, statement)
