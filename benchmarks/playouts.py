"""Random playouts of every game beside python-chess, the yardstick, in one run:

    python -m benchmarks.playouts [seconds] [rounds]

Moves a second depend on the machine and its other work, so the games take turns (`seconds` each, `rounds` times). Look
at the ratio to python-chess in the same round. A playout lists the legal moves, takes a random one, and plays it, until
the game is over, with the most seats and default options. Needs the `test` extra.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable

import chess

from engine import GAMES, AnyGame, Chance, Playthrough

Playout = Callable[[], int]


def main(seconds: float = 0.5, rounds: int = 9) -> None:
    playouts = {"python-chess": chess_playout, **{key: playout_of(game) for key, game in GAMES.items()}}
    speeds: dict[str, list[float]] = {name: [] for name in playouts}
    for _ in range(rounds):
        for name, playout in playouts.items():
            speeds[name].append(moves_per_second(playout, seconds))
    print(f"{'game':<24}{'moves/s':>10}{'x python-chess':>16}{'(worst':>10}{'best)':>8}")
    for name, ours in speeds.items():
        ratios = [own / yardstick for own, yardstick in zip(ours, speeds["python-chess"], strict=True)]
        middle = statistics.median(ratios)
        print(f"{name:<24}{statistics.median(ours):>10,.0f}{middle:>16.2f}{min(ratios):>10.2f}{max(ratios):>8.2f}")


def moves_per_second(playout: Playout, seconds: float) -> float:
    moves, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        moves += playout()
    return moves / elapsed


def chess_playout() -> int:
    board = chess.Board()
    while not board.is_game_over():
        board.push(random.choice(list(board.legal_moves)))
    return len(board.move_stack)


def playout_of(game: AnyGame) -> Playout:
    def playout() -> int:
        played = Playthrough.deal(game, game.seats[-1], game.options(), Chance(str(random.random())))
        while legal := played.legal_moves:
            played.play(random.choice(legal))
        return len(played.played)

    return playout


if __name__ == "__main__":
    main(*(kind(text) for kind, text in zip((float, int), sys.argv[1:], strict=False)))
