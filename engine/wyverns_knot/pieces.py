"""What Wyvern's Knot is made of: options, moves, events, what is seen, and what is so.

Dragons are 0 to 9, rows 0 to 3 (A to D), cells 0 to 15 (row by row), positions in a tableau 0-based.
"""

from collections.abc import Iterable
from typing import ClassVar, Literal

from ..game import BaseEvent, BaseView, Data, Seat

DRAGONS = (  # the names are ours; a dragon is an index into them
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
    memory: bool = True  # a private view keeps showing what its seat has looked at


# -- Moves


class Research(Data, frozen=True, tag="research"):
    """Look at a face-down card of another player, or take up a face-up one to point with it."""

    owner: Seat
    position: int


class TurnUp(Data, frozen=True, tag="turn-up"):
    """Turn the card just looked at face up."""


class Point(Data, frozen=True, tag="point"):
    """Claim that the card researched matches a grid card."""

    cell: int


class PointStrike(Data, frozen=True, tag="point-strike"):
    """Claim that the card researched matches a strike dragon."""

    row: int


class Keep(Data, frozen=True, tag="keep"):
    """End a research without turning the card up or pointing."""


class Scout(Data, frozen=True, tag="scout"):
    """Look at a face-down grid card, alone."""

    cell: int


class Enchant(Data, frozen=True, tag="enchant"):
    """Begin an attempt with one of your cards; Aim names the egg."""

    position: int


class Wild(Data, frozen=True, tag="wild"):
    """Begin a wild enchantment with one of your face-down cards; Aim names the egg."""

    position: int


class Aim(Data, frozen=True, tag="aim"):
    cell: int


class Back(Data, frozen=True, tag="back"):
    """Go back and choose another action."""


class Place(Data, frozen=True, tag="place"):
    """The wild card turned out to be a strike dragon: save any egg in that dragon's row."""

    cell: int


class Decline(Data, frozen=True, tag="decline"):
    """Don't use that chance: compare the card with the egg that was aimed at."""


class Remove(Data, frozen=True, tag="remove"):
    """After a mismatch: take a strike dragon out of play."""

    row: int


class Distract(Data, frozen=True, tag="distract"):
    """Discard one of your face-up cards to move the matching face-up strike dragon back one column."""

    position: int
    row: int


class Advance(Data, frozen=True, tag="advance"):
    row: int


class Blind(Data, frozen=True, tag="blind"):
    """A look that somebody makes for an empty seat: nobody sees the card, that seat neither."""

    look: Research | Scout


Action = Research | Scout | Enchant | Wild | Distract
Choice = TurnUp | Point | PointStrike | Keep | Aim | Back | Place | Decline
Move = Action | Blind | Choice | Remove | Advance

# -- Events. A look at a hidden card is told twice: to everyone without the dragon, and to the seat that saw it.


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
    """A look for an empty seat, which shows nobody anything: at a tableau card or a grid card, the other is None."""

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
    """`by_strike`: the wild card was a face-up strike dragon, so the egg itself stays unseen."""

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
    """`dragon` is None while the strike dragon is face down. In column 5 it turns face up."""

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

# -- What is seen


class Claim(Data, frozen=True):
    """A pointing by `seat`: this tableau card matches this grid card, or this strike dragon (the other is None)."""

    seat: Seat
    owner: Seat
    position: int
    cell: int | None
    row: int | None


class Egg(Data, frozen=True):
    """A grid card. `dragon` is None until everyone knows it."""

    fate: Literal["down", "saved", "lost"]
    dragon: int | None
    saver: Seat | None  # who saved it
    cover: int | None  # the dragon on the card that saved it
    looked: tuple[Seat, ...]  # who has looked at it while it lay face down


class Strike(Data, frozen=True):
    """The strike dragon of a row. It moves right while face down, then left; out of play its column is 0."""

    column: int
    face: Literal["down", "up", "gone"]
    dragon: int | None


class MageCard(Data, frozen=True):
    """A card of a tableau. If `gone`, its place stays empty. It was face up when it left, so its dragon is known."""

    face: Literal["down", "up", "gone"]
    dragon: int | None
    looked: tuple[Seat, ...]


# What has been chosen in this turn: the tableau card, by its owner and position, and the grid card.


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
    cell: int | None = None  # None until the egg is named


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
    recent: tuple[Event, ...]  # public events of this turn, or of the one before if it has none yet


class Mine(Data, frozen=True):
    """What only one seat sees: the dragons that it has looked at, None elsewhere.

    They stay even if the card was turned up since. Without the option `memory` only the card looked at in this turn is
    shown.
    """

    seat: Seat
    nest: tuple[int | None, ...]  # 16
    tableaus: tuple[tuple[int | None, ...], ...]  # by seat


class View(BaseView[Table, Mine], frozen=True):
    pass


# -- What is so


class State(Data, frozen=True):
    """What everyone sees, and all dragons as dealt. The table says what became of each card."""

    table: Table
    nest: tuple[int, ...]  # 16
    strikes: tuple[int, ...]  # 4
    tableaus: tuple[tuple[int, ...], ...]  # by seat


def tableaus_of(cards: tuple[int, ...], sizes: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    deck = iter(cards)
    return tuple(tuple(next(deck) for _ in range(size)) for size in sizes)
