"""Days and weeks in words, and the buttons that lead to them."""

from datetime import date, timedelta

from languages import day_and_month, say, whole_date
from tables.play.model import Refused

from .press import Press
from .screen import Button


def written(day: date) -> str:
    return whole_date(day)


def day_in(text: str, otherwise: str) -> date:
    """The day that was typed, or that a press names. Raises Refused with the sentence `otherwise`."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refused(say(otherwise)) from None


def span(first: date, last: date) -> str:
    """ "16 to 22 November 2026": the month and the year once, if both days share them."""
    if (first.year, first.month) == (last.year, last.month):
        # Translators: days of one month: {day} is a number, {last} a whole date
        return say("{day} to {last}", day=first.day, last=whole_date(last))
    beginning = day_and_month(first) if first.year == last.year else whole_date(first)
    return say("{first} to {last}", first=beginning, last=whole_date(last))


def week_dates(week: date) -> str:
    return span(week, week + timedelta(days=6))


def week_button(week: date, seats: int) -> Button:
    """A week's standings, or how its deals are played while it lasts."""
    return Button(say("Deal of the week"), week_press(week, seats), emoji="📅")


def week_press(week: date, seats: int, scope: str = "here", page: int = 0) -> Press:
    return Press("week", 0, args=(week.isoformat(), str(seats), scope, str(page)))


def play_press(game: str, day: date) -> Press:
    """The press that plays a deal of the day."""
    return Press("daily", 0, args=(game, day.isoformat()))


def practice_press(game: str, day: date) -> Press:
    return Press("practice", 0, args=(game, day.isoformat()))
