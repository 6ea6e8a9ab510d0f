"""The hall's own mark: an icon, a banner, and pages for whoever presents it. Measures are px."""

import math
from collections.abc import Sequence

from PIL import Image

from .colours import GOLD, HOLLOW, NIGHT, PARCHMENT
from .sprites import drawn_once
from .theme import largest, put_centred, write
from .vector import Colour, Pen, drawn, regular
from .wyverns_knot.parts import STRAW, STRAW_DARK, STRAW_LIGHT, hatched

SKY: Colour = (40, 28, 56)
DUSK: Colour = (66, 38, 66)
STAR: Colour = (150, 128, 178)
MOON: Colour = (250, 214, 140)
CRATER: Colour = (236, 190, 112)
PAGE = (1920, 1080)
MARGIN = 56
SHOWN = 1080  # the width of a page for the pictures on it


@drawn_once(4)
def icon(size: int) -> Image.Image:
    """A hatchling before the moon (RGB, square).

    Everything important lies within a circle, because icons are often shown as one.
    """
    made = _night(size, size, (0.5, 0.44), 0.36)
    put_centred(made, _straw(round(size * 0.66), round(size * 0.2)), (size // 2, round(size * 0.8)))
    put_centred(made, hatched(0, round(size * 0.64)), (size // 2, round(size * 0.5)))
    return made


@drawn_once(2)
def banner(width: int, height: int) -> Image.Image:
    """The hall's name over the hatchlings (RGB). Its lower left corner is free: an icon may cover it there."""
    made = _night(width, height, (0.88, 0.37), 0.31)
    write(made, (round(width * 0.4), round(height * 0.31)), "Wyrmhall", "display", round(height * 0.3), GOLD, "mm")
    size = round(height * 0.4)
    first, step = width * 0.33, width * 0.0765
    for number, dragon in enumerate((5, 3, 1, 7, 9, 2, 6, 4, 8)):
        back = number % 2 == 0
        side = round(size * (0.86 if back else 1))
        put_centred(
            made, hatched(dragon, side), (round(first + number * step), round(height * (0.7 if back else 0.78)))
        )
    return made


def page(heading: Sequence[str], lines: Sequence[str], pictures: Sequence[Image.Image]) -> Image.Image:
    """A page about the hall (RGB, 1,920 x 1,080 px): text on the left, pictures side by side on the right."""
    width, height = PAGE
    made = _night(width, height, (0.084, 0.855), 0.15, starless=0.4)
    left = width - MARGIN
    for picture in reversed(pictures):
        share = min((height - 2 * MARGIN) / picture.height, SHOWN / len(pictures) / picture.width)
        fitted = picture.resize((round(picture.width * share), round(picture.height * share)), Image.Resampling.LANCZOS)
        put_centred(made, _framed(fitted), (left - fitted.width // 2, height // 2))
        left -= fitted.width + 32
    room = left - 72
    size = min(largest(line, "display", 104, room) for line in heading)
    for number, line in enumerate(heading):
        write(made, (72, 190 + 120 * number), line, "display", size, GOLD)
    size = min(largest(line, "text", 54, room) for line in lines)
    for number, line in enumerate(lines):
        write(made, (72, 220 + 120 * len(heading) + 72 * number), line, "text", size, PARCHMENT)
    put_centred(made, hatched(0, 200), (round(width * 0.084), round(height * 0.87)))
    write(made, (round(width * 0.084) + 150, round(height * 0.89)), "Wyrmhall", "display", 80, PARCHMENT)
    return made


def _night(width: int, height: int, moon: tuple[float, float], radius: float, *, starless: float = 0.0) -> Image.Image:
    """Stars, hills and a moon at these shares of the width and height; its radius is a share of the height.

    The `starless` share on the left has no stars, because text stands there.
    """

    def draw(pen: Pen) -> None:
        x, y, far = moon[0] * width, moon[1] * height, radius * height
        pen.box((0, 0, width, height), 0, SKY)
        pen.disc(x, y, far * 1.34, DUSK)
        for number in range(1, 61):  # spread evenly, never in rows: the same stars every night
            at = (number * 0.7548777 % 1 * width, number * 0.5698403 % 1 * height * 0.8)
            reach = height * (0.009 if number % 4 else 0.016)
            if math.dist(at, (x, y)) > far * 1.06 and at[0] > starless * width:
                pen.fill(regular(4, reach, at, reach * 0.3), DUSK if number % 4 == 1 else STAR)
        pen.disc(x, y, far, MOON)
        for across, down, size in ((-0.5, -0.42, 0.17), (0.56, -0.3, 0.22), (0.2, -0.72, 0.1), (-0.72, 0.1, 0.1)):
            pen.disc(x + across * far, y + down * far, size * far, CRATER)
        for colour, base, swell, step in ((HOLLOW, 0.82, 0.035, 0.21), (NIGHT, 0.91, 0.022, 0.13)):
            hills = (
                f"{at} {height * (base - swell * math.sin(at / height / step + base * 40)):.1f}"
                for at in range(0, width + 8, 8)
            )
            pen.fill(f"M0 {height} L{' L'.join(hills)} L{width} {height}Z", colour)

    return drawn(width, height, draw, float(min(width, height))).convert("RGB")


def _straw(width: int, height: int) -> Image.Image:
    """A nest seen from the side."""

    def draw(pen: Pen) -> None:
        pen.ellipse(width / 2, height * 0.52, width * 0.49, height * 0.46, STRAW_DARK)
        for number in range(46):
            across = number * 0.381966 % 1 * 2 - 1
            x, y = width / 2 + across * width * 0.4, height * (0.24 + 0.56 * (number * 7 % 10) / 10)
            lean = height * (0.03 + number % 5 * 0.028) * (1 if number % 2 else -1)
            reach = width * 0.075
            colour = (STRAW, STRAW_LIGHT, STRAW)[number % 3]
            pen.line(f"M{x - reach:.1f} {y + lean:.1f} L{x + reach:.1f} {y - lean:.1f}", colour, height * 0.055)

    return drawn(width, height, draw, float(height))


def _framed(picture: Image.Image) -> Image.Image:
    """A picture with a golden rim and round corners."""
    rim, radius = 6, 26
    width, height = picture.width + 2 * rim, picture.height + 2 * rim
    made = drawn(
        width, height, lambda pen: pen.box((0, 0, width - 1, height - 1), radius, STRAW), float(min(width, height))
    )
    inner = drawn(
        *picture.size,
        lambda pen: pen.box((0, 0, picture.width - 1, picture.height - 1), radius - rim, NIGHT),
        float(min(picture.size)),
    )
    made.paste(picture, (rim, rim), inner)
    return made
