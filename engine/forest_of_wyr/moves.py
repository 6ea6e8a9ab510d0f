"""What the player can do. Spaces are 0 to 43, as in map.py, cards 0 to 51, as in cards.py."""

from ..game import Data


class SetOut(Data, frozen=True, tag="set-out"):
    """Begin the first round."""


class Fly(Data, frozen=True, tag="fly"):
    """The raven to fly next, by its space, and where to."""

    origin: int
    to: int


class LetThemFly(Data, frozen=True, tag="let-them-fly"):
    """Leave this choice and all others of the flight to chance."""


class Draw(Data, frozen=True, tag="draw"):
    """Invoke no spellshard (or no more), and have the attack drawn."""


class Defend(Data, frozen=True, tag="defend"):
    card: int


class Stop(Data, frozen=True, tag="stop"):
    """Play no more cards against this attack."""


class Invoke(Data, frozen=True, tag="invoke"):
    """Play a spellshard."""

    card: int


class Renew(Data, frozen=True, tag="renew"):
    """Choose a strength card to be drawn again."""

    card: int


class Redraw(Data, frozen=True, tag="redraw"):
    """Draw the chosen strength cards again."""


class Land(Data, frozen=True, tag="land"):
    space: int


class PutOnTop(Data, frozen=True, tag="put-on-top"):
    """Put one of the spellshards seen back on the deck, below those put back before."""

    card: int


class Stride(Data, frozen=True, tag="stride"):
    """Play a card to move."""

    card: int


class Walk(Data, frozen=True, tag="walk"):
    """Move as far as the cards played allow, or choose the wanderer's own space to stay."""

    space: int


class Free(Data, frozen=True, tag="free"):
    """Try to free a raven on the wanderer's space."""


class EndRound(Data, frozen=True, tag="end-round"):
    pass


class GiveUp(Data, frozen=True, tag="give-up"):
    pass


FlightMove = SetOut | Fly | LetThemFly | EndRound
AttackMove = Draw | Defend | Stop | Renew | Redraw
Move = FlightMove | AttackMove | Invoke | Land | PutOnTop | Stride | Walk | Free | GiveUp
