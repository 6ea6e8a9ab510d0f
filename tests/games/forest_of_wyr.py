"""How A Wanderer in the Forest of Wyr is tried."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine import Chance
from engine import forest_of_wyr as forest
from engine.forest_of_wyr.cards import VALUES, card_names
from engine.forest_of_wyr.map import DISTANCES, space_name
from players.forest_of_wyr import PLAYER

from .trial import Trial


def lasting(state: forest.state.State, moves: Sequence[forest.moves.Move]) -> list[forest.moves.Move]:
    """Fight what can be met; otherwise walk far away until the cards can be picked up."""
    table = state.table
    attack = sum(VALUES[card] for card in state.strength_deck[: 1 + table.freed])
    strong = sum(VALUES[card] for card in table.hand) > attack
    away = {
        move: min(DISTANCES[move.space][raven] for raven in table.ravens)
        for move in moves
        if isinstance(move, forest.moves.Walk | forest.moves.Land)
    }

    def good(move: forest.moves.Move) -> bool:
        match move:
            case forest.moves.GiveUp() | forest.moves.Stop():
                return False
            case forest.moves.Free() | forest.moves.EndRound():
                return strong or table.moved
            case forest.moves.Walk() | forest.moves.Land():
                return away[move] == max(away.values())
            case _:
                return not strong or table.step not in ("act", "walk")

    return [move for move in moves if good(move)]


def picture(table: forest.state.Table, names: Sequence[str]) -> Iterator[str]:
    """Where everybody is, the hand, and what everybody can see of the decks."""
    ravens = Counter(map(space_name, table.ravens))
    yield f"round {table.round}, health {table.health}, wanderer at {space_name(table.wanderer)}"
    yield f"ravens: {', '.join(f'{count} at {space}' for space, count in ravens.items()) or 'all freed'}"
    piles = {"hand": table.hand, "discards": table.discard, "out of the game": table.gone}
    piles |= {"flight discards": table.flight_discards, "strength discards": table.strength_discards}
    yield from (f"{pile}: {card_names(cards) if cards else 'none'}" for pile, cards in piles.items())


TRIAL = Trial(
    lasting=lasting,
    ranges={"card": range(-1, 53), **dict.fromkeys(("space", "origin", "to"), range(-1, 45))},
    picture=picture,
    sensible=lambda view, moves: (PLAYER.rule(view, moves, (), Chance("")),),
    other_end=("hall-113", "sensible"),
    first_deals={True: 29, False: 197},
)
