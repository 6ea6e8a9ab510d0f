"""Seats that can't be drawn are noticed: by a toy game, and by a fault planted in it."""

from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from render import Pictures
from render.theme import WIDTH

from ..engine.players import Setup, lasting, positions
from ..toys import cups
from ..toys.cups_pictures import PICTURES as CUPS

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hal")


def can_be_drawn(setup: Setup, pictures: Mapping[str, Pictures[Any]]) -> None:
    """The table in the middle of a game, for everyone and for seats; its end; its full lobby."""
    game, ours, names = setup.game, pictures[setup.game.key], NAMES[: setup.seats]
    played = [*positions(setup, "drawn", lasting)]
    seats = (None, *range(setup.seats))
    drawn = [ours.board(game.view(played[len(played) // 2], seat), names) for seat in seats]
    drawn.append(ours.result(game.view(played[-1], None), names, "The end."))
    if setup.seats > 1:
        assert ours.lobby, "a game of several has a lobby"
        drawn.append(ours.lobby(game.title, names, game.seats))
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
