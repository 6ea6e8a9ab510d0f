"""Run the bot on a simulated Discord with five members, to play in a browser: `python -m play`.

Two pages: simcord's preview shows the channel; as it shows one channel only, `page.py` shows the members' direct
messages and the channel's threads. Every start is a new world with a fresh database, as simcord's ids repeat from run
to run.
"""

import argparse
import asyncio
import contextlib
import contextvars
import hashlib
import json
import logging
import signal
import socket
import sys
import tempfile
import webbrowser
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import discord
from pydantic import ValidationError

from bot import LAST_PORT, Settings, Wyrmhall, wrong
from players.answer import Question
from render.signs import SIGNS
from tables.history.analyses import Analysis, Progress

try:
    import simcord
    from simcord.backend import serializers
    from simcord.backend.cdn import CDN_BASE
    from simcord.preview import Preview

    from .page import Page
except ImportError as error:
    sys.exit(f"The simulated Discord is an extra that isn't installed ({error}): pip install -e '.[play]'")

log = logging.getLogger("play")

Result = TypeVar("Result")

BOT, GUILD, CHANNEL = "Wyrmhall", "The Wyrmhall", "great-hall"
MEMBERS = ("Astrid", "Bram", "Cosima", "Dario", "Edda")
PATIENCE = 30.0  # seconds: how long an operation may wait for the bot to finish what it set off
TICK = 1.0  # seconds between two steps of the simulated clock
SIGNALS = (signal.SIGINT, signal.SIGTERM)
RECENT = 100  # newest messages of the channel that are checked for changes


class World:
    """One simulated Discord. It refuses two operations at once, so each goes through `run`."""

    def __init__(self, env: simcord.Env, preview: Preview, channel: simcord.ChannelHandle) -> None:
        self._env = env
        self._preview = preview
        self._channel = channel
        self._turn = asyncio.Lock()
        self._closing = False
        self._active: asyncio.Task[Any] | None = None
        self._shown = ""
        self._told = 0
        self._real_start = asyncio.get_running_loop().time()
        self._start = env.now()
        act = preview._action

        async def in_turn(context: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
            return await self.run(lambda: act(context, body))

        preview._action = in_turn  # type: ignore[method-assign, assignment]

    async def run(self, operation: Callable[[], Awaitable[Result]]) -> Result:
        """Do one thing to the world when it's free; then show what came of it."""
        async with self._turn:
            if self._closing:
                raise simcord.SetupError("The session is ending.")
            self._active = asyncio.current_task()
            try:
                return await operation()
            finally:
                self._tell_errors()
                if not self._closing:
                    await self._show()
                self._active = None

    async def close(self) -> None:
        """Give up what goes on, and refuse the rest."""
        self._closing = True
        if self._active is not None:
            self._active.cancel()
        async with self._turn:
            pass

    async def tick(self) -> None:
        """Move the simulated clock with the real one, for ever."""
        while True:
            await asyncio.sleep(TICK)
            try:
                await self.run(self._catch_up)
            except TimeoutError as error:
                log.error("%s", error)

    async def _catch_up(self) -> None:
        # Counted from the start: the bot's own timers move the simulated clock too.
        real = asyncio.get_running_loop().time() - self._real_start
        await self._env.advance_time(max(0.0, real - (self._env.now() - self._start).total_seconds()))

    async def _show(self) -> None:
        """Renew the channel's pages, but only when the channel changed: it makes buttons pressed just then stale."""
        backend = self._env.backend
        messages = list(backend.messages.get(self._channel.id, {}).values())[-RECENT:]
        content = json.dumps([serializers.message_payload(backend, message) for message in messages], default=str)
        digest = hashlib.sha256(content.encode()).hexdigest()
        if digest == self._shown or self._preview._closed:
            return
        self._shown = digest
        try:
            await self._preview.refresh()
        except TimeoutError as error:
            log.error("%s", error)

    def _tell_errors(self) -> None:
        for error in self._env.errors_since(self._told):
            log.error("The bot raised %s", type(error).__name__, exc_info=error)
        self._told = self._env.error_cursor


async def play(settings: Settings, port: int, dm_port: int, *, browse: bool) -> None:
    """Run until interrupted or until the session is ended on the page. Port 0 takes any free one."""
    stop = asyncio.Event()
    for sign in SIGNALS:
        asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    async with contextlib.AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="wyrmhall-")))
        alone = {"database": folder / "play.sqlite3", "shards": 1, "cluster": "1/1"}
        hall = Wyrmhall(settings.model_copy(update=alone))
        simulation = simcord.run(hall, check_errors=False, settle_timeout=PATIENCE)
        _set_clock(simulation._env)
        env = await stack.enter_async_context(simulation)
        think_aside(env, hall)
        stack.push_async_callback(hall.close)
        env.backend.edit_bot_profile(BOT)
        users = [env.create_user(name.lower(), global_name=name) for name in MEMBERS]
        guild = env.create_guild(GUILD, owner=users[0])  # so that one member has all commands
        members = [guild.add_member(user) for user in users]
        channel = guild.create_text_channel(CHANNEL, topic="Begin with /play")
        await env.settle()
        await hall.signs.look()
        assets = _emojis(env)
        preview = env.preview(channel, viewers=members, layout="channel", port=port, assets=assets)
        await stack.enter_async_context(preview)
        world = World(env, preview, channel)
        page = Page(env, members, world.run, channel, channel_url=preview.url, assets=assets)
        dm_url = await stack.enter_async_context(page.serve(dm_port))
        stack.push_async_callback(world.close)
        print(f"The channel, as any of {', '.join(MEMBERS)}:\n  {preview.url}")
        print(f"Their direct messages and threads:\n  {dm_url}\nEnd with Ctrl-C.", flush=True)
        if browse:
            for url in (dm_url, preview.url):
                webbrowser.open(url)
        tasks = [asyncio.create_task(work) for work in (stop.wait(), preview.wait_closed(), world.tick())]
        stack.push_async_callback(_cancel, tasks)
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for sign in SIGNALS:  # a second Ctrl-C doesn't wait for what goes on
            asyncio.get_running_loop().remove_signal_handler(sign)


