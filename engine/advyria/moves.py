"""What a player can do. A space is an index into land.SPACES; cards and adventures are numbered in cards.py."""

from ..game import Data, Seat


class Settle(Data, frozen=True, tag="settle"):
    """Before the first turn: put your pawn on a free guild space."""

    space: int


class PlaySet(Data, frozen=True, tag="set"):
    """`size` cards, `jokers` of them Jokers, as Knights, Warriors or Fairies."""

    kind: int
    size: int
    jokers: int


class PlayWizard(Data, frozen=True, tag="wizard"):
    """A Wizard, or a Joker as one."""

    joker: bool


class PlayAdventure(Data, frozen=True, tag="adventure"):
    """An adventure's card as a special action."""

    adventure: int


class PayWizard(Data, frozen=True, tag="pay-wizard"):
    """In the grand finale: pay a Wizard to draw three cards."""


class EndTurn(Data, frozen=True, tag="end-turn"):
    pass


class Go(Data, frozen=True, tag="go"):
    """Move the pawn there, or choose its own space to stay."""

    space: int


class Complete(Data, frozen=True, tag="complete"):
    """Complete the adventure reached, with its card."""


class Leave(Data, frozen=True, tag="leave"):
    """Leave the adventure reached where it is."""


class Turn(Data, frozen=True, tag="turn"):
    """Turn this many of your villages to their gold side."""

    count: int


class Look(Data, frozen=True, tag="look"):
    """Look at a face-down tile, alone."""

    space: int


class StopLooking(Data, frozen=True, tag="stop-looking"):
    pass


class Rob(Data, frozen=True, tag="rob"):
    """The unfriendly manoeuvre: draw two cards from that hand."""

    victim: Seat


class Spare(Data, frozen=True, tag="spare"):
    """Rob nobody this time."""


class Send(Data, frozen=True, tag="send"):
    """Send the pawn of the player just robbed to an empty guild space."""

    space: int


class Discard(Data, frozen=True, tag="discard"):
    card: int


Card = PlaySet | PlayWizard | PlayAdventure
Move = (
    Card
    | PayWizard
    | EndTurn
    | Settle
    | Go
    | Complete
    | Leave
    | Turn
    | Look
    | StopLooking
    | Rob
    | Spare
    | Send
    | Discard
)
