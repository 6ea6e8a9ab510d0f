"""Bots in processes of their own, started fast: one process imports everything once, then forks a bot for each start.

    with Nursery() as nursery:
        bot = nursery.start(wire, database)

A bot started here is the product itself, but for what the environment asks of its process:

- `KILL_AT=n`: it kills itself at the n-th step of answering interactions. A step is a moment before or after a call of
  the database or of Discord that was made on behalf of an interaction, the presenter's work after it included.
- `KILL_IN=posting`: that counts the same steps, from the first message on that is posted in a channel.
- `KILL_IN=announcing`, `packing` or `deleting`: that counts the steps of this round of the clock instead.
- `BEAT=seconds`: its clock beats that often.
- `IN_TURN=seconds`: what has changed within a turn waits so long for its end, where that saves a request; else it
  doesn't, so that tests needn't wait either.
- `PATIENCE=seconds`: so long it still answers interactions once it is told to stop.
- `SILENCE=seconds`: so long Discord may say nothing before a session, and then the bot connects anew.
- `ANSWER=seconds`: so long it waits for the answer to a request.
- `DRAW=no`: its boards are blank pictures, for tests that look at none.
"""

import asyncio
import contextvars
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, cast

if TYPE_CHECKING:
    from tables.store.database import Where

    from .server import Wire

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0  # seconds
POSTS = "/channels/{channel_id}/messages"  # where boards are posted


class Bot:
    """One start of the bot."""

    def __init__(self, nursery: "Nursery", pid: int, log: Path) -> None:
        self._nursery = nursery
        self.pid = pid
        self._log = log
        self._status: int | None = None

    @property
    def status(self) -> int | None:
        """The exit code, or minus the signal; None while it runs."""
        if self._status is None:
            self._status = self._nursery.ask({"poll": self.pid})
        return self._status

    @property
    def log(self) -> str:
        """All it has written to standard error."""
        return self._log.read_text()

    def errors(self) -> list[str]:
        """The lines that say more than a warning does."""
        return [line for line in self.log.splitlines() if "ERROR" in line or "Traceback" in line or "CRITICAL" in line]

    def memory(self) -> int:
        """Bytes of its own, not shared with the process it was forked from."""
        rollup = Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines()
        return (
            sum(int(line.split()[1]) for line in rollup if line.startswith(("Private_Clean", "Private_Dirty"))) * 1024
        )

    def send(self, signum: signal.Signals) -> None:
        if self.status is None:
            os.kill(self.pid, signum)

    async def ended(self, seconds: float = PATIENCE) -> int:
        """Wait for its end: the status."""
        deadline = time.monotonic() + seconds
        while (status := self.status) is None:
            if time.monotonic() > deadline:
                raise TimeoutError(f"the bot goes on\n{self.log}")
            await asyncio.sleep(0.005)
        return status

    async def stop(self) -> int:
        self.send(signal.SIGTERM)
        return await self.ended()


class Nursery:
    """The process that forks, seen from the tests."""

    def __enter__(self) -> Self:
        self._logs = tempfile.TemporaryDirectory(prefix="wyrmhall-logs-")
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()  # it ends what it has started
        self._process.wait(PATIENCE)
        self._process.stdout.close()
        self._logs.cleanup()

    def ask(self, request: dict[str, Any]) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def start(self, wire: "Wire", database: "Where", *, kill_at: int = 0, **settings: str) -> Bot:
        """Fork a bot. See `Wire.until` for waiting until it is there."""
        from .server import TOKEN

        log = Path(self._logs.name) / f"{time.monotonic_ns()}.log"
        env = {
            "DISCORD_TOKEN": TOKEN,
            "DISCORD_API": wire.api,
            "DISCORD_GATEWAY": wire.gateway,
            "DATABASE": str(database) if isinstance(database, Path) else database.render_as_string(hide_password=False),
            "LOG_LEVEL": "WARNING",
            "KILL_AT": str(kill_at),
            **settings,
        }
        log.touch()  # a bot that is stopped at once writes none
        return Bot(self, self.ask({"env": env, "log": str(log)}), log)


# -- In the process that forks


