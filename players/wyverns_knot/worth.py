"""The chance to win, roughly: from the eggs still needed, the moves without harm, and the eggs that may be lost."""

from functools import lru_cache
from typing import NamedTuple


class Tuning(NamedTuple):
    hit: float = 0.35  # the chance that a look or a scouting leads to a saved egg
    longer: float = 0.7  # the chance that a saved egg gives a strike dragon another harmless step
    guess: float = 0.65  # the chance that the best guess is right, when nothing else is left
    strike: float = 0.4  # what it costs to lose an egg that a strike dragon might have helped to save
    danger: float = 0.4  # an egg in the way of a strike dragon
    again: float = 0.5  # an egg that somebody has looked at already
    pointable: float = 0.7  # of a saved egg: one that takes only a pointing
    shown: float = 0.4  # a card that everyone sees, whose egg is still to be found
    scouted: float = 2.8  # an egg that I know, by the chance that one of my looks still to come finds its card
    card: float = 0.3  # a card thrown away
    front: float = 0.003
    flown: float = 0.06
    known: float = 0.5
    doubt: float = 0.03
    quick: float = 0.04
    power: float = 1.0
    lookback: float = 0
    hope: float = 0.3


TUNING = Tuning()
FREE, SPARE, NEED = 40, 9, 17


@lru_cache(maxsize=8)
def _table(tuning: Tuning) -> list[list[list[float]]]:
    """By eggs needed, harmless steps, spare eggs."""
    hit, longer, guess = tuning.hit, tuning.longer, tuning.guess
    worth = [[[0.0] * SPARE for _ in range(FREE + 1)] for _ in range(NEED + 1)]
    worth[0] = [[1.0] * SPARE for _ in range(FREE + 1)]
    for need in range(1, NEED + 1):
        saved = worth[need - 1]
        for spare in range(SPARE):
            for free in range(FREE + 1):
                if free:
                    after = longer * saved[free][spare] + (1 - longer) * saved[free - 1][spare]
                    value = hit * after + (1 - hit) * worth[need][free - 1][spare]
                else:
                    value = guess * (longer * saved[1][spare] + (1 - longer) * saved[0][spare])
                    if spare:
                        value += (1 - guess) * worth[need][0][spare - 1]
                        looked = hit * (longer * saved[1][spare - 1] + (1 - longer) * saved[0][spare - 1])
                        value = max(value, looked + (1 - hit) * worth[need][0][spare - 1])
                worth[need][free][spare] = value
    return worth


def worth(need: float, free: int, spare: int, tuning: Tuning) -> float:
    if need <= 0:
        return 1.0
    if spare < 0:
        return 0.0
    free, spare = min(max(free, 0), FREE), min(spare, SPARE - 1)
    table = _table(tuning)
    low = int(need)
    below = table[low][free][spare]
    return below + (need - low) * (table[min(low + 1, NEED)][free][spare] - below) if need > low else below
