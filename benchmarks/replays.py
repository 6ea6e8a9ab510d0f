"""How heavy the replay of a game is, and how long it takes: plays a game of each kind and makes its replay.

Run `python -m benchmarks.replays [games] [game ...]`: so many of each kind, one without a number. The last line has the
worst: the most frames, the largest file, and the most seconds of a processor; the sprites are drawn before. A file may
have at most 2,000 KB and 59 frames.
"""

import io
import sys
from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any, NamedTuple

from PIL import Image

from engine import GAMES, AnyGame, Chance, Playthrough
from render import PICTURES
from render.replay import film

NAMES = ("Astrid", "Bram", "Cat", "Dan", "Eve")
ROUNDS = 2  # of the first game of a kind: only the last counts, because the first draws the sprites


class Made(NamedTuple):
    frames: int
    kilobytes: float
    seconds: float


def course(game: AnyGame, number: int) -> list[Any]:
    """The views of a game that random moves have made; it is never given up. The deal first, the end last."""
    draw, chance = Random(f"replay/{number}"), Chance(f"{number:064x}")
    seats = game.seats[number % len(game.seats)]
    played, views = Playthrough.deal(game, seats, game.alone if seats == 1 else game.options(), chance), list[Any]()
    played.play_forced()
    while played.outcome is None:
        views.append(game.open_view(played.state))
        played.play(draw.choice(game.choices(played.state)))
        played.play_forced()
    return [*views, game.revealed(played.state) if game.revealed else played.view(None)]


def made(game: AnyGame, views: list[Any], names: tuple[str, ...]) -> Made:
    began = process_time()
    *_, gif = film(PICTURES[game.key].board, views, names)
    took = process_time() - began
    with Image.open(io.BytesIO(gif)) as picture:
        return Made(getattr(picture, "n_frames", 1), len(gif) / 1000, took)


def every(game: AnyGame, games: int) -> Iterator[Made]:
    for number in range(games):
        views, names = course(game, number), NAMES[: game.seats[number % len(game.seats)]]
        for _ in range(0 if number else ROUNDS - 1):
            made(game, views, names)
        yield made(game, views, names)


def summary(animations: list[Made]) -> str:
    frames, kilobytes, seconds = (max(column) for column in zip(*animations, strict=True))
    return f"{frames} frames, {kilobytes:,.0f} KB, {seconds:.1f} s"


def main(games: int, keys: list[str]) -> None:
    worst = list[Made]()
    for key in keys or GAMES:
        replays = list(every(GAMES[key], games))
        print(f"{key}: {summary(replays)}", flush=True)
        worst += replays
    print(f"The worst of {len(worst)} replays: {summary(worst)}")


if __name__ == "__main__":
    given = sys.argv[1:]
    count = int(given.pop(0)) if given and given[0].isdecimal() else 1
    main(count, given)
