"""Deals of the week: every group of a size plays the same one, and they are ranked by matchpoints.

There is a deal for each number of players. Only when a game of it starts do its players see the deal, so only then is
their attempt written. When the week is closed, each group gets its matchpoints: the share of the other groups that it
beat, a tie counting half. A few groups are counted at a time. If the bot is killed in between, the next start counts
the rest, with the same outcome.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import partial
from time import monotonic

from msgspec import Struct
from sqlalchemy import and_, bindparam, func, select, update

from engine import GAMES, encode, rules
from languages import later, say

from ..boards import seasons
from ..boards.groups import Group, groups_at
from ..boards.rankings import Ranking, count_of, page_of
from ..boards.seasons import SHARE
from ..boards.standings import STANDINGS
from ..play.model import LEAST_PEOPLE, Change, Refused, Table
from ..store import schema
from ..store.database import Database
from ..store.errors import decoded
from ..store.kinds import Count, Id
from ..store.leases import advisory_lock
from ..store.statements import Values
from ..store.transaction import Transaction
from ..store.upserts import upsert
from . import attempts
from .attempts import WEEK, WEEKLY, AttemptStatus, Deal, Key, StoredDeal, its
from .calendar import monday, now, today, week_closes_at

SEATS = tuple(GAMES[WEEKLY].seats)
A_ROUND = 100  # groups counted in one transaction
PATIENCE = 600.0  # seconds for which the daily posts wait until a week is counted
PEOPLE_ONLY = later("The deal of the week is for people. Send the computer players away first.")
AS_DEALT = later("The deal of the week is played as it is dealt, without options, hints and computer players.")
NOBODYS = later("Nobody asked for the deals of that week, so there is nothing to practise.")
NOT_YET = later("That week isn't closed yet. Its deals can be practised when its standings are shown.")

deals, groups = schema.deals, schema.week_groups


@dataclass(frozen=True)
class WeekGroup:
    group: Group
    share: int  # of the other groups beaten, in ten-thousandths


@dataclass(frozen=True)
class WeekBoard:
    """A page of a week's ranking."""

    counted: bool  # else nobody may know it yet
    rows: tuple[WeekGroup, ...] = ()
    own: WeekGroup | None = None  # of the user who asks
    total: int = 0
    page: int = 0  # from 0
    pages: int = 1


class WeekResult(Struct, array_like=True, frozen=True):
    """What is read of a row of `week_groups`."""

    table_id: Id
    points: int
    share: Count | None


class Scored(Struct, array_like=True, frozen=True):
    points: int
    many: Count  # groups with so many points


class Sitting(Struct, array_like=True, frozen=True):
    user_id: Id
    unranked: bool  # the table


def matchpoints(scored: Mapping[int, int]) -> Mapping[int, Fraction]:
    """The share of the other groups that a group with so many points has beaten, those with equal points counted half.

    `scored`: how many groups have so many points. A group that is alone has half.
    """
    others, below = sum(scored.values()) - 1, 0
    shares = dict[int, Fraction]()
    for points in sorted(scored):
        shares[points] = Fraction(2 * below + scored[points] - 1, 2 * others) if others else Fraction(1, 2)
        below += scored[points]
    return shares


