"""Cards and adventures in words and signs."""

from collections import Counter
from collections.abc import Iterable

from engine.advyria import cards
from engine.advyria.cards import ADVENTURES, CARDS, FIRST_ADVENTURE_CARD, JOKER, card_name
from engine.sentences import amount

SIGNS = {cards.KNIGHT: "🐎", cards.WARRIOR: "⚔️", cards.FAIRY: "🧚", cards.WIZARD: "🧙", JOKER: "🎭"}
COLOUR_SIGNS = ("🟥", "🟦", "🟨", "🟩")
SPECIAL = (  # of each colour
    "move to any space",
    "hand level +2",
    "flip up to 3 villages",
    "look at up to 4 tiles",
)
SET_OF = {cards.KNIGHT: "Knights", cards.WARRIOR: "Warriors", cards.FAIRY: "Fairies"}


def _card(card: int) -> str:
    return CARDS[card] if card < FIRST_ADVENTURE_CARD else full_name(card - FIRST_ADVENTURE_CARD)


def a_card(card: int) -> str:
    return set_of(1, card, "a ")


def card_emoji(card: int) -> str:
    """A card's sign, for `Label.emoji`."""
    return SIGNS[card] if card < FIRST_ADVENTURE_CARD else card_name(card)


def full_name(adventure: int) -> str:
    return f"{ADVENTURES[adventure].name} ({cards.COLOURS[ADVENTURES[adventure].colour]})"


def short_name(adventure: int) -> str:
    return ADVENTURES[adventure].name.removeprefix("The ")


def adventure_sign(adventure: int) -> str:
    return COLOUR_SIGNS[ADVENTURES[adventure].colour]


def cards_by_kind(held: Iterable[int], *, one: str | None = None) -> str:
    """Cards counted by kind. With `one`, what stands before a single card, they have the short names of buttons."""
    kinds = sorted(Counter(held).items())
    if one is not None:
        return ", ".join(set_of(count, card, one) for card, count in kinds)
    return ", ".join(counted(count, card) if card < FIRST_ADVENTURE_CARD else _card(card) for card, count in kinds)


def set_of(count: int, card: int, one: str = "1 ") -> str:
    """So many cards of a kind, by the short name that they have in sets."""
    if card >= FIRST_ADVENTURE_CARD:
        return card_name(card)
    return f"{one}{CARDS[card].split()[0]}" if count == 1 else f"{count} {SET_OF.get(card, cards.PLURALS[card])}"


def counted(count: int, card: int) -> str:
    return f"{count} {CARDS[card] if count == 1 else cards.PLURALS[card]}"


def village_count(count: int) -> str:
    return amount(count, "village") if count else "no villages"
