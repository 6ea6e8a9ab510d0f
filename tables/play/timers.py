"""Timers: what happens when nobody does anything. They are rows, so they survive a restart.

A process claims a row, acts, then deletes it. After a crash in between the row stays claimed for a while, and is then
done again. The clock's last beat is stored too, so that timers stop while the bot is stopped.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    Insert,
    Select,
    Update,
    and_,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    true,
    update,
)

from ..daily import outages
from ..daily.calendar import now
from ..store import schema
from ..store.database import Database
from ..store.leases import advisory_lock, free, unclaimed
from ..store.legacy import readable
from ..store.prepared import prepared
from ..store.statements import Rows, Write, replacing
from ..store.transaction import Transaction
from ..store.types import LATEST
from .model import Phase, Table

Kind = Literal[
    "nudge",
    "last",
    "vacate",
    "closing",
    "close",
    "vote",
    "think",
    "absent",
    "relieved",
    "closed",
    "reopened",
    "confirm",
]
A_DAY = timedelta(days=1)
HELD: tuple[Kind, ...] = ("nudge", "last", "vacate", "closing", "close")  # while those that they are about are away
LAST_WORD = timedelta(hours=6)  # at most so long before a seat may be vacated, its player is reminded once more
SHORT = timedelta(hours=2)  # between the reminder and that: then nobody is reminded again
CLAIM_LASTS = 150  # seconds; then it is done again, and Discord drops a reminder that repeats a recent one


@dataclass(frozen=True)
class Times:
    """How long a table waits."""

    nudge: timedelta = timedelta(days=1)  # until the player whose turn it is is reminded
    vacate: timedelta = timedelta(days=3)  # until the others may vacate that seat
    close: timedelta = timedelta(days=14)  # until an idle table closes
    vote: timedelta = timedelta(days=1)  # until a vote ends
    absent: timedelta = timedelta(days=3)  # until a table closes whose channel is away: see absences.py
    confirm: timedelta = timedelta(minutes=10)  # until a rematch starts with those who are ready

    @property
    def last(self) -> timedelta | None:
        """Until that player is reminded for the last time. None: they aren't, since the first time isn't long ago."""
        between = self.vacate - self.nudge
        return self.vacate - min(LAST_WORD, between / 4) if between >= SHORT else None

    @property
    def closing(self) -> timedelta | None:
        """Until those at an idle table are told that it will close. None: they aren't, since it closes soon."""
        return self.close - A_DAY if self.close >= 2 * A_DAY else None

    def waits(self) -> Mapping[Kind, timedelta]:
        """How long each kind of timer runs, if there is one."""
        waits: dict[Kind, timedelta] = {
            "nudge": self.nudge,
            "vacate": self.vacate,
            "close": self.close,
            "vote": self.vote,
            "absent": self.absent,
            "confirm": self.confirm,
        }
        told: dict[Kind, timedelta | None] = {"last": self.last, "closing": self.closing}
        return waits | {kind: wait for kind, wait in told.items() if wait is not None}


DEFAULT_TIMES = Times()


@dataclass(frozen=True)
class Deadline:
    table_id: int
    kind: Kind
    due_at: int


