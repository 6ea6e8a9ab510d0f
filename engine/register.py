"""The games of the hall: the one list of them.

The files of a game have the name of its key, with `_` instead of `-`: `engine/cups.py`, `render/cups.py`, and so on, or
folders of that name. Each package finds its part of every game by that name, and the import fails if one is missing.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

KEYS = (  # in the order in which they are offered
    "wyverns-knot",
    "advyria",
    "advent-of-the-wyrms",
    "hexaract",
    "forest-of-wyr",
)


def of_every_game(room: str, part: str, otherwise: Callable[[str], Any] | None = None) -> dict[str, Any]:
    """By key, the `part` that each game's module in this layer has.

    If a game has none, `otherwise` makes one from the key; without `otherwise` it raises LookupError with a sentence.
    """
    parts = dict[str, Any]()
    for key in KEYS:
        name = f"{room}.{key.replace('-', '_')}"
        module = import_module(name) if find_spec(name) else None
        if hasattr(module, part):
            parts[key] = getattr(module, part)
        elif otherwise and module is None:
            parts[key] = otherwise(key)
        else:
            file = f"{name.replace('.', '/')}.py"
            raise LookupError(f"The game {key} lacks {part} in {file}: see docs/adding-a-game.md.")
    return parts
