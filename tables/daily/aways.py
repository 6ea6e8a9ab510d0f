"""When people are away: meanwhile their tables wait for them, they aren't reminded, and no streak of theirs breaks.

A day (UTC) at whose end somebody is away is no day for their streaks, like one on which the bot was down: see
outages.py. Whoever finished a deal of such a day all the same has played it.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, bindparam, exists, func, select

from ..store import schema
from ..store.legacy import readable
from ..store.transaction import Transaction
from .calendar import now

aways = schema.aways.c
OF_USER = select(aways.since, aways.until).where(aways.user_id == bindparam("user", type_=BigInteger))


async def until(connection: Transaction, user_id: int) -> int | None:
    """Until when this user is away, in seconds since 1970; None if they are here."""
    last: int | None = await connection.scalar(select(func.max(aways.until)).where(aways.user_id == user_id))
    return last if last is not None and last > now() else None


async def days_of(connection: Transaction, user_id: int) -> frozenset[date]:
    """The days at whose end this user is away, past and to come."""
    return days_in(await connection.execute(OF_USER, {"user": user_id}))


def days_in(rows: Iterable[Any]) -> frozenset[date]:
    """The same, from the rows that OF_USER gives."""
    days = set[date]()
    for row in readable(rows):
        day = datetime.fromtimestamp(row.since, UTC).date()
        while row.since < _end(day) <= row.until:
            days.add(day)
            day += timedelta(days=1)
    return frozenset(days)


def is_away(user_id: ColumnElement[int], day: date) -> ColumnElement[bool]:
    """Whether they are away at the end of this day."""
    return exists().where(aways.user_id == user_id, aways.since < _end(day), aways.until >= _end(day))


def _end(day: date) -> int:
    return int(datetime.combine(day + timedelta(days=1), time(), UTC).timestamp())