class Weeks:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._noticed: Mapping[Key, float] = {}  # what is to be counted, and since when that was known

    async def deals(self, week: date) -> tuple[Deal, ...]:
        """A week's deals, by number of players.

        This week's are made if they don't exist yet; a week that nobody asked for has none.
        """
        async with self._database.look() as transaction:
            found = await attempts.find_deals(transaction, WEEK, WEEKLY, week)
        if not found and week == WEEK.current():
            async with self._database.write() as transaction:
                found = await attempts.make_deals(transaction, WEEK, WEEKLY, week)
        return tuple([attempts.deal_of(WEEK, stored) for stored in found])

    async def own(self, user_id: int, week: date) -> Mapping[int, AttemptStatus]:
        """What this user has made of each deal of a week, by number of players."""
        async with self._database.look() as transaction:
            return {seats: await _status(transaction, user_id, week, seats) for seats in SEATS}

    async def board(self, week: date, seats: int, *, guild_id: int | None, user_id: int, page: int = 0) -> WeekBoard:
        """The groups of so many players, of a server or of all (None). `page` counts from 0; too large is the last."""
        counted = and_(groups.c.week == week, groups.c.seats == seats, groups.c.share.is_not(None))
        counted = counted if guild_id is None else and_(counted, groups.c.guild_id == guild_id)
        async with self._database.look() as transaction:
            if not await _is_counted(transaction, week, seats):
                return WeekBoard(counted=False)
            own_group = _OWN_GROUP.where(counted)
            mine = await transaction.one(own_group, WeekResult, user=user_id, **_key(week, seats).its)
            ranking = Ranking(groups, counted, (groups.c.points,), groups.c.table_id, WeekResult)
            ranked_page = await page_of(transaction, ranking, mine, page, partial(count_of, transaction))
            rows = [row for _, row in ranked_page.rows]
            at = {row.table_id: place for place, row in ranked_page.rows}
            shares = {row.table_id: row.share or 0 for row in rows}
            if mine is not None and mine.share is not None:
                shares[mine.table_id], at[mine.table_id] = mine.share, ranked_page.own
            found = await groups_at(transaction, at, guild_id)
        ranked = {table_id: WeekGroup(group, shares[table_id]) for table_id, group in found.items()}
        own = ranked.get(mine.table_id) if mine is not None else None
        listed = tuple([ranked[row.table_id] for row in rows if row.table_id in ranked])
        return WeekBoard(True, listed, own, ranked_page.total, ranked_page.page, ranked_page.pages)

    # -- When it is closed

    async def count(self) -> None:
        """Rank the groups of the weeks that are closed."""
        for key in await self._to_count():
            if await self._database.leases.claim(deals, key.of(deals), schema.TO_COUNT):
                await self._count(key)

    async def waits(self) -> bool:
        """Whether a week that is closed is still to be counted. If counting fails, False after PATIENCE."""
        self._noticed = {key: self._noticed.get(key, monotonic()) for key in await self._to_count()}
        return any(monotonic() - at < PATIENCE for at in self._noticed.values())

    async def _to_count(self) -> list[Key]:
        async with self._database.glance() as transaction:
            return await attempts.to_count(transaction, WEEK)

    async def _count(self, key: Key) -> None:
        of_week = {"of_week": key.date, "of_seats": key.seats}
        async with self._database.write() as transaction:
            await advisory_lock(transaction, STANDINGS)  # then everything that was finished in time is written
            scored = await transaction.all(_SCORED, Scored, **of_week)
        worth = matchpoints({score.points: score.many for score in scored})
        shares = {points: round(SHARE * share) for points, share in worth.items()}
        while await self._count_some(key, shares):
            pass
        async with self._database.write() as transaction:
            await attempts.mark_counted(transaction, key)

    async def _count_some(self, key: Key, shares: Mapping[int, int]) -> bool:
        """Give some groups their share, and their players what it is worth in the season. False if none was left."""
        values = {"of_week": key.date, "of_seats": key.seats, "most": A_ROUND}
        async with self._database.write() as transaction:
            await advisory_lock(transaction, STANDINGS)
            uncounted = await transaction.all(_TO_COUNT, WeekResult, **values)
            if not uncounted:
                return False
            given = [{"of_table": group.table_id, "share": shares[group.points]} for group in uncounted]
            await transaction.many(_GIVEN, given)
            await seasons.count(transaction, [group.table_id for group in uncounted], key.date)
            return True


# -- At the table


def to_play(table: Table) -> date | None:
    """The week whose ranked deal a lobby will play: this week, however old the lobby is. None: it plays another."""
    return monday(today()) if table.week is not None and table.ranked else None


async def deal(change: Change) -> None:
    """Give a lobby that starts the deal of the week for those who sit in it. From then on they have seen it.

    Raises Refused.
    """
    table, transaction = change.loaded.table, change.transaction
    assert table.week is not None
    if table.computers:
        raise Refused(say(PEOPLE_ONLY))
    week, seats = to_play(table) or table.week, len(table.players)
    if not table.ranked and now() < week_closes_at(week):
        raise Refused(say(NOT_YET))
    made = {stored.seats: stored for stored in await _made(transaction, week)}
    game = rules(WEEKLY, made[seats].rules)
    if game is None:
        raise Refused(
            say("This deal was made for older rules, which are not kept any more. Choose a deal of your own.")
        )
    options = decoded(game.options, made[seats].options, "deals.options")
    dealt = replace(table, week=week, options=options)
    change.loaded = replace(change.loaded, table=dealt, game=game, secret=made[seats].seed)
    change.values |= {"week": week, "options": made[seats].options, "seed": made[seats].seed}
    if table.ranked:
        for player in sorted(table.players, key=lambda player: player.user_id):  # in order, else starts may deadlock
            await sit_down(transaction, dealt, seats, player.user_id, f"<@{player.user_id}>")


