"""In a language that doesn't exist, whole games and evenings are played: nothing is left in English."""

import re
from collections.abc import Iterator

import pytest

from cogs.games import WORDS
from cogs.screens.over import headline
from engine import GAMES
from languages import ENGLISH, speaking
from tables.play.computer_names import CAST

from ..engine.players import Setup, lasting, playthrough
from ..recorded import evenings
from ..recorded.hall import EVENINGS, record
from ..recorded.heard import listening
from ..screens.game import NAMES, Game
from ..screens.turns import screens
from . import pseudo
from .unsaid import SAMPLES, texts, unsaid

assert evenings

PEOPLE = (*NAMES, *map(str, CAST), "Ben", "Fay", "Mia")
OTHERS = ("games", "gibberish")  # a channel; what somebody has typed
BOARDS_NAME = re.compile(r" / \[[^\]]*\]")  # beside the reader's own: a board and a panel name one thing twice
QUICK_IN_TWO = ("at-the-lobby", "comings-and-goings", "rankings-and-profiles")
# A game for one speaks its player's language, wherever it is played
ALONE_IN_A_CHANNEL = ("what-may-not-be", "doors-and-menus", *(f"{key}-alone" for key in GAMES))
QUICK = ("comings-and-goings", "every-command", "rankings-and-profiles", "lesson-of-hexaract")


@pytest.fixture(autouse=True)
def _another_language() -> Iterator[None]:
    with pseudo.spoken_here():
        yield


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=pytest.mark.slow) if max(GAMES[key].seats) > 1 else key for key in GAMES]
)
def test_nothing_of_a_whole_game_is_left_in_english(key: str) -> None:
    with speaking(ENGLISH):
        boards = sorted(map(re.escape, WORDS[key].board_names()), key=len, reverse=True)
    boards_name = re.compile(rf" / (?:{'|'.join(boards)})")
    left = set[str]()
    with speaking(pseudo.CODE):
        for met in screens(key, max(GAMES[key].seats[:2])):
            for text in texts(met.screen):
                left |= unsaid(boards_name.sub("", text) if boards else text, *PEOPLE)
    assert not left, sorted(left)[:60]


@pytest.mark.parametrize("key", GAMES)
def test_the_headline_of_a_result_is_said_for_whoever_reads_it(key: str) -> None:
    game = GAMES[key]
    seats = max(game.seats[:2])
    options = game.alone if seats == 1 else game.options()
    with speaking(ENGLISH):  # as it is loaded for a table
        *_, last = playthrough(Setup(game, seats, options), "headline", lasting)
        seen = Game(key, NAMES[:seats], state=last.step.state, options=options, phase="over").seen(None)
        assert seen.outcome
        assert unsaid(headline(seen))
    with speaking(pseudo.CODE):
        assert not unsaid(headline(seen))


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in EVENINGS]
)
def test_nothing_of_an_evening_is_left_in_english(name: str) -> None:
    """Each string that reaches Discord or a picture, while it is everybody's language."""
    with listening() as heard:
        record(name, locale=pseudo.CODE)
    assert heard.every
    assert not _unsaid(heard.every)


@pytest.mark.parametrize(
    "name",
    [
        name if name in QUICK_IN_TWO else pytest.param(name, marks=pytest.mark.slow)
        for name in EVENINGS
        if name not in ALONE_IN_A_CHANNEL
    ],
)
def test_all_read_their_servers_language_and_each_their_own(name: str) -> None:
    """The server's is the one that doesn't exist, everybody's own is English."""
    with listening() as heard:
        record(name, locale=pseudo.CODE, reads="en-US")
    assert not _unsaid(heard.by_all)
    assert not {text for text in heard.by_one if {*BOARDS_NAME.sub("", text)} & {*pseudo.ACCENTED}}


def _unsaid(heard: set[str]) -> dict[str, set[str]]:
    return {text: words for text in heard if (words := unsaid(text, *PEOPLE, *OTHERS, *SAMPLES))}
