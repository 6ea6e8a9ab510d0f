"""How a server's members did on a day or in a week, for its daily post: who finished which deal, who solved the riddle.

Only members who have used the bot in that server count, as long as they haven't left it. People who hide are never
named.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from msgspec import Struct
from sqlalchemy import BindParameter, ColumnElement, and_, bindparam, exists, func, select

from players.solo_game import Par

from ..boards import rankings
from ..boards.groups import groups_at
from ..boards.periods import days_of, key
from ..boards.rankings import IN_ORDER, Place, Standing, places_by
from ..people import profile
from ..people.membership import in_doubt, unlisted_in
from ..play.results import reached_by
from ..store import schema
from ..store.database import Database
from ..store.kinds import Count, Id
from ..store.transaction import Transaction
from . import aways, outages, par
from .attempts import GAMES_OF_THE_DAY, WEEKLY
from .calendar import closes_at, monday
from .weeks import WeekGroup

FRIENDS = 3  # people named at most, of those who have finished a deal of today
NAMED = 10  # people named at most, of those who played a game or solved a riddle
MOST_NIGHTS = 400  # nights counted back at most, if the last post remembered none

standings, results, answers, members, groups = (
    schema.standings,
    schema.results,
    schema.riddle_answers,
    schema.members,
    schema.week_groups,
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


class Friend(Struct, array_like=True, frozen=True):
    """One of those who have finished a deal, and how many they are."""

    game: str
    name: str
    total: Count


class Missed(Struct, array_like=True, frozen=True):
    """Somebody who played on the day before and missed a day."""

    user_id: Id
    name: str


class BestGroup(Struct, array_like=True, frozen=True):
    table_id: Id
    share: Count


class Recaps:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guild_id: int, day: date, known: Lantern) -> Recap:
        """The recap of a closed day; for a Sunday, of the week that ends with it.

        `known`: the lantern as the last post told it.
        """
        period: Literal["day", "week"] = "week" if day.weekday() == 6 else "day"
        async with self._database.look() as transaction:
            games = [await _game(transaction, guild_id, game, period, day) for game in GAMES_OF_THE_DAY]
            return Recap(
                period=period,
                day=day,
                games=tuple([game for game in games if game.total]),
                riddle=await _riddle(transaction, guild_id, day),
                lantern=await _lantern(transaction, guild_id, day, known),
                embers=await _embers(transaction, guild_id, day),
                of_groups=await _groups(transaction, guild_id, day) if period == "week" else None,
            )

    async def doubtful(self, guild_id: int, day: date, *, most: int) -> tuple[int, ...]:
        """Up to `most` people whom the recap may name, and of whom nobody has known lately that they are there."""
        first, _ = days_of("week" if day.weekday() == 6 else "day", day)
        values = {"guild": guild_id, "first": first - timedelta(days=1), "last": day, "most": most}
        async with self._database.look() as transaction:
            return tuple(await transaction.all(_MAY_BE_NAMED.where(in_doubt()), int, **values))

    async def friends(self, guild_id: int, day: date, user_id: int) -> Mapping[str, Friends]:
        """Who else there has finished which of a day's deals so far, but not how it went."""
        friends = dict[str, Friends]()
        async with self._database.look() as transaction:
            for friend in await transaction.all(_FRIENDS, Friend, guild=guild_id, day=day, user=user_id):
                before = friends[friend.game].names if friend.game in friends else ()
                friends[friend.game] = Friends((*before, friend.name), friend.total)
        return friends

    async def lantern(self, guild_id: int, day: date, known: Lantern) -> Lantern:
        """The lantern on a day that isn't over, so nobody needs to have played yet.

        `known`: as the last post told it.
        """
        async with self._database.look() as transaction:
            burning = await _lantern(transaction, guild_id, day, known)
            return burning if burning.nights else await _lantern(transaction, guild_id, day - timedelta(days=1), known)


# -- Queries. `guild`: of the server


def _finished(
    user_id: ColumnElement[int], of_game: ColumnElement[bool], first: BindParameter[date], last: BindParameter[date]
) -> ColumnElement[bool]:
    """Whether they have finished a ranked deal on one of these days. A deal that counts as given up isn't finished."""
    then = results.c.date.between(first, last)
    return exists().where(results.c.user_id == user_id, then, of_game, ~results.c.unfinished)


