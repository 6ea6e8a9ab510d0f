"""What a game is remembered for: a line of what everybody has heard."""

import pytest

from cogs.games import WORDS
from engine import GAMES, heard
from engine.advent_of_the_wyrms.events import NegatedByTop, Rose
from engine.advyria.events import Completed, Robbed
from engine.forest_of_wyr.events import Defended, Withstood
from engine.game import BaseEvent
from engine.hexaract.events import Averted, Defeated
from engine.wyverns_knot.events import Aimed, Lost, Mismatched, Pointed, Saved

from ..engine.players import playthrough, setups, uniform

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")


def highlight(key: str, *events: BaseEvent) -> str:
    return WORDS[key].highlight(NAMES, events)


def saved(seat: int, position: int, cell: int, *, wild: bool = False) -> tuple[BaseEvent, ...]:
    return Aimed(seat, position, cell, 3, wild), Saved(seat, cell, 3, by_strike=False)


def test_of_the_knot_the_pointings_that_came_true() -> None:
    pointed = Pointed(0, 1, 2, 5, None), Pointed(0, 2, 0, 6, None), Pointed(2, 1, 2, 5, None)
    told = highlight("wyverns-knot", *pointed, *saved(1, 2, 5), *saved(2, 0, 6))
    assert told == "Ann's pointing saved 2 eggs."
    in_vain = highlight("wyverns-knot", *pointed, *saved(1, 3, 5), *saved(1, 2, 7))
    assert in_vain == "Bob saved 2 eggs.", "another card, and another egg"


def test_of_the_knot_a_wild_one_that_came_off_or_what_was_lost() -> None:
    assert highlight("wyverns-knot", *saved(1, 3, 5, wild=True)) == "Bob's wild enchantment came off."
    missed = Aimed(1, 3, 5, 2, wild=True), Mismatched(1, 3, 5, 2, 4)
    assert highlight("wyverns-knot", *missed, Lost(7, 1), Lost(8, 1)) == "The strike dragons took 2 eggs."


def test_of_the_other_games_their_own_numbers() -> None:
    assert (
        highlight("hexaract", Defeated(3, 1), Defeated(4, 1), Averted(9)) == "2 persons defeated and 1 event averted."
    )
    assert highlight("forest-of-wyr", Defended(1, 5, 9), Withstood(2, 6), Withstood(4, 2)) == (
        "The worst blow took 4 of your health."
    )
    assert highlight("forest-of-wyr", Defended(1, 5, 9)) == "Not a scratch, against attacks of up to 9."
    told = highlight("advent-of-the-wyrms", Rose(3), NegatedByTop(3, (), ()), Rose(4))
    assert told == "2 spells of the wyrms: the deck negated 1."
    told = highlight("advyria", Completed(1, 0, 2), Completed(1, 1, 3), Robbed(1, 2, 1))
    assert told == "Bob completed 2 adventures. Cat was robbed once."


@pytest.mark.parametrize("key", GAMES)
def test_each_game_that_is_over_is_remembered_for_something(key: str) -> None:
    setup = next(one for one in setups() if one.game.key == key)
    events = [
        event for played in playthrough(setup, "remembered", uniform) for event in heard(played.step.events, None)
    ]
    told = WORDS[key].highlight(NAMES[: setup.seats], events)
    assert told.endswith(".")
    assert "{" not in told
    assert WORDS[key].highlight(NAMES[: setup.seats], ()) == ""
