"""What a general test must know of a game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Trial:
    # Of the moves of a state, those that a game goes on with: none, if any will do. They may look at hidden cards
    lasting: Callable[[Any, Sequence[Any]], Sequence[Any]] = lambda state, moves: ()
    # By field of a move: the whole numbers to try in it, beyond both ends; others get -1 to 21
    ranges: Mapping[str, range] = field(default_factory=dict)
