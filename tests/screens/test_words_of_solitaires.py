"""The games for one by words alone: what one hears at each press, and how much of it."""

import pytest

from cogs.delivery.reading import read
from cogs.screens.screen import Screen
from engine import GAMES
from tables.people.people import Preferences

from .game import NAMES, Game
from .told import text
from .turns import chosen

SOLITAIRES = ("advent-of-the-wyrms", "hexaract", "forest-of-wyr")
READING = Preferences(form="words-only")
A_PRESS, A_POSITION = 150, 240  # words at most: of what comes of a press, and of a screen with the whole position


def heard(screen: Screen) -> str:
    return text(read(screen, "words-only"))


@pytest.mark.parametrize("key", SOLITAIRES)
@pytest.mark.parametrize("number", range(2))
def test_a_press_is_answered_in_few_words(key: str, number: int) -> None:
    """The whole position is told when the game begins and when one asks for it; what a press led to comes first."""
    game = Game(key, NAMES[:1], f"{number:064x}")
    while GAMES[key].to_act(game.state) is not None:
        panel = game.panel(0, READING)
        shown, whole = heard(panel.opening()), heard(panel.hand())
        begun = any(entry.user_id is not None and entry.kind == "move" for entry in panel.heard)
        assert len(shown.split()) <= (A_PRESS if begun else A_POSITION), shown
        assert len(whole.split()) <= A_POSITION, whole
        game.press(chosen(game, 0))
