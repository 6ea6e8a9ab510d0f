"""The riddle of the day: a position out of a computer player's game, three or four moves, and one of them clearly best.

A riddle is made from its seed alone, by asking the game's player from views alone. So it is the same for everybody, and
whoever has the seed can make it once more. It is due a day ahead, once somebody has asked for the riddle of the day
before. What lies between its first question and its last is kept nowhere: after a crash it is made from the start, and
comes out the same.

Each person has one answer a riddle. It is stored before anything is told of it.
"""

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count
from math import hypot, sqrt
from statistics import fmean
from typing import Any

import msgspec
from sqlalchemy import and_, func, insert, select, update

from engine import GAMES, AnyGame, AnyView, Chance, Data, IllegalMove, encode, rules
from players import PLAYERS, Care, Weighed
from players.answer import Question, read_opinion, read_playout

from ..play.model import Refused, Request
from ..play.rows import once
from ..store import schema
from ..store.cells import Unreadable, decoded, readable
from ..store.connection import Connection
from ..store.database import Database
from ..store.leases import advisory_lock
from ..store.secret import keyed
from ..store.upserts import upsert
from .calendar import closes_at, now, today
from .deals import attempts_of, used
from .par import SoloGame

log = logging.getLogger(__name__)

CARE: Mapping[str, Care] = {key: player.riddles for key, player in PLAYERS.items() if player.riddles}
# The game of each weekday, from Monday
WEEK = tuple([next(key for key, care in CARE.items() if day in care.weekdays) for day in range(7)])
# Where a day's game has no clear position: those whose riddles take least work come first
INSTEAD = tuple(sorted(CARE, key=lambda key: CARE[key].questions))
TRIES = 3  # at a riddle; then the next start tries again
LOOK_TODAY = "`/daily` shows today's."
NONE = f"There is no such riddle. {LOOK_TODAY}"
MADE = "riddles.made"
KEY = "riddle"  # in place of a game's, where a deleted answer is remembered

MOST_CHOICES, FEWEST_CHOICES = 4, 3
CLEARLY = 3.0  # standard errors by which the best move must be better than every other one
LIKELY = 1.0  # while it is weighed anew; as soon as it isn't better by so much, it is given up
LOST = 0.2  # with a best chance below this, or above `Care.won`, nothing is left to decide

# Where moves are played out
EFFORT = 200  # the most choices until a game's end, for moves that are said to be all of a win apart
TRIED = 3  # positions of a game at most
MOST_PLAYED = 5  # moves of a position: some turn out to be as good as the best
ANOTHER = 8  # choices away, a position is about another decision
FEWEST_GAMES = 4  # in which each is played out before one is given up
SURELY = 4.0  # standard errors that end it early: whoever looks often must ask for more than CLEARLY

Ask = Callable[[Question], Awaitable[bytes]]


class Choice(msgspec.Struct, frozen=True):
    """A move that is offered."""

    move: msgspec.Raw
    expected: float  # as in Weighed
    error: float
    reason: str


class Made(msgspec.Struct, frozen=True):
    """A riddle as it is stored. What is of the game is JSON, as the engine writes it."""

    game: str
    rules: int
    number: int  # which of the seed's games it is from
    moves: msgspec.Raw  # those that lead to the position
    view: msgspec.Raw  # the position, as the one who is to move sees it
    choices: tuple[Choice, ...]  # in the order in which they are offered
    points: int  # as Player.points

    @property
    def best(self) -> int:
        """Which of the choices."""
        return max(range(len(self.choices)), key=lambda number: self.choices[number].expected)


@dataclass(frozen=True)
class Solution:
    """What is told to whoever has answered, and to everybody once the day is closed."""

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
    found: int  # of them, the best move


@dataclass(frozen=True)
class Proof:
    """A riddle's deal, played again from its seed."""

    moves: int
    holds: bool  # they lead to the very position that was shown


def game_of(day: date) -> str:
    return WEEK[day.weekday()]


# -- Making one


