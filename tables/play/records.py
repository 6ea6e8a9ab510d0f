"""Tables in memory: each as it was read last. One query asks the database for whatever may have changed since."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property

from sqlalchemy import bindparam, select

from ..history import archive
from ..store import schema
from ..store.cache import Cache
from ..store.database import Beside, Database
from ..store.statements import RowsByPart, Selects
from .model import NOBODY, GameRecord, Refused, Table, is_packed, stamp, with_seed
from .rows import record_of, with_archive
from .table_rows import KINDS, NOTHING_KNOWN, PARTS, THESE, WHOLE
from .timers import DEFAULT_TIMES, Times

SETTLED = 64  # finished games kept in memory


class Records:
    """The tables of one database, with their secrets: nothing outside this package may see them."""

    def __init__(self, database: Database, times: Times = DEFAULT_TIMES) -> None:
        self.database = database
        self.times = times
        self._memory: Cache[GameRecord] = database.memory(goes_on, compared=True)
        self._settled: Cache[GameRecord] = database.memory(_is_settled, SETTLED, compared=True)
        self._replaying = asyncio.Lock()  # one game at a time, because playing it again takes the processor

    async def get(self, table_id: int) -> Table:
        return (await self._load(table_id)).table

    async def load_settled(self, table_id: int) -> GameRecord:
        """For this package only: a game that is over, with its secrets."""
        return await self._load(table_id)

    def _keep(self, loaded: GameRecord) -> None:
        for memory in (self._memory, self._settled):
            memory.keep(loaded.table.id, loaded)

    def _forget(self, forgettings: int | None) -> bool:
        """Empty all memories if somebody was forgotten in another process; see Leases.forgettings."""
        leases = self.database.leases
        if not self.database.shared or forgettings == leases.forgettings:
            return False
        self.database.forget()
        leases.forgettings = forgettings
        return True

    async def _load(self, table_id: int) -> GameRecord:
        loaded = self._known(table_id) or (await self._load_all([table_id]))[table_id]
        if isinstance(loaded, Refused):
            raise loaded
        return loaded

    def _known(self, table_id: int) -> GameRecord | None:
        """The table in memory, if it is certainly up to date."""
        visit, shared = self.database.visited, self.database.shared
        known = self._memory.get(table_id) or self._settled.get(table_id)
        if known is None or (shared and (visit is None or table_id not in visit.compared)):
            return None
        loaded = with_seed(known)
        if loaded is not known:
            self._settled.keep(table_id, loaded)
        return loaded

    async def _load_all(self, table_ids: Sequence[int]) -> Mapping[int, GameRecord | Refused]:
        """Several tables, or why one can't be read. One query asks for all that aren't known."""
        loaded: dict[int, GameRecord | Refused] = {
            table_id: known for table_id in table_ids if (known := self._known(table_id))
        }
        unknown = [table_id for table_id in table_ids if table_id not in loaded]
        if not unknown:
            return loaded
        memories = (self._memory, self._settled)
        old = {table_id: known for table_id in unknown for memory in memories if (known := memory.get(table_id))}
        with ExitStack() as reading:
            keeping = [reading.enter_context(memory.reading()) for memory in memories]
            beside = self._beside if self.database.visited else ()
            keeping_beside = [reading.enter_context(kept.memory.reading()) for kept in beside]
            by_part = await self._ask(unknown, [stamp(known.table) for known in old.values()])
            if self._forget(next(iter(by_part["process"]), None)):
                return await self._load_all(table_ids)
            unchanged = {*by_part["there"]} - {row.id for row in by_part["tables"]}
            for table_id in unknown:
                known = old[table_id] if table_id in unchanged else None
                loaded[table_id] = await self._newest(table_id, by_part, known)
            read = {table_id: record for table_id in unknown if isinstance(record := loaded[table_id], GameRecord)}
            for keep in keeping:
                keep(read.items())
            tables = [record.table for record in read.values()]
            users = {player.user_id for table in tables for player in table.players}
            if visit := self.database.visited:
                visit.compared |= read.keys()
                users |= set() if visit.user_id is None else {visit.user_id}
            for number, (part, keep_it) in enumerate(zip(beside, keeping_beside, strict=True)):
                keep_it(part.values(by_part[f"beside_{number}"], tables, users).items())
        for table_id in unknown:
            if table_id not in read:
                for memory in memories:
                    memory.drop(table_id)
        return loaded

    async def _newest(self, table_id: int, by_part: RowsByPart, unchanged: GameRecord | None) -> GameRecord | Refused:
        try:
            return with_seed(unchanged or await self._whole(record_of(by_part, table_id)))
        except Refused as error:
            return error

    async def _ask(self, table_ids: Sequence[int], known: Sequence[tuple[int, int, int]]) -> RowsByPart:
        visit = self.database.visited
        values = {"these": table_ids, "known": known or NOTHING_KNOWN, "owner": self.database.leases.owner}
        async with self.database.glance() as transaction:
            if visit is None:
                return await transaction.parts(_PARTS, **values)
            return await transaction.parts(self._parts_beside, **values, me=visit.user_id or NOBODY)

    @cached_property
    def _beside(self) -> tuple[Beside, ...]:
        """What else is read together with tables. All of it is registered before the first visit."""
        return tuple(self.database.beside)

    @cached_property
    def _parts_beside(self) -> Selects:
        beside = {f"beside_{number}": kept for number, kept in enumerate(self._beside)}
        return Selects(
            {**_PARTS.parts, **{name: kept.rows for name, kept in beside.items()}},
            {**_PARTS.kinds, **{name: kept.kind for name, kept in beside.items()}},
            WHOLE,
        )

    async def _read(self, table_id: int) -> GameRecord:
        return await self._whole(record_of(await self._ask([table_id], []), table_id))

    async def _whole(self, loaded: GameRecord) -> GameRecord:
        """The table with its position and history, as today's rules write them."""
        if loaded.foreign:
            async with self._replaying:
                return await asyncio.to_thread(loaded.renew)
        if not is_packed(loaded):
            return loaded
        async with self.database.look() as transaction:  # players don't queue with those who look at old games
            loaded = await with_archive(transaction, loaded)
        async with self._replaying:
            return await asyncio.to_thread(archive.unpack, loaded)


_PROCESS = select(schema.processes.c.forgettings).where(schema.processes.c.id == bindparam("owner"))
_THERE = select(schema.tables.c.id).where(schema.tables.c.id.in_(THESE))
_PARTS = Selects({**PARTS, "there": _THERE, "process": _PROCESS}, {**KINDS, "there": int, "process": int}, WHOLE)


def goes_on(loaded: GameRecord) -> bool:
    return loaded.table.phase in ("lobby", "playing")


def _is_settled(loaded: GameRecord) -> bool:
    """Whether the game is over.

    Then it changes only when a player's data is deleted, and its seed may become public later.
    """
    return loaded.table.phase == "over"
