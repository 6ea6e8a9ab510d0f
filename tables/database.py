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

from . import schema
from .lock import Lock
from .memory import MOST, Memory

Value = TypeVar("Value")

BUSY_TIMEOUT = 5.0  # seconds to wait for another process (a backup) to let go of the file
CONNECTIONS = 8  # at once. They are kept: to open one costs more than most of what it is asked for
LOOKS = 2  # of them for whoever looks around
POOL_TIMEOUT = 10.0  # seconds to wait for one of the connections, when all are taken
START_PATIENCE = 5.0  # seconds that a start waits for the check; what takes longer goes on while the hall plays
INTERRUPT_EVERY = 0.05  # seconds
MIGRATIONS = Path(__file__).parent / "migrations"


class Damaged(Exception):
    """The file is a database whose parts don't fit together any more."""


class Busy(TimeoutError):
    """So many read at once that no connection came free in time. Nothing has changed; it passes."""


class _Connection(aiosqlite.Connection):
    """Makes and closes cursors at once: that does no I/O, and to hand it to the thread takes far longer.

    What nobody waits for any more is interrupted.
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
        """Once: after it the thread takes no more, and whoever waited for a second time would wait for ever."""
        if self._running:
            self._stopped = super().stop()
        return self._stopped

    async def end(self) -> None:
        """Close it, whatever runs on it, and wait for its thread: one left behind answers a loop that is closed."""
        if self._running:
            self.stop()
        while self._thread.is_alive():
            if self._connection is not None:
                with suppress(sqlite3.ProgrammingError):  # it is closed by now
                    self._connection.interrupt()  # once isn't enough: its statement may only be about to begin
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
            hide_parameters=True,  # an error is logged, and they hold seeds and cards
        )
        event.listen(self._engine.sync_engine, "begin", _begin)
        self._connections: set[_Connection] = set()
        self._writer = asyncio.Lock()
        self._looking = asyncio.Semaphore(LOOKS)
        self._memories: list[Memory[Any]] = []
        self.checking: asyncio.Task[None] | None = None  # every page is read; raises Damaged

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open or create the file at `path`, check it and apply the migrations it lacks.

        Of a large file the check goes on afterwards, see `checking`. Raises InUse, Damaged, OSError, or
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
                    await connection.execute(select(table).limit(0))  # what the hall asks for is there
        except BaseException:
            await database.close()
            raise
        return database

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        async with AsyncExitStack() as stack:
            try:
                connection = await stack.enter_async_context(self._engine.connect())
            except PoolTimeoutError:
                raise Busy(f"no connection came free within {POOL_TIMEOUT:.0f} seconds") from None
            yield connection

    @asynccontextmanager
    async def look(self) -> AsyncIterator[AsyncConnection]:
        """As `read`, for boards, profiles and games that are over: few at once, so that whoever plays needn't wait."""
        async with self._looking, self.read() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Commits at the end; any exception rolls back. SQLite has one writer, so they queue here, in order."""
        async with self._writer, self.read() as connection:
            await connection.execution_options(writes=True)
            async with connection.begin():
                yield connection

    def memory(self, worth: Callable[[Value], bool] = lambda _: True, most: int = MOST) -> Memory[Value]:
        """For values read from here; `worth` tells which are kept, and `most` how many."""
        self._memories.append(Memory(worth, most))
        return self._memories[-1]

    def forget(self) -> None:
        """All that is in memory: it has been written past."""
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
        connection._thread.daemon = True  # as SQLAlchemy makes it, so that it keeps no process from ending
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
            raise  # it can't be read just now
        except DBAPIError as error:
            raise Damaged(str(error.orig)) from error
        if found != "ok":
            raise Damaged(str(found).splitlines()[-1])


def _keep_private(path: Path) -> None:
    """Whoever reads it knows every hidden card. What SQLite makes beside a file has the mode of that file."""
    if not path.exists():
        path.touch(0o600)
    for file in (path, *(path.with_name(f"{path.name}-{kind}") for kind in ("wal", "shm"))):
        if file.is_file():
            with suppress(PermissionError):  # it belongs to another user, who has let this one in
                file.chmod(0o600)


def _open_file(path: Path) -> sqlite3.Connection:
    # without an isolation level: the driver would begin transactions by itself, too late and deferred
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
    except CommandError as error:  # of the version that the file says it is
        raise Damaged(f"{error}; perhaps a newer hall has written it") from error
