"""The line of signs that tells how a game went to people who have yet to play the same deal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from cogs.games import WORDS
from engine import advent_of_the_wyrms as advent
from engine import hexaract
from engine.advyria.cards import GOLD
from engine.advyria.pieces import Completed, Drew, Found, Went
from engine.forest_of_wyr import rules as forest

from .solitaires import KEYS, script

HIDING = {  # fields of events
    *("card", "cards", "suit", "dice", "low", "high", "wyrm", "aside", "persons", "locations"),
    *("origin", "to", "space", "shard", "shards", "old", "new", "strength", "defence", "reach", "steps"),
}


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
    Case(
        "forest-of-wyr",
        (
            forest.TurnedUp(1, 8),
            forest.Flew(1, 2),
            forest.Withstood(0, 20),
            forest.Calm(2),
            forest.Withstood(3, 17),
            forest.Freed(1),
            forest.TurnedUp(3, 8),
            forest.Withstood(3, 14),
            forest.TurnedUp(4, 9),
        ),
        "🟩🐦🔸🟩",
    ),
    Case(
        "advyria",
        (Went(0, 1, 2), Found(0, 2, GOLD, True), Drew(0, 2), Found(0, 3, 4, True), Completed(0, 3, 4)),
        "🪙⭐",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.key)
def test_it_is_told_in_signs(case: Case) -> None:
    words = WORDS[case.key]
    assert words.story(case.events) == case.story
    assert all(sign in words.signs for sign in case.story)


@pytest.mark.parametrize("key", KEYS)
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
