"""Finds company: the games on a server that one can join, and people who wait for the same game in other lobbies."""

from typing import Any

from sqlalchemy import Select, delete, exists, func, insert, literal, select, update

from engine import GAMES

from ..daily.calendar import now
from ..store import schema
from ..store.cells import readable
from ..store.prepared import prepared
from ..store.together import Write
from .alerts import has_room_for
from .model import Table
from .tables import Tables

LOOKED_AT = 50  # tables of a server at most, the newest
CALLED = 10  # people at most who are told of one table
QUIET = 3600  # seconds after which somebody may be told of another table


class Company:
    def __init__(self, tables: Tables) -> None:
        self._tables, self._database = tables, tables.database

    async def open_for(self, user_id: int, guild_id: int) -> tuple[Table, ...]:
        """The lobbies with room and games with a seat for this user, who has none there, newest first."""
        row = schema.tables.c
        living = select(row.id).where(row.guild_id == guild_id, schema.GROUPS_LIVING)
        async with self._database.glance() as connection:
            ids = (await connection.scalars(living.order_by(row.id.desc()).limit(LOOKED_AT))).all()
        tables = await self._tables.readable_ones(ids)
        others = [table for table in tables if table.player(user_id) is None]
        async with self._database.glance() as connection:
            return tuple([table for table in others if await has_room_for(connection, table, user_id)])

    async def called(self, table: Table) -> tuple[int, ...]:
        """The users who are still to be told that this table was opened, and still wait in another lobby."""
        async with self._database.glance() as connection:
            due = await connection.execute(*_called(table.id, table.game, table.guild_id))
            return tuple([user.user_id for user in readable(due)])

    async def mark_told(self, table_id: int, user_id: int) -> None:
        """Note that this user has been told that the table is open, or can't or needn't be told."""
        row = schema.calls.c
        async with self._database.write() as connection:
            call = update(schema.calls).where(row.table_id == table_id, row.user_id == user_id)
            await connection.execute(call.values(due=False))


@prepared
def _called(table: int, game: str, guild: int | None) -> Select[Any]:
    row, called = schema.tables.c, schema.calls.c
    waits = select(schema.players.c.user_id).select_from(schema.players.join(schema.tables))
    waits = waits.where(schema.LIVING, row.phase == "lobby", row.game == game, row.id != table)
    waits = waits.where(row.guild_id.is_not_distinct_from(guild), schema.players.c.user_id == called.user_id)
    return select(called.user_id).where(called.table_id == table, called.due, exists(waits.correlate(schema.calls)))


def rows_to_call(table: Table) -> list[Write]:
    """The rows to write with a new table: one for each person who waits in another lobby of that game there.

    They are to be told of it. Whoever was told within the last hour isn't told again.
    """
    row, player, called = schema.tables.c, schema.players.c, schema.calls.c
    recent = exists(select(called.user_id).where(called.user_id == player.user_id, called.at > now() - QUIET))
    theirs = schema.players.alias()
    sit = select(func.count()).where(theirs.c.table_id == row.id).scalar_subquery()
    waiting = select(literal(table.id), player.user_id, literal(now()), literal(True)).distinct()
    waiting = waiting.select_from(schema.players.join(schema.tables)).where(
        *(row.guild_id == table.guild_id, schema.GROUPS_LIVING, row.phase == "lobby", row.game == table.game),
        *(row.id != table.id, player.user_id != table.host_id, sit < max(GAMES[table.game].seats), ~recent),
    )
    columns = ["table_id", "user_id", "at", "due"]
    return [
        delete(schema.calls).where(called.at <= now() - QUIET),
        insert(schema.calls).from_select(columns, waiting.limit(CALLED)),
    ]
