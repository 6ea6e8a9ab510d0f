"""A model of PostgreSQL: several processes write to one file of SQLite, as they do to a server.

It keeps the promises that the hall depends on: who changes a table goes on alone until their transaction ends, in the
order in which they came, or gives up after ten seconds; a process that dies lets go of what it has locked; there is one
clock. Its lock is coarser than rows, so it finds no deadlock and nothing that two writers do to different rows at once.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest import mock

from sqlalchemy import Integer, func, insert, literal, select, true, update

from tables.play import rows
from tables.play.model import AlreadyApplied
from tables.store import leases, schema
from tables.store.leases import Together
from tables.store.sqlite import SQLite
from tables.store.transaction import Transaction
from tables.store.upserts import INSERTS

from .world import Loop

CLOCK = func.server_clock(type_=Integer)  # see `seams.opened`
STARTED = literal(0)


def the_loop() -> Loop:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Loop)
    return loop


class Server(SQLite):
    shared = True

    async def open(self) -> None:
        """It is there, and nobody else's concern."""

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Transaction]:
        async with the_loop().world.writing.held(), super().writing() as transaction:
            yield transaction

    @asynccontextmanager
    async def glancing(self) -> AsyncIterator[Transaction]:
        """A single change waits for its turn, too."""
        async with super().glancing() as transaction:
            run = transaction.run

            async def in_turn(statement: Any, **values: Any) -> int:
                async with the_loop().world.writing.held():
                    return await run(statement, **values)

            with mock.patch.object(transaction, "run", in_turn):
                yield transaction


class ServerLeases(Together):
    """The statements that SQLite has not; each is a transaction, as one of them is there."""

    async def _enter(self, kind: str, key: int) -> bool | None:
        this = (leases.leases.c.kind == kind, leases.leases.c.key == key)
        async with self._database.write() as transaction:
            dead = leases.left(leases.leases.c.owner).label("dead")
            held = select(leases.leases.c.owner, dead, literal(0)).where(*this)
            found = await transaction.one(held, leases.Entered)
            if found is not None and found.owner == self.owner:
                return False
            if found is None:
                await transaction.run(insert(leases.leases).values(kind=kind, key=key, owner=self.owner))
                return False
            if found.dead:
                await transaction.run(update(leases.leases).where(*this).values(owner=self.owner))
                return True
        return None


async def claim_and_lock(
    transaction: Transaction, interaction_id: int | None, table_id: int, owner: str
) -> tuple[tuple[int, int, int] | None, int | None]:
    """As `rows.claim_and_lock`, in several statements: nobody else writes before the end of the transaction."""
    if interaction_id is not None:
        one = INSERTS["sqlite"](schema.interactions).values(id=interaction_id, at=CLOCK).on_conflict_do_nothing()
        if not await transaction.run(one):
            raise AlreadyApplied
    row, processes = schema.tables.c, schema.processes.c
    forgettings = select(processes.forgettings).where(processes.id == owner).scalar_subquery()
    mine = select(row.id, row.version, func.coalesce(row.hints, -1), forgettings, true()).where(row.id == table_id)
    found = await transaction.one(mine, rows.Locked)
    if found is None:
        return None, await transaction.one(select(processes.forgettings).where(processes.id == owner), int)
    return found.stamp, found.forgettings
