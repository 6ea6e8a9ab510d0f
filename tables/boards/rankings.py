"""Pages of the leaderboards: deals of the day, wins, and groups.

A deal of the day is ranked by its score, and equal scores by the game's own tiebreak, wins first. Equals share a place.
"""

from collections.abc import Awaitable, Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from time import monotonic
from typing import Generic, TypeVar

import sqlalchemy
from msgspec import Struct
from sqlalchemy import ColumnElement, and_, func, literal, select, tuple_

from ..daily.calendar import closes_at, now
from ..people.membership import unlisted_in
from ..play.results import reached_by
from ..store import schema
from ..store.database import Database
from ..store.kinds import Count, Id
from ..store.statements import AnyColumn, Query
from ..store.transaction import Transaction
from ..store.types import Words
from .groups import Group, groups_at
from .periods import Period, begins, days_of, ends, key
from .standings import EVERYWHERE, LEAST_DEALS, by_group, by_wins, has_enough_deals, members, people, results, standings

PAGE = 10  # places
LARGE = 1_000  # players or groups: counting so many takes a while
COUNT_HOLDS = 5.0  # seconds for which such a number is kept
IN_ORDER = (standings.c.points.desc(), standings.c.tiebreak.desc(), standings.c.user_id)


@dataclass(frozen=True)
class Place:
    place: int  # from 1; shared by equals
    user_id: int
    name: str  # as last seen, in the server for its board; "" if that isn't known. Hostile: escape it
    points: int  # in hundredths for all time; on a board of wins, their number
    deals: int  # played in the period
    wins: int  # among those deals
    reached: tuple[int, ...] = ()  # what a defeat of a day came to, see `results.reached_by`


@dataclass(frozen=True)
class Board:
    """A page of a ranking."""

    rows: tuple[Place, ...]
    own: Place | None  # of the user who asked; if not listed, where they would stand; None: nowhere yet
    best: int  # the points of the first place, on whatever page; 0 if nobody is listed
    listed: bool  # the user who asked is on one of the pages
    total: int  # players listed
    page: int  # from 0
    pages: int  # at least 1
    final: bool  # nothing can change it any more
    least: int  # how many deals a player needs to be listed


@dataclass(frozen=True)
class GroupPage:
    """A page of a ranking of groups."""

    rows: tuple[Group, ...]
    own: Group | None  # the best one of the user who asked
    total: int
    page: int
    pages: int


@dataclass(frozen=True)
class Spread:
    """The scores of all who have finished a deal or given it up."""

    scores: Mapping[int, int]  # how many players have each
    own: int
    place: int  # of the user who asks; shared by equals
    total: int


class OfAUser(Struct, array_like=True, frozen=True):
    user_id: Id


class Standing(OfAUser, array_like=True, frozen=True):
    """By deals."""

    points: int
    tiebreak: str
    deals: Count
    wins: Count


class Winner(OfAUser, array_like=True, frozen=True):
    """By games won against others."""

    wins: Count
    games: Count


class BestOfAGroup(Struct, array_like=True, frozen=True):
    party: str
    points: int
    table_id: Id


class Scored(Struct, array_like=True, frozen=True):
    points: int
    people: Count


class Named(Struct, array_like=True, frozen=True):
    user_id: Id
    name: str


Row = TypeVar("Row", bound=Struct)
RowOfAUser = TypeVar("RowOfAUser", bound=OfAUser)


