"""Sprites of Decktet cards: whole cards, strips for the cards of a set, the back, an empty place."""

from collections.abc import Sequence

from PIL import Image

from engine.decktet import ACE, CARDS, CROWN, EXCUSE, EXTENDED, Kind, Suit, short_name
from engine.sentences import sentence
from languages import number_range, say, say_many

from ..colours import BARK, CLAY, MOON, NIGHT, SAND, SHADE
from ..sprites import drawn_once
from ..theme import MARGIN, WIDTH, put, set_in, write, write_whole
from ..typefaces import Face
from ..vector import Colour, Pen, drawn, regular
from .emblems import EXCUSE_COLOURS, draw_emblem
from .signs import INK, PAPER, SUITS, draw_suit, kind_sign, rank_sign, rank_text, suit_sign

RADIUS = 18  # px: a card's corners
COLUMN = 84  # px: rank and suits, on the left of a card
SIGN = 64  # px
NAME, LINE = 52, 34  # px: the line with the name; how much room a second line adds
STRIP = 84  # px: the height of a strip
COMING, SHOWN = 248, 8  # of what comes next in a deck: the height in px, and how many cards are shown


def title(card: int) -> str:
    """A card's name as a heading: "Chance Meeting", "Ace of Moons"."""
    return sentence(short_name(card))


def number_of(name: str) -> int:
    """A card's number by its name: "the Castle"."""
    return next(number for number, card in enumerate(CARDS) if card.name == name)


def _pale(card: int) -> tuple[Colour, Colour]:
    if card == EXCUSE:
        return EXCUSE_COLOURS[2], SUITS[0].pale
    suits = CARDS[card].suits
    return SUITS[suits[0]].pale, SUITS[suits[-1]].pale


