"""Signs of the Decktet, in squares of 100 units: suits, kinds of card, ranks, chips."""

import math
from dataclasses import dataclass

from PIL import Image

from engine.decktet import ACE, KNOTS, LEAVES, MOONS, SUNS, WAVES, WYRMS, Kind, Suit
from engine.decktet import SUITS as SUIT_NAMES

from ..colours import CLAY, SHADE
from ..figures import Figure, figure
from ..sprites import drawn_once
from ..vector import Colour, Pen, drawn

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


class TooSmallError(ValueError):
    """A sign is too small to be told from another on a phone."""


# -- Suits


def draw_suit(pen: Pen, suit: Suit, colour: Colour, ground: Colour) -> None:
    """A suit's sign in one colour. `ground` is what shows through its gaps."""
    _suit(suit).draw(pen, {"ink": colour, "ground": ground})


def _suit(suit: Suit) -> Figure:
    return figure(f"decktet/art/{SUIT_NAMES[suit].lower()}")


@drawn_once(256)
def suit_sign(suit: Suit, size: int, colour: Colour | None = None, ground: Colour = PAPER) -> Image.Image:
    """A suit's sign, `size` px, in its own colour or another. Raises TooSmallError under 60 px."""
    if size < SMALLEST_SIGN:
        raise TooSmallError(f"a sign of {size} px; the smallest is {SMALLEST_SIGN}")
    return _suit(suit).sprite(size, {"ink": colour or SUITS[suit].strong, "ground": ground})


# -- Kinds


@drawn_once(32)
def kind_sign(kind: Kind, size: int) -> Image.Image:
    """Person, tower or bolt on a dark disc, `size` px. Raises TooSmallError under 60 px."""
    if size < SMALLEST_SIGN:
        raise TooSmallError(f"a sign of {size} px; the smallest is {SMALLEST_SIGN}")

    def draw(pen: Pen) -> None:
        pen.disc(50, 50, 50, INK)
        glyph = Pen(size, size)
        figure(f"decktet/art/{kind}").draw(glyph, {"ink": PAPER})
        pen.inlay(glyph, 0.6)

    return drawn(size, size, draw)


# -- Ranks

ORNAMENTS = {10: "crown", 11: "pawn", 12: "court"}


def rank_text(rank: int) -> str:
    """A rank as it stands in a card's corner: A, 2 to 12. Crowns are 10, Pawns 11, Courts 12."""
    return "A" if rank == ACE else str(rank)


@drawn_once(16)
def rank_sign(rank: int, size: int, colour: Colour = INK) -> Image.Image:
    """The ornament of a Crown, Pawn or Court. It stands beside the number, which tells the rank."""
    return figure(f"decktet/art/{ORNAMENTS[rank]}").sprite(size, {"ink": colour})


# -- Chips


@drawn_once(64)
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


@drawn_once(64)
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
