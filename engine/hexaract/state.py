"""The table that everyone sees, what one seat sees, and the whole state."""

from typing import Final, Literal

from ..decktet import BASIC, CARDS, Suit
from ..game import BaseView, Data, Seat
from .events import Event

ACES, PATH_CARDS = BASIC[:6], BASIC[6:]

PATH = 3  # cards that lie on it
DICE = 5
WILD = 6  # of a die
PAIRS = 2  # that can be assigned in a round
FATAL = 10  # damage
Kind = Literal["person", "location", "event"]

# What the game waits for, or how it ended. Stored games hold these words. "lose" is not an end: the player chooses
# which chip an event costs.
Phase = Literal["assign", "resolve", "ace", "lose", "won", "lost"]
CHOOSE_LOSS: Final = "lose"


def _kind(card: int) -> Kind:
    """The kind of a path card. A location that is also an event counts as a location only."""
    kinds = CARDS[card].kinds
    return "location" if "location" in kinds else "event" if "event" in kinds else "person"


KINDS = tuple(map(_kind, BASIC))  # by card; it has no meaning for aces


class Options(Data, frozen=True):
    """No variants."""


class PathCard(Data, frozen=True):
    card: int
    exhausted: bool = False
    chips: tuple[Suit, ...] = ()  # on a location, in the order placed


class Pair(Data, frozen=True):
    """Two dice on a card."""

    card: int
    low: int
    high: int
    used: bool = False


class Table(Data, frozen=True):
    """What everyone sees: all but the order of the deck."""

    step: Phase
    round: int
    dice: tuple[int, ...]  # as rolled, in order
    pairs: tuple[Pair, ...]  # in the order assigned, also those whose card has left the path
    path: tuple[PathCard, ...]  # left to right
    deck_size: int
    supply: tuple[int, ...]  # own chips by suit
    aces: tuple[Suit, ...]  # in play
    damage: int
    discard: tuple[int, ...]  # oldest first, aces included
    recent: tuple[Event, ...]  # public events since the end of the last round, without those taken back
    coming: tuple[int, ...] = ()  # once all is turned up: the cards that would have come, the next one first


class Mine(Data, frozen=True):
    """The player sees no more than everyone."""

    seat: Seat


class View(BaseView[Table, Mine], frozen=True):
    pass


class State(Data, frozen=True):
    deck: tuple[int, ...]  # the last one is turned up next
    path: tuple[PathCard, ...]
    discard: tuple[int, ...]
    supply: tuple[int, ...]
    aces: tuple[Suit, ...]
    dice: tuple[int, ...]
    pairs: tuple[Pair, ...] = ()
    round: int = 1
    damage: int = 0
    step: Phase = "assign"
    recent: tuple[Event, ...] = ()
