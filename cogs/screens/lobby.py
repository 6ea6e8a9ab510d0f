"""A table before its game begins, and the sheet of its options."""

from collections.abc import Mapping

from engine import GAMES, encode
from languages import labelled, later, number_range, say, say_as
from players import Strength
from render import PICTURES
from tables.daily.attempts import WEEKLY
from tables.daily.weeks import to_play as week_to_play
from tables.play.computers import strengths
from tables.play.model import Computer, Table
from tables.play.seating import is_full, player_counts, why_not_startable
from tables.play.terms import is_ready, seated_by_another, terms_of, unready_for

from ..games import WORDS
from ..games.words import DIFFICULTIES, minutes
from . import comings, waiting
from .days import week_dates
from .frame import of_game
from .levels import STRENGTHS, TOGETHER, how_hard
from .names import mentions, plain, safe_name_of
from .over import is_practice
from .press import Press
from .rules import learn
from .screen import (
    MENU_LIMIT,
    OPTION_LIMIT,
    Block,
    Button,
    Drawing,
    Field,
    Menu,
    Option,
    Picture,
    Screen,
    Sheet,
    Style,
    Text,
    at_hand,
    row,
)

WEEK_TEXT = later(
    "📅 **Deal of the week**: every group of your size plays this deal. Your first attempt counts, without computer "
    "players. Standings follow when the week is closed."
)
SEATED = later("{name} would like to play again, so you have a seat. Press **Ready** to play, or **Leave**.")
BEGINS = later("It starts {time} with those who are ready. If they are too few, it is closed.")
PRACTICE_TEXT = later("📅 Practice: a past week's deal for a group of your size. It counts for nothing.")


ADD: Mapping[Strength, str] = {
    "easy": later("Add a beginner"),
    "middle": later("Add a learner"),
    "strong": later("Add an expert"),
}


def lobby(
    table: Table,
    *,
    threads: bool,
    away: Mapping[int, int] = waiting.NOBODY_AWAY,
    confirm_by: int | None = None,
    newcomers: int | None = None,
) -> Screen:
    """A table before its game. `threads`: the table can get a thread of its own here. `away`: see waiting.away.

    `confirm_by`: when a rematch starts with those who are ready, in seconds since 1970. `newcomers`: see how_hard.
    """
    game, words, seated = GAMES[table.game], WORDS[table.game], len(table.everybody)
    counts, why = player_counts(table), why_not_startable(table)
    most = max(counts)
    full, span = seated >= most, number_range(min(counts), most)
    players = say("Players: {number} (full)", number=seated)
    if not full:
        players = say("Players: {number}, {span} can play", number=seated, span=span)
    blocks: list[Block] = [
        Text(
            f"## {game.title}\n{say(words.blurb)}\n-# {minutes(words.minutes)} · {say(DIFFICULTIES[words.difficulty])}"
        ),
        _picture(table),
        Text("\n".join(filter(None, [f"**{players}**", _sitting(table), comings.lines(table)]))),
    ]
    blocks.append(Text(_status(table, why, confirm_by)))
    if table.week is not None:
        blocks.append(Text(say(WEEK_TEXT if table.ranked else PRACTICE_TEXT)))
    elif not why and any(odds := [how_hard(table, newcomers), words.advice(seated, table.options)]):
        blocks.append(Text(f"-# {' '.join(filter(None, odds))}"))
    if choice := waiting.choose_pace(table):
        blocks.append(Text("\n".join(filter(None, [say(waiting.IN_LOBBY[table.pace]), waiting.away(table, away)]))))
    blocks.append(Text(f"-# {' · '.join(chosen_options(table))}"))
    controls = _controls(table, choice, threads=threads, can_start=not why)
    return of_game(table.game, *blocks, *at_hand(controls))


def _status(table: Table, why: str, confirm_by: int | None) -> str:
    """What the lobby waits for. `why`: why it can't start, if it can't."""
    status = [f"⏳ {why}" if why else say("✅ Ready: the host can start.")]
    if seated_ones := seated_by_another(table):
        called, host = mentions(player.user_id for player in seated_ones), table.player(table.host_id)
        asking = say("somebody else") if host is None or host in seated_ones else f"**{safe_name_of(table, host)}**"
        status.insert(0, labelled(called, say(SEATED, name=asking)))
    if len(table.everybody) < min(player_counts(table)) and strengths(table) and table.week is None:
        status.append(f"-# {say('Nobody else there? The host can add a computer player.')}")
    if confirm_by is not None:
        status.append(f"-# {say(BEGINS, time=f'<t:{confirm_by}:R>')}")
    return "\n".join(status)


