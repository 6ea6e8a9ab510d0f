"""Messages besides those of games: where tables are, which games wait, what can be played."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from engine import GAMES, Seat
from languages import labelled, later, say, say_many, whole_date
from render import menu as pictured
from tables.daily.calendar import today
from tables.daily.weeks import to_play as week_to_play
from tables.play.model import Table
from tables.play.seating import why_not_startable

from ..games import WORDS, easiest_first, facts
from ..games.words import minutes
from . import lobby
from .daily import DAILY
from .days import play_press
from .frame import framed, of_game
from .names import safe_name_of, safe_names
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
from .waiting import reopen

WELCOME = later("""## Welcome to Wyrmhall
Board games right here. Your hand is for your eyes alone, and there are no accounts and no ads.
**With friends** opens a table for them to join.""")
GREETING = later("""## Wyrmhall is here
Board games in this channel. `/settings` has the deals of the day announced; `/help` shows this again.""")
OPENED = later("Your table of {game} is open. Ask the others to press **Join**.")
ALONE = later("""### Alone
One press deals; nobody waits for you, and the game waits as long as you like.""")
ALONE_HERE = later("""### Alone
One press deals. Everybody in this channel sees the board, and only you play. The game waits as long as you like.""")
FOR_ONE = "alone"  # the argument of the press that shows what can be played so
IN_A_HURRY = 15  # minutes that a game may take to be offered to somebody who has ten
COMMANDS = later("""### Commands
On your turn press **Play** on the board; **My hand** shows what only you know.
`/play` a game · `/learn` one by playing · `/rules`
`/games` your games and whose turn it is · `/board` · `/log` what happened · `/undo`
`/daily` the deals of the day · `/week` the deal of the week, for groups
`/leaderboard` · `/profile` · `/replay` a finished game
`/leave` · `/concede` · `/away` for some days, while your games wait
`/preferences` pictures or words, and which messages you get
`/verify` a fair deal · `/privacy` what I store about you""")


@dataclass(frozen=True)
class Waiting:
    """A user's game or lobby in their list."""

    table: Table
    to_act: Seat | None  # None: it hasn't begun, or can't go on
    theirs: bool  # it is this user's turn
    url: str | None  # of what waits for them
    rests_until: int | None = None  # its channel is away; in seconds since 1970: then it closes
    votes: bool = False  # a vote waits for this user

    @property
    def waits(self) -> bool:
        """Whether it waits for this user."""
        return self.theirs or self.votes


def elsewhere(text: str, url: str | None) -> Screen:
    """A text, and a button to the place that it is about."""
    return framed(text, [row(Link(say("Go there"), url))] if url else ())


def another_open(table: Table, url: str) -> Screen:
    """Tell somebody who waits in a lobby that another one is open."""
    host = table.player(table.host_id)
    where = {"game": GAMES[table.game].title, "channel": f"<#{table.channel_id}>"}
    if host is None:
        return elsewhere(say("There is a table of **{game}** in {channel}. You wait for players too.", **where), url)
    name = safe_name_of(table, host)
    text = say("**{name}** opened a table of **{game}** in {channel}. You wait for players too.", name=name, **where)
    return elsewhere(text, url)


def seat_free(table: Table, url: str) -> Screen:
    """Tell somebody who waits for a seat at this table that there is one, or that its group plays again."""
    where = {"game": GAMES[table.game].title, "channel": f"<#{table.channel_id}>"}
    if table.phase == "lobby" and table.rematch_of:
        return elsewhere(say("The next game of **{game}** in {channel} is about to start.", **where), url)
    return elsewhere(say("A seat is free at the table of **{game}** in {channel}.", **where), url)


def ready(table: Table, host_id: int, url: str) -> Screen:
    """Tell the host that the game can start."""
    text = say(
        "{host}, your table of **{game}** is ready to start.", host=f"<@{host_id}>", game=GAMES[table.game].title
    )
    return elsewhere(text, url)


def sent_away(table: Table) -> Screen:
    where = {"game": GAMES[table.game].title, "channel": f"<#{table.channel_id}>"}
    return framed(say("The host sent you away from the table of **{game}** in {channel}.", **where))


