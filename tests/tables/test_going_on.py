"""A press that goes on: further moves of the same turn, chosen by what has come up."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine import AnyView, Data
from engine.advent_of_the_wyrms.moves import Discard, DiscardTop
from tables.play.model import Stale

from .days import DAY, Clock, clock, house

__all__ = ["clock"]  # a fixture

ANN, KEY = 900001, "advent-of-the-wyrms"


def by_the_deck(view: AnyView, legal: Sequence[Data]) -> Data | None:
    return next((move for move in legal if isinstance(move, DiscardTop)), None)


async def test_a_press_goes_on_in_one_change_and_is_one_press_in_the_log(tmp_path: Path, clock: Clock) -> None:
    longest = 0
    async with house(tmp_path / "hall.sqlite3") as here:
        table = await here.deal(ANN, KEY, DAY)
        while (seen := await here.tables.look(table.id, ANN)).table.phase == "playing":
            before = seen.table.version
            first = next(move for move in seen.legal if isinstance(move, Discard))
            interaction = next(here.interactions)
            seen = await here.tables.play(table.id, ANN, [first], interaction, version=before, then=by_the_deck)
            assert not any(isinstance(move, DiscardTop) for move in seen.legal), "all was negated"
            made = here.rows("SELECT kind, user_id, version FROM log WHERE version > ? ORDER BY version", before)
            assert [one["kind"] for one in made] == ["move", *["forced"] * (len(made) - 1)]
            theirs = [one["version"] for one in made if one["user_id"] == ANN]
            assert await here.tables.last_acted(table.id, ANN) == (before + 1, theirs[-1])
            assert not seen.can_undo, "cards were shown"
            with pytest.raises(Stale):
                await here.tables.play(table.id, ANN, [first], next(here.interactions), version=before)
            longest = max(longest, len(theirs))
        clock.set(days=3)  # its seed is no secret any more
        assert (await here.tables.verify(table.id)).holds
    assert longest > 2
