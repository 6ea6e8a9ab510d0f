"""What a player reads and can press: the panel, the hand, the direct message, and what is asked once more."""

import re
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cogs.delivery.reading import POSITION, REST, read
from cogs.games.words import Label, Offer
from cogs.games.wyverns_knot.questions import SILENCE
from cogs.screens import picker
from cogs.screens.press import Press
from cogs.screens.screen import AT_HAND, MENU_LIMIT, TEXT_LIMIT, Button, Menu, Screen, at_hand
from engine import GAMES
from engine import wyverns_knot as knot
from engine.forest_of_wyr.moves import Walk
from players import PLAYERS
from tables.people.people import Preferences

from ..cogs.solitaires import chosen, script
from ..engine.players import lasting
from .game import NAMES, Game, led_to
from .told import alts, buttons, controls, labels, options, text
from .turns import chosen as chosen_by_thumb

ANN, BOB, CAT = range(3)
KNOT, FOREST, HEXARACT, ADVYRIA = "wyverns-knot", "forest-of-wyr", "hexaract", "advyria"
ASK, WHY = "What would you do?", "Why?"


def knots(*moves: Any, names: Sequence[str] = NAMES[:3]) -> Game:
    game = Game(KNOT, names)
    game.play(*moves)
    return game


def pressed(game: Game, seat: int, path: tuple[str, ...]) -> Screen | Sequence[Any]:
    """What a press leads to that spells this: another question, or moves."""
    panel = game.panel(seat)
    found = picker.next_question(panel.now, path)
    return panel.asking(found, path) if isinstance(found, picker.Question) else found.moves


# -- What a phone has room for


def test_what_is_put_behind_more_keeps_what_it_says() -> None:
    """A detail for which a button has no room stands beside the option."""
    game, why = knots(), "a reason that is too long for any button of a phone"
    now = game.panel(ANN).now
    scouts = [
        Offer(Label(f"Scout {move.cell}", why), (move,)) for move in now.legal if isinstance(move, knot.moves.Scout)
    ]
    now = replace(now, words=replace(now.words, offers=lambda *given: scouts))
    question = picker.next_question(now, ())
    assert isinstance(question, picker.Question)
    laid = at_hand(picker.controls(question, now, Press("pick", 9, 1)))
    more = [one for row in laid for one in row.controls if isinstance(one, Menu)]
    folded = [option for menu in more for option in menu.options if option.label.startswith("Scout ")]
    assert folded
    assert {option.detail for option in folded} == {why}


def test_a_long_menu_of_ready_moves_is_turned_page_by_page() -> None:
    """To all places that a wanderer may walk to; and the way on is in sight."""
    game = Game(FOREST, NAMES[:1])
    while len([move for move in GAMES[FOREST].legal_moves(game.state) if isinstance(move, Walk)]) <= MENU_LIMIT:
        game.press(chosen_by_thumb(game, ANN))
    panel = game.panel(ANN)
    screen, offered, reached = panel.opening(), {*panel.now.offered}, set[tuple[str, ...]]()
    assert len(offered) > MENU_LIMIT
    while True:
        assert len([*controls(screen)]) <= AT_HAND
        reached |= led_to(screen)
        onward = next((one for one in controls(screen) if isinstance(one, Button) and one.label == "Next"), None)
        assert onward, "Next is in sight"
        if onward.disabled:
            break
        path, page = picker.turned_to(onward.press)
        found = picker.next_question(panel.now, path)
        assert isinstance(found, picker.Question)
        screen = panel.asking(found, path, page)
    assert offered <= reached


def test_nobody_is_asked_the_same_twice() -> None:
    """What a menu asks doesn't stand above it too."""
    for game in (knots(), Game(ADVYRIA, NAMES[:2])):
        panel = game.panel(ANN)
        for path in led_to(panel.opening()):
            if path and isinstance(question := picker.next_question(panel.now, path), picker.Question):
                screen = panel.asking(question, path)
                asked = [menu.prompt for menu in controls(screen) if isinstance(menu, Menu)]
                assert not [one for one in asked if one in text(screen)], text(screen)


# -- Wyvern's Knot