def rematch(table: Table, user_id: int, url: str | None) -> Screen:
    """Lead to the rematch that there is already, and say who has asked for it."""
    host, buttons = table.player(table.host_id), list[Control]()
    if host is None or host.user_id == user_id:
        text = say("Your group plays again already.")
    else:
        text = say("**{name}** has asked already: your group plays again.", name=safe_name_of(table, host))
    if table.phase == "lobby" and table.player(user_id) is None:
        buttons.append(lobby.join(table, say("Join it")))
    if url:
        buttons.append(Link(say("Go to that table"), url))
    return framed(text, [row(*buttons)] if buttons else ())


def followed(table: Table, *, free: bool) -> Screen:
    """The answer to Follow: what comes, and how somebody gets a seat. `free`: they could sit down now."""
    text = say("I'll send you a direct message when this game ends. Press **Follow** again to stop.")
    full = table.phase == "playing" and not free
    return framed(text, [row(lobby.tell_me(table))] if full else ())


def waiting_already(others: Sequence[Table]) -> Screen:
    """Other tables of the same game that can be joined, for somebody who has just opened one."""
    return framed(say("Or join those who wait already:"), _offered(others))


def _offered(tables: Sequence[Table]) -> list[Row | Text]:
    """Tables that can be joined, and the buttons to join them."""
    lines = list[str]()
    for table in tables:
        seated = ", ".join([safe_name_of(table, guest) for guest in table.everybody])
        where = {"game": GAMES[table.game].title, "channel": f"<#{table.channel_id}>"}
        lines.append(say("**{game}** in {channel}: {players}", players=seated, **where))
    return [Text("\n".join(lines)), row(*(_joining(table) for table in tables))]


def _joining(table: Table) -> Button:
    if table.phase == "lobby":
        return lobby.join(table, say("Join {name}", name=table.name_of(table.everybody[0]))[:BUTTON_LIMIT])
    label = say("Take a seat: {game}", game=GAMES[table.game].title)
    return Button(label[:BUTTON_LIMIT], Press("take", table.id), Style.SUCCESS)


def taken(
    table: Table, to_act: Seat | None, url: str | None, *, member: bool, free: bool, instead: tuple[str, Press] | None
) -> Screen:
    """Say that the channel has this table already, and what the user can do.

    `member`: the user sits there. `free`: else they can sit down. `instead`: the title of the game they want, and the
    press that opens it in a thread; None if there can be no thread.
    """
    if table.phase == "lobby":
        join = lobby.join(table, say("Join it"))
    else:
        join = Button(say("Take the empty seat"), Press("take", table.id), style=Style.SUCCESS)
    buttons = list[Control]()
    if free and not member:
        buttons.append(join)
    if not free and not member:
        buttons.append(lobby.tell_me(table))
    if instead:
        label = say("Play {game} in a thread", game=instead[0])
        buttons.append(Button(label, instead[1], emoji="🧵"))
    if url:
        buttons.append(Link(say("Go to that table"), url))
    ways = _what_they_can_do(join=free and not member, thread=instead is not None, finish=member)
    text = f"{_what_is_there(table, to_act)} {ways}"
    return framed(text, [row(*buttons)] if buttons else ())


def _what_is_there(table: Table, to_act: Seat | None) -> str:
    """What a channel has already."""
    title = GAMES[table.game].title
    if table.phase != "lobby":
        name = safe_names(table)[to_act or 0]
        return say("This channel already has a game of **{game}** ({name}'s turn).", game=title, name=name)
    if week_to_play(table):
        return say(
            "This channel already has a table of **{game}** for the deal of the week, which hasn't started.",
            game=title,
        )
    return say("This channel already has a table of **{game}**, which hasn't started.", game=title)


def _what_they_can_do(*, join: bool, thread: bool, finish: bool) -> str:
    """What somebody can do who wants another table there."""
    match join, thread, finish:
        case True, True, _:
            return say("You can join it or start yours in a thread.")
        case True, False, _:
            return say("You can join it.")
        case False, True, _:
            return say("You can start yours in a thread.")
        case False, False, True:
            return say("You can finish it first or use another channel.")
        case _:
            return say("You can use another channel.")