def _serve() -> None:
    import bot as _product  # all of it: what is imported and drawn here, no fork imports and draws again
    from engine import GAMES, Chance
    from render import PICTURES, sprites

    del _product

    def draw() -> None:
        for key, pictured in PICTURES.items():
            game = GAMES[key]
            state = game.new(seats := game.seats[-1], game.options(), Chance("warm"))
            for seat in (None, *range(seats)):
                pictured.board(game.view(state, seat), ["Somebody"] * seats)

    with tempfile.TemporaryDirectory() as folder:
        sprites.write_file(path := Path(folder) / "sprites", draw)
        sprites.open_file(path)  # so that no bot draws its own
    gc.freeze()
    children: dict[int, int | None] = {}
    answer: int | None
    for line in sys.stdin:
        request = json.loads(line)
        if "poll" in request:
            pid = request["poll"]
            if children[pid] is None:
                done, code = os.waitpid(pid, os.WNOHANG)
                children[pid] = os.waitstatus_to_exitcode(code) if done else None
            answer = children[pid]
        else:
            pid = os.fork()
            if pid == 0:
                _be_a_bot(request["env"], request["log"])
            children[pid], answer = None, pid
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    for child, ending in children.items():
        if ending is None:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _be_a_bot(env: dict[str, str], log: str) -> None:
    import bot
    from cogs.background.clock import ClockCog
    from cogs.delivery import presenter
    from cogs.discord import deadlines, gateway
    from tables.people import presence

    os.environ.update(env)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    os.dup2(2, 1)
    code = 1
    try:
        if int(env.get("KILL_AT", "0")):
            _kill_at(int(env["KILL_AT"]), env.get("KILL_IN", "answering"))
        if env.get("DRAW") == "no":
            _draw_nothing()
        presenter.IN_TURN = int(env.get("IN_TURN", "0"))
        presence.LASTS = 0  # whoever has pressed something in the channel is written to all the same
        deadlines.ANSWER = float(env.get("ANSWER", deadlines.ANSWER))
        bot.PATIENCE = float(env.get("PATIENCE", bot.PATIENCE))
        gateway.PATIENCE = float(env.get("SILENCE", gateway.PATIENCE))
        if "BEAT" in env:
            ClockCog.tick.change_interval(seconds=float(env["BEAT"]))
        problem = bot.main()
        code = 1 if problem else 0
        if problem:
            print(problem, file=sys.stderr)
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def _draw_nothing() -> None:
    from PIL import Image

    import render
    from render.theme import pack

    picture = Image.new("P", (40, 30))
    picture.putpalette([0, 0, 0])
    blank, pictures = pack(picture), cast(Any, render.PICTURES)
    for key, pictured in pictures.items():
        pictures[key] = replace(pictured, board=lambda *_: blank, result=lambda *_: blank)


def _kill_at(step: int, begin: str) -> None:
    """Count the steps of answering interactions, from a posting on, or of this round, and die at that one."""
    from asyncpg.transaction import Transaction  # type: ignore[import-untyped]
    from discord.http import HTTPClient, Route
    from discord.state import ConnectionState
    from discord.webhook.async_ import AsyncWebhookAdapter

    from cogs.background.announcements import Announcer
    from tables.history.archive import Archive
    from tables.people.privacy import Privacy
    from tables.store.postgres import PostgreSQLTransaction
    from tables.store.sqlite import SQLiteTransaction

    rounds: Mapping[str, tuple[type, str]] = {
        "announcing": (Announcer, "announce"),
        "packing": (Archive, "pack"),
        "deleting": (Privacy, "resume"),
    }
    answering: contextvars.ContextVar[bool] = contextvars.ContextVar("answering", default=False)
    answered = False  # an interaction has come
    begun = begin != "posting"
    taken = 0

    def counts() -> bool:
        """What shows a table for the clock goes on to show it for an interaction that came meanwhile."""
        task = asyncio.current_task()
        return answering.get() or (answered and task is not None and task.get_name().startswith("show table"))

    def count() -> None:
        nonlocal taken
        if begun and counts():
            taken += 1
            if taken == step:
                os.kill(os.getpid(), signal.SIGKILL)

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        async def around(*args: Any, **kwargs: Any) -> Any:
            nonlocal begun
            route = next((arg for arg in args if isinstance(arg, Route)), None)
            posts = route is not None and route.method == "POST" and route.path == POSTS
            begun = begun or (posts and counts())
            count()
            result = await call(*args, **kwargs)
            count()
            return result

        return around

    def marked(parse: Callable[..., None]) -> Callable[..., None]:
        def around(*args: Any) -> None:
            nonlocal answered
            answered = True
            answering.set(True)  # tasks made from here on inherit it
            try:
                parse(*args)
            finally:
                answering.set(False)

        return around

    for owner, name in (
        (SQLiteTransaction, "commit"),  # what comes before it in a transaction is nothing yet
        (Transaction, "commit"),
        (PostgreSQLTransaction, "run"),  # by itself it is a transaction
        (HTTPClient, "request"),
        (AsyncWebhookAdapter, "request"),
    ):
        setattr(owner, name, counted(getattr(owner, name)))
    if begin in rounds:
        round_, name = rounds[begin]
        work = getattr(round_, name)

        async def counted_from_here(*args: Any) -> Any:
            answering.set(True)
            return await work(*args)

        setattr(round_, name, counted_from_here)
    else:
        parse_interaction = ConnectionState.parse_interaction_create
        setattr(ConnectionState, "parse_interaction_create", marked(parse_interaction))  # noqa: B010


if __name__ == "__main__":
    _serve()
