"""Begin a game: copy Cups under another key, so that it runs and every test holds it. Then change it into yours.

python -m tests.toys.new_game liars-dice "Liar's dice"
"""

import argparse
import re
from pathlib import Path

from engine.register import KEYS

TOYS = Path("tests/toys")
WHERE = {  # by the toy's file, where a game has its own; {file} is its key with _ for -
    "cups.py": "engine/{file}.py",
    "cups_pictures.py": "render/{file}.py",
    "cups_words.py": "cogs/games/{file}.py",
    "cups_trial.py": "tests/games/{file}.py",
    "test_cups.py": "tests/engine/test_{file}.py",
    "cups.md": "docs/rules/{key}.md",
}
OF_THE_TOY = (  # what is true of the toy alone
    (", made up for the tests: ", ": "),
    (" docs/adding-a-game.md walks through it.", ""),
    (re.compile(r" In the hall it would be [\w/.]+\.py\."), ""),
    ("Made up for the tests. For", "For"),
)
REGISTER = Path("engine/register.py")


class WrongKeyError(Exception):
    """Its message is a sentence."""


def begin(key: str, title: str, root: Path) -> list[Path]:
    """Write the files of a new game and its line in the list of games. Raises WrongKeyError and then writes nothing."""
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", key) or len(key) > len("forest-of-wyr-alone"):
        raise WrongKeyError("A key is a few small letters, with - between words: liars-dice.")
    file = key.replace("-", "_")
    paths = {toy: root / where.format(file=file, key=key) for toy, where in WHERE.items()}
    if key in KEYS or any(path.exists() or path.with_suffix("").is_dir() for path in paths.values()):
        raise WrongKeyError(f"There is a game with the key {key} already.")
    clause = _clause(key, root)
    for toy, path in paths.items():
        path.write_text(_renamed((root / TOYS / toy).read_text(), key, title, clause))
    register = root / REGISTER
    text = register.read_text()
    last = f'    "{KEYS[-1]}",\n'
    register.write_text(text.replace(last, f'{last}    "{key}",\n', 1))
    return [*paths.values(), register]


def _renamed(text: str, key: str, title: str, clause: str) -> str:
    file = key.replace("-", "_")
    for said, instead in OF_THE_TOY:
        text = said.sub(instead, text) if isinstance(said, re.Pattern) else text.replace(said, instead)
    quoted = title.replace("\\", "\\\\").replace('"', '\\"')
    text = text.replace('title="Cups"', f'title="{quoted}"').replace('key="cups"', f'key="{key}"')
    text = text.replace("Cups is played", f"{quoted} is played").replace("Cups", title).replace("CU-", f"{clause}-")
    text = text.replace('"wyrm-cups"', f'"wyrm-{key.removeprefix("wyrm-")}"')
    text = text.replace("from ..games.trial", "from .trial")
    text = text.replace("from . import cups\n", f"from engine import {file} as cups\n")
    return text.replace("from .cups import", f"from engine.{file} import")


def _clause(key: str, root: Path) -> str:
    """Two letters for the ids of its clauses that no other game has."""
    pages = [*(root / "docs" / "rules").glob("*.md"), *(root / TOYS).glob("*.md")]
    taken = {found for page in pages for found in re.findall(r"^### ([A-Z]+)-\d", page.read_text(), re.MULTILINE)}
    letters = "".join(word[0] for word in key.split("-")) + key.replace("-", "") + "abcdefghijklmnopqrstuvwxyz"
    pairs = (f"{first}{second}".upper() for first in letters for second in letters[1:])
    return next(pair for pair in pairs if pair not in taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("key", help="small letters and -")
    parser.add_argument("title", nargs="?", help="as players read it; without one it is made from the key")
    given = parser.parse_args()
    try:
        written = begin(given.key, given.title or given.key.replace("-", " ").capitalize(), Path.cwd())
    except WrongKeyError as error:
        parser.error(str(error))
    print("Written:", *written, sep="\n  ")
    print(f"It is a game already: make game-test KEY={given.key}. What comes next: docs/adding-a-game.md.")


if __name__ == "__main__":
    main()
