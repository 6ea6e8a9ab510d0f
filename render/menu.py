"""A strip for each game: its own band above its title and a line, on the menu and where something is shared."""

from functools import lru_cache

from . import PICTURES
from .colours import GOLD, PARCHMENT, THEME_COLOURS
from .honours import MIDDLE
from .theme import MARGIN, WIDTH, canvas, encode, largest, palette_of, write

BELOW = 172  # px for the words


@lru_cache(maxsize=32)
def strip(game: str, title: str, facts: str) -> bytes:
    """A PNG 1,200 px wide. `facts`: what one must know to choose it, or how somebody did, in one line."""
    band = PICTURES[game].banner()
    picture = canvas(band.height + BELOW)
    picture.paste(band, (0, 0))
    size = largest(title, "display", 76, WIDTH - 2 * MARGIN)
    write(picture, (MIDDLE, band.height + 58), title, "display", size, GOLD, "mm", WIDTH - 2 * MARGIN)
    size = largest(facts, "strong", 52, WIDTH - 2 * MARGIN)
    write(picture, (MIDDLE, band.height + 128), facts, "strong", size, PARCHMENT, "mm", WIDTH - 2 * MARGIN)
    return encode(picture, palette_of(THEME_COLOURS, [picture], 160))
