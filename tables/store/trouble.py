"""What a host reads when a database can't be opened or copied: one cause, and what to do about it."""

import errno
import os
import socket
import sqlite3
from pathlib import Path

from sqlalchemy import URL

from host import room

from .errors import Damaged, DatabaseError, Newer, Older, Unfit, Unreachable, Unusable
from .lock import InUse

TROUBLES = (InUse, Newer, Older, Unfit, Damaged, Unusable, Unreachable, DatabaseError, sqlite3.Error)
CANT_WRITE = f"user {os.geteuid()}, who runs this, can't write it. Give the file and its folder to that user (chown)"
BACKUP = "Restore a backup, see docs/hosting.md"

OF_SQLITE = {  # by the last byte of its code
    sqlite3.SQLITE_NOTADB: "it isn't a database of SQLite. Correct the path or, if it was one, restore a backup",
    sqlite3.SQLITE_CORRUPT: f"it is damaged. {BACKUP}",
    sqlite3.SQLITE_READONLY: CANT_WRITE,
    sqlite3.SQLITE_PERM: CANT_WRITE,
    sqlite3.SQLITE_CANTOPEN: CANT_WRITE,
    sqlite3.SQLITE_BUSY: "another program writes to it. End that one",
    sqlite3.SQLITE_LOCKED: "another program writes to it. End that one",
    sqlite3.SQLITE_IOERR: "its disk fails to read or write. The system's log says more (dmesg)",
}
OF_POSTGRESQL = {  # by the codes of its manual's appendix A
    "08P01": (
        "If DATABASE leads to a pooler (PgBouncer), name the server itself, or let the pooler ignore what it refuses "
        "(ignore_startup_parameters)"
    ),
    "28000": "Correct the role in DATABASE, or create it (createuser)",
    "28P01": "Correct the password in DATABASE",
    "3D000": "Create that database (createdb), or correct its name in DATABASE",
    "42501": "Give its role the database (ALTER DATABASE ... OWNER TO ...)",
    "42704": "Correct what comes after the question mark in DATABASE",
    "53300": "Let the server have more connections (max_connections)",
    "53100": "Make room on the server's disk",
}
PASSING_CODES = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR)
PASSING_ERRNOS = (*room.FULL, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM)
LASTING_STATES = ("08P01", "0A", "28", "3D", "42")  # classes of codes: who may come in, what is there


def explain(where: Path | URL, error: Exception) -> str:
    """A sentence or two on `error`, one of TROUBLES, which kept this database from being opened, without passwords."""
    what = f"The database {where if isinstance(where, Path) else repr(where)}"
    match error:
        case InUse():
            return f"{what} is in use by {error}: stop that one first."
        case Newer():
            return f"{what} was written by a newer version of the bot ({error}): update the bot, see docs/hosting.md."
        case Older():
            return f"{what} is too old for this version of the bot: {error}, see docs/hosting.md."
        case Unfit():
            return (
                f"{what} has values that don't fit, so it isn't upgraded, and nothing has changed: {error}. "
                "Correct them or delete their rows (sqlite3 or psql), or restore a backup; then start again."
            )
        case Damaged():
            return f"{what} is damaged ({error}): restore a backup, see docs/hosting.md."
        case Unusable(__cause__=OSError() as cause):
            full = _full(where) if isinstance(where, Path) and cause.errno in room.FULL else ""
            return f"{what} can't be used: {full or why(cause)}."
        case Unreachable(__cause__=BaseException() as cause):
            return f"{what} can't be reached: {_of_server(cause)}."
        case Unreachable():
            return f"{what} can't be reached: {error}."
        case DatabaseError(orig=sqlite3.Error() as cause):
            return f"{what} can't be used: {_of_sqlite(where, cause)}."
        case DatabaseError():
            return f"{what} can't be used: {_of_server(error.orig or error)}."
        case sqlite3.Error():
            return f"{what} can't be used: {_of_sqlite(where, error)}."
    return f"{what} can't be used: {error}."


def passes(error: Exception) -> bool:
    """Whether it may be over by itself, so that it makes sense to start again. `error`: one of TROUBLES."""
    match error:
        case Newer() | Older() | Unfit() | Damaged():
            return False
        case Unusable(__cause__=OSError() as cause):
            return cause.errno in PASSING_ERRNOS
        case Unusable():
            return False
        case DatabaseError(orig=sqlite3.Error() as cause) | (sqlite3.Error() as cause):
            return _code(cause) in PASSING_CODES
        case Unreachable(__cause__=None):  # the driver is missing
            return False
    told = error.__cause__ if isinstance(error, Unreachable) else error
    told = getattr(told, "orig", None) or told
    return not (getattr(told, "sqlstate", None) or "").startswith(LASTING_STATES)


def undone(what: str, where: Path | URL, error: Exception) -> str:
    """`what` wasn't done, such as "No backup was made", and why.

    `error`: one of TROUBLES with the database `where`, an OSError, or an error whose text says the cause.
    """
    if isinstance(error, TROUBLES):
        return f"{what}. {explain(where, error)}"
    if isinstance(error, OSError):
        return f"{what}: {why(error)}."
    return f"{what}. {error}"


def why(error: OSError) -> str:
    """What the system refused, and what to do; without a full stop."""
    name = error.filename if isinstance(error.filename, str) else ""
    folder = os.path.dirname(os.path.abspath(name))
    match error.errno:
        case errno.EACCES | errno.EPERM:
            what = name if os.path.exists(name) else folder
            return f"user {os.geteuid()}, who runs this, may not use {what}. Give it to that user (chown)"
        case errno.EROFS:
            return f"{folder} is on a disk that can only be read. Name a file elsewhere"
        case number if number in room.FULL:
            return f"the disk of {folder} is full. Make room there"
        case errno.ENOENT if name and not os.path.isdir(folder):
            return f"there is no folder {folder}. Correct the path, or make the folder"
        case errno.ENOENT:
            return f"there is no file {name}. Correct the path"
        case errno.ENAMETOOLONG:
            return "the path is too long. Name a file with a shorter one"
    return f"{error.strerror or error}{f': {name}' if name else ''}. The system's log may say more"


def _full(path: Path) -> str:
    """What to do about a full disk, and which of the bot's files may go."""
    sprites = path.with_name(f"{path.name}.sprites")
    may_go = f" {sprites} takes {room.said(size)} and may be deleted" if (size := room.size(sprites)) else ""
    return f"the disk of {path.parent} is full, or your share of it is. Make room there{may_go and ':'}{may_go}"


def _of_sqlite(where: Path | URL, error: sqlite3.Error) -> str:
    if isinstance(where, Path) and (_code(error) == sqlite3.SQLITE_FULL or room.is_full(where.parent)):
        return _full(where)
    return OF_SQLITE.get(_code(error), f"{error}. {BACKUP}")


def _code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF  # the higher bits only say which kind of this error it is


def _of_server(error: BaseException) -> str:
    if isinstance(error, socket.gaierror):
        return "no machine has that name. Correct the host in DATABASE"
    if isinstance(error, TimeoutError):
        return "it doesn't answer. Start the server, or correct the host in DATABASE"
    if isinstance(error, OSError):
        return f"{error.strerror or error}. Start the server, or correct the host and the port in DATABASE"
    cause = getattr(error, "orig", None) or error
    return f"{cause}. {OF_POSTGRESQL.get(getattr(cause, 'sqlstate', None) or '', 'Correct DATABASE')}"
