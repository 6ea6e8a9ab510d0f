"""What happened."""

from ..decktet import Suit
from ..game import BaseEvent


class Rolled(BaseEvent, frozen=True, tag="rolled"):
    round: int
    dice: tuple[int, ...]


class Assigned(BaseEvent, frozen=True, tag="assigned"):
    card: int
    low: int
    high: int


class TookBack(BaseEvent, frozen=True, tag="took-back"):
    """A pair is free again."""

    card: int
    low: int
    high: int


class Defeated(BaseEvent, frozen=True, tag="defeated"):
    """A person left the path for a chip of this suit."""

    card: int
    suit: Suit


class Placed(BaseEvent, frozen=True, tag="placed"):
    """A chip on a location, from the player's own supply or the general one."""

    card: int
    suit: Suit
    own: bool


class Passed(BaseEvent, frozen=True, tag="passed"):
    """A location is complete and leaves the path with its chips."""

    card: int


class Averted(BaseEvent, frozen=True, tag="averted"):
    card: int


class AceTaken(BaseEvent, frozen=True, tag="ace-taken"):
    suit: Suit


class AcesLeft(BaseEvent, frozen=True, tag="aces-left"):
    """The player takes none."""


class Hurt(BaseEvent, frozen=True, tag="hurt"):
    """Each of these persons and exhausted locations did 1 damage; `damage` is the sum so far."""

    persons: tuple[int, ...]
    locations: tuple[int, ...]
    damage: int


class Happened(BaseEvent, frozen=True, tag="happened"):
    """An exhausted event happened. It cost a chip of `suit`, or none (None) if the player held neither suit."""

    card: int
    suit: Suit | None


class Exhausted(BaseEvent, frozen=True, tag="exhausted"):
    cards: tuple[int, ...]


class TurnedUp(BaseEvent, frozen=True, tag="turned-up"):
    cards: tuple[int, ...]


DiceEvent = Rolled | Assigned | TookBack
ActionEvent = Defeated | Placed | Passed | Averted | AceTaken | AcesLeft
Event = DiceEvent | ActionEvent | Hurt | Happened | Exhausted | TurnedUp
