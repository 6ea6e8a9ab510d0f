"""Finds company: the games on a server that one can join, and people who wait for the same game in other lobbies."""

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    Insert,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)

from engine import GAMES

from ..daily.calendar import now
from ..store import schema
from ..store.statements import Filled, Write
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
        async with self._database.glance() as transaction:
            ids = await transaction.all(_NEWEST, int, guild=guild_id)
        tables = await self._tables.readable_ones(ids)
        others = [table for table in tables if table.player(user_id) is None]
        async with self._database.read() as transaction:
            return tuple([table for table in others if await has_room_for(transaction, table, user_id)])

    async def called(self, table: Table) -> tuple[int, ...]:
        """The users who are still to be told that this table was opened, and still wait in another lobby."""
        async with self._database.glance() as transaction:
            values = {"of": table.id, "game": table.game, "guild": table.guild_id}
            return tuple(await transaction.all(_CALLED, int, **values))

    async def mark_told(self, table_id: int, user_id: int) -> None:
        """Note that this user has been told that the table is open, or can't or needn't be told."""
        async with self._database.write() as transaction:
            await transaction.run(_TOLD, of=table_id, user=user_id)


def rows_to_call(table: Table) -> list[Write]:
    """The rows to write with a new table: one for each person who waits in another lobby of that game there.

    They are to be told of it. Whoever was told within the last hour isn't told again.
    """
    at = now()
    called = {"of": table.id, "at_time": at, "since": at - QUIET, "game": table.game, "host": table.host_id}
    here = {"guild": table.guild_id, "room": max(GAMES[table.game].seats)}
    calling = _CALLING_ALONE if table.guild_id is None else _CALLING
    return [Filled(_QUIET_AGAIN, {"before": at - QUIET}), Filled(calling, {**called, **here})]


_row, _player, _called = schema.tables.c, schema.players.c, schema.company.c
_in_server = _row.guild_id == bindparam("guild")
_NEWEST = select(_row.id).where(_in_server, schema.GROUPS_LIVING).order_by(_row.id.desc()).limit(LOOKED_AT)
_waits = (
    select(_player.user_id)
    .select_from(schema.players.join(schema.tables))
    .where(
        *(schema.LIVING, _row.phase == "lobby", _row.game == bindparam("game"), _row.id != bindparam("of")),
        *(_row.guild_id.is_not_distinct_from(bindparam("guild")), _player.user_id == _called.user_id),
    )
)
_CALLED = select(_called.user_id).where(
    _called.table_id == bindparam("of"), _called.due, exists(_waits.correlate(schema.company))
)
_TOLD = (
    update(schema.company)
    .where(_called.table_id == bindparam("of"), _called.user_id == bindparam("user"))
    .values(due=False)
)
_QUIET_AGAIN = delete(schema.company).where(_called.at <= bindparam("before"))


def _calling(here: ColumnElement[bool]) -> Insert:
    """Calls whoever waits in another lobby of the game that is `here`."""
    recent = exists(select(_called.user_id).where(_called.user_id == _player.user_id, _called.at > bindparam("since")))
    sitting = schema.players.alias()
    sit = select(func.count()).where(sitting.c.table_id == _row.id).scalar_subquery()
    of: BindParameter[int] = bindparam("of", type_=BigInteger)
    at: BindParameter[int] = bindparam("at_time", type_=BigInteger)
    waiting = select(of, _player.user_id, at, literal(True)).distinct()
    waiting = waiting.select_from(schema.players.join(schema.tables)).where(
        *(here, schema.GROUPS_LIVING, _row.phase == "lobby", _row.game == bindparam("game"), _row.id != of),
        *(_player.user_id != bindparam("host"), sit < bindparam("room", type_=BigInteger), ~recent),
    )
    return insert(schema.company).from_select(["table_id", "user_id", "at", "due"], waiting.limit(CALLED))


_CALLING, _CALLING_ALONE = _calling(_in_server), _calling(_row.guild_id.is_(None))
