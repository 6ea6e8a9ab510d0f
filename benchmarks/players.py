"""How well the computer players play, over many deals, in two processes:

    python -m benchmarks.players [GAME] [--seats N] [--deals D] [--strength S] [--against S] [--others N]

S is a strength of the game's player, `rule` (its rules of thumb alone), `random`, or a way of playing from OTHERS.
Where players win or lose together, `--others N` seats are played by `--against`. If they compete, `--against` plays
half of the seats (of three: one, then two), and the deals are played with the seats rotated. The deals are `players/0`,
`players/1` and so on. The last line has the result, with its standard error.
"""

import argparse
import math
import multiprocessing
import random
import statistics
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from engine import GAMES, AnyGame, BaseEvent, Chance, Playthrough
from players import PLAYERS, Choose
from players.advyria import sensible

from . import plain_knot

AnyChoose = Choose[Any, Any, Any]
OTHERS: Mapping[str, Mapping[str, AnyChoose]] = {  # by game: other ways of playing, besides those that people meet
    "wyverns-knot": {"plain": plain_knot.choose},
    "advyria": {"sensible": lambda view, moves, history, chance: sensible.choose(view, moves)},
}
PROCESSES = 2
FEW = 20  # deals of each game, if no game is named


class Played(NamedTuple):
    """How a deal ended, and how long the players thought."""

    won: bool | None
    shares: tuple[float, ...]  # by seat: the share of the victory
    scores: tuple[int, ...]
    seconds: tuple[float, ...]  # of processor time, a choice each


def at_random(view: Any, moves: Sequence[Any], history: Sequence[BaseEvent], chance: Chance) -> Any:
    return moves[int(chance.dice("any", 1, len(moves))[0]) - 1]


def chooser(key: str, name: str) -> AnyChoose:
    """Raises KeyError if nobody plays this game like that."""
    player = PLAYERS[key]
    ways: dict[str, AnyChoose] = {"rule": player.rule, "random": at_random, **OTHERS.get(key, {})}
    ways.update({str(strength): choose for strength, choose in player.strengths.items()})
    return ways[name]


def play(game: AnyGame, seed: str, choosers: Sequence[AnyChoose], options: Any, patience: float = math.inf) -> Played:
    """The deal of `seed`, each seat with its own chooser. Who plays alone gives up after `patience` moves."""
    deal, seconds = Playthrough.deal(game, len(choosers), options, Chance(seed)), list[float]()
    while (seat := deal.to_act) is not None:
        if len(deal.played) >= patience:
            return Played(False, (0.0,), (0,), tuple(seconds))
        moves = deal.legal_moves
        move = moves[0]
        if len(moves) > 1:
            start = time.process_time()
            luck = Chance(f"{seed}/thinking/{len(deal.played)}")
            move = choosers[seat](deal.view(seat), moves, deal.heard(seat), luck)
            seconds.append(time.process_time() - start)
        deal.play(move)
    outcome = deal.outcome
    assert outcome is not None
    shares = tuple((seat in outcome.winners) / max(1, len(outcome.winners)) for seat in range(len(choosers)))
    return Played(outcome.won, shares, outcome.scores, tuple(seconds))


def deal(number: int, *, key: str, seats: int, strength: str, against: str | None, others: int) -> tuple[Played, int]:
    """Play one deal. Returns it, and at how many seats `strength` sat; each deal begins at another seat."""
    game = GAMES[key]
    options = game.alone if seats == 1 and game.alone is not None else game.options()
    if against is None:
        count = seats
    elif game.cooperative(options):
        count = seats - others
    else:
        count = (seats + number % 2) // 2
    mine, theirs = chooser(key, strength), chooser(key, against or strength)
    first = number % seats  # so that nobody has the better seat
    choosers = [mine if (seat - first) % seats < count else theirs for seat in range(seats)]
    played = play(game, f"players/{number}", choosers, options)
    shares = tuple(played.shares[(first + place) % seats] for place in range(seats))
    scores = tuple(played.scores[(first + place) % seats] for place in range(seats))
    return played._replace(shares=shares, scores=scores), count


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", choices=PLAYERS, help="without one: some deals of each")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the first deal's number")
    parser.add_argument("--strength", default="strong")
    parser.add_argument("--against", help="how the other seats play")
    parser.add_argument("--others", type=int, default=1, help="how many seats play like that, if all win together")
    given = parser.parse_args()
    if given.game:
        measure(given)
        return
    for game in PLAYERS:
        measure(argparse.Namespace(**{**vars(given), "game": game, "deals": FEW}))


def measure(given: argparse.Namespace) -> None:
    """Play the deals, and print how they went."""
    seats = given.seats or GAMES[given.game].seats[0]
    play_deal = partial(
        deal, key=given.game, seats=seats, strength=given.strength, against=given.against, others=given.others
    )
    with multiprocessing.get_context("spawn").Pool(PROCESSES) as pool:
        numbers = range(given.first, given.first + given.deals)
        played = list(pool.imap_unordered(play_deal, numbers, chunksize=1))
    took = sorted(second for one_played, _ in played for second in one_played.seconds)
    print(
        f"{len(took):,} choices, processor time in ms: median {1000 * took[len(took) // 2]:.1f},"
        f" p99 {1000 * took[len(took) * 99 // 100]:.1f}, most {1000 * took[-1]:.0f}"
    )
    name = f"{given.game} {seats} seat{'s' if seats > 1 else ''}"
    if given.against and played[0][0].won is None:
        shares = [sum(one_played.shares[:count]) * (seats / count / 2) for one_played, count in played]
        print(f"{name}: {_mean(shares)} of {given.strength} against {given.against}")
    elif played[0][0].won is None and seats == 1:
        scores = [float(one_played.scores[0]) for one_played, _ in played]
        print(f"mean {statistics.mean(scores):.2f}, se {_error(scores):.2f}")
        print(f"{name}: median {statistics.median(scores):g}")
    elif played[0][0].won is None:
        means = [statistics.mean(one_played.scores) for one_played, _ in played]
        print(f"{name}: mean score {statistics.mean(means):.1f}, se {_error(means):.2f}")
    else:
        if seats == 1:
            _print_scores([one_played for one_played, _ in played])
        print(f"{name}: {_mean([one_played.won is True for one_played, _ in played])}")


def _print_scores(played: Sequence[Played]) -> None:
    for kind, won in (("wins", True), ("losses", False)):
        if scores := sorted(deal.scores[0] for deal in played if deal.won is won):
            spread = "-".join(str(scores[(len(scores) - 1) * part // 4]) for part in range(5))
            print(f"score of {kind}: mean {statistics.mean(scores):.1f}, from the lowest by quartiles {spread}")


def _mean(values: Sequence[float]) -> str:
    return f"{statistics.mean(values):.3f} won, se {_error(values):.3f}"


def _error(values: Sequence[float]) -> float:
    return statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0


if __name__ == "__main__":
    random.seed("no player may use it")
    main()
