"""The rules of thumb, which play if thinking would take too long.

Before each decision of phase 3 it lists every choice of cards to play, every space in reach, and whether to try a raven
there. Each is weighed by the exact chances of the next flight and the next attacks. docs/forest-of-wyr.md says more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from engine.forest_of_wyr.cards import (
    ALLIANCE,
    ASPECT,
    BALANCE,
    FLIGHT,
    GLASS,
    JACKS,
    STRENGTH,
    SUN,
    VALUES,
    WINDS,
    WINGS,
)
from engine.forest_of_wyr.map import DISTANCES, SPACES
from engine.forest_of_wyr.moves import (
    Defend,
    Draw,
    EndRound,
    Free,
    Invoke,
    Land,
    LetThemFly,
    Move,
    Redraw,
    Renew,
    Stop,
    Stride,
    Walk,
)
from engine.forest_of_wyr.state import MOST_STRIDES, PICK_UP_AT, RAVENS, Table

from .position import choices, flown, is_clearing

# -- Exact chances

HEALTH_WORTH = (-100.0, -22.0, -8.0, 2.0, 8.0, 12.0, 15.0, 17.0, 18.0)
FREED_WORTH = (0.0, 10.0, 20.0, 30.0, 42.0, 56.0, 86.0, 130.0, 220.0)
CARD_WORTH = 0.35  # of a point of defence at the start of phase 3
BOOST_WORTH = 1.0  # of a point of defence from spellshards
SHARDS_FROM = 6  # ravens freed until spellshards are spent on an attack
WINDS_PRICE = 4.0  # what Subsided Winds are worth in hand
WINGS_PRICE = 2.0  # what Wings of the Raven are worth in hand: they come back
WINGS_FROM = 3  # damage from which on the wanderer escapes
LAST = 7  # ravens freed until Binding Alliance is used
FULL = 24  # a whole hand's defence
BOOSTS = {BALANCE: 4, GLASS: 4, ASPECT: 3}  # defence that a spellshard is good for, about

Chances = tuple[tuple[int, float], ...]  # (value, probability)
Hand = tuple[int, int]  # its defence, its cards (-1: as many as its defence suggests)


class Odds(NamedTuple):
    """What is known about the next draws, until something is drawn."""

    freed: int
    wanted: int
    health: int
    boost: int
    wings: bool
    calm: bool
    flights: tuple[int, ...]  # the cards that may be next, by their spaces
    strengths: tuple[Chances, Chances]  # the chances of the next attack's strength; then once one more raven is freed


def careful(table: Table, moves: Sequence[Move]) -> Move:
    match table.step:
        case "act" | "walk":
            return _best_plan(table, moves)
        case "defend":
            return _best_defence(table, moves)
        case "draw":
            return Invoke(ALLIANCE) if Invoke(ALLIANCE) in moves and table.freed >= LAST else Draw()
        case "renew":
            assert table.attack is not None
            high = [move for move in moves if isinstance(move, Renew) and VALUES[move.card] >= 5]
            return high[0] if high else Redraw() if Redraw() in moves else moves[-1]
        case "land":
            odds, hand = _odds(table), _hand(table.hand)
            landings = [move for move in moves if isinstance(move, Land)]
            return max(landings, key=lambda move: _after_round(odds, move.space, table.ravens, hand, table.health))
        case "fly":
            return LetThemFly()
        case _:
            return moves[0]


def _odds(table: Table) -> Odds:
    drawn = table.attack.cards if table.attack else ()
    deck = [VALUES[card] for card in STRENGTH if card not in table.strength_discards and card not in drawn]
    pile = [VALUES[card] for card in (*table.strength_discards, *drawn)]
    flights = [VALUES[card] for card in FLIGHT if card not in table.flight_discards]
    alliance = ALLIANCE in table.hand

    def strength(freed: int) -> Chances:
        cards = 1 + RAVENS - freed if alliance and freed >= LAST else 1 + freed
        return _strength(tuple(sorted(deck)), tuple(sorted(pile)), min(cards, RAVENS))

    return Odds(
        table.freed,
        table.wanted,
        table.health,
        _boost(table),
        WINGS in table.hand,
        table.winds_subsided,
        tuple(sorted(flights)) or tuple(sorted([VALUES[card] for card in FLIGHT])),
        (strength(table.freed), strength(table.freed + 1)),
    )


def _hand(cards: Iterable[int]) -> Hand:
    counting = [VALUES[card] for card in cards if VALUES[card]]
    return sum(counting), len(counting)


def _best_plan(table: Table, moves: Sequence[Move]) -> Move:
    """The first move of the best plan: cards to play, a walk, and whether to try to free a raven."""
    odds, hand, ravens = _odds(table), [card for card in table.hand if VALUES[card]], table.ravens
    options: list[tuple[float, Move]] = []
    if table.step == "act":
        options.append((_after_round(odds, table.wanderer, ravens, _hand(hand), table.health), EndRound()))
        if Free() in moves:
            options.append((_after_try(odds, table.wanderer, ravens, _hand(hand)), Free()))
        if Invoke(WINDS) in moves and table.wanderer not in ravens:
            options.append((_worth(table.health, table.freed, _hand(hand), odds.boost) - WINDS_PRICE, Invoke(WINDS)))
    if not table.moved:
        options += _walks(table, odds, hand)
    return max(options, key=lambda option: option[0])[1]


def _walks(table: Table, odds: Odds, hand: Sequence[int]) -> Iterator[tuple[float, Move]]:
    """The worth of playing each choice of cards and walking to each space, with the next move of that plan."""
    ravens, flights = table.ravens, () if odds.calm else odds.flights
    outlooks = [(_arrivals(space, ravens, flights), odds.wings and is_clearing(space)) for space in range(len(SPACES))]
    kinds = list(dict.fromkeys(outlooks))
    kind_of = [kinds.index(outlook) for outlook in outlooks]
    weakest = odds.strengths[0][0][0]
    for more in choices(hand, MOST_STRIDES - len(table.strides)):
        if not more and table.step == "act":
            continue
        most, left = _sum(table.strides) + _sum(more), _hand([card for card in hand if card not in more])
        worths = [
            _expected(arrivals, left, odds.boost, wings, table.health, odds.freed, odds.wanted, odds.strengths[0])
            for arrivals, wings in kinds
        ]
        for space, steps in enumerate(DISTANCES[table.wanderer]):
            if steps <= most:
                worth = worths[kind_of[space]]
                if space in ravens and left[0] + odds.boost > weakest:
                    worth = max(worth, _after_try(odds, space, ravens, left))
                yield worth, Stride(more[0]) if more else Walk(space)


def _after_try(odds: Odds, space: int, ravens: tuple[int, ...], hand: Hand) -> float:
    """The worth of trying to free a raven here and then ending the round."""
    total, _ = hand
    place = ravens.index(space)
    rest = (*ravens[:place], *ravens[place + 1 :])
    worth = 0.0
    for attack, chance in odds.strengths[0]:
        if total + odds.boost > attack:
            left, used = max(0, total - attack - 1), max(0, attack + 1 - total)
            if odds.freed + 1 < odds.wanted:
                result = _after_round(odds, space, rest, (left, -1), odds.health, more=1, used=used)
            else:
                result = FREED_WORTH[RAVENS] + HEALTH_WORTH[odds.health]
        else:
            result = max(
                _after_round(odds, space, ravens, (0, 0), odds.health - (attack - total)),
                _after_round(odds, space, ravens, hand, odds.health - attack),
            )
            if odds.wings and is_clearing(space):
                result = max(result, _worth(odds.health, odds.freed, hand, odds.boost) - WINGS_PRICE)
        worth += chance * result
    return worth


def _after_round(
    odds: Odds, space: int, ravens: tuple[int, ...], hand: Hand, health: int, *, more: int = 0, used: int = 0
) -> float:
    """The worth of ending the round here, as an average over the next flight cards and the attacks that follow.

    `more` and `used`: ravens just freed, and the spellshards' defence spent on it.
    """
    arrivals = _arrivals(space, ravens, () if odds.calm else odds.flights)
    wings = odds.wings and is_clearing(space)
    freed = odds.freed + more
    return _expected(arrivals, hand, odds.boost - used, wings, health, freed, odds.wanted, odds.strengths[more])


@lru_cache(20_000)
def _arrivals(space: int, ravens: tuple[int, ...], flights: tuple[int, ...]) -> Chances:
    """How many ravens are with the wanderer after the next flight (`flights` empty: it doesn't take place)."""
    return _crowds(tuple(sorted([DISTANCES[space][raven] for raven in ravens])), flights or (0,))


@lru_cache(20_000)
def _crowds(distances: tuple[int, ...], flights: tuple[int, ...]) -> Chances:
    """Only the distances matter: which of the equally near fly first makes no difference to how many arrive."""
    counts: Counter[int] = Counter()
    for spaces in flights:
        counts[flown(distances, spaces).count(0)] += 1
    return tuple((count, times / len(flights)) for count, times in sorted(counts.items()))


@lru_cache(20_000)
def _expected(
    arrivals: Chances, hand: Hand, boost: int, wings: bool, health: int, freed: int, wanted: int, strength: Chances
) -> float:
    return sum(
        [chance * _fight(count, hand, boost, wings, health, freed, wanted, strength) for count, chance in arrivals]
    )


@lru_cache(20_000)
def _fight(
    attackers: int, hand: Hand, boost: int, wings: bool, health: int, freed: int, wanted: int, strength: Chances
) -> float:
    """The worth of so many attacks one after the other, each as strong as the first may be.

    With `wings` the wanderer can escape.
    """
    if health <= 0:
        return HEALTH_WORTH[0]
    if freed >= wanted:
        return FREED_WORTH[RAVENS] + HEALTH_WORTH[health]
    if not attackers:
        return _worth(health, freed, hand, boost)
    total, _ = hand
    worth = 0.0
    for attack, chance in strength:
        if total + boost > attack:
            left, used = (max(0, total - attack - 1), -1), max(0, attack + 1 - total)
            result = _fight(attackers - 1, left, boost - used, wings, health, freed + 1, wanted, strength)
        else:
            result = max(
                _fight(attackers - 1, (0, 0), boost, wings, health - (attack - total), freed, wanted, strength),
                _fight(attackers - 1, hand, boost, wings, health - attack, freed, wanted, strength),
            )
            if wings:
                result = max(result, _worth(health, freed, hand, boost) - WINGS_PRICE)
        worth += chance * result
    return worth


def _worth(health: int, freed: int, hand: Hand, boost: int) -> float:
    """The worth of a position as phase 3 begins. A hand of few cards is picked up then."""
    total, count = hand
    if count == -1:
        count = (total + 2) // 3  # the large cards are kept
    hand_worth = CARD_WORTH * (FULL if count <= PICK_UP_AT else total) + BOOST_WORTH * boost
    return FREED_WORTH[freed] + HEALTH_WORTH[max(0, health)] + hand_worth


@lru_cache(20_000)
def _strength(deck: tuple[int, ...], pile: tuple[int, ...], count: int) -> Chances:
    """The chances of the sum of `count` cards from the deck and, when it is used up, from the discards."""
    sure = sum(deck) if count > len(deck) else 0
    source, draws = (pile, count - len(deck)) if count > len(deck) else (deck, count)
    sums = Counter(map(sum, combinations(source, draws)))
    return tuple((sure + total, times / sums.total()) for total, times in sorted(sums.items()))


def _boost(table: Table) -> int:
    """The defence from spellshards in hand; 0 as long as none should be spent."""
    return sum([BOOSTS[card] for card in _boosts(table)])


def _boosts(table: Table) -> list[int]:
    if table.freed < SHARDS_FROM:
        return []
    jack = any(card in JACKS for card in table.hand)
    return [card for card in BOOSTS if card in table.hand and (jack or card != BALANCE)]


def _best_defence(table: Table, moves: Sequence[Move]) -> Move:
    """Choose all cards to play in this attack, and return the smallest as the next move."""
    assert table.attack is not None
    need = table.attack.strength - table.attack.defence + 1
    groups = [[card for card in table.hand if VALUES[card] == value] for value in (1, 2, 3, 4)]
    missing = need - _sum(table.hand)
    if missing > 0 and (shard := _shard_in_attack(table, moves, missing)) is not None:
        return shard
    odds = _odds(table)
    best: tuple[float, tuple[int, ...]] = -1e9, ()
    for counts in product(*(range(len(group) + 1) for group in groups)):
        cards = tuple([card for group, count in zip(groups, counts, strict=True) for card in group[:count]])
        defence = _sum(cards)
        if cards and defence - VALUES[cards[-1]] >= need:
            continue  # the attack would be over before the last card
        best = max(best, (_after_defence(table, odds, cards, need - defence), cards))
    return Defend(best[1][0]) if best[1] else Stop()


def _after_defence(table: Table, odds: Odds, cards: Sequence[int], missing: int) -> float:
    """The worth of playing these cards. `missing`: by how much the defence is still too small."""
    left = _hand([card for card in table.hand if card not in cards])
    ravens, health, more = table.ravens, table.health, 0
    if missing <= 0:
        place = ravens.index(table.wanderer)
        ravens, more = (*ravens[:place], *ravens[place + 1 :]), 1
    else:
        assert table.attack is not None
        health -= (missing - 1) // 2 if table.attack.halved else missing - 1
    if table.freed + more >= table.wanted:
        return FREED_WORTH[RAVENS] + HEALTH_WORTH[health]
    if table.phase == 3:
        return _after_round(odds, table.wanderer, ravens, left, health, more=more)
    wings = odds.wings and is_clearing(table.wanderer)
    freed = table.freed + more
    return _fight(table.yet_to_attack, left, odds.boost, wings, health, freed, table.wanted, odds.strengths[more])


def _shard_in_attack(table: Table, moves: Sequence[Move], missing: int) -> Move | None:
    """A spellshard to use if the hand isn't enough and `missing` more is needed."""
    assert table.attack is not None
    damage = missing - 1
    boosts = [card for card in _boosts(table) if Invoke(card) in moves]
    if boosts and sum([BOOSTS[card] + 2 for card in boosts]) >= missing:
        return Invoke(boosts[0])
    if damage >= WINGS_FROM:
        return next((Invoke(card) for card in (WINGS, SUN) if Invoke(card) in moves), None)
    return None


def _sum(cards: Iterable[int]) -> int:
    return sum([VALUES[card] for card in cards])
