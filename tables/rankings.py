"""Who played best: boards of the deals of the day by period, boards of groups, and what one player has done.

A deal of the day is ranked by its score, then among wins by the game's own tiebreak. A week counts the best five of its
days, a month the best twenty; all time is the mean of all deals, in hundredths, from ten deals on. Whoever is equal
shares a place. What a player has in each period is kept in a row of its own, written with each result, so that any
board is one walk along an index.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    and_,
    case,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from engine import GAMES, decode

from . import schema
from .database import Database
from .table import NOBODY, closes_at, now, today

Period = Literal["day", "week", "month", "all"]
COUNTED: Mapping[Period, int] = {"day": 1, "week": 5, "month": 20}  # days of it, the best
LEAST_DEALS = 10  # until all time lists a player
HUNDREDTHS = 100
PAGE = 10  # places
CHART = 30  # days

MOST_WINNERS = 100  # who are named of those that share a first place

results, standings, people, seen = schema.results, schema.standings, schema.people, schema.seen
IN_ORDER = (standings.c.points.desc(), standings.c.tiebreak.desc(), standings.c.user_id)


@dataclass(frozen=True)
class Place:
    place: int  # from 1; shared by equals
    user_id: int
    name: str  # as last seen, in the server for its board; "" if that isn't known. Hostile: escape it
    points: int  # for all time, hundredths; of wins, their number
    deals: int  # played in the period
    wins: int  # of them


@dataclass(frozen=True)
class Board:
    """A page of a ranking."""

    rows: tuple[Place, ...]
    own: Place | None  # where the user who asked stands or, not being listed, would stand; None: nowhere yet
    listed: bool  # their own place is among those of the pages
    total: int  # players listed
    page: int  # from 0
    pages: int  # at least 1
    final: bool  # nothing can change it any more
    least: int  # deals that it takes to be listed


@dataclass(frozen=True)
class Group:
    """The best game that the same people played together."""

    place: int
    # By seat: names at the table, or for everywhere's board their own; "" for who hides. Then "" for each who has been
    # forgotten. Hostile: escape them
    players: tuple[str, ...]
    won: bool | None
    score: int
    options: Any  # the game's own
    table_id: int
    finished_at: int  # seconds since 1970


@dataclass(frozen=True)
class Hall:
    """A page of a ranking of groups."""

    rows: tuple[Group, ...]
    own: Group | None  # the best one with the user who asked
    total: int
    page: int
    pages: int


@dataclass(frozen=True)
class Tally:
    """What a player has done in one game, free and ranked; practice counts nowhere."""

    game: str
    games: int
    wins: int
    best: int | None  # score, of what was not given up


@dataclass(frozen=True)
class Day:
    day: date
    deals: int  # ranked, finished
    wins: int


@dataclass(frozen=True)
class Streak:
    """Deal dates in a row with at least one ranked deal finished."""

    current: int  # as long as it can still go on
    longest: int
    at_stake: date | None  # the day of which a deal is to be finished so that it goes on; None: that is done


@dataclass(frozen=True)
class Profile:
    name: str  # as last seen; "" if never. Hostile: escape it
    games: int
    wins: int
    tallies: tuple[Tally, ...]  # the most played first
    streak: Streak
    days: tuple[Day, ...]  # the last 30, oldest first

    @property
    def favourite(self) -> str | None:
        """The game played most."""
        return self.tallies[0].game if self.tallies else None


# -- Periods


def key(period: Period, day: date) -> str:
    """The one of its kind that `day` is in."""
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
    """The first and the last day of the one that `day` is in."""
    match period:
        case "day":
            return day, day
        case "week":
            first = day - timedelta(days=day.weekday())
            return first, first + timedelta(days=6)
        case "month":
            first = day.replace(day=1)
            return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        case "all":
            return date.min, date.max


# -- Keeping the standings


async def count(connection: AsyncConnection, user_id: int, game: str, day: date) -> None:
    """A ranked result of `day` has been written: bring the player's standings up to date."""
    hidden = bool(await connection.scalar(select(people.c.hidden).where(people.c.user_id == user_id)))
    own = and_(results.c.user_id == user_id, results.c.game == game)
    worth = case((results.c.score > 0, results.c.score), else_=0).label("worth")  # nobody gains by giving up
    for period in ("day", "week", "month"):
        first, last = days_of(period, day)
        rows = await connection.execute(
            select(worth, results.c.won, results.c.tiebreak)
            .where(own, results.c.date.between(first.isoformat(), last.isoformat()))
            .order_by(worth.desc())
        )
        played = rows.all()
        await _stand(
            connection,
            (game, key(period, day), user_id),
            points=sum(row.worth for row in played[: COUNTED[period]]),
            tiebreak=played[0].tiebreak if period == "day" else "",
            deals=len(played),
            wins=sum(bool(row.won) for row in played),
            listed=not hidden,
        )
    ranked = select(func.count(), func.sum(worth), func.coalesce(func.sum(case((results.c.won, 1), else_=0)), 0)).where(
        own, results.c.date.is_not(None)
    )
    deals, total, wins = (await connection.execute(ranked)).one()
    await _stand(
        connection,
        (game, "all", user_id),
        points=round(HUNDREDTHS * total / deals),
        tiebreak="",
        deals=deals,
        wins=wins,
        listed=not hidden and deals >= LEAST_DEALS,
    )


