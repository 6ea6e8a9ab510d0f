"""How A Wanderer in the Forest of Wyr is tried."""

from collections.abc import Sequence

from engine.forest_of_wyr import pieces as forest
from engine.forest_of_wyr.cards import VALUES
from engine.forest_of_wyr.map import DISTANCES

from .trial import Trial


def lasting(state: forest.State, moves: Sequence[forest.Move]) -> list[forest.Move]:
    """Fight what can be met; otherwise walk far away until the cards can be picked up."""
    table = state.table
    attack = sum(VALUES[card] for card in state.strength_deck[: 1 + table.freed])
    strong = sum(VALUES[card] for card in table.hand) > attack
    away = {
        move: min(DISTANCES[move.space][raven] for raven in table.ravens)
        for move in moves
        if isinstance(move, forest.Walk | forest.Land)
    }

    def good(move: forest.Move) -> bool:
        match move:
            case forest.GiveUp() | forest.Stop():
                return False
            case forest.Free() | forest.EndRound():
                return strong or table.moved
            case forest.Walk() | forest.Land():
                return away[move] == max(away.values())
            case _:
                return not strong or table.step not in ("act", "walk")

    return [move for move in moves if good(move)]


TRIAL = Trial(
    lasting=lasting, ranges={"card": range(-1, 53), **dict.fromkeys(("space", "origin", "to"), range(-1, 45))}
)