def _picture(table: Table) -> Picture:
    draw, title = PICTURES[table.game].lobby, GAMES[table.game].title
    assert draw, "a game for one has no lobby"
    return Picture(say("A table of {game}.", game=title), Drawing(draw, (title,)))


def _sitting(table: Table) -> str:
    """The players at the table, a line each."""
    asks, sitting = _asks(table), list[str]()
    for player in table.players:
        marks = {
            say("host"): player.user_id == table.host_id,
            say("**goes first**"): player.user_id == table.first_id,
            say("ready"): asks and is_ready(table, player),
        }
        sitting.append(" · ".join([safe_name_of(table, player), *(mark for mark, has in marks.items() if has)]))
    for computer in table.computers:
        sitting.append(f"{safe_name_of(table, computer)} · {say('computer player')}{_strength(table, computer)}")
    return "\n".join(f"{number}. {who}" for number, who in enumerate(sitting, 1))


def _strength(table: Table, computer: Computer) -> str:
    """How strong a computer player is; in a co-operative game only if it isn't the strongest."""
    if not GAMES[table.game].cooperative(table.options):
        return f", {say(STRENGTHS[computer.strength])}" if len(strengths(table)) > 1 else ""
    return "" if computer.strength == strengths(table)[-1] else f", {say(TOGETHER[computer.strength])}"


def _asks(table: Table) -> bool:
    """Whether a lobby asks for Ready: for a deal of the week, or since somebody hasn't agreed to what is played."""
    return week_to_play(table) is not None or bool(unready_for(table, table.host_id))


def _controls(table: Table, choose_pace: list[Button], *, threads: bool, can_start: bool) -> list[Button]:
    """What the lobby waits for comes first, then newcomers' buttons: a phone shows five, and a menu with the others."""
    full, of_week = is_full(table), [terms_of(table)] if week_to_play(table) else []
    start = Button(say("Start"), Press.at(table, "start", *of_week), Style.PRIMARY, disabled=not can_start)
    sit_down = tell_me(table) if full else join(table, say("Join"))
    ready = Button(say("Ready"), Press.at(table, "ready", terms_of(table)), Style.SUCCESS)
    first = [sit_down, start, *([ready] if _asks(table) else [])]
    leave = Button(say("Leave"), Press.at(table, "leave-lobby"))
    if unready_for(table, table.host_id):
        first = [ready, *([leave] if seated_by_another(table) else []), sit_down, start]
    rest = [
        _going_first(table),
        Button(say("Rules"), Press.at(table, "rules"), emoji="📖"),
        *([] if leave in first else [leave]),
        *([Button(say("Send somebody away"), Press.at(table, "send"))] if len(table.everybody) > 1 else []),
        Button(say("Close"), Press.at(table, "close"), Style.DANGER),
    ]
    if threads:
        label, place = say("Play in a thread"), "thread"
        if table.own_thread:
            label, place = say("Play here in the channel"), "here"
        rest.append(Button(label, Press.at(table, "where", place)))
    if table.week is not None:
        own = Button(say("A deal of our own"), Press.at(table, "weekly", "off"), emoji="🎲")
        return [*first, own, learn(table.game), *choose_pace, *rest]
    company = [*choose_pace, *_computers(table, full=full)]
    if len(table.everybody) < min(player_counts(table)):  # they need company first
        company = [*_computers(table, full=full), *choose_pace]
    weekly = [Button(say("Play the deal of the week"), Press.at(table, "weekly", "on"), emoji="📅")]
    return [
        *first,
        *company[:1],
        Button(say("Options"), Press.at(table, "options"), emoji="⚙️"),
        learn(table.game),
        *company[1:],
        *(weekly if table.game == WEEKLY else []),
        *rest,
    ]


def _going_first(table: Table) -> Button:
    if table.first_id is not None:
        return Button(say("I don't go first"), Press.at(table, "first", "no"))
    return Button(say("I go first"), Press.at(table, "first"))


def join(table: Table, label: str) -> Button:
    """The button to join. If the table plays a deal of the week, its press says which, so nobody agrees to another."""
    return Button(label, Press.at(table, "join", *([terms_of(table)] if week_to_play(table) else [])), Style.SUCCESS)


