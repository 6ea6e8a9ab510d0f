"""What happened. A look at a hidden card is told twice: to everyone without the dragon, and to the seat that saw it."""

from ..game import BaseEvent, Seat


class Looked(BaseEvent, frozen=True, tag="looked"):
    """A look at a face-down tableau card. If a face-up card was taken up, everyone hears the `dragon`."""

    seat: Seat
    owner: Seat
    position: int
    dragon: int | None = None


class TurnedUp(BaseEvent, frozen=True, tag="turned-up"):
    seat: Seat
    owner: Seat
    position: int
    dragon: int


class Pointed(BaseEvent, frozen=True, tag="pointed"):
    """The target is a grid card (`cell`) or a strike dragon (`row`); the other is None."""

    seat: Seat
    owner: Seat
    position: int
    cell: int | None
    row: int | None


class Kept(BaseEvent, frozen=True, tag="kept"):
    """Neither turned up nor pointed."""

    seat: Seat


class Scouted(BaseEvent, frozen=True, tag="scouted"):
    seat: Seat
    cell: int
    dragon: int | None = None


class Unseen(BaseEvent, frozen=True, tag="unseen"):
    """A look made for an empty seat: nobody sees the card. Of a grid card only `cell` is set, of another the rest."""

    seat: Seat
    owner: Seat | None
    position: int | None
    cell: int | None


class Aimed(BaseEvent, frozen=True, tag="aimed"):
    """A card is tried on an egg. `dragon` is the card's, now face up."""

    seat: Seat
    position: int
    cell: int
    dragon: int
    wild: bool


class Saved(BaseEvent, frozen=True, tag="saved"):
    """An egg is saved. `by_strike`: the wild card was a face-up strike dragon, so the egg itself stays unseen."""

    seat: Seat
    cell: int
    dragon: int
    by_strike: bool


class Mismatched(BaseEvent, frozen=True, tag="mismatched"):
    """Card and egg leave the game. `dragon` is the egg's."""

    seat: Seat
    position: int
    cell: int
    card: int
    dragon: int


class Advanced(BaseEvent, frozen=True, tag="advanced"):
    """A strike dragon moved. `dragon` is None while it is face down. In column 5 it turns face up."""

    seat: Seat
    row: int
    column: int
    dragon: int | None


class Lost(BaseEvent, frozen=True, tag="lost"):
    """A strike dragon took an egg."""

    cell: int
    dragon: int


class Distracted(BaseEvent, frozen=True, tag="distracted"):
    seat: Seat
    position: int
    row: int
    column: int
    dragon: int


class Left(BaseEvent, frozen=True, tag="left"):
    """A strike dragon is out of play: it came `home` to column 0, or was removed after a mismatch."""

    row: int
    dragon: int
    home: bool


class Passed(BaseEvent, frozen=True, tag="passed"):
    """This seat has no action left and is passed over."""

    seat: Seat


class OutOfReach(BaseEvent, frozen=True, tag="out-of-reach"):
    """The target can't be reached any more; told once."""


CardEvent = Looked | TurnedUp | Pointed | Kept | Scouted | Unseen | Aimed | Saved | Mismatched
StrikeEvent = Advanced | Lost | Distracted | Left
Event = CardEvent | StrikeEvent | Passed | OutOfReach
