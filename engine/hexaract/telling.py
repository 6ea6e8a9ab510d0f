"""What happened, in words."""

from collections.abc import Sequence

from languages import listed

from ..decktet import CARDS, SUITS, card_names
from ..sentences import sentence
from .events import (
    AcesLeft,
    AceTaken,
    Assigned,
    Averted,
    Defeated,
    Event,
    Exhausted,
    Happened,
    Hurt,
    Passed,
    Placed,
    Rolled,
    TookBack,
    TurnedUp,
)


def tell(event: Event) -> str:
    match event:
        case Rolled(round_, dice):
            return f"Round {round_}. {{0}} rolls {listed(map(str, dice))}."
        case Assigned(card, low, high):
            return f"{{0}} puts {low} and {high} on {CARDS[card].name}."
        case TookBack(card, low, high):
            return f"{{0}} takes {low} and {high} back from {CARDS[card].name}."
        case Defeated(card, suit):
            return f"{{0}} defeats {CARDS[card].name} for a chip of {SUITS[suit]}."
        case Placed(card, suit, own):
            chip = f"their own {SUITS[suit]}" if own else f"a chip of {SUITS[suit]}"
            return f"{{0}} puts {chip} on {CARDS[card].name}."
        case Passed(card):
            return f"{{0}} passes {CARDS[card].name}."
        case Averted(card):
            return f"{{0}} averts {CARDS[card].name}."
        case AceTaken(suit):
            return f"{{0}} takes the Ace of {SUITS[suit]} for a chip of {SUITS[suit]}."
        case AcesLeft():
            return "{0} leaves the aces in play."
        case Hurt(persons, locations, damage):
            hurt = (*persons, *locations)
            do = "does" if len(hurt) == 1 else "do"
            return sentence(f"{_names(hurt)} {do} {len(hurt)} damage, {damage} in all.")
        case Happened(card, None):
            return sentence(f"{CARDS[card].name} happens. There is no chip to lose.")
        case Happened(card, int(suit)):
            return sentence(f"{CARDS[card].name} happens. It costs a chip of {SUITS[suit]}.")
        case Exhausted(cards):
            return f"Exhausted from now on: {_names(cards)}."
        case TurnedUp(cards):
            return f"On the path: {card_names(cards)}."
    raise AssertionError(event)


def _names(cards: Sequence[int]) -> str:
    """Of cards that were turned up before, and told in full then."""
    return listed(CARDS[card].name for card in cards)
