"""What every game promises. The rules of one game are one module beside this one."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from .chance import Chance

Seat = int  # 0-based, clockwise; seat 0 goes first, so a table seats its first player there


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Immutable, comparable, and safe to write to and read from JSON."""


class IllegalMove(Exception):
    """The rules don't allow it. The message is a sentence for the player; nothing has changed."""


def require_options(kind: type[Data], options: Any) -> None:
    """Raises IllegalMove unless `options` are this game's, each of them a choice that it declares (1 isn't True)."""
    if type(options) is not kind:
        raise IllegalMove("These aren't options of this game.")
    for field in msgspec.structs.fields(kind):
        value = getattr(options, field.name)
        try:
            fits = repr(msgspec.convert(value, field.type)) == repr(value)
        except msgspec.ValidationError:
            fits = False
        if not fits:
            raise IllegalMove(f"This game offers no such choice of {field.name.replace('_', ' ')}.")


class Outcome(Data, frozen=True):
    """How a game ended.

    `won` is None where players compete. `scores` has one entry a seat (co-operative: the same for all).
    `tiebreak` compares equal scores of won solitaires, larger is better.
    """

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    won: bool | None
    headline: str
    tiebreak: tuple[int, ...] = ()


Table = TypeVar("Table", bound=Data, covariant=True)
Mine = TypeVar("Mine", bound=Data, covariant=True)


class BaseView(Data, Generic[Table, Mine], frozen=True):
    """All that one seat knows, or a spectator. A game's own view names its two parts."""

    table: Table  # what everyone sees: the same in all views of a state
    mine: Mine | None  # what the seat alone sees besides; None: a spectator's view


AnyView = BaseView[Data, Data]


class BaseEvent(Data, frozen=True, kw_only=True):
    """One thing that a move did, as it is told. A game's own events say what."""

    audience: tuple[Seat, ...] | None = None  # the seats that hear this; None: everyone


Options = TypeVar("Options", bound=Data)
State = TypeVar("State", bound=Data)
Move = TypeVar("Move", bound=Data)
View = TypeVar("View", bound=AnyView)
Event = TypeVar("Event", bound=BaseEvent)


class Step(msgspec.Struct, Generic[State, Event], frozen=True):
    """What one move led to.

    `events` in order: each that everyone hears, and after it the same event as some seats hear it instead, with these
    as its audience. So `(Drew(0), Drew(0, card, audience=(0,)))` tells seat 0 which card it drew, the others only that
    it drew one. `heard` gives what a seat hears. Nothing is told to some seats alone: everyone hears that it happened.

    `reveals`: somebody learned something, so the move can't be taken back.
    """

    state: State
    events: tuple[Event, ...] = ()
    reveals: bool = False


def heard(events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
    """What `seat` hears of a step's events, or a spectator (None)."""
    told: list[Event] = []
    for event in events:
        if event.audience is None:
            told.append(event)
        elif seat in event.audience:
            told[-1:] = [event]
    return tuple(told)


@dataclass(frozen=True, kw_only=True)
class Game(Generic[Options, State, Move, View, Event]):
    """A game: its types and the pure functions that are its rules. Each game's module makes one, at its end."""

    key: str
    title: str
    seats: range
    version: int  # raised when a change makes an old game play out differently
    earlier: "tuple[AnyGame, ...]" = ()  # older versions, kept so that what they dealt plays on
    # Fields are bool or Literal; new() refuses, in words, any other and what doesn't fit the seats
    options: type[Options]
    alone: Options | None = None  # what one plays alone by; None: it takes more than one
    state: type[State]
    move: Any  # the union of the moves, as msgspec reads it
    view_type: type[View]
    event: Any  # the union of the events
    cooperative: Callable[[Options], bool]  # the seats win or lose together: others may play a vacant one
    concession: Any = None  # the move that gives the game up: no choice beside a lone other one
    difficulty: Callable[[Options], int] = lambda options: 0  # among groups that won, the greater ranks first
    first_by_lot: bool = False  # if nobody says that they go first, chance decides instead of the host
    secret_choices: bool = False  # what is legal depends on a hidden hand: playing a lone move unasked would tell of it

    # Who sits in one seat may act for a vacant one where they co-operate, but the rules may hide something from their
    # own seat: `stand_in` leaves it out of the vacant seat's view, and what is `withheld` they don't hear either.
    stand_in: Callable[[View, Seat], View] = lambda view, own: view
    withheld: Callable[[Event, Seat], bool] = lambda event, own: False

    new: Callable[[int, Options, Chance], State]
    to_act: Callable[[State], Seat | None]
    legal_moves: Callable[[State], Sequence[Move]]
    play: Callable[[State, Move, Chance], Step[State, Event]]
    view: Callable[[State, Seat | None], View]
    # Everyone's view of a game that is over, given up ones too, with all that was hidden turned up: shown once nobody
    # may still play the same deal. None: nothing stays hidden.
    revealed: Callable[[State], View] | None = None
    outcome: Callable[[State], Outcome | None]
    imagine: Callable[[View, Chance], State]
    census: Callable[[State], Counter[Hashable]] = lambda state: Counter()  # every card, tile and token by kind
    no_census: str = ""  # of a game without any, such as one of dice: why there is nothing to count, in a sentence
    tell: Callable[[Event], str]  # a sentence; {0} is the name of seat 0

    def forced(self, state: State) -> Move | None:
        """The move that is played by itself, because nothing else can be done but to give up."""
        if self.secret_choices or self.to_act(state) is None:
            return None
        moves = [move for move in self.legal_moves(state) if move != self.concession]
        return moves[0] if len(moves) == 1 else None


AnyGame = Game[Any, Any, Any, Any, Any]


def encode(data: Any) -> bytes:
    return msgspec.json.encode(data)


def decode(kind: Any, text: bytes) -> Any:
    """Raises msgspec.ValidationError or msgspec.DecodeError for anything that is not a `kind`."""
    return msgspec.json.decode(text, type=kind)
