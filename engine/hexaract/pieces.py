"""What Hexaract is made of: options, moves, events, what is seen, and what is so.

Cards are 0 to 35, as in decktet.py. Aces are 0 to 5, like their suits. The general supply has no limit.
"""

from typing import Final, Literal

from ..decktet import BASIC, CARDS, Suit
from ..game import BaseEvent, BaseView, Data, Seat

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


# -- Moves


class Assign(Data, frozen=True, tag="assign"):
    """Assign a pair of dice, by their numbers, to a card of the path."""

    card: int
    low: int
    high: int


class Back(Data, frozen=True, tag="back"):
    """Take the last assigned pair back."""


class Done(Data, frozen=True, tag="done"):
    """Assign no more dice."""


class Defeat(Data, frozen=True, tag="defeat"):
    """Defeat a person with a pair, and take a chip of this suit."""

    card: int
    suit: Suit


class Place(Data, frozen=True, tag="place"):
    """Use a pair on a location: put a chip of this suit from the general supply there."""

    card: int
    suit: Suit


class Avert(Data, frozen=True, tag="avert"):
    """Avert an event with a pair."""

    card: int


class Spend(Data, frozen=True, tag="spend"):
    """Put one of your chips on a location."""

    card: int
    suit: Suit


class TakeAce(Data, frozen=True, tag="take-ace"):
    """Discard an ace in play for a chip of its suit."""

    suit: Suit


class Decline(Data, frozen=True, tag="decline"):
    """Leave the aces in play."""


class EndRound(Data, frozen=True, tag="end-round"):
    """End the actions of this round."""


class Lose(Data, frozen=True, tag="lose"):
    """Choose the suit of the chip that an event costs, if its two suits are tied."""

    suit: Suit


DiceMove = Assign | Back | Done
Move = DiceMove | Defeat | Place | Avert | Spend | TakeAce | Decline | EndRound | Lose

# -- Events


class Rolled(BaseEvent, frozen=True, tag="rolled"):
    round: int
    dice: tuple[int, ...]


class Assigned(BaseEvent, frozen=True, tag="assigned"):
    card: int
    low: int
    high: int


class TookBack(BaseEvent, frozen=True, tag="took-back"):
    """A pair is free again."""

    card: int
    low: int
    high: int


class Defeated(BaseEvent, frozen=True, tag="defeated"):
    """A person left the path for a chip of this suit."""

    card: int
    suit: Suit


class Placed(BaseEvent, frozen=True, tag="placed"):
    """A chip on a location, from the player's own supply or the general one."""

    card: int
    suit: Suit
    own: bool


class Passed(BaseEvent, frozen=True, tag="passed"):
    """A location is complete and leaves the path with its chips."""

    card: int


class Averted(BaseEvent, frozen=True, tag="averted"):
    card: int


class AceTaken(BaseEvent, frozen=True, tag="ace-taken"):
    suit: Suit


class AcesLeft(BaseEvent, frozen=True, tag="aces-left"):
    """The player takes none."""


class Hurt(BaseEvent, frozen=True, tag="hurt"):
    """Each of these persons and exhausted locations did 1 damage; `damage` is the sum so far."""

    persons: tuple[int, ...]
    locations: tuple[int, ...]
    damage: int


class Happened(BaseEvent, frozen=True, tag="happened"):
    """An exhausted event happened. It cost a chip of `suit`, or none (None) if the player held neither suit."""

    card: int
    suit: Suit | None


class Exhausted(BaseEvent, frozen=True, tag="exhausted"):
    cards: tuple[int, ...]


class TurnedUp(BaseEvent, frozen=True, tag="turned-up"):
    cards: tuple[int, ...]


DiceEvent = Rolled | Assigned | TookBack
ActionEvent = Defeated | Placed | Passed | Averted | AceTaken | AcesLeft
Event = DiceEvent | ActionEvent | Hurt | Happened | Exhausted | TurnedUp

# -- What is seen


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


# -- What is so


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
