"""Days on which the bot was down: they neither count in a streak nor break it.

The clock notes for each day (UTC) for how long the bot was stopped in it. A day on which it ran for less than two hours
in all counts as one on which nobody could play. Whoever finished a deal of such a day all the same has played it.
"""

from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import bindparam, delete, select

from ..store import schema
from ..store.transaction import Transaction
from ..store.upserts import upserts

A_DAY = 24 * 3600
MOST_DAYS = 400  # that are noted of one stop: no streak outlasts more

outages = schema.outages
DAYS_DOWN = select(outages.c.day).where(schema.DOWN)
_NOTED = upserts(
    outages,
    lambda day: day.on_conflict_do_update(
        index_elements=["day"], set_={"seconds": outages.c.seconds + day.excluded.seconds}
    ),
)
_SINCE = delete(outages).where(outages.c.day >= bindparam("first"))


async def note(transaction: Transaction, since: int, until: int) -> None:
    """The bot was stopped between these times, in seconds since 1970."""
    days, since = list[dict[str, object]](), max(since, until - MOST_DAYS * A_DAY)
    while since < until:
        midnight = (since // A_DAY + 1) * A_DAY
        days.append({"day": _day(since), "seconds": min(until, midnight) - since})
        since = midnight
    await transaction.many(_NOTED[transaction.dialect], days)


async def correct(transaction: Transaction, at: int) -> None:
    """It is only `at` now, after a clock that was ahead: what was noted of this day and of later ones wasn't so."""
    await transaction.run(_SINCE, first=_day(at))


async def days_down(transaction: Transaction) -> frozenset[date]:
    return frozenset(await transaction.all(DAYS_DOWN, date))


def missed(after: date, before: date, down: Collection[date]) -> int:
    """How many days there were between two, without those on which the bot was down."""
    return (before - after).days - 1 - sum(after < day < before for day in down)


def next_day(day: date, down: Collection[date]) -> date:
    """The next one on which the bot wasn't down."""
    day += timedelta(days=1)
    while day in down:
        day += timedelta(days=1)
    return day


def day_before(day: date, down: Collection[date]) -> date:
    """The last one before on which the bot wasn't down."""
    day -= timedelta(days=1)
    while day in down:
        day -= timedelta(days=1)
    return day


def _day(at: int) -> date:
    return datetime.fromtimestamp(at, UTC).date()
