"""Leases: which process owns which row or job, kept alive by heartbeats.

Each process has a row in `processes` with the time until which it counts as alive, and keeps extending it. A process
that finds such a row expired deletes it. Then all leases of the dead process are free, and go to whoever takes them
first. SQLite has only one process: at its start all earlier leases are free, and no heartbeats are needed.
"""

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

import sqlalchemy
from msgspec import Struct
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Insert,
    Integer,
    TextClause,
    Update,
    and_,
    bindparam,
    cast,
    delete,
    func,
    insert,
    literal_column,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.dialects import postgresql

from . import schema
from .errors import DatabaseError
from .statements import Query, replacing
from .transaction import Transaction
from .upserts import advisory_xact_lock

log = logging.getLogger(__name__)

LEASE = 15  # seconds after which a process that says nothing is dead
SOON, LATER = 0.02, 0.25  # seconds, the first and the longest, between two attempts to take what another one has
RENEW = 4.0  # seconds between two heartbeats, at which it also looks for dead processes
FOR_EVER = 2**31 - 1

processes, leases = schema.processes, schema.leases
# The time now and when the server started, by the server's clock: those of processes differ
CLOCK = cast(func.extract("epoch", func.clock_timestamp()), Integer)
STARTED = cast(func.extract("epoch", func.pg_postmaster_start_time()), Integer)


class LeaseLost(Exception):
    """This process was silent for so long that another process took its lease."""


class Transactions(Protocol):
    """What leases need of a database."""

    def read(self) -> AbstractAsyncContextManager[Transaction]: ...

    def glance(self) -> AbstractAsyncContextManager[Transaction]: ...

    def write(self) -> AbstractAsyncContextManager[Transaction]: ...

    def forget(self) -> None: ...


