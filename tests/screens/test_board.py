"""What everybody at a table reads: the board, the log, the lobby before it, the rules."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any, get_args

import pytest

from cogs.delivery.courier import ON_BOARDS
from cogs.games import WORDS
from cogs.screens import comings
from cogs.screens.hall import commands, menu, not_started
from cogs.screens.hall import game as game_page
from cogs.screens.lobby import lobby
from cogs.screens.log import log
from cogs.screens.press import Press
from cogs.screens.rules import rules
from cogs.screens.screen import AT_HAND, Button, Menu, Screen
from engine import GAMES, Chance, Data, advyria
from engine import wyverns_knot as knot
from players import PLAYERS, Strength
from render import PICTURES
from tables.play.model import Computer, Player, Table
from tables.play.moderation import NOTED
from tables.play.notes import Note, NoteKind
from tables.play.odds import level_of

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
    players = tuple([Player(FIRST + number, name, None, "0") for number, name in enumerate(names)])
    return replace(table, phase="lobby", seats=0, players=players)


def test_a_lobby_says_how_long_and_how_hard_and_what_it_waits_for() -> None:
    alone, full = (lobby(lobby_of(ADVYRIA, *NAMES[:count]), threads=False) for count in (1, 4))
    assert "60 min · many rules" in text(alone)
    assert "**Players: 1, 2-4 can play**" in text(alone)
    assert "1 more player needed to start." in text(alone)
    assert "Start" not in labels(alone), "one can't compete"
    assert "**Players: 4 (full)**" in text(full)
    assert text(full).count(NAMES[3]) == 1
    assert [drawing.given for drawing in full.drawings.values()] == [(GAMES[ADVYRIA].title,)], "nor on the picture"
    assert "Ready" in text(full)
    assert "Start" in labels(full)


@pytest.mark.parametrize("seated", [1, 2, 4])
def test_a_lobby_that_is_not_recorded_is_found_by_one_of_its_controls(seated: int) -> None:
    """Also one that is full, in which nobody can join. The press says of which version it is."""
    table = replace(lobby_of(ADVYRIA, *NAMES[:seated]), version=5)
    presses = [one.press for one in controls(lobby(table, threads=True)) if isinstance(one, Button | Menu)]
    assert [press.version for press in presses if press.verb in ON_BOARDS] == [5]


def in_sight(screen: Screen) -> list[str]:
    """The labels of the buttons that aren't behind “More…”."""
    return [one.label for one in controls(screen) if isinstance(one, Button)]


def test_a_lobby_with_too_few_has_company_in_sight_and_then_its_pace() -> None:
    few, enough = (lobby(lobby_of(KNOT, *NAMES[:count]), threads=True) for count in (2, 3))
    assert "Add a computer player" in in_sight(few)
    assert "Play tonight" in in_sight(enough)


def test_whoever_is_seated_for_a_rematch_can_leave_without_looking_for_it() -> None:
    table = replace(lobby_of(KNOT, *NAMES[:3]), rematch_of=3)
    ann, *others = table.players
    waits = lobby(replace(table, players=(ann, *(replace(one, ready=None) for one in others))), threads=True)
    assert in_sight(waits)[:2] == ["Ready", "Leave"]
    assert "**Ann** would like to play again" in text(waits)
    agreed_by_none = tuple(replace(one, ready=None) for one in table.players)
    assert "somebody else would like" in text(lobby(replace(table, players=agreed_by_none), threads=True))


def test_a_lobby_asks_for_ready_once_something_else_is_to_be_played() -> None:
    table = lobby_of(KNOT, *NAMES[:3])
    assert "Ready" not in labels(lobby(table, threads=False)), "everybody has joined to play this"
    asks = lobby(replace(table, asked=1), threads=False)
    assert "Ready" in labels(asks)
    assert "Start" not in labels(asks)
    assert "2 of 3 still have to press **Ready**" in text(asks), "its host agrees by pressing Start"
    assert "It starts <t:1700:R> with those who are ready." in text(lobby(table, threads=False, confirm_by=1700))


def test_a_table_tells_who_came_and_went_and_escapes_their_names() -> None:
    itself = NOTED.values()  # where somebody does it to the table
    notes = [
        Note(number, f"*{number}*", kind, 7, None if kind in itself else "[Mo](x)", version=number, turn=0, at=0)
        for number, kind in enumerate(get_args(NoteKind))
    ]
    for note in notes:
        told = text(lobby(replace(lobby_of(KNOT, "Ann"), notes=(note,)), threads=False))
        assert f"\\*{note.user_id}\\*" in told
        assert "[Mo](x)" not in told
    board_of_game = Game(KNOT, NAMES[:3])
    table = replace(board_of_game.table, turn=9, notes=tuple(replace(note, turn=7) for note in notes))
    assert comings.lines(table) == "", "they pass by"
    assert len(comings.lines(replace(table, turn=8)).splitlines()) == comings.MOST


