"""A transaction, as both drivers give it: statements in, typed rows out."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import TypeVar

import msgspec
from sqlalchemy import Column, Executable
from sqlalchemy.sql.selectable import ReturnsRows
from sqlalchemy.sql.visitors import iterate

from .errors import Busy, IntegrityError, Unreadable
from .statements import Cells, Dialected, Expression, Filled, Needed, RowsByPart, Selects, Values, Write, united
from .types import Flag

Row = TypeVar("Row")


class Transaction(ABC):
    """What a `read` or a `write` of the database gives: see `Database`.

    Rows come as `kind`: a Struct(array_like=True) whose fields are the columns in order, or, of a single column, the
    type of its values; or as dicts, for what copies any table. What is written as a date, or compared with one, may be
    a date.
    """

    def __init__(self, home: object, texts: Dialected) -> None:
        self.home = home  # the store that it is of
        self.texts = texts

    @property
    def dialect(self) -> str:
        return self.texts.name

    @abstractmethod
    async def change(self, statement: Executable, values: Values) -> int:
        """Returns how many rows it changed."""

    @abstractmethod
    async def many(self, statement: Executable, rows: Sequence[Values]) -> None:
        """Once for each of these sets of values, which all have the same names."""

    @abstractmethod
    async def fetch(self, statement: Executable, values: Values) -> Sequence[Cells]:
        """The rows as the driver has them."""

    @abstractmethod
    def pieces(self, statement: Executable, size: int, values: Values) -> AsyncIterator[Sequence[Cells]]:
        """Likewise, read as they are asked for, `size` at once."""

    @abstractmethod
    async def write_all(
        self,
        writes: Collection[Write],
        needed: Needed | None = None,
        *,
        queued: str | None = None,
        clash: type[Exception] = IntegrityError,
    ) -> None:
        """Make several changes at once.

        None sees what the others do, so no two may concern the same row. `queued`: wait for this advisory lock first;
        later queries see what its holders have written. Raises `clash` if a unique row exists already, and
        `needed.missed` if `needed` changes no row.
        """

    async def run(self, statement: Executable | Filled, **values: object) -> int:
        """Returns how many rows it changed."""
        if isinstance(statement, Filled):
            return await self.change(statement.statement, {**statement.values, **values})
        return await self.change(statement, values)

    async def all(self, statement: Executable, kind: type[Row], **values: object) -> list[Row]:
        """The rows; those that don't fit `kind` are left out."""
        return fitting(await self.fetch(statement, values), kind, statement)

    async def whole(self, statement: Executable, kind: type[Row], **values: object) -> list[Row]:
        """The rows, which mean nothing without each other. Raises Unreadable if one doesn't fit."""
        return all_required(await self.fetch(statement, values), kind, statement)

    async def parts(self, selects: Selects, **values: object) -> RowsByPart:
        """The rows of each select, by its name; those that don't fit its kind are left out, or raise Unreadable."""
        union = united(selects)
        found = [list[Cells]() for _ in union.cells]
        for row in await self.fetch(union.statement, values):
            number = row[0]
            assert isinstance(number, int)
            found[number].append(union.cells[number](row))
        return {
            name: (all_required if name in selects.whole else fitting)(rows, selects.kinds[name], selects.parts[name])
            for name, rows in zip(selects.parts, found, strict=True)
        }

    async def stream(
        self, statement: Executable, kind: type[Row], size: int, **values: object
    ) -> AsyncIterator[list[Row]]:
        """Likewise, `size` at a time, read as they are asked for."""
        async for piece in self.pieces(statement, size, values):
            if rows := fitting(piece, kind, statement):
                yield rows

    async def one(self, statement: Executable, kind: type[Row], **values: object) -> Row | None:
        """The first row, None if there is none; of a single column None also if it is null. Raises Unreadable."""
        rows = (await self.fetch(statement, values))[:1]
        cells = _cells(rows, kind, statement)
        if not rows or cells[0] is None:
            return None
        try:
            return msgspec.convert(cells[0], kind, strict=False)
        except msgspec.ValidationError as error:
            raise Unreadable(_where(kind, statement, rows[0], error)) from None


def fitting(rows: Sequence[Cells], kind: type[Row], statement: Executable) -> list[Row]:
    """The rows as this kind, without those that don't fit it."""
    try:
        return msgspec.convert(_cells(rows, kind, statement), list[kind], strict=False)  # type: ignore[valid-type]  # SQLite's booleans: 0 and 1
    except msgspec.ValidationError:
        return [fit for fit in (_fitting(row, kind, statement) for row in rows) if fit is not None]


def all_required(rows: Sequence[Cells], kind: type[Row], statement: Executable) -> list[Row]:
    """Likewise. Raises Unreadable if one doesn't fit."""
    found = fitting(rows, kind, statement)
    if len(found) < len(rows):
        raise Unreadable(_table_of(statement))  # logged by its key
    return found


def _fitting(row: Cells, kind: type[Row], statement: Executable) -> Row | None:
    try:
        return msgspec.convert(_cells([row], kind, statement)[0], kind, strict=False)
    except msgspec.ValidationError as error:
        Unreadable(_where(kind, statement, row, error))  # logs it
        return None


def _cells(rows: Sequence[Cells], kind: type, statement: Executable) -> Sequence[object]:
    """What becomes a `kind`, of each row."""
    if kind is not dict:
        return rows if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else [row[0] for row in rows]
    flags = [(str(column.key), isinstance(column.type, Flag)) for column in _columns(statement)]
    return [
        {key: bool(cell) if flag and cell is not None else cell for (key, flag), cell in zip(flags, row, strict=True)}
        for row in rows
    ]


def _columns(statement: Executable) -> Sequence[Expression]:
    return [*statement.exported_columns] if isinstance(statement, ReturnsRows) else []


def _where(kind: type, statement: Executable, row: Cells, error: msgspec.ValidationError) -> str:
    """The row's table and key, for the log. It has no value but those of keys, which are ids."""
    keys = [
        f"{column.key}={cell}" for column, cell in zip(_columns(statement), row, strict=False) if column.primary_key
    ]
    return f"{_table_of(statement)} {' '.join(keys)}: {error}"


def _table_of(statement: Executable) -> str:
    """The table of its first column, which may be computed from columns."""
    parts = [part for column in _columns(statement) for part in iterate(column)]
    return next((str(part.table) for part in parts if isinstance(part, Column)), "a number")


@contextmanager
def clashing(clash: type[Exception]) -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        if clash is IntegrityError:
            raise
        raise clash from None


@asynccontextmanager
async def place(places: asyncio.Semaphore, patience: float) -> AsyncIterator[None]:
    """One of the few connections may be used. Raises Busy if none comes free within so many seconds."""
    try:
        async with asyncio.timeout(patience if places.locked() else None):
            await places.acquire()
    except TimeoutError:
        raise Busy(f"no connection came free within {patience:.0f} seconds") from None
    try:
        yield
    finally:
        places.release()
