"""Timers: what happens when nobody does anything. They are rows, so they survive a restart.

A process claims a row, acts, then deletes it. After a crash in between the row stays claimed for a while, and is then
done again. The clock's last beat is stored too, so that timers stop while the bot is stopped.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import (
    BigInteger,
    BindParameter,
    Delete,
    Update,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from ..daily import outages
from ..daily.calendar import now
from ..store import schema
from ..store.database import Database
from ..store.kinds import Id, When
from ..store.leases import advisory_lock, free, unclaimed
from ..store.statements import Filled, Query, Rows, Write, replacing
from ..store.transaction import Transaction
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


class Deadline(Struct, array_like=True, frozen=True):
    table_id: Id
    kind: Kind
    due_at: When


class Timers:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._leases = database.leases

    async def due(self, at: int, *, most: int) -> tuple[Deadline, ...]:
        """Claim and return up to `most` deadlines that are due at `at`, the longest due first.

        Computers' moves aren't among them: see `to_think`. Nor is what waits at a table whose channel is away.
        """
        values = {"at": at, "since": now() - CLAIM_LASTS + 1, "current": now(), "most": most}
        async with self._database.glance() as transaction:
            if not await transaction.all(_DUE, Deadline, **values):
                return ()
        async with self._database.write() as transaction:
            due = await transaction.all(_DUE_AND_FREE, Deadline, **values)
            claimed = {"claimed_at": now(), "owner": self._leases.owner}
            await transaction.many(_CHANGED, [{**_this(deadline), **claimed} for deadline in due])
        return tuple(due)

    async def done(self, deadline: Deadline) -> None:
        """Delete a deadline, unless the table has moved on and set a new one."""
        async with self._database.write() as transaction:
            await transaction.run(_DONE, **_this(deadline))

    async def hold(self, deadline: Deadline, until: int, times: Times) -> None:
        """Somebody whom this deadline is about is away until then: it begins anew when they are back."""
        due_at = until + int(times.waits()[deadline.kind].total_seconds())
        async with self._database.write() as transaction:
            await transaction.run(_CHANGED, **_this(deadline), due_at=due_at, claimed_at=None, owner=None)

    async def to_think(self) -> tuple[int, ...]:
        """The tables that wait for a computer's move, the longest waiting first.

        Tables about which another process thinks are left out. A move deletes its row in its own transaction.
        """
        async with self._database.glance() as transaction:
            return tuple(await transaction.all(_TO_THINK, int, process=self._leases.owner))

    async def claim_thought(self, table_id: int) -> bool:
        """Claim a table that waits for a computer's move. Returns whether this process may think about it."""
        table = schema.timers
        return await self._leases.claim(table, table.c.table_id == table_id, schema.TO_THINK)

    async def left_to_others(self, table_id: int) -> bool:
        """Whether a computer's move is due there that another process will make, or no process has taken yet.

        The work of a dead process is free again when another process calls `to_think`.
        """
        if not self._database.shared:
            return False
        async with self._database.glance() as transaction:
            return bool(await transaction.all(_OTHERS_THINK, int, of=table_id, process=self._leases.owner))

    async def confirm_by(self, table_id: int) -> int | None:
        """When a rematch starts with those who are ready, in seconds since 1970; None if that isn't to come."""
        async with self._database.glance() as transaction:
            return await transaction.one(_CONFIRM_BY, int, of=table_id)

    # -- While the bot is stopped

    async def last_beat(self) -> int | None:
        """The last beat, in seconds since 1970; None in a new database."""
        async with self._database.glance() as transaction:
            return await transaction.one(_LAST_BEAT, int)

    async def beat(self, at: int, closed: float, times: Times) -> tuple[int, ...]:
        """Record the clock's beat at `at`. Before it the bot was stopped for `closed` seconds (see ClockGuard).

        Every timer that was still running is prolonged by that time. A timer that is shorter than the stop starts
        again, because none may become longer than a full one. What was due before the stop stays due. Returns the
        tables whose votes now end at another time, and the rematches that now start at another.

        On which days it was stopped is noted, too: see outages.py.

        If one process stood still while another one beat the clock, the bot was running.
        """
        async with self._database.write() as transaction:
            await advisory_lock(transaction, "clock")
            before = await transaction.one(_LAST_BEAT, int) if closed else None
            closed = closed if before is None else min(closed, at - before)
            if closed > 0:
                await outages.note(transaction, int(at - closed), at)
            elif closed:
                await outages.correct(transaction, at)
            if not await transaction.run(_BEAT, beat_at=at):
                await transaction.run(_FIRST_BEAT, beat_at=at)
            return await put_off(transaction, at, int(max(0, closed)), times) if closed else ()

    async def check_writable(self) -> None:
        """Commit a write that changes nothing. Raises whatever keeps the database from being written."""
        async with self._database.write() as transaction:
            await transaction.run(_SAME_BEAT)


def _due() -> Query:
    """What is due `at` a time, and not claimed `since` another."""
    away = schema.timers.alias("away").c
    is_away = exists().where(away.table_id == _row.table_id, away.kind == "absent")
    unclaimed_ones = _row.due_at <= bindparam("at"), unclaimed(schema.timers, bindparam("since"), bindparam("current"))
    here = _row.kind != "think", (_row.kind == "absent") | ~is_away
    due = select(*[_row[name] for name in Deadline.__struct_fields__]).where(*unclaimed_ones, *here)
    return due.order_by(_row.due_at).limit(bindparam("most"))


