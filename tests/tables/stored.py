"""What only the database knows."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection

from tables import Where
from tables.database import MIGRATIONS

from ..postgres import server

PATIENCE = 10.0  # seconds for a bot that is writing


def rows(database: Where, query: str, *values: Any) -> list[Mapping[str, Any]]:
    if isinstance(database, URL):
        return server().rows(database, query, *values)
    with closing(sqlite3.connect(database, timeout=PATIENCE)) as connection:
        connection.row_factory = sqlite3.Row
        found: list[Mapping[str, Any]] = [dict(row) for row in connection.execute(query, values)]
        connection.commit()
    return found


def upgrade(connection: Connection, revision: str) -> None:
    """Make it what it was when the hall was that old."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
