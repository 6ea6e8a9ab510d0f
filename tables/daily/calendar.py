"""What time it is, and when the deals of a day and of a week are closed. Days are dates in UTC."""

from datetime import UTC, date, datetime, time, timedelta

from discord.utils import utcnow

RANKED_PLAY = timedelta(hours=26)  # from the beginning of the day, UTC


def now() -> int:
    return int(utcnow().timestamp())


def today() -> date:
    return utcnow().date()


def this_hour() -> int:
    """The hour of the day, UTC."""
    return utcnow().hour


def closes_at(day: date) -> int:
    """When ranked play of a day's deals ends, in seconds since 1970."""
    return int((datetime.combine(day, time(), UTC) + RANKED_PLAY).timestamp())


def monday(day: date) -> date:
    """The first day of the week that `day` is in."""
    return day - timedelta(days=day.weekday())


def week_closes_at(week: date) -> int:
    """When ranked play ends for the deals of the week that begins on this Monday: with its last day's deals."""
    return closes_at(week + timedelta(days=6))


def deal_closes_at(day: date | None, week: date | None) -> int | None:
    if week is not None:
        return week_closes_at(week)
    return closes_at(day) if day is not None else None
