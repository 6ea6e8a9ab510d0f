"""Servers that want a daily post about the deals of the day: each has a channel and an hour.

A process claims a row, sends the post, then marks the row with the day. After a crash in between the row stays claimed
for a minute, then the post is tried again.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Annotated, Literal, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from msgspec import Meta, Struct
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Integer,
    and_,
    bindparam,
    case,
    delete,
    func,
    literal,
    or_,
    select,
    update,
)

from ..store import schema
from ..store.database import Database
from ..store.kinds import Count, Id, When
from ..store.leases import unclaimed
from ..store.transaction import Transaction
from ..store.types import Day
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


Hour = Annotated[int, Meta(ge=0, le=23)]


class Stored(Struct, array_like=True, frozen=True):
    """What is read of a row of `announcements`."""

    guild_id: Id
    channel_id: Id
    hour: Hour
    announced_on: date | None
    nights: Count
    lit_on: date | None
    empty: Count
    set_by: Id | None
    failing_since: date | None
    told: bool
    claimed_at: When | None
    zone: str
    local_hour: Hour | None
    parts: str


class Announcements:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guild_id: int) -> Announcement | None:
        """What posts this server wants; None: none."""
        async with self._database.glance() as transaction:
            stored = await _find(transaction, guild_id)
        return _announcement(stored) if stored else None

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

        `set_by`: the user who is told if Discord refuses the posts for long.
        """
        of_utc = hour_in_utc(hour, zone, today())
        wanted: dict[str, object] = {"channel_id": channel_id, "hour": of_utc, "claimed_at": None, "owner": None}
        wanted["skipped_on"] = today() if of_utc <= this_hour() else None
        wanted |= {"set_by": set_by, "failing_since": None, "told": False}
        wanted |= {"zone": zone, "local_hour": hour, "parts": ",".join(part for part in PARTS if part in parts)}
        async with self._database.write() as transaction:
            await transaction.run(upsert(transaction, rows, {"guild_id": guild_id}, wanted))

    async def drop(self, guild_id: int) -> None:
        async with self._database.write() as transaction:
            await transaction.run(_DROPPED, guild=guild_id)

    async def due(self, at: int, *, after: int = 0, most: int) -> tuple[Announcement, ...]:
        """Claim and return up to `most` announcements that are due at `at`, in order of id, beginning after `after`."""
        day = datetime.fromtimestamp(at, UTC).date()
        hour, second = hour_and_second(at)
        values: dict[str, object] = {"this_hour": hour, "second": second, "day": day, "after": after, "most": most}
        values |= {"since": now() - CLAIM_LASTS + 1, "current": now()}
        async with self._database.glance() as transaction:
            if not await transaction.all(_DUE, Stored, **values):
                return ()
        async with self._database.write() as transaction:
            due = await transaction.all(_DUE_AND_LOCKED, Stored, **values)
            claimed = {"claimed_at": now(), "owner": self._database.leases.owner}
            await transaction.run(_CLAIMED, guilds=[stored.guild_id for stored in due], **claimed)
        return tuple(
            [
                _announcement(stored, begun=stored.claimed_at is not None or (stored.announced_on or day) > day)
                for stored in due
            ]
        )

    async def done(self, guild_id: int, day: date, recap: Recap | None = None) -> None:
        """Mark the day as posted, or as skipped. `recap`: what the post told; None: nothing new."""
        marking, remembered = _MARKED, dict[str, object]()
        if recap is not None:
            lit = recap.lantern
            remembered = {"nights": lit.nights, "lit_on": lit.lit_on}
            if recap.played:
                remembered["empty"] = 0
            else:
                marking = _MARKED_AS_EMPTY
        async with self._database.write() as transaction:
            remembered |= await _next_hour(transaction, guild_id, day)
            marked = {"announced_on": day, "claimed_at": None, "failing_since": None, "told": False, **remembered}
            await transaction.run(marking, guild=guild_id, **marked)

    async def failed(self, guild_id: int, day: date) -> int | None:
        """Discord has refused the day's post: it is tried again on the next day.

        Returns the user to be told that this has gone on for long. They count as told from now on.
        """
        async with self._database.write() as transaction:
            marked = {"announced_on": day, "claimed_at": None, **await _next_hour(transaction, guild_id, day)}
            await transaction.run(_FAILED, guild=guild_id, day=day, **marked)
            stored = await _find(transaction, guild_id)
            if stored is None or stored.failing_since is None or stored.told or stored.set_by is None:
                return None
            if (day - stored.failing_since).days < FAILS_LONG:
                return None
            await transaction.run(_MARKED, guild=guild_id, told=True)
            return stored.set_by

    async def untold(self, guild_id: int) -> None:
        """Nobody could be told after all: they are told when the next post fails."""
        await self._mark(guild_id, told=False)

    async def put_off(self, guild_id: int) -> None:
        """Drop the claim, because the post was certainly not sent: it is tried again."""
        await self._mark(guild_id, claimed_at=None)

    async def _mark(self, guild_id: int, **values: object) -> None:
        async with self._database.write() as transaction:
            await transaction.run(_MARKED, guild=guild_id, **values)