async def sit_down(transaction: Transaction, table: Table, seats: int, user_id: int, who: str = "") -> None:
    """Note that this person sees the deal from now on. Raises Refused if they did before, at another table.

    `who` mentions them, unless it is they who read the refusal.
    """
    assert table.week is not None
    key = _key(table.week, seats)
    new = {"table_id": table.id, "at": now()}
    begun = {"user_id": user_id, **key.values}
    written = await transaction.run(upsert(transaction, schema.attempts, begun, {}, new))
    # Looked for after the row is written: nobody can delete an attempt in between
    stored = await attempts.look_up(transaction, user_id, key)
    if not written and stored.attempt is not None and stored.attempt.table_id == table.id:
        return  # they are back at the same table
    if not written or stored.was_deleted:
        raise Refused(
            say(
                "{who} has seen this week's deal for {seats} already: each person's first attempt counts, once. "
                "Play another number of players, or a deal of your own.",
                who=who,
                seats=seats,
            )
            if who
            else say(
                "You have seen this week's deal for {seats} already: each person's first attempt counts, once. "
                "Play another number of players, or a deal of your own.",
                seats=seats,
            )
        )


async def choose(transaction: Transaction, table: Table, week: date | None) -> Values:
    """The columns of a lobby that is to play a deal of the week, or one of its own (None).

    Raises Refused. A deal of a past week is practice, so hints are given.
    """
    if week is None:
        return {"week": None, "ranked": False}
    if table.game != WEEKLY:
        raise Refused(say("Only {game} has a deal of the week.", game=GAMES[WEEKLY].title))
    if table.computers:
        raise Refused(say(PEOPLE_ONLY))
    ranked = week == monday(today())
    if not ranked and (week != monday(week) or now() < week_closes_at(week)):
        raise Refused(say(NOT_YET))
    if not await _made(transaction, week):
        raise Refused(say(NOBODYS))
    options = encode(GAMES[WEEKLY].options()).decode()
    return {"week": week, "ranked": ranked, "options": options, "hints": None if ranked else 0}


# -- Rows


_of_week = and_(groups.c.week == bindparam("of_week"), groups.c.seats == bindparam("of_seats"))
_SCORED = select(groups.c.points, func.count().label("many")).where(_of_week).group_by(groups.c.points)
_COLUMNS = [groups.c[name] for name in WeekResult.__struct_fields__]
_TO_COUNT = select(*_COLUMNS).where(_of_week, schema.UNCOUNTED).order_by(groups.c.table_id).limit(bindparam("most"))
_GIVEN = update(groups).where(groups.c.table_id == bindparam("of_table"))
_IS_COUNTED = select(deals.c.counted).where(its(deals))
_whole = schema.players.c.user_id == bindparam("user"), schema.players.c.table_id == groups.c.table_id
# The group of a user's attempt, if the game counts for them: see Table.counting
_OWN_GROUP = select(*_COLUMNS).where(
    groups.c.table_id.in_(
        select(schema.attempts.c.table_id).where(schema.attempts.c.user_id == bindparam("user"), its(schema.attempts))
    ),
    select(schema.players.c.table_id).where(*_whole, schema.players.c.whole).exists(),
)
_SITTING = (
    select(schema.players.c.user_id, schema.tables.c.unranked)
    .join(schema.tables, schema.tables.c.id == schema.players.c.table_id)
    .where(schema.tables.c.id == bindparam("of"), schema.players.c.whole)
)


async def _made(transaction: Transaction, week: date) -> list[StoredDeal]:
    """The deals of a week; this week's are made if they are missing."""
    found = await attempts.find_deals(transaction, WEEK, WEEKLY, week)
    return found or await attempts.make_deals(transaction, WEEK, WEEKLY, week)


def _key(week: date, seats: int) -> Key:
    return Key("week", WEEKLY, week, seats)


async def _is_counted(transaction: Transaction, week: date, seats: int) -> bool:
    """Whether this deal is counted, or closed and never asked for: then there is nothing to count."""
    counted = await transaction.one(_IS_COUNTED, bool, **_key(week, seats).its)
    return now() >= week_closes_at(week) if counted is None else counted


async def _status(transaction: Transaction, user_id: int, week: date, seats: int) -> AttemptStatus:
    key = _key(week, seats)
    own = await attempts.status(transaction, user_id, key)
    if own.table_id is None:
        return own
    if own.state == "playing":
        there = await transaction.whole(_SITTING, Sitting, of=own.table_id)
        sitting = [player.user_id for player in there if not player.unranked]
        return replace(own, counts=user_id in sitting and len(sitting) >= LEAST_PEOPLE)
    group = await transaction.one(_OWN_GROUP, WeekResult, user=user_id, **key.its)
    counted = group is not None and await _is_counted(transaction, week, seats)
    return replace(own, counts=group is not None, share=group.share if group and counted else None)
