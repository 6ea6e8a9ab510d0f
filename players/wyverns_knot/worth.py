"""What a position is worth, from three numbers: a model of the game that is small enough to count out.

Each look or scouting leads to a saved egg with one and the same chance, and costs a step of a strike dragon. While
there are steps that harm no egg, it costs no more than that. Later it costs an egg, and a guess may be better.
"""

import math
from functools import lru_cache

HIT = 0.4  # the chance that a look or a scouting leads to a saved egg
GUESS = 0.7  # the chance that a guess is right once nothing else is left: by then most dragons are known
LONGER = 0.7  # the chance that a saved egg clears a strike dragon's way for a step more
AT_SEATS = {3: -1.77, 4: -3.67, 5: -4.31}  # log-odds: partners who know more together
OPENING = 11  # harmless steps: with more of them the game has hardly begun
NEED, FREE, SPARE = 17, 40, 8  # the largest values that are told apart


@lru_cache(maxsize=1)
def _count_out() -> list[list[list[float]]]:
    """By eggs needed, harmless steps, and eggs that may be lost: the chance to win in the model."""
    counted = [[[1.0] * (SPARE + 1) for _ in range(FREE + 1)]]
    for _ in range(NEED):
        after = counted[-1]  # with an egg more saved
        table: list[list[float]] = []
        for free in range(FREE + 1):
            row: list[float] = []
            for spare in range(SPARE + 1):
                longer = after[min(free + 1, FREE)]
                if free:
                    hit = LONGER * after[free][spare] + (1 - LONGER) * after[free - 1][spare]
                    row.append(HIT * hit + (1 - HIT) * table[free - 1][spare])
                    continue
                guess = GUESS * (LONGER * longer[spare] + (1 - LONGER) * after[0][spare])
                if spare:
                    guess += (1 - GUESS) * row[spare - 1]
                    look = HIT * (LONGER * longer[spare - 1] + (1 - LONGER) * after[0][spare - 1])
                    guess = max(guess, look + (1 - HIT) * row[spare - 1])
                row.append(guess)
            table.append(row)
        counted.append(table)
    return counted


def worth(need: float, free: int, spare: int) -> float:
    """The worth, from 0 to 1.

    `need`: eggs still needed; a part of one stands for knowledge that helps. `free`: harmless steps. `spare`: eggs that
    may be lost.
    """
    if need <= 0:
        return 1.0
    if spare < 0:
        return 0.0
    free, spare = min(max(free, 0), FREE), min(spare, SPARE)
    low = min(int(need), NEED - 1)
    fewer, more = _count_out()[low][free][spare], _count_out()[low + 1][free][spare]
    return fewer + (need - low) * (more - fewer)


def chance_to_win(worth: float, need: float, free: int, spare: int, seats: int) -> float:
    """What `worth` comes to at the table: fitted to 41,000 turns of 900 games between players like this one.

    The first steps go into looks in any case, so they cost less than the model thinks.
    """
    worth = min(max(worth, 0.001), 0.999)
    sum_of_all = 0.95 * math.log(worth / (1 - worth)) + 0.153 * need + 0.298 * spare + AT_SEATS[seats]
    sum_of_all -= 0.177 * max(0, free - OPENING)
    return round(1 / (1 + math.exp(-sum_of_all)), 3)
