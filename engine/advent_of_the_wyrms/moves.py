"""What a player can do."""

from ..game import Data


class Begin(Data, frozen=True, tag="begin"):
    """Begin an incantation with a card of the hand."""

    card: int


class Add(Data, frozen=True, tag="add"):
    """Add a card to an incantation in progress."""

    card: int
    incantation: int


class Discard(Data, frozen=True, tag="discard"):
    """Discard a card instead of playing one."""

    card: int


class Negate(Data, frozen=True, tag="negate"):
    """Discard a card of the hand to negate the Wyrms card, see `ways`."""

    card: int


class DiscardTop(Data, frozen=True, tag="discard-top"):
    """Negate the Wyrms card with the top two cards of the deck."""


Move = Begin | Add | Discard | Negate | DiscardTop
