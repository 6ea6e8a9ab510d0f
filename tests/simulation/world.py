"""Simulated time: event loops that never wait, and a world that says whose turn it is.

Each process of the bot has a loop of its own, so that it can be killed or stand still at any await while the others go
on. Nothing happens but what is due, in one order, which follows from the seed alone.
"""

import asyncio
import heapq
import random
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, Protocol, runtime_checkable

from tables.store.errors import DatabaseError

LOCK_TIMEOUT = 10.0  # seconds: see tables/store/postgres.py
BROKEN = "disk I/O error"
TROUBLES_OF_A_FILE = BROKEN, "database or disk is full", "database is locked"
WAITED_TOO_LONG = "canceling statement due to lock timeout"
MOST_AT_ONCE = 20_000  # steps of the loops without time going on: they turn in circles
MOST = 200_000  # steps in all, twenty times those of a busy day: they turn in circles while time goes on


class Stuck(Exception):
    """The loops go on and on, and the day doesn't end."""


@runtime_checkable
class Slow(Protocol):
    """An executor whose work takes long."""

    def takes(self, *given: Any) -> float:
        """So many seconds, for work with these arguments."""


class Loop(asyncio.BaseEventLoop):
    """An event loop without sockets and without sleep. The world has it take one step after the other."""

    _ready: Any  # this and what follows is of asyncio's own base class, on which this depends
    _scheduled: Any
    _timer_cancelled_count: int

    def __init__(self, world: "World", name: str) -> None:
        super().__init__()
        self.world, self.name = world, name
        self.ahead = 0.0  # seconds that its clock on the wall is ahead of the true time
        self.rests_until = 0.0  # it stands still
        self.dead = False
        self.holds: list[Any] = []  # files and locks, which the system takes back when it is killed
        self.fuse: int | None = None  # steps until `blown`
        self.blown: Callable[[], None] = lambda: None
        self.set_exception_handler(self._complain)

    def time(self) -> float:
        return self.world.now

    def _write_to_self(self) -> None:
        """No other thread has to wake it."""

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:  # type: ignore[override]
        """What threads and other processes do takes its time, and is done in between."""
        done = self.create_future()

        def work() -> None:
            if done.cancelled():
                return
            try:
                found = func(*args)
            except Exception as error:
                done.set_exception(error)
            else:
                done.set_result(found)

        soon = self.world.chance.uniform(0.001, 0.05)
        self.call_later(executor.takes(*args) if isinstance(executor, Slow) else soon, work)
        return done

    def due(self) -> float | None:
        """When it has something to do next."""
        if self.dead:
            return None
        while self._scheduled and self._scheduled[0]._cancelled:
            timer = heapq.heappop(self._scheduled)
            timer._scheduled = False
            self._timer_cancelled_count -= 1
        if self._ready:
            return max(self.world.now, self.rests_until)
        if self._scheduled:
            return float(max(self._scheduled[0]._when, self.rests_until))
        return None

    def step(self) -> None:
        """One callback, of those that are due."""
        while self._scheduled and self._scheduled[0]._when <= self.world.now:
            timer = heapq.heappop(self._scheduled)
            timer._scheduled = False
            self._ready.append(timer)
        if not self._ready:
            return
        handle = self._ready.popleft()
        if handle._cancelled:
            return
        if self.fuse is not None:
            self.fuse -= 1
            if self.fuse < 0:
                self.fuse = None
                self._ready.appendleft(handle)
                self.blown()
                return
        handle._run()

    def _complain(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if not self.dead:
            self.world.fail(f"{self.name}: {context.get('message')}: {context.get('exception')!r}")


class Store:
    """What is wrong with the file of the database just now."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.why = ""  # in SQLite's words
        self.fates: list[tuple[str, bool]] = []  # of the next COMMITs: what was written by it, whether it comes about
        self._fate: tuple[str, bool] | None = None  # of the COMMIT to come
        self._share, self._writes_only, self._commits_only = 0.0, True, False

    def trouble(self, chance: random.Random) -> None:
        self.why = chance.choice(TROUBLES_OF_A_FILE)
        self._share = chance.choice((0.2, 1.0))
        self._writes_only = self.why != BROKEN or chance.random() < 0.5
        self._commits_only = chance.random() < 0.3

    def mend(self) -> None:
        self.why = ""

    def require(self, statement: str) -> None:
        """Raises sqlite3.OperationalError where it fails."""
        if self.fates and self.fates[0][0] in statement:
            self._fate = self.fates.pop(0)
        if statement == "COMMIT" and self._fate:
            raise sqlite3.OperationalError(BROKEN)
        if not self.why or self._chance.random() >= self._share:
            return
        writes = not statement.lstrip().upper().startswith(("SELECT", "WITH", "PRAGMA")) and statement != "BEGIN"
        if (writes or not self._writes_only) and (statement == "COMMIT" or not self._commits_only):
            raise sqlite3.OperationalError(self.why)

    def done_all_the_same(self) -> bool:
        """Whether a COMMIT that fails has come about."""
        fate, self._fate = self._fate, None
        return fate[1] if fate else self.why == BROKEN and self._chance.random() < 0.5


class WriteLock:
    """Of all processes of a day."""

    def __init__(self) -> None:
        self._holder: Loop | None = None
        self._waiting = list[tuple[Loop, asyncio.Future[None]]]()

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Loop)
        if self._holder is None:
            self._holder = loop
        else:
            await self._wait(loop)
        try:
            yield
        finally:
            if not loop.dead:  # else it was taken from it
                self._hand_on()

    async def _wait(self, loop: Loop) -> None:
        turn = loop.create_future()
        self._waiting.append((loop, turn))
        try:
            async with asyncio.timeout(LOCK_TIMEOUT):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():
                self._hand_on()
            if isinstance(error, TimeoutError):
                raise DatabaseError(sqlite3.OperationalError(WAITED_TOO_LONG)) from None
            raise

    def _hand_on(self) -> None:
        self._holder = None
        while self._waiting and self._holder is None:
            loop, turn = self._waiting.pop(0)
            if not loop.dead and not turn.done():
                self._holder = loop
                turn.set_result(None)

    def died(self, loop: Loop) -> None:
        """The server notices that a connection is gone."""
        if self._holder is loop:
            self._hand_on()


class World:
    def __init__(self, seed: str, begins: datetime) -> None:
        self.chance = random.Random(seed)
        self.secrets = random.Random(f"{seed}/secrets")  # what the hall draws for itself
        self.thoughts = random.Random(f"{seed}/thoughts")  # how long computer players think
        self.on_thought: Callable[[float], None] = lambda takes: None  # called once: one thinks for so many seconds
        self.draw: Callable[[Any], object] = lambda drawing: None  # may raise
        self.begins = begins.timestamp()
        self.now = 0.0  # seconds since then
        self.loops: list[Loop] = []
        self.running: Loop | None = None
        self.transcript: list[str] = []
        self.failures: list[str] = []
        self.store = Store(self.chance)
        self.writing = WriteLock()
        self._due: list[tuple[float, int, Callable[[], object]]] = []
        self._count = 0
        self._at_once = self._steps = 0

    def wall(self) -> float:
        """The time of day, in seconds since 1970, as whoever runs sees it."""
        return self.begins + self.now + (self.running.ahead if self.running else 0.0)

    def after(self, seconds: float, what: Callable[[], object]) -> None:
        self._count += 1
        heapq.heappush(self._due, (self.now + seconds, self._count, what))

    def note(self, line: str) -> None:
        at = datetime.fromtimestamp(self.begins + self.now, UTC)
        self.transcript.append(f"{at:%H:%M:%S}.{at.microsecond // 1000:03} {line}")

    def fail(self, why: str) -> None:
        """Something isn't as it must be."""
        self.note(f"FAILURE {why}")
        self.failures.append(why)

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        """All that happens in this time; it may end sooner. Raises Stuck."""
        end = self.now + seconds
        while not until():
            loop, at = None, self._due[0][0] if self._due else end
            for one in self.loops:
                due = one.due()
                if due is not None and due < at:
                    loop, at = one, due
            if at > end or (loop is None and not self._due):
                self.now = end
                return
            if at > self.now:
                self.now, self._at_once = at, 0
            if loop is None:
                self._count_step()
                heapq.heappop(self._due)[2]()
                continue
            asyncio._set_running_loop(loop)
            self.running = loop
            try:
                going_on = True
                while going_on:
                    self._count_step()
                    loop.step()
                    going_on = loop._ready and self._nothing_else_now(loop) and not until()
            finally:
                asyncio._set_running_loop(None)
                self.running = None

    def _count_step(self) -> None:
        self._at_once += 1
        self._steps += 1
        if self._at_once > MOST_AT_ONCE or self._steps > MOST:
            raise Stuck(f"at {self.now}")

    def _nothing_else_now(self, loop: Loop) -> bool:
        """Whether it is this loop's turn again, which needn't be looked for then."""
        return self.loops == [loop] and not (self._due and self._due[0][0] <= self.now)
