"""Put a backup in the place of a database: `python -m tables.restore copy.sqlite3 wyrmhall.sqlite3`."""

import os
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError

from .backup import back_up
from .database import MIGRATIONS
from .lock import InUse, Lock


def restore(copy: Path, target: Path) -> Path | None:
    """Put `copy` in the place of the database `target`, which no bot may have open. The copy stays.

    What was there before is kept under another name, which is returned; None if nothing was. Raises InUse, ValueError
    for what isn't a hall's database that this program can open, sqlite3.Error, or OSError; then nothing has changed.
    """
    target = target.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    lock = Lock(target)
    lock.take()
    try:
        _require_a_hall(copy)
        restored = target.with_name(f"{target.name}.restored")
        restored.unlink(missing_ok=True)  # of a restoring that was killed
        back_up(copy, restored)  # and check it
        try:
            kept = _keep(target) if target.exists() else None
            os.replace(restored, target)
        finally:
            restored.unlink(missing_ok=True)
        return kept
    finally:
        lock.release()


def _require_a_hall(copy: Path) -> None:
    with closing(sqlite3.connect(f"{copy.resolve(strict=True).as_uri()}?mode=ro", uri=True)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not names >= {"alembic_version", "tables", "log"}:
            raise ValueError(f"{copy} is no database of a hall")
        versions = [version for (version,) in connection.execute("SELECT version_num FROM alembic_version")]
    try:
        ScriptDirectory(str(MIGRATIONS)).get_revisions(versions)
    except CommandError:
        raise ValueError(f"{copy} was written by a newer hall than this one") from None


def _keep(target: Path) -> Path:
    """Give the database a second name. Its write-ahead log goes with it: the restored one must not meet it."""
    kept = target.with_name(f"{target.name}.before-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}")
    os.link(target, kept)
    log = target.with_name(f"{target.name}-wal")
    if log.exists():
        log.rename(kept.with_name(f"{kept.name}-wal"))
    target.with_name(f"{target.name}-shm").unlink(missing_ok=True)
    return kept


def main(arguments: list[str]) -> str | None:
    """Returns what went wrong, in a sentence, or None."""
    match arguments:
        case [copy, target]:
            try:
                kept = restore(Path(copy), Path(target))
            except InUse as error:
                return f"Nothing was restored: {target} is in use by {error}. Stop that one first."
            except (ValueError, sqlite3.Error, OSError) as error:
                return f"Nothing was restored: {error}."
            print(f"{copy} is restored to {target}.", f"What was there before is kept as {kept}." if kept else "")
            return None
    return "Name the copy and the database: python -m tables.restore copy.sqlite3 wyrmhall.sqlite3"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