def _finished_on(user_id: ColumnElement[int], day: str) -> ColumnElement[bool]:
    return _finished(user_id, _ANY_GAME, bindparam(day), bindparam(day))


def _answered_on(user_id: ColumnElement[int], day: str) -> ColumnElement[bool]:
    return exists().where(answers.c.user_id == user_id, answers.c.date == bindparam(day))


def _hides(user_id: ColumnElement[int]) -> ColumnElement[bool]:
    """They are never named: they asked for that, or the server's moderators leave them off."""
    hidden = exists().where(schema.people.c.user_id == user_id, schema.people.c.hidden)
    return hidden | user_id.in_(unlisted_in(bindparam("guild")))


_ANY_GAME = results.c.game.in_(GAMES_OF_THE_DAY)
_OF_GAME = results.c.game == bindparam("game")
# Those who have used the bot in this server and haven't left it; and those of them who had before a day was closed
_HERE = and_(members.c.guild_id == bindparam("guild"), ~members.c.gone)
_BY_THEN = and_(_HERE, members.c.at < bindparam("closes"))

_MAY_BE_NAMED = (
    select(members.c.user_id)
    .where(
        members.c.guild_id == bindparam("guild"),
        _finished(members.c.user_id, _ANY_GAME, bindparam("first"), bindparam("last"))
        | _answered_on(members.c.user_id, "last"),
    )
    .limit(bindparam("most"))
)

_number = func.row_number().over(partition_by=results.c.game, order_by=(results.c.finished_at, results.c.table_id))
_finishers = (
    select(
        *(results.c.game, members.c.name, _number.label("number")),
        func.count().over(partition_by=results.c.game).label("total"),
    )
    .join_from(members, results, results.c.user_id == members.c.user_id)
    .where(_HERE, members.c.user_id != bindparam("user"), ~_hides(members.c.user_id))
    .where(results.c.date == bindparam("day"), _ANY_GAME, ~results.c.unfinished)
    .subquery()
)
_FRIENDS = (
    select(*[_finishers.c[name] for name in Friend.__struct_fields__])
    .where(_finishers.c.number <= FRIENDS)
    .order_by(_finishers.c.game, _finishers.c.number)
)

_listed = and_(
    standings.c.game == bindparam("game"),
    standings.c.period == bindparam("period"),
    standings.c.user_id.in_(select(members.c.user_id).where(_BY_THEN)),
    ~_hides(standings.c.user_id),
    _finished(standings.c.user_id, _OF_GAME, bindparam("first"), bindparam("last")),
)
_BEST = select(*[standings.c[name] for name in Standing.__struct_fields__]).where(_listed)
_BEST = _BEST.order_by(*IN_ORDER).limit(NAMED)
_LISTED = select(func.count()).select_from(standings).where(_listed)

# The riddle is looked up by member, because the answers have an index by user and day
_answered = and_(_BY_THEN, answers.c.user_id == members.c.user_id, answers.c.date == bindparam("day"))
_right = and_(_answered, answers.c.found)
_ANSWERED = select(func.count()).select_from(answers).where(_answered)
_RIGHT = select(func.count()).select_from(answers).where(_right)
_SOLVERS = select(members.c.name).where(_right, ~_hides(members.c.user_id)).limit(NAMED)

_LIT = (
    select(members.c.user_id)
    .where(_BY_THEN, _finished_on(members.c.user_id, "night") | _answered_on(members.c.user_id, "night"))
    .limit(1)
)
_MISSED = (
    select(members.c.user_id, members.c.name)
    .where(_BY_THEN, ~_hides(members.c.user_id))
    .where(_finished_on(members.c.user_id, "before"), ~_finished_on(members.c.user_id, "day"))
    .where(~aways.is_away(members.c.user_id, bindparam("end")))
    .limit(NAMED)
)

