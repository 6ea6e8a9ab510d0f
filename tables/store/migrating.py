"""Bringing a database to the newest version, by Alembic. It is done before anybody uses the database."""

import secrets
from collections.abc import Sequence
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, insert, select

from . import schema
from .errors import Damaged, Newer, Older

MIGRATIONS = Path(__file__).parent / "migrations"
CARRIED = "0039"  # the newest version before the baseline, which carries it over; older ones aren't known any more
COMMIT = "a21d7c1f"  # by which an older one is upgraded first


def migrate(connection: Connection) -> None:
    """Make a new database, or bring an old one to the newest version.

    Raises Damaged, Newer, Older, Unfit, and DBAPIError if a column is missing all the same.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    versions = MigrationContext.configure(connection).get_current_heads()
    if not versions:
        schema.metadata.create_all(connection)
        connection.execute(insert(schema.secrets).values(name="deals", value=secrets.token_hex(32)))
        command.stamp(config, "head")
        return
    require_known(versions)
    if versions == (CARRIED,):
        command.stamp(config, "base", purge=True)
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise Damaged(str(error)) from error
    for table in schema.metadata.sorted_tables:
        connection.execute(select(table).limit(0))  # fails if a column is missing


def require_known(versions: Sequence[str]) -> None:
    """Raises Newer, Older or Damaged if this program doesn't know any of these versions of the database."""
    if tuple(versions) == (CARRIED,):
        return
    script = ScriptDirectory(str(MIGRATIONS))
    try:
        script.get_revisions(versions)
    except CommandError as error:
        newest = script.get_current_head() or ""
        for version in versions:
            if version.isdecimal() and int(version) > int(newest):
                raise Newer(f"its version is {version}, and the newest known here is {newest}") from None
            if version.isdecimal() and int(version) <= int(CARRIED):
                raise Older(f"its version is {version}. Upgrade it first, by starting commit {COMMIT} once") from None
        raise Damaged(str(error)) from error
