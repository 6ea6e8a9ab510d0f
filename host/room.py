"""Room on the disk: the database's comes first, whatever else the bot would like to keep there."""

import errno
import os
import tempfile
from pathlib import Path

MEGABYTE = 10**6
PROBED = 2**16  # bytes
FULL = (errno.ENOSPC, errno.EDQUOT)  # what the system says of a full disk, and of a quota that is used up


def free(folder: Path) -> int:
    """The bytes that this process may still write there, as far as the file system says. Raises OSError."""
    there = os.statvfs(folder)
    return there.f_bavail * there.f_frsize


def size(path: Path) -> int:
    """The bytes of a file; 0 if there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def is_full(folder: Path) -> bool:
    """Whether nothing more can be written there, for lack of room or by a quota."""
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(PROBED))
    except OSError as error:
        return error.errno in FULL
    return False


def said(number: int) -> str:
    return f"{number / MEGABYTE:.0f} MB"
