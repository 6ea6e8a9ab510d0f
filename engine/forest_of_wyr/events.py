"""What happened."""

from typing import Literal

from ..game import BaseEvent


class TurnedUp(BaseEvent, frozen=True, tag="turned-up"):
    """A flight card was turned up."""

    round: int
    card: int


class Calm(BaseEvent, frozen=True, tag="calm"):
    """No raven flies in this round."""

    round: int


class Flew(BaseEvent, frozen=True, tag="flew"):
    """One raven, one space."""

    origin: int
    to: int


class Reshuffled(BaseEvent, frozen=True, tag="reshuffled"):
    deck: Literal["flight", "strength"]


class Attacked(BaseEvent, frozen=True, tag="attacked"):
    cards: tuple[int, ...]


class Defended(BaseEvent, frozen=True, tag="defended"):
    """A card played against an attack of this strength, and the whole defence so far."""

    card: int
    defence: int
    strength: int


class Freed(BaseEvent, frozen=True, tag="freed"):
    """A raven is free; its spellshard goes to the discard pile."""

    shard: int


class Withstood(BaseEvent, frozen=True, tag="withstood"):
    """An attack is over and the raven stays. `health` is what is left of it."""

    damage: int
    health: int


class Invoked(BaseEvent, frozen=True, tag="invoked"):
    card: int


class Mirrored(BaseEvent, frozen=True, tag="mirrored"):
    """Cheval Glass turned the top strength card into defence."""

    card: int
    defence: int
    strength: int


class Redrawn(BaseEvent, frozen=True, tag="redrawn"):
    """Aspect Construction exchanged strength cards."""

    old: tuple[int, ...]
    new: tuple[int, ...]
    strength: int


class Seen(BaseEvent, frozen=True, tag="seen"):
    """The wanderer looked at the top spellshards. Everyone else hears only how many."""

    count: int
    shards: tuple[int, ...] | None = None


class Landed(BaseEvent, frozen=True, tag="landed"):
    """Wings of the Raven carried the wanderer. `escaped`: out of an attack."""

    space: int
    escaped: bool


class PickedUp(BaseEvent, frozen=True, tag="picked-up"):
    """The discard pile went into the hand."""

    cards: tuple[int, ...]


class Strode(BaseEvent, frozen=True, tag="strode"):
    """A card was played to move; `reach` is how far all cards so far allow."""

    card: int
    reach: int


class Walked(BaseEvent, frozen=True, tag="walked"):
    space: int
    steps: int


class Lost(BaseEvent, frozen=True, tag="lost"):
    """The nights are over, and the wanderer is lost."""


class GaveUp(BaseEvent, frozen=True, tag="gave-up"):
    pass


FlightEvent = TurnedUp | Calm | Flew | Reshuffled
AttackEvent = Attacked | Defended | Freed | Withstood
ShardEvent = Invoked | Mirrored | Redrawn | Seen | Landed
Event = FlightEvent | AttackEvent | ShardEvent | PickedUp | Strode | Walked | Lost | GaveUp
REVEALING = frozenset((TurnedUp, Attacked, Freed, Mirrored, Redrawn, Seen))
