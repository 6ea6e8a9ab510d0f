"""A server's daily post: how its members did on the last day or in the week, with the buttons of today's deals."""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import date

from engine import GAMES
from languages import day_and_month, labelled, listed, say, say_many, whole_date
from render import recap as pictured
from render.recap import Game, Row
from tables.daily.announcements import PARTS
from tables.daily.calendar import monday
from tables.daily.recaps import UNLIT, GameRecap, Recap
from tables.daily.riddles import Riddle
from tables.daily.weeks import SEATS as WEEKLY_SEATS

from ..games import WORDS
from . import daily
from .daily import DAILY, riddle_button, today_press
from .days import play_press, week_button
from .frame import framed
from .names import harmless, plain, safe
from .riddle import labels
from .screen import Button, Drawing, Picture, Screen, Style, row
from .week import share_of


def refused(channel_id: int, server: str) -> Screen:
    """Tell whoever set the daily post up that Discord has refused it for long. `server`: its name, or ""."""
    text = say(
        "For a week I couldn't post the deals of the day in {channel}. I need to view that channel, send messages and "
        "attach files in it. I try again every day. `/settings` in that server chooses another channel, or stops it.",
        channel=f"<#{channel_id}>" + (f" ({safe(server)})" if server else ""),
    )
    return framed(text)


def announcement(recap: Recap, riddle: Riddle | None, day: date, parts: Collection[str] = PARTS) -> Screen:
    """A server's daily post. `riddle`: that of the recap's day. `parts`: those that the server wants."""
    title = f"## {say('Deals of {day}', day=whole_date(day))}"
    recap = _wanted(recap, parts)
    if recap.empty:
        return _post(f"{title}\n{say('New, and the same for everybody. Who plays first?')}", day, parts)
    page = _page(recap, riddle, plain)
    picture = Picture(pictured.alt(page), Drawing(pictured.recap, (page,)))
    names = "\n".join(
        labelled(f"-# {entry.place} · {harmless(entry.name)}", entry.score) for entry in pictured.undrawn(page)
    )
    last = whole_date(recap.day)
    if recap.period == "day":
        text = say("New, and the same for everybody. Above: how {day} went.", day=last)
    else:
        text = say("New, and the same for everybody. Above: how the week to {day} went.", day=last)
    if recap.of_groups:
        more = say("`/week` has all groups, and this week's deal.")
        text = f"{text} {more}"
    return _post(f"{title}\n{text}\n{names}".strip(), day, parts, picture)


def _wanted(recap: Recap, parts: Collection[str]) -> Recap:
    """The recap without the parts that the server doesn't want."""
    if "results" not in parts:
        recap = replace(recap, games=(), lantern=UNLIT, embers=())
    if "riddle" not in parts:
        recap = replace(recap, riddle=None)
    return recap if "week" in parts else replace(recap, of_groups=None)


def _post(text: str, day: date, parts: Collection[str], picture: Picture | None = None) -> Screen:
    """The button to one's own deals is always there: by it the post of a day is known."""
    plays = [Button(GAMES[game].title, play_press(game, day), style=Style.SUCCESS) for game in DAILY]
    mine = Button(say("My deals and streak"), today_press(day), emoji="🔥")
    riddle = [riddle_button(day)] if "riddle" in parts else []
    week = [week_button(day, WEEKLY_SEATS[0])] if day == monday(day) and "week" in parts else []
    rows = [row(*plays)] if "deals" in parts else []
    return framed(text, [*rows, row(*riddle, mine, *week)], picture=picture)


def _page(recap: Recap, riddle: Riddle | None, spelled: Callable[[str], str]) -> pictured.Recap:
    return pictured.Recap(
        title=(whole_date(recap.day) if recap.period == "day" else say("Week to {day}", day=day_and_month(recap.day))),
        lantern=_lantern(recap.lantern.nights),
        games=(*(_game(game, spelled) for game in recap.games), *_groups(recap, spelled)),
        riddle=_riddle(recap, riddle, spelled),
        embers=_embers(tuple(map(spelled, recap.embers))),
    )


def _lantern(nights: int) -> str:
    if not nights:
        return ""
    if nights == 1:
        return say("The lantern burns")
    return say_many("The lantern burns: {count} night", "The lantern burns: {count} nights in a row", nights)


def _game(recap: GameRecap, spelled: Callable[[str], str]) -> Game:
    game = GAMES[recap.game]
    can_be_lost = not game.scored(game.alone)
    rows = [
        Row(
            place.place,
            spelled(place.name),
            (place.reached and WORDS[recap.game].reached(place.reached)) or f"{place.points}",
            lost=can_be_lost and not place.wins,
        )
        for place in recap.places
    ]
    hall = daily.hall(recap.game, recap.par) if recap.par else ""
    return Game(game.title, tuple(rows), recap.total, hall)


def _groups(recap: Recap, spelled: Callable[[str], str]) -> list[Game]:
    """The deal of the week, as one more game."""
    week = recap.of_groups
    if week is None:
        return []
    rows = [
        Row(
            ranked.group.place,
            ", ".join(map(spelled, ranked.group.players)),
            share_of(ranked.share),
            lost=not ranked.group.won,
        )
        for ranked in week.groups
    ]
    return [Game(say("Deal of the week"), tuple(rows), week.total, say("Other groups beaten"))]


def _riddle(recap: Recap, riddle: Riddle | None, spelled: Callable[[str], str]) -> pictured.Riddle | None:
    answers = recap.riddle
    if answers is None or riddle is None or riddle.solution is None:
        return None
    return pictured.Riddle(
        game=GAMES[riddle.game].title,
        answer=labels(riddle)[riddle.solution.best],
        found=tuple(map(spelled, answers.solvers)),
        total=answers.total,
        answered=answers.answered,
    )


def _embers(names: tuple[str, ...]) -> str:
    if not names:
        return ""
    if len(names) == 1:
        return say("An ember kept the streak of {name}.", name=names[0])
    return say("An ember kept the streaks of {names}.", names=listed(names))
