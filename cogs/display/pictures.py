"""Drawing, away from the event loop."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from math import inf
from threading import Condition
from typing import ParamSpec

import metrics
from engine import GAMES, AnyView, Chance
from engine.sentences import shortened
from render import PICTURES
from render import chart as charts
from render.chart import Chart
from render.replay import film
from render.text import ALT_LIMIT
from tables import Replay, Seen, Table

from .messages import names, plain

PLAYS = 60.0  # seconds after a picture for a move in which somebody is said to play
STARVES = 5.0  # seconds without a picture for browsing, after which it gets one
KEPT = 64  # pictures, of some 100 KB: one that goes into a panel is soon sent in private too
Given = ParamSpec("Given")

_drawing: dict[Hashable, asyncio.Future[bytes]] = {}  # boards, by what they show


@dataclass(frozen=True)
class Course:
    """How the chances stood in a replay."""

    chart: Chart
    values: tuple[int, ...]  # by position of the replay, the number of the chart's value
    turning_points: tuple[int, ...]  # the positions to which the game turned, in order
    told: tuple[str, ...]  # of each of these, how


@dataclass(frozen=True)
class _Order:
    picture: Callable[[], bytes]
    drawn: Future[bytes]
    at: float  # of time.monotonic()


class Easel:
    """The thread that draws. What somebody needs in order to move comes first, browsing last.

    It is one: two pictures drawn at once take as long as one after the other, and then both of them are late. While
    anybody plays, it rests from browsing for as long as it has just drawn for it, so that whoever presses then seldom
    finds it at work. Where play leaves it no time at all, browsing gets a picture now and then.
    """

    def __init__(self) -> None:
        self._artist = ThreadPoolExecutor(1, thread_name_prefix="draw")
        self._changed = Condition()
        self._moves, self._browsing = deque[_Order](), deque[_Order]()
        self._played = self._browsed = -inf  # when a picture of each kind was last asked for, and last drawn
        self._rested = -inf  # when it may draw for browsing again

    def order(self, picture: Callable[[], bytes], *, browsing: bool) -> asyncio.Future[bytes]:
        order = _Order(picture, Future(), time.monotonic())
        with self._changed:
            if browsing:
                self._browsing.append(order)
            else:
                self._moves.append(order)
                self._played = order.at
            self._changed.notify()
        self._artist.submit(self._draw_next)
        return asyncio.wrap_future(order.drawn)

    def _draw_next(self) -> None:
        order, browsing = self._next()
        if not order.drawn.set_running_or_notify_cancel():
            return
        began = time.monotonic()
        try:
            with metrics.DRAWN.time():
                drawn = order.picture()
        except Exception as error:
            order.drawn.set_exception(error)
        else:
            order.drawn.set_result(drawn)
        if browsing:
            self._browsed = time.monotonic()
            self._rested = self._browsed + (self._browsed - began)

    def _next(self) -> tuple[_Order, bool]:
        """Wait for the order whose turn it is, and whether it is for browsing. There is one for each call."""
        with self._changed:
            while True:
                now = time.monotonic()
                starves = self._browsing and now > max(self._browsing[0].at, self._browsed) + STARVES
                if self._moves and not starves:
                    return self._moves.popleft(), False
                rest = self._rested - now if now < self._played + PLAYS else 0.0
                if rest <= 0:
                    return self._browsing.popleft(), True
                self._changed.wait(rest)


_easel = Easel()


async def draw(picture: Callable[Given, bytes], *given: Given.args, **named: Given.kwargs) -> bytes:
    """Draw what somebody needs in order to move."""
    return await _easel.order(partial(picture, *given, **named), browsing=False)


async def draw_last(picture: Callable[Given, bytes], *given: Given.args, **named: Given.kwargs) -> bytes:
    """Draw what nobody needs in order to move."""
    return await _easel.order(partial(picture, *given, **named), browsing=True)


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
        _drawing[key] = _easel.order(partial(_board, *key), browsing=False)
        _drawing[key].add_done_callback(lambda _: _drawing.pop(key))
    return await asyncio.shield(_drawing[key])


def _drawn(game: str, view: AnyView, names: tuple[str, ...]) -> bytes:
    return PICTURES[game].board(view, names)


_board = lru_cache(KEPT)(_drawn)
_open_board = lru_cache(KEPT)(_drawn)  # of its own, so that what is needed for moves stays in the other


async def result(seen: Seen, headline: str) -> bytes:
    """The picture of how a finished game went; a PNG."""
    return await draw(PICTURES[seen.table.game].result, seen.view, seen.table.names(), headline)


async def replay(replay: Replay, course: Course | None = None) -> bytes:
    """A finished game as a moving picture; a GIF. What anybody else asks for meanwhile is drawn between its frames.

    `course`: the chances to win, which are shown below.
    """
    views = [position.view for position in replay.positions]
    board, names = PICTURES[replay.table.game].board, replay.table.names()
    if course is None:
        steps = film(board, views, names)
    else:
        strip = partial(charts.strip, course.chart)
        steps = film(board, views, names, course.turning_points, lambda number: strip(course.values[number]))
    while not (gif := await draw_last(next, steps)):
        pass
    return gif


async def step(replay: Replay, number: int) -> bytes:
    """One position of a finished game; a PNG."""
    return await open_board(replay.table, replay.positions[number].view)


async def open_board(table: Table, view: AnyView) -> bytes:
    """A position of a finished game; a PNG."""
    return await draw_last(_open_board, table.game, view, table.names())


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
