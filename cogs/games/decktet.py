"""What the games with the Decktet say of cards and suits."""

from engine.decktet import ACE, RANKS, short_name

SUIT_EMOJI = ("🌙", "☀️", "🌊", "🍃", "🐉", "🪢")


def ranked(card: int) -> str:
    """A card's name with its rank: "Chance Meeting 7". An ace's name says its rank."""
    return f"{short_name(card)} {RANKS[card]}" if RANKS[card] > ACE else short_name(card)
