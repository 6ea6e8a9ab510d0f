"""A change to a table: one transaction.

It claims the interaction's id, makes the change and raises the version, all three or none.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from sqlalchemy import bindparam, delete, select

from host import metrics
from languages import say

from ..boards.standings import STANDINGS
from ..daily.calendar import now
from ..store import schema
from ..store.database import Database
from ..store.statements import Filled, Write
from ..store.transaction import Transaction
from . import results, timers
from .model import MOVED_ON, AlreadyApplied, Change, GameRecord, Phase, Stale, Table, stamp, where_it_stands
from .records import Records
from .rows import claim_and_lock, load, once, save
from .timers import DEFAULT_TIMES, Times

INTERACTIONS_KEPT = 24 * 3600  # seconds; Discord repeats none after a day


class UnitOfWork(Records):
    """Changes tables, one at a time."""

    def __init__(self, database: Database, times: Times = DEFAULT_TIMES) -> None:
        super().__init__(database, times)
        # Called when it is a computer's turn at a table: see ComputerTurns
        self.on_computer_turn: Callable[[int], None] = lambda table_id: None

    @asynccontextmanager
    async def change(
        self, table_id: int, interaction_id: int | None, phase: Phase, version: int | None = None
    ) -> AsyncIterator[Change]:
        """A transaction on one table in `phase`. `interaction_id` is None if no user asked for it."""
        try:
            async with self.database.write() as transaction:
                loaded = await self._locked(transaction, table_id, interaction_id)
                if loaded.table.phase != phase:
                    raise Stale(where_it_stands(loaded.table))
                if version is not None and version != loaded.table.version:
                    raise Stale(say(MOVED_ON))
                change = Change(transaction, loaded)
                yield change
                changed = await write(change, self.times)
                if change.foreseen:
                    change.foreseen(changed)
        except BaseException:
            self._memory.drop(table_id)  # it may have been committed even so
            raise
        change.after = changed
        self._keep(changed)
        if visit := self.database.visited:
            visit.compared.add(table_id)
        if change.entries:
            before, after = change.loaded.table, changed.table
            metrics.MOVES.labels(after.game).inc(sum(entry.kind != "undo" for entry in change.entries))
            metrics.TURNS.labels(after.game).inc(max(0, after.turn - before.turn))
        if changed.thinker():
            self.on_computer_turn(table_id)

    def opened(self, loaded: GameRecord) -> Table:
        """Keep a table whose creation is committed."""
        self._keep(loaded)
        return loaded.table

    async def _locked(self, transaction: Transaction, table_id: int, interaction_id: int | None) -> GameRecord:
        """The table as it is now. Nobody else changes it before the end of the transaction."""
        if self.database.shared:
            owner = self.database.leases.owner
            newest, forgettings = await claim_and_lock(transaction, interaction_id, table_id, owner)
            self._forget(forgettings)
            known = self._memory.get(table_id)
            if known is not None and stamp(known.table) != newest:
                self._memory.drop(table_id)
        elif interaction_id is not None:
            await once(transaction, interaction_id)
        loaded = self._memory.get(table_id) or await load(transaction, table_id)
        return await asyncio.to_thread(loaded.renew) if loaded.foreign else loaded

    async def require_not_applied(self, interaction_id: int) -> None:
        """Raises AlreadyApplied if this interaction has changed something already."""
        async with self.database.glance() as transaction:
            if await transaction.one(_APPLIED, int, interaction=interaction_id) is not None:
                raise AlreadyApplied

    async def forget_interactions(self) -> None:
        """Delete the ids of interactions that Discord can't deliver again."""
        async with self.database.write() as transaction:
            await transaction.run(_PAST, before=now() - INTERACTIONS_KEPT)


_APPLIED = select(schema.interactions.c.id).where(schema.interactions.c.id == bindparam("interaction"))
_PAST = delete(schema.interactions).where(schema.interactions.c.at < bindparam("before"))
_NOBODY_LEFT = delete(schema.departures).where(schema.departures.c.table_id == bindparam("of"))


async def write(change: Change, times: Times) -> GameRecord:
    """Write everything that follows from a change. Returns the table as it is now."""
    over = change.values.get("phase") == "over" and results.has_results(change.loaded.table)
    left = change.values.get("phase") == "closed" and not change.values.get("lost") and _goes_on_against(change)
    changed = await save(change, queued=STANDINGS if over or left else None)
    writes = list[Write]()
    if over:  # before departures are deleted: those who have left matter, too
        writes += await results.record(change.transaction, changed, results.outcome_of(changed))
    elif left:
        writes += await results.record_left(change.transaction, changed)
    if changed.table.phase != "playing":
        writes.append(Filled(_NOBODY_LEFT, {"of": changed.table.id}))
    were = change.loaded.table
    thinking = changed.thinker() is not None if were.computers or changed.table.computers else None
    writes += timers.reset_writes(changed.table, times, was=were.phase, thinking=thinking)
    await change.transaction.write_all(writes)
    return changed


def _goes_on_against(change: Change) -> bool:
    """Whether this was a game against others that could go on."""
    table = change.loaded.table
    return table.phase == "playing" and not table.outdated and table.rivals
