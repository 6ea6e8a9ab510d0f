"""What happened, in words."""

from collections.abc import Sequence

from languages import listed, say, say_many

from ..decktet import bare_name, bare_names, card_names, suit_name
from ..sentences import named, sentence
from .events import (
    AcesLeft,
    AceTaken,
    ActionEvent,
    Assigned,
    Averted,
    Defeated,
    DiceEvent,
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

PLAYER = named(0)


def tell(event: Event) -> str:
    match event:
        case Rolled() | Assigned() | TookBack():
            return _of_dice(event)
        case Hurt(persons, locations, damage):
            return _hurt((*persons, *locations), damage)
        case Happened(card, suit):
            return sentence(_happened(bare_name(card), suit))
        case Exhausted(cards):
            return say("Exhausted from now on: {cards}.", cards=bare_names(cards))
        case TurnedUp(cards):
            return say("On the path: {cards}.", cards=card_names(cards))
        case _:
            return _of_actions(event)


def _of_dice(event: DiceEvent) -> str:
    match event:
        case Rolled(round_, dice):
            return say(
                "Round {round}. {player} rolls {dice}.", round=round_, player=PLAYER, dice=listed(map(str, dice))
            )
        case Assigned(card, low, high):
            return say("{player} puts {low} and {high} on {card}.", **_pair(card, low, high))
        case TookBack(card, low, high):
            return say("{player} takes {low} and {high} back from {card}.", **_pair(card, low, high))


def _pair(card: int, low: int, high: int) -> dict[str, object]:
    return {"player": PLAYER, "low": low, "high": high, "card": bare_name(card)}


def _of_actions(event: ActionEvent) -> str:
    match event:
        case Defeated(card, suit):
            return say(
                "{player} defeats {card} for a chip of {suit}.",
                player=PLAYER,
                card=bare_name(card),
                suit=suit_name(suit),
            )
        case Placed(card, suit, True):
            return say("{player} puts their own {suit} on {card}.", **_placed(card, suit))
        case Placed(card, suit):
            return say("{player} puts a chip of {suit} on {card}.", **_placed(card, suit))
        case Passed(card):
            return say("{player} passes {card}.", player=PLAYER, card=bare_name(card))
        case Averted(card):
            return say("{player} averts {card}.", player=PLAYER, card=bare_name(card))
        case AceTaken(suit):
            return say("{player} takes the Ace of {suit} for a chip of {suit}.", player=PLAYER, suit=suit_name(suit))
        case AcesLeft():
            return say("{player} leaves the aces in play.", player=PLAYER)


def _placed(card: int, suit: int) -> dict[str, object]:
    return {"player": PLAYER, "suit": suit_name(suit), "card": bare_name(card)}


def _happened(card: str, suit: int | None) -> str:
    if suit is None:
        return say("{card} happens. There is no chip to lose.", card=card)
    return say("{card} happens. It costs a chip of {suit}.", card=card, suit=suit_name(suit))


def _hurt(cards: Sequence[int], damage: int) -> str:
    """Each of these did 1 damage."""
    told = say_many(
        "{cards} does {count} damage, {damage} in all.",
        "{cards} do {count} damage, {damage} in all.",
        len(cards),
        cards=bare_names(cards),
        damage=damage,
    )
    return sentence(told)
