"""What a sensible player of The guilds of Advyria brings home: the measure of the deck's numbers.

    python -m benchmarks.advyria_player [deals] [tables of four] [deals by other habits]

docs/advyria.md has the figures and what was chosen by them.
"""

import statistics
import sys
from collections import Counter

from engine import Chance, Outcome
from engine.advyria import GAME
from engine.advyria.pieces import Options
from engine.advyria.scoring import RATINGS, rating
from players.advyria.sensible import SENSIBLE, Habits, choose

OTHERS = {
    "to level 14 first of all": Habits(14, 0),
    "to level 12, no Wizard kept": Habits(12, 0),
    "to level 9": Habits(9, 24),
    "to level 6": Habits(6, 24),
    "Wizards kept from half of the pile on": Habits(12, 55),
    "all Wizards kept": Habits(0, 110),
}


def play_out(seats: int, options: Options, seed: str, habits: Habits = SENSIBLE) -> Outcome:
    """How a game ends in which every seat plays like that."""
    chance = Chance(seed)
    state = GAME.new(seats, options, chance)
    while legal := GAME.legal_moves(state):
        view = GAME.view(state, GAME.to_act(state))
        state = GAME.play(state, legal[0] if len(legal) == 1 else choose(view, legal, habits), chance).state
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


def solo(deals: int, habits: Habits = SENSIBLE) -> list[int]:
    """The scores, in order."""
    return sorted(play_out(1, Options(mode="solo"), f"solo/{deal}", habits).scores[0] for deal in range(deals))


def main(deals: int = 300, tables: int = 100, others: int = 0) -> None:
    if deals:
        scores = solo(deals)
        print(f"solo, {deals} deals: median {statistics.median(scores)}, mean {statistics.mean(scores):.1f}")
        parts = (1, 5, 10, 25, 50, 75, 90, 95, 99)
        print("  " + ", ".join(f"{part}%: {scores[deals * part // 100]}" for part in parts), f"best {scores[-1]}")
        rated = Counter(map(rating, scores))
        print(
            "  " + ", ".join(f"{name}: {rated[name] / deals:.1%}" for name in (*(name for _, name in RATINGS), "poor"))
        )
    if tables:
        shares, totals = [0.0] * 4, [0] * 4
        for table in range(tables):
            outcome = play_out(4, Options(), f"four/{table}")
            for seat, score in enumerate(outcome.scores):
                totals[seat] += score
                shares[seat] += (seat in outcome.winners) / len(outcome.winners)
        print(f"four compete, {tables} tables, by seat: wins", ", ".join(f"{share / tables:.1%}" for share in shares))
        print("  mean gold", ", ".join(f"{total / tables:.1f}" for total in totals))
    for name, habits in OTHERS.items() if others else ():
        scores = solo(others, habits)
        print(f"solo, {others} deals, {name}: median {statistics.median(scores)}, mean {statistics.mean(scores):.1f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
