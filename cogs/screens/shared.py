"""What somebody shares: how a game went, in signs that spoil nothing, and a button *Try it* for everybody else.

It is made only of results and of a game's public moves, so it can't show anything hidden.
"""

import re
from collections.abc import Collection, Sequence
from datetime import date

from engine import GAMES, BaseEvent
from engine.sentences import sentence
from languages import labelled, listed, say, say_many, whole_date
from render import menu
from tables.daily.riddles import Riddle
from tables.play.model import PlayerView, Table
from tables.play.results import Result

from ..games import WORDS
from .daily import NAMED, days, result_text
from .days import play_press, week_press
from .frame import framed, of_game
from .names import safe, safe_name_of
from .over import headline
from .press import Press
from .riddle import position
from .screen import Button, Drawing, Picture, Screen, Style, Text, row

BANNER = "shared.png"
STORY = 30  # signs at most
MARKUP = re.compile(r"[*\\]|^#+ ")  # of a message


def _try_it(press: Press) -> Button:
    return Button(say("Try it"), press, Style.SUCCESS, "🎲")


def story(game: str, events: Sequence[BaseEvent]) -> str:
    """At most 30 signs. A longer story loses its middle."""
    signs = WORDS[game].story(events)
    return signs if len(signs) <= STORY else f"{signs[: STORY // 2 - 1]}…{signs[-STORY // 2 :]}"


def _strip(game: str, signs: str) -> str:
    """The story, and what its signs mean."""
    return f"{signs}\n-# {say(WORDS[game].signs)}" if signs else ""


def _banner(game: str, title: str, facts: str) -> Picture:
    return Picture(labelled(title, facts), Drawing(menu.strip, (game, title, facts)), BANNER)


def deal(name: str, result: Result, signs: str, streak: int, luck: str = "") -> Screen:
    """How `name` did in a deal of the day. `luck`: how much of it was luck, in words."""
    assert result.day
    game = result.game
    lines = [
        result_text(result, NAMED, f"**{safe(name)}**"),
        luck and f"⚖️ {luck}",
        _strip(game, signs),
        say("🔥 Streak: {days}", days=days(streak)) if streak > 1 else "",
    ]
    picture = _banner(game, GAMES[game].title, say("Deal of {day}", day=whole_date(result.day)))
    button = _try_it(Press("try-deal", 0, args=(game, result.day.isoformat())))
    return of_game(game, picture, Text("\n".join(filter(None, lines))), row(button))


def game(seen: PlayerView, signs: str, unlisted: Collection[int] = ()) -> Screen:
    """How a game ended. In an open week, *Try it* leads to the deal of the week itself. `unlisted`: users whom nobody
    names here.
    """
    table, ended = seen.table, headline(seen)
    lines = _played(table, unlisted), _strip(table.game, signs)
    press = week_press(table.week, table.seats) if table.week and not table.seed else Press("try", table.id)
    picture = _banner(table.game, GAMES[table.game].title, ended)
    return of_game(table.game, picture, Text("\n".join(filter(None, lines))), row(_try_it(press)))


def _played(table: Table, unlisted: Collection[int]) -> str:
    """Who played, all of them by name."""
    named = [player for player in table.players if player.user_id not in unlisted]
    names = [f"**{safe_name_of(table, player)}**" for player in named]
    names += [f"**{safe_name_of(table, computer)}**" for computer in table.computers]
    others = table.seats - len(names)
    if others and names:
        names.append(say_many("{count} other", "{count} others", others))
    if table.seats == 1:
        return say("{name} played this game.", name=listed(names))
    if table.week:
        return say("{names} played the deal of the week.", names=listed(names))
    return say("{names} played this game.", names=listed(names))


def to_copy(screen: Screen) -> Screen:
    """What a screen shares as a text, in a frame that a phone copies at one press."""
    lines = [block.alt for block in screen.blocks if isinstance(block, Picture) and block.name == BANNER]
    lines += [line for block in screen.blocks if isinstance(block, Text) for line in block.text.split("\n")]
    bare = [MARKUP.sub("", line).strip() for line in lines if not line.startswith("-# ")]
    text = "\n".join(filter(None, bare)).replace("`", "'")
    return framed(f"{say('Here is your result, to be copied:')}\n```\n{text}\n```")


def riddle(name: str, riddle: Riddle) -> Screen:
    """Whether `name` found the best move. Their choice, or how many others found it, would spoil the riddle."""
    assert riddle.solution
    is_best = riddle.solution.own == riddle.solution.best
    line = say("🟥 **{name}** missed the best move. And you?", name=safe(name))
    if is_best:
        line = say("🟩 **{name}** found the best move. And you?", name=safe(name))
    text = f"### {say('Riddle of {day}', day=whole_date(riddle.day))}\n{line}"
    press = Press("riddle", 0, args=(riddle.day.isoformat(),))
    return framed(text, [row(_try_it(press))], picture=position(riddle))


def lesson(name: str, game: str) -> Screen:
    """Say that `name` has learned a game."""
    words, title = WORDS[game], GAMES[game].title
    learned = say("🎓 **{name}** has learned **{game}**.", name=safe(name), game=title)
    text = f"{learned} {sentence(say(words.in_short))}."
    return of_game(
        game, _banner(game, title, say("learned")), Text(text), row(_try_it(Press("learn", 0, args=(game,))))
    )


def spend_first(game: str, day: date) -> Screen:
    """Ask before *Try it* costs somebody their one ranked attempt at an open deal."""
    heading = say("{game}, deal of {day}", game=GAMES[game].title, day=whole_date(day))
    rule = say(
        "This is your **one ranked attempt**: it counts, and what isn't finished in time counts as given up. "
        "You can practise the deal afterwards."
    )
    text = f"### {heading}\n{rule}"
    return framed(text, [row(Button(say("Play my attempt"), play_press(game, day), Style.SUCCESS))])
