"""What can happen."""

from ..game import BaseEvent


class Begun(BaseEvent, frozen=True, tag="begun"):
    card: int
    incantation: int


class Added(BaseEvent, frozen=True, tag="added"):
    card: int
    incantation: int


class Finished(BaseEvent, frozen=True, tag="finished"):
    """An incantation is complete; `count` is how many are."""

    incantation: int
    count: int


class Discarded(BaseEvent, frozen=True, tag="discarded"):
    card: int


class Drew(BaseEvent, frozen=True, tag="drew"):
    """Cards joined the hand. Only the player hears which."""

    count: int
    cards: tuple[int, ...] | None = None


class Rose(BaseEvent, frozen=True, tag="rose"):
    """A Wyrms card was drawn and must be negated."""

    wyrm: int


class Negated(BaseEvent, frozen=True, tag="negated"):
    """A card of the hand negated the Wyrms card."""

    wyrm: int
    card: int


class NegatedByTop(BaseEvent, frozen=True, tag="negated-by-top"):
    """The top of the deck negated the Wyrms card: `cards` were discarded; `aside` are Wyrms cards, which were set
    aside.
    """

    wyrm: int
    cards: tuple[int, ...]
    aside: tuple[int, ...]


class SetAside(BaseEvent, frozen=True, tag="set-aside"):
    """Wyrms cards drawn while an empty hand was refilled."""

    cards: tuple[int, ...]


class ShuffledBack(BaseEvent, frozen=True, tag="shuffled-back"):
    """The cards set aside are in the deck again."""

    cards: tuple[int, ...]


class RanOut(BaseEvent, frozen=True, tag="ran-out"):
    """A card had to be drawn and there was none."""


PlayEvent = Begun | Added | Finished | Discarded | Drew
Event = PlayEvent | Rose | Negated | NegatedByTop | SetAside | ShuffledBack | RanOut
