"""The signs of Advyria: twelve adventures, card kinds, heroes, pawns, tiles, counters. Each is drawn once.

Paths are in a square of 100 units. Sizes are px on a canvas 1,200 px wide.
"""

from PIL import Image

from engine.advyria.cards import ADVENTURES, BLUE, GREEN, RED, YELLOW
from engine.advyria.cards import GOLD as GOLD_TILE
from languages import later

from .. import parts
from ..colours import GOLD, MOON, PARCHMENT, SEATS, SHADE
from ..figures import figure
from ..seats import badge
from ..sprites import drawn_once
from ..theme import put_centred
from ..vector import Colour, Pen, drawn, regular

FIELD: tuple[Colour, ...] = ((222, 82, 66), (92, 156, 240), (246, 208, 84), (108, 196, 104))  # red, blue, ...
FIELD_RIM: tuple[Colour, ...] = ((122, 30, 34), (28, 60, 128), (134, 92, 20), (24, 88, 48))
KIND: tuple[Colour, ...] = ((170, 190, 208), (214, 134, 86), (240, 172, 214), (158, 132, 226), (238, 226, 204))
INK: Colour = (34, 22, 34)
CREAM: Colour = (255, 247, 226)
THATCH: Colour = (206, 160, 92)  # a tile's village side
THATCH_RIM: Colour = (120, 80, 48)
ROOF: Colour = (150, 62, 52)
ROOF_LIGHT: Colour = (190, 88, 66)
WALL: Colour = (244, 224, 184)
COIN: Colour = (255, 206, 84)
COIN_DARK: Colour = (196, 134, 36)
GHOST: Colour = (62, 50, 104)  # the ground of what only one seat knows
BACK: Colour = (62, 72, 112)  # of a card's back
BACK_LINE: Colour = (112, 126, 180)
SKIN: tuple[Colour, ...] = ((232, 184, 146), (214, 156, 118), (168, 112, 80), (120, 78, 58))
STEEL: Colour = (112, 132, 156)
LEAF: Colour = (58, 108, 70)
COLOURS = (
    *(*FIELD, *FIELD_RIM, *KIND, INK, CREAM, THATCH, THATCH_RIM, ROOF, ROOF_LIGHT, WALL, COIN, COIN_DARK),
    *(GHOST, BACK, BACK_LINE, *SKIN, STEEL, LEAF),
)

# -- The twelve adventures

SHAPES = {  # by colour: the outline of its tiles, in a square of 100 units
    RED: "M3 3 L97 3 L97 62 C95 82 70 92 50 99 C30 92 5 82 3 62Z",
    BLUE: "M50 1 C77 1 99 23 99 50 C99 77 77 99 50 99 C23 99 1 77 1 50 C1 23 23 1 50 1Z",
    YELLOW: "M26 2 L74 2 L99 50 L74 98 L26 98 L1 50Z",
    GREEN: "M3 44 C3 18 18 3 44 3 L97 3 L97 56 C97 82 82 97 56 97 L3 97Z",
}


@drawn_once(64)
def sign(adventure: int, size: int, ink: Colour = INK, light: Colour | None = None) -> Image.Image:
    """An adventure's sign, without its tile."""
    data = ADVENTURES[adventure]
    return figure(f"advyria/art/{data.sign}").sprite(size, {"ink": ink, "ground": light or FIELD[data.colour]})


