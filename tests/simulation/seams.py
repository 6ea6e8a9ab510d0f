"""Where the hall meets the world outside, and what stands there in a simulation: time, luck, threads, files."""

import asyncio
import contextlib
import datetime
import itertools
import os
import random
import secrets
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any
from unittest import mock

import aiohttp
import aiosqlite
import discord
import msgspec
from discord import app_commands
from discord.ext import tasks
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

import bot
from cogs.delivery import pictures
from cogs.discord import registering, signs
from engine import decode, encode
from host import worker_process
from players.answer import Answer, Question, answer
from players.player import Weighed
from players.playout import Playout
from players.puzzles import MadeRiddle
from tables.daily import riddles
from tables.play import rows, unit_of_work
from tables.store import database, leases, secret, sqlite
from tables.store.lock import Lock
from tables.workers import computer_turns

from . import server
from .world import Loop, Store, World

SHARED: Sequence[tuple[ModuleType, str, Any]] = (
    (database, "SQLite", server.Server),
    (database, "Together", server.ServerLeases),
    (sqlite, "BUSY_TIMEOUT", 0.0),  # nobody waits but by the server's lock
    (unit_of_work, "claim_and_lock", server.claim_and_lock),
    (leases, "CLOCK", server.CLOCK),
    (leases, "STARTED", server.STARTED),
    (leases, "LEASE", 60),  # in place of fifteen seconds: to renew them is most of what a quiet day does
    (leases, "RENEW", 30.0),  # in place of four
)
_store: list[Store] = []  # of this day
READERS = 2  # in place of eight: each has to read the schema
TIMES = bot.Settings.times
ABSENCE = datetime.timedelta(seconds=400)  # in place of three days, until a table is closed whose channel is away
LONG_THOUGHTS = 0.3  # share of them
BLANK = b"\x89PNG\r\n\x1a\n"  # nothing is drawn here
_translated: dict[str, dict[str, Any]] = {}  # what Discord is told of each command, by its name
_translate = app_commands.Command.get_translated_payload
_sorted: dict[bytes, dict[str, Any]] = {}
_sort = registering._by_name


class InTurn:
    """In place of the queue of a thread: what it is given is done soon, on the loop, in its order."""

    def __init__(self) -> None:
        self._loop = the_loop()
        self._jobs = deque[tuple[asyncio.Future[Any] | None, Callable[[], Any]]]()

    def put_nowait(self, job: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        self._jobs.append(job)
        if len(self._jobs) == 1:
            self._soon()

    def _soon(self) -> None:
        self._loop.call_later(self._loop.world.chance.uniform(0.0001, 0.002), self._do)

    def _do(self) -> None:
        future, work = self._jobs[0]
        try:
            found = work()
        except Exception as error:
            if future and not future.done():
                future.set_exception(error)
        else:
            if future and not future.done():
                future.set_result(found)
        self._jobs.popleft()
        if self._jobs:
            self._soon()


class NoThread:
    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    def start(self) -> None:
        pass


class Thinkers:
    """In place of the threads that wait for computer players, who think for a while now and then."""

    def __init__(self, world: World) -> None:
        self._world = world

    def takes(self, question: bytes) -> float:
        if self._world.thoughts.random() >= LONG_THOUGHTS:
            return 0.02
        takes = self._world.thoughts.uniform(0.1, 9)
        thought, self._world.on_thought = self._world.on_thought, lambda takes: None
        thought(takes)
        return takes

    def shutdown(self) -> None:
        pass


class File(sqlite3.Connection):
    """A file whose process can be killed, and where writing can fail."""

    def execute(self, sql: str, parameters: Any = ()) -> sqlite3.Cursor:
        _store[0].require(sql)
        return super().execute(sql, parameters)

    def executemany(self, sql: str, parameters: Any) -> sqlite3.Cursor:
        _store[0].require(sql)
        return super().executemany(sql, parameters)

    def commit(self) -> None:
        store = _store[0]
        try:
            store.require("COMMIT")
        except sqlite3.OperationalError:
            if store.done_all_the_same():
                super().commit()
            raise
        super().commit()


class Connection(aiosqlite.Connection):
    """A process that is killed closes nothing, and nobody need hear of it."""

    def __del__(self) -> None:
        pass


def the_loop() -> Loop:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Loop)
    return loop


def the_server_clock() -> int:
    world = the_loop().world
    return int(world.begins + world.now)


def _module_with(module: ModuleType, **changed: Any) -> ModuleType:
    """A copy of it in which some names stand for something else."""
    copy = ModuleType(module.__name__)
    copy.__dict__.update({**module.__dict__, **changed})
    return copy


async def _drawn(drawing: Any) -> bytes:
    """It takes as long as drawing does, and nothing is drawn. It may fail."""
    loop = the_loop()
    await loop.run_in_executor(None, loop.world.draw, drawing)
    return BLANK


class Galleries:
    """Each process has its own."""

    def __init__(self, draw: Callable[[Any], Any]) -> None:
        self._draw = draw
        self._of: dict[Loop, pictures.Gallery] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._of.setdefault(the_loop(), pictures.Gallery(self._draw)), name)


