"""What everybody at a table reads: the board, the log, the lobby before it, the rules."""

from dataclasses import replace
from datetime import date

import pytest

from cogs.games import WORDS
from cogs.screens.hall import commands, menu, not_started
from cogs.screens.hall import game as game_page
from cogs.screens.lobby import lobby
from cogs.screens.log import log
from cogs.screens.press import Press
from cogs.screens.rules import rules
from cogs.screens.screen import AT_HAND
from engine import GAMES
from engine import wyverns_knot as knot
from render import PICTURES
from tables.play.model import Computer, Player, Table
from tables.play.odds import won_of_100

from .game import FIRST, NAMES, Game
from .phone import HIGH, height
from .told import alts, buttons, controls, labels, text

ANN, BOB, CAT = range(3)
KNOT, ADVYRIA = "wyverns-knot", "advyria"
UNCOVERED = (3, 7, 11, 15, 2, 6, 10, 14, 3, 7)  # eggs to scout, while the strike dragons come in row by row


def knots() -> Game:
    return Game(KNOT, NAMES[:3])


# -- The board


def test_the_mention_says_what_for() -> None:
    game = knots()
    assert f"<@{FIRST}>, it is your turn." in text(game.board())
    game.play(knot.moves.Research(1, 0), knot.moves.Point(8), knot.moves.Advance(0))
    waits = next(line for line in text(game.board()).splitlines() if f"<@{FIRST + BOB}>" in line)
    assert "it is your turn: **Ann**" in waits
    assert "C1" in waits
    assert "**Bob**" not in waits, "to himself he is you"
    game.play(knot.moves.Scout(1), knot.moves.Advance(0))
    assert f"<@{FIRST + CAT}>, it is your turn." in text(game.board()), "nothing concerned her"


def test_who_played_is_told_whoever_sits_there_now() -> None:
    """A move for an empty seat is its player's; of a seat that was taken again, the former player's."""
    game = knots()
    players = game.table.players
    game.play(knot.moves.Scout(6))
    game.own = {"players": players[1:]}
    assert "**Empty seat 1** is next" in text(game.board())
    game.play(knot.moves.Advance(0), by=FIRST + CAT)
    dan = Player(FIRST + 7, "Dan", ANN)
    for sitting in (players[1:], (dan, *players[1:])):
        game.own = {"players": sitting}
        (moved,) = (line for line in text(game.board()).splitlines() if "strike dragon" in line)
        assert moved.startswith("**Cat** (for seat 1)")
        assert "**Dan**" not in text(game.board())
        assert f"<@{FIRST}>" in text(log(game.table, game.told(BOB), None)), "she scouted, not he"


@pytest.mark.parametrize(("user_id", "who"), [(FIRST, "Ann"), (None, "Somebody")])
def test_an_undo_is_told_also_of_somebody_forgotten(user_id: int | None, who: str) -> None:
    game = knots()
    game.play(knot.moves.Scout(6))
    game.take_back(FIRST)
    told = tuple([replace(one, user_id=user_id) if one.kind == "undo" else one for one in game.told(BOB)])
    assert f"**{who}** took back a move." in text(log(game.table, told, None))
    if user_id:
        assert f"**{who}** took back a move." in text(game.board())
        assert f"**{who}** took back a move." in text(game.panel(BOB).hand())


# -- The log


def test_the_log_has_the_game_from_its_start_as_one_has_heard_it() -> None:
    game = knots()
    assert "No moves yet" in text(log(game.table, game.told(None), None))
    for turn, egg in enumerate(UNCOVERED):
        game.play(knot.moves.Scout(egg), knot.moves.Advance(turn % 4))
    newest = log(game.table, game.told(ANN), None)
    assert "page 2 of 2" in text(newest)
    assert text(newest).splitlines()[-1].startswith("**Ann**"), "the newest last"
    assert labels(newest) == ["Back"]
    back = buttons(newest)["Back"].press
    assert (back.verb, back.args) == ("log", ("0",))
    first, outside = (log(game.table, game.told(seat), int(*back.args)) for seat in (ANN, None))
    assert f"Turn 1\nEgg A4 is {knot.state.DRAGONS[game.state.nest[3]]}. Only you know." in text(first)
    assert "Turn 1\n**Ann**" in text(outside)
    assert not any(name in text(outside) for name in knot.state.DRAGONS), "they watched"
    assert labels(outside) == ["Next"]


