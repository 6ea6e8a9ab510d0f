"""Signs of the Decktet, in squares of 100 units: suits, kinds of card, ranks, chips."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.decktet import ACE, KNOTS, LEAVES, MOONS, SUNS, WAVES, WYRMS, Kind, Suit

from ..colours import CLAY, SHADE
from ..vector import Colour, Pen, drawn, regular

PAPER: Colour = (250, 238, 212)  # the face of a card
INK: Colour = (48, 34, 42)
FAINT: Colour = (214, 196, 166)  # lines on paper, and what is missing

SMALLEST_SIGN = 60  # px: smaller ones can't be told apart on a phone


@dataclass(frozen=True)
class SuitColours:
    strong: Colour  # the sign itself
    pale: Colour  # a field behind it
    deep: Colour  # the rim of a chip


SUITS: dict[Suit, SuitColours] = {
    MOONS: SuitColours((82, 90, 118), (204, 208, 218), (44, 48, 70)),
    SUNS: SuitColours((234, 138, 16), (255, 221, 146), (142, 72, 8)),
    WAVES: SuitColours((26, 124, 216), (172, 216, 246), (12, 62, 122)),
    LEAVES: SuitColours((72, 146, 48), (196, 224, 156), (34, 80, 30)),
    WYRMS: SuitColours((206, 42, 54), (248, 186, 172), (112, 16, 34)),
    KNOTS: SuitColours((142, 72, 180), (222, 194, 238), (76, 32, 104)),
}
COLOURS: tuple[Colour, ...] = (
    PAPER,
    INK,
    FAINT,
    *(colour for suit in SUITS.values() for colour in (suit.strong, suit.pale, suit.deep)),
)

WAVE = "M5 {0} C16 {1} 28 {1} 38 {0} C48 {2} 60 {2} 70 {0} C79 {1} 90 {1} 96 {0}"
KNOT_ROPE, KNOT_GAP = 13.0, 23.0  # units


class TooSmallError(ValueError):
    """A sign is too small to be told from another on a phone."""


# -- Suits


def _moons(pen: Pen, colour: Colour, ground: Colour) -> None:
    pen.fill(
        "M70 5 C30 -3 3 22 4 54 C6 84 34 102 64 94 C79 90 91 79 95 65 C74 77 47 69 43 45 C40 27 51 11 70 5Z", colour
    )
    pen.fill(regular(5, 17, (78, 33), 7), colour)


def _suns(pen: Pen, colour: Colour, ground: Colour) -> None:
    pen.fill(regular(10, 51, (50, 50), 31), colour)
    pen.disc(50, 50, 26, ground)
    pen.disc(50, 50, 19, colour)


def _waves(pen: Pen, colour: Colour, ground: Colour) -> None:
    for middle in (22, 50, 78):
        pen.line(WAVE.format(middle, middle - 19, middle + 19), colour, 14)


def _leaves(pen: Pen, colour: Colour, ground: Colour) -> None:
    pen.fill("M95 4 C42 2 7 28 9 64 C10 73 12 79 16 84 L3 95 L10 100 L25 89 C70 102 104 62 95 4Z", colour)
    for path in ("M22 80 L76 24", "M38 63 L36 40", "M56 44 L54 26", "M44 58 L66 60", "M60 40 L80 42"):
        pen.line(path, ground, 5)


def _wyrms(pen: Pen, colour: Colour, ground: Colour) -> None:
    pen.line("M10 92 C44 104 90 92 84 68 C78 48 20 58 17 33 C15 16 36 9 60 17", colour, 16)
    pen.fill("M50 4 L66 0 L82 6 L99 22 L90 31 L74 29 L64 35 L50 29Z", colour)
    pen.fill("M14 84 L0 80 L4 96 L14 100Z", colour)
    for spike in ("M80 52 L97 46 L91 66Z", "M30 51 L34 70 L46 58Z", "M62 86 L72 72 L78 84Z"):
        pen.fill(spike, colour)
    pen.disc(74, 14, 4.5, ground)


def _knots(pen: Pen, colour: Colour, ground: Colour) -> None:
    """Two long loops, each over the other in turn."""
    for turn in (45, -45):
        pen.outline(_oval(turn), colour, KNOT_ROPE)
    for turn, crossings in ((45, (64, 244)), (-45, (64, 244))):
        for crossing in crossings:
            pen.line(_oval(turn, crossing - 13, crossing + 13), ground, KNOT_GAP)
            pen.line(_oval(turn, crossing - 24, crossing + 24), colour, KNOT_ROPE)


def _oval(turn: float, start: float = 0, end: float = 351) -> str:
    """A long oval around the middle, turned, or a part of it between two angles. Angles are in degrees."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    points = []
    for step in range(37):  # few enough steps for round joints
        angle = math.radians(start + (end - start) * step / 36)
        x, y = 53 * math.cos(angle), 26 * math.sin(angle)
        points.append(f"{50 + x * cos - y * sin:.2f} {50 + x * sin + y * cos:.2f}")
    return "M" + " L".join(points)


DrawSign = Callable[[Pen, Colour, Colour], None]
_SUIT_SIGNS: dict[Suit, DrawSign] = {
    MOONS: _moons,
    SUNS: _suns,
    WAVES: _waves,
    LEAVES: _leaves,
    WYRMS: _wyrms,
    KNOTS: _knots,
}


