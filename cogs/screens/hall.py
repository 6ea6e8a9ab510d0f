"""What the hall says besides its games: where tables are, what waits, what can be played."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from engine import GAMES, Seat
from render import PICTURES
from render import menu as pictured
from tables import Table, hindrance, today, week_to_play

from ..games import TURNS, WORDS, facts
from . import lobby
from .daily import DAILY
from .days import play_press, written
from .frame import framed
from .names import names, safe
from .press import Press
from .rules import learn
from .screen import TEXT_LIMIT, Block, Button, Control, Drawing, Link, Picture, Screen, Style, Text, row

WELCOME = """## Welcome to Wyrmhall
Choose a game. A game for one starts at once. For the others you open a table here, and your friends join it."""
HINTS = f"""-# On your turn press **Play** on the board; **My hand** shows what only you know.
-# `/games` your games and whose turn it is · `/daily today` the deals of the day
-# `/week` the deal of the week, for groups · `/leaderboard` · `/profile`
-# `/learn` a game by playing · `/play` · `/rules` · `/board` · `/log` what happened · `/replay` · `/undo`
-# `/leave` · `/concede` · `/messages` which messages you get · `/preferences` pictures or words
-# `/verify` a fair deal · `/privacy` what I store about you
-# Each game can be played with commands too: {" · ".join(f"`/{turns.name}`" for turns in TURNS.values())}"""


@dataclass(frozen=True)
class Waiting:
    """A game of a user's, or a lobby."""

    table: Table
    to_act: Seat | None  # None: it hasn't begun, or can't go on
    theirs: bool  # it is this user's turn
    url: str | None


def elsewhere(text: str, url: str | None) -> Screen:
    """A text, and a button to the place that it names."""
    return framed(text, [row(Link("Go there", url))] if url else ())


def taken(
    table: Table, to_act: Seat | None, url: str | None, *, member: bool, instead: tuple[str, Press] | None
) -> Screen:
    """The channel has this table already.

    `member`: the user sits there. `instead` is the title of what they want to play, and the press that opens it in a
    thread; None where there can be no thread.
    """
    seats, title = GAMES[table.game].seats, GAMES[table.game].title
    if table.phase == "lobby":
        weekly = " for the deal of the week" if week_to_play(table) else ""
        has, free = f"a table of **{title}**{weekly}, which hasn't started", len(table.everybody) < max(seats)
        join = lobby.join(table, "Join it")
    else:
        has, free = f"a game of **{title}** ({names(table)[to_act or 0]}'s turn)", bool(table.vacant)
        join = Button("Take the empty seat", Press("take", table.id), style=Style.SUCCESS)
    ways, buttons = list[str](), list[Control]()
    if free and not member:
        ways.append("join it")
        buttons.append(join)
    if instead:
        ways.append("start yours in a thread")
        buttons.append(Button(f"Play {instead[0]} in a thread", instead[1], emoji="🧵"))
    ways = ways or [*(["finish it first"] if member else []), "use another channel"]
    if url:
        buttons.append(Link("Go to that table", url))
    text = f"This channel already has {has}. You can {' or '.join(ways)}."
    return framed(text, [row(*buttons)] if buttons else ())


def not_started(table: Table, user_id: int) -> str:
    """Tell this user that a lobby's game hasn't begun, and what they can do about it."""
    title, why = GAMES[table.game].title, hindrance(table)
    host = table.player(table.host_id)
    if table.player(user_id) is None:
        return f"The game of {title} here hasn't started, and you haven't joined. Press **Join** on its table."
    more = f" {why}" if why else ""
    if user_id == table.host_id:
        return f"Your game of {title} hasn't started.{more or ' Press **Start** when you are ready.'}"
    return f"You've joined. {safe(host.name) if host else 'The host'} hasn't started the game yet.{more}"


def menu() -> Screen:
    """All games, each with its picture and what one can do with it."""
    below = list[Block]()
    for key in WORDS:
        strip = Drawing(pictured.strip, (GAMES[key].title, facts(key), PICTURES[key].banner))
        below.append(Picture(f"{GAMES[key].title}: {facts(key)}", strip, f"{key}.png"))
        below.append(row(*ways_in(key), learn(key, "Learn")))
    return framed(WELCOME, [*below, Text(HINTS)])


def ways_in(game_key: str, *, play: bool = True) -> list[Button]:
    """What one can do with a game; `play`: it can be begun here."""
    title = GAMES[game_key].title
    ways = list[Button]()
    if play:
        ways.append(Button(f"Play {title}", Press("open", 0, args=(game_key,)), style=Style.SUCCESS))
    ways.append(Button("Rules", Press("rules", 0, args=(game_key,)), emoji="📖"))
    if game_key in DAILY:
        ways.append(Button("Today's deal", play_press(game_key, today()), emoji="📅"))
    return ways


def own_games(waiting: Sequence[Waiting], *, more: bool) -> Screen:
    """A user's games, those that wait for the user first. `waiting` has the one that changed last first.

    `more`: the user has others too.
    """
    if not waiting:
        return framed("You have no game going. `/help` shows what you can play.")
    sizes = accumulate(len(_game(one)) + 1 for one in waiting)
    fitting = [one for one, size in zip(waiting, sizes, strict=True) if size <= TEXT_LIMIT - 200]
    lines = [_game(one) for one in sorted(fitting, key=lambda one: (not one.theirs, one.table.changed_at))]
    if more or len(fitting) < len(waiting):
        lines.append(f"-# These are the {len(fitting)} that changed last.")
    mine = sum(one.theirs for one in waiting)
    waits = f"{mine} of your games {'waits' if mine == 1 else 'wait'} for you" if mine else "Nobody waits for you"
    return framed("\n".join([f"### {waits}", *lines]))


def _game(one: Waiting) -> str:
    table, since = one.table, f"since <t:{one.table.changed_at}:R>"
    title = f"**{GAMES[table.game].title}**"
    if table.day is not None:
        title += f", deal of {written(table.day)}"
    if table.week is not None:
        title += ", deal of the week"
    if table.phase == "lobby":
        state = "hasn't started"
    elif one.theirs:
        state = f"**your turn** {since}"
    elif one.to_act is None:
        state = "can't go on"
    else:
        state = f"{names(table)[one.to_act]}'s turn {since}"
    return f"{'🔔' if one.theirs else '▫️'} {title} · {state}" + (f" · [go there]({one.url})" if one.url else "")


def ended(table: Table, said: str, url: str | None) -> Screen:
    """Tell a follower that the game is over."""
    return elsewhere(f"The game of **{GAMES[table.game].title}** that you followed is over. {said}".strip(), url)
