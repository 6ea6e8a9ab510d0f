"""The hand, what each of its cards can do now, and the ways to negate a Wyrms card."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PIL import Image

from engine.advent_of_the_wyrms.events import Added, Begun, Discarded, Drew, Negated, NegatedByTop
from engine.advent_of_the_wyrms.incantations import HAND, TOP, continuations, ways
from engine.advent_of_the_wyrms.state import Table, View
from engine.decktet import CARDS, EXCUSE, RANKS, SUITS, WYRMS, Suit
from engine.sentences import sentence
from languages import later, listed, listed_or, say, say_many

from .. import decktet
from ..colours import BARK, CLAY, EARTH, EMBER, GOLD, NIGHT, PARCHMENT, SAFE, SAND
from ..decktet.signs import SUITS as SUIT_COLOURS
from ..sprites import drawn_once
from ..theme import MARGIN, WIDTH, put, set_in, slab, text_width, write_whole
from ..vector import Colour, Pen, drawn
from .layout import CARD, COLUMN, WAYS, left_of

DANGER: Colour = (74, 24, 34)  # the ground of a Wyrms card to be negated


BY: Mapping[tuple[str, ...], str] = {  # a card negates a Wyrms card in these ways
    ("suit",): later("by suit"),
    ("rank",): later("by rank"),
    ("suit", "rank"): later("by suit and rank"),
    ("excuse",): later("by excuse"),
}


class Way(NamedTuple):
    """One of the four ways to negate: what it takes, and which cards of the hand will do."""

    short: str
    text: str
    note: str
    is_open: bool
    suits: tuple[Suit, ...] = ()
    cards: int = 0  # how many cards of the hand will do


def draw_ways(picture: Image.Image, y: int, view: View) -> None:
    assert view.table.wyrm is not None
    said = say("A spell of the wyrms: negate it by")
    write_whole(picture, (MARGIN, y + 22), said, "display", 44, EMBER, width=WIDTH - 2 * MARGIN)
    for place, way in enumerate(ways_to_negate(view, view.table.wyrm)):
        _way(picture, (left_of(place), y + 56), way)


def _way(picture: Image.Image, at: tuple[int, int], way: Way) -> None:
    x, y = at
    put(picture, slab(COLUMN, WAYS - 56, EARTH if way.is_open else BARK, SAFE if way.is_open else None), (x, y))
    put(picture, tick_sprite(way.is_open), (x + 14, y + 17))
    colour, room = PARCHMENT if way.is_open else SAND, COLUMN - 82 - 61 * len(way.suits)
    size, lines = set_in(way.short, "strong", 42, room, 72)
    taken = max(text_width(line, "strong", size) for line in lines)
    left = 152 if taken <= 152 - 80 else COLUMN - 2 - 61 * len(way.suits)
    if not way.suits or (80 + taken <= left and len(lines) == 1):  # else there are only signs
        write_whole(picture, (x + 80, y + 45), way.short, "strong", 42, colour, width=room, height=72)
    for place, suit in enumerate(way.suits):
        put(picture, decktet.suit_sign(suit, 60, SUIT_COLOURS[suit].pale, EARTH), (x + left + place * 61, y + 14))
    note, box = way.note, (COLUMN - 24, 70)
    size, lines = set_in(note, "text", 40, *box)
    if any(text_width(line, "text", size) > box[0] for line in lines):  # the names are too many
        note = say_many("{count} card", "{count} cards", way.cards)
    write_whole(picture, (x + COLUMN // 2, y + 112), note, "text", 40, SAND, "mm", *box)


@drawn_once(2)
def tick_sprite(is_open: bool) -> Image.Image:
    """Whether a way is open, 54 px."""

    def draw(pen: Pen) -> None:
        pen.disc(50, 50, 48, SAFE if is_open else CLAY)
        pen.line("M26 52 L44 70 L76 32" if is_open else "M32 32 L68 68 M68 32 L32 68", NIGHT, 12)

    return drawn(54, 54, draw)


def ways_to_negate(view: View, wyrm: int) -> list[Way]:
    hand = view.mine.hand if view.mine else ()
    by_way = {way: [card for card in hand if way in ways(wyrm, card)] for way in ("suit", "rank", "excuse")}
    suits = tuple(suit for suit in CARDS[wyrm].suits if suit != WYRMS)
    rank, deck = decktet.rank_text(RANKS[wyrm]), view.table.deck_size
    of_suit = say("A card of no suit: it has none but Wyrms")
    if suits:
        of_suit = say("A card of {suits}", suits=listed_or(say(SUITS[suit]) for suit in suits))
    any_rank = say("any rank") if rank == "A" else say("rank {rank}+", rank=rank)
    top, left = say_many("top {count}", "top {count}", TOP), say_many("{count} left", "{count} left", deck)
    every = say_many("The top {count} card of the deck", "The top {count} cards of the deck", TOP)
    return [
        Way(say("suit") if suits else say("no suit"), of_suit, *_noted(by_way["suit"]), suits, len(by_way["suit"])),
        Way(any_rank, say("Rank {rank} or more", rank=rank), *_noted(by_way["rank"]), cards=len(by_way["rank"])),
        Way(top, every, left, True),
        Way(decktet.short_name(EXCUSE), sentence(say(CARDS[EXCUSE].name)), *_noted(by_way["excuse"])),
    ]


def _noted(cards: Sequence[int]) -> tuple[str, bool]:
    return (", ".join(map(decktet.short_name, cards)), True) if cards else (say("not in hand"), False)


def _wyrm(picture: Image.Image, at: tuple[int, int], wyrm: int) -> None:
    """The Wyrms card to negate. It takes the place of the hand's fourth card."""
    put(picture, slab(CARD[0] + 16, CARD[1] + 68, DANGER, EMBER), (at[0] - 8, at[1] - 8))
    put(picture, decktet.card(wyrm, *CARD), at)
    middle = (at[0] + CARD[0] // 2, at[1] + CARD[1] + 26)
    write_whole(picture, middle, say("negate it"), "strong", 40, EMBER, "mm", CARD[0])


def draw_hand(picture: Image.Image, y: int, view: View) -> None:
    table = view.table
    hand = view.mine.hand if view.mine else (None,) * table.hand_size
    fresh = _drawn(table)
    if table.wyrm is not None:
        _wyrm(picture, (left_of(HAND - 1), y + 6), table.wyrm)
    for place in range(HAND if table.wyrm is None else HAND - 1):
        at = (left_of(place), y + 6)
        if place >= len(hand):
            put(picture, slab(*CARD, BARK, EARTH), at)
            continue
        card = hand[place]
        if place >= len(hand) - fresh:
            put(picture, slab(CARD[0] + 14, CARD[1] + 14, GOLD, radius=24), (at[0] - 7, at[1] - 7))
        put(picture, decktet.back(*CARD) if card is None else decktet.card(card, *CARD), at)
        if card is not None:
            text, colour = _use(table, card)
            middle = (at[0] + CARD[0] // 2, at[1] + CARD[1] + 34)
            write_whole(picture, middle, text, "strong", 40, colour, "mm", COLUMN, 72, 36)


def _drawn(table: Table) -> int:
    """How many cards were just drawn; they are the last ones of the hand."""
    count = 0
    for event in table.recent:
        match event:
            case Drew(drawn_now):
                count += drawn_now
            case Begun() | Added() | Discarded() | Negated() | NegatedByTop():
                count = 0
    return count


def _use(table: Table, card: int) -> tuple[str, Colour]:
    """What a card of the hand can do now, in a few words."""
    if table.wyrm is not None:
        negating = ways(table.wyrm, card)
        return (say(BY[negating]), SAFE) if negating else (say("no use now"), SAND)
    if table.step != "play":
        return "", SAND
    fits = [str(number + 1) for number, cards in enumerate(table.incantations) if card in continuations(cards)]
    # Translators: a card can be laid on the incantations with these numbers
    return (say("goes on {numbers}", numbers=listed(fits)), SAFE) if fits else ("", SAND)
