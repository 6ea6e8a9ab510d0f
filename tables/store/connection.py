"""Database connections: SQLAlchemy's for PostgreSQL, and our own for SQLite."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import get_ident
from typing import Any, Self, TypeAlias, TypeVar

import sqlalchemy
from sqlalchemy import CursorResult, Dialect, Engine, Executable, ScalarResult
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncResult
from sqlalchemy.util import await_only

Value = TypeVar("Value")
Work = Callable[[sqlalchemy.Connection], Value]

INTERRUPT_EVERY = 0.02  # seconds between attempts to end a connection


class FileConnection:
    """A connection of SQLAlchemy in a thread of its own, with what is used here of AsyncConnection.

    Handing work to the thread costs more than most statements. So work is handed over together where possible: BEGIN
    with the first statement, and put-off statements with the next one or with COMMIT.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._thread = ThreadPoolExecutor(1, "sqlite")
        self._connection: sqlalchemy.Connection | None = None
        self._file: File | None = None
        self._going: Future[Any] | None = None  # the newest visit
        self._put_off = list[Work[Any]]()
        self._alone = False

    @property
    def dialect(self) -> Dialect:
        return self.engine.dialect

    @property
    def connection(self) -> sqlalchemy.Connection:
        assert self._connection is not None, "it is open"
        return self._connection

    @property
    def file(self) -> "File":
        assert self._file is not None, "it is open"
        return self._file

    async def open(self) -> None:
        """Open it. Raises DBAPIError."""
        await self.visit(self._open)

    def _open(self) -> None:
        """Open it in the thread, all at once. So it can be closed even if nobody waits for it any more."""
        self._connection = self.engine.connect()
        file = self._connection.connection.driver_connection
        assert isinstance(file, File)
        self._file = file

    def begins(self, statement: str) -> Self:
        """Set the statement that begins its one transaction; "" if it is for single queries, each by itself."""
        self.connection.info["begin"], self._alone = statement, not statement
        return self

    async def visit(self, work: Callable[[], Value]) -> Value:
        """Run this in the thread. It is interrupted if nobody waits for it any more."""
        going = self._going = self._thread.submit(work)
        try:
            return await asyncio.wrap_future(going)
        except asyncio.CancelledError:
            await self._interrupt(going)
            raise

    def put_off(self, work: Work[Any]) -> None:
        """Run this just before the next query."""
        self._put_off.append(work)

    async def run_sync(self, work: Callable[..., Value], *given: Any) -> Value:
        before, self._put_off = self._put_off, []

        def visit() -> Value:
            try:
                if not self.connection.in_transaction():
                    self.connection.begin()
                for put_off in before:
                    put_off(self.connection)
                return work(self.connection, *given)
            finally:
                if self._alone:
                    self.connection.rollback()  # SQLAlchemy's alone: SQLite has begun nothing

        return await self.visit(visit)

    async def execute(self, statement: Executable, parameters: Any = None) -> CursorResult[Any]:
        return await self.run_sync(sqlalchemy.Connection.execute, statement, parameters)

    async def scalar(self, statement: Executable, parameters: Any = None) -> Any:
        return (await self.execute(statement, parameters)).scalar()

    async def scalars(self, statement: Executable, parameters: Any = None) -> ScalarResult[Any]:
        return (await self.execute(statement, parameters)).scalars()

    async def exec_driver_sql(self, statement: str, parameters: Any = None) -> CursorResult[Any]:
        return await self.run_sync(sqlalchemy.Connection.exec_driver_sql, statement, parameters)

    async def stream(self, statement: Executable, *, execution_options: Any = None) -> AsyncResult[Any]:
        """The rows, read as they are asked for."""

        def execute(connection: sqlalchemy.Connection) -> CursorResult[Any]:
            self.file.cursors = partial(StreamedCursor, visit=self.visit)
            try:
                return connection.execute(statement, execution_options=execution_options)
            finally:
                self.file.cursors = BufferedCursor

        return AsyncResult(await self.run_sync(execute))

    async def settle(self) -> None:
        """Run what was put off."""
        if self._put_off:
            await self.run_sync(lambda _: None)

    async def commit(self) -> None:
        if self._put_off or self.begun:
            await self.run_sync(sqlalchemy.Connection.commit)

    @property
    def begun(self) -> bool:
        """Whether there is something to commit or to roll back; it may be left from a COMMIT that failed.

        SQLAlchemy's transaction is there until it is rolled back, also when it can't go on.
        """
        return self.connection.get_transaction() is not None or self.file.in_transaction

    @property
    def settled(self) -> bool:
        """Whether there is nothing to roll back."""
        return not (self._put_off or self.begun or self.file.stopped)

    async def rollback(self) -> None:
        def roll_back() -> None:
            self.file.stopped = False
            self.connection.rollback()
            self.file.rollback()

        self._put_off.clear()
        if self.begun or self.file.stopped:
            await self.visit(roll_back)

    async def end(self) -> None:
        """Close it, interrupt its query, and wait for its thread, which could else answer a loop that is closed."""
        if self._going is not None:
            await self._interrupt(self._going)
        if self._connection is not None:
            await self.visit(self._connection.close)
        self._thread.shutdown()

    async def _interrupt(self, going: Future[Any]) -> None:
        """Interrupt the connection's thread until this is done."""
        while not going.done():
            if self._file is not None:
                self._file.stopped = True
                with suppress(sqlite3.ProgrammingError):  # it is closed by now
                    self._file.interrupt()  # repeated, because its statement may not have begun yet
            await asyncio.sleep(INTERRUPT_EVERY)


Connection: TypeAlias = AsyncConnection | FileConnection


class BufferedCursor(sqlite3.Cursor):
    """Reads all rows together with the query, and then keeps nothing of the file open: the caller is in another
    thread."""

    _rows: list[Any]

    def execute(self, sql: str, parameters: Any = ()) -> Self:
        super().execute(sql, parameters)
        self._rows = super().fetchall()
        super().close()
        return self

    def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    def fetchmany(self, size: int | None = None) -> list[Any]:
        size = size or self.arraysize
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    def fetchone(self) -> Any:
        return next(iter(self.fetchmany(1)), None)


class StreamedCursor(sqlite3.Cursor):
    """Reads some rows at a time, in the connection's thread. AsyncResult asks for them and waits."""

    def __init__(self, file: sqlite3.Connection, visit: Callable[[Callable[[], Any]], Any]) -> None:
        super().__init__(file)
        self._visit, self._thread = visit, get_ident()

    def fetchall(self) -> list[Any]:
        rows: list[Any] = self._fetched(super().fetchall)
        return rows

    def fetchmany(self, size: int | None = None) -> list[Any]:
        rows: list[Any] = self._fetched(partial(super().fetchmany, size or self.arraysize))
        return rows

    def fetchone(self) -> Any:
        return self._fetched(super().fetchone)

    def _fetched(self, fetch: Callable[[], Any]) -> Any:
        return fetch() if get_ident() == self._thread else await_only(self._visit(fetch))


class File(sqlite3.Connection):
    cursors: Callable[[sqlite3.Connection], sqlite3.Cursor] = BufferedCursor
    stopped = False  # SQLite may roll back when interrupted: later statements would be committed one by one

    def cursor(self) -> sqlite3.Cursor:  # type: ignore[override]  # as SQLAlchemy uses it
        if self.stopped:
            raise sqlite3.OperationalError("interrupted")
        return self.cursors(self)
