"""How Advent of the Wyrms is tried."""

from collections.abc import Iterator, Sequence

from engine import Chance, decktet
from engine import advent_of_the_wyrms as advent
from engine.decktet import RANKS
from players.advent_of_the_wyrms import PLAYER

from .trial import Trial

NO_CHANCE = Chance("the rules of thumb use none")


def lasting(state: advent.state.State, moves: Sequence[advent.moves.Move]) -> list[advent.moves.Move]:
    """Finish incantations, begin low ones, and negate with the hand."""
    if state.step == "negate":
        return [move for move in moves if isinstance(move, advent.moves.Negate)]
    adds = [move for move in moves if isinstance(move, advent.moves.Add)]
    begins = [move for move in moves if isinstance(move, advent.moves.Begin) and 0 < RANKS[move.card] < 6]
    return [*([move for move in adds if len(state.incantations[move.incantation]) == 2] or adds or begins)]


def picture(table: advent.state.Table, names: Sequence[str]) -> Iterator[str]:
    """The incantations, and the piles by their sizes."""
    for number, cards in enumerate(table.incantations, 1):
        yield f"{number}: {decktet.card_names(cards)}"
    yield f"deck {table.deck_size}, hand {table.hand_size}, discards {len(table.discard)}"


TRIAL = Trial(
    lasting=lasting,
    ranges={"card": range(-1, 46), "incantation": range(-1, 9)},
    picture=picture,
    sensible=lambda view, moves: (PLAYER.rule(view, moves, (), NO_CHANCE),),
    other_end=("hall-4", "lasting"),
)
