"""How good the riddles of the day are, and what they cost:

    python -m benchmarks.riddles [GAME] [--riddles N] [--first NUMBER]

Riddles are made from the seeds `riddles/0`, `riddles/1` and so on. Of each the best move is confirmed by ten times the
weighings with other luck. The player of the forest weighs without luck: there every move is played out instead, by
rules of thumb, in the same imagined games.
"""

import argparse
import asyncio
import hashlib
import random
import statistics
import time
from collections.abc import Sequence
from typing import Any

from engine import Chance, decode, encode
from players import PLAYERS
from players.answer import Question, answer, read_opinion
from tables import riddles
from tables.par import SEAT, Attempt
from tables.riddles import CARE, Made

TIMES = 10
PLAYED_OUT = 150  # imagined games for each move


async def ask(question: Question) -> bytes:
    return answer(encode(question))


def confirmed(made: Made, seed: str) -> bool:
    """Whether the best move is still the best."""
    position = riddles.position_of(made, seed)
    moves = [decode(position.game.move, choice.move) for choice in made.choices]
    if made.game == "forest-of-wyr":
        means = [statistics.fmean(_played_out(position, move)) for move in moves]
    else:
        means = asyncio.run(_weighed(position, moves, made))
    return means[made.best] == max(means)


async def _weighed(position: Attempt, moves: Sequence[Any], made: Made) -> list[float]:
    care, found = CARE[made.game], list[dict[Any, float]]()

    async def opinion(attempt: Attempt, luck: str) -> Any:
        return read_opinion(attempt.game, await ask(attempt.question("opinion", luck)), attempt.moves).weighed

    offered = [one for one in await opinion(position, "confirm") if one.move in moves]
    for weighing in range(TIMES * care.weighings):
        weighed = await riddles.weigh_once(position, offered, care, f"confirm/{weighing}", opinion)
        found.append({one.move: one.expected for one in weighed})
    return [statistics.fmean(each[move] for each in found if move in each) for move in moves]


def _played_out(position: Attempt, move: Any) -> list[bool]:
    game, rule = position.game, PLAYERS[position.game.key].rule
    won = list[bool]()
    for number in range(PLAYED_OUT):
        chance = Chance(hashlib.sha256(f"confirm/{number}".encode()).hexdigest())
        state = game.play(game.imagine(position.view, chance), move, chance).state
        while game.to_act(state) is not None:
            moves = game.legal_moves(state)
            chosen = moves[0] if len(moves) == 1 else rule(game.view(state, SEAT), moves, (), chance)
            state = game.play(state, chosen, chance).state
        outcome = game.outcome(state)
        assert outcome is not None
        won.append(bool(outcome.won))
    return won


def measure(game: str, first: int, count: int) -> None:
    seconds, right, none = list[float](), 0, 0
    for number in range(first, first + count):
        seed = hashlib.sha256(f"riddles/{number}".encode()).hexdigest()
        start = time.process_time()
        made = asyncio.run(riddles.make(game, seed, ask))
        seconds.append(time.process_time() - start)
        if made is None:
            none += 1
            continue
        good = confirmed(made, seed)
        right += good
        odds = " ".join(f"{choice.expected:.3f}" for choice in made.choices)
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
