"""PostgreSQL, the store for a bot that runs in several processes, which all write to it.

Each statement is a round trip. So several selects are made one, and so are several changes.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, suppress
from datetime import date
from functools import lru_cache
from typing import Any, TypeAlias

import sqlalchemy
from msgspec import json
from sqlalchemy import (
    JSON,
    BindParameter,
    Executable,
    Integer,
    Text,
    bindparam,
    cast,
    func,
    literal_column,
    select,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql import asyncpg as dialect
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.visitors import replacement_traverse

from .errors import DatabaseError, IntegrityError, Unreachable, Unusable, translated
from .migrating import migrate
from .statements import Conflict, Dialected, Filled, Needed, Rows, Write, kind_of
from .transaction import Transaction, clashing, place
from .upserts import advisory_xact_lock

PATIENCE = 10.0  # seconds to wait for a server that restarts
CLOSING = 2.0  # seconds to wait for who still uses a connection, when it is closed
RETRY_PAUSE = 0.2  # seconds between two attempts
STATEMENTS = 512  # kept prepared on each connection: more than there are
MIGRATING = 0x57_79_72_6D  # the advisory lock for upgrading the tables
LOST_STATEMENTS = ("26000", "42P05")  # codes: a prepared statement isn't there, or there is another one
POOLED = (
    "a pooler (such as PgBouncer) stands before it and gives each transaction another session. Set pool_mode = session "
    "there, or name the server itself in DATABASE"
)
NAME = {"application_name": "wyrmhall"}
SETTINGS = {  # they are set once there is a connection: a pooler, as PgBouncer, refuses one that begins with them
    "jit": "off",  # it costs more than any of our queries takes
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "30s",  # a process that stands still lets go of its rows
}
TEXTS = Dialected(dialect.dialect())  # type: ignore[no-untyped-call]


class PostgreSQL:
    """A server. `reading`, `glancing` and `writing` each give a transaction; see Database."""

    shared = True  # other processes write to it
    texts = TEXTS
    checking = None  # it looks after its own files

    def __init__(self, url: URL, connections: int, patience: float) -> None:
        """`connections` and `patience` as for SQLite. Raises ModuleNotFoundError if asyncpg isn't installed."""
        import asyncpg  # type: ignore[import-untyped]  # an extra: only who has such a server needs it

        self._driver = asyncpg
        self._address = url.render_as_string(hide_password=False)
        self._places, self._patience, self._connections = asyncio.Semaphore(connections), patience, connections
        self._pool: Any = None

    async def open(self) -> None:
        """Upgrade it. Raises Unreachable, Newer, Damaged, and Unusable."""
        await self.connect()
        with self._reached():
            await self._migrate()

    async def connect(self) -> None:
        """Raises Unreachable, and Unusable.

        A pooler may give each transaction another session of the server's. Then a session's settings and its prepared
        statements get lost. It shows where a second connection takes away the session of the first.
        """
        self._pool = self._driver.create_pool(
            min_size=0,
            max_size=self._connections,
            connect=self._connect,
            reset=_reset,
            max_inactive_connection_lifetime=0,
        )
        with self._reached():
            await self._pool
            await self._require_sessions()

    @contextmanager
    def _reached(self) -> Iterator[None]:
        try:
            with self.translated():
                yield
        except (OSError, DatabaseError) as error:
            raise Unreachable(str(error) or type(error).__name__) from getattr(error, "orig", None) or error

    async def _require_sessions(self) -> None:
        session = "SELECT pg_backend_pid()"
        async with self._pool.acquire() as first, self._pool.acquire() as second:
            sessions = {await first.fetchval(session)}
            try:
                await second.fetchval("SELECT 1")
                sessions.add(await first.fetchval(session))
            except self._driver.PostgresError as error:
                if error.sqlstate not in LOST_STATEMENTS:
                    raise
                sessions.add(None)
        if len(sessions) > 1:
            raise Unusable(POOLED)

    async def _migrate(self) -> None:
        """By an engine of SQLAlchemy's, which is gone afterwards. Waits until nobody else migrates, however long."""
        from sqlalchemy.ext.asyncio import create_async_engine  # it wants greenlet, as nothing else does

        engine = create_async_engine("postgresql+asyncpg://", connect_args={"async_creator_fn": self._connect})
        try:
            async with engine.begin() as connection:
                await connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
                await connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
                await connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
                await connection.run_sync(migrate)
        except DBAPIError as error:
            with self.translated():
                raise getattr(error, "driver_exception", None) or error from None
        finally:
            await engine.dispose()

    def translated(self) -> AbstractContextManager[None]:
        failed = (self._driver.PostgresError, self._driver.InterfaceError)
        return translated(failed, self._driver.IntegrityConstraintViolationError)

    async def close(self) -> None:
        if self._pool is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSING):
                    await self._pool.close()
            self._pool.terminate()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """The queries of one transaction see one state, as they do in SQLite."""
        async with (
            self.glancing() as transaction,
            transaction.connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            yield transaction

    @asynccontextmanager
    async def glancing(self) -> AsyncIterator["PostgreSQLTransaction"]:
        async with place(self._places, self._patience):
            with self.translated():
                try:
                    connection = await self._pool.acquire()
                except OSError as error:
                    raise Unreachable(str(error) or type(error).__name__) from error
                try:
                    yield PostgreSQLTransaction(self, connection)
                finally:
                    await self._pool.release(connection)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Transaction]:
        """Each query sees what is committed by then, and waits for rows that others have locked."""
        async with self.glancing() as transaction, transaction.connection.transaction():
            yield transaction

    async def _connect(self, *_: Any, **__: Any) -> Any:
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while True:
            try:
                connection = await self._driver.connect(
                    self._address,
                    timeout=PATIENCE,
                    server_settings=NAME,
                    statement_cache_size=STATEMENTS,
                    max_cacheable_statement_size=0,
                )
                await connection.execute(";".join(f"SET {name} = '{value}'" for name, value in SETTINGS.items()))
                await connection.set_type_codec(
                    "numeric", schema="pg_catalog", encoder=str, decoder=_number, format="text"
                )
                return connection
            except (OSError, self._driver.CannotConnectNowError, self._driver.TooManyConnectionsError):
                if loop.time() + RETRY_PAUSE > until:
                    raise
            await asyncio.sleep(RETRY_PAUSE)


