"""The process that thinks: `python -m players.worker`. It reads questions and writes answers until its input ends.

Each of both is four bytes of length, the largest first, and then the bytes themselves.
"""

import os
import struct
import sys
import traceback
from contextlib import suppress
from typing import IO

from engine import encode

from .answer import Answer, answer

NICE = 10  # below the bot itself, which answers people
LENGTH = struct.Struct(">I")


def serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    while size := questions.read(LENGTH.size):
        answered = _answered(questions.read(LENGTH.unpack(size)[0]))
        answers.write(LENGTH.pack(len(answered)) + answered)
        answers.flush()


def _answered(question: bytes) -> bytes:
    """What goes wrong is told by its kind and place alone: an error's own words may name cards."""
    try:
        return answer(question)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return encode(Answer(failed=f"{type(error).__name__} in {os.path.basename(place.filename)}:{place.lineno}"))


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what anything prints is no answer
    with suppress(KeyboardInterrupt, BrokenPipeError):  # the bot closes its input, or ends it
        serve(questions, answers)


if __name__ == "__main__":
    main()
