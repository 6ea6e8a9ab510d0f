"""The register: how each game is tried. A new game adds a line."""

from collections.abc import Mapping

from engine import AnyGame, require_every_game

from . import advent_of_the_wyrms, advyria, forest_of_wyr, hexaract, wyverns_knot
from .trial import Trial

TRIALS: Mapping[str, Trial] = {
    "wyverns-knot": wyverns_knot.TRIAL,
    "advyria": advyria.TRIAL,
    "advent-of-the-wyrms": advent_of_the_wyrms.TRIAL,
    "hexaract": hexaract.TRIAL,
    "forest-of-wyr": forest_of_wyr.TRIAL,
}

require_every_game("trials", TRIALS)


def trial(game: AnyGame) -> Trial:
    """A game that isn't registered, made up for a test, needs none."""
    return TRIALS.get(game.key, Trial())
