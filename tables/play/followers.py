"""Who watches a game, and is to be told when it ends."""

from sqlalchemy import bindparam, delete, func, insert, select

from languages import say

from ..store.database import Database
from ..store.schema import followers
from .model import Refused, where_it_stands
from .rows import load, lock, once

MOST = 50  # of one game: each is a direct message at its end


class Followers:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def toggle(self, table_id: int, user_id: int, interaction_id: int) -> bool:
        """Follow this game, or stop following it. Returns whether the user follows it now."""
        async with self._database.write() as transaction:
            await once(transaction, interaction_id)
            await lock(transaction, table_id)
            table = (await load(transaction, table_id)).table
            if await transaction.run(_UNFOLLOWED, of=table_id, user=user_id):
                return False
            if table.solo:
                raise Refused(say("A game for one can't be followed."))
            if table.phase not in ("lobby", "playing"):
                raise Refused(" ".join((where_it_stands(table), say("There is nothing more to follow."))))
            if table.player(user_id):
                raise Refused(say("You play in this game, so you hear of its end anyway."))
            if (await transaction.one(_NUMBER, int, of=table_id) or 0) >= MOST:
                raise Refused(
                    say("{most} people follow this game already, and I can't tell more. `/board` shows it.", most=MOST)
                )
            await transaction.run(_FOLLOWED, table_id=table_id, user_id=user_id)
            return True

    async def of(self, table_id: int) -> tuple[int, ...]:
        """The users who follow this game."""
        async with self._database.glance() as transaction:
            return tuple(await transaction.all(_OF_TABLE, int, of=table_id))

    async def remove(self, table_id: int, user_id: int) -> None:
        """Remove a follower who has been told that the game has ended, or can't be told."""
        async with self._database.write() as transaction:
            await transaction.run(_UNFOLLOWED, of=table_id, user=user_id)


_of_table = followers.c.table_id == bindparam("of")
_OF_TABLE = select(followers.c.user_id).where(_of_table)
_NUMBER = select(func.count()).select_from(followers).where(_of_table)
_FOLLOWED = insert(followers)
_UNFOLLOWED = delete(followers).where(_of_table, followers.c.user_id == bindparam("user"))
