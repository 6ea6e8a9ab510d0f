"""How Wyvern's Knot is tried."""

from collections.abc import Sequence

from engine import wyverns_knot

from .trial import Trial


def lasting(state: wyverns_knot.State, moves: Sequence[wyverns_knot.Move]) -> list[wyverns_knot.Move]:
    """Enchant what matches, and lose no strike dragon nor egg to an advance."""
    own, nest = state.tableaus[state.table.turn], state.nest
    open_eggs = [nest[move.cell] for move in moves if isinstance(move, wyverns_knot.Scout)]
    strikes = [strike.dragon for strike in state.table.strikes if strike.face == "up"]
    chosen = state.table.chosen

    def good(move: wyverns_knot.Move) -> bool:
        match move:
            case wyverns_knot.Enchant(position):
                return own[position] in open_eggs
            case wyverns_knot.Wild(position):
                return own[position] in open_eggs or own[position] in strikes
            case wyverns_knot.Aim(cell):
                assert chosen is not None
                assert chosen.position is not None
                return nest[cell] == own[chosen.position] or own[chosen.position] in strikes
            case wyverns_knot.Back():
                return False
            case wyverns_knot.Advance(row):
                strike = state.table.strikes[row]
                egg = 4 * row + strike.column - 2
                return strike.face == "down" or (strike.column > 1 and state.table.nest[egg].fate != "down")
            case _:
                return True

    return [move for move in moves if good(move)]


TRIAL = Trial(
    lasting=lasting,
    ranges={"owner": range(-1, 6), "position": range(-1, 8), "cell": range(-1, 17), "row": range(-1, 5)},
)