async def _stand(connection: AsyncConnection, of: tuple[str, str, int], **values: Any) -> None:
    game, period, user_id = of
    await connection.execute(
        delete(standings).where(standings.c.game == game, standings.c.period == period, standings.c.user_id == user_id)
    )
    await connection.execute(insert(standings).values(game=game, period=period, user_id=user_id, **values))


async def list_anew(connection: AsyncConnection, user_id: int, hidden: bool) -> None:
    """A player hides from everywhere's boards, or shows again."""
    await connection.execute(
        update(standings).where(standings.c.user_id == user_id).values(listed=false() if hidden else _enough())
    )


def _enough() -> ColumnElement[bool]:
    return or_(standings.c.period != "all", standings.c.deals >= LEAST_DEALS)


# -- Boards


class Rankings:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def board(
        self, game: str, period: Period, day: date, *, guild_id: int | None, user_id: int, page: int | None = 0
    ) -> Board:
        """The ranking of a game's deals in the period that `day` is in; of a server, or (None) of everywhere.

        `page` is from 0; beyond the last one, that one; None: the one where the user who asks is, or would be.
        """
        of_period = _of_period(game, period, day)
        listed = and_(of_period, _shown(period, day, guild_id))
        async with self._database.read() as connection:
            total = await _count(connection, listed)
            own = (
                await connection.execute(select(standings).where(of_period, standings.c.user_id == user_id))
            ).one_or_none()
            ahead = await _count(connection, listed, _better(own)) if own else 0
            if page is None:
                before = ahead + await _count(connection, listed, *_equals_before(own)) if own else 0
                page = before // PAGE
            page, pages = _clamp(page, total)
            in_order = select(standings).where(listed).order_by(*IN_ORDER)
            rows = (await connection.execute(in_order.limit(PAGE).offset(page * PAGE))).all()
            equals = await _count(connection, listed, *_equals_before(rows[0])) if page else 0
            names = await _names(connection, {user_id, *(row.user_id for row in rows)}, guild_id)
            mine = await _count(connection, listed, standings.c.user_id == user_id)
        return Board(
            rows=tuple(_placed(rows, page * PAGE, equals, names)),
            own=_at(ahead + 1, own, names) if own else None,
            listed=mine > 0,
            total=total,
            page=page,
            pages=pages,
            final=period != "all" and now() >= closes_at(days_of(period, day)[1]),
            least=LEAST_DEALS if period == "all" else 1,
        )

    async def winners(self, day: date, *, guild_id: int | None) -> Mapping[str, tuple[Place, ...]]:
        """Who shares the first place in each game of that day; only games that anybody has won or scored in."""
        first: dict[str, tuple[Place, ...]] = {}
        async with self._database.read() as connection:
            for game in GAMES:
                scored = or_(standings.c.points > 0, and_(standings.c.points == 0, standings.c.wins > 0))
                listed = and_(_of_period(game, "day", day), _shown("day", day, guild_id), scored)
                best = (await connection.execute(select(standings).where(listed).order_by(*IN_ORDER).limit(1))).first()
                if best is None:
                    continue
                equals = select(standings).where(listed, *_equal(best)).order_by(*IN_ORDER).limit(MOST_WINNERS)
                rows = (await connection.execute(equals)).all()
                names = await _names(connection, {row.user_id for row in rows}, guild_id)
                first[game] = tuple(_at(1, row, names) for row in rows)
        return first

    async def wins(
        self, game: str, period: Period, day: date, *, guild_id: int | None, user_id: int, page: int | None = 0
    ) -> Board:
        """The ranking by games won against others, finished in the period that `day` is in. Everybody is listed.

        What a table gave up counts for nobody: it was decided against none of them.
        """
        against = and_(
            _finished(game, period, day, guild_id),
            results.c.user_id.is_not(None),
            results.c.points.is_(None),
            results.c.party.contains(","),
            ~schema.tables.c.conceded,
        )
        won = func.coalesce(func.sum(case((results.c.won, 1), else_=0)), 0).label("wins")
        played = select(results.c.user_id, won, func.count().label("deals")).join(schema.tables)
        tally = played.where(against).group_by(results.c.user_id)
        if guild_id is None:
            tally = tally.where(results.c.user_id.not_in(select(people.c.user_id).where(people.c.hidden)))
        async with self._database.read() as connection:
            rows = (await connection.execute(tally.order_by(won.desc(), results.c.user_id))).all()
            users = [row.user_id for row in rows]
            if page is None:
                page = users.index(user_id) // PAGE if user_id in users else 0
            page, pages = _clamp(page, len(rows))
            names = await _names(connection, {user_id, *users[page * PAGE : (page + 1) * PAGE]}, guild_id)
        places, place = list[Place](), 0
        for number, row in enumerate(rows):
            if not number or row.wins != rows[number - 1].wins:
                place = number + 1
            places.append(Place(place, row.user_id, names.get(row.user_id, ""), row.wins, row.deals, row.wins))
        own = next((place for place in places if place.user_id == user_id), None)
        return Board(
            rows=tuple(places[page * PAGE : (page + 1) * PAGE]),
            own=own,
            listed=own is not None,
            total=len(rows),
            page=page,
            pages=pages,
            final=period != "all" and now() >= _ends(period, day),
            least=1,
        )

    async def hall(
        self, game: str, period: Period, day: date, *, guild_id: int | None, user_id: int, page: int | None = 0
    ) -> Hall:
        """The ranking of the groups that played it together: each one's best game in the period that `day` is in."""
        together = and_(_finished(game, period, day, guild_id), results.c.seat == 0, results.c.points.is_not(None))
        best = func.max(results.c.points).label("points")
        groups = select(results.c.party, best).where(together).group_by(results.c.party)
        async with self._database.read() as connection:
            rows = (await connection.execute(groups.order_by(best.desc(), results.c.party))).all()
            places, place = list[tuple[int, Any]](), 0
            for number, row in enumerate(rows):
                if not number or row.points != rows[number - 1].points:
                    place = number + 1
                places.append((place, row))
            mine = next((at for at in places if str(user_id) in at[1].party.split(",")), None)
            if page is None:
                page = places.index(mine) // PAGE if mine else 0
            page, pages = _clamp(page, len(rows))
            shown = [
                await _group(connection, at, together, everywhere=guild_id is None)
                for at in (*places[page * PAGE : (page + 1) * PAGE], *([mine] if mine else ()))
            ]
        own = shown.pop() if mine else None
        return Hall(rows=tuple(shown), own=own, total=len(rows), page=page, pages=pages)

    async def streak(self, user_id: int) -> Streak:
        async with self._database.read() as connection:
            return await _streak(connection, user_id)

    async def profile(self, user_id: int) -> Profile:
        wins = func.coalesce(func.sum(case((results.c.won, 1), else_=0)), 0).label("wins")
        since = today() - timedelta(days=CHART - 1)
        own = results.c.user_id == user_id
        best = func.max(case((schema.tables.c.conceded, None), else_=results.c.score)).label("best")
        by_game = (
            select(results.c.game, func.count().label("games"), wins, best)
            .join(schema.tables)
            .where(own)
            .group_by(results.c.game)
            .order_by(func.count().desc(), results.c.game)
        )
        by_day = (
            select(results.c.date, func.count().label("deals"), wins)
            .where(own, results.c.date >= since.isoformat())
            .group_by(results.c.date)
        )
        async with self._database.read() as connection:
            tallies = [Tally(row.game, row.games, row.wins, row.best) for row in await connection.execute(by_game)]
            days = {row.date: row for row in await connection.execute(by_day)}
            streak = await _streak(connection, user_id)
            name = await connection.scalar(select(people.c.name).where(people.c.user_id == user_id))
        chart = [since + timedelta(days=number) for number in range(CHART)]
        return Profile(
            name=name or "",
            games=sum(tally.games for tally in tallies),
            wins=sum(tally.wins for tally in tallies),
            tallies=tuple(tallies),
            streak=streak,
            days=tuple(
                Day(day, row.deals, row.wins) if (row := days.get(day.isoformat())) else Day(day, 0, 0) for day in chart
            ),
        )


