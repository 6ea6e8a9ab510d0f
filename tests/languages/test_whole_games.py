"""A whole game of each kind in each language, by the real rules: all that it shows can be read, sent and drawn."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest

from cogs.delivery.dress import dress
from cogs.screens.log import log
from cogs.screens.screen import Screen
from engine import GAMES
from languages import offered, speaking

from ..cogs.hall import check_message
from ..screens.game import NAMES, Game
from ..screens.turns import chosen, screens
from .unsaid import texts


def shown(key: str, seats: int) -> Iterator[Screen]:
    """To its players, and to everybody."""
    yield from (met.screen for met in screens(key, seats))
    game, table = GAMES[key], Game(key, NAMES[:seats])
    while (seat := game.to_act(table.state)) is not None:
        yield table.board()
        table.press(chosen(table, seat))
    yield from (log(table.table, table.told(None), None), table.board())


@pytest.mark.slow
@pytest.mark.parametrize("language", offered())
@pytest.mark.parametrize("key", GAMES)
def test_a_whole_game_is_played(key: str, language: str, caplog: pytest.LogCaptureFixture) -> None:
    with speaking(language), caplog.at_level(logging.WARNING):
        for screen in shown(key, max(GAMES[key].seats[:2])):
            view: Any = dress(screen)
            check_message({"components": view.to_components()})
            for said in texts(screen):
                assert not {*said} & {*"{}"}, f"a value is left out: {said}"
        assert all(drawing() for drawing in screen.drawings.values()), "the result"
    assert not caplog.records, "a catalogue lacks something"
