"""Who played best: boards of the deals of the day by period, boards of groups, and what one player has done.

A deal of the day is ranked by its score, and wins with equal scores by the game's own tiebreak. A week counts its best
five days, a month its best twenty. All time is the mean of all deals, in hundredths, and lists players from ten deals
on. Equals share a place. Each player or group has a row for each period, written with each result, so that any board is
one walk along an index.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import product
from time import monotonic
from typing import Any, Literal, NamedTuple

import sqlalchemy
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    and_,
    bindparam,
    case,
    cast,
    delete,
    false,
    func,
    insert,
    literal,
    or_,
    select,
    tuple_,
    update,
)

from engine import GAMES

from ..daily.calendar import closes_at, monday, now, today
from ..play.model import NOBODY
from ..store import schema
from ..store.cells import LARGEST, Unreadable, decoded, readable
from ..store.connection import Connection
from ..store.database import Database
from ..store.leases import advisory_lock
from ..store.together import Rows, Selects, Write, replacing

Period = Literal["day", "week", "month", "all"]
COUNTING: tuple[Period, ...] = ("day", "week", "month", "all")
COUNTED: Mapping[Period, int] = {"day": 1, "week": 5, "month": 20}  # how many of its best days count
LEAST_DEALS = 10  # that all time asks of a player
HUNDREDTHS = 100
PAGE = 10  # places
CHART = 30  # days


EMBER_DAYS, MOST_EMBERS = 7, 2  # a streak gains an ember with every seven days kept, and holds two at most

LARGE = 1_000  # players or groups: counting so many takes a while
COUNT_HOLDS = 5.0  # seconds for which such a number is kept

STANDINGS = "standings"  # whoever writes some queues for this
EVERYWHERE = 0  # in place of a server's id

results, standings, people, seen = schema.results, schema.standings, schema.people, schema.seen
by_wins, by_group = schema.win_standings, schema.group_standings
HIDES = people.c.hidden.is_distinct_from(False)  # from the boards of all together; also if it can't be read
IN_ORDER = (standings.c.points.desc(), standings.c.tiebreak.desc(), standings.c.user_id)


@dataclass(frozen=True)
class Place:
    place: int  # from 1; shared by equals
    user_id: int
    name: str  # as last seen, in the server for its board; "" if that isn't known. Hostile: escape it
    points: int  # in hundredths for all time; on a board of wins, their number
    deals: int  # played in the period
    wins: int  # of them


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
class Group:
    """The best game that the same people played together."""

    place: int
    # By seat: names at the table, or on the board of all servers their own, "" if they hide. Then a "" for each player
    # who was forgotten. Hostile: escape them
    players: tuple[str, ...]
    won: bool | None
    score: int
    options: Any  # the game's own
    table_id: int
    finished_at: int  # seconds since 1970


@dataclass(frozen=True)
class GroupPage:
    """A page of a ranking of groups."""

    rows: tuple[Group, ...]
    own: Group | None  # the best one of the user who asked
    total: int
    page: int
    pages: int


@dataclass(frozen=True)
class Tally:
    """What a player has done in one game, free and ranked; practice counts nowhere."""

    game: str
    computers: bool  # in those of its games in which computer players played; else in all others
    games: int
    wins: int
    best: int | None  # score of a game that was not given up, without hints


@dataclass(frozen=True)
class Day:
    day: date
    deals: int  # ranked, finished
    wins: int


@dataclass(frozen=True)
class Streak:
    """Deal dates in a row with at least one ranked deal finished. An ember bridges a day that was missed."""

    current: int  # days with a deal; 0 if it can't go on
    longest: int
    at_stake: date | None  # finish a deal of this day to continue it; None: already done
    embers: int = 0  # that are left


@dataclass(frozen=True)
class Spread:
    """How all who have finished a deal or given it up did."""

    scores: Mapping[int, int]  # how many players have each
    own: int
    place: int  # of the user who asks; shared by equals
    total: int


@dataclass(frozen=True)
class Profile:
    name: str  # as last seen; "" if never. Hostile: escape it
    games: int  # without computer players, like `wins`
    wins: int
    tallies: tuple[Tally, ...]  # the most played first, those with computer players last
    streak: Streak
    days: tuple[Day, ...]  # the last 30, oldest first

    @property
    def favourite(self) -> str | None:
        """The game played most."""
        return self.tallies[0].game if self.tallies else None


# -- Periods


def key(period: Period, day: date) -> str:
    """The name of the period that `day` is in."""
    match period:
        case "day":
            return day.isoformat()
        case "week":
            year, week, _ = day.isocalendar()
            return f"{year}-W{week:02}"
        case "month":
            return day.isoformat()[:7]
        case "all":
            return "all"


def days_of(period: Period, day: date) -> tuple[date, date]:
    """The first and the last day of the period that `day` is in."""
    match period:
        case "day":
            return day, day
        case "week":
            first = monday(day)
            return first, first + timedelta(days=6)
        case "month":
            first = day.replace(day=1)
            return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        case "all":
            return date.min, date.max


# -- Keeping the standings


async def count(
    connection: Connection, user_id: int, game: str, day: date, ended: Sequence[Mapping[str, Any]] = ()
) -> list[Write]:
    """The player's standings, with a ranked result of `day` that has been written, or is among the `ended`.

    There are none to write if what has `ended` was counted before.
    """
    spans = {period: tuple(map(date.isoformat, days_of(period, day))) for period in COUNTED}
    dates = {"first": min(first for first, _ in spans.values()), "last": max(last for _, last in spans.values())}
    known = await _OF_PLAYER.rows(connection, user=user_id, game=game, **dates)
    if ended and any(row.date == day.isoformat() for row in known["played"]):
        return []
    hidden = bool(known["hiding"])
    written = map(_Played._make, readable(known["played"]))
    new = [_Played(row["date"], max(0, row["score"]), bool(row["won"]), row["tiebreak"]) for row in ended]
    every = sorted([*written, *new], key=lambda one: one.worth, reverse=True)
    rows = list[dict[str, Any]]()
    for period, (first, last) in spans.items():
        played = [one for one in every if first <= one.date <= last]
        rows.append(
            {
                "period": key(period, day),
                "points": sum(one.worth for one in played[: COUNTED[period]]),
                "tiebreak": played[0].tiebreak if period == "day" else "",
                "deals": len(played),
                "wins": sum(bool(one.won) for one in played),
                "listed": not hidden,
            }
        )
    (all_time,) = known["all"]
    deals = all_time.deals + len(new)
    rows.append(
        {
            "period": "all",
            "points": round(HUNDREDTHS * (all_time.worth + sum(one.worth for one in new)) / deals),
            "tiebreak": "",
            "deals": deals,
            "wins": all_time.wins + sum(one.won for one in new),
            "listed": not hidden and deals >= LEAST_DEALS,
        }
    )
    return [Rows(standings, [{"game": game, "user_id": user_id, **row} for row in rows], replacing)]


class _Played(NamedTuple):
    date: str
    worth: int
    won: bool
    tiebreak: str


def _asked_of_player() -> Selects:
    scored = results.c.score.between(1, LARGEST)
    worth = case((scored, results.c.score), else_=0).label("worth")  # nobody gains by giving up
    user_id = bindparam("user", type_=BigInteger)
    own = and_(results.c.user_id == user_id, results.c.game == bindparam("game"))
    spanned = results.c.date.between(bindparam("first"), bindparam("last"))
    sums = [
        cast(func.coalesce(func.sum(amount), 0), BigInteger).label(name)
        for name, amount in (("worth", worth), ("wins", case((results.c.won, 1), else_=0)))
    ]
    totals: Any = select(func.count().label("deals"), *sums)
    return Selects(
        {
            "hiding": select(people.c.user_id).where(people.c.user_id == user_id, HIDES),
            "played": select(results.c.date, worth, results.c.won, results.c.tiebreak).where(own, spanned),
            "all": totals.where(own, results.c.date.is_not(None)),
        }
    )


_OF_PLAYER = _asked_of_player()


async def count_wins(connection: Connection, won_by: Mapping[int, bool], game: str, guild_id: int | None) -> Write:
    """A finished game of users against others: in its server and in all together, in each period that it ended in."""
    unseen = select(people.c.user_id).where(people.c.user_id.in_(won_by), HIDES)
    hidden = set((await connection.scalars(unseen)).all())
    rows = [
        {
            "game": game,
            "period": key(period, today()),
            "guild_id": scope,
            "user_id": user_id,
            "wins": int(won),
            "games": 1,
            "listed": not (user_id in hidden and scope == EVERYWHERE),
        }
        for user_id, won in won_by.items()
        for period, scope in product(COUNTING, _scopes(guild_id))
    ]
    return Rows(by_wins, rows, _added)


def _added(statement: Any) -> Any:
    more = {name: by_wins.c[name] + statement.excluded[name] for name in ("wins", "games")}
    return statement.on_conflict_do_update(index_elements=list(by_wins.primary_key), set_=more)


def count_group(table_id: int, game: str, guild_id: int | None, party: str, points: int) -> Write:
    """A finished game of a group. Each period keeps their best game, the first of equal ones."""
    of = {"game": game, "party": party, "points": points, "table_id": table_id}
    spans = product(COUNTING, _scopes(guild_id))
    rows = [{"period": key(period, today()), "guild_id": scope, **of} for period, scope in spans]
    return Rows(by_group, rows, _best)


def _best(statement: Any) -> Any:
    new = {name: statement.excluded[name] for name in ("points", "table_id")}
    better = statement.excluded.points > by_group.c.points
    damaged = ~by_group.c.points.between(-LARGEST, LARGEST)
    return statement.on_conflict_do_update(
        index_elements=list(by_group.primary_key), set_=new, where=or_(better, damaged)
    )


async def rename_groups(connection: Connection, parties: Mapping[str, str], most: int) -> bool:
    """Give up to `most` standings of these groups their new names, because a member is forgotten. Returns whether any.

    If two games get the same name, the better one stays, or the first of equal ones.
    """
    await advisory_lock(connection, STANDINGS)
    columns = by_group.c
    found = readable(await connection.execute(select(by_group).where(columns.party.in_(parties)).limit(most)))
    if not found:
        await connection.execute(delete(by_group).where(columns.party.in_(parties)))  # those that can't be read
        return False
    rows = [row._mapping for row in found]
    own = tuple_(columns.game, columns.period, columns.guild_id, columns.party)
    new = [{**row, "party": parties[row["party"]]} for row in rows]
    there = select(by_group).where(own.in_([_group_key(row) for row in new]))
    new += [dict(row._mapping) for row in readable(await connection.execute(there))]
    best: dict[tuple[Any, ...], Mapping[str, Any]] = {}
    for row in sorted(new, key=lambda row: (-row["points"], row["table_id"])):
        best.setdefault(_group_key(row), row)
    await connection.execute(delete(by_group).where(own.in_([*map(_group_key, rows), *best])))
    await connection.execute(insert(by_group), list(best.values()))
    return True


def _group_key(row: Mapping[Any, Any]) -> tuple[Any, ...]:
    return row["game"], row["period"], row["guild_id"], row["party"]


def _scopes(guild_id: int | None) -> tuple[int, ...]:
    return (EVERYWHERE,) if guild_id is None else (EVERYWHERE, guild_id)


async def list_anew(connection: Connection, user_id: int, hidden: bool) -> None:
    """A player hides from the boards of all servers together, or shows again."""
    await advisory_lock(connection, STANDINGS)
    await connection.execute(
        update(standings).where(standings.c.user_id == user_id).values(listed=false() if hidden else _enough())
    )
    everywhere = and_(by_wins.c.user_id == user_id, by_wins.c.guild_id == EVERYWHERE)
    await connection.execute(update(by_wins).where(everywhere).values(listed=not hidden))
    of_seasons = schema.season_standings
    await connection.execute(update(of_seasons).where(of_seasons.c.user_id == user_id).values(listed=not hidden))


def _enough() -> ColumnElement[bool]:
    return or_(standings.c.period != "all", standings.c.deals >= LEAST_DEALS)


# -- Boards


class Rankings:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._counted: dict[Hashable, tuple[float, int]] = {}  # until when it is valid, and the number
        self._spreads: dict[Hashable, tuple[float, Mapping[int, int]]] = {}  # likewise

    async def _count(self, connection: Connection, of: sqlalchemy.Table, what: Hashable, *where: Any) -> int:
        """How many rows there are. A large number may be some seconds old. `what` is its key in the memory."""
        until, known = self._counted.get(what, (0.0, 0))
        if until > monotonic():
            return known
        number = await _count(connection, of, *where)
        if number >= LARGE:
            self._counted = {asked: kept for asked, kept in self._counted.items() if kept[0] > monotonic()}
            self._counted[what] = (monotonic() + COUNT_HOLDS, number)
        return number

    async def board(
        self, game: str, period: Period, day: date, *, guild_id: int | None, user_id: int, page: int | None = 0
    ) -> Board:
        """The ranking of a game's deals in the period that `day` is in, for a server, or for all together (None).

        `page` counts from 0; too large a number gives the last page. None: the page of the user who asks.
        """
        of_period = _of_period(game, period, day)
        listed = and_(of_period, _shown(period, day, guild_id))
        what = ("deals", game, key(period, day), guild_id)
        async with self._database.look() as connection:
            total = await self._count(connection, standings, what, listed)
            own = (
                await connection.execute(select(standings).where(of_period, standings.c.user_id == user_id))
            ).one_or_none()
            better = (*what, own.points, own.tiebreak) if own else ()
            ahead = await self._count(connection, standings, better, listed, _better(own)) if own else 0
            if page is None:
                before = ahead + await _count(connection, standings, listed, *_equals_before(own)) if own else 0
                page = before // PAGE
            page, pages = clamp(page, total)
            in_order = select(standings).where(listed).order_by(*IN_ORDER)
            rows = readable(await connection.execute(in_order.limit(PAGE).offset(page * PAGE)))
            first = await first_of(connection, in_order, rows, page)
            equals = await _count(connection, standings, listed, *_equals_before(rows[0])) if page and rows else 0
            names = await names_of(connection, {user_id, *(row.user_id for row in rows)}, guild_id)
            mine = await _count(connection, standings, listed, standings.c.user_id == user_id)
        places = places_by([(row.points, row.tiebreak) for row in rows], page * PAGE, page * PAGE - equals)
        return Board(
            rows=tuple(_at(place, row, names) for place, row in zip(places, rows, strict=True)),
            own=_at(ahead + 1, own, names) if own else None,
            best=first.points if first else 0,
            listed=mine > 0,
            total=total,
            page=page,
            pages=pages,
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
        what = ("wins", game, key(period, day), guild_id)
        async with self._database.look() as connection:
            total = await self._count(connection, by_wins, what, listed)
            own = (await connection.execute(select(by_wins).where(listed, by_wins.c.user_id == user_id))).one_or_none()
            more = by_wins.c.wins > own.wins if own else false()
            ahead = await self._count(connection, by_wins, (*what, own.wins), listed, more) if own else 0
            if page is None:
                equals = and_(by_wins.c.wins == own.wins, by_wins.c.user_id < user_id) if own else false()
                page = (ahead + await _count(connection, by_wins, listed, equals)) // PAGE if own else 0
            page, pages = clamp(page, total)
            in_order = select(by_wins).where(listed).order_by(by_wins.c.wins.desc(), by_wins.c.user_id)
            rows = readable(await connection.execute(in_order.limit(PAGE).offset(page * PAGE)))
            first = await first_of(connection, in_order, rows, page)
            names = await names_of(connection, {user_id, *(row.user_id for row in rows)}, guild_id)
            better = await _count(connection, by_wins, listed, by_wins.c.wins > rows[0].wins) if page and rows else 0
        places = places_by([row.wins for row in rows], page * PAGE, better)
        return Board(
            rows=tuple(_winner(place, row, names) for place, row in zip(places, rows, strict=True)),
            own=_winner(ahead + 1, own, names) if own else None,
            best=first.wins if first else 0,
            listed=own is not None,
            total=total,
            page=page,
            pages=pages,
            final=period != "all" and now() >= _ends(period, day),
            least=1,
        )

    async def hall(
        self, game: str, period: Period, day: date, *, guild_id: int | None, user_id: int, page: int | None = 0
    ) -> GroupPage:
        """The ranking of groups that played it together, by their best game in the period that `day` is in."""
        here = _of_scope(by_group, game, period, day, guild_id)
        what = ("groups", game, key(period, day), guild_id)
        points, everywhere = by_group.c.points, guild_id is None
        async with self._database.look() as connection:
            total = await self._count(connection, by_group, what, here)
            mine = await _own_group(connection, here, (game, period, day, guild_id), user_id)
            more = points > mine.points if mine else false()
            ahead = await self._count(connection, by_group, (*what, mine.points), here, more) if mine else 0
            if page is None:
                equals = and_(points == mine.points, by_group.c.party < mine.party) if mine else false()
                page = (ahead + await _count(connection, by_group, here, equals)) // PAGE if mine else 0
            page, pages = clamp(page, total)
            in_order = select(by_group).where(here).order_by(points.desc(), by_group.c.party)
            rows = readable(await connection.execute(in_order.limit(PAGE).offset(page * PAGE)))
            better = await _count(connection, by_group, here, points > rows[0].points) if page and rows else 0
            places = places_by([row.points for row in rows], page * PAGE, better)
            at = {row.table_id: place for place, row in zip(places, rows, strict=True)}
            own = {mine.table_id: ahead + 1} if mine else {}
            shown = await groups_at(connection, own | at, everywhere=everywhere)
        return GroupPage(
            rows=tuple(shown[table_id] for table_id in at if table_id in shown),
            own=shown.get(mine.table_id) if mine else None,
            total=total,
            page=page,
            pages=pages,
        )

    async def spread(self, game: str, day: date, *, guild_id: int | None, user_id: int) -> Spread | None:
        """How everybody did in a day's deal, in a server or everywhere; None if this user has no result in it."""
        of_period = _of_period(game, "day", day)
        listed = and_(of_period, _shown("day", day, guild_id))
        what = ("spread", game, str(day), guild_id)
        async with self._database.look() as connection:
            mine = select(standings).where(of_period, standings.c.user_id == user_id)
            own = (await connection.execute(mine)).one_or_none()
            if own is None:
                return None
            until, scores = self._spreads.get(what, (0.0, {}))
            if until <= monotonic():
                by_score = select(standings.c.points, func.count().label("people")).where(listed)
                rows = await connection.execute(by_score.group_by(standings.c.points))
                scores = {row.points: row.people for row in readable(rows)}
                self._spreads = {asked: kept for asked, kept in self._spreads.items() if kept[0] > monotonic()}
                if sum(scores.values()) >= LARGE:
                    self._spreads[what] = (monotonic() + COUNT_HOLDS, scores)
            better = (*what, own.points, own.tiebreak)
            ahead = await self._count(connection, standings, better, listed, _better(own))
        shown = scores if own.points in scores else {**scores, own.points: 1}  # of who hides, for themselves
        return Spread(shown, own.points, ahead + 1, sum(shown.values()))

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
            .where(own, results.c.date >= since.isoformat(), ~results.c.unfinished)
            .group_by(results.c.date)
        )
        async with self._database.look() as connection:
            rows = await connection.execute(by_game)
            tallies = [Tally(row.game, row.computers, row.games, row.wins, row.best) for row in readable(rows)]
            days = {row.date: row for row in readable(await connection.execute(by_day))}
            streak = await streak_of(connection, user_id)
            name = await connection.scalar(select(people.c.name).where(people.c.user_id == user_id))
        chart = [since + timedelta(days=number) for number in range(CHART)]
        return Profile(
            name=name or "",
            games=sum(tally.games for tally in tallies if not tally.computers),
            wins=sum(tally.wins for tally in tallies if not tally.computers),
            tallies=tuple(tallies),
            streak=streak,
            days=tuple(
                Day(day, row.deals, row.wins) if (row := days.get(day.isoformat())) else Day(day, 0, 0) for day in chart
            ),
        )