@drawn_once(256, words=True)
def card(number: int, width: int, height: int, kind: Kind | None = None) -> Image.Image:
    """A card face up, at least 220 x 384 px, with the sign of its kind if the game needs it."""
    face, name = _paper(width, height).copy(), title(number)
    _, lines = set_in(name, "strong", 40, width - 14, 2 * LINE, LINE)
    band = NAME if len(lines) == 1 else NAME + LINE
    _picture(face, number, width, height - band)
    _corner(face, number)
    write_whole(face, (width // 2, height - band // 2 - 8), name, "strong", 40, INK, "mm", width - 14, 2 * LINE, LINE)
    if kind:
        face.alpha_composite(kind_sign(kind, 76), (width - 76 - 12, 12))
    return face


@drawn_once(16)
def _paper(width: int, height: int) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.box((0, 0, width - 1, height - 1), RADIUS, SHADE)
        pen.box((0, 0, width - 1, height - 6), RADIUS, INK)
        pen.box((4, 4, width - 5, height - 10), RADIUS - 4, PAPER)

    return drawn(width, height, draw, float(min(width, height)))


def _picture(face: Image.Image, number: int, width: int, height: int) -> None:
    """The field to the right of rank and suits, above the name: two tints, and the emblem."""
    left, top, right, bottom = COLUMN + 8, 16, width - 16, height - 14
    upper, lower = _pale(number)

    def draw(pen: Pen) -> None:
        field_width, field_height = right - left, bottom - top
        pen.box((0, 0, field_width - 1, field_height - 1), 12, upper)
        if lower != upper:
            pen.box((0, field_height * 0.5, field_width - 1, field_height - 1), 12, lower)
            pen.fill(
                f"M0 {field_height * 0.5:.1f} L{field_width - 1} {field_height * 0.36:.1f} "
                f"L{field_width - 1} {field_height - 14} L0 {field_height - 14}Z",
                lower,
            )

    field = drawn(right - left, bottom - top, draw, float(min(right - left, bottom - top)))
    side = min(right - left - 12, bottom - top - 12)
    field.alpha_composite(_emblem(number, side), ((right - left - side) // 2, (bottom - top - side) // 2))
    face.alpha_composite(field, (left, top))


@drawn_once(256)
def _emblem(number: int, size: int) -> Image.Image:
    def draw(pen: Pen) -> None:
        if CARDS[number].rank == ACE:
            (suit,) = CARDS[number].suits
            draw_suit(pen, suit, SUITS[suit].strong, SUITS[suit].pale)
        else:
            draw_emblem(pen, number)

    return drawn(size, size, draw, 104)


def _corner(face: Image.Image, number: int) -> None:
    """Rank above suits. The Excuse has neither."""
    rank, suits = CARDS[number].rank, CARDS[number].suits
    middle, y = COLUMN // 2 + 6, 86
    if number == EXCUSE:
        write(face, (middle, 50), "?", "display", 64, INK, "mm")
    elif rank < CROWN:
        write(face, (middle, 48), rank_text(rank), "display", 62, INK, "mm")
    else:
        write(face, (middle, 38), rank_text(rank), "display", 48, INK, "mm")
        face.alpha_composite(rank_sign(rank, 40), (middle - 20, 62))
        y = 106
    for suit in suits:
        face.alpha_composite(suit_sign(suit, SIGN), (middle - SIGN // 2, y))
        y += SIGN + 6


@drawn_once(128, words=True)
def strip(number: int, width: int, note: str = "") -> Image.Image:
    """A card in a set, 84 px high: rank and suits in one line. The Excuse shows `note` instead."""
    face = _paper(width, STRIP).copy()
    middle = (STRIP - 6) // 2
    if number == EXCUSE:
        face.alpha_composite(_emblem(EXCUSE, 64), (14, middle - 32))
        write_whole(face, (88, middle), note or short_name(EXCUSE), "strong", 40, INK, "lm", width - 100, 72, 36)
        return face
    rank, suits = CARDS[number].rank, CARDS[number].suits
    write(face, (40, middle + 1), rank_text(rank), "display", 50 if rank < CROWN else 42, INK, "mm")
    for place, suit in enumerate(suits):
        face.alpha_composite(suit_sign(suit, 60), (74 + place * 60, middle - 30))
    return face


@drawn_once(64)
def slot(width: int, text: str, suits: tuple[Suit, ...], ground: Colour = BARK) -> Image.Image:
    """The empty place for a set's next card, 84 px high, with the ranks and suits that fit."""
    middle = (STRIP - 6) // 2

    def draw(pen: Pen) -> None:
        pen.box((0, 0, width - 1, STRIP - 7), RADIUS, CLAY)
        pen.box((3, 3, width - 4, STRIP - 10), RADIUS - 3, ground)

    face = drawn(width, STRIP, draw, float(min(width, STRIP)))
    letters: Face = "strong" if suits else "text"
    write_whole(face, (14, middle + 1), text, letters, 40, SAND, "lm", 66 if suits else width - 24, 72, 36)
    for place, suit in enumerate(suits):
        face.alpha_composite(suit_sign(suit, 60, SUITS[suit].pale, ground), (80 + place * 60, middle - 30))
    return face


@drawn_once(8)
def back(width: int, height: int) -> Image.Image:
    """A card face down: a moonlit knot of two wyrms."""

    def draw(pen: Pen) -> None:
        units = float(min(width, height))
        pen.box((0, 0, width - 1, height - 1), 14, SHADE)
        pen.box((0, 0, width - 1, height - 6), 14, INK)
        pen.box((4, 4, width - 5, height - 10), 11, (74, 58, 110))
        pen.box((10, 10, width - 11, height - 16), 8, (46, 36, 76))
        reach = units * 0.3
        middle = (width / 2, height / 2 - 3)
        pen.fill(regular(8, reach * 1.15, middle, reach * 0.8), (74, 58, 110))
        for turn, colour in ((0.0, MOON), (30.0, (74, 58, 110))):
            pen.fill(regular(6, reach * (0.9 if colour == MOON else 0.5), middle, reach * 0.45, turn - 90), colour)

    return drawn(width, height, draw, float(min(width, height)))


def excuse_span(ranks: tuple[int, ...]) -> str:
    """The ranks that an Excuse can stand for, in short: "3-6"."""
    return number_range(rank_text(ranks[0]), rank_text(ranks[-1]))


def coming(picture: Image.Image, y: int, numbers: Sequence[int]) -> None:
    """What comes next in the deck, the next card first, in two lines; COMING px high."""
    write_whole(picture, (MARGIN, y + 24), say("Next in the deck"), "text", 40, SAND, width=WIDTH // 2)
    if len(numbers) > SHOWN:
        more = say_many("and {count} more", "and {count} more", len(numbers) - SHOWN)
        write_whole(picture, (WIDTH - MARGIN, y + 24), more, "text", 40, SAND, "rm", WIDTH // 3)
    for place, number in enumerate(numbers[:SHOWN]):
        put(picture, strip(number, 276), (MARGIN + place % 4 * 292, y + 54 + place // 4 * 94))


def spread(numbers: Sequence[int]) -> Image.Image:
    """A band of 1,200 x 300 px: five cards side by side, cut off at the bottom."""
    band = Image.new("RGB", (1200, 300), NIGHT)
    for place, number in enumerate(numbers):
        put(band, card(number, 224, 384), (10 + place * 239, 24 + 14 * abs(place - 2)))
    return band


def deck_sheet() -> Image.Image:
    """All 45 cards and the back, with their kinds."""
    columns, width, height, gap = 5, 236, 392, 3
    sheet = Image.new("RGB", (1200, 20 + 10 * (height + 8)), NIGHT)
    for place, number in enumerate((*EXTENDED, None)):
        at = (8 + place % columns * (width + gap), 10 + place // columns * (height + 8))
        if number is None:
            put(sheet, back(width, height), at)
        else:
            kinds = CARDS[number].kinds
            put(sheet, card(number, width, height, kinds[0] if kinds else None), at)
    return sheet