@pytest.mark.parametrize(("key", "most"), [(KNOT, 5), (ADVYRIA, 4)])
def test_a_lobby_has_six_controls_in_sight_and_says_the_number_of_players_once(key: str, most: int) -> None:
    for count in range(1, most + 1):
        table = lobby_of(key, *NAMES[:count])
        for shown in (table, replace(table, own_thread=True), replace(table, week=date(2026, 1, 5), ranked=True)):
            screen = lobby(shown, threads=True)
            assert len([*controls(screen)]) <= AT_HAND
            sit_down = "Tell me when a seat is free" if count == most else "Join"
            assert {sit_down, "Rules", "Leave", "Close"} <= {*labels(screen)}
            assert text(screen).lower().count("players:") == 1
            assert ("host can start" in text(screen)) == ("Start" in labels(screen))


def with_computers(table: Table, *strengths: Strength) -> Table:
    company = [Computer(number, strength, None, stands_in=False) for number, strength in enumerate(strengths, 1)]
    return replace(table, computers=tuple(company))


@pytest.mark.parametrize(
    ("options", "company", "said"),
    [
        (
            knot.state.Options(12),
            ("strong",) * 2,
            "Easy: the bot nearly always wins. Harder: 14 eggs to save, the bot wins 6 of 10.",
        ),
        (knot.state.Options(14), ("strong",) * 2, "Hard: the bot wins 6 of 10."),
        (knot.state.Options(16), ("strong",) * 2, "Very hard: the bot hardly ever wins."),
        (
            knot.state.Options(12),
            ("strong",) * 3,
            "Easy: the bot wins 8 of 10. Harder: with a learner, the bot wins 6 of 10.",
        ),
        (knot.state.Options(12), ("strong", "middle", "strong"), "Hard: the bot wins 6 of 10."),
        (
            advyria.state.Options(),
            ("easy",) * 2,
            "Easy: the bot wins 8 of 10. Harder: 1 middle opponent, the bot wins 6 of 10.",
        ),
        (advyria.state.Options(), ("easy", "middle"), "Hard: the bot wins 6 of 10."),
        (advyria.state.Options(), ("middle",), "Hard: the bot wins 7 of 10."),
    ],
)
def test_a_lobby_says_how_often_a_game_like_that_is_won(
    options: Data, company: tuple[Strength, ...], said: str
) -> None:
    key = KNOT if isinstance(options, knot.state.Options) else ADVYRIA
    table = replace(with_computers(lobby_of(key, "Ann"), *company), options=options)
    assert f"-# {said}" in text(lobby(table, threads=False)).splitlines()
    mixed = with_computers(lobby_of(ADVYRIA, "Ann"), "easy", "strong")
    assert "the bot wins" not in text(lobby(mixed, threads=False)), "who knows?"
    assert level_of(mixed) is None


@pytest.mark.parametrize(
    ("newcomers", "said"),
    [
        (0, "people hardly ever at first"),
        (31, "people in their first games about 3 of 10"),
        (97, "people nearly always, even at first"),
    ],
)
def test_a_lobby_says_how_often_people_win_at_first_once_that_is_known(newcomers: int, said: str) -> None:
    table = lobby_of(KNOT, *NAMES[:4], "Eve")
    assert f"-# Hard: the bot wins 6 of 10; {said}." in text(lobby(table, threads=False, newcomers=newcomers))
    unknown = with_computers(lobby_of(ADVYRIA, "Ann"), "easy", "strong")
    assert "at first" not in text(lobby(unknown, threads=False, newcomers=newcomers)), "nor is the bot known there"


def test_a_lobby_of_people_says_how_often_it_is_won_by_those_who_play_well_together() -> None:
    assert "Hard: the bot wins 6 of 10." in text(lobby(lobby_of(KNOT, *NAMES[:4], "Eve"), threads=False))
    assert "the bot wins" not in text(lobby(lobby_of(KNOT, *NAMES[:2]), threads=False)), "it can't start"
    assert "the bot wins" not in text(lobby(lobby_of(ADVYRIA, *NAMES[:2]), threads=False)), "somebody always wins"


def to_the_end(choose: Callable[..., Any], *, target: Any) -> Game:
    """A game of Ann, Bob and Cat in which everybody plays like this."""
    game, rules, heard_so_far = Game(KNOT, NAMES[:3], options=knot.state.Options(target=target)), GAMES[KNOT], 0
    while (seat := rules.to_act(game.state)) is not None:
        view, legal = rules.view(game.state, seat), rules.legal_moves(game.state)
        heard_so_far += 1
        told = [event for entry in game.told(seat) for event in entry.events]
        game.play(choose(view, legal, told, Chance(f"luck {heard_so_far}")))
    game.phase = "over"
    return game


def test_a_game_that_was_won_leads_on_to_a_harder_one_and_one_that_was_lost_to_the_same() -> None:
    harder = "Play again, harder: 14 eggs to save"
    won = to_the_end(PLAYERS[KNOT].strengths["strong"], target=12).board()
    assert "all 12 eggs are safe" in text(won)
    assert labels(won)[:2] == [harder, "Play again"]
    assert buttons(won)[harder].press.args == ("harder",)
    assert len([*controls(won)]) <= AT_HAND
    lost = to_the_end(lambda view, legal, told, chance: legal[0], target=12).board()
    assert labels(lost)[0] == "Play again"
    assert "harder" not in str(labels(lost))
    hardest = to_the_end(PLAYERS[KNOT].strengths["strong"], target=8).board()
    assert labels(hardest)[0] == "Play again", "nobody knows how hard the next one is"


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
