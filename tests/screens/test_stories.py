"""The line of signs that tells how a game went to people who have yet to play the same deal."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import product
from typing import Any

import msgspec
import pytest

from cogs.delivery.dress import dress
from cogs.games import WORDS
from cogs.screens import shared as messages
from engine import GAMES, hexaract
from engine import advent_of_the_wyrms as advent
from engine import forest_of_wyr as forest
from engine import wyverns_knot as knot
from engine.advyria.cards import GOLD
from engine.advyria.events import Completed, Drew, Found, Went
from tables.play.results import Result

from ..cogs.solitaires import KEYS, script
from ..engine.players import Setup, lasting, playthrough
from .game import Game
from .told import buttons, text

WEEK = date(2026, 11, 16)
ADVYRIA = Setup(GAMES["advyria"], 1, GAMES["advyria"].options(mode="solo"))

HIDING = {  # fields of events
    *("card", "cards", "suit", "dice", "low", "high", "wyrm", "aside", "persons", "locations"),
    *("origin", "to", "space", "shard", "shards", "old", "new", "strength", "defence", "reach", "steps"),
    *("tile", "adventure", "hero", "kind", "roll"),
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
            hexaract.events.Assigned(6, 2, 3),
            hexaract.events.Averted(6),
            hexaract.events.Rolled(2, (1, 2, 3, 4, 5)),
            hexaract.events.Hurt((7,), (), 1),
            hexaract.events.Rolled(3, (1, 1, 1, 1, 1)),
            hexaract.events.Hurt((7, 8), (9,), 4),
            hexaract.events.Rolled(4, (6, 6, 6, 6, 6)),
            hexaract.events.Hurt((7,), (9,), 6),
        ),
        "🟩🔸💥🔶",
    ),
    Case(
        "advent-of-the-wyrms",
        (
            advent.events.Begun(8, 0),
            advent.events.Drew(1),
            advent.events.Drew(1, (9,)),
            advent.events.Rose(3),
            advent.events.Negated(3, 9),
            advent.events.Added(9, 0),
            advent.events.Discarded(12),
            advent.events.Added(10, 0),
            advent.events.Finished(0, 1),
            advent.events.NegatedByTop(3, (1, 2), (4,)),
        ),
        "✨🟦⬛⭐",
    ),
    Case(
        "forest-of-wyr",
        (
            forest.events.TurnedUp(1, 8),
            forest.events.Flew(1, 2),
            forest.events.Withstood(0, 20),
            forest.events.Calm(2),
            forest.events.Withstood(3, 17),
            forest.events.Freed(1),
            forest.events.TurnedUp(3, 8),
            forest.events.Withstood(3, 14),
            forest.events.TurnedUp(4, 9),
        ),
        "🟩🐦🔸🟩",
    ),
    Case(
        "forest-of-wyr",  # a raven is freed, and another one strikes the last blow: that is no success
        (forest.events.TurnedUp(2, 8), forest.events.Freed(1), forest.events.Withstood(9, 0)),
        "🟩💥",
    ),
    Case(
        "forest-of-wyr",  # nor is it one when the last night is over
        (forest.events.TurnedUp(2, 8), forest.events.Freed(1), forest.events.Lost()),
        "🟩🐦🌑",
    ),
    Case(
        "wyverns-knot",
        (
            knot.events.Mismatched(0, 1, 2, 3, 4),
            knot.events.Saved(0, 2, 3, False),
            knot.events.Advanced(1, 2, 3, None),
            knot.events.Lost(5, 6),
            knot.events.Saved(0, 4, 7, True),
        ),
        "💨🥚🔥🐲",
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


@pytest.mark.parametrize(("key", "won"), [*product(KEYS, (True, False)), ("advyria", None)])
def test_what_is_shared_is_the_same_whatever_the_cards_the_map_and_the_dice(key: str, won: bool | None) -> None:
    """Two deals with other hidden things and the same course give the same message."""
    events = course(key, won)
    other = list(map(blind, events))
    assert sum(one != two for one, two in zip(events, other, strict=True)) > len(events) / 3
    told = WORDS[key].story(events)
    assert 4 <= len(told) <= 60
    assert set(told) <= set(WORDS[key].signs)
    assert shared(key, won, events) == shared(key, won, other)
    assert told in shared(key, won, events) or "…" in shared(key, won, events)


def course(key: str, won: bool | None) -> Sequence[Any]:
    """What a whole game has told. Advyria alone is neither won nor lost."""
    played = script(key, won)[1] if won is not None else playthrough(ADVYRIA, f"{1:064x}", lasting)
    return [event for one in played for event in one.step.events]


def shared(key: str, won: bool | None, events: Sequence[Any]) -> str:
    """All that Discord is sent of a result."""
    day = date(2026, 11, 21)
    result = Result(1, 0, 2, key, None, day, won, 12, 0)
    view: Any = dress(messages.deal("Ann", result, messages.story(key, events), 3))
    return json.dumps(view.to_components(), ensure_ascii=False)


def blind(event: Any) -> Any:
    """The same happening with other cards, places and dice; what is gold stays gold."""
    fields = msgspec.structs.asdict(event)
    if fields.get("tile") == GOLD:
        del fields["tile"]
    return msgspec.structs.replace(
        event,
        **{
            field: tuple(30 - number for number in value) if isinstance(value, tuple) else 30 - value
            for field, value in fields.items()
            if field in HIDING and value is not None
        },
    )


@pytest.mark.parametrize(("week", "seed", "verb"), [(None, "00", "try"), (WEEK, None, "week"), (WEEK, "00", "try")])
def test_a_game_is_tried_at_once_but_an_open_week_is_ones_own_to_spend(week: date | None, seed: str, verb: str) -> None:
    game = Game("wyverns-knot", ("*Ann*", "Bob", "Cat"))
    seen = game.seen(None)
    unlisted = {seen.table.players[1].user_id} if week else set()
    seen = replace(seen, table=replace(seen.table, phase="over", week=week, seed=seed))
    screen = messages.game(seen, "🥚💨", unlisted)
    assert buttons(screen)["Try it"].press.verb == verb
    named = "**Cat** and 1 other" if unlisted else "**Bob** and **Cat**"
    assert rf"**\*Ann\***, {named} played" in text(screen)
    assert ("deal of the week" in text(screen)) == (week is not None)
