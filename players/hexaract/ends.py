"""How a round may end, and how likely the dice are: a second copy of Hexaract's rules of a round, for speed.

A choice looks at thousands of ends, and the engine would make a state for each move on the way to each of them. The
copy holds which pairs the dice leave, what a pair does, aces, own chips, damage and exhausted events;
tests/players/test_hexaract.py compares its ends with the engine's, round by round, and its odds with all rolls.

Sets of suits and of cards are bits of an integer, bit n for suit or card n.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

from engine.decktet import BASIC, CARDS, CROWN, RANKS, Suit
from engine.hexaract.dice_and_chips import fitting, missing_suits, to_lose
from engine.hexaract.state import ACES, DICE, FATAL, KINDS, State, Table

Set = int
PERSON, LOCATION, EVENT = ([kind == which for kind in KINDS] for which in ("person", "location", "event"))
SUITS_OF = tuple([CARDS[card].suits for card in BASIC])
ALL_OF = tuple([sum(1 << suit for suit in suits) for suits in SUITS_OF])
MEMBERS = tuple([tuple([suit for suit in ACES if suits >> suit & 1]) for suits in range(1 << 6)])


class Place(NamedTuple):
    """A card of the path."""

    card: int
    missing: Set = 0  # suits that a location still needs
    exhausted: bool = False


class Position(NamedTuple):
    """A position without the deck and the dice."""

    path: tuple[Place, ...]
    supply: tuple[int, ...]
    aces: Set
    damage: int


Slots = tuple[int, ...]  # which places of the path have a pair; one that has two stands there twice


def position_of(table: Table | State) -> Position:
    path = tuple([Place(at.card, sum(1 << suit for suit in missing_suits(at)), at.exhausted) for at in table.path])
    return Position(path, table.supply, sum(1 << ace for ace in table.aces), table.damage)


def turned_up(card: int) -> Place:
    return Place(card, ALL_OF[card] if LOCATION[card] else 0)


# -- The dice

ROLLS = list(combinations_with_replacement(range(1, 7), DICE))
OFTEN = [factorial(DICE) // prod(factorial(count) for count in Counter(dice).values()) for dice in ROLLS]
EVER = 6**DICE


@lru_cache(2048)
def slots_by_roll(ranks: tuple[int, ...], doubles: tuple[bool, ...]) -> tuple[tuple[float, tuple[Slots, ...]], ...]:
    """How likely each set of open choices is. A choice uses as many pairs as the dice allow.

    `doubles`: which places can use two pairs.
    """
    counts = Counter[tuple[Slots, ...]]()
    for dice, often in zip(ROLLS, OFTEN, strict=True):
        counts[_open(dice, ranks, doubles)] += often
    return tuple([(often / EVER, choices) for choices, often in counts.items()])


def _open(dice: tuple[int, ...], ranks: Sequence[int], doubles: Sequence[bool]) -> tuple[Slots, ...]:
    places = range(len(ranks))
    twos = [(at, at) for at in places if doubles[at]] + [*combinations(places, 2)]
    two = [slots for slots in twos if _fit_two(dice, ranks[slots[0]], ranks[slots[1]])]
    used = {at for slots in two for at in slots}
    single = [(at,) for at in places if at not in used and fitting(dice, ranks[at])]
    return (*two, *single) or ((),)


@lru_cache(None)  # 252 rolls, 45 pairs of ranks
def _fit_two(dice: tuple[int, ...], rank: int, other: int) -> bool:
    if rank > other:
        return _fit_two(dice, other, rank)
    for low, high in fitting(dice, rank):
        free = list(dice)
        free.remove(low)
        free.remove(high)
        if fitting(tuple(free), other):
            return True
    return False


@lru_cache(2048)
def expected_left(needs: tuple[tuple[int, int], ...]) -> float:
    """How many of these cards stay on the path after the next roll, with best play and on average over all rolls.

    `needs`: each card's rank, and how many pairs it needs.
    """
    ranks, pairs = [rank for rank, _ in needs], [pairs for _, pairs in needs]
    cleared = 0.0
    for often, choices in slots_by_roll(tuple(ranks), tuple([count == 2 for count in pairs])):
        cleared += often * max(sum(slots.count(at) == pairs[at] for at in {*slots}) for slots in choices)
    return len(needs) - cleared


# -- The ends of a round


def ends(start: Position, slots: Slots) -> Iterator[Position]:
    """The ends of a round in which these places have pairs: after damage and events, before cards are turned up.

    An ace is always taken. Own chips are spent if they complete a location, or if an event may take them anyway.
    """
    todo: list[tuple[Position, Slots]] = [(start, slots)]
    while todo:
        now, pairs = todo.pop()
        if not pairs:
            yield from _with_own_chips(now, 0)
            continue
        at, rest = pairs[0], pairs[1:]
        card, missing, exhausted = now.path[at]
        if LOCATION[card]:
            for suit in MEMBERS[missing]:
                placed = Place(card, missing & ~(1 << suit), exhausted)
                if placed.missing:
                    path = (*now.path[:at], placed, *now.path[at + 1 :])
                    todo.append((now._replace(path=path), rest))
                else:
                    todo += [(gone, _shifted(rest, at)) for gone in _resolved(now, at)]
        elif EVENT[card]:
            todo += [(gone, _shifted(rest, at)) for gone in _resolved(now, at)]
        else:
            for suit in SUITS_OF[card]:
                won = now._replace(supply=with_chip(now.supply, suit, 1))
                todo += [(gone, _shifted(rest, at)) for gone in _resolved(won, at)]


def _shifted(slots: Slots, gone: int) -> Slots:
    return tuple([at - (at > gone) for at in slots if at != gone])


def _resolved(now: Position, at: int) -> list[Position]:
    """The position without this card, and with one more ace if it is a Crown."""
    path = now.path[:at] + now.path[at + 1 :]
    if RANKS[now.path[at].card] < CROWN or not now.aces:
        return [now._replace(path=path)]
    return [
        Position(path, with_chip(now.supply, suit, 1), now.aces & ~(1 << suit), now.damage)
        for suit in MEMBERS[now.aces]
    ]


def _with_own_chips(now: Position, first: int) -> Iterator[Position]:
    yield from after(now)
    supply = now.supply
    threatened = any(EVENT[place.card] and place.exhausted for place in now.path)
    for at, (card, missing, exhausted) in enumerate(now.path):
        if not missing:
            continue
        held = [suit for suit in MEMBERS[missing] if supply[suit]]
        if len(held) == len(MEMBERS[missing]) and at >= first:
            left = supply
            for suit in held:
                left = with_chip(left, suit, -1)
            takes_ace = RANKS[card] == CROWN and now.aces
            for gone in _resolved(now._replace(supply=left), at):
                yield from _with_own_chips(gone, 0 if takes_ace else at)
        if threatened and len(MEMBERS[missing]) == 2:
            for suit in held:
                placed = Place(card, missing & ~(1 << suit), exhausted)
                path = (*now.path[:at], placed, *now.path[at + 1 :])
                yield from after(now._replace(path=path, supply=with_chip(supply, suit, -1)))


def with_chip(supply: tuple[int, ...], suit: Suit, change: int) -> tuple[int, ...]:
    return (*supply[:suit], supply[suit] + change, *supply[suit + 1 :])


def after(now: Position) -> list[Position]:
    """What follows the actions: damage, then the exhausted events, with each choice of chips that they leave."""
    damage = now.damage
    for card, _, exhausted in now.path:
        damage += PERSON[card] or (exhausted and LOCATION[card])
    hurt = now._replace(damage=damage)
    return [hurt] if damage >= FATAL else after_damage(hurt)


def after_damage(now: Position) -> list[Position]:
    supplies = [now.supply]
    for card, _, exhausted in now.path:
        if exhausted and EVENT[card]:
            supplies = [left for supply in supplies for left in _lost_to(card, supply)]
    path = tuple(
        [
            Place(card, missing, not PERSON[card])
            for card, missing, exhausted in now.path
            if not (exhausted and EVENT[card])
        ]
    )
    return [now._replace(path=path, supply=supply) for supply in supplies]


def _lost_to(event: int, supply: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [with_chip(supply, suit, -1) for suit in to_lose(event, supply)] or [supply]
