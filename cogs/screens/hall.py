"""Messages besides those of games: where tables are, which games wait, what can be played."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from engine import GAMES, Seat
from render import menu as pictured
from tables.daily.calendar import today
from tables.daily.weeks import to_play as week_to_play
from tables.play.lobbies import why_not_startable
from tables.play.model import Table

from ..games import WORDS, easiest_first, facts, players
from . import lobby
from .daily import DAILY
from .days import play_press, written
from .frame import framed, of_game
from .names import plain, safe, safe_names
from .press import Press
from .rules import learn
from .screen import (
    BUTTON_LIMIT,
    TEXT_LIMIT,
    Button,
    Control,
    Drawing,
    Link,
    Menu,
    Option,
    Picture,
    Row,
    Screen,
    Style,
    Text,
    at_hand,
    row,
)

WELCOME = """## Welcome to Wyrmhall
Board games in this channel: alone in a minute, or with friends."""
COMMANDS = """### Commands
On your turn press **Play** on the board; **My hand** shows what only you know.
`/play` a game · `/learn` one by playing · `/rules`
`/games` your games and whose turn it is · `/board` · `/log` what happened · `/undo`
`/daily` the deals of the day · `/week` the deal of the week, for groups
`/leaderboard` · `/profile` · `/replay` a finished game
`/leave` · `/concede` · `/preferences` pictures or words, and which messages you get
`/verify` a fair deal · `/privacy` what I store about you"""


@dataclass(frozen=True)
class Waiting:
    """A user's game or lobby in their list."""

    table: Table
    to_act: Seat | None  # None: it hasn't begun, or can't go on
    theirs: bool  # it is this user's turn
    url: str | None


def elsewhere(text: str, url: str | None) -> Screen:
    """A text, and a button to the place that it is about."""
    return framed(text, [row(Link("Go there", url))] if url else ())


def another_open(table: Table, url: str) -> Screen:
    """Tell somebody who waits in a lobby that another one is open."""
    host = table.player(table.host_id)
    who = f"**{safe(host.name)}** opened" if host else "There is"
    title = GAMES[table.game].title
    return elsewhere(f"{who} a table of **{title}** in <#{table.channel_id}>. You wait for players too.", url)


def waiting_already(others: Sequence[Table]) -> Screen:
    """Show somebody who has opened a table other tables of the same game that can be joined."""
    return framed("Or join those who wait already:", _offered(others))


def _offered(tables: Sequence[Table]) -> list[Row | Text]:
    """Tables that can be joined, and the buttons to join them."""
    lines = list[str]()
    for table in tables:
        seated = ", ".join([safe(guest.name) for guest in table.everybody])
        lines.append(f"**{GAMES[table.game].title}** in <#{table.channel_id}>: {seated}")
    return [Text("\n".join(lines)), row(*(_joining(table) for table in tables))]


def _joining(table: Table) -> Button:
    if table.phase == "lobby":
        return lobby.join(table, f"Join {plain(table.everybody[0].name)}"[:BUTTON_LIMIT])
    return Button(f"Take a seat: {GAMES[table.game].title}"[:BUTTON_LIMIT], Press("take", table.id), Style.SUCCESS)


def taken(
    table: Table, to_act: Seat | None, url: str | None, *, member: bool, instead: tuple[str, Press] | None
) -> Screen:
    """Say that the channel has this table already, and what the user can do.

    `member`: the user sits there. `instead`: the title of the game they want, and the press that opens it in a thread;
    None if there can be no thread.
    """
    seats, title = GAMES[table.game].seats, GAMES[table.game].title
    if table.phase == "lobby":
        weekly = " for the deal of the week" if week_to_play(table) else ""
        has, free = f"a table of **{title}**{weekly}, which hasn't started", len(table.everybody) < max(seats)
        join = lobby.join(table, "Join it")
    else:
        has, free = f"a game of **{title}** ({safe_names(table)[to_act or 0]}'s turn)", bool(table.vacant)
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
    title, why = GAMES[table.game].title, why_not_startable(table)
    host = table.player(table.host_id)
    if table.player(user_id) is None:
        return f"The game of {title} here hasn't started, and you haven't joined. Press **Join** on its table."
    more = f" {why}" if why else ""
    if user_id == table.host_id:
        return f"Your game of {title} hasn't started.{more or ' Press **Start** when you are ready.'}"
    return f"You've joined. {safe(host.name) if host else 'The host'} hasn't started the game yet.{more}"


