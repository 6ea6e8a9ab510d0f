"""Past days in messages: a month as a calendar, and a day's deals to practise."""

from datetime import date, timedelta

from engine import GAMES
from languages import later, month_and_year, say, whole_date
from render import month as pictured
from render.month import Day
from tables.daily.attempts import GAMES_OF_THE_DAY
from tables.daily.calendar import today
from tables.daily.months import Month, MonthsDay
from tables.play.model import Refused

from ..games import WORDS
from .daily import riddle_button
from .days import day_in, practice_press
from .frame import framed
from .press import Press
from .screen import MENU_LIMIT, Block, Button, Drawing, Menu, Option, Picture, Screen, Section, Style, row

OLDEST = date(2015, 1, 1)  # Discord is no older
NO_DAY = later("There is no such day.")
NO_MONTH = later("Write a month like 2026-11.")
PLAYED = {
    "open": later("You haven't played it."),
    "begun": later("You didn't finish it, so it counts as given up."),
    "played": later("You played it."),
    "won": later("🏆 You won it."),
}


def month_press(day: date) -> Press:
    return Press("month", 0, args=(f"{day:%Y-%m}",))


def month_of(text: str) -> date:
    """The first day of a month that was typed or pressed. Raises Refused, also for a month in the future."""
    first = day_in(f"{text.strip()}-01", NO_MONTH)
    if first < OLDEST:
        raise Refused(say(NO_MONTH))
    if first > today():
        raise Refused(
            say("{month} is still to come. `/daily show:Archive` shows this month.", month=month_and_year(first))
        )
    return first


def _page(month: Month, day: date) -> pictured.Month:
    marks = [mark for square in month.days for mark in square.deals.values()]
    riddles = [square.riddle for square in month.days if square.riddle is not None]
    finished = sum(mark in ("played", "won") for mark in marks)
    answered = sum(mark in ("played", "won") for mark in riddles)
    return pictured.Month(
        title=month_and_year(month.first),
        weekday=month.first.weekday(),
        games=tuple((short[0], short) for short in (say(WORDS[game].short) for game in GAMES_OF_THE_DAY)),
        days=tuple(
            Day(tuple(square.deals.get(game) for game in GAMES_OF_THE_DAY), square.riddle, today=square.day == day)
            for square in month.days
        ),
        summary=say(
            "{played} of {deals} deals played, {won} won · {answered} of {riddles} riddles answered, {found} found",
            played=finished,
            deals=len(marks),
            won=marks.count("won"),
            answered=answered,
            riddles=len(riddles),
            found=riddles.count("won"),
        ),
    )


def month(month: Month, this_day: date) -> Screen:
    """The calendar, the days that can be practised, and the way to the months before and after."""
    page = _page(month, this_day)
    gone = [square for square in month.days if square.closed and (square.deals or square.riddle)]
    half = -(-len(gone) // 2) if len(gone) > MENU_LIMIT else len(gone)
    below: list[Block] = []
    for part in filter(None, (gone[:half], gone[half:])):
        options = [Option(label=whole_date(square.day), value=square.day.isoformat()) for square in part]
        first, last = part[0].day.day, part[-1].day.day
        asks = say("Open a day to practise")
        if half < len(gone):
            asks = say("Open a day to practise ({first} to {last})", first=first, last=last)
        below.append(row(Menu(asks, Press("day-gone", 0), tuple(options))))
    before, after = month.first - timedelta(days=1), month.days[-1].day + timedelta(days=1)
    ways = []
    if month.earlier:
        ways.append(Button(month_and_year(before), month_press(before), emoji="◀"))
    if after <= this_day:
        ways.append(Button(month_and_year(after), month_press(after), emoji="▶"))
    if ways:
        below.append(row(*ways))
    picture = Picture(pictured.alt(page), Drawing(pictured.month, (page,)), words=pictured.describe(page))
    text = "" if gone else say("No day of this month can be practised yet.")
    return framed(text, below, picture=picture)


def day(gone: MonthsDay) -> Screen:
    """The deals of a closed day."""
    lines: list[Block] = [
        Section(
            f"**{GAMES[game].title}**\n{say(PLAYED[mark])}",
            Button(say("Practise"), practice_press(game, gone.day), style=Style.SUCCESS),
        )
        for game, mark in gone.deals.items()
    ]
    ways = [Button(say("Back"), month_press(gone.day), emoji="↩️")]
    if gone.riddle is not None:
        ways.insert(0, riddle_button(gone.day, Style.SECONDARY))
    text = f"## {say('Deals of {day}', day=whole_date(gone.day))}\n{say('Practice counts nowhere.')}"
    return framed(text, [*lines, row(*ways)])
