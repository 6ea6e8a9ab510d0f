"""What the player may do, worked out from what everyone sees, and the sentences that refuse the rest.

A move can come from anywhere, so the refusals check its numbers for their type too.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from languages import later, say

from ..game import OVER, IllegalMove
from .cards import (
    ALLIANCE,
    ASPECT,
    BALANCE,
    FLIGHT,
    GLASS,
    JACKS,
    ORACLE,
    SHARD_NAMES,
    SUN,
    VALUES,
    WINDS,
    WINGS,
    card_name,
)
from .map import DISTANCES, NEARNESS, ONWARD, SPACES
from .moves import (
    Defend,
    Draw,
    EndRound,
    Fly,
    Free,
    GiveUp,
    Invoke,
    Land,
    LetThemFly,
    Move,
    PutOnTop,
    Redraw,
    Renew,
    SetOut,
    Stop,
    Stride,
    Walk,
)
from .state import MOST_STRIDES, State, Table

STEPS: Mapping[type, tuple[str, ...]] = {  # by kind of move, the steps in which it may be made
    SetOut: ("start",),
    Fly: ("fly",),
    LetThemFly: ("fly",),
    Draw: ("draw",),
    Defend: ("defend",),
    Stop: ("defend",),
    Invoke: ("draw", "defend", "act"),
    Renew: ("renew",),
    Redraw: ("renew",),
    Land: ("land",),
    PutOnTop: ("look",),
    Stride: ("act", "walk"),
    Walk: ("walk",),
    Free: ("act",),
    EndRound: ("act",),
    GiveUp: ("act", "walk"),
}
PROMPTS = {  # by step, for a player who tries something else
    "start": later("Set out first."),
    "fly": later("First say which raven flies, or let chance decide."),
    "draw": later("A raven is about to attack: face it, or use a spellshard first."),
    "defend": later("A raven attacks: play a card, use a spellshard, or stop."),
    "renew": later("First choose the strength cards to redraw."),
    "land": later("First choose where to land."),
    "look": later("First put the spellshards back: which one comes next?"),
    "act": later("Walk, free a raven, use a spellshard, end the round, or give up."),
    "walk": later("First finish your walk: choose where to, or play another card."),
    "over": OVER,
}
_TIMES: Mapping[int, tuple[str, ...]] = {  # by spellshard, the steps in which it may be invoked
    ORACLE: ("draw", "defend", "act"),
    BALANCE: ("defend",),
    ASPECT: ("defend",),
    SUN: ("defend",),
    GLASS: ("defend",),
    WINDS: ("draw", "defend", "act"),
    ALLIANCE: ("draw",),
    WINGS: ("draw", "defend", "act"),
}

# The moves that are often legal, made once.
_DEFEND, _STRIDE, _INVOKE = ([kind(card) for card in range(len(VALUES))] for kind in (Defend, Stride, Invoke))
_FLY = {flight: Fly(*flight) for flights in ONWARD for onward in flights for flight in onward}
_SET_OUT, _LET_THEM_FLY, _STOP, _FREE, _END_ROUND, _GIVE_UP = (
    SetOut(),
    LetThemFly(),
    Stop(),
    Free(),
    EndRound(),
    GiveUp(),
)


def legal_moves(state: State) -> tuple[Move, ...]:
    table = state.table
    match table.step:
        case "start":
            return (_SET_OUT,)
        case "fly":
            return (*[_FLY[choice] for choice in flight_choices(table)], _LET_THEM_FLY)
        case "draw":
            return (*[_INVOKE[card] for card in fitting(table)], Draw())
        case "defend":
            defences = [_DEFEND[card] for card in table.hand if VALUES[card]]
            return (*defences, *[_INVOKE[card] for card in fitting(table)], _STOP)
        case "renew":
            assert table.attack is not None
            chosen = table.attack.renewed
            rest = tuple([Renew(card) for card in table.attack.cards if card not in chosen])
            return (*rest, Redraw()) if chosen else rest
        case "land":
            return tuple([Land(space) for space in _spaces_around(table.wanderer)[1:]])
        case "look":
            return tuple(map(PutOnTop, sorted(state.shard_deck[table.put_back : table.known])))
        case "act":
            strides = [] if table.moved else [_STRIDE[card] for card in table.hand if VALUES[card]]
            free = (_FREE,) if may_free(table) else ()
            return (*strides, *[_INVOKE[card] for card in fitting(table)], *free, _END_ROUND, _GIVE_UP)
        case "walk":
            more = len(table.strides) < MOST_STRIDES
            strides = [_STRIDE[card] for card in table.hand if VALUES[card]] if more else []
            return (*_walks(table.wanderer, reach(table)), *strides, _GIVE_UP)
        case "over":
            return ()


# -- Ravens


def flight_choices(table: Table) -> Sequence[tuple[int, int]]:
    """The flights from which the player may choose, each as (space of the raven, where to)."""
    return next_to_fly(table.wanderer, nearest_first(table.wanderer, yet_to_fly(table)), table.spaces)


def yet_to_fly(table: Table) -> list[int]:
    """The ravens that have not flown in this pass, by their spaces."""
    ravens = list(table.ravens)
    for raven in table.flown:
        ravens.remove(raven)
    return ravens


def nearest_first(wanderer: int, ravens: Iterable[int]) -> list[int]:
    """The ravens that can fly, nearest first, then by space. Those with the wanderer can't."""
    return sorted([raven for raven in ravens if raven != wanderer], key=NEARNESS[wanderer].__getitem__)


