"""The riddle of the day: when it is made, its row, and what people answer.

A riddle is made from its seed alone: see players.puzzles. It is made a day ahead, once somebody has asked for the
riddle of the day before. Nothing is stored while it is made: after a crash it is made from the start, with the same
outcome. If nobody asked the day before, the riddle is one that comes with the bot, so nobody waits.

Each person has one answer to a riddle. It is stored before they see the solution.
"""

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import Select, and_, insert, select, update

from engine import GAMES, AnyView, Data, IllegalMove, decode, encode, rules
from languages import later, say
from players import PLAYERS, Weighed
from players.puzzles import CARE, MadeRiddle, deal, make, reasons
from players.solo_game import Ask, SoloGame

from ..play.model import Refused, Request
from ..play.rows import once
from ..store import schema
from ..store.database import Database
from ..store.errors import Unreadable, decoded
from ..store.leases import advisory_lock, free
from ..store.legacy import readable
from ..store.prepared import prepared
from ..store.secret import keyed
from ..store.transaction import Transaction
from ..store.upserts import upsert
from ..workers.jobs import Jobs
from . import aways, outages
from .attempts import RIDDLE, Key, attempts_lock, hash_kept
from .calendar import closes_at, now, today

log = logging.getLogger(__name__)

# The game of each weekday, from Monday
WEEK = tuple([next(key for key, care in CARE.items() if day in care.weekdays) for day in range(7)])
# The games to try if the day's game gives no riddle; those whose riddles take least work come first
INSTEAD = tuple(sorted(CARE, key=lambda key: CARE[key].questions))
NONE = later("There is no such riddle. `/daily` shows today's.")
MADE = "riddles.made"
KEPT = 8  # positions of riddles in memory


@dataclass(frozen=True)
class Solution:
    """The solution, for those who have answered, and for everybody once the day is closed."""

    weighed: tuple[Weighed[Any], ...]  # by choice
    best: int
    answers: tuple[int, ...]  # by choice: how many people chose it
    own: int | None  # what this user chose; None: nothing, or it was deleted


@dataclass(frozen=True)
class Riddle:
    """A day's riddle as one user may see it."""

    day: date
    game: str
    view: AnyView
    legal: tuple[Data, ...]
    moves: tuple[Data, ...]  # that are offered
    points: int  # as Player.points
    commitment: str  # SHA-256 of the seed's 32 bytes, in hex
    seed: str | None  # 32 bytes in hex; None until the day is closed
    solution: Solution | None  # None until this user has answered, or the day is closed


@dataclass(frozen=True)
class RiddleStreak:
    """What one person has made of the riddles."""

    current: int  # days in a row with an answer; 0 if it can't go on
    answered: int
    solved: int  # how many of the answers were the best move


Found = Literal[
    "same",  # the moves fit the rules and lead to a choice between the moves that were offered
    "other",  # they don't: the rules are others now, or something was altered
    "older rules",  # it was made for a version of the rules that isn't kept any more
]


@dataclass(frozen=True)
class Proof:
    """What everyone may know of a riddle's deal."""

    game: str
    commitment: str  # SHA-256 of the seed's 32 bytes, in hex
    seed: str | None  # None until the day is closed
    moves: int
    found: Found | None  # by playing them from the seed; None until the day is closed


class Position(NamedTuple):
    """The position of a riddle, as its moves lead to it from the deal."""

    game: SoloGame
    offered: tuple[Data, ...]


class ReadyRiddle(msgspec.Struct, frozen=True):
    """A riddle that comes with the bot, beside this file. `tables.tools.make_riddle` has made it from its seed."""

    seed: str
    made: msgspec.Raw


def key_of(day: date) -> Key:
    return Key("day", RIDDLE, day)


def game_of(day: date) -> str:
    return WEEK[day.weekday()]


@cache
def stored() -> dict[str, list[ReadyRiddle]]:
    """The riddles that come with the bot, by game."""
    return msgspec.json.decode(Path(__file__).with_suffix(".json").read_bytes(), type=dict[str, list[ReadyRiddle]])


