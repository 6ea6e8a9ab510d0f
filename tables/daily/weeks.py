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
from typing import Any

from sqlalchemy import and_, bindparam, func, select, update

from engine import GAMES, encode, rules
from languages import later, say

from ..boards import seasons
from ..boards.rankings import Group, Ranking, count_of, groups_at, page_of
from ..boards.seasons import SHARE
from ..boards.standings import STANDINGS
from ..play.model import LEAST_PEOPLE, Change, Refused, Table
from ..store import schema
from ..store.database import Database
from ..store.errors import decoded
from ..store.leases import advisory_lock
from ..store.legacy import readable
from ..store.transaction import Transaction
from ..store.upserts import upsert
from . import attempts
from .attempts import WEEK, WEEKLY, AttemptStatus, Deal, Key
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
        async with self._database.look() as connection:
            rows = await attempts.find_deals(connection, WEEK, WEEKLY, week)
        if not rows and week == WEEK.current():
            async with self._database.write() as connection:
                rows = await attempts.make_deals(connection, WEEK, WEEKLY, week)
        return tuple([attempts.deal_of(WEEK, row) for row in rows])

    async def own(self, user_id: int, week: date) -> Mapping[int, AttemptStatus]:
        """What this user has made of each deal of a week, by number of players."""
        async with self._database.look() as connection:
            return {seats: await _status(connection, user_id, week, seats) for seats in SEATS}

    async def board(self, week: date, seats: int, *, guild_id: int | None, user_id: int, page: int = 0) -> WeekBoard:
        """The groups of so many players, of a server or of all (None). `page` counts from 0; too large is the last."""
        counted = and_(groups.c.week == week, groups.c.seats == seats, groups.c.share.is_not(None))
        counted = counted if guild_id is None else and_(counted, groups.c.guild_id == guild_id)
        async with self._database.look() as connection:
            if not await _is_counted(connection, week, seats):
                return WeekBoard(counted=False)
            mine = (
                await connection.execute(select(groups).where(counted, _is_own_group(user_id, week, seats)))
            ).one_or_none()
            ranking = Ranking(groups, counted, (groups.c.points,), groups.c.table_id)
            ranked_page = await page_of(connection, ranking, mine, page, partial(count_of, connection))
            rows = [row for _, row in ranked_page.rows]
            at = {row.table_id: place for place, row in ranked_page.rows}
            shares = {row.table_id: row.share for row in rows}
            if mine is not None:
                shares[mine.table_id], at[mine.table_id] = mine.share, ranked_page.own
            found = await groups_at(connection, at, guild_id)
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
        async with self._database.glance() as connection:
            return await attempts.to_count(connection, WEEK)

    async def _count(self, key: Key) -> None:
        of_week = and_(groups.c.week == key.date, groups.c.seats == key.seats)
        async with self._database.write() as connection:
            await advisory_lock(connection, STANDINGS)  # then everything that was finished in time is written
            scored = select(groups.c.points, func.count().label("many")).where(of_week).group_by(groups.c.points)
            worth = matchpoints({row.points: row.many for row in readable(await connection.execute(scored))})
        shares = {points: round(SHARE * share) for points, share in worth.items()}
        while await self._count_some(key.date, of_week, shares):
            pass
        async with self._database.write() as connection:
            await connection.execute(update(deals).where(key.of(deals)).values(counted=True))

    async def _count_some(self, week: date, of_week: Any, shares: Mapping[int, int]) -> bool:
        """Give some groups their share, and their players what it is worth in the season. False if none was left."""
        async with self._database.write() as connection:
            await advisory_lock(connection, STANDINGS)
            next_ones = select(groups.c.table_id, groups.c.points).where(of_week, schema.UNCOUNTED)
            rows = readable(await connection.execute(next_ones.order_by(groups.c.table_id).limit(A_ROUND)))
            if not rows:
                return False
            given = update(groups).where(groups.c.table_id == bindparam("of_table")).values(share=bindparam("given"))
            await connection.execute(given, [{"of_table": row.table_id, "given": shares[row.points]} for row in rows])
            await seasons.count(connection, [row.table_id for row in rows], week)
            return True


