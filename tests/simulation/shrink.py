"""Drops events from a day that fails, while it still fails in the same way."""

import re
from collections.abc import Callable, Sequence

from .day import Day, Event, Result

NUMBERS = re.compile(r"\d+")


def kind(result: Result) -> str:
    """What has failed first, whichever table or message it was."""
    return NUMBERS.sub("#", result.failures[0].splitlines()[0]) if result.failures else ""


def shrunk(
    seed: int | str, events: Sequence[Event], live: Callable[[Sequence[Event]], Result] | None = None
) -> tuple[Event, ...]:
    """The fewest events found with which the day still fails so: none can be left out alone."""
    live = live or (lambda some: Day(seed, some).run())
    left, wanted = [*events], kind(live(events))
    size = max(1, len(left) // 2)
    while wanted:
        before, start = len(left), 0
        while start < len(left):
            fewer = left[:start] + left[start + size :]
            if kind(live(fewer)) == wanted:
                left = fewer
            else:
                start += size
        if size == 1 and len(left) == before:
            break
        size = max(1, size // 2)
    return tuple(left)
