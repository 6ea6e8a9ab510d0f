"""What Wyvern's Knot is made of: options, moves, events, what is seen, and what is so.

Dragons are 0 to 9, rows 0 to 3 (A to D), cells 0 to 15 (row by row), positions in a tableau 0-based.
"""

from collections.abc import Iterable
from typing import ClassVar, Literal

from ..game import BaseEvent, BaseView, Data, Seat

DRAGONS = (  # ours; a dragon is its place in this line
    "Cinderhorn",
    "Tidefin",
    "Briarback",
    "Rimeclaw",
    "Galewing",
    "Cragjaw",
    "Stormtail",
    "Moonveil",
    "Sunmane",
    "Duskeye",
)
ROWS = "ABCD"
DECK = (*range(10), *range(10))  # the nest deck and the mage deck alike
SEATS = range(3, 6)
MOST_CARDS = 7  # in a tableau, of three players


class Options(Data, frozen=True):
    target: Literal[8, 10, 12, 14, 16] = 12  # eggs to save
    memory: bool = True  # a private view goes on showing what its seat has looked at


# -- Moves


class Research(Data, frozen=True, tag="research"):
    """Look at a face-down card in front of another player, or take up a face-up one to point from it."""

    owner: Seat
    position: int


class TurnUp(Data, frozen=True, tag="turn-up"):
    """Turn the card just looked at face up, for all."""


class Point(Data, frozen=True, tag="point"):
    """Claim that the card researched matches a grid card."""

    cell: int


class PointStrike(Data, frozen=True, tag="point-strike"):
    """Claim that the card researched matches a strike dragon."""

    row: int


class Keep(Data, frozen=True, tag="keep"):
    """Neither turn the card up nor point: so ends the research of a face-up card, too, with which nobody points."""


class Scout(Data, frozen=True, tag="scout"):
    """Look at a face-down grid card, alone."""

    cell: int


class Enchant(Data, frozen=True, tag="enchant"):
    """Begin an attempt with a card of one's own; Aim names the egg."""

    position: int


class Wild(Data, frozen=True, tag="wild"):
    """Begin a wild enchantment with a face-down card of one's own; Aim names the egg."""

    position: int


class Aim(Data, frozen=True, tag="aim"):
    cell: int


class Back(Data, frozen=True, tag="back"):
    """Take up another action after all."""


class Place(Data, frozen=True, tag="place"):
    """Save any unsaved egg in the row of the strike dragon that the wild card turned out to be."""

    cell: int


class Decline(Data, frozen=True, tag="decline"):
    """Leave that chance and compare the egg first chosen."""


class Remove(Data, frozen=True, tag="remove"):
    """After a mismatch: take a strike dragon out of play."""

    row: int


class Distract(Data, frozen=True, tag="distract"):
    """Discard a face-up card of one's own to move its face-up strike dragon back one column."""

    position: int
    row: int


class Advance(Data, frozen=True, tag="advance"):
    row: int


Action = Research | Scout | Enchant | Wild | Distract
Choice = TurnUp | Point | PointStrike | Keep | Aim | Back | Place | Decline
Move = Action | Choice | Remove | Advance

# -- Events. One that tells of a hidden card is told twice: to everyone without the dragon, to who saw it with it.


class Looked(BaseEvent, frozen=True, tag="looked"):
    """A face-down tableau card was looked at (a face-up one taken up: `dragon` for everyone)."""

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
    """`cell` or `row` is None: the target is a grid card or a strike dragon."""

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


class Aimed(BaseEvent, frozen=True, tag="aimed"):
    """A card of the tableau and the egg it is tried on; `dragon` is the card's, now face up."""

    seat: Seat
    position: int
    cell: int
    dragon: int
    wild: bool


class Saved(BaseEvent, frozen=True, tag="saved"):
    """`by_strike`: a wild card that was a face-up strike dragon; the egg itself stays unseen."""

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
    """`dragon` is known once the strike dragon is face up, so also as it arrives in column 5."""

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
    """A strike dragon is out of play: `home` back in column 0, else removed after a mismatch."""

    row: int
    dragon: int
    home: bool


