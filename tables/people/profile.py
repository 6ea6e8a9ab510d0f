"""What one player has done: games, streaks, the last days."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import BigInteger, bindparam, case, func, select

from engine import GAMES, encode

from ..boards.standings import people, results
from ..daily import aways, outages
from ..daily.calendar import closes_at, now, today
from ..play.odds import ODDS
from ..store import schema
from ..store.database import Database
from ..store.kinds import Count
from ..store.transaction import Transaction
from . import badges
from .badges import Badge

CHART = 30  # days
EMBER_DAYS, MOST_EMBERS = 7, 2  # a streak gains an ember with every seven days kept, and holds two at most


class AtLevel(Struct, array_like=True, frozen=True):
    """What they have done at one level of difficulty."""

    chance: int  # of 100 games, the bot wins so many
    games: Count
    wins: Count


class Tally(Struct, array_like=True, frozen=True):
    """What a player has done in one game, free and ranked; practice counts nowhere."""

    game: str
    computers: bool  # only games with computer players count here; else only those without
    games: Count
    wins: Count
    best: int | None  # score of a game that was not given up, without hints
    levels: tuple[AtLevel, ...] = ()  # the easiest first; of games whose level is known


class PlayedDay(Struct, array_like=True, frozen=True):
    day: date
    deals: Count = 0  # ranked, finished
    wins: Count = 0


@dataclass(frozen=True)
class Streak:
    """Deal dates in a row with at least one ranked deal finished. An ember bridges a day that was missed. One on which
    the bot was down, or the player away, is no day at all.
    """

    current: int  # days with a deal; 0 if it can't go on
    longest: int
    at_stake: date | None  # finish a deal of this day to continue it; None: already done
    embers: int = 0  # that are left
    burned: date | None = None  # the last day that one bridged; None once they have finished deals of two days since


@dataclass(frozen=True)
class Profile:
    name: str  # as last seen; "" if never. Hostile: escape it
    games: int  # without computer players, like `wins`
    wins: int
    tallies: tuple[Tally, ...]  # the most played first, those with computer players last
    streak: Streak
    days: tuple[PlayedDay, ...]  # the last 30, oldest first
    badges: tuple[Badge, ...] = ()

    @property
    def favourite(self) -> str | None:
        """The game played most."""
        return self.tallies[0].game if self.tallies else None


class Profiles:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def streak(self, user_id: int) -> Streak:
        async with self._database.look() as transaction:
            return await streak_of(transaction, user_id)

    async def profile(self, user_id: int) -> Profile:
        since = today() - timedelta(days=CHART - 1)
        async with self._database.look() as transaction:
            tallies = await transaction.all(_TALLIES, Tally, user=user_id)
            levels = _by_level(await transaction.all(_BY_OPTIONS, ByOptions, user=user_id))
            tallies = [one if one.computers else replace(one, levels=levels.get(one.game, ())) for one in tallies]
            days = {day.day: day for day in await transaction.all(_LATELY, PlayedDay, user=user_id, since=since)}
            streak = await streak_of(transaction, user_id)
            earned = await badges.of(transaction, user_id, streak.longest)
            name = await transaction.one(_NAME, str, user=user_id)
        chart = [since + timedelta(days=number) for number in range(CHART)]
        return Profile(
            name=name or "",
            games=sum(tally.games for tally in tallies if not tally.computers),
            wins=sum(tally.wins for tally in tallies if not tally.computers),
            tallies=tuple(tallies),
            streak=streak,
            days=tuple([days.get(day, PlayedDay(day)) for day in chart]),
            badges=earned,
        )


class ByOptions(Struct, array_like=True, frozen=True):
    """What they have done in games of one kind."""

    game: str
    options: str
    seats: Count
    solo: bool
    games: Count
    wins: Count


def _by_level(rows: Iterable[ByOptions]) -> Mapping[str, tuple[AtLevel, ...]]:
    """By game, what was done at each level."""
    found = dict[str, Counter[tuple[int, str]]]()
    for row in rows:
        game = GAMES[row.game]
        known = ODDS.get(row.game, {}).get((row.seats, 0), ())
        for level in known:
            if level.goal is None and encode(level.of(game.key, solo=row.solo)).decode() == row.options:
                of_game = found.setdefault(row.game, Counter())
                of_game[level.won, "games"] += row.games
                of_game[level.won, "wins"] += row.wins
    return {
        game: tuple(
            [
                AtLevel(chance, counts[chance, "games"], counts[chance, "wins"])
                for chance in sorted({chance for chance, _ in counts}, reverse=True)
            ]
        )
        for game, counts in found.items()
    }


_of_user = results.c.user_id == bindparam("user", type_=BigInteger)
_wins = func.coalesce(func.sum(case((results.c.won, 1), else_=0)), 0)
_counts = ~schema.tables.c.conceded & ~results.c.unfinished & (results.c.hints == 0)
_TALLIES = (
    select(results.c.game, results.c.computers, func.count(), _wins, func.max(case((_counts, results.c.score))))
    .join(schema.tables)
    .where(_of_user, results.c.game.in_(GAMES))
    .group_by(results.c.game, results.c.computers)
    .order_by(results.c.computers, func.count().desc(), results.c.game)
)
_kind = (results.c.game, schema.tables.c.options, schema.tables.c.seats, schema.tables.c.solo)
_BY_OPTIONS = (
    select(*_kind, func.count(), _wins)
    .join(schema.tables)
    .where(_of_user, results.c.game.in_(GAMES), ~results.c.computers)
    .group_by(*_kind)
)
_LATELY = (
    select(results.c.date, func.count(), _wins)
    .where(_of_user, results.c.date >= bindparam("since"), ~results.c.unfinished)
    .group_by(results.c.date)
)
_NAME = select(people.c.name).where(people.c.user_id == bindparam("user"))
DAYS_PLAYED = select(results.c.date).where(_of_user, results.c.date.is_not(None), ~results.c.unfinished).distinct()
_HAS_UNFINISHED = (
    select(schema.attempts.c.table_id)
    .join(schema.tables)
    .where(schema.tables.c.phase == "playing", schema.attempts.c.user_id == bindparam("user"))
    .where(schema.attempts.c.scope == "day", schema.attempts.c.date == bindparam("day"))
)


async def streak_of(transaction: Transaction, user_id: int) -> Streak:
    """This user's streak. It goes on while a ranked deal of the next day can still be finished, or an ember is left."""
    played = await transaction.all(DAYS_PLAYED, date, user=user_id)
    off = await outages.days_down(transaction) | await aways.days_of(transaction, user_id)
    return await streak_on(transaction, user_id, played, off)


