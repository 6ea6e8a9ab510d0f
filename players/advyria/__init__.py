"""The computer player of The guilds of Advyria."""

from collections.abc import Sequence

from engine import Chance
from engine.advyria import GAME
from engine.advyria.pieces import Event, Move, View

from ..player import Player, Weighed
from . import sensible

__all__ = ["PLAYER"]


def _sensible(view: View, moves: Sequence[Move], told: Sequence[Event], chance: Chance) -> Move:
    return sensible.choose(view, moves)


def _weigh(view: View, moves: Sequence[Move], told: Sequence[Event], chance: Chance) -> tuple[Weighed[Move], ...]:
    return (Weighed(sensible.choose(view, moves), 0.5, 0.0, "This is what a sensible player does."),)


PLAYER = Player(
    game=GAME,
    rule=_sensible,
    strengths={"easy": _sensible, "middle": _sensible, "strong": _sensible},
    weigh=_weigh,
    points=lambda view: 0,
)
