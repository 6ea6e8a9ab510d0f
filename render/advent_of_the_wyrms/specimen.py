"""The pictures of the rules pages, every card on one sheet, and the palette that is made from both."""

from PIL import Image

from engine.advent_of_the_wyrms.state import Mine, Table, View
from engine.decktet import EXCUSE, SUITS
from languages import ENGLISH, later, say, speaking

from .. import decktet
from ..colours import NIGHT, PARCHMENT, SAND, THEME_COLOURS
from ..decktet.signs import SUITS as SUIT_COLOURS
from ..sprites import drawn_once
from ..theme import MARGIN, canvas, encode, palette_of, put, put_centred, write, write_whole
from .hand import DANGER, draw_hand, draw_ways, tick_sprite
from .incantations import DrawnIncantation, draw_incantation, height_of
from .layout import CARD, COLUMN, GAP, STRIPS, WAYS, left_of
from .piles import seal_sprite

RULES = (later("An incantation: three cards of one suit, rising"), later("A Wyrms card and what negates it"))


def rules(page: int) -> bytes:
    """A picture for a page of the rules, counted from 0."""
    return encode(_rules_ways() if page == 1 else _rules_set(), palette())


def _rules_set() -> Image.Image:
    """Two finished incantations, and two with what fits next."""
    height = height_of([(0, 1, 2)])
    picture = canvas(MARGIN + height + 90)
    forest, mill, excused = decktet.number_of("the Forest"), decktet.number_of("the Mill"), (EXCUSE,)
    waves = tuple(decktet.number_of(name) for name in ("the Journey", "the Sailor", "the Light Keeper"))
    for column, (cards, text) in enumerate(
        (
            (waves, say("all share Waves")),
            ((forest, EXCUSE, mill), say("the Excuse is wild")),
            ((forest, decktet.number_of("the Chance Meeting")), say("next: {rank} or more", rank=8)),
            (excused, say("next: {rank} or more", rank=2)),
        )
    ):
        draw_incantation(picture, (left_of(column), MARGIN), DrawnIncantation(column, cards, set(), True, height))
        middle = (left_of(column) + COLUMN // 2, MARGIN + height + 34)
        write_whole(picture, middle, text, "text", 40, PARCHMENT, "mm", COLUMN, 72, 36)
    return picture


def _rules_ways() -> Image.Image:
    """The Betrayal, and what negates it."""
    hand = tuple(decktet.number_of(name) for name in ("the Author", "the Sea", "the Forest"))
    table = Table(
        step="negate",
        hand_size=len(hand),
        deck_size=23,
        incantations=(),
        discard=(),
        wyrm=decktet.number_of("the Betrayal"),
        aside=(),
        shuffles=1,
        recent=(),
    )
    view = View(table, Mine(0, hand))
    picture = canvas(MARGIN + WAYS + GAP + CARD[1] + 70)
    draw_ways(picture, MARGIN, view)
    draw_hand(picture, MARGIN + WAYS + GAP, view)
    return picture


def specimen() -> bytes:
    """Every card of the deck, the signs and the frames."""
    sheet, height = decktet.deck_sheet(), 560
    picture = canvas(sheet.height + height)
    picture.paste(sheet, (0, 0))
    y = sheet.height + 10
    for place, suit in enumerate(SUIT_COLOURS):
        put_centred(picture, decktet.suit_sign(suit, 120, ground=NIGHT), (100 + place * 200, y + 70))
        put_centred(picture, decktet.chip(suit, 120), (100 + place * 200, y + 210))
        write(picture, (100 + place * 200, y + 300), SUITS[suit], "text", 40, SAND, "mm")
    put(picture, seal_sprite(True, 0), (MARGIN, y + 340))
    put(picture, seal_sprite(False), (MARGIN + 140, y + 340))
    for place, card in enumerate((decktet.number_of("the Harvest"), decktet.number_of("the Sea"), EXCUSE)):
        put(picture, decktet.strip(card, STRIPS, "as 2-12"), (330 + place * 280, y + 340))
    put(picture, decktet.slot(STRIPS, "7+", (0, 3)), (330, y + 440))
    put(picture, tick_sprite(True), (620, y + 450))
    put(picture, tick_sprite(False), (700, y + 450))
    return encode(picture, palette())


@drawn_once(1)
def palette() -> Image.Image:
    colours = (*THEME_COLOURS, DANGER, *decktet.COLOURS)
    with speaking(ENGLISH):
        return palette_of(colours, [decktet.deck_sheet(), _rules_set(), _rules_ways()])
