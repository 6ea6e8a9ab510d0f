"""The poster of a table that waits for players, the same for every game. Who sits there stands below it, in words."""

from PIL import Image

from .colours import GOLD, NIGHT
from .theme import WIDTH, encode, largest, put, write

EDGE = 40  # px, like all sizes here
TITLE = 120


def lobby(title: str, backdrop: Image.Image, palette: Image.Image) -> bytes:
    """A PNG 1,200 px wide. `backdrop` is the game's own band (RGB, 1,200 px wide), `palette` its colours."""
    canvas = Image.new("RGB", (WIDTH, backdrop.height + TITLE), NIGHT)
    put(canvas, backdrop, (0, 0))
    size = largest(title, "display", 88, WIDTH - 2 * EDGE)
    write(canvas, (WIDTH // 2, backdrop.height + 48), title, "display", size, GOLD, "mm", WIDTH - 2 * EDGE)
    return encode(canvas, palette)
