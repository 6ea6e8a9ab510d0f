"""A way to play A Wanderer in the Forest of Wyr with no thought for what comes next, to measure players beside."""

from collections.abc import Iterable, Sequence

from engine import Chance
from engine.forest_of_wyr.cards import ALLIANCE, VALUES, WINGS
from engine.forest_of_wyr.map import DISTANCES
from engine.forest_of_wyr.pieces import (
    Defend,
    Draw,
    EndRound,
    Event,
    Free,
    Invoke,
    LetThemFly,
    Move,
    Stop,
    Stride,
    View,
    Walk,
)


def thumb(view: View, moves: Sequence[Move], told: Sequence[Event], chance: Chance) -> Move:
    """Go to the nearest raven, fight whatever attacks with the smallest cards first, use spellshards as they come."""
    table = view.table
    match table.step:
        case "defend":
            if cards := [move for move in moves if isinstance(move, Defend)]:
                return min(cards, key=lambda move: VALUES[move.card])
            return next((move for move in moves if isinstance(move, Invoke) and move.card != WINGS), Stop())
        case "act":
            if Free() in moves and _sum(table.hand) > 4 * (table.freed + 1):
                return Free()
            strides = [move for move in moves if isinstance(move, Stride)]
            enough = _sum(table.hand) > 4 * (table.freed + 1) + 4
            if strides and enough and table.wanderer not in table.ravens:
                return max(strides, key=lambda move: VALUES[move.card])
            return EndRound()
        case "walk":
            walks = [move for move in moves if isinstance(move, Walk)]
            return min(walks, key=lambda move: min(DISTANCES[move.space][raven] for raven in table.ravens))
        case "fly":
            return LetThemFly()
        case "draw":
            return Invoke(ALLIANCE) if Invoke(ALLIANCE) in moves and table.freed > 4 else Draw()
        case _:
            return moves[0]


def _sum(cards: Iterable[int]) -> int:
    return sum([VALUES[card] for card in cards])