def not_started(table: Table, user_id: int) -> str:
    """Tell this user that a lobby's game hasn't begun, and what they can do about it."""
    title, why = GAMES[table.game].title, why_not_startable(table)
    host = table.player(table.host_id)
    if table.player(user_id) is None:
        return say(
            "The game of {game} here hasn't started, and you haven't joined. Press **Join** on its table.", game=title
        )
    if user_id == table.host_id:
        text = say("Your game of {game} hasn't started.", game=title)
        return f"{text} {why or say('Press **Start** when you are ready.')}"
    if host:
        text = say("You've joined. {name} hasn't started the game yet.", name=safe_name_of(table, host))
    else:
        text = say("You've joined. The host hasn't started the game yet.")
    return f"{text} {why or ''}".strip()


def menu(joinable: Sequence[Table] = ()) -> Screen:
    """What this is, what can be joined, and the two ways to play."""
    offered = [Text(f"### {say('Open to join')}"), *_offered(joinable)] if joinable else []
    return framed(say(WELCOME), [*offered, *_all_games()])


def greeting() -> Screen:
    """The first message in a server."""
    return framed(say(GREETING), _all_games())


def _all_games() -> list[Row | Picture]:
    games = easiest_first()
    shelf = tuple([pictured.Book(key, GAMES[key].title, say(WORDS[key].in_short), facts(key)) for key in games])
    told = "\n".join([f"{labelled(book.title, book.told)} · {book.facts}" for book in shelf])
    options = [Option(GAMES[key].title, key, facts(key)) for key in games]
    return [
        Picture(told, Drawing(pictured.shelf, (shelf,))),
        row(
            Button(say("With friends"), Press("friends", 0), Style.SUCCESS, "👥"),
            Button(say("Alone, ten minutes"), Press("menu", 0, args=(FOR_ONE,)), Style.SUCCESS, "⏳"),
            Button(say("Commands"), Press("commands", 0)),
        ),
        row(Menu(say("Choose a game…"), Press("game", 0), tuple(options))),
    ]


def for_friends() -> list[str]:
    """The games for several. *With friends* opens a table of the first."""
    return [key for key in easiest_first() if max(GAMES[key].seats) > 1]


def opened(table: Table) -> Screen:
    """*With friends* has opened this table: what is next, and what else can be played at it."""
    others = [
        Button(say("Play {game} instead", game=GAMES[key].title), Press.at(table, "instead", key))
        for key in for_friends()
        if key != table.game
    ]
    return framed(say(OPENED, game=GAMES[table.game].title), at_hand([learn(table.game), *others]))


def for_one(*, public: bool) -> Screen:
    """The games for one that take the least time, and today's deals. `public`: others see what is played here."""
    quick = [key for key in easiest_first() if max(GAMES[key].seats) == 1 and WORDS[key].minutes <= IN_A_HURRY]
    today_s = Button(say("Today's deals"), Press("today", 0), emoji="📅")
    return framed(
        say(ALONE_HERE if public else ALONE), at_hand([*map(_open, quick), *map(learn, quick[:1]), today_s, _menu()])
    )


def _open(key: str) -> Button:
    label = say("{game} · {minutes}", game=GAMES[key].title, minutes=minutes(WORDS[key].minutes))
    return Button(label, Press("open", 0, args=(key,)), Style.SUCCESS)


def _menu() -> Button:
    return Button(say("All games"), Press("menu", 0), emoji="↩️")


def game(key: str) -> Screen:
    """One game, and what one can do with it."""
    title, words = GAMES[key].title, WORDS[key]
    strip = Drawing(pictured.strip, (key, title, facts(key)))
    ways = [
        Button(say("Play {game}", game=title), Press("open", 0, args=(key,)), style=Style.SUCCESS),
        learn(key),
        Button(say("Rules"), Press("rules", 0, args=(key,)), emoji="📖"),
    ]
    if key in DAILY:
        ways.append(Button(say("Today's deal"), play_press(key, today()), emoji="📅"))
    ways.append(_menu())
    return of_game(key, Picture(labelled(title, facts(key)), strip), Text(say(words.blurb)), *at_hand(ways))


