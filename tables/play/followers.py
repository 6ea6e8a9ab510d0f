"""Who watches a game, and is to be told when it ends."""

from sqlalchemy import delete, func, insert, select

from languages import say

from ..store.database import Database
from ..store.legacy import readable
from ..store.schema import followers
from .model import Refused, where_it_stands
from .rows import load, lock, once

MOST = 50  # of one game: each is a direct message at its end


class Followers:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def toggle(self, table_id: int, user_id: int, interaction_id: int) -> bool:
        """Follow this game, or stop following it. Returns whether the user follows it now."""
        theirs = (followers.c.table_id == table_id, followers.c.user_id == user_id)
        async with self._database.write() as connection:
            await once(connection, interaction_id)
            await lock(connection, table_id)
            table = (await load(connection, table_id)).table
            if (await connection.execute(delete(followers).where(*theirs))).rowcount:
                return False
            if table.solo:
                raise Refused(say("A game for one can't be followed."))
            if table.phase not in ("lobby", "playing"):
                raise Refused(" ".join((where_it_stands(table), say("There is nothing more to follow."))))
            if table.player(user_id):
                raise Refused(say("You play in this game, so you hear of its end anyway."))
            of_table = select(func.count()).select_from(followers).where(followers.c.table_id == table_id)
            if (await connection.scalar(of_table) or 0) >= MOST:
                raise Refused(
                    say("{most} people follow this game already, and I can't tell more. `/board` shows it.", most=MOST)
                )
            await connection.execute(insert(followers).values(table_id=table_id, user_id=user_id))
            return True

    async def of(self, table_id: int) -> tuple[int, ...]:
        """The users who follow this game."""
        async with self._database.glance() as connection:
            rows = await connection.execute(select(followers.c.user_id).where(followers.c.table_id == table_id))
            return tuple([row.user_id for row in readable(rows)])

    async def remove(self, table_id: int, user_id: int) -> None:
        """Remove a follower who has been told that the game has ended, or can't be told."""
        theirs = (followers.c.table_id == table_id, followers.c.user_id == user_id)
        async with self._database.write() as connection:
            await connection.execute(delete(followers).where(*theirs))
