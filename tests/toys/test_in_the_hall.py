"""General tests take a new game unasked, whatever its kind: this one hides nothing, has no options and no rulings."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = (
    "tests/engine/test_laws.py::test_law_3_new_refuses_options_that_the_game_does_not_offer[cups]",
    "tests/render/test_laws.py::test_every_number_of_seats_can_be_drawn_for_everybody[cups-1]",
    "tests/cogs/test_hostile_input.py::test_nothing_strange_breaks_or_changes_anything[cups]",
    "tests/cogs/test_leaks.py::test_what_is_sent_depends_on_nothing_hidden[cups-1-9]",
    "tests/cogs/test_solitaires_on_discord.py::test_a_whole_game_by_commands[channel-cups]",
    "tests/cogs/test_solitaires_on_discord.py::test_commands_without_a_game[cups]",
    "tests/cogs/test_solitaires_on_discord.py::test_its_rules_can_be_leafed_through[cups]",
)
ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_general_tests_take_a_new_game_unasked() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.toys.in_the_hall", "-p", "no:cacheprovider", *TESTS]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
    assert re.search(rf"^{len(TESTS)} passed", run.stdout, re.MULTILINE)
