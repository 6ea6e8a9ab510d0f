"""What a moment costs: games of each kind, and each moment in them as a moving picture.

Run `python -m benchmarks.moments [--games N] [--files FOLDER] [game ...]`: N of each game, six without a number, and
more until one is won and one is lost. In every second game the moves are random, else computer players make them.
FOLDER gets a file of each kind, the heaviest. A line has the events, the number of moments, and the median and the most
of: KB, milliseconds of a processor in addition to the still, and milliseconds with the still. Each moment is made three
times, and the fastest counts, because the others contain the machine's noise.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

from engine import GAMES, AnyGame, AnyPlaythrough, BaseEvent, Chance, Playthrough, heard
from players import PLAYERS
from render import PICTURES, moments

NAMES = ("Astrid", "Bram", "Cat", "Dan", "Eve")
TIMES = 3  # how often each moment is made
MOST = 20  # of a kind in a game: the first ones
ENDS = {"the end, won", "the end, lost"}
MOST_GAMES = 60  # of a kind: then it stops even if an end is missing


class Made(NamedTuple):
    file: bytes
    more: float  # milliseconds in addition to the still
    whole: float  # milliseconds with the still


def timed(still: moments.Picture, effects: Sequence[moments.Effect], earlier: moments.Picture | None = None) -> Made:
    made = [_timed(still, effects, earlier) for _ in range(TIMES)]
    return Made(made[0].file, min(again.more for again in made), min(again.whole for again in made))


def _timed(still: moments.Picture, effects: Sequence[moments.Effect], earlier: moments.Picture | None) -> Made:
    began = time.thread_time()
    draw, given = still
    draw(*given)
    drawn = time.thread_time()
    file = moments.moving(still, effects, earlier)
    more = 1000 * (time.thread_time() - drawn)
    return Made(file, more, more + 1000 * (drawn - began))


def of_a_game(game: AnyGame, number: int) -> Iterator[tuple[str, Made]]:
    """The moments of a game, by their events. The board before the move is drawn first, as while people play."""
    chance, pictures = Chance(f"{number:064x}"), PICTURES[game.key]
    seats = game.seats[number % len(game.seats)]
    names, seat = NAMES[:seats], 0 if seats == 1 else None
    played = Playthrough.deal(game, seats, game.alone if seats == 1 else game.options(), chance)
    seen = defaultdict[str, int](int)
    while (outcome := played.outcome) is None:
        before = played.view(seat)
        events = heard(played.play(choice(played, number)).step.events, None)
        view = played.view(seat)
        kind_of_moment = kind(game, view, events)
        moment = pictures.moment(view, events)
        if moment is None or seen[kind_of_moment] == MOST:
            continue
        seen[kind_of_moment] += 1
        pictures.board(before, names)
        earlier = (pictures.board, (moment.before, names)) if moment.before is not None else None
        yield kind_of_moment, timed((pictures.board, (view, names)), moment.effects, earlier)
    end = game.revealed(played.state) if game.revealed else played.view(seat)
    pictures.result(end, names, "")  # draws its sprites
    result = pictures.result, (end, names, game.headline(end))
    won = outcome.won is not False
    yield f"the end, {'won' if won else 'lost'}", timed(result, moments.finish(won=won))


def choice(played: AnyPlaythrough, number: int) -> Any:
    """The next move: in every second game a computer player's."""
    moves, luck = played.legal_moves, f"moments/{number}/{len(played.played)}"
    if number % 2 == 0 or len(moves) == 1:
        return Random(luck).choice(moves)
    return PLAYERS[played.game.key].rule(played.view(played.to_act), moves, played.heard(played.to_act), Chance(luck))


def kind(game: AnyGame, view: Any, events: Sequence[BaseEvent]) -> str:
    moment = PICTURES[game.key].moment
    return " and ".join(dict.fromkeys(type(event).__name__ for event in events if moment(view, (event,))))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--files", type=Path)
    parser.add_argument("game", nargs="*", choices=[[], *GAMES], default=[])
    given = parser.parse_args()
    print("game, moment: number; KB, ms beside the still, ms in all, each at the median and the most")
    for key in given.game or GAMES:
        by_kind = defaultdict[str, list[Made]](list)
        ends = ENDS if GAMES[key].cooperative(GAMES[key].options()) else {"the end, won"}
        for number in count():
            if (number >= given.games and ends <= {*by_kind}) or number == MOST_GAMES:
                break
            for kind_of_moment, made in of_a_game(GAMES[key], number):
                by_kind[kind_of_moment].append(made)
        for kind_of_moment, every in sorted(by_kind.items()):
            if given.files:
                heaviest = max(every, key=lambda made: len(made.file))
                name = f"{key}-{kind_of_moment}.gif".replace(" ", "-").replace(",", "")
                (given.files / name).write_bytes(heaviest.file)
            columns = (
                [len(made.file) / 1000 for made in every],
                *zip(*((made.more, made.whole) for made in every), strict=True),
            )
            figures = "; ".join(f"{median(column):.0f}, {max(column):.0f}" for column in columns)
            print(f"{key}, {kind_of_moment}: {len(every)}; {figures}", flush=True)


if __name__ == "__main__":
    main()
