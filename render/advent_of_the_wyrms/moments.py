"""The moments: an incantation closes."""

from collections.abc import Sequence

from engine.advent_of_the_wyrms.events import Event, Finished
from engine.advent_of_the_wyrms.incantations import GOAL, common_suits
from engine.advent_of_the_wyrms.state import View
from engine.records import replace
from languages import say

from ..colours import GOLD
from ..marks import Box
from ..moments import Effect, Moment, burst, closes, flies, nothing, of_events
from ..theme import MARGIN
from .board import places
from .layout import COLUMN, left_of
from .piles import GOALS, seal_sprite


def moment(view: View, events: Sequence[Event]) -> Moment | None:
    """An incantation closes: light runs around it, and its seal takes its place among those that win."""
    boxes, sets = places(view, [""]), list(view.table.incantations)
    moments = list[tuple[str, Sequence[Effect]]]()
    for event in events:
        if isinstance(event, Finished):
            cards = sets[event.incantation]
            suit = common_suits(cards)[0]
            sets[event.incantation] = cards[:-1]
            place = boxes[f"incantation {event.incantation + 1}"]
            goal = Box(left_of(event.count - 1), MARGIN, left_of(event.count - 1) + COLUMN, MARGIN + GOALS)
            seal = Effect(flies, place, (goal, seal_sprite, (True, suit), (0.35, 0.8)))
            light, glow = Effect(closes, place, held=0.2), Effect(burst, goal, (GOLD, 0.7))
            words = say(
                "Incantation {number} closes: {done} of {all}.",
                number=event.incantation + 1,
                done=event.count,
                all=GOAL,
            )
            moments.append((words, (light, Effect(nothing, goal, held=0.8), seal, glow)))
    before = replace(view.table, incantations=tuple(sets), recent=())
    return of_events(moments, replace(view, table=before))
