"""Pictures of the games. They are drawn from views, so they can't show by mistake what a view doesn't hold.

Every function here is pure and may run in any thread. The same arguments give the same bytes. What games share: `theme`
(colours, type, files), `seats`, `parts` (dice, frames, signs), `lobby`, `ending`, `specimen`, `text`.
"""

from collections.abc import Mapping
from typing import Any

from engine import of_every_game

from .pictures import Pictures

PICTURES: Mapping[str, Pictures[Any]] = of_every_game(__name__, "PICTURES")

__all__ = ["PICTURES", "Pictures"]
