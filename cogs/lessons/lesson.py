"""What a lesson is: a deal, steps, what each waits for, and words. `stand` and `press` say how one goes on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import msgspec

from engine import GAMES, Data
from tables import Followed, LessonDeal, Player, follow

Way = tuple[Data, ...]
NOT_NOW = "That can be done in a game. Here let's first do what the lesson asks."
STRAYED = "That is another way to play. Have a look at what it did, then take it back."


@dataclass(frozen=True)
class Step:
    """One or two short sentences, and the one thing to press."""

    says: str
    marks: tuple[str, ...] = ()  # what is marked in the picture, as the game's `places` call it
    ways: tuple[Way, ...] = ()  # the moves that go on, each way by itself; none: there is a Next button
    then: Way = ()  # what the others do after it
    among: tuple[str, ...] = ()  # the kinds of move that are shown; none: all, as in a game
    wrong: str = NOT_NOW  # the answer to another press; from the middle on, what is said of another move that was made
    deal: LessonDeal | None = None  # a later part of the lesson begins here


@dataclass(frozen=True)
class Lesson:
    """The first step has a deal; the last one is the success, and waits for nothing."""

    game: str
    minutes: int
    steps: tuple[Step, ...]
    # In a first real game: by kind of move, the line about it. Of several that are open the one that stands first
    first: Mapping[str, str]

    def is_free(self, step: int) -> bool:
        """Whether other moves may be made too, and are taken back: from the middle on."""
        return step >= len(self.steps) // 2

    @property
    def last(self) -> int:
        return len(self.steps) - 1


class LostError(Exception):
    """These moves don't lead to that step: the lesson was another one when they were made."""


@dataclass(frozen=True)
class Stand:
    """Where a learner is."""

    step: Step
    number: int
    tail: Way  # moves made in this step so far
    strayed: bool  # they are none that it waits for
    followed: Followed
    news: int  # the first of the moves that led here and are to be told, as `Told.version` counts


def stand(lesson: Lesson, number: int, moves: Sequence[Data], learner: Player) -> Stand:
    """Raises LostError, IllegalMove."""
    if not 0 <= number < len(lesson.steps):
        raise LostError
    began = max(at for at in range(number + 1) if lesson.steps[at].deal)
    deal, at, before = lesson.steps[began].deal, 0, 0
    assert deal
    for step in lesson.steps[began:number]:
        before = at
        whole = next((way for way in step.ways if tuple(moves[at : at + len(way)]) == way), ())
        at += len(whole)
        if (step.ways and not whole) or tuple(moves[at : at + len(step.then)]) != step.then:
            raise LostError
        at += len(step.then)
    tail, step = tuple(moves[at:]), lesson.steps[number]
    strayed = not any(way[: len(tail)] == tail for way in step.ways or ((),))
    return Stand(step, number, tail, strayed, follow(deal, moves, learner), (at if tail else before) + 1)


@dataclass(frozen=True)
class Onward:
    """What a press leads to; None for `moves`: it isn't what the step waits for, and changes nothing."""

    number: int
    moves: Way | None
    learned: bool = False


def press(lesson: Lesson, at: Stand, made: Sequence[Data], pressed: Way) -> Onward:
    """`made`: all since the deal. `pressed`: the moves of the press; none for Next."""
    tail, step = (*at.tail, *pressed), at.step
    if tail in step.ways or not step.ways:
        onward = at.number + 1
        fresh = onward <= lesson.last and lesson.steps[onward].deal is not None
        moves = () if fresh else (*made, *pressed, *step.then)
        return Onward(onward, moves, learned=onward == lesson.last)
    if any(way[: len(tail)] == tail for way in step.ways) or lesson.is_free(at.number):
        return Onward(at.number, (*made, *pressed))
    return Onward(at.number, None)


def recorded(game: str, spelled: str) -> Way:
    """The moves of a game that was played before: each as its tag and the values of its fields, as in “fly/3/4”."""
    kinds = {kind.__struct_config__.tag: kind for kind in get_args(GAMES[game].move)}
    moves: list[Any] = []
    for one in spelled.split():
        tag, *values = one.split("/")
        fields = dict(zip(kinds[tag].__struct_fields__, values, strict=True))
        moves.append(msgspec.convert({"type": tag, **fields}, kinds[tag], strict=False))
    return tuple(moves)
