"""What happened. An event with something hidden comes twice: for everyone without it, and for the seats that see it."""

from ..game import BaseEvent, Seat


class Settled(BaseEvent, frozen=True, tag="settled"):
    seat: Seat
    space: int


class Drew(BaseEvent, frozen=True, tag="drew"):
    """A player drew cards. `cards` is None for those who don't see them."""

    seat: Seat
    count: int
    cards: tuple[int, ...] | None = None


class PileEmptied(BaseEvent, frozen=True, tag="pile-emptied"):
    """This is the last turn before the grand finale, or of the game if there is none."""

    finale: bool


class FinaleBegan(BaseEvent, frozen=True, tag="finale-began"):
    pass


class Reshuffled(BaseEvent, frozen=True, tag="reshuffled"):
    """In the grand finale: the discards are a draw pile again."""

    count: int


class PlayedSet(BaseEvent, frozen=True, tag="played-set"):
    seat: Seat
    kind: int
    size: int
    jokers: int


class PlayedWizard(BaseEvent, frozen=True, tag="played-wizard"):
    seat: Seat
    joker: bool


class PlayedAdventure(BaseEvent, frozen=True, tag="played-adventure"):
    seat: Seat
    adventure: int


class PaidWizard(BaseEvent, frozen=True, tag="paid-wizard"):
    seat: Seat


class Raised(BaseEvent, frozen=True, tag="raised"):
    """A hand level and losses as they are now."""

    seat: Seat
    level: int
    losses: int


class Eased(BaseEvent, frozen=True, tag="eased"):
    """Four Fairies: losses as they are now."""

    seat: Seat
    losses: int


class Rolled(BaseEvent, frozen=True, tag="rolled"):
    seat: Seat
    roll: int


class Went(BaseEvent, frozen=True, tag="went"):
    seat: Seat
    origin: int
    space: int


class Found(BaseEvent, frozen=True, tag="found"):
    """A pawn reached a tile. The player takes gold; an adventure stays, face up. `fresh`: it was face down."""

    seat: Seat
    space: int
    tile: int
    fresh: bool


class Completed(BaseEvent, frozen=True, tag="completed"):
    seat: Seat
    space: int
    adventure: int


class LeftBehind(BaseEvent, frozen=True, tag="left-behind"):
    """The player left an adventure where it is. This doesn't tell whether they held its card."""

    seat: Seat
    space: int
    adventure: int


class LastTile(BaseEvent, frozen=True, tag="last-tile"):
    """The last quest tile has left the board: the game ends with this turn."""


class Turned(BaseEvent, frozen=True, tag="turned"):
    seat: Seat
    count: int


class Looked(BaseEvent, frozen=True, tag="looked"):
    seat: Seat
    space: int
    tile: int | None = None


class Robbed(BaseEvent, frozen=True, tag="robbed"):
    """A player took cards from another. `cards` is None for everyone but these two, unless hands are open."""

    seat: Seat
    victim: Seat
    count: int
    cards: tuple[int, ...] | None = None


class Sent(BaseEvent, frozen=True, tag="sent"):
    seat: Seat
    victim: Seat
    space: int


class Discarded(BaseEvent, frozen=True, tag="discarded"):
    seat: Seat
    card: int


class Idled(BaseEvent, frozen=True, tag="idled"):
    """In the grand finale: a turn without a card drawn or played."""

    seat: Seat


class HeroShown(BaseEvent, frozen=True, tag="hero-shown"):
    """A hero is shown at the end."""

    seat: Seat
    hero: int


PileEvent = Drew | PileEmptied | FinaleBegan | Reshuffled
CardEvent = PlayedSet | PlayedWizard | PlayedAdventure | PaidWizard | Raised | Eased | Discarded | Turned
LandEvent = Settled | Rolled | Went | Found | Completed | LeftBehind | LastTile | Looked
Event = PileEvent | CardEvent | LandEvent | Robbed | Sent | Idled | HeroShown
