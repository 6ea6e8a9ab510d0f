"""How often a press waits for the database before it is answered: for a server, each time is a round trip."""

import asyncio
import re
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from tables.store.postgres import PostgreSQL
from tables.store.sqlite import SQLiteTransaction

from .hall import World

# Each of these sends something to the server and waits for what comes back. Once a connection it also waits for each
# statement to be prepared, which isn't counted: it depends on what that connection was used for before
WAITS = ("bind_execute", "bind_execute_many", "bind", "execute", "query", "copy_in", "copy_out")
# What goes on at the same time, and what no press waits for
ASIDE = ("People._write", "Leases._live", "ComputerTurns._think")
SHOWING = "Presenter._work"
BOARDS = r"/channels/\d+/messages"
ANSWERS = (("PATCH", r"/webhooks/.*/@original"), ("POST", r"/webhooks/\d+/[^/]+"))


@dataclass(frozen=True)
class Trip:
    task: str  # whose coroutine waits
    statement: str
    sent: int  # requests that Discord had been sent by then


@dataclass
class Line:
    """What goes over the connections to the database, in its order."""

    here: World | None = None
    trips: list[Trip] = field(default_factory=list)

    def note(self, statement: str) -> None:
        task = asyncio.current_task()
        coroutine: Any = task.get_coro() if task else None
        sent = len(self.here.env.http_requests) if self.here else 0
        self.trips.append(Trip(getattr(coroutine, "__qualname__", ""), statement, sent))

    async def during(self, press: Awaitable[Any]) -> tuple[list[Trip], list[Trip]]:
        """Those until whoever pressed has their answer, and those that came after it or went on beside it."""
        assert self.here
        since, before = len(self.trips), len(self.here.env.http_requests)
        await press
        await self.here.env.settle()
        sent = self.here.env.http_requests
        answers = [
            number
            for number in range(before, len(sent))
            if any(sent[number].method == method and re.fullmatch(path, sent[number].path) for method, path in ANSWERS)
        ]
        own = [number for number in answers if sent[number].method == "PATCH"]
        last = own[-1] if own else answers[0]
        boards = [number for number in range(before, last) if re.fullmatch(BOARDS, sent[number].path)]
        aside = (*ASIDE, SHOWING) if own else ASIDE  # else the board is the answer
        made = self.trips[since:]
        posted = min(boards, default=last)  # who has shown a board goes on to record it, and nobody waits for that
        until = [
            trip for trip in made if trip.sent <= (posted if trip.task == SHOWING else last) and trip.task not in aside
        ]
        return until, [trip for trip in made if not any(trip is other for other in until)]


class _Counted:
    """A connection's protocol, which says each time that it waits."""

    def __init__(self, protocol: Any, line: Line) -> None:
        self._protocol, self._line = protocol, line

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._protocol, name)
        if name not in WAITS:
            return found

        def waits(*args: Any, **more: Any) -> Any:
            asked: Any = next(iter((*args, *more.values())), "")
            self._line.note(asked if isinstance(asked, str) else asked.query)
            return found(*args, **more)

        return waits


@contextmanager
def line_to_server() -> Iterator[Line]:
    """Of every connection that is made within."""
    line, connect = Line(), PostgreSQL._connect

    async def counted(self: PostgreSQL, *given: Any, **more: Any) -> Any:
        connection = await connect(self, *given, **more)
        connection._protocol = _Counted(connection._protocol, line)
        return connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PostgreSQL, "_connect", counted)
        yield line


@contextmanager
def line_to_file(here: World) -> Iterator[Line]:
    """What is waited for is each visit to the thread of a connection."""
    line, ask, commit = Line(here), SQLiteTransaction.ask, SQLiteTransaction.commit

    async def counted(self: SQLiteTransaction, what: Any, *given: Any, **named: Any) -> Any:
        line.note(str(given[0]) if given else "")
        return await ask(self, what, *given, **named)

    async def committed(self: SQLiteTransaction) -> None:
        line.note("COMMIT")
        await commit(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SQLiteTransaction, "ask", counted)
        patch.setattr(SQLiteTransaction, "commit", committed)
        yield line


def of_tables(trips: Sequence[Trip]) -> int:
    """How many of them read tables, with their logs."""
    return _reading(trips, "log")


def of_posts(trips: Sequence[Trip]) -> int:
    """Likewise, their posts."""
    return _reading(trips, "posts")


def _reading(trips: Sequence[Trip], name: str) -> int:
    return sum(bool(re.match(rf"SELECT .*FROM {name}\s", trip.statement, re.DOTALL)) for trip in trips)
