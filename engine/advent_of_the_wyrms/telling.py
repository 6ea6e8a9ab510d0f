"""What happened, in words."""

from languages import say, say_many

from ..decktet import bare_name, bare_names, card_name, card_names
from ..sentences import named, sentence
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
from .incantations import GOAL, Cards

PLAYER = named(0)


def tell(event: Event) -> str:
    words = _of_play(event) or _of_the_deck(event)
    assert words, event
    return words


def _of_play(event: Event) -> str | None:
    """What the player does."""
    match event:
        case Begun(card, incantation):
            return say(
                "{player} begins incantation {number} with {card}.",
                player=PLAYER,
                number=incantation + 1,
                card=card_name(card),
            )
        case Added(card, incantation):
            return say(
                "{player} adds {card} to incantation {number}.",
                player=PLAYER,
                card=card_name(card),
                number=incantation + 1,
            )
        case Finished(incantation, count):
            return say(
                "Incantation {number} is finished: {finished} of {goal}.",
                number=incantation + 1,
                finished=count,
                goal=GOAL,
            )
        case Discarded(card):
            return say("{player} discards {card}.", player=PLAYER, card=card_name(card))
        case Negated(wyrm, card):
            return say(
                "{player} discards {card}, and {wyrm} is negated.",
                player=PLAYER,
                card=bare_name(card),
                wyrm=bare_name(wyrm),
            )
    return None


def _of_the_deck(event: Event) -> str | None:
    """What comes from it, and what goes back."""
    match event:
        case Drew(1, None):
            return say("{player} draws a card.", player=PLAYER)
        case Drew(count, None):
            return say_many("{player} draws {count} card.", "{player} draws {count} cards.", count, player=PLAYER)
        case Drew(_, tuple(cards)):
            return say("You draw {cards}.", cards=card_names(cards))
        case Rose(wyrm):
            return say("A spell of the wyrms: {card}.", card=card_name(wyrm))
        case NegatedByTop(wyrm, cards, aside):
            return sentence(_negated(bare_name(wyrm), cards, aside))
        case SetAside(cards):
            return say("The empty hand is refilled. Set aside, of the wyrms: {cards}.", cards=bare_names(cards))
        case ShuffledBack(cards):
            return say("Shuffled back into the deck: {cards}.", cards=bare_names(cards))
        case RanOut():
            return say("A card must be drawn, and the deck is empty.")
    return None


def _negated(wyrm: str, cards: Cards, aside: Cards) -> str:
    """The top of the deck negated the Wyrms card: these cards were discarded or set aside."""
    sentences = [say("The top of the deck negates {wyrm}.", wyrm=wyrm)]
    if cards:
        sentences.append(say("Discarded: {cards}.", cards=bare_names(cards)))
    if aside:
        sentences.append(say("Set aside, of the wyrms: {cards}.", cards=bare_names(aside)))
    return " ".join(sentences if sentences[1:] else [*sentences, say("Nothing was left of it.")])
