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
from engine.sentences import amount, sentence

from .. import decktet
from ..text import ALT_LIMIT, WORDS_LIMIT, joined, lately
from .hand import short_name, ways_to_negate
from .incantations import cards_left, finished

TITLE = "Advent of the Wyrms"


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
    lines = [
        f"{TITLE}. {_score(table)}",
        *_wyrm_in_words(view),
        _hand_in_words(view, card_in_brief),
        *(_set_in_words(table, number) for number in range(len(table.incantations))),
        f"Set aside, to be shuffled back: {_brief(table.aside)}." if table.aside else "",
        f"Discarded, oldest first: {_ranked(table.discard)}." if table.discard else "Nothing is discarded.",
        f"Next in the deck: {_brief(table.coming)}." if table.coming else "",
        lately(tell(event).format(*names) for event in table.recent),
    ]
    return joined(lines, "\n", WORDS_LIMIT)


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
    return f"next {fits_next(cards)}" if continuations(cards) & cards_left(table) else "can't go on"


def _ranked(cards: Sequence[int]) -> str:
    return ", ".join(map(_with_rank, cards))


def _with_rank(card: int) -> str:
    return f"{short_name(card)} {RANKS[card]}" if RANKS[card] > ACE else short_name(card)


def _wyrm_in_words(view: View) -> Iterable[str]:
    wyrm = view.table.wyrm
    if wyrm is None:
        return
    yield sentence(f"{card_name(wyrm)} must be negated, by one of:")
    for way in ways_to_negate(view, wyrm):
        yield f"- {way.text}: {way.note if way.is_open else 'not open'}."