class _Spent(Exception):
    """No more questions are allowed."""


class Adviser:
    """The game's player, as it is asked about a riddle. There is a limit to that."""

    def __init__(self, ask: Ask, questions: float) -> None:
        self._ask, self._left = ask, questions

    async def _answered(self, question: Question) -> bytes:
        if self._left <= 0:
            raise _Spent
        self._left -= 1
        return await self._ask(question)

    async def opinion(self, attempt: SoloGame, luck: str) -> tuple[Weighed[Any], ...]:
        answered = await self._answered(attempt.question("opinion", luck))
        return read_opinion(attempt.game, answered, attempt.moves).weighed

    async def play_out(self, attempt: SoloGame, move: Data, luck: str) -> float:
        """What a game comes to, from 0 to 1, that is imagined with this luck."""
        playout = read_playout(await self._answered(attempt.question("playout", luck, move)))
        self._left -= playout.choices  # each takes as long as an opinion
        return playout.share


async def make(game_key: str, seed: str, ask: Ask) -> Made | None:
    """The riddle of a seed (32 bytes in hex); None if its games have none that is clear enough.

    Raises what `ask` raises, and ValueError for what is no answer.
    """
    game, care = GAMES[game_key], CARE[game_key]
    adviser = Adviser(ask, care.questions)
    try:
        for number in count():
            attempt = _attempt(game, seed, number)
            while attempt.par is None and attempt.made < care.first:
                attempt.answer(await ask(attempt.question("rule")))
            in_a_game = _in_a_game_played_out if care.played_out else _in_a_game
            if found := await in_a_game(attempt, care, f"{seed}/{number}", adviser):
                return _made(attempt.game, seed, number, *found)
    except _Spent:
        pass
    return None


async def _in_a_game(
    attempt: SoloGame, care: Care, seed: str, adviser: Adviser
) -> tuple[SoloGame, tuple[Weighed[Any], ...]] | None:
    """Play on as the best player does, and take one of the clear positions, if there is any, with its choices."""
    promising = list[tuple[SoloGame, tuple[Weighed[Any], ...]]]()
    while attempt.par is None:
        found = await adviser.opinion(attempt, f"{seed}/{attempt.made}")
        if _choices(found, care, clearly=LIKELY):
            promising.append((attempt.copy(), found))
        attempt.play(found[0].move)
    for position, found in Chance(hashlib.sha256(seed.encode()).hexdigest()).shuffled("positions", promising):
        if choices := await _weighed(position, found, care, f"{seed}/{position.made}", adviser):
            return position, choices
    return None


async def _in_a_game_played_out(
    attempt: SoloGame, care: Care, seed: str, adviser: Adviser
) -> tuple[SoloGame, tuple[Weighed[Any], ...]] | None:
    """Play on likewise, and take the first clear one of the few positions that may soon turn out to be so."""
    promising = list[tuple[SoloGame, tuple[Weighed[Any], ...]]]()
    while attempt.par is None:
        found = await adviser.opinion(attempt, f"{seed}/{attempt.made}")
        offered = _far_apart(found, care)
        if offered and offered[0].move.__struct_config__.tag not in care.plain:
            promising.append((attempt.copy(), offered))
        attempt.play(found[0].move)

    def effort(one: tuple[SoloGame, tuple[Weighed[Any], ...]]) -> float:
        """The later, the shorter are its games; the farther apart the moves are, the fewer games are enough."""
        position, (best, second, *_) = one
        return (attempt.made - position.made) / (best.expected - second.expected) ** 2

    tried = list[int]()
    for position, offered in sorted([one for one in promising if effort(one) <= EFFORT], key=effort):
        if len(tried) < TRIED and all(abs(position.made - other) >= ANOTHER for other in tried):
            tried.append(position.made)
            if choices := await _played_out(position, offered, care, f"{seed}/{position.made}", adviser):
                return position, choices
    return None


