"""Copy everything from a SQLite file to an empty PostgreSQL database, while no bot has either open:

    python -m tables.tools.move wyrmhall.sqlite3 postgresql://hall:password@host/name

It copies in one transaction, and checks the copy before committing. So if anything goes wrong, PostgreSQL stays empty.
The file isn't changed.
"""

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import sqlalchemy
from msgspec import Struct
from sqlalchemy import Integer, String, column, func, insert, select

from engine import Data

from ..history.archive import unpack
from ..play.model import GameRecord, Refused
from ..play.rows import load
from ..store import schema
from ..store.database import Database, address
from ..store.errors import DatabaseError, Unreachable
from ..store.statements import Values
from ..store.transaction import Transaction
from ..store.trouble import TROUBLES, undone
from ..store.types import Words

PIECE = 1000  # rows read and written at once
SAMPLE = 200  # tables that are compared and played again
OF_PROCESSES = (schema.processes, schema.leases)  # they aren't moved
MADE_WITH_IT = (schema.secrets,)  # a new database has a row there, which the old one's row replaces

COUNTERS = select(column("name", String), column("seq", Integer)).select_from(sqlalchemy.table("sqlite_sequence"))

Tell = Callable[[str], None]


class Counter(Struct, array_like=True):
    """SQLite's, of a table."""

    name: str
    seq: int


class Unmoved(Exception):
    """Nothing was moved; the message is a sentence."""


async def move(source: Path, target: sqlalchemy.URL, tell: Tell = lambda line: None) -> int:
    """Copy all rows, and return how many. Raises Unmoved, or what Database.open raises; then nothing is copied."""
    if not await asyncio.to_thread(source.is_file):
        raise Unmoved(f"There is no file {source}.")
    async with _opened(source) as old, _opened(target) as new:
        if old.checking:
            await old.checking
        if len(await new.leases.living()) > 1:
            raise Unmoved("A bot has that PostgreSQL open. Stop it first.")
        async with old.read() as reading, new.write() as writing:
            await writing.run(sqlalchemy.text("SET LOCAL idle_in_transaction_session_timeout = 0"))
            await _require_empty(writing)
            moved = 0
            for table in schema.metadata.sorted_tables:
                if table not in OF_PROCESSES:
                    moved += await copy_rows(reading, writing, table, tell)
            await _continue_numbering(reading, writing)
            await _compare(reading, writing, tell)
        return moved


@asynccontextmanager
async def _opened(where: Path | sqlalchemy.URL) -> AsyncIterator[Database]:
    database = await Database.open(where)
    try:
        yield database
    finally:
        await database.close()


async def _require_empty(transaction: Transaction) -> None:
    for table in schema.metadata.sorted_tables:
        if table in (*OF_PROCESSES, *MADE_WITH_IT):
            continue
        await transaction.run(sqlalchemy.text(f"LOCK TABLE {table.name} IN EXCLUSIVE MODE"))
        if await transaction.one(select(1).select_from(table).limit(1), int):
            raise Unmoved(f"That PostgreSQL isn't empty: it has rows in {table.name}.")
    for table in MADE_WITH_IT:
        await transaction.run(sqlalchemy.delete(table))


async def copy_rows(reading: Transaction, writing: Transaction, table: sqlalchemy.Table, tell: Tell) -> int:
    """Copy a table piece by piece, then count its rows. Returns how many there are. Raises Unmoved."""
    texts = [column.name for column in table.columns if isinstance(column.type, Words)]
    async for piece in reading.stream(select(table), dict, PIECE):
        await writing.many(insert(table), [_without_nul(row, texts) for row in piece])
    counted = select(func.count()).select_from(table)
    were, are = [await transaction.one(counted, int) or 0 for transaction in (reading, writing)]
    if were != are:
        raise Unmoved(f"Of {were} rows of {table.name}, {are} arrived.")
    tell(f"{table.name}: {are}")
    return are


def _without_nul(row: Values, texts: Sequence[str]) -> Values:
    """Remove NUL, which PostgreSQL stores in no text; only a name could have one. The values of dates aren't texts."""
    values = dict(row)
    for name in texts:
        if isinstance(value := values[name], str):
            values[name] = value.replace("\0", "")
    return values


async def _continue_numbering(reading: Transaction, writing: Transaction) -> None:
    """New rows are numbered from here on. The number of a deleted table must never name a new one."""
    numbers = {counter.name: counter.seq for counter in await reading.all(COUNTERS, Counter)}
    for table in schema.metadata.sorted_tables:
        column = table.autoincrement_column
        if column is None:
            continue
        if await writing.one(select(func.pg_get_serial_sequence(table.name, column.name)), str):
            last = max(numbers.get(table.name, 0), await writing.one(select(func.max(column)), int) or 0)
            if last:
                counter = func.pg_get_serial_sequence(table.name, column.name)
                await writing.one(select(func.setval(counter, last)), int)


async def _compare(reading: Transaction, writing: Transaction, tell: Tell) -> None:
    """Load a sample of the tables from both, the newest and others evenly, and play their logs again from the seed."""
    ids = await reading.all(select(schema.tables.c.id).order_by(schema.tables.c.id.desc()), int)
    step = -(-len(ids) // SAMPLE)
    sample = ids[:: max(1, step)]
    for table_id in sample:
        try:
            old = await load(reading, table_id)
        except Refused:  # it couldn't be read before either
            continue
        new = await load(writing, table_id)
        if old != new or not await asyncio.to_thread(_alike, old, new):
            raise Unmoved(f"Table {table_id} isn't the same in that PostgreSQL.")
    tell(f"{len(sample)} of {len(ids)} tables were played again: they are the same.")


def _alike(old: GameRecord, new: GameRecord) -> bool:
    """Whether the seed and the moves lead to the same position in both."""
    return _state(old) == _state(new)


def _state(loaded: GameRecord) -> Data | None:
    """The position to which the log leads; None: nothing to play, or rules that aren't kept any more."""
    try:
        return replace(unpack(loaded) if loaded.packed else loaded, snapshot=None).state()
    except Refused:
        return None


def main(arguments: list[str]) -> str | None:
    """Returns what went wrong, in a sentence, or None."""
    if len(arguments) != 2:
        return "Name both: python -m tables.tools.move wyrmhall.sqlite3 postgresql://hall:password@host/name."
    source = Path(arguments[0])
    try:
        target = address(arguments[1])
    except ValueError:
        target = Path()
    if isinstance(target, Path):
        return "Nothing was moved. The second must be a PostgreSQL: postgresql://hall:password@host/name."
    try:
        moved = asyncio.run(move(source, target, lambda line: print(line, flush=True)))
    except (Unmoved, Refused, *TROUBLES, OSError) as error:
        of_server = isinstance(error, Unreachable | DatabaseError) and not isinstance(error.__cause__, sqlite3.Error)
        return undone("Nothing was moved", target if of_server else source, error)
    print(f"{moved} rows are moved. Set DATABASE to that server; {source} stays as it was.")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
