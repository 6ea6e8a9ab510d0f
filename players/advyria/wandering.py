"""A player of The guilds of Advyria whose mind wanders: now and then it makes whatever move comes first.

As in Wyvern's Knot, this makes company that can be beaten. A sensible player of three others is already more than
most people win against.
"""

from collections.abc import Sequence

from engine import Chance
from engine.advyria.events import Event
from engine.advyria.moves import Move
from engine.advyria.state import View

from ..player import Choose


def wandering(choose: Choose[View, Move, Event], one_in: int) -> Choose[View, Move, Event]:
    """Like `choose`, but one choice in so many is left to chance."""

    def wandered(view: View, moves: Sequence[Move], history: Sequence[Event], chance: Chance) -> Move:
        if int(chance.dice("mind", 1, one_in)[0]) == 1:
            return chance.shuffled("whatever", moves)[0]
        return choose(view, moves, history, chance)

    return wandered