def draw_suit(pen: Pen, suit: Suit, colour: Colour, ground: Colour) -> None:
    """A suit's sign in one colour. `ground` is what shows through its gaps."""
    _SUIT_SIGNS[suit](pen, colour, ground)


@lru_cache(maxsize=256)
def suit_sign(suit: Suit, size: int, colour: Colour | None = None, ground: Colour = PAPER) -> Image.Image:
    """A suit's sign, `size` px, in its own colour or another. Raises TooSmallError under 60 px."""
    if size < SMALLEST_SIGN:
        raise TooSmallError(f"a sign of {size} px; the smallest is {SMALLEST_SIGN}")
    return drawn(size, size, lambda pen: draw_suit(pen, suit, colour or SUITS[suit].strong, ground), 104)


# -- Kinds


_PERSON = (
    "M50 8 C64 8 72 18 72 32 C72 46 62 56 50 56 C38 56 28 46 28 32 C28 18 36 8 50 8Z M6 98"
    " C6 72 24 60 50 60 C76 60 94 72 94 98Z"
)
_LOCATION = (
    "M14 98 L14 36 L8 36 L8 10 L24 10 L24 20 L36 20 L36 10 L64 10 L64 20 L76 20 L76 10 L92 10"
    " L92 36 L86 36 L86 98 L62 98 L62 74 C62 56 38 56 38 74 L38 98Z"
)
_EVENT = "M60 0 L12 58 L44 58 L32 100 L90 36 L56 36 L76 0Z"
KIND_PATHS: dict[Kind, str] = {"personality": _PERSON, "location": _LOCATION, "event": _EVENT}


@lru_cache(maxsize=32)
def kind_sign(kind: Kind, size: int) -> Image.Image:
    """Person, tower or bolt on a dark disc, `size` px. Raises TooSmallError under 60 px."""
    if size < SMALLEST_SIGN:
        raise TooSmallError(f"a sign of {size} px; the smallest is {SMALLEST_SIGN}")

    def draw(pen: Pen) -> None:
        pen.disc(50, 50, 50, INK)
        glyph = Pen(size, size)
        glyph.fill(KIND_PATHS[kind], PAPER)
        pen.inlay(glyph, 0.6)

    return drawn(size, size, draw)


# -- Ranks

CROWN_PATH = "M4 86 L0 26 L26 52 L50 8 L74 52 L100 26 L96 86Z"
PAWN_PATH = (
    "M50 4 C64 4 72 14 72 26 C72 34 68 40 62 44 L72 44 L72 54 L62 54 C63 68 70 76 82 82 L82 96"
    " L18 96 L18 82 C30 76 37 68 38 54 L28 54 L28 44 L38 44 C32 40 28 34 28 26 C28 14 36 4 50 4Z"
)
COURT_PATH = (
    "M50 2 L98 34 L98 42 L2 42 L2 34Z M10 46 L26 46 L26 80 L10 80Z M42 46 L58 46 L58 80 L42 80Z"
    " M74 46 L90 46 L90 80 L74 80Z M2 84 L98 84 L98 98 L2 98Z"
)
RANK_PATHS = {10: CROWN_PATH, 11: PAWN_PATH, 12: COURT_PATH}


def rank_text(rank: int) -> str:
    """A rank as it stands in a card's corner: A, 2 to 12. Crowns are 10, Pawns 11, Courts 12."""
    return "A" if rank == ACE else str(rank)


@lru_cache(maxsize=16)
def rank_sign(rank: int, size: int, colour: Colour = INK) -> Image.Image:
    """The ornament of a Crown, Pawn or Court. It stands beside the number, which tells the rank."""
    return drawn(size, size, lambda pen: pen.fill(RANK_PATHS[rank], colour))


# -- Chips


@lru_cache(maxsize=64)
def chip(suit: Suit, size: int) -> Image.Image:
    """A chip of a suit, `size` px."""
    colours = SUITS[suit]

    def draw(pen: Pen) -> None:
        pen.disc(50, 52, 48, SHADE)
        pen.disc(50, 48, 48, colours.deep)
        for angle in range(0, 360, 45):
            x, y = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            pen.line(f"M{50 + 43 * x:.1f} {48 + 43 * y:.1f} L{50 + 45 * x:.1f} {48 + 45 * y:.1f}", PAPER, 7)
        pen.disc(50, 48, 40, PAPER)
        _inlaid(pen, suit, size, colours.strong, PAPER, 0.62)

    return drawn(size, size, draw)


@lru_cache(maxsize=64)
def empty_chip(suit: Suit, size: int, ground: Colour) -> Image.Image:
    """The place of a missing chip: a broken ring with the suit's sign, `size` px."""

    def draw(pen: Pen) -> None:
        for angle in range(0, 360, 30):
            ends = [
                f"{50 + 45 * math.cos(math.radians(at)):.1f} {48 + 45 * math.sin(math.radians(at)):.1f}"
                for at in (angle - 7, angle, angle + 7)
            ]
            pen.line("M" + " L".join(ends), CLAY, 5)
        _inlaid(pen, suit, size, SUITS[suit].pale, ground, 0.6)

    return drawn(size, size, draw)


def _inlaid(pen: Pen, suit: Suit, size: int, colour: Colour, ground: Colour, share: float) -> None:
    glyph = Pen(size, size, 104)
    draw_suit(glyph, suit, colour, ground)
    pen.inlay(glyph, share)
