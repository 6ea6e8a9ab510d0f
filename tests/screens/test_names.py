"""Names are only names, wherever they stand."""

import re
import unicodedata
from dataclasses import replace

import pytest

from cogs.delivery.reading import read
from cogs.games.wyverns_knot.known import short_names
from cogs.screens.board import absent, board, closed
from cogs.screens.departures import confirm_leaving, confirm_resigning, departed, still_empty
from cogs.screens.frame import described, position
from cogs.screens.hall import not_started, taken
from cogs.screens.lobby import lobby
from cogs.screens.log import log
from cogs.screens.names import plain, plain_names, safe, safe_names
from cogs.screens.screen import Button, Link, Screen
from engine import GAMES
from languages import speaking
from tables.play.departures import Departure
from tables.play.model import Player, Table

from ..hostile_names import HOSTILE, SHOW_NOTHING
from .game import Game
from .told import alts, controls, text

KNOT = "wyverns-knot"

SIGNS = r"\*_~`|<>[]/"  # that Discord may read as markup, anywhere


@pytest.mark.parametrize(
    "name",
    [
        "https://evil.example",
        "http://a||b||c",
        "[x](https://evil.example)",
        "<https://evil.example>",
        "discord.gg/evil",
        "||spoiler||",
        "# heading",
        "-# small",
        "> quote",
        "- list",
        "<t:0:R><#1><@1><@&1><:a:1></play:1>",
        "a\nb\r\n# c\u2028d",
        "\\*b\\*",
        "__a__ ~~b~~ ```c```",
        ":robot: Bramble",
        ":robot:gear:",
    ],
)
def test_a_name_is_only_a_name(name: str) -> None:
    shown = safe(name)
    assert unescaped(shown) == ""
    assert not re.match(r"[#+-]", shown)
    assert not re.search(r"(?<!\\):[\w+-]+:", shown), "Discord makes an emoji of that"
    assert "\n" not in shown
    assert re.sub(r"\\(.)", r"\1", shown) == plain(name), "and it reads as it is"


def unescaped(shown: str) -> str:
    """The signs of markup in it that no backslash disarms."""
    return "".join(sign for sign in re.sub(r"\\.", "", shown) if sign in SIGNS)


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("\u202egnp.tsil\u2066", "gnp.tsil"),
        ("a\u200bb\u200e\u200f\u2060\ufeff\u00adc\u061cd", "abcd"),
        ("\u3164", "Somebody"),
        ("\u200d\u200c", "Somebody"),
        ("\u2800 \u115f", "Somebody"),
        ("\ufe0f\ufe0f", "Somebody"),
        ("\x00\x1b[31mred", "[31mred"),
        ("", "Somebody"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("\u0645\u06cc\u200c\u062e\u0645", "\u0645\u06cc\u200c\u062e\u0645"),  # Persian
        ("Mary-Jane O'Neil Jr.", "Mary-Jane O'Neil Jr."),
    ],
)
def test_a_name_is_seen(name: str, seen: str) -> None:
    assert plain(name) == seen


def test_nobody_is_called_by_a_name() -> None:
    assert "@everyone" not in safe("@everyone")
    assert "@here" not in safe("x @here")


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_no_hostile_name_hides_turns_the_line_or_piles_up(name: str) -> None:
    shown = plain(name)
    assert 0 < len(shown) <= 32
    assert not [sign for sign in shown if unicodedata.category(sign)[0] in "CZ" and sign not in " \u200c\u200d"]
    assert plain(shown) == shown
    marks = "".join("m" if unicodedata.category(sign)[0] == "M" else " " for sign in shown)
    assert "mmmm" not in marks
    assert unescaped(safe(name)) == ""
    assert "<@1" not in safe(name)


@pytest.mark.parametrize("name", SHOW_NOTHING, ids=ascii)
def test_who_shows_nothing_is_called_by_their_seat_in_the_readers_language(name: str) -> None:
    table = at_table("Ann", "Bob", name)
    assert table.names() == plain_names(table) == safe_names(table) == ("Ann", "Bob", "Seat 3")
    alone = at_table(name)
    assert alone.names() == ("Somebody",)
    with speaking("fr"):
        assert table.names()[2] == "Place 3"
        assert alone.names() == ("Quelqu'un",)


