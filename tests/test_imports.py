"""Imports go one way, from bot.py down to engine/: see docs/architecture.md."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = {"cogs", "tables", "render", "players", "engine"}
BELOW = {
    "engine": set[str](),
    "players": {"engine"},
    "render": {"engine"},
    "tables": {"players", "engine"},
    "cogs": {"tables", "render", "players", "engine"},
}


def imported(path: Path) -> set[str]:
    """The packages of ours, or bot.py, that this file imports by their whole names."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
    return {name.split(".")[0] for name in names} & {*ROOMS, "bot", "health", "logs", "play", "tests", "benchmarks"}


@pytest.mark.parametrize("room", BELOW)
def test_a_room_imports_only_what_is_below_it(room: str) -> None:
    for path in (ROOT / room).rglob("*.py"):
        assert imported(path) <= {room, *BELOW[room]}, path.relative_to(ROOT)


@pytest.mark.parametrize(("room", "above"), [("games", ("display", "commands")), ("display", ("commands",))])
def test_rooms_of_cogs_import_none_above_them(room: str, above: tuple[str, ...]) -> None:
    for path in (ROOT / "cogs" / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.level == 2:
                names = {(node.module or "").split(".")[0], *(alias.name for alias in node.names if not node.module)}
                assert not names & {*above, "services"}, path.relative_to(ROOT)
