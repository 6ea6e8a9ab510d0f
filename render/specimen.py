"""Specimen sheets: what a game is drawn with, for those who add to it. Sizes are px."""

from collections.abc import Iterable, Sequence

from PIL import Image

from .colours import GOLD, MOON, NIGHT, PARCHMENT, SAFE, SAND, THEME_COLOURS
from .theme import MARGIN, WIDTH, canvas, put, put_centred, slab, write
from .typefaces import Face
from .vector import Colour

SWATCHES = 13  # in a row
SAMPLES = 240  # the height of the samples of type
Labelled = tuple[Image.Image, str]  # a sprite and what is written below it


def sheet(
    title: str, rows: Sequence[Sequence[Labelled]], colours: Iterable[Colour], band: Image.Image | None = None
) -> Image.Image:
    """A specimen sheet (RGB): the game's band, rows of sprites with labels, its colours, the type."""
    every = list(dict.fromkeys((*THEME_COLOURS, *colours)))
    above = band.height if band else 0
    heights = [max(sprite.height for sprite, _ in row) + 84 for row in rows]
    swatched = -(-len(every) // SWATCHES) * 76 + 20
    picture = canvas(above + 130 + sum(heights) + swatched + SAMPLES)
    if band:
        put(picture, band, (0, 0))
    write(picture, (WIDTH // 2, above + 64), title, "display", 84, GOLD, "mm", WIDTH - 2 * MARGIN)
    y = above + 130
    for row, height in zip(rows, heights, strict=True):
        room = (WIDTH - 2 * MARGIN) // len(row)
        for place, (sprite, label) in enumerate(row):
            x = MARGIN + place * room + room // 2
            put_centred(picture, sprite, (x, y + (height - 84) // 2))
            write(picture, (x, y + height - 56), label, "text", 40, SAND, "mm", room - 4)
        y += height
    swatches(picture, y, every)
    type_samples(picture, y + swatched)
    return picture


def swatches(picture: Image.Image, top: int, colours: Iterable[Colour]) -> None:
    """A plate of each colour, 13 in a row of 76 px."""
    for number, colour in enumerate(dict.fromkeys(colours)):
        at = (MARGIN + number % SWATCHES * 89, top + number // SWATCHES * 76)
        put(picture, slab(80, 60, colour, MOON if colour == NIGHT else None), at)


def type_samples(picture: Image.Image, top: int) -> None:
    """The three faces, 240 px high."""
    styles: tuple[tuple[Face, int, str], ...] = (
        ("display", 76, "Cinzel for titles"),
        ("strong", 52, "Alegreya Sans, extra bold, for names"),
        ("text", 42, "Alegreya Sans, medium, for all that is read; never under 40 px"),
    )
    for number, (face, size, text) in enumerate(styles):
        write(picture, (MARGIN, top + 30 + number * 76), text, face, size, SAFE if number == 1 else PARCHMENT)
