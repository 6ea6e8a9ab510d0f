"""The Decktet, P.D. Magnus's deck of six suits in which most cards have two: see decktet.com.

A card is its place in CARDS, 0 to 44: aces, the numbers 2 to 9, Crowns, Pawns, Courts, the Excuse. The basic deck
is the first 36.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from languages import listed

Suit = int  # its place in SUITS
Kind = Literal["personality", "location", "event"]

SUITS = ("Moons", "Suns", "Waves", "Leaves", "Wyrms", "Knots")
MOONS, SUNS, WAVES, LEAVES, WYRMS, KNOTS = range(6)
ACE, CROWN, PAWN, COURT = 1, 10, 11, 12


class Card(NamedTuple):
    """`name` as in the middle of a sentence. The Excuse has rank 0, no suit and, like the aces, no kind."""

    name: str
    rank: int
    suits: tuple[Suit, ...]
    kinds: tuple[Kind, ...] = ()


CARDS = (
    *(Card(f"the Ace of {suit}", ACE, (number,)) for number, suit in enumerate(SUITS)),
    Card("the Author", 2, (MOONS, KNOTS), ("personality",)),
    Card("the Desert", 2, (SUNS, WYRMS), ("location",)),
    Card("the Origin", 2, (WAVES, LEAVES), ("location", "event")),
    Card("the Journey", 3, (MOONS, WAVES), ("event",)),
    Card("the Painter", 3, (SUNS, KNOTS), ("personality",)),
    Card("the Savage", 3, (LEAVES, WYRMS), ("personality",)),
    Card("the Mountain", 4, (MOONS, SUNS), ("location",)),
    Card("the Sailor", 4, (WAVES, LEAVES), ("personality",)),
    Card("the Battle", 4, (WYRMS, KNOTS), ("event",)),
    Card("the Forest", 5, (MOONS, LEAVES), ("location",)),
    Card("the Discovery", 5, (SUNS, WAVES), ("event",)),
    Card("the Soldier", 5, (WYRMS, KNOTS), ("personality",)),
    Card("the Lunatic", 6, (MOONS, WAVES), ("personality",)),
    Card("the Penitent", 6, (SUNS, WYRMS), ("personality",)),
    Card("the Market", 6, (LEAVES, KNOTS), ("location", "event")),
    Card("the Chance Meeting", 7, (MOONS, LEAVES), ("event",)),
    Card("the Castle", 7, (SUNS, KNOTS), ("location",)),
    Card("the Cave", 7, (WAVES, WYRMS), ("location",)),
    Card("the Diplomat", 8, (MOONS, SUNS), ("personality",)),
    Card("the Mill", 8, (WAVES, LEAVES), ("location",)),
    Card("the Betrayal", 8, (WYRMS, KNOTS), ("event",)),
    Card("the Pact", 9, (MOONS, SUNS), ("event",)),
    Card("the Darkness", 9, (WAVES, WYRMS), ("location",)),
    Card("the Merchant", 9, (LEAVES, KNOTS), ("personality",)),
    Card("the Huntress", CROWN, (MOONS,), ("personality",)),
    Card("the Bard", CROWN, (SUNS,), ("personality",)),
    Card("the Sea", CROWN, (WAVES,), ("location",)),
    Card("the End", CROWN, (LEAVES,), ("location", "event")),
    Card("the Calamity", CROWN, (WYRMS,), ("event",)),
    Card("the Windfall", CROWN, (KNOTS,), ("event",)),
    Card("the Harvest", PAWN, (MOONS, SUNS, LEAVES), ("event",)),
    Card("the Watchman", PAWN, (MOONS, WYRMS, KNOTS), ("personality",)),
    Card("the Light Keeper", PAWN, (SUNS, WAVES, KNOTS), ("personality",)),
    Card("the Borderland", PAWN, (WAVES, LEAVES, WYRMS), ("location",)),
    Card("the Consul", COURT, (MOONS, WAVES, KNOTS), ("personality",)),
    Card("the Rite", COURT, (MOONS, LEAVES, WYRMS), ("event",)),
    Card("the Island", COURT, (SUNS, WAVES, WYRMS), ("location",)),
    Card("the Window", COURT, (SUNS, LEAVES, KNOTS), ("location",)),
    Card("the Excuse", 0, ()),
)
EXTENDED = tuple(range(45))
BASIC = EXTENDED[:36]
EXCUSE = 44
RANKS = tuple([card.rank for card in CARDS])


def card_name(card: int) -> str:
    """With what counts in play: "the Author (2 of Moons and Knots)". A Crown is the 10 that stands on its picture."""
    name, rank, suits, _ = CARDS[card]
    if rank <= ACE:
        return name
    return f"{name} ({rank} of {listed(SUITS[suit] for suit in suits)})"


def card_in_brief(card: int) -> str:
    """As a button says it: "Author 2, Moons Knots"."""
    name, rank, suits, _ = CARDS[card]
    short = name.removeprefix("the ")
    return f"{short} {rank}, {' '.join(SUITS[suit] for suit in suits)}" if rank > ACE else short


def card_names(cards: Iterable[int]) -> str:
    return listed(map(card_name, cards))
