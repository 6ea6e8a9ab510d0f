"""People say that they are away for some days, and that they are back."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select, update

from languages import later, say

from ..daily.calendar import now
from ..play import timers
from ..play.model import Refused
from ..play.rows import once
from ..play.timers import Times
from ..store import schema
from ..store.cells import readable
from ..store.connection import Connection
from ..store.database import Database
from ..store.leases import advisory_lock
from .people import People, put_person

A_DAY = 24 * 3600
LONGEST = 14  # days
MOST, WITHIN = 4, 365 * A_DAY  # times, in so many seconds
TOO_OFTEN = later("You've been away four times in a year. The next is from {time}.")


@dataclass(frozen=True)
class Away:
    until: int | None  # in seconds since 1970; None: they are here
    left: int  # how often they may still be away
    again_at: int | None = None  # when they may be the next time, if that isn't now


class Aways:
    def __init__(self, database: Database, people: People, times: Times) -> None:
        self._database, self._people, self._times = database, people, times

    async def of(self, user_id: int) -> Away:
        async with self._database.glance() as connection:
            rows = await _lately(connection, user_id)
        until = next((row.until for row in rows if row.until > now()), None)
        return Away(until, max(0, MOST - len(rows)), rows[0].since + WITHIN if len(rows) >= MOST else None)

    async def begin(self, user_id: int, days: int, interaction_id: int) -> Away:
        """Be away for so many days from now. Whoever is away already may come back later or sooner than they said."""
        if not 1 <= days <= LONGEST:
            raise Refused(say("Choose from 1 to {most} days.", most=LONGEST))
        row, at = schema.aways, now()
        until = at + days * A_DAY
        async with self._changing(user_id) as connection:
            await once(connection, interaction_id)
            rows = await _lately(connection, user_id)
            current = next((one for one in rows if one.until > at), None)
            if current and until > (latest := current.since + LONGEST * A_DAY):
                raise Refused(
                    say("You are away already: until {time} at the latest. Two weeks are the most.", time=_day(latest))
                )
            if current:
                this = row.c.user_id == user_id, row.c.since == current.since
                await connection.execute(update(row).where(*this).values(until=until))
            elif len(rows) >= MOST:
                raise Refused(say(TOO_OFTEN, time=_day(rows[0].since + WITHIN)))
            else:
                await put_person(connection, user_id)
                await connection.execute(row.insert().values(user_id=user_id, since=at, until=until))
        return await self.of(user_id)

    async def end(self, user_id: int, interaction_id: int) -> None:
        """Be back. The timers of tables that waited for this user begin anew."""
        row, deadline = schema.aways, schema.deadlines
        seated = select(schema.players.c.table_id).where(schema.players.c.user_id == user_id, schema.LIVING)
        async with self._changing(user_id) as connection:
            this = row.c.user_id == user_id, row.c.until > now()
            ended = await connection.execute(update(row).where(*this).values(until=now()))
            if not ended.rowcount:
                return
            await once(connection, interaction_id)
            for kind in timers.HELD:
                wait = self._times.waits().get(kind)
                if wait is not None:
                    anew = now() + int(wait.total_seconds())
                    late = deadline.c.table_id.in_(seated), deadline.c.kind == kind, deadline.c.due_at > anew
                    await connection.execute(update(deadline).where(*late).values(due_at=anew))

    @asynccontextmanager
    async def _changing(self, user_id: int) -> AsyncIterator[Connection]:
        """A transaction in which nobody else changes when this user is away."""
        try:
            async with self._database.write() as connection:
                await advisory_lock(connection, f"away/{user_id}")
                yield connection
        finally:
            self._people.forget_preferences(user_id)


async def _lately(connection: Connection, user_id: int) -> list[Any]:
    """When this user was away within a year, the first time first."""
    row = schema.aways.c
    lately = select(row.since, row.until).where(row.user_id == user_id, row.since > now() - WITHIN)
    return readable(await connection.execute(lately.order_by(row.since)))


def _day(at: int) -> str:
    return f"<t:{at}:D>"
