"""Tables whose channel Discord says isn't there.

Discord says so of channels that are there, too: in an outage, at a start, when the bot is removed and added again. So
what it says once closes nothing. The first time a row begins to wait among the deadlines; the clock looks again when it
is due (see `Times.absent`), and only then closes the table. If the channel is found before, the row goes, and the
table's other deadlines are put off by the time that it was away: meanwhile nobody could play.
"""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, delete, literal, select, update

from ..daily.calendar import now
from ..store import schema
from ..store.database import Database
from ..store.legacy import readable
from ..store.upserts import INSERTS
from .timers import Times, put_off

AGAIN = 3600  # seconds until Discord is asked again that can't say whether a channel is there

rows = schema.deadlines


@dataclass(frozen=True)
class Absent:
    table_id: int
    guild_id: int | None
    until: int  # in seconds since 1970: then it is looked for, and closed if it is still away


class Absences:
    def __init__(self, database: Database, times: Times) -> None:
        self._database = database
        self._times = times

    async def note(self, table_ids: Collection[int]) -> None:
        """Discord says that the channels of these tables aren't there. What was noted before stays as it is."""
        due_at, tables = now() + int(self._times.absent.total_seconds()), schema.tables.c
        absent = select(tables.id, literal("absent"), literal(due_at)).where(tables.id.in_(table_ids))
        async with self._database.write() as connection:
            insert = INSERTS[connection.dialect](rows)
            noted = insert.from_select(["table_id", "kind", "due_at"], absent)
            await connection.execute(noted.on_conflict_do_nothing())

    async def all(self) -> tuple[Absent, ...]:
        tables = schema.tables.c
        absent = select(rows.c.table_id, tables.guild_id, rows.c.due_at).join(schema.tables).where(schema.AWAY)
        async with self._database.glance() as connection:
            return tuple([Absent(*row) for row in readable(await connection.execute(absent))])

    async def put_off(self, table_id: int) -> None:
        """Discord can't say whether the channel is there: look again later."""
        async with self._database.write() as connection:
            later = {"due_at": now() + AGAIN, "claimed_at": None}
            await connection.execute(update(rows).where(_is(table_id)).values(later))

    async def end(self, table_id: int) -> None:
        """The channel is there again: the table goes on where it stood."""
        async with self._database.write() as connection:
            found = readable(await connection.execute(select(rows.c.due_at).where(_is(table_id))))
            await connection.execute(delete(rows).where(_is(table_id)))
            for row in found:
                away = now() - (row.due_at - int(self._times.absent.total_seconds()))
                if away > 0:
                    await put_off(connection, now(), away, self._times, rows.c.table_id == table_id)

    async def closed_in(self, guild_id: int) -> tuple[int, ...]:
        """The tables of a server that were closed because their channel was away."""
        tables = schema.tables.c
        async with self._database.glance() as connection:
            lost = select(tables.id).where(tables.guild_id == guild_id, schema.LOST)
            return tuple((await connection.scalars(lost)).all())


def _is(table_id: int) -> ColumnElement[bool]:
    return and_(rows.c.table_id == table_id, rows.c.kind == "absent")
