"""What the pictures of Wyvern's Knot are composed of: eggs, cards, strike dragons, tags. Each is drawn once.

All sizes are px on a canvas 1,200 px wide.
"""

from collections.abc import Callable
from functools import lru_cache

from PIL import Image

from engine.wyverns_knot import DRAGONS

from ..theme import (
    BARK,
    CLAY,
    EARTH,
    EMBER,
    GOLD,
    MOON,
    NIGHT,
    PARCHMENT,
    SAFE,
    SAND,
    SEATS,
    SHADE,
    STRAW,
    THEME_COLOURS,
    palette_of,
    panel,
    put,
    seat_mark,
    write,
)
from ..vector import Colour, Pen, drawn
from .dragons import ART, dragon_sprite, sign

SHELL: Colour = (226, 208, 178)
SHELL_DARK: Colour = (176, 148, 122)
SHELL_LIGHT: Colour = (246, 236, 214)
DRIED: Colour = (112, 92, 88)  # the shell of an egg that is lost
BACK: Colour = (72, 50, 62)  # of a mage's card
STRIKE: Colour = (112, 34, 34)  # of a strike dragon's card, face down
STRIKE_RIM: Colour = (206, 72, 52)

EGG = "M50 4 C73 4 89 36 89 61 C89 83 72 97 50 97 C28 97 11 83 11 61 C11 36 27 4 50 4Z"
EGG_LIGHT = "M40 14 C26 24 18 44 19 62 C20 74 26 82 32 86 C22 66 26 36 40 14Z"
EGG_DARK = "M74 30 C84 48 86 68 76 82 C66 94 48 96 38 92 C62 92 78 74 74 30Z"
HALF = "M11 58 L24 68 L36 56 L50 70 L64 56 L76 68 L89 58 C90 83 72 97 50 97 C28 97 10 83 11 58Z"
KNOT = "M24 50 C24 30 44 30 50 50 C56 70 76 70 76 50 C76 30 56 30 50 50 C44 70 24 70 24 50Z"
ARROW = "M8 38 L56 38 L56 14 L96 50 L56 86 L56 62 L8 62Z"

TAG = 60  # a claim's tag, a seat's mark on an egg


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """The 256 colours of this game: its own, and the blends that its sprites use most."""
    canvas = Image.new("RGB", (1200, 1200), NIGHT)
    for dragon in range(len(DRAGONS)):
        for row, ghost in enumerate((False, True)):
            put(canvas, panel(110, 110, EARTH if ghost else ART[dragon].field), (120 * dragon, 120 * row))
            put(canvas, dragon_sprite(dragon, 100, ghost), (120 * dragon, 120 * row))
        put(canvas, sign(dragon, 60), (120 * dragon, 250))
    for column, made in enumerate((egg(150), egg(150, lost=True), hatched(4, 150), egg(150, glow=True))):
        put(canvas, made, (160 * column, 330))
    for seat in range(len(SEATS)):
        put(canvas, seat_mark(seat, 60), (700 + 70 * seat, 330))
        put(canvas, tag("a", seat), (700 + 70 * seat, 400))
    for line, colour in enumerate((PARCHMENT, SAND, GOLD, EMBER, SAFE, MOON)):
        write(canvas, (20, 520 + 50 * line), "The quick brown dragon 0123456789", "text", 40, colour)
    put(canvas, panel(500, 300, BARK, CLAY), (20, 850))
    put(canvas, card_back(140, 130), (560, 850))
    put(canvas, strike_back(140, 130), (720, 850))
    put(canvas, arrow(60, EMBER, left=True), (880, 850))
    own = (SHELL, SHELL_DARK, SHELL_LIGHT, DRIED, BACK, STRIKE, STRIKE_RIM)
    art = [colour for dragon in ART for colour in (*dragon.colours.values(), dragon.field)]
    return palette_of((*THEME_COLOURS, *own, *art), [canvas])


@lru_cache(maxsize=16)
def egg(size: int, *, lost: bool = False, glow: bool = False) -> Image.Image:
    """An egg in its nest of straw; lost: broken shells; glowing: one seat alone knows what sleeps in it."""

    def draw(pen: Pen) -> None:
        if lost:
            _broken(pen)
            return
        pen.outline(EGG, MOON if glow else NIGHT, 9 if glow else 6)
        pen.fill(EGG, (58, 46, 88) if glow else SHELL)
        if not glow:
            pen.fill(EGG_LIGHT, SHELL_LIGHT)
            pen.fill(EGG_DARK, SHELL_DARK)
            for x, y, radius in ((44, 38, 4), (60, 54, 5), (36, 62, 4.5), (54, 78, 4), (62, 30, 3), (46, 56, 3)):
                pen.disc(x, y, radius, SHELL_DARK)

    return drawn(size, size, draw)


def _broken(pen: Pen) -> None:
    pen.outline(HALF, NIGHT, 5)
    pen.fill(HALF, DRIED)
    pen.fill("M20 76 C24 90 40 96 52 96 C34 98 14 88 14 70Z", EARTH)
    for path in ("M6 40 L26 34 L22 50Z", "M72 42 L90 30 L94 48Z", "M40 26 L56 20 L52 36Z"):
        pen.outline(path, NIGHT, 4)
        pen.fill(path, DRIED)


