"""What the rules let nobody know, nobody reads: screens of twin worlds, in which only that is another thing, are equal.

A screen is compared whole: its text, its pictures and what they draw, their alternative texts and words, its buttons
and menus with their custom ids. Twins are read in one language after the other.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import engine
import render
from cogs.games import WORDS
from cogs.screens import picker, shared
from cogs.screens.log import log
from cogs.screens.panel import Panel, situation
from cogs.screens.screen import Screen, Text
from cogs.screens.typed import suggestions
from engine import GAMES
from languages import offered, speaking, spoken
from render import PICTURES
from tables.people.people import Preferences

from ..engine.leaks import LEAKS, Leak
from ..engine.players import Played, Setup, lasting
from ..engine.test_laws import viewers
from ..engine.test_secrets import sampled
from ..engine.worlds import exchanged, hidden, still_hidden
from .game import NAMES, Game, led_to
from .told import alts

QUESTIONS = 8  # of those to which a panel leads
LANGUAGES = (*offered(),)
WORDS_ONLY = Preferences(form="words-only")


def tables() -> list[Setup]:
    """Each game at its fewest and most seats, as one plays it unless one chooses otherwise."""
    counts = [(game, seats) for game in GAMES.values() for seats in dict.fromkeys((game.seats[0], game.seats[-1]))]
    return [Setup(game, seats, Game(game.key, NAMES[:seats]).options) for game, seats in counts]


def worlds(setup: Setup, played: Played, viewer: int | None, luck: Random) -> Iterator[tuple[Game, Game]]:
    """A move just made, and the same in worlds that a viewer can't tell apart before it or after it."""
    game, names = setup.game, NAMES[: setup.seats]
    own = {"solo": max(game.seats) == 1}  # at a table of one seat others see the board alone
    here = Game(game.key, names, state=played.state, hints=0, own=own)
    here.play(played.move)
    for twin in exchanged(game, played.state, viewer, luck, played.step.state):
        if played.move in game.legal_moves(twin):
            there = Game(game.key, names, state=twin, hints=0, own=own)
            there.play(played.move)
            if still_hidden(game, here.state, there.state, viewer, since=played.state):
                yield here, there


def read_by(game: Game, viewer: int | None) -> list[Any]:
    """All that somebody at the table can come to read; None: all that everybody can."""
    said = [game.board(), log(game.table, game.told(None), None), strip(game)]
    if viewer is None:
        return said
    seen, _words = game.seen(viewer), WORDS[game.key]
    said += [*panels(game.panel(viewer)), game.panel(viewer, WORDS_ONLY).opening()]
    said.append(log(game.table, game.told(viewer), None))
    return [*said, suggestions(situation(seen), "")]


def strip(game: Game) -> Screen:
    """What one of them would share of it, how far it has come."""
    signs = shared.story(game.key, [event for entry in game.told(None) for event in entry.events])
    return shared.game(game.seen(None), signs)


def panels(panel: Panel) -> list[Screen]:
    """With each question that it leads to, and what it asks once more."""
    every = [panel.opening(), panel.private(None), panel.hand()]
    for path in sorted(led_to(every[0]))[:QUESTIONS]:
        found = picker.next_question(panel.now, path)
        every.append(panel.asking(found, path) if isinstance(found, picker.Question) else panel.confirming(found))
    return every


@pytest.mark.parametrize("setup", tables(), ids=lambda setup: f"{setup.game.key}-{setup.seats}")
def test_nobody_reads_a_secret(setup: Setup) -> None:
    differing(setup, "screens", 1)


@pytest.mark.slow
@pytest.mark.parametrize("setup", tables(), ids=lambda setup: f"{setup.game.key}-{setup.seats}")
def test_nobody_reads_a_secret_in_any_of_many_games(setup: Setup) -> None:
    for number in range(5):
        differing(setup, f"many screens/{number}", 3)


def differing(setup: Setup, seed: str, of_each: int) -> None:
    """A game that is always for one is played openly: whoever looks on sees its player's message.

    In one that hides nothing from its players, as Cups alone, there may be nothing to compare.
    """
    luck, compared, secretive, open_to_all = Random(seed), 0, False, max(setup.game.seats) == 1
    for played in sampled(setup, seed, lasting, of_each):
        secretive = secretive or any(hidden(setup.game, played.state, seat) for seat in range(setup.seats))
        for viewer in (0,) if open_to_all else viewers(setup):
            for here, there in worlds(setup, played, viewer, luck):
                for language in (LANGUAGES[compared % len(LANGUAGES)],) if compared else LANGUAGES:
                    with speaking(language):
                        assert read_by(there, viewer) == read_by(here, viewer), language
                        same = open_to_all or gists(there) == gists(here)
                    assert same, "it stands beside pictures that everybody sees"
                compared += 1
    assert compared or not secretive


def gists(game: Game) -> list[Any]:
    """The alternative texts of each player's panel."""
    return [alts(game.panel(seat).opening()) for seat in range(len(game.names))]


TOLD = ("an egg scouted for all", "a card looked at, for its owner", "cards drawn, for all", "one's own cards")


@pytest.mark.parametrize("leak", [leak for leak in LEAKS if leak.what in TOLD], ids=lambda leak: leak.what)
def test_a_secret_that_a_game_tells_is_read_and_noticed(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    game = leak.faulty()
    monkeypatch.setitem(vars(engine)["GAMES"], game.key, game)
    with pytest.raises(AssertionError):
        differing(Setup(game, leak.seats, game.options()), "planted", 4)


def test_an_alternative_text_that_tells_what_a_seat_knows_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    key = "wyverns-knot"
    faulty = replace(PICTURES[key], alt=PICTURES[key].describe)
    monkeypatch.setitem(vars(render)["PICTURES"], key, faulty)
    with pytest.raises(AssertionError, match="stands beside pictures"):
        differing(Setup(GAMES[key], 3, GAMES[key].options()), "planted", 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_secret_that_one_language_tells_is_noticed(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Game.board

    def told(game: Game) -> Screen:
        screen = honest(game)
        hand = f"{game.state.tableaus}" if spoken() == language else ""
        return replace(screen, blocks=(*screen.blocks, Text(hand)))

    monkeypatch.setattr(Game, "board", told)
    with pytest.raises(AssertionError, match=f"^{language}\n"):
        differing(Setup(GAMES["wyverns-knot"], 3, GAMES["wyverns-knot"].options()), "planted", 1)
