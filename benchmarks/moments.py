"""What a moment costs: random games of each kind, and each moment in them as a moving picture.

Run `python -m benchmarks.moments [--games N] [--files FOLDER] [game ...]`: N of each game, three without a number.
FOLDER gets a file of each kind. A line has what the events were, how many moments, KB and milliseconds
of a processor: the median and the most. What a board costs without moving is in it, since a moment takes its place.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

from engine import GAMES, AnyGame, BaseEvent, Chance, Playthrough, heard
from render import PICTURES, moments

NAMES = ("Astrid", "Bram", "Cat", "Dan", "Eve")
MOST = 20  # of a kind in a game: the first ones


class Made(NamedTuple):
    file: bytes
    milliseconds: float


def timed(make: Callable[..., bytes], *given: Any) -> Made:
    began = time.thread_time()
    file = make(*given)
    return Made(file, 1000 * (time.thread_time() - began))


def of_a_game(game: AnyGame, number: int) -> Iterator[tuple[str, Made]]:
    """By what the moment is of. Its boards were drawn before the move, as they are while people play."""
    draw, chance, pictures = Random(f"moments/{number}"), Chance(f"{number:064x}"), PICTURES[game.key]
    seats = game.seats[number % len(game.seats)]
    names, seat = NAMES[:seats], 0 if seats == 1 else None
    played = Playthrough.deal(game, seats, game.alone if seats == 1 else game.options(), chance)
    seen = defaultdict[str, int](int)
    while (outcome := played.outcome) is None:
        before = played.view(seat)
        events = heard(played.play(draw.choice(game.choices(played.state))).step.events, None)
        view = played.view(seat)
        what = kind(game, view, events)
        moment = pictures.moment(view, events)
        if moment is None or seen[what] == MOST:
            continue
        seen[what] += 1
        pictures.board(before, names)
        earlier = (pictures.board, (moment.before, names)) if moment.before is not None else None
        yield what, timed(moments.moving, (pictures.board, (view, names)), moment.effects, earlier)
    end = game.revealed(played.state) if game.revealed else played.view(seat)
    pictures.result(end, names, "")  # its sprites
    result = pictures.result, (end, names, outcome.headline)
    yield "the end", timed(moments.moving, result, moments.finish(won=outcome.won is not False))


def kind(game: AnyGame, view: Any, events: Sequence[BaseEvent]) -> str:
    moment = PICTURES[game.key].moment
    return " and ".join(dict.fromkeys(type(event).__name__ for event in events if moment(view, (event,))))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--files", type=Path)
    parser.add_argument("game", nargs="*", choices=[[], *GAMES], default=[])
    given = parser.parse_args()
    print("game, moment: number; KB at the median, most; ms at the median, most")
    for key in given.game or GAMES:
        by_kind = defaultdict[str, list[Made]](list)
        for number in range(given.games):
            for what, made in of_a_game(GAMES[key], number):
                by_kind[what].append(made)
        for what, every in sorted(by_kind.items()):
            sizes, times = [len(moment.file) / 1000 for moment in every], [moment.milliseconds for moment in every]
            if given.files:
                (given.files / f"{key}-{what.replace(' ', '-')}.gif").write_bytes(every[0].file)
            figures = f"{median(sizes):.0f}, {max(sizes):.0f} KB; {median(times):.0f}, {max(times):.0f} ms"
            print(f"{key}, {what}: {len(every)}; {figures}", flush=True)


if __name__ == "__main__":
    main()