class Rankings:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._counted: dict[Hashable, tuple[float, int]] = {}  # until when it is valid, and the number
        self._spreads: dict[Hashable, tuple[float, Mapping[int, int]]] = {}  # likewise

    async def _count(
        self,
        transaction: Transaction,
        cache_key: tuple[Hashable, ...],
        of: "Ranking[Row]",
        better_than: Row | None = None,
    ) -> int:
        """Count as `count_of` does. A large number is kept for some seconds, by `cache_key`."""
        asked = cache_key if better_than is None else (*cache_key, *of.rank_of(better_than))
        until, known = self._counted.get(asked, (0.0, 0))
        if until > monotonic():
            return known
        number = await count_of(transaction, of, better_than)
        if number >= LARGE:
            self._counted = {asked: kept for asked, kept in self._counted.items() if kept[0] > monotonic()}
            self._counted[asked] = (monotonic() + COUNT_HOLDS, number)
        return number

    async def board(
        self, game: str, period: Period, day: date, *, guild_id: int | None, user_id: int, page: int | None = 0
    ) -> Board:
        """The ranking of a game's deals in the period that `day` is in, for a server, or for all together (None).

        `page` counts from 0; too large a number gives the last page. None: the page of the user who asks.
        """
        of_period = _of_period(game, period, day)
        ranking = Ranking(
            standings,
            listed=and_(of_period, _listed_on(period, day, guild_id)),
            rank=(standings.c.points, standings.c.tiebreak),
            then=standings.c.user_id,
            kind=Standing,
        )
        async with self._database.look() as transaction:
            own = await transaction.one(ranking.rows.where(of_period, standings.c.user_id == user_id), Standing)
            count = partial(self._count, transaction, ("deals", game, key(period, day), guild_id))
            ranked = await page_of(transaction, ranking, own, page, count)
            return await board_of(
                transaction,
                ranking,
                ranked,
                own,
                guild_id,
                place=lambda row: (row.points, row.deals, row.wins),
                final=period != "all" and now() >= closes_at(days_of(period, day)[1]),
                least=LEAST_DEALS if period == "all" else 1,
            )

    async def wins(
        self, game: str, period: Period, day: date, *, guild_id: int | None, user_id: int, page: int | None = 0
    ) -> Board:
        """The ranking by games won against others, finished in the period that `day` is in. Everybody is listed.

        A game that the table gave up counts for nobody.
        """
        listed = and_(_of_scope(by_wins, game, period, day, guild_id), by_wins.c.listed)
        if guild_id is not None:
            gone = select(members.c.user_id).where(members.c.guild_id == guild_id, schema.GONE)
            left_out = by_wins.c.user_id.in_(gone) | by_wins.c.user_id.in_(unlisted_in(guild_id))
            listed = and_(listed, ~left_out)
        ranking = Ranking(by_wins, listed=listed, rank=(by_wins.c.wins,), then=by_wins.c.user_id, kind=Winner)
        async with self._database.look() as transaction:
            own = await transaction.one(ranking.rows.where(listed, by_wins.c.user_id == user_id), Winner)
            count = partial(self._count, transaction, ("wins", game, key(period, day), guild_id))
            ranked = await page_of(transaction, ranking, own, page, count)
            return await board_of(
                transaction,
                ranking,
                ranked,
                own,
                guild_id,
                place=lambda row: (row.wins, row.games, row.wins),
                final=period != "all" and now() >= ends(period, day),
            )

    async def groups(
        self, game: str, period: Period, day: date, *, guild_id: int | None, user_id: int, page: int | None = 0
    ) -> GroupPage:
        """The ranking of groups that played a game together, by their best one in the period that `day` is in."""
        on_board = _of_scope(by_group, game, period, day, guild_id)
        ranking = Ranking(
            by_group, listed=on_board, rank=(by_group.c.points,), then=by_group.c.party, kind=BestOfAGroup
        )
        async with self._database.look() as transaction:
            mine = await _own_group(transaction, ranking, (game, period, day, guild_id), user_id)
            count = partial(self._count, transaction, ("groups", game, key(period, day), guild_id))
            ranked = await page_of(transaction, ranking, mine, page, count)
            at = {row.table_id: place for place, row in ranked.rows}
            own = {mine.table_id: ranked.own} if mine else {}
            found = await groups_at(transaction, own | at, guild_id)
        return GroupPage(
            rows=tuple(found[table_id] for table_id in at if table_id in found),
            own=found.get(mine.table_id) if mine else None,
            total=ranked.total,
            page=ranked.page,
            pages=ranked.pages,
        )

    async def spread(self, game: str, day: date, *, guild_id: int | None, user_id: int) -> Spread | None:
        """How everybody did in a day's deal, in a server or everywhere; None if this user has no result in it."""
        of_period = _of_period(game, "day", day)
        listed = and_(of_period, _listed_on("day", day, guild_id))
        cache_key = ("spread", game, str(day), guild_id)
        async with self._database.look() as transaction:
            ranking = Ranking(
                standings, listed, (standings.c.points, standings.c.tiebreak), standings.c.user_id, Standing
            )
            own = await transaction.one(ranking.rows.where(of_period, standings.c.user_id == user_id), Standing)
            if own is None:
                return None
            until, scores = self._spreads.get(cache_key, (0.0, {}))
            if until <= monotonic():
                by_score = select(standings.c.points, func.count()).where(listed).group_by(standings.c.points)
                scores = {row.points: row.people for row in await transaction.all(by_score, Scored)}
                self._spreads = {query: kept for query, kept in self._spreads.items() if kept[0] > monotonic()}
                if sum(scores.values()) >= LARGE:
                    self._spreads[cache_key] = (monotonic() + COUNT_HOLDS, scores)
            ahead = await self._count(transaction, cache_key, ranking, own)
        counts = scores if own.points in scores else {**scores, own.points: 1}  # users who hide see their own
        return Spread(counts, own.points, ahead + 1, sum(counts.values()))


