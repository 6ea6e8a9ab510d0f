"""A picture with everything on it, and the palette that is made from it."""

from PIL import Image

from engine.hexaract.state import WILD, Pair, PathCard, Table
from languages import ENGLISH, speaking

from .. import decktet
from ..colours import THEME_COLOURS
from ..parts import IVORY
from ..sprites import drawn_once
from ..theme import MARGIN, canvas, encode, palette_of, put
from .parts import DIE, PAIR_COLOURS, die_sprite
from .rows import draw_board


def example(**changes: object) -> Table:
    path = (
        PathCard(decktet.number_of("the Sailor")),
        PathCard(decktet.number_of("the Castle"), chips=(1,)),
        PathCard(decktet.number_of("the Betrayal"), exhausted=True),
    )
    values = {
        "step": "assign", "round": 5, "dice": (1, 2, 5, 6, 6), "pairs": (), "path": path, "deck_size": 18,
        "supply": (1, 0, 2, 1, 1, 2), "aces": (1, 4), "damage": 3, "discard": (), "recent": (),
    }  # fmt: skip
    return Table(**{**values, **changes})  # type: ignore[arg-type]


def specimen() -> bytes:
    """The deck with its kinds, dice, chips, and a table with everything on it."""
    return encode(draw_specimen(), palette())


def draw_specimen() -> Image.Image:
    card = decktet.number_of("the Castle")
    table = example(pairs=(Pair(card, 1, 6), Pair(decktet.number_of("the Sailor"), 2, 6, used=True)))
    sheet, board = decktet.deck_sheet(), draw_board(table)
    picture = canvas(sheet.height + board.height + 160)
    picture.paste(sheet, (0, 0))
    picture.paste(board, (0, sheet.height))
    for face in range(1, WILD + 1):
        put(picture, die_sprite(face, DIE), (MARGIN + (face - 1) * 170, sheet.height + board.height))
    return picture


@drawn_once(1)
def palette() -> Image.Image:
    with speaking(ENGLISH):
        return palette_of((*THEME_COLOURS, *PAIR_COLOURS, IVORY, *decktet.COLOURS), [draw_specimen()])
