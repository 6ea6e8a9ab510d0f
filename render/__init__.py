"""Pictures of the games. They are drawn from views, so what a view doesn't hold can't be shown by mistake.

Every function here is pure and may run in any thread. The same arguments give the same bytes.
What games share: `theme` (colours, type, files), `seats`, `parts` (dice, frames, signs), `lobby`, `ending`, `specimen`,
`text`.
"""

from collections.abc import Mapping
from typing import Any

import engine

from . import advent_of_the_wyrms, advyria, forest_of_wyr, hexaract, wyverns_knot
from .pictures import Pictures

PICTURES: Mapping[str, Pictures[Any]] = {
    engine.wyverns_knot.GAME.key: wyverns_knot.PICTURES,
    engine.advyria.GAME.key: advyria.PICTURES,
    engine.advent_of_the_wyrms.GAME.key: advent_of_the_wyrms.PICTURES,
    engine.hexaract.GAME.key: hexaract.PICTURES,
    engine.forest_of_wyr.GAME.key: forest_of_wyr.PICTURES,
}

engine.require_every_game("pictures", PICTURES)

__all__ = ["PICTURES", "Pictures"]
