"""Imports go one way, from bot.py down to engine/, and nowhere in a circle: see docs/architecture.md."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BELOW = {
    "languages": set[str](),
    "engine": {"languages"},
    "players": {"engine", "host", "languages"},
    "render": {"engine", "host", "languages"},
    "tables": {"players", "engine", "host", "languages"},
    "cogs": {"tables", "render", "players", "engine", "host", "languages"},
}
OURS = {*BELOW, "bot", "host", "play", "tests", "benchmarks"}
# Each room of cogs/ may use those before it, and all of them what every message is made of
ROOMS_OF_COGS = ("games", "lessons", "screens", "discord", "delivery", "background", "commands")
MADE_OF = {"cogs.screens.screen", "cogs.screens.press"}


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {_name(path): path for room in (*BELOW, "host") for path in (ROOT / room).rglob("*.py")}


def imported(name: str) -> set[str]:
    """The modules that this one imports, also for a type checker alone, by their whole names: ours, and others."""
    path, found = MODULES[name], set[str]()
    package = name.split(".") if path.stem == "__init__" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            whole = {f"{module}.{alias.name}" for alias in node.names}
            found |= {one if one in MODULES else module for one in whole}
    return found - {name}


@pytest.mark.parametrize("room", BELOW)
def test_a_room_imports_only_what_is_below_it(room: str) -> None:
    for name in (name for name in MODULES if name.split(".")[0] == room):
        assert {other.split(".")[0] for other in imported(name)} & OURS <= {room, *BELOW[room]}, name


@pytest.mark.parametrize("room", ROOMS_OF_COGS)
def test_a_room_of_cogs_imports_none_that_comes_after_it(room: str) -> None:
    after = ROOMS_OF_COGS[ROOMS_OF_COGS.index(room) + 1 :]
    for name in (name for name in MODULES if name.startswith(f"cogs.{room}.")):
        above = tuple(f"cogs.{later}." for later in after)
        assert not {other for other in imported(name) - MADE_OF if other.startswith(above)}, name


def test_nothing_is_imported_in_a_circle() -> None:
    TopologicalSorter({name: imported(name) & MODULES.keys() for name in MODULES}).prepare()  # CycleError names it