def _of_period(game: str, period: Period, day: date) -> ColumnElement[bool]:
    return and_(standings.c.game == game, standings.c.period == key(period, day))


def _shown(period: Period, day: date, guild_id: int | None) -> ColumnElement[bool]:
    """Whom a board shows. A sub-select, not a join: for a server not all of a large day are to be gone through.

    Whoever comes to a server later doesn't win what was final there.
    """
    if guild_id is None:
        return standings.c.listed
    members = select(seen.c.user_id).where(seen.c.guild_id == guild_id)
    if period != "all":
        members = members.where(seen.c.at < closes_at(days_of(period, day)[1]))
    return and_(standings.c.user_id.in_(members), _enough())


async def _count(connection: AsyncConnection, *where: ColumnElement[bool]) -> int:
    return (await connection.execute(select(func.count()).select_from(standings).where(*where))).scalar_one()


def _better(row: Any) -> ColumnElement[bool]:
    return tuple_(standings.c.points, standings.c.tiebreak) > tuple_(row.points, row.tiebreak)


def _equals_before(row: Any) -> tuple[ColumnElement[bool], ...]:
    """Those who share this row's place and come before it in the order."""
    user_id = standings.c.user_id + 0  # SQLite is not to walk along the key up to it
    return (*_equal(row), user_id < row.user_id)


