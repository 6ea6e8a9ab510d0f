"""What the player may do, and the sentences that refuse the rest."""

from collections.abc import Mapping, Sequence

from languages import later, say

from ..game import OVER, IllegalMove, Seat
from .moves import (
    Advance,
    Aim,
    Back,
    Blind,
    Decline,
    Distract,
    Enchant,
    Keep,
    Move,
    Place,
    Point,
    PointStrike,
    Remove,
    Research,
    Scout,
    TurnUp,
    Wild,
)
from .state import MOST_CARDS, SEATS, Egg, Enchanting, MageCard, Researching, State, Strike, Table
from .telling import cell_name, strike_name

STEPS: Mapping[type, tuple[str, ...]] = {
    **dict.fromkeys((Research, Scout, Blind, Enchant, Wild, Distract), ("action",)),
    **dict.fromkeys((TurnUp, Point, PointStrike, Keep), ("claim",)),
    Aim: ("aim",),
    Back: ("aim", "claim"),
    **dict.fromkeys((Place, Decline), ("place",)),
    Remove: ("remove",),
    Advance: ("advance",),
}
PROMPTS = {
    "action": later("Choose an action: research, scout, enchant, wild enchantment or distract."),
    "claim": later("First decide about the card: turn it up, point, or show nothing."),
    "advance": later("First move a strike dragon."),
    "aim": later("First pick the egg, or go back."),
    "place": later("First pick an egg to save in that row, or try the egg you chose."),
    "remove": later("First pick the strike dragon that leaves the game."),
    "over": OVER,
}


# Every move that has a place, made once.
_RESEARCH = [[Research(owner, position) for position in range(MOST_CARDS)] for owner in range(SEATS[-1])]
_SCOUT, _POINT, _AIM, _PLACE = ([kind(cell) for cell in range(16)] for kind in (Scout, Point, Aim, Place))
_POINT_STRIKE, _REMOVE, _ADVANCE = ([kind(row) for row in range(4)] for kind in (PointStrike, Remove, Advance))
_ENCHANT, _WILD = ([kind(position) for position in range(MOST_CARDS)] for kind in (Enchant, Wild))
_BACK = Back()


def legal_moves(state: State) -> tuple[Move, ...]:
    table = state.table
    match table.step:
        case "action":
            return _actions(table)
        case "claim":
            return _claims(table)
        case "aim":
            return (*[_AIM[cell] for cell in open_cells(table)], _BACK)
        case "place":
            owner, position = chosen_card(table)
            cells = placeable(table, table.tableaus[owner][position].dragon)
            return (*[_PLACE[cell] for cell in cells], Decline())
        case "remove":
            return tuple([_REMOVE[row] for row in in_play(table)])
        case "advance":
            return tuple([_ADVANCE[row] for row in in_play(table)])
        case "over":
            return ()


def _actions(table: Table) -> tuple[Move, ...]:
    seat, moves = table.turn, list[Move]()
    for owner, tableau in enumerate(table.tableaus):
        if owner != seat:
            research = _RESEARCH[owner]
            moves += [research[position] for position, card in enumerate(tableau) if card.face != "gone"]
    cells = open_cells(table)
    if cells:
        moves += [_SCOUT[cell] for cell in cells]
        faces = [card.face for card in table.tableaus[seat]]
        moves += [_ENCHANT[position] for position, face in enumerate(faces) if face != "gone"]
        moves += [_WILD[position] for position, face in enumerate(faces) if face == "down"]
    return (*moves, *_distractions(table, seat))


def _distractions(table: Table, seat: Seat) -> list[Distract]:
    strikes = [(row, s.dragon) for row, s in enumerate(table.strikes) if s.face == "up" and s.column < 5]
    if not strikes:
        return []
    return [
        Distract(position, row)
        for position, card in enumerate(table.tableaus[seat])
        if card.face == "up"
        for row, dragon in strikes
        if dragon == card.dragon
    ]


def can_act(table: Table, seat: Seat) -> bool:
    """Whether any action is open. Enchanting isn't asked for, because a seat that can enchant can also scout."""
    for owner, tableau in enumerate(table.tableaus):
        if owner != seat:
            for card in tableau:
                if card.face != "gone":
                    return True
    return bool(open_cells(table) or _distractions(table, seat))


def _claims(table: Table) -> tuple[Move, ...]:
    owner, position = chosen_card(table)
    eggs = [_POINT[cell] for cell, egg in enumerate(table.nest) if egg.fate == "down"]
    if table.tableaus[owner][position].face == "down":
        return (TurnUp(), *eggs, *[_POINT_STRIKE[row] for row in in_play(table)], Keep())
    unknown = [_POINT_STRIKE[row] for row in in_play(table) if table.strikes[row].face == "down"]
    return (*eggs, *unknown, Keep(), _BACK)


def open_cells(table: Table) -> list[int]:
    """The unsaved eggs on which no strike dragon lies. One out of play is in column 0 and lies on none."""
    cells = [cell for cell, egg in enumerate(table.nest) if egg.fate == "down"]
    for row, strike in enumerate(table.strikes):
        if 0 < strike.column < 5 and (covered := 4 * row + strike.column - 1) in cells:
            cells.remove(covered)
    return cells


def in_play(table: Table) -> list[int]:
    return [row for row, strike in enumerate(table.strikes) if strike.face != "gone"]


def placeable(table: Table, dragon: int | None) -> list[int]:
    """The cells where a wild card of this dragon may save any egg."""
    rows = [row for row, strike in enumerate(table.strikes) if strike.face == "up" and strike.dragon == dragon]
    return [cell for row in rows for cell in range(4 * row, 4 * row + 4) if table.nest[cell].fate == "down"]


def chosen_card(table: Table) -> tuple[Seat, int]:
    """Owner and position of the tableau card chosen in this turn."""
    assert isinstance(table.chosen, Researching | Enchanting)
    return table.chosen.owner, table.chosen.position


def attempt(table: Table) -> Enchanting:
    """The enchantment in progress."""
    assert isinstance(table.chosen, Enchanting)
    return table.chosen


# -- Refusals. A move can come from anywhere, so its numbers are checked for their type too.


def is_index(number: object, size: int) -> bool:
    return type(number) is int and 0 <= number < size


def require_card(tableau: Sequence[MageCard], position: int) -> MageCard:
    if not is_index(position, len(tableau)) or tableau[position].face == "gone":
        raise IllegalMove(say("There is no card at that position."))
    return tableau[position]


def require_egg(table: Table, cell: int) -> Egg:
    if not is_index(cell, 16):
        raise IllegalMove(say("There is no such egg: they are A1 to D4."))
    egg = table.nest[cell]
    if egg.fate == "saved":
        raise IllegalMove(say("Egg {egg} is saved already.", egg=cell_name(cell)))
    if egg.fate == "lost":
        raise IllegalMove(say("Egg {egg} is lost already.", egg=cell_name(cell)))
    return egg


def require_open_egg(table: Table, cell: int) -> Egg:
    egg = require_egg(table, cell)
    if table.strikes[cell // 4].column == cell % 4 + 1:
        refused = say("A strike dragon lies on egg {egg}. You can only point at it.", egg=cell_name(cell))
        raise IllegalMove(refused)
    return egg


def require_strike(table: Table, row: int) -> Strike:
    if not is_index(row, 4):
        raise IllegalMove(say("There is no such row: rows are A to D."))
    strike = table.strikes[row]
    if strike.face == "gone":
        raise IllegalMove(say("{dragon} has left the game.", dragon=strike_name(row)))
    return strike
