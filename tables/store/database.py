"""The database: opening, reading and writing. A path opens SQLite, an address PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

from sqlalchemy import make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError

from host import metrics

from . import secret
from .cache import MOST, Cache, Visit, Visits
from .errors import Unreachable, Unreadable
from .leases import Leases, Together
from .postgres import PostgreSQL
from .sqlite import SQLite
from .statements import Query
from .transaction import Transaction

Value = TypeVar("Value")
Where = Path | URL  # a file of SQLite, or postgresql://

READERS = 8  # connections that are kept open, because opening one costs more than most queries
LOOKS = 2  # of them: for leaderboards, profiles and finished games
PATIENCE = 10.0  # seconds to wait for one of the connections, when all are taken
READS, WRITES = metrics.DATABASE.labels("read"), metrics.DATABASE.labels("write")


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


@dataclass(frozen=True)
class Beside:
    """Values that are read with tables: of the tables themselves, and of the users who look at them."""

    memory: Cache[Any]
    kind: type  # of the rows
    rows: Query  # of the tables THESE, and of the users who are LOOKING: see table_rows.py
    values: Callable[[Sequence[Any], Collection[Any], Collection[int]], Mapping[Any, Any]]  # of rows, tables, users


class Database:
    """An open database. `read` and `write` each give a transaction."""

    def __init__(self, where: Where) -> None:
        """Raises Unreachable if the driver for such a server isn't installed."""
        self._store: SQLite | PostgreSQL
        if isinstance(where, Path):
            self._store = SQLite(where, READERS, PATIENCE)
        else:
            try:
                self._store = PostgreSQL(where, READERS, PATIENCE)
            except ModuleNotFoundError as error:
                raise Unreachable(f"{error.name} is missing; pip install '.[postgres]' brings it") from None
        self.leases = Together(self) if self._store.shared else Leases(self)
        self._looking = asyncio.Semaphore(LOOKS)
        self._visits = Visits()
        self.beside: list[Beside] = []  # what is read in the same query as a table
        self.on_forget: list[Callable[[], None]] = [lambda: secret.forget(self._store)]

    @classmethod
    async def open(cls, where: Where) -> Self:
        """Open it, and apply the migrations that it lacks. A missing file is created.

        A file is checked; that of a large one goes on afterwards, see `checking`. Raises InUse, Newer, Damaged,
        Unusable, Unreachable, or DatabaseError; `trouble.explain` has a sentence for each.
        """
        database = cls(where)
        try:
            await database._store.open()
            async with database.write() as transaction:
                await database.leases.begin(transaction)
                with suppress(Unreadable):  # whoever needs it gets the error then
                    await secret.known(transaction)
        except BaseException:
            await database.close()
            raise
        return database

    async def connect(self) -> None:
        """Open a server as it is, without migrations, to copy it. Raises Unreachable, and Unusable."""
        assert isinstance(self._store, PostgreSQL)
        await self._store.connect()

    @property
    def shared(self) -> bool:
        """Whether other processes write to it too. What is in memory is then as old as its row, see `memory`."""
        return self._store.shared

    @property
    def checking(self) -> asyncio.Task[None] | None:
        """Reads every page of a file; raises Damaged."""
        return self._store.checking

    @property
    def dialect(self) -> str:
        """The store's, as SQLAlchemy names it."""
        return self._store.texts.name

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Transaction]:
        with READS.time():
            async with self._store.reading() as transaction:
                yield transaction

    @asynccontextmanager
    async def look(self) -> AsyncIterator[Transaction]:
        """As `read`, for rankings, profiles and finished games: only LOOKS at once, so that players needn't wait."""
        async with self._looking, self.read() as transaction:
            yield transaction

    @asynccontextmanager
    async def glance(self) -> AsyncIterator[Transaction]:
        """As `read`, for one query. On a shared database also for one change, which is committed at once."""
        with READS.time():
            async with self._store.glancing() as transaction:
                yield transaction

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """Commits at the end; any exception rolls back."""
        with WRITES.time():
            async with self._store.writing() as transaction:
                yield transaction

    def memory(
        self, worth: Callable[[Value], bool] = lambda _: True, most: int = MOST, *, compared: bool = False
    ) -> Cache[Value]:
        """A memory for values read from this database: those for which `worth` is true, at most `most`.

        Where others write too it keeps a value for one visit, unless each is `compared` with its row before it is used.
        """
        memory = Cache(worth, most, self._visits if self.shared and not compared else None)
        self.on_forget.append(memory.clear)
        return memory

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
        for forget in self.on_forget:
            forget()

    async def close(self) -> None:
        await self.leases.close()
        await self._store.close()