async def _reset(connection: Any) -> None:
    """Nothing: each of our transactions ends by itself, and to ask would be a round trip."""


def _number(text: str) -> int | float:
    """Sums of whole numbers are `numeric` here."""
    return float(text) if "." in text else int(text)


class PostgreSQLTransaction(Transaction):
    def __init__(self, home: PostgreSQL, connection: Any) -> None:
        super().__init__(home, TEXTS)
        self._home, self.connection = home, connection

    async def _ask(self, what: Callable[..., Awaitable[Any]], *given: Any) -> Any:
        """Raises DatabaseError."""
        with self._home.translated():
            return await what(*given)

    async def change(self, statement: Executable, values: Mapping[str, Any]) -> int:
        text, given = self._filled(statement, values)
        status: str = await self._ask(self.connection.execute, text, *given)
        counted = status.rpartition(" ")[2]
        return int(counted) if counted.isdecimal() else 0

    async def many(self, statement: Executable, rows: Sequence[Mapping[str, Any]]) -> None:
        if rows:
            made = self.texts.text(statement, rows[0])
            await self._ask(self.connection.executemany, made.sql, [_adapted(made.in_order(row)[1]) for row in rows])

    async def fetch(self, statement: Executable, values: Mapping[str, Any]) -> list[Any]:
        text, given = self._filled(statement, values)
        return [tuple(row) for row in await self._ask(self.connection.fetch, text, *given)]

    async def pieces(self, statement: Executable, size: int, values: Mapping[str, Any]) -> AsyncIterator[list[Any]]:
        text, given = self._filled(statement, values)
        cursor = await self._ask(self.connection.cursor, text, *given)
        while piece := [tuple(row) for row in await self._ask(cursor.fetch, size)]:
            yield piece

    async def write_all(
        self,
        writes: Collection[Write],
        needed: Needed | None = None,
        *,
        queued: str | None = None,
        clash: type[Exception] = IntegrityError,
    ) -> None:
        writes = [write for write in writes if not isinstance(write, Rows) or write.rows]
        if not writes and needed is None:
            return
        parts, values = list[Change](), dict[str, Any]()
        for write in (*([needed.change] if needed else []), *writes):
            before = f"w{len(parts)}_"
            match write:
                case Rows():
                    values[f"{before}rows"] = json.encode(write.rows).decode()
                    parts.append((write.table, tuple(write.rows[0]), write.conflict))
                case Filled():
                    values |= {before + name: value for name, value in write.values.items()}
                    parts.append((write.statement, frozenset(write.values), None))
                case _:
                    parts.append((write, frozenset(), None))
        query = _in_one(tuple(parts), needed is not None, queued)
        with clashing(clash):
            rows = await self.fetch(query, values)
        if needed and not rows:
            raise needed.missed

    def _filled(self, statement: Executable, values: Mapping[str, Any]) -> tuple[str, Sequence[Any]]:
        text, given = self.texts.text(statement, values).in_order(values)
        return text, _adapted(given)


def _adapted(given: Sequence[Any]) -> Sequence[Any]:
    return [value.isoformat() if type(value) is date else value for value in given]


# -- Several changes in one

Change: TypeAlias = tuple[Any, Any, Conflict | None]  # a table and its columns, or a statement and its names


@lru_cache(512)
def _in_one(changes: Sequence[Change], needed: bool, queued: str | None) -> Executable:
    """One statement, whose parameters begin with the number of their change. The first one may be needed."""
    one = literal_column("1", Integer).label("one")
    parts = [_numbered(f"w{number}_", *change) for number, change in enumerate(changes)]
    query = select(parts.pop(0).returning(one).cte("changed")) if needed else select(one)
    if queued is not None:
        query = query.where(advisory_xact_lock(queued).is_not(None))
    return query.add_cte(*(part.cte(f"write_{number}") for number, part in enumerate(parts)))


def _numbered(before: str, what: Any, names: Any, conflict: Conflict | None) -> Any:
    if isinstance(what, sqlalchemy.Table):
        return _inserted_of_json(before, what, names, conflict)

    def numbered(element: Any, **_: Any) -> Any:
        if isinstance(element, BindParameter) and element.key in names:
            return bindparam(before + element.key, type_=element.type, expanding=element.expanding)
        return None

    columns = [column for column in what.table.columns if column.name in names]
    given = {column.name: bindparam(before + column.name, type_=column.type) for column in columns}
    return replacement_traverse(what.values(given) if given else what, {}, numbered)


def _inserted_of_json(before: str, table: sqlalchemy.Table, columns: tuple[str, ...], conflict: Conflict | None) -> Any:
    """One statement for any number of rows, because the server prepares each different statement separately."""
    given = cast(bindparam(f"{before}rows", type_=Text), JSON)
    typed = [sqlalchemy.column(name, kind_of(table.c[name])) for name in columns]
    rows = func.json_to_recordset(given).table_valued(*typed, name=f"{before}new")
    rows = rows.render_derived(with_types=True)
    statement = postgresql.insert(table).from_select(columns, select(*rows.c))
    return statement if conflict is None else conflict(statement)
