"""Alembic's way in: the database opens a connection and hands it over (see ..database)."""

from itertools import groupby
from typing import Any

from alembic import context
from sqlalchemy import Connection, Row

from tables.store.schema import metadata

# The columns that PostgreSQL keeps differently from SQLite
OTHERWISE = """
    SELECT table_name, column_name, data_type, character_maximum_length
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND (
        data_type = 'integer'
        OR data_type IN ('text', 'character varying') AND collation_name IS DISTINCT FROM 'C'
    )
    ORDER BY table_name
"""
COUNTERS = """
    SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema() AND data_type = 'integer'::regtype
"""


def _keep_as_sqlite_does(connection: Connection) -> None:
    """Make integers of 64 bits, and compare texts by their bytes, whatever language the server speaks."""
    columns = connection.exec_driver_sql(OTHERWISE).all()
    for table, of_table in groupby(columns, lambda column: column.table_name):
        changes = [f'ALTER COLUMN "{column.column_name}" TYPE {_kept(column)}' for column in of_table]
        connection.exec_driver_sql(f'ALTER TABLE "{table}" {", ".join(changes)}')
    for counter in connection.exec_driver_sql(COUNTERS).scalars().all():
        connection.exec_driver_sql(f'ALTER SEQUENCE "{counter}" AS bigint')


def _kept(column: Row[Any]) -> str:
    if column.data_type == "integer":
        return "bigint"
    length = column.character_maximum_length
    return f'{"text" if length is None else f"varchar({length})"} COLLATE "C"'


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite can't alter most things in place
)
with context.begin_transaction():
    context.run_migrations()
    if context.get_bind().dialect.name == "postgresql":
        _keep_as_sqlite_does(context.get_bind())
