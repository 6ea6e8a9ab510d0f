"""Servers that want a daily post about the deals of the day: each has a channel and an hour.

A process claims a row, sends the post, then marks the row with the day. After a crash in between the row stays claimed
for a minute, then the post is tried again.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any, Literal, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from sqlalchemy import ColumnElement, Integer, Select, and_, case, delete, func, literal, or_, select, update

from ..store import schema
from ..store.cells import readable
from ..store.connection import Connection
from ..store.database import Database
from ..store.leases import unclaimed
from ..store.prepared import prepared
from ..store.upserts import upsert
from .calendar import now, this_hour, today
from .recaps import UNLIT, Lantern, Recap

CLAIM_LASTS = 60  # seconds: short, because Discord drops a repeated message only within a few minutes
FAILS_LONG = 7  # days in a row without a post, because Discord refuses it: then whoever set it up is told, once
QUIET = 7  # posts in a row about empty days; then none is sent until somebody has played again
SPREAD = 50 * 60  # seconds: all who chose an hour are served within its first fifty minutes
TENTHS_EACH = 3  # of a second: a small crowd is served sooner than in the whole of SPREAD

rows = schema.announcements

# Of a post: the buttons of today's deals; how the last day went; its riddle, and today's; the deal of the week
Part = Literal["deals", "results", "riddle", "week"]
PARTS: tuple[Part, ...] = get_args(Part)


@dataclass(frozen=True)
class Announcement:
    guild_id: int
    channel_id: int
    hour: int  # of the day, in `zone`
    zone: str = "UTC"  # a time zone, by its name
    parts: frozenset[str] = frozenset(PARTS)
    begun: bool = False  # an earlier attempt was cut off, so the post may have been sent already
    lantern: Lantern = UNLIT  # as the last post told it
    empty: int = 0  # posts in a row about days on which nobody played
    failing_since: date | None = None  # Discord has refused each post since that day


class Announcements:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guild_id: int) -> Announcement | None:
        """What posts this server wants; None: none."""
        async with self._database.glance() as connection:
            found = readable(await connection.execute(_of(guild_id)))
            return _announcement(found[0]) if found else None

    async def put(
        self,
        guild_id: int,
        channel_id: int,
        hour: int,
        set_by: int,
        *,
        zone: str = "UTC",
        parts: Collection[str] = PARTS,
    ) -> None:
        """Announce from the next time that it is this hour in this zone, but never twice on one day.

        `set_by`: the user who is told if Discord refuses the posts for long. A row that can't be read is made anew.
        """
        of_utc = hour_in_utc(hour, zone, today())
        wanted: dict[str, Any] = {"channel_id": channel_id, "hour": of_utc, "claimed_at": None, "owner": None}
        wanted["skipped_on"] = today() if of_utc <= this_hour() else None
        wanted |= {"set_by": set_by, "failing_since": None, "told": False}
        wanted |= {"zone": zone, "local_hour": hour, "parts": ",".join(part for part in PARTS if part in parts)}
        async with self._database.write() as connection:
            if not readable(await connection.execute(_of(guild_id))):
                await connection.execute(delete(rows).where(rows.c.guild_id == guild_id))
            await connection.execute(upsert(connection, rows, {"guild_id": guild_id}, wanted))

    async def drop(self, guild_id: int) -> None:
        async with self._database.write() as connection:
            await connection.execute(delete(rows).where(rows.c.guild_id == guild_id))

    async def due(self, at: int, *, after: int = 0, most: int) -> tuple[Announcement, ...]:
        """Claim and return up to `most` announcements that are due at `at`, in order of id, beginning after `after`."""
        day = datetime.fromtimestamp(at, UTC).date()
        next_ones, values = _due(*hour_and_second(at), day, now() - CLAIM_LASTS + 1, now(), after, most)
        async with self._database.glance() as connection:
            if not readable(await connection.execute(next_ones, values)):
                return ()
        async with self._database.write() as connection:
            due_rows = readable(await connection.execute(next_ones.with_for_update(skip_locked=True), values))
            due_here = rows.c.guild_id.in_([row.guild_id for row in due_rows])
            claimed = {"claimed_at": now(), "owner": self._database.leases.owner}
            await connection.execute(update(rows).where(due_here).values(claimed))
        return tuple(
            [
                _announcement(row, begun=row.claimed_at is not None or (row.announced_on or day) > day)
                for row in due_rows
            ]
        )

    async def done(self, guild_id: int, day: date, recap: Recap | None = None) -> None:
        """Mark the day as posted, or as skipped. `recap`: what the post told; None: nothing new."""
        remembered: dict[str, Any] = {}
        if recap is not None:
            lit = recap.lantern
            remembered = {"nights": lit.nights, "lit_on": lit.lit_on}
            remembered["empty"] = 0 if recap.played else case((rows.c.empty < QUIET, rows.c.empty + 1), else_=QUIET)
        async with self._database.write() as connection:
            remembered |= await _next_hour(connection, guild_id, day)
            marked = {"announced_on": day, "claimed_at": None, "failing_since": None, "told": False, **remembered}
            await connection.execute(update(rows).where(rows.c.guild_id == guild_id).values(**marked))

    async def failed(self, guild_id: int, day: date) -> int | None:
        """Discord has refused the day's post: it is tried again on the next day.

        Returns the user to be told that this has gone on for long. They count as told from now on.
        """
        this = rows.c.guild_id == guild_id
        async with self._database.write() as connection:
            marked = {"announced_on": day, "claimed_at": None, **await _next_hour(connection, guild_id, day)}
            since = func.coalesce(rows.c.failing_since, day)
            await connection.execute(update(rows).where(this).values(failing_since=since, **marked))
            for row in readable(await connection.execute(_of(guild_id))):
                long = (day - row.failing_since).days >= FAILS_LONG
                if long and not row.told and row.set_by is not None:
                    await connection.execute(update(rows).where(this).values(told=True))
                    return int(row.set_by)
        return None

    async def untold(self, guild_id: int) -> None:
        """Nobody could be told after all: they are told when the next post fails."""
        await self._mark(guild_id, told=False)

    async def put_off(self, guild_id: int) -> None:
        """Drop the claim, because the post was certainly not sent: it is tried again."""
        await self._mark(guild_id, claimed_at=None)

    async def _mark(self, guild_id: int, **values: Any) -> None:
        async with self._database.write() as connection:
            await connection.execute(update(rows).where(rows.c.guild_id == guild_id).values(**values))


def _announcement(row: Any, *, begun: bool = False) -> Announcement:
    hour = row.hour if row.local_hour is None else row.local_hour
    where = row.guild_id, row.channel_id, hour, row.zone, frozenset(row.parts.split(","))
    return Announcement(*where, begun, Lantern(row.nights, row.lit_on), row.empty, row.failing_since)


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones that can be chosen."""
    of_cities = [name for name in available_timezones() if "/" in name and not name.startswith("Etc/")]
    return ("UTC", *sorted(of_cities))


