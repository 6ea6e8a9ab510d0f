"""What goes wrong in a database, in our words: the same for both drivers."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

HIDDEN = ("detail", "where", "query")  # in which a server quotes rows, with seeds and cards in them


class DatabaseError(Exception):
    """A statement failed. `orig` is the driver's own error. The message has no values: errors are logged."""

    def __init__(self, orig: BaseException | str) -> None:
        super().__init__(str(orig))
        self.orig = orig if isinstance(orig, BaseException) else None

    @property
    def state(self) -> str:
        """PostgreSQL's code of this error; "" on SQLite."""
        return getattr(self.orig, "sqlstate", None) or ""


class IntegrityError(DatabaseError):
    """A row contradicts a key or a check."""


class Busy(TimeoutError):
    """No connection was free in time, because too many people read at once. Nothing has changed; trying again helps."""


class Unreachable(Busy):
    """The server can't be reached, or lets nobody in."""


class Newer(Exception):
    """A later version of this program has written the database; the message names the database's version."""


class Damaged(Exception):
    """The file is a database whose parts don't fit together any more."""


class Unusable(Exception):
    """This file can't be our database. The message says why and what to do, or its cause does, an OSError."""


@contextmanager
def translated(
    failed: type[BaseException] | tuple[type[BaseException], ...], contradicts: type[BaseException]
) -> Iterator[None]:
    """Within this block, a driver's errors, of class `failed` or `contradicts`, become ours."""
    try:
        yield
    except contradicts as error:
        raise IntegrityError(_hidden(error)) from error
    except failed as error:
        raise DatabaseError(_hidden(error)) from error


def _hidden(error: Any) -> BaseException:
    told: BaseException = error
    if "query argument" in str(told.args):
        told.args = ("a value of the wrong kind",)
    for name in HIDDEN:
        if getattr(told, name, None):
            setattr(told, name, None)
    return told