def _of_period(game: str, period: Period, day: date) -> ColumnElement[bool]:
    return and_(standings.c.game == game, standings.c.period == key(period, day))


def _shown(period: Period, day: date, guild_id: int | None) -> ColumnElement[bool]:
    """Whom a board shows. It is a sub-select: a join would read all players of a large day for a small server.

    Players who join a server after a period is closed don't appear on its board there.
    """
    if guild_id is None:
        return standings.c.listed
    members = select(seen.c.user_id).where(seen.c.guild_id == guild_id)
    if period != "all":
        members = members.where(seen.c.at < closes_at(days_of(period, day)[1]))
    return and_(standings.c.user_id.in_(members), _enough())


async def _count(connection: Connection, of: sqlalchemy.Table, *where: ColumnElement[bool]) -> int:
    return (await connection.execute(select(func.count()).select_from(of).where(*where))).scalar_one()


def _of_scope(of: sqlalchemy.Table, game: str, period: Period, day: date, guild_id: int | None) -> ColumnElement[bool]:
    scope = EVERYWHERE if guild_id is None else guild_id
    return and_(of.c.game == game, of.c.period == key(period, day), of.c.guild_id == scope)


def places_by(ranks: Sequence[Any], before: int, ahead: int) -> Iterator[int]:
    """The places of a page's rows, from their ranks in order. Equals share a place.

    `before`: how many rows come before the page. `ahead`: how many of them are better than its first row.
    """
    for rank in ranks:
        first = ranks.index(rank)
        yield 1 + (before + first if first else ahead)


