"""Whether what is said of a finished game comes true: plays deals, and judges every choice in them.

    python -m benchmarks.calibration GAME [--seats N] [--deals D] [--first F] [--strength S]

The deals are `calibration/0`, `calibration/1` and so on, played by the hall's own player; `--strength rule` plays by
rules of thumb. Printed are, by tenths of what was expected, how many positions there were, what was expected on average
and what came; then luck and skill on average, and the seconds of a processor that a game took. Where players compete,
each seat counts. Positions of one game aren't independent: the standard error of the last column goes by games.
"""

import argparse
import statistics
import time
from collections import defaultdict
from collections.abc import Sequence

from engine import GAMES, BaseEvent, Chance, Seat, heard
from players import PLAYERS
from players.analysis import WHOLE, Account, Judged, account, judge

from .players import AnyChoose, chooser

TENTHS = 10
Made = tuple[Seat, Judged]


def judged_game(key: str, seats: int, seed: str, choose: AnyChoose) -> tuple[list[Made], tuple[int, ...]]:
    """The choices of a deal, and what it came to, by side."""
    game, player, chance = GAMES[key], PLAYERS[key], Chance(seed)
    options = game.alone if seats == 1 and game.alone is not None else game.options()
    state = game.new(seats, options, chance)
    told: list[list[BaseEvent]] = [[] for _ in range(seats)]
    made = list[Made]()
    while (seat := game.to_act(state)) is not None:
        moves = [move for move in game.legal_moves(state) if move != game.concession]
        move = moves[0]
        if len(moves) > 1:
            view, luck = game.view(state, seat), f"{seed}/{len(made)}"
            move = choose(view, moves, told[seat], Chance(f"{luck}/chosen"))
            made.append((seat, judge(player, view, moves, told[seat], move, Chance(f"{luck}/judged"))))
        step = game.play(state, move, chance)
        for hearer, events in enumerate(told):
            events += heard(step.events, hearer)
        state = step.state
    outcome, points = game.outcome(state), player.points(game.view(state, 0))
    assert outcome is not None
    if points:
        return made, (round(WHOLE * outcome.scores[0] / points),)
    if seats == 1 or game.cooperative(options):
        return made, (WHOLE * (outcome.won is True),)
    return made, tuple([round(WHOLE / len(outcome.winners)) * (seat in outcome.winners) for seat in range(seats)])


def print_tenths(games: Sequence[tuple[Sequence[Made], Sequence[int]]]) -> None:
    """By what was expected, what came of it."""
    found = defaultdict[int, list[tuple[int, float, float]]](list)
    for number, (made, end) in enumerate(games):
        for seat, judged in made:
            side = seat if len(end) > 1 else 0
            expected = judged.made[side] / WHOLE
            found[min(TENTHS - 1, int(expected * TENTHS))].append((number, expected, end[side] / WHOLE))
    print(
        "| expected | positions | of games | expected on average | came | standard error |\n|---|---|---|---|---|---|"
    )
    for tenth, rows in sorted(found.items()):
        by_game = defaultdict[int, list[float]](list)
        for number, _, came in rows:
            by_game[number].append(came)
        came = statistics.fmean(one for _, _, one in rows)
        spread = sum(sum(one - came for one in of) ** 2 for of in by_game.values()) ** 0.5 / len(rows)
        expected = statistics.fmean(one for _, one, _ in rows)
        print(
            f"| {10 * tenth} to {10 * tenth + 10}% | {len(rows)} | {len(by_game)} | {100 * expected:.1f}%"
            f" | {100 * came:.1f}% | {100 * spread:.1f} |"
        )


def print_mean(what: str, values: Sequence[float]) -> None:
    error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    print(f"{what}: {100 * statistics.fmean(values):+.2f}%, standard error {100 * error:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=[key for key, player in PLAYERS.items() if player.judge])
    parser.add_argument("--seats", type=int)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--strength", default="strong")
    given = parser.parse_args()
    seats, choose = given.seats or GAMES[given.game].seats[0], chooser(given.game, given.strength)
    games, took, accounts = [], [], list[list[Account]]()
    for number in range(given.first, given.first + given.deals):
        began = time.process_time()
        made, end = judged_game(given.game, seats, f"calibration/{number}", choose)
        took.append(time.process_time() - began)
        better = sum(judged.better is not None for _, judged in made)
        print(f"deal {number}: {len(made)} choices, {better} with a better move, {took[-1]:.1f} s", flush=True)
        games.append((made, end))
        accounts.append([account(made, end, side=side) for side in range(len(end))])
    print_tenths(games)
    print_mean("start", [statistics.fmean(one.start for one in each) / WHOLE for each in accounts])
    print_mean("end", [statistics.fmean(one.end for one in each) / WHOLE for each in accounts])
    print_mean("luck", [statistics.fmean(sum(one.luck) for one in each) / WHOLE for each in accounts])
    print_mean("skill", [statistics.fmean(sum(one.skill) for one in each) / WHOLE for each in accounts])
    print(
        f"{given.game}, {seats} seats, {len(games)} games: {max(took):.1f} s of a processor at most, with the playing"
    )


if __name__ == "__main__":
    main()
