"""The signs of Advyria: twelve adventures, card kinds, heroes, pawns, tiles, counters. Each is drawn once.

Paths are in a square of 100 units. Sizes are px on a canvas 1,200 px wide.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

from PIL import Image

from engine.advyria.cards import ADVENTURES, BLUE, GREEN, RED, YELLOW
from engine.advyria.cards import GOLD as GOLD_TILE

from .. import parts
from ..colours import CLAY, GOLD, MOON, PARCHMENT, SEATS, SHADE
from ..seats import badge
from ..theme import put_centred
from ..vector import Colour, Pen, drawn, regular

FIELD: tuple[Colour, ...] = ((222, 82, 66), (92, 156, 240), (246, 208, 84), (108, 196, 104))  # of red, blue, ...
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

Drawing = Callable[[Pen, Colour, Colour], None]  # (pen, ink, the ground that shows through)

# -- The twelve adventures


def _egg(pen: Pen, ink: Colour, light: Colour) -> None:
    pen.fill("M50 6 C72 6 86 36 86 58 C86 76 74 86 50 86 C26 86 14 76 14 58 C14 36 28 6 50 6Z", ink)
    pen.fill(
        "M14 54 L28 44 L38 58 L52 42 L64 58 L76 46 L86 56 L86 62 L76 54 L64 68 L52 52 L38 68 L28 54 L14 62Z", light
    )
    pen.line("M4 82 C24 98 76 98 96 82", ink, 9)
    pen.line("M10 92 L26 84 M90 92 L74 84", ink, 6)


def _mask(pen: Pen, ink: Colour, light: Colour) -> None:
    pen.fill("M4 30 C24 20 40 24 50 32 C60 24 76 20 96 30 C100 58 84 74 68 72 C58 70 54 62 50 56 C46 62 42 70 32 72"
             " C16 74 0 58 4 30Z", ink)  # fmt: skip
    pen.fill("M18 42 C28 36 38 42 42 52 C34 60 22 58 18 42Z M82 42 C72 36 62 42 58 52 C66 60 78 58 82 42Z", light)
    pen.line("M8 62 L2 92 M14 68 L20 94", ink, 7)


def _tower(pen: Pen, ink: Colour, light: Colour) -> None:
    pen.fill("M50 0 C54 10 66 14 64 28 C62 36 56 38 50 38 C44 38 38 36 36 28 C36 20 44 20 42 10 C46 10 50 6 50 0Z", ink)
    pen.fill("M24 36 L36 36 L36 44 L44 44 L44 36 L56 36 L56 44 L64 44 L64 36 L76 36 L76 58 L70 58 L74 98 L26 98 L30 58"
             " L24 58Z", ink)  # fmt: skip
    pen.fill("M42 98 L42 82 C42 74 58 74 58 82 L58 98Z M46 60 L54 60 L54 70 L46 70Z", light)


def _bell(pen: Pen, ink: Colour, light: Colour) -> None:
    pen.disc(50, 12, 9, ink)
    pen.fill("M50 12 C74 14 76 44 80 60 C82 68 90 72 92 80 L8 80 C10 72 18 68 20 60 C24 44 26 14 50 12Z", ink)
    pen.disc(50, 86, 11, ink)
    pen.line("M30 60 L70 60", light, 5)
    pen.line("M36 50 C37 38 40 30 46 24", light, 5)


def _mirror(pen: Pen, ink: Colour, light: Colour) -> None:
    pen.ellipse(50, 36, 32, 35, ink)
    pen.ellipse(50, 36, 22, 25, light)
    pen.line("M42 44 L56 24 M52 48 L60 36", ink, 5)
    pen.fill("M44 66 L56 66 L60 96 C54 100 46 100 40 96Z", ink)


def _shell(pen: Pen, ink: Colour, light: Colour) -> None:
    pen.fill("M36 74 L4 46 C4 38 10 34 16 34 C16 22 26 16 34 18 C38 8 62 8 66 18 C74 16 84 22 84 34 C90 34 96 38 96 46"
             " L64 74Z", ink)  # fmt: skip
    pen.line("M42 70 L22 38 M50 70 L50 24 M58 70 L78 38", light, 5)
    pen.disc(50, 82, 17, ink)
    pen.disc(50, 82, 11, light)


def _crown(pen: Pen, ink: Colour, light: Colour) -> None:
    pen.fill("M12 78 L4 30 L28 50 L50 12 L72 50 L96 30 L88 78Z M14 82 L86 82 L86 94 L14 94Z", ink)
    for x, y in ((4, 28), (50, 12), (96, 28)):
        pen.disc(min(max(x, 8), 92), y, 8, ink)
    pen.fill(regular(4, 13, (50, 62)), light)
    pen.fill(regular(4, 8, (28, 66)) + regular(4, 8, (72, 66)), light)


def _star(pen: Pen, ink: Colour, light: Colour) -> None:
    pen.fill("M0 0 L60 36 L40 62Z M34 0 L72 36 L58 44Z M0 36 L42 66 L30 76Z", ink)
    pen.fill(regular(5, 38, (62, 62), 17, -60), ink)
    pen.disc(62, 62, 8, light)


def _key(pen: Pen, ink: Colour, light: Colour) -> None:
    pen.disc(28, 28, 26, ink)
    pen.disc(28, 28, 12, light)
    pen.line("M44 44 L90 90", ink, 13)
    pen.line("M70 72 L86 58 M84 86 L98 74", ink, 11)


def _serpent(pen: Pen, ink: Colour, light: Colour) -> None:
    pen.line("M14 90 C50 96 92 92 86 74 C80 58 22 66 22 46 C22 30 48 32 62 30", ink, 15)
    pen.fill("M50 26 C56 8 86 6 96 24 C90 42 62 46 50 36Z", ink)
    pen.disc(76, 22, 5, light)
    pen.line("M4 84 L14 90", ink, 10)
    pen.line("M92 28 L100 42 M92 28 L100 30", ink, 4)


def _tree(pen: Pen, ink: Colour, light: Colour) -> None:
    for x, y, radius in ((50, 28, 27), (24, 44, 22), (76, 44, 22), (50, 50, 22)):
        pen.disc(x, y, radius, ink)
    pen.fill("M43 60 L57 60 L58 84 L74 97 L26 97 L42 84Z", ink)
    for x, y in ((50, 22), (28, 44), (72, 46), (50, 48)):
        pen.fill(regular(4, 10, (x, y), 4), light)


def _footprint(pen: Pen, ink: Colour, light: Colour) -> None:
    pen.fill(
        "M28 48 C28 30 78 28 80 52 C82 66 68 70 68 82 C68 94 58 99 48 99 C36 99 32 90 34 80 C36 68 28 62 28 48Z", ink
    )
    for x, y, radius in ((24, 30, 11), (42, 17, 10), (58, 13, 9), (74, 17, 8), (88, 28, 7)):
        pen.disc(x, y, radius, ink)
    pen.disc(50, 50, 7, light)


SIGNS: Mapping[str, Drawing] = {
    "egg": _egg,
    "mask": _mask,
    "tower": _tower,
    "bell": _bell,
    "mirror": _mirror,
    "shell": _shell,
    "crown": _crown,
    "star": _star,
    "key": _key,
    "serpent": _serpent,
    "tree": _tree,
    "footprint": _footprint,
}
SHAPES = {  # by colour: the outline of its tiles, in a square of 100 units
    RED: "M3 3 L97 3 L97 62 C95 82 70 92 50 99 C30 92 5 82 3 62Z",
    BLUE: "M50 1 C77 1 99 23 99 50 C99 77 77 99 50 99 C23 99 1 77 1 50 C1 23 23 1 50 1Z",
    YELLOW: "M26 2 L74 2 L99 50 L74 98 L26 98 L1 50Z",
    GREEN: "M3 44 C3 18 18 3 44 3 L97 3 L97 56 C97 82 82 97 56 97 L3 97Z",
}


@lru_cache(maxsize=64)
def sign(adventure: int, size: int, ink: Colour = INK, light: Colour | None = None) -> Image.Image:
    """An adventure's sign, without its tile."""
    shown = ADVENTURES[adventure]
    return drawn(
        size, size, lambda pen: SIGNS[shown.sign](pen, ink, FIELD[shown.colour] if light is None else light), 104, 2
    )


