"""The table that everyone sees, what one seat sees, and the whole state."""

from typing import Literal

from ..game import BaseView, Data, Seat
from .events import Event
from .incantations import Incantation


class Options(Data, frozen=True):
    """No variants."""


class Table(Data, frozen=True):
    """What everyone sees: all but the hand and the order of the deck."""

    step: Literal["play", "negate", "won", "lost"]  # what the game waits for, or how it ended
    hand_size: int
    deck_size: int
    incantations: tuple[Incantation, ...]  # finished or in progress
    discard: tuple[int, ...]  # oldest first
    wyrm: int | None  # to be negated
    aside: tuple[int, ...]  # Wyrms cards to be shuffled back once the hand is full
    shuffles: int  # of the deck, so far
    recent: tuple[Event, ...]  # public events of this turn, or of the last one
    coming: tuple[int, ...] = ()  # once all is turned up: the cards that would have come, the next one first


class Mine(Data, frozen=True):
    """What only the player sees."""

    seat: Seat
    hand: tuple[int, ...]  # oldest first


class View(BaseView[Table, Mine], frozen=True):
    pass


class State(Data, frozen=True):
    deck: tuple[int, ...]  # the last one is drawn next
    hand: tuple[int, ...]  # oldest first
    incantations: tuple[Incantation, ...] = ()
    discard: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()
    wyrm: int | None = None
    step: Literal["play", "negate", "won", "lost"] = "play"
    shuffles: int = 1
    recent: tuple[Event, ...] = ()
