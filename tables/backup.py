"""Copy a database while the bot plays on: `python -m tables.backup wyrmhall.sqlite3 copy.sqlite3`."""

import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

PAGES_A_STEP = 2000  # progress is reported after each step


def back_up(source: Path, target: Path, progress: Callable[[int, int], None] = lambda copied, pages: None) -> None:
    """Copy one consistent state, even if the bot writes meanwhile; then check the copy.

    `progress` is called with the number of pages copied and of all pages. Raises sqlite3.Error or OSError, and then
    leaves nothing half-written at `target`. Only its owner can read the copy, because it holds every hidden card.
    """
    if target.exists():
        raise FileExistsError(f"{target} exists already")
    unfinished = target.with_name(f"{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL, 0o600))
    try:
        _copy(source, unfinished, progress)
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
        copy.execute("PRAGMA journal_mode = DELETE")  # one file that can be read anywhere
        (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(f"the copy is damaged, and so is the database: {str(found).splitlines()[-1]}")


def main(arguments: list[str]) -> str | None:
    """Returns what went wrong, in a sentence, or None."""
    match arguments:
        case [source, target]:
            try:
                back_up(Path(source), Path(target), Telling())
            except (sqlite3.Error, OSError) as error:
                return f"No backup was made: {error}."
            print(f"{source} is copied to {target}.")
            return None
    return "Name the database and the file to copy it to: python -m tables.backup wyrmhall.sqlite3 copy.sqlite3"


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
