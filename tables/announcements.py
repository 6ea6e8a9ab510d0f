"""Servers that want to be told of the deals of the day: each has a channel and an hour.

A row is claimed, told, then marked with the day. A crash in between leaves it claimed, and it is tried again.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import and_, delete, insert, or_, select, update

from . import schema
from .database import Database
from .table import now, this_hour, today

CLAIM_LASTS = 60  # seconds: short, as Discord refuses to take the same message twice only for minutes

rows = schema.announcements


@dataclass(frozen=True)
class Announcement:
    guild_id: int
    channel_id: int
    hour: int  # of the day, UTC
    begun_at: int | None = None  # somebody was at it before, and it isn't known how far they came


class Announcements:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guild_id: int) -> Announcement | None:
        """What this server wants."""
        async with self._database.read() as connection:
            row = (await connection.execute(select(rows).where(rows.c.guild_id == guild_id))).one_or_none()
            return None if row is None else Announcement(row.guild_id, row.channel_id, row.hour)

    async def put(self, guild_id: int, channel_id: int, hour: int) -> None:
        """From the next time that it is this hour. What was announced today isn't announced again."""
        of_guild = rows.c.guild_id == guild_id
        async with self._database.write() as connection:
            announced_on = await connection.scalar(select(rows.c.announced_on).where(of_guild))
            if hour <= this_hour():
                announced_on = today().isoformat()
            await connection.execute(delete(rows).where(of_guild))
            await connection.execute(
                insert(rows).values(guild_id=guild_id, channel_id=channel_id, hour=hour, announced_on=announced_on)
            )

    async def drop(self, guild_id: int) -> None:
        async with self._database.write() as connection:
            await connection.execute(delete(rows).where(rows.c.guild_id == guild_id))

    async def due(self) -> tuple[Announcement, ...]:
        """Those whose hour has come today, now claimed."""
        at = now()
        waiting = and_(
            rows.c.hour <= this_hour(),
            or_(rows.c.announced_on.is_(None), rows.c.announced_on < today().isoformat()),
            or_(rows.c.claimed_at.is_(None), rows.c.claimed_at <= at - CLAIM_LASTS),
        )
        async with self._database.read() as connection:
            if await connection.scalar(select(rows.c.guild_id).where(waiting).limit(1)) is None:
                return ()
        async with self._database.write() as connection:
            found = (await connection.execute(select(rows).where(waiting))).all()
            await connection.execute(update(rows).where(waiting).values(claimed_at=at))
        return tuple([Announcement(row.guild_id, row.channel_id, row.hour, row.claimed_at) for row in found])

    async def done(self, guild_id: int, day: date) -> None:
        """It is told, or was before."""
        await self._mark(guild_id, announced_on=day.isoformat(), claimed_at=None)

    async def put_off(self, guild_id: int) -> None:
        """It surely hasn't been told."""
        await self._mark(guild_id, claimed_at=None)

    async def _mark(self, guild_id: int, **values: Any) -> None:
        async with self._database.write() as connection:
            await connection.execute(update(rows).where(rows.c.guild_id == guild_id).values(**values))