@lru_cache(maxsize=128)
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


def _house(pen: Pen, x: float, y: float, size: float, roof: Colour = ROOF) -> None:
    """A house with its lower left corner at x, y."""

    def at(right: float, up: float) -> str:
        return f"{x + right * size:.1f} {y - up * size:.1f}"

    pen.fill(f"M{at(0, 0)} L{at(0, 0.5)} L{at(0.5, 1)} L{at(1, 0.5)} L{at(1, 0)}Z", WALL)
    pen.fill(f"M{at(-0.12, 0.45)} L{at(0.5, 1.08)} L{at(1.12, 0.45)}Z", roof)
    pen.fill(f"M{at(0.36, 0)} L{at(0.36, 0.32)} L{at(0.64, 0.32)} L{at(0.64, 0)}Z", INK)


@lru_cache(maxsize=16)
def village(size: int, *, ghost: bool = False) -> Image.Image:
    """A tile on its village side."""

    def draw(pen: Pen) -> None:
        pen.box((0, 2, 100, 100), 16, SHADE)
        pen.box((1, 1, 99, 95), 16, MOON if ghost else THATCH_RIM)
        pen.box((6, 6, 94, 90), 12, GHOST if ghost else THATCH)
        _house(pen, 52, 60, 36, ROOF_LIGHT)
        _house(pen, 18, 82, 42)

    return drawn(size, size, draw)


