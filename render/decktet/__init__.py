"""How this hall draws the Decktet: six suit signs of different shape and colour, an emblem for each card, one frame.

The deck's structure (suits, ranks, names) is P.D. Magnus's; every drawing is ours.
"""

from engine.decktet import short_name

from .cards import COMING, back, card, coming, deck_sheet, excuse_span, number_of, slot, spread, strip
from .signs import COLOURS, INK, PAPER, SUITS, chip, empty_chip, kind_sign, rank_text, suit_sign

__all__ = [
    "COLOURS",
    "COMING",
    "INK",
    "PAPER",
    "SUITS",
    "back",
    "card",
    "chip",
    "coming",
    "deck_sheet",
    "empty_chip",
    "excuse_span",
    "kind_sign",
    "number_of",
    "rank_text",
    "short_name",
    "slot",
    "spread",
    "strip",
    "suit_sign",
]
