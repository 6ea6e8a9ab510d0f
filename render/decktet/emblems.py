"""The emblem of each Decktet card: flat shapes in the suits' colours. The files in `art` are named after the cards.

They name their colours: `a` and `b` are the strong colours of the card's first and last suit, `pale` is the first one's
field. A file may be painted in any colours: those of the suits come from here, so they are defined once.
"""

from engine.decktet import ACE, CARDS, EXCUSE, RANKS

from ..figures import figure
from ..vector import Colour, Pen
from .signs import SUITS

EXCUSE_COLOURS: tuple[Colour, Colour, Colour] = ((206, 42, 54), (26, 124, 216), (255, 221, 146))


def draw_emblem(pen: Pen, card: int) -> None:
    """Draw a card's emblem. An Ace has none: it shows only its suit, which the frame draws."""
    if RANKS[card] == ACE:
        return
    a, b, pale = EXCUSE_COLOURS
    if card != EXCUSE:
        suits = CARDS[card].suits
        a, b, pale = SUITS[suits[0]].strong, SUITS[suits[-1]].strong, SUITS[suits[0]].pale
    name = CARDS[card].name.lower().replace(" ", "-")
    figure(f"decktet/art/{name}").draw(pen, {"a": a, "b": b, "pale": pale})
