"""Positions in words."""

from collections.abc import Callable, Iterable, Sequence

from engine.advent_of_the_wyrms.incantations import (
    GOAL,
    SIZE,
    Incantation,
    common_suits,
    continuations,
    excuse_ranks,
    fits_next,
)
from engine.advent_of_the_wyrms.state import Table, View
from engine.advent_of_the_wyrms.telling import tell
from engine.decktet import ACE, EXCUSE, RANKS, SUITS, card_in_brief, card_name
from engine.sentences import sentence
from languages import later, say, say_many

from .. import decktet
from ..text import ALT_LIMIT, WORDS_LIMIT, joined, lately, listing
from .hand import ways_to_negate
from .incantations import cards_left, finished

TITLE = "Advent of the Wyrms"
_ENDS = {"won": later("The game is won."), "lost": later("The game is lost.")}


def alt(view: View, names: Sequence[str]) -> str:
    """The gist of the position in at most 1,024 characters; a solitaire's hand lies open."""
    table = view.table
    parts = [
        f"{TITLE}. {_score(table)}",
        listing(say("To be negated"), [card_name(table.wyrm)] if table.wyrm is not None else []),
        _hand_in_words(view, _with_rank),
        *(_next_in_words(table, number) for number, cards in enumerate(table.incantations) if len(cards) < SIZE),
    ]
    return joined(parts, " ", ALT_LIMIT)


def describe(view: View, names: Sequence[str]) -> str:
    """The whole position in lines of text, at most 3,500 characters."""
    table = view.table
    lines = [
        f"{TITLE}. {_score(table)}",
        *_wyrm_in_words(view),
        _hand_in_words(view, card_in_brief),
        *(_set_in_words(table, number) for number in range(len(table.incantations))),
        listing(say("Set aside, to be shuffled back"), _brief(table.aside), apart=True),
        listing(say("Discarded, oldest first"), map(_with_rank, table.discard)) or say("Nothing is discarded."),
        listing(say("Next in the deck"), _brief(table.coming), apart=True),
        lately(tell(event).format(*names) for event in table.recent),
    ]
    return joined(lines, "\n", WORDS_LIMIT)


def _score(table: Table) -> str:
    score = say(
        "{done} of {all} incantations finished, {left}, {discarded} discarded.",
        done=finished(table),
        all=GOAL,
        left=say_many("{count} card left in the deck", "{count} cards left in the deck", table.deck_size),
        discarded=len(table.discard),
    )
    return f"{score} {say(_ENDS[table.step])}" if table.step in _ENDS else score


def _hand_in_words(view: View, named: Callable[[int], str]) -> str:
    if view.mine is None:
        return say_many("The hand: {count} card.", "The hand: {count} cards.", view.table.hand_size)
    return listing(say("In hand"), map(named, view.mine.hand), apart=True) or say("The hand is empty.")


def _brief(cards: Sequence[int]) -> Iterable[str]:
    return map(card_in_brief, cards)


def _set_in_words(table: Table, number: int) -> str:
    cards = table.incantations[number]
    span = ""
    if EXCUSE in cards:
        span = " " + say("The Excuse stands for {ranks}.", ranks=decktet.excuse_span(excuse_ranks(cards)))
    if len(cards) == SIZE:
        suit = say(SUITS[common_suits(cards)[0]])
        title = say("Incantation {number}, finished, of {suit}", number=number + 1, suit=suit)
        return listing(title, map(_with_rank, cards)) + span
    title = say("Incantation {number}", number=number + 1)
    return f"{listing(title, _brief(cards), apart=True)}{span} {sentence(_goes_on(table, cards))}."


def _next_in_words(table: Table, number: int) -> str:
    cards = table.incantations[number]
    title = say("Incantation {number}, {done} of {all}", number=number + 1, done=len(cards), all=SIZE)
    return listing(title, [_goes_on(table, cards)])


def _goes_on(table: Table, cards: Incantation) -> str:
    if not continuations(cards) & cards_left(table):
        return say("can't go on")
    # Translators: what an incantation needs next: a rank, of a suit
    return say("next {cards}", cards=fits_next(cards))


def _with_rank(card: int) -> str:
    name = decktet.short_name(card)
    return f"{name} {RANKS[card]}" if RANKS[card] > ACE else name


def _wyrm_in_words(view: View) -> Iterable[str]:
    wyrm = view.table.wyrm
    if wyrm is None:
        return
    yield sentence(say("{card} must be negated, by one of:", card=card_name(wyrm)))
    for way in ways_to_negate(view, wyrm):
        yield f"- {listing(way.text, [way.note if way.is_open else say('not open')])}"
