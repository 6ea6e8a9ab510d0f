"""Hexaract: what the ends of a round are worth, and the odds of the one that follows."""

from engine import hexaract

from ..player import Player
from .choosing import rule, strong, weigh
from .reasons import reason

PLAYER: Player[hexaract.View, hexaract.Move, hexaract.Event] = Player(
    game=hexaract.GAME,
    rule=rule,
    strengths={"strong": strong},
    weigh=weigh,
    reason=lambda view, move, told: reason(view, move),
)

__all__ = ["PLAYER", "reason"]
