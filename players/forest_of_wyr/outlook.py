"""What a position is worth: the chance to win it, by a small network that learned it from playing.

There is a network for each kind of moment and for how many ravens are free: 0 to 4, 5, 6, 7. Each has a layer of hidden
units; every feature of a position adds something to each unit. The features that depend on the cards and those that
depend on the space are added up separately, once for each choice, so thousands of plans take milliseconds.
"""

from collections.abc import Iterable
from math import exp

from engine.forest_of_wyr.cards import SHARDS
from engine.forest_of_wyr.map import DISTANCES
from engine.forest_of_wyr.state import FULL_HEALTH

from .networks import NETWORKS, SLOPE
from .position import TWO_EACH, Counts, Position, arrivals, hand_sum, is_clearing, next_attack

ROUND_ENDS, MOVEMENT, ATTACK = range(3)  # the kinds of moment; MOVEMENT: as phase 3 begins; ATTACK: before one is drawn
FIXED, HAND = 57, 14  # how many features come first, and how many after them are the hand's
_CROWDS = (0, 1, 2, 3, 4, 5, 6, 7, 7, 8, 8, 8, *[9] * 20)  # by distance of a raven, the feature that counts it


class Outlook:
    """Rates positions that differ from a given one only in the wanderer's space and the hand."""

    def __init__(
        self, moment: int, place: Position, attackers: int = 0, *, trying: bool = False, alliance: bool = False
    ) -> None:
        """Rate positions like `place`.

        `attackers`: how many ravens are about to attack, one after the other; `trying`: in phase 3.
        """
        self.place = place
        self.over = moment == ROUND_ENDS and not place.calm and not place.flights_left
        self._flights = (0, 0, 0, 0, 0) if place.calm else place.flights if any(place.flights) else TWO_EACH
        self._odds = next_attack(place, alliance=alliance)
        self.network = NETWORKS[moment][max(0, place.freed - 4)]
        features = self._features(attackers if moment == ATTACK else 0, trying, alliance)
        self._fixed = features
        self._base = self._added(features, [0.0] * len(self.network.out))

    def of(self, place: Position) -> float:
        return self.chance(self.space(place.space), self.hand(place.hand))

    def chance(self, space: list[float], hand: list[float]) -> float:
        """The chance to win, from the sums of `space` and `hand`."""
        if self.over:
            return 0.0
        total = self.network.bias
        for from_space, from_hand, weight in zip(space, hand, self.network.out, strict=True):
            sum_ = from_space + from_hand
            total += sum_ * weight if sum_ > 0 else sum_ * weight * SLOPE
        return 1 / (1 + exp(-max(-30.0, min(30.0, total))))

    def space(self, space: int) -> list[float]:
        return self.near(tuple(sorted([DISTANCES[space][raven] for raven in self.place.ravens])), space)

    def near(self, distances: tuple[int, ...], space: int) -> list[float]:
        """The sums of the features of the ravens' distances, nearest first, and of the space."""
        return self._added(enumerate(self._near(distances, space), FIXED + HAND), self._base)

    def _near(self, distances: tuple[int, ...], space: int) -> tuple[float, ...]:
        counts = [0.0] * 10
        for distance in distances:
            counts[_CROWDS[distance]] += 1
        return (*counts, *arrivals(distances, self._flights), float(is_clearing(space)))

    def hand(self, hand: Counts) -> list[float]:
        return self._added(enumerate(self._held(hand), FIXED), [0.0] * len(self._base))

    def features(self) -> list[tuple[int, float]]:
        """The features of the position, without those that are 0."""
        place = self.place
        distances = tuple(sorted([DISTANCES[place.space][raven] for raven in place.ravens]))
        counted = (*self._held(place.hand), *self._near(distances, place.space))
        return [(number, value) for number, value in (*self._fixed, *enumerate(counted, FIXED)) if value]

    def _held(self, hand: Counts) -> tuple[float, ...]:
        total, count, odds = hand_sum(hand), sum(hand), self._odds
        ones, twos, threes, fours = hand
        return (
            *(ones / 6, twos / 2, threes / 2, fours / 2, total / 24, count / 12, count <= 1, count == 0),
            *(total >= 24, total >= 18, total >= 12),
            *(odds.below[total], odds.below[total + 4], min(1.0, odds.excess[total] / 8)),
        )

    def _added(self, features: Iterable[tuple[int, float]], sums: list[float]) -> list[float]:
        rows = self.network.rows
        for number, value in features:
            if value:
                sums = [sum_ + value * weight for sum_, weight in zip(sums, rows[number], strict=True)]
        return sums

    def _features(self, attackers: int, trying: bool, alliance: bool) -> list[tuple[int, float]]:
        place, odds = self.place, self._odds
        left = place.flights_left
        features = [
            (0, 1.0),
            (place.health, 1.0),
            (9, place.health / FULL_HEALTH),
            (10, left / 40),
            (11, float(left <= 3)),
            (12, float(left <= 8)),
            (34, sum(place.strength) / 10),
            (35, odds.mean / 36),
            (41, sum(place.flights) / 10),
            (42, float(place.calm)),
            (53, odds.below[16]),
            (54, odds.below[24]),
            (55, odds.below[28]),
            (56, odds.below[20]),
        ]
        for number, shard in enumerate(SHARDS):
            unseen = shard in place.unseen
            features.append((13 + number, 1.0 if shard in place.held else place.held_unseen if unseen else 0.0))
            features.append((21 + number, 1.0 if shard in place.won else place.won_unseen if unseen else 0.0))
        features += [(number, count / 2) for number, count in enumerate(place.strength, 29)]
        features += [(number, count / 2) for number, count in enumerate(place.flights, 36)]
        if place.freed < 5:
            features.append((43 + place.freed, 1.0))
        if attackers:
            features += [(47 + min(3, attackers), 1.0), (51, float(trying)), (52, float(alliance))]
        return features


def chance_to_win(
    moment: int, place: Position, attackers: int = 0, *, trying: bool = False, alliance: bool = False
) -> float:
    """Between 0 and 1."""
    if place.is_won:
        return 1.0
    if place.health <= 0:
        return 0.0
    return Outlook(moment, place, attackers, trying=trying, alliance=alliance).of(place)
