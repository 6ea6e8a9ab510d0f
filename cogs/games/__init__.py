"""The register: what each game says on Discord, and its slash commands. A new game adds a line to each."""

from collections.abc import Mapping

from engine import require_every_game

from . import advent_of_the_wyrms, advyria, forest_of_wyr, hexaract, wyverns_knot
from .words import AnyWords

WORDS: Mapping[str, AnyWords] = {
    "wyverns-knot": wyverns_knot.WORDS,
    "advyria": advyria.WORDS,
    "advent-of-the-wyrms": advent_of_the_wyrms.WORDS,
    "hexaract": hexaract.WORDS,
    "forest-of-wyr": forest_of_wyr.WORDS,
}
TURNS = (
    wyverns_knot.TURNS,
    advyria.TURNS,
    advent_of_the_wyrms.TURNS,
    hexaract.TURNS,
    forest_of_wyr.TURNS,
)

require_every_game("words", WORDS)
require_every_game("commands", [turns.key for turns in TURNS])
