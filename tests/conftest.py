"""What tests of several layers need."""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import URL

from tables.store.database import Where

from .postgres import AS_WELL_THERE, Server, server
from .tables.stored import migrated
from .wire.nursery import Nursery


def pytest_itemcollected(item: pytest.Item) -> None:
    fixtures = getattr(item, "fixturenames", ())
    if "[postgresql" in item.name or "postgres" in fixtures or "postgres_server" in fixtures:
        item.add_marker(pytest.mark.server)
        if item.path.stem in AS_WELL_THERE:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def seeds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards in every run of a test, so that it fails always or never. DEALS=2 deals others."""
    draw = Random(f"{os.environ.get('DEALS', '1')} {request.node.nodeid}")
    monkeypatch.setattr("tables.play.rows.secrets", SimpleNamespace(token_hex=lambda size: draw.randbytes(size).hex()))


@pytest.fixture(scope="session", autouse=True)
def migrations_read_once() -> Iterator[None]:
    """Let all halls share the files of the migrations, of which Alembic runs each again whenever a hall is opened."""
    by_folder = cache(ScriptDirectory)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            ScriptDirectory, "from_config", lambda config: by_folder(config.get_main_option("script_location"))
        )
        yield


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    """Forks bots into processes of their own; one for each module that asks for it."""
    with Nursery() as nursery:
        yield nursery


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    yield server()
    server().close()


@pytest.fixture
def postgres(postgres_server: Server) -> Iterator[URL]:
    """A new hall in PostgreSQL."""
    url = postgres_server.new()
    yield url
    postgres_server.drop(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Where:
    """A new hall in each store: what holds in one holds in the other."""
    if request.param == "sqlite":
        return migrated(tmp_path / "hall.sqlite3")
    found: URL = request.getfixturevalue("postgres")
    return found
