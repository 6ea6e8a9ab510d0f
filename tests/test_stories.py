"""The line of signs that tells how a game went to people who have yet to play the same deal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from cogs.games import WORDS
from engine import advent_of_the_wyrms as advent
from engine import hexaract

from .solitaires import script

HIDING = {"card", "cards", "suit", "dice", "low", "high", "wyrm", "aside", "persons", "locations"}  # fields of events


@dataclass(frozen=True)
class Case:
    key: str
    events: Sequence[Any]
    story: str


CASES = (
    Case(
        "hexaract",
        (
            hexaract.Assigned(6, 2, 3),
            hexaract.Averted(6),
            hexaract.Rolled(2, (1, 2, 3, 4, 5)),
            hexaract.Hurt((7,), (), 1),
            hexaract.Rolled(3, (1, 1, 1, 1, 1)),
            hexaract.Hurt((7, 8), (9,), 4),
            hexaract.Rolled(4, (6, 6, 6, 6, 6)),
            hexaract.Hurt((7,), (9,), 6),
        ),
        "🟩🔸💥🔶",
    ),
    Case(
        "advent-of-the-wyrms",
        (
            advent.Begun(8, 0),
            advent.Drew(1),
            advent.Drew(1, (9,)),
            advent.Rose(3),
            advent.Negated(3, 9),
            advent.Added(9, 0),
            advent.Discarded(12),
            advent.Added(10, 0),
            advent.Finished(0, 1),
            advent.NegatedByTop(3, (1, 2), (4,)),
        ),
        "✨🟦⬛⭐",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.key)
def test_it_is_told_in_signs(case: Case) -> None:
    words = WORDS[case.key]
    assert words.story(case.events) == case.story
    assert all(sign in words.signs for sign in case.story)


@pytest.mark.parametrize("key", sorted({case.key for case in CASES}))
@pytest.mark.parametrize("won", [True, False], ids=["won", "lost"])
def test_it_is_the_same_whatever_the_cards_and_dice(key: str, won: bool) -> None:
    events = [event for one in script(key, won)[1] for event in one.step.events]
    told = WORDS[key].story(events)
    assert told == WORDS[key].story(list(map(blind, events)))
    assert 4 <= len(told) <= 60
    assert set(told) <= set(WORDS[key].signs)


def blind(event: Any) -> Any:
    """The same happening with other cards and dice."""
    return msgspec.structs.replace(
        event,
        **{
            field: tuple(30 - number for number in value) if isinstance(value, tuple) else 30 - (value or 0)
            for field, value in msgspec.structs.asdict(event).items()
            if field in HIDING and value is not None
        },
    )
