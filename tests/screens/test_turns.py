"""Every panel of every game fits on a phone, in every language: a picture, a sentence, six controls."""

from dataclasses import replace
from datetime import date
from functools import cache

import pytest

from cogs.screens import board
from cogs.screens.screen import AT_HAND, BUTTON_LIMIT, OPTION_LIMIT, TEXT_LIMIT, Button
from engine import GAMES
from languages import ENGLISH, offered, speaking
from players.solo_game import Par
from tables.people.profile import Streak

from .game import NAMES, Game
from .phone import HIGH, bare, counted, height, words
from .told import controls, labels, options, text
from .turns import SEATS, Met, chosen, played, presses_a_turn, screens

WORDS = 50
# Screens that are measured, as drawing takes time: the highest ones without their pictures, and one of so many
FULLEST, EVERY = 60, 23
FULLEST_TRANSLATED = 20  # in each other language
PRESSES = 3.0  # a turn

TABLES = [(key, seats) for key, tables in SEATS.items() for seats in tables]
TRANSLATED = [language for language in offered() if language != ENGLISH]

every_table = pytest.mark.parametrize(("key", "seats"), TABLES)


@cache
def met(key: str, seats: int) -> tuple[Met, ...]:
    return tuple(screens(key, seats))


@every_table
def test_a_panel_has_six_controls_and_fifty_words(key: str, seats: int) -> None:
    for screen, _ in met(key, seats):
        assert counted(screen) <= AT_HAND, labels(screen)
        assert words(screen) <= WORDS, text(screen)
        said = [control.label for control in controls(screen) if isinstance(control, Button)]
        assert len(said) == len({*said}), said
        assert all(len(label) <= BUTTON_LIMIT for label in said)


@every_table
def test_a_panel_fits_a_phones_screen(key: str, seats: int) -> None:
    every = met(key, seats)
    fullest = sorted(every, key=lambda one: bare(one.screen), reverse=True)
    for one in (*fullest[:FULLEST], *every[::EVERY]):
        assert one.height <= HIGH, (one.height, text(one.screen), labels(one.screen))


@pytest.mark.parametrize(
    ("key", "seats", "language"),
    [
        pytest.param(*table, language, marks=[] if number == 2 * place else [pytest.mark.slow])
        for number, table in enumerate(TABLES)
        for place, language in enumerate(TRANSLATED)
    ],
)
def test_a_panel_fits_in_every_language(key: str, seats: int, language: str) -> None:
    """A phone's screen, and what Discord takes."""
    with speaking(language):
        every = sorted(screens(key, seats), key=lambda one: bare(one.screen), reverse=True)
        for one in every[:FULLEST_TRANSLATED]:
            assert one.height <= HIGH, (one.height, text(one.screen), labels(one.screen))
    for screen, _ in every:
        assert words(screen) <= WORDS, text(screen)
        assert len(text(screen)) <= TEXT_LIMIT
        assert all(0 < len(label) <= BUTTON_LIMIT for label in labels(screen)), labels(screen)
        for option in options(screen):
            assert max(len(option.label), len(option.detail or "")) <= OPTION_LIMIT, option


@pytest.mark.parametrize("key", [key for key, tables in SEATS.items() if tables == (1,)])
def test_a_deal_of_the_day_that_is_over_fits_a_phones_screen(key: str) -> None:
    """With all that may stand there: hints, the hall's own result, and the player's streak."""
    day = date(2026, 3, 4)
    game = Game(key, NAMES[:1], hints=3, own={"day": day, "ranked": True})
    while GAMES[key].to_act(game.state) is not None:
        game.press(chosen(game, 0))
    told = replace(game.panel(0), par=Par(True, 20), streak=Streak(12, 15, None, 2)).opening()
    assert counted(told) <= AT_HAND
    assert "streak" in text(told)
    assert height(told, told) <= HIGH, text(told)


@pytest.mark.parametrize(("key", "seats"), [("wyverns-knot", 3), ("wyverns-knot", 5), ("advyria", 4)])
def test_a_groups_game_that_is_over_fits_a_phones_screen(key: str, seats: int) -> None:
    """What everybody in the channel sees, with the next step that a win offers."""
    game = Game(key, NAMES[:seats])
    while GAMES[key].to_act(game.state) is not None:
        game.press(chosen(game, GAMES[key].to_act(game.state) or 0))
    told = board.board(game.panel(0).seen, game.told(None))
    assert len(told.drawings) == 1
    assert counted(told) <= AT_HAND
    assert height(told, told) <= HIGH, text(told)


@pytest.mark.parametrize("key", ["wyverns-knot", "advyria"])
def test_a_turn_takes_three_presses(key: str) -> None:
    presses = [press for number in range(2) for press in played(key, SEATS[key][0], number)]
    assert presses_a_turn(presses) <= PRESSES
