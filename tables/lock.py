"""One process at a time has a database open. The lock is the system's: a kill or a power cut lets go of it."""

import fcntl
import os
import socket
from pathlib import Path

from discord.utils import utcnow


class InUse(Exception):
    """Another process has the database open; the message names it."""


class Lock:
    """A file beside the database, locked while it is open. It holds who has locked it.

    SQLite's own locks can't serve: they are let go of between two transactions. Nor can the database itself be locked:
    closing any handle on a file drops all the locks by which SQLite keeps its processes apart.
    """

    def __init__(self, database: Path) -> None:
        whole = database.resolve()
        self._path = whole.with_name(f"{whole.name}-lock")
        self._file: int | None = None

    def take(self) -> None:
        """Raises InUse, or OSError where no file can be made."""
        while self._file is None:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if self._names(file):
                    os.ftruncate(file, 0)
                    os.write(file, _whoever_this_is().encode())
                    self._file = file
            except BlockingIOError:
                holder = os.read(file, 1000).decode(errors="replace").strip()
                raise InUse(holder or "another process") from None
            finally:
                if self._file is None:
                    os.close(file)

    def _names(self, file: int) -> bool:
        """Whether the path still leads to it: who had it locked until now has removed it at its end."""
        try:
            return os.path.samestat(os.stat(self._path), os.fstat(file))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        if self._file is not None:
            self._path.unlink(missing_ok=True)  # while it is locked, or it could be another's by now
            os.close(self._file)
            self._file = None


def _whoever_this_is() -> str:
    return f"process {os.getpid()} on {socket.gethostname()}, since {utcnow():%Y-%m-%d %H:%M:%S} UTC"
