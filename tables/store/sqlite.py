"""SQLite, the store that needs no server: one file, opened by one process, with one writer at a time."""

import asyncio
import logging
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, closing, suppress
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy
from sqlalchemy import NullPool, create_engine, event
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from .connection import Connection, File, FileConnection
from .lock import Lock

log = logging.getLogger(__name__)

BUSY_TIMEOUT = 5.0  # seconds to wait for another process (a backup) to let go of the file
START_PATIENCE = 5.0  # seconds a start waits for the check; a longer check goes on while people play
MAGIC = b"SQLite format 3\0"  # every file begins with it, but an empty one
OF_A_HALL = {"alembic_version", "tables", "log"}  # some tables that our database has had since the first version


class Damaged(Exception):
    """The file is a database whose parts don't fit together any more."""


class Unusable(Exception):
    """This file can't be our database. The message says why and what to do, or its cause does, an OSError."""


class SQLite:
    """A file. `reading`, `glancing` and `writing` each give a connection; see Database."""

    shared = False  # no other process writes to it

    def __init__(self, path: Path, connections: int, patience: float, **engine: Any) -> None:
        """At most so many `connections`. Waiting longer than `patience` seconds for one raises a TimeoutError."""
        self._path = path
        self._lock = Lock(path)
        self._mark = _beside(path, "damaged")  # it is there from when damage is found until a check finds none
        self.engine = create_engine("sqlite://", creator=partial(_open_file, path), poolclass=NullPool, **engine)
        event.listen(self.engine, "begin", _begin)
        self._places, self._patience = asyncio.Semaphore(connections), patience
        self._connections = set[FileConnection]()
        self._free = list[FileConnection]()  # of them
        self._writer = asyncio.Lock()
        self.checking: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Lock and check it. Raises InUse, Damaged, Unusable or DBAPIError.

        A long check goes on afterwards, unless the last one found damage: else each start would begin to play.
        """
        try:
            _require_usable(self._path)
            self._lock.take()
            _keep_private(self._path)
        except OSError as error:
            raise Unusable(str(error)) from error
        self.checking = asyncio.create_task(self._check())
        await asyncio.wait({self.checking}, timeout=None if self._mark.exists() else START_PATIENCE)
        if self.checking.done():
            self.checking.result()

    async def close(self) -> None:
        if self.checking:
            self.checking.cancel()
            await asyncio.gather(self.checking, return_exceptions=True)
        while self._connections:
            await self._connections.pop().end()
        self._lock.release()

    def reading(self) -> AbstractAsyncContextManager[FileConnection]:
        return self._connected("BEGIN")

    def glancing(self) -> AbstractAsyncContextManager[FileConnection]:
        return self._connected("")

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[FileConnection]:
        """There is one writer, so they queue here, in order."""
        async with self._writer, self._connected("BEGIN IMMEDIATE") as connection:
            try:
                yield connection
            except Exception:
                await connection.settle()  # what was put off comes first, and may fail itself
                raise
            await connection.commit()

    @asynccontextmanager
    async def _connected(self, begin: str) -> AsyncIterator[FileConnection]:
        try:
            async with asyncio.timeout(self._patience if self._places.locked() else None):
                await self._places.acquire()
        except TimeoutError:
            raise PoolTimeoutError from None
        try:
            connection = self._free.pop() if self._free else await self._connect()
        except BaseException:
            self._places.release()
            raise
        try:
            yield connection.begins(begin)
        finally:
            if connection in self._connections and connection.settled:
                self._free.append(connection)
                self._places.release()
            else:
                await asyncio.shield(asyncio.ensure_future(self._roll_back(connection)))

    async def _roll_back(self, connection: FileConnection) -> None:
        try:
            if connection in self._connections:  # else it was ended meanwhile
                await connection.rollback()
                self._free.append(connection)
        except BaseException:
            self._connections.discard(connection)
            await connection.end()
            raise
        finally:
            self._places.release()

    async def before_migrating(self, connection: Connection) -> None:
        """Nobody else has the file open."""

    async def _connect(self) -> FileConnection:
        connection = FileConnection(self.engine)
        try:
            await connection.open()
        except BaseException:
            await connection.end()
            raise
        self._connections.add(connection)
        return connection

    async def _check(self) -> None:
        try:
            await self._read_all()
        except Damaged:
            with suppress(OSError):
                self._mark.touch(0o600)
            raise
        with suppress(OSError):
            self._mark.unlink(missing_ok=True)

    async def _read_all(self) -> None:
        try:
            async with self.glancing() as connection:
                verdict = (await connection.exec_driver_sql("PRAGMA integrity_check(1)")).scalar()
        except OperationalError:
            raise  # it can't be read now, which says nothing of damage
        except DBAPIError as error:
            raise Damaged(str(error.orig)) from error
        if verdict != "ok":
            raise Damaged(str(verdict).splitlines()[-1])


def another_hall(path: Path) -> Path | None:
    """If there is no file `path`: the database beside it with the most similar name, because the host may mean that
    one.
    """
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
    """Open a database to read a little of it. No file is made beside it, unless it is in use or was left by a kill."""
    resolved = file.resolve(strict=True)
    mode = "mode=ro" if resolved.with_name(f"{resolved.name}-wal").exists() else "immutable=1"
    return closing(sqlite3.connect(f"{resolved.as_uri()}?{mode}", uri=True))


def table_names(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _beginning(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(len(MAGIC))


def _require_usable(path: Path) -> None:
    """Raises Unusable or OSError for a path that can't be our database, before anything is made or changed."""
    if not path.parent.is_dir():
        raise Unusable(f"there is no folder {path.parent}. Correct the path, or make the folder")
    if path.is_dir():
        raise Unusable("it is a folder. Name a file in it")
    if not path.exists():
        resolved = path.resolve()
        left = resolved.with_name(f"{resolved.name}-wal")
        if left.exists() and left.stat().st_size:
            raise Unusable(f"it is gone, but {left} is left of it. Put it back beside that, or restore a backup")
        log.info("There is no database %s yet: a new one is made.", path)
    elif not path.is_file() or _beginning(path) not in (b"", MAGIC):
        raise Unusable("it isn't a database of SQLite. Correct the path or, if it was one, restore a backup")
    else:
        with suppress(sqlite3.Error), looked_at(path) as connection:  # it is checked for damage later
            if (names := table_names(connection)) and "alembic_version" not in names:
                raise Unusable("it belongs to another program. Name another file")


def _beside(path: Path, kind: str) -> Path:
    return path.with_name(f"{path.name}-{kind}")


def _keep_private(path: Path) -> None:
    """Let only the owner read it, because it holds every hidden card. SQLite's side files get the same mode."""
    if not path.exists():
        path.touch(0o600)
    for file in (path, _beside(path, "wal"), _beside(path, "shm")):
        if file.is_file():
            with suppress(PermissionError):  # it belongs to another user, who gave this one access
                file.chmod(0o600)


def _open_file(path: Path) -> sqlite3.Connection:
    # no isolation level, else the driver begins transactions itself: later, and deferred
    connection = File(path, timeout=BUSY_TIMEOUT, check_same_thread=False, isolation_level=None)
    connection.text_factory = _text
    try:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def _text(stored: bytes) -> str | bytes:
    """Bytes that aren't text stay as they are, so that only those who need them get an error: see cells.py."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


def _begin(connection: sqlalchemy.Connection) -> None:
    if statement := connection.info["begin"]:
        connection.exec_driver_sql(statement)
