"""The register: how each game is tried. A new game adds a line."""

from collections.abc import Mapping

import engine
from engine import AnyGame

from . import advent_of_the_wyrms, advyria, forest_of_wyr, hexaract, wyverns_knot
from .trial import Trial

TRIALS: Mapping[str, Trial] = {
    engine.wyverns_knot.GAME.key: wyverns_knot.TRIAL,
    engine.advyria.GAME.key: advyria.TRIAL,
    engine.advent_of_the_wyrms.GAME.key: advent_of_the_wyrms.TRIAL,
    engine.hexaract.GAME.key: hexaract.TRIAL,
    engine.forest_of_wyr.GAME.key: forest_of_wyr.TRIAL,
}

engine.require_every_game("trials", TRIALS)


def trial(game: AnyGame) -> Trial:
    """A game that isn't registered, made up for a test, needs none."""
    return TRIALS.get(game.key, Trial())
