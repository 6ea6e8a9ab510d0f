"""The computer players' turns. Worker processes choose the moves; they start when the first one is needed.

The change that makes it a computer's turn also writes a row (see timers.py), and its move deletes that row. So whenever
a process is killed, either the row is there or the move is, never both. The question depends only on the table and its
version, so after a crash it is asked again, and answered the same.

The same processes answer requests for hints. Nothing of a hint is stored but that it was taken.

Tables take turns: the one that has waited longest comes first, for one move or one hint. Work that nobody waits for
comes last.
"""

import asyncio
import contextlib
import logging
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import msgspec

from engine import GAMES, Chance, Data, encode
from host.worker_process import WorkerProcess
from players.answer import Opinion, Question, answer, read_move, read_opinion

from ..play.model import PlayerView, Refused, Stale
from ..play.questions import ThinkTask
from ..play.tables import Tables
from ..play.timers import Timers
from ..store.errors import Busy, DatabaseError, Unreadable

log = logging.getLogger(__name__)

PATIENCE = 10.0  # seconds for a move; after that the rule player's move is made
SOON = 15.0  # seconds that somebody waits for a hint, while other tables may come first
MOST_ASKED = 32  # hints that are waited for at once
KEPT = 128  # answers: asking the same again makes nobody wait


class ThinkingProcess(WorkerProcess):
    """A process that thinks."""

    def __init__(self) -> None:
        super().__init__("players.worker")


@dataclass(frozen=True)
class PendingHint:
    """A hint that somebody waits for."""

    thought: ThinkTask
    opinion: "asyncio.Future[Opinion | None]"


