"""The board and the result, as PNG, and where things are on the board.

From top to bottom: the four incantations that win; deck and discards; the incantations in progress; the ways to negate
a Wyrms card; the hand, with what each of its cards can do now, and the Wyrms card beside it.
"""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.advent_of_the_wyrms.incantations import GOAL, HAND
from engine.advent_of_the_wyrms.state import View
from engine.decktet import CARDS
from languages import say

from .. import decktet
from ..ending import ending
from ..marks import Box
from ..theme import MARGIN, WIDTH, canvas, encode
from .hand import draw_hand, draw_ways
from .incantations import draw_incantations, finished, height_of, rows_of, sets_of
from .layout import CARD, COLUMN, GAP, UNDER, WAYS, left_of
from .piles import GOALS, PILES, draw_goals, draw_piles
from .specimen import palette

COVER = ("the Castle", "the Consul", "the Window", "the Harvest", "the Mill")
LOST = ("the Desert", "the Savage", "the Betrayal", "the Darkness", "the Cave")


def board(view: View, names: Sequence[str]) -> bytes:
    return encode(_board(view), palette())


def _board(view: View) -> Image.Image:
    table = view.table
    sets = sum(height_of(sets_of(table, row)) + GAP for row in rows_of(table)) or height_of(()) + GAP
    parts = [(GOALS + GAP, draw_goals), (PILES + GAP, draw_piles), (sets, draw_incantations), (CARD[1] + 76, draw_hand)]
    if table.wyrm is not None:
        parts.insert(3, (WAYS + GAP, draw_ways))
    if table.coming:
        parts.append((decktet.COMING, lambda picture, y, view: decktet.coming(picture, y, view.table.coming)))
    picture, y = canvas(MARGIN + sum(height for height, _ in parts) + 8), MARGIN
    for height, draw in parts:
        draw(picture, y, view)
        y += height
    return picture


def places(view: View, names: Sequence[str]) -> Mapping[str, Box]:
    """Where on the board the incantations are, the deck, the cards of the hand and the card to be negated."""
    table, right, y = view.table, WIDTH - MARGIN, MARGIN
    boxes = {"the incantations to win": Box(MARGIN, y, right, y + GOALS)}
    y += GOALS + GAP
    boxes["the deck"] = Box(left_of(0), y, left_of(0) + COLUMN, y + PILES - 4)
    y += PILES + GAP
    rows = rows_of(table)
    for row in rows:
        height = height_of(sets_of(table, row))
        for column, number in enumerate(row):
            boxes[f"incantation {number + 1}"] = Box(left_of(column), y, left_of(column) + COLUMN, y + height)
        y += height + GAP
    y += 0 if rows else height_of(()) + GAP
    y += WAYS + GAP if table.wyrm is not None else 0
    hand = view.mine.hand if view.mine else ()
    boxes["your hand"] = Box(MARGIN, y, right, y + 6 + CARD[1] + UNDER)
    for place, card in enumerate(hand):
        boxes[CARDS[card].name] = Box(left_of(place), y + 6, left_of(place) + CARD[0], y + 6 + CARD[1] + UNDER)
    if table.wyrm is not None:
        boxes["the Wyrms card"] = Box(left_of(HAND - 1), y + 6, left_of(HAND - 1) + CARD[0], y + 6 + CARD[1] + UNDER)
    return boxes


def result(view: View, names: Sequence[str], headline: str) -> bytes:
    table = view.table
    won = table.step == "won"
    figures = [
        (say("{done} of {all}", done=finished(table), all=GOAL), say("incantations")),
        # Translators: under a number
        (str(table.deck_size), say("cards left in the deck")),
    ]
    title = say("The wyrms are kept out") if won else say("The wyrms are back")
    band = decktet.spread([decktet.number_of(name) for name in (COVER if won else LOST)])
    return encode(ending(title, names[0], headline, figures, band, won=won), palette())
