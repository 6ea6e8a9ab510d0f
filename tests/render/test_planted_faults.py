"""The laws of pictures catch what they are for: seats that can't be drawn, secrets, words without a picture of them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from engine import GAMES
from engine.records import replace as with_values
from render import PICTURES, Pictures
from render.theme import WIDTH

from ..engine.players import Setup, lasting, positions
from ..toys import cups
from ..toys.cups_pictures import PICTURES as CUPS
from .test_secrets import fewest_and_most, no_picture_shows_a_secret, what_words_tell_is_shown

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hal")


def can_be_drawn(setup: Setup, pictures: Mapping[str, Pictures[Any]]) -> None:
    """The table in the middle of a game, for everyone and for seats; its end; its lobby."""
    game, ours, names = setup.game, pictures[setup.game.key], NAMES[: setup.seats]
    played = [*positions(setup, "drawn", lasting)]
    seats = (None, *range(setup.seats))
    drawn = [ours.board(game.view(played[len(played) // 2], seat), names) for seat in seats]
    drawn.append(ours.result(game.view(played[-1], None), names, "The end."))
    if setup.seats > 1:
        assert ours.lobby, "a game of several has a lobby"
        drawn.append(ours.lobby(game.title))
    for picture in drawn:
        assert Image.open(BytesIO(picture)).width == WIDTH


@pytest.mark.parametrize("seats", cups.GAME.seats)
def test_a_table_without_a_fault_can_be_drawn(seats: int) -> None:
    can_be_drawn(Setup(cups.GAME, seats, cups.Options()), {"cups": CUPS})


def test_a_sixth_seat_that_cannot_be_drawn_is_noticed() -> None:
    def board(view: cups.View, names: Any) -> bytes:
        assert all(("red", "blue", "green", "white", "black")[seat] for seat in range(view.table.seats))
        return CUPS.board(view, names)

    faulty = {"cups": replace(CUPS, board=board)}
    can_be_drawn(Setup(cups.GAME, 5, cups.Options()), faulty)
    with pytest.raises(IndexError):
        can_be_drawn(Setup(cups.GAME, 6, cups.Options()), faulty)


# -- Secrets, and what the picture doesn't tell

Fault = Callable[[Pictures[Any]], Pictures[Any]]


def seen_from_outside(pictured: Pictures[Any]) -> Pictures[Any]:
    """A seat's own board shows nothing of its own."""
    return replace(pictured, board=lambda view, names: pictured.board(with_values(view, mine=None), names))


def kept_by_its_table(pictured: Pictures[Any]) -> Pictures[Any]:
    """Who is drawn first is drawn for all."""
    drawn = dict[Any, bytes]()

    def board(view: Any, names: Any) -> bytes:
        return drawn.setdefault(view.table, pictured.board(view, names))

    return replace(pictured, board=board)


def of_the_first_turn(pictured: Pictures[Any]) -> Pictures[Any]:
    """It goes by what was so when it was first drawn."""
    drawn = dict[int, bytes]()
    return replace(pictured, board=lambda view, names: drawn.setdefault(len(names), pictured.board(view, names)))


def gist_of_a_seat(pictured: Pictures[Any]) -> Pictures[Any]:
    """The alternative text beside the public picture tells what a seat knows."""
    return replace(pictured, alt=pictured.describe)


@pytest.mark.parametrize(
    ("key", "fault"),
    [
        ("cups", seen_from_outside),
        ("cups", kept_by_its_table),
        ("cups", of_the_first_turn),
        ("wyverns-knot", seen_from_outside),
        ("wyverns-knot", kept_by_its_table),
        ("advent-of-the-wyrms", seen_from_outside),
        ("hexaract", of_the_first_turn),
    ],
)
def test_a_picture_that_does_not_show_what_words_tell_is_noticed(key: str, fault: Fault) -> None:
    setup, pictured = drawn_game(key)
    with pytest.raises(AssertionError):
        what_words_tell_is_shown(setup, {key: fault(pictured)})


@pytest.mark.parametrize("key", ["cups", "wyverns-knot", "advyria"])
def test_an_alternative_text_that_tells_what_a_seat_knows_is_noticed(key: str) -> None:
    setup, pictured = drawn_game(key)
    with pytest.raises(AssertionError):
        no_picture_shows_a_secret(setup, {key: gist_of_a_seat(pictured)})


def test_cups_without_a_fault_keeps_both_laws() -> None:
    setup, pictured = drawn_game("cups")
    what_words_tell_is_shown(setup, {"cups": pictured})
    no_picture_shows_a_secret(setup, {"cups": pictured})


def drawn_game(key: str) -> tuple[Setup, Pictures[Any]]:
    if key in GAMES:
        return fewest_and_most(key)[-1], PICTURES[key]
    return Setup(cups.GAME, 3, cups.Options()), CUPS
