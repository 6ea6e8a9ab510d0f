"""Parts that all games use: cards and rows of cards, dice, frames, signs.

Each is drawn once. All sizes are px on a canvas 1,200 px wide.
"""

from collections.abc import Callable, Sequence

from PIL import Image, ImageOps

from .colours import CLAY, EARTH, EMBER, GOLD, HOLLOW, MOON, NIGHT, PARCHMENT, SHADE
from .sprites import drawn_once
from .theme import put, slab, write
from .vector import Colour, Pen, drawn, regular

IVORY: Colour = (255, 250, 236)
BADGE = 48  # of a number badge
ARROW = "M6 36 L54 36 L54 10 L98 50 L54 90 L54 64 L6 64Z"
EYE = "M2 50 C16 24 32 14 50 14 C68 14 84 24 98 50 C84 76 68 86 50 86 C32 86 16 76 2 50Z"
PIPS = {  # of a die's faces, in a square of 100 units
    1: ((50, 50),),
    2: ((27, 27), (73, 73)),
    3: ((25, 25), (50, 50), (75, 75)),
    4: ((27, 27), (73, 27), (27, 73), (73, 73)),
    5: ((26, 26), (74, 26), (50, 50), (26, 74), (74, 74)),
    6: ((28, 24), (72, 24), (28, 50), (72, 50), (28, 76), (72, 76)),
}


# -- Cards and dice


def lay_row(
    canvas: Image.Image, at: tuple[int, int], sprites: Sequence[Image.Image], step: int, width: int | None = None
) -> int:
    """Lay sprites of one size side by side, `step` px apart: a hand of cards, or a row of dice.

    If they are too many for `width` px, they overlap. Returns how far apart they lie.
    """
    if width is not None and len(sprites) > 1:
        step = min(step, (width - sprites[0].width) // (len(sprites) - 1))
    for place, sprite in enumerate(sprites):
        put(canvas, sprite, (at[0] + place * step, at[1]))
    return step


def card(width: int, height: int, ground: Colour, rim: Colour, figure: Image.Image) -> Image.Image:
    """A card with a figure in its middle."""
    made = slab(width, height, ground, rim, radius=16).copy()
    made.alpha_composite(figure, ((width - figure.width) // 2, (height - 6 - figure.height) // 2))
    return made


@drawn_once(16)
def empty_place(width: int, height: int, ground: Colour = NIGHT) -> Image.Image:
    """Where a card was, or may come to lie (RGB): a hollow without a shadow."""

    def draw(pen: Pen) -> None:
        pen.box((-1, -1, width, height), 0, ground)
        pen.box((2, 2, width - 3, height - 9), 16, EARTH if ground != EARTH else CLAY)
        pen.box((5, 5, width - 6, height - 12), 13, HOLLOW)

    return drawn(width, height, draw, float(min(width, height))).convert("RGB")


@drawn_once(64)
def die(
    face: int | None, size: int, body: Colour = IVORY, ink: Colour = NIGHT, rim: Colour | None = None, edge: float = 4
) -> Image.Image:
    """A die; None is a face that the viewer can't see. `edge`: of the rim, in hundredths of the size."""

    def draw(pen: Pen) -> None:
        pen.box((0, 4, 99, 99), 20, SHADE)
        pen.box((0, 0, 99, 95), 20, rim or ink)
        pen.box((edge, edge, 99 - edge, 95 - edge), 21 - edge, body)
        for x, y in PIPS[face] if face is not None else ():
            pen.disc(x, y - 2, 9.5, ink)

    made = drawn(size, size, draw)
    if face is None:
        write(made, (size // 2, size // 2 - 1), "?", "strong", max(40, round(size * 0.6)), ink, "mm")
    return made


# -- Signs


@drawn_once(8)
def eye_badge(size: int) -> Image.Image:
    """The sign that only one seat sees this. Under 40 px it has no pupil, which would only make the file larger."""

    def draw(pen: Pen) -> None:
        pen.disc(50, 50, 49, NIGHT)
        pen.disc(50, 50, 43, MOON)

    def look(pen: Pen) -> None:
        pen.fill(EYE, NIGHT)
        pen.disc(50, 50, 22, MOON)
        if size >= 40:
            pen.disc(50, 50, 11, NIGHT)

    canvas, inner = drawn(size, size, draw), round(size * 0.76)
    canvas.alpha_composite(drawn(inner, inner, look), ((size - inner) // 2,) * 2)
    return canvas


@drawn_once(16)
def arrow(size: int, colour: Colour, *, left: bool) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.outline(ARROW, NIGHT, 10)
        pen.fill(ARROW, colour)

    made = drawn(size, size, draw, 110, 5)
    return ImageOps.mirror(made) if left else made


@drawn_once(16)
def number_badge(number: int) -> Image.Image:
    """The number of a position in a row."""
    canvas = plate(BADGE, BADGE, NIGHT).copy()
    write(canvas, (BADGE // 2, BADGE // 2 - 1), str(number), "strong", 40, PARCHMENT, "mm")
    return canvas


@drawn_once(8)
def plate(width: int, height: int, colour: Colour) -> Image.Image:
    """A plate for a few letters, without a shadow."""
    return drawn(width, height, lambda pen: pen.box((1, 1, width - 2, height - 2), 12, colour), min(width, height))


# -- Frames over places and cards: they differ in shape, not only in colour


def _framed(width: int, height: int, draw: Callable[[Pen], None]) -> Image.Image:
    return drawn(width, height, draw, float(min(width, height)))


@drawn_once(16)
def recent_frame(width: int, height: int) -> Image.Image:
    """The last turn changed this: a gold line all around, and a spark."""

    def draw(pen: Pen) -> None:
        pen.outline(_round(width, height - 6, 5), GOLD, 8)
        spark = (width - 20.0, height - 26.0)
        pen.fill(regular(4, 26, spark, 9), NIGHT)
        pen.fill(regular(4, 20, spark, 6), GOLD)

    return _framed(width, height, draw)


@drawn_once(16)
def chosen_frame(width: int, height: int) -> Image.Image:
    """The turn in progress is about this: bright corners."""

    def draw(pen: Pen) -> None:
        arm, right, low = min(width, height) * 0.28, width - 6, height - 12
        for x, y, dx, dy in ((6, 6, 1, 1), (right, 6, -1, 1), (6, low, 1, -1), (right, low, -1, -1)):
            corner = f"M{x + dx * arm} {y} L{x} {y} L{x} {y + dy * arm}"
            pen.line(corner, NIGHT, 18)
            pen.line(corner, (255, 255, 255), 11)

    return _framed(width, height, draw)


@drawn_once(16)
def danger_frame(width: int, height: int) -> Image.Image:
    """This is in danger: teeth from above."""

    def draw(pen: Pen) -> None:
        pen.outline(_round(width, height - 6, 5), EMBER, 9)
        count = round(width / 22)
        step = (width - 24) / count
        for number in range(count):
            x = 12 + number * step
            pen.fill(f"M{x:.2f} 5 L{x + step:.2f} 5 L{x + step / 2:.2f} 28Z", EMBER)

    return _framed(width, height, draw)


def _round(width: float, height: float, inset: float) -> str:
    right, low, r = width - inset, height - inset, 18
    return (
        f"M{inset + r} {inset} L{right - r} {inset} Q{right} {inset} {right} {inset + r} L{right} {low - r} "
        f"Q{right} {low} {right - r} {low} L{inset + r} {low} Q{inset} {low} {inset} {low - r} "
        f"L{inset} {inset + r} Q{inset} {inset} {inset + r} {inset}Z"
    )