def next_to_fly(wanderer: int, waiting: Sequence[int], spaces: int) -> Sequence[tuple[int, int]]:
    """The flights that may come next, each as (space of the raven, where to). `waiting` is sorted, nearest first."""
    if not waiting:
        return ()
    distances, onward = DISTANCES[wanderer], ONWARD[wanderer]
    first = waiting[0]
    if spaces >= len(waiting) or distances[waiting[spaces]] > distances[first]:
        return onward[first]  # all of the nearest ravens will fly anyway, so their order doesn't matter
    tied = dict.fromkeys([raven for raven in waiting if distances[raven] == distances[first]])
    return [flight for origin in tied for flight in onward[origin]]


def no_flight_left(table: Table) -> bool:
    """Whether the flight deck of the last night is empty: unless the winds subside, the next round isn't begun."""
    return table.night == table.options.nights and len(table.flight_discards) == len(FLIGHT)


def may_free(table: Table) -> bool:
    return not table.attacks_over and table.tried_in_vain < table.ravens.count(table.wanderer)


# -- Cards


def counting(hand: Sequence[int]) -> list[int]:
    """The cards that count for defence and movement: all but spellshards."""
    return [card for card in hand if VALUES[card]]


def jack_of(hand: Sequence[int]) -> int | None:
    """The first jack of a hand. It doesn't matter which: they are all alike."""
    return next((card for card in hand if card in JACKS), None)


def fitting(table: Table) -> list[int]:
    """The spellshards in hand that can be invoked at this step."""
    return [card for card in table.hand if not VALUES[card] and _why_not_now(table, card) is None]


def _why_not_now(table: Table, card: int) -> str | None:
    """Why this spellshard can't be invoked now, a sentence in which {card} is its name; None if it can."""
    if table.step not in _TIMES[card]:
        return later("{card} can't be used now.")
    if card == BALANCE and jack_of(table.hand) is None:
        return later("Restoring Balance needs a jack in your hand.")
    if card == WINGS and SPACES[table.wanderer].name is None:
        return later("Wings of the Raven carry you from a clearing only.")
    return None


# -- Movement


def reach(table: Table) -> int:
    """How many steps the cards played so far allow."""
    return sum([VALUES[card] for card in table.strides])


@cache
def _walks(origin: int, most: int) -> tuple[Walk, ...]:
    """The walks of at most `most` steps; the first one is to stay."""
    return tuple([Walk(space) for space in _spaces_around(origin) if DISTANCES[origin][space] <= most])


@cache
def _spaces_around(origin: int) -> tuple[int, ...]:
    """All spaces, nearest to `origin` first."""
    return tuple(sorted(range(len(SPACES)), key=DISTANCES[origin].__getitem__))


# -- Refusals


def require_flight(choices: Sequence[tuple[int, int]], origin: int, to: int) -> None:
    if type(origin) is not int or type(to) is not int or (origin, to) not in choices:
        raise IllegalMove(say("No raven can fly like that now. Choose one of the ways offered."))


def require_card(cards: Sequence[int], card: int, otherwise: str) -> None:
    if type(card) is not int or card not in cards:
        raise IllegalMove(say(otherwise))


def require_space(space: int) -> None:
    if type(space) is not int or not 0 <= space < len(SPACES):
        raise IllegalMove(say("The map has no such space."))


def require_fitting(table: Table, card: int) -> None:
    """Refuses a card that isn't a spellshard in hand, or can't be invoked now."""
    require_card(table.hand, card, later("You don't hold that card."))
    if card not in SHARD_NAMES:
        raise IllegalMove(say("That card isn't a spellshard."))
    if why := _why_not_now(table, card):
        raise IllegalMove(say(why, card=card_name(card)))
