"""Hexaract: what the ends of a round are worth, and the odds of the one that follows."""

from functools import partial

from engine import hexaract
from engine.hexaract.state import View

from ..player import Care, Judge, Player
from .choosing import considered, playing_on, rule, strong, weigh
from .reasons import reason

PLAYER: Player[View, hexaract.moves.Move, hexaract.events.Event] = Player(
    game=hexaract.GAME,
    rule=rule,
    strengths={"strong": strong},
    weigh=weigh,
    reason=lambda view, move, history: reason(view, move),
    judge=Judge(
        considered=considered,
        imagining=lambda view, history: partial(hexaract.rules.imagine, view),
        playing_on=playing_on,
        first=24,
        second=48,
    ),
    riddles=Care(weekdays=(0, 4), weighings=4, questions=300, apart=0.05, first=4, ahead=True),
)

__all__ = ["PLAYER", "reason"]