def tell_me(table: Table) -> Button:
    """The button for somebody who waits for a seat at a full table."""
    return Button(say("Tell me when a seat is free"), Press("wait", table.id), emoji="🔔")


def send_away(table: Table) -> Screen:
    """Ask the host who is to go: a person or a computer player."""
    people = [
        Option(plain(table.name_of(one))[:OPTION_LIMIT], f"person {one.user_id}")
        for one in table.players
        if one.user_id != table.host_id
    ]
    computers = [Option(table.name_of(one)[:OPTION_LIMIT], f"computer {one.number}") for one in table.computers]
    text = say("Who is to go? A person can join again ten minutes later.")
    menu = Menu(say("Choose…"), Press.at(table, "sent"), tuple([*people, *computers][:MENU_LIMIT]))
    return of_game(table.game, Text(text), row(menu))


def confirm_closing(table: Table) -> Screen:
    text = say("Close this table of {game} for everybody?", game=GAMES[table.game].title)
    close = Button(say("Close the table"), Press.at(table, "close", "sure"), Style.DANGER)
    return of_game(table.game, Text(text), row(close))


def chosen_options(table: Table) -> list[str]:
    """How the game will be played."""
    words, chosen = WORDS[table.game], list[str]()
    if table.week is not None:
        week = (week_to_play(table) if table.phase == "lobby" else None) or table.week
        dates = week_dates(week)
        chosen.append(
            say("Practice: deal of the week, {dates}", dates=dates)
            if is_practice(table)
            else say("Deal of the week, {dates}", dates=dates)
        )
    chosen += [
        labelled(say(choice.title), say(choice.values[getattr(table.options, field)].text))
        for field, choice in words.options.items()
    ]
    chosen += [say(words.simplifications[field].text) for field in simplified(table)]
    if table.gives_hints:
        counts = say("Hints: on (a game with hints counts on no leaderboard)")
        chosen.append(say("Hints: on") if is_practice(table) else counts)
    return chosen


SIMPLER = "simpler"  # the control of the simplifications; the others have the name of their option
HINTS = "hints"  # the control of whether computer players give them
HINTS_TEXTS: Mapping[str, str] = {
    "off": later("Everyone thinks for themselves"),
    # Translators: at most 100 characters
    "on": later("Whoever asks is told good moves and their risks, alone; a game with hints counts on no leaderboard"),
}


def options_sheet(table: Table) -> Sheet:
    """All that the host can choose of the game."""
    words, fields = WORDS[table.game], list[Field]()
    for name, choice in words.options.items():
        chosen = getattr(table.options, name)
        options = [
            Option(label.text, encode(value).decode(), label.detail, chosen=value == chosen)
            for value, label in ((value, label.said()) for value, label in choice.values.items())
        ]
        fields.append(Field(name, say(choice.title), tuple(options)))
    if words.simplifications:
        already = simplified(table)
        ticks = [
            Option(label.text, name, label.detail, chosen=name in already)
            for name, label in ((name, label.said()) for name, label in words.simplifications.items())
        ]
        fields.append(Field(SIMPLER, say("Simpler"), tuple(ticks), several=True, least=0))
    labels = {"on": say_as("hints", "on"), "off": say_as("hints", "off")}
    choices = [
        Option(labels[value], value, say(text), chosen=(value == "on") == table.gives_hints)
        for value, text in HINTS_TEXTS.items()
    ]
    fields.append(Field(HINTS, say("Hints"), tuple(choices)))
    return Sheet(say("{game}: options", game=GAMES[table.game].title), Press.at(table, "optioned"), tuple(fields))


def _computers(table: Table, *, full: bool) -> list[Button]:
    """The host's buttons that add a computer player."""
    offered = () if full else strengths(table)
    add = say("Add a computer player")
    together = GAMES[table.game].cooperative(table.options)
    adding = [Button(add, Press.at(table, "computers", "add"))] if offered else []
    if len(offered) > 1:
        adding += [
            Button(
                say(ADD[strength]) if together else labelled(add, say(STRENGTHS[strength])),
                Press.at(table, "computers", "add", strength),
            )
            for strength in offered
        ]
    return adding


def simplified(table: Table) -> tuple[str, ...]:
    """The fields of the simplifications that were chosen."""
    words, defaults = WORDS[table.game], type(table.options)()
    return tuple(field for field in words.simplifications if getattr(table.options, field) != getattr(defaults, field))
