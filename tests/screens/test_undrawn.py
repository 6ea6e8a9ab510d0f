"""In place of a picture that can't be drawn stand its words: all that its reader would have seen, and no more."""

import pytest

from cogs.delivery.reading import read, undrawn
from cogs.screens.frame import position
from cogs.screens.names import safe_names
from cogs.screens.screen import Drawing, Picture, Screen, Text
from engine import GAMES
from languages import speaking
from render import PICTURES, moments

from .game import Game
from .told import alts, text

NAMES = ("**Ann**", "Bob", "Cat", "Dan")


def pictures(screen: Screen) -> list[Picture]:
    return [block for block in screen.blocks if isinstance(block, Picture)]


def lost(screen: Screen) -> Screen:
    return undrawn(screen, [picture.name for picture in pictures(screen)])


@pytest.mark.parametrize("key", GAMES)
def test_a_panel_tells_its_owner_the_whole_position(key: str) -> None:
    seats = GAMES[key].seats
    game = Game(key, NAMES[: 3 if 3 in seats else seats[0]])
    for seat in range(len(game.names)):
        seen, screen = game.seen(seat), game.panel(seat).opening()
        shown = lost(screen)
        assert not pictures(shown)
        assert PICTURES[key].describe(seen.view, safe_names(game.table)) in text(shown)
        assert text(screen) in text(shown)
        assert len(text(shown)) <= 4000


def test_a_board_tells_what_everybody_may_know() -> None:
    game = Game("wyverns-knot", NAMES[:3])
    shown = lost(game.board())
    assert PICTURES["wyverns-knot"].describe(game.seen(None).view, safe_names(game.table)) in text(shown)
    assert r"\*\*Ann\*\*" in text(shown)


def test_a_position_with_a_moment_is_told_too() -> None:
    game = Game("hexaract", ("Ann",))
    still = position(game.seen(0))
    assert still.drawing
    wrapped = Picture(still.alt, Drawing(moments.still, ((still.drawing.draw, still.drawing.given),)))
    told = PICTURES["hexaract"].describe(game.seen(0).view, ("Ann",))
    assert told in text(lost(Screen(0, (wrapped,))))


def test_a_picture_without_a_position_is_told_by_its_alternative_text_which_is_no_markup() -> None:
    screen = Screen(0, (Text("Above"), Picture("@everyone **Ann** won", Drawing(bytes, (1,)), "a.png")))
    assert text(lost(screen)) == "Above\n@\u200beveryone \\*\\*Ann\\*\\* won"


def test_the_other_pictures_stay() -> None:
    one, two = (Picture(f"Picture {name}", Drawing(bytes, (1,)), f"{name}.png") for name in "ab")
    shown = undrawn(Screen(0, (one, two)), ["a.png"])
    assert alts(shown) == ["Picture b"]
    assert text(shown) == "Picture a"


def test_whoever_reads_words_first_has_them_already() -> None:
    screen = read(Game("wyverns-knot", NAMES[:3]).board(), "words-first")
    assert alts(screen)
    assert text(lost(screen)) == text(screen)
    assert not alts(lost(screen))


def test_it_is_told_in_the_language_of_the_screen() -> None:
    with speaking("de"):
        screen = Game("wyverns-knot", NAMES[:3]).board()
    assert "### Die Stellung" in text(lost(screen))


def test_the_log_is_told_the_names_in_a_picture_and_no_card() -> None:
    game = Game("wyverns-knot", ("Ann", "Bob", "Ann"))
    for seat in (None, 0, 1, 2):
        drawing = position(game.seen(seat)).drawing
        assert drawing
        assert drawing.names == ("Ann", "Bob", "Ann (3)")
        assert drawing.what == "render.wyverns_knot.board.board"
