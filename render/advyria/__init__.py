"""The pictures and words of The guilds of Advyria."""

from engine.advyria.pieces import View

from ..pictures import Pictures
from .board import board
from .posters import band, lobby, result, specimen
from .rules import RULES, rules
from .words import alt, describe

PICTURES = Pictures[View](
    board=board,
    result=result,
    lobby=lobby,
    alt=alt,
    describe=describe,
    rules=rules,
    rules_alt=RULES,
    specimen=specimen,
    banner=band,
)

__all__ = ["PICTURES"]
