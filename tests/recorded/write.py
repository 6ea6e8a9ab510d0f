"""Record the evenings: `python -m tests.recorded.write FOLDER [--drawn] [EVENING ...]`, or `--golden` for FOLDER."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from . import evenings
from .hall import EVENINGS, record
from .recorder import Line

GOLDEN = Path(__file__).parent / "golden"


def full(lines: Sequence[Line]) -> str:
    """All that was sent, as a text to be read."""
    found, step = list[str](), None
    for line in lines:
        if line.step != step:
            found.append(f"\n=== {line.step}")
            step = line.step
        found.append(f"--- {line.request}")
        if line.text:
            found.append(line.text)
    return "\n".join([f"{len(lines)} requests", *found, ""])


def short(lines: Sequence[Line]) -> str:
    """A line for each request, as it is kept."""
    return "\n".join([f"{len(lines)} requests", *(line.short for line in lines), ""])


def main(arguments: Sequence[str] | None = None) -> str | None:
    parser = argparse.ArgumentParser(description="Record what the hall asks of Discord.")
    parser.add_argument("--golden", action="store_true", help="the lines that the tests compare with")
    parser.add_argument(
        "--drawn",
        action="store_true",
        help="draw all boards, and tell what bytes they are; how long that takes may spare an edit",
    )
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("evenings", nargs="*", metavar="EVENING")
    given = parser.parse_intermixed_args(arguments)
    if given.golden and given.folder:
        given.evenings, given.folder = [str(given.folder), *given.evenings], None
    if not given.golden and not given.folder:
        return "Name a folder for the transcripts, or --golden."
    unknown = {*given.evenings} - {*EVENINGS}
    if unknown:
        return f"There is no evening called {', '.join(sorted(unknown))}. There are: {', '.join(EVENINGS)}."
    folder: Path = GOLDEN if given.golden else given.folder
    folder.mkdir(parents=True, exist_ok=True)
    for name in given.evenings or EVENINGS:
        began = time.perf_counter()
        lines = record(name, drawn=given.drawn and not given.golden)
        (folder / f"{name}.txt").write_text(short(lines) if given.golden else full(lines), encoding="utf-8")
        print(f"{name}: {len(lines)} requests in {time.perf_counter() - began:.1f} s", flush=True)
    return None


if __name__ == "__main__":
    assert evenings
    sys.exit(main())
