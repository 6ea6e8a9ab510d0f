"""Carrying a database over to tables that refuse nonsense.

Its tables had other names for some things, and SQLite's held any value in any column. So each row is looked at before
anything is changed. Then new tables are made beside the old ones, and get their rows.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from sqlalchemy import Connection, Integer, LargeBinary, Table, Text, inspect, text

from .errors import Unfit
from .schema import metadata
from .statements import AnyColumn
from .types import Cell, Json, check_of

OLD_TABLES = {
    "members": "seen",
    "archived_players": "movers",
    "leases": "claims",
    "timers": "deadlines",
    "company": "calls",
}
STORAGE = {Integer: "integer", Text: "text", LargeBinary: "blob"}
MOST_TOLD = 20  # values that don't fit
# PostgreSQL has no other way, before its version 16, to ask whether a text is JSON
IS_JSON = """
    CREATE FUNCTION pg_temp.is_json(stored text) RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN
        RETURN stored::json IS NOT NULL;
    EXCEPTION WHEN OTHERS THEN
        RETURN FALSE;
    END $$
"""
OLD = "before_0040"  # in PostgreSQL: the schema of the old tables, until they are gone; in SQLite how they begin


def carry_over(connection: Connection) -> None:
    """Give the rows of revision 0039 to the tables of this one. Raises Unfit before anything is changed."""
    unfit = list(islice(_unfit(connection), MOST_TOLD + 1))
    if unfit:
        raise Unfit(unfit[:MOST_TOLD], more=len(unfit) > MOST_TOLD)
    tables = _carried(connection)
    _set_aside(connection, tables)
    metadata.create_all(connection)
    for table in tables:
        names = ", ".join(f'"{column.name}"' for column in table.columns)
        connection.execute(text(f"INSERT INTO {table.name} ({names}) SELECT {names} FROM {_aside(connection, table)}"))
    _continue_numbering(connection, tables)
    _drop(connection, tables)


def _carried(connection: Connection) -> list[Table]:
    """The tables that there were in 0039."""
    old = inspect(connection).get_table_names()
    return [table for table in metadata.sorted_tables if _old_name(table) in old]


def _old_name(table: Table) -> str:
    return OLD_TABLES.get(table.name, table.name)


# -- What doesn't fit


def _unfit(connection: Connection) -> Iterator[str]:
    """Each value that a new table would refuse, by table, key and column."""
    dialect = connection.dialect.name
    if dialect == "sqlite":
        for table_name, number, *_ in connection.execute(text("PRAGMA foreign_key_check")):
            yield f"{table_name}, where rowid = {number}, which refers to a row that isn't there"
    else:
        connection.execute(text(IS_JSON))
    for table in _carried(connection):
        keys = [column.name for column in table.primary_key]
        selected = ", ".join(f'"{key}"' for key in keys)
        for column in table.columns:
            bad = " OR ".join(f"NOT ({condition})" for condition in _conditions(column, dialect))
            if not bad:
                continue
            query = f'SELECT {selected} FROM "{_old_name(table)}" WHERE "{column.name}" IS NOT NULL AND ({bad})'
            for row in connection.execute(text(f"{query} LIMIT {MOST_TOLD + 1}")):
                where = ", ".join(f"{key} = {cell!r}" for key, cell in zip(keys, row, strict=True))
                yield f"{_old_name(table)}.{column.name}, where {where}"


def _conditions(column: AnyColumn, dialect: str) -> Iterator[str]:
    name = f'"{column.name}"'
    if dialect == "sqlite":
        yield f"typeof({name}) = '{_storage(column)}'"
    if isinstance(column.type, Json) and dialect == "postgresql":
        yield f"pg_temp.is_json({name})"
    elif check := check_of(column, dialect):
        yield check


def _storage(column: AnyColumn) -> str:
    """What SQLite's typeof() says of a cell that fits a STRICT column."""
    assert isinstance(column.type, Cell)
    return STORAGE[column.type.in_sqlite]


# -- The old tables


def _set_aside(connection: Connection, tables: Sequence[Table]) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"CREATE SCHEMA {OLD}"))
        for table in tables:
            connection.execute(text(f'ALTER TABLE "{_old_name(table)}" SET SCHEMA {OLD}'))
        return
    for table in tables:
        for index in inspect(connection).get_indexes(_old_name(table)):
            connection.execute(text(f'DROP INDEX "{index["name"]}"'))
        connection.execute(text(f'ALTER TABLE "{_old_name(table)}" RENAME TO "{OLD}_{table.name}"'))


def _aside(connection: Connection, table: Table) -> str:
    if connection.dialect.name == "postgresql":
        return f'{OLD}."{_old_name(table)}"'
    return f'"{OLD}_{table.name}"'


def _drop(connection: Connection, tables: Sequence[Table]) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"DROP SCHEMA {OLD} CASCADE"))
        return
    for table in reversed(tables):
        connection.execute(text(f"DROP TABLE {_aside(connection, table)}"))


def _continue_numbering(connection: Connection, tables: Sequence[Table]) -> None:
    """The number of a deleted row must never name a new one."""
    for table in tables:
        column = table.autoincrement_column
        if column is None:
            continue
        if connection.dialect.name == "postgresql":
            last = f"pg_get_serial_sequence('{OLD}.{_old_name(table)}', '{column.name}')::regclass"
            new = f"pg_get_serial_sequence('{table.name}', '{column.name}')::regclass"
            connection.execute(text(f"SELECT setval({new}, pg_sequence_last_value({last})) WHERE {last} IS NOT NULL"))
        elif table.dialect_kwargs.get("sqlite_autoincrement"):
            was = f"SELECT seq FROM sqlite_sequence WHERE name = '{OLD}_{table.name}'"
            connection.execute(text(f"DELETE FROM sqlite_sequence WHERE name = '{table.name}'"))
            connection.execute(text(f"INSERT INTO sqlite_sequence SELECT '{table.name}', seq FROM ({was})"))