def _of_period(game: str, period: Period, day: date) -> ColumnElement[bool]:
    return and_(standings.c.game == game, standings.c.period == key(period, day))


def _listed_on(period: Period, day: date, guild_id: int | None) -> ColumnElement[bool]:
    """The condition for the players whom a board lists. It is a sub-select: for a small server, too, a join would read
    all players of the day.

    Players who join a server after a period is closed don't appear on its board there, nor do those who have left it,
    or whom its moderators leave off.
    """
    if guild_id is None:
        return standings.c.listed
    met_here = select(members.c.user_id).where(members.c.guild_id == guild_id, ~members.c.gone)
    if period != "all":
        met_here = met_here.where(members.c.at < closes_at(days_of(period, day)[1]))
    left_off = standings.c.user_id.in_(unlisted_in(guild_id))
    return and_(standings.c.user_id.in_(met_here), ~left_off, has_enough_deals())


async def _count(transaction: Transaction, of: sqlalchemy.Table, *where: ColumnElement[bool]) -> int:
    return await transaction.one(select(func.count()).select_from(of).where(*where), int) or 0


def _of_scope(of: sqlalchemy.Table, game: str, period: Period, day: date, guild_id: int | None) -> ColumnElement[bool]:
    scope = EVERYWHERE if guild_id is None else guild_id
    return and_(of.c.game == game, of.c.period == key(period, day), of.c.guild_id == scope)


def places_by(ranks: Sequence[object], before: int, ahead: int) -> Iterator[int]:
    """The places of a page's rows, from their ranks in order. Equals share a place.

    `before`: how many rows come before the page. `ahead`: how many of them are better than its first row.
    """
    for rank in ranks:
        first = ranks.index(rank)
        yield 1 + (before + first if first else ahead)


@dataclass(frozen=True)
class Ranking(Generic[Row]):
    """Which rows a ranking has, and in which order."""

    of: sqlalchemy.Table
    listed: ColumnElement[bool]  # its rows
    rank: tuple[AnyColumn, ...]  # the most is best; equals share a place
    then: AnyColumn  # the order of equals
    kind: type[Row]  # of its rows

    @property
    def rows(self) -> Query:
        """All rows of its table."""
        return select(*[self.of.c[name] for name in self.kind.__struct_fields__])

    @property
    def in_order(self) -> Query:
        return self.rows.where(self.listed).order_by(*[column.desc() for column in self.rank], self.then)

    def rank_of(self, row: Row) -> tuple[Hashable, ...]:
        return tuple([getattr(row, column.name) for column in self.rank])

    def better(self, row: Row) -> ColumnElement[bool]:
        return tuple_(*self.rank) > tuple_(*self.rank_of(row))

    def equals_before(self, row: Row) -> ColumnElement[bool]:
        """The rows that share this row's place and stand before it."""
        then = self.then + ("" if isinstance(self.then.type, Words) else 0)  # else SQLite walks the primary key
        equals = [column == value for column, value in zip(self.rank, self.rank_of(row), strict=True)]
        return and_(self.listed, *equals, then < getattr(row, self.then.name))


@dataclass(frozen=True)
class RankingPage(Generic[Row]):
    """A page of any ranking."""

    rows: tuple[tuple[int, Row], ...]  # with their places
    own: int  # the place of the user who asks; 0: none
    total: int
    page: int
    pages: int


Counting = Callable[..., Awaitable[int]]  # as `count_of`, without the transaction


