"""SQLite, the store that needs nothing: one file, which one process at a time has open, and one writer at a time."""

import asyncio
import logging
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractContextManager, asynccontextmanager, closing, suppress
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path
from typing import Any, Self

import aiosqlite
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from .lock import Lock

log = logging.getLogger(__name__)

BUSY_TIMEOUT = 5.0  # seconds to wait for another process (a backup) to let go of the file
START_PATIENCE = 5.0  # seconds a start waits for the check; a longer check goes on while people play
INTERRUPT_EVERY = 0.05  # seconds between attempts to end a connection
MAGIC = b"SQLite format 3\0"  # every file begins with it, but an empty one
OF_A_HALL = {"alembic_version", "tables", "log"}  # some of its tables, which it has had from the first version on


class Damaged(Exception):
    """The file is a database whose parts don't fit together any more."""


class Unusable(Exception):
    """No hall can be kept in this file: the message says why, and what to do. Or its cause does, an OSError."""


class SQLite:
    """A file. `reading`, `glancing` and `writing` each give a connection; see Database."""

    shared = False  # no other process writes to it

    def __init__(self, path: Path, **pool: Any) -> None:
        self._path = path
        self._lock = Lock(path)
        self.engine = create_async_engine(
            URL.create("sqlite+aiosqlite", database=str(path)), async_creator=self._connect, **pool
        )
        event.listen(self.engine.sync_engine, "begin", _begin)
        self._connections: set[_Connection] = set()
        self._writer = asyncio.Lock()
        self.checking: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Lock and check it. Raises InUse, Damaged, Unusable or DBAPIError."""
        try:
            _require_usable(self._path)
            self._lock.take()
            _keep_private(self._path)
        except OSError as error:
            raise Unusable(str(error)) from error
        self.checking = asyncio.create_task(self._check())
        await asyncio.wait({self.checking}, timeout=START_PATIENCE)
        if self.checking.done():
            self.checking.result()

    async def close(self) -> None:
        if self.checking:
            self.checking.cancel()
            await asyncio.gather(self.checking, return_exceptions=True)
        await self.engine.dispose()
        for connection in self._connections:
            await connection.end()
        self._lock.release()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection:
            yield connection

    glancing = reading

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """There is one writer, so they queue here, in order."""
        async with self._writer, self.engine.connect() as connection:
            await connection.execution_options(writes=True)
            async with connection.begin():
                yield connection

    async def before_migrating(self, connection: AsyncConnection) -> None:
        """Nobody else has the file open."""

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
            async with self.engine.connect() as connection:
                found = (await connection.exec_driver_sql("PRAGMA integrity_check(1)")).scalar()
        except OperationalError:
            raise  # it can't be read now, which says nothing of damage
        except DBAPIError as error:
            raise Damaged(str(error.orig)) from error
        if found != "ok":
            raise Damaged(str(found).splitlines()[-1])


class _Connection(aiosqlite.Connection):
    """A query that nobody waits for any more is interrupted, and so is one at the end."""

    _stopped: asyncio.Future[Any] | None = None

    def cursor(self) -> "_Cursor":  # type: ignore[override]  # for `async with` alone, as SQLAlchemy uses it
        return _Cursor(self, self._conn.cursor())

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
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


class _Cursor(aiosqlite.Cursor):
    """A query brings its first rows with it, mostly all: one visit to the connection's thread, where there were four.

    These visits were a quarter of the processor time of a turn.
    """

    def __init__(self, connection: _Connection, cursor: sqlite3.Cursor) -> None:
        super().__init__(connection, cursor)
        self._first = list[Any]()  # rows that were brought, and not fetched yet
        self._more = False  # rows may be left in the file

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> Self:
        self._first = await self._execute(self._run, sql, parameters or ())  # type: ignore[no-untyped-call]
        self._more = len(self._first) == self.iter_chunk_size
        return self

    def _run(self, sql: str, parameters: Any) -> list[Any]:
        return self._cursor.execute(sql, parameters).fetchmany(self.iter_chunk_size)

    async def fetchall(self) -> list[Any]:
        rows, self._first = self._first, []
        if self._more:
            rows += await super().fetchall()
            self._more = False
        return rows

    async def fetchmany(self, size: int | None = None) -> list[Any]:
        size = size or self.arraysize
        rows, self._first = self._first[:size], self._first[size:]
        if self._more and len(rows) < size:
            rows += await super().fetchmany(size - len(rows))
        return rows

    async def fetchone(self) -> Any:
        return next(iter(await self.fetchmany(1)), None)

    async def close(self) -> None:
        """A statement whose rows were all brought holds nothing any more."""
        if self._more:
            await super().close()


def another_hall(path: Path) -> Path | None:
    """Where there is no file `path`, the hall's file beside it whose name is the most alike: it may be meant."""
    if os.path.lexists(path):
        return None
    try:
        halls = [file for file in path.parent.iterdir() if _is_a_hall(file)]
    except OSError:
        return None
    return max(halls, key=lambda file: SequenceMatcher(None, file.name, path.name).ratio(), default=None)


def _is_a_hall(file: Path) -> bool:
    try:
        if not file.is_file() or _beginning(file) != MAGIC:
            return False
        with looked_at(file) as connection:
            return table_names(connection) >= OF_A_HALL
    except (OSError, sqlite3.Error):
        return False


def looked_at(file: Path) -> AbstractContextManager[sqlite3.Connection]:
    """To read a little of a database. Unless it is in use or was left by a kill, nothing is made beside it."""
    whole = file.resolve(strict=True)
    mode = "mode=ro" if whole.with_name(f"{whole.name}-wal").exists() else "immutable=1"
    return closing(sqlite3.connect(f"{whole.as_uri()}?{mode}", uri=True))


def table_names(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _beginning(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(len(MAGIC))


def _require_usable(path: Path) -> None:
    """Raises Unusable or OSError. A mistyped path shall make no folders, and nothing that isn't ours shall change."""
    if not path.parent.is_dir():
        raise Unusable(f"there is no folder {path.parent}. Correct the path, or make the folder")
    if path.is_dir():
        raise Unusable("it is a folder. Name a file in it")
    if not path.exists():
        whole = path.resolve()
        left = whole.with_name(f"{whole.name}-wal")
        if left.exists() and left.stat().st_size:
            raise Unusable(f"it is gone, but {left} is left of it. Put it back beside that, or restore a backup")
        log.info("There is no database %s yet: a new hall begins.", path)
    elif not path.is_file() or _beginning(path) not in (b"", MAGIC):
        raise Unusable("it is no database of SQLite. Correct the path; or, if it was one, restore a backup")
    else:
        with suppress(sqlite3.Error), looked_at(path) as connection:  # it is checked for damage later
            if (names := table_names(connection)) and "alembic_version" not in names:
                raise Unusable("it is another program's. Name another file")


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
    connection.text_factory = _text
    try:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def _text(stored: bytes) -> str | bytes:
    """What is no text is left as it is, so that only who needs it fails: see cells.py."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
