"""What holds of every game's pictures, whoever sits at its table and whatever is chosen there."""

from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from render import PICTURES, Pictures
from render.theme import WIDTH

from ..engine.players import Setup, lasting, positions, setups
from ..toys import cups
from ..toys.cups_shown import PICTURES as CUPS

SETUPS = setups()
EVERY_SEATING = {(setup.game.key, setup.seats): setup for setup in SETUPS}.values()  # by one choice of options
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hal")


def can_be_drawn(setup: Setup, pictures: Mapping[str, Pictures[Any]] = PICTURES) -> None:
    """The table in the middle of a game, for everyone and for seats; its end; its full lobby."""
    game, ours, names = setup.game, pictures[setup.game.key], NAMES[: setup.seats]
    played = [*positions(setup, "drawn", lasting)]
    seats = range(setup.seats) if setup in EVERY_SEATING else [setup.seats - 1]
    drawn = [ours.board(game.view(played[len(played) // 2], seat), names) for seat in (None, *seats)]
    drawn.append(ours.result(game.view(played[-1], None), names, "The end."))
    if setup.seats > 1:
        assert ours.lobby, "a game of several has a lobby"
        drawn.append(ours.lobby(game.title, names, game.seats, ()))
    for picture in drawn:
        assert Image.open(BytesIO(picture)).width == WIDTH


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_table_that_can_be_opened_can_be_drawn(setup: Setup) -> None:
    can_be_drawn(setup)


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
