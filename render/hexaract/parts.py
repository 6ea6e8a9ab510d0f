"""Small pictures: dice, the marks of pairs of dice, aces, hearts."""

from PIL import Image

from engine.decktet import Suit
from engine.hexaract.state import WILD, Pair

from .. import decktet
from ..colours import CLAY, EARTH, EMBER, GOLD, NIGHT, SAFE, SHADE
from ..parts import IVORY, die
from ..sprites import drawn_once
from ..theme import slab, write
from ..vector import Colour, Pen, drawn, regular

CHIP = 92
DIE = 136
PAIR_COLOURS: tuple[Colour, Colour] = ((98, 190, 245), (245, 146, 62))  # of the first pair and the second


@drawn_once(8)
def ace_sprite(suit: Suit) -> Image.Image:
    """A small card with the sign of a suit, 88 px wide."""

    def draw(pen: Pen) -> None:
        pen.box((0, 0, 87, 121), 12, SHADE)
        pen.box((0, 0, 87, 116), 12, decktet.INK)
        pen.box((3, 3, 84, 113), 10, decktet.PAPER)

    face = drawn(88, 122, draw, 88)
    face.alpha_composite(decktet.suit_sign(suit, 66), (11, 42))
    write(face, (44, 25), "A", "display", 36, decktet.INK, "mm")
    return face


@drawn_once(4)
def heart(state: str, size: int = 84) -> Image.Image:
    """A place of the damage track: a heart, whole or cloven."""
    colour, rim = {"clear": (EARTH, CLAY), "hurt": (EMBER, EMBER), "late": (EMBER, GOLD)}[state]
    heart = "M50 94 C20 72 4 52 6 32 C8 12 36 4 50 28 C64 4 92 12 94 32 C96 52 80 72 50 94Z"

    def draw(pen: Pen) -> None:
        pen.outline(heart, rim, 9)
        pen.fill(heart, colour)
        if state != "clear":
            pen.line("M50 26 L42 46 L58 58 L48 90", NIGHT, 7)

    return drawn(size, size, draw, 108)


@drawn_once(128)
def pair_sprite(number: int, pair: Pair) -> Image.Image:
    """Two small dice on the mark of their pair, 230 x 100 px, with a tick once they are used."""
    plate = slab(230, 100, PAIR_COLOURS[number], NIGHT).copy()
    plate.alpha_composite(pair_mark(number, 52), (10, 21))
    for place, face in enumerate((pair.low, pair.high)):
        plate.alpha_composite(die_sprite(face, 74), (68 + place * 80, 10))
    if pair.used:
        plate.alpha_composite(_used(), (78, 12))
    return plate


@drawn_once(1)
def _used() -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.line("M14 52 L42 80 L88 22", NIGHT, 22)
        pen.line("M14 52 L42 80 L88 22", SAFE, 13)

    return drawn(130, 72, draw)


@drawn_once(8)
def pair_mark(number: int, size: int) -> Image.Image:
    """The mark of a pair: a disc for the first, a square standing on its corner for the second."""

    def draw(pen: Pen) -> None:
        pen.fill("M50 0 L100 50 L50 100 L0 50Z" if number else regular(32, 48, (50, 50)), NIGHT)
        pen.fill("M50 16 L84 50 L50 84 L16 50Z" if number else regular(32, 36, (50, 50)), PAIR_COLOURS[number])

    return drawn(size, size, draw)


@drawn_once(4)
def halo(size: int) -> Image.Image:
    return drawn(size, size, lambda pen: pen.disc(50, 50, 50, GOLD))


def die_sprite(face: int, size: int, spent: bool = False) -> Image.Image:
    """A die. A 6 is wild, so it shines."""
    if spent:
        return die(face, size, EARTH, CLAY)
    return die(face, size, GOLD if face == WILD else IVORY, decktet.INK)
