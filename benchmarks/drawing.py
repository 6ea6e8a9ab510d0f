"""What a picture costs: whole games of each kind, all their boards in the order in which a table draws them.

    python -m benchmarks.drawing                     a line a game
    python -m benchmarks.drawing --against COMMIT    beside the same pictures as that commit draws them

Each position is drawn as everybody sees it and as each seat sees it. With `--against` two processes take turns, a game
each, and the pixels of every picture are compared. Times are of the processor: composing, matching colours to the
palette, packing into a file.
"""

import argparse
import hashlib
import io
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from engine import GAMES, Chance, Playthrough

ROOT = Path(__file__).parents[1]
PARTS = {"flat": "to palette", "pack": "pack", "_deflated": "pack", "_png": "pack"}  # functions; all else is composing
STEPS = ("compose", "to palette", "pack")
MOST_MOVES = 150  # of a game that random players don't finish


class Drawn(NamedTuple):
    milliseconds: dict[str, float]
    size: int
    pixels: str  # their digest


class Stopwatch:
    """Counts a thread's processor time for the part of drawing that is going on."""

    def __init__(self) -> None:
        self.spent = dict.fromkeys(STEPS, 0.0)
        self._part, self._since = "compose", time.thread_time()

    def switch(self, part: str) -> str:
        """Count for another part from now on. Returns the part before."""
        now, before = time.thread_time(), self._part
        self.spent[before] += now - self._since
        self._part, self._since = part, now
        return before

    def measured(self, function: Callable[..., Any], part: str) -> Callable[..., Any]:
        @wraps(function)
        def run(*given: Any) -> Any:
            before = self.switch(part)
            try:
                return function(*given)
            finally:
                self.switch(before)

        return run

    def watch(self) -> None:
        modules = [module for name, module in sys.modules.items() if name.startswith("render.")]
        for name, part in PARTS.items():
            for function in {vars(module)[name] for module in modules if name in vars(module)}:
                measured = self.measured(function, part)
                for module in modules:
                    if vars(module).get(name) is function:
                        setattr(module, name, measured)


def boards(key: str, seed: int) -> Iterator[tuple[Any, list[str]]]:
    """The views of a random game, in turn, with names."""
    game, draw, chance = GAMES[key], random.Random(seed), Chance(f"drawing {seed}")
    seats = game.seats[-2:][seed % 2 - 1]  # fewer seats need other options
    played = Playthrough.deal(game, seats, game.options(), chance)
    names = [f"Player {seat + 1}" for seat in range(seats)]
    for _ in range(MOST_MOVES):
        yield from ((played.view(seat), names) for seat in (None, *range(seats)) if seat is None or seats > 1)
        if not (moves := played.legal_moves):
            break
        played.play(draw.choice(moves))


def serve() -> None:
    """Draw the games that are asked for. First draw others of the same kind, so that the sprites are there."""
    from render import PICTURES

    stopwatch = Stopwatch()
    stopwatch.watch()
    for line in sys.stdin:
        key, seed = json.loads(line)
        board = PICTURES[key].board
        for view, names in chain(boards(key, -1), boards(key, -2)):
            board(view, names)
        drawn = []
        for view, names in boards(key, seed):
            stopwatch.switch("compose")
            stopwatch.spent = dict.fromkeys(STEPS, 0.0)
            made = board(view, names)
            stopwatch.switch("compose")
            milliseconds = {part: 1000 * stopwatch.spent[part] for part in STEPS}
            pixels = hashlib.sha1(Image.open(io.BytesIO(made)).convert("RGB").tobytes()).hexdigest()
            drawn.append((milliseconds, len(made), pixels))
        print(json.dumps(drawn), flush=True)


class Artist:
    """A process that draws with the code in one folder."""

    def __init__(self, tree: Path) -> None:
        self._process = subprocess.Popen(
            (sys.executable, "-P", __file__, "--serve"),
            env={**os.environ, "PYTHONPATH": str(tree)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def draw(self, key: str, seed: int) -> list[Drawn]:
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps((key, seed)), file=self._process.stdin, flush=True)
        return [Drawn(*drawn) for drawn in json.loads(self._process.stdout.readline())]

    def end(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


def summary(drawn: Sequence[Drawn]) -> str:
    parts = [statistics.fmean(picture.milliseconds[part] for picture in drawn) for part in STEPS]
    sizes = [picture.size / 1000 for picture in drawn]
    split = " · ".join(f"{part:.1f}" for part in parts)
    return f"{sum(parts):.1f} ms ({split}), {statistics.fmean(sizes):.0f} KB, at most {max(sizes):.0f}"


def compare(keys: Sequence[str], seeds: Sequence[int], trees: Sequence[Path]) -> None:
    artists = [Artist(tree) for tree in trees]
    print(f"milliseconds a picture ({' · '.join(STEPS)}), kilobytes")
    for key in keys:
        every: list[list[Drawn]] = [[] for _ in trees]
        for seed in seeds:
            for artist, drawn in zip(artists, every, strict=True):
                drawn += artist.draw(key, seed)
        print(f"{key}, {len(every[0])} pictures: {summary(every[0])}", flush=True)
        if len(every) > 1:
            now, then = (sum(sum(board.milliseconds.values()) for board in drawn) for drawn in every)
            unlike = sum(board.pixels != other.pixels for board, other in zip(*every, strict=True))
            print(f"  before: {summary(every[1])}; {now / then:.2f} of it now, {unlike} pictures differ", flush=True)
    for artist in artists:
        artist.end()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="COMMIT")
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--each", type=int, default=2, help="games of each kind")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve()
        return
    with tempfile.TemporaryDirectory() as folder:
        trees = [ROOT]
        if given.against:
            command = ("git", "archive", given.against, "engine", "render", "host/worker_process.py")
            archive = subprocess.check_output(command, cwd=ROOT)
            subprocess.run(("tar", "-x", "-C", folder), input=archive, check=True)
            trees.append(Path(folder))
        compare(given.games, range(given.each), trees)


if __name__ == "__main__":
    main()