def _announcement(stored: Stored, *, begun: bool = False) -> Announcement:
    hour = stored.hour if stored.local_hour is None else stored.local_hour
    where = stored.guild_id, stored.channel_id, hour, stored.zone, frozenset(stored.parts.split(","))
    return Announcement(*where, begun, Lantern(stored.nights, stored.lit_on), stored.empty, stored.failing_since)


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


async def _next_hour(transaction: Transaction, guild_id: int, day: date) -> dict[str, int]:
    """The hour of the post after this day's: clocks may be put forward or back in between."""
    stored = await _find(transaction, guild_id)
    if stored is None or stored.local_hour is None:
        return {}
    return {"hour": hour_in_utc(stored.local_hour, stored.zone, day + timedelta(days=1))}


async def _find(transaction: Transaction, guild_id: int) -> Stored | None:
    """What posts a server wants; None also if it can't be read."""
    return next(iter(await transaction.all(_OF_SERVER, Stored, guild=guild_id)), None)


def hour_and_second(at: int) -> tuple[int, int]:
    """The hour of the day, UTC, and the second in it."""
    return divmod(at % (24 * 3600), 3600)


def whose_time_has_come(
    hour: ColumnElement[int], discord_id: ColumnElement[int], this_hour: BindParameter[int], second: BindParameter[int]
) -> ColumnElement[bool]:
    """The rows that are due at this time: their `hour` of the day is over, or their place in it has come.

    `discord_id` gives each row its place, so the order is the same every day. The more rows chose an hour, the longer
    the part of it over which they are spread.
    """
    many = select(func.count()).where(hour == this_hour).scalar_subquery()
    window = case((many * TENTHS_EACH < 10 * SPREAD, many * TENTHS_EACH // 10), else_=SPREAD)
    slot = discord_id.bitwise_rshift(literal(22, Integer)) % SPREAD  # the bits above 22 are when it was made, in ms
    return or_(hour < this_hour, and_(hour == this_hour, slot * window <= second * SPREAD))


_of_server = rows.c.guild_id == bindparam("guild")
_STORED = select(*[rows.c[name] for name in Stored.__struct_fields__])
_OF_SERVER = _STORED.where(_of_server)
_DUE = (
    _STORED.where(
        whose_time_has_come(rows.c.hour, rows.c.guild_id, bindparam("this_hour"), bindparam("second")),
        unclaimed(rows, bindparam("since"), bindparam("current")),
        # `!=`, because a later day can be marked if the clock was wrong then
        *[or_(mark.is_(None), mark != bindparam("day")) for mark in (rows.c.announced_on, rows.c.skipped_on)],
        rows.c.guild_id > bindparam("after"),
    )
    .order_by(rows.c.guild_id)
    .limit(bindparam("most"))
)
_DUE_AND_LOCKED = _DUE.with_for_update(skip_locked=True)
_CLAIMED = update(rows).where(rows.c.guild_id.in_(bindparam("guilds", expanding=True)))
_MARKED = update(rows).where(_of_server)
_MARKED_AS_EMPTY = _MARKED.values(empty=case((rows.c.empty < QUIET, rows.c.empty + 1), else_=QUIET))
_FAILED = _MARKED.values(failing_since=func.coalesce(rows.c.failing_since, bindparam("day", type_=Day())))
_DROPPED = delete(rows).where(_of_server)