def _this(deadline: Deadline) -> dict[str, object]:
    return {"of": deadline.table_id, "of_kind": deadline.kind, "was_due": deadline.due_at}


_row = schema.timers.c
_of_table, _of_kind = _row.table_id == bindparam("of"), _row.kind == bindparam("of_kind")
_is_this = and_(_of_table, _of_kind, _row.due_at == bindparam("was_due"))
_DUE = _due()
_DUE_AND_FREE = _DUE.with_for_update(skip_locked=True)
_CHANGED, _DONE = update(schema.timers).where(_is_this), delete(schema.timers).where(_is_this)
_PUT = insert(schema.timers)
_TO_COME = select(_row.table_id).where(_of_table, _of_kind, _row.due_at > bindparam("current"))
_CONFIRM_BY = select(_row.due_at).where(_of_table, _row.kind == "confirm")
_TO_THINK = (
    select(_row.table_id)
    .where(schema.TO_THINK, free(_row.owner, bindparam("process")))
    .order_by(_row.due_at, _row.table_id)
)
_OTHERS_THINK = select(_row.table_id).where(
    _of_table, schema.TO_THINK, _row.owner.is_distinct_from(bindparam("process"))
)
_LAST_BEAT = select(schema.clock.c.beat_at)
_BEAT, _FIRST_BEAT = update(schema.clock), insert(schema.clock)
_SAME_BEAT = update(schema.clock).values(beat_at=schema.clock.c.beat_at)
_VOTE_IS_OVER = delete(schema.votes).where(schema.votes.c.table_id == bindparam("of"))


@cache
def _only(*kinds: Kind) -> Delete:
    """Deletes all deadlines of a table but these."""
    return delete(schema.timers).where(_of_table, *(_row.kind != kind for kind in kinds))


@cache
def _without(*kinds: Kind) -> Delete:
    return delete(schema.timers).where(_of_table, or_(*(_row.kind == kind for kind in kinds)))


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
    of_table, writes = {"of": table.id}, list[Write]()
    if table.phase != was:  # its channel may still be away then
        writes.append(Filled(_only() if table.phase == "closed" else _only(*kept, "absent"), of_table))
        if was == "playing":  # its vote ends with it
            writes.append(Filled(_VOTE_IS_OVER, of_table))
    elif thinking is not None:
        writes.append(Filled(_without("nudge", "last", "vacate") if thinking else _without("think"), of_table))
    nobodys = {"claimed_at": None, "owner": None}
    rows = [
        {"table_id": table.id, "kind": kind, "due_at": now() + int(waits[kind].total_seconds()), **nobodys}
        for kind in kept
        if kind in waits
    ]
    return [*writes, Rows(schema.timers, rows, replacing)]


async def is_to_come(transaction: Transaction, table_id: int, kind: Kind) -> bool:
    """Whether this deadline of the table is still to come."""
    return await transaction.one(_TO_COME, int, of=table_id, of_kind=kind, current=now()) is not None


def row_of(deadline: Deadline) -> Filled:
    return Filled(_PUT, asdict(deadline))


async def put(transaction: Transaction, deadline: Deadline) -> None:
    await transaction.run(row_of(deadline))


async def put_off(
    transaction: Transaction, at: int, closed: int, times: Times, table_id: int | None = None
) -> tuple[int, ...]:
    """Nobody could play for `closed` seconds until `at`: put the deadlines off, or those of one table. See `beat`."""
    of_one = table_id is not None
    of: dict[str, object] = {"of": table_id} if of_one else {}
    for kind, wait in times.waits().items():
        these = {**of, "of_kind": kind, "since": at - closed}
        full = at + int(wait.total_seconds())
        if closed >= wait.total_seconds():
            await transaction.run(_of_those(_BEGUN_ANEW, of_one=of_one), **these, due_at=full)
        else:
            await transaction.run(_of_those(_PROLONGED, of_one=of_one), **these, full=full, closed=closed)
    voting = await transaction.all(_VOTES_MOVED, int)
    rematches = await transaction.all(_of_those(_REMATCHES, of_one=of_one), int, **of)
    return (*voting, *rematches)


Statement = TypeVar("Statement", Query, Update)


@cache
def _of_those(statement: Statement, *, of_one: bool) -> Statement:
    """The statement about all tables, or about one."""
    return statement.where(_of_table) if of_one else statement


def _prolonged() -> Update:
    """A deadline may become no longer than a full one."""
    full: BindParameter[int] = bindparam("full", type_=BigInteger)
    later = _row.due_at + bindparam("closed", type_=BigInteger)
    return _BEGUN_ANEW.values(due_at=case((later > full, full), else_=later))


_BEGUN_ANEW = update(schema.timers).where(_of_kind, _row.due_at > bindparam("since"))
_PROLONGED = _prolonged()
_REMATCHES = select(_row.table_id).where(_row.kind == "confirm")
_ends = (
    select(func.max(_row.due_at)).where(_row.table_id == schema.votes.c.table_id, _row.kind == "vote").scalar_subquery()
)
_VOTES_MOVED = (
    update(schema.votes)
    .where(schema.votes.c.closes_at != _ends)
    .values(closes_at=_ends)
    .returning(schema.votes.c.table_id)
)