class Timers:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._leases = database.leases

    async def due(self, at: int, *, most: int) -> tuple[Deadline, ...]:
        """Claim and return up to `most` deadlines that are due at `at`, the longest due first.

        Computers' moves aren't among them: see `to_think`. Nor is what waits at a table whose channel is away.
        """
        next_ones, values = _due(at, now() - CLAIM_LASTS + 1, now(), most)
        async with self._database.glance() as connection:
            if not readable(await connection.execute(next_ones, values)):
                return ()
        async with self._database.write() as connection:
            rows = readable(await connection.execute(next_ones.with_for_update(skip_locked=True), values))
            due = tuple([Deadline(row.table_id, row.kind, row.due_at) for row in rows])
            if due:
                claimed = {"claimed_at": now(), "owner": self._leases.owner}
                await connection.execute(update(schema.deadlines).where(or_(*map(_is, due))).values(claimed))
        return due

    async def done(self, deadline: Deadline) -> None:
        """Delete a deadline, unless the table has moved on and set a new one."""
        async with self._database.write() as connection:
            await connection.execute(delete(schema.deadlines).where(_is(deadline)))

    async def hold(self, deadline: Deadline, until: int, times: Times) -> None:
        """Somebody whom this deadline is about is away until then: it begins anew when they are back."""
        due_at = until + int(times.waits()[deadline.kind].total_seconds())
        nobodys = {"claimed_at": None, "owner": None}
        async with self._database.write() as connection:
            await connection.execute(update(schema.deadlines).where(_is(deadline)).values(due_at=due_at, **nobodys))

    async def to_think(self) -> tuple[int, ...]:
        """The tables that wait for a computer's move, the longest waiting first.

        Tables about which another process thinks are left out. A move deletes its row in its own transaction.
        """
        async with self._database.glance() as connection:
            return tuple((await connection.scalars(*_to_think(self._leases.owner))).all())

    async def claim_thought(self, table_id: int) -> bool:
        """Claim a table that waits for a computer's move. Returns whether this process may think about it."""
        table = schema.deadlines
        return await self._leases.claim(table, table.c.table_id == table_id, schema.TO_THINK)

    async def left_to_others(self, table_id: int) -> bool:
        """Whether a computer's move is due there that another process will make, or no process has taken yet.

        The work of a dead process is free again when another process calls `to_think`.
        """
        if not self._database.shared:
            return False
        waiting = select(schema.deadlines.c.owner).where(schema.deadlines.c.table_id == table_id, schema.TO_THINK)
        async with self._database.glance() as connection:
            return any(owner != self._leases.owner for owner in await connection.scalars(waiting))

    async def confirm_by(self, table_id: int) -> int | None:
        """When a rematch starts with those who are ready, in seconds since 1970; None if that isn't to come."""
        row = schema.deadlines.c
        async with self._database.glance() as connection:
            due = await connection.execute(select(row.due_at).where(row.table_id == table_id, row.kind == "confirm"))
            return next((found.due_at for found in readable(due)), None)

    # -- While the bot is stopped

    async def last_beat(self) -> int | None:
        """The last beat, in seconds since 1970; None in a new database, or if it can't be read."""
        async with self._database.glance() as connection:
            return await _last_beat(connection)

    async def beat(self, at: int, closed: float, times: Times) -> tuple[int, ...]:
        """Record the clock's beat at `at`. Before it the bot was stopped for `closed` seconds (see ClockGuard).

        Every timer that was still running is prolonged by that time. A timer that is shorter than the stop starts
        again, because none may become longer than a full one. What was due before the stop stays due. Returns the
        tables whose votes now end at another time, and the rematches that now start at another.

        On which days it was stopped is noted, too: see outages.py.

        If one process stood still while another one beat the clock, the bot was running.
        """
        async with self._database.write() as connection:
            await advisory_lock(connection, "clock")
            before = await _last_beat(connection) if closed else None
            closed = closed if before is None else min(closed, at - before)
            if closed > 0:
                await outages.note(connection, int(at - closed), at)
            elif closed:
                await outages.correct(connection, at)
            changed = await connection.execute(*_beaten(at))
            if not changed.rowcount:
                await connection.execute(insert(schema.clock).values(beat_at=at))
            return await put_off(connection, at, int(max(0, closed)), times) if closed else ()

    async def check_writable(self) -> None:
        """Commit a write that changes nothing. Raises whatever keeps the database from being written."""
        async with self._database.write() as connection:
            await connection.execute(update(schema.clock).values(beat_at=schema.clock.c.beat_at))


@prepared
def _due(at: int, since: int, current: int, most: int) -> Select[Any]:
    """What is due at `at`, and not claimed `since` then."""
    row = schema.deadlines.c
    away = schema.deadlines.alias("away").c
    is_away = exists().where(away.table_id == row.table_id, away.kind == "absent")
    free_ones = row.due_at <= at, unclaimed(row, since, current), row.kind != "think", (row.kind == "absent") | ~is_away
    return select(row.table_id, row.kind, row.due_at).where(*free_ones).order_by(row.due_at).limit(most)


@prepared
def _to_think(process: str) -> Select[Any]:
    row = schema.deadlines.c
    return select(row.table_id).where(schema.TO_THINK, free(row.owner, process)).order_by(row.due_at, row.table_id)


@prepared
def _beaten(at: int) -> Update:
    return update(schema.clock).values(beat_at=at)


