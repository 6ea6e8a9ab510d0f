"""A position in the forest as the player thinks of it: counts of cards instead of cards.

What follows a move is a second copy of a few rules, for speed, because a choice weighs thousands of futures: how the
ravens fly, when cards are picked up, what a freed raven gives back, how decks are drawn and shuffled.
tests/players/test_forest_of_wyr.py compares them with the engine, move by move.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from typing import NamedTuple

from engine.forest_of_wyr.cards import FLIGHT, SHARDS, STRENGTH, VALUES, WINGS
from engine.forest_of_wyr.map import SPACES
from engine.forest_of_wyr.state import PICK_UP_AT, RAVENS, View

Counts = tuple[int, ...]  # of a hand: cards that are worth 1, 2, 3, 4; of a deck: 2, 3, 4, 5, 6
TWO_EACH = (2, 2, 2, 2, 2)  # a whole deck of strength or flight cards
MOST = 48  # no attack and no hand is worth more
UNLIMITED = 20  # flights that are assumed to be left if the nights have no end


class Position(NamedTuple):
    space: int  # the wanderer's
    ravens: tuple[int, ...]  # their spaces
    health: int
    hand: Counts
    played: Counts
    held: frozenset[int]  # spellshards in hand
    won: frozenset[int]  # those in the discard pile
    unseen: frozenset[int]  # those in the deck
    known: tuple[int, ...]  # the top of the deck, if Oracle of Visions showed it
    held_unseen: float  # in an imagined future, the chance of each unseen spellshard to be in hand
    won_unseen: float  # and in the discard pile
    strength: Counts  # the cards left in the strength deck
    flights: Counts  # and in the flight deck
    flights_left: int  # until the nights are over
    calm: bool  # the next flight doesn't take place
    spare: int  # ravens that needn't be freed

    @property
    def is_won(self) -> bool:
        return len(self.ravens) <= self.spare

    @property
    def freed(self) -> int:
        return RAVENS - len(self.ravens)

    def here(self) -> int:
        """The ravens on the wanderer's space."""
        return self.ravens.count(self.space)

    def playing(self, cards: Counts) -> "Position":
        """The position after these cards of the hand are discarded."""
        return self._replace(hand=minus(self.hand, cards), played=plus(self.played, cards))

    def without(self, shard: int) -> "Position":
        """The position after this spellshard of the hand is used."""
        won = self.won | {shard} if shard == WINGS else self.won
        return self._replace(held=self.held - {shard}, won=won)

    def picked_up(self) -> "Position":
        """The position as phase 3 begins: if few cards are left in hand, all discards are picked up."""
        if sum(self.hand) > PICK_UP_AT:
            return self
        return self._replace(
            hand=plus(self.hand, self.played),
            played=(0, 0, 0, 0),
            held=self.held | self.won,
            won=frozenset(),
            held_unseen=self.held_unseen + self.won_unseen,
            won_unseen=0.0,
        )

    def with_one_freed(self) -> "Position":
        place = self.ravens.index(self.space)
        ravens = (*self.ravens[:place], *self.ravens[place + 1 :])
        if self.known:
            shard, *known = self.known
            return self._replace(
                ravens=ravens, won=self.won | {shard}, unseen=self.unseen - {shard}, known=tuple(known)
            )
        chance = 1 / len(self.unseen) if self.unseen else 0.0
        return self._replace(ravens=ravens, won_unseen=self.won_unseen + chance)


def position(view: View) -> Position:
    table = view.table
    drawn = {*table.strength_discards, *(table.attack.cards if table.attack else ())}
    strength = [card for card in STRENGTH if card not in drawn]
    flights = [card for card in FLIGHT if card not in table.flight_discards]
    nights = table.options.nights
    return Position(
        table.wanderer,
        table.ravens,
        table.health,
        hand_counts(table.hand),
        hand_counts(table.discard),
        frozenset([card for card in table.hand if card in SHARDS]),
        frozenset([card for card in table.discard if card in SHARDS]),
        frozenset(SHARDS) - {*table.hand, *table.discard, *table.gone},
        view.mine.known if view.mine else (),
        0.0,
        0.0,
        deck_counts(strength),
        deck_counts(flights),
        UNLIMITED if nights is None else len(FLIGHT) * (nights - table.night) + len(flights),
        table.winds_subsided,
        RAVENS - table.wanted,
    )


