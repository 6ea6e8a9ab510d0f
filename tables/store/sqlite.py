"""SQLite, the store that needs no server: one file, opened by one process, with one writer at a time."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import aiosqlite
from sqlalchemy import Executable, NullPool, create_engine, event
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError

from . import files
from .errors import Damaged, DatabaseError, IntegrityError, Unusable, translated
from .lock import Lock
from .migrating import migrate
from .statements import Conflict, Dialected, Needed, Rows, Write
from .transaction import Transaction, clashing, place

Given = ParamSpec("Given")
Found = TypeVar("Found")

BUSY_TIMEOUT = 5.0  # seconds to wait for another process (a backup) to let go of the file
START_PATIENCE = 5.0  # seconds a start waits for the check; a longer check goes on while people play
INTERRUPT_EVERY = 0.02  # seconds between attempts to end a query that nobody waits for any more
PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
INTEGRITY = "PRAGMA integrity_check(1)"
TEXTS = Dialected(sqlite.dialect(paramstyle="named"))

sqlite3.register_adapter(date, date.isoformat)
logging.getLogger("aiosqlite").setLevel(logging.WARNING)  # it would log each statement with its values: seeds, cards


class SQLite:
    """A file. `reading`, `glancing` and `writing` each give a transaction; see Database."""

    shared = False  # no other process writes to it
    texts = TEXTS

    def __init__(self, path: Path, connections: int, patience: float) -> None:
        """At most so many `connections` read. Waiting longer than `patience` seconds for one raises Busy."""
        self._path = path
        self._lock = Lock(path)
        self._mark = files.beside(path, "damaged")  # it is there from when damage is found until a check finds none
        self._places, self._patience = asyncio.Semaphore(connections), patience
        self._open = set[aiosqlite.Connection]()
        self._free = list[aiosqlite.Connection]()  # of them, to read
        self._writer: aiosqlite.Connection | None = None
        self._turn = asyncio.Lock()  # of those who write
        self.checking: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Lock, check and upgrade it. Raises InUse, Damaged, Unusable, Newer or DatabaseError.

        A long check goes on afterwards, unless the last one found damage: else each start would begin to play.
        """
        try:
            files.require_usable(self._path)
            self._lock.take()
            files.keep_private(self._path)
        except OSError as error:
            raise Unusable(str(error)) from error
        self.checking = asyncio.create_task(self._check())
        await asyncio.wait({self.checking}, timeout=None if self._mark.exists() else START_PATIENCE)
        if self.checking.done():
            self.checking.result()
        with translated(sqlite3.Error, sqlite3.IntegrityError):
            _migrate(self._path)

    async def close(self) -> None:
        if self.checking:
            self.checking.cancel()
            await asyncio.gather(self.checking, return_exceptions=True)
        while self._open:
            await _ended(self._open.pop())
        self._lock.release()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        async with self._read() as transaction:
            await transaction.begin("BEGIN")
            yield transaction

    @asynccontextmanager
    async def glancing(self) -> AsyncIterator[Transaction]:
        async with self._read() as transaction:
            yield transaction

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Transaction]:
        """There is one writer, so they queue here, in order."""
        async with self._turn:
            connection = self._writer = self._writer or await self._connect()
            transaction = SQLiteTransaction(self, connection)
            try:
                await transaction.begin("BEGIN IMMEDIATE")
                yield transaction
                await transaction.commit()
            finally:
                self._writer = None
                if await self._settled(transaction):
                    self._writer = connection

    @asynccontextmanager
    async def _read(self) -> AsyncIterator["SQLiteTransaction"]:
        async with place(self._places, self._patience):
            connection = self._free.pop() if self._free else await self._connect()
            transaction = SQLiteTransaction(self, connection)
            try:
                yield transaction
            finally:
                if await self._settled(transaction):
                    self._free.append(connection)

    async def _settled(self, transaction: "SQLiteTransaction") -> bool:
        """Roll back what wasn't committed, also if nobody waits for it. False: the connection can't be used again.

        With a statement that was interrupted, or not read to its end, it can't: the interpreter ends that statement in
        this thread, perhaps while the connection's own executes it anew.
        """
        if transaction.connection not in self._open:
            return False  # it was ended meanwhile
        usable = not (transaction.interrupted or transaction.reading)
        if usable and not transaction.connection.in_transaction:
            return True
        try:
            if usable:
                await asyncio.shield(asyncio.ensure_future(transaction.roll_back()))
                return True
        except BaseException:
            usable = False
            raise
        finally:
            if not usable:
                self._open.discard(transaction.connection)
                await asyncio.shield(asyncio.ensure_future(_ended(transaction.connection)))
        return False

    async def _connect(self) -> aiosqlite.Connection:
        connecting = aiosqlite.connect(self._path, timeout=BUSY_TIMEOUT, isolation_level=None)
        with translated(sqlite3.Error, sqlite3.IntegrityError):
            connection = await connecting
            self._open.add(connection)
            try:
                for pragma in PRAGMAS:
                    await connection.execute_fetchall(f"PRAGMA {pragma}")
            except BaseException:
                self._open.discard(connection)
                await _ended(connection)
                raise
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
            async with self._read() as transaction:
                ((verdict,),) = await transaction.ask(transaction.connection.execute_fetchall, INTEGRITY)
        except DatabaseError as error:
            if isinstance(error.orig, sqlite3.OperationalError):
                raise  # it can't be read now, which says nothing of damage
            raise Damaged(str(error)) from error
        if verdict != "ok":
            raise Damaged(str(verdict).splitlines()[-1])


