"""What only the database knows."""

import asyncio
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar
from unittest import mock

from sqlalchemy import URL, Connection, NullPool, create_engine
from sqlalchemy.ext.asyncio import create_async_engine

from tables.store.database import Database, Where
from tables.store.sqlite import SQLiteTransaction

from ..postgres import server

Found = TypeVar("Found")

PATIENCE = 10.0  # seconds for a bot that is writing
SECRET = f"{1:064x}"  # of new halls, so that a test has the same deals of the day in every run


def rows(database: Where, query: str, *values: Any) -> list[Mapping[str, Any]]:
    if isinstance(database, URL):
        return server().rows(database, query, *values)
    with closing(sqlite3.connect(database, timeout=PATIENCE)) as connection:
        connection.row_factory = sqlite3.Row
        found: list[Mapping[str, Any]] = [dict(row) for row in connection.execute(query, values)]
        connection.commit()
    return found


async def by_an_engine(database: Where, ask: Callable[[Connection], Found]) -> Found:
    """What this gets from a connection of SQLAlchemy's, such as the bot has only to migrate."""
    if isinstance(database, URL):
        asynchronous = create_async_engine(database.set(drivername="postgresql+asyncpg"), poolclass=NullPool)
        async with asynchronous.connect() as remote:
            return await remote.run_sync(ask)
    with create_engine(f"sqlite:///{database}", poolclass=NullPool).connect() as connection:
        return ask(connection)


@contextmanager
def noted(note: Callable[[str, Any], object]) -> Iterator[None]:
    """Within this block, `note` gets the text and the values of each statement that a file is asked, before it is."""
    ask = SQLiteTransaction.ask

    async def noting(transaction: SQLiteTransaction, what: Any, *given: Any, **named: Any) -> Any:
        note(*given) if len(given) > 1 else note(str(given[0]) if given else "", {})
        return await ask(transaction, what, *given, **named)

    with mock.patch.object(SQLiteTransaction, "ask", noting):
        yield


def migrated(path: Path) -> Path:
    """A new hall in this file, unless there is one. It is copied, because to migrate each takes a third of a second."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o600)
        path.write_bytes(_migrated())
    return path


@cache
def _migrated() -> bytes:
    async def make(path: Path) -> None:
        await (await Database.open(path)).close()

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as aside:  # the test's own loop may be running
        path = Path(folder) / "hall.sqlite3"
        aside.submit(lambda: asyncio.run(make(path))).result()
        rows(path, "UPDATE secrets SET value = ?", SECRET)
        return path.read_bytes()
