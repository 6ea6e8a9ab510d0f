"""A process that draws nothing: `python -m tests.broken_worker fails` (each picture) or `dies` (at each question)."""

import os
import sys

from host.worker_process import serve
from render import worker


def fails(question: bytes) -> bytes:
    return worker.FAILED + b"OSError in typefaces.py:1"


def dies(question: bytes) -> bytes:
    os._exit(1)


if __name__ == "__main__":
    serve({"fails": fails, "dies": dies}[sys.argv[1]])
