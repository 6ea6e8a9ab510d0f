"""What goes wrong in a database, in our words: the same for both drivers."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import msgspec

from engine import decode
from languages import say

Kind = TypeVar("Kind")

log = logging.getLogger(__name__)

HIDDEN = ("detail", "where", "query")  # in which a server quotes rows, with seeds and cards in them

_logged = set[str]()  # errors since the start: each round of the clock meets the same row again


class Refused(Exception):
    """It can't be done. The message is a sentence for the user; nothing has changed."""


class Unreadable(Refused):
    """What is stored can't be read: it is damaged in a way that SQLite's own check didn't notice.

    It is logged once for each cell.
    """

    def __init__(self, where: str) -> None:
        super().__init__(
            say(
                "I can't read what is stored of this any more ({where}). Whoever hosts this bot can restore a backup.",
                where=where,
            )
        )
        self.where = where
        if where not in _logged:
            _logged.add(where)
            log.error("What is stored can't be read: %s", where)


def decoded(kind: type[Kind], stored: str | msgspec.Raw, where: str) -> Kind:
    """Decode what is stored as JSON. `where` names it in the error. Raises Unreadable."""
    try:
        read: Kind = decode(kind, stored.encode() if isinstance(stored, str) else stored)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Unreadable(where) from error
    return read


class DatabaseError(Exception):
    """A statement failed. `orig` is the driver's own error. The message has no values: errors are logged."""

    def __init__(self, orig: BaseException | str) -> None:
        super().__init__(str(orig))
        self.orig = orig if isinstance(orig, BaseException) else None


class IntegrityError(DatabaseError):
    """A row contradicts a key or a check."""


class Busy(TimeoutError):
    """No connection was free in time, because too many people read at once. Nothing has changed; trying again helps."""


class Unreachable(Busy):
    """The server can't be reached, or lets nobody in."""


class Newer(Exception):
    """A later version of this program has written the database; the message names the database's version."""


class Older(Exception):
    """A version wrote it that this one doesn't know any more; the message says what to do."""


class Unfit(Exception):
    """It has values that the tables of this version refuse; nothing was changed."""

    def __init__(self, values: Sequence[str], *, more: bool) -> None:
        """`values`: which they are, by table, column and key."""
        super().__init__("; ".join(values) + ("; and more" if more else ""))


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


def _hidden(error: BaseException) -> BaseException:
    if "query argument" in str(error.args):
        error.args = ("a value of the wrong kind",)
    for name in HIDDEN:
        if getattr(error, name, None):
            setattr(error, name, None)
    return error
