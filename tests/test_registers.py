"""Every room has its part of every game, or says at import which file lacks what."""

import subprocess
import sys

import pytest

from cogs.games import WORDS
from engine import GAMES
from engine.register import KEYS
from players import PLAYERS

TO_THE_LIST = "from engine import register; register.KEYS = (*register.KEYS, 'cups'); "
WITHOUT_WORDS = "import cogs.games; del cogs.games.hexaract.WORDS; import importlib; importlib.reload(cogs.games)"


@pytest.mark.parametrize(
    ("code", "part", "file"),
    [
        ("import engine; " + TO_THE_LIST + "import render", "PICTURES", "render/cups.py"),
        ("import players, render; " + TO_THE_LIST + "import cogs.games", "WORDS", "cogs/games/cups.py"),
        (WITHOUT_WORDS, "WORDS", "cogs/games/hexaract.py"),
    ],
    ids=["pictures", "words", "left out"],
)
def test_a_part_that_a_game_lacks_is_named_at_import(code: str, part: str, file: str) -> None:
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    key = file.split("/")[-1].removesuffix(".py")
    assert run.stderr.strip().endswith(
        f"LookupError: The game {key} lacks {part} in {file}: see docs/adding-a-game.md."
    )


def test_a_game_has_the_key_under_which_it_is_found() -> None:
    assert [game.key for game in GAMES.values()] == [*GAMES] == [*KEYS]


def test_a_deal_of_the_day_can_be_played_alone_and_has_a_letter_in_the_calendar() -> None:
    of_the_day = [key for key, game in GAMES.items() if game.daily]
    assert all(GAMES[key].alone is not None for key in of_the_day)
    letters = [WORDS[key].short[:1] for key in of_the_day]
    assert all(letters)
    assert len({*letters}) == len(letters)


def test_each_weekday_has_a_riddle_of_one_game_that_can_be_played_alone() -> None:
    riddles = {key: player.riddles for key, player in PLAYERS.items() if player.riddles}
    assert sorted(day for care in riddles.values() for day in care.weekdays) == [*range(7)]
    assert all(GAMES[key].alone is not None for key in riddles)