def _equal(row: Any) -> tuple[ColumnElement[bool], ...]:
    return (standings.c.points == row.points, standings.c.tiebreak == row.tiebreak)


def _placed(rows: Sequence[Any], before: int, equals: int, names: Mapping[int, str]) -> Iterator[Place]:
    """A page: its rows in order, the number of those before it, and how many of these equal its first."""
    place = before - equals + 1
    for number, row in enumerate(rows):
        if number and (row.points, row.tiebreak) != (rows[number - 1].points, rows[number - 1].tiebreak):
            place = before + number + 1
        yield _at(place, row, names)


def _at(place: int, row: Any, names: Mapping[int, str]) -> Place:
    return Place(place, row.user_id, names.get(row.user_id, ""), row.points, row.deals, row.wins)


async def _names(connection: AsyncConnection, users: Collection[int], guild_id: int | None) -> Mapping[int, str]:
    known = select(people.c.user_id, people.c.name).where(people.c.user_id.in_(users))
    if guild_id is not None:
        known = select(seen.c.user_id, seen.c.name).where(seen.c.guild_id == guild_id, seen.c.user_id.in_(users))
    return {row.user_id: row.name for row in await connection.execute(known)}


def _clamp(page: int, total: int) -> tuple[int, int]:
    """A page that there is, and how many there are."""
    pages = max(1, -(-total // PAGE))
    return min(max(page, 0), pages - 1), pages


# -- Groups


def _begins(period: Period, day: date) -> int:
    return 0 if period == "all" else _midnight(days_of(period, day)[0])


def _ends(period: Period, day: date) -> int:
    return _midnight(days_of(period, day)[1] + timedelta(days=1))


def _midnight(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())


def _finished(game: str, period: Period, day: date, guild_id: int | None) -> ColumnElement[bool]:
    where = [results.c.game == game]
    if guild_id is not None:
        where.append(results.c.guild_id == guild_id)
    if period != "all":
        where += [results.c.finished_at >= _begins(period, day), results.c.finished_at < _ends(period, day)]
    return and_(*where)


async def _group(
    connection: AsyncConnection, at: tuple[int, Any], together: ColumnElement[bool], *, everywhere: bool
) -> Group:
    """Its best game, the first of equals.

    Everywhere they are shown without the names of those who hide, and without nicknames of the server it was played in.
    """
    place, best = at
    row = (
        await connection.execute(
            select(results, schema.tables.c.options)
            .join(schema.tables)
            .where(together, results.c.party == best.party, results.c.points == best.points)
            .order_by(results.c.table_id)
            .limit(1)
        )
    ).one()
    players = await connection.execute(
        select(schema.players.c.name, people.c.hidden, people.c.name.label("own"))
        .outerjoin(people, people.c.user_id == schema.players.c.user_id)
        .where(schema.players.c.table_id == row.table_id)
        .order_by(schema.players.c.seat)
    )
    shown = ["" if everywhere and player.hidden else (everywhere and player.own) or player.name for player in players]
    forgotten = row.party.split(",").count(str(NOBODY))
    return Group(
        place=place,
        players=(*shown, *[""] * forgotten),
        won=row.won,
        score=row.score,
        options=decode(GAMES[row.game].options, row.options.encode()),
        table_id=row.table_id,
        finished_at=row.finished_at,
    )


# -- One player


async def _streak(connection: AsyncConnection, user_id: int) -> Streak:
    """It goes on while the day after its last one can still be finished, ranked."""
    rows = await connection.scalars(
        select(results.c.date)
        .where(results.c.user_id == user_id, results.c.date.is_not(None))
        .distinct()
        .order_by(results.c.date)
    )
    runs, last = [0], date.min
    for day in map(date.fromisoformat, rows):
        if day - last != timedelta(days=1):
            runs.append(0)
        runs[-1] += 1
        last = day
    stake = last + timedelta(days=1)
    alive = stake >= today() or (now() < closes_at(stake) and await _is_at_one(connection, user_id, stake))
    return Streak(
        current=runs[-1] if alive else 0, longest=max(runs), at_stake=stake if alive and stake <= today() else None
    )


async def _is_at_one(connection: AsyncConnection, user_id: int, day: date) -> bool:
    """Whether they have begun a deal of that day, ranked, and not finished it."""
    attempts = schema.attempts
    begun = select(attempts.c.table_id).join(schema.tables).where(schema.tables.c.phase == "playing")
    return await connection.scalar(begun.where(attempts.c.user_id == user_id, attempts.c.date == str(day))) is not None