async def streak_on(transaction: Transaction, user_id: int, played: Iterable[date], down: Collection[date]) -> Streak:
    """The same, from the days that DAYS_PLAYED finds, and those on which the bot was `down` or the user away."""
    run = longest = embers = 0
    last, burned = date.min, None
    for day in sorted(played):
        missed = outages.missed(last, day, down)
        burned = outages.day_before(day, down) if run and 0 < missed <= embers else None
        run, embers = (run, embers - missed) if missed <= embers else (0, 0)
        run += 1
        if run % EMBER_DAYS == 0:
            embers = min(MOST_EMBERS, embers + 1)
        longest, last = max(longest, run), day
    if not run:
        return Streak(current=0, longest=0, at_stake=None)
    stake = outages.next_day(last, down)
    while stake < today() and not (now() < closes_at(stake) and await _has_unfinished(transaction, user_id, stake)):
        burned, stake, embers = stake, outages.next_day(stake, down), embers - 1
        if embers < 0:
            return Streak(current=0, longest=longest, at_stake=None)
    at_stake = stake if stake <= today() else None
    return Streak(current=run, longest=longest, at_stake=at_stake, embers=embers, burned=burned)


async def _has_unfinished(transaction: Transaction, user_id: int, day: date) -> bool:
    """Whether they have begun a ranked deal of that day and not finished it."""
    return await transaction.one(_HAS_UNFINISHED, int, user=user_id, day=day) is not None
