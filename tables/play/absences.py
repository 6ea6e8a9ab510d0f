"""Tables whose channel Discord says isn't there.

Discord says so of channels that are there, too: in an outage, at a start, when the bot is removed and added again. So
what it says once closes nothing. The first time a row begins to wait among the deadlines; the clock looks again when it
is due (see `Times.absent`), and only then closes the table. If the channel is found before, the row goes, and the
table's other deadlines are put off by the time that it was away: meanwhile nobody could play.
"""

from collections.abc import Collection

from msgspec import Struct
from sqlalchemy import BigInteger, and_, bindparam, delete, literal, select, update

from ..daily.calendar import now
from ..store import schema
from ..store.database import Database
from ..store.kinds import Id, When
from ..store.upserts import upserts
from .timers import Times, put_off

AGAIN = 3600  # seconds until Discord is asked again that can't say whether a channel is there


class Absent(Struct, array_like=True, frozen=True):
    table_id: Id
    guild_id: Id | None
    until: When  # then it is looked for, and closed if it is still away


class Absences:
    def __init__(self, database: Database, times: Times) -> None:
        self._database = database
        self._times = times

    async def note(self, table_ids: Collection[int]) -> None:
        """Discord says that the channels of these tables aren't there. What was noted before stays as it is."""
        until = now() + int(self._times.absent.total_seconds())
        async with self._database.write() as transaction:
            await transaction.run(_NOTED[transaction.dialect], these=[*table_ids], until=until)

    async def all(self) -> tuple[Absent, ...]:
        async with self._database.glance() as transaction:
            return tuple(await transaction.all(_ABSENT, Absent))

    async def put_off(self, table_id: int) -> None:
        """Discord can't say whether the channel is there: look again later."""
        async with self._database.write() as transaction:
            await transaction.run(_LATER, of=table_id, due_at=now() + AGAIN, claimed_at=None)

    async def end(self, table_id: int) -> None:
        """The channel is there again: the table goes on where it stood."""
        async with self._database.write() as transaction:
            until = await transaction.one(_UNTIL, int, of=table_id)
            await transaction.run(_FOUND, of=table_id)
            if until is not None and (away := now() - (until - int(self._times.absent.total_seconds()))) > 0:
                await put_off(transaction, now(), away, self._times, table_id)

    async def closed_in(self, guild_id: int) -> tuple[int, ...]:
        """The tables of a server that were closed because their channel was away."""
        async with self._database.glance() as transaction:
            return tuple(await transaction.all(_LOST, int, guild=guild_id))


_row, _tables = schema.timers.c, schema.tables.c
_is_its = and_(_row.table_id == bindparam("of"), _row.kind == "absent")
_away = select(_tables.id, literal("absent"), bindparam("until", type_=BigInteger)).where(
    _tables.id.in_(bindparam("these", expanding=True))
)
_NOTED = upserts(
    schema.timers,
    lambda noted: noted.from_select(["table_id", "kind", "due_at"], _away).on_conflict_do_nothing(),
)
_ABSENT = select(_row.table_id, _tables.guild_id, _row.due_at).join(schema.tables).where(schema.AWAY)
_LATER, _FOUND = update(schema.timers).where(_is_its), delete(schema.timers).where(_is_its)
_UNTIL = select(_row.due_at).where(_is_its)
_LOST = select(_tables.id).where(_tables.guild_id == bindparam("guild"), schema.LOST)
