"""The computer players' turns: processes that think, started when there is something to think about.

A turn that is to be made is a row (see deadlines.py), written with the change that makes it a computer's turn and
deleted with the move that ends it. So whatever is killed, whenever: the row is there or the move is, never both. What a
player is asked depends on the table and its version alone, so it is asked the same again.

Tables take turns: whoever has waited longest comes first, for one move.
"""

import asyncio
import contextlib
import logging
import os
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
from sqlalchemy.exc import DBAPIError

import players
from engine import GAMES, Chance, Data, decode, encode
from players.answer import Answer, Question, answer

from .database import Busy
from .deadlines import Deadlines
from .table import Refused, Stale
from .tables import Tables, Thought

log = logging.getLogger(__name__)

PATIENCE = 10.0  # seconds for a move, on whatever machine; then the rule player's is made
HERE = Path(players.__file__).parents[1]
SECRET = "DISCORD_TOKEN"  # nothing that the thinking process needs
LENGTH = struct.Struct(">I")


class Mind:
    """A process that thinks. It is started by the first question, and again after it has died."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: Question) -> Answer:
        """Raises TimeoutError, or EOFError if the process died of it. Either way the next question gets a new one."""
        try:
            async with asyncio.timeout(PATIENCE):
                process = await self._running()
                assert process.stdin
                assert process.stdout
                asked = encode(question)
                process.stdin.write(LENGTH.pack(len(asked)) + asked)
                size = await process.stdout.readexactly(LENGTH.size)
                answered: Answer = decode(Answer, await process.stdout.readexactly(LENGTH.unpack(size)[0]))
                return answered
        except BaseException:  # what it may still answer is no answer to the next question
            await self.end()
            raise

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None:
            environment = {name: value for name, value in os.environ.items() if name != SECRET}
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "players.worker"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                cwd=HERE,
                env={**environment, "PYTHONHASHSEED": "0"},
            )
        return self._process

    async def end(self) -> None:
        """At once, whatever it is thinking about."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()


class Thinking:
    """Who thinks about which table. Nothing runs before `begin`, and no process before the first computer's turn."""

    def __init__(self, tables: Tables, deadlines: Deadlines, minds: int) -> None:
        self._tables, self._deadlines = tables, deadlines
        self._minds = [Mind() for _ in range(minds)]
        self._show: Callable[[int], None] = lambda table_id: None
        self._queue: asyncio.Queue[int] = asyncio.Queue()
        self._queued, self._thought_about = set[int](), set[int]()  # tables
        self._tasks = list[asyncio.Task[None]]()
        self._open = False
        tables.on_thinking = self._enqueue

    async def begin(self, show: Callable[[int], None]) -> None:
        """Make the moves that are due, and all later ones. `show` is called with a table when its people go on."""
        self._show, self._open = show, True
        await self.catch_up()

    async def catch_up(self) -> None:
        """Think about what was left over by a crash or a failure."""
        for table_id in await self._deadlines.to_think():
            self._enqueue(table_id)

    def is_at(self, table_id: int) -> bool:
        """Whether a move of a computer's is about to be made there."""
        return table_id in self._queued or table_id in self._thought_about

    async def close(self) -> None:
        """Now: what isn't thought through is thought about after the next start."""
        self._open = False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for mind in self._minds:
            await mind.end()

    def _enqueue(self, table_id: int) -> None:
        if not self._open or table_id in self._queued:
            return
        self._queued.add(table_id)
        self._queue.put_nowait(table_id)
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._think(mind), name="think") for mind in self._minds]

    async def _think(self, mind: Mind) -> None:
        while True:
            table_id = await self._queue.get()
            self._queued.discard(table_id)
            self._thought_about.add(table_id)
            try:
                await self._move(mind, table_id)
            except (DBAPIError, Busy, Refused) as error:
                log.warning("Table %s waits for a computer's move: %s", table_id, error)
            except Exception:
                log.exception("Table %s waits for a computer's move", table_id)
            finally:
                self._thought_about.discard(table_id)
            if table_id not in self._queued:
                self._show(table_id)

    async def _move(self, mind: Mind, table_id: int) -> None:
        """Make one move. If it leads to another one of a computer's, the table is in the queue again."""
        thought = await self._tables.thought(table_id)
        if thought is None:
            return
        move = thought.moves[0] if len(thought.moves) == 1 else await _chosen(mind, thought)
        with contextlib.suppress(Stale):  # somebody came or went meanwhile, or took their move back
            await self._tables.play_for(thought, move)


async def _chosen(mind: Mind, thought: Thought) -> Data:
    """The player's move; where that fails the rule player's; where nobody can tell, any."""
    by_rule = msgspec.structs.replace(thought.question, what="rule")
    for question in (thought.question, by_rule):
        try:
            return _read(await mind.ask(question), thought)
        except (TimeoutError, OSError, EOFError, ValueError) as error:
            log.error("The computer player of %s fails (%s): %s", question.game, question.what, error or "no answer")
    try:
        return _read(decode(Answer, await asyncio.to_thread(answer, encode(by_rule))), thought)
    except Exception as error:
        log.error("The computer player of %s fails here too: %s", by_rule.game, type(error).__name__)
    return Chance(by_rule.luck).shuffled("any", thought.moves)[0]


def _read(answered: Answer, thought: Thought) -> Data:
    """Raises ValueError for what is no answer."""
    if answered.failed:
        raise ValueError(answered.failed)
    move: Data = decode(GAMES[thought.table.game].move, answered.move)
    if move not in thought.moves:
        raise ValueError("an illegal move")
    return move
