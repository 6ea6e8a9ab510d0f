"""The periods that boards are for: a day, a week, a month, all time."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

from ..daily.calendar import monday

Period = Literal["day", "week", "month", "all"]
COUNTING: tuple[Period, ...] = ("day", "week", "month", "all")


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


def begins(period: Period, day: date) -> int:
    return 0 if period == "all" else _midnight(days_of(period, day)[0])


def ends(period: Period, day: date) -> int:
    return _midnight(days_of(period, day)[1] + timedelta(days=1))


def _midnight(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())