async def first_of(connection: Connection, in_order: Select[Any], rows: Sequence[Any], page: int) -> Any:
    """The first row of a ranking that has `rows` on this page; None if it is empty."""
    if page:
        return next(iter(readable(await connection.execute(in_order.limit(1)))), None)
    return rows[0] if rows else None


def _winner(place: int, row: Any, names: Mapping[int, str]) -> Place:
    return Place(place, row.user_id, names.get(row.user_id, ""), row.wins, row.games, row.wins)


def _better(row: Any) -> ColumnElement[bool]:
    return tuple_(standings.c.points, standings.c.tiebreak) > tuple_(row.points, row.tiebreak)


def _equals_before(row: Any) -> tuple[ColumnElement[bool], ...]:
    """Rows that share this row's place and stand before it."""
    user_id = standings.c.user_id + 0  # `+ 0` keeps SQLite from walking the primary key
    return (standings.c.points == row.points, standings.c.tiebreak == row.tiebreak, user_id < row.user_id)


def _at(place: int, row: Any, names: Mapping[int, str]) -> Place:
    return Place(place, row.user_id, names.get(row.user_id, ""), row.points, row.deals, row.wins)


async def names_of(connection: Connection, users: Collection[int], guild_id: int | None) -> Mapping[int, str]:
    known = select(people.c.user_id, people.c.name).where(people.c.user_id.in_(users))
    if guild_id is not None:
        known = select(seen.c.user_id, seen.c.name).where(seen.c.guild_id == guild_id, seen.c.user_id.in_(users))
    return {row.user_id: row.name for row in readable(await connection.execute(known))}


