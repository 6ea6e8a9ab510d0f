"""What has been shown on Discord, and to whom nothing can be."""

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import and_, delete, insert, select, update

from . import schema
from .database import Database
from .table import now

BOARD = 0  # in place of a user's id: the channel's board
VOTE = 1  # likewise: the vote on conceding
AGAIN = -1  # in place of a turn: the same is to be posted anew


@dataclass(frozen=True)
class Post:
    """A message on Discord that shows a table."""

    channel_id: int
    message_id: int
    turn: int = AGAIN  # that it shows
    digest: str = ""  # of what it shows: an equal one needs no edit


class Posts:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, table_id: int) -> dict[int, Post]:
        """By user id, BOARD or VOTE."""
        async with self._database.read() as connection:
            rows = await connection.execute(select(schema.posts).where(schema.posts.c.table_id == table_id))
            return {row.user_id: Post(row.channel_id, row.message_id, row.turn, row.digest) for row in rows}

    async def put(self, table_id: int, user_id: int, post: Post) -> None:
        """In place of what was there for the same table and user."""
        async with self._database.write() as connection:
            await connection.execute(delete(schema.posts).where(_key(table_id, user_id)))
            await connection.execute(insert(schema.posts).values(table_id=table_id, user_id=user_id, **asdict(post)))

    async def outdate(self, table_id: int) -> None:
        """The board shown counts as one of an earlier turn: a new one is due."""
        async with self._database.write() as connection:
            await connection.execute(update(schema.posts).where(_key(table_id, BOARD)).values(turn=AGAIN, digest=""))

    async def forget(self, table_id: int, user_id: int) -> None:
        """So that it is posted anew."""
        async with self._database.write() as connection:
            await connection.execute(delete(schema.posts).where(_key(table_id, user_id)))

    async def unshown(self) -> tuple[int, ...]:
        """Tables whose newest version hasn't been shown."""
        async with self._database.read() as connection:
            rows = await connection.scalars(
                select(schema.tables.c.id).where(schema.tables.c.shown < schema.tables.c.version)
            )
            return tuple(rows.all())

    async def set_shown(self, table_id: int, version: int) -> None:
        """Everybody who is to see this version has been shown it."""
        async with self._database.write() as connection:
            await connection.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(shown=version))

    async def dm_closed(self, user_id: int) -> bool:
        async with self._database.read() as connection:
            found = await connection.scalar(select(1).where(schema.closed_dms.c.user_id == user_id))
            return found is not None

    async def set_dm_closed(self, user_id: int, closed: bool) -> None:
        async with self._database.write() as connection:
            await connection.execute(delete(schema.closed_dms).where(schema.closed_dms.c.user_id == user_id))
            if closed:
                await connection.execute(insert(schema.closed_dms).values(user_id=user_id, at=now()))


def _key(table_id: int, user_id: int) -> Any:
    return and_(schema.posts.c.table_id == table_id, schema.posts.c.user_id == user_id)
