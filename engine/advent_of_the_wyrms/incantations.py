"""Cards and incantations: what fits, and what negates. All of it is public."""

from collections.abc import Sequence
from functools import cache, reduce
from typing import Literal

from languages import say

from ..decktet import CARDS, COURT, EXCUSE, EXTENDED, RANKS, SUITS, WYRMS, Suit, suit_name

HAND = 4  # cards
SIZE = 3  # cards of an incantation
MOST = 5  # incantations in progress
GOAL = 4  # incantations finished
TOP = 2  # cards of the deck that negate a Wyrms card
WYRMS_CARDS = frozenset(card for card in EXTENDED if WYRMS in CARDS[card].suits)

Cards = tuple[int, ...]
Incantation = Cards  # in the order played
Way = Literal["suit", "rank", "excuse"]


def common_suits(incantation: Sequence[int]) -> tuple[Suit, ...]:
    """The suits that an incantation's cards share. The Excuse stands for any."""
    return tuple([suit for suit in range(len(SUITS)) if _all_of(incantation) >> suit & 1])


def excuse_ranks(incantation: Sequence[int]) -> tuple[int, ...]:
    """The ranks that the Excuse in this incantation can still stand for: those strictly between its neighbours.

    Its suits are the common ones. Empty without an Excuse.

    >>> excuse_ranks((9, EXCUSE))  # the Journey, a 3, and the Excuse
    (4, 5, 6, 7, 8, 9, 10, 11, 12)
    """
    if EXCUSE not in incantation:
        return ()
    place = incantation.index(EXCUSE)
    below = RANKS[incantation[place - 1]] if place else 0
    above = RANKS[incantation[place + 1]] if place + 1 < len(incantation) else COURT + 1
    return tuple(range(below + 1, above))


@cache
def continuations(incantation: Incantation) -> frozenset[int]:
    """The cards that fit next in an incantation; none if it is complete. Wyrms cards never fit.

    A card fits if it shares a suit with all cards before and has a higher rank; the Excuse, if a rank is left for it.
    """
    if len(incantation) == SIZE:
        return frozenset()
    shared, rank = _all_of(incantation), last_rank(incantation)
    return frozenset(
        card
        for card in EXTENDED
        if card not in WYRMS_CARDS and card not in incantation
        if (rank < COURT if card == EXCUSE else rank < RANKS[card] and shared & _MASKS[card])
    )


def last_rank(incantation: Incantation) -> int:
    """The rank that the next card must be above; 0 if there is none yet. An Excuse is as low as it can be."""
    rank = 0
    for card in incantation:
        rank = RANKS[card] or rank + 1
    return rank


def fits_next(incantation: Incantation) -> str:
    """What an incantation in progress needs next, in words: "9 or more of Moons or Suns"."""
    suits, lowest = common_suits(incantation), last_rank(incantation) + 1
    if lowest > COURT or not suits:
        return say("nothing fits")
    if len(suits) == len(SUITS):
        exact, more = say("{rank} of any suit", rank=lowest), say("{rank} or more of any suit", rank=lowest)
    else:
        named = reduce(_or, map(suit_name, suits))
        exact = say("{rank} of {suits}", rank=lowest, suits=named)
        # Translators: a card of this rank or a higher one, and of one of these suits
        more = say("{rank} or more of {suits}", rank=lowest, suits=named)
    return exact if lowest == COURT else more


def _or(suits: str, suit: str) -> str:
    return say("{suits} or {suit}", suits=suits, suit=suit)


@cache
def ways(wyrm: int, card: int) -> tuple[Way, ...]:
    """The ways in which this card negates this Wyrms card; empty if it can't."""
    if card == EXCUSE:
        return ("excuse",)
    suit = set(CARDS[wyrm].suits) & set(CARDS[card].suits) - {WYRMS}
    rank = RANKS[card] >= RANKS[wyrm]
    return (*(("suit",) if suit else ()), *(("rank",) if rank else ()))


_ANY = (1 << len(SUITS)) - 1
_MASKS = tuple([sum(1 << suit for suit in card.suits) or _ANY for card in CARDS])  # bit n: suit n


def _all_of(cards: Sequence[int]) -> int:
    shared = _ANY
    for card in cards:
        shared &= _MASKS[card]
    return shared


def count_finished(incantations: Sequence[Incantation]) -> int:
    return [*map(len, incantations)].count(SIZE)
