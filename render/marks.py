"""Marks in a board: a bright ring around a thing, and an arrow that points at a small one. Sizes are px."""

import io
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from .colours import NIGHT
from .theme import pack
from .vector import Colour

BRIGHT: Colour = (255, 64, 208)  # no board has anything like it
FREE = 255  # the number of that colour: a board's palette leaves it free
RING, RIM = 14, 6  # the width of a line, and of the dark edge on both of its sides
ROUND = 26
ARROW = (96, 110)  # width and height
SMALL = 240  # a larger thing needs no arrow, which would hide what stands beside it


class Box(NamedTuple):
    """Where a thing is on its board."""

    left: int
    top: int
    right: int
    bottom: int


def marked(board: bytes, boxes: Sequence[Box]) -> bytes:
    """The board (a PNG) with each of these things marked."""
    picture = Image.open(io.BytesIO(board))
    colours = (picture.getpalette() or [])[: 3 * FREE]
    dark = _nearest(colours, NIGHT)
    picture.putpalette([*colours, *([0] * (3 * FREE - len(colours))), *BRIGHT])
    draw = ImageDraw.Draw(picture)
    for grown, width, colour in ((RING + 2 * RIM, RING + 2 * RIM, dark), (RING + RIM, RING, FREE)):
        for box in boxes:  # drawn around it, so that it hides nothing of it
            outer = (box.left - grown, box.top - grown, box.right + grown, box.bottom + grown)
            draw.rounded_rectangle(outer, ROUND + grown, outline=colour, width=width)
    for box in boxes:
        if max(box.right - box.left, box.bottom - box.top) < SMALL:
            _arrow(draw, box, dark)
    return pack(picture)


def _arrow(draw: ImageDraw.ImageDraw, box: Box, dark: int) -> None:
    """An arrow from above, or from below if there is no room above."""
    middle, (wide, high) = (box.left + box.right) // 2, ARROW
    apart = RING + RIM
    above = box.top > high + apart
    tip = box.top - apart if above else box.bottom + apart
    up = -1 if above else 1
    for grown, colour in ((RIM + 3, dark), (0, FREE)):
        half, stem = wide // 2 + grown, wide // 5 + grown
        head, end = tip + up * (high // 2 + grown), tip + up * (high + grown)
        point = tip - up * grown
        shape = [
            (middle, point - up * grown // 2),
            (middle + half, head),
            (middle + stem, head),
            (middle + stem, end),
            (middle - stem, end),
            (middle - stem, head),
            (middle - half, head),
        ]
        draw.polygon(shape, fill=colour)


def _nearest(palette: Sequence[int], colour: Colour) -> int:
    numbers = range(len(palette) // 3)
    return min(numbers, key=lambda at: sum((palette[3 * at + i] - colour[i]) ** 2 for i in range(3)))
