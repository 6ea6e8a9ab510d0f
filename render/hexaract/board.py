"""The board and the result, as PNG, and where things are on the board.

A pair of dice and the card it lies on carry the same mark.
"""

from collections.abc import Mapping, Sequence

from engine.decktet import CARDS
from engine.hexaract.state import PATH_CARDS, View
from languages import say

from .. import decktet
from ..ending import ending
from ..marks import Box
from ..theme import MARGIN, WIDTH, encode
from .path import GAP, PATH_ROW, PLACE
from .rows import DICE_ROW, HEADER, SUPPLY, TRACK, draw_board
from .specimen import palette

COVER = ("the Journey", "the Sailor", "the Mountain", "the Cave", "the End")
LOST = ("the Betrayal", "the Soldier", "the Calamity", "the Penitent", "the Darkness")


def board(view: View, names: Sequence[str]) -> bytes:
    return encode(draw_board(view.table), palette())


def places(view: View, names: Sequence[str]) -> Mapping[str, Box]:
    """Where on the board the cards of the path are, the damage, the dice and the chips."""
    table, right, path = view.table, WIDTH - MARGIN, MARGIN + HEADER + TRACK
    dice = path + PATH_ROW
    supply = dice if table.step in ("won", "lost") else dice + DICE_ROW
    boxes = {
        "the damage": Box(MARGIN, MARGIN + HEADER, right, path - 16),
        "the path": Box(MARGIN, path, right, dice - 20),
        "the dice": Box(MARGIN, dice - 6, right, dice + DICE_ROW - 12),
        "your chips": Box(MARGIN, supply, right, supply + SUPPLY - 24),
    }
    for at, place in enumerate(table.path):
        x = MARGIN + at * (PLACE + GAP)
        boxes[CARDS[place.card].name] = Box(x, path, x + PLACE, path + PATH_ROW - 20)
    return boxes


def result(view: View, names: Sequence[str], headline: str) -> bytes:
    table = view.table
    won = table.step == "won"
    figures = [
        # Translators: under a number, as the next two
        (str(table.damage), say("damage")),
        (str(sum(map(bool, table.supply))), say("of 6 suits in hand")),
        (str(len(PATH_CARDS) - len(table.path) - table.deck_size), say("of 30 cards gone")),
    ]
    title = say("The path is walked") if won else say("Lost on the path")
    band = decktet.spread([decktet.number_of(name) for name in (COVER if won else LOST)])
    return encode(ending(title, names[0], headline, figures, band, won=won), palette())
