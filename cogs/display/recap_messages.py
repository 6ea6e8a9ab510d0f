"""A server's daily post: what its members made of the last day, or of the week, and today's buttons below."""

from collections.abc import Callable
from datetime import date
from typing import Any

import discord
from discord import ui

from engine import GAMES
from engine.sentences import listed
from render import recap as pictured
from render.recap import Game, Row
from tables import WEEKLY_SEATS, GameRecap, Recap, Riddle, monday

from ..controls import button
from . import deal_messages, riddle_messages
from .deal_messages import DAILY, play_press, riddle_button, today_press
from .messages import PICTURE, Message, framed, plain, safe, week_button, written
from .pictures import draw_last
from .rankings import SOMEBODY
from .week_messages import percent

WINS = tuple(game for game in DAILY if game != "advyria")  # that can be lost


async def announcement(recap: Recap, riddle: Riddle | None, day: date) -> Message:
    """`riddle`: that of the recap's day."""
    if recap.empty:
        return Message(lambda: _post(_nobody(day), day), {})
    drawn = await draw_last(pictured.recap, _page(recap, riddle, lambda name: name))
    alt = pictured.alt(_page(recap, riddle, plain))
    undrawn = pictured.undrawn(_page(recap, riddle, lambda name: name))
    names = "\n".join(f"-# {row.place} · {safe(row.name)}: {row.score}" for row in undrawn)
    text = f"## Deals of {written(day)}\nNew, and the same for everybody. Above: how {_of(recap)} went."
    if recap.of_groups:
        text += " `/week` has all groups, and this week's deal."
    return Message(lambda: _post(f"{text}\n{names}".strip(), day, alt), {PICTURE: drawn})


def _of(recap: Recap) -> str:
    return written(recap.day) if recap.period == "day" else f"the week to {written(recap.day)}"


def _nobody(day: date) -> str:
    return f"## Deals of {written(day)}\nNew, and the same for everybody. Who plays first?"


def _post(text: str, day: date, alt: str | None = None) -> ui.LayoutView:
    plays: list[ui.Item[Any]] = [
        button(GAMES[game].title, play_press(game, day), style=discord.ButtonStyle.success) for game in DAILY
    ]
    mine = button("My deals and streak", today_press(day), emoji="🔥")
    week = [week_button(day, WEEKLY_SEATS[0])] if day == monday(day) else []
    return framed(text, [ui.ActionRow(*plays), ui.ActionRow(riddle_button(day), mine, *week)], alt=alt)


def _page(recap: Recap, riddle: Riddle | None, spelled: Callable[[str], str]) -> pictured.Recap:
    return pictured.Recap(
        title=written(recap.day) if recap.period == "day" else f"Week to {recap.day.day} {recap.day:%B}",
        lantern=_lantern(recap.lantern.nights),
        games=(*(_game(game, spelled) for game in recap.games), *_groups(recap, spelled)),
        riddle=_riddle(recap, riddle, spelled),
        embers=_embers(tuple(map(spelled, recap.embers))),
    )


def _lantern(nights: int) -> str:
    if not nights:
        return ""
    return "The lantern burns" if nights == 1 else f"The lantern has burned {nights:,} nights"


def _game(recap: GameRecap, spelled: Callable[[str], str]) -> Game:
    rows = [
        Row(one.place, spelled(one.name or SOMEBODY), f"{one.points}", lost=recap.game in WINS and not one.wins)
        for one in recap.places
    ]
    hall = deal_messages.hall(recap.game, recap.par) if recap.par else ""
    return Game(GAMES[recap.game].title, tuple(rows), recap.total, hall)


def _groups(recap: Recap, spelled: Callable[[str], str]) -> list[Game]:
    """The deal of the week, as one more game."""
    told = recap.of_groups
    if told is None:
        return []
    rows = [
        Row(
            one.group.place,
            ", ".join(spelled(name or SOMEBODY) for name in one.group.players),
            percent(one.share),
            lost=not one.group.won,
        )
        for one in told.groups
    ]
    return [Game("Deal of the week", tuple(rows), told.total, "Other groups beaten")]


def _riddle(recap: Recap, riddle: Riddle | None, spelled: Callable[[str], str]) -> pictured.Riddle | None:
    told = recap.riddle
    if told is None or riddle is None or riddle.solution is None:
        return None
    return pictured.Riddle(
        game=GAMES[riddle.game].title,
        answer=riddle_messages.labels(riddle)[riddle.solution.best],
        found=tuple(map(spelled, told.found)),
        total=told.total,
        answered=told.answered,
    )


def _embers(names: tuple[str, ...]) -> str:
    if not names:
        return ""
    return f"An ember kept the streak{'s' * (len(names) > 1)} of {listed(names)}."
