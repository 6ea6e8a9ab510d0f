"""A player of The guilds of Advyria whose mind wanders: now and then it makes a random move.

As in Wyvern's Knot, this makes company that can be beaten. Without it, a decent player wins half of the games against
one sensible opponent, and fewer against three.
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
