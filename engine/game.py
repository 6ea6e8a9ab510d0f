"""What every game promises. The rules of each game are a module or a folder beside this one."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from typing import Any, Generic, TypeVar

import msgspec

from languages import later, say

from .chance import Chance

Seat = int  # 0-based, clockwise; seat 0 goes first, so a table seats its first player there


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An immutable record that can be compared, and written to and read from JSON.

    It can't contain itself, so the garbage collector needn't look at it (`gc=False`).
    """


OVER = later("The game is over.")  # for a player who tries something then


class IllegalMove(Exception):
    """The rules don't allow it. The message is a sentence for the player; nothing has changed."""


def require_options(kind: type[Data], options: object) -> None:
    """Raises IllegalMove unless `options` are of this kind and each value is one that it declares (1 isn't True)."""
    if type(options) is not kind:
        raise IllegalMove(say("These aren't options of this game."))
    for field in _fields(kind):
        value = getattr(options, field.name)
        try:
            fits = repr(msgspec.convert(value, field.type)) == repr(value)
        except msgspec.ValidationError:
            fits = False
        if not fits:
            option = field.name.replace("_", " ")
            raise IllegalMove(say("This game offers no such choice of {option}.", option=option))


@cache  # reading a class's annotations takes longer than a move
def _fields(kind: type[Data]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind)


class Outcome(Data, frozen=True):
    """How a game ended.

    A single player, or all together, win or lose (`won`), or they only have a score (`won` is None, no `winners`). If
    players compete, `won` is None too, and somebody always wins: equal players all do. `scores` has one entry for
    each seat (co-operative: the same for all). `tiebreak` compares equal scores of solitaires
    that are all won or all lost; larger is better.
    """

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    won: bool | None
    tiebreak: tuple[int, ...] = ()

    def has_won(self, seat: Seat) -> bool | None:
        """Whether this seat has won; None if the game has only a score."""
        return seat in self.winners if self.winners or self.won is not None else None

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the win if players compete, else one share for all together."""
        if self.won is not None or not self.winners:
            return (float(self.won is True),)
        return tuple([(seat in self.winners) / len(self.winners) for seat in range(len(self.scores))])

    @property
    def losers(self) -> tuple[Seat, ...]:
        return tuple([seat for seat in range(len(self.scores)) if self.has_won(seat) is False])


Table = TypeVar("Table", bound=Data, covariant=True)
Mine = TypeVar("Mine", bound=Data, covariant=True)


class BaseView(Data, Generic[Table, Mine], frozen=True):
    """All that one seat or a spectator knows. A game's own view gives the types of the two parts."""

    table: Table  # what everyone sees: the same in all views of a state
    mine: Mine | None  # what only this seat sees; None in a spectator's view


AnyView = BaseView[Data, Data]


class BaseEvent(Data, frozen=True, kw_only=True):
    """One thing that a move did. A game's own events say what."""

    audience: tuple[Seat, ...] | None = None  # the seats that hear this; None: everyone


Options = TypeVar("Options", bound=Data)
State = TypeVar("State", bound=Data)
Move = TypeVar("Move", bound=Data)
View = TypeVar("View", bound=AnyView)
Event = TypeVar("Event", bound=BaseEvent)


class Step(msgspec.Struct, Generic[State, Event], frozen=True, gc=False):
    """What one move led to.

    `events` are in order. Everyone hears each event that has no audience. An event with an audience stands right after
    the public one and replaces it for those seats: `(Drew(0), Drew(0, card, audience=(0,)))` tells seat 0 which card it
    drew, and the others only that it drew one. So everyone hears of everything that happens. See `heard`.

    `reveals`: somebody learned something, so the move can't be taken back.
    """

    state: State
    events: tuple[Event, ...] = ()
    reveals: bool = False


