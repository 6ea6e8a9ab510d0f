"""Phase 3 without its attacks: the discard pile is picked up, and the wanderer moves."""

from languages import later, say

from ..game import IllegalMove
from ..records import replace
from .cards import VALUES
from .choices import counting, reach, require_card, require_space
from .draft import Draft
from .events import PickedUp, Strode, Walked
from .map import DISTANCES
from .state import MOST_STRIDES, PICK_UP_AT


def begin_movement(draft: Draft) -> None:
    table = draft.table = replace(draft.table, phase=3, step="act")
    if len(counting(table.hand)) <= PICK_UP_AT and table.discard:
        draft.events.append(PickedUp(table.discard))
        draft.table = replace(table, hand=tuple(sorted((*table.hand, *table.discard))), discard=())


def stride(draft: Draft, card: int) -> None:
    table = draft.table
    if table.moved:
        raise IllegalMove(say("You can't walk any more this round: you have walked or fought already."))
    if len(table.strides) == MOST_STRIDES:
        raise IllegalMove(say("Three cards are the most you can play to walk."))
    require_card(counting(table.hand), card, later("That card isn't in your hand, or you can't walk with it."))
    draft.events.append(Strode(card, reach(table) + VALUES[card]))
    hand = tuple([other for other in table.hand if other != card])
    strides, discard = (*table.strides, card), (*table.discard, card)
    draft.table = replace(table, step="walk", hand=hand, discard=discard, strides=strides)


def walk(draft: Draft, space: int) -> None:
    table = draft.table
    require_space(space)
    steps = DISTANCES[table.wanderer][space]
    if steps > reach(table):
        raise IllegalMove(say("That's farther than your cards reach."))
    draft.events.append(Walked(space, steps))
    draft.table = replace(table, step="act", wanderer=space, strides=(), moved=True)
