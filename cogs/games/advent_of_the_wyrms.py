"""Advent of the Wyrms on Discord: its words, its rules pages, its slash commands."""

from collections.abc import Sequence
from dataclasses import replace

from engine import Data
from engine.advent_of_the_wyrms import (
    GOAL,
    HAND,
    SIZE,
    TOP,
    Add,
    Added,
    Begin,
    Begun,
    Discard,
    Discarded,
    DiscardTop,
    Event,
    Finished,
    Options,
    View,
    continuations,
    ways,
)
from engine.decktet import CARDS, EXCUSE, SUITS, WYRMS, card_name
from engine.sentences import amount, listed

from ..screens.screen import Style
from .decktet import short
from .rules import pages
from .words import Label, Offer, Words, spell

PRIMARY, SUCCESS, DANGER = Style.PRIMARY, Style.SUCCESS, Style.DANGER

KINDS = {
    "add": Label("Add to an incantation", emoji="🧩", style=SUCCESS, verb="Add"),
    "begin": Label("Begin an incantation", emoji="✨", style=PRIMARY, verb="Begin with"),
    "discard": Label("Discard a card", emoji="🗑️", verb="Discard"),
    "negate": Label("Discard from your hand", emoji="🛡️", style=PRIMARY, verb="Discard"),
    "discard-top": Label(f"Discard the top {TOP} of the deck", emoji="🎴", style=DANGER),
}

MOST_OFFERS = 20  # buttons: a message has room for no more

FIELDS = {
    ("add", "incantation"): "To which incantation?",
    ("begin", "card"): "With which card?",
    ("discard", "card"): "Which card goes?",
}


def _field(view: View, tag: str, field: str) -> str:
    return FIELDS.get((tag, field), "Which card?")


def _value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    value = getattr(move, field)
    if field == "incantation":
        cards = ", ".join(map(short, view.table.incantations[value]))
        return Label(f"incantation {value + 1}", detail=cards)
    return Label(short(value), detail=_negating(view, value) if spell(move)[0] == "negate" else None)


def _phrase(view: View, names: Sequence[str], move: Data) -> Label | None:
    """On one's turn: a row of buttons for each card of the hand."""
    assert view.mine is not None
    match move:
        case Add(card, incantation):
            return Label(f"{short(card)} to incantation {incantation + 1}")
        case Begin(card) | Discard(card):
            return Label(short(card))
    return None


def _offers(view: View, names: Sequence[str], legal: Sequence[Data]) -> list[Offer]:
    """On one's turn every move at once, however many: in their rows they are soon found."""
    offers: list[Offer] = []
    for move in legal if view.table.step == "play" and len(legal) <= MOST_OFFERS else ():
        kind, label = KINDS[spell(move)[0]], _phrase(view, names, move)
        assert label
        text = f"{kind.verb} {label.text}"
        label = replace(label, text=text, emoji=kind.emoji, style=kind.style)
        offers.append(Offer(label, (move,), _risky(view, move)))
    return offers


def _risky(view: View, move: Data) -> str | None:
    table = view.table
    if isinstance(move, DiscardTop) and table.deck_size - TOP < HAND - table.hand_size:
        return "Discard the top of the deck? Then there is nothing left to draw: that ends the game."
    if not table.deck_size and not _wins(view, move):
        return "The deck is empty, and then you must draw: that ends the game. Do it anyway?"
    return None


def _wins(view: View, move: Data) -> bool:
    sets = view.table.incantations
    last = sum(len(cards) == SIZE for cards in sets) == GOAL - 1
    return last and isinstance(move, Add) and len(sets[move.incantation]) == SIZE - 1


def _negating(view: View, card: int) -> str:
    """How a card negates the Wyrms card, and what it would be good for otherwise."""
    assert view.table.wyrm is not None
    how = "against any" if card == EXCUSE else f"by {listed(ways(view.table.wyrm, card))}"
    sets = [str(number + 1) for number, cards in enumerate(view.table.incantations) if card in continuations(cards)]
    return f"{how}; it would go on {listed(sets)}" if sets and card != EXCUSE else how


def _ask(view: View, names: Sequence[str]) -> str:
    table = view.table
    match table.step:
        case "play":
            return "Play a card to an incantation, or discard one."
        case "negate":
            assert table.wyrm is not None
            suits = [SUITS[suit] for suit in CARDS[table.wyrm].suits if suit != WYRMS]
            by_suit = f"of {' or '.join(suits)}, " if suits else ""
            return (
                f"Negate {card_name(table.wyrm)}: discard a card {by_suit}of its rank or more, the Excuse, or the top "
                f"{TOP} of the {table.deck_size} in the deck."
            )
        case _:
            return "The game is over."


def _conceded(view: View) -> str:
    done = sum(len(cards) == SIZE for cards in view.table.incantations)
    return f"Given up with {done} of {GOAL} incantations finished."


BEGUN, ADDED, FINISHED, DISCARDED = "✨", "🟦", "⭐", "⬛"


def _story(events: Sequence[Event]) -> str:
    """A sign a turn: what was done by choice. When the wyrms rose would tell where they lie in the deck."""
    signs = list[str]()
    for event in events:
        match event:
            case Begun():
                signs.append(BEGUN)
            case Added():
                signs.append(ADDED)
            case Finished():
                signs[-1] = FINISHED
            case Discarded():
                signs.append(DISCARDED)
    return "".join(signs)


def _aim(view: View) -> str:
    done = sum(len(cards) == SIZE for cards in view.table.incantations)
    return (
        f"Finish {GOAL} incantations of {SIZE} cards each before the deck runs out: {done} done, "
        f"{amount(view.table.deck_size, 'card')} left to draw."
    )


WORDS = Words[Options, View, Event](
    colour=0xB03A48,
    blurb="The wyrms gather outside the world. Finish four incantations before the deck runs out.",
    command="wyrm-advent",
    in_short="Finish four incantations before the deck runs out",
    minutes=10,
    difficulty="easy",
    options={},
    kinds=KINDS,
    ask=_ask,
    aim=_aim,
    field=_field,
    value=_value,
    phrase=_phrase,
    risky=_risky,
    offers=_offers,
    conceded=_conceded,
    private=lambda view: False,
    story=_story,
    signs=f"incantations: {BEGUN} begun, {ADDED} a card added, {FINISHED} finished; {DISCARDED} a card discarded",
    rules=pages("advent-of-the-wyrms"),
)
