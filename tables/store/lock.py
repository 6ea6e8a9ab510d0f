"""Only one process at a time has a database open. The system holds the lock, so a kill or a power cut releases it."""

import fcntl
import os
import socket
from pathlib import Path

from discord.utils import utcnow


class InUse(Exception):
    """Another process has the database open; the message names it."""


class Lock:
    """A file beside the database, locked while the database is open. Its text says which process locked it.

    SQLite releases its own locks between two transactions, so they aren't enough. The database file itself can't be
    locked either: closing any handle on it would release all of SQLite's own locks.
    """

    def __init__(self, database: Path) -> None:
        resolved = database.resolve()
        self._path = resolved.with_name(f"{resolved.name}-lock")
        self._file: int | None = None

    def take(self) -> None:
        """Raises InUse, or OSError if the file can't be made."""
        while self._file is None:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if self._names(file):
                    self._sign(file)
                    self._file = file
            except BlockingIOError:
                raise InUse(_named_in(file)) from None
            finally:
                if self._file is None:
                    os.close(file)

    def _sign(self, file: int) -> None:
        try:
            os.ftruncate(file, 0)
            os.write(file, _whoever_this_is().encode())
        except OSError:  # the disk may be full
            self._path.unlink(missing_ok=True)
            raise

    def holder(self) -> str | None:
        """Who holds it now; None if nobody does, or if it can't be known."""
        try:
            file = os.open(self._path, os.O_RDWR)
        except OSError:
            return None
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)  # released when the file is closed
        except BlockingIOError:
            return _named_in(file)
        finally:
            os.close(file)
        return None

    def _names(self, file: int) -> bool:
        """Whether the path still leads to this file: the last process to hold the lock removes it at its end."""
        try:
            return os.path.samestat(os.stat(self._path), os.fstat(file))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        if self._file is not None:
            self._path.unlink(missing_ok=True)  # before unlocking it: afterwards it could be another process's
            os.close(self._file)
            self._file = None


def _named_in(file: int) -> str:
    return os.read(file, 1000).decode(errors="replace").strip() or "another process"


def _whoever_this_is() -> str:
    return f"process {os.getpid()} on {socket.gethostname()}, since {utcnow():%Y-%m-%d %H:%M:%S} UTC"
