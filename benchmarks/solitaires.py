"""How hard are the Decktet solitaires? Two players play the same deals of each:

    python -m benchmarks.solitaires [deals] [advent-of-the-wyrms | hexaract ...]

- random: any legal move;
- sensible: weighs what each choice leaves, one move at a time in Advent of the Wyrms, one round in Hexaract.

They see what a player sees, no more. docs/advent-of-the-wyrms.md and docs/hexaract.md say how the sensible ones think
and what came out.
"""

import random
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Any, NamedTuple

from engine import AnyGame, Chance, hexaract
from engine import advent_of_the_wyrms as advent
from players import PLAYERS, AnyPlayer

Player = Callable[[Any, Sequence[Any]], Sequence[Any]]  # from a view and its legal moves to the moves to make next


def at_random(view: Any, moves: Sequence[Any]) -> Sequence[Any]:
    return (random.choice(moves),)


def by_rule(player: AnyPlayer) -> Player:
    return lambda view, moves: (player.rule(view, moves, (), Chance("no player uses it")),)


# -- Measuring

GAMES: Mapping[str, AnyGame] = {game.key: game for game in (advent.GAME, hexaract.GAME)}
SENSIBLE: Mapping[str, Player] = {key: by_rule(PLAYERS[key]) for key in GAMES}


class Played(NamedTuple):
    """How a deal ended."""

    won: bool
    score: int
    turns: int  # of Advent of the Wyrms; of Hexaract, rounds
    choices: int  # moves that were not the only one
    state: Any


def deal(game: AnyGame, seed: str, player: Player) -> Played:
    chance, turns, choices = Chance(seed), 0, 0
    state, planned = game.new(1, game.options(), chance), list[Any]()
    while moves := game.legal_moves(state):
        if len(moves) > 1:
            planned = planned or list(player(game.view(state, 0), moves))
            choices += 1
        move = planned.pop(0) if planned else moves[0]
        turns += isinstance(move, advent.Begin | advent.Add | advent.Discard | hexaract.EndRound)
        state = game.play(state, move, chance).state
    outcome = game.outcome(state)
    assert outcome is not None
    return Played(outcome.won is True, outcome.scores[0], turns, choices, state)


def measure(key: str, name: str, player: Player, deals: int) -> None:
    start = perf_counter()
    random.seed(0)
    played = [deal(GAMES[key], f"measure/{number}", player) for number in range(deals)]
    wins, losses = [one for one in played if one.won], [one for one in played if not one.won]
    print(f"{key}, {name}: {deals} deals in {perf_counter() - start:.0f} s, won {len(wins)} ({len(wins) / deals:.2%})")
    for kind, ones in (("wins", wins), ("losses", losses)):
        if ones:
            print(
                f"  {kind}: {', '.join(f'{field} {_spread(ones, field)}' for field in ('score', 'turns', 'choices'))}"
            )
    if key == hexaract.GAME.key:
        short = [one.state for one in losses if not one.state.path]
        print(f"  lost at the end for want of a suit: {len(short)} ({len(short) / deals:.2%})")


def _spread(played: Sequence[Played], field: str) -> str:
    """Mean, and from the lowest over the quartiles to the highest."""
    values = sorted(getattr(one, field) for one in played)
    last = len(values) - 1
    return f"{statistics.mean(values):.1f} ({'-'.join(str(values[last * part // 4]) for part in range(5))})"


if __name__ == "__main__":
    for key_ in sys.argv[2:] or GAMES:
        for name_, player_ in (("random", at_random), ("sensible", SENSIBLE[key_])):
            measure(key_, name_, player_, int(sys.argv[1]) if len(sys.argv) > 1 else 500)
