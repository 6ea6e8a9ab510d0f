"""The moments of the forest: a raven flies free; the player's health is gone."""

from collections.abc import Sequence

from engine.forest_of_wyr.events import Event, Freed, Withstood
from engine.forest_of_wyr.state import View
from engine.records import replace
from languages import say, spoken

from ..colours import SAFE
from ..marks import Box
from ..moments import Effect, Moment, breaks, burst, flies, nothing, of_events
from . import signs
from .board import BESIDE, HEADER, heart_at, places, stand

LANDING = Box(838, 2, 928, HEADER - 2)  # the raven in the header
ROUND = 62  # px around a raven on the map


def moment(view: View, events: Sequence[Event]) -> Moment | None:
    moments, before = list[tuple[str, Sequence[Effect]]](), replace(view.table, recent=())
    for event in events:
        match event:
            case Freed():
                before = replace(before, ravens=(*before.ravens, before.wanderer))
                moments.append((say("A raven flies free."), _freeing(view, before.wanderer)))
            case Withstood(_, 0):
                before = replace(before, health=1)
                (x, y) = heart_at(0)
                heart = Effect(breaks, Box(x - 10, y - 10, x + 70, y + 70), held=0.25)
                moments.append((say("The last of your health is gone."), [heart]))
    return of_events(moments, replace(view, table=before))


def _freeing(view: View, space: int) -> tuple[Effect, ...]:
    """A raven flies from the wanderer's side to the ravens that are free."""
    x, y = stand(space, BESIDE, spoken())
    perch = Box(x - ROUND, y - ROUND, x + ROUND, y + ROUND)
    wing = Effect(flies, perch, (LANDING, signs.raven, (96, SAFE), (0.1, 0.75)))
    counted = places(view, [""])["the ravens freed"]
    return Effect(nothing, perch, held=0.1), Effect(nothing, counted, held=0.75), wing, Effect(burst, LANDING)
