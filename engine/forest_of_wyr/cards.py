"""The cards, 0 to 51: 13 a suit, ace to king. SHARDS are the spellshards."""

from collections.abc import Sequence

from languages import listed

SUITS = ("spades", "hearts", "diamonds", "clubs")
RANKS = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
STRENGTH = tuple(range(10))  # A-10 of spades
HEARTS = tuple(range(13, 21))
DIAMONDS = tuple(range(26, 34))
FLIGHT = tuple(range(39, 49))  # A-10 of clubs
JACKS = (10, 23, 36, 49)
ORACLE, BALANCE, ASPECT, SUN, GLASS, WINDS, ALLIANCE, WINGS = SHARDS = (11, 12, 24, 25, 37, 38, 50, 51)
SHARD_NAMES = {
    ORACLE: "Oracle of Visions",
    BALANCE: "Restoring Balance",
    ASPECT: "Aspect Construction",
    SUN: "The Sun in Winter",
    GLASS: "Cheval Glass",
    WINDS: "Subsided Winds",
    ALLIANCE: "Binding Alliance",
    WINGS: "Wings of the Raven",
}

SHORT_NAMES = {
    ORACLE: "Oracle",
    BALANCE: "Balance",
    ASPECT: "Aspect",
    SUN: "Sun",
    GLASS: "Glass",
    WINDS: "Winds",
    ALLIANCE: "Alliance",
    WINGS: "Wings",
}
SHARD_USES = {
    ORACLE: "order the next three spellshards",
    BALANCE: "a jack defends with 5",
    ASPECT: "redraw strength cards",
    SUN: "half the damage",
    GLASS: "next strength card defends",
    WINDS: "no raven flies next round",
    ALLIANCE: "draws for ravens not freed",
    WINGS: "to any other space",
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
    return SHARD_NAMES.get(card) or f"{RANKS[card % 13]} of {SUITS[card // 13]}"


def card_signs(cards: Sequence[int]) -> str:
    """Briefly, as on their corners: "10♠ A♠"."""
    return " ".join(_RANK_SIGNS[card % 13] + _SUIT_SIGNS[card // 13] for card in cards)


_RANK_SIGNS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
_SUIT_SIGNS = "♠♥♦♣"


def card_names(cards: Sequence[int]) -> str:
    """The names, joined as in a sentence."""
    return listed(map(card_name, cards))
