"""The pictures and descriptions of Advent of the Wyrms.

From top to bottom: the four incantations that win; deck and discards; the incantations in progress; the ways to negate
a Wyrms card; the hand, with what each of its cards can do now, and the Wyrms card beside it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from PIL import Image

from engine.advent_of_the_wyrms.events import Added, Begun, Discarded, Drew, Event, Finished, Negated, NegatedByTop
from engine.advent_of_the_wyrms.incantations import (
    GOAL,
    HAND,
    SIZE,
    TOP,
    WYRMS_CARDS,
    Incantation,
    common_suits,
    continuations,
    excuse_ranks,
    fits_next,
    last_rank,
    ways,
)
from engine.advent_of_the_wyrms.state import Mine, Table, View
from engine.advent_of_the_wyrms.telling import tell
from engine.decktet import (
    ACE,
    CARDS,
    COURT,
    EXCUSE,
    EXTENDED,
    RANKS,
    SUITS,
    WYRMS,
    Suit,
    card_in_brief,
    card_name,
)
from engine.records import replace
from engine.sentences import amount, listed, sentence

from . import decktet
from .colours import BARK, CLAY, EARTH, EMBER, GOLD, NIGHT, PARCHMENT, SAFE, SAND, THEME_COLOURS
from .decktet.signs import SUITS as SUIT_COLOURS
from .decktet.signs import draw_suit
from .ending import ending
from .marks import Box
from .moments import Effect, Moment, burst, closes, flies, nothing, of_events
from .pictures import Pictures
from .sprites import drawn_once
from .text import ALT_LIMIT, WORDS_LIMIT, joined, lately
from .theme import MARGIN, WIDTH, canvas, encode, palette_of, put, put_centred, slab, write
from .vector import Colour, Pen, drawn, regular

TITLE = "Advent of the Wyrms"
DANGER: Colour = (74, 24, 34)  # the ground of a Wyrms card to be negated
COVER = ("the Castle", "the Consul", "the Window", "the Harvest", "the Mill")
LOST = ("the Desert", "the Savage", "the Betrayal", "the Darkness", "the Cave")
RULES = ("An incantation: three cards of one suit, rising", "A Wyrms card and what negates it")

COLUMNS, COLUMN, GAP = 4, 276, 16  # px: incantations and hand stand in the same four columns
GOALS, PILES = 112, 148
STRIPS, STRIP_STEP = 262, 88
CARD = (COLUMN, 386)
UNDER = 46  # the line below a card of the hand: what it is good for
WAYS = 212  # the four ways to negate, in a row


# -- The board


def board(view: View, names: Sequence[str]) -> bytes:
    return encode(_board(view), _palette())


def _board(view: View) -> Image.Image:
    table = view.table
    sets = sum(_height(_sets(table, row)) + GAP for row in _rows(table)) or _height(()) + GAP
    parts = [(GOALS + GAP, _goals), (PILES + GAP, _piles), (sets, _incantations), (CARD[1] + 62, _hand)]
    if table.wyrm is not None:
        parts.insert(3, (WAYS + GAP, _negating))
    if table.coming:
        parts.append((decktet.COMING, lambda picture, y, view: decktet.coming(picture, y, view.table.coming)))
    picture, y = canvas(MARGIN + sum(height for height, _ in parts) + 8), MARGIN
    for height, draw in parts:
        draw(picture, y, view)
        y += height
    return picture


def places(view: View, names: Sequence[str]) -> Mapping[str, Box]:
    """Where on the board the incantations are, the deck, the cards of the hand and the card to be negated."""
    table, right, y = view.table, WIDTH - MARGIN, MARGIN
    found = {"the incantations to win": Box(MARGIN, y, right, y + GOALS)}
    y += GOALS + GAP
    found["the deck"] = Box(_x(0), y, _x(0) + COLUMN, y + PILES - 4)
    y += PILES + GAP
    rows = _rows(table)
    for row in rows:
        height = _height(_sets(table, row))
        for column, number in enumerate(row):
            found[f"incantation {number + 1}"] = Box(_x(column), y, _x(column) + COLUMN, y + height)
        y += height + GAP
    y += 0 if rows else _height(()) + GAP
    y += WAYS + GAP if table.wyrm is not None else 0
    hand = view.mine.hand if view.mine else ()
    found["your hand"] = Box(MARGIN, y, right, y + 6 + CARD[1] + UNDER)
    for place, card in enumerate(hand):
        found[CARDS[card].name] = Box(_x(place), y + 6, _x(place) + CARD[0], y + 6 + CARD[1] + UNDER)
    if table.wyrm is not None:
        found["the Wyrms card"] = Box(_x(HAND - 1), y + 6, _x(HAND - 1) + CARD[0], y + 6 + CARD[1] + UNDER)
    return found


def moment(view: View, events: Sequence[Event]) -> Moment | None:
    """An incantation closes: light runs around it, and its seal takes its place among those that win."""
    boxes, sets = places(view, [""]), list(view.table.incantations)
    found = list[tuple[str, Sequence[Effect]]]()
    for event in events:
        if isinstance(event, Finished):
            cards = sets[event.incantation]
            suit = common_suits(cards)[0]
            sets[event.incantation] = cards[:-1]
            place = boxes[f"incantation {event.incantation + 1}"]
            goal = Box(_x(event.count - 1), MARGIN, _x(event.count - 1) + COLUMN, MARGIN + GOALS)
            seal = Effect(flies, place, (goal, _seal, (True, suit), (0.35, 0.8)))
            light, glow = Effect(closes, place, held=0.2), Effect(burst, goal, (GOLD, 0.7))
            told = f"Incantation {event.incantation + 1} closes: {event.count} of {GOAL}."
            found.append((told, (light, Effect(nothing, goal, held=0.8), seal, glow)))
    before = replace(view.table, incantations=tuple(sets), recent=())
    return of_events(found, replace(view, table=before))


def _x(column: int) -> int:
    return MARGIN + column * (COLUMN + GAP)


# -- The goal and the piles


def _goals(picture: Image.Image, y: int, view: View) -> None:
    """The four incantations needed to win: first the finished ones, with suit and ranks, then empty seals."""
    done = [(number, cards) for number, cards in enumerate(view.table.incantations) if len(cards) == SIZE]
    for place in range(GOAL):
        x = _x(place)
        if place >= len(done):
            put(picture, slab(COLUMN, GOALS, BARK), (x, y))
            put(picture, _seal(False), (x + 12, y + 7))
            write(picture, (x + 122, y + 53), "to come", "text", 38, SAND, width=150)
            continue
        number, cards = done[place]
        put(picture, slab(COLUMN, GOALS, EARTH, GOLD), (x, y))
        put(picture, _seal(True, common_suits(cards)[0]), (x + 12, y + 7))
        write(picture, (x + 122, y + 34), f"No. {number + 1}", "text", 36, GOLD, width=150)
        write(picture, (x + 122, y + 74), "·".join(map(_corner, cards)), "strong", 40, PARCHMENT, width=146)


def _corner(card: int) -> str:
    return "?" if card == EXCUSE else decktet.rank_text(RANKS[card])


@drawn_once(8)
def _seal(done: bool, suit: Suit = WYRMS) -> Image.Image:
    """A seal, 92 px: the suit of a finished incantation, or the sign of Wyrms where one is still missing."""
    ground = NIGHT if done else BARK

    def draw(pen: Pen) -> None:
        pen.fill(regular(6, 50, (50, 50)), GOLD if done else CLAY)
        pen.fill(regular(6, 44, (50, 50)), ground)
        glyph = Pen(92, 92, 104)
        draw_suit(glyph, suit, SUIT_COLOURS[suit].pale if done else CLAY, ground)
        pen.inlay(glyph, 0.66)

    return drawn(92, 92, draw)


def _piles(picture: Image.Image, y: int, view: View) -> None:
    """The deck, the discard pile with its top card, and the cards set aside."""
    table = view.table
    few = table.deck_size < 10
    put(picture, decktet.back(94, 132), (_x(0), y + 4))
    write(picture, (_x(0) + 112, y + 46), str(table.deck_size), "display", 76, EMBER if few else PARCHMENT)
    write(picture, (_x(0) + 112, y + 108), "in the deck", "text", 36, SAND, width=COLUMN - 104)
    write(picture, (_x(1) + 4, y + 24), f"{len(table.discard)} discarded", "text", 36, SAND)
    if table.discard:
        put(picture, decktet.strip(table.discard[-1], STRIPS), (_x(1), y + 52))
    if table.aside:
        write(picture, (_x(2) + 4, y + 24), f"{len(table.aside)} set aside, to be shuffled back", "text", 36, SAND)
        for place, card in enumerate(table.aside[-2:]):
            put(picture, decktet.strip(card, STRIPS), (_x(2 + place), y + 52))


# -- Ways to negate


class Way(NamedTuple):
    """One of the four ways to negate: what it takes, and which cards of the hand will do."""

    short: str
    text: str
    note: str
    is_open: bool
    suits: tuple[Suit, ...] = ()


def _negating(picture: Image.Image, y: int, view: View) -> None:
    assert view.table.wyrm is not None
    write(picture, (MARGIN, y + 22), "A spell of the wyrms: negate it by", "display", 44, EMBER)
    for place, way in enumerate(_ways(view, view.table.wyrm)):
        _way(picture, (_x(place), y + 56), way)


def _way(picture: Image.Image, at: tuple[int, int], way: Way) -> None:
    x, y = at
    put(picture, slab(COLUMN, WAYS - 56, EARTH if way.is_open else BARK, SAFE if way.is_open else None), (x, y))
    put(picture, _tick(way.is_open), (x + 14, y + 17))
    write(picture, (x + 80, y + 45), way.short, "strong", 42, PARCHMENT if way.is_open else SAND, width=190)
    for place, suit in enumerate(way.suits):
        put(picture, decktet.suit_sign(suit, 60, SUIT_COLOURS[suit].pale, EARTH), (x + 152 + place * 61, y + 14))
    write(picture, (x + COLUMN // 2, y + 112), way.note, "text", 35, SAND, "mm", COLUMN - 24)


@drawn_once(2)
def _tick(is_open: bool) -> Image.Image:
    """Whether a way is open, 54 px."""

    def draw(pen: Pen) -> None:
        pen.disc(50, 50, 48, SAFE if is_open else CLAY)
        pen.line("M26 52 L44 70 L76 32" if is_open else "M32 32 L68 68 M68 32 L32 68", NIGHT, 12)

    return drawn(54, 54, draw)


def _ways(view: View, wyrm: int) -> list[Way]:
    hand = view.mine.hand if view.mine else ()
    by_way = {way: [card for card in hand if way in ways(wyrm, card)] for way in ("suit", "rank", "excuse")}
    suits = tuple(suit for suit in CARDS[wyrm].suits if suit != WYRMS)
    rank, deck = decktet.rank_text(RANKS[wyrm]), view.table.deck_size
    named = " or ".join(SUITS[suit] for suit in suits) or "no suit: it has none but Wyrms"
    return [
        Way("suit" if suits else "no suit", f"A card of {named}", *_noted(by_way["suit"]), suits),
        Way("any rank" if rank == "A" else f"rank {rank}+", f"Rank {rank} or more", *_noted(by_way["rank"])),
        Way(f"top {TOP}", f"The top {TOP} cards of the deck", f"{deck} left", True),
        Way("Excuse", "The Excuse", *_noted(by_way["excuse"])),
    ]


def _noted(cards: Sequence[int]) -> tuple[str, bool]:
    return (", ".join(map(_short, cards)), True) if cards else ("not in hand", False)


def _short(card: int) -> str:
    return CARDS[card].name.removeprefix("the ")


# -- Incantations


def _incantations(picture: Image.Image, y: int, view: View) -> None:
    table, fresh, left = view.table, _fresh(view.table), _left(view.table)
    rows = _rows(table)
    if not rows:
        put(picture, slab(WIDTH - 2 * MARGIN, _height(()), BARK), (MARGIN, y))
        for line, hint in enumerate(("Begin an incantation:", "three cards that share a suit, in rising rank")):
            write(picture, (WIDTH // 2, y + _height(()) // 2 - 30 + 60 * line), hint, "text", 42, SAND, "mm")
    for row in rows:
        height = _height(_sets(table, row))
        for column, number in enumerate(row):
            cards = table.incantations[number]
            marked = {card for where, card in fresh if where == number}
            drawn_set = _Set(number, cards, marked, bool(continuations(cards) & left), height)
            _incantation(picture, (_x(column), y), drawn_set)
        y += height + GAP


def _fresh(table: Table) -> set[tuple[int, int]]:
    """What was played in this turn: (incantation, card)."""
    return {(event.incantation, event.card) for event in table.recent if isinstance(event, Begun | Added)}


def _rows(table: Table) -> list[list[int]]:
    """The incantations drawn card by card, four in a row: those in progress, and any finished just now."""
    fresh = {number for number, _ in _fresh(table)}
    shown = [number for number, cards in enumerate(table.incantations) if len(cards) < SIZE or number in fresh]
    return [shown[start : start + COLUMNS] for start in range(0, len(shown), COLUMNS)]


def _sets(table: Table, row: Sequence[int]) -> list[Incantation]:
    return [table.incantations[number] for number in row]


def _height(row: Sequence[Incantation]) -> int:
    """The height of a row of incantations: that of the longest one, with the place for its next card."""
    places = max((min(SIZE, len(cards) + 1) for cards in row), default=2)
    return 66 + places * STRIP_STEP + 14


def _left(table: Table) -> set[int]:
    """The cards that can still be played: they are in the hand or not yet drawn, and not of the Wyrms."""
    gone = {*table.discard, *(card for cards in table.incantations for card in cards)}
    return {card for card in EXTENDED if card not in gone and card not in WYRMS_CARDS}


class _Set(NamedTuple):
    """An incantation as it is drawn."""

    number: int
    cards: Incantation
    fresh: set[int]  # the cards of it that were just played
    can_go_on: bool
    height: int


def _incantation(picture: Image.Image, at: tuple[int, int], shown: _Set) -> None:
    (x, y), cards = at, shown.cards
    done = len(cards) == SIZE
    put(picture, slab(COLUMN, shown.height, EARTH if done else BARK, GOLD if done else None), at)
    write(picture, (x + 20, y + 36), str(shown.number + 1), "display", 44, GOLD if done else PARCHMENT)
    state = "finished" if done else f"{len(cards)} of {SIZE}" if shown.can_go_on else "can't go on"
    write(picture, (x + COLUMN - 18, y + 36), state, "strong", 36, GOLD if done else SAND, "rm", 190)
    inside = x + (COLUMN - STRIPS) // 2
    for place, card in enumerate(cards):
        strip_at = (inside, y + 64 + place * STRIP_STEP)
        if card in shown.fresh:
            put(picture, slab(STRIPS + 12, 96, GOLD), (strip_at[0] - 6, strip_at[1] - 6))
        note = f"as {decktet.excuse_span(excuse_ranks(cards))}" if card == EXCUSE else ""
        put(picture, decktet.strip(card, STRIPS, note), strip_at)
    if not done:
        put(picture, _next(cards, shown.can_go_on), (inside, y + 64 + len(cards) * STRIP_STEP))


def _next(cards: Incantation, can_go_on: bool) -> Image.Image:
    """The place for the next card: the lowest rank that fits, and the suits that the set shares."""
    if not can_go_on:
        return decktet.slot(STRIPS, "-", ())
    suits = common_suits(cards)
    lowest = decktet.rank_text(last_rank(cards) + 1)
    at_least = lowest if lowest == str(COURT) else f"{lowest}+"
    if len(suits) > 3:
        return decktet.slot(STRIPS, f"{at_least} of any suit", ())
    return decktet.slot(STRIPS, at_least, suits)


# -- The hand


def _wyrm(picture: Image.Image, at: tuple[int, int], wyrm: int) -> None:
    """The Wyrms card to negate. It takes the place of the hand's fourth card."""
    put(picture, slab(CARD[0] + 16, CARD[1] + 68, DANGER, EMBER), (at[0] - 8, at[1] - 8))
    put(picture, decktet.card(wyrm, *CARD), at)
    write(picture, (at[0] + CARD[0] // 2, at[1] + CARD[1] + 26), "negate it", "strong", 38, EMBER, "mm")


def _hand(picture: Image.Image, y: int, view: View) -> None:
    table = view.table
    hand = view.mine.hand if view.mine else (None,) * table.hand_size
    fresh = _drawn(table)
    if table.wyrm is not None:
        _wyrm(picture, (_x(HAND - 1), y + 6), table.wyrm)
    for place in range(HAND if table.wyrm is None else HAND - 1):
        at = (_x(place), y + 6)
        if place >= len(hand):
            put(picture, slab(*CARD, BARK, EARTH), at)
            continue
        card = hand[place]
        if place >= len(hand) - fresh:
            put(picture, slab(CARD[0] + 14, CARD[1] + 14, GOLD, radius=24), (at[0] - 7, at[1] - 7))
        put(picture, decktet.back(*CARD) if card is None else decktet.card(card, *CARD), at)
        if card is not None:
            text, colour = _use(table, card)
            write(picture, (at[0] + CARD[0] // 2, at[1] + CARD[1] + 28), text, "strong", 37, colour, "mm", COLUMN)


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
        found = ways(table.wyrm, card)
        return (f"by {listed(found)}", SAFE) if found else ("no use now", SAND)
    if table.step != "play":
        return "", SAND
    fits = [str(number + 1) for number, cards in enumerate(table.incantations) if card in continuations(cards)]
    return (f"goes on {listed(fits)}", SAFE) if fits else ("", SAND)


def finished(table: Table) -> int:
    return sum(len(cards) == SIZE for cards in table.incantations)


# -- Other pictures


def result(view: View, names: Sequence[str], headline: str) -> bytes:
    table = view.table
    figures = [(f"{finished(table)} of {GOAL}", "incantations"), (str(table.deck_size), "cards left in the deck")]
    title = "The wyrms are kept out" if table.step == "won" else "The wyrms are back"
    won = table.step == "won"
    band = decktet.spread([decktet.number_of(name) for name in (COVER if won else LOST)])
    return encode(ending(title, names[0], headline, figures, band, won=won), _palette())


def rules(page: int) -> bytes:
    """A picture for a page of the rules, counted from 0."""
    return encode(_rules_ways() if page == 1 else _rules_set(), _palette())


def _rules_set() -> Image.Image:
    """Two finished incantations, and two with what fits next."""
    height = _height([(0, 1, 2)])
    picture = canvas(MARGIN + height + 90)
    forest, mill, excused = decktet.number_of("the Forest"), decktet.number_of("the Mill"), (EXCUSE,)
    waves = tuple(decktet.number_of(name) for name in ("the Journey", "the Sailor", "the Light Keeper"))
    for column, (cards, text) in enumerate(
        (
            (waves, "all share Waves"),
            ((forest, EXCUSE, mill), "the Excuse is wild"),
            ((forest, decktet.number_of("the Chance Meeting")), "next: 8 or more"),
            (excused, "next: 2 or more"),
        )
    ):
        _incantation(picture, (_x(column), MARGIN), _Set(column, cards, set(), True, height))
        write(picture, (_x(column) + COLUMN // 2, MARGIN + height + 34), text, "text", 36, PARCHMENT, "mm", COLUMN)
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
    _negating(picture, MARGIN, view)
    _hand(picture, MARGIN + WAYS + GAP, view)
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
        write(picture, (100 + place * 200, y + 300), SUITS[suit], "text", 38, SAND, "mm")
    put(picture, _seal(True, 0), (MARGIN, y + 340))
    put(picture, _seal(False), (MARGIN + 140, y + 340))
    for place, card in enumerate((decktet.number_of("the Harvest"), decktet.number_of("the Sea"), EXCUSE)):
        put(picture, decktet.strip(card, STRIPS, "as 2-12"), (330 + place * 280, y + 340))
    put(picture, decktet.slot(STRIPS, "7+", (0, 3)), (330, y + 440))
    put(picture, _tick(True), (620, y + 450))
    put(picture, _tick(False), (700, y + 450))
    return encode(picture, _palette())


@drawn_once(1)
def _palette() -> Image.Image:
    colours = (*THEME_COLOURS, DANGER, *decktet.COLOURS)
    return palette_of(colours, [decktet.deck_sheet(), _rules_set(), _rules_ways()])


# -- Descriptions


def alt(view: View, names: Sequence[str]) -> str:
    """The gist of the position in at most 1,024 characters; a solitaire's hand lies open."""
    table = view.table
    parts = [
        f"{TITLE}. {_score(table)}",
        f"To be negated: {card_name(table.wyrm)}." if table.wyrm is not None else "",
        _hand_in_words(view, _with_rank),
        *(_next_in_words(table, number) for number, cards in enumerate(table.incantations) if len(cards) < SIZE),
    ]
    return joined(parts, " ", ALT_LIMIT)


def describe(view: View, names: Sequence[str]) -> str:
    """The whole position in lines of text, at most 3,500 characters."""
    table = view.table
    told = [
        f"{TITLE}. {_score(table)}",
        *_wyrm_in_words(view),
        _hand_in_words(view, card_in_brief),
        *(_set_in_words(table, number) for number in range(len(table.incantations))),
        f"Set aside, to be shuffled back: {_brief(table.aside)}." if table.aside else "",
        f"Discarded, oldest first: {_ranked(table.discard)}." if table.discard else "Nothing is discarded.",
        f"Next in the deck: {_brief(table.coming)}." if table.coming else "",
        lately(tell(event).format(*names) for event in table.recent),
    ]
    return joined(told, "\n", WORDS_LIMIT)


def _score(table: Table) -> str:
    left = f"{amount(table.deck_size, 'card')} left in the deck"
    end = {"won": " The game is won.", "lost": " The game is lost."}.get(table.step, "")
    return f"{finished(table)} of {GOAL} incantations finished, {left}, {len(table.discard)} discarded.{end}"


def _hand_in_words(view: View, named: Callable[[int], str]) -> str:
    if view.mine is None:
        return f"The hand: {amount(view.table.hand_size, 'card')}."
    return f"In hand: {'; '.join(map(named, view.mine.hand))}." if view.mine.hand else "The hand is empty."


def _brief(cards: Sequence[int]) -> str:
    return "; ".join(map(card_in_brief, cards))


def _set_in_words(table: Table, number: int) -> str:
    cards = table.incantations[number]
    span = f" The Excuse stands for {decktet.excuse_span(excuse_ranks(cards))}." if EXCUSE in cards else ""
    if len(cards) == SIZE:
        return f"Incantation {number + 1}, finished, of {SUITS[common_suits(cards)[0]]}: {_ranked(cards)}.{span}"
    return f"Incantation {number + 1}: {_brief(cards)}.{span} {sentence(_goes_on(table, cards))}."


def _next_in_words(table: Table, number: int) -> str:
    cards = table.incantations[number]
    return f"Incantation {number + 1}, {len(cards)} of {SIZE}: {_goes_on(table, cards)}."


def _goes_on(table: Table, cards: Incantation) -> str:
    return f"next {fits_next(cards)}" if continuations(cards) & _left(table) else "can't go on"


def _ranked(cards: Sequence[int]) -> str:
    return ", ".join(map(_with_rank, cards))


def _with_rank(card: int) -> str:
    return f"{_short(card)} {RANKS[card]}" if RANKS[card] > ACE else _short(card)


def _wyrm_in_words(view: View) -> Iterable[str]:
    wyrm = view.table.wyrm
    if wyrm is None:
        return
    yield sentence(f"{card_name(wyrm)} must be negated, by one of:")
    for way in _ways(view, wyrm):
        yield f"- {way.text}: {way.note if way.is_open else 'not open'}."


PICTURES = Pictures[View](
    board=board,
    places=places,
    moment=moment,
    result=result,
    alt=alt,
    describe=describe,
    rules=rules,
    rules_alt=RULES,
    specimen=specimen,
    banner=lambda: decktet.spread([decktet.number_of(name) for name in COVER]),
)
