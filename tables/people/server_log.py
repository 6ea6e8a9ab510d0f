"""What moderators and the bot did in a server, for the channel that its managers chose for that.

A line is written in the transaction of what it tells, and deleted once it is posted; so a crash loses none. Its number
is the nonce of its message, so that a retry within some minutes doesn't post it twice. Lines of servers that chose no
channel aren't written.
"""

from typing import Literal

from msgspec import Struct
from sqlalchemy import Insert, bindparam, delete, insert, literal, select

from ..daily.calendar import now
from ..store import schema
from ..store.database import Database
from ..store.kinds import Id

rows, servers = schema.server_log, schema.servers

OfManagers = Literal["settings", "block", "unblock", "unlist", "list"]
OfModerators = Literal["close", "start", "send-away", "free-seat", "end-vote", "deleted"]  # at a table
OfTheBot = Literal["idle", "absent"]
Kind = OfManagers | OfModerators | OfTheBot
KEPT = 3 * 24 * 3600  # seconds: what couldn't be posted by then is forgotten
MOST = 10  # lines in one message
DETAIL = 200  # characters


class Line(Struct, array_like=True, frozen=True):
    id: Id
    guild_id: Id
    kind: str
    by_id: int | None  # None: the bot, or somebody whose data was deleted
    user_id: int | None
    table_id: int | None
    detail: str
    at: int  # seconds since 1970


def line(
    guild_id: int | None,
    kind: Kind,
    *,
    by: int | None = None,
    user_id: int | None = None,
    table_id: int | None = None,
    detail: str = "",
) -> Insert:
    """Write a line, if the server has a channel for it."""
    given = {"guild_id": guild_id, "kind": kind, "by_id": by, "user_id": user_id, "table_id": table_id}
    values = {**given, "detail": detail[:DETAIL], "at": now()}
    chosen = select(*[literal(value, rows.c[name].type) for name, value in values.items()]).where(
        servers.c.guild_id == guild_id, servers.c.log_id.is_not(None)
    )
    return insert(rows).from_select([*values], chosen)


_of_server = rows.c.guild_id == bindparam("guild")
_SERVERS = select(rows.c.guild_id).distinct()
_OLDEST = select(*[rows.c[name] for name in Line.__struct_fields__]).where(_of_server).order_by(rows.c.id).limit(MOST)
_POSTED = delete(rows).where(_of_server, rows.c.id <= bindparam("last"))
_OLD = delete(rows).where(rows.c.at < bindparam("before"))


class ServerLog:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def servers(self) -> tuple[int, ...]:
        """The servers that have lines to be posted."""
        async with self._database.glance() as transaction:
            return tuple(await transaction.all(_SERVERS, int))

    async def next(self, guild_id: int) -> tuple[Line, ...]:
        """The oldest lines of a server, as many as fit into a message."""
        async with self._database.glance() as transaction:
            return tuple(await transaction.all(_OLDEST, Line, guild=guild_id))

    async def posted(self, guild_id: int, last: int) -> None:
        """Forget the lines up to this one, which are in the channel."""
        async with self._database.write() as transaction:
            await transaction.run(_POSTED, guild=guild_id, last=last)

    async def forget_old(self) -> None:
        """Forget what couldn't be posted for days."""
        async with self._database.write() as transaction:
            await transaction.run(_OLD, before=now() - KEPT)
