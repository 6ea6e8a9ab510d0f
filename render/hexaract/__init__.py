"""The pictures and descriptions of Hexaract."""

from engine.hexaract.state import View

from .. import decktet
from ..pictures import Pictures
from .board import COVER, board, places, result
from .descriptions import alt, describe
from .moments import moment
from .rules import RULES, rules
from .specimen import specimen

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
    banner=lambda: decktet.spread([decktet.number_of(name) for name in COVER]),
)