def test_what_somebody_vouches_for_takes_one_press() -> None:
    game = knots(knot.moves.Research(1, 4), knot.moves.Point(14), knot.moves.Advance(0))
    panel = game.panel(BOB).opening()
    assert "Ann** pointed: **Bob**'s card 5 matches egg D3" in text(panel)
    moves = pressed(game, BOB, buttons(panel)["Enchant D3 with card 5 · says Ann"].press.args)
    assert not isinstance(moves, Screen)
    game.play(*moves)
    assert game.state.table.nest[14].fate in ("saved", "lost")


@pytest.mark.clause("WK-30", "WK-52")
def test_claims_are_told_and_silence_is_asked_for() -> None:
    game = knots(knot.moves.Scout(6))
    assert SILENCE in text(game.panel(ANN).opening())
    game.play(knot.moves.Advance(0), knot.moves.Research(0, 2))
    assert SILENCE in text(game.panel(BOB).opening())
    game.play(knot.moves.Point(10))
    claim = next(line for line in text(game.board()).splitlines() if "C3" in line)
    assert all(word in claim for word in ("Bob", "Ann", "card 3")), claim
    position = text(read(game.panel(ANN, Preferences(form="words-only")).private(None), "words-only"))
    assert re.search(r"Bob.*card 3.*C3|Bob.*C3.*card 3", position.partition(POSITION)[2]), position


def test_a_long_round_is_told_as_far_as_there_is_room() -> None:
    """What means most to the reader, in four lines of a phone; the log has all of it."""
    game = Game(KNOT, NAMES[:5])
    for seat in range(5):
        game.play(knot.moves.Research((seat + 1) % 5, 0), knot.moves.Point(seat + 8), knot.moves.Advance(0))
    since = text(game.panel(ANN).opening()).partition("###")[0].strip().splitlines()
    assert 1 <= len(since) <= 4, since
    assert "**Eve** pointed: **Ann**'s card 1 matches egg D1." in since[0]
    assert since[-1].endswith("… and 11 more*")
    assert not any(line.startswith("**Ann**") for line in since)
    assert "Log" in [option.label for option in options(game.panel(ANN).opening())]


def test_the_direct_message_of_a_turn_has_the_moves_themselves() -> None:
    """And it follows the turn: the next question after a move, and at the end that it is over."""
    game = knots()
    for egg in (4, 5, 6):
        game.play(knot.moves.Scout(egg), knot.moves.Advance(0))
    direct = game.panel(ANN).private("https://discord.com/channels/60/70/80")
    assert "Play" not in labels(direct)
    assert {"My hand", "To the board"} <= {*labels(direct)}
    assert "My hand" in [option.label for option in options(direct)]
    assert {"scout", "research"} <= {path[0] for path in led_to(direct) if path}
    assert "**Cat** moved A's strike dragon to column 3. …" in text(direct), "what happened last"
    game.play(knot.moves.Scout(10))
    assert {path[0] for path in led_to(game.panel(ANN).private(None)) if path} == {"advance"}, "the next question"
    game.play(knot.moves.Advance(0))
    direct = game.panel(ANN).private(None)
    assert not led_to(direct)
    assert "**Ann** moved A's strike dragon" in text(direct), "what came of it"


def test_who_plays_for_an_empty_seat_is_told_so() -> None:
    """They see nothing that this seat has looked at."""
    game = knots(knot.moves.Scout(6))
    seen = knot.state.DRAGONS[game.state.nest[6]]
    game.own = {"players": game.table.players[1:], "unranked": True}
    panel = game.panel(CAT, acting_for=ANN).opening()
    assert "You play for **Empty seat 1**" in text(panel)
    assert "You see nothing that this seat has looked at" in text(panel)
    assert "Now move a strike dragon" in text(panel)
    words = game.panel(CAT, Preferences(form="words-only")).hand()
    knows = text(read(words, "words-only")).partition("Left to find")[0]
    assert seen not in knows


# -- What asks once more, and what one press does


def forest(step: str, *, won: bool) -> Game:
    """When it first waits for this."""
    state = next(one.state for one in chosen(FOREST, script(FOREST, won)[1]) if one.state.table.step == step)
    return Game(FOREST, NAMES[:1], state=state)


