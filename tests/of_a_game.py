"""All that holds one game, the engine first. It stops at the first part that fails, and says what to do.

python -m tests.of_a_game liars-dice
"""

import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from engine.register import KEYS


class Part(NamedTuple):
    name: str
    tests: tuple[str, ...]  # those for the key
    whole: tuple[str, ...]  # those that look at all games together
    then: str  # what to do when it fails


PARTS = (
    Part(
        "the list of games",
        (),
        ("tests/test_registers.py", "tests/test_imports.py"),
        "Each file of a game has the name of its key, and exports what the sentence names.",
    ),
    Part(
        "the engine",
        ("tests/engine/test_laws.py", "tests/engine/test_secrets.py"),
        ("tests/engine/test_{file}.py", "tests/test_rules_documented.py"),
        "engine/{file}.py breaks the law that is named: its docstring and engine/game.py say what is promised. "
        "A clause of docs/rules/{key}.md needs a marked test in tests/engine/test_{file}.py.",
    ),
    Part(
        "the recorded playthroughs",
        ("tests/engine/test_golden.py",),
        (),
        "Another course of the game: if you meant it, run `python -m tests.engine.golden {key}` and read the diff. "
        "If people play it already, raise `version`.",
    ),
    Part(
        "the pictures",
        ("tests/render/test_laws.py", "tests/render/test_secrets.py", "tests/render/test_told_in_words.py"),
        (),
        "Look at render/{file}.py: a picture is drawn from the view alone, and `describe` tells all that it shows.",
    ),
    Part(
        "the computer player",
        ("tests/players/test_laws.py",),
        (),
        "Without players/{file}.py it is players/default.py, which imagines and plays on: look at `imagine` first.",
    ),
    Part(
        "the words",
        ("tests/cogs/test_lessons.py", "tests/screens"),
        ("tests/test_words.py",),
        "Look at WORDS in cogs/games/{file}.py: each kind of move has a label, each value a name, "
        "within Discord's limits.",
    ),
    Part(
        "Discord",
        ("tests/cogs",),
        (),
        "What is sent or taken there goes wrong: look at WORDS in cogs/games/{file}.py, "
        "and for something hidden in an event or a view.",
    ),
)


PYTEST = (sys.executable, "-m", "pytest", "-q", "-x", "-m", "not slow")


def main(key: str) -> int:
    if key not in KEYS:
        print(f"There is no game {key}. make game KEY={key} begins it. These are there: {', '.join(KEYS)}.")
        return 2
    began, names = time.monotonic(), {"key": key, "file": key.replace("-", "_")}
    for part in PARTS:
        print(f"\n== {part.name}", flush=True)
        whole = [name.format(**names) for name in part.whole]
        chosen = " or ".join([key, *(Path(name).name for name in whole)])
        if subprocess.run([*PYTEST, "-k", chosen, *part.tests, *whole], check=False).returncode:
            print(f"\n{part.name.capitalize()}: {part.then.format(**names)}")
            return 1
    print(f"\nAll that holds {key} passes, in {time.monotonic() - began:.0f} seconds.")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or [""]))
