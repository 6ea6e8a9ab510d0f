"""How long a board takes from its view to bytes, beside encoding the same picture with Pillow alone.

Run `python -m benchmarks.pictures`. Each board was drawn once before, so this is the least that a turn costs;
benchmarks/load.py measures whole turns. We want a ratio of at most 1, and at most 150 KB.
"""

import io
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from PIL import Image

from engine import GAMES, Chance, Playthrough
from render import PICTURES, Pictures

POSITIONS = 12
ROUNDS = 3


def views(key: str) -> list[tuple[Any, list[str]]]:
    """Positions from all parts of random games, as the seat to act sees them, with names."""
    game, positions = GAMES[key], []
    for seed in range(200):
        draw, chance = random.Random(seed), Chance(str(seed))
        seats = draw.choice(game.seats)
        try:
            played = Playthrough.deal(game, seats, game.options(), chance)
        except Exception:  # the default options don't fit every number of seats
            continue
        for _ in range(draw.randrange(40)):
            if moves := played.legal_moves:
                played.play(draw.choice(moves))
        positions.append((played.view(played.to_act), [f"Player {seat + 1}" for seat in range(seats)]))
        if len(positions) == POSITIONS:
            break
    return positions


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def measure(pictures: Pictures[Any], view: Any, names: list[str]) -> tuple[float, float, int]:
    """Seconds from view to bytes, seconds of encoding alone, and the bytes."""
    made = pictures.board(view, names)  # this draws the sprites
    picture = Image.open(io.BytesIO(made))
    picture.load()
    drawing = seconds(lambda: pictures.board(view, names))
    return drawing, seconds(lambda: picture.save(io.BytesIO(), "PNG", compress_level=6)), len(made)


def summary(measured: list[tuple[float, float, int]]) -> str:
    drawing = 1000 * statistics.median(drawing for drawing, _, _ in measured)
    ratio = statistics.median(drawing / encoding for drawing, encoding, _ in measured)
    return f"{drawing:5.0f} ms, {ratio:.2f} times encoding alone, {max(size for _, _, size in measured) / 1000:4.0f} KB"


def main() -> None:
    for key, pictures in PICTURES.items():
        every: list[tuple[float, float, int]] = []
        for number, (view, names) in enumerate(views(key), 1):
            measured = [measure(pictures, view, names) for _ in range(ROUNDS)]
            print(f"{key} {number:2}, seats {len(names)}: {summary(measured)}")
            every += measured
        print(f"{key}, the median; the largest file: {summary(every)}")


if __name__ == "__main__":
    main()