@lru_cache(maxsize=32)
def hatched(dragon: int, size: int) -> Image.Image:
    """A dragon that looks out of its opened egg."""

    def draw(pen: Pen) -> None:
        pen.outline(HALF, NIGHT, 6)
        pen.fill(HALF, SHELL)
        pen.fill("M15 70 C18 86 34 96 50 96 C32 98 12 88 12 66Z", SHELL_LIGHT)
        pen.fill("M85 70 C82 86 66 96 50 96 C70 96 88 86 88 64Z", SHELL_DARK)

    canvas = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    young = dragon_sprite(dragon, round(size * 0.84))
    canvas.alpha_composite(young, ((size - young.width) // 2, 0))
    shell = drawn(size, size, draw)
    canvas.alpha_composite(shell.crop((0, round(size * 0.12), size, size)), (0, round(size * 0.12)))
    return canvas


@lru_cache(maxsize=16)
def card_back(width: int, height: int, rim: Colour = CLAY) -> Image.Image:
    """A mage's card, face down."""
    return _card(width, height, BACK, rim, lambda pen: pen.outline(KNOT, CLAY, 7))


@lru_cache(maxsize=16)
def strike_back(width: int, height: int) -> Image.Image:
    """A strike dragon, face down."""
    return _card(width, height, STRIKE, STRIKE_RIM, lambda pen: pen.outline(KNOT, STRIKE_RIM, 7))


def _card(width: int, height: int, ground: Colour, rim: Colour, draw: Callable[[Pen], None]) -> Image.Image:
    canvas = panel(width, height, ground, rim, radius=16).copy()
    side = round(min(width, height - 6) * 0.7)
    figure = drawn(side, side, draw)
    canvas.alpha_composite(figure, ((width - side) // 2, (height - 6 - side) // 2))
    return canvas


@lru_cache(maxsize=64)
def dragon_card(dragon: int, width: int, height: int, rim: Colour = PARCHMENT) -> Image.Image:
    """A card face up."""
    canvas = panel(width, height, ART[dragon].field, rim, radius=16).copy()
    side = min(width, height - 6) - 14
    canvas.alpha_composite(dragon_sprite(dragon, side), ((width - side) // 2, (height - 6 - side) // 2))
    return canvas


@lru_cache(maxsize=32)
def ghost_card(dragon: int, width: int, height: int) -> Image.Image:
    """A card face down whose dragon this seat alone has seen."""
    canvas = panel(width, height, (46, 36, 70), MOON, radius=16).copy()
    side = min(width, height - 6) - 20
    canvas.alpha_composite(dragon_sprite(dragon, side, ghost=True), ((width - side) // 2, (height - 6 - side) // 2))
    return canvas


@lru_cache(maxsize=16)
def empty_place(width: int, height: int) -> Image.Image:
    """Where a card was."""
    return panel(width, height, SHADE, BARK, radius=16)


@lru_cache(maxsize=16)
def arrow(size: int, colour: Colour, *, left: bool) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.outline(ARROW, NIGHT, 10)
        pen.fill(ARROW, colour)

    made = drawn(size, size, draw)
    return made.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if left else made


@lru_cache(maxsize=128)
def tag(letter: str, seat: int) -> Image.Image:
    """A claim's tag: its letter on the shape and colour of the seat that points."""
    canvas = Image.new("RGBA", (TAG, TAG), (0, 0, 0, 0))
    put(canvas, seat_mark(seat, TAG, NIGHT), (0, 0))
    inner = seat_mark(seat, TAG - 8)
    canvas.alpha_composite(inner, (4, 4))
    below = 5 if seat == 1 else 0  # a triangle is wider below
    write(canvas, (TAG // 2, TAG // 2 - 2 + below), letter, "strong", 38, NIGHT, "mm")
    return canvas


@lru_cache(maxsize=8)
def rim(width: int, height: int, colour: Colour, thickness: int) -> Image.Image:
    """A frame to lay over a cell or a card."""

    def draw(pen: Pen) -> None:
        radius = 22
        box = f"M{radius} 4 L{width - radius} 4 Q{width - 4} 4 {width - 4} {radius} L{width - 4} {height - radius} "
        box += f"Q{width - 4} {height - 4} {width - radius} {height - 4} L{radius} {height - 4} "
        box += f"Q4 {height - 4} 4 {height - radius} L4 {radius} Q4 4 {radius} 4Z"
        pen.outline(box, colour, thickness)

    return drawn(width, height, draw, float(min(width, height)))


def pips(canvas: Image.Image, at: tuple[int, int], full: int, count: int, size: int) -> int:
    """A row of `count` eggs of which `full` have hatched; gives the width."""
    step = size + 6
    for number in range(count):
        place = (at[0] + number * step, at[1])
        put(canvas, _pip(size, number < full), place)
    return step * count


@lru_cache(maxsize=8)
def _pip(size: int, full: bool) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.fill(EGG, SAFE if full else EARTH)
        if not full:
            pen.outline(EGG, STRAW, 7)

    return drawn(size, size, draw)
