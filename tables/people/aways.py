"""People say that they are away for some days, and that they are back."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from msgspec import Struct
from sqlalchemy import BindParameter, bindparam, insert, select, update

from languages import later, say

from ..daily.calendar import now
from ..play import timers
from ..play.model import Refused
from ..play.rows import once
from ..play.timers import Times
from ..store import schema
from ..store.database import Database
from ..store.kinds import When
from ..store.leases import advisory_lock
from ..store.transaction import Transaction
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


class Time(Struct, array_like=True, frozen=True):
    since: When
    until: When


_row, _deadline = schema.aways.c, schema.timers.c
_theirs = _row.user_id == bindparam("user")
_after: BindParameter[int] = bindparam("after")
_LATELY = select(_row.since, _row.until).where(_theirs, _row.since > _after).order_by(_row.since)
_PUT_OFF = update(schema.aways).where(_theirs, _row.since == bindparam("began"))
_END = update(schema.aways).where(_theirs, _row.until > _after)
_seated = select(schema.players.c.table_id).where(schema.players.c.user_id == bindparam("user"), schema.LIVING)
_ANEW = update(schema.timers).where(
    _deadline.table_id.in_(_seated), _deadline.kind == bindparam("its_kind"), _deadline.due_at > _after
)


class Aways:
    def __init__(self, database: Database, people: People, times: Times) -> None:
        self._database, self._people, self._times = database, people, times

    async def of(self, user_id: int) -> Away:
        async with self._database.glance() as transaction:
            rows = await _lately(transaction, user_id)
        until = next((row.until for row in rows if row.until > now()), None)
        return Away(until, max(0, MOST - len(rows)), rows[0].since + WITHIN if len(rows) >= MOST else None)

    async def begin(self, user_id: int, days: int, interaction_id: int) -> Away:
        """Be away for so many days from now. Whoever is away already may come back later or sooner than they said."""
        if not 1 <= days <= LONGEST:
            raise Refused(say("Choose from 1 to {most} days.", most=LONGEST))
        at = now()
        until = at + days * A_DAY
        async with self._changing(user_id) as transaction:
            await once(transaction, interaction_id)
            rows = await _lately(transaction, user_id)
            current = next((one for one in rows if one.until > at), None)
            if current and until > (latest := current.since + LONGEST * A_DAY):
                raise Refused(
                    say("You are away already: until {time} at the latest. Two weeks are the most.", time=_day(latest))
                )
            if current:
                await transaction.run(_PUT_OFF, user=user_id, began=current.since, until=until)
            elif len(rows) >= MOST:
                raise Refused(say(TOO_OFTEN, time=_day(rows[0].since + WITHIN)))
            else:
                await put_person(transaction, user_id)
                await transaction.run(insert(schema.aways), user_id=user_id, since=at, until=until)
        return await self.of(user_id)

    async def end(self, user_id: int, interaction_id: int) -> None:
        """Be back. The timers of tables that waited for this user begin anew."""
        async with self._changing(user_id) as transaction:
            if not await transaction.run(_END, user=user_id, after=now(), until=now()):
                return
            await once(transaction, interaction_id)
            for kind in timers.HELD:
                wait = self._times.waits().get(kind)
                if wait is not None:
                    anew = now() + int(wait.total_seconds())
                    await transaction.run(_ANEW, user=user_id, its_kind=kind, after=anew, due_at=anew)

    @asynccontextmanager
    async def _changing(self, user_id: int) -> AsyncIterator[Transaction]:
        """A transaction in which nobody else changes when this user is away."""
        try:
            async with self._database.write() as transaction:
                await advisory_lock(transaction, f"away/{user_id}")
                yield transaction
        finally:
            self._people.forget_preferences(user_id)


async def _lately(transaction: Transaction, user_id: int) -> list[Time]:
    """When this user was away within a year, the first time first."""
    return await transaction.all(_LATELY, Time, user=user_id, after=now() - WITHIN)


def _day(at: int) -> str:
    return f"<t:{at}:D>"
