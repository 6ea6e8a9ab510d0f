"""Cards and adventures in words and signs."""

from collections import Counter
from collections.abc import Iterable

from engine.advyria import cards
from engine.advyria.cards import ADVENTURES, FIRST_ADVENTURE_CARD, JOKER, adventure_name, colour_name, counted
from languages import later, say, say_many

SIGNS = {cards.KNIGHT: "🐎", cards.WARRIOR: "⚔️", cards.FAIRY: "🧚", cards.WIZARD: "🧙", JOKER: "🎭"}
COLOUR_SIGNS = ("🟥", "🟦", "🟨", "🟩")
SPECIAL = (  # of each colour
    later("move to any space"),
    later("hand level +2"),
    later("flip up to 3 villages"),
    later("look at up to 4 tiles"),
)
SET_OF = {cards.KNIGHT: later("Knights"), cards.WARRIOR: later("Warriors"), cards.FAIRY: later("Fairies")}


def card_emoji(card: int) -> str:
    """A card's sign, for `Label.emoji`."""
    return SIGNS[card] if card < FIRST_ADVENTURE_CARD else ADVENTURES[card - FIRST_ADVENTURE_CARD].name


def full_name(adventure: int) -> str:
    return say("{adventure} ({colour})", adventure=adventure_name(adventure), colour=colour_name(adventure))


def adventure_sign(adventure: int) -> str:
    return COLOUR_SIGNS[ADVENTURES[adventure].colour]


def cards_by_kind(held: Iterable[int], *, briefly: bool = False) -> str:
    """Cards counted by kind; `briefly` as buttons say them: "1 Knight, 2 Fairies, The Wishing Tree"."""
    return ", ".join(
        set_of(count, card)
        if briefly
        else counted(count, card)
        if card < FIRST_ADVENTURE_CARD
        else full_name(card - FIRST_ADVENTURE_CARD)
        for card, count in sorted(Counter(held).items())
    )


def set_of(size: int, kind: int) -> str:
    """So many cards of a kind, as brief as a button must say it: "3 Knights"."""
    return say_many("{count} Knight", "{count} Knights", size) if kind == cards.KNIGHT else counted(size, kind)