_COUNTED_SIZES = select(schema.deals.c.seats).where(
    schema.deals.c.scope == "week", schema.deals.c.game == WEEKLY, schema.deals.c.date == bindparam("week")
)
_COUNTED_SIZES = _COUNTED_SIZES.where(schema.deals.c.counted)
_of_size = and_(
    groups.c.guild_id == bindparam("guild"), groups.c.week == bindparam("week"), groups.c.seats == bindparam("seats")
)
_BEST_GROUPS = (  # the index sorts each size by points, and so by share
    select(groups.c.table_id, groups.c.share)
    .where(_of_size, groups.c.share.is_not(None))
    .order_by(groups.c.points.desc(), groups.c.table_id)
    .limit(NAMED)
)
_GROUPS = select(func.count()).select_from(groups).where(_of_size)


async def _game(
    transaction: Transaction, guild_id: int, game: str, period: Literal["day", "week"], day: date
) -> GameRecap:
    first, last = days_of(period, day)
    values = {"guild": guild_id, "game": game, "period": key(period, day), "closes": closes_at(day)}
    best = await transaction.all(_BEST, Standing, **values, first=first, last=last)
    if not best:
        return GameRecap(game, (), 0, None)
    total = len(best)
    if total == NAMED:
        total = await transaction.one(_LISTED, int, **values, first=first, last=last) or 0
    names = await rankings.names_of(transaction, {row.user_id for row in best}, guild_id)
    places = tuple(
        Place(place, row.user_id, names.get(row.user_id, ""), row.points, row.deals, row.wins, reached_by(row.tiebreak))
        for place, row in zip(places_by([(row.points, row.tiebreak) for row in best], 0, 0), best, strict=True)
    )
    return GameRecap(game, places, total, await par.find(transaction, game, day) if period == "day" else None)


async def _riddle(transaction: Transaction, guild_id: int, day: date) -> RiddleRecap | None:
    values = {"guild": guild_id, "day": day, "closes": closes_at(day)}
    answered = await transaction.one(_ANSWERED, int, **values)
    if not answered:
        return None
    total = await transaction.one(_RIGHT, int, **values) or 0
    return RiddleRecap(tuple(await transaction.all(_SOLVERS, str, **values)), total, answered)


async def _lantern(transaction: Transaction, guild_id: int, day: date, known: Lantern) -> Lantern:
    """Count the nights back from that day, until one on which nobody played though the bot was there, or until the
    `known` ones.
    """
    down = await outages.days_down(transaction)
    nights, night, lit_on = 0, day, None
    while nights < MOST_NIGHTS:
        if night == known.lit_on:
            nights, lit_on = nights + known.nights, lit_on or night
            break
        if await transaction.one(_LIT, int, guild=guild_id, night=night, closes=closes_at(night)) is not None:
            nights, lit_on = nights + 1, lit_on or night
        elif night not in down:
            break
        night -= timedelta(days=1)
    return Lantern(nights, lit_on)


async def _embers(transaction: Transaction, guild_id: int, day: date) -> tuple[str, ...]:
    """The names of those whose streak an ember saved: they finished a deal the day before and none that day."""
    down = await outages.days_down(transaction)
    if day in down:
        return ()
    days = {"day": day, "before": outages.day_before(day, down)}
    times = {"closes": closes_at(day), "end": aways.end_of(day)}
    missed = await transaction.all(_MISSED, Missed, guild=guild_id, **days, **times)
    return tuple([row.name for row in missed if (await profile.streak_of(transaction, row.user_id)).current])


async def _groups(transaction: Transaction, guild_id: int, day: date) -> WeekRecap | None:
    """The deal of the week that ends with this day, once it is counted."""
    best, total = list[BestGroup](), 0
    for seats in await transaction.all(_COUNTED_SIZES, int, week=monday(day)):
        of_size = {"guild": guild_id, "week": monday(day), "seats": seats}
        best += await transaction.all(_BEST_GROUPS, BestGroup, **of_size)
        total += await transaction.one(_GROUPS, int, **of_size) or 0
    best = sorted(best, key=lambda group: (-group.share, group.table_id))[:NAMED]
    shares = {group.table_id: group.share for group in best}
    if not shares:
        return None
    places = dict(zip(shares, places_by([*shares.values()], 0, 0), strict=True))
    found = await groups_at(transaction, places, guild_id, hiding=True)
    return WeekRecap(
        tuple([WeekGroup(found[table_id], share) for table_id, share in shares.items() if table_id in found]),
        total,
    )