def is_clearing(space: int) -> bool:
    return SPACES[space].name is not None


def choices(hand: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    """All choices of up to `most` cards. Of cards with the same value the first ones are used."""
    seen = set()
    for count in range(most + 1):
        for cards in combinations(hand, count):
            values = tuple(sorted([VALUES[card] for card in cards]))
            if values not in seen:
                seen.add(values)
                yield cards


def hand_counts(cards: Iterable[int]) -> Counts:
    values = [VALUES[card] for card in cards]
    return (values.count(1), values.count(2), values.count(3), values.count(4))


def deck_counts(cards: Iterable[int]) -> Counts:
    values = [VALUES[card] for card in cards]
    return (values.count(2), values.count(3), values.count(4), values.count(5), values.count(6))


def hand_sum(hand: Counts) -> int:
    ones, twos, threes, fours = hand
    return ones + 2 * twos + 3 * threes + 4 * fours


def deck_sum(deck: Counts) -> int:
    return sum([count * value for value, count in enumerate(deck, 2)])


def plus(some: Counts, more: Counts) -> Counts:
    return tuple([count + added for count, added in zip(some, more, strict=True)])


def minus(some: Counts, less: Counts) -> Counts:
    return tuple([count - taken for count, taken in zip(some, less, strict=True)])


class Odds(NamedTuple):
    """What is known of the sum of some strength cards to be drawn."""

    mean: float
    below: tuple[float, ...]  # by number up to MOST + 1: the chance that the sum is less
    excess: tuple[float, ...]  # by number up to MOST: by how much the sum exceeds it on average


@lru_cache(4_096)
def odds(deck: Counts, count: int) -> Odds:
    """The odds of `count` cards drawn from the deck and, when it is used up, from the discards."""
    sure, source = 0, deck
    if count > sum(deck):
        sure, source, count = deck_sum(deck), minus(TWO_EACH, deck), count - sum(deck)
    ways = [Counter({0: 1}), *[Counter[int]() for _ in range(count)]]  # by cards drawn, then by sum
    for value, cards in enumerate(source, 2):
        for _ in range(cards):
            for drawn in range(count, 0, -1):
                for total, number in list(ways[drawn - 1].items()):
                    ways[drawn][total + value] += number
    all_ways = ways[count].total()
    chances = [ways[count][total - sure] / all_ways for total in range(MOST + 1)]
    return Odds(
        sum([total * chance for total, chance in enumerate(chances)]),
        (0.0, *accumulate(chances)),
        tuple(
            [
                sum([(total - least) * chances[total] for total in range(least + 1, MOST + 1)])
                for least in range(MOST + 1)
            ]
        ),
    )


def next_attack(place: Position, *, alliance: bool = False) -> Odds:
    return odds(place.strength, min(RAVENS, 1 + (len(place.ravens) if alliance else place.freed)))


@lru_cache(4_096)
def arrivals(distances: tuple[int, ...], flights: Counts) -> tuple[float, float, float, float]:
    """How likely 0, 1, 2, or more ravens are with the wanderer after the next flight. `flights` empty: there is none.

    Only the distances matter, in order: which of the equally near fly first makes no difference to how many arrive.
    """
    chances = [0.0, 0.0, 0.0, 0.0]
    total = sum(flights)
    for spaces, cards in enumerate(flights, 2) if total else ((0, 1),):
        if cards:
            chances[min(3, flown(distances, spaces).count(0))] += cards / (total or 1)
    none, one, two, more = chances
    return none, one, two, more


def flown(distances: Iterable[int], spaces: int) -> tuple[int, ...]:
    """How far the ravens are, nearest first, once they have flown so many spaces."""
    away = sorted(distances)
    while spaces and any(away):
        for place, distance in enumerate(away):
            if distance and spaces:
                away[place] -= 1
                spaces -= 1
    return tuple(sorted(away))
