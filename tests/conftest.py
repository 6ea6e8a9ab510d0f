"""What tests of several layers need."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL

from tables import Where

from .postgres import AS_WELL_THERE, Server, server
from .tables.stored import migrated
from .wire.nursery import Nursery


def pytest_itemcollected(item: pytest.Item) -> None:
    if item.path.stem in AS_WELL_THERE and "[postgresql" in item.name:
        item.add_marker(pytest.mark.slow)


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
