"""Copy a database while the bot plays on: `python -m tables.tools.backup wyrmhall.sqlite3 copy.sqlite3`.

Instead of the first file, it takes postgresql://user:password@host/database. The copy is always a SQLite file: you can
open it without a server, and restore it to either store.
"""

import asyncio
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import URL, delete, text

from ..store import schema
from ..store.database import Database, address
from ..store.migrating import require_known
from ..store.trouble import TROUBLES, undone
from .move import OF_PROCESSES, Unmoved, copy_rows

IS_OURS = text("SELECT to_regclass('alembic_version')::text")
VERSION = text("SELECT version_num FROM alembic_version")
LAST = text("SELECT pg_sequence_last_value(pg_get_serial_sequence('tables', 'id')::regclass)")  # a table's number
PAGES_A_STEP = 2000  # progress is reported after each step


def back_up(source: Path, target: Path, progress: Callable[[int, int], None] = lambda copied, pages: None) -> None:
    """Copy one consistent state, even while the bot writes; then check the copy.

    `progress` is called with the number of pages copied and of all pages. Raises Unmoved, sqlite3.Error or OSError, and
    then leaves nothing half-written at `target`. Only its owner can read the copy: it holds every hidden card.
    """
    if not source.is_file():
        raise Unmoved(f"There is no file {source}. Name the database.")
    with _unfinished(target) as unfinished:
        _copy(source, unfinished, progress)


def back_up_server(source: URL, target: Path, tell: Callable[[str], None] = lambda line: None) -> None:
    """The same for PostgreSQL. `tell` is called with a line for each of its tables.

    Raises Unmoved, too, if the database isn't Wyrmhall's, or older; Newer; Unreachable; and DatabaseError.
    """
    with _unfinished(target) as unfinished:
        asyncio.run(_copy_server(source, unfinished, tell))
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as copy:
            _finish(copy)


async def _copy_server(source: URL, target: Path, tell: Callable[[str], None]) -> None:
    server, copy = Database(source), await Database.open(target)
    try:
        await server.connect()
        async with server.read() as reading, copy.write() as writing:  # everything is read from one state
            if await reading.one(IS_OURS, str) is None:
                raise Unmoved("That PostgreSQL database isn't Wyrmhall's. Correct its address.")
            theirs, ours = [await transaction.one(VERSION, str) or "" for transaction in (reading, writing)]
            require_known([theirs])
            if theirs != ours:
                raise Unmoved(
                    f"That database has version {theirs}, this program needs {ours}. Start the bot once to upgrade it."
                )
            for table in reversed(schema.metadata.sorted_tables):  # a new database has some rows already
                await writing.run(delete(table))
            for table in schema.metadata.sorted_tables:
                if table not in OF_PROCESSES:
                    await copy_rows(reading, writing, table, tell)
            await writing.run(text("DELETE FROM sqlite_sequence"))
            last = await reading.one(LAST, int) or 0  # the number of a deleted table must never name a new one
            await writing.run(text("INSERT INTO sqlite_sequence VALUES ('tables', :last)"), last=last)
    finally:
        await copy.close()
        await server.close()


@contextmanager
def _unfinished(target: Path) -> Iterator[Path]:
    """A file to write the copy to. It becomes `target` at the end, and is removed if anything goes wrong."""
    if target.exists():
        raise Unmoved(f"{target} is there already. Name another file.")
    unfinished = target.with_name(f"{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield unfinished
        unfinished.rename(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _copy(source: Path, target: Path, progress: Callable[[int, int], None]) -> None:
    live = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
    with closing(live), closing(sqlite3.connect(target, isolation_level=None)) as copy:
        # In one transaction each step reads the same state. Without it, a write by the bot restarts the copy.
        live.execute("BEGIN")
        live.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
        live.backup(copy, pages=PAGES_A_STEP, progress=lambda _, left, pages: progress(pages - left, pages))
        live.execute("ROLLBACK")  # lets SQLite shorten its write-ahead log again
        _finish(copy)


def _finish(copy: sqlite3.Connection) -> None:
    """Make the copy a single file that can be read anywhere, and check it."""
    copy.execute("PRAGMA journal_mode = DELETE")
    (verdict,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(f"the copy is damaged, and so is the database: {str(verdict).splitlines()[-1]}")


def main(arguments: list[str]) -> str | None:
    """Returns what went wrong, in a sentence, or None."""
    match arguments:
        case [source, target] if source and target:
            if "://" in target:
                return "No backup was made. A copy is a file: name one."
            try:
                where = address(source)
            except ValueError as error:
                return f"No backup was made. {error}."
            try:
                if isinstance(where, Path):
                    back_up(where, Path(target), Telling())
                else:
                    back_up_server(where, Path(target), lambda line: print(line, flush=True))
            except (Unmoved, *TROUBLES, OSError) as error:
                return undone("No backup was made", where, error)
            print(f"All of it is copied to {target}.")
            return None
    return "Name the database and the file to copy it to: python -m tables.tools.backup wyrmhall.sqlite3 copy.sqlite3."


class Telling:
    """Prints a line at each tenth of the way."""

    def __init__(self) -> None:
        self._told = 0

    def __call__(self, copied: int, pages: int) -> None:
        tenths = copied * 10 // max(pages, 1)
        if tenths > self._told:
            self._told = tenths
            print(f"{tenths * 10} % copied" if tenths < 10 else "All is copied; the copy is being checked.", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