class ComputerTurns:
    """Who thinks about which table. Nothing runs before `begin`, and no process before the first computer's turn."""

    def __init__(self, tables: Tables, timers: Timers, processes: int) -> None:
        self._tables, self._timers = tables, timers
        self._idle = [ThinkingProcess() for _ in range(processes)]
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="think")  # they wait for the processes
        self._busy: dict[asyncio.Task[None], ThinkingProcess] = {}
        # What waits, the longest first: a table is named by its id, a hint by the key of its question
        self._queue = OrderedDict[int | str, None]()
        self._asked: dict[str, PendingHint] = {}
        self._opinions = OrderedDict[str, Opinion]()  # the latest stands last
        self._thought_about = set[int]()
        self._aside = deque[tuple[bytes, asyncio.Future[bytes]]]()  # questions, and where their answers go
        self._show: Callable[[int], None] = lambda table_id: None
        self._open = False
        self.answers = True  # the last question had an answer
        tables.on_computer_turn = self._enqueue

    async def begin(self, show: Callable[[int], None]) -> None:
        """Make the moves that are due, and all later ones. `show` is called with a table when its people go on."""
        self._show, self._open = show, True
        await self.catch_up()

    async def catch_up(self) -> None:
        """Think about what was left over by a crash or a failure."""
        for table_id in await self._timers.to_think():
            if not self._is_here(table_id):
                self._enqueue(table_id)

    async def is_at(self, seen: PlayerView) -> bool:
        """Whether this process or another one is about to make a computer's move at this table.

        False if this process has tried and failed: then people should see what the table waits for.
        """
        if seen.table.computer(seen.to_act) is None:
            return False
        return self._is_here(seen.table.id) or await self._timers.left_to_others(seen.table.id)

    def _is_here(self, table_id: int) -> bool:
        return table_id in self._queue or table_id in self._thought_about

    @property
    def waiting(self) -> int:
        """How many moves, hints and questions aside are still to be thought about."""
        return len(self._queue) + len(self._aside)

    async def aside(self, question: Question) -> bytes:
        """The answer to a question of low priority: it is asked when no table is in the queue.

        Raises TimeoutError, EOFError or OSError. Closing cancels it.
        """
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._aside.append((encode(question), answered))
        if self._open:
            self._begin()
        else:
            self._drop_asides()
        return await answered

    async def opinion(self, thought: ThinkTask) -> Opinion | None:
        """What the best player thinks of the moves; None if it can't say so soon."""
        key = thought.question.key
        if key in self._opinions:
            return self._opinions[key]
        if key not in self._asked:
            if not self._open or len(self._asked) >= MOST_ASKED:
                return None
            self._asked[key] = PendingHint(thought, asyncio.get_running_loop().create_future())
            self._enqueue(key)
        try:
            async with asyncio.timeout(SOON):
                return await asyncio.shield(self._asked[key].opinion)
        except TimeoutError:  # asking again may find it finished
            return None

    async def close(self) -> None:
        """Stop at once. Moves that aren't finished are made after the next start; people ask for their hints again."""
        self._open = False
        self._drop_asides()
        for key in [*self._asked]:
            self._tell(key, None)
        for task, process in self._busy.items():
            process.close()
            task.cancel()
        processes = [*self._idle, *self._busy.values()]
        await asyncio.gather(*self._busy, return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown)
        for process in processes:
            process.end()

    def _enqueue(self, waiting: int | str) -> None:
        if not self._open:
            return
        self._queue.setdefault(waiting)
        self._begin()

    def _begin(self) -> None:
        if self._idle:
            process = self._idle.pop()
            self._busy[asyncio.create_task(self._think(process), name="think")] = process

    async def _think(self, process: ThinkingProcess) -> None:
        """Answer questions until none is left."""
        try:
            while self._queue or self._aside:
                if not self._queue:
                    await self._answer_aside(process, *self._aside.popleft())
                    continue
                waiting, _ = self._queue.popitem(last=False)
                if isinstance(waiting, str):
                    await self._give_opinion(process, waiting)
                    continue
                table_id = waiting
                self._thought_about.add(table_id)
                tried_here = True
                try:
                    tried_here = await self._move(process, table_id)
                except Unreadable as error:  # which is logged, once
                    log.info("Table %s waits for a computer's move: %s", table_id, error.where)
                except (DatabaseError, Busy, Refused) as error:
                    log.warning("Table %s waits for a computer's move: %s", table_id, error)
                except Exception:
                    log.exception("Table %s waits for a computer's move", table_id)
                finally:
                    self._thought_about.discard(table_id)
                if tried_here and table_id not in self._queue:
                    self._show(table_id)
        finally:
            task = asyncio.current_task()
            assert task
            self._idle.append(self._busy.pop(task))

    async def _give_opinion(self, process: ThinkingProcess, key: str) -> None:
        opinion: Opinion | None = None
        try:
            if waiting := self._asked.get(key):
                thought = waiting.thought
                answered = await self._ask(process, encode(thought.question))
                opinion = read_opinion(GAMES[thought.table.game], answered, thought.moves)
                self._opinions[key] = opinion
                while len(self._opinions) > KEPT:
                    self._opinions.popitem(last=False)
        except Exception as error:
            log.error("No hint could be given: %s", str(error) or type(error).__name__)
        finally:
            self._tell(key, opinion)

    def _tell(self, key: str, opinion: Opinion | None) -> None:
        """Give the hint to all who wait for it. Whoever asks after this gets a new one."""
        waiting = self._asked.pop(key, None)
        if waiting and not waiting.opinion.done():
            waiting.opinion.set_result(opinion)

    async def _move(self, process: ThinkingProcess, table_id: int) -> bool:
        """Make one move. If it leads to another one of a computer's, the table is in the queue again.

        Returns False if another process thinks about this table.
        """
        if not await self._timers.claim_thought(table_id):
            return False
        thought = await self._tables.thought(table_id)
        if thought is None:
            return True
        move = thought.moves[0] if len(thought.moves) == 1 else await self._chosen(process, thought)
        with contextlib.suppress(Stale):  # somebody has joined, left, or taken their move back
            await self._tables.play_for(thought, move)
        return True

    async def _answer_aside(self, process: ThinkingProcess, question: bytes, answered: asyncio.Future[bytes]) -> None:
        try:
            answer_bytes = await self._ask(process, question)
        except Exception as error:
            if not answered.done():
                answered.set_exception(error)
        else:
            if not answered.done():
                answered.set_result(answer_bytes)
        finally:
            answered.cancel()  # if this is cancelled; else it is done

    def _drop_asides(self) -> None:
        while self._aside:
            _, answered = self._aside.popleft()
            answered.cancel()

    async def _chosen(self, process: ThinkingProcess, thought: ThinkTask) -> Data:
        """The computer player's move; if that fails, the simple player's; if that fails too, any legal move."""
        by_rule = msgspec.structs.replace(thought.question, what="rule")
        for question in (thought.question, by_rule):
            try:
                return read_move(GAMES[question.game], await self._ask(process, encode(question)), thought.moves)
            except (TimeoutError, OSError, EOFError) as error:  # the machine is busy, or somebody kills processes
                why = type(error).__name__
                log.warning("The computer player of %s can't think (%s): %s", question.game, question.what, why)
            except (ValueError, msgspec.MsgspecError) as error:
                log.error("The computer player of %s fails (%s): %s", question.game, question.what, error)
        try:
            return read_move(GAMES[by_rule.game], await asyncio.to_thread(answer, encode(by_rule)), thought.moves)
        except Exception as error:
            log.error("The computer player of %s fails here too: %s", by_rule.game, type(error).__name__)
        return Chance(by_rule.luck).shuffled("any", thought.moves)[0]

    async def _ask(self, process: ThinkingProcess, question: bytes) -> bytes:
        """The process's answer. Raises TimeoutError, EOFError or OSError; then the next question gets a new process.

        A process that dies is replaced, and asked once more.
        """
        try:
            return await self._ask_once(process, question)
        except (EOFError, BrokenPipeError):
            if not self._open:
                raise
            log.warning("A thinking process has died, and another one takes its place")
            return await self._ask_once(process, question)

    async def _ask_once(self, process: ThinkingProcess, question: bytes) -> bytes:
        asking = asyncio.get_running_loop().run_in_executor(self._threads, process.ask, question)
        asking.add_done_callback(lambda asked: asked.cancelled() or asked.exception())  # so that it counts as read
        try:
            async with asyncio.timeout(PATIENCE):
                answered = await asyncio.shield(asking)
            self.answers = True
            return answered
        except (TimeoutError, EOFError, OSError):
            self.answers = False
            process.kill()
            await asyncio.gather(asking, return_exceptions=True)
            process.end()
            raise
