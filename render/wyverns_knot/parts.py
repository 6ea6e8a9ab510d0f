"""What only Wyvern's Knot has: eggs, its cards, strike dragons, the tags of claims. Each is drawn once.

All sizes are px on a canvas 1,200 px wide.
"""

import math

from PIL import Image, ImageOps

from engine.wyverns_knot import GAME
from engine.wyverns_knot.state import DRAGONS

from ..colours import BARK, CLAY, EARTH, EMBER, GOLD, HOLLOW, MOON, NIGHT, PARCHMENT, SAFE, SAND, SHADE, THEME_COLOURS
from ..figures import figure
from ..parts import BADGE, arrow, card, chosen_frame, danger_frame, eye_badge, number_badge, plate, recent_frame
from ..seats import LETTERS, rimmed_mark, seat_mark
from ..sprites import drawn_once
from ..theme import WIDTH, laid, palette_of, put, slab, write
from ..vector import Colour, Pen, drawn, regular
from .dragons import ART, FIELDS, dragon_sprite, sign

SHELL: Colour = (236, 218, 186)
SHELL_DARK: Colour = (186, 154, 124)
SHELL_LIGHT: Colour = (252, 243, 222)
DRIED: Colour = (122, 102, 98)  # the shell of an egg that is lost
DRIED_DARK: Colour = (86, 70, 70)
STRAW: Colour = (190, 140, 72)
STRAW_DARK: Colour = (128, 86, 46)
STRAW_LIGHT: Colour = (228, 186, 108)
HAVEN: Colour = (34, 66, 56)  # under a saved egg
GHOST: Colour = (48, 38, 78)  # under what one seat alone sees
BACK: Colour = (84, 52, 72)  # of a mage's card
BACK_LINE: Colour = (122, 78, 98)
CARD: Colour = (222, 150, 186)  # of the sign that stands for cards in counts
STRIKE: Colour = (104, 28, 34)  # of a strike dragon's card, face down
STRIKE_RIM: Colour = (214, 74, 54)
SKY: Colour = (40, 28, 56)
DUSK: Colour = (66, 38, 66)
GLOW: Colour = (112, 56, 62)
STAR: Colour = (112, 92, 136)

EGG = figure("wyverns_knot/art/egg").path("shell")
LOW_HEADED = (2, 7)  # dragons that would drown in half an egg

TAG = 60  # of a claim
MORE = 70  # width of the plate that names further claims
LOOKS = ((48, 4), (40, 2))  # the mark of a seat that has looked, and its rim: the smaller one if they are many
PALETTE = 160  # colours: fewer blends make smaller files, and nobody sees the difference