@lru_cache(maxsize=16)
def coin(size: int) -> Image.Image:
    """A tile on its gold side, and gold in general."""

    def draw(pen: Pen) -> None:
        pen.disc(50, 50, 50, SHADE)
        pen.disc(50, 50, 46, COIN_DARK)
        pen.disc(50, 49, 39, COIN)
        pen.fill(regular(4, 30, (50, 49), 12), COIN_DARK)
        pen.disc(34, 30, 6, CREAM)

    return drawn(size, size, draw)


@lru_cache(maxsize=64)
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


@lru_cache(maxsize=16)
def empty(size: int) -> Image.Image:
    """Where a tile was."""

    def draw(pen: Pen) -> None:
        pen.box((6, 6, 94, 94), 18, SHADE)
        pen.box((11, 12, 89, 92), 14, (58, 48, 54))
        pen.box((15, 17, 85, 89), 11, (38, 31, 40))

    return drawn(size, size, draw)


@lru_cache(maxsize=16)
def guild(size: int) -> Image.Image:
    """A guild house: a hall with two towers and its banner."""

    def draw(pen: Pen) -> None:
        pen.fill("M6 98 L6 40 L18 24 L30 40 L30 52 L70 52 L70 40 L82 24 L94 40 L94 98Z", SHADE)
        pen.fill("M9 96 L9 44 L27 44 L27 60 L73 60 L73 44 L91 44 L91 96Z", WALL)
        pen.fill("M5 46 L18 20 L31 46Z M69 46 L82 20 L95 46Z M27 62 L36 42 L64 42 L73 62Z", STEEL)
        pen.fill(
            "M40 96 L40 80 C40 70 60 70 60 80 L60 96Z M15 56 L21 56 L21 68 L15 68Z M79 56 L85 56 L85 68 L79 68Z", INK
        )
        pen.line("M50 44 L50 6", INK, 4)
        pen.fill("M50 4 L84 12 L50 24Z", ROOF_LIGHT)

    return drawn(size, size, draw)


# -- Pawns

BODY = "M34 52 L66 52 L72 70 L88 96 C88 104 12 104 12 96 L28 70Z"


@lru_cache(maxsize=64)
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


def _knight(pen: Pen, ink: Colour, light: Colour) -> None:
    """A horse's head."""
    pen.fill("M22 98 C22 78 40 70 38 56 C30 62 26 62 18 64 C10 66 2 58 6 50 L26 26 C28 20 30 10 34 2 L42 12"
             " C70 12 92 36 90 70 L90 98Z", ink)  # fmt: skip
    pen.line("M60 24 C74 34 80 52 78 84", light, 5)
    pen.disc(36, 34, 5, light)
    pen.box((14, 88, 98, 99), 4, ink)


def _warrior(pen: Pen, ink: Colour, light: Colour) -> None:
    """Two swords across each other."""
    pen.line("M12 8 L76 78 M88 8 L24 78", ink, 13)
    pen.line("M14 10 L70 72 M86 10 L30 72", light, 4)
    pen.line("M60 88 L86 62 M40 88 L14 62", ink, 9)
    pen.line("M78 78 L92 94 M22 78 L8 94", ink, 11)


def _fairy(pen: Pen, ink: Colour, light: Colour) -> None:
    """Wings."""
    pen.fill("M50 50 C34 16 8 4 4 16 C0 38 20 56 50 52Z M50 50 C66 16 92 4 96 16 C100 38 80 56 50 52Z", ink)
    pen.fill("M50 52 C24 56 12 74 22 88 C36 96 46 76 50 54Z M50 52 C76 56 88 74 78 88 C64 96 54 76 50 54Z", ink)
    pen.disc(24, 28, 7, light)
    pen.disc(76, 28, 7, light)
    pen.disc(32, 74, 5, light)
    pen.disc(68, 74, 5, light)
    pen.line("M50 28 L50 84 M50 30 C46 18 42 12 36 8 M50 30 C54 18 58 12 64 8", ink, 6)


