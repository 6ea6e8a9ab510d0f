"""The database: opened, checked, brought up to date, written by one at a time."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

import aiosqlite
from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection, event, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

import metrics

from . import schema
from .lock import Lock
from .memory import MOST, Memory

Value = TypeVar("Value")

BUSY_TIMEOUT = 5.0  # seconds to wait for another process (a backup) to let go of the file
CONNECTIONS = 8  # kept open, because opening one costs more than most queries
LOOKS = 2  # of them for boards, profiles and finished games
POOL_TIMEOUT = 10.0  # seconds to wait for one of the connections, when all are taken
START_PATIENCE = 5.0  # seconds a start waits for the check; a longer check goes on while people play
INTERRUPT_EVERY = 0.05  # seconds between attempts to end a connection
READS, WRITES = metrics.DATABASE.labels("read"), metrics.DATABASE.labels("write")
MIGRATIONS = Path(__file__).parent / "migrations"


class Damaged(Exception):
    """The file is a database whose parts don't fit together any more."""


class Busy(TimeoutError):
    """No connection came free in time, because so many read at once. Nothing has changed; trying again helps."""


class _Connection(aiosqlite.Connection):
    """Makes and closes cursors directly: that does no I/O, and passing it to the thread takes far longer.

    A query that nobody waits for any more is interrupted.
    """

    _stopped: asyncio.Future[Any] | None = None

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        owner, name = getattr(fn, "__self__", None), getattr(fn, "__name__", "")
        if name == "cursor" or (name == "close" and isinstance(owner, sqlite3.Cursor)):
            return fn(*args, **kwargs)
        try:
            return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call]
        except asyncio.CancelledError:
            if self._connection is not None:
                self._connection.interrupt()
            raise

    def stop(self) -> asyncio.Future[Any] | None:
        """Stops only once: the thread ends after the first time, and a second call would wait for ever."""
        if self._running:
            self._stopped = super().stop()
        return self._stopped

    async def end(self) -> None:
        """Close it, interrupt its query, and wait for its thread, which could else answer a loop that is closed."""
        if self._running:
            self.stop()
        while self._thread.is_alive():
            if self._connection is not None:
                with suppress(sqlite3.ProgrammingError):  # it is closed already
                    self._connection.interrupt()  # repeated, because its statement may not have begun yet
            await asyncio.to_thread(self._thread.join, INTERRUPT_EVERY)


class Database:
    """An open database. `read` and `write` each give a connection within one transaction."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock(path)
        self._engine = create_async_engine(
            URL.create("sqlite+aiosqlite", database=str(path)),
            async_creator=self._connect,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=POOL_TIMEOUT,
            hide_parameters=True,  # errors are logged, and parameters hold seeds and cards
        )
        event.listen(self._engine.sync_engine, "begin", _begin)
        self._connections: set[_Connection] = set()
        self._writer = asyncio.Lock()
        self._looking = asyncio.Semaphore(LOOKS)
        self._memories: list[Memory[Any]] = []
        self.checking: asyncio.Task[None] | None = None  # reads every page; raises Damaged

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open or create the file at `path`, check it and apply the migrations it lacks.

        The check of a large file goes on afterwards, see `checking`. Raises InUse, Damaged, OSError, or
        sqlalchemy.exc.DBAPIError for what can't be opened at all.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        database = cls(path)
        database._lock.take()
        try:
            _keep_private(path)
            database.checking = asyncio.create_task(database._check())
            await asyncio.wait({database.checking}, timeout=START_PATIENCE)
            if database.checking.done():
                database.checking.result()
            async with database.write() as connection:
                await connection.run_sync(_migrate)
                for table in schema.metadata.sorted_tables:
                    await connection.execute(select(table).limit(0))  # fails if a column is missing
        except BaseException:
            await database.close()
            raise
        return database

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncConnection]:
        async with AsyncExitStack() as stack:
            try:
                connection = await stack.enter_async_context(self._engine.connect())
            except PoolTimeoutError:
                raise Busy(f"no connection came free within {POOL_TIMEOUT:.0f} seconds") from None
            yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        with READS.time():
            async with self._connected() as connection:
                yield connection

    @asynccontextmanager
    async def look(self) -> AsyncIterator[AsyncConnection]:
        """As `read`, for boards, profiles and finished games: only LOOKS at once, so that players needn't wait."""
        async with self._looking, self.read() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Commits at the end; any exception rolls back. SQLite has one writer, so writes queue here, in order."""
        with WRITES.time():
            async with self._writer, self._connected() as connection:
                await connection.execution_options(writes=True)
                async with connection.begin():
                    yield connection

    def memory(self, worth: Callable[[Value], bool] = lambda _: True, most: int = MOST) -> Memory[Value]:
        """A memory for values read from this database: those for which `worth` is true, at most `most`."""
        self._memories.append(Memory(worth, most))
        return self._memories[-1]

    def forget(self) -> None:
        """Empty all memories, because something was written past them."""
        for memory in self._memories:
            memory.clear()

    async def close(self) -> None:
        if self.checking:
            self.checking.cancel()
            await asyncio.gather(self.checking, return_exceptions=True)
        await self._engine.dispose()
        for connection in self._connections:
            await connection.end()
        self._lock.release()

    async def _connect(self) -> aiosqlite.Connection:
        connection = _Connection(partial(_open_file, self._path), iter_chunk_size=64)
        connection._thread.daemon = True  # as SQLAlchemy does, so that it never keeps a process alive
        self._connections = {known for known in self._connections if known._thread.is_alive()}
        try:
            await connection
        except BaseException:
            await connection.end()
            raise
        self._connections.add(connection)
        return connection

    async def _check(self) -> None:
        try:
            async with self.read() as connection:
                found = (await connection.exec_driver_sql("PRAGMA integrity_check(1)")).scalar()
        except OperationalError:
            raise  # it can't be read now, which says nothing of damage
        except DBAPIError as error:
            raise Damaged(str(error.orig)) from error
        if found != "ok":
            raise Damaged(str(found).splitlines()[-1])


def _keep_private(path: Path) -> None:
    """Let only the owner read it, because it holds every hidden card. SQLite's side files get the same mode."""
    if not path.exists():
        path.touch(0o600)
    for file in (path, *(path.with_name(f"{path.name}-{kind}") for kind in ("wal", "shm"))):
        if file.is_file():
            with suppress(PermissionError):  # it belongs to another user, who gave this one access
                file.chmod(0o600)


def _open_file(path: Path) -> sqlite3.Connection:
    # no isolation level, else the driver begins transactions itself: later, and deferred
    connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT, check_same_thread=False, isolation_level=None)
    try:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:  # it doesn't know the version that the file names
        raise Damaged(f"{error}; perhaps a newer hall has written it") from error
