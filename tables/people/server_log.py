"""What moderators and the bot did in a server, for the channel that its managers chose for that.

A line is written in the transaction of what it tells, and deleted once it is posted; so a crash loses none. Its number
is the nonce of its message, so that a retry within some minutes doesn't post it twice. Lines of servers that chose no
channel aren't written.
"""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Insert, delete, insert, literal, select

from ..daily.calendar import now
from ..store import schema
from ..store.database import Database
from ..store.legacy import readable

rows, servers = schema.server_log, schema.servers

OfManagers = Literal["settings", "block", "unblock", "unlist", "list"]
OfModerators = Literal["close", "start", "send-away", "free-seat", "end-vote", "deleted"]  # at a table
OfTheBot = Literal["idle", "absent"]
Kind = OfManagers | OfModerators | OfTheBot
KEPT = 3 * 24 * 3600  # seconds: what couldn't be posted by then is forgotten
MOST = 10  # lines in one message
DETAIL = 200  # characters


@dataclass(frozen=True)
class Line:
    id: int
    guild_id: int
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


class ServerLog:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def servers(self) -> tuple[int, ...]:
        """The servers that have lines to be posted."""
        async with self._database.glance() as connection:
            return tuple((await connection.scalars(select(rows.c.guild_id).distinct())).all())

    async def next(self, guild_id: int) -> tuple[Line, ...]:
        """The oldest lines of a server, as many as fit into a message."""
        oldest = select(rows).where(rows.c.guild_id == guild_id).order_by(rows.c.id).limit(MOST)
        async with self._database.glance() as connection:
            return tuple([Line(*row) for row in readable(await connection.execute(oldest))])

    async def posted(self, guild_id: int, last: int) -> None:
        """Forget the lines up to this one, which are in the channel."""
        async with self._database.write() as connection:
            await connection.execute(delete(rows).where(rows.c.guild_id == guild_id, rows.c.id <= last))

    async def forget_old(self) -> None:
        """Forget what couldn't be posted for days."""
        async with self._database.write() as connection:
            await connection.execute(delete(rows).where(rows.c.at < now() - KEPT))
