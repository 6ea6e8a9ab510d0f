"""Chance that notes what is drawn of it, and chance that differs from it in one place."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from engine import Chance

T = TypeVar("T")
MOST = 6  # others of one step


class Drawn(NamedTuple):
    """One shuffle (`sides` is 0) of so many cards, or one roll of so many dice."""

    label: str
    size: int
    sides: int


class Other(NamedTuple):
    """Under `label`, the die at `first` shows `by` more, or the cards at `first` and `second` change places."""

    label: str
    first: int
    second: int
    by: int


class Luck(Chance):
    """A table's chance, but for one place where there is an `other`."""

    def __init__(self, seed: str, other: Other | None = None) -> None:
        super().__init__(seed)
        self.drawn: list[Drawn] = []
        self.seed, self.other = seed, other

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        self.drawn.append(Drawn(label, len(items), 0))
        cards = [*super().shuffled(label, items)]
        if self.other and self.other.label == label:
            first, second = self.other.first, self.other.second
            cards[first], cards[second] = cards[second], cards[first]
        return tuple(cards)

    def dice(self, label: str, count: int, sides: int = 6) -> tuple[int, ...]:
        self.drawn.append(Drawn(label, count, sides))
        rolls = [*super().dice(label, count, sides)]
        if self.other and self.other.label == label:
            rolls[self.other.first] = (rolls[self.other.first] - 1 + self.other.by) % sides + 1
        return tuple(rolls)

    def others(self, random: Random) -> Iterator["Luck"]:
        """The same luck, but for one die or two cards of what was drawn; some of all that there are."""
        places = [
            Other(drawn.label, first, random.randrange(drawn.size), random.randrange(1, max(2, drawn.sides)))
            for drawn in self.drawn
            for first in range(drawn.size)
            if drawn.sides != 1
        ]
        for other in random.sample(places, min(MOST, len(places))):
            yield Luck(self.seed, other)
