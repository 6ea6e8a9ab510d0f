"""The process that thinks: `python -m players.worker`. It reads questions and writes answers until its input ends.

Each of both is four bytes of length, the largest first, and then the bytes themselves.
"""

import os
import signal
import struct
import sys
import traceback
from contextlib import suppress
from typing import IO

from engine import encode

from .answer import Answer, answer

NICE = 10  # below the bot itself, which answers people
MOST_MEMORY = 2**30  # bytes
LENGTH = struct.Struct(">I")


def serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    while size := questions.read(LENGTH.size):
        found = answered(questions.read(LENGTH.unpack(size)[0]))
        answers.write(LENGTH.pack(len(found)) + found)
        answers.flush()


def answered(question: bytes) -> bytes:
    """What goes wrong is told by its kind and place alone: an error's own words may name cards."""
    try:
        return answer(question)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return encode(Answer(failed=f"{type(error).__name__} in {os.path.basename(place.filename)}:{place.lineno}"))


def main() -> None:
    for told in (signal.SIGINT, signal.SIGTERM):  # meant for the bot, which ends this process when it goes
        signal.signal(told, signal.SIG_IGN)
    with suppress(ImportError):  # Windows has neither
        import resource

        os.nice(NICE)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what anything prints is no answer
    with suppress(BrokenPipeError):  # the bot has gone while this was thinking
        serve(questions, answers)


if __name__ == "__main__":
    main()
