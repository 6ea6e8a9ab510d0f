"""The table that everyone sees, what one seat sees, and the whole state."""

from collections.abc import Iterable
from typing import ClassVar, Literal

from languages import later

from ..game import BaseView, Data, Seat
from .events import Event

DRAGONS = (  # the names are ours; a dragon is an index into them
    later("Cinderhorn"),
    later("Tidefin"),
    later("Briarback"),
    later("Rimeclaw"),
    later("Galewing"),
    later("Cragjaw"),
    later("Stormtail"),
    later("Moonveil"),
    later("Sunmane"),
    later("Duskeye"),
)
ROWS = "ABCD"
DECK = (*range(10), *range(10))  # the nest deck and the mage deck alike
SEATS = range(3, 6)
MOST_CARDS = 7  # in a tableau, of three players


class Options(Data, frozen=True):
    target: Literal[8, 10, 12, 14, 16] = 12  # eggs to save
    memory: bool = True  # a private view keeps showing what its seat has looked at


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


class State(Data, frozen=True):
    """What everyone sees, and all dragons as dealt. The table says what became of each card."""

    table: Table
    nest: tuple[int, ...]  # 16
    strikes: tuple[int, ...]  # 4
    tableaus: tuple[tuple[int, ...], ...]  # by seat


def tableaus_of(cards: tuple[int, ...], sizes: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    deck = iter(cards)
    return tuple(tuple(next(deck) for _ in range(size)) for size in sizes)