def left(owner: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether a row's owner is dead."""
    return and_(owner.is_not(None), owner.not_in(select(processes.c.id)))


def free(owner: ColumnElement[str], process: str | BindParameter[str]) -> ColumnElement[bool]:
    """Whether a row belongs to this process, to a dead one, or to none. `process`: its `Leases.owner`."""
    return or_(owner.is_(None), owner == process, left(owner))


def unclaimed(table: sqlalchemy.Table, since: BindParameter[int], current: BindParameter[int]) -> ColumnElement[bool]:
    """Whether nobody has claimed a row from `since` until now, or whoever has is dead.

    A claim of a later time was made while the clock was wrong.
    """
    row = table.c
    return or_(row.claimed_at.is_(None), ~row.claimed_at.between(since, current), left(row.owner))


class Leases:
    """What the process that has this database open does alone.

    In a file that is everything, because no other process writes there. See Together.
    """

    def __init__(self, database: Transactions) -> None:
        self._database = database
        self.owner = f"{socket.gethostname()[:30]}/{os.getpid()}/{secrets.token_hex(8)}"
        self.forgettings: int | None = 0  # the number of the last deletion that this process has cleared from memory
        self.on_death: Callable[[], None] = lambda: None  # another process is dead: take over its work

    async def begin(self, transaction: Transaction) -> None:
        """Count as alive, from the end of this transaction on."""
        await transaction.run(delete(processes))  # the file is locked: they are dead
        await transaction.run(insert(processes), id=self.owner, until=FOR_EVER)

    async def close(self) -> None:
        """Release all leases. If that fails, they expire."""

    # -- Rows that are due: see also `left` and `free`

    async def claim(self, table: sqlalchemy.Table, *where: ColumnElement[bool] | TextClause) -> bool:
        """Take the one row that fits. False if another process has it, or it is gone."""
        return True

    async def unclaim(self, table: sqlalchemy.Table, *where: ColumnElement[bool] | TextClause) -> None:
        """Give the row back, because this process can't do it."""

    # -- Whatever else one process does alone

    @asynccontextmanager
    async def exclusive(self, kind: str, key: int) -> AsyncIterator[bool]:
        """Hold a lease within this block.

        Waits while another living process holds it. Yields whether the last holder died. A process must not hold the
        same lease twice at once.
        """
        yield False

    async def require(self, transaction: Transaction, kind: str, key: int) -> None:
        """Keep the lease until the transaction ends. Raises LeaseLost if this process counted as dead, and lost it."""

    async def renew(self) -> bool:
        """Say that this process is alive, and delete the rows of dead ones. Returns whether there were any."""
        return False

    async def abandoned(self, kind: str) -> tuple[int, ...]:
        """The keys of leases that dead processes held."""
        async with self._database.glance() as transaction:
            return tuple(await transaction.all(_ABANDONED, int, its_kind=kind))

    async def living(self) -> tuple[str, ...]:
        """The processes that live, this one among them."""
        async with self._database.glance() as transaction:
            return tuple(await transaction.all(_LIVING, str))


class Together(Leases):
    """On a server, to which other processes write, too."""

    def __init__(self, database: Transactions) -> None:
        super().__init__(database)
        self._living: asyncio.Task[None] | None = None
        self._left = set[tuple[str, int]]()  # what it couldn't release yet

    async def begin(self, transaction: Transaction) -> None:
        await transaction.run(_live(), id=self.owner)
        self._living = asyncio.create_task(self._live(), name="leases")

    async def close(self) -> None:
        if self._living is None:
            return
        self._living.cancel()
        await asyncio.gather(self._living, return_exceptions=True)
        self._living = None
        try:
            async with self._database.write() as transaction:
                await transaction.run(delete(leases).where(leases.c.owner == self.owner))
                await transaction.run(delete(processes).where(processes.c.id == self.owner))
        except (DatabaseError, OSError) as error:
            log.warning("This process can't release its leases; they expire in %d seconds: %s", LEASE, error)

    async def claim(self, table: sqlalchemy.Table, *where: ColumnElement[bool] | TextClause) -> bool:
        async with self._database.glance() as transaction:
            mine = update(table).where(*where, free(table.c.owner, self.owner)).values(owner=self.owner)
            return await transaction.run(mine) > 0

    async def unclaim(self, table: sqlalchemy.Table, *where: ColumnElement[bool] | TextClause) -> None:
        async with self._database.glance() as transaction:
            await transaction.run(update(table).where(*where, table.c.owner == self.owner).values(owner=None))

    @asynccontextmanager
    async def exclusive(self, kind: str, key: int) -> AsyncIterator[bool]:
        pause = SOON
        self._left.discard((kind, key))
        while (of_the_dead := await self._enter(kind, key)) is None:
            await asyncio.sleep(pause)
            pause = min(2 * pause, LATER)
        try:
            yield of_the_dead
        finally:
            try:
                await self._release(kind, key)
            except (DatabaseError, OSError) as error:
                log.info("The lease %s %s is released later: %s", kind, key, error)
                self._left.add((kind, key))

    async def _release(self, kind: str, key: int) -> None:
        async with self._database.glance() as transaction:
            await transaction.run(_RELEASE, its_kind=kind, its_key=key, process=self.owner)

    async def _enter(self, kind: str, key: int) -> bool | None:
        """Take the lease. Returns whether a dead process held it; None if a living one does."""
        async with self._database.glance() as transaction:
            entered = await transaction.one(_ENTER, Entered, its_kind=kind, its_key=key, process=self.owner)
        assert entered, "it has one row"
        if entered.owner == self.owner:
            return False
        return bool(entered.dead) if entered.taken else None

    async def require(self, transaction: Transaction, kind: str, key: int) -> None:
        if await transaction.one(_MINE, int, its_kind=kind, its_key=key, process=self.owner) is None:
            raise LeaseLost(f"{kind} {key} is another process's by now")

    # -- To live

    async def _live(self) -> None:
        while True:
            await asyncio.sleep(RENEW)
            try:
                if await self.renew():
                    self.on_death()
            except (DatabaseError, OSError) as error:
                log.warning("This process can't renew its leases: %s", error)
            except Exception:
                log.exception("This process can't renew its leases")

    async def renew(self) -> bool:
        for kind, key in [*self._left]:
            await self._release(kind, key)
            self._left.discard((kind, key))
        async with self._database.write() as transaction:
            if not await transaction.run(_prolong(), process=self.owner):
                log.warning("This process was silent for so long that others took it for dead")
                await transaction.run(_live(), id=self.owner)
                self._database.forget()
            dead_ids = await transaction.all(_dead(), str)
            if dead_ids:
                await transaction.run(delete(processes).where(processes.c.id.in_(dead_ids)))
        for owner in dead_ids:
            log.warning("The process %s is dead. Its leases are free", owner)
        return bool(dead_ids)


async def advisory_lock(transaction: Transaction, name: str) -> None:
    """Wait until no other transaction holds the lock `name`, then hold it. SQLite needs none: it has one writer."""
    if transaction.dialect == "postgresql":
        await transaction.one(select(advisory_xact_lock(name)), str)


class Entered(Struct, array_like=True, frozen=True):
    """Who held a lease before, and whether it could be taken from them."""

    owner: str | None
    dead: bool | None
    taken: int


def _entering() -> Query:
    before = select(leases.c.owner, left(leases.c.owner).label("dead")).where(_this).cte("before")
    mine = postgresql.insert(leases).values(
        kind=bindparam("its_kind"), key=bindparam("its_key"), owner=bindparam("process")
    )
    taking = replacing(mine, where=leases.c.owner.not_in(select(processes.c.id)))
    taken = taking.returning(leases.c.key).cte("taken")
    many = select(func.count()).select_from(taken).scalar_subquery()
    single_row = select(literal_column("1").label("one")).subquery()
    return select(before.c.owner, before.c.dead, many.label("taken")).select_from(single_row.outerjoin(before, true()))


_of_kind, _of_process = leases.c.kind == bindparam("its_kind"), leases.c.owner == bindparam("process")
_this = and_(_of_kind, leases.c.key == bindparam("its_key"))
_ABANDONED = select(leases.c.key).where(_of_kind, left(leases.c.owner))
_RELEASE = delete(leases).where(_this, _of_process)
_MINE = select(leases.c.key).where(_this, _of_process).with_for_update(read=True)
_ENTER = _entering()
_LIVING = select(processes.c.id).order_by(processes.c.id)


def _live() -> Insert:
    return insert(processes).values(until=CLOCK + LEASE)


def _prolong() -> Update:
    return update(processes).where(processes.c.id == bindparam("process")).values(until=CLOCK + LEASE)


def _dead() -> Query:
    """While the server was down no process could renew its lease, so none counts as dead for that."""
    lapsed = and_(processes.c.until < CLOCK, STARTED < CLOCK - LEASE)
    return select(processes.c.id).where(lapsed).with_for_update(skip_locked=True)
