"""What news of Advyria means to the player who reads it."""

from engine import Seat
from engine.advyria.cards import GOLD
from engine.advyria.events import (
    Completed,
    Discarded,
    Drew,
    Event,
    FinaleBegan,
    Found,
    HeroShown,
    LastTile,
    LeftBehind,
    PileEmptied,
    Robbed,
    Rolled,
    Sent,
    Settled,
    Went,
)

from ..words import Weight


def weight(event: Event, seat: Seat | None) -> Weight:
    match event:
        case PileEmptied() | FinaleBegan() | LastTile():
            return Weight.LOSS
        case Robbed(victim=whose) | Sent(victim=whose) if whose == seat:
            return Weight.LOSS
        case Completed():
            return Weight.GAIN
        case Found(tile=tile):
            return Weight.GAIN if tile == GOLD else Weight.NEWS
        case Robbed() | Sent():
            return Weight.MINE
        case _ if event.audience:
            return Weight.MINE
        case Drew() | Rolled() | Went() | Discarded() | Settled() | LeftBehind() | HeroShown():
            return Weight.ASIDE
    return Weight.NEWS
