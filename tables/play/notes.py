"""Who has come back to a table or gone from it, or moderated it, as those at the table read it in one line."""

from dataclasses import dataclass
from typing import Literal

NoteKind = Literal[
    "left",  # of their own accord
    "back",
    "gone",  # they have left the server
    "sent",  # somebody has sent them away
    "late",  # they weren't ready when a rematch started, or was closed
    "freed",  # their seat was freed, since the table has waited for long
    "removed",  # a moderator has sent them away
    "unseated",  # a moderator has freed their seat
    "closed",  # they, a moderator, have closed the table
    "started",  # likewise its game
    "unvoted",  # likewise they have ended its vote
]

GONE: tuple[NoteKind, ...] = ("left", "gone", "freed", "removed", "unseated")  # from a seat of a game


@dataclass(frozen=True)
class Note:
    """The newest of this person at this table: `notes` has one row for each."""

    user_id: int
    name: str  # hostile: escape it wherever markup counts
    kind: NoteKind
    by_id: int | None  # who has done that to them; None: they themselves, or nobody
    by_name: str | None  # likewise hostile
    version: int  # of the table after it
    turn: int
    at: int  # seconds since 1970