def _wizard(pen: Pen, ink: Colour, light: Colour) -> None:
    """A pointed hat."""
    pen.fill("M56 2 C44 10 34 40 26 72 L74 72 C70 50 66 34 64 26 L80 30 C74 14 66 4 56 2Z", ink)
    pen.ellipse(50, 80, 47, 15, ink)
    pen.line("M26 70 C40 78 60 78 74 70", light, 6)
    pen.fill(regular(5, 10, (48, 50), 4.5), light)


def _joker(pen: Pen, ink: Colour, light: Colour) -> None:
    """A fool's cap with three bells."""
    pen.fill("M22 82 C26 62 22 44 6 44 C14 26 36 26 42 46 C42 28 44 18 34 10 C56 6 64 22 60 44 C68 26 88 28 94 46"
             " C78 44 74 64 78 82Z", ink)  # fmt: skip
    pen.box((18, 82, 82, 95), 6, ink)
    pen.line("M40 80 C40 66 40 58 44 48 M60 80 C62 66 60 58 58 48", light, 4)
    for x, y in ((8, 50), (36, 9), (92, 51)):
        pen.disc(x, y, 9, ink)
        pen.disc(x, y, 4, light)


KINDS: tuple[Drawing, ...] = (_knight, _warrior, _fairy, _wizard, _joker)
KIND_NAMES = ("Knight", "Warrior", "Fairy", "Wizard", "Joker")


@lru_cache(maxsize=32)
def emblem(kind: int, size: int, ink: Colour = INK, light: Colour | None = None) -> Image.Image:
    """The sign on the cards of a kind."""
    return drawn(size, size, lambda pen: KINDS[kind](pen, ink, KIND[kind] if light is None else light), 104, 2)


@lru_cache(maxsize=32)
def chip(kind: int, size: int) -> Image.Image:
    """A small card of a kind, `size` px square."""

    def draw(pen: Pen) -> None:
        pen.box((3, 3, 97, 97), 16, KIND[kind])

    made = drawn(size, size, draw)
    made.alpha_composite(emblem(kind, round(size * 0.72)), (round(size * 0.14), round(size * 0.14)))
    return made


@lru_cache(maxsize=16)
def card_back(width: int, height: int) -> Image.Image:
    """A card's back: a road that winds to a star."""

    def draw(pen: Pen) -> None:
        pen.box((0, 2, width - 1, height - 1), 10, SHADE)
        pen.box((0, 0, width - 1, height - 5), 10, PARCHMENT)
        pen.box((4, 4, width - 5, height - 9), 7, BACK)
        pen.fill(regular(4, width * 0.36, (width / 2, height / 2 - 2), width * 0.14), BACK_LINE)

    return drawn(width, height, draw, float(min(width, height)))


# -- Counters


@lru_cache(maxsize=8)
def fan(size: int) -> Image.Image:
    """A hand of cards."""

    def draw(pen: Pen) -> None:
        for x in (4, 24, 44):
            pen.box((x, 8, x + 52, 92), 10, SHADE)
            pen.box((x + 2, 10, x + 50, 90), 8, PARCHMENT)
            pen.box((x + 8, 16, x + 44, 84), 4, BACK)
        pen.fill(regular(4, 17, (70, 50), 7), BACK_LINE)

    return drawn(size, size, draw)


@lru_cache(maxsize=8)
def losses(size: int) -> Image.Image:
    """A torn banner."""

    def draw(pen: Pen) -> None:
        pen.line("M20 4 L20 97", SHADE, 15)
        pen.line("M20 6 L20 96", CLAY, 8)
        cloth = "M24 10 L92 10 L80 26 L94 42 L72 46 L78 64 L58 54 L50 70 L40 56 L24 62Z"
        pen.outline(cloth, SHADE, 8)
        pen.fill(cloth, (196, 92, 92))
        pen.line("M44 22 L64 42 M64 22 L44 42", CREAM, 7)

    return drawn(size, size, draw)


@lru_cache(maxsize=8)
def houses(size: int) -> Image.Image:
    """Villages: gold tiles still on their worthless side."""

    def draw(pen: Pen) -> None:
        pen.fill("M2 92 L98 92 L98 98 L2 98Z", SHADE)
        _house(pen, 46, 92, 42, ROOF_LIGHT)
        _house(pen, 10, 92, 50)

    return drawn(size, size, draw)


def die(roll: int, size: int) -> Image.Image:
    """A die that shows a roll. The gold rim says that it was rolled in the last turn."""
    return parts.die(roll, size, CREAM, INK, GOLD, 7)


# -- Heroes


