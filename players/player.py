"""What every computer player promises. The player of each game is a file beside this one.

A player sees what its seat sees, no more. It is given a view, the legal moves, what its seat has heard, and a Chance of
its own, never a state: the states that it thinks about are imagined from its view. The same input gives the same
answer, on every machine. So a player has no clock, and bounds its work by counting. It keeps nothing from one question
to the next but caches that are bounded.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from engine import AnyGame, AnyView, BaseEvent, Chance, Data, Seat

Strength = Literal["easy", "middle", "strong"]
View = TypeVar("View", bound=AnyView)
Move = TypeVar("Move", bound=Data)
Event = TypeVar("Event", bound=BaseEvent)

# A view of the seat that is to act, its legal moves (two at least), what the seat has heard since the deal (without the
# moves that were taken back), and the player's own luck, which is no part of the table's.
Choose = Callable[[View, Sequence[Move], Sequence[Event], Chance], Move]


class Weighed(Data, Generic[Move], frozen=True):
    """What a player thinks of one move."""

    move: Move
    expected: float  # from 0 to 1: the chance to win, or the share of `Player.points`
    error: float  # the standard error of `expected`; 0 if it was counted and not sampled
    reason: str  # a sentence for people: what the move risks and gives


# Says of any legal move, by what the seat sees and has heard, what it risks and gives: a sentence or two for people
Reason = Callable[[View, Move, Sequence[Event]], str]
Weigh = Callable[[View, Sequence[Move], Sequence[Event], Chance], tuple[Weighed[Move], ...]]


Future = tuple[float, ...]  # what a game comes to, as `Weighed.expected` has it: for all seats together, or for each
# What becomes of an imagined state when everybody plays on. It also gets the events of the move that was tried since.
# It may stop as soon as the player can say what it expects. With the future it returns the work: about so many
# microseconds of a processor, but counted by what was done, so that the number is the same everywhere
PlayOn = Callable[[Any, Sequence[Any], Chance], tuple[Future, int]]


@dataclass(frozen=True, kw_only=True)
class Judge(Generic[View, Move, Event]):
    """How a player judges what somebody else has played: see analysis.py."""

    # The legal moves that are worth a thought, the likeliest first. It takes no more than some hundredths of a second
    considered: Callable[[View, Sequence[Move], Sequence[Event]], Sequence[Move]]
    # From what a seat sees and has heard, makes a function that imagines possible states
    imagining: Callable[[View, Sequence[Event]], Callable[[Chance], Any]]
    # Makes the function that plays on, for the seat that imagines, and what it had heard. What that remembers is for
    # one choice
    playing_on: Callable[[Seat, Sequence[Event]], PlayOn]
    first: int  # at most so many futures tell which other move may be better than the one that was played
    second: int  # at most so many new ones tell whether it is, and what the position is worth
    error: Callable[[View], float] = lambda view: 0.0  # error of a difference, in addition to that of the sample


@dataclass(frozen=True)
class Care:
    """How a game's riddles of the day are made. All of it is counted, so that it is the same on every machine."""

    weighings: int  # of a position, each with its own luck, before its best move is believed
    questions: int  # to the player at most, for one riddle; each choice of a game that is played out counts as one
    apart: float  # the best move must be better by so much: a difference that people can feel
    first: int  # choices before this one are made by rules of thumb: so early, hardly anything is clear
    ahead: bool = False  # weigh moves by where they lead, because the player may name only one order of the same steps
    # Weigh moves by playing the game on to its end, `weighings` times: for a player without luck, who says the same
    # each time. Then the player must say that the best move is better by `apart`. Moves that it calls nearly as good
    # aren't offered, because its error is as large as that difference
    played_out: bool = False
    sensible: float = 0.4  # of the best move's worth: what promises less would be absurd
    won: float = 0.95  # with a better chance than this nothing is left to decide
    weekdays: tuple[int, ...] = ()  # with riddles of this game, 0 is Monday; none: only if another game gives no riddle
    plain: Set[str] = frozenset()  # best moves of these types are no riddle, because everybody sees them


@dataclass(frozen=True, kw_only=True)
class Player(Generic[View, Move, Event]):
    """A game's computer player."""

    game: AnyGame
    # By rules of thumb and exact odds, within milliseconds: played if thinking takes too long
    rule: Choose[View, Move, Event]
    # Weakest first. Where players compete there are three; else there is "strong", and who is less help than that
    strengths: Mapping[Strength, Choose[View, Move, Event]]
    weigh: Weigh[View, Move, Event]  # the moves that the best strength weighs, best first; the first is what it plays
    reason: Reason[View, Move, Event]
    # If nobody wins or loses: the points that an `expected` of 1 stands for. 0: `expected` is a chance to win
    points: Callable[[View], int] = lambda view: 0
    judge: Judge[View, Move, Event] | None = None  # None: nobody looks back at this game
    riddles: Care | None = None  # None: there are no riddles of this game


AnyPlayer = Player[Any, Any, Any]
