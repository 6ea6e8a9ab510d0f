"""The incantations that win; deck and discards."""

from PIL import Image

from engine.advent_of_the_wyrms.incantations import GOAL, SIZE, common_suits
from engine.advent_of_the_wyrms.state import View
from engine.decktet import EXCUSE, RANKS, WYRMS, Suit
from languages import say, say_many

from .. import decktet
from ..colours import BARK, CLAY, EARTH, EMBER, GOLD, NIGHT, PARCHMENT, SAND
from ..decktet.signs import SUITS as SUIT_COLOURS
from ..decktet.signs import draw_suit
from ..sprites import drawn_once
from ..theme import put, slab, write, write_whole
from ..vector import Pen, drawn, regular
from .layout import COLUMN, STRIPS, left_of

GOALS, PILES = 112, 148


def draw_goals(picture: Image.Image, y: int, view: View) -> None:
    """The four incantations needed to win: first the finished ones, with suit and ranks, then empty seals."""
    done = [(number, cards) for number, cards in enumerate(view.table.incantations) if len(cards) == SIZE]
    for place in range(GOAL):
        x = left_of(place)
        if place >= len(done):
            put(picture, slab(COLUMN, GOALS, BARK), (x, y))
            put(picture, seal_sprite(False), (x + 12, y + 7))
            write_whole(picture, (x + 122, y + 53), say("to come"), "text", 40, SAND, width=150, height=72, step=36)
            continue
        number, cards = done[place]
        put(picture, slab(COLUMN, GOALS, EARTH, GOLD), (x, y))
        put(picture, seal_sprite(True, common_suits(cards)[0]), (x + 12, y + 7))
        write_whole(picture, (x + 122, y + 34), say("No. {number}", number=number + 1), "text", 40, GOLD, width=150)
        write(picture, (x + 122, y + 74), "·".join(map(_corner, cards)), "strong", 40, PARCHMENT, width=146)


def _corner(card: int) -> str:
    return "?" if card == EXCUSE else decktet.rank_text(RANKS[card])


@drawn_once(8)
def seal_sprite(done: bool, suit: Suit = WYRMS) -> Image.Image:
    """A seal, 92 px: the suit of a finished incantation, or the sign of the Wyrms for a missing one."""
    ground = NIGHT if done else BARK

    def draw(pen: Pen) -> None:
        pen.fill(regular(6, 50, (50, 50)), GOLD if done else CLAY)
        pen.fill(regular(6, 44, (50, 50)), ground)
        glyph = Pen(92, 92, 104)
        draw_suit(glyph, suit, SUIT_COLOURS[suit].pale if done else CLAY, ground)
        pen.inlay(glyph, 0.66)

    return drawn(92, 92, draw)


def draw_piles(picture: Image.Image, y: int, view: View) -> None:
    """The deck, the discard pile with its top card, and the cards set aside."""
    table = view.table
    few = table.deck_size < 10
    put(picture, decktet.back(94, 132), (left_of(0), y + 4))
    write(picture, (left_of(0) + 112, y + 46), str(table.deck_size), "display", 76, EMBER if few else PARCHMENT)
    room = COLUMN - 104
    write_whole(
        picture, (left_of(0) + 112, y + 108), say("in the deck"), "text", 40, SAND, width=room, height=72, step=36
    )
    discarded = say_many("{count} discarded", "{count} discarded", len(table.discard))
    write_whole(picture, (left_of(1) + 4, y + 24), discarded, "text", 40, SAND, width=COLUMN)
    if table.discard:
        put(picture, decktet.strip(table.discard[-1], STRIPS), (left_of(1), y + 52))
    if table.aside:
        aside = say_many(
            "{count} set aside, to be shuffled back", "{count} set aside, to be shuffled back", len(table.aside)
        )
        write_whole(picture, (left_of(2) + 4, y + 24), aside, "text", 40, SAND, width=2 * COLUMN)
        for place, card in enumerate(table.aside[-2:]):
            put(picture, decktet.strip(card, STRIPS), (left_of(2 + place), y + 52))