def clamp(page: int, total: int) -> tuple[int, int]:
    """The nearest page that exists, and how many there are."""
    pages = max(1, -(-total // PAGE))
    return min(max(page, 0), pages - 1), pages


# -- Groups


def _begins(period: Period, day: date) -> int:
    return 0 if period == "all" else _midnight(days_of(period, day)[0])


def _ends(period: Period, day: date) -> int:
    return _midnight(days_of(period, day)[1] + timedelta(days=1))


def _midnight(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())


def _while(period: Period, day: date) -> tuple[ColumnElement[bool], ...]:
    """Results of games that ended in this period."""
    if period == "all":
        return ()
    return (results.c.finished_at >= _begins(period, day), results.c.finished_at < _ends(period, day))


async def _own_group(
    connection: Connection, here: ColumnElement[bool], about: tuple[str, Period, date, int | None], user_id: int
) -> Any:
    """The row of the best group of this user; None if they are in none."""
    game, period, day, guild_id = about
    in_party = (literal(",") + results.c.party + ",").contains(f",{user_id},")  # not all who sat there need be in it
    best = (
        select(results.c.party)
        .where(schema.OF_A_GROUP, results.c.user_id == user_id, results.c.game == game, *_while(period, day))
        .where(in_party)
        .order_by(results.c.points.desc(), results.c.table_id)
        .limit(1)
    )
    if guild_id is not None:
        best = best.where(results.c.guild_id == guild_id)
    party = await connection.scalar(best)
    return (await connection.execute(select(by_group).where(here, by_group.c.party == party))).one_or_none()


async def groups_at(
    connection: Connection, places: Mapping[int, int], *, everywhere: bool, hiding: bool = False
) -> Mapping[int, Group]:
    """Groups by the table of their best game, but for those that can't be read; `places` has the place of each table.

    Named are those for whom the game counts, see Table.counting.

    The board of all servers together leaves out the names of those who hide, and the nicknames of servers. `hiding`:
    their names are left out in a server, too.
    """
    if not places:
        return {}
    rows = await connection.execute(
        select(results, schema.tables.c.options)
        .join(schema.tables)
        .where(results.c.table_id.in_(list(places)), results.c.seat == 0)
    )
    players = await connection.execute(
        select(schema.players.c.table_id, schema.players.c.name, people.c.hidden, people.c.name.label("own"))
        .outerjoin(people, people.c.user_id == schema.players.c.user_id)
        .where(schema.players.c.table_id.in_(list(places)), schema.players.c.whole)
        .order_by(schema.players.c.table_id, schema.players.c.seat)
    )
    shown: dict[int, list[str]] = {table_id: [] for table_id in places}
    for player in readable(players):
        name = "" if (everywhere or hiding) and player.hidden else (everywhere and player.own) or player.name
        shown[player.table_id].append(name)
    return {
        row.table_id: Group(
            place=places[row.table_id],
            players=(*shown[row.table_id], *[""] * row.party.split(",").count(str(NOBODY))),
            won=row.won,
            score=row.score,
            options=options,
            table_id=row.table_id,
            finished_at=row.finished_at,
        )
        for row in readable(rows)
        if row.game in GAMES and (options := _options(row)) is not None
    }


def _options(row: Any) -> Any:
    """None if they can't be read."""
    try:
        return decoded(GAMES[row.game].options, row.options, f"table {row.table_id}: tables.options")
    except Unreadable:
        return None


# -- One player


DAYS_PLAYED = (
    select(results.c.date)
    .where(results.c.user_id == bindparam("user", type_=BigInteger), results.c.date.is_not(None), ~results.c.unfinished)
    .distinct()
)


async def streak_of(connection: Connection, user_id: int) -> Streak:
    """A streak continues as long as a ranked deal of its next day can still be finished, or an ember is left for it."""
    return await streak_on(connection, user_id, await connection.execute(DAYS_PLAYED, {"user": user_id}))


async def streak_on(connection: Connection, user_id: int, found: Iterable[Any]) -> Streak:
    """Likewise, of what DAYS_PLAYED has found."""
    run = longest = embers = 0
    last = date.min
    for day in sorted([date.fromisoformat(row.date) for row in readable(found)]):
        missed = (day - last).days - 1
        run, embers = (run, embers - missed) if missed <= embers else (0, 0)
        run += 1
        if run % EMBER_DAYS == 0:
            embers = min(MOST_EMBERS, embers + 1)
        longest, last = max(longest, run), day
    if not run:
        return Streak(current=0, longest=0, at_stake=None)
    stake = last + timedelta(days=1)
    while stake < today() and not (now() < closes_at(stake) and await _is_at_one(connection, user_id, stake)):
        stake, embers = stake + timedelta(days=1), embers - 1
        if embers < 0:
            return Streak(current=0, longest=longest, at_stake=None)
    return Streak(current=run, longest=longest, at_stake=stake if stake <= today() else None, embers=embers)


async def _is_at_one(connection: Connection, user_id: int, day: date) -> bool:
    """Whether they have begun a ranked deal of that day and not finished it."""
    attempts = schema.attempts
    begun = select(attempts.c.table_id).join(schema.tables).where(schema.tables.c.phase == "playing")
    return await connection.scalar(begun.where(attempts.c.user_id == user_id, attempts.c.date == str(day))) is not None
