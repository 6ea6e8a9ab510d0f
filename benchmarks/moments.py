"""What a moment costs: random games of each kind, and each moment in them as a moving picture.

Run `python -m benchmarks.moments [games] [game ...]`: so many of each kind, three without a number. A line has what the
events were, how many moments, KB and milliseconds of a processor: the median and the most. What a board costs without
moving is in it, since a moment takes the board's place.
"""

import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import median
from typing import Any, NamedTuple

from engine import GAMES, AnyGame, BaseEvent, Chance, Playthrough, heard
from render import PICTURES, moments

NAMES = ("Astrid", "Bram", "Cat", "Dan", "Eve")
MOST = 20  # of a kind in a game: the first ones


class Made(NamedTuple):
    kilobytes: float
    milliseconds: float


def timed(make: Callable[..., bytes], *given: Any) -> Made:
    began = time.thread_time()
    size = len(make(*given))
    return Made(size / 1000, 1000 * (time.thread_time() - began))


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


def main(games: int, keys: list[str]) -> None:
    print("game, moment: number; KB at the median, most; ms at the median, most")
    for key in keys or GAMES:
        by_kind = defaultdict[str, list[Made]](list)
        for number in range(games):
            for what, made in of_a_game(GAMES[key], number):
                by_kind[what].append(made)
        for what, every in sorted(by_kind.items()):
            sizes, times = zip(*every, strict=True)
            figures = f"{median(sizes):.0f}, {max(sizes):.0f} KB; {median(times):.0f}, {max(times):.0f} ms"
            print(f"{key}, {what}: {len(every)}; {figures}", flush=True)


if __name__ == "__main__":
    given = sys.argv[1:]
    count = int(given.pop(0)) if given and given[0].isdecimal() else 3
    main(count, given)