def test_two_of_one_name_are_told_apart_everywhere() -> None:
    """In words, on buttons, in pictures and in the log: one function numbers them by their seats."""
    table = at_table("Ada", "Bob", "Ada")
    assert table.names() == plain_names(table) == safe_names(table) == ("Ada", "Bob", "Ada (3)")
    assert short_names(plain_names(table)) == ("Ada", "Bob", "Ada (3)")
    assert [table.name_of(player) for player in table.players] == ["Ada", "Bob", "Ada (3)"]
    picture = position(Game(KNOT, ("Ada", "Bob", "Ada")).seen(None))
    assert picture.drawing
    assert picture.drawing.given[1] == ("Ada", "Bob", "Ada (3)")
    assert "Ada (3)" in described(table, Game(KNOT, ("Ada", "Bob", "Ada")).seen(None).view)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Ada", "A\u200dda"), ("Ada", "A\u200dda (2)")),
        (("Ada", "\uff21\uff44\uff41"), ("Ada", "\uff21\uff44\uff41 (2)")),
        (("Ada", "Ada", "Ada (2)"), ("Ada", "Ada (5)", "Ada (2)")),
        (("Seat 2", "\u3164"), ("Seat 2", "Seat 2 (2)")),
        (("M" * 32, "M" * 40), ("M" * 32, "M" * 28 + " (2)")),
        (("", ""), ("Seat 1", "Seat 2")),
        (("Ada", "ada"), ("Ada", "ada")),
    ],
)
def test_names_that_only_look_alike_are_told_apart(names: tuple[str, ...], told: tuple[str, ...]) -> None:
    assert at_table(*names).names() == told


def test_buttons_have_the_same_numbers_where_they_cut_names() -> None:
    names = at_table("Alexandra the Great", "Alexandra the Good", "Alexandra the Great").names()
    assert names[2] == "Alexandra the Great (3)"
    assert short_names(names) == ("Alexandra t…", "Alexandra t… (2)", "Alexandra t… (3)")


def test_those_in_a_lobby_are_called_by_the_order_of_joining() -> None:
    table = replace(at_table("Ada", "\u3164", "Ada"), seats=0, phase="lobby")
    assert table.names() == ("Ada", "Seat 2", "Ada (3)")
    assert [table.name_of(player) for player in table.players] == ["Ada", "Seat 2", "Ada (3)"]
    gone = Player(7, "\u3164", None)
    assert table.name_of(gone) == "Somebody"


def test_whoever_has_no_name_at_all_still_holds_their_seat() -> None:
    assert at_table("Ann", "", "Cat").names() == ("Ann", "Seat 2", "Cat")


def at_table(*names: str) -> Table:
    return Game({1: "hexaract", 2: "advyria"}.get(len(names), KNOT), names).table


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_every_screen_of_a_table_is_said_in_words_with_any_name_in_a_seat(name: str) -> None:
    game = Game(KNOT, ("Ann", name, "Cat"))
    game.play(GAMES[KNOT].legal_moves(game.state)[0])
    table, called = game.table, safe_names(game.table)[1]
    before = replace(table, phase="lobby", seats=0, players=tuple(replace(one, seat=None) for one in table.players))
    player = table.players[1]
    screens = (
        board(game.seen(None), game.told(None)),
        closed(table),
        lobby(before, threads=True),
        taken(table, 1, None, member=False, free=True, instead=None),
        absent(table, player),
        *filter(None, [departed(table.without(player), Departure(1, name, 1, until, False)) for until in (0, 9)]),
        departed(table.without(player), Departure(1, name, 1, 0, for_good=True)) or closed(table),
        still_empty(table.without(player), 1, "https://discord.com", "vacate"),
        confirm_leaving(table, player.user_id, 9, moved=True, blocked=True),
        confirm_resigning(table, player.user_id),
        log(table, game.told(None), None),
        *(game.panel(seat).opening() for seat in range(3)),
        *(game.panel(seat).hand() for seat in range(3)),
    )
    told = [text(read(screen, "words-only")) for screen in screens]
    assert called in told[0]
    assert called in told[2]
    for screen in screens:
        fits(read(screen, "words-only"))
        assert not [alt for alt in alts(screen) if re.search("[\u202a-\u202e\u2066-\u2069\u3164]", alt)]
    assert not_started(before, player.user_id)


def fits(screen: Screen) -> None:
    assert len(text(screen)) <= 4000
    for control in controls(screen):
        assert not isinstance(control, Button | Link) or len(control.label) > 0
        assert not isinstance(control, Button) or not re.search("[\u202a-\u202e\u2066-\u2069\u3164]", control.label)
