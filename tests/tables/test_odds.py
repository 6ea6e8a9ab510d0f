"""What is known of how often tables are won, and what suits whom."""

from itertools import pairwise
from typing import get_args, get_type_hints

import pytest

from engine import GAMES
from players import PLAYERS
from tables.play.odds import FAIR, GENTLE, ODDS, Level, suiting_level


@pytest.mark.parametrize("key", ODDS)
def test_levels_are_of_tables_that_there_are_the_easiest_first(key: str) -> None:
    game = GAMES[key]
    for (people, computers), levels in ODDS[key].items():
        assert people + computers in game.seats
        won = [level.won for level in levels if level.goal is None]
        assert all(easier >= harder for easier, harder in pairwise(won))
        for level in levels:
            assert len(level.company) == computers
            assert {*level.company} <= {*PLAYERS[key].strengths}
            hints = get_type_hints(game.options)
            assert all(value in get_args(hints[name]) for name, value in level.options.items())
            assert (level.goal is not None) == game.scored(level.of(key, solo=people + computers == 1))


def test_who_has_won_wyverns_knot_is_given_a_fair_fight_in_any_company() -> None:
    for people, computers in ODDS["wyverns-knot"]:
        later = suiting_level("wyverns-knot", people, computers, has_won=True)
        first = suiting_level("wyverns-knot", people, computers, has_won=False)
        assert later is not None
        assert first is not None
        assert first.won > later.won, "somewhat easier"
        if (people, computers) != (3, 0):  # 52 of 100
            assert FAIR <= later.won <= GENTLE


def eggs(people: int, computers: int, *, has_won: bool) -> tuple[object, int]:
    level = suiting_level("wyverns-knot", people, computers, has_won=has_won)
    assert level
    return level.options["target"], level.company.count("middle")


def test_the_difficulty_follows_who_is_there() -> None:
    assert [eggs(1, computers, has_won=True) for computers in (2, 3, 4)] == [(14, 0), (12, 1), (12, 0)]
    assert [eggs(people, 0, has_won=True) for people in (3, 4, 5)] == [(14, 0), (12, 0), (12, 0)]
    assert [eggs(people, 0, has_won=False) for people in (3, 4, 5)] == [(12, 0), (10, 0), (10, 0)]
    assert [eggs(1, computers, has_won=False) for computers in (2, 3, 4)] == [(12, 0), (12, 0), (10, 0)]
    assert eggs(1, 0, has_won=True) == eggs(1, 1, has_won=True) == (14, 0), "as if computers filled it"


def test_where_no_difficulty_is_fair_the_nearest_is_taken() -> None:
    assert suiting_level("advyria", 1, 1, has_won=False) == Level(95, ("easy",))
    assert suiting_level("advyria", 1, 1, has_won=True) == Level(72, ("middle",))
    assert suiting_level("advyria", 1, 2, has_won=True) == Level(64, ("easy", "middle"))
    for has_won in (True, False):
        assert suiting_level("advyria", 1, 3, has_won=has_won) == Level(72, ("easy",) * 3)
    assert suiting_level("advyria", 2, 1, has_won=True) is None, "who knows how two people play against each other?"