def _far_apart(found: Sequence[Weighed[Any]], care: Care) -> tuple[Weighed[Any], ...]:
    """The move that is said to be best, and sensible ones that are said to be worse by so much that it may be true."""
    best, *others = sorted(found, key=lambda one: -one.expected)
    worse = [one for one in _different(others) if best.expected - one.expected >= care.apart]
    return _offered(best, worse, care, most=MOST_PLAYED)


async def _played_out(
    position: SoloGame, offered: Sequence[Weighed[Any]], care: Care, luck: str, adviser: Adviser
) -> tuple[Weighed[Any], ...]:
    """The choices of a position, from games that are played on to their ends; none if the best move isn't clear.

    What turns out to be about as good as the best move, or absurd, is left out.
    """
    results: Mapping[Any, list[float]] = {one.move: [] for one in offered}
    for game in range(1, care.weighings + 1):
        moves = [one.move for one in offered]
        for move, result in zip(moves, await play_once(position, moves, f"{luck}/game/{game}", adviser), strict=True):
            results[move].append(result)
        if game < FEWEST_GAMES:
            continue
        best, *others = sorted([_share(one, results[one.move]) for one in offered], key=lambda one: -one.expected)
        clearly = CLEARLY if game == care.weighings else SURELY
        if choices := _offered(best, _worse(best, others, clearly), care):
            return choices
        offered = _offered(best, _worse(best, others, LIKELY), care, most=MOST_PLAYED, doubt=LIKELY)
        if not offered:
            break
    return ()


def _worse(best: Weighed[Any], others: Iterable[Weighed[Any]], clearly: float) -> list[Weighed[Any]]:
    return [other for other in others if _is_clear(best, [other], clearly)]


async def play_once(position: SoloGame, moves: Sequence[Data], luck: str, adviser: Adviser) -> list[float]:
    """What each move comes to in the same imagined game."""
    return [await adviser.play_out(position, move, luck) for move in moves]


def _share(one: Weighed[Any], results: Sequence[float]) -> Weighed[Any]:
    """Its error is that of a chance, as if there were one more game won and one more lost: few that are all won are no
    proof that all would be.
    """
    games, won = len(results), sum(results)
    smooth = (won + 1) / (games + 2)
    return msgspec.structs.replace(one, expected=won / games, error=sqrt(smooth * (1 - smooth) / (games + 2)))


def _attempt(game: AnyGame, seed: str, number: int) -> SoloGame:
    assert game.alone is not None
    return SoloGame(game, game.alone, hashlib.sha256(f"{seed}/{number}".encode()).hexdigest())


async def _weighed(
    position: SoloGame, found: Sequence[Weighed[Any]], care: Care, luck: str, adviser: Adviser
) -> tuple[Weighed[Any], ...]:
    """The choices of a position, from many weighings with fresh luck; none if the best move isn't clear."""
    opinions = list[Mapping[Any, Weighed[Any]]]()
    mean: tuple[Weighed[Any], ...] = ()
    for weighing in range(care.weighings):
        fresh = f"{luck}/again/{weighing}"
        again = await weigh_once(position, found, care, fresh, adviser)
        opinions.append({one.move: one for one in again})
        mean = tuple([_mean(one, opinions) for one in found if all(one.move in each for each in opinions)])
        if not _choices(mean, care, clearly=LIKELY):
            return ()
    return _choices(mean, care, clearly=CLEARLY)


async def weigh_once(
    position: SoloGame, found: Sequence[Weighed[Any]], care: Care, luck: str, adviser: Adviser
) -> tuple[Weighed[Any], ...]:
    """The moves of `found` that the player weighs with this luck."""
    return await (_ahead(position, found, luck, adviser) if care.ahead else adviser.opinion(position, luck))


