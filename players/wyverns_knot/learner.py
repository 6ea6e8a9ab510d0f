"""A learner of Wyvern's Knot, who knows the conventions and whose mind wanders.

It is company for people who win with experts, but would mostly lose if they had to save two eggs more.
"""

from collections.abc import Sequence

from engine import Chance
from engine.wyverns_knot.events import Event
from engine.wyverns_knot.moves import Move, Research, Scout
from engine.wyverns_knot.state import View

from .rule import rule

WANDERS = 3  # one action in so many is a look at whatever comes to mind


def learner(view: View, moves: Sequence[Move], history: Sequence[Event], chance: Chance) -> Move:
    if view.table.step == "action" and int(chance.dice("mind", 1, WANDERS)[0]) == 1:
        looks = [move for move in moves if isinstance(move, Scout | Research)]
        return chance.shuffled("looks", looks or moves)[0]
    return rule(view, moves, history)
