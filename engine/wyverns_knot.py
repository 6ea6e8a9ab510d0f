"""Wyvern's Knot, by John Burns and Jonathan Gilmour: mages save dragon eggs from strike dragons, together.

A turn is one action in small steps, so that what a player sees before choosing is a move of its own:

    Research -> TurnUp | Point | PointStrike | Keep -> Advance
    Scout -> Advance
    Enchant -> Aim (-> Remove)
    Wild -> Aim (-> Place | Decline) (-> Remove)
    Distract

Only the end of the game, checked after every step, cuts that short. `Back` leaves Enchant or Wild before the egg is
named. Dragons are 0 to 9, rows 0 to 3 (A to D), cells 0 to 15 (row by row), positions in a tableau 0-based.
"""

from typing import Literal

from .game import Data, Seat

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
EVERYONE = None


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
    """Neither turn the card up nor point."""


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


Move = (
    Research | TurnUp | Point | PointStrike | Keep | Scout | Enchant | Wild | Aim | Back | Place | Decline | Remove
    | Distract | Advance
)

# -- Events. One that tells of a hidden card is told twice: to everyone without the dragon, to who saw it with it.


class Looked(Data, frozen=True, tag="looked"):
    """A face-down tableau card was looked at (a face-up one taken up: `dragon` for everyone)."""

    seat: Seat
    owner: Seat
    position: int
    dragon: int | None = None
    audience: tuple[Seat, ...] | None = EVERYONE


class TurnedUp(Data, frozen=True, tag="turned-up"):
    seat: Seat
    owner: Seat
    position: int
    dragon: int
    audience: tuple[Seat, ...] | None = EVERYONE


class Pointed(Data, frozen=True, tag="pointed"):
    """`cell` or `row` is None: the target is a grid card or a strike dragon."""

    seat: Seat
    owner: Seat
    position: int
    cell: int | None
    row: int | None
    audience: tuple[Seat, ...] | None = EVERYONE


class Kept(Data, frozen=True, tag="kept"):
    """Neither turned up nor pointed."""

    seat: Seat
    audience: tuple[Seat, ...] | None = EVERYONE


class Scouted(Data, frozen=True, tag="scouted"):
    seat: Seat
    cell: int
    dragon: int | None = None
    audience: tuple[Seat, ...] | None = EVERYONE


class Aimed(Data, frozen=True, tag="aimed"):
    """A card of the tableau and the egg it is tried on; `dragon` is the card's, now face up."""

    seat: Seat
    position: int
    cell: int
    dragon: int
    wild: bool
    audience: tuple[Seat, ...] | None = EVERYONE


class Saved(Data, frozen=True, tag="saved"):
    """`by_strike`: a wild card that was a face-up strike dragon; the egg itself stays unseen."""

    seat: Seat
    cell: int
    dragon: int
    by_strike: bool
    audience: tuple[Seat, ...] | None = EVERYONE


class Mismatched(Data, frozen=True, tag="mismatched"):
    """Card and egg leave the game. `dragon` is the egg's."""

    seat: Seat
    position: int
    cell: int
    card: int
    dragon: int
    audience: tuple[Seat, ...] | None = EVERYONE


class Advanced(Data, frozen=True, tag="advanced"):
    """`dragon` is known once the strike dragon is face up, so also as it arrives in column 5."""

    seat: Seat
    row: int
    column: int
    dragon: int | None
    audience: tuple[Seat, ...] | None = EVERYONE


class Lost(Data, frozen=True, tag="lost"):
    """A strike dragon took an egg."""

    cell: int
    dragon: int
    audience: tuple[Seat, ...] | None = EVERYONE


class Distracted(Data, frozen=True, tag="distracted"):
    seat: Seat
    position: int
    row: int
    column: int
    dragon: int
    audience: tuple[Seat, ...] | None = EVERYONE


class Left(Data, frozen=True, tag="left"):
    """A strike dragon is out of play: `home` back in column 0, else removed after a mismatch."""

    row: int
    dragon: int
    home: bool
    audience: tuple[Seat, ...] | None = EVERYONE


class Passed(Data, frozen=True, tag="passed"):
    """Passed over: no action is open to this seat."""

    seat: Seat
    audience: tuple[Seat, ...] | None = EVERYONE


class OutOfReach(Data, frozen=True, tag="out-of-reach"):
    """The eggs left no longer suffice; told once."""

    audience: tuple[Seat, ...] | None = EVERYONE


Event = (
    Looked | TurnedUp | Pointed | Kept | Scouted | Aimed | Saved | Mismatched | Advanced | Lost | Distracted | Left
    | Passed | OutOfReach
)

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
    """A card of a tableau; `gone` leaves its position empty."""

    face: Literal["down", "up", "gone"]
    dragon: int | None
    looked: tuple[Seat, ...]


class Chosen(Data, frozen=True):
    """What the turn in progress has settled so far (None: nothing yet)."""

    action: Literal["research", "scout", "enchant", "wild"]
    owner: Seat | None  # of the tableau card
    position: int | None
    cell: int | None


class Table(Data, frozen=True):
    """What everyone sees."""

    options: Options
    turn: Seat
    step: Literal["action", "claim", "advance", "aim", "place", "remove", "over"]  # what the turn waits for
    chosen: Chosen | None
    nest: tuple[Egg, ...]  # 16
    strikes: tuple[Strike, ...]  # 4
    tableaus: tuple[tuple[MageCard, ...], ...]  # by seat
    claims: tuple[Claim, ...]  # oldest first
    saved: int  # eggs
    left: int  # eggs neither saved nor lost
    recent: tuple[Event, ...]  # public events of the turn in progress; if it has none yet, of the turn before


class Mine(Data, frozen=True):
    """What one seat alone sees besides: the dragons it has looked at, None elsewhere."""

    seat: Seat
    nest: tuple[int | None, ...]  # 16
    tableaus: tuple[tuple[int | None, ...], ...]  # by seat


class View(Data, frozen=True):
    table: Table
    mine: Mine | None  # None: a spectator's view
