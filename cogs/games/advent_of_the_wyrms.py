"""Advent of the Wyrms on Discord: its words, its rules pages, its slash commands."""

from collections.abc import Sequence
from dataclasses import replace

from engine import Data
from engine.advent_of_the_wyrms.events import Added, Begun, Discarded, Event, Finished, NegatedByTop, Rose
from engine.advent_of_the_wyrms.incantations import GOAL, HAND, SIZE, TOP, continuations, fits_next, ways
from engine.advent_of_the_wyrms.moves import Add, Begin, Discard, DiscardTop
from engine.advent_of_the_wyrms.state import Options, View
from engine.decktet import CARDS, EXCUSE, card_in_brief
from engine.sentences import amount, sentence
from languages import listed

from ..screens.screen import Style
from .decktet import short
from .rules import pages
from .words import Label, Offer, Words, move_path

PRIMARY, SUCCESS = Style.PRIMARY, Style.SUCCESS

KINDS = {
    "add": Label("Add to an incantation", style=SUCCESS, verb="Add to"),
    "begin": Label("Begin an incantation", emoji="✨", verb="Begin with"),
    "discard": Label("Discard a card", emoji="🗑️", verb="Discard"),
    "negate": Label("Discard from your hand", emoji="🛡️", style=PRIMARY, verb="Discard"),
    "discard-top": Label("Discard from the deck"),
}

ADDS = 3  # buttons: more ways to add are a menu, which leaves room for the other two

FIELDS = {
    "add.incantation": "To which incantation?",
    "begin.card": "With which card?",
    "discard.card": "Which card goes?",
    "negate.card": "Discard from your hand",
    "card": "Which card?",
}


def _value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    value = getattr(move, field)
    if field == "incantation":
        cards = ", ".join(map(short, view.table.incantations[value]))
        return Label(f"incantation {value + 1}", detail=cards)
    return Label(card_in_brief(value), detail=_negating(view, value) if move_path(move)[0] == "negate" else None)


def _phrase(view: View, names: Sequence[str], move: Data) -> Label | None:
    """Where a card goes comes first, because a phone cuts off the end of a long button."""
    match move:
        case Add(card, incantation):
            after = (*view.table.incantations[incantation], card)
            detail = "finishes it" if len(after) == SIZE else f"then next: {fits_next(after)}"
            return Label(f"{incantation + 1}: {card_in_brief(card)}", detail)
        case Begin(card):
            return Label(card_in_brief(card), f"then next: {fits_next((card,))}")
        case Discard(card):
            sets = _going_on(view, card)
            return Label(card_in_brief(card), f"it would go on {sets}" if sets else None)
    return None


def _kind(view: View, tag: str) -> Label | None:
    left = view.table.deck_size
    if tag != "discard-top":
        return None
    detail = f"top {TOP} of {left}" if left >= TOP else "its last card" if left else "it is empty"
    return replace(KINDS[tag], detail=detail)


def _offers(view: View, names: Sequence[str], legal: Sequence[Data]) -> list[Offer]:
    """All moves of a turn: a button for each way to add a card, menus for the others."""
    adds = sum(isinstance(move, Add) for move in legal)
    offers: list[Offer] = []
    for move in legal if view.table.step == "play" else ():
        kind, label = KINDS[move_path(move)[0]], _phrase(view, names, move)
        assert label
        menu = None if isinstance(move, Add) and adds <= ADDS else kind.text
        text = label.text if menu and not isinstance(move, Add) else f"{kind.verb} {label.text}"
        if isinstance(move, Add) and len(view.table.incantations[move.incantation]) == SIZE - 1:
            text, label = f"Finish {label.text}", replace(label, detail=None)
        offers.append(Offer(replace(label, text=text, style=kind.style), (move,), _risky(view, move), menu))
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
    """How a card negates the Wyrms card, and which incantations it fits."""
    assert view.table.wyrm is not None
    how = "against any" if card == EXCUSE else f"by {listed(ways(view.table.wyrm, card))}"
    sets = _going_on(view, card)
    return f"{how}; it would go on {sets}" if sets and card != EXCUSE else how


def _going_on(view: View, card: int) -> str:
    """The numbers of the incantations that this card fits."""
    sets = [str(number + 1) for number, cards in enumerate(view.table.incantations) if card in continuations(cards)]
    return listed(sets) if sets else ""


def _ask(view: View, names: Sequence[str]) -> str:
    table = view.table
    match table.step:
        case "play":
            return "Play a card to an incantation, or discard one."
        case "negate":
            assert table.wyrm is not None
            return f"Negate {CARDS[table.wyrm].name}: what do you discard?"
        case _:
            return "The game is over."


def _conceded(view: View) -> str:
    done = sum(len(cards) == SIZE for cards in view.table.incantations)
    return f"Given up with {done} of {GOAL} incantations finished."


BEGUN, ADDED, FINISHED, DISCARDED = "✨", "🟦", "⭐", "⬛"


def _story(events: Sequence[Event]) -> str:
    """A sign for each turn: what the player chose. None says when the wyrms rose: that would show the deck's order."""
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


NEARLY = 5  # cards left in the deck: with no more, a win was a close one


def _highlight(view: View, names: Sequence[str], events: Sequence[Event]) -> str:
    """How close it was; else how often the wyrms rose, and how often the deck negated them."""
    left, sizes = view.table.deck_size, sorted(map(len, view.table.incantations), reverse=True)
    if view.table.step == "won" and left <= NEARLY:
        return f"Only {amount(left, 'card')} left in the deck." if left else "Won with the last card of the deck."
    if view.table.step == "lost" and sizes[GOAL - 1 : GOAL] == [SIZE - 1] and sizes[GOAL - 2] == SIZE:
        return f"One card was missing for {GOAL} incantations."
    rose, by_top = (sum(isinstance(event, kind) for event in events) for kind in (Rose, NegatedByTop))
    blind = f": the deck negated {by_top}" if by_top else ""
    return f"{sentence(amount(rose, 'spell'))} of the wyrms{blind}." if rose else ""


def _aim(view: View) -> str:
    done = sum(len(cards) == SIZE for cards in view.table.incantations)
    return (
        f"Finish {GOAL} incantations of {SIZE} cards each before the deck runs out: {done} done, "
        f"{amount(view.table.deck_size, 'card')} left to draw."
    )


WORDS = Words[Options, View, Event](
    colour=0xB03A48,
    short="Wyrms",
    blurb="The wyrms gather outside the world. Finish four incantations before the deck runs out.",
    command="wyrm-advent",
    in_short="Finish four incantations before the deck runs out",
    minutes=10,
    difficulty="easy",
    options={},
    kinds=KINDS,
    ask=_ask,
    aim=_aim,
    fields=FIELDS,
    value=_value,
    phrase=_phrase,
    kind=_kind,
    risky=_risky,
    offers=_offers,
    conceded=_conceded,
    story=_story,
    highlight=_highlight,
    signs=f"incantations: {BEGUN} begun, {ADDED} a card added, {FINISHED} finished; {DISCARDED} a card discarded",
    rules=pages("advent-of-the-wyrms"),
)
