"""Every room has its part of every game, or says at import which file lacks what."""

import subprocess
import sys

import pytest

from engine import GAMES
from engine.register import KEYS

TO_THE_LIST = "from engine import register; register.KEYS = (*register.KEYS, 'cups'); "
WITHOUT_COMMANDS = "import cogs.games; del cogs.games.hexaract.TURNS; import importlib; importlib.reload(cogs.games)"


@pytest.mark.parametrize(
    ("code", "part", "file"),
    [
        ("import engine; " + TO_THE_LIST + "import render", "PICTURES", "render/cups.py"),
        ("import players, render; " + TO_THE_LIST + "import cogs.games", "WORDS", "cogs/games/cups.py"),
        (WITHOUT_COMMANDS, "TURNS", "cogs/games/hexaract.py"),
    ],
    ids=["pictures", "words", "commands"],
)
def test_a_part_that_a_game_lacks_is_named_at_import(code: str, part: str, file: str) -> None:
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    key = file.split("/")[-1].removesuffix(".py")
    assert run.stderr.strip().endswith(
        f"LookupError: The game {key} lacks {part} in {file}: see docs/adding-a-game.md."
    )


def test_a_game_has_the_key_under_which_it_is_found() -> None:
    assert [game.key for game in GAMES.values()] == [*GAMES] == [*KEYS]