def stored_riddle(day: date) -> ReadyRiddle:
    """One of the stored riddles of the day's game, another one each week."""
    riddles = stored()[game_of(day)]
    return riddles[day.toordinal() // 7 % len(riddles)]


def _sealed(seed: str) -> dict[str, str]:
    """The columns of a riddle's seed."""
    return {"seed": seed, "commitment": hashlib.sha256(bytes.fromhex(seed)).hexdigest()}


class OtherRules(Refused):
    """The riddle's moves don't fit the rules that are kept."""

    def __init__(self) -> None:
        super().__init__(say("This riddle was made for older rules, which are not kept any more."))


def play_again(made: MadeRiddle, seed: str) -> Found:
    """Deal the riddle's game from its seed, and make its moves."""
    if rules(made.game, made.rules) is None:
        return "older rules"
    try:
        position_of(made, seed)
    except OtherRules:
        return "other"
    return "same"


def position_of(made: MadeRiddle, seed: str) -> Position:
    """The riddle's game, as it stands when the choice is to be made. Raises OtherRules."""
    game = rules(made.game, made.rules)
    if game is None:
        raise OtherRules
    attempt = deal(game, seed, made.number)
    try:
        for move in decode(tuple[game.move, ...], made.moves):  # type: ignore[name-defined]
            attempt.play(move)
        offered = tuple([decode(game.move, choice.move) for choice in made.choices])
    except (IllegalMove, msgspec.ValidationError):
        raise OtherRules from None
    except msgspec.DecodeError:
        raise Unreadable(MADE) from None
    if not {*offered} <= {*attempt.moves}:
        raise OtherRules
    return Position(attempt, offered)


@lru_cache(KEPT)
def _position(made: str, seed: str) -> Position:
    return position_of(decoded(MadeRiddle, made, MADE), seed)


@prepared
def _due(since: date, process: str) -> Select[Any]:
    row = schema.riddles.c
    due = select(row.date, row.seed).where(row.made.is_(None), row.date >= since, free(row.owner, process))
    return due.order_by(row.date)


class Riddles:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._jobs = Jobs[date](database.leases, schema.riddles, log)  # by date

    async def prepare(self) -> None:
        """Somebody wants today's riddle: make sure that it is there, and let tomorrow's be made."""
        day, riddles = today(), schema.riddles
        tomorrow = day + timedelta(days=1)
        async with self._database.look() as connection:
            known = select(riddles.c.date, riddles.c.made.is_(None).label("waits"))
            rows = readable(await connection.execute(known.where(riddles.c.date.in_((day, tomorrow)))))
            if len(rows) == len((day, tomorrow)) and not any(row.waits for row in rows if row.date == day):
                return
        ready = stored_riddle(day)
        made = {**_sealed(ready.seed), "made": bytes(ready.made).decode()}
        unmade = and_(riddles.c.date == day, riddles.c.made.is_(None))
        async with self._database.write() as connection:
            due = _sealed(await keyed(connection, key_of(tomorrow).name))
            await connection.execute(upsert(connection, riddles, {"date": day}, {}, made))
            await connection.execute(upsert(connection, riddles, {"date": tomorrow}, {}, due))
            await connection.execute(update(riddles).where(unmade).values(made))

    async def make(self, ask: Ask) -> None:
        """Make the riddles that are due, one after the other. `ask` brings a question to a game's player."""
        riddles = schema.riddles.c
        async with self._database.glance() as connection:
            rows = readable(await connection.execute(*_due(today(), self._database.leases.owner)))
        for row in rows:
            this_riddle = riddles.date == row.date, riddles.made.is_(None)
            work = partial(_of_day, row.date, row.seed, ask)
            failed = f"The riddle of {row.date} can't be made"
            made = await self._jobs.run(row.date, *this_riddle, work=work, failed=failed)
            if made is not None:
                await self._write(row.date, made)

    async def _write(self, day: date, made: MadeRiddle) -> None:
        riddles = schema.riddles.c
        this_riddle = and_(riddles.date == day, riddles.made.is_(None))
        async with self._database.write() as connection:
            await connection.execute(update(schema.riddles).where(this_riddle).values(made=encode(made).decode()))

    async def find(self, day: date, user_id: int) -> Riddle:
        """A day's riddle; today's once it was prepared. Raises Refused for a day without one."""
        async with self._database.look() as connection:
            return await _riddle(connection, day, user_id)

    async def answer(self, day: date, choice: int, request: Request) -> tuple[Riddle, bool]:
        """Answer the riddle.

        Returns the riddle as this user may see it from then on, and whether this answer counts: each person's first
        does. If the day is closed, nothing is written. Raises Refused for a choice that isn't there.
        """
        user_id = request.user_id
        async with self._database.write() as connection:
            await once(connection, request.interaction_id)
            await advisory_lock(connection, attempts_lock(user_id))
            row = await _find(connection, day) if day <= today() else None
            made = _read(row)
            if made is None or not 0 <= choice < len(made.choices):
                raise Refused(say(NONE))
            open_, new = now() < closes_at(day), not await has_answered(connection, user_id, day)
            if open_ and new:
                answers, tally = schema.riddle_answers, schema.riddle_tallies
                await connection.execute(
                    insert(answers).values(user_id=user_id, date=day, choice=choice, found=choice == made.best)
                )
                key = {"date": day, "choice": choice}
                await connection.execute(upsert(connection, tally, key, {}, {"answers": 0}))
                this_choice = and_(tally.c.date == day, tally.c.choice == choice)
                await connection.execute(update(tally).where(this_choice).values(answers=tally.c.answers + 1))
            return await _riddle(connection, day, user_id), open_ and new

    async def streak(self, user_id: int) -> RiddleStreak:
        """The streak of days with an answer, whether or not it was the best move. A day on which the bot was down or
        the user away doesn't count.
        """
        answers = schema.riddle_answers.c
        async with self._database.glance() as connection:
            rows = readable(
                await connection.execute(
                    select(answers.date, answers.found).where(answers.user_id == user_id).order_by(answers.date)
                )
            )
            down = await outages.days_down(connection) | await aways.days_of(connection, user_id)
        run, last = 0, date.min
        for row in rows:
            run = run + 1 if outages.missed(last, row.date, down) == 0 else 1
            last = row.date
        alive = rows and now() < closes_at(outages.next_day(last, down))
        return RiddleStreak(run if alive else 0, len(rows), sum(row.found for row in rows))

    async def proof(self, day: date) -> Proof | None:
        """The proof of a day's riddle, its game played again once the day is closed; None without a riddle."""
        if day > today():
            return None
        async with self._database.glance() as connection:
            row = await _find(connection, day)
        made = _read(row)
        if made is None:
            return None
        moves = len(decoded(list[Any], made.moves, MADE))
        if now() < closes_at(day):
            return Proof(made.game, row.commitment, None, moves, None)
        return Proof(made.game, row.commitment, row.seed, moves, await asyncio.to_thread(play_again, made, row.seed))


async def _of_day(day: date, seed: str, ask: Ask) -> MadeRiddle:
    for game_key in dict.fromkeys((game_of(day), *INSTEAD)):
        if made := await make(game_key, seed, ask):
            return made
    raise ValueError("no position is clear enough")


async def _find(connection: Transaction, day: date) -> Any:
    riddles = schema.riddles.c
    of_day = select(riddles.date, riddles.seed, riddles.commitment, riddles.made).where(riddles.date == day)
    return (await connection.execute(of_day)).one_or_none()


def _read(row: Any) -> MadeRiddle | None:
    """A row's riddle; None if it isn't made yet. Raises Unreadable."""
    if row is None or row.made is None:
        return None
    made: MadeRiddle = decoded(MadeRiddle, row.made, MADE)
    if made.game not in GAMES or not made.choices:
        raise Unreadable(MADE)
    return made


async def _riddle(connection: Transaction, day: date, user_id: int) -> Riddle:
    row = await _find(connection, day) if day <= today() else None
    made = _read(row)
    if row is None or made is None:
        raise Refused(say("There is no riddle of that day. `/daily` shows today's."))
    position = await asyncio.to_thread(_position, row.made, row.seed)
    view, moves = position.game.view, position.offered
    closed = now() >= closes_at(day)
    solution = None
    if closed or await has_answered(connection, user_id, day):
        solution = await _solution(connection, day, user_id, made, view, moves)
    return Riddle(
        day=day,
        game=made.game,
        view=view,
        legal=position.game.moves,
        moves=moves,
        points=PLAYERS[made.game].points(view),
        commitment=row.commitment,
        seed=row.seed if closed else None,
        solution=solution,
    )


async def _solution(
    connection: Transaction, day: date, user_id: int, made: MadeRiddle, view: AnyView, moves: Sequence[Data]
) -> Solution:
    answers, tally = schema.riddle_answers.c, schema.riddle_tallies.c
    own = select(answers.choice).where(answers.user_id == user_id, answers.date == day)
    rows = await connection.execute(select(tally.choice, tally.answers).where(tally.date == day))
    counts = {row.choice: row.answers for row in readable(rows)}
    chosen = await connection.scalar(own)
    if chosen is not None and not 0 <= chosen < len(moves):
        raise Unreadable("riddle_answers.choice")
    return Solution(
        weighed=tuple(
            [
                Weighed(move, choice.expected, choice.error, reason)
                for move, choice, reason in zip(moves, made.choices, reasons(made, view, moves), strict=True)
            ]
        ),
        best=made.best,
        answers=tuple(counts.get(number, 0) for number in range(len(made.choices))),
        own=chosen,
    )


async def has_answered(connection: Transaction, user_id: int, day: date) -> bool:
    """Whether this user has answered it, even if they had the answer deleted since."""
    answers = schema.riddle_answers.c
    own = select(answers.choice).where(answers.user_id == user_id, answers.date == day)
    if await connection.scalar(own) is not None:
        return True
    return await hash_kept(connection, user_id, key_of(day)) is not None
