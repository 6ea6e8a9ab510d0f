"""What happened, in words."""

from ..game import Seat
from .pieces import (
    DRAGONS,
    ROWS,
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
)


def tell(event: Event) -> str:
    match event:
        case Looked(_, owner, position, int(dragon), audience=(_,)):
            return f"You see {DRAGONS[dragon]}: {card_name(owner, position)}."
        case Looked(seat, owner, position, int(dragon)):
            return f"{{{seat}}} takes up {card_name(owner, position)}, {DRAGONS[dragon]}."
        case Looked(seat, owner, position):
            return f"{{{seat}}} looks at {card_name(owner, position)}."
        case TurnedUp(seat, owner, position, dragon):
            return f"{{{seat}}} turns {card_name(owner, position)} face up: {DRAGONS[dragon]}."
        case Pointed(seat, owner, position, int(cell)):
            return f"{{{seat}}} points: {card_name(owner, position)} matches the egg at {cell_name(cell)}."
        case Pointed(seat, owner, position, row=int(row)):
            return f"{{{seat}}} points: {card_name(owner, position)} matches the strike dragon of row {ROWS[row]}."
        case Kept(seat):
            return f"{{{seat}}} leaves the card as it is and points at nothing."
        case Scouted(_, cell, int(dragon)):
            return f"You see {DRAGONS[dragon]} at {cell_name(cell)}."
        case Scouted(seat, cell):
            return f"{{{seat}}} scouts the egg at {cell_name(cell)}."
        case Aimed(seat, position, cell, dragon, wild):
            how = "tries a wild enchantment" if wild else "attempts to enchant"
            return f"{{{seat}}} {how} at {cell_name(cell)} with card {position + 1}: {DRAGONS[dragon]}."
        case Saved(seat, cell, dragon, by_strike):
            how = "with its strike dragon" if by_strike else "a match"
            return f"{{{seat}}} saves the egg at {cell_name(cell)}, {how}: {DRAGONS[dragon]}."
        case Mismatched(_, _, cell, card, dragon):
            return f"No match: {DRAGONS[dragon]} lay at {cell_name(cell)}. It and {DRAGONS[card]} leave the game."
        case Advanced(seat, row, column, None):
            return f"{{{seat}}} advances the strike dragon of row {ROWS[row]} to column {column}."
        case Advanced(seat, row, 5, int(dragon)):
            return f"{{{seat}}} advances the strike dragon of row {ROWS[row]} to column 5. It is {DRAGONS[dragon]}."
        case Advanced(seat, row, column, int(dragon)):
            return f"{{{seat}}} advances {DRAGONS[dragon]}, the strike dragon of row {ROWS[row]}, to column {column}."
        case Lost(cell, dragon):
            return f"The egg at {cell_name(cell)} is lost: {DRAGONS[dragon]}."
        case Distracted(seat, position, row, column, dragon):
            return (
                f"{{{seat}}} discards card {position + 1}, {DRAGONS[dragon]}: "
                f"the strike dragon of row {ROWS[row]} moves back to column {column}."
            )
        case Left(row, dragon, home):
            why = "is home again, out of play" if home else "is taken out of play"
            return f"{DRAGONS[dragon]}, the strike dragon of row {ROWS[row]}, {why}."
        case Passed(seat):
            return f"{{{seat}}} has no action left and is passed over."
        case OutOfReach():
            return "The eggs left are too few for the target now."
    raise AssertionError(event)


def cell_name(cell: int) -> str:
    return f"{ROWS[cell // 4]}{cell % 4 + 1}"


def card_name(owner: Seat, position: int) -> str:
    return f"card {position + 1} of {{{owner}}}"
