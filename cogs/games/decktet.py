"""What the games with the Decktet say of cards and suits."""

from engine.decktet import ACE, CARDS, RANK_NAMES, SUITS, listed

SUIT_EMOJI = ("🌙", "☀️", "🌊", "🍃", "🐉", "🪢")

CREDIT = "It is played with the **Decktet**, a deck of six suits by **P.D. Magnus** (decktet.com)."


def short(card: int) -> str:
    """Its name for a button: "Chance Meeting"."""
    return CARDS[card].name.removeprefix("the ")


def rank_and_suits(card: int) -> str | None:
    """ "7 of Moons and Leaves"; None for the aces and the Excuse, whose names say it."""
    _, rank, suits, _ = CARDS[card]
    return None if rank <= ACE else f"{RANK_NAMES[rank]} of {listed(SUITS[suit] for suit in suits)}"
