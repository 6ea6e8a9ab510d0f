"""Put a backup in the place of a database: `python -m tables.tools.restore copy.sqlite3 wyrmhall.sqlite3`."""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from ..store.database import address
from ..store.files import OF_A_HALL, looked_at, table_names
from ..store.lock import InUse, Lock
from ..store.migrating import require_known
from ..store.trouble import TROUBLES, undone
from .backup import back_up
from .move import Unmoved


def restore(copy: Path, target: Path) -> Path | None:
    """Put `copy` in the place of the database `target`, which no bot may have open. The copy stays.

    What was there before is kept under another name, which is returned; None if nothing was. Raises InUse; OSError; or
    Unmoved, Newer, Damaged or sqlite3.Error if the copy isn't a database that this program can open. Then nothing has
    changed.
    """
    if not copy.is_file():
        raise Unmoved(f"There is no file {copy}. Name a copy.")
    target = target.resolve()
    if target.exists() and copy.samefile(target):
        raise Unmoved(f"{copy} is the database itself. Name a copy.")
    lock = Lock(target)
    lock.take()
    try:
        _require_a_hall(copy)
        restored = target.with_name(f"{target.name}.restored")
        restored.unlink(missing_ok=True)  # of a restoring that was killed
        back_up(copy, restored)  # and check it
        try:
            kept = _keep(target)
            os.replace(restored, target)
        finally:
            restored.unlink(missing_ok=True)
        return kept
    finally:
        lock.release()


def _require_a_hall(copy: Path) -> None:
    with looked_at(copy) as connection:
        if not table_names(connection) >= OF_A_HALL:
            raise Unmoved(f"{copy} isn't a copy of a Wyrmhall database. Name one.")
        require_known([version for (version,) in connection.execute("SELECT version_num FROM alembic_version")])


def _keep(target: Path) -> Path | None:
    """Give the database a second name. Its write-ahead log goes with it: the restored one must not meet it."""
    kept = target.with_name(f"{target.name}.before-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}")
    existed = target.exists()
    if existed:
        os.link(target, kept)
    log = target.with_name(f"{target.name}-wal")
    if log.exists():
        log.rename(kept.with_name(f"{kept.name}-wal"))
    for kind in ("shm", "damaged"):
        target.with_name(f"{target.name}-{kind}").unlink(missing_ok=True)
    return kept if existed else None


def main(arguments: list[str]) -> str | None:
    """Returns what went wrong, in a sentence, or None."""
    match arguments:
        case [copy, target] if copy and target:
            try:
                where = address(target)
            except ValueError as error:
                return f"Nothing was restored. {error}."
            if not isinstance(where, Path):
                return "Nothing was restored. Into a PostgreSQL a copy is moved: see python -m tables.tools.move."
            try:
                kept = restore(Path(copy), where)
            except (Unmoved, *TROUBLES, OSError) as error:
                return undone("Nothing was restored", where if isinstance(error, InUse) else Path(copy), error)
            print(f"{copy} is restored to {target}.", f"What was there before is kept as {kept}." if kept else "")
            return None
    return "Name the copy: make restore COPY=copy.sqlite3, or python -m tables.tools.restore copy.sqlite3 hall.sqlite3."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