def menu(joinable: Sequence[Table] = ()) -> Screen:
    """What this is, what can be joined, where to start, and all games."""
    games = easiest_first()
    start = GAMES[games[0]].title
    lines = [
        f"**{GAMES[key].title}** · {players(key)} · {WORDS[key].minutes} min\n-# {WORDS[key].in_short}" for key in games
    ]
    options = [Option(GAMES[key].title, key, facts(key)) for key in games]
    return framed(
        WELCOME,
        [
            *([Text("### Open to join"), *_offered(joinable)] if joinable else []),
            row(Button(f"Start here: learn {start}", Press("learn", 0, args=(games[0],)), Style.SUCCESS, "🎓")),
            Text("\n".join(lines)),
            row(Menu("Choose a game…", Press("game", 0), tuple(options))),
            row(
                Button("Today's deals", Press("today", 0), emoji="📅"),
                Button("Commands", Press("commands", 0)),
            ),
        ],
    )


def game(key: str) -> Screen:
    """One game, and what one can do with it."""
    title, words = GAMES[key].title, WORDS[key]
    strip = Drawing(pictured.strip, (key, title, facts(key)))
    ways = [
        Button(f"Play {title}", Press("open", 0, args=(key,)), style=Style.SUCCESS),
        learn(key),
        Button("Rules", Press("rules", 0, args=(key,)), emoji="📖"),
    ]
    if key in DAILY:
        ways.append(Button("Today's deal", play_press(key, today()), emoji="📅"))
    ways.append(Button("All games", Press("menu", 0), emoji="↩️"))
    return of_game(key, Picture(f"{title}: {facts(key)}", strip), Text(words.blurb), *at_hand(ways))


def commands() -> Screen:
    own = " · ".join(f"`/{WORDS[key].command}`" for key in easiest_first())
    text = f"{COMMANDS}\n-# Each game can be played with a command too: {own}"
    return framed(text, [row(Button("All games", Press("menu", 0), emoji="↩️"))])


def own_games(waiting: Sequence[Waiting], *, more: bool) -> Screen:
    """A user's games, those that wait for the user first. `waiting` begins with the game that changed last.

    `more`: the user has other games too.
    """
    if not waiting:
        return framed("You have no game going. `/help` shows what you can play.")
    sizes = accumulate(len(_game(game)) + 1 for game in waiting)
    fitting = [game for game, size in zip(waiting, sizes, strict=True) if size <= TEXT_LIMIT - 200]
    lines = [_game(game) for game in sorted(fitting, key=lambda game: (not game.theirs, game.table.changed_at))]
    if more or len(fitting) < len(waiting):
        lines.append(f"-# These are the {len(fitting)} that changed last.")
    mine = sum(game.theirs for game in waiting)
    waits = f"{mine} of your games {'waits' if mine == 1 else 'wait'} for you" if mine else "Nobody waits for you"
    return framed("\n".join([f"### {waits}", *lines]))


def _game(game: Waiting) -> str:
    table, since = game.table, f"since <t:{game.table.changed_at}:R>"
    title = f"**{GAMES[table.game].title}**"
    if table.day is not None:
        title += f", deal of {written(table.day)}"
    if table.week is not None:
        title += ", deal of the week"
    if table.phase == "lobby":
        state = "hasn't started"
    elif game.theirs:
        state = f"**your turn** {since}"
    elif game.to_act is None:
        state = "can't go on"
    else:
        state = f"{safe_names(table)[game.to_act]}'s turn {since}"
    return f"{'🔔' if game.theirs else '▫️'} {title} · {state}" + (f" · [go there]({game.url})" if game.url else "")


def ended(table: Table, ending: str, url: str | None) -> Screen:
    """Tell a follower that the game is over."""
    return elsewhere(f"The game of **{GAMES[table.game].title}** that you followed is over. {ending}".strip(), url)
