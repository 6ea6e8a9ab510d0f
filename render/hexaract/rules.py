"""The pictures of the rules pages."""

from PIL import Image

from languages import later, say

from ..colours import BARK, EMBER, PARCHMENT, SAFE, SAND
from ..theme import MARGIN, WIDTH, canvas, encode, put, slab, write, write_whole
from .parts import die_sprite
from .path import PATH_ROW, draw_path
from .specimen import example, palette

RULES = (later("A person, a location, an exhausted event, and what they need"), later("Dice: what a 6 stands for"))


def rules(page: int) -> bytes:
    """A picture for a page of the rules, counted from 0."""
    return encode(_rules_dice() if page == 1 else _rules_path(), palette())


def _rules_path() -> Image.Image:
    picture = canvas(MARGIN + PATH_ROW)
    draw_path(picture, MARGIN, example())
    return picture


def _rules_dice() -> Image.Image:
    """Pairs that fit and one that doesn't."""
    picture = canvas(2 * MARGIN + 3 * 130)
    lines = (
        # Translators: of the sum of two dice, as the next two
        ((2, 5), say("is 7, and nothing else"), True),
        ((2, 6), say("is any of 3 to 7"), True),
        ((1, 6), say("can't be 7"), False),
    )
    for line, (pair, text, fits) in enumerate(lines):
        y = MARGIN + line * 130
        put(picture, slab(WIDTH - 2 * MARGIN, 118, BARK, SAFE if fits else EMBER), (MARGIN, y))
        for place, face in enumerate(pair):
            put(picture, die_sprite(face, 92), (MARGIN + 30 + place * 150, y + 10))
        write(picture, (MARGIN + 151, y + 56), "+", "strong", 60, SAND, "mm")
        room = WIDTH - 2 * MARGIN - 330
        write_whole(picture, (MARGIN + 310, y + 56), text, "strong", 48, PARCHMENT, width=room)
    return picture
