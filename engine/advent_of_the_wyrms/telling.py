"""What happened, in words."""

from collections.abc import Sequence

from languages import listed

from ..decktet import CARDS, card_name, card_names
from ..sentences import amount, sentence
from .events import (
    Added,
    Begun,
    Discarded,
    Drew,
    Event,
    Finished,
    Negated,
    NegatedByTop,
    RanOut,
    Rose,
    SetAside,
    ShuffledBack,
)
from .incantations import GOAL


def tell(event: Event) -> str:
    match event:
        case Begun(card, incantation):
            return f"{{0}} begins incantation {incantation + 1} with {card_name(card)}."
        case Added(card, incantation):
            return f"{{0}} adds {card_name(card)} to incantation {incantation + 1}."
        case Finished(incantation, count):
            return f"Incantation {incantation + 1} is finished: {count} of {GOAL}."
        case Discarded(card):
            return f"{{0}} discards {card_name(card)}."
        case Drew(1, None):
            return "{0} draws a card."
        case Drew(count, None):
            return f"{{0}} draws {amount(count, 'card')}."
        case Drew(_, tuple(cards)):
            return f"You draw {card_names(cards)}."
        case Rose(wyrm):
            return f"A spell of the wyrms: {card_name(wyrm)}."
        case Negated(wyrm, card):
            return f"{{0}} discards {CARDS[card].name}, and {CARDS[wyrm].name} is negated."
        case NegatedByTop(wyrm, cards, aside):
            top = f" Discarded: {_names(cards)}." if cards else ""
            top += f" Set aside, of the wyrms: {_names(aside)}." if aside else ""
            return sentence(f"{CARDS[wyrm].name} is negated by the top of the deck.{top or ' Nothing was left of it.'}")
        case SetAside(cards):
            return f"The empty hand is refilled. Set aside, of the wyrms: {_names(cards)}."
        case ShuffledBack(cards):
            return f"Shuffled back into the deck: {_names(cards)}."
        case RanOut():
            return "A card must be drawn, and the deck is empty."
    raise AssertionError(event)


def _names(cards: Sequence[int]) -> str:
    """Of cards that come to no hand: their names alone."""
    return listed(CARDS[card].name for card in cards)
