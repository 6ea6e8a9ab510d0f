"""Draws pictures and moving pictures outside the event loop.

Pictures that somebody needs in order to move are drawn in the order of requests: by a thread of the bot or, if the host
has processors for them, by processes beside it. Another process draws what people only browse.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from host import metrics
from host.worker_process import WorkerProcess, kind_and_place
from languages import speaking
from render import PICTURES, chart, sprites, worker
from tables.history.replays import Replay

from ..screens.analysis import Course
from ..screens.screen import Drawing, Picture, Screen
from .dress import Message
from .reading import undrawn

PLAYS = 60.0  # seconds after a picture for a move in which somebody counts as playing
IDLE = 600.0  # seconds without browsing, after which its process ends
KEPT = 16 * 2**20  # bytes of pictures in each gallery: a panel's picture is soon needed again, in private
FAILED = 600.0  # seconds in which a picture isn't tried again that failed twice: its words are shown instead
MOST_FAILED = 100  # of them are remembered

log = logging.getLogger(__name__)


class Aside:
    """Draws what nobody needs in order to move, in a process with low priority.

    So players never wait for such a picture, nor for the interpreter's lock. While anybody plays, the process rests
    after each picture for as long as that took. It ends when nobody has browsed for a while.
    """

    def __init__(self) -> None:
        self.played = -inf  # when a picture for a move was last asked for, of time.perf_counter()
        self._rested = -inf  # when it may draw again
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="draw-aside")  # it waits for the process
        self._worker = _worker()
        self._leaving: asyncio.TimerHandle | None = None

    async def draw(self, picture: Callable[..., bytes], *given: Any) -> bytes:
        """Draw in the process. `picture`: a function of a module."""
        loop = asyncio.get_running_loop()
        if self._leaving:
            self._leaving.cancel()
        self._leaving = loop.call_later(IDLE, self._thread.submit, self._worker.end)
        return await loop.run_in_executor(self._thread, self._paced, worker.order(picture, *given))

    def _paced(self, order: bytes) -> bytes:
        began = time.perf_counter()
        if began < self._rested and began < self.played + PLAYS:
            time.sleep(self._rested - began)
            began = time.perf_counter()
        drawn = _drawn_by(self._worker, order)
        now = time.perf_counter()
        self._rested = now + (now - began)
        return drawn


class Artists:
    """Draw what somebody needs in order to move, in one thread of the bot or in processes beside it."""

    def __init__(self, processes: int = 0) -> None:
        # One thread: two pictures drawn at once take as long as one after the other, and then both of them are late
        self._threads = ThreadPoolExecutor(max(1, processes), thread_name_prefix="draw")
        self._workers = [_worker() for _ in range(processes)]
        self._free = SimpleQueue[WorkerProcess]()
        for process in self._workers:
            self._free.put(process)

    async def draw(self, drawing: Drawing) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._drawn, drawing)

    def _drawn(self, drawing: Drawing) -> bytes:
        if not self._workers:
            with metrics.DRAWN.time():
                return drawing()
        process = self._free.get()
        try:
            with speaking(drawing.language):
                order = worker.order(drawing.draw, *drawing.given)
            return _drawn_by(process, order)
        finally:
            self._free.put(process)

    def end(self) -> None:
        for process in self._workers:
            process.close()


def _worker() -> WorkerProcess:
    return WorkerProcess("render.worker", *([str(_sprites)] if _sprites else []))


def _drawn_by(process: WorkerProcess, order: bytes) -> bytes:
    """The picture by this process. If it dies, a new process takes the order once more, unless it was closed."""
    with metrics.DRAWN.time():
        try:
            return worker.read(process.ask(order))
        except (EOFError, BrokenPipeError):
            if process.closed:
                raise
            log.warning("A process that draws has died, and another one takes its place")
            process.end()
            return worker.read(process.ask(order))


class Undrawn(Exception):
    """A picture can't be drawn, because of `error`. `news`: whoever hears of it first has to tell the log."""

    def __init__(self, error: Exception, *, news: bool) -> None:
        super().__init__(str(error))
        self.error, self.news = error, news


@dataclass
class Failure:
    error: Exception
    until: float  # of the loop's time: when it may be tried again
    told: bool = False


class Gallery:
    """A cache of pictures: each is drawn once for everybody who asks at the same time or soon after."""

    def __init__(self, draw: Callable[[Drawing], Any]) -> None:
        self._draw = draw
        self._drawing: dict[Drawing, asyncio.Future[bytes]] = {}
        self._kept: OrderedDict[Drawing, bytes] = OrderedDict()
        self._bytes = 0  # of those that are kept
        self._failed: OrderedDict[Drawing, Failure] = OrderedDict()

    async def picture(self, drawing: Drawing) -> bytes:
        """Raises Undrawn, whatever has failed."""
        if drawing in self._kept:
            self._kept.move_to_end(drawing)
            return self._kept[drawing]
        self.begin(drawing)
        if drawing in self._drawing:
            with suppress(Exception):  # which is kept, too
                return await asyncio.shield(self._drawing[drawing])
        failure = self._failed[drawing]
        news, failure.told = not failure.told, True
        raise Undrawn(failure.error, news=news)

    def begin(self, drawing: Drawing) -> None:
        """Draw it, unless it is drawn already or being drawn, or has just failed twice.

        What failed once is tried again when it is next asked for: the next edit of a lobby has the same picture.
        """
        failure = self._failed.get(drawing)
        if failure and asyncio.get_running_loop().time() < failure.until:
            return
        if drawing not in self._drawing and drawing not in self._kept:
            drawn = self._drawing[drawing] = asyncio.ensure_future(self._draw(drawing))
            drawn.add_done_callback(partial(self._done, drawing))

    def _done(self, drawing: Drawing, drawn: asyncio.Future[bytes]) -> None:
        del self._drawing[drawing]
        if drawn.cancelled():
            return
        error = drawn.exception()
        if isinstance(error, Exception):
            before, now = self._failed.pop(drawing, None), asyncio.get_running_loop().time()
            self._failed[drawing] = Failure(
                error, now + FAILED if before else now, told=before is not None and before.told
            )
            if len(self._failed) > MOST_FAILED:
                self._failed.popitem(last=False)
        else:
            self._failed.pop(drawing, None)
            picture = drawn.result()
            self._bytes += len(picture) - len(self._kept.pop(drawing, b""))
            self._kept[drawing] = picture
            while self._bytes > KEPT:
                self._bytes -= len(self._kept.popitem(last=False)[1])

    def stop(self) -> None:
        for drawing in [*self._drawing.values()]:
            drawing.cancel()


