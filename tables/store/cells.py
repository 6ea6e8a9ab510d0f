"""The types of our columns. Each knows what its cells may hold: anything else is damage, found when a cell is read.

SQLite stores any value in any column. So a query that reads a cell which doesn't fit its type raises Unreadable. Where
rows don't depend on each other, use `readable`, which leaves out those that can't be read. `decoded` reads JSON. Cells
that only contradict each other, such as two people in one seat, are found where they are put together: see rows.py.
"""

import logging
import re
from collections.abc import Callable, Iterable
from datetime import date
from decimal import Decimal
from typing import Any

import msgspec
from sqlalchemy import BigInteger, Boolean, Dialect, LargeBinary, Result, String, Text, TypeDecorator
from sqlalchemy import Integer as Narrow

from engine import decode
from languages import say

log = logging.getLogger(__name__)

LARGEST = 2**53  # number that we calculate with: far below those at which SQLite fails
LATEST = 2**37  # seconds since 1970: Python has no dates for later times
HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)
DAY = re.compile(r"2\d{3}-\d\d-\d\d", re.ASCII)

_logged = set[str]()  # errors since the start: each round of the clock meets the same cell again


class Refused(Exception):
    """It can't be done. The message is a sentence for the user; nothing has changed."""


class Unreadable(Refused):
    """What is stored can't be read: it is damaged in a way that SQLite's own check didn't notice.

    It is logged once for each cell.
    """

    def __init__(self, where: str) -> None:
        super().__init__(
            say(
                "I can't read what is stored of this any more ({where}). Whoever hosts this bot can restore a backup.",
                where=where,
            )
        )
        self.where = where
        if where not in _logged:
            _logged.add(where)
            log.error("What is stored can't be read: %s", where)


def readable(result: Iterable[Any]) -> list[Any]:
    """The rows without those that can't be read, of a result or of `Selects.rows`."""
    if not isinstance(result, Result):
        return [row for row in result if _damaged(row) is None]
    rows = list[Any]()
    while True:
        try:
            row = result.fetchone()
        except Unreadable:
            continue
        if row is None:
            return rows
        rows.append(row)


def require_readable(result: Iterable[Any]) -> list[Any]:
    """The rows, which come from `Selects.rows`. Raises Unreadable, as a result does by itself."""
    rows = [*result]
    for row in rows:
        if damaged := _damaged(row):
            raise damaged
    return rows


def _damaged(row: Any) -> Unreadable | None:
    return next((cell for cell in row if isinstance(cell, Unreadable)), None)


def decoded(kind: Any, stored: str | msgspec.Raw, where: str) -> Any:
    """Decode what is stored as JSON. `where` names it in the error. Raises Unreadable."""
    try:
        return decode(kind, stored.encode() if isinstance(stored, str) else stored)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Unreadable(where) from error


class Cell(TypeDecorator[Any]):
    """A column whose cells must pass `fits` when they are read."""

    cache_ok = True
    where = "a cell"  # table.column, set by schema.py

    def fits(self, value: Any) -> bool:
        """Whether the store's own value, which isn't None, is one of this kind."""
        raise NotImplementedError

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        """Check the store's own value, because after SQLAlchemy's conversion one can't see that it didn't fit."""
        convert, fits, where = self.impl_instance.result_processor(dialect, coltype), self.fits, self.where
        made = self.made

        def read(value: Any) -> Any:
            if value is None:
                return None
            try:
                if fits(value):
                    return made(convert(value) if convert else value)
            except ValueError:
                pass
            raise Unreadable(where)

        return read

    def made(self, value: Any) -> Any:
        """What a query gives for a value that fits. Raises ValueError if it doesn't after all."""
        return value


class Number(Cell):
    """An integer of 64 bits in both stores."""

    impl = BigInteger
    cache_ok = True

    def __init__(self, least: int = -LARGEST, most: int = LARGEST) -> None:
        super().__init__()
        self.least, self.most = least, most

    def load_dialect_impl(self, dialect: Dialect) -> Any:
        return dialect.type_descriptor(Narrow() if dialect.name == "sqlite" else BigInteger())

    def fits(self, value: Any) -> bool:
        return isinstance(value, int | Decimal) and self.least <= value <= self.most  # PostgreSQL's sums are Decimal


class DiscordId(Cell):
    """The id of a user, server, channel, message or interaction; or what stands in its place."""

    impl = BigInteger
    cache_ok = True

    def fits(self, value: Any) -> bool:
        return isinstance(value, int)


class Time(Number):
    """Whole seconds since 1970, UTC."""

    cache_ok = True

    def __init__(self) -> None:
        super().__init__(0, LATEST)


class Flag(Cell):
    impl = Boolean
    cache_ok = True

    def fits(self, value: Any) -> bool:
        return value in (0, 1)


class Words(Cell):
    impl = String
    cache_ok = True

    def fits(self, value: Any) -> bool:
        return isinstance(value, str)


class Long(Words):
    """A text of any length, mostly JSON of the games, as engine.encode writes it. See `decoded`."""

    impl = Text
    cache_ok = True


class OneOf(Words):
    cache_ok = True

    def __init__(self, length: int, *known: str) -> None:
        super().__init__(length)
        self.known = frozenset(known)

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and value in self.known


class Hex(Words):
    """32 bytes: a seed, a secret, a hash."""

    cache_ok = True

    def __init__(self) -> None:
        super().__init__(64)

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and HEX.fullmatch(value) is not None


class Day(Words):
    """A date in UTC, stored as "2026-11-21"."""

    cache_ok = True

    def __init__(self) -> None:
        super().__init__(10)

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and DAY.fullmatch(value) is not None

    def made(self, value: str) -> date:
        return date.fromisoformat(value)

    def process_bind_param(self, value: date | None, dialect: Dialect) -> str | None:
        return None if value is None else value.isoformat()


class Blob(Cell):
    impl = LargeBinary
    cache_ok = True

    def fits(self, value: Any) -> bool:
        return isinstance(value, bytes)
