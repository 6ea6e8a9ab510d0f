"""Drawing, away from the event loop."""

import asyncio
import logging
import time
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from math import inf
from typing import Any, ParamSpec

import metrics
from engine import GAMES, AnyView, Chance
from engine.sentences import shortened
from render import PICTURES, worker
from render import chart as charts
from render.chart import Chart
from render.text import ALT_LIMIT
from tables import Replay, Seen, Table
from workers import Worker

from .messages import names, plain

PLAYS = 60.0  # seconds after a picture for a move in which somebody is said to play
IDLE = 600.0  # seconds without browsing, after which its process ends
KEPT = 64  # pictures, of some 100 KB: one that goes into a panel is soon sent in private too
Given = ParamSpec("Given")

log = logging.getLogger(__name__)

# One thread: two pictures drawn at once take as long as one after the other, and then both of them are late
_artist = ThreadPoolExecutor(1, thread_name_prefix="draw")
_drawing: dict[Hashable, asyncio.Future[bytes]] = {}  # boards, by what they show


@dataclass(frozen=True)
class Course:
    """How the chances stood in a replay."""

    chart: Chart
    values: tuple[int, ...]  # by position of the replay, the number of the chart's value
    turning_points: tuple[int, ...]  # the positions to which the game turned, in order
    told: tuple[str, ...]  # of each of these, how


class Aside:
    """Draws what nobody needs in order to move, in a process of its own with less claim to the processors.

    So whoever moves waits neither for such a picture nor for the interpreter that it would take. While anybody plays,
    it rests after each picture for as long as that took. The process ends when nobody has browsed for a while.
    """

    def __init__(self) -> None:
        self.played = -inf  # when a picture for a move was last asked for, of time.perf_counter()
        self._rested = -inf  # when it may go on
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="draw-aside")  # it waits for the process
        self._worker = Worker("render.worker")
        self._leaving: asyncio.TimerHandle | None = None

    async def run(self, picture: Callable[[], bytes]) -> bytes:
        """`picture` calls `ask`."""
        loop = asyncio.get_running_loop()
        if self._leaving:
            self._leaving.cancel()
        self._leaving = loop.call_later(IDLE, self._thread.submit, self._worker.end)
        return await loop.run_in_executor(self._thread, self._paced, picture)

    def ask(self, picture: Callable[..., bytes], *given: Any) -> bytes:
        """In its thread. A process that dies is replaced, and asked once more."""
        order = worker.order(picture, *given)
        try:
            answer = self._worker.ask(order)
        except (EOFError, BrokenPipeError):
            log.warning("The process that draws has died, and another one takes its place")
            self._worker.end()
            answer = self._worker.ask(order)
        return worker.read(answer)

    def _paced(self, picture: Callable[[], bytes]) -> bytes:
        began = time.perf_counter()
        if began < self._rested and began < self.played + PLAYS:
            time.sleep(self._rested - began)
            began = time.perf_counter()
        with metrics.DRAWN.time():
            drawn = picture()
        now = time.perf_counter()
        self._rested = now + (now - began)
        return drawn


_aside = Aside()


async def draw(picture: Callable[Given, bytes], *given: Given.args, **named: Given.kwargs) -> bytes:
    """Draw what somebody needs in order to move."""
    return await _order(partial(picture, *given, **named))


def _order(picture: Callable[[], bytes]) -> asyncio.Future[bytes]:
    _aside.played = time.perf_counter()
    return asyncio.get_running_loop().run_in_executor(_artist, _timed, picture)


def _timed(picture: Callable[[], bytes]) -> bytes:
    with metrics.DRAWN.time():
        return picture()


async def draw_last(picture: Callable[..., bytes], *given: Any) -> bytes:
    """Draw what nobody needs in order to move, with a function of a module."""
    return await _aside.run(partial(_aside.ask, picture, *given))


async def warm() -> None:
    """Draw a board of each game: its sprites are then there when the first player presses.

    In a thread of its own, since that takes seconds.
    """
    for key, game in GAMES.items():
        seats = game.seats[-1]
        view = game.view(game.new(seats, game.options(), Chance("warm")), 0)
        await asyncio.to_thread(PICTURES[key].board, view, ["Somebody"] * seats)


def stop() -> None:
    """Stop drawing boards: nobody waits for them any more."""
    for drawing in [*_drawing.values()]:
        drawing.cancel()


async def board(seen: Seen) -> bytes:
    """The table with what this view's seat alone knows; a PNG. If it is being drawn already, wait for that."""
    key = seen.table.game, seen.view, seen.table.names()
    if key not in _drawing:
        _drawing[key] = _order(partial(_board, *key))
        _drawing[key].add_done_callback(lambda _: _drawing.pop(key))
    return await asyncio.shield(_drawing[key])


@lru_cache(KEPT)
def _board(game: str, view: AnyView, names: tuple[str, ...]) -> bytes:
    return PICTURES[game].board(view, names)


@lru_cache(KEPT)  # friends turn the pages of one game together
def _open_board(game: str, view: AnyView, names: tuple[str, ...]) -> bytes:
    return _aside.ask(PICTURES[game].board, view, names)


async def result(seen: Seen, headline: str) -> bytes:
    """The picture of how a finished game went; a PNG."""
    return await draw(PICTURES[seen.table.game].result, seen.view, seen.table.names(), headline)


async def replay(replay: Replay, course: Course | None = None) -> bytes:
    """A finished game as a moving picture; a GIF. One at a time: the pages of others are drawn between its frames.

    `course`: the chances to win, which are shown below.
    """
    views = [position.view for position in replay.positions]
    board, names = PICTURES[replay.table.game].board, replay.table.names()
    if course is None:
        await draw_last(worker.begin_film, board, views, names)
    else:
        strip = partial(charts.strip_below, course.chart, course.values)
        await draw_last(worker.begin_film, board, views, names, course.turning_points, strip)
    while not (gif := await draw_last(worker.go_on)):
        pass
    return gif


async def step(replay: Replay, number: int) -> bytes:
    """One position of a finished game; a PNG."""
    return await open_board(replay.table, replay.positions[number].view)


async def open_board(table: Table, view: AnyView) -> bytes:
    """A position of a finished game; a PNG."""
    return await _aside.run(partial(_open_board, table.game, view, table.names()))


def described(seen: Seen) -> str:
    """The whole position as this view has it, in lines of a message's text."""
    return PICTURES[seen.table.game].describe(seen.view, names(seen.table))


async def chart(shown: Chart) -> bytes:
    """A PNG."""
    return await draw_last(charts.chart, shown)


IN_WORDS = " /board text:True tells all of it; /preferences makes words the rule."


def alt(seen: Seen) -> str:
    """The gist of the public position, and the way to all of it."""
    gist = PICTURES[seen.table.game].alt(seen.view, tuple(map(plain, seen.table.names())))
    return shortened(gist, ALT_LIMIT - len(IN_WORDS)) + IN_WORDS
