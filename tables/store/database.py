"""The database: opening, upgrading, reading and writing. A path opens SQLite, an address PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    AsyncExitStack,
    asynccontextmanager,
    contextmanager,
    nullcontext,
    suppress,
)
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

import sqlalchemy
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Engine, Select, make_url, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from host import metrics

from . import schema, secret
from .cache import MOST, Cache, Visit, Visits
from .cells import Unreadable
from .connection import Connection
from .leases import Alone, Leases, Together
from .postgres import PostgreSQL
from .sqlite import Damaged, SQLite

Value = TypeVar("Value")
Where = Path | URL  # a file of SQLite, or postgresql://

CONNECTIONS = 8  # kept open, because opening one costs more than most queries
LOOKS = 2  # of the connections: for leaderboards, profiles and finished games
POOL_TIMEOUT = 10.0  # seconds to wait for one of the connections, when all are taken
READS, WRITES = metrics.DATABASE.labels("read"), metrics.DATABASE.labels("write")
MIGRATIONS = Path(__file__).parent / "migrations"


def address(text: str) -> Where:
    """The database that a host has named. Raises ValueError for an address that isn't one of PostgreSQL.

    A relative path with a colon or an @ is taken for a mistyped address: it may hold a password, which paths don't.
    """
    if text.startswith(("/", ".")) or not (":" in text or "@" in text):
        return Path(text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        url = None
    if url is None or url.drivername != "postgresql" or not url.database:
        raise ValueError("It is a path, or postgresql://user:password@host/database")
    return url


class Busy(TimeoutError):
    """No connection was free in time, because too many people read at once. Nothing has changed; trying again helps."""


class Unreachable(Busy):
    """The server can't be reached, or lets nobody in."""


class Newer(Exception):
    """A later version of this program has written the database; the message names the database's version."""


@dataclass(frozen=True)
class Beside:
    """Values that are read with tables: of the tables themselves, and of the users who look at them."""

    memory: Cache[Any]
    rows: Select[Any]  # of the tables THESE, and of the users who are LOOKING: see rows.py
    values: Callable[[Sequence[Any], Collection[Any], Collection[int]], Mapping[Any, Any]]  # of rows, tables, users


