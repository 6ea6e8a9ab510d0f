"""What happened, in words."""

from collections.abc import Sequence
from itertools import pairwise

from languages import say

from ..game import Seat
from ..sentences import named
from .events import (
    Advanced,
    Aimed,
    Distracted,
    Event,
    Kept,
    Left,
    Looked,
    Lost,
    Mismatched,
    OutOfReach,
    Passed,
    Pointed,
    Saved,
    Scouted,
    TurnedUp,
    Unseen,
)
from .state import DRAGONS, ROWS


def feat(events: Sequence[Event]) -> str:
    """Whether a wild enchantment has come off: the egg that is saved is the one of the latest attempt."""
    attempts = [event for event in events if isinstance(event, Aimed | Saved)]
    pairs = pairwise(attempts)
    return "wild-enchantment" if any(isinstance(two, Saved) and _is_wild(one) for one, two in pairs) else ""


def _is_wild(event: Event) -> bool:
    return isinstance(event, Aimed) and event.wild


def tell(event: Event) -> str:
    sentence = _of_knowledge(event) or _of_eggs(event) or _of_strike_dragons(event)
    assert sentence, event
    return sentence


def _of_knowledge(event: Event) -> str | None:
    """Who looked at what, and what they showed."""
    return _of_cards(event) or _of_looks(event)


def _of_cards(event: Event) -> str | None:
    match event:
        case Looked(_, owner, position, int(dragon), audience=(_,)):
            return say(
                "{card} is {dragon}. Only you know.", card=card_name(owner, position), dragon=dragon_name(dragon)
            )
        case Looked(seat, owner, position, int(dragon)):
            return say(
                "{player} studied {card}, {dragon}.",
                player=named(seat),
                card=card_name(owner, position),
                dragon=dragon_name(dragon),
            )
        case Looked(seat, owner, position):
            return say("{player} looked at {card}.", player=named(seat), card=card_name(owner, position))
        case TurnedUp(seat, owner, position, dragon):
            return say(
                "{player} turned {card} face up: {dragon}.",
                player=named(seat),
                card=card_name(owner, position),
                dragon=dragon_name(dragon),
            )
        case Pointed(seat, owner, position, int(cell)):
            return say(
                "{player} pointed: {card} matches egg {egg}.",
                player=named(seat),
                card=card_name(owner, position),
                egg=cell_name(cell),
            )
        case Pointed(seat, owner, position, row=int(row)):
            return say(
                "{player} pointed: {card} matches {strike}.",
                player=named(seat),
                card=card_name(owner, position),
                strike=strike_name(row),
            )
        case Kept(seat):
            return say("{player} showed nothing.", player=named(seat))
    return None


def _of_looks(event: Event) -> str | None:
    match event:
        case Scouted(_, cell, int(dragon)):
            return say("Egg {egg} is {dragon}. Only you know.", egg=cell_name(cell), dragon=dragon_name(dragon))
        case Scouted(seat, cell):
            return say("{player} scouted egg {egg}.", player=named(seat), egg=cell_name(cell))
        case Unseen(seat, cell=int(cell)):
            return say(
                "{player} scouted egg {egg}. Nobody saw it: the seat is empty.",
                player=named(seat),
                egg=cell_name(cell),
            )
        case Unseen(seat, int(owner), int(position)):
            return say(
                "{player} looked at {card}. Nobody saw it: the seat is empty.",
                player=named(seat),
                card=card_name(owner, position),
            )
        case Passed(seat):
            return say("{player} had nothing to do and was skipped.", player=named(seat))
    return None


def _of_eggs(event: Event) -> str | None:
    match event:
        case Aimed(seat, position, cell, dragon, wild):
            return _aimed(
                wild, player=named(seat), number=position + 1, egg=cell_name(cell), dragon=dragon_name(dragon)
            )
        case Saved(seat, cell, dragon, by_strike=True):
            return say(
                "{player} saved egg {egg}: {dragon} is also the strike dragon there.",
                player=named(seat),
                egg=cell_name(cell),
                dragon=dragon_name(dragon),
            )
        case Saved(seat, cell, dragon):
            return say(
                "{player} saved egg {egg}: a match, {dragon}.",
                player=named(seat),
                egg=cell_name(cell),
                dragon=dragon_name(dragon),
            )
        case Mismatched(_, _, cell, card, dragon):
            return say(
                "No match: egg {egg} was {dragon}. It is lost, and {card} with it.",
                egg=cell_name(cell),
                dragon=dragon_name(dragon),
                card=dragon_name(card),
            )
        case Lost(cell, dragon):
            return say("Egg {egg} is lost: {dragon}.", egg=cell_name(cell), dragon=dragon_name(dragon))
        case OutOfReach():
            return say("Too few eggs are left to reach the target.")
    return None


def _aimed(wild: bool, **values: object) -> str:
    if wild:
        return say("{player} tried card {number} on egg {egg} (wild enchantment): {dragon}.", **values)
    return say("{player} tried card {number} on egg {egg} (enchantment): {dragon}.", **values)


def _of_strike_dragons(event: Event) -> str | None:
    match event:
        case Advanced(seat, row, column, None):
            return say(
                "{player} moved {strike} to column {column}.",
                player=named(seat),
                strike=strike_name(row),
                column=column,
            )
        case Advanced(seat, row, 5, int(dragon)):
            return say(
                "{player} moved {strike} to column 5. It is {dragon}, and it turns back.",
                player=named(seat),
                strike=strike_name(row),
                dragon=dragon_name(dragon),
            )
        case Advanced(seat, row, column, int(dragon)):
            return say(
                "{player} moved {strike}, {dragon}, to column {column}.",
                player=named(seat),
                strike=strike_name(row),
                dragon=dragon_name(dragon),
                column=column,
            )
        case Distracted(seat, position, row, column, dragon):
            return say(
                "{player} discarded card {number}, {dragon}: {strike} went back to column {column}.",
                player=named(seat),
                number=position + 1,
                dragon=dragon_name(dragon),
                strike=strike_name(row),
                column=column,
            )
        case Left(row, dragon, home):
            return _left(home, strike=strike_name(row), dragon=dragon_name(dragon))
    return None


def _left(home: bool, **values: object) -> str:
    if home:
        return say("{strike}, {dragon}, has flown home.", **values)
    return say("{strike}, {dragon}, has left the game.", **values)


def cell_name(cell: int) -> str:
    return f"{ROWS[cell // 4]}{cell % 4 + 1}"


def card_name(owner: Seat, position: int) -> str:
    # Translators: a card in front of a player, in the middle of a sentence
    return say("{player}'s card {number}", player=named(owner), number=position + 1)


def dragon_name(dragon: int) -> str:
    return say(DRAGONS[dragon])


def strike_name(row: int) -> str:
    # Translators: the dragon that flies along the row A, B, C or D
    return say("{row}'s strike dragon", row=ROWS[row])
