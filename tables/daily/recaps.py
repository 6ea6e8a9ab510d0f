"""How a server's members did on a day or in a week, for its daily post: who finished which deal, who solved the riddle.

Only members who have used the bot in that server count, as long as they haven't left it. People who hide are never
named.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Literal

from sqlalchemy import ColumnElement, and_, exists, func, select

from players.solo_game import Par

from ..boards import rankings
from ..boards.periods import days_of, key
from ..boards.rankings import IN_ORDER, Place, places_by
from ..people import profile
from ..people.membership import in_doubt, unlisted_in
from ..play.results import reached_by
from ..store import schema
from ..store.cells import readable
from ..store.connection import Connection
from ..store.database import Database
from . import aways, outages, par
from .attempts import GAMES_OF_THE_DAY, WEEKLY
from .calendar import closes_at, monday
from .weeks import WeekGroup

FRIENDS = 3  # people named at most, of those who have finished a deal of today
NAMED = 10  # people named at most, of those who played a game or solved a riddle
MOST_NIGHTS = 400  # nights counted back at most, if the last post remembered none

standings, results, answers, members = (
    schema.standings,
    schema.results,
    schema.riddle_answers,
    schema.guild_members,
)


@dataclass(frozen=True)
class GameRecap:
    game: str
    places: tuple[Place, ...]  # the best
    total: int
    par: Par | None  # of a day


@dataclass(frozen=True)
class RiddleRecap:
    solvers: tuple[str, ...]  # names, in no order of merit. Hostile: escape them
    total: int
    answered: int


@dataclass(frozen=True)
class Lantern:
    """A server's own streak: nights in a row on which somebody finished a deal, or answered a riddle."""

    nights: int
    lit_on: date | None  # the last of them


UNLIT = Lantern(0, None)


@dataclass(frozen=True)
class WeekRecap:
    groups: tuple[WeekGroup, ...]  # the best, of any size; people who hide have no name here
    total: int


@dataclass(frozen=True)
class Friends:
    """Who on a server has finished a deal besides the user who asks."""

    names: tuple[str, ...]  # of some, the first to finish first. Hostile: escape them
    total: int


@dataclass(frozen=True)
class Recap:
    period: Literal["day", "week"]
    day: date  # the last one
    games: tuple[GameRecap, ...]  # those that anybody has finished
    riddle: RiddleRecap | None  # of the day; None if nobody has answered it
    lantern: Lantern
    embers: tuple[str, ...] = ()  # names of those whose streak an ember kept that day. Hostile: escape them
    of_groups: WeekRecap | None = None  # of a week: the deal of the week; None if no group has finished it

    @property
    def played(self) -> bool:
        """Whether anybody played on the last day, or played the deal of the week. People who hide count, too."""
        return self.lantern.nights > 0 or self.of_groups is not None

    @property
    def empty(self) -> bool:
        """There is nobody to name."""
        return not self.games and self.riddle is None and self.of_groups is None


