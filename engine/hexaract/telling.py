"""What happened, in words."""

from ..decktet import SUITS, card_name, card_names
from ..sentences import listed, sentence
from .pieces import (
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
            return f"{{0}} puts {low} and {high} on {card_name(card)}."
        case TookBack(card, low, high):
            return f"{{0}} takes {low} and {high} back from {card_name(card)}."
        case Defeated(card, suit):
            return f"{{0}} defeats {card_name(card)} and takes a chip of {SUITS[suit]}."
        case Placed(card, suit, own):
            return f"{{0}} puts a chip of {SUITS[suit]}{' of their own' if own else ''} on {card_name(card)}."
        case Passed(card):
            return f"{{0}} passes {card_name(card)}."
        case Averted(card):
            return f"{{0}} averts {card_name(card)}."
        case AceTaken(suit):
            return f"{{0}} takes the Ace of {SUITS[suit]} for a chip of {SUITS[suit]}."
        case AcesLeft():
            return "{0} leaves the aces in play."
        case Hurt(persons, locations, damage):
            hurt = (*persons, *locations)
            do = "does" if len(hurt) == 1 else "do"
            return sentence(f"{card_names(hurt)} {do} {len(hurt)} damage, {damage} in all.")
        case Happened(card, None):
            return sentence(f"{card_name(card)} happens. There is no chip to lose.")
        case Happened(card, int(suit)):
            return sentence(f"{card_name(card)} happens. It costs a chip of {SUITS[suit]}.")
        case Exhausted(cards):
            return f"Exhausted from now on: {card_names(cards)}."
        case TurnedUp(cards):
            return f"On the path: {card_names(cards)}."
    raise AssertionError(event)
