"""What one player has done: games, streaks, the last days."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from sqlalchemy import BigInteger, Select, bindparam, case, func, select

from engine import GAMES, encode

from ..boards.standings import people, results
from ..daily import aways, outages
from ..daily.calendar import closes_at, now, today
from ..play.odds import ODDS
from ..store import schema
from ..store.cells import readable
from ..store.connection import Connection
from ..store.database import Database
from . import badges
from .badges import Badge

CHART = 30  # days
EMBER_DAYS, MOST_EMBERS = 7, 2  # a streak gains an ember with every seven days kept, and holds two at most


@dataclass(frozen=True)
class Tally:
    """What a player has done in one game, free and ranked; practice counts nowhere."""

    game: str
    computers: bool  # only games with computer players count here; else only those without
    games: int
    wins: int
    best: int | None  # score of a game that was not given up, without hints
    levels: tuple["AtLevel", ...] = ()  # the easiest first; of games whose level is known


@dataclass(frozen=True)
class AtLevel:
    """What they have done at one level of difficulty."""

    chance: int  # of 100 games, the bot wins so many
    games: int
    wins: int


@dataclass(frozen=True)
class PlayedDay:
    day: date
    deals: int = 0  # ranked, finished
    wins: int = 0


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
        async with self._database.look() as connection:
            return await streak_of(connection, user_id)

    async def profile(self, user_id: int) -> Profile:
        wins = func.coalesce(func.sum(case((results.c.won, 1), else_=0)), 0).label("wins")
        since = today() - timedelta(days=CHART - 1)
        own = results.c.user_id == user_id
        counts = ~schema.tables.c.conceded & ~results.c.unfinished & (results.c.hints == 0)
        best = func.max(case((counts, results.c.score))).label("best")
        by_game = (
            select(results.c.game, results.c.computers, func.count().label("games"), wins, best)
            .join(schema.tables)
            .where(own, results.c.game.in_(GAMES))
            .group_by(results.c.game, results.c.computers)
            .order_by(results.c.computers, func.count().desc(), results.c.game)
        )
        by_day = (
            select(results.c.date, func.count().label("deals"), wins)
            .where(own, results.c.date >= since, ~results.c.unfinished)
            .group_by(results.c.date)
        )
        async with self._database.look() as connection:
            rows = await connection.execute(by_game)
            tallies = [Tally(row.game, row.computers, row.games, row.wins, row.best) for row in readable(rows)]
            levels = _by_level(readable(await connection.execute(_by_options(user_id))))
            tallies = [one if one.computers else replace(one, levels=levels.get(one.game, ())) for one in tallies]
            days = {row.date: row for row in readable(await connection.execute(by_day))}
            streak = await streak_of(connection, user_id)
            earned = await badges.of(connection, user_id, streak.longest)
            name = await connection.scalar(select(people.c.name).where(people.c.user_id == user_id))
        chart = [since + timedelta(days=number) for number in range(CHART)]
        return Profile(
            name=name or "",
            games=sum(tally.games for tally in tallies if not tally.computers),
            wins=sum(tally.wins for tally in tallies if not tally.computers),
            tallies=tuple(tallies),
            streak=streak,
            days=tuple(
                [PlayedDay(day, row.deals, row.wins) if (row := days.get(day)) else PlayedDay(day) for day in chart]
            ),
            badges=earned,
        )


def _by_options(user_id: int) -> Select[Any]:
    """How often they have finished and won a game without computer players, by what it was played with."""
    tables = schema.tables.c
    with_what = results.c.game, tables.options, tables.seats, tables.solo
    wins = func.coalesce(func.sum(case((results.c.won, 1), else_=0)), 0).label("wins")
    counted = select(*with_what, func.count().label("games"), wins).join(schema.tables)
    own = counted.where(results.c.user_id == user_id, results.c.game.in_(GAMES), ~results.c.computers)
    return own.group_by(*with_what)


def _by_level(rows: Iterable[Any]) -> Mapping[str, tuple[AtLevel, ...]]:
    """By game, what was done at each level, of rows that have a table's options, seats and counts."""
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


DAYS_PLAYED = (
    select(results.c.date)
    .where(results.c.user_id == bindparam("user", type_=BigInteger), results.c.date.is_not(None), ~results.c.unfinished)
    .distinct()
)


async def streak_of(connection: Connection, user_id: int) -> Streak:
    """This user's streak. It goes on while a ranked deal of the next day can still be finished, or an ember is left."""
    played = await connection.execute(DAYS_PLAYED, {"user": user_id})
    off = await outages.days_down(connection) | await aways.days_of(connection, user_id)
    return await streak_on(connection, user_id, played, off)


async def streak_on(connection: Connection, user_id: int, rows: Iterable[Any], down: Collection[date]) -> Streak:
    """The same, from the `rows` that DAYS_PLAYED gives, and the days on which the bot was `down` or the user away."""
    run = longest = embers = 0
    last, burned = date.min, None
    for day in sorted([row.date for row in readable(rows)]):
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
    while stake < today() and not (now() < closes_at(stake) and await _has_unfinished(connection, user_id, stake)):
        burned, stake, embers = stake, outages.next_day(stake, down), embers - 1
        if embers < 0:
            return Streak(current=0, longest=longest, at_stake=None)
    at_stake = stake if stake <= today() else None
    return Streak(current=run, longest=longest, at_stake=at_stake, embers=embers, burned=burned)


async def _has_unfinished(connection: Connection, user_id: int, day: date) -> bool:
    """Whether they have begun a ranked deal of that day and not finished it."""
    attempts = schema.attempts
    begun = select(attempts.c.table_id).join(schema.tables).where(schema.tables.c.phase == "playing")
    theirs = attempts.c.user_id == user_id, attempts.c.scope == "day", attempts.c.date == day
    return await connection.scalar(begun.where(*theirs)) is not None