# -- At the table


def to_play(table: Table) -> date | None:
    """The week whose ranked deal a lobby will play: this week, however old the lobby is. None: it plays another."""
    return monday(today()) if table.week is not None and table.ranked else None


async def deal(change: Change) -> None:
    """Give a lobby that starts the deal of the week for those who sit in it. From then on they have seen it.

    Raises Refused.
    """
    table, connection = change.loaded.table, change.transaction
    assert table.week is not None
    if table.computers:
        raise Refused(say(PEOPLE_ONLY))
    week, seats = to_play(table) or table.week, len(table.players)
    if not table.ranked and now() < week_closes_at(week):
        raise Refused(say(NOT_YET))
    made = {row.seats: row for row in await _made(connection, week)}
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
            await sit_down(connection, dealt, seats, player.user_id, f"<@{player.user_id}>")


async def sit_down(connection: Transaction, table: Table, seats: int, user_id: int, who: str = "") -> None:
    """Note that this person sees the deal from now on. Raises Refused if they did before, at another table.

    `who` mentions them, unless it is they who read the refusal.
    """
    assert table.week is not None
    key = _key(table.week, seats)
    new = {"table_id": table.id, "at": now()}
    begun = {"user_id": user_id, **key.values}
    written = (await connection.execute(upsert(connection, schema.attempts, begun, {}, new))).rowcount
    # Looked for after the row is written: nobody can delete an attempt in between
    stored = await attempts.look_up(connection, user_id, key)
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


async def choose(connection: Transaction, table: Table, week: date | None) -> dict[str, Any]:
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
    if not await _made(connection, week):
        raise Refused(say(NOBODYS))
    options = encode(GAMES[WEEKLY].options()).decode()
    return {"week": week, "ranked": ranked, "options": options, "hints": None if ranked else 0}


# -- Rows


async def _made(connection: Transaction, week: date) -> list[Any]:
    """The deals of a week; this week's are made if they are missing."""
    rows = await attempts.find_deals(connection, WEEK, WEEKLY, week)
    return rows or await attempts.make_deals(connection, WEEK, WEEKLY, week)


def _key(week: date, seats: int) -> Key:
    return Key("week", WEEKLY, week, seats)


async def _is_counted(connection: Transaction, week: date, seats: int) -> bool:
    """Whether this deal is counted, or closed and never asked for: then there is nothing to count."""
    row = await connection.scalar(select(deals.c.counted).where(_key(week, seats).of(deals)))
    return now() >= week_closes_at(week) if row is None else bool(row)


def _is_own_group(user_id: int, week: date, seats: int) -> Any:
    """The group of this user's attempt, if the game counts for them: see Table.counting."""
    players = schema.players.c
    whole = select(players.table_id).where(players.user_id == user_id, players.table_id == groups.c.table_id)
    whole = whole.where(players.whole)
    begun = schema.attempts.c
    attempt = select(begun.table_id).where(begun.user_id == user_id, _key(week, seats).of(schema.attempts))
    return and_(groups.c.table_id.in_(attempt), whole.exists())


async def _status(connection: Transaction, user_id: int, week: date, seats: int) -> AttemptStatus:
    own = await attempts.status(connection, user_id, _key(week, seats))
    if own.table_id is None:
        return own
    if own.state == "playing":
        tables, players = schema.tables.c, schema.players.c
        at_table = select(players.user_id, tables.unranked).join(schema.tables, tables.id == players.table_id)
        rows = (await connection.execute(at_table.where(tables.id == own.table_id, players.whole))).all()
        sitting = [row.user_id for row in rows if not row.unranked]
        return replace(own, counts=user_id in sitting and len(sitting) >= LEAST_PEOPLE)
    group = (await connection.execute(select(groups).where(_is_own_group(user_id, week, seats)))).one_or_none()
    counted = group is not None and await _is_counted(connection, week, seats)
    return replace(own, counts=group is not None, share=group.share if group and counted else None)
