"""Positions in words."""

from collections.abc import Sequence

from engine.decktet import CARDS, RANKS, SUITS, card_in_brief, card_name
from engine.hexaract.dice_and_chips import missing_suits
from engine.hexaract.state import FATAL, KINDS, PathCard, Table, View
from engine.hexaract.telling import tell
from engine.sentences import amount, sentence
from languages import listed

from ..text import ALT_LIMIT, WORDS_LIMIT, joined, lately
from .path import threat_of
from .rows import step_in_words

TITLE = "Hexaract"


def alt(view: View, names: Sequence[str]) -> str:
    """The gist of the position in at most 1,024 characters."""
    table = view.table
    held = [f"{count} {SUITS[suit]}" for suit, count in enumerate(table.supply) if count]
    parts = [
        f"{TITLE}, {_score(table)}",
        f"Dice: {', '.join(map(str, table.dice))}." if table.step not in ("won", "lost") else "",
        *(_place_in_brief(table, place) for place in table.path),
        f"Chips: {', '.join(held)}." if held else "No chips.",
    ]
    return joined(parts, " ", ALT_LIMIT)


def describe(view: View, names: Sequence[str]) -> str:
    """The whole position in lines of text, at most 3,500 characters."""
    table = view.table
    lines = [
        f"{TITLE}, {_score(table)}",
        f"Dice: {', '.join(map(str, table.dice))}. A 6 stands for any of 1 to 5."
        if table.step not in ("won", "lost")
        else "",
        f"Next: {step_in_words(table)}." if table.step not in ("won", "lost") else "",
        *_pairs_in_words(table),
        *(_place_in_words(table, place) for place in table.path),
        _supply_in_words(table),
        _aces_in_words(table),
        f"Discarded, oldest first: {_named(table.discard)}." if table.discard else "",
        f"Next in the deck: {_named(table.coming)}." if table.coming else "",
        lately(tell(event).format(*names) for event in table.recent),
    ]
    return joined(lines, "\n", WORDS_LIMIT)


def _score(table: Table) -> str:
    end = {"won": " The game is won.", "lost": " The game is lost."}.get(table.step, "")
    cards = amount(table.deck_size, "card")
    return f"round {table.round}: {table.damage} of {FATAL} damage, {cards} in the deck.{end}"


def _pairs_in_words(table: Table) -> list[str]:
    return [
        f"{pair.low} and {pair.high} lie on {CARDS[pair.card].name}{', used' if pair.used else ''}."
        for pair in table.pairs
    ]


def _place_in_words(table: Table, place: PathCard) -> str:
    kind = KINDS[place.card]
    state = f"{'exhausted ' if place.exhausted else ''}{kind}"
    missing = [SUITS[suit] for suit in missing_suits(place)]
    needs = f", still needs {listed(missing)}" if missing else ""
    threat = threat_of(table, place)[0].removeprefix("stays: ")
    return sentence(f"{card_name(place.card)}, {state}{needs}. If it stays: {threat}.")


def _place_in_brief(table: Table, place: PathCard) -> str:
    """What it is, and what it lacks or gives."""
    lying = sum(pair.card == place.card and not pair.used for pair in table.pairs)
    state = f"{'exhausted ' if place.exhausted else ''}{KINDS[place.card]}{' with a pair' * bool(lying)}"
    missing = " ".join(SUITS[suit] for suit in missing_suits(place))
    name = CARDS[place.card].name.removeprefix("the ")
    if missing:
        return f"{name} {RANKS[place.card]}, {state} lacking {missing}."
    return f"{card_in_brief(place.card)}, {state}."


def _named(cards: Sequence[int]) -> str:
    return ", ".join(CARDS[card].name.removeprefix("the ") for card in cards)


def _supply_in_words(table: Table) -> str:
    return f"Your chips: {', '.join(f'{SUITS[suit]} {count}' for suit, count in enumerate(table.supply))}."


def _aces_in_words(table: Table) -> str:
    return f"Aces in play: {listed(SUITS[suit] for suit in table.aces)}." if table.aces else "No ace is in play."
