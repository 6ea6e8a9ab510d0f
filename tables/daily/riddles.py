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
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, insert, select, update

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
from ..store.kinds import Count, Digest
from ..store.leases import advisory_lock, free
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

    weighed: tuple[Weighed[Data], ...]  # by choice
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


class ReadyRiddle(Struct, frozen=True):
    """A riddle that comes with the bot, beside this file. `tables.tools.make_riddle` has made it from its seed."""

    seed: str
    made: msgspec.Raw


class StoredRiddle(Struct, array_like=True, frozen=True):
    """What is read of a row of `riddles`."""

    seed: Digest
    commitment: Digest
    made: str | None  # JSON of a MadeRiddle; None until it is made


class Due(Struct, array_like=True, frozen=True):
    """A riddle that is to be made."""

    date: date
    seed: Digest


class Known(Struct, array_like=True, frozen=True):
    date: date
    waits: bool  # it is to be made


class Tally(Struct, array_like=True, frozen=True):
    choice: int
    answers: Count


class Answered(Struct, array_like=True, frozen=True):
    date: date
    found: bool


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


_riddle, _answer, _tally = schema.riddles.c, schema.riddle_answers.c, schema.riddle_tallies.c
_OF_DAY = select(*[_riddle[name] for name in StoredRiddle.__struct_fields__]).where(_riddle.date == bindparam("day"))
_KNOWN = select(_riddle.date, _riddle.made.is_(None).label("waits")).where(
    _riddle.date.in_(bindparam("days", expanding=True))
)
_DUE = (
    select(_riddle.date, _riddle.seed)
    .where(_riddle.made.is_(None), _riddle.date >= bindparam("since"), free(_riddle.owner, bindparam("process")))
    .order_by(_riddle.date)
)
_MAKING = update(schema.riddles).where(_riddle.date == bindparam("day"), _riddle.made.is_(None))
_OWN = select(_answer.choice).where(_answer.user_id == bindparam("user"), _answer.date == bindparam("day"))
_ANSWERED = select(_answer.date, _answer.found).where(_answer.user_id == bindparam("user")).order_by(_answer.date)
_ANSWERING = insert(schema.riddle_answers)
_TALLIES = select(_tally.choice, _tally.answers).where(_tally.date == bindparam("day"))
_COUNTED = (
    update(schema.riddle_tallies)
    .where(_tally.date == bindparam("day"), _tally.choice == bindparam("chosen"))
    .values(answers=_tally.answers + 1)
)