# -- The lobby


def lobby_of(key: str, *names: str) -> Table:
    table = Game(key, NAMES[:3]).table
    players = tuple([Player(FIRST + number, name, None) for number, name in enumerate(names)])
    return replace(table, phase="lobby", seats=0, players=players)


def test_a_lobby_says_how_long_and_how_hard_and_what_it_waits_for() -> None:
    alone, full = (lobby(lobby_of(ADVYRIA, *NAMES[:count]), threads=False) for count in (1, 4))
    assert "60 min · hard" in text(alone)
    assert "**Players: 1 of 2-4**" in text(alone)
    assert "1 more player needed to start." in text(alone)
    assert "Start" not in labels(alone), "one can't compete"
    assert "**Players: 4 (full)**" in text(full)
    assert "Ready" in text(full)
    assert "Start" in labels(full)


@pytest.mark.parametrize(("key", "most"), [(KNOT, 5), (ADVYRIA, 4)])
def test_a_lobby_has_six_controls_in_sight_and_says_the_number_of_players_once(key: str, most: int) -> None:
    for count in range(1, most + 1):
        table = lobby_of(key, *NAMES[:count])
        for shown in (table, replace(table, own_thread=True), replace(table, week=date(2026, 1, 5), ranked=True)):
            screen = lobby(shown, threads=True)
            assert len([*controls(screen)]) <= AT_HAND
            assert {"Join", "Rules", "Leave", "Close"} <= {*labels(screen)}
            assert text(screen).lower().count("players:") == 1
            assert ("host can start" in text(screen)) == ("Start" in labels(screen))


def test_a_lobby_says_how_hard_it_is_with_computers_and_where_it_is_harder() -> None:
    company = tuple(Computer(number, "strong", None, stands_in=False) for number in (1, 2))
    said = {}
    for target in (12, 14, 16):
        table = replace(lobby_of(KNOT, "Ann"), computers=company, options=knot.state.Options(target=target))
        said[target] = text(lobby(table, threads=False))
        assert won_of_100(table) is not None
        assert won_of_100(replace(table, players=lobby_of(KNOT, "Ann", "Bob").players)) is None, "who knows them?"
    assert "Easy: nearly always won. For a harder game press **Options**: eggs to save, 14." in said[12]
    assert "Hard: won in 6 of 10." in said[14]
    assert "Very hard: hardly ever won." in said[16]


def test_help_is_one_screen_of_a_phone() -> None:
    for screen in (menu(), commands(), *map(game_page, GAMES)):
        assert len([*controls(screen)]) <= AT_HAND
        assert height(screen, screen) <= HIGH


def test_who_asks_for_a_hand_in_a_lobby_is_told_what_it_waits_for() -> None:
    assert "2 more players needed to start." in not_started(lobby_of(KNOT, "Ann"), FIRST)
    assert "Press **Join** on its table" in not_started(lobby_of(KNOT, "Ann", "Bob"), FIRST + CAT)
    whole = lobby_of(KNOT, "Ann", "Bob", "Cat")
    assert "Press **Start** when you are ready" in not_started(whole, FIRST)
    assert not_started(whole, FIRST + BOB).startswith("You've joined. Ann hasn't started the game yet.")


# -- The rules


@pytest.mark.parametrize("key", GAMES)
def test_the_rules_are_pages(key: str) -> None:
    words, pictures = WORDS[key], PICTURES[key]
    last = len(words.rules) - 1
    for number, expected in enumerate(words.rules):
        page = rules(key, number)
        assert text(page) == f"## {expected.title}\n{expected.text}"
        assert f"Page {number + 1} of {last + 1}" in str(page)
        illustrated = number < len(pictures.rules_alt)
        assert alts(page) == list(pictures.rules_alt[number : number + 1])
        assert [(one.draw, one.given) for one in page.drawings.values()] == [(pictures.rules, (number,))] * illustrated
        ways = {label: one.press for label, one in buttons(page).items() if label in ("Back", "Next")}
        assert ways == {
            label: Press("rules", 0, args=(key, str(to)))
            for label, to in (("Back", number - 1), ("Next", number + 1))
            if 0 <= to <= last
        }