@drawn_once(128)
def token(adventure: int, size: int, look: str = "") -> Image.Image:
    """An adventure's tile: its sign on the shape and the colour of its kind.

    `look`: "ghost" for a face-down tile that only this viewer knows, "faded" for what can't be reached.
    """
    colour = ADVENTURES[adventure].colour
    shape = SHAPES[colour]
    ground, rim, ink = FIELD[colour], FIELD_RIM[colour], INK

    def draw(pen: Pen) -> None:
        pen.outline(shape, SHADE, 10)
        pen.fill(shape, MOON if look == "ghost" else rim)

    made = drawn(size, size, draw, 110, 5)
    inner = drawn(size, size, lambda pen: pen.fill(shape, ground), 124, 12)
    made.alpha_composite(inner)
    put_centred(made, sign(adventure, round(size * 0.74), ink), (size // 2, size // 2))
    return made


# -- Tiles


@drawn_once(16)
def village(size: int, *, ghost: bool = False) -> Image.Image:
    """A tile on its village side."""
    return figure("advyria/art/village").sprite(size, {"rim": MOON, "ground": GHOST} if ghost else None)


def coin(size: int) -> Image.Image:
    """A tile on its gold side, and gold in general."""
    return _figure("coin", size)


@drawn_once(64)
def _figure(name: str, size: int) -> Image.Image:
    return figure(f"advyria/art/{name}").sprite(size)


@drawn_once(64)
def known_tile(tile: int, size: int) -> Image.Image:
    """A face-down tile that this seat has looked at: what it is, in a moonlit frame."""

    def draw(pen: Pen) -> None:
        pen.box((0, 2, 100, 100), 16, SHADE)
        pen.box((1, 1, 99, 95), 16, MOON)
        pen.box((8, 8, 92, 88), 10, GHOST)

    made = drawn(size, size, draw)
    inside = coin(round(size * 0.66)) if tile == GOLD_TILE else token(tile, round(size * 0.8))
    put_centred_alpha(made, inside, (size // 2, round(size * 0.48)))
    return made


def put_centred_alpha(sprite: Image.Image, other: Image.Image, at: tuple[int, int]) -> None:
    """Lay one sprite on another and blend the edges."""
    sprite.alpha_composite(other, (at[0] - other.width // 2, at[1] - other.height // 2))


def empty(size: int) -> Image.Image:
    """Where a tile was."""
    return _figure("empty", size)


def guild(size: int) -> Image.Image:
    """A guild house: a hall with two towers and its banner."""
    return _figure("guild", size)


# -- Pawns

BODY = "M34 52 L66 52 L72 70 L88 96 C88 104 12 104 12 96 L28 70Z"


@drawn_once(64)
def pawn(seat: int, mark: str, size: int, *, gilt: bool = False) -> Image.Image:
    """A pawn, `size` px wide and 1.35 times as high. Its head is the seat's shape with its mark in it.

    `gilt`: it is this seat's turn.
    """
    head = round(size * 0.96)

    def body(pen: Pen) -> None:
        path = BODY.replace("104", "131").replace("96", "123").replace("70", "92")
        pen.outline(path, SHADE, 9)
        pen.fill(path, GOLD if gilt else SEATS[seat])

    made = drawn(size, round(size * 1.35), body, 100)
    made.alpha_composite(badge(seat, mark, head), ((size - head) // 2, 0))
    return made


# -- Cards


KIND_NAMES = (later("Knight"), later("Warrior"), later("Fairy"), later("Wizard"), later("Joker"))


@drawn_once(32)
def emblem(kind: int, size: int, ink: Colour = INK, light: Colour | None = None) -> Image.Image:
    """The sign on the cards of a kind."""
    return figure(f"advyria/art/{KIND_NAMES[kind].lower()}").sprite(size, {"ink": ink, "ground": light or KIND[kind]})


@drawn_once(32)
def chip(kind: int, size: int) -> Image.Image:
    """A small card of a kind, `size` px square."""

    def draw(pen: Pen) -> None:
        pen.box((3, 3, 97, 97), 16, KIND[kind])

    made = drawn(size, size, draw)
    made.alpha_composite(emblem(kind, round(size * 0.72)), (round(size * 0.14), round(size * 0.14)))
    return made


@drawn_once(16)
def card_back(width: int, height: int) -> Image.Image:
    """A card's back: a road that winds to a star."""

    def draw(pen: Pen) -> None:
        pen.box((0, 2, width - 1, height - 1), 10, SHADE)
        pen.box((0, 0, width - 1, height - 5), 10, PARCHMENT)
        pen.box((4, 4, width - 5, height - 9), 7, BACK)
        pen.fill(regular(4, width * 0.36, (width / 2, height / 2 - 2), width * 0.14), BACK_LINE)

    return drawn(width, height, draw, float(min(width, height)))


# -- Counters


def fan(size: int) -> Image.Image:
    """A hand of cards."""
    return _figure("fan", size)


def losses(size: int) -> Image.Image:
    """A torn banner."""
    return _figure("losses", size)


def houses(size: int) -> Image.Image:
    """Villages: gold tiles still on their worthless side."""
    return _figure("houses", size)


def die(roll: int, size: int) -> Image.Image:
    """A die that shows a roll. The gold rim says that it was rolled in the last turn."""
    return parts.die(roll, size, CREAM, INK, GOLD, 7)


# -- Heroes


PORTRAITS = ("scholar", "climber", "tracker", "sailor")
BACKDROPS: tuple[Colour, ...] = ((206, 190, 232), (176, 206, 222), (232, 206, 150), (150, 210, 206))


@drawn_once(16)
def hero(number: int, size: int) -> Image.Image:
    """A portrait in a round frame."""
    made = drawn(size, size, lambda pen: pen.disc(50, 50, 50, SHADE))
    made.alpha_composite(drawn(size, size, lambda pen: pen.disc(50, 50, 46, GOLD)))
    field = drawn(size, size, lambda pen: pen.disc(50, 50, 42, BACKDROPS[number]))
    portrait = figure(f"advyria/art/{PORTRAITS[number]}").sprite(size)
    disc = field.getchannel("A")
    made.alpha_composite(field)
    cut = Image.new("RGBA", portrait.size, (0, 0, 0, 0))
    cut.paste(portrait, (0, 0), disc)
    made.alpha_composite(cut)
    return made