_sprites: Path | None = None  # the file that has them
_being_drawn = False  # those for the file
_artists, _aside = Artists(), Aside()


async def _draw_for_a_move(drawing: Drawing) -> bytes:
    return await _artists.draw(drawing)


async def _draw_aside(drawing: Drawing) -> bytes:
    with speaking(drawing.language):
        return await _aside.draw(drawing.draw, *drawing.given)


_for_moves, _browsed = Gallery(_draw_for_a_move), Gallery(_draw_aside)


async def pictured(screen: Screen, *, browsing: bool = False, moving: bool = False) -> Message:
    """The screen with its pictures, and with words in place of those that can't be drawn: nothing else may wait for
    them. `browsing`: nobody needs them in order to move.

    `moving`: great moments are moving pictures, because the reader sees this for the first time and wants it so.
    """
    gallery = _browsed if browsing else _for_moves
    if screen.drawings and not browsing:
        _aside.played = time.perf_counter()
    drawings = screen.drawings | (screen.moments if moving else {})
    drawn, missing = dict[str, bytes](), list[str]()
    for name, drawing in drawings.items():
        try:
            drawn[name] = await gallery.picture(drawing)
        except Exception as error:
            missing.append(name)
            if not isinstance(error, Undrawn) or error.news:
                _tell(error, drawing, screen.table_id)
    return Message(undrawn(screen, missing) if missing else screen, drawn)


def _tell(error: Exception, drawing: Drawing, table_id: int | None) -> None:
    """Tell the log what couldn't be drawn: the picture, the table, the names in it; nothing that may be secret."""
    if isinstance(error, Undrawn):
        error = error.error
    why = str(error) if isinstance(error, worker.DrawingError) else kind_and_place(error)
    log.error(
        "A picture can't be drawn, so words are shown instead: %s of %s, with the names %s: %s",
        drawing.what,
        f"table {table_id}" if table_id else "a page",
        ", ".join(map(ascii, drawing.names)) or "of nobody",
        why,
    )


def draw_early(picture: Picture, *, moving: bool) -> None:
    """Begin to draw what somebody will soon be shown. `moving`: as for `pictured`."""
    if drawing := (moving and picture.moment) or picture.drawing:
        _for_moves.begin(drawing)


async def film(replay: Replay, course: Course | None = None) -> bytes:
    """A finished game as a moving picture, a GIF. Other people's pages are drawn between its frames.

    `course`: the chances to win, which are drawn below the board. Raises Undrawn.
    """
    views = [step.view for step in replay.positions]
    board, names = PICTURES[replay.table.game].board, replay.table.names()
    below = () if course is None else (course.turning_points, partial(chart.strip_below, course.chart, course.values))
    try:
        await _aside.draw(worker.begin_film, board, views, names, *below)
        while not (gif := await _aside.draw(worker.go_on)):
            pass
    except Exception as error:
        _tell(error, Drawing(worker.begin_film, (board, views[-1], names)), replay.table.id)
        raise Undrawn(error, news=False) from error
    return gif


def begin(sprites_file: Path, processes: int) -> None:
    """Load sprites from this file, and draw boards in so many processes beside the bot; 0: in a thread of the bot."""
    global _sprites, _artists, _aside
    _sprites = sprites_file
    sprites.make_room(sprites_file)
    sprites.open_file(sprites_file)
    _artists, _aside = Artists(processes), Aside()


async def draw_sprites() -> None:
    """Write the sprites into the file, once for each version of the art. A process does it while people play."""
    global _being_drawn
    if _sprites is None or _being_drawn or sprites.is_open():
        return
    _being_drawn = True
    process = WorkerProcess("render.worker")
    try:
        lacking = sprites.lacks_room(_sprites)
        if not lacking:
            order = worker.order(worker.draw_sprites, _sprites)
            lacking = (await asyncio.to_thread(_drawn_and_ended, process, order)).decode()
        if lacking or not sprites.open_file(_sprites):
            _tell_of_no_file(lacking or "it can't be read")
    except (RuntimeError, EOFError, OSError) as error:
        _tell_of_no_file(error)
    finally:
        _being_drawn = False
        process.close()  # if the bot stops, the thread needn't wait any more


def _tell_of_no_file(why: object) -> None:
    log.warning("The file of sprites %s isn't kept, so each start draws them in memory: %s.", _sprites, why)


def _drawn_and_ended(process: WorkerProcess, order: bytes) -> bytes:
    try:
        return _drawn_by(process, order)
    finally:
        process.end()


def stop() -> None:
    """Stop drawing boards: nobody waits for them any more."""
    _for_moves.stop()
    _artists.end()
