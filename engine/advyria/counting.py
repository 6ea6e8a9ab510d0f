"""Imagines hands and pile, for a viewer who has counted all cards.

Everyone sees how many cards go from where to where, and knows what a new pile contains. So `deal_again` repeats all
these passages with cards whose kind isn't decided yet: any kind that their pile still hides. Chance decides
which pile a played card came from, and which card a thief took. If a later passage contradicts that, everything begins
again.
"""

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, count, repeat
from typing import NamedTuple

from ..chance import Chance
from .cards import COUNTS
from .state import Passage

SIDES = 1 << 20
AT_ONCE = 16  # numbers drawn together


@dataclass(slots=True, eq=False)
class Card:
    """A card that has left its pile. `kind` is None while it may be any kind that its pile still hides."""

    pile: int
    kind: int | None


class Impossible(Exception):
    """What chance decided contradicts what happened later."""


class Dealt(NamedTuple):
    hands: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...]
    hidden: tuple[tuple[int, ...], ...]  # the cards of each passage that not everyone saw


def deal_again(
    seats: int, passages: Sequence[Passage], known: Sequence[tuple[int, ...] | None], chance: Chance
) -> Dealt:
    """Possible hands and pile. `known` has the cards of each hidden passage, None if the viewer saw none."""
    sight = iter(known)
    seen = [next(sight) if passage.cards is None else passage.cards for passage in passages]
    for attempt in count():
        try:
            return _Retracing(seats, passages, seen, _luck(chance, attempt)).deal(chance)
        except Impossible:
            continue
    raise AssertionError("what has happened is possible")


def _luck(chance: Chance, attempt: int) -> Iterator[float]:
    """Endless random numbers, at least 0 and below 1."""
    for block in count():
        for roll in chance.dice(f"imagine/ways/{attempt}/{block}", AT_ONCE, SIDES):
            yield (roll - 1) / SIDES


class _Retracing:
    """One attempt. `seen` has the cards of each passage, None if the viewer didn't see them."""

    def __init__(
        self, seats: int, passages: Sequence[Passage], seen: Sequence[tuple[int, ...] | None], luck: Iterator[float]
    ) -> None:
        self._ways, self._luck = tuple(zip(passages, seen, strict=True)), luck
        self._piles = _piles(self._ways)
        self._hands: list[list[Card]] = [[] for _ in range(seats)]

    def deal(self, chance: Chance) -> Dealt:
        hidden, pile = list[Sequence[Card]](), 0
        for passage, cards in self._ways:
            if passage.origin is None and passage.to is None:
                pile += 1
                continue
            if passage.origin is None:
                moved = [Card(pile, kind) for kind in cards or (None,) * passage.count]
            else:
                hand = self._hands[passage.origin]
                moved = [self._take(hand, kind) for kind in cards or (None,) * passage.count]
            if passage.to is not None:
                self._hands[passage.to] += moved
            if passage.cards is None:
                hidden.append(moved)
        rest = [
            iter(chance.shuffled(f"imagine/pile/{number}", [*_elements(counts)]))
            for number, counts in enumerate(self._piles)
        ]
        for card in chain(*self._hands):
            if card.kind is None:
                card.kind = next(rest[card.pile])
        return Dealt(tuple(map(_kinds, self._hands)), tuple(rest[-1]), tuple(map(_kinds, hidden)))

    def _take(self, hand: list[Card], kind: int | None) -> Card:
        """Take a card out of a hand: any one, or one of this kind, if possible one that is known to be."""
        if kind is None:
            return hand.pop(int(next(self._luck) * len(hand)))
        for number, card in enumerate(hand):
            if card.kind == kind:
                return hand.pop(number)
        may_be = [number for number, card in enumerate(hand) if card.kind is None and self._piles[card.pile][kind]]
        if not may_be:
            raise Impossible
        number = may_be[0]
        if any(hand[other].pile != hand[number].pile for other in may_be):
            shares = [*accumulate(self._share(hand[other].pile, kind) for other in may_be)]
            number = may_be[bisect(shares, next(self._luck) * shares[-1])]
        card = hand.pop(number)
        card.kind = kind
        self._piles[card.pile][kind] -= 1
        return card

    def _share(self, pile: int, kind: int) -> float:
        """How likely a hidden card of this pile is of this kind."""
        return self._piles[pile][kind] / sum(self._piles[pile])


def _piles(ways: Iterable[tuple[Passage, tuple[int, ...] | None]]) -> list[list[int]]:
    """How many cards of each kind each pile hides: all without those that the viewer saw drawn."""
    piles = [[*COUNTS]]
    for passage, cards in ways:
        if passage.origin is None and passage.to is None:
            piles.append([0] * len(COUNTS))
        if passage.origin is None:
            for card in cards or ():
                piles[-1][card] += 1 if passage.to is None else -1
    return piles


def _elements(counts: Iterable[int]) -> Iterator[int]:
    return chain(*(repeat(kind, number) for kind, number in enumerate(counts)))


def _kinds(cards: Iterable[Card]) -> tuple[int, ...]:
    return tuple(sorted(card.kind for card in cards if card.kind is not None))
