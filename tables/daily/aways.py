"""When people are away: meanwhile their tables wait for them, they aren't reminded, and no streak of theirs breaks.

A day (UTC) at whose end somebody is away is no day for their streaks, like one on which the bot was down: see
outages.py. Whoever finished a deal of such a day all the same has played it.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from msgspec import Struct
from sqlalchemy import BigInteger, BindParameter, ColumnElement, bindparam, exists, func, select

from ..store import schema
from ..store.kinds import When
from ..store.transaction import Transaction
from .calendar import now


class Absence(Struct, array_like=True, frozen=True):
    since: When
    until: When


aways = schema.aways.c
_of_user = aways.user_id == bindparam("user", type_=BigInteger)
OF_USER = select(aways.since, aways.until).where(_of_user)
_LAST = select(func.max(aways.until)).where(_of_user)


async def until(transaction: Transaction, user_id: int) -> int | None:
    """Until when this user is away, in seconds since 1970; None if they are here."""
    last = await transaction.one(_LAST, int, user=user_id)
    return last if last is not None and last > now() else None


async def days_of(transaction: Transaction, user_id: int) -> frozenset[date]:
    """The days at whose end this user is away, past and to come."""
    return days_in(await transaction.all(OF_USER, Absence, user=user_id))


def days_in(absences: Iterable[Absence]) -> frozenset[date]:
    """The same, from what OF_USER finds."""
    days = set[date]()
    for absence in absences:
        day = datetime.fromtimestamp(absence.since, UTC).date()
        while absence.since < end_of(day) <= absence.until:
            days.add(day)
            day += timedelta(days=1)
    return frozenset(days)


def is_away(user_id: ColumnElement[int], at: int | BindParameter[int]) -> ColumnElement[bool]:
    """Whether they are away at this time, the end of a day."""
    return exists().where(aways.user_id == user_id, aways.since < at, aways.until >= at)


def end_of(day: date) -> int:
    return int(datetime.combine(day + timedelta(days=1), time(), UTC).timestamp())
