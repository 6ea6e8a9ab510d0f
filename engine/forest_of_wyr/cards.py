"""The cards, 0 to 51: 13 a suit, ace to king. SHARDS are the spellshards."""

from collections.abc import Sequence

from languages import later, later_as, listed, say, say_as

SUITS = (later("spades"), later("hearts"), later("diamonds"), later("clubs"))
RANKS = (later("ace"), *map(str, range(2, 11)), later("jack"), later("queen"), later("king"))
STRENGTH = tuple(range(10))  # A-10 of spades
HEARTS = tuple(range(13, 21))
DIAMONDS = tuple(range(26, 34))
FLIGHT = tuple(range(39, 49))  # A-10 of clubs
JACKS = (10, 23, 36, 49)
ORACLE, BALANCE, ASPECT, SUN, GLASS, WINDS, ALLIANCE, WINGS = SHARDS = (11, 12, 24, 25, 37, 38, 50, 51)
SHARD_NAMES = {
    ORACLE: later("Oracle of Visions"),
    BALANCE: later("Restoring Balance"),
    ASPECT: later("Aspect Construction"),
    SUN: later("The Sun in Winter"),
    GLASS: later("Cheval Glass"),
    WINDS: later("Subsided Winds"),
    ALLIANCE: later("Binding Alliance"),
    WINGS: later("Wings of the Raven"),
}

SHORT_NAMES = {
    ORACLE: later("Oracle"),
    BALANCE: later("Balance"),
    ASPECT: later("Aspect"),
    SUN: later("Sun"),
    GLASS: later("Glass"),
    WINDS: later("Winds"),
    ALLIANCE: later("Alliance"),
    WINGS: later("Wings"),
}
SHARD_USES = {
    ORACLE: later("order three spellshards"),
    BALANCE: later("a jack defends with 5"),
    ASPECT: later("redraw strength cards"),
    SUN: later("half the damage"),
    GLASS: later("draw a card that defends"),
    WINDS: later("no raven flies next round"),
    ALLIANCE: later("draws for ravens not freed"),
    WINGS: later("to any other space"),
}


def _value(card: int) -> int:
    """What a card counts in a flight, an attack, defence and movement; 0 for a spellshard."""
    suit, rank = divmod(card, 13)
    if card in JACKS:
        return 1
    if rank > 9:
        return 0
    return rank // 2 + (1 if SUITS[suit] == "diamonds" else 2)


VALUES = tuple(map(_value, range(52)))
BALANCED = 5  # a jack's defence with Restoring Balance


def card_name(card: int) -> str:
    if card in SHARD_NAMES:
        return say(SHARD_NAMES[card])
    rank, suit = RANKS[card % 13], say(SUITS[card // 13])
    # Translators: a playing card, as in "jack of hearts" or "10 of spades"
    return say("{rank} of {suit}", rank=rank if rank.isdecimal() else say(rank), suit=suit)


def card_signs(cards: Sequence[int]) -> str:
    """Cards in brief, as on their corners: "10♠ A♠"."""
    return " ".join(rank_sign(card) + _SUIT_SIGNS[card // 13] for card in cards)


def rank_sign(card: int) -> str:
    """The rank on a card's corner. A jack is a J here and a B in German."""
    rank = _RANK_SIGNS[card % 13]
    return rank if rank.isdecimal() else say_as("on a card's corner", rank)


_RANK_SIGNS = (
    later_as("on a card's corner", "A"),
    *map(str, range(2, 11)),
    later_as("on a card's corner", "J"),
    later_as("on a card's corner", "Q"),
    later_as("on a card's corner", "K"),
)
_SUIT_SIGNS = "♠♥♦♣"


def card_names(cards: Sequence[int]) -> str:
    """The names of cards, joined as in a sentence."""
    return listed(map(card_name, cards))
