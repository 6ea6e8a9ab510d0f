"""What the games with the Decktet say of cards and suits."""

from engine.decktet import ACE, CARDS, short_name

SUIT_EMOJI = ("🌙", "☀️", "🌊", "🍃", "🐉", "🪢")


def ranked(card: int) -> str:
    """With its rank: "Chance Meeting 7". An ace's name says it."""
    rank = CARDS[card].rank
    return f"{short_name(card)} {rank}" if rank > ACE else short_name(card)
