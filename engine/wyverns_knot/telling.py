"""What happened, in words."""

from ..game import Seat
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


def tell(event: Event) -> str:
    sentence = _of_knowledge(event) or _of_eggs(event) or _of_strike_dragons(event)
    assert sentence, event
    return sentence


def _of_knowledge(event: Event) -> str | None:
    """Who looked at what, and what they showed."""
    match event:
        case Looked(_, owner, position, int(dragon), audience=(_,)):
            return f"{card_name(owner, position)} is {DRAGONS[dragon]}. Only you know."
        case Looked(seat, owner, position, int(dragon)):
            return f"{{{seat}}} studied {card_name(owner, position)}, {DRAGONS[dragon]}."
        case Looked(seat, owner, position):
            return f"{{{seat}}} looked at {card_name(owner, position)}."
        case TurnedUp(seat, owner, position, dragon):
            return f"{{{seat}}} turned {card_name(owner, position)} face up: {DRAGONS[dragon]}."
        case Pointed(seat, owner, position, int(cell)):
            return f"{{{seat}}} pointed: {card_name(owner, position)} matches egg {cell_name(cell)}."
        case Pointed(seat, owner, position, row=int(row)):
            return f"{{{seat}}} pointed: {card_name(owner, position)} matches {strike_name(row)}."
        case Kept(seat):
            return f"{{{seat}}} showed nothing."
        case Scouted(_, cell, int(dragon)):
            return f"Egg {cell_name(cell)} is {DRAGONS[dragon]}. Only you know."
        case Scouted(seat, cell):
            return f"{{{seat}}} scouted egg {cell_name(cell)}."
        case Unseen(seat, cell=int(cell)):
            return f"{{{seat}}} scouted egg {cell_name(cell)}. Nobody saw it: the seat is empty."
        case Unseen(seat, int(owner), int(position)):
            return f"{{{seat}}} looked at {card_name(owner, position)}. Nobody saw it: the seat is empty."
        case Passed(seat):
            return f"{{{seat}}} had nothing to do and was skipped."
    return None


def _of_eggs(event: Event) -> str | None:
    match event:
        case Aimed(seat, position, cell, dragon, wild):
            how = "wild enchantment" if wild else "enchantment"
            return f"{{{seat}}} tried card {position + 1} on egg {cell_name(cell)} ({how}): {DRAGONS[dragon]}."
        case Saved(seat, cell, dragon, by_strike=True):
            return f"{{{seat}}} saved egg {cell_name(cell)}: {DRAGONS[dragon]} is also the strike dragon there."
        case Saved(seat, cell, dragon):
            return f"{{{seat}}} saved egg {cell_name(cell)}: a match, {DRAGONS[dragon]}."
        case Mismatched(_, _, cell, card, dragon):
            return f"No match: egg {cell_name(cell)} was {DRAGONS[dragon]}. It is lost, and {DRAGONS[card]} with it."
        case Lost(cell, dragon):
            return f"Egg {cell_name(cell)} is lost: {DRAGONS[dragon]}."
        case OutOfReach():
            return "Too few eggs are left to reach the target."
    return None


def _of_strike_dragons(event: Event) -> str | None:
    match event:
        case Advanced(seat, row, column, None):
            return f"{{{seat}}} moved {strike_name(row)} to column {column}."
        case Advanced(seat, row, 5, int(dragon)):
            return f"{{{seat}}} moved {strike_name(row)} to column 5. It is {DRAGONS[dragon]}, and it turns back."
        case Advanced(seat, row, column, int(dragon)):
            return f"{{{seat}}} moved {strike_name(row)}, {DRAGONS[dragon]}, to column {column}."
        case Distracted(seat, position, row, column, dragon):
            return (
                f"{{{seat}}} discarded card {position + 1}, {DRAGONS[dragon]}: "
                f"{strike_name(row)} went back to column {column}."
            )
        case Left(row, dragon, home):
            return f"{strike_name(row)}, {DRAGONS[dragon]}, {'has flown home' if home else 'has left the game'}."
    return None


def cell_name(cell: int) -> str:
    return f"{ROWS[cell // 4]}{cell % 4 + 1}"


def card_name(owner: Seat, position: int) -> str:
    return f"{{{owner}}}'s card {position + 1}"


def strike_name(row: int) -> str:
    return f"{ROWS[row]}'s strike dragon"
