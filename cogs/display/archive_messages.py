"""The days gone by in messages: a month as a calendar, and one day's deals, to be practised."""

from datetime import date, timedelta
from typing import Any

import discord
from discord import ui

from engine import GAMES
from render import month as pictured
from render.month import Day
from tables import GAMES_OF_THE_DAY, Month, MonthsDay, Refused

from ..controls import SELECT_LIMIT, Press, button, select
from .deal_messages import riddle_button
from .messages import framed, practice_press, written
from .pictures import draw_last

LETTERS = {"advent-of-the-wyrms": "W", "hexaract": "H", "forest-of-wyr": "F", "advyria": "G"}
SHORT = {
    "advent-of-the-wyrms": "Wyrms",
    "hexaract": "Hexaract",
    "forest-of-wyr": "Forest",
    "advyria": "Guilds",
}
OLDEST = date(2015, 1, 1)  # Discord is no older
NO_MONTH = "Write a month like 2026-11."
TOLD = {"open": "You haven't played it.", "begun": "You began it.", "played": "You played it.", "won": "🏆 You won it."}


def month_press(day: date) -> Press:
    return Press("month", 0, args=(f"{day:%Y-%m}",))


def month_of(text: str) -> date:
    """The first day of a month that was typed or pressed. Raises Refused."""
    try:
        first = date.fromisoformat(f"{text.strip()}-01")
    except ValueError:
        raise Refused(NO_MONTH) from None
    if first < OLDEST:
        raise Refused(NO_MONTH)
    return first


def day_of(press: Press) -> date:
    """The day that a select has chosen. Raises Refused."""
    try:
        return date.fromisoformat("".join(press.values))
    except ValueError:
        raise Refused("There is no such day.") from None


def _page(month: Month, day: date) -> pictured.Month:
    marks = [mark for one in month.days for mark in one.deals.values()]
    riddles = [one.riddle for one in month.days if one.riddle is not None]
    finished = sum(mark in ("played", "won") for mark in marks)
    answered = sum(mark in ("played", "won") for mark in riddles)
    return pictured.Month(
        title=f"{month.first:%B %Y}",
        weekday=month.first.weekday(),
        games=tuple((LETTERS[game], SHORT[game]) for game in GAMES_OF_THE_DAY),
        days=tuple(
            Day(tuple(one.deals.get(game) for game in GAMES_OF_THE_DAY), one.riddle, today=one.day == day)
            for one in month.days
        ),
        summary=(
            f"{finished} of {len(marks)} deals played, {marks.count('won')} won · "
            f"{answered} of {len(riddles)} riddles answered, {riddles.count('won')} found"
        ),
    )


async def picture(month: Month, day: date) -> bytes:
    return await draw_last(pictured.month, _page(month, day))


def in_words(month: Month, today: date) -> str:
    return pictured.describe(_page(month, today))


def month(month: Month, today: date) -> ui.LayoutView:
    """The calendar, the days that can be practised, and the way to the months beside it."""
    page = _page(month, today)
    gone = [one for one in month.days if one.closed and (one.deals or one.riddle)]
    half = -(-len(gone) // 2) if len(gone) > SELECT_LIMIT else len(gone)
    below: list[ui.Item[Any]] = []
    for part in filter(None, (gone[:half], gone[half:])):
        options = [discord.SelectOption(label=written(one.day), value=one.day.isoformat()) for one in part]
        first, last = part[0].day.day, part[-1].day.day
        which = f" ({first} to {last})" if half < len(gone) else ""
        below.append(ui.ActionRow(select(f"Open a day to practise{which}", Press("day-gone", 0), options)))
    before, after = month.first - timedelta(days=1), month.days[-1].day + timedelta(days=1)
    ways = []
    if month.earlier:
        ways.append(button(f"{before:%B %Y}", month_press(before), emoji="◀"))
    if after <= today:
        ways.append(button(f"{after:%B %Y}", month_press(after), emoji="▶"))
    if ways:
        below.append(ui.ActionRow(*ways))
    text = "" if gone else "No day of this month can be practised yet."
    return framed(text, below, alt=pictured.alt(page))


def day(one: MonthsDay) -> ui.LayoutView:
    """A day that is closed."""
    lines: list[ui.Item[Any]] = [
        ui.Section(
            ui.TextDisplay(f"**{GAMES[game].title}**\n{TOLD[mark]}"),
            accessory=button("Practise", practice_press(game, one.day), style=discord.ButtonStyle.success),
        )
        for game, mark in one.deals.items()
    ]
    ways = [button("Back", month_press(one.day), emoji="↩️")]
    if one.riddle is not None:
        ways.insert(0, riddle_button(one.day, discord.ButtonStyle.secondary))
    return framed(f"## Deals of {written(one.day)}\nPractice counts nowhere.", [*lines, ui.ActionRow(*ways)])