async def _ahead(
    position: SoloGame, found: Sequence[Weighed[Any]], luck: str, adviser: Adviser
) -> tuple[Weighed[Any], ...]:
    """Each move by the best of what can follow it; where that is left to chance, as it is weighed itself."""
    weighed = list[Weighed[Any]]()
    itself: Mapping[Any, Weighed[Any]] | None = None
    for one in found:
        after = position.after(one.move)
        if after is None:
            if itself is None:
                itself = {other.move: other for other in await adviser.opinion(position, luck)}
            if one.move in itself:
                weighed.append(itself[one.move])
        else:
            best = max(await adviser.opinion(after, luck), key=lambda other: other.expected)
            weighed.append(msgspec.structs.replace(one, expected=best.expected, error=best.error))
    return tuple(weighed)


def _mean(one: Weighed[Any], opinions: Sequence[Mapping[Any, Weighed[Any]]]) -> Weighed[Any]:
    found = [each[one.move] for each in opinions]
    return msgspec.structs.replace(
        one,
        expected=fmean(each.expected for each in found),
        error=hypot(*[each.error for each in found]) / len(found),
    )


def _choices(weighed: Sequence[Weighed[Any]], care: Care, *, clearly: float) -> tuple[Weighed[Any], ...]:
    """The best move and the next sensible ones, best first; none if the best isn't better than all others by
    `clearly` standard errors.
    """
    ranked = sorted(weighed, key=lambda one: -one.expected)
    if len(ranked) < FEWEST_CHOICES:
        return ()
    best, *others = ranked
    if not all(best.expected - other.expected >= care.apart for other in others):
        return ()
    return _offered(best, _different(others), care) if _is_clear(best, others, clearly) else ()


def _is_clear(best: Weighed[Any], others: Sequence[Weighed[Any]], clearly: float) -> bool:
    return all(best.expected - other.expected > clearly * hypot(best.error, other.error) for other in others)


def _offered(
    best: Weighed[Any], others: Iterable[Weighed[Any]], care: Care, *, most: int = MOST_CHOICES, doubt: float = 0.0
) -> tuple[Weighed[Any], ...]:
    """The best move and the next sensible ones; none if they are too few, or if nothing is left to decide.

    A move counts as sensible if it is so with `doubt` standard errors more.
    """
    offered = [best]
    for other in others:
        if other.expected + doubt * other.error >= care.sensible * best.expected:
            offered.append(other)
    if len(offered) < FEWEST_CHOICES or not LOST <= best.expected <= care.won:
        return ()
    return tuple(offered[:most])


def _different(others: Iterable[Weighed[Any]]) -> Iterator[Weighed[Any]]:
    """Without those that come to the same as one before: another card of the same worth."""
    seen = set[tuple[float, type[Data]]]()
    for one in others:
        worth = one.expected, type(one.move)
        if worth not in seen:
            seen.add(worth)
            yield one


def _made(game: AnyGame, seed: str, number: int, position: SoloGame, choices: Sequence[Weighed[Any]]) -> Made:
    return Made(
        game=game.key,
        rules=game.version,
        number=number,
        moves=msgspec.Raw(encode(position.played)),
        view=msgspec.Raw(encode(position.view)),
        choices=tuple(
            [
                Choice(msgspec.Raw(encode(one.move)), round(one.expected, 4), round(one.error, 4), one.reason)
                for one in Chance(seed).shuffled(f"choices/{number}", choices)
            ]
        ),
        points=PLAYERS[game.key].points(position.view),
    )


def play_again(made: Made, seed: str) -> Proof:
    """Deal the riddle's game from its seed, and make its moves. Raises Refused if its rules are not kept."""
    moves = len(decoded(list[Any], made.moves, MADE))
    try:
        position = position_of(made, seed)
    except IllegalMove:
        return Proof(moves, holds=False)
    return Proof(moves, encode(position.view) == encode(decoded(position.game.view_type, made.view, MADE)))


def position_of(made: Made, seed: str) -> SoloGame:
    """The riddle's game, as it stands when the choice is to be made. Raises Refused if its rules are not kept."""
    game = _rules(made)
    attempt = _attempt(game, seed, made.number)
    moves: tuple[Data, ...] = decoded(tuple[game.move, ...], made.moves, MADE)  # type: ignore[name-defined]
    for move in moves:
        attempt.play(move)
    return attempt


