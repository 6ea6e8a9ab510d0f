"""The hall's menu: a strip for each game, with its own band above what one must know to choose it."""

from collections.abc import Callable
from functools import lru_cache

from PIL import Image

from .colours import GOLD, PARCHMENT, THEME_COLOURS
from .honours import MIDDLE
from .theme import MARGIN, WIDTH, canvas, encode, largest, palette_of, write

BELOW = 172  # px for the words


@lru_cache(maxsize=32)
def strip(title: str, facts: str, banner: Callable[[], Image.Image]) -> bytes:
    """A PNG 1,200 px wide. `facts`: how many play it, how long it takes and how hard it is, in one line."""
    band = banner()
    picture = canvas(band.height + BELOW)
    picture.paste(band, (0, 0))
    size = largest(title, "display", 76, WIDTH - 2 * MARGIN)
    write(picture, (MIDDLE, band.height + 58), title, "display", size, GOLD, "mm", WIDTH - 2 * MARGIN)
    write(picture, (MIDDLE, band.height + 128), facts, "strong", 52, PARCHMENT, "mm", WIDTH - 2 * MARGIN)
    return encode(picture, palette_of(THEME_COLOURS, [picture], 160))
