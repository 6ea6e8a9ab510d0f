"""How an engine makes its next state: a draft, which the rules of a move change step by step, and its events."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from .chance import Chance
from .game import BaseEvent

S = TypeVar("S")
E = TypeVar("E", bound=BaseEvent)


@dataclass(slots=True)
class Draft(Generic[S, E]):
    """The next state while it is made. States are immutable: each rule puts a changed one in the place of `state`."""

    state: S
    chance: Chance
    events: list[E] = field(default_factory=list)
    reveals: bool = False  # whether something hidden has come to light
