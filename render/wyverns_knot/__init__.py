"""The pictures and descriptions of Wyvern's Knot."""

from engine.wyverns_knot.state import View

from ..pictures import Pictures
from .board import board, places
from .descriptions import alt, brief, describe, ended
from .moments import moment
from .posters import clutch, lobby, result, specimen
from .rules import RULES, rules

PICTURES = Pictures[View](
    board=board,
    result=result,
    lobby=lobby,
    alt=alt,
    describe=describe,
    brief=brief,
    ended=ended,
    rules=rules,
    rules_alt=RULES,
    specimen=specimen,
    places=places,
    moment=moment,
    banner=clutch,
)

__all__ = ["PICTURES"]
