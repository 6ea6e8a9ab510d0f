"""The kinds of move that a user has made in their first game of a kind: what a panel needn't explain any more."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine import Data

from . import schema
from .cells import readable
from .database import Database
from .memory import Memory
from .table import Table
from .upserts import upsert


@dataclass(frozen=True)
class Made:
    """What a user has done in their first game of a kind."""

    table_id: int | None  # that game; None: they have yet to make a move. 0: before this was noted
    kinds: frozenset[str]  # the tags of the moves that they have made in it


NOTHING = Made(None, frozenset())


class Firsts:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: Memory[Made] = database.memory()

    async def of(self, user_id: int, game: str) -> Made:
        return await self._known.get_or_read((user_id, game), lambda: self._read(user_id, game))

    async def note(self, connection: AsyncConnection, user_id: int, table: Table, moves: Sequence[Data]) -> bool:
        """These moves are being made. Only those of a first game are noted, each kind once. Returns whether any was."""
        known = self._known.get((user_id, table.game)) or await _made(connection, user_id, table.game)
        kinds = known.kinds | {str(move.__struct_config__.tag) for move in moves}
        if known.table_id not in (None, table.id) or kinds == known.kinds:
            return False
        key = {"user_id": user_id, "game": table.game}
        values = {"first_table": table.id, "made": " ".join(sorted(kinds))}
        await connection.execute(upsert(connection, schema.learners, key, values, {"version": 0}))
        return True

    def forget(self, user_id: int, game: str) -> None:
        """What was noted is committed."""
        self._known.drop((user_id, game))

    async def _read(self, user_id: int, game: str) -> Made:
        async with self._database.read() as connection:
            return await _made(connection, user_id, game)


async def _made(connection: AsyncConnection, user_id: int, game: str) -> Made:
    learners = schema.learners.c
    theirs = select(learners.first_table, learners.made).where(learners.user_id == user_id, learners.game == game)
    for row in readable(await connection.execute(theirs)):  # one at most; a move needn't fail for it
        return Made(row.first_table, frozenset(row.made.split()))
    return NOTHING
