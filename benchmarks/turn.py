"""What a turn costs, by processor time, in two commits in one run:

    python -m benchmarks.turn BEFORE AFTER [--turns 30] [--games advyria ...] [--still]

Each commit plays the same moves by panel over real sockets, with its own code and its own tests' way of pressing. For
that, played.py is copied into its folder; it also knows the older names of what it needs. The bot has a process of its
own (sampled.py). The two take turns, ROUNDS times each, and the least is printed, because other work of the machine
only adds. The ratio is AFTER divided by BEFORE. A game for one is played in direct messages, and a turn of it is a
move. It prints milliseconds and numbers a turn. Needs the `test` extra.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path

GAMES = {"wyverns-knot": 3, "advyria": 2, "hexaract": 1, "advent-of-the-wyrms": 1, "forest-of-wyr": 1}  # people
ROUNDS = 2
HERE = Path(__file__).parent
Measures = list[dict[str, float]]  # milliseconds a turn, then numbers a turn


def measured(folder: Path, game: str, turns: int, *, still: bool) -> Measures:
    """Measure with a process in the folder of a commit."""
    command = [sys.executable, "-m", "benchmarks.played", game, str(GAMES[game]), str(turns), *["still"] * still]
    process = subprocess.run(command, cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)}, stdout=-1, check=True)
    measures: Measures = json.loads(process.stdout)
    return measures


def compare(commits: tuple[str, str], games: list[str], turns: int, *, still: bool) -> None:
    with tempfile.TemporaryDirectory() as parent:
        folders = [Path(parent) / side for side in ("before", "after")]
        for folder, commit in zip(folders, commits, strict=True):
            packed = subprocess.run(["git", "archive", commit], cwd=HERE.parent, stdout=-1, check=True).stdout
            with tarfile.open(fileobj=BytesIO(packed)) as files:
                files.extractall(folder, filter="data")
            for script in ("played.py", "sampled.py", "probed.py", "named.py"):
                shutil.copy(HERE / script, folder / "benchmarks")
        for game in games:
            best: list[Measures] = [[{}, {}], [{}, {}]]
            for _ in range(ROUNDS):
                for side, folder in enumerate(folders):
                    new = measured(folder, game, turns, still=still)
                    if new[0]["all"] < best[side][0].get("all", 1e9):
                        best[side] = new
            print(f"{game}, {GAMES[game]} at it\n{'':20}{commits[0]:>12.12}{commits[1]:>12.12}")
            for part in range(2):
                names = sorted({*best[0][part], *best[1][part]}, key=lambda name: -best[0][part].get(name, 0))
                for name in names:
                    before, after = (measures[part].get(name, 0) for measures in best)
                    ratio = f"{after / before:12.2f}" if before else ""
                    print(f"{name:20}{before:12.1f}{after:12.1f}{ratio}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("commits", nargs=2)
    parser.add_argument("--turns", type=int, default=30)
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--still", action="store_true", help="without moving pictures, which older commits don't have")
    given = parser.parse_args()
    compare(given.commits, given.games, given.turns, still=given.still)
