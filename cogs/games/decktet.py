"""What the games with the Decktet say of cards and suits."""

from engine.decktet import CARDS

SUIT_EMOJI = ("🌙", "☀️", "🌊", "🍃", "🐉", "🪢")


def short(card: int) -> str:
    """Its name for a button: "Chance Meeting"."""
    return CARDS[card].name.removeprefix("the ")
