"""In a language that doesn't exist, whole games are played: nothing is left in English, and all fits a phone."""

from collections.abc import Iterator

import pytest

from engine import GAMES
from languages import speaking
from tables.play.computer_names import CAST

from ..screens.game import NAMES
from ..screens.turns import screens
from . import pseudo
from .unsaid import texts, unsaid


@pytest.fixture(autouse=True)
def _another_language() -> Iterator[None]:
    with pseudo.spoken_here(), speaking(pseudo.CODE):
        yield


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=pytest.mark.slow) if max(GAMES[key].seats) > 1 else key for key in GAMES]
)
def test_nothing_of_a_whole_game_is_left_in_english(key: str) -> None:
    names, left = (*NAMES, *map(str, CAST)), set[str]()
    for met in screens(key, max(GAMES[key].seats[:2])):
        for text in texts(met.screen):
            left |= unsaid(text, *names)
    assert not left, sorted(left)[:60]
