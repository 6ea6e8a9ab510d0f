"""What the player can do. A pair is named by the card that it is assigned to."""

from ..decktet import Suit
from ..game import Data


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