def _bust(pen: Pen, coat: Colour, skin: Colour) -> None:
    pen.fill("M6 100 C8 76 28 70 50 70 C72 70 92 76 94 100Z", coat)
    pen.fill("M40 58 L60 58 L60 74 C56 80 44 80 40 74Z", skin)
    pen.fill("M50 16 C68 16 74 30 73 44 C72 58 62 67 50 67 C38 67 28 58 27 44 C26 30 32 16 50 16Z", skin)


def _eyes(pen: Pen) -> None:
    pen.disc(41, 44, 3, INK)
    pen.disc(59, 44, 3, INK)


def _scholar(pen: Pen) -> None:
    _bust(pen, (58, 86, 150), SKIN[1])
    pen.disc(50, 10, 12, INK)
    pen.fill("M26 44 C22 18 36 10 50 10 C64 10 78 18 74 44 C70 32 62 28 50 28 C38 28 30 32 26 44Z", INK)
    pen.outline("M32 44 C32 36 47 36 47 44 C47 52 32 52 32 44Z M53 44 C53 36 68 36 68 44 C68 52 53 52 53 44Z", COIN, 3)
    _eyes(pen)
    pen.line("M44 57 C48 60 52 60 56 57", INK, 3)
    pen.fill("M80 30 C98 34 98 56 84 84 L80 82 C78 62 74 42 80 30Z", CREAM)
    pen.line("M86 40 L80 96", INK, 3)


def _climber(pen: Pen) -> None:
    _bust(pen, (150, 92, 54), SKIN[0])
    pen.fill("M26 42 C26 62 32 84 50 84 C68 84 74 62 74 42 C66 56 60 52 50 52 C40 52 34 56 26 42Z", (186, 84, 40))
    pen.fill("M28 30 C30 14 40 10 50 10 C60 10 70 14 72 30 L72 36 L28 36Z", (186, 84, 40))
    pen.fill("M26 28 L74 28 L74 37 L26 37Z", FIELD[GREEN])
    _eyes(pen)
    pen.line("M44 60 L56 60", INK, 3)
    pen.line("M14 80 L60 100 M22 76 L74 98", THATCH, 6)


def _tracker(pen: Pen) -> None:
    _bust(pen, LEAF, SKIN[3])
    hood = (
        "M50 2 C80 2 86 34 80 66 C76 78 84 84 88 92 L70 92 C72 76 72 66 72 54 C72 32 62 22 50 22"
        " C38 22 28 32 28 54 C28 66 28 76 30 92 L12 92 C16 84 24 78 20 66 C14 34 20 2 50 2Z"
    )
    pen.fill(hood, (42, 84, 56))
    _eyes(pen)
    pen.line("M44 58 C48 61 52 61 56 58", CREAM, 3)
    pen.line("M36 52 L44 54 M64 52 L56 54", FIELD[RED], 3)
    pen.line("M96 14 C84 40 84 66 98 96", THATCH, 5)
    pen.line("M96 14 L98 96", CREAM, 2)


def _sailor(pen: Pen) -> None:
    _bust(pen, (40, 70, 96), SKIN[2])
    pen.fill("M40 68 L50 78 L60 68 L64 78 L50 92 L36 78Z", CREAM)
    pen.fill("M4 30 C14 8 34 2 50 2 C66 2 86 8 96 30 C80 26 66 24 50 24 C34 24 20 26 4 30Z", INK)
    pen.line("M8 28 C30 20 70 20 92 28", COIN, 4)
    pen.fill("M28 48 C30 62 38 70 50 70 C62 70 70 62 72 48 C66 58 58 56 50 56 C42 56 34 58 28 48Z", (214, 206, 196))
    pen.disc(59, 42, 3, INK)
    pen.fill("M33 36 L49 36 L47 48 L36 48Z", INK)
    pen.line("M28 30 L72 44", INK, 3)


PORTRAITS = (_scholar, _climber, _tracker, _sailor)
BACKDROPS: tuple[Colour, ...] = ((206, 190, 232), (176, 206, 222), (232, 206, 150), (150, 210, 206))


@lru_cache(maxsize=16)
def hero(number: int, size: int) -> Image.Image:
    """A portrait in a round frame."""
    made = drawn(size, size, lambda pen: pen.disc(50, 50, 50, SHADE))
    made.alpha_composite(drawn(size, size, lambda pen: pen.disc(50, 50, 46, GOLD)))
    field = drawn(size, size, lambda pen: pen.disc(50, 50, 42, BACKDROPS[number]))
    figure = drawn(size, size, PORTRAITS[number], 118, 9)
    disc = field.getchannel("A")
    made.alpha_composite(field)
    cut = Image.new("RGBA", figure.size, (0, 0, 0, 0))
    cut.paste(figure, (0, 0), disc)
    made.alpha_composite(cut)
    return made