def hour_in_utc(hour: int, zone: str, day: date) -> int:
    """The hour of UTC that begins with this hour of the day there, or within it: nothing is posted before its time."""
    try:
        at = datetime(day.year, day.month, day.day, hour, tzinfo=ZoneInfo(zone)).astimezone(UTC)
    except (ZoneInfoNotFoundError, ValueError):  # it has been renamed since
        return hour
    return (at.hour + (at.minute > 0)) % 24


async def _next_hour(connection: Connection, guild_id: int, day: date) -> dict[str, int]:
    """The hour of the post after this day's: clocks may be put forward or back in between."""
    for row in readable(await connection.execute(_of(guild_id))):
        if row.local_hour is not None:
            return {"hour": hour_in_utc(row.local_hour, row.zone, day + timedelta(days=1))}
    return {}


def _of(guild_id: int) -> Select[Any]:
    return select(rows).where(rows.c.guild_id == guild_id)


@prepared
def _due(hour: int, second: int, day: date, since: int, current: int, after: int, most: int) -> Select[Any]:
    """What is due on that day, and not claimed `since` then."""
    # `!=`, because a later day can be marked if the clock was wrong then
    marks = rows.c.announced_on, rows.c.skipped_on
    unmarked = and_(*[or_(mark.is_(None), mark != day) for mark in marks])
    come = whose_time_has_come(rows.c.hour, rows.c.guild_id, hour, second)
    waiting = come, unclaimed(rows.c, since, current), unmarked, rows.c.guild_id > after
    return select(rows).where(*waiting).order_by(rows.c.guild_id).limit(most)


def hour_and_second(at: int) -> tuple[int, int]:
    """The hour of the day, UTC, and the second in it."""
    return divmod(at % (24 * 3600), 3600)


def whose_time_has_come(
    hour: ColumnElement[int], discord_id: ColumnElement[int], this_hour: int, second: int
) -> ColumnElement[bool]:
    """The rows that are due at this time: their `hour` of the day is over, or their place in it has come.

    `discord_id` gives each row its place, so the order is the same every day. The more rows chose an hour, the longer
    the part of it over which they are spread.
    """
    many = select(func.count()).where(hour == this_hour).scalar_subquery()
    window = case((many * TENTHS_EACH < 10 * SPREAD, many * TENTHS_EACH // 10), else_=SPREAD)
    slot = discord_id.bitwise_rshift(literal(22, Integer)) % SPREAD  # the bits above 22 are when it was made, in ms
    return or_(hour < this_hour, and_(hour == this_hour, slot * window <= second * SPREAD))