def _rules(made: Made) -> AnyGame:
    game = rules(made.game, made.rules)
    if game is None:
        raise Refused("This riddle was made for older rules, which are not kept any more.")
    return game


# -- Keeping them


class Riddles:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._failures = Counter[str]()  # by date, since the start

    async def becomes_due(self) -> None:
        """Somebody wants to see today's, so it is made if it isn't yet, and tomorrow's as well."""
        days = today(), today() + timedelta(days=1)
        async with self._database.look() as connection:
            known = select(func.count()).select_from(schema.riddles).where(schema.riddles.c.date.in_(map(str, days)))
            if await connection.scalar(known) == len(days):
                return
        async with self._database.write() as connection:
            for day in days:
                seed = await keyed(connection, f"{KEY}/{day}")
                due = {"seed": seed, "commitment": hashlib.sha256(bytes.fromhex(seed)).hexdigest()}
                await connection.execute(upsert(connection, schema.riddles, {"date": str(day)}, {}, due))

    async def make(self, ask: Ask) -> None:
        """Make the riddles that are due, one after the other. `ask` brings a question to a game's player."""
        riddles = schema.riddles.c
        free = self._database.leases.free(riddles.owner)
        due = select(riddles.date, riddles.seed).where(riddles.made.is_(None), riddles.date >= str(today()), free)
        async with self._database.read() as connection:
            rows = readable(await connection.execute(due.order_by(riddles.date)))
        for row in rows:
            this = riddles.date == row.date, riddles.made.is_(None)
            if self._failures[row.date] >= TRIES or not await self._database.leases.claim(schema.riddles, *this):
                continue
            try:
                made = await _of_day(date.fromisoformat(row.date), row.seed, ask)
            except Exception as error:  # its words may name cards, but for those of ValueError: see read_move
                why = str(error) if type(error) is ValueError else type(error).__name__
                log.error("The riddle of %s comes to nothing: %s", row.date, why)
                self._failures[row.date] += 1
            else:
                await self._write(row.date, made)

    async def _write(self, day: str, made: Made) -> None:
        riddles = schema.riddles.c
        this = and_(riddles.date == day, riddles.made.is_(None))
        async with self._database.write() as connection:
            await connection.execute(update(schema.riddles).where(this).values(made=encode(made).decode()))

    async def find(self, day: date, user_id: int) -> Riddle | None:
        """A day's riddle; None until it is made. Raises Refused for a day without one."""
        async with self._database.look() as connection:
            return await _riddle(connection, day, user_id)

    async def answer(self, day: date, choice: int, request: Request) -> tuple[Riddle, bool]:
        """Answer the riddle, and what is known from then on; whether this answer counts, as each person's first does.

        Of a day that is closed nothing is written. Raises Refused for a choice that isn't there.
        """
        user_id = request.user_id
        async with self._database.write() as connection:
            await once(connection, request.interaction_id)
            await advisory_lock(connection, attempts_of(user_id))
            row = await _find(connection, day) if day <= today() else None
            made = _read(row)
            if made is None or not 0 <= choice < len(made.choices):
                raise Refused(NONE)
            open_, new = now() < closes_at(day), not await has_answered(connection, user_id, day)
            if open_ and new:
                answers, tally = schema.riddle_answers, schema.riddle_tallies
                await connection.execute(
                    insert(answers).values(user_id=user_id, date=str(day), choice=choice, found=choice == made.best)
                )
                key = {"date": str(day), "choice": choice}
                await connection.execute(upsert(connection, tally, key, {}, {"answers": 0}))
                this = and_(tally.c.date == str(day), tally.c.choice == choice)
                await connection.execute(update(tally).where(this).values(answers=tally.c.answers + 1))
            riddle = await _riddle(connection, day, user_id)
            assert riddle is not None
            return riddle, open_ and new

    async def streak(self, user_id: int) -> RiddleStreak:
        """Of days with an answer, whether or not it was the best move."""
        answers = schema.riddle_answers.c
        async with self._database.read() as connection:
            rows = readable(
                await connection.execute(
                    select(answers.date, answers.found).where(answers.user_id == user_id).order_by(answers.date)
                )
            )
        run, last = 0, date.min
        for row in rows:
            day = date.fromisoformat(row.date)
            run = run + 1 if day - last == timedelta(days=1) else 1
            last = day
        alive = rows and now() < closes_at(last + timedelta(days=1))
        return RiddleStreak(run if alive else 0, len(rows), sum(row.found for row in rows))

    async def proof(self, day: date) -> Proof | None:
        """The riddle's game played again from its seed; None until the day is closed, or without a riddle."""
        async with self._database.read() as connection:
            row = await _find(connection, day)
        made = _read(row)
        if made is None or now() < closes_at(day):
            return None
        return await asyncio.to_thread(play_again, made, row.seed)