def _thought(worker: worker_process.WorkerProcess, question: bytes) -> bytes:
    """Fast: what a computer player thinks is no subject here."""
    asked = decode(Question, question)
    luck = random.Random(asked.luck)
    if asked.what in ("move", "rule"):
        return encode(Answer(move=luck.choice(decode(list[msgspec.Raw], asked.moves))))
    if asked.what == "opinion":
        reasons = ("So it is.",) * len(decode(list[Any], asked.wished))
        weighed = [Weighed(move, luck.random(), 0.01, "So it is.") for move in decode(list[Any], asked.moves)]
        return encode(Answer(opinion=msgspec.Raw(encode(weighed)), reasons=reasons))
    if asked.what == "playout":
        return encode(Answer(playout=Playout(luck.random(), 1)))
    return answer(question)


async def _riddle(game: str, seed: str, ask: Any) -> MadeRiddle:
    """A stored one: to look for one among random opinions takes longer than all else on a day."""
    await the_loop().run_in_executor(None, int)
    made: MadeRiddle = decode(MadeRiddle, riddles.stored()[game][0].made)
    return made


async def _payload(command: app_commands.Command[Any, ..., Any], *given: Any) -> dict[str, Any]:
    """The same at every start: to say it in all languages takes longer than all else at one."""
    if command.name not in _translated:
        _translated[command.name] = await _translate(command, *given)
    return _translated[command.name]


def _by_name(commands: Sequence[Any]) -> dict[str, Any]:
    """Likewise, of those that are registered and those that should be."""
    key = msgspec.json.encode(commands)
    if key not in _sorted:
        _sorted[key] = _sort(commands)
    return _sorted[key]


DRAWN_AT_ONCE: Sequence[tuple[Any, str, Any]] = (
    (pictures.Gallery, "picture", lambda gallery, drawing: _drawn(drawing)),
    (pictures.Gallery, "begin", lambda gallery, drawing: None),  # early, for whoever asks later: here it costs nothing
)


def _galleries() -> Sequence[tuple[Any, str, Any]]:
    return ((pictures, "_for_moves", Galleries(_drawn)), (pictures, "_browsed", Galleries(_drawn)))


@contextlib.contextmanager
def simulated(
    world: World,
    session: type,
    *,
    several: bool = False,
    undrawn: bool = False,
    confirm: datetime.timedelta | None = None,
) -> Iterator[None]:
    """Within, the hall sees this world and nothing else. `several`: processes, which share a server. `undrawn`: some
    pictures can't be drawn, so it matters what is remembered of each. `confirm`: until a rematch starts, if it is
    another time than usual.
    """
    luck, _store[:] = world.secrets, [world.store]

    class Day(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Any:
            return datetime.datetime.fromtimestamp(world.wall(), tz)

    times = {"absent": ABSENCE} | ({} if confirm is None else {"confirm": confirm})
    clock = _module_with(datetime, datetime=Day)
    steady = lambda: world.now + 1000.0  # noqa: E731
    taken = Lock.take
    pids = itertools.count(1000)

    def take(lock: Lock) -> None:
        taken(lock)
        the_loop().holds.append(lock)

    def opened(path: Any, **more: Any) -> sqlite3.Connection:
        file = sqlite3.connect(path, factory=File, **more)
        file.create_function("server_clock", 0, the_server_clock)
        the_loop().holds.append(file)
        return file

    def connect(path: Any, **more: Any) -> aiosqlite.Connection:
        return Connection(lambda: opened(path, **more), 64)

    with contextlib.ExitStack() as stack:
        for owner, name, instead in (
            (time, "time", world.wall),
            (time, "monotonic", steady),
            (time, "perf_counter", steady),
            (discord.utils, "datetime", clock),
            (tasks, "datetime", clock),
            (secrets, "token_hex", lambda size=32: luck.randbytes(size).hex()),
            (secrets, "token_bytes", lambda size=32: luck.randbytes(size)),
            (rows, "secrets", secrets),  # tests have put something else there
            (os, "getpid", lambda: next(pids)),
            (aiohttp, "ClientSession", session),
            (aiosqlite.core, "SimpleQueue", InTurn),
            (aiosqlite.core, "Thread", NoThread),
            (sqlite, "aiosqlite", _module_with(aiosqlite, connect=connect)),
            (database, "READERS", READERS),
            (Lock, "take", take),
            (sqlite, "_migrate", lambda path: None),  # the file is as the newest version makes it
            (worker_process.WorkerProcess, "ask", _thought),
            (computer_turns, "ThreadPoolExecutor", lambda *_, **__: Thinkers(world)),
            (riddles, "make", _riddle),
            (app_commands.Command, "get_translated_payload", _payload),
            (registering, "_by_name", _by_name),
            (bot.Settings, "times", lambda settings: replace(TIMES(settings), **times)),
            (pictures.Aside, "draw", lambda aside, picture, *given: _drawn(picture)),
            *(_galleries() if undrawn else DRAWN_AT_ONCE),
        ):
            stack.enter_context(mock.patch.object(owner, name, instead))
        for owner, name, instead in SHARED if several else ():
            stack.enter_context(mock.patch.object(owner, name, instead))
        signs._refused_at.clear()
        kept = {**secret._kept}  # read on the first day; a day with two processes forgets it
        adapter = async_context.set(AsyncWebhookAdapter())  # type: ignore[no-untyped-call]  # has locks of other days' loops
        try:
            yield
        finally:
            secret._kept.update(kept)
            async_context.reset(adapter)