def heard(events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
    """What `seat`, or a spectator (None), hears of a step's events."""
    if seat is None:
        return tuple([event for event in events if event.audience is None])
    events_heard: list[Event] = []
    for event in events:
        if event.audience is None:
            events_heard.append(event)
        elif seat in event.audience:
            events_heard[-1:] = [event]
    return tuple(events_heard)


Place = tuple[str | int, ...]  # such as ("egg", 3)


@dataclass(frozen=True)
class Hidden(Generic[State]):
    """A group of things that somebody may not know by the rules: for all they know, each may lie in any of the places.

    The tests deal the things again in other orders, and that person may not notice it.
    """

    what: str  # such as "eggs and strike dragons"
    places: tuple[Place, ...]
    things: tuple[int, ...]  # what lies in each place
    # The state with these in the places instead; None if the rules never lead there
    deal: Callable[[tuple[int, ...]], State | None]
    sides: int = 0  # of dice: each may show 1 to this, whatever the others show


@dataclass(frozen=True, kw_only=True)
class Game(Generic[Options, State, Move, View, Event]):
    """A game: its types and the pure functions that are its rules. The last lines of a game's rules make one."""

    key: str
    title: str
    seats: range
    version: int  # raised when a change makes an old game play out differently
    earlier: "tuple[AnyGame, ...]" = ()  # older versions, kept so that what they dealt plays on
    # Each field is a bool or a Literal. `new` refuses, in words, other values and options that don't fit the seats.
    options: type[Options]
    alone: Options | None = None  # the options for one player; None: it takes more than one
    state: type[State]
    move: Any  # the union of the moves, as msgspec reads it
    view_type: type[View]
    event: Any  # the union of the events
    cooperative: Callable[[Options], bool]  # the seats win or lose together, so others may play a vacant one
    concession: Any = None  # the move that gives a solitaire up: not offered beside others, it has its own button
    difficulty: Callable[[Options], int] = lambda options: 0  # a won game of greater difficulty ranks first
    # Nobody wins or loses, and the game ends with a score alone
    scored: Callable[[Options], bool] = lambda options: False
    daily: bool = False  # it is a deal of the day, played alone
    weekly: bool = False  # it is the deal of the week, for a group; one game is
    random_first_player: bool = False  # if nobody says that they go first, chance decides instead of the host
    # Legal moves depend on a hidden hand, so at a table in a channel, where others watch, none is played unasked
    secret_choices: bool = False

    # In a co-operative game a player may act for a vacant seat. They may not see all that this seat has learned in
    # private: `redact_for` removes it from the seat's view, and they don't hear the seat's own events that are
    # `withheld`. `unseen` turns a move into the one that is made for a vacant seat: if the move looks at something,
    # nobody sees it. `play` accepts both; `legal_moves` lists only the first.
    redact_for: Callable[[View], View] = lambda view: view
    withheld: Callable[[Event], bool] = lambda event: False
    unseen: Callable[[Move], Move] = lambda move: move

    # What these events of one turn of a seat come to that earns a badge, by its name; else "". No kind of move is
    # named so
    feat: Callable[[Sequence[Event]], str] = lambda events: ""

    # The view with these public events as the latest ones: for a picture that shows several turns at once
    recalling: Callable[[View, tuple[Event, ...]], View] = lambda view, events: view

    new: Callable[[int, Options, Chance], State]
    to_act: Callable[[State], Seat | None]
    legal_moves: Callable[[State], Sequence[Move]]
    play: Callable[[State, Move, Chance], Step[State, Event]]
    view: Callable[[State, Seat | None], View]
    # Everyone's view of a game that is over or given up, with everything turned up. The bot shows it once nobody can
    # still play the same deal. None: nothing stays hidden at the end.
    revealed: Callable[[State], View] | None = None
    # The same for a position in the middle of a finished game, for its replay. What lay face down is known, and still
    # drawn face down. None: `revealed` serves for that, too.
    replayed: Callable[[State], View] | None = None
    outcome: Callable[[State], Outcome | None]
    # Whether nobody can win any more, whatever is played: what everybody can see proves it
    hopeless: Callable[[View], bool] = lambda view: False
    headline: Callable[[View], str]  # of a game that has come to its end: a sentence
    imagine: Callable[[View, Chance], State]
    # What a seat, or a spectator, may not know. Write it from the rules, not from `view` or `imagine`, because the
    # tests use it to check both
    secrets: Callable[[State, Seat | None], Iterable[Hidden[State]]]
    census: Callable[[State], Counter[Hashable]] = lambda state: Counter()  # every card, tile and token by kind
    no_census: str = ""  # a sentence: why there is nothing to count, as in a game of dice
    tell: Callable[[Event], str]  # a sentence; {0} is the name of seat 0

    @cached_property
    def shape(self) -> str:
        """In which form states and events are written: SHA-256 of their fields and types, and of the rules' version.

        What was written in another form may not be read: a field that it lacks would silently get its default. It
        follows from the deal and the moves, so it is worked out again.
        """
        written = msgspec.json.schema(tuple[self.state, self.event])  # type: ignore[name-defined]
        return sha256(msgspec.json.encode([self.version, _bare(written)], order="sorted")).hexdigest()

    def open_view(self, state: State) -> View:
        """The view of a position in the middle of a finished game, with everything that was hidden in it."""
        show = self.replayed or self.revealed
        return show(state) if show else self.view(state, None)

    def choices(self, state: State) -> list[Move]:
        """The legal moves without giving up."""
        return [move for move in self.legal_moves(state) if move != self.concession]

    def forced(self, state: State, *, alone: bool) -> Move | None:
        """The move that is played by itself, because nothing else can be done but to give up.

        `alone`: as a solitaire, where whoever looks on sees what its player sees.
        """
        if (self.secret_choices and not alone) or self.to_act(state) is None:
            return None
        moves = self.choices(state)
        return moves[0] if len(moves) == 1 else None


def _bare(schema: Any) -> Any:
    """A JSON schema without what makes no difference to what is written: texts for readers, and defaults."""
    if isinstance(schema, list):
        return [_bare(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    bare = {
        key: _bare(value)
        for key, value in schema.items()
        if key not in ("title", "description", "default", "properties")
    }
    if "properties" in schema:  # a field may have one of these names
        bare["properties"] = {field: _bare(kind) for field, kind in schema["properties"].items()}
    return bare


AnyGame = Game[Any, Any, Any, Any, Any]


def encode(data: Any) -> bytes:
    return msgspec.json.encode(data)


def decode(kind: Any, text: bytes) -> Any:
    """Raises msgspec.ValidationError or msgspec.DecodeError if the text isn't a `kind`."""
    return _decoder(kind).decode(text)


@cache  # for a union, making the decoder takes ten times as long as decoding
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
