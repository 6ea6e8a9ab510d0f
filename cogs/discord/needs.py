"""What a press or a command needs of whoever uses it, at the table that it names. `cogs/background/members.py` judges.

A verb can't be registered without saying what it needs.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from ..screens.press import Press

Acknowledge = Callable[[Any], Awaitable[None]]  # of an interaction
Handler = Callable[[Any, Press], Awaitable[None]]


class Needs(Enum):
    NOTHING = auto()  # it names no table
    SIGHT = auto()  # they sit there, or can see the table's channel now
    COURSE = auto()  # likewise, and a game for one must be their own
    PROOF = auto()  # sight, until the game is over. Then everybody may check its deal
    SEAT = auto()  # they sit there
    GROUP = auto()  # they sit or sat there, and are still in its server after the game, too
    PAST = auto()  # sight, or it is a deal of the day: for games that are over
    MODERATOR = auto()  # they may manage the messages of its channel, or its server
    SHARED = auto()  # the past, or a player has shared it in the message that was pressed


@dataclass(frozen=True)
class Verb:
    """What a press does. Where it names a table, it is acknowledged, then judged, and only then handled.

    Each obeys the rules of the server: where games may be played, and who is blocked. `always`: not this one. Whoever
    is blocked may leave, look, finish the games in which they sit, and see to what is theirs alone.
    """

    needs: Needs
    acknowledge: Acknowledge | None  # None: `handle` does it
    handle: Handler
    always: bool = False

    def __post_init__(self) -> None:
        if self.acknowledge is None and self.needs is not Needs.NOTHING:
            raise TypeError("A press that names a table is acknowledged before the table is read.")
