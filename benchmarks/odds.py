"""How often a table is won by one person who plays decently, with computers in the other seats:

    python -m benchmarks.odds [--deals D] [--game GAME] [--seats N ...] [--target T ...]

The person plays plainly: in Wyvern's Knot like `plain_knot`, which keeps to the conventions and counts no odds; in a
game for one by the rules of thumb of its computer player. The deals are `odds/0`, `odds/1` and so on. What came out
stands in `tables/play/odds.py` and in docs/odds.md.
"""

import argparse
import multiprocessing
from functools import partial
from typing import Any

from engine import GAMES
from players import PLAYERS

from .players import PROCESSES, chooser, play

PERSON = {"wyverns-knot": "plain"}  # by game; else “rule”
DEALS = 300


def won(number: int, *, key: str, seats: int, options: Any) -> bool:
    person, company = chooser(key, PERSON.get(key, "rule")), chooser(key, "strong")
    return play(GAMES[key], f"odds/{number}", [person, *[company] * (seats - 1)], options).won is True


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", choices=PLAYERS, default="wyverns-knot")
    parser.add_argument("--seats", type=int, nargs="+")
    parser.add_argument("--target", type=int, nargs="+", default=[12], help="of Wyvern's Knot: eggs to save")
    parser.add_argument("--deals", type=int, default=DEALS)
    given = parser.parse_args()
    game = GAMES[given.game]
    with multiprocessing.get_context("spawn").Pool(PROCESSES) as pool:
        for seats in given.seats or game.seats:
            alone = seats == 1 and game.alone is not None
            for options in [game.alone] if alone else [game.options(target=target) for target in given.target]:
                count = partial(won, key=given.game, seats=seats, options=options)
                wins = sum(pool.imap_unordered(count, range(given.deals)))
                print(f"{given.game}, {seats} seats, {options}: {wins} of {given.deals}", flush=True)


if __name__ == "__main__":
    main()
