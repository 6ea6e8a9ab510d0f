"""A game that says nobody can win any more is never won."""

from typing import Any

import pytest

from engine import GAMES, Chance
from engine import advent_of_the_wyrms as advent
from engine import wyverns_knot as knot
from engine.records import replace

from .players import Setup, lasting, playthrough, setups, uniform

PLAYED = [setup for setup in setups(together=2) if not setup.game.scored(setup.options)]


@pytest.mark.parametrize("setup", PLAYED, ids=str)
def test_what_cant_be_won_isnt(setup: Setup) -> None:
    for number, player in enumerate((uniform, lasting, uniform)):
        lost, state = False, None
        for played in playthrough(setup, f"{number:064x}", player):
            state = played.step.state
            now = setup.game.hopeless(setup.game.view(state, None))
            assert now or not lost, "what is out of reach stays so"
            lost = now
        outcome = setup.game.outcome(state)
        assert not (lost and outcome and outcome.won)


def test_of_the_knot_too_few_eggs_or_too_few_cards_are_left() -> None:
    game = knot.GAME
    view = game.view(game.new(3, game.options(target=12), Chance("hopeless")), None)

    def at(**table: Any) -> bool:
        return game.hopeless(replace(view, table=replace(view.table, **table)))

    gone = replace(view.table.tableaus[0][0], face="gone")
    assert not at()
    assert not at(saved=4, left=8)
    assert at(saved=4, left=7)
    few = tuple([tuple([gone] * (len(cards) - 3)) + cards[-3:] for cards in view.table.tableaus])
    assert not at(saved=3, left=13, tableaus=few)
    assert at(saved=2, left=14, tableaus=few)


def test_of_the_wyrms_too_few_cards_are_left_to_draw() -> None:
    game = advent.GAME
    assert game.alone
    view = game.view(game.new(1, game.alone, Chance("hopeless")), None)
    four = ((9, 20, 30),) * 3 + ((9,),)

    def at(deck: int, *aside: int) -> bool:
        return game.hopeless(replace(view, table=replace(view.table, incantations=four, deck_size=deck, aside=aside)))

    assert not at(1)
    assert at(0)
    assert not at(0, 3)
    assert not GAMES["hexaract"].hopeless(view)
