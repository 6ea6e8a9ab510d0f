"""What a game's file says to players: the labels of its moves, its options, its rules."""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Any, Generic, Literal

from engine import Data, Seat
from engine.game import Event, Options, View
from languages import later, say

from ..screens.screen import Style

Path = tuple[str, ...]
Prompt = str | tuple[str, str]  # the words that ask in a menu; two: a context, and the words
Difficulty = Literal["easy", "medium", "hard"]

MOST_BUTTONS = 5  # more choices than these become a menu: a panel has six controls, of which “Back” is one
PATHS_KNOWN = 4096  # a screen asks for those of all legal moves again and again
A_LINE = 38  # characters of a button that a phone shows; an emoji takes the room of four


# How much there is to learn; how often a game is won is another matter: cogs/screens/levels.py
DIFFICULTIES: Mapping[Difficulty, str] = {
    "easy": later("few rules"),
    "medium": later("some rules"),
    "hard": later("many rules"),
}


def minutes(count: int) -> str:
    """How long a game takes."""
    return say("{minutes} min", minutes=count)


@lru_cache(PATHS_KNOWN)
def move_path(move: Data) -> Path:
    """The path of a move: its tag and the values of its fields, as custom ids have them."""
    return (str(move.__struct_config__.tag), *(str(getattr(move, field)) for field in move.__struct_fields__))


def all_risks(risks: Iterable[str | None]) -> str | None:
    """What to ask before several moves are made at once: all their risks. None if none has a risk."""
    return " ".join(dict.fromkeys(filter(None, risks))) or None


@dataclass(frozen=True)
class Label:
    """A button or an option of a select. `text` at most 80 characters, `detail` 100."""

    text: str
    detail: str | None = None  # beside the text if a phone has room for it, and in menus
    emoji: str | None = None  # of Unicode, or the name of something that has a sign: see `render/signs.py`
    style: Style = Style.SECONDARY
    # Of a kind of move: how its moves' labels begin, such as "Scout"; None: with `text` and a colon. So a button says
    # everything that it does, and a game's `value` and `phrase` only name what the move concerns
    verb: str | None = None
    folded: bool = False  # of a kind of move: its moves stay behind its button, because offers make most of them
    opened: bool = False  # of a kind of move: the choices of its first field stand beside the other kinds
    brief: str | None = None  # what a button says where a heading says the rest
    risky: bool = False  # a guess: it needn't be red, but words call it risky, like everything red

    def said(self) -> "Label":
        """A constant label in the language that is spoken."""
        detail, verb = (text and say(text) for text in (self.detail, self.verb))
        return dataclasses.replace(self, text=say(self.text), detail=detail, verb=verb)


@dataclass(frozen=True)
class Offer:
    """Moves that one button makes together, because a player most likely wants all of them.

    Raises ValueError without moves.
    """

    label: Label
    moves: tuple[Data, ...]
    risk: str | None = None  # the sentence that asks once more: as `Words.risky`, for all moves together
    menu: str | None = None  # if there are too many for buttons: what the menu asks in which this is an option
    # (view, legal moves): what is made next, in the same press, as long as it is a move: it depends on what comes up
    then: Callable[[Any, Sequence[Data]], Data | None] | None = None

    def __post_init__(self) -> None:
        if not self.moves:
            raise ValueError(f"“{self.label.text}” makes no move")


@dataclass(frozen=True)
class MoveSheet:
    """A sheet on which several moves are ticked, to be made together in this order: discards, for example."""

    label: Label  # of the button that opens it
    title: str  # at most 45 characters
    moves: tuple[Data, ...]  # an option each, at most 25; a move that can be made twice is there twice
    least: int
    most: int


@dataclass(frozen=True)
class Choice:
    """An option of the game as the lobby offers it: by value, what it means."""

    title: str
    values: Mapping[Any, Label]


@dataclass(frozen=True)
class Page:
    """A page of the rules."""

    title: str
    text: str


@dataclass(frozen=True)
class Story:
    """Events that are told in one line."""

    line: str
    of: Sequence[Any]  # the events


class Weight(IntEnum):
    """How much something that happened means to whoever reads it. If news must be cut, the least goes first."""

    ASIDE = 0  # the other lines, the picture or the question say it too
    NEWS = 1
    MINE = 2  # it concerns the reader, or they alone learn it
    GAIN = 3
    LOSS = 4  # or the game's end is near


