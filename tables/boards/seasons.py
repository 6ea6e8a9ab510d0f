"""Seasons: eight weeks of the deal of the week, added up for each person.

Of each week a person's best deal counts: the share of the other groups that they beat. Whoever has played three weeks
of a season gets its crest in their profile; the best three people get a finer one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial

from msgspec import Struct
from sqlalchemy import ColumnElement, and_, delete, func, insert, select

from ..daily.calendar import now, week_closes_at
from ..people.membership import unlisted_in
from ..store import schema
from ..store.database import Database
from ..store.kinds import Count, Id
from ..store.transaction import Transaction
from .rankings import Board, OfAUser, Ranking, board_of, count_of, page_of

FIRST = date(2025, 12, 29)  # the Monday with which the first season begins, in every database
WEEKS = 8
SHARE = 10_000  # ten-thousandths: all other groups beaten
LEAST_WEEKS = 3  # for a crest
FINE = 3  # places with a finer one
MOST_CRESTS = 6  # that a profile shows

standings, attempts, groups, players = (
    schema.season_standings,
    schema.attempts,
    schema.week_groups,
    schema.players,
)


@dataclass(frozen=True)
class Crest:
    season: date
    place: int | None  # 1 to 3, shared by equals; None: below


class Standing(OfAUser, array_like=True, frozen=True):
    """A user's, in a season."""

    season: date
    points: int
    weeks: Count


class BestShare(Struct, array_like=True, frozen=True):
    """What somebody has reached in a week."""

    user_id: Id
    share: Count


def season_of(week: date) -> date:
    """The Monday with which the season of this week begins."""
    return FIRST + (week - FIRST) // timedelta(weeks=WEEKS) * timedelta(weeks=WEEKS)


def number_of(season: date) -> int:
    return (season - FIRST) // timedelta(weeks=WEEKS) + 1


def last_week(season: date) -> date:
    return season + timedelta(weeks=WEEKS - 1)


async def count(transaction: Transaction, table_ids: Sequence[int], week: date) -> None:
    """Add up again what the players of these groups have reached in the season, once the groups have their shares."""
    season = season_of(week)
    at_them = select(players.c.user_id).where(players.c.table_id.in_(table_ids), players.c.whole).distinct()
    people_there = await transaction.all(at_them, int)
    if not people_there:
        return
    best = (
        select(attempts.c.user_id, func.max(groups.c.share))
        .join(groups, groups.c.table_id == attempts.c.table_id)
        .join(players, and_(players.c.table_id == groups.c.table_id, players.c.user_id == attempts.c.user_id))
        .where(players.c.whole)
        .where(attempts.c.user_id.in_(people_there), attempts.c.scope == "week")
        .where(attempts.c.date.between(season, last_week(season)))
        .where(groups.c.share.is_not(None))
        .group_by(attempts.c.user_id, attempts.c.date)
    )
    reached = dict[int, list[int]]()
    for row in await transaction.all(best, BestShare):
        reached.setdefault(row.user_id, []).append(row.share)
    people = schema.people.c
    hiding = select(people.user_id).where(people.user_id.in_(people_there), people.hidden)
    hidden = {*await transaction.all(hiding, int)}
    await transaction.run(delete(standings).where(standings.c.season == season, standings.c.user_id.in_(list(reached))))
    rows = [
        {
            "season": season,
            "user_id": user_id,
            "points": sum(shares),
            "weeks": len(shares),
            "listed": user_id not in hidden,
        }
        for user_id, shares in reached.items()
    ]
    await transaction.many(insert(standings), rows)


class Seasons:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def board(self, season: date, *, guild_id: int | None, user_id: int, page: int = 0) -> Board:
        """The ranking of a season so far, in a server or everywhere (None). In a place, `deals` counts weeks."""
        of_season, closes = standings.c.season == season, week_closes_at(last_week(season))
        listed: ColumnElement[bool] = standings.c.listed
        if guild_id is not None:
            members = schema.members.c
            listed = standings.c.user_id.in_(
                select(members.user_id).where(members.guild_id == guild_id, ~members.gone, members.at < closes)
            ) & ~standings.c.user_id.in_(unlisted_in(guild_id))
        ranking = Ranking(standings, and_(of_season, listed), (standings.c.points,), standings.c.user_id, Standing)
        async with self._database.look() as transaction:
            own = await transaction.one(ranking.rows.where(of_season, standings.c.user_id == user_id), Standing)
            ranked_page = await page_of(transaction, ranking, own, page, partial(count_of, transaction))
            return await board_of(
                transaction,
                ranking,
                ranked_page,
                own,
                guild_id,
                place=lambda row: (row.points, row.weeks, 0),
                final=now() >= closes,
            )

    async def crests(self, user_id: int) -> tuple[Crest, ...]:
        """A user's crests, from the seasons that are over and counted, the last first."""
        deals = schema.deals.c
        own = (
            select(*[standings.c[name] for name in Standing.__struct_fields__])
            .where(standings.c.user_id == user_id, standings.c.weeks >= LEAST_WEEKS)
            .order_by(standings.c.season.desc())
            .limit(MOST_CRESTS + 1)
        )
        crests = list[Crest]()
        async with self._database.look() as transaction:
            to_count = select(func.min(deals.date)).where(deals.scope == "week", schema.TO_COUNT)
            uncounted = await transaction.one(to_count, date)
            for row in await transaction.all(own, Standing):
                ends = last_week(row.season)
                if now() < week_closes_at(ends) or (uncounted is not None and uncounted <= ends):
                    continue
                ahead = and_(standings.c.season == row.season, standings.c.listed, standings.c.points > row.points)
                better = len(await transaction.all(select(standings.c.user_id).where(ahead).limit(FINE), int))
                crests.append(Crest(row.season, better + 1 if better < FINE else None))
        return tuple(crests[:MOST_CRESTS])