def commands() -> Screen:
    own = " · ".join(f"`/{WORDS[key].command}`" for key in easiest_first())
    text = f"{say(COMMANDS)}\n-# {say('Each game can be played with a command too: {commands}', commands=own)}"
    return framed(text, [row(_menu())])


def own_games(waiting: Sequence[Waiting], *, more: bool, aside: Sequence[Table] = ()) -> Screen:
    """A user's games, those that wait for the user first. `waiting` begins with the game that changed last.

    `more`: the user has other games too. `aside`: tables to which they can go back.
    """
    if not waiting and not aside:
        return framed(say("You have no game going. `/help` shows what you can play."))
    sizes = accumulate(len(_game(game)) + 1 for game in waiting)
    fitting = [game for game, size in zip(waiting, sizes, strict=True) if size <= TEXT_LIMIT - 200]
    lines = [_game(game) for game in sorted(fitting, key=lambda game: (not game.waits, game.table.changed_at))]
    if more or len(fitting) < len(waiting):
        lines.append(f"-# {say('These are the {number} that changed last.', number=len(fitting))}")
    mine = sum(game.waits for game in waiting)
    waits = say("Nobody waits for you")
    if mine:
        waits = say_many("{count} of your games waits for you", "{count} of your games wait for you", mine)
    lines += [_aside(table) for table in aside]
    return framed("\n".join([f"### {waits}", *lines]), [row(*map(_going_back, aside))] if aside else ())


def _aside(table: Table) -> str:
    """A table to which somebody can go back."""
    title, where = f"**{GAMES[table.game].title}**", f"<#{table.channel_id}>"
    if table.phase == "playing":
        return f"▫️ {title} · {say('a computer player plays on for you in {channel}', channel=where)}"
    return f"▫️ {title} · {say('closed {time} in {channel}', time=f'<t:{table.changed_at}:R>', channel=where)}"


def _going_back(table: Table) -> Button:
    title = GAMES[table.game].title
    if table.phase == "playing":
        return Button(say("Back to {game}", game=title)[:BUTTON_LIMIT], Press("take", table.id), Style.SUCCESS)
    return reopen(table, say("Take {game} up again", game=title))


def _game(game: Waiting) -> str:
    table, since = game.table, f"<t:{game.table.changed_at}:R>"
    title = f"**{GAMES[table.game].title}**"
    if table.day is not None:
        title = say("{game}, deal of {day}", game=title, day=whole_date(table.day))
    if table.week is not None:
        title = say("{game}, deal of the week", game=title)
    if game.rests_until is not None:
        state = say("rests, as I can't find its channel; it closes {time}", time=f"<t:{game.rests_until}:R>")
    elif table.phase == "lobby":
        state = say("hasn't started")
    elif game.votes:
        state = say("**a vote** waits for you")
    elif game.theirs:
        state = say("**your turn** since {time}", time=since)
    elif game.to_act is None:
        state = say("can't go on")
    else:
        state = say("{name}'s turn since {time}", name=safe_names(table)[game.to_act], time=since)
    if game.url:
        link = f" · [{say('go there')}]({game.url})"
    else:
        link = f" · {say('`/board` shows it here')}" if table.solo else ""
    return f"{'🔔' if game.waits else '▫️'} {title} · {state}{link}"


def which_to_give_up(tables: Sequence[Table]) -> Screen:
    """Ask which of a user's games they mean, if none is in this channel. The newest are offered."""
    buttons = [Button(_listed(table)[:BUTTON_LIMIT], Press.at(table, "resign")) for table in tables[:5]]
    text = say("None of your games is here. Which one do you want to give up?")
    return framed(text, at_hand(buttons))


def _listed(table: Table) -> str:
    others = ", ".join([table.name_of(member) for member in table.everybody])
    return labelled(GAMES[table.game].title, others)


def ended(table: Table, ending: str, url: str | None) -> Screen:
    """Tell a follower that the game is over."""
    over = say("The game of **{game}** that you followed is over.", game=GAMES[table.game].title)
    return elsewhere(f"{over} {ending}".strip(), url)