class Riddles:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._jobs = Jobs[date](database.leases, schema.riddles, log)  # by date

    async def prepare(self) -> None:
        """Somebody wants today's riddle: make sure that it is there, and let tomorrow's be made."""
        day, riddles = today(), schema.riddles
        tomorrow = day + timedelta(days=1)
        async with self._database.look() as transaction:
            known = await transaction.all(_KNOWN, Known, days=[day, tomorrow])
            if len(known) == len((day, tomorrow)) and not any(riddle.waits for riddle in known if riddle.date == day):
                return
        ready = stored_riddle(day)
        made = {**_sealed(ready.seed), "made": bytes(ready.made).decode()}
        async with self._database.write() as transaction:
            due = _sealed(await keyed(transaction, key_of(tomorrow).name))
            await transaction.run(upsert(transaction, riddles, {"date": day}, {}, made))
            await transaction.run(upsert(transaction, riddles, {"date": tomorrow}, {}, due))
            await transaction.run(_MAKING, day=day, **made)

    async def make(self, ask: Ask) -> None:
        """Make the riddles that are due, one after the other. `ask` brings a question to a game's player."""
        values = {"since": today(), "process": self._database.leases.owner}
        async with self._database.glance() as transaction:
            dues = await transaction.all(_DUE, Due, **values)
        for due in dues:
            this_riddle = _riddle.date == due.date, _riddle.made.is_(None)
            work = partial(_of_day, due.date, due.seed, ask)
            failed = f"The riddle of {due.date} can't be made"
            made = await self._jobs.run(due.date, *this_riddle, work=work, failed=failed)
            if made is not None:
                async with self._database.write() as transaction:
                    await transaction.run(_MAKING, day=due.date, made=encode(made).decode())

    async def find(self, day: date, user_id: int) -> Riddle:
        """A day's riddle; today's once it was prepared. Raises Refused for a day without one."""
        async with self._database.look() as transaction:
            return await _seen_by(transaction, day, user_id)

    async def answer(self, day: date, choice: int, request: Request) -> tuple[Riddle, bool]:
        """Answer the riddle.

        Returns the riddle as this user may see it from then on, and whether this answer counts: each person's first
        does. If the day is closed, nothing is written. Raises Refused for a choice that isn't there.
        """
        user_id = request.user_id
        async with self._database.write() as transaction:
            await once(transaction, request.interaction_id)
            await advisory_lock(transaction, attempts_lock(user_id))
            made = _read(await _find(transaction, day) if day <= today() else None)
            if made is None or not 0 <= choice < len(made.choices):
                raise Refused(say(NONE))
            open_, new = now() < closes_at(day), not await has_answered(transaction, user_id, day)
            if open_ and new:
                own = {"user_id": user_id, "date": day, "choice": choice, "found": choice == made.best}
                await transaction.run(_ANSWERING, **own)
                key = {"date": day, "choice": choice}
                await transaction.run(upsert(transaction, schema.riddle_tallies, key, {}, {"answers": 0}))
                await transaction.run(_COUNTED, day=day, chosen=choice)
            return await _seen_by(transaction, day, user_id), open_ and new

    async def streak(self, user_id: int) -> RiddleStreak:
        """The streak of days with an answer, whether or not it was the best move. A day on which the bot was down or
        the user away doesn't count.
        """
        async with self._database.read() as transaction:
            answered = await transaction.all(_ANSWERED, Answered, user=user_id)
            down = await outages.days_down(transaction) | await aways.days_of(transaction, user_id)
        run, last = 0, date.min
        for answer in answered:
            run = run + 1 if outages.missed(last, answer.date, down) == 0 else 1
            last = answer.date
        alive = answered and now() < closes_at(outages.next_day(last, down))
        return RiddleStreak(run if alive else 0, len(answered), sum(answer.found for answer in answered))

    async def proof(self, day: date) -> Proof | None:
        """The proof of a day's riddle, its game played again once the day is closed; None without a riddle."""
        if day > today():
            return None
        async with self._database.glance() as transaction:
            stored = await _find(transaction, day)
        made = _read(stored)
        if stored is None or made is None:
            return None
        moves = len(decoded(list[object], made.moves, MADE))
        if now() < closes_at(day):
            return Proof(made.game, stored.commitment, None, moves, None)
        found = await asyncio.to_thread(play_again, made, stored.seed)
        return Proof(made.game, stored.commitment, stored.seed, moves, found)


async def _of_day(day: date, seed: str, ask: Ask) -> MadeRiddle:
    for game_key in dict.fromkeys((game_of(day), *INSTEAD)):
        if made := await make(game_key, seed, ask):
            return made
    raise ValueError("no position is clear enough")


async def _find(transaction: Transaction, day: date) -> StoredRiddle | None:
    return await transaction.one(_OF_DAY, StoredRiddle, day=day)


def _read(stored: StoredRiddle | None) -> MadeRiddle | None:
    """A stored riddle; None if it isn't made yet. Raises Unreadable."""
    if stored is None or stored.made is None:
        return None
    made: MadeRiddle = decoded(MadeRiddle, stored.made, MADE)
    if made.game not in GAMES or not made.choices:
        raise Unreadable(MADE)
    return made


async def _seen_by(transaction: Transaction, day: date, user_id: int) -> Riddle:
    stored = await _find(transaction, day) if day <= today() else None
    made = _read(stored)
    if stored is None or stored.made is None or made is None:
        raise Refused(say("There is no riddle of that day. `/daily` shows today's."))
    position = await asyncio.to_thread(_position, stored.made, stored.seed)
    view, moves = position.game.view, position.offered
    closed = now() >= closes_at(day)
    solution = None
    if closed or await has_answered(transaction, user_id, day):
        solution = await _solution(transaction, day, user_id, made, view, moves)
    return Riddle(
        day=day,
        game=made.game,
        view=view,
        legal=position.game.moves,
        moves=moves,
        points=PLAYERS[made.game].points(view),
        commitment=stored.commitment,
        seed=stored.seed if closed else None,
        solution=solution,
    )


async def _solution(
    transaction: Transaction, day: date, user_id: int, made: MadeRiddle, view: AnyView, moves: Sequence[Data]
) -> Solution:
    tallies = await transaction.all(_TALLIES, Tally, day=day)
    counts = {tally.choice: tally.answers for tally in tallies}
    chosen = await transaction.one(_OWN, int, user=user_id, day=day)
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


async def has_answered(transaction: Transaction, user_id: int, day: date) -> bool:
    """Whether this user has answered it, even if they had the answer deleted since."""
    if await transaction.one(_OWN, int, user=user_id, day=day) is not None:
        return True
    return await hash_kept(transaction, user_id, key_of(day)) is not None