async def _of_day(day: date, seed: str, ask: Ask) -> Made:
    for game_key in dict.fromkeys((game_of(day), *INSTEAD)):
        if made := await make(game_key, seed, ask):
            return made
    raise ValueError("no position is clear enough")


async def _find(connection: Connection, day: date) -> Any:
    riddles = schema.riddles.c
    found = select(riddles.date, riddles.seed, riddles.commitment, riddles.made).where(riddles.date == str(day))
    return (await connection.execute(found)).one_or_none()


def _read(row: Any) -> Made | None:
    """Raises Unreadable."""
    if row is None or row.made is None:
        return None
    made: Made = decoded(Made, row.made, MADE)
    if made.game not in GAMES or not made.choices:
        raise Unreadable(MADE)
    return made


async def _riddle(connection: Connection, day: date, user_id: int) -> Riddle | None:
    row = await _find(connection, day) if day <= today() else None
    if row is None:
        raise Refused(f"There is no riddle of that day. {LOOK_TODAY}")
    made = _read(row)
    if made is None:
        if day < today():
            raise Refused(f"There is no riddle of that day. {LOOK_TODAY}")
        return None
    game = _rules(made)
    view = decoded(game.view_type, made.view, MADE)
    moves = tuple([decoded(game.move, choice.move, MADE) for choice in made.choices])
    closed = now() >= closes_at(day)
    solution = None
    if closed or await has_answered(connection, user_id, day):
        solution = await _solution(connection, day, user_id, made, moves)
    return Riddle(
        day=day,
        game=made.game,
        view=view,
        legal=tuple(game.legal_moves(game.imagine(view, Chance("any")))),
        moves=moves,
        points=made.points,
        commitment=row.commitment,
        seed=row.seed if closed else None,
        solution=solution,
    )


async def _solution(connection: Connection, day: date, user_id: int, made: Made, moves: Sequence[Data]) -> Solution:
    answers, tally = schema.riddle_answers.c, schema.riddle_tallies.c
    own = select(answers.choice).where(answers.user_id == user_id, answers.date == str(day))
    rows = await connection.execute(select(tally.choice, tally.answers).where(tally.date == str(day)))
    counts = {row.choice: row.answers for row in readable(rows)}
    chosen = await connection.scalar(own)
    if chosen is not None and not 0 <= chosen < len(moves):
        raise Unreadable("riddle_answers.choice")
    return Solution(
        weighed=tuple(
            [
                Weighed(move, choice.expected, choice.error, choice.reason)
                for move, choice in zip(moves, made.choices, strict=True)
            ]
        ),
        best=made.best,
        answers=tuple(counts.get(number, 0) for number in range(len(made.choices))),
        own=chosen,
    )


async def has_answered(connection: Connection, user_id: int, day: date) -> bool:
    """Also if they had it deleted."""
    answers, kept = schema.riddle_answers.c, schema.used_attempts.c
    own = select(answers.choice).where(answers.user_id == user_id, answers.date == str(day))
    if await connection.scalar(own) is not None:
        return True
    hidden = select(kept.until).where(kept.hash == await used(connection, user_id, KEY, day))
    return await connection.scalar(hidden) is not None
