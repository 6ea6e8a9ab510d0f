"""The laws catch what they are for: a made-up game keeps them all, and breaks one as soon as a fault is planted."""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engine import AnyGame, Chance, Step, wyverns_knot

from ..toys import cups
from . import test_secrets  # noqa: F401 - its laws are in the register too
from .leaks import LEAKS, Leak
from .players import Player, Setup, lasting, uniform
from .test_laws import LAWS

PLAYTHROUGHS = 8
MANY = 100  # where a fault shows in few positions


def keeps(
    law: str, game: AnyGame, seats: int = 3, options: Any = None, player: Player = uniform, most: int = PLAYTHROUGHS
) -> None:
    """In so many playthroughs, at most: until one breaks the law."""
    for seed in range(most):
        LAWS[law](Setup(game, seats, options or game.options()), str(seed), player)


def planted(fault: Callable[[Step[Any, Any]], Step[Any, Any]]) -> AnyGame:
    """Cups with each step changed."""
    return dataclasses.replace(cups.GAME, play=lambda state, move, chance: fault(cups.play(state, move, chance)))


@pytest.mark.parametrize("seats", cups.GAME.seats)
@pytest.mark.parametrize("law", LAWS)
def test_a_game_without_a_fault_keeps_every_law(law: str, seats: int) -> None:
    keeps(law, cups.GAME, seats)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.what)
def test_a_secret_that_gets_out_is_noticed(leak: Leak) -> None:
    """By the law that is named."""
    with pytest.raises(AssertionError):
        keeps(leak.law, leak.faulty(), leak.seats, leak.options, lasting, MANY)


@pytest.mark.parametrize(
    "fault",
    [{"redact_for": lambda view: view}, {"unseen": lambda move: move}],
    ids=["sees", "looks"],
)
def test_a_player_who_learns_something_through_a_vacant_seat_is_noticed(fault: Mapping[str, Any]) -> None:
    game = dataclasses.replace(wyverns_knot.GAME, **fault)
    with pytest.raises(AssertionError):
        keeps("test_law_5_who_acts_for_a_vacant_seat_sees_and_hears_no_more_than_it_may_show_them", game)


def test_a_label_of_chance_that_is_used_twice_is_noticed() -> None:
    class Forgetful(Chance):
        """Counts no rolls."""

        def __init__(self, chance: Chance) -> None:
            self._chance = chance

        def dice(self, label: str, count: int, sides: int = 6) -> tuple[int, ...]:
            return self._chance.dice(label.partition("/")[0], count, sides)

    game = dataclasses.replace(cups.GAME, play=lambda state, move, chance: cups.play(state, move, Forgetful(chance)))
    with pytest.raises(AssertionError):
        keeps("test_law_7_no_label_of_chance_is_used_twice", game)


@pytest.mark.parametrize("among", [slice(1, None), slice(None, None, -1)], ids=["alone", "before"])
def test_a_private_event_without_its_public_one_before_it_is_noticed(among: slice) -> None:
    game = planted(lambda step: Step(step.state, step.events[among], step.reveals) if step.reveals else step)
    with pytest.raises(AssertionError):
        keeps("test_law_5_what_a_seat_hears_instead_follows_what_everyone_hears", game)


@pytest.mark.parametrize("reason", ["", "dice"])
def test_a_game_that_counts_nothing_and_does_not_say_why_is_noticed(reason: str) -> None:
    with pytest.raises(AssertionError):
        keeps("test_law_6_no_card_is_made_or_lost", dataclasses.replace(cups.GAME, no_census=reason))