def test_no_press_ends_the_game_without_asking() -> None:
    """Every button that lets an attack kill the wanderer asks once more, and says what it costs."""
    *_, last = chosen(FOREST, script(FOREST, won=False)[1])
    assert last.step.state.table.ending == "fallen"
    game = Game(FOREST, NAMES[:1], state=last.state)
    panel = game.panel(ANN)
    deadly = {label: one for label, one in buttons(panel.opening()).items() if "you lose" in label}
    assert deadly
    for one in deadly.values():
        found = picker.next_question(panel.now, picker.path_of(one.press))
        assert isinstance(found, picker.ChosenMoves)
        asked = panel.confirming(found)
        assert f"and you have {last.state.table.health}" in text(asked)
        assert "ends the game" in text(asked)
        assert {one.press.verb for one in buttons(asked).values()} == {"dare", "pick"}
        assert buttons(asked)["Back"].press.args == ()
        assert not asked.drawings, "the picture stays"


def test_walking_where_nothing_is_left_to_do_ends_the_round() -> None:
    """What happens then is told."""
    game = forest("act", won=True)
    panel, before = game.panel(ANN), game.state.table
    (menu, *_) = [one for one in controls(panel.opening()) if isinstance(one, Menu)]
    (path, *_) = [picker.path_of(menu.press.read(menu.press.custom_id(), [one.value])) for one in menu.options]
    moves = pressed(game, ANN, path)
    assert not isinstance(moves, Screen)
    assert any(isinstance(move, Walk) for move in moves)
    game.play(*moves)
    assert game.state.table.round > before.round
    assert "Round 3" in text(game.panel(ANN).opening())


# -- Hints


def offered(screen: Screen) -> set[str]:
    """In sight or behind “More…”."""
    return {*labels(screen), *[option.label for option in options(screen)]}


def test_why_stands_beside_each_question_unless_one_has_turned_it_off() -> None:
    """In the panel, in the direct message and in a game for one; what it would do stays."""
    group, alone = knots(), Game(HEXARACT, NAMES[:1], hints=0)
    group.hints = 0
    for wish, told in ((Preferences(), True), (Preferences(whys=False), False)):
        one, other = group.panel(ANN, wish), alone.panel(ANN, wish)
        for shown in (one.opening(), one.private(None), one.hand(), other.opening()):
            assert (WHY in offered(shown)) is told
            assert ASK in offered(shown)
        question = picker.next_question(one.now, ("scout",))
        assert isinstance(question, picker.Question)
        assert (WHY in offered(one.asking(question, ("scout",)))) is told


@pytest.mark.parametrize("key", [key for key in PLAYERS if max(GAMES[key].seats) > 1])
def test_without_hints_nobody_is_offered_any(key: str) -> None:
    game = Game(key, NAMES[:3])
    for hints, hinted in ((None, False), (0, True)):
        game.hints = hints
        for screen in (game.panel(ANN).opening(), game.panel(ANN).private(None)):
            assert {ASK, WHY} & offered(screen) == ({ASK, WHY} if hinted else set())


# -- In words


def test_the_words_of_a_position_are_never_cut_without_saying_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The longest names leave little room beside the longest position."""
    names = ["Wolfhildis the Elder of the Nine", "Bartholomew of the Hollow Hills_", "_Cosima_ of the *Long* Shadows__"]
    game, draw = Game(KNOT, names), Random(60).random
    while len(game.log) < 60 and game.phase == "playing":
        game.play(lasting(GAMES[KNOT], game.state, draw))
    seat = GAMES[KNOT].to_act(game.state)
    assert seat is not None, "it goes on"
    panel = game.panel(seat, Preferences(form="words-only")).hand()
    monkeypatch.setattr("cogs.delivery.reading.TEXT_LIMIT", 10**6)
    whole = text(read(panel, "words-only"))
    assert "Left to find" in whole
    for room in (TEXT_LIMIT, len(whole) // 2):
        monkeypatch.setattr("cogs.delivery.reading.TEXT_LIMIT", room)
        short = read(panel, "words-only")
        assert len(text(short)) <= room
        assert text(short) == whole or text(short).endswith(REST)
        assert buttons(short)
        assert not alts(short)
    assert text(short) != whole
