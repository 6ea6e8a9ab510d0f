"""A process that draws beside the bot: `python -m render.worker [SPRITES]`. See host/worker_process.py.

A question is a language, a function of a module and what it is given, pickled: both ends are the bot's own. `SPRITES`:
the file that has them, see sprites.py.
"""

import pickle
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine import GAMES, AnyGame, Chance, IllegalMove, heard
from host.worker_process import kind_and_place, serve
from languages import speaking, spoken

from . import PICTURES, moments, sprites
from .replay import film

MOVES, BETWEEN = 120, 6  # moves: of a game drawn for its sprites; between two positions drawn whole
FAILED, DRAWN = b"-", b"+"  # what an answer begins with
_film: Iterator[bytes] = iter(())


def order(picture: Callable[..., bytes], *given: Any) -> bytes:
    """The bytes that ask for a picture, in the language that is spoken."""
    return pickle.dumps((spoken(), picture, given))


class DrawingError(RuntimeError):
    """Drawing has failed in the process. The message says where, and nothing that is secret."""


def read(answer: bytes) -> bytes:
    """The picture. Raises DrawingError."""
    if answer.startswith(FAILED):
        raise DrawingError(f"a picture couldn't be drawn: {answer.removeprefix(FAILED).decode()}")
    return answer.removeprefix(DRAWN)


def begin_film(*given: Any) -> bytes:
    """Begin a moving picture, see `film`, and drop any other one."""
    global _film
    _film = film(*given)
    return b""


def go_on() -> bytes:
    """The film; b"" while there is more to do."""
    return next(_film)


def draw_sprites(path: Path) -> bytes:
    """Write the file with the sprites of all games, by drawing games that nobody has played.

    Returns why it can't be written; b"": it is.
    """

    def draw() -> None:
        for game in GAMES.values():
            for seats in game.seats:
                with suppress(IllegalMove):  # these options don't fit so few seats
                    _draw_game(game, seats)

    try:
        sprites.write_file(path, draw)
    except OSError as error:
        return (error.strerror or str(error)).encode()
    return b""


def _draw_game(game: AnyGame, seats: int) -> None:
    """Play a random game and draw it: the board for everybody and for each seat, the moments, the end."""
    pictures, names, draw, chance = PICTURES[game.key], ["Somebody"] * seats, random.Random(seats), Chance("sprites")
    state = game.new(seats, game.options(), chance)
    for number in range(MOVES):
        if game.to_act(state) is None:
            pictures.board(game.revealed(state) if game.revealed else game.view(state, None), names)
            state = game.new(seats, game.options(), chance)
        for seat in (None, *range(seats)) if number % BETWEEN == 0 else ():
            pictures.board(game.view(state, seat), names)
        step = game.play(state, draw.choice(game.legal_moves(state)), chance)
        state, view = step.state, game.view(step.state, None)
        if moment := pictures.moment(view, heard(step.events, None)):
            moments.moving((pictures.board, (view, names)), moment.effects)


def answered(question: bytes) -> bytes:
    try:
        language, picture, given = pickle.loads(question)  # from the bot itself
        with speaking(language):
            return DRAWN + bytes(picture(*given))
    except Exception as error:
        return FAILED + kind_and_place(error).encode()


if __name__ == "__main__":
    from render import worker  # the module that the bot names, not a second one called __main__

    for path in sys.argv[1:]:
        sprites.open_file(Path(path))
    serve(worker.answered)