@dataclass(frozen=True)
class Words(Generic[Options, View, Event]):
    """All texts that the shared panels need to know of a game.

    Options, views and events are the game's own. `names` are by seat and already safe to show.
    """

    colour: int
    blurb: str  # in the lobby
    command: str  # the name of its slash command: with “wyrm-” it stands below the hall's own, which everybody needs
    in_short: str  # what you do in it, in a line of the menu
    minutes: int  # how long a game takes if everybody is there
    difficulty: Difficulty  # to learn
    options: Mapping[str, Choice]  # by field
    kinds: Mapping[str, Label]  # by a move's tag
    ask: Callable[[View, Sequence[str]], str]  # what the player is to do now, given their view
    value: Callable[[View, Sequence[str], Data, str], Label]  # (view, names, move, field): that field's value in words
    conceded: Callable[[View], str]  # the headline when the players gave up, from everyone's view
    rules: Sequence[Page]
    # What a menu asks for: by “tag.field”, or for the field of all other kinds of move
    fields: Mapping[str, Prompt] = dataclasses.field(default_factory=dict)
    private: Callable[[View], bool] = lambda view: False  # whether this view shows anything that others don't see
    advice: Callable[[int, Options], str | None] = lambda seats, options: None  # for the lobby
    short: str = ""  # a game of the day: its name in a month's calendar, where its first letter stands for it
    # Options that are bool, offered together: by field, what it means to change it
    simplifications: Mapping[str, Label] = dataclasses.field(default_factory=dict)
    # A complete move, if its fields one by one don't say it well
    phrase: Callable[[View, Sequence[str], Data], Label | None] = lambda view, names, move: None
    # (view, tag): that kind of move as it stands now, if its detail or its colour depends on it; its text stays
    kind: Callable[[View, str], Label | None] = lambda view, tag: None
    rank: Callable[[View, Data], Any] = lambda view, move: 0  # moves of a lower one are offered first
    few_moves: int = 6  # so many moves or fewer get a button each, which makes the complete move
    # (view, names, legal moves): buttons that make several moves; all else can still be chosen step by step
    offers: Callable[[View, Sequence[str], Sequence[Data]], Sequence[Offer]] = lambda view, names, legal: ()
    sheet: Callable[[View, Sequence[Data]], MoveSheet | None] = lambda view, legal: None
    # The question that is asked before a move that may cost much; its button is red
    risky: Callable[[View, Data], str | None] = lambda view, move: None
    # For the riddle of the day, whose readers may not know the rules: the goal of the game, and how far the player is
    aim: Callable[[View], str] = lambda view: ""
    # (event, the reader's seat; None: everybody): how much it means to them. By default the newest is told
    weight: Callable[[Event, Seat | None], Weight] = lambda event, seat: Weight.NEWS
    together: Callable[[Sequence[Event]], Story | None] = lambda events: None  # of what is told in one line, if any is
    plain: tuple[type[Any], ...] = ()  # events that the press or picture shows: told only if there are no others
    knows: Callable[[View, Sequence[str]], str] = lambda view, names: ""  # what a seat alone knows, in lines of text
    vacant: str = ""  # for whoever plays for an empty seat: what of its knowledge they don't see
    # (the last view, names, all public events): a line on what was special about a finished game
    highlight: Callable[[View, Sequence[str], Sequence[Event]], str] = lambda view, names, events: ""
    # (the last view, names): why a game that is over ended, and what its score is made of, if neither is plain
    ending: Callable[[View, Sequence[str]], str] = lambda view, names: ""
    # How a game went, in signs that spoil its deal for nobody
    story: Callable[[Sequence[Event]], str] = lambda events: ""
    signs: str = ""  # what those signs mean; each is one character
    # What its board names, in the language that is spoken: in each the same things, in the same order
    board_names: Callable[[], Sequence[str]] = tuple
    # (options, score, whether it was won): what stands beside a score in the rankings, in two words
    verdict: Callable[[Options, int, bool], str] = lambda options, score, won: say("won") if won else say("lost")
    # How far a defeat came, from its `Outcome.tiebreak`, where the score doesn't say it
    reached: Callable[[Sequence[int]], str] = lambda tiebreak: ""


AnyWords = Words[Any, Any, Any]
