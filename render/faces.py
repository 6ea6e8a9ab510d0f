"""The faces of the computer players: clockwork animals, each in a cogwheel, by which nobody takes them for a person."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial

from PIL import Image

from .colours import BARK, CLAY, EARTH, EMBER, GOLD, MOON, NIGHT, PARCHMENT, SAFE, SAND, STRAW
from .vector import Colour, Pen, drawn, regular

SIGN = "\N{ROBOT FACE}"  # before their names in words; in pictures their face stands there
COGS = 10


def face_of(name: str) -> Callable[[int], Image.Image] | None:
    """What draws the face to this name, so many px wide and high; None for a name that isn't a computer player's.

    It may have been cut, with an ellipsis.
    """
    if not name.startswith(SIGN):
        return None
    begins = name.removeprefix(SIGN).strip().rstrip("\N{HORIZONTAL ELLIPSIS}")
    known = next((one for one in FACES if begins and one.startswith(begins)), None)
    return partial(face, known) if known else None


@lru_cache(maxsize=64)
def face(name: str, size: int) -> Image.Image:
    """One of the cast, `size` px, in a cogwheel."""

    def draw(pen: Pen) -> None:
        pen.fill(_teeth(50), NIGHT)
        pen.fill(_teeth(47), GOLD)
        pen.disc(50, 50, 38, NIGHT)
        FACES[name](pen)

    return drawn(size, size, draw)


def _teeth(reach: float) -> str:
    """A wheel with square teeth."""
    points = []
    for tooth in range(COGS):
        turn = 360 * tooth / COGS
        for angle, radius in ((-11, reach), (11, reach), (14, reach * 0.84), (22, reach * 0.84)):
            points.append(_on_circle(turn + angle, radius))
    return "M" + " L".join(points) + "Z"


def _on_circle(degrees: float, radius: float) -> str:
    return regular(1, radius, (50, 50), turn=degrees - 90).strip("MZ")


def _eyes(pen: Pen, y: float, apart: float, radius: float, white: Colour = PARCHMENT) -> None:
    for x in (50 - apart, 50 + apart):
        pen.disc(x, y, radius, white)
        pen.disc(x, y, radius * 0.5, NIGHT)


def _hedgehog(pen: Pen) -> None:
    pen.fill(regular(14, 37, (50, 49), 26), STRAW)
    pen.ellipse(50, 58, 21, 19, PARCHMENT)
    _eyes(pen, 52, 10, 5, NIGHT)
    pen.disc(50, 65, 7, NIGHT)


def _raven(pen: Pen) -> None:
    pen.ellipse(48, 48, 27, 28, MOON)
    pen.fill("M52 44 L86 58 L52 68Z", GOLD)
    pen.line("M54 57 L80 58", NIGHT, 3)
    pen.disc(44, 42, 9, PARCHMENT)
    pen.disc(45, 42, 5, NIGHT)


def _hare(pen: Pen) -> None:
    for x, lean in ((38, -6), (62, 6)):
        pen.fill(f"M{x - 8} 48 L{x - 8 + lean} 16 L{x + 8 + lean} 16 L{x + 8} 48Z", SAND)
        pen.fill(f"M{x - 3} 46 L{x - 3 + lean} 22 L{x + 3 + lean} 22 L{x + 3} 46Z", EMBER)
    pen.ellipse(50, 62, 22, 20, SAND)
    _eyes(pen, 57, 10, 5, NIGHT)
    pen.fill("M44 67 L56 67 L50 74Z", EMBER)


def _fox(pen: Pen) -> None:
    pen.fill("M17 25 L40 34 L60 34 L83 25 L76 56 L50 84 L24 56Z", EMBER)
    pen.fill("M24 56 L42 58 L50 84Z", PARCHMENT)
    pen.fill("M76 56 L58 58 L50 84Z", PARCHMENT)
    _eyes(pen, 50, 13, 5, NIGHT)
    pen.disc(50, 78, 6, NIGHT)


def _frog(pen: Pen) -> None:
    pen.ellipse(50, 58, 31, 23, SAFE)
    for x in (33, 67):
        pen.disc(x, 35, 13, SAFE)
    _eyes(pen, 35, 17, 8)
    pen.line("M30 60 Q50 76 70 60", NIGHT, 5)


def _bear(pen: Pen) -> None:
    for x in (28, 72):
        pen.disc(x, 30, 11, CLAY)
        pen.disc(x, 30, 5, SAND)
    pen.ellipse(50, 53, 30, 28, CLAY)
    pen.ellipse(50, 64, 16, 13, SAND)
    _eyes(pen, 46, 13, 5, NIGHT)
    pen.ellipse(50, 59, 7, 5, NIGHT)


def _owl(pen: Pen) -> None:
    pen.fill("M20 22 L38 30 L62 30 L80 22 L80 58 Q78 84 50 84 Q22 84 20 58Z", EARTH)
    for x in (36, 64):
        pen.disc(x, 48, 16, STRAW)
    _eyes(pen, 48, 14, 12)
    pen.fill("M44 60 L56 60 L50 73Z", GOLD)


def _badger(pen: Pen) -> None:
    for x in (28, 72):
        pen.disc(x, 30, 9, BARK)
    pen.fill("M24 34 Q50 14 76 34 L70 62 Q50 92 30 62Z", PARCHMENT)
    for side in (-1, 1):
        stripe = ((9, 27), (23, 32), (18, 64), (7, 66))
        pen.fill("M" + " L".join(f"{50 + side * x} {y}" for x, y in stripe) + "Z", BARK)
    _eyes(pen, 49, 14, 4)
    pen.ellipse(50, 74, 8, 6, NIGHT)


FACES: Mapping[str, Callable[[Pen], None]] = {
    "Bramble": _hedgehog,
    "Corvin": _raven,
    "Dapple": _hare,
    "Ember": _fox,
    "Fennel": _frog,
    "Moss": _bear,
    "Quill": _owl,
    "Thistle": _badger,
}
