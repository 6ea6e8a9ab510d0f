"""The kinds of move that a user has made in their first game, so that panels stop explaining them; and, of any game,
the feats that earn a badge.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from msgspec import Struct
from sqlalchemy import bindparam, select

from engine import Data

from ..play.model import Change, Table
from ..play.table_rows import LOOKING, THESE
from ..store import schema
from ..store.cache import Cache
from ..store.database import Beside, Database
from ..store.kinds import Id
from ..store.transaction import Transaction
from ..store.upserts import upsert


@dataclass(frozen=True)
class FirstGame:
    """What a user has done in their first game of a kind."""

    table_id: int | None  # that game; None: they have yet to make a move. 0: before this was noted
    kinds: frozenset[str]  # the tags of the moves that they have made in it, and their feats in any game


NOTHING = FirstGame(None, frozenset())


class Learned(Struct, array_like=True, frozen=True):
    user_id: Id
    game: str
    first_table: Id | None
    made: str


LEARNED = select(*[schema.learners.c[name] for name in Learned.__struct_fields__])


class FirstMoves:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: Cache[FirstGame] = database.memory()
        learner = schema.learners.c
        played = select(schema.tables.c.game).where(schema.tables.c.id.in_(THESE))
        database.beside.append(
            Beside(self._known, Learned, LEARNED.where(learner.user_id.in_(LOOKING), learner.game.in_(played)), _beside)
        )

    async def of(self, user_id: int, game: str) -> FirstGame:
        return await self._known.get_or_read((user_id, game), lambda: self._read(user_id, game))

    async def record(self, change: Change, user_id: int, moves: Sequence[Data]) -> FirstGame | None:
        """Note the kinds of these moves, which are being made, if this is the user's first game; and a feat. Each once.

        Returns what to `remember` once it is committed; None if nothing was noted.
        """
        transaction, table = change.transaction, change.loaded.table
        known = self._known.get((user_id, table.game)) or await _made(transaction, user_id, table.game)
        first, kinds = known.table_id, known.kinds | _feats(change)
        if first in (None, table.id):
            first, kinds = table.id, kinds | {str(move.__struct_config__.tag) for move in moves}
        if kinds == known.kinds:
            return None
        key = {"user_id": user_id, "game": table.game}
        values = {"first_table": first, "made": " ".join(sorted(kinds))}
        change.also.append(upsert(transaction, schema.learners, key, values, {"version": 0}))
        return FirstGame(first, kinds)

    def remember(self, user_id: int, game: str, made: FirstGame) -> None:
        """Keep in memory what `record` returned, because it is committed."""
        self._known.keep((user_id, game), made)

    async def _read(self, user_id: int, game: str) -> FirstGame:
        async with self._database.glance() as transaction:
            return await _made(transaction, user_id, game)


def _feats(change: Change) -> frozenset[str]:
    """What this turn has come to with the moves that are being made."""
    loaded, game = change.loaded, change.loaded.game
    turn = [entry for entry in (*loaded.history, *change.entries) if entry.turn == loaded.table.turn]
    feat = game.feat([event for entry in turn for event in entry.decoded_events(game)])
    return frozenset({feat} - {""})


_OF = LEARNED.where(schema.learners.c.user_id == bindparam("user"), schema.learners.c.game == bindparam("its_game"))


async def _made(transaction: Transaction, user_id: int, game: str) -> FirstGame:
    for row in await transaction.all(_OF, Learned, user=user_id, its_game=game):  # one at most; a move needn't fail
        return _read(row)
    return NOTHING


def _beside(
    rows: Sequence[Learned], tables: Collection[Table], users: Collection[int]
) -> dict[tuple[int, str], FirstGame]:
    values = {(user_id, table.game): NOTHING for user_id in users for table in tables}
    return values | {(row.user_id, row.game): _read(row) for row in rows}


def _read(row: Learned) -> FirstGame:
    return FirstGame(row.first_table, frozenset(row.made.split()))
