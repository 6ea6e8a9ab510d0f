"""The process that draws what nobody needs in order to move: `python -m render.worker`. See host/worker_process.py.

A question is a function of a module and what it is given, pickled: both ends are the bot's own.
"""

import pickle
from collections.abc import Callable, Iterator
from typing import Any

from host.worker_process import kind_and_place, serve

from .replay import film

FAILED, DRAWN = b"-", b"+"  # what an answer begins with
_film: Iterator[bytes] = iter(())


def order(picture: Callable[..., bytes], *given: Any) -> bytes:
    """The bytes that ask for a picture."""
    return pickle.dumps((picture, given))


def read(answer: bytes) -> bytes:
    """The picture. Raises RuntimeError if drawing it has failed."""
    if answer.startswith(FAILED):
        raise RuntimeError(f"a picture couldn't be drawn: {answer.removeprefix(FAILED).decode()}")
    return answer.removeprefix(DRAWN)


def begin_film(*given: Any) -> bytes:
    """Begin a moving picture, see `film`, in place of any other one."""
    global _film
    _film = film(*given)
    return b""


def go_on() -> bytes:
    """The film, or b"" while more is to be done."""
    return next(_film)


def answered(question: bytes) -> bytes:
    try:
        picture, given = pickle.loads(question)  # from the bot itself
        return DRAWN + bytes(picture(*given))
    except Exception as error:
        return FAILED + kind_and_place(error).encode()


if __name__ == "__main__":
    from render import worker  # the module that the bot names, not a second one called __main__

    serve(worker.answered)
