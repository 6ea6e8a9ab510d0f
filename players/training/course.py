"""What all courses share: reports, and how a position's worth is moved after a deal."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

LAMBDA = 0.8  # how much a position is moved towards the end of its deal rather than towards the next position


class Report(NamedTuple):
    """How a course goes, after some deals. It goes on as long as somebody asks for the next report."""

    deals: int
    score: float  # of these deals, on average: the share that was won, or gold
    error: float  # the mean squared error of the chances that it named; 0 if it names none


Course = Iterator[Report]


class Way(NamedTuple):
    """The way to learn one game."""

    deals: int  # that a full course plays
    learn: Callable[[int, str, bool], Course]  # gets deals, seed, and whether to forget first all that is known
    written: Callable[[], bytes]  # what is known now, as the file beside the player has it
    file: str  # in the folder `players`


def promised(chances: Sequence[float], won: float) -> list[float]:
    """What the positions of a deal, in order, are moved towards: temporal differences."""
    targets, target = [won], won
    for chance in reversed(chances[1:]):
        target = LAMBDA * target + (1 - LAMBDA) * chance
        targets.append(target)
    return targets[::-1]
