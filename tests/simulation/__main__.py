"""Days of the hall in simulation: see docs/simulation.md."""

import argparse
import gc
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial

from .day import Day, Result, commands, planned, root
from .faults import FAULTS
from .people import ACTS
from .shrink import shrunk
from .troubles import TROUBLES

AT_ONCE = 25  # days that a process lives; then it ends with its garbage, which takes longer to collect


@cache
def warm() -> None:
    """What all days share is made once, and the garbage collector needn't look at it again."""
    commands()
    gc.collect()
    gc.freeze()


def live(seed: int, trouble: str | None) -> tuple[int, Result]:
    warm()
    result = Day(seed, planned(seed, trouble)).run(last=True)
    return seed, result if result.failures else result.short()


def days(seeds: range, trouble: str | None = None) -> Iterator[tuple[int, Result]]:
    """On all processors."""
    root()  # before there are others
    for number in range(8):  # on one of these days most statements are compiled
        Day(f"warm {number}").run()
    warm()
    with multiprocessing.get_context("fork").Pool(os.cpu_count(), maxtasksperchild=1) as pool:
        yield from pool.imap_unordered(partial(live, trouble=trouble), seeds, chunksize=AT_ONCE)


def found(number: int, most: int) -> tuple[str, int, str]:
    """On which day a fault is found, and how; 0: on none."""
    warm()
    fault = FAULTS[number]
    for seed in range(1, most + 1):
        with fault.plant():
            failures = Day(seed).run().failures
        if failures and not Day(seed).run().failures:  # else it is another fault that was found
            return fault.name, seed, failures[0].splitlines()[0]
    return fault.name, 0, "is not found"


def hunt(most: int) -> int:
    missed = 0
    root()
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        for name, seed, how in pool.imap_unordered(partial(found, most=most), range(len(FAULTS))):
            missed += not seed
            print(f"{seed:5} {name}: {how[:150]}", flush=True)
    print(f"{len(FAULTS)} faults, {missed} not found in {most} days")
    return 1 if missed else 0


def _acts() -> Iterator[str]:
    for verb, words in ACTS.items():
        yield from (f"{verb} {word}" for word in words)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, help="show this day")
    parser.add_argument("--days", type=int, default=200, help="so many days, from the first one on")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--shrink", action="store_true", help="drop events from --seed while it still fails")
    parser.add_argument("--faults", action="store_true", help="on which of --days each planted fault is found")
    parser.add_argument("--trouble", choices=[*TROUBLES], help="have this happen on each day")
    given = parser.parse_args()
    if given.faults:
        return hunt(given.days)
    if given.seed is not None:
        events = planned(given.seed, given.trouble)
        result = Day(given.seed, shrunk(given.seed, events) if given.shrink else events).run()
        print("\n".join(result.transcript))
        return 1 if result.failures else 0
    failed, presses, began, processor = 0, 0, time.perf_counter(), 0.0
    struck, pressed, offered = Counter[str](), Counter[str](), {*_acts()}
    for seed, result in days(range(given.first, given.first + given.days), given.trouble):
        presses += result.presses
        processor += result.seconds
        struck.update(result.struck)
        pressed.update(result.pressed)
        offered |= result.offered
        if result.failures:
            failed += 1
            print(f"seed {seed}: {result.failures[0][:300]}", flush=True)
    spent = time.perf_counter() - began
    print(f"{given.days} days, {presses} presses, {failed} failed: {spent:.1f} s, {processor:.1f} s of processor time")
    print("days with", ", ".join(f"{kind} {struck[kind]}" for kind in TROUBLES))
    print("pressed:", ", ".join(f"{act} {number}" for act, number in pressed.most_common()))
    print("never pressed:", ", ".join(sorted(offered - pressed.keys())) or "nothing")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
