"""Whether what is said of a finished game comes true: plays deals, and judges choices that were made in them.

    python -m benchmarks.calibration [GAME] [--seats N] [--deals D] [--first F] [--strength S] [--judged J]
        [--results FILE]

Without a game it judges some choices of a few deals of each. The deals are `calibration/0`, `calibration/1` and so on,
played by the hall's own player; `--strength rule` plays by rules of thumb. Printed are, by tenths of what was expected,
how many positions there were, what was expected on average and what came; then luck and skill on average, and the
seconds of a processor that judging took. Where players compete, each seat counts. Positions of one game aren't
independent: the standard errors go by games.

With `--judged` the first choice of a deal and so many others, drawn by lot, are judged instead of all: many deals tell
more than many positions of one. Luck is then what is left of the way from the start to the end, once skill is counted
as often as its choice stands for others; on average that is the same.

With `--results` each deal is added to FILE once it is judged, and those that are there aren't played again: so it may
be stopped at any time, and `--deals 0` prints what has been found so far.
"""

import argparse
import statistics
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from engine import GAMES, BaseEvent, Chance, Data, Seat, decode, encode, heard
from players import PLAYERS
from players.analysis import BUDGET, WHOLE, Judged, Values, allowed, judge

from .players import AnyChoose, chooser

TENTHS = 10
FEW = 3  # deals of each game, and of their choices, where none is named


class Deal(Data, frozen=True):
    """A deal that was played, and some of its choices or all."""

    game: str
    seats: int
    strength: str
    number: int
    choices: int  # that were made
    judged: tuple[tuple[Seat, Judged], ...]  # the first of them and some others
    end: Values  # by side
    seconds: float  # of a processor, that judging took

    def skill(self, side: int) -> float:
        """What choices have cost, in millionths of a game; where not all are judged, about."""
        first, *others = [
            judged.made[side] - judged.best[side] if side == seat or len(self.end) == 1 else 0
            for seat, judged in self.judged
        ]
        return first + sum(others) * (self.choices - 1) / max(1, len(others))

    def start(self, side: int) -> int:
        return self.judged[0][1].best[side]

    def luck(self, side: int) -> float:
        return self.end[side] - self.start(side) - self.skill(side)


def judged_deal(key: str, seats: int, strength: str, number: int, most: int | None) -> Deal:
    """Play a deal, then judge the first choice and `most` others."""
    game, player, seed = GAMES[key], PLAYERS[key], f"calibration/{number}"
    choose: AnyChoose = chooser(key, strength)
    chance = Chance(seed)
    options = game.alone if seats == 1 and game.alone is not None else game.options()
    state = game.new(seats, options, chance)
    told: list[list[BaseEvent]] = [[] for _ in range(seats)]
    asked = list[tuple[Seat, Any, Sequence[Any], tuple[BaseEvent, ...], Any]]()
    while (seat := game.to_act(state)) is not None:
        moves = [move for move in game.legal_moves(state) if move != game.concession]
        move = moves[0]
        if len(moves) > 1:
            view, heard_so_far = game.view(state, seat), tuple(told[seat])
            move = choose(view, moves, heard_so_far, Chance(f"{seed}/{len(asked)}/chosen"))
            asked.append((seat, view, moves, heard_so_far, move))
        step = game.play(state, move, chance)
        for hearer, events in enumerate(told):
            events += heard(step.events, hearer)
        state = step.state
    outcome, points = game.outcome(state), player.points(game.view(state, 0))
    assert outcome is not None
    shares = (outcome.scores[0] / points,) if points else outcome.shares
    end: Values = tuple([round(WHOLE * share) for share in shares])
    others = [*range(1, len(asked))]
    if most is not None and most < len(others):
        others = sorted(Random(seed).sample(others, most))
    began = time.process_time()
    judged = list[tuple[Seat, Judged]]()
    for at in (0, *others):
        seat, view, moves, heard_so_far, move = asked[at]
        luck = Chance(f"{seed}/{at}/judged")
        share = allowed([one for _, one in judged], len(asked)) if most is None else BUDGET // len(asked)
        judged.append((seat, judge(player, view, moves, heard_so_far, move, luck, allowed=share)))
    took = time.process_time() - began
    return Deal(key, seats, strength, number, len(asked), tuple(judged), end, took)