@drawn_once(1)
def palette() -> Image.Image:
    """The colours of this game: its own, and the blends that its sprites use most."""
    canvas = Image.new("RGB", (WIDTH, 1600), NIGHT)
    put(canvas, sky(180), (0, 1420))
    for dragon in range(len(DRAGONS)):
        put(canvas, dragon_card(dragon, 116, 116), (120 * dragon, 0))
        put(canvas, ghost_card(dragon, 116, 116), (120 * dragon, 120))
        put(canvas, slab(116, 116, HAVEN, SAFE), (120 * dragon, 240))
        put(canvas, hatched(dragon, 110), (120 * dragon, 240))
        put(canvas, sign(dragon, 60), (120 * dragon, 360))
    cells = (cell_back("down"), cell_back("lost"), cell_back("saved"), cell_back("ghost"))
    for column, ground in enumerate(cells):
        put(canvas, ground, (200 * column, 440))
        put(canvas, (egg(110), egg(110, lost=True), hatched(8, 110), egg(110, glow=True))[column], (200 * column, 440))
    for column, made in enumerate((card_back(130, 118), strike_back(116, 116), arrow(60, EMBER, left=True))):
        put(canvas, made, (820 + 125 * column, 440))
    for row, plain in enumerate((BARK, EARTH, BACK)):
        put(canvas, slab(1180, 190, plain, GOLD if row else CLAY), (10, 610 + 200 * row))
        for seat in range(max(GAME.seats)):
            put(canvas, seat_mark(seat, 60), (30 + 70 * seat, 620 + 200 * row))
            put(canvas, rimmed_mark(seat, *LOOKS[0]), (30 + 50 * seat, 690 + 200 * row))
            put(canvas, tag("abcde"[seat], seat), (400 + 70 * seat, 620 + 200 * row))
        put(canvas, number_badge(4), (300, 700 + 200 * row))
        put(canvas, eye_badge(BADGE), (350, 700 + 200 * row))
        for line, colour in enumerate((PARCHMENT, SAND, GOLD, EMBER, SAFE, MOON)):
            at = (420 + line % 3 * 250, 720 + line // 3 * 40 + 200 * row)
            write(canvas, at, "Dragons 0123", "text", 40, colour)
    for column, frame in enumerate((danger_frame, recent_frame, chosen_frame)):
        put(canvas, frame(194, 156), (20 + 210 * column, 1230))
    own = (SHELL, SHELL_DARK, SHELL_LIGHT, DRIED, DRIED_DARK, STRAW, STRAW_DARK, STRAW_LIGHT, HAVEN, GHOST, BACK)
    more = (BACK_LINE, CARD, STRIKE, STRIKE_RIM, SKY, DUSK, GLOW, STAR)
    art = [*FIELDS, *(dragon.colours[name] for dragon in ART for name in ("body", "dark", "light", "accent"))]
    return palette_of((*THEME_COLOURS, *own, *more, *art), [canvas], PALETTE)


# -- The night outside


@drawn_once(4)
def sky(height: int) -> Image.Image:
    """A band of night over the hills, as wide as the canvas (RGB)."""
    top, base = 0.0, float(height)

    def draw(pen: Pen) -> None:
        pen.box((0, top, WIDTH, base), 0, SKY)
        pen.disc(1080, base + 40, 330, DUSK)
        pen.disc(1080, base + 40, 210, GLOW)
        for number in range(46):  # scattered by the golden angle: the same stars every night
            x, y = number * 617.0 % WIDTH, number * 89.0 % (height * 0.72)
            pen.fill(regular(4, 7 if number % 4 else 11, (x, y + 6), 2.2), DUSK if number % 4 else STAR)
        hills = [f"{x} {base - 34 - 18 * math.sin(x / 92) - 14 * math.sin(x / 41 + 2):.1f}" for x in range(0, 1201, 12)]
        pen.fill(f"M0 {base} L{' L'.join(hills)} L1200 {base}Z", HOLLOW)
        near = [f"{x} {base - 14 - 10 * math.sin(x / 70 + 1) - 5 * math.sin(x / 23):.1f}" for x in range(0, 1201, 12)]
        pen.fill(f"M0 {base} L{' L'.join(near)} L1200 {base}Z", NIGHT)

    made = drawn(WIDTH, height, draw, float(height))
    return made.convert("RGB")


# -- Eggs


@drawn_once(8)
def cell_back(kind: str, width: int = 194, height: int = 156) -> Image.Image:
    """Where an egg lies: straw on the ground, a haven, a hollow, or the moonlight of a private view (RGB)."""
    ground = {"down": EARTH, "saved": HAVEN, "lost": SHADE, "ghost": GHOST}[kind]
    rim = {"down": None, "saved": SAFE, "lost": BARK, "ghost": MOON}[kind]
    made = laid(width, height, ground, rim)
    if kind == "lost":
        return made
    made = made.copy()
    put(made, _straw(width - 12, 58), (6, height - 70))
    return made


@drawn_once(8)
def _straw(width: int, height: int) -> Image.Image:
    """A nest seen from the side."""

    def draw(pen: Pen) -> None:
        middle, low = width / 2, height
        pen.ellipse(middle, low * 0.58, width * 0.46, low * 0.42, STRAW_DARK)
        for number in range(14):
            across = (number * 0.381966) % 1 * 2 - 1
            x, y = middle + across * width * 0.4, low * (0.32 + 0.48 * ((number * 7) % 10) / 10)
            lean = (4 + number % 5 * 2.4) * (1 if number % 2 else -1)
            colour = (STRAW, STRAW_LIGHT, STRAW)[number % 3]
            pen.line(f"M{x - 26:.1f} {y + lean:.1f} L{x + 26:.1f} {y - lean:.1f}", colour, 5.2)

    return drawn(width, height, draw, float(height))


@drawn_once(16)
def egg(size: int, *, lost: bool = False, glow: bool = False) -> Image.Image:
    """An egg; lost: broken shells; glowing: one seat alone knows what sleeps in it."""

    if glow:

        def draw(pen: Pen) -> None:
            pen.outline(EGG, MOON, 7)
            pen.fill(EGG, (70, 56, 108))

        return drawn(size, size, draw, 106, 3)
    return figure(f"wyverns_knot/art/{'broken-shells' if lost else 'egg'}").sprite(size)


@drawn_once(32)
def hatched(dragon: int, size: int) -> Image.Image:
    """A dragon that looks out of its opened egg."""

    shell = figure(f"wyverns_knot/art/{'low' if dragon in LOW_HEADED else 'half'}-shell")
    canvas = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    young = dragon_sprite(dragon, round(size * 0.8))
    canvas.alpha_composite(young, ((size - young.width) // 2, 0))
    canvas.alpha_composite(shell.sprite(size))
    return canvas


# -- Cards


@drawn_once(16)
def card_back(width: int, height: int) -> Image.Image:
    """A mage's card, face down: the knot."""
    return card(width, height, BACK, BACK_LINE, figure("wyverns_knot/art/knot").sprite(72))


@drawn_once(16)
def strike_back(width: int, height: int) -> Image.Image:
    """A strike dragon, face down, on its way to the right."""
    return card(width, height, STRIKE, STRIKE_RIM, ImageOps.mirror(raider(min(width, height) - 24)))


@drawn_once(16)
def raider(size: int, colour: Colour = NIGHT, gleam: Colour = EMBER, *, gone: bool = False) -> Image.Image:
    """An unknown dragon, looking left; gone: struck out."""
    colours = {"body": colour, "eye": colour if gone else gleam}

    def draw(pen: Pen) -> None:
        figure("wyverns_knot/art/raider").draw(pen, colours)
        if gone:
            pen.line("M10 12 L90 90", NIGHT, 16)
            pen.line("M10 12 L90 90", SAND, 7)

    return drawn(size, size, draw)


@drawn_once(64)
def dragon_card(dragon: int, width: int, height: int, rim: Colour = PARCHMENT) -> Image.Image:
    """A card face up."""
    return card(width, height, FIELDS[dragon], rim, dragon_sprite(dragon, min(width, height - 6) - 10))


@drawn_once(32)
def ghost_card(dragon: int, width: int, height: int) -> Image.Image:
    """A card face down whose dragon this seat alone has seen."""
    red, green, blue = ((own + moon) // 2 for own, moon in zip(FIELDS[dragon], GHOST, strict=True))
    return card(width, height, (red, green, blue), MOON, dragon_sprite(dragon, min(width, height - 6) - 14, ghost=True))


# -- Signs laid on top


@drawn_once(256)
def tag(letter: str, seat: int) -> Image.Image:
    """A claim's tag: its letter on the shape and colour of the seat that points."""
    canvas = rimmed_mark(seat, TAG).copy()
    right, lower = (round(TAG * share) for share in LETTERS[seat])
    write(canvas, (TAG // 2 + right, TAG // 2 - 2 + lower), letter, "strong", 40, NIGHT, "mm")
    return canvas


@drawn_once(16)
def card_number(number: int) -> Image.Image:
    """The number of a card in its row, large enough for a phone."""
    canvas = plate(44, 50, NIGHT).copy()
    write(canvas, (22, 24), str(number), "display", 46, PARCHMENT, "mm")
    return canvas


@drawn_once(4)
def count_of_eggs(count: int) -> Image.Image:
    """So many eggs: the number on a shell; an empty shell for none."""

    def draw(pen: Pen) -> None:
        pen.outline(EGG, SHELL if count else CLAY, 6)
        pen.fill(EGG, SHELL if count else NIGHT)

    return _numbered(drawn(46, 46, draw, 108, 4), count)


@drawn_once(4)
def count_of_cards(count: int) -> Image.Image:
    """So many cards: the number on a card."""

    def draw(pen: Pen) -> None:
        pen.box((10, 2, 90, 98), 14, CARD if count else CLAY)
        if not count:
            pen.box((15, 7, 85, 93), 10, NIGHT)

    return _numbered(drawn(46, 46, draw, 100), count)


def _numbered(made: Image.Image, count: int) -> Image.Image:
    write(made, (23, 23), str(count), "display", 40, NIGHT if count else SAND, "mm")
    return made


@drawn_once(256)
def more_tags(letters: str) -> Image.Image:
    """The letters of further claims on a place, or their number if they are many."""
    canvas = plate(MORE, 44, PARCHMENT).copy()
    text = letters if len(letters) <= 3 else f"+{len(letters)}"
    write(canvas, (MORE // 2, 20), text, "strong", 40, NIGHT, "mm")
    return canvas


# -- Counters


def pips(canvas: Image.Image, at: tuple[int, int], full: int, count: int, size: int) -> int:
    """Draw a row of `count` eggs of which `full` are saved, from its upper left corner; returns the width."""
    step = size + 2
    for number in range(count):
        put(canvas, pip(size, number < full), (at[0] + number * step, at[1]))
    return step * count


@drawn_once(8)
def pip(size: int, full: bool) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.outline(EGG, NIGHT if full else SAND, 9)
        pen.fill(EGG, SAFE if full else HOLLOW)
        if full:
            pen.line("M32 58 L46 74 L70 40", NIGHT, 12)

    return drawn(size, size, draw, 110, 5)