class Passed(BaseEvent, frozen=True, tag="passed"):
    """Passed over: no action is open to this seat."""

    seat: Seat


class OutOfReach(BaseEvent, frozen=True, tag="out-of-reach"):
    """The eggs left no longer suffice; told once."""


CardEvent = Looked | TurnedUp | Pointed | Kept | Scouted | Aimed | Saved | Mismatched
StrikeEvent = Advanced | Lost | Distracted | Left
Event = CardEvent | StrikeEvent | Passed | OutOfReach

# -- What is seen


class Claim(Data, frozen=True):
    """A pointing by `seat`: this tableau card matches this grid card, or this strike dragon (the other is None)."""

    seat: Seat
    owner: Seat
    position: int
    cell: int | None
    row: int | None


class Egg(Data, frozen=True):
    """A grid card. `dragon` is None while nobody but its lookers knows it."""

    fate: Literal["down", "saved", "lost"]
    dragon: int | None
    saver: Seat | None  # who saved it
    cover: int | None  # the dragon lying on it that saved it
    looked: tuple[Seat, ...]  # who has looked at it while it lay face down


class Strike(Data, frozen=True):
    """The strike dragon of a row. Face down it heads right, face up left; out of play its column is 0."""

    column: int
    face: Literal["down", "up", "gone"]
    dragon: int | None


class MageCard(Data, frozen=True):
    """A card of a tableau; `gone` leaves its position empty. It was face up as it left, so its dragon stays known."""

    face: Literal["down", "up", "gone"]
    dragon: int | None
    looked: tuple[Seat, ...]


# What the turn in progress has settled so far: the tableau card, by its owner and position, and the grid card.


class Researching(Data, frozen=True, tag_field="action", tag="research"):
    action: ClassVar[str] = "research"
    owner: Seat
    position: int
    cell: None = None


class Scouting(Data, frozen=True, kw_only=True, tag_field="action", tag="scout"):
    action: ClassVar[str] = "scout"
    owner: None = None
    position: None = None
    cell: int


class Enchanting(Data, frozen=True, tag_field="action", tag="enchant"):
    action: ClassVar[str] = "enchant"
    owner: Seat
    position: int
    cell: int | None = None  # None till the egg is named


class WildEnchanting(Enchanting, frozen=True, tag="wild"):
    action: ClassVar[str] = "wild"


Chosen = Researching | Scouting | Enchanting | WildEnchanting


class Table(Data, frozen=True):
    """What everyone sees."""

    options: Options
    turn: Seat
    step: Literal["action", "claim", "advance", "aim", "place", "remove", "over"]  # what the turn waits for
    chosen: Chosen | None  # None: nothing yet
    nest: tuple[Egg, ...]  # 16
    strikes: tuple[Strike, ...]  # 4
    tableaus: tuple[tuple[MageCard, ...], ...]  # by seat
    claims: tuple[Claim, ...]  # oldest first
    saved: int  # eggs
    left: int  # eggs neither saved nor lost
    recent: tuple[Event, ...]  # public events of the turn in progress; if it has none yet, of the turn before


class Mine(Data, frozen=True):
    """What one seat alone sees besides: the dragons it has looked at, None elsewhere.

    A card that was looked at and has come to light since is still shown. Without `memory`, only the look of the turn
    in progress is.
    """

    seat: Seat
    nest: tuple[int | None, ...]  # 16
    tableaus: tuple[tuple[int | None, ...], ...]  # by seat


class View(BaseView[Table, Mine], frozen=True):
    pass


# -- What is so


class State(Data, frozen=True):
    """What everyone sees, and every dragon. Cards stay where they were dealt; the table says what became of them."""

    table: Table
    nest: tuple[int, ...]  # 16
    strikes: tuple[int, ...]  # 4
    tableaus: tuple[tuple[int, ...], ...]  # by seat


def tableaus_of(cards: tuple[int, ...], sizes: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    deck = iter(cards)
    return tuple(tuple(next(deck) for _ in range(size)) for size in sizes)