async def page_of(
    transaction: Transaction, ranking: Ranking[Row], own: Row | None, page: int | None, count: Counting
) -> RankingPage[Row]:
    """A page. None: the page of `own`, the row of the user who asks, whether it is listed or not."""
    total, ahead = await count(ranking), None
    if page is None:
        ahead = await count(ranking, own) if own else 0
        page = (ahead + await _count(transaction, ranking.of, ranking.equals_before(own))) // PAGE if own else 0
    page, pages = clamp(page, total)
    rows = await transaction.all(ranking.in_order.limit(PAGE).offset(page * PAGE), ranking.kind)
    equals = await _count(transaction, ranking.of, ranking.equals_before(rows[0])) if page and rows else 0
    places = places_by([ranking.rank_of(row) for row in rows], page * PAGE, page * PAGE - equals)
    if own and ahead is None:
        ahead = await count(ranking, own)
    return RankingPage(
        tuple(zip(places, rows, strict=True)), 0 if ahead is None or not own else ahead + 1, total, page, pages
    )


async def count_of(transaction: Transaction, of: Ranking[Row], better_than: Row | None = None) -> int:
    """How many rows there are, or how many that are better than this one."""
    better = () if better_than is None else (of.better(better_than),)
    return await _count(transaction, of.of, of.listed, *better)


async def board_of(
    transaction: Transaction,
    ranking: Ranking[RowOfAUser],
    ranked: RankingPage[RowOfAUser],
    own: RowOfAUser | None,
    guild_id: int | None,
    *,
    place: Callable[[RowOfAUser], tuple[int, int, int]],
    final: bool,
    least: int = 1,
) -> Board:
    """A page of players. `place` gives a row's points, deals and wins."""
    users = {row.user_id for row in (*[row for _, row in ranked.rows], *([own] if own else []))}
    names = await names_of(transaction, users, guild_id)
    if ranked.page:
        first = await transaction.one(ranking.in_order.limit(1), ranking.kind)
    else:
        first = ranked.rows[0][1] if ranked.rows else None
    listed = own is not None and await _count(transaction, ranking.of, ranking.listed, ranking.then == own.user_id) > 0

    def at(number: int, row: RowOfAUser) -> Place:
        reached = reached_by(row.tiebreak) if isinstance(row, Standing) else ()
        return Place(number, row.user_id, names.get(row.user_id, ""), *place(row), reached)

    return Board(
        rows=tuple([at(number, row) for number, row in ranked.rows]),
        own=at(ranked.own, own) if own else None,
        best=place(first)[0] if first else 0,
        listed=listed,
        total=ranked.total,
        page=ranked.page,
        pages=ranked.pages,
        final=final,
        least=least,
    )


async def names_of(transaction: Transaction, users: Collection[int], guild_id: int | None) -> Mapping[int, str]:
    if not users:
        return {}
    known = select(people.c.user_id, people.c.name).where(people.c.user_id.in_(users))
    if guild_id is not None:
        known = select(members.c.user_id, members.c.name).where(
            members.c.guild_id == guild_id, members.c.user_id.in_(users)
        )
    return {row.user_id: row.name for row in await transaction.all(known, Named)}


def clamp(page: int, total: int) -> tuple[int, int]:
    """The nearest page that exists, and how many there are."""
    pages = max(1, -(-total // PAGE))
    return min(max(page, 0), pages - 1), pages


def _ended_in(period: Period, day: date) -> tuple[ColumnElement[bool], ...]:
    """Results of games that ended in this period."""
    if period == "all":
        return ()
    return (results.c.finished_at >= begins(period, day), results.c.finished_at < ends(period, day))


async def _own_group(
    transaction: Transaction, ranking: Ranking[BestOfAGroup], about: tuple[str, Period, date, int | None], user_id: int
) -> BestOfAGroup | None:
    """The row of the best group of this user; None if they are in none."""
    game, period, day, guild_id = about
    in_party = (literal(",") + results.c.party + ",").contains(f",{user_id},")  # not all who sat there are in it
    best = (
        select(results.c.party)
        .where(schema.OF_A_GROUP, results.c.user_id == user_id, results.c.game == game, *_ended_in(period, day))
        .where(in_party)
        .order_by(results.c.points.desc(), results.c.table_id)
        .limit(1)
    )
    if guild_id is not None:
        best = best.where(results.c.guild_id == guild_id)
    party = await transaction.one(best, str)
    return await transaction.one(ranking.rows.where(ranking.listed, by_group.c.party == party), BestOfAGroup)
