"""How good the riddles of the day are, and what they cost:

    python -m benchmarks.riddles [GAME] [--riddles N] [--first NUMBER]

Riddles are made from the seeds `riddles/0`, `riddles/1` and so on. Of each the best move is confirmed with other luck:
by weighing it and the other moves again, or for the forest by playing them out again. It takes ten times the samples
that making a riddle may take. Once there are as many as that, and a dozen, it ends early if the best move leads each
other by more than five standard errors, or if another leads it by as much.
"""

import argparse
import asyncio
import hashlib
import random
import statistics
import time
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from engine import decode, encode
from players import puzzles
from players.answer import Question, answer
from players.puzzles import CARE, Adviser, Made
from tables.daily import riddles

TIMES = 10
ENOUGH = 5.0  # standard errors
FEWEST = 12  # samples


async def ask(question: Question) -> bytes:
    return answer(encode(question))


async def confirmed(made: Made, seed: str) -> bool:
    """Whether the best move is still the best."""
    position, care, samples = riddles.position_of(made, seed), CARE[made.game], list[Mapping[Any, float]]()
    moves = [decode(position.game.move, choice.move) for choice in made.choices]
    adviser = Adviser(ask, inf)
    found = await adviser.opinion(position, "confirm")
    offered, best = [one for one in found if one.move in moves], moves[made.best]
    for number in range(TIMES * care.weighings):
        luck = f"confirm/{number}"
        if care.played_out:
            reached = await puzzles.play_once(position, moves, luck, adviser)
            samples.append(dict(zip(moves, reached, strict=True)))
        else:
            weighed = await puzzles.weigh_once(position, offered, care, luck, adviser)
            samples.append({one.move: one.expected for one in weighed})
        if len(samples) >= max(FEWEST, care.weighings):
            leads = [_lead(samples, best, other) for other in moves if other != best]
            if min(leads) > ENOUGH or min(leads) < -ENOUGH:
                break
    means = [statistics.fmean(each[move] for each in samples if move in each) for move in moves]
    print("  confirmed by", len(samples), " ".join(f"{mean:.3f}" for mean in means))
    return means[made.best] == max(means)


def _type(choice: puzzles.Choice) -> str:
    return str(decode(dict[str, Any], choice.move)["type"])


def _lead(samples: Sequence[Mapping[Any, float]], one: Any, other: Any) -> float:
    """In standard errors, over those in which both were weighed."""
    apart = [each[one] - each[other] for each in samples if one in each and other in each]
    if len(apart) < 2:
        return 0.0
    error, mean = statistics.stdev(apart) / len(apart) ** 0.5, statistics.fmean(apart)
    return mean / error if error else inf * mean if mean else 0.0


def measure(game: str, first: int, count: int) -> None:
    seconds, right, none = list[float](), 0, 0
    for number in range(first, first + count):
        seed = hashlib.sha256(f"riddles/{number}".encode()).hexdigest()
        start = time.process_time()
        made = asyncio.run(puzzles.make(game, seed, ask))
        seconds.append(time.process_time() - start)
        if made is None:
            none += 1
            print(f"{game} {number}: {seconds[-1]:.1f} s, none")
            continue
        good = asyncio.run(confirmed(made, seed))
        right += good
        odds = " ".join(f"{_type(choice)} {choice.expected:.3f}" for choice in made.choices)
        print(f"{game} {number}: {seconds[-1]:.1f} s, game {made.number}, {odds}, {'' if good else 'NOT '}confirmed")
    print(
        f"{game}: {right} of {count - none} confirmed, {none} without a riddle; processor time in s: median "
        f"{statistics.median(seconds):.1f}, most {max(seconds):.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", choices=CARE, help="without one: some of each")
    parser.add_argument("--riddles", type=int, default=2)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args()
    for game in [given.game] if given.game else CARE:
        measure(game, given.first, given.riddles)


if __name__ == "__main__":
    random.seed("no player may use it")
    main()
