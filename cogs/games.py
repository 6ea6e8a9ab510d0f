"""The register: what each game says on Discord, and its slash commands. A new game adds a line to each."""

from collections.abc import Mapping

from . import wyverns_knot
from .words import Words

WORDS: Mapping[str, Words] = {"wyverns-knot": wyverns_knot.WORDS}
COGS = (wyverns_knot.KnotCog,)
