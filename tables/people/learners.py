"""Lessons: the deal that everybody plays who learns a game, how far each learner is, and the position they see.

A lesson isn't a table: it has no channel, no result and no log. All that is stored is a row for each learner and game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, select, update

from engine import GAMES, AnyPlaythrough, Chance, Data, Playthrough, Seat, decode, encode
from languages import later, say

from ..play import private
from ..play.model import Computer, Player, Refused, Stale, Table
from ..play.private import Followed
from ..play.rows import once
from ..store import schema
from ..store.database import Database
from ..store.kinds import Count, Id
from ..store.statements import Query
from ..store.transaction import Transaction
from ..store.upserts import upsert

LEARNER: Seat = 0
MOVED_ON = later("This lesson has moved on since. Here is how it stands.")
SOMEBODY_ELSES = later("This is somebody else's lesson. `/learn` begins one of your own.")


@dataclass(frozen=True)
class LessonDeal:
    """Where a lesson, or a later part of it, begins. The learner sits at seat 0, computer players at the others."""

    game: str  # its key
    options: Data
    seed: str
    before: tuple[Data, ...] = ()  # moves that were made before it begins
    computers: tuple[int, ...] = ()  # numbers of computer players, from seat 1 on

    @property
    def seats(self) -> int:
        return 1 + len(self.computers)


@dataclass(frozen=True)
class Learner:
    """How far somebody has come with a game."""

    id: int
    user_id: int
    game: str
    version: int  # raised by each change
    step: int | None  # None: no lesson was begun, or what was kept of it can't be read any more
    moves: tuple[Data, ...]  # of the learner and the others, since the deal of that step
    learned: bool  # once to the end


def follow(deal: LessonDeal, moves: Sequence[Data], learner: Player) -> Followed:
    """Make these moves from the deal on, forced ones among them. Raises the game's IllegalMove."""
    return private.follow(_begun(deal).copy(), _table(deal, learner), LEARNER, moves)


def with_forced(deal: LessonDeal, made: Sequence[Data], moves: Sequence[Data]) -> tuple[Data, ...]:
    """`moves`, which follow those `made`, and the forced moves after them, which every table makes.

    Raises the game's IllegalMove.
    """
    game = _begun(deal).copy()
    for move in (*made, *moves):
        game.play(move)
    return (*moves, *[forced.move for forced in game.play_forced()])


def is_won(deal: LessonDeal, moves: Sequence[Data]) -> bool:
    """Whether the learner has won by these moves, all from the deal on. Raises the game's IllegalMove."""
    game = _begun(deal).copy()
    for move in moves:
        game.play(move)
    outcome = game.outcome
    return outcome is not None and bool(outcome.has_won(LEARNER))


@lru_cache(maxsize=64)
def _begun(deal: LessonDeal) -> AnyPlaythrough:
    """The game as it is dealt. Copy it before you play on."""
    game = Playthrough.deal(GAMES[deal.game], deal.seats, deal.options, Chance(deal.seed))
    game.play_forced()
    for move in deal.before:
        game.play(move)
        game.play_forced()
    return game


def _table(deal: LessonDeal, learner: Player) -> Table:
    """A lesson as a table, for the code that shows tables. It is stored nowhere."""
    computers = tuple(Computer(number, "strong", seat, False) for seat, number in enumerate(deal.computers, 1))
    return Table(
        id=0,
        game=deal.game,
        options=deal.options,
        phase="playing",
        solo=deal.seats == 1,
        version=0,
        turn=1,
        seats=deal.seats,
        host_id=learner.user_id,
        first_id=None,
        guild_id=None,
        channel_id=0,
        commitment="",
        seed=None,
        own_thread=False,
        conceded=False,
        outdated=False,
        changed_at=0,
        day=None,
        week=None,
        ranked=False,
        hints=None,
        players=(replace(learner, seat=LEARNER),),
        computers=computers,
    )


class Lessons:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user_id: int, game: str) -> Learner | None:
        async with self._database.glance() as transaction:
            return await _read(transaction, _OF_GAME, user=user_id, its_game=game)

    async def of_all(self, user_id: int) -> dict[str, Learner]:
        """How far this user has come, by game."""
        async with self._database.glance() as transaction:
            rows = await transaction.all(_OF_USER, Learning, user=user_id)
            return {row.game: _progress(row) for row in rows if row.game in GAMES}

    async def learned(self, user_id: int) -> tuple[str, ...]:
        """The games whose lesson this user has been through, in the order in which the games are listed."""
        known = await self.of_all(user_id)
        return tuple(key for key in GAMES if key in known and known[key].learned)

    async def begin(self, user_id: int, game: str, interaction_id: int) -> Learner:
        """Begin a lesson at its first step, whatever was begun before."""
        learners = schema.learners
        async with self._database.write() as transaction:
            await once(transaction, interaction_id)
            fresh = {"step": 0, "moves": "[]"}
            key, raised = {"user_id": user_id, "game": game}, {"version": learners.c.version + 1}
            await transaction.run(upsert(transaction, schema.learners, key, {**fresh, **raised}, {"version": 1}))
            progress = await _read(transaction, _OF_GAME, user=user_id, its_game=game)
            assert progress
            return progress

    async def get(self, progress_id: int, user_id: int) -> Learner:
        """A learner by the id of their row. Raises Refused if it is another user's."""
        async with self._database.glance() as transaction:
            progress = await _read(transaction, _LEARNER, of=progress_id)
        if progress is None or progress.user_id != user_id:
            raise Refused(say(SOMEBODY_ELSES))
        return progress

    async def go_on(
        self, at: Learner, step: int, moves: Sequence[Data], interaction_id: int, *, learned: bool = False
    ) -> Learner:
        """Go on from `at` to this step with these moves. Raises Stale if the lesson has moved on since."""
        async with self._database.write() as transaction:
            await once(transaction, interaction_id)
            learned = at.learned or learned
            values = {"step": step, "moves": encode(moves).decode(), "learned": learned, "version": at.version + 1}
            if not await transaction.run(_UNCHANGED, of=at.id, was=at.version, **values):
                raise Stale(say(MOVED_ON))
        return replace(at, step=step, moves=tuple(moves), learned=learned, version=at.version + 1)


class Learning(Struct, array_like=True, frozen=True):
    """A learner's row."""

    id: Id
    user_id: Id
    game: str
    version: Count
    step: Count | None
    moves: str
    learned: bool


_columns = schema.learners.c
_LEARNERS = select(*[_columns[name] for name in Learning.__struct_fields__])
_LEARNER = _LEARNERS.where(_columns.id == bindparam("of"))
_OF_USER = _LEARNERS.where(_columns.user_id == bindparam("user"))
_OF_GAME = _OF_USER.where(_columns.game == bindparam("its_game"))
_UNCHANGED = update(schema.learners).where(_columns.id == bindparam("of"), _columns.version == bindparam("was"))


async def _read(transaction: Transaction, statement: Query, **values: object) -> Learner | None:
    row = await transaction.one(statement, Learning, **values)
    return None if row is None or row.game not in GAMES else _progress(row)


def _progress(row: Learning) -> Learner:
    step: int | None = row.step
    try:
        moves: tuple[Data, ...] = decode(_tuple_of(GAMES[row.game].move), row.moves.encode())
    except msgspec.MsgspecError:  # an older version wrote it, which stored moves in another form
        step, moves = None, ()
    return Learner(row.id, row.user_id, row.game, row.version, step, moves, row.learned)


def _tuple_of(kind: object) -> object:
    return tuple[kind, ...]  # type: ignore[valid-type]
