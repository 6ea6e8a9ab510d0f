"""What a general test must know of a game. Each has a default, so a game says only where it differs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import Seat, encode


@dataclass(frozen=True)
class Trial:
    # Of the moves of a state, those that a game goes on with: none, if any will do. They may look at hidden cards
    lasting: Callable[[Any, Sequence[Any]], Sequence[Any]] = lambda state, moves: ()
    # By field of a move: the whole numbers to try in it, beyond both ends; others get -1 to 21
    ranges: Mapping[str, range] = field(default_factory=dict)
    # A table as lines of a recorded playthrough; the names are by seat, and may be of more seats than there are
    picture: Callable[[Any, Sequence[str]], Iterable[str]] = lambda table, names: [encode(table).decode()]
    # A game for one: from a view and its legal moves, what somebody plays next who thinks a little
    sensible: Callable[[Any, Sequence[Any]], Sequence[Any]] | None = None
    # Where a recorded playthrough ends in one way only: the seed of another that ends otherwise, and who plays it
    other_end: tuple[str, str] | None = None  # the player: "lasting" or "sensible"
    # A game for one: by whether it is won, the number of the deal to begin looking for such a game from
    first_deals: Mapping[bool, int] = field(default_factory=dict)


def initials(seats: Iterable[Seat], names: Sequence[str]) -> str:
    """Of these seats, for a picture."""
    return "".join(names[seat][0].lower() for seat in seats)
