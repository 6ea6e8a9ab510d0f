"""How often one person who plays decently wins a table, with computers in the other seats:

    python -m benchmarks.odds [--deals D] [--game GAME] [--people N ...] [--company S,S ...] [--set OPTION=JSON ...]
                              [--person P] [--patience MOVES] [--processes N]

A person plays plainly: as PERSON says, else by the rules of thumb of the game's computer player. In the other seats are
computer players of the strengths S. Where players compete, one person sits in each seat in turn. For a game with only a
score it prints how many of 100 games reach which score. A game that isn't over after `--patience` moves counts as not
won. The deals are `odds/0`, `odds/1` and so on. The results are in `tables/play/odds.py` and in docs/odds.md.
"""

import argparse
import itertools
import math
import multiprocessing
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from engine import GAMES, decode, encode
from players import PLAYERS

from .players import PROCESSES, Played, chooser, play

PERSON = {"wyverns-knot": "plain", "advyria": "sensible"}  # by game; else “rule”
DEALS = 300


def one_deal(
    number: int, *, key: str, person: str, people: int, company: Sequence[str], options: Any, patience: float
) -> tuple[Played, int]:
    """Play one deal. Returns how it ended, and where the person sat; of several people, the first."""
    game, seats = GAMES[key], people + len(company)
    choosers = [*[chooser(key, person)] * people, *[chooser(key, strength) for strength in company]]
    seat = 0 if game.cooperative(options) else number % seats
    in_seats = choosers[-seat:] + choosers[:-seat] if seat else choosers
    return play(game, f"odds/{number}", in_seats, options, patience), seat


def summed_up(played: Sequence[tuple[Played, int]], *, scored: bool) -> str:
    if scored:
        scores = sorted([deal.scores[0] for deal, _ in played])
        parts = [(part, scores[len(scores) * (100 - part) // 100]) for part in (90, 75, 65, 60, 55, 50, 25, 10)]
        return ", ".join(f"{part} of 100 reach {score}" for part, score in parts)
    wins = sum([deal.shares[seat] if deal.won is None else deal.won for deal, seat in played])
    return f"{wins:g} of {len(played)} won"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", choices=PLAYERS, default="wyverns-knot")
    parser.add_argument("--people", type=int, nargs="+", default=[1])
    parser.add_argument("--company", nargs="+", default=[""], help="such as middle,strong")
    parser.add_argument("--person", help="how people play")
    parser.add_argument("--set", nargs="*", default=[], help="options of the game, such as target=14")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--patience", type=float, default=math.inf, help="moves after which who plays alone gives up")
    parser.add_argument("--processes", type=int, default=PROCESSES)
    given = parser.parse_args()
    game, person = GAMES[given.game], given.person or PERSON.get(given.game, "rule")
    chosen = {
        field: decode(Any, value.encode()) for field, _, value in (setting.partition("=") for setting in given.set)
    }
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
        for people, spelled in itertools.product(given.people, given.company):
            company = [*filter(None, spelled.split(","))]
            alone = people + len(company) == 1
            options = decode(
                game.options, encode({**msgspec.to_builtins(game.alone if alone else game.options()), **chosen})
            )
            play_deal = partial(
                one_deal,
                key=given.game,
                person=person,
                people=people,
                company=company,
                options=options,
                patience=given.patience,
            )
            played = list(pool.imap_unordered(play_deal, range(given.deals)))
            came = summed_up(played, scored=game.scored(options))
            print(f"{given.game}, {people} with {spelled or 'nobody'}, {' '.join(given.set)}: {came}", flush=True)


if __name__ == "__main__":
    main()