def print_tenths(deals: Sequence[Deal]) -> None:
    """By what was expected, what came of it."""
    found = defaultdict[int, list[tuple[int, float, float]]](list)
    for deal in deals:
        for seat, judged in deal.judged:
            side = seat if len(deal.end) > 1 else 0
            expected = judged.made[side] / WHOLE
            found[min(TENTHS - 1, int(expected * TENTHS))].append((deal.number, expected, deal.end[side] / WHOLE))
    print(
        "| expected | positions | of games | expected on average | came | standard error |\n|---|---|---|---|---|---|"
    )
    for tenth, rows in sorted(found.items()):
        _print_row(f"{10 * tenth} to {10 * tenth + 10}%", rows)
    _print_row("all", [row for rows in found.values() for row in rows])


def _print_row(name: str, rows: Sequence[tuple[int, float, float]]) -> None:
    """The standard error is that of the difference between what came and what was expected."""
    off = defaultdict[int, float](float)
    came, expected = statistics.fmean(row[2] for row in rows), statistics.fmean(row[1] for row in rows)
    for number, one_expected, one_came in rows:
        off[number] += (one_came - came) - (one_expected - expected)
    error = sum(one**2 for one in off.values()) ** 0.5 / len(rows)
    print(f"| {name} | {len(rows):,} | {len(off):,} | {100 * expected:.1f}% | {100 * came:.1f}% | {100 * error:.1f} |")


def print_mean(what: str, values: Sequence[float]) -> None:
    error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    print(f"{what}: {100 * statistics.fmean(values):+.2f}%, standard error {100 * error:.2f}")


def stored(results: Path, key: str, seats: int, strength: str) -> list[Deal]:
    """What a file has of a game's deals. A line that was cut off by a kill doesn't count."""
    lines = results.read_bytes().splitlines(keepends=True) if results.exists() else []
    deals: list[Deal] = [decode(Deal, line) for line in lines if line.endswith(b"\n")]
    return [deal for deal in deals if (deal.game, deal.seats, deal.strength) == (key, seats, strength)]


def main() -> None:
    parser = argparse.ArgumentParser()
    judges = [key for key, player in PLAYERS.items() if player.judge]
    parser.add_argument("game", nargs="?", choices=judges)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--strength", default="strong")
    parser.add_argument("--judged", type=int, help="choices of a deal, beside the first; else all")
    parser.add_argument("--results", type=Path)
    given = parser.parse_args()
    if given.game:
        calibrate(given)
        return
    for game in judges:
        calibrate(argparse.Namespace(**{**vars(given), "game": game, "deals": FEW, "judged": FEW}))


def calibrate(given: argparse.Namespace) -> None:
    """Play the deals that aren't stored, judge them, and print what all of them say."""
    seats = given.seats or GAMES[given.game].seats[0]
    deals = stored(given.results, given.game, seats, given.strength) if given.results else []
    played = {deal.number for deal in deals}
    for number in range(given.first, given.first + given.deals):
        if number in played:
            continue
        deal = judged_deal(given.game, seats, given.strength, number, given.judged)
        deals.append(deal)
        if given.results:
            with given.results.open("ab") as file:
                file.write(encode(deal) + b"\n")
        better = sum(judged.better is not None for _, judged in deal.judged)
        said = f"{deal.choices} choices, {len(deal.judged)} judged, {better} with a better move"
        print(f"deal {number}: {said}, {deal.seconds:.1f} s", flush=True)
    if deals:
        print_all(deals)


def print_all(deals: Sequence[Deal]) -> None:
    print_tenths(deals)
    sides = range(len(deals[0].end))
    for side in sides:
        of = f" of seat {side + 1}" if len(sides) > 1 else ""
        print_mean(f"start{of}", [deal.start(side) / WHOLE for deal in deals])
        print_mean(f"end{of}", [deal.end[side] / WHOLE for deal in deals])
        print_mean(f"luck{of}", [deal.luck(side) / WHOLE for deal in deals])
        print_mean(f"skill{of}", [deal.skill(side) / WHOLE for deal in deals])
    took = [deal.seconds * deal.choices / len(deal.judged) for deal in deals]
    print(
        f"{deals[0].game}, {deals[0].seats} seats, {len(deals)} games: {statistics.fmean(took):.1f} s of a processor"
        f" for all choices of a game, {max(took):.1f} at most"
    )


if __name__ == "__main__":
    main()
