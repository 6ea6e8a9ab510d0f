"""The moment of Advyria: an adventure is completed."""

from collections.abc import Sequence

from engine.advyria.cards import ADVENTURES
from engine.advyria.events import Completed, Event
from engine.advyria.land import SPACES
from engine.advyria.state import View
from engine.records import replace
from languages import say

from ..colours import GOLD
from ..marks import Box
from ..moments import Effect, Moment, burst, flies, of_events
from . import signs
from .board import places, strip
from .scene import TILE


def moment(view: View, events: Sequence[Event]) -> Moment | None:
    """An adventure is completed: its tile rises from the land and goes to the player's strip."""
    boxes, quests = places(view, [""] * len(view.table.players)), list(view.table.quests)
    moments = list[tuple[str, Sequence[Effect]]]()
    for event in events:
        if isinstance(event, Completed):
            quests[event.space] = replace(quests[event.space], face="up", tile=event.adventure)
            player, adventure = f"{{{event.seat}}}", say(ADVENTURES[event.adventure].name)
            words = say("{player} completes {adventure}.", player=player, adventure=adventure)
            moments.append((words, _completing(view, event, boxes[SPACES[event.space].code])))
    return of_events(moments, replace(view, table=replace(view.table, quests=tuple(quests), recent=())))


def _completing(view: View, event: Completed, space: Box) -> list[Effect]:
    glow, theirs = Effect(burst, space, (GOLD, 0.2), held=0.25), strip(view, event.seat)
    if theirs is None:
        return [glow]
    tile = Effect(flies, space, (theirs, signs.token, (event.adventure, TILE + 20), (0.25, 0.8)))
    return [glow, tile, Effect(burst, theirs, (GOLD, 0.75))]
