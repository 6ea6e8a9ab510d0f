"""Wyvern's Knot for somebody who reads it: a whole game in words, and how many of them a press takes."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from cogs.delivery.reading import POSITION, read
from cogs.games.words import Path
from cogs.screens import picker
from cogs.screens.picker import RISKY
from cogs.screens.screen import Menu, Screen
from engine import GAMES, Data, wyverns_knot
from tables.people.people import Preferences

from .game import NAMES, Game, led_to
from .told import controls, labels, options, text
from .turns import chosen

KEY = "wyverns-knot"
WORDED = Preferences(form="words-only")
A_PRESS, WHOLE = 150, 290  # words


class Heard(NamedTuple):
    """A screen as it is read before a press."""

    screen: Screen
    begins: bool  # the first of a turn
    path: Path  # of the question; empty: of the panel
    outcome: str  # of the seat's own last move in this turn, as the log has it


def heard(seats: int) -> Iterator[Heard]:
    """All that the players of a game meet, by the fewest presses."""
    game, table = GAMES[KEY], Game(KEY, NAMES[:seats])
    turn, outcome = 0, ""
    while (seat := game.to_act(table.state)) is not None:
        move, panel = chosen(table, seat), table.panel(seat, WORDED)
        screen, begins = panel.opening(), table.turn != turn
        path: Path = ()
        if begins:
            turn, outcome = table.turn, ""
        while True:
            yield Heard(read(screen, "words-only"), begins, path, outcome)
            path = furthest(screen, picker.spell_all([move]))
            found = picker.next_question(panel.now, path)
            if isinstance(found, picker.ChosenMoves):
                break
            screen, begins = panel.asking(found, path), False
        table.press(*found.moves)
        outcome = last_told(table, seat)


def furthest(screen: Screen, wanted: Path) -> Path:
    return max((path for path in led_to(screen) if path and wanted[: len(path)] == path), key=len)


def last_told(table: Game, seat: int) -> str:
    told = [event for one in table.told(seat) if one.version >= table.panel(seat).acted[0] for event in one.events]
    return GAMES[KEY].tell(told[0]).format(*[f"**{name}**" for name in table.names]) if told else ""


@cache
def game(seats: int) -> tuple[Heard, ...]:
    return tuple(heard(seats))


def words(screen: Screen) -> int:
    """All that is read out: texts, buttons, and what menus ask. Their options are read when they are opened."""
    menus = [menu.prompt for menu in controls(screen) if isinstance(menu, Menu)]
    return len(" ".join([text(screen), *labels(screen), *menus]).split())


@pytest.mark.parametrize("seats", GAMES[KEY].seats)
def test_a_press_takes_150_words_and_the_position_is_told_when_a_turn_begins(seats: int) -> None:
    for one in game(seats):
        assert (POSITION in text(one.screen)) == one.begins
        assert words(one.screen) <= A_PRESS, text(one.screen)


def test_all_of_the_position_is_told_to_whoever_asks() -> None:
    """A press away, where a turn begins and later in it."""
    table = Game(KEY, NAMES[:3])
    for move in (None, wyverns_knot.moves.Scout(6)):
        table.play(*[move] if move else [])
        panel = table.panel(0, WORDED)
        assert "The whole position" in labels(read(panel.opening(), "words-only"))
        said = text(read(panel.hand(), "words-only"))
        assert all(part in said for part in ("Unseen eggs", "Ann's cards", "Cat's cards", "Left to find"))
        assert len(said.split()) <= WHOLE


@pytest.mark.parametrize("seats", GAMES[KEY].seats)
def test_ones_own_outcome_comes_first(seats: int) -> None:
    outcomes = [one for one in game(seats) if one.outcome and not one.path]
    assert outcomes
    for one in outcomes:
        assert text(one.screen).startswith(one.outcome), text(one.screen)


def test_within_a_choice_nothing_is_told_again() -> None:
    for one in game(3):
        if one.path:
            assert text(one.screen).startswith("### ")
            assert words(one.screen) <= 50


def test_every_card_says_what_is_known_of_it() -> None:
    """In the menus of whom to help, and of what to enchant with."""
    menus = [one for one in game(3) if one.path and one.path[0] in ("research", "enchant", "scout")]
    assert {one.path[0] for one in menus} >= {"research", "scout"}
    for one in menus:
        if one.path[0] != "scout":
            assert all(option.detail for option in options(one.screen))


def test_what_is_pointed_at_is_said_in_the_position() -> None:
    table = Game(KEY, NAMES[:3])
    moves: list[Data] = [wyverns_knot.moves.Research(1, 4), wyverns_knot.moves.Point(14), wyverns_knot.moves.Advance(0)]
    table.play(*moves)
    said = text(read(table.panel(1, WORDED).opening(), "words-only"))
    assert "Bob's card 5 is D3" in said.partition(POSITION)[2]


def test_every_guess_is_marked() -> None:
    table = Game(KEY, NAMES[:3])
    table.play(wyverns_knot.moves.Enchant(0))
    panel = table.panel(0, WORDED)
    eggs = [option.label for option in options(read(panel.opening(), "words-only")) if option.label[0] in "ABCD"]
    assert len(eggs) == 16
    assert all(label.endswith(RISKY) for label in eggs)


def test_no_menu_of_a_direct_message_leads_to_one_place_twice() -> None:
    """Discord would refuse it."""
    table = Game(KEY, NAMES[:3])
    table.play(wyverns_knot.moves.Scout(6))
    values = [option.value for option in options(table.panel(0, WORDED).private("https://discord.com/channels/1/2/3"))]
    assert len(values) == len({*values})
