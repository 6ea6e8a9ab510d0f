"""Positions in words."""

from collections.abc import Sequence

from engine.decktet import CARDS, RANKS, SUITS, card_in_brief, card_name
from engine.hexaract.dice_and_chips import missing_suits
from engine.hexaract.state import FATAL, KINDS, PathCard, Table, View
from engine.hexaract.telling import tell
from engine.sentences import sentence
from languages import later, listed, say, say_as, say_many

from .. import decktet
from ..text import ALT_LIMIT, WORDS_LIMIT, joined, lately, listing
from .path import EXHAUSTED, UPRIGHT, threat_of
from .rows import step_in_words

TITLE = "Hexaract"
ENDED = ("won", "lost")
_ENDS = {"won": later("The game is won."), "lost": later("The game is lost.")}
WITH_PAIR = {
    "person": later("person with a pair"),
    "location": later("location with a pair"),
    "event": later("event with a pair"),
}
EXHAUSTED_WITH_PAIR = {
    "person": later("exhausted person with a pair"),
    "location": later("exhausted location with a pair"),
    "event": later("exhausted event with a pair"),
}


def alt(view: View, names: Sequence[str]) -> str:
    """The gist of the position in at most 1,024 characters."""
    table = view.table
    held = [f"{count} {say(SUITS[suit])}" for suit, count in enumerate(table.supply) if count]
    parts = [
        _score(table),
        "" if table.step in ENDED else _dice(table),
        *(_place_in_brief(table, place) for place in table.path),
        listing(say("Chips"), held) or say("No chips."),
    ]
    return joined(parts, " ", ALT_LIMIT)


def describe(view: View, names: Sequence[str]) -> str:
    """The whole position in lines of text, at most 3,500 characters."""
    table = view.table
    over = table.step in ENDED
    lines = [
        _score(table),
        "" if over else f"{_dice(table)} {say('A 6 stands for any of 1 to 5.')}",
        "" if over else listing(say_as("what follows", "Next"), [step_in_words(table)]),
        *_pairs_in_words(table),
        *(_place_in_words(table, place) for place in table.path),
        listing(say("Your chips"), (f"{say(SUITS[suit])} {count}" for suit, count in enumerate(table.supply))),
        _aces_in_words(table),
        listing(say("Discarded, oldest first"), map(decktet.short_name, table.discard)),
        listing(say("Next in the deck"), map(decktet.short_name, table.coming)),
        lately(tell(event).format(*names) for event in table.recent),
    ]
    return joined(lines, "\n", WORDS_LIMIT)


def _score(table: Table) -> str:
    score = say(
        "{game}, round {round}: {damage} of {fatal} damage, {cards} in the deck.",
        game=TITLE,
        round=table.round,
        damage=table.damage,
        fatal=FATAL,
        cards=say_many("{count} card", "{count} cards", table.deck_size),
    )
    return f"{score} {say(_ENDS[table.step])}" if table.step in _ENDS else score


def _dice(table: Table) -> str:
    return listing(say("Dice"), map(str, table.dice))


def _pairs_in_words(table: Table) -> list[str]:
    said = []
    for pair in table.pairs:
        text = say("{low} and {high} lie on {card}, used.") if pair.used else say("{low} and {high} lie on {card}.")
        said.append(text.format(low=pair.low, high=pair.high, card=say(CARDS[pair.card].name)))
    return said


def _place_in_words(table: Table, place: PathCard) -> str:
    state = say((EXHAUSTED if place.exhausted else UPRIGHT)[KINDS[place.card]])
    text, suits = f"{card_name(place.card)}, {state}.", missing_suits(place)
    if suits:
        missing = listed(say(SUITS[suit]) for suit in suits)
        text = say("{card}, {kind}, still needs {suits}.", card=card_name(place.card), kind=state, suits=missing)
    return f"{sentence(text)} {listing(say('If it stays'), [threat_of(table, place)[0]])}"


def _place_in_brief(table: Table, place: PathCard) -> str:
    """A card of the path in brief: what it is, and what it lacks or gives."""
    lying = any(pair.card == place.card and not pair.used for pair in table.pairs)
    names = (EXHAUSTED_WITH_PAIR if lying else EXHAUSTED) if place.exhausted else WITH_PAIR if lying else UPRIGHT
    state, missing = say(names[KINDS[place.card]]), " ".join(say(SUITS[suit]) for suit in missing_suits(place))
    if not missing:
        return f"{card_in_brief(place.card)}, {state}."
    card = f"{decktet.short_name(place.card)} {RANKS[place.card]}"
    return say("{card}, {kind} lacking {suits}.", card=card, kind=state, suits=missing)


def _aces_in_words(table: Table) -> str:
    aces = [say(SUITS[suit]) for suit in table.aces]
    return listing(say("Aces in play"), [listed(aces)]) if aces else say("No ace is in play.")
