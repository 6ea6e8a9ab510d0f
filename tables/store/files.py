"""The database's file, before anything of it is read: whether it can be ours, and who may read it."""

import logging
import os
import sqlite3
from contextlib import AbstractContextManager, closing, suppress
from difflib import SequenceMatcher
from pathlib import Path

from .errors import Unusable

log = logging.getLogger(__name__)

MAGIC = b"SQLite format 3\0"  # every file begins with it, but an empty one
OF_A_HALL = {"alembic_version", "tables", "log"}  # some tables that our database has had since the first version


def another_hall(path: Path) -> Path | None:
    """If there is no file `path`: the database beside it with the most similar name, because the host may mean that
    one.
    """
    if os.path.lexists(path):
        return None
    try:
        halls = [file for file in path.parent.iterdir() if _is_a_hall(file)]
    except OSError:
        return None
    return max(halls, key=lambda file: SequenceMatcher(None, file.name, path.name).ratio(), default=None)


def _is_a_hall(file: Path) -> bool:
    try:
        if not file.is_file() or _beginning(file) != MAGIC:
            return False
        with looked_at(file) as connection:
            return table_names(connection) >= OF_A_HALL
    except (OSError, sqlite3.Error):
        return False


def looked_at(file: Path) -> AbstractContextManager[sqlite3.Connection]:
    """Open a database to read a little of it. No file is made beside it, unless it is in use or was left by a kill."""
    resolved = file.resolve(strict=True)
    mode = "mode=ro" if resolved.with_name(f"{resolved.name}-wal").exists() else "immutable=1"
    return closing(sqlite3.connect(f"{resolved.as_uri()}?{mode}", uri=True))


def table_names(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _beginning(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(len(MAGIC))


def require_usable(path: Path) -> None:
    """Raises Unusable or OSError for a path that can't be our database, before anything is made or changed."""
    if not path.parent.is_dir():
        raise Unusable(f"there is no folder {path.parent}. Correct the path, or make the folder")
    if path.is_dir():
        raise Unusable("it is a folder. Name a file in it")
    if not path.exists():
        resolved = path.resolve()
        left = resolved.with_name(f"{resolved.name}-wal")
        if left.exists() and left.stat().st_size:
            raise Unusable(f"it is gone, but {left} is left of it. Put it back beside that, or restore a backup")
        log.info("There is no database %s yet: a new one is made.", path)
    elif not path.is_file() or _beginning(path) not in (b"", MAGIC):
        raise Unusable("it isn't a database of SQLite. Correct the path or, if it was one, restore a backup")
    else:
        with suppress(sqlite3.Error), looked_at(path) as connection:  # it is checked for damage later
            if (names := table_names(connection)) and "alembic_version" not in names:
                raise Unusable("it belongs to another program. Name another file")


def beside(path: Path, kind: str) -> Path:
    return path.with_name(f"{path.name}-{kind}")


def keep_private(path: Path) -> None:
    """Let only the owner read it, because it holds every hidden card. SQLite's side files get the same mode."""
    if not path.exists():
        path.touch(0o600)
    for file in (path, beside(path, "wal"), beside(path, "shm")):
        if file.is_file():
            with suppress(PermissionError):  # it belongs to another user, who gave this one access
                file.chmod(0o600)
