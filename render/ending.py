"""The pictures at a game's end: of a game for one its figures, of others a row for each seat."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engine.names import SOMEBODY
from languages import say

from .colours import BARK, EMBER, GOLD, PARCHMENT, SAND
from .seats import ROW, result_row
from .text import wrapped
from .theme import MARGIN, WIDTH, canvas, drawable, put, slab, write, write_whole

ROW_STEP = ROW + 8
LETTERS = 50  # about so many on a line of a headline


class Standing(NamedTuple):
    """The result of a seat."""

    name: str
    figure: str  # its score, or another figure
    what: str  # what the figure counts
    won: bool


def ending(
    title: str, name: str, headline: str, figures: Sequence[tuple[str, str]], band: Image.Image, *, won: bool
) -> Image.Image:
    """The picture at a game's end: a band (RGB, 300 px high), how it went, and a few figures with their labels.

    Gold is for what was won: a defeat is red.
    """
    colour = GOLD if won else EMBER
    picture = canvas(810)
    picture.paste(band, (0, 0))
    write_whole(picture, (WIDTH // 2, 360), title, "display", 72, colour, "mm", WIDTH - 2 * MARGIN)
    called = drawable(name, "strong") or say(SOMEBODY)
    write(picture, (WIDTH // 2, 430), called, "text", 44, SAND, "mm", WIDTH - 2 * MARGIN)
    for line, text in enumerate(_in_two(headline)):
        write_whole(picture, (WIDTH // 2, 502 + 58 * line), text, "strong", 46, PARCHMENT, "mm", WIDTH - 2 * MARGIN)
    width = (WIDTH - 2 * MARGIN - 16 * (len(figures) - 1)) // len(figures)
    for place, (figure, label) in enumerate(figures):
        x = MARGIN + place * (width + 16)
        put(picture, slab(width, 176, BARK), (x, 616))
        write_whole(picture, (x + width // 2, 680), figure, "display", 76, colour, "mm", width - 20)
        write_whole(picture, (x + width // 2, 748), label, "text", 40, SAND, "mm", width - 20, 72, 36)
    return picture


def _in_two(headline: str) -> list[str]:
    """A headline in at most two lines."""
    lines = (wrapped(headline, length) for length in range(LETTERS, len(headline) + 2))
    return next((some for some in lines if len(some) <= 2), [headline])


def standings(title: str, headline: str, rows: Sequence[Standing], band: Image.Image) -> Image.Image:
    """The picture at the end of a game for several: a band (RGB), how it went, and how each seat came out."""
    top = band.height + 190
    picture = canvas(top + len(rows) * ROW_STEP + 12)
    picture.paste(band, (0, 0))
    colour = GOLD if any(row.won for row in rows) else EMBER
    room = WIDTH - 2 * MARGIN
    write_whole(picture, (WIDTH // 2, band.height + 60), title, "display", 72, colour, "mm", room)
    write_whole(picture, (WIDTH // 2, band.height + 134), headline, "text", 46, PARCHMENT, "mm", room)
    right = WIDTH - MARGIN - 24
    for seat, row in enumerate(rows):
        y = top + seat * ROW_STEP
        result_row(picture, y, seat, row.name, 640, won=row.won)
        across = write_whole(picture, (right, y + 62), row.what, "text", 42, SAND, "rm", 220, 88)
        write(
            picture, (right - across - 16, y + 62), row.figure, "display", 64, GOLD if row.won else PARCHMENT, "rm", 160
        )
    return picture
