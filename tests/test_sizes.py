"""Files, classes and functions stay short: who reads one has it on a screen or two.

Migrations are never touched again, and the schema is a list: they may be long.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("engine", "players", "render", "tables", "cogs", "play", "host", "benchmarks", "bot.py")
LINES, CLASS, FUNCTION = 500, 250, 40
LISTS = ("tables/store/schema.py", "tables/store/migrations/versions/")


def too_long(text: str) -> Iterator[str]:
    if len(text.splitlines()) > LINES:
        yield "the file"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            most = CLASS if isinstance(node, ast.ClassDef) else FUNCTION
            if (node.end_lineno or 0) - node.lineno >= most:
                yield node.name


@pytest.mark.parametrize("room", ROOMS)
def test_nothing_is_too_long(room: str) -> None:
    files = [ROOT / room] if room.endswith(".py") else [*(ROOT / room).rglob("*.py")]
    files = [file for file in files if not file.relative_to(ROOT).as_posix().startswith(LISTS)]
    assert files
    assert {file.name: found for file in files if (found := [*too_long(file.read_text())])} == {}
