"""What the games with the Decktet say of cards and suits."""

from engine.decktet import ACE, CARDS
from languages import say

SUIT_EMOJI = ("🌙", "☀️", "🌊", "🍃", "🐉", "🪢")


def short(card: int) -> str:
    """Its name for a button, in English without its article: "Chance Meeting"."""
    return say(CARDS[card].name).removeprefix("the ")


def ranked(card: int) -> str:
    """With its rank: "Chance Meeting 7". An ace's name says it."""
    rank = CARDS[card].rank
    return f"{short(card)} {rank}" if rank > ACE else short(card)
