"""What somebody shares: how a game went, in signs that spoil nothing, and a button *Try it* for everybody else.

It is made only of results and of a game's public moves, so it can't show anything hidden.
"""

from collections.abc import Sequence
from datetime import date

from engine import GAMES, BaseEvent
from engine.sentences import amount, sentence
from render import menu
from tables.daily.riddles import Riddle
from tables.play.model import PlayerView
from tables.play.results import Result

from ..games import WORDS
from .daily import result_text
from .days import play_press, week_press, written
from .frame import framed, of_game
from .names import safe
from .over import headline
from .press import Press
from .riddle import position
from .screen import Button, Drawing, Picture, Screen, Style, Text, row

STORY = 30  # signs at most


def _try_it(press: Press) -> Button:
    return Button("Try it", press, Style.SUCCESS, "🎲")


def story(game: str, events: Sequence[BaseEvent]) -> str:
    """At most 30 signs. A longer story loses its middle."""
    signs = WORDS[game].story(events)
    return signs if len(signs) <= STORY else f"{signs[: STORY // 2 - 1]}…{signs[-STORY // 2 :]}"


def _strip(game: str, signs: str) -> str:
    """The story, and what its signs mean."""
    return f"{signs}\n-# {WORDS[game].signs}" if signs else ""


def _banner(game: str, title: str, facts: str) -> Picture:
    return Picture(f"{title}: {facts}", Drawing(menu.strip, (game, title, facts)), "shared.png")


def deal(name: str, result: Result, signs: str, streak: int, luck: str = "") -> Screen:
    """How `name` did in a deal of the day. `luck`: what of it was luck."""
    assert result.day
    game = result.game
    lines = [
        f"**{safe(name)}** {result_text(result)}.",
        luck and f"⚖️ {luck}",
        _strip(game, signs),
        f"🔥 Streak: {amount(streak, 'day')}" if streak > 1 else "",
    ]
    picture = _banner(game, GAMES[game].title, f"Deal of {written(result.day)}")
    button = _try_it(Press("try-deal", 0, args=(game, result.day.isoformat())))
    return of_game(game, picture, Text("\n".join(filter(None, lines))), row(button))


def game(name: str, seen: PlayerView, signs: str) -> Screen:
    """How a game ended in which `name` sat. In an open week, *Try it* leads to the deal of the week itself."""
    table, ended = seen.table, headline(seen)
    others = f" with {amount(table.seats - 1, 'other')}" if table.seats > 1 else ""
    which = "the deal of the week" if table.week else "this game"
    lines = f"**{safe(name)}** played {which}{others}.", _strip(table.game, signs)
    press = week_press(table.week, table.seats) if table.week and not table.seed else Press("try", table.id)
    picture = _banner(table.game, GAMES[table.game].title, ended)
    return of_game(table.game, picture, Text("\n".join(filter(None, lines))), row(_try_it(press)))


def riddle(name: str, riddle: Riddle) -> Screen:
    """Whether `name` found the best move. Their choice, or how many others found it, would spoil the riddle."""
    assert riddle.solution
    is_best = riddle.solution.own == riddle.solution.best
    line = f"🟩 **{safe(name)}** found the best move" if is_best else f"🟥 **{safe(name)}** missed the best move"
    text = f"### Riddle of {written(riddle.day)}\n{line}. And you?"
    press = Press("riddle", 0, args=(riddle.day.isoformat(),))
    return framed(text, [row(_try_it(press))], picture=position(riddle))


def lesson(name: str, game: str) -> Screen:
    """Say that `name` has learned a game."""
    words, title = WORDS[game], GAMES[game].title
    text = f"🎓 **{safe(name)}** has learned **{title}**. {sentence(words.in_short)}."
    return of_game(game, _banner(game, title, "learned"), Text(text), row(_try_it(Press("learn", 0, args=(game,)))))


def spend_first(game: str, day: date) -> Screen:
    """Ask before *Try it* costs somebody their one ranked attempt at an open deal."""
    text = (
        f"### {GAMES[game].title}, deal of {written(day)}\nThis is your **one ranked attempt**: it counts, and what "
        "isn't finished in time counts as given up. You can practise the deal afterwards."
    )
    return framed(text, [row(Button("Play my attempt", play_press(game, day), Style.SUCCESS))])
