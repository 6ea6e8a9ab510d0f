"""What a lesson is: a deal, steps, what each waits for, and words. `lesson_state` and `advance` say how one goes on."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import msgspec

from engine import GAMES, Data
from languages import later
from tables.people.learners import LessonDeal, follow, is_won, with_forced
from tables.play.model import Player
from tables.play.private import Followed

Way = tuple[Data, ...]
NOT_NOW = later("That can be done in a game. Here let's first do what the lesson asks.")
STRAYED = later("That is another way to play. Have a look at what it did, then take it back.")


@dataclass(frozen=True)
class Step:
    """One or two short sentences, and the one thing to press; at least every third step is a question."""

    says: str  # in English, like `wrong`; {title} stands for the game's
    marks: tuple[str, ...] = ()  # what is marked in the picture, as the game's `places` call it
    ways: tuple[Way, ...] = ()  # the moves that lead on: any one of these ways; none: there is a Next button
    then: Way = ()  # what the others do after it
    among: tuple[str, ...] = ()  # the kinds of move that are shown; none: all, as in a game
    wrong: str = NOT_NOW  # the answer to another press; from the middle on, what is said once another move was made
    wins: bool = False  # any move that wins the game goes on, too
    asks: bool = False  # a question: nothing shows what to press until the learner has answered wrongly
    deal: LessonDeal | None = None  # a later part of the lesson begins here


@dataclass(frozen=True)
class Lesson:
    """The first step has a deal; the last one says that the learner has succeeded, and waits for nothing."""

    game: str
    minutes: int
    steps: tuple[Step, ...]
    # What a first real game says about each kind of move. If several kinds can be played, the first line here is shown
    first: Mapping[str, str]

    def is_free(self, step: int) -> bool:
        """Whether other moves may be made too, to be taken back then: from the middle on."""
        return step >= len(self.steps) // 2

    @property
    def last(self) -> int:
        return len(self.steps) - 1


class LostError(Exception):
    """These moves don't lead to that step: the lesson has changed since they were made."""


@dataclass(frozen=True)
class LessonState:
    """The step that a learner has reached, and the game there."""

    step: Step
    number: int
    deal: LessonDeal
    made: Way  # since the deal, before this step
    tail: Way  # in this step so far
    ways: tuple[Way, ...]  # those of the step, each with the forced moves after it
    followed: Followed
    news: int  # the first move to tell the learner about, as `HeardMove.version` counts

    @property
    def strayed(self) -> bool:
        """Whether other moves were made than the step waits for."""
        return bool(self.tail) and not self.left

    @property
    def left(self) -> tuple[Way, ...]:
        """The moves still to be made, for each way that goes on."""
        return tuple(way[len(self.tail) :] for way in self.ways if way[: len(self.tail)] == self.tail)


def lesson_state(lesson: Lesson, number: int, moves: Sequence[Data], learner: Player) -> LessonState:
    """The state of a lesson at this step. `moves`: all since its deal. Raises LostError, and IllegalMove."""
    if not 0 <= number < len(lesson.steps):
        raise LostError
    began = max(earlier for earlier in range(number + 1) if lesson.steps[earlier].deal)
    deal = lesson.steps[began].deal
    assert deal
    made: Way = ()
    before: Way = ()
    for earlier in lesson.steps[began:number]:
        before = made
        ways = (_through(deal, made, earlier, way) for way in earlier.ways or ((),))
        done = next((way for way in ways if tuple(moves[: len(way)]) == way), None)
        if earlier.wins and is_won(deal, moves):
            done = tuple(moves)
        if done is None:
            raise LostError
        made = done
    step, tail = lesson.steps[number], tuple(moves[len(made) :])
    ways_on = tuple(with_forced(deal, made, way) for way in step.ways)
    news = len(made if tail else before) + 1
    return LessonState(step, number, deal, made, tail, ways_on, follow(deal, moves, learner), news)


def _through(deal: LessonDeal, made: Way, step: Step, way: Way) -> Way:
    """All moves since the deal, once a step is done in this way."""
    if way:
        made = (*made, *with_forced(deal, made, way))
    for move in step.then:
        made = (*made, *with_forced(deal, made, (move,)))
    return made


@dataclass(frozen=True)
class Onward:
    """Where a press leads. `moves` None: the step doesn't wait for it, so it changes nothing."""

    number: int
    moves: Way | None  # all since the deal
    learned: bool = False


def advance(lesson: Lesson, state: LessonState, pressed: Way) -> Onward:
    """Where a press leads. `pressed`: its moves; none for Next."""
    made, step = (*state.made, *state.tail), state.step
    if step.ways:
        made = (*made, *with_forced(state.deal, made, pressed))
        tail = made[len(state.made) :]
        if tail not in state.ways and not (step.wins and is_won(state.deal, made)):
            expected = any(way[: len(tail)] == tail for way in state.ways)
            return Onward(state.number, made if expected or lesson.is_free(state.number) else None)
    made = _through(state.deal, made, step, ())
    onward = state.number + 1
    fresh = onward <= lesson.last and lesson.steps[onward].deal is not None
    return Onward(onward, () if fresh else made, learned=onward == lesson.last)


# -- As it is written


def read(game: str, written: str) -> Lesson:
    """A lesson from its file, in TOML. A move is spelled by its tag and the values of its fields, as in “fly/3/4”."""
    parts = tomllib.loads(written)
    steps = tuple([_step(game, **step) for step in parts.pop("steps")])
    return Lesson(game=game, steps=steps, **parts)


def _step(game: str, *, ways: Sequence[str] = (), then: str = "", **parts: Any) -> Step:
    if "deal" in parts:
        parts["deal"] = _deal(game, **parts["deal"])
    parts |= {name: tuple(part) for name, part in parts.items() if isinstance(part, list)}
    return Step(ways=tuple([_spelled(game, way) for way in ways]), then=_spelled(game, then), **parts)


def _deal(
    game: str, *, seed: str, options: Mapping[str, Any] = {}, computers: Sequence[int] = (), before: str = ""
) -> LessonDeal:
    chosen = msgspec.convert(options, GAMES[game].options)
    return LessonDeal(game, chosen, seed, _spelled(game, before), tuple(computers))


def _spelled(game: str, moves: str) -> Way:
    kinds = {kind.__struct_config__.tag: kind for kind in get_args(GAMES[game].move)}
    made: list[Any] = []
    for move in moves.split():
        tag, *values = move.split("/")
        fields = dict(zip(kinds[tag].__struct_fields__, values, strict=True))
        made.append(msgspec.convert({"type": tag, **fields}, kinds[tag], strict=False))
    return tuple(made)
