"""The pictures and descriptions of The guilds of Advyria."""

from engine.advyria.state import View

from ..pictures import Pictures
from .board import board, places
from .descriptions import alt, brief, describe, ended
from .moments import moment
from .posters import band, claimed, lobby, result, specimen
from .rules import RULES, rules

PICTURES = Pictures[View](
    board=board,
    places=places,
    moment=moment,
    result=result,
    claimed=claimed,
    lobby=lobby,
    alt=alt,
    describe=describe,
    brief=brief,
    ended=ended,
    rules=rules,
    rules_alt=RULES,
    specimen=specimen,
    banner=band,
)

__all__ = ["PICTURES"]
