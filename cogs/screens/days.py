"""Days and weeks in words, and the buttons that lead to them."""

from datetime import date, timedelta

from tables.play.model import Refused

from .press import Press
from .screen import Button


def written(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def day_in(text: str, otherwise: str) -> date:
    """The day that was typed, or that a press names. Raises Refused, which says `otherwise`."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refused(otherwise) from None


def span(first: date, last: date) -> str:
    """ "16 to 22 November 2026": the month and the year once, if both days share them."""
    if first.year != last.year:
        begins = written(first)
    else:
        begins = f"{first.day}" if first.month == last.month else f"{first.day} {first:%B}"
    return f"{begins} to {written(last)}"


def week_dates(week: date) -> str:
    return span(week, week + timedelta(days=6))


def week_button(week: date, seats: int) -> Button:
    """A week's standings, or how its deals are played while it lasts."""
    return Button("Deal of the week", week_press(week, seats), emoji="📅")


def week_press(week: date, seats: int, scope: str = "here", page: int = 0) -> Press:
    return Press("week", 0, args=(week.isoformat(), str(seats), scope, str(page)))


def play_press(game: str, day: date) -> Press:
    """The press that plays a deal of the day."""
    return Press("daily", 0, args=(game, day.isoformat()))


def practice_press(game: str, day: date) -> Press:
    return Press("practice", 0, args=(game, day.isoformat()))
