"""PostgreSQL, the store for a bot that runs in several processes, which all write to it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import event, func, select
from sqlalchemy.engine import URL, ExceptionContext
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from .connection import Connection
from .sqlite import Unusable

PATIENCE = 10.0  # seconds to wait for a server that restarts
RETRY_PAUSE = 0.2  # seconds between two attempts
STATEMENTS = 512  # kept prepared on each connection: more than there are
MIGRATING = 0x57_79_72_6D  # the advisory lock for upgrading the tables
SESSION = select(func.pg_backend_pid())
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


class PostgreSQL:
    """A server. `reading`, `glancing` and `writing` each give a connection; see Database."""

    shared = True  # other processes write to it
    checking = None  # it looks after its own files

    def __init__(self, url: URL, connections: int, patience: float, **engine: Any) -> None:
        """`connections` and `patience` as for SQLite. Raises ModuleNotFoundError if asyncpg isn't installed."""
        self._address = url.render_as_string(hide_password=False)
        self._writer = create_async_engine(
            "postgresql+asyncpg://",
            connect_args={"async_creator_fn": self._connect, "prepared_statement_cache_size": STATEMENTS},
            pool_use_lifo=True,  # the one used last has the most statements prepared, which saves round trips
            pool_size=connections,
            max_overflow=0,
            pool_timeout=patience,
            **engine,
        )
        self.engine = self._writer.sync_engine
        event.listen(self.engine, "checkout", _replace_if_lost)
        event.listen(self.engine, "handle_error", _hide_values)
        # The queries of one transaction see one state, as they do in SQLite
        self._reader = self._writer.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._glancer = self._writer.execution_options(isolation_level="AUTOCOMMIT")

    async def open(self) -> None:
        """Raises OSError or DBAPIError if the server can't be reached or refuses, and Unusable.

        A pooler may give each transaction another session of the server's. Then a session's settings and its prepared
        statements get lost. It shows where a second connection takes away the session of the first.
        """
        async with self.glancing() as first, self._writer.connect() as second:
            sessions = {(await first.execute(SESSION)).scalar()}
            try:
                await second.execute(select(1))
                sessions.add((await first.execute(SESSION)).scalar())
            except DBAPIError as error:
                if getattr(error.orig, "sqlstate", None) not in LOST_STATEMENTS:
                    raise
                sessions.add(None)
        if len(sessions) > 1:
            raise Unusable(POOLED)

    async def close(self) -> None:
        await self._writer.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        async with self._reader.connect() as connection:
            yield connection

    @asynccontextmanager
    async def glancing(self) -> AsyncIterator[AsyncConnection]:
        async with self._glancer.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Each query sees what is committed by then, and waits for rows that others have locked."""
        async with self._writer.connect() as connection, connection.begin():
            yield connection

    async def before_migrating(self, connection: Connection) -> None:
        """Wait until nobody else migrates, however long that takes."""
        await connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
        await connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
        await connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))

    async def _connect(self, **_: Any) -> Any:
        import asyncpg  # type: ignore[import-untyped]  # an extra: only who has such a server needs it

        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while True:
            try:
                connection = await asyncpg.connect(self._address, timeout=PATIENCE, server_settings=NAME)
                await connection.execute(";".join(f"SET {name} = '{value}'" for name, value in SETTINGS.items()))
                return connection
            except (OSError, asyncpg.CannotConnectNowError, asyncpg.TooManyConnectionsError):
                if loop.time() + RETRY_PAUSE > until:
                    raise
            await asyncio.sleep(RETRY_PAUSE)


def _replace_if_lost(connection: Any, *_: Any) -> None:
    """Have a lost connection replaced before it is used: the server may have restarted."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def _hide_values(context: ExceptionContext) -> None:
    """Errors are logged, and the server's details quote rows, with seeds and cards in them."""
    error: BaseException | None = context.original_exception
    error_of_sqlalchemy = context.sqlalchemy_exception
    for told_error in (error_of_sqlalchemy, error):
        if told_error is not None and "query argument" in str(told_error.args):
            told_error.args = ("a value of the wrong kind",)
    while error is not None:
        for name in ("detail", "where", "query"):
            if getattr(error, name, None):
                setattr(error, name, None)
        error = error.__cause__