class SQLiteTransaction(Transaction):
    """Each statement is one visit to the connection's thread."""

    def __init__(self, home: SQLite, connection: aiosqlite.Connection) -> None:
        super().__init__(home, TEXTS)
        self.connection = connection
        self.interrupted = False  # SQLite may have rolled back: later statements would be committed one by one
        self.reading = False  # rows of a statement, which hasn't been read to its end

    async def ask(self, what: Callable[Given, Awaitable[Found]], /, *given: Given.args, **named: Given.kwargs) -> Found:
        """Ask it of the thread. What nobody waits for any more is interrupted. Raises DatabaseError."""
        if self.interrupted:
            raise DatabaseError("interrupted")
        with translated(sqlite3.Error, sqlite3.IntegrityError):
            try:
                return await what(*given, **named)
            except asyncio.CancelledError:
                self.interrupted = True
                await asyncio.shield(asyncio.ensure_future(_interrupt(self.connection)))
                raise

    async def begin(self, statement: str) -> None:
        await self.ask(self.connection.execute_fetchall, statement)

    async def commit(self) -> None:
        """It is waited for in any case, because nobody could say whether a COMMIT was interrupted in time."""
        if self.interrupted:
            raise DatabaseError("interrupted")
        committing = asyncio.ensure_future(self.connection.commit())
        with translated(sqlite3.Error, sqlite3.IntegrityError):
            try:
                await asyncio.shield(committing)
            except asyncio.CancelledError:
                await asyncio.wait({committing})
                committing.exception()
                raise

    async def roll_back(self) -> None:
        await self.connection.rollback()

    async def change(self, statement: Executable, values: Mapping[str, Any]) -> int:
        text, given = self.texts.text(statement, values).filled(values)
        return (await self.ask(self.connection.execute, text, given)).rowcount

    async def many(self, statement: Executable, rows: Sequence[Mapping[str, Any]]) -> None:
        if rows:
            made = self.texts.text(statement, rows[0])
            given = rows if not made.constants else [{**made.constants, **row} for row in rows]
            await self.ask(self.connection.executemany, made.sql, given)

    async def fetch(self, statement: Executable, values: Mapping[str, Any]) -> list[Any]:
        text, given = self.texts.text(statement, values).filled(values)
        return [*await self.ask(self.connection.execute_fetchall, text, given)]

    async def pieces(self, statement: Executable, size: int, values: Mapping[str, Any]) -> AsyncIterator[list[Any]]:
        text, given = self.texts.text(statement, values).filled(values)
        cursor = await self.ask(self.connection.execute, text, given)
        self.reading = True
        while piece := [*await self.ask(cursor.fetchmany, size)]:
            yield piece
        self.reading = False

    async def write_all(
        self,
        writes: Collection[Write],
        needed: Needed | None = None,
        *,
        queued: str | None = None,
        clash: type[Exception] = IntegrityError,
    ) -> None:
        """`queued` is no matter here: there is one writer."""
        with clashing(clash):
            if needed and not await self.run(needed.change):
                raise needed.missed
            for write in writes:  # one by one: a full disk ends the transaction, and what came after it would be kept
                if isinstance(write, Rows):
                    await self.many(_inserted(write.table, write.conflict), write.rows)
                else:
                    await self.run(write)


@lru_cache
def _inserted(table: Any, conflict: Conflict | None) -> Any:
    statement = sqlite.insert(table)
    return statement if conflict is None else conflict(statement)


async def _interrupt(connection: aiosqlite.Connection) -> None:
    """End what goes on in its thread, unless it ends by itself at once, as nearly all does.

    It is asked repeatedly, because the statement may not have begun yet.
    """
    idle = asyncio.ensure_future(connection.execute_fetchall("SELECT 1"))
    while not (await asyncio.wait({idle}, timeout=INTERRUPT_EVERY))[0]:
        with suppress(ValueError, sqlite3.ProgrammingError):  # it is closed by now
            await connection.interrupt()
    idle.exception()  # it may itself have been interrupted


async def _ended(connection: aiosqlite.Connection) -> None:
    """Close it, and wait for its thread, which could else answer a loop that is closed."""
    await _interrupt(connection)
    with suppress(sqlite3.Error, ValueError):
        await connection.close()


def _migrate(path: Path) -> None:
    """Upgrade it by a connection of SQLAlchemy's, which is closed afterwards."""
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool, connect_args={"timeout": BUSY_TIMEOUT})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with engine.begin() as connection:
            migrate(connection)
    except DBAPIError as error:
        raise error.orig or error from None


def _prepare(connection: Any, _: object) -> None:
    """For a migration: tables may be renamed and dropped without a change to those that refer to them."""
    connection.isolation_level = None  # else the driver begins transactions itself: later, and deferred
    for pragma in (*PRAGMAS, "foreign_keys = OFF", "legacy_alter_table = ON"):
        connection.execute(f"PRAGMA {pragma}")