def think_aside(env: simcord.Env, hall: Wyrmhall) -> None:
    """Let nothing in the world wait for questions of low priority, which may take a minute of a processor.

    Whoever waits for an answer looks again with every tick of the clock.
    """
    thinking, analyses = hall.store.thinking, hall.store.analyses
    aside, changed = thinking.aside, analyses.changed

    async def unowned(question: Question) -> bytes:
        """Ask in a task that the simulation doesn't count as the bot's, so it doesn't wait for it."""
        work = contextvars.Context().run(asyncio.create_task, aside(question))
        answered: bytes = await env.external_wait(work, reason="it is thought about aside")
        return answered

    async def later(table_id: int, known: Progress) -> Analysis | Progress:
        analysis: Analysis | Progress = await env.external_wait(
            changed(table_id, known), reason="a game is being looked back at"
        )
        return analysis

    thinking.aside, analyses.changed = unowned, later  # type: ignore[method-assign]


async def _cancel(tasks: list[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, Exception):
            raise result


def _emojis(env: simcord.Env) -> dict[str, tuple[str, bytes]]:
    """The application's emojis, by address: type and content. The simulated Discord keeps only their names."""
    drawn = {f"{sign.word}_{sign.version()}": sign.picture for sign in SIGNS}
    emojis = env.backend.application_emojis.values()
    return {f"{CDN_BASE}/emojis/{emoji.id}.png": ("image/png", drawn[emoji.name]()) for emoji in emojis}


def _set_clock(env: simcord.Env) -> None:
    """Set the simulated clock to the real time, before anything waits for a time in between."""
    env.backend.advance_clock(max(0.0, (datetime.now(UTC) - env.now()).total_seconds()))


def _first_time(record: logging.LogRecord) -> bool:
    """Let the log have each exception only once, whether the library reports it or we do."""
    error: Any = record.exc_info[1] if record.exc_info else None
    is_told = getattr(error, "told", False)
    if error is not None:
        error.told = True
    return not is_told


def _check_free(port: int) -> None:
    """Raises OSError if the port is taken, before anything starts."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m play", description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=8765, help="of the channel's page; 0 takes any (default 8765)")
    parser.add_argument("--dm-port", type=int, default=8766, help="of the direct messages' page (default 8766)")
    parser.add_argument("--open", action="store_true", help="open both pages in the browser")
    options = parser.parse_args()
    for option, port in (("--port", options.port), ("--dm-port", options.dm_port)):
        try:
            _check_free(port)
        except PermissionError:
            sys.exit(f"Port {port} is for root alone: choose one from 1024 on with {option}.")
        except OverflowError:
            sys.exit(f"There is no port {port}, they go up to {LAST_PORT}: choose another with {option}.")
        except OSError:
            sys.exit(f"Port {port} can't be had, something else may use it: choose another with {option}.")
    if options.port and options.port == options.dm_port:
        sys.exit(f"Port {options.port} can't be that of both pages: choose another with --dm-port.")
    try:
        settings = Settings(_env_file=None, discord_token=None)
    except ValidationError as error:
        sys.exit(wrong(error))
    discord.utils.setup_logging(level=logging.WARNING)
    logging.getLogger().handlers[0].addFilter(_first_time)
    with contextlib.suppress(KeyboardInterrupt):
        try:
            asyncio.run(play(settings, options.port, options.dm_port, browse=options.open))
        except simcord.SetupError as error:
            sys.exit(f"The simulated Discord can't start: {error}")


if __name__ == "__main__":
    main()