def reset_writes(table: Table, times: Times, *, was: Phase, thinking: bool | None = None) -> list[Write]:
    """Set the deadlines of a table again after a change, or delete them if it is over.

    It was in phase `was`. `thinking`: it is a computer's turn; None if no computer plays.
    """
    kinds_by_phase: Mapping[Phase, tuple[Kind, ...]] = {
        "lobby": ("closing", "close"),
        "playing": ("close",) if table.solo else ("nudge", "last", "vacate", "closing", "close"),
        "closed": ("closed",) if table.idle and not table.solo else (),
    }
    at_once: Mapping[Kind, timedelta] = dict.fromkeys(("think", "closed", "reopened"), timedelta())
    waits = {**times.waits(), **at_once}
    kept = ("think", "closing", "close") if thinking else kinds_by_phase.get(table.phase, ())
    kept = (*kept, "reopened") if was == "closed" else kept
    of_table, writes = schema.deadlines.c.table_id == table.id, list[Write]()
    if table.phase != was:  # its channel may still be away then
        going_on = () if table.phase == "closed" else (*kept, "absent")
        past = and_(of_table, schema.deadlines.c.kind.not_in(going_on)) if going_on else of_table
        writes.append(delete(schema.deadlines).where(past))
        if was == "playing":  # its vote ends with it
            writes.append(delete(schema.votes).where(schema.votes.c.table_id == table.id))
    elif thinking is not None:
        others = ("nudge", "last", "vacate") if thinking else ("think",)
        writes.append(delete(schema.deadlines).where(of_table, schema.deadlines.c.kind.in_(others)))
    nobodys = {"claimed_at": None, "owner": None}
    rows = [
        {"table_id": table.id, "kind": kind, "due_at": now() + int(waits[kind].total_seconds()), **nobodys}
        for kind in kept
        if kind in waits
    ]
    return [*writes, Rows(schema.deadlines, rows, replacing)]


async def _last_beat(connection: Transaction) -> int | None:
    """The last beat. One that can't be read counts as none: the next one replaces it."""
    return next((row.beat_at for row in readable(await connection.execute(select(schema.clock.c.beat_at)))), None)


async def is_to_come(connection: Transaction, table_id: int, kind: Kind) -> bool:
    """Whether this deadline of the table is still to come."""
    row = schema.deadlines.c
    to_come = select(row.kind).where(row.table_id == table_id, row.kind == kind, row.due_at > now())
    return await connection.scalar(to_come) is not None


def row_of(deadline: Deadline) -> Insert:
    return insert(schema.deadlines).values(table_id=deadline.table_id, kind=deadline.kind, due_at=deadline.due_at)


async def put(connection: Transaction, deadline: Deadline) -> None:
    await connection.execute(row_of(deadline))


async def put_off(
    connection: Transaction, at: int, closed: int, times: Times, of: ColumnElement[bool] | None = None
) -> tuple[int, ...]:
    """Nobody could play for `closed` seconds until `at`: put the deadlines off, or those that fit `of`. See `beat`."""
    row = schema.deadlines.c
    these = true() if of is None else of
    for kind, wait in times.waits().items():
        full = at + int(wait.total_seconds())
        later = row.due_at + closed
        due_at = full if closed >= wait.total_seconds() else case((later > full, full), else_=later)
        # The range leaves out damaged cells, which hold no number
        of_kind = and_(these, row.kind == kind, row.due_at.between(at - closed + 1, LATEST))
        await connection.execute(update(schema.deadlines).where(of_kind).values(due_at=due_at))
    vote = and_(row.table_id == schema.votes.c.table_id, row.kind == "vote")
    ends = select(func.max(row.due_at)).where(vote).scalar_subquery()
    moved = update(schema.votes).where(schema.votes.c.closes_at != ends).values(closes_at=ends)
    voting = (await connection.scalars(moved.returning(schema.votes.c.table_id))).all()
    rematches = (await connection.scalars(select(row.table_id).where(these, row.kind == "confirm"))).all()
    return (*voting, *rematches)


def _is(deadline: Deadline) -> ColumnElement[bool]:
    row = schema.deadlines.c
    return and_(row.table_id == deadline.table_id, row.kind == deadline.kind, row.due_at == deadline.due_at)
