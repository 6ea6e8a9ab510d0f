"""The Decktet, P.D. Magnus's deck of six suits in which most cards have two: see decktet.com.

A card is its place in CARDS, 0 to 44: aces, the numbers 2 to 9, Crowns, Pawns, Courts, the Excuse. The basic deck
is the first 36.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from languages import later, later_as, listed, say, say_as

Suit = int  # its place in SUITS
Kind = Literal["personality", "location", "event"]

SUITS = (later("Moons"), later("Suns"), later("Waves"), later("Leaves"), later("Wyrms"), later("Knots"))
MOONS, SUNS, WAVES, LEAVES, WYRMS, KNOTS = range(6)
ACE, CROWN, PAWN, COURT = 1, 10, 11, 12


class Card(NamedTuple):
    """A card. The Excuse has rank 0, no suit and, like the aces, no kind."""

    name: str  # within a sentence
    short: str  # on a button
    rank: int
    suits: tuple[Suit, ...]
    kinds: tuple[Kind, ...] = ()


CARDS = (
    Card(later("the Ace of Moons"), later_as("a card, short", "Ace of Moons"), ACE, (MOONS,)),
    Card(later("the Ace of Suns"), later_as("a card, short", "Ace of Suns"), ACE, (SUNS,)),
    Card(later("the Ace of Waves"), later_as("a card, short", "Ace of Waves"), ACE, (WAVES,)),
    Card(later("the Ace of Leaves"), later_as("a card, short", "Ace of Leaves"), ACE, (LEAVES,)),
    Card(later("the Ace of Wyrms"), later_as("a card, short", "Ace of Wyrms"), ACE, (WYRMS,)),
    Card(later("the Ace of Knots"), later_as("a card, short", "Ace of Knots"), ACE, (KNOTS,)),
    Card(later("the Author"), later_as("a card, short", "Author"), 2, (MOONS, KNOTS), ("personality",)),
    Card(later("the Desert"), later_as("a card, short", "Desert"), 2, (SUNS, WYRMS), ("location",)),
    Card(later("the Origin"), later_as("a card, short", "Origin"), 2, (WAVES, LEAVES), ("location", "event")),
    Card(later("the Journey"), later_as("a card, short", "Journey"), 3, (MOONS, WAVES), ("event",)),
    Card(later("the Painter"), later_as("a card, short", "Painter"), 3, (SUNS, KNOTS), ("personality",)),
    Card(later("the Savage"), later_as("a card, short", "Savage"), 3, (LEAVES, WYRMS), ("personality",)),
    Card(later("the Mountain"), later_as("a card, short", "Mountain"), 4, (MOONS, SUNS), ("location",)),
    Card(later("the Sailor"), later_as("a card, short", "Sailor"), 4, (WAVES, LEAVES), ("personality",)),
    Card(later("the Battle"), later_as("a card, short", "Battle"), 4, (WYRMS, KNOTS), ("event",)),
    Card(later("the Forest"), later_as("a card, short", "Forest"), 5, (MOONS, LEAVES), ("location",)),
    Card(later("the Discovery"), later_as("a card, short", "Discovery"), 5, (SUNS, WAVES), ("event",)),
    Card(later("the Soldier"), later_as("a card, short", "Soldier"), 5, (WYRMS, KNOTS), ("personality",)),
    Card(later("the Lunatic"), later_as("a card, short", "Lunatic"), 6, (MOONS, WAVES), ("personality",)),
    Card(later("the Penitent"), later_as("a card, short", "Penitent"), 6, (SUNS, WYRMS), ("personality",)),
    Card(later("the Market"), later_as("a card, short", "Market"), 6, (LEAVES, KNOTS), ("location", "event")),
    Card(later("the Chance Meeting"), later_as("a card, short", "Chance Meeting"), 7, (MOONS, LEAVES), ("event",)),
    Card(later("the Castle"), later_as("a card, short", "Castle"), 7, (SUNS, KNOTS), ("location",)),
    Card(later("the Cave"), later_as("a card, short", "Cave"), 7, (WAVES, WYRMS), ("location",)),
    Card(later("the Diplomat"), later_as("a card, short", "Diplomat"), 8, (MOONS, SUNS), ("personality",)),
    Card(later("the Mill"), later_as("a card, short", "Mill"), 8, (WAVES, LEAVES), ("location",)),
    Card(later("the Betrayal"), later_as("a card, short", "Betrayal"), 8, (WYRMS, KNOTS), ("event",)),
    Card(later("the Pact"), later_as("a card, short", "Pact"), 9, (MOONS, SUNS), ("event",)),
    Card(later("the Darkness"), later_as("a card, short", "Darkness"), 9, (WAVES, WYRMS), ("location",)),
    Card(later("the Merchant"), later_as("a card, short", "Merchant"), 9, (LEAVES, KNOTS), ("personality",)),
    Card(later("the Huntress"), later_as("a card, short", "Huntress"), CROWN, (MOONS,), ("personality",)),
    Card(later("the Bard"), later_as("a card, short", "Bard"), CROWN, (SUNS,), ("personality",)),
    Card(later("the Sea"), later_as("a card, short", "Sea"), CROWN, (WAVES,), ("location",)),
    Card(later("the End"), later_as("a card, short", "End"), CROWN, (LEAVES,), ("location", "event")),
    Card(later("the Calamity"), later_as("a card, short", "Calamity"), CROWN, (WYRMS,), ("event",)),
    Card(later("the Windfall"), later_as("a card, short", "Windfall"), CROWN, (KNOTS,), ("event",)),
    Card(later("the Harvest"), later_as("a card, short", "Harvest"), PAWN, (MOONS, SUNS, LEAVES), ("event",)),
    Card(later("the Watchman"), later_as("a card, short", "Watchman"), PAWN, (MOONS, WYRMS, KNOTS), ("personality",)),
    Card(
        later("the Light Keeper"),
        later_as("a card, short", "Light Keeper"),
        PAWN,
        (SUNS, WAVES, KNOTS),
        ("personality",),
    ),
    Card(later("the Borderland"), later_as("a card, short", "Borderland"), PAWN, (WAVES, LEAVES, WYRMS), ("location",)),
    Card(later("the Consul"), later_as("a card, short", "Consul"), COURT, (MOONS, WAVES, KNOTS), ("personality",)),
    Card(later("the Rite"), later_as("a card, short", "Rite"), COURT, (MOONS, LEAVES, WYRMS), ("event",)),
    Card(later("the Island"), later_as("a card, short", "Island"), COURT, (SUNS, WAVES, WYRMS), ("location",)),
    Card(later("the Window"), later_as("a card, short", "Window"), COURT, (SUNS, LEAVES, KNOTS), ("location",)),
    Card(later("the Excuse"), later_as("a card, short", "Excuse"), 0, ()),
)
EXTENDED = tuple(range(45))
BASIC = EXTENDED[:36]
EXCUSE = 44
RANKS = tuple([card.rank for card in CARDS])


def card_name(card: int) -> str:
    """A card with its rank and suits: "the Author (2 of Moons and Knots)".

    A Crown's rank is the 10 on its picture.
    """
    rank, suits = CARDS[card].rank, CARDS[card].suits
    if rank <= ACE:
        return bare_name(card)
    # Translators: a card, its rank and its suits, as in "the Author (2 of Moons and Knots)"
    return say("{name} ({rank} of {suits})", name=bare_name(card), rank=rank, suits=listed(map(suit_name, suits)))


def bare_name(card: int) -> str:
    """A card's name within a sentence: "the Author"."""
    return say(CARDS[card].name)


def short_name(card: int) -> str:
    """A card's name on a button, without an article: "Author"."""
    return say_as("a card, short", CARDS[card].short)


def suit_name(suit: Suit) -> str:
    return say(SUITS[suit])


def card_in_brief(card: int) -> str:
    """A card on a button: "Author 2, Moons Knots"."""
    rank, suits = CARDS[card].rank, CARDS[card].suits
    short = short_name(card)
    return f"{short} {rank}, {' '.join(map(suit_name, suits))}" if rank > ACE else short


def card_names(cards: Iterable[int]) -> str:
    return listed(map(card_name, cards))


def bare_names(cards: Iterable[int]) -> str:
    return listed(map(bare_name, cards))
