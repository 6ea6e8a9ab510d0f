"""A strip for each game: its own band above its title and a line, on the menu and where something is shared."""

from functools import lru_cache

from . import PICTURES
from .colours import GOLD, PARCHMENT, THEME_COLOURS
from .honours import MIDDLE
from .theme import MARGIN, WIDTH, canvas, encode, palette_of, write_whole

BELOW = 172  # px for the words


@lru_cache(maxsize=32)
def strip(game: str, title: str, facts: str) -> bytes:
    """A PNG 1,200 px wide. `facts`: what one must know to choose it, or how somebody did, in one line."""
    band = PICTURES[game].banner()
    picture = canvas(band.height + BELOW)
    picture.paste(band, (0, 0))
    write_whole(picture, (MIDDLE, band.height + 58), title, "display", 76, GOLD, "mm", WIDTH - 2 * MARGIN)
    write_whole(picture, (MIDDLE, band.height + 128), facts, "strong", 52, PARCHMENT, "mm", WIDTH - 2 * MARGIN, 86)
    return encode(picture, palette_of(THEME_COLOURS, [picture], 160))
