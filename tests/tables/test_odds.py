"""What is known of how often tables are won."""

from itertools import pairwise
from typing import get_args, get_type_hints

from engine import GAMES
from tables.play.lobbies import COMPANY
from tables.play.odds import FAIR, GENTLE, ODDS, hardest


def test_odds_are_of_options_that_there_are_the_easiest_first() -> None:
    for key, odds in ODDS.items():
        values = get_args(get_type_hints(GAMES[key].options)[odds.field])
        assert {*odds.won} <= {*GAMES[key].seats}
        for won in odds.won.values():
            assert {*won} <= {*values}
            assert all(easier >= harder for easier, harder in pairwise(won.values()))


def test_a_game_at_once_can_be_lost_once_somebody_has_won_one() -> None:
    for key, odds in ODDS.items():
        first, later = (hardest(key, COMPANY + 1, least) for least in (GENTLE, FAIR))
        assert first
        assert later
        won = odds.won[COMPANY + 1]
        assert won[first[1]] > won[later[1]]
        assert FAIR <= won[later[1]] <= GENTLE