class Recaps:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guild_id: int, day: date, known: Lantern) -> Recap:
        """The recap of a closed day; for a Sunday, of the week that ends with it.

        `known`: the lantern as the last post told it.
        """
        period: Literal["day", "week"] = "week" if day.weekday() == 6 else "day"
        async with self._database.look() as connection:
            games = [await _game(connection, guild_id, game, period, day) for game in GAMES_OF_THE_DAY]
            return Recap(
                period=period,
                day=day,
                games=tuple([game for game in games if game.total]),
                riddle=await _riddle(connection, guild_id, day),
                lantern=await _lantern(connection, guild_id, day, known),
                embers=await _embers(connection, guild_id, day),
                of_groups=await _groups(connection, guild_id, day) if period == "week" else None,
            )

    async def doubtful(self, guild_id: int, day: date, *, most: int) -> tuple[int, ...]:
        """Up to `most` people whom the recap may name, and of whom nobody has known lately that they are there."""
        first, _ = days_of("week" if day.weekday() == 6 else "day", day)
        finished = _finished(members.c.user_id, GAMES_OF_THE_DAY, first - timedelta(days=1), day)
        answered = exists().where(answers.c.user_id == members.c.user_id, answers.c.date == day)
        of_server = members.c.guild_id == guild_id, in_doubt(), finished | answered
        async with self._database.look() as connection:
            return tuple((await connection.scalars(select(members.c.user_id).where(*of_server).limit(most))).all())

    async def friends(self, guild_id: int, day: date, user_id: int) -> Mapping[str, Friends]:
        """Who else there has finished which of a day's deals so far, but not how it went."""
        finished = and_(results.c.date == day, results.c.game.in_(GAMES_OF_THE_DAY), ~results.c.unfinished)
        named_members = and_(_here(guild_id), members.c.user_id != user_id, ~_hides(members.c.user_id, guild_id))
        order = results.c.finished_at, results.c.table_id
        number = func.row_number().over(partition_by=results.c.game, order_by=order).label("number")
        total = func.count().over(partition_by=results.c.game).label("total")
        here = (
            select(results.c.game, members.c.name, number, total)
            .join_from(members, results, results.c.user_id == members.c.user_id)
            .where(named_members, finished)
            .subquery()
        )
        friends = dict[str, Friends]()
        async with self._database.look() as connection:
            first = select(here).where(here.c.number <= FRIENDS).order_by(here.c.game, here.c.number)
            for row in readable(await connection.execute(first)):
                before = friends[row.game].names if row.game in friends else ()
                friends[row.game] = Friends((*before, row.name), row.total)
        return friends

    async def lantern(self, guild_id: int, day: date, known: Lantern) -> Lantern:
        """The lantern on a day that isn't over, so nobody needs to have played yet.

        `known`: as the last post told it.
        """
        async with self._database.look() as connection:
            burning = await _lantern(connection, guild_id, day, known)
            return burning if burning.nights else await _lantern(connection, guild_id, day - timedelta(days=1), known)


async def _game(
    connection: Connection, guild_id: int, game: str, period: Literal["day", "week"], day: date
) -> GameRecap:
    first, last = days_of(period, day)
    of_members = and_(
        standings.c.game == game,
        standings.c.period == key(period, day),
        standings.c.user_id.in_(_members(guild_id, day)),
        ~_hides(standings.c.user_id, guild_id),
        _finished(standings.c.user_id, (game,), first, last),
    )
    rows = readable(await connection.execute(select(standings).where(of_members).order_by(*IN_ORDER).limit(NAMED)))
    if not rows:
        return GameRecap(game, (), 0, None)
    total = len(rows)
    if total == NAMED:
        total = (await connection.execute(select(func.count()).select_from(standings).where(of_members))).scalar_one()
    names = await rankings.names_of(connection, {row.user_id for row in rows}, guild_id)
    places = tuple(
        Place(place, row.user_id, names.get(row.user_id, ""), row.points, row.deals, row.wins, reached_by(row.tiebreak))
        for place, row in zip(places_by([(row.points, row.tiebreak) for row in rows], 0, 0), rows, strict=True)
    )
    return GameRecap(game, places, total, await par.find(connection, game, day) if period == "day" else None)


async def _riddle(connection: Connection, guild_id: int, day: date) -> RiddleRecap | None:
    """How the riddle went. It is looked up by member, because the answers have an index by user and day."""
    by_members = and_(
        _here(guild_id),
        members.c.at < closes_at(day),
        answers.c.user_id == members.c.user_id,
        answers.c.date == day,
    )
    answered = (await connection.execute(select(func.count()).select_from(answers).where(by_members))).scalar_one()
    if not answered:
        return None
    right = and_(by_members, answers.c.found)
    total = (await connection.execute(select(func.count()).select_from(answers).where(right))).scalar_one()
    named = select(members.c.name).where(right, ~_hides(members.c.user_id, guild_id)).limit(NAMED)
    names = [row.name for row in readable(await connection.execute(named))]
    return RiddleRecap(tuple(names), total, answered)


