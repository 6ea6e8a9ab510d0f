"""What news of Wyvern's Knot means to the player who reads it."""

from engine import Seat
from engine.wyverns_knot.events import (
    Advanced,
    Aimed,
    Event,
    Kept,
    Left,
    Looked,
    Lost,
    Mismatched,
    OutOfReach,
    Passed,
    Pointed,
    Saved,
    Scouted,
    TurnedUp,
)

from ..words import Weight

TURNS = 5  # the column in which a strike dragon turns face up


def weight(event: Event, seat: Seat | None) -> Weight:
    match event:
        case Lost() | Mismatched() | OutOfReach() | Left(home=False):
            return Weight.LOSS
        case Saved():
            return Weight.GAIN
        case Pointed(owner=whose) | TurnedUp(owner=whose) | Passed(seat=whose) if whose == seat:
            return Weight.MINE
        case Looked() | Scouted() if event.audience:
            return Weight.MINE
        case Advanced(column=column) if column < TURNS:
            return Weight.ASIDE
        case Aimed() | Looked() | Scouted() | Kept():  # what came of it is told, or only they know it
            return Weight.ASIDE
    return Weight.NEWS
