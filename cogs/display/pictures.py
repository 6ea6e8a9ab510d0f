"""Drawing, away from the event loop."""

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import count
from queue import PriorityQueue
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

KEPT = 64  # pictures, of some 100 KB: one that goes into a panel is soon sent in private too
Given = ParamSpec("Given")

# One thread: two pictures drawn at once take as long as one after the other, and then both of them are late
_artist = ThreadPoolExecutor(1, thread_name_prefix="draw")
_orders = PriorityQueue[tuple[bool, int, "Future[bytes]", Callable[[], bytes]]]()  # first those that others wait for
_numbers = count()
_drawing: dict[Hashable, asyncio.Future[bytes]] = {}  # boards, by what they show


@dataclass(frozen=True)
class Course:
    """How the chances stood in a replay."""

    chart: Chart
    values: tuple[int, ...]  # by position of the replay, the number of the chart's value
    turning_points: tuple[int, ...]  # the positions to which the game turned, in order
    told: tuple[str, ...]  # of each of these, how


async def draw(picture: Callable[Given, bytes], *given: Given.args, **named: Given.kwargs) -> bytes:
    """Draw a picture that one user has asked for. Public boards are drawn first."""
    return await _order(partial(picture, *given, **named), later=True)


def _order(picture: Callable[[], bytes], *, later: bool) -> asyncio.Future[bytes]:
    order = Future[bytes]()
    _orders.put((later, next(_numbers), order, picture))
    _artist.submit(_draw_next)
    return asyncio.wrap_future(order)


def _draw_next() -> None:
    _, _, order, picture = _orders.get()
    if not order.set_running_or_notify_cancel():
        return
    try:
        with metrics.DRAWN.time():
            drawn = picture()
        order.set_result(drawn)
    except Exception as error:
        order.set_exception(error)


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
        _drawing[key] = _order(partial(_board, *key), later=seen.seat is not None)
        _drawing[key].add_done_callback(lambda _: _drawing.pop(key))
    return await asyncio.shield(_drawing[key])


@lru_cache(KEPT)
def _board(game: str, view: AnyView, names: tuple[str, ...]) -> bytes:
    return PICTURES[game].board(view, names)


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
    while not (gif := await draw(next, steps)):
        pass
    return gif


async def step(replay: Replay, number: int) -> bytes:
    """One position of a finished game; a PNG."""
    return await open_board(replay.table, replay.positions[number].view)


async def open_board(table: Table, view: AnyView) -> bytes:
    """A position of a finished game; a PNG."""
    return await draw(PICTURES[table.game].board, view, table.names())


def described(seen: Seen) -> str:
    """The whole position as this view has it, in lines of a message's text."""
    return PICTURES[seen.table.game].describe(seen.view, names(seen.table))


async def chart(shown: Chart) -> bytes:
    """A PNG."""
    return await draw(charts.chart, shown)


IN_WORDS = " /board text:True tells all of it; /preferences makes words the rule."


def alt(seen: Seen) -> str:
    """The gist of the public position, and the way to all of it."""
    gist = PICTURES[seen.table.game].alt(seen.view, tuple(map(plain, seen.table.names())))
    return shortened(gist, ALT_LIMIT - len(IN_WORDS)) + IN_WORDS
