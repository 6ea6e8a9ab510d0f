"""How Cups is tried. In the hall it would be tests/games/cups.py."""

from collections.abc import Iterator, Sequence

from ..games.trial import Trial
from .cups import Move, Shake, State, Table


def lasting(state: State, moves: Sequence[Move]) -> list[Move]:
    """Shake as often as may be."""
    return [move for move in moves if isinstance(move, Shake)]


def picture(table: Table, names: Sequence[str]) -> Iterator[str]:
    cups = table.cups or ("?",) * table.seats
    yield ", ".join(f"{name} {cup}" for name, cup in zip(names, cups, strict=False))


TRIAL = Trial(lasting=lasting, picture=picture)
