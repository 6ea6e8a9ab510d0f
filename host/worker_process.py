"""Worker processes beside the bot, with a lower priority: the end that asks and the end that answers.

A question or answer is its length (four bytes, big-endian) followed by its bytes.
"""

import contextlib
import os
import signal
import struct
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import IO

NICE = 10  # a lower priority than the bot, which answers people
MOST_MEMORY = 2**30  # bytes
LENGTH = struct.Struct(">I")
HERE = Path(__file__).parents[1]
SECRETS = {"DISCORD_TOKEN", "DATABASE", "HTTPS_PROXY", "https_proxy"}  # removed from the worker's environment


class WorkerProcess:
    """A process that answers questions. The first question starts it, and starts it again after it has ended."""

    def __init__(self, module: str, *arguments: str) -> None:
        """`module`: the module that the process runs, with these arguments; it calls `serve`."""
        self._arguments = ("-m", module, *arguments)
        self._process: subprocess.Popen[bytes] | None = None
        self.closed = False  # it is of no more use

    def ask(self, question: bytes) -> bytes:
        """Wait for the answer; call this in a thread. Raises EOFError if the process ends meanwhile, or OSError."""
        process = self._process
        if process is None or process.poll() is not None:
            process = self._start()
        assert process.stdin
        assert process.stdout
        process.stdin.write(LENGTH.pack(len(question)) + question)
        process.stdin.flush()
        size = process.stdout.read(LENGTH.size)
        answered = process.stdout.read(LENGTH.unpack(size)[0]) if len(size) == LENGTH.size else b""
        if not answered:
            raise EOFError
        return answered

    def _start(self) -> subprocess.Popen[bytes]:
        self.end()
        environment = {name: value for name, value in os.environ.items() if name not in SECRETS}
        self._process = subprocess.Popen(
            (sys.executable, *self._arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=HERE,
            env={**environment, "PYTHONHASHSEED": "0"},
        )
        if self.closed:  # while it was being started
            self._process.kill()
        return self._process

    def kill(self) -> None:
        """Kill the process at once; a waiting `ask` then raises."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """Kill the process now, and one that is just being started."""
        self.closed = True
        self.kill()

    def end(self) -> None:
        """Kill the process and close its pipes. No thread may be asking it any more."""
        self.kill()
        if self._process is not None:
            with contextlib.suppress(BrokenPipeError), self._process:
                pass
        self._process = None


def serve(answer: Callable[[bytes], bytes]) -> None:
    """In the worker process: answer questions until standard input ends."""
    for signal_number in (signal.SIGINT, signal.SIGTERM):  # they are meant for the bot, which ends this process
        signal.signal(signal_number, signal.SIG_IGN)
    with contextlib.suppress(ImportError):  # Windows has neither
        import resource

        os.nice(NICE)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # so that prints don't end up in an answer
    with contextlib.suppress(BrokenPipeError):  # the bot has gone meanwhile
        _answer_all(questions, answers, answer)


def _answer_all(questions: IO[bytes], answers: IO[bytes], answer: Callable[[bytes], bytes]) -> None:
    while size := questions.read(LENGTH.size):
        answered = answer(questions.read(LENGTH.unpack(size)[0]))
        answers.write(LENGTH.pack(len(answered)) + answered)
        answers.flush()


def kind_and_place(error: Exception) -> str:
    """What the log may say of an error. Its own message may name hidden cards."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {os.path.basename(place.filename)}:{place.lineno}"
