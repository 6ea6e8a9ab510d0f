"""`make game` writes a game that runs, and `make game-test` holds it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .toys.new_game import WHERE, WrongKeyError, begin

ROOT = Path(__file__).parent.parent
NO_SOURCES = shutil.ignore_patterns(".*", "*.egg-info", "__pycache__", "*.sqlite3", "backups")


def run(folder: Path, *module: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *module], cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("key", ["hexaract", "Liars Dice", "../up", "", "dice2", "-dice"])
def test_a_key_that_is_taken_or_is_none_is_refused_in_a_sentence(key: str, tmp_path: Path) -> None:
    with pytest.raises(WrongKeyError, match=r"\.$|: liars-dice"):
        begin(key, "Dice", ROOT if key == "hexaract" else tmp_path)
    assert not [*tmp_path.iterdir()]


def test_a_key_without_a_game_is_answered_in_a_sentence() -> None:
    asked = run(ROOT, "tests.of_a_game", "chess")
    assert asked.returncode == 2
    assert "make game KEY=chess begins it." in asked.stdout


@pytest.mark.parametrize(("key", "command"), [("liars-dice", "wyrm-liars-dice"), ("wyrm-toll", "wyrm-toll")])
def test_the_command_of_a_new_game_begins_with_wyrm_once(key: str, command: str, tmp_path: Path) -> None:
    for folder in ("tests/toys", "tests/games", "tests/engine", "engine", "render", "cogs/games", "docs/rules"):
        (tmp_path / folder).mkdir(parents=True)
    for file in (*(f"tests/toys/{toy}" for toy in WHERE), "engine/register.py"):
        shutil.copy(ROOT / file, tmp_path / file)
    words = begin(key, "Toll", tmp_path)[[*WHERE].index("cups_words.py")]
    assert f'command="{command}",' in words.read_text()


@pytest.mark.slow
def test_a_game_is_begun_and_passes_all_that_holds_a_game(tmp_path: Path) -> None:
    """Then a fault is put into its engine: the first part that fails says what to do."""
    hall = tmp_path / "hall"
    shutil.copytree(ROOT, hall, ignore=NO_SOURCES)
    begun = run(hall, "tests.toys.new_game", "liars-dice", 'Liar\'s "dice"')
    assert begun.returncode == 0, begun.stderr
    assert begun.stdout.count("liars") >= len(WHERE)
    assert run(hall, "tests.engine.golden", "liars-dice").returncode == 0
    held = run(hall, "tests.of_a_game", "liars-dice")
    assert held.returncode == 0, held.stdout[-5000:]
    rules = hall / "engine" / "liars_dice.py"
    rules.write_text(rules.read_text().replace("cups = with_item(state.cups, seat, dice)", "cups = state.cups"))
    broken = run(hall, "tests.of_a_game", "liars-dice")
    assert broken.returncode == 1
    assert "The engine: engine/liars_dice.py breaks the law that is named" in broken.stdout
    assert "== the pictures" not in broken.stdout
