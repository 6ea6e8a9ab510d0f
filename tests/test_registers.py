"""Every layer has something of every game, or says at import what is missing."""

import subprocess
import sys

import pytest

from engine import GAMES, require_every_game

IN_THE_ENGINE_ONLY = "import engine; from tests.toys import cups; engine.GAMES['cups'] = cups.GAME; "


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (IN_THE_ENGINE_ONLY + "import render", "The register of pictures lacks cups: add a line for it."),
        (
            "import render; " + IN_THE_ENGINE_ONLY + "import cogs.games",
            "The register of words lacks cups: add a line for it.",
        ),
        (IN_THE_ENGINE_ONLY + "import tests.games", "The register of trials lacks cups: add a line for it."),
    ],
    ids=["pictures", "words", "trial"],
)
def test_a_game_that_a_layer_lacks_is_named_at_import(code: str, sentence: str) -> None:
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.stderr.strip().endswith(f"LookupError: {sentence}")


def test_what_no_game_is_registered_for_is_named() -> None:
    with pytest.raises(LookupError, match=r"^The register of words has cups, but engine.GAMES has no such game\.$"):
        require_every_game("words", [*GAMES, "cups"])
