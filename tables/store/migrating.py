"""Bringing a database to the newest version, by Alembic. It is done before anybody uses the database."""

from collections.abc import Sequence
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, select

from . import schema
from .errors import Damaged, Newer

MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(connection: Connection) -> None:
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
