"""The games: a shelf of all of them, and a strip for each, also where something is shared."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from languages import spoken

from . import PICTURES
from .colours import BARK, GOLD, PARCHMENT, SAND, THEME_COLOURS
from .honours import MIDDLE
from .theme import MARGIN, WIDTH, canvas, encode, palette_of, put, slab, write_whole
from .today import ART, art

BELOW = 172  # px for the words
BOOK, GAP = 224, 10  # px: a game on the shelf, and the space below it


@dataclass(frozen=True)
class Book:
    """A game on the shelf. `told`: what you do in it. `facts`: what one must know to choose it."""

    game: str
    title: str
    told: str
    facts: str


def shelf(books: Sequence[Book]) -> bytes:
    """A PNG 1,200 px wide."""
    picture = canvas(MARGIN + len(books) * (BOOK + GAP))
    arts = [art(book.game, spoken()) for book in books]
    left, room = MARGIN + ART + 30, WIDTH - 2 * MARGIN - ART - 58
    for number, (book, drawn) in enumerate(zip(books, arts, strict=True)):
        top = MARGIN // 2 + number * (BOOK + GAP)
        put(picture, slab(WIDTH - 2 * MARGIN, BOOK, BARK), (MARGIN, top))
        put(picture, drawn, (MARGIN + 8, top + 8))
        write_whole(picture, (left, top + 40), book.title, "display", 66, GOLD, width=room)
        write_whole(picture, (left, top + 116), book.told, "text", 46, SAND, width=room, height=90, step=44)
        write_whole(picture, (left, top + 190), book.facts, "strong", 46, PARCHMENT, width=room)
    return encode(picture, palette_of(THEME_COLOURS, [one.convert("RGB") for one in arts], 200))


@lru_cache(maxsize=32)
def strip(game: str, title: str, facts: str) -> bytes:
    """A PNG 1,200 px wide. `facts`: what one must know to choose it, or how somebody did, in one line."""
    band = PICTURES[game].banner()
    picture = canvas(band.height + BELOW)
    picture.paste(band, (0, 0))
    write_whole(picture, (MIDDLE, band.height + 58), title, "display", 76, GOLD, "mm", WIDTH - 2 * MARGIN)
    write_whole(picture, (MIDDLE, band.height + 128), facts, "strong", 52, PARCHMENT, "mm", WIDTH - 2 * MARGIN, 86)
    return encode(picture, palette_of(THEME_COLOURS, [picture], 160))
