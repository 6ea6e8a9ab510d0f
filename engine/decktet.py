"""The Decktet, P.D. Magnus's deck of six suits in which most cards have two: see decktet.com.

A card is its place in CARDS, 0 to 44: aces, the numbers 2 to 9, Crowns, Pawns, Courts, the Excuse. The basic deck
is the first 36.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from languages import later, listed, say

Suit = int  # its place in SUITS
Kind = Literal["personality", "location", "event"]

SUITS = (later("Moons"), later("Suns"), later("Waves"), later("Leaves"), later("Wyrms"), later("Knots"))
MOONS, SUNS, WAVES, LEAVES, WYRMS, KNOTS = range(6)
ACE, CROWN, PAWN, COURT = 1, 10, 11, 12


class Card(NamedTuple):
    """A card. `name` is written as within a sentence. The Excuse has rank 0, no suit and, like the aces, no kind."""

    name: str
    rank: int
    suits: tuple[Suit, ...]
    kinds: tuple[Kind, ...] = ()


CARDS = (
    Card(later("the Ace of Moons"), ACE, (MOONS,)),
    Card(later("the Ace of Suns"), ACE, (SUNS,)),
    Card(later("the Ace of Waves"), ACE, (WAVES,)),
    Card(later("the Ace of Leaves"), ACE, (LEAVES,)),
    Card(later("the Ace of Wyrms"), ACE, (WYRMS,)),
    Card(later("the Ace of Knots"), ACE, (KNOTS,)),
    Card(later("the Author"), 2, (MOONS, KNOTS), ("personality",)),
    Card(later("the Desert"), 2, (SUNS, WYRMS), ("location",)),
    Card(later("the Origin"), 2, (WAVES, LEAVES), ("location", "event")),
    Card(later("the Journey"), 3, (MOONS, WAVES), ("event",)),
    Card(later("the Painter"), 3, (SUNS, KNOTS), ("personality",)),
    Card(later("the Savage"), 3, (LEAVES, WYRMS), ("personality",)),
    Card(later("the Mountain"), 4, (MOONS, SUNS), ("location",)),
    Card(later("the Sailor"), 4, (WAVES, LEAVES), ("personality",)),
    Card(later("the Battle"), 4, (WYRMS, KNOTS), ("event",)),
    Card(later("the Forest"), 5, (MOONS, LEAVES), ("location",)),
    Card(later("the Discovery"), 5, (SUNS, WAVES), ("event",)),
    Card(later("the Soldier"), 5, (WYRMS, KNOTS), ("personality",)),
    Card(later("the Lunatic"), 6, (MOONS, WAVES), ("personality",)),
    Card(later("the Penitent"), 6, (SUNS, WYRMS), ("personality",)),
    Card(later("the Market"), 6, (LEAVES, KNOTS), ("location", "event")),
    Card(later("the Chance Meeting"), 7, (MOONS, LEAVES), ("event",)),
    Card(later("the Castle"), 7, (SUNS, KNOTS), ("location",)),
    Card(later("the Cave"), 7, (WAVES, WYRMS), ("location",)),
    Card(later("the Diplomat"), 8, (MOONS, SUNS), ("personality",)),
    Card(later("the Mill"), 8, (WAVES, LEAVES), ("location",)),
    Card(later("the Betrayal"), 8, (WYRMS, KNOTS), ("event",)),
    Card(later("the Pact"), 9, (MOONS, SUNS), ("event",)),
    Card(later("the Darkness"), 9, (WAVES, WYRMS), ("location",)),
    Card(later("the Merchant"), 9, (LEAVES, KNOTS), ("personality",)),
    Card(later("the Huntress"), CROWN, (MOONS,), ("personality",)),
    Card(later("the Bard"), CROWN, (SUNS,), ("personality",)),
    Card(later("the Sea"), CROWN, (WAVES,), ("location",)),
    Card(later("the End"), CROWN, (LEAVES,), ("location", "event")),
    Card(later("the Calamity"), CROWN, (WYRMS,), ("event",)),
    Card(later("the Windfall"), CROWN, (KNOTS,), ("event",)),
    Card(later("the Harvest"), PAWN, (MOONS, SUNS, LEAVES), ("event",)),
    Card(later("the Watchman"), PAWN, (MOONS, WYRMS, KNOTS), ("personality",)),
    Card(later("the Light Keeper"), PAWN, (SUNS, WAVES, KNOTS), ("personality",)),
    Card(later("the Borderland"), PAWN, (WAVES, LEAVES, WYRMS), ("location",)),
    Card(later("the Consul"), COURT, (MOONS, WAVES, KNOTS), ("personality",)),
    Card(later("the Rite"), COURT, (MOONS, LEAVES, WYRMS), ("event",)),
    Card(later("the Island"), COURT, (SUNS, WAVES, WYRMS), ("location",)),
    Card(later("the Window"), COURT, (SUNS, LEAVES, KNOTS), ("location",)),
    Card(later("the Excuse"), 0, ()),
)
EXTENDED = tuple(range(45))
BASIC = EXTENDED[:36]
EXCUSE = 44
RANKS = tuple([card.rank for card in CARDS])


def card_name(card: int) -> str:
    """A card with its rank and suits: "the Author (2 of Moons and Knots)".

    A Crown's rank is the 10 on its picture.
    """
    _, rank, suits, _ = CARDS[card]
    if rank <= ACE:
        return bare_name(card)
    # Translators: a card, its rank and its suits, as in "the Author (2 of Moons and Knots)"
    return say("{name} ({rank} of {suits})", name=bare_name(card), rank=rank, suits=listed(map(suit_name, suits)))


def bare_name(card: int) -> str:
    """A card's name within a sentence: "the Author"."""
    return say(CARDS[card].name)


def short_name(card: int) -> str:
    """A card's name on a button, in English without its article: "Author"."""
    return bare_name(card).removeprefix("the ")


def suit_name(suit: Suit) -> str:
    return say(SUITS[suit])


def card_in_brief(card: int) -> str:
    """A card on a button: "Author 2, Moons Knots"."""
    _, rank, suits, _ = CARDS[card]
    short = short_name(card)
    return f"{short} {rank}, {' '.join(map(suit_name, suits))}" if rank > ACE else short


def card_names(cards: Iterable[int]) -> str:
    return listed(map(card_name, cards))


def bare_names(cards: Iterable[int]) -> str:
    return listed(map(bare_name, cards))
