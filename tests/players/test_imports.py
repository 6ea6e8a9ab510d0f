"""What no player holds: ever more memory, the time, or anything of the machine. All luck of a player is its Chance."""

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import players

UNBOUNDED = {"players.hexaract.ends._fit_two"}  # it is asked about 252 rolls and 45 pairs of ranks, and no more
WORKER = "worker.py"  # the process around them
CLOCKS, SYSTEM = {"time", "datetime"}, {"os", "socket", "secrets", "uuid", "subprocess"}
MACHINE = {*CLOCKS, *SYSTEM, "threading", "asyncio", "importlib", "discord"}
OWN_FILES = "importlib.resources"  # what was learned is in files beside the code
OF_ITS_OWN = {"Random"}  # of random: what is seeded; the module's own functions share one state


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(players.__path__, "players."):
        yield importlib.import_module(found.name)


def caches() -> dict[str, Any]:
    """By its name: of functions and methods, wrapped by a decorator or by hand."""
    return {
        f"{wrapped.__module__}.{wrapped.__qualname__}": wrapped
        for module in modules()
        for one in vars(module).values()
        for wrapped in (one, *(vars(one).values() if isinstance(one, type) else ()))
        if hasattr(wrapped, "cache_parameters")
    }


def test_whatever_a_player_remembers_is_bounded() -> None:
    """The process that thinks is kept for weeks."""
    found = {name: cached.cache_parameters()["maxsize"] for name, cached in caches().items()}
    of_players = {name: most for name, most in found.items() if name.startswith("players.")}
    assert len(of_players) > 10
    assert {name for name, most in of_players.items() if most is None} == UNBOUNDED


def reaches_out(node: ast.AST) -> bool:
    """Whether it imports what no player may know, or uses luck that isn't its own."""
    match node:
        case ast.Import(names):
            return any(one.name.split(".")[0] in MACHINE or (one.name == "random" and one.asname) for one in names)
        case ast.ImportFrom("random", names):
            return not {one.name for one in names} <= OF_ITS_OWN
        case ast.ImportFrom(str(module), _, 0):
            return module.split(".")[0] in MACHINE and module != OWN_FILES
        case ast.Attribute(ast.Name("random"), name):
            return name not in OF_ITS_OWN
    return False


def test_a_player_knows_neither_the_time_nor_the_machine() -> None:
    folder = Path(players.__path__[0])
    files = [path for path in folder.rglob("*.py") if path.name != WORKER]
    assert len(files) > 20
    for path in files:
        found = [node for node in ast.walk(ast.parse(path.read_text())) if reaches_out(node)]
        assert not found, (path.relative_to(folder), *map(ast.unparse, found))


@pytest.mark.parametrize(
    ("line", "noticed"),
    [
        ("import time", True),
        ("import os.path", True),
        ("import random as luck", True),
        ("from socket import socket", True),
        ("from importlib import import_module", True),
        ("from importlib.resources import files", False),
        ("from random import Random, shuffle", True),
        ("random.shuffle(cards)", True),
        ("import random", False),
        ("from random import Random", False),
        ("random.Random(seed).shuffle(cards)", False),
        ("from .time import turn", False),
    ],
)
def test_what_reaches_out_is_noticed(line: str, noticed: bool) -> None:
    assert any(reaches_out(node) for node in ast.walk(ast.parse(line))) == noticed
