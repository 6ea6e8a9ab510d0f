"""The table that everyone sees, what one seat sees, and the whole state."""

from typing import Literal

from ..game import BaseView, Data, Seat
from .events import Event


class Options(Data, frozen=True):
    mode: Literal["compete", "coop", "solo"] = "compete"
    hand_level: Literal["by_players", "by_seat"] = "by_players"  # how many cards a hand may keep at first
    special_actions: bool = True  # adventure cards may be played for their colour
    finale: bool = True  # the grand finale after the draw pile
    manoeuvres: bool = True  # the unfriendly manoeuvre
    heroes: bool = True
    simple_scoring: bool = False  # adventures alone count; gold coins break a tie
    open_hands: bool = False


class Quest(Data, frozen=True):
    """A quest space.

    Its tile is face down, face up or gone. `tile` is None while it is face down, until all is turned up at the end.
    """

    face: Literal["down", "up", "gone"]
    tile: int | None
    looked: tuple[Seat, ...]  # who has looked at it


class Player(Data, frozen=True):
    pawn: int | None  # None before it is placed
    level: int  # the most cards the hand may hold at the end of a turn
    losses: int
    cards: int  # in hand
    villages: int  # gold tiles on their worthless side
    gold: int  # gold tiles on their gold side
    completed: tuple[int, ...]  # adventures, in the order in which they were completed
    hero: int | None  # None until the end, and always in games without heroes


Source = Literal["knight", "warrior", "fairy", "red", "yellow", "green"]  # cards of a set, or an adventure's colour


class Effect(Data, frozen=True):
    """The effect of a card or a set, in progress.

    `left` counts the movements, flips or looks that are left, including the one to be chosen now. `roll` is the die for
    a Knight's next movement.
    """

    source: Source
    left: int
    roll: int | None


class Passage(Data, frozen=True, array_like=True):
    """Cards that went from one place to another, as everyone sees it.

    `origin` is a hand, or None for the pile. `to` is a hand, or None if the cards were laid open. If both are None, the
    discards became the pile. `cards` is None if not everyone saw them; the two seats involved know them.
    """

    origin: Seat | None
    to: Seat | None
    count: int
    cards: tuple[int, ...] | None


class Table(Data, frozen=True, omit_defaults=True):
    """What everyone sees. Games from before the fields with defaults are still stored without them."""

    options: Options
    turn: Seat
    # What the turn waits for. "play": the player plays a card or a set, or ends the turn.
    step: Literal["settle", "play", "go", "adventure", "turn", "look", "rob", "send", "discard", "over"]
    effect: Effect | None
    victim: Seat | None  # just robbed, and about to be sent to a guild space
    phase: Literal["main", "last", "finale"]  # "last": the turn that emptied the draw pile
    players: tuple[Player, ...]  # by seat
    quests: tuple[Quest, ...]  # 26, by space
    tiles_left: int  # on the board
    pile: int  # how many cards are left to draw
    discards: tuple[int, ...]  # oldest first
    spent: int  # Wizards paid in the grand finale, out of the game
    played: bool  # a card, in this turn
    paid: bool  # a Wizard, in this turn
    robbed: bool  # somebody, in this turn
    idle: int  # turns in a row without a card drawn or played, in the grand finale
    piles: int  # shuffled so far
    rolls: int  # so far
    thefts: int  # so far
    hands: tuple[tuple[int, ...], ...] | None  # by seat, where hands are open
    passages: tuple[Passage, ...]  # of all cards since the deal, so that one can count what a hand may hold
    recent: tuple[Event, ...]  # public events of this turn; until its first move, also of the one before
    earlier: int  # how many of `recent` belong to the turn before
    stock: tuple[int, ...] | None = None  # the draw pile, next card first, once the game is over and all is turned up


class Known(Data, frozen=True):
    """Cards that `holder` stole from `knower` and still holds. Both know them."""

    knower: Seat
    holder: Seat
    cards: tuple[int, ...]


class Mine(Data, frozen=True):
    """What only one seat sees."""

    seat: Seat
    hand: tuple[int, ...]
    hero: int | None
    tiles: tuple[int | None, ...]  # 26: the face-down tiles it has looked at, None elsewhere
    known: tuple[Known, ...]  # those in which this seat is one of the two
    dealt: tuple[tuple[int, ...] | None, ...]  # the cards of each hidden passage, None if this seat didn't see them


class View(BaseView[Table, Mine], frozen=True):
    pass


class State(Data, frozen=True):
    """What everyone sees, and what is hidden."""

    table: Table
    tiles: tuple[int, ...]  # 26, by space, as they were laid out
    hands: tuple[tuple[int, ...], ...]  # by seat, each in order
    heroes: tuple[int, ...]  # by seat, then those not dealt; empty in games without heroes
    pile: tuple[int, ...]  # the last one is drawn next
    known: tuple[Known, ...]
    dealt: tuple[tuple[int, ...], ...]  # the cards of each hidden passage, in order