async def _lantern(connection: Connection, guild_id: int, day: date, known: Lantern) -> Lantern:
    """Count the nights back from that day, until one on which nobody played though the bot was there, or until the
    `known` ones.
    """
    down = await outages.days_down(connection)
    nights, night, lit_on = 0, day, None
    while nights < MOST_NIGHTS:
        if night == known.lit_on:
            nights, lit_on = nights + known.nights, lit_on or night
            break
        if await _is_lit(connection, guild_id, night):
            nights, lit_on = nights + 1, lit_on or night
        elif night not in down:
            break
        night -= timedelta(days=1)
    return Lantern(nights, lit_on)


async def _is_lit(connection: Connection, guild_id: int, night: date) -> bool:
    finished = _finished(members.c.user_id, GAMES_OF_THE_DAY, night, night)
    answered = exists().where(answers.c.user_id == members.c.user_id, answers.c.date == night)
    played = select(members.c.user_id).where(_here(guild_id), members.c.at < closes_at(night), finished | answered)
    return await connection.scalar(played.limit(1)) is not None


async def _embers(connection: Connection, guild_id: int, day: date) -> tuple[str, ...]:
    """The names of those whose streak an ember saved: they finished a deal the day before and none that day."""

    def played(on: date) -> ColumnElement[bool]:
        return _finished(members.c.user_id, GAMES_OF_THE_DAY, on, on)

    down = await outages.days_down(connection)
    if day in down:
        return ()
    shown_members = and_(_here(guild_id), members.c.at < closes_at(day), ~_hides(members.c.user_id, guild_id))
    missed = select(members.c.user_id, members.c.name).where(
        *(shown_members, played(outages.day_before(day, down)), ~played(day)),
        ~aways.is_away(members.c.user_id, day),
    )
    rows = readable(await connection.execute(missed.limit(NAMED)))
    return tuple([row.name for row in rows if (await profile.streak_of(connection, row.user_id)).current])


async def _groups(connection: Connection, guild_id: int, day: date) -> WeekRecap | None:
    """The deal of the week that ends with this day, once it is counted."""
    groups, deals, week = schema.week_groups.c, schema.deals.c, monday(day)
    of_week = deals.scope == "week", deals.game == WEEKLY, deals.date == week
    counted = await connection.scalars(select(deals.seats).where(*of_week, deals.counted))
    best_groups, total = [], 0
    for seats in counted.all():  # the index sorts each size by points, and so by share
        of_size = and_(groups.guild_id == guild_id, groups.week == week, groups.seats == seats)
        best = select(groups.table_id, groups.share).where(of_size, groups.share.is_not(None))
        best = best.order_by(groups.points.desc(), groups.table_id).limit(NAMED)
        best_groups += readable(await connection.execute(best))
        total += await connection.scalar(select(func.count()).select_from(schema.week_groups).where(of_size)) or 0
    best_groups = sorted(best_groups, key=lambda row: (-row.share, row.table_id))[:NAMED]
    shares = {row.table_id: row.share for row in best_groups}
    if not shares:
        return None
    places = dict(zip(shares, places_by([*shares.values()], 0, 0), strict=True))
    found = await rankings.groups_at(connection, places, guild_id, hiding=True)
    return WeekRecap(
        tuple([WeekGroup(found[table_id], share) for table_id, share in shares.items() if table_id in found]),
        total,
    )


def _finished(user_id: ColumnElement[int], games: Sequence[str], first: date, last: date) -> ColumnElement[bool]:
    """Whether they have finished a ranked deal on one of these days. A deal that counts as given up isn't finished."""
    then = results.c.date.between(first, last)
    return exists().where(results.c.user_id == user_id, then, results.c.game.in_(games), ~results.c.unfinished)


def _members(guild_id: int, day: date) -> Any:
    return select(members.c.user_id).where(_here(guild_id), members.c.at < closes_at(day))


def _here(guild_id: int) -> ColumnElement[bool]:
    """Those who have used the bot in this server and haven't left it."""
    return and_(members.c.guild_id == guild_id, ~members.c.gone)


def _hides(user_id: ColumnElement[int], guild_id: int) -> ColumnElement[bool]:
    """They are never named: they asked for that, or the server's moderators leave them off."""
    hidden = exists().where(schema.people.c.user_id == user_id, schema.people.c.hidden)
    return hidden | user_id.in_(unlisted_in(guild_id))