class Database:
    """An open database. `read` and `write` each give a connection within one transaction."""

    def __init__(self, where: Where) -> None:
        """Raises Unreachable if the driver for such a server isn't installed."""
        most = (CONNECTIONS, POOL_TIMEOUT)
        hidden = {"hide_parameters": True}  # errors are logged, and parameters hold seeds and cards
        self._store: SQLite | PostgreSQL
        if isinstance(where, Path):
            self._store = SQLite(where, *most, **hidden)
        else:
            try:
                self._store = PostgreSQL(where, *most, **hidden)
            except ModuleNotFoundError as error:
                raise Unreachable(f"{error.name} is missing; pip install '.[postgres]' brings it") from None
        self.leases: Leases = Together(self) if self._store.shared else Alone(self)
        self._looking = asyncio.Semaphore(LOOKS)
        self._memories: list[Cache[Any]] = []
        self._visits = Visits()
        self.beside: list[Beside] = []  # what is read in the same query as a table
        self.on_forget: list[Callable[[], None]] = [lambda: secret.forget(self.engine)]

    @classmethod
    async def open(cls, where: Where) -> Self:
        """Open it, and apply the migrations that it lacks. A missing file is created.

        A file is checked; that of a large one goes on afterwards, see `checking`. Raises InUse, Newer, Damaged,
        Unusable, Unreachable, or sqlalchemy.exc.DBAPIError; `trouble.explain` has a sentence for each.
        """
        database = cls(where)
        try:
            await database._open()
        except BaseException:
            await database.close()
            raise
        return database

    async def _open(self) -> None:
        store = self._store
        try:
            await store.open()
        except (OSError, DBAPIError) as error:
            if not store.shared:
                raise
            raise Unreachable(str(getattr(error, "orig", error)) or type(error).__name__) from error
        async with self.write() as connection:
            await store.before_migrating(connection)
            await connection.run_sync(_migrate)
            await self.leases.begin(connection)
            with suppress(Unreadable):  # whoever needs it gets the error then
                await secret.known(connection)

    @property
    def shared(self) -> bool:
        """Whether other processes write to it too. What is in memory is then as old as its row, see `memory`."""
        return self._store.shared

    @property
    def checking(self) -> asyncio.Task[None] | None:
        """Reads every page of a file; raises Damaged."""
        return self._store.checking

    @property
    def engine(self) -> Engine:
        return self._store.engine

    def read(self) -> AbstractAsyncContextManager[Connection]:
        return _entered(self._store.reading(), READS.time())

    @asynccontextmanager
    async def look(self) -> AsyncIterator[Connection]:
        """As `read`, for rankings, profiles and finished games: only LOOKS at once, so that players needn't wait."""
        async with self._looking, self.read() as connection:
            yield connection

    def glance(self) -> AbstractAsyncContextManager[Connection]:
        """As `read`, for one query. On a shared database also for one change, which is committed at once."""
        return _entered(self._store.glancing(), READS.time())

    def write(self) -> AbstractAsyncContextManager[Connection]:
        """Commits at the end; any exception rolls back."""
        return _entered(self._store.writing(), WRITES.time())

    def memory(
        self, worth: Callable[[Value], bool] = lambda _: True, most: int = MOST, *, compared: bool = False
    ) -> Cache[Value]:
        """A memory for values read from this database: those for which `worth` is true, at most `most`.

        Where others write too it keeps a value for one visit, unless each is `compared` with its row before it is used.
        """
        self._memories.append(Cache(worth, most, self._visits if self.shared and not compared else None))
        return self._memories[-1]

    @contextmanager
    def visit(self, user_id: int | None = None) -> Iterator[None]:
        """Within this block this task reads each value only once, if other processes write, too.

        It is for a user's press, or to show a table. The task sees what this process itself writes meanwhile. Whoever
        changes a table locks its row, and then reads what is newer.
        """
        with self._visits.begun(user_id) if self.shared else nullcontext():
            yield

    @property
    def visited(self) -> Visit | None:
        """The visit that this task is in."""
        return self._visits.current

    def forget(self) -> None:
        """Empty all memories, because something was written past them."""
        for memory in self._memories:
            memory.clear()
        for forget in self.on_forget:
            forget()

    async def close(self) -> None:
        await self.leases.close()
        await self._store.close()


@asynccontextmanager
async def _entered(
    connecting: AbstractAsyncContextManager[Connection], timed: AbstractContextManager[Any]
) -> AsyncIterator[Connection]:
    """A connection, with its errors in our words: raises Busy, or Unreachable."""
    async with AsyncExitStack() as stack:
        stack.enter_context(timed)
        try:
            connection = await stack.enter_async_context(connecting)
        except PoolTimeoutError:
            raise Busy(f"no connection came free within {POOL_TIMEOUT:.0f} seconds") from None
        except OSError as error:
            raise Unreachable(str(error) or type(error).__name__) from error
        yield connection


def _migrate(connection: sqlalchemy.Connection) -> None:
    """Bring it to the newest version. Raises Damaged, Newer, and DBAPIError if a column is missing all the same."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        require_known(MigrationContext.configure(connection).get_current_heads())
        raise Damaged(str(error)) from error
    for table in schema.metadata.sorted_tables:
        connection.execute(select(table).limit(0))  # fails if a column is missing


def require_known(versions: Sequence[str]) -> None:
    """Raises Newer or Damaged if this program doesn't know any of these versions of the database."""
    script = ScriptDirectory(str(MIGRATIONS))
    try:
        script.get_revisions(versions)
    except CommandError as error:
        newest = script.get_current_head() or ""
        newer = [version for version in versions if version.isdecimal() and int(version) > int(newest)]
        if newer:
            raise Newer(f"its version is {newer[0]}, and the newest known here is {newest}") from None
        raise Damaged(str(error)) from error
