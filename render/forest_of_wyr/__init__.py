"""The pictures and descriptions of A Wanderer in the Forest of Wyr."""

from engine.forest_of_wyr.state import View

from ..pictures import Pictures
from .board import RULES, band, board, places, result, rules, specimen
from .descriptions import alt, describe
from .moments import moment

PICTURES = Pictures[View](
    board=board,
    places=places,
    moment=moment,
    result=result,
    alt=alt,
    describe=describe,
    rules=rules,
    rules_alt=RULES,
    specimen=specimen,
    banner=lambda: band(0),
)

__all__ = ["PICTURES"]
