"""What a game is remembered for: a line of what everybody has heard."""

from typing import Any

import pytest
from msgspec import structs

from cogs.games import WORDS
from engine import GAMES, Chance, heard
from engine.advent_of_the_wyrms.events import NegatedByTop, Rose
from engine.advyria.events import Completed, Robbed
from engine.forest_of_wyr.events import Calm, Defended, Freed, Withstood
from engine.game import BaseEvent
from engine.hexaract.events import Averted, Defeated
from engine.wyverns_knot.events import Aimed, Lost, Mismatched, Pointed, Saved

from ..engine.players import playthrough, setups, uniform

ADVENT = "advent-of-the-wyrms"
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")


def highlight(key: str, *events: BaseEvent, **ended: Any) -> str:
    """`ended`: what the table says otherwise than one that has just been dealt."""
    game = GAMES[key]
    seats = 3 if max(game.seats) > 1 else 1
    state = game.new(seats, game.options() if seats > 1 else game.alone, Chance("remembered"))
    view = game.view(state, None)
    table = structs.replace(view.table, **ended)
    return WORDS[key].highlight(structs.replace(view, table=table), NAMES[:seats], events)


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


def test_a_close_end_comes_before_all_else() -> None:
    spell = Rose(3)
    assert highlight(ADVENT, spell, step="won", deck_size=2) == "Only 2 cards left in the deck."
    assert highlight(ADVENT, spell, step="won", deck_size=0) == "Won with the last card of the deck."
    assert highlight(ADVENT, spell, step="won", deck_size=6) == "1 spell of the wyrms."
    three = ((0, 1, 2),) * 3
    short_of_one = highlight(ADVENT, spell, step="lost", incantations=(*three, (0, 1)))
    assert short_of_one == "One card was missing for 4 incantations."
    assert highlight(ADVENT, spell, step="lost", incantations=(*three, (0,))) == "1 spell of the wyrms."

    met, walked = Averted(9), {"path": (), "step": "won"}
    assert highlight("hexaract", met, **walked, damage=8) == "Won with 8 damage: 10 would have been the end."
    assert highlight("hexaract", met, **walked, damage=0) == "No damage on the whole path."
    assert highlight("hexaract", met, **walked, damage=4) == "1 event averted."
    short = {"path": (), "step": "lost", "damage": 4}
    assert highlight("hexaract", met, **short, supply=(1, 1, 0, 1, 2, 1)) == "One chip was missing: Waves."
    assert highlight("hexaract", met, **short, supply=(1, 0, 0, 1, 2, 1)) == "1 event averted."

    blow = Withstood(4, 2)
    assert highlight("forest-of-wyr", blow, ending="won", health=1) == "Won with 1 health left."
    assert highlight("forest-of-wyr", blow, ending="won", health=3) == "The worst blow took 4 of your health."
    assert highlight("forest-of-wyr", *[Freed(1)] * 3, blow) == "3 ravens freed in one round."
    assert (
        highlight("forest-of-wyr", Freed(1), Freed(1), Calm(2), Freed(1), blow)
        == "The worst blow took 4 of your health."
    )


def test_of_advyria_a_hero_who_has_done_all_and_an_end_that_was_close() -> None:
    one, *others = ended_with((4, 0, 0))
    told = Completed(0, 0, 2)
    hero = structs.replace(one, hero=0, completed=(3, 6, 9))
    assert highlight("advyria", told, players=(hero, *others)) == "Ann completed all three adventures of Ysra Quill."
    close = ended_with((4, 3, 0))
    close = (structs.replace(close[0], losses=1), *close[1:])
    assert highlight("advyria", told, players=close) == "Decided by 1 gold."
    assert highlight("advyria", told, players=ended_with((4, 3, 0))) == "Ann completed 1 adventure."


def ended_with(gold: tuple[int, ...]) -> tuple[Any, ...]:
    game = GAMES["advyria"]
    players = game.view(game.new(3, game.options(), Chance("gold")), None).table.players
    return tuple(structs.replace(player, gold=coins) for player, coins in zip(players, gold, strict=True))


@pytest.mark.parametrize("key", GAMES)
def test_each_game_that_is_over_is_remembered_for_something(key: str) -> None:
    setup = next(one for one in setups() if one.game.key == key)
    every = [*playthrough(setup, "remembered", uniform)]
    events = [event for played in every for event in heard(played.step.events, None)]
    told = WORDS[key].highlight(setup.game.view(every[-1].step.state, None), NAMES[: setup.seats], events)
    assert told.endswith(".")
    assert "{" not in told
