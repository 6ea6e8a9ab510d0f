"""The database: opened, brought up to date, written by one at a time."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

import aiosqlite
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from .memory import Memory

Value = TypeVar("Value")

BUSY_TIMEOUT = 5.0  # seconds to wait for another process (a backup) to let go of the file
MIGRATIONS = Path(__file__).parent / "migrations"


class Damaged(Exception):
    """The file is a database whose parts don't fit together any more."""


class _Connection(aiosqlite.Connection):
    """Makes and closes cursors at once: that does no I/O, and to hand it to the thread takes far longer."""

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        owner, name = getattr(fn, "__self__", None), getattr(fn, "__name__", "")
        if name == "cursor" or (name == "close" and isinstance(owner, sqlite3.Cursor)):
            return fn(*args, **kwargs)
        return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call]


class Database:
    """An open database. `read` and `write` each give a connection within one transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = asyncio.Lock()
        self._memories: list[Memory[Any]] = []

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open or create the file at `path`, check it and apply the migrations it lacks.

        Raises Damaged, or sqlalchemy.exc.DBAPIError for what can't be opened at all.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(
            URL.create("sqlite+aiosqlite", database=str(path)),
            async_creator=partial(_connect, path),
            hide_parameters=True,  # an error is logged, and they hold seeds and cards
        )
        event.listen(engine.sync_engine, "connect", _prepare)
        event.listen(engine.sync_engine, "begin", _begin)
        database = cls(engine)
        try:
            async with database.write() as connection:
                await connection.run_sync(_check)
                await connection.run_sync(_migrate)
        except BaseException:
            await engine.dispose()
            raise
        return database

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        async with self._engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Commits at the end; any exception rolls back. SQLite has one writer, so they queue here, in order."""
        async with self._writer, self._engine.connect() as connection:
            await connection.execution_options(writes=True)
            async with connection.begin():
                yield connection

    def memory(self, worth: Callable[[Value], bool] = lambda _: True) -> Memory[Value]:
        """For values read from here; `worth` tells which are kept."""
        self._memories.append(Memory(worth))
        return self._memories[-1]

    def forget(self) -> None:
        """All that is in memory: it has been written past."""
        for memory in self._memories:
            memory.clear()

    async def close(self) -> None:
        await self._engine.dispose()


async def _connect(path: Path) -> aiosqlite.Connection:
    open_file = partial(sqlite3.connect, path, timeout=BUSY_TIMEOUT, check_same_thread=False)
    connection = _Connection(open_file, iter_chunk_size=64)
    connection._thread.daemon = True  # as SQLAlchemy makes it, so that it keeps no process from ending
    return await connection


def _prepare(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # the driver would begin transactions by itself, too late and deferred
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _check(connection: Connection) -> None:
    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise Damaged(str(found).splitlines()[-1])


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
