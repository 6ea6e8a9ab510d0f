"""python -m tests.simulation --seed N: the day event by event. --days N: so many days, on all processors."""

import argparse
import gc
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from functools import cache

from .day import Day, Result, commands, root

AT_ONCE = 10  # days that a process is given at a time


@cache
def warm() -> None:
    """What all days share is made once, and the garbage collector needn't look at it again."""
    commands()
    gc.collect()
    gc.freeze()


def live(seed: int) -> tuple[int, Result]:
    warm()
    result = Day(seed).run()
    return seed, result if result.failures else result.short()


def days(seeds: range) -> Iterator[tuple[int, Result]]:
    """On all processors."""
    root()  # before there are others
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        yield from pool.imap_unordered(live, seeds, chunksize=AT_ONCE)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, help="show this day")
    parser.add_argument("--days", type=int, default=200, help="so many days, from the first one on")
    parser.add_argument("--first", type=int, default=1)
    given = parser.parse_args()
    if given.seed is not None:
        result = Day(given.seed).run()
        print("\n".join(result.transcript))
        return 1 if result.failures else 0
    failed, presses, began, processor = 0, 0, time.perf_counter(), 0.0
    for seed, result in days(range(given.first, given.first + given.days)):
        presses += result.presses
        processor += result.seconds
        if result.failures:
            failed += 1
            print(f"seed {seed}: {result.failures[0][:300]}", flush=True)
    spent = time.perf_counter() - began
    print(f"{given.days} days, {presses} presses, {failed} failed: {spent:.1f} s, {processor:.1f} s of processor time")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
