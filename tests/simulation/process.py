"""A process of the bot: started, killed at any await, made to stand still, closed."""

import asyncio
import contextlib
import gc
import inspect
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from bot import Settings, Wyrmhall
from tables.store.lock import Lock

from .discord_model import APP, BOT, GUILD, Discord
from .world import Loop, World


@cache
def usual() -> Settings:
    """Read once, which takes a while."""
    return Settings(_env_file=None)


class Process:
    def __init__(
        self,
        world: World,
        discord: Discord,
        name: str,
        database: Path,
        part: int = 0,
        parts: int = 1,
        guild_after: float = 0.0,
        **settings: Any,
    ) -> None:
        """`part` of so many `parts` of the bot, each of one shard. Of the server it hears so many seconds late."""
        self.world, self.discord, self.name = world, discord, name
        self.part, self.parts = part, parts
        self.loop = Loop(world, name)
        world.loops.append(self.loop)
        self.settings = usual().model_copy(
            update={"database": database, "shards": parts, "cluster": f"{part + 1}/{parts}", **settings}
        )
        self.hall: Wyrmhall | None = None
        self.ready = False
        self.on_start: Callable[[Iterable[str]], object] = lambda names: None  # told what can be pressed and typed
        self.missed: list[tuple[str, dict[str, Any]]] | None = None  # while it has no session
        self._guild_after = guild_after
        self.ended = False
        self._main = self.loop.create_task(self._run())

    @property
    def hears_of_the_guild(self) -> bool:
        return (GUILD >> 22) % self.parts == self.part

    @property
    def alive(self) -> bool:
        return not self.loop.dead and not self.ended

    async def _run(self) -> None:
        try:
            self.hall = hall = Wyrmhall(self.settings)
            hall.http.connector = object()  # type: ignore[assignment]  # nothing is connected
            await hall.login("a.token.for-tests")
            self.on_start((*hall.handlers, *(f"/{command.name}" for command in hall.tree.get_commands())))
            hall._connection.shard_ids = [self.part]
            hall._connection.shard_count = self.parts
            hall.add_listener(self._is_ready, "on_ready")
            self._greet(self._guild_after)
        except Exception as error:
            self.world.note(f"{self.name} doesn't start: {type(error).__name__}: {error}")
            with contextlib.suppress(Exception):
                if self.hall is not None:
                    await self.hall.close()
            self._gone()

    def _greet(self, guild_after: float) -> None:
        self.tell("READY", self._greeting())
        if self.hears_of_the_guild and guild_after:
            self.world.after(guild_after, self._introduce_the_guild)
        elif self.hears_of_the_guild:
            self.tell("GUILD_CREATE", self.discord.guild_payload())

    def _introduce_the_guild(self) -> None:
        if not self.discord.away:
            self.receive("GUILD_CREATE", self.discord.guild_payload())

    def _greeting(self) -> dict[str, Any]:
        return {
            "v": 10,
            "user": self.discord.user_payload(BOT),
            "guilds": [{"id": str(GUILD), "unavailable": True}] if self.hears_of_the_guild else [],
            "session_id": "session",
            "shard": [self.part, self.parts],
            "application": {"id": str(APP), "flags": 0},
        }

    async def _is_ready(self) -> None:
        self.ready = True
        self.world.note(f"{self.name} is ready")

    def tell(self, event: str, payload: dict[str, Any]) -> None:
        """An event of the gateway; within this process."""
        assert self.hall is not None
        self.hall._connection.parsers[event](payload)

    def receive(self, event: str, payload: dict[str, Any]) -> None:
        """Likewise, from outside. A process that isn't ready doesn't hear it."""
        if self.missed is not None:
            self.missed.append((event, payload))
        elif self.alive and (self.ready or event == "GUILD_CREATE"):
            self.loop.call_soon(self.tell, event, payload)

    # -- Its session

    def lose_session(self) -> None:
        self.missed = []

    def resume(self) -> None:
        """It is told in order what it has missed."""
        missed, self.missed = self.missed or [], None
        for event, payload in (*missed, ("RESUMED", {"__shard_id__": self.part})):
            self.receive(event, payload)

    def identify(self, guild_after: float) -> None:
        """A new session: what it has missed is lost."""
        self.missed = None
        if self.alive:
            self.loop.call_soon(self._greet, guild_after)

    # -- How it ends

    def kill(self) -> None:
        """At once, wherever it is. What was committed stays; the system takes back its locks."""
        self.loop.dead = True
        self._leave_the_store()
        self._gone()

    def _leave_the_store(self) -> None:
        for held in self.loop.holds:
            if isinstance(held, Lock):
                if held._file is not None:
                    os.close(held._file)
                    held._file = None
            else:
                held.rollback()  # what a cursor still holds would outlast closing, and its lock too
                held.close()
        self.world.writing.died(self.loop)

    def _gone(self) -> None:
        self.ended = True
        self.loop.dead = True
        if self.loop in self.world.loops:
            self.world.loops.remove(self.loop)

    def close(self) -> None:
        """As SIGTERM does."""
        self.world.note(f"{self.name} is told to end")

        async def close() -> None:
            try:
                assert self.hall is not None
                await self.hall.close()
            finally:
                self.world.note(f"{self.name} has ended")
                self._gone()

        self.loop.create_task(close())

    def have(self, work: Callable[[], Any]) -> "asyncio.Task[Any]":
        """Something of it is looked at, within."""
        return self.loop.create_task(work())


def bury(processes: Sequence[Process]) -> None:
    """Take apart what is left of their tasks, which may complain or begin others as they end: nobody listens."""
    complain, sys.unraisablehook = sys.unraisablehook, lambda _: None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for process in processes:
                _end_tasks(process.loop)
                process.loop.close()
                process.hall = None
            gc.collect()
    finally:
        sys.unraisablehook = complain


def _end_tasks(loop: Loop) -> None:
    """Close all coroutines, and those that they begin as they end, on this loop and no other."""
    asyncio._set_running_loop(loop)
    ended = set[asyncio.Task[Any]]()
    try:
        while left := asyncio.all_tasks(loop) - ended:
            for task in sorted(left, key=lambda task: task.get_name()):
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                _end(task.get_coro())
            ended |= left
    finally:
        asyncio._set_running_loop(None)


def _end(coroutine: Any) -> None:
    """However often it waits for something as it ends."""
    while not inspect.iscoroutine(coroutine) or inspect.getcoroutinestate(coroutine) != inspect.CORO_CLOSED:
        with contextlib.suppress(BaseException):
            coroutine.close()
        if not inspect.iscoroutine(coroutine):  # one of aiosqlite's own kind, which waits for nothing
            return
