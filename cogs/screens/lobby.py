"""A table before its game begins, and the sheet of its options."""

from collections.abc import Mapping

from engine import GAMES, encode
from render import PICTURES
from render.text import ALT_LIMIT
from tables import WEEKLY, Table, hindrance, strengths, week_to_play

from ..games import WORDS, facts
from .days import week_dates
from .frame import of_game
from .names import plain, safe
from .over import HINTS_COST, is_practice
from .press import Press
from .rules import learn
from .screen import (
    Block,
    Button,
    Control,
    Drawing,
    Field,
    Menu,
    Option,
    Picture,
    Row,
    Screen,
    Sheet,
    Style,
    Text,
    row,
)

STRENGTH_TOLD: Mapping[str, str] = {
    "easy": "Plays quickly, and misses things",
    "middle": "Plays well",
    "strong": "As well as it can",
}
WEEK_TOLD = (
    "📅 **Deal of the week**: every group of your size plays this deal. Your first attempt counts, without computer "
    "players. Standings follow when the week is closed."
)
PRACTICE_TOLD = "📅 Practice: a past week's deal for a group of your size. It counts for nothing."


def lobby(table: Table, *, threads: bool) -> Screen:
    """`threads`: the table may be given a thread of its own here."""
    game, words, there = GAMES[table.game], WORDS[table.game], len(table.everybody)
    full, why = there == max(game.seats), hindrance(table)
    blocks: list[Block] = [
        Text(f"## {game.title}\n{words.blurb}\n-# {facts(table.game)}"),
        _picture(table),
        Text(f"**Players: {there}**{' (full)' if full else ''}\n{_sitting(table)}"),
    ]
    said = [f"⏳ {why}" if why else "✅ Ready: the host can start."]
    if why and not full and strengths(table) and table.week is None:
        said.append("-# Nobody else there? The host can add computer players below.")
    blocks.append(Text("\n".join(said)))
    if table.week is not None:
        blocks.append(Text(WEEK_TOLD if table.ranked else PRACTICE_TOLD))
    elif not why and (advice := words.advice(there, table.options)):
        blocks.append(Text(f"-# {advice}"))
    blocks.append(Text(f"-# {' · '.join(chosen_options(table))}"))
    return of_game(table.game, *blocks, *_controls(table, words.first, threads=threads, full=full, ready=not why))


def _picture(table: Table) -> Picture:
    draw, game = PICTURES[table.game].lobby, GAMES[table.game]
    assert draw, "a game for one has no lobby"
    guests = tuple(one.name for one in table.everybody)
    alt = f"A table of {game.title}. At it: {', '.join(map(plain, guests))}."
    return Picture(alt[:ALT_LIMIT], Drawing(draw, (game.title, guests, game.seats, tuple(chosen_options(table)))))


def _sitting(table: Table) -> str:
    """Who sits there, a line each."""
    several, week = len(strengths(table)) > 1, week_to_play(table)
    sitting = [
        safe(player.name)
        + (" · host" if player.user_id == table.host_id else "")
        + (" · **goes first**" if player.user_id == table.first_id else "")
        + (" · ready" if week is not None and player.ready == week else "")
        for player in table.players
    ]
    sitting += [
        f"{safe(one.name)} · computer player" + (f", {one.strength}" if several else "") for one in table.computers
    ]
    return "\n".join(f"{number}. {who}" for number, who in enumerate(sitting, 1))


def _controls(table: Table, first: str, *, threads: bool, full: bool, ready: bool) -> list[Row]:
    rows = list[Row]()
    if table.week is None and (computers := _computers(table, full=full)):
        rows.append(row(*computers))
    if threads:
        places = (("Play here in the channel", "here"), ("Play in a thread of its own", "thread"))
        options = [Option(label, value, chosen=(value == "thread") == table.own_thread) for label, value in places]
        rows.append(row(Menu("Where", Press.at(table, "where"), tuple(options))))
    rows.append(
        row(
            join(table, "Join"),
            Button("Start", Press.at(table, "start"), Style.PRIMARY, disabled=not ready),
            Button(first, Press.at(table, "first"), disabled=table.first_id is not None),
        )
    )
    if table.week is not None:
        agrees = [Button("Ready", Press.at(table, "ready"), Style.SUCCESS)] if week_to_play(table) else []
        rows.append(row(*agrees, Button("A deal of our own", Press.at(table, "weekly", "off"), emoji="🎲")))
    elif table.game == WEEKLY:
        rows.append(row(Button("Play the deal of the week", Press.at(table, "weekly", "on"), emoji="📅")))
    options_button = [] if table.week else [Button("Options", Press.at(table, "options"), emoji="⚙️")]
    rows.append(
        row(
            *options_button,
            Button("Rules", Press.at(table, "rules"), emoji="📖"),
            learn(table.game),
            Button("Leave", Press.at(table, "leave-lobby")),
            Button("Close", Press.at(table, "close"), Style.DANGER),
        )
    )
    return rows


def join(table: Table, label: str) -> Button:
    """The button says which week's deal the table plays: who presses it agrees to that, and to no other."""
    week = week_to_play(table)
    return Button(label, Press.at(table, "join", *([str(week)] if week else [])), Style.SUCCESS)


def chosen_options(table: Table) -> list[str]:
    """How the game will be played."""
    words, chosen = WORDS[table.game], list[str]()
    if table.week is not None:
        week = (week_to_play(table) if table.phase == "lobby" else None) or table.week
        chosen.append(f"{'Practice: deal' if is_practice(table) else 'Deal'} of the week, {week_dates(week)}")
    chosen += [
        f"{choice.title}: {choice.values[getattr(table.options, field)].text}"
        for field, choice in words.options.items()
    ]
    chosen += [words.simplifications[field].text for field in simplified(table)]
    if table.gives_hints:
        chosen.append("Hints: on" if is_practice(table) else f"Hints: on ({HINTS_COST})")
    return chosen


SIMPLER = "simpler"  # the control of the simplifications; the others have the name of their option
HINTS = "hints"  # the control of whether computer players give them
HINTS_TOLD: Mapping[str, str] = {
    "off": "Everyone thinks for themselves",
    "on": f"Whoever asks is told good moves and their risks, alone; {HINTS_COST}",
}


def options_sheet(table: Table) -> Sheet:
    """All that the host can choose of the game."""
    words, fields = WORDS[table.game], list[Field]()
    for name, choice in words.options.items():
        chosen = getattr(table.options, name)
        options = [
            Option(label.text, encode(value).decode(), label.detail, chosen=value == chosen)
            for value, label in choice.values.items()
        ]
        fields.append(Field(name, choice.title, tuple(options)))
    if words.simplifications:
        already = simplified(table)
        ticks = [
            Option(label.text, name, label.detail, chosen=name in already)
            for name, label in words.simplifications.items()
        ]
        fields.append(Field(SIMPLER, "Simpler", tuple(ticks), several=True, least=0))
    choices = [
        Option(value, value, told, chosen=(value == "on") == table.gives_hints) for value, told in HINTS_TOLD.items()
    ]
    fields.append(Field(HINTS, "Hints", tuple(choices)))
    return Sheet(f"{GAMES[table.game].title}: options", Press.at(table, "optioned"), tuple(fields))


def _computers(table: Table, *, full: bool) -> list[Control]:
    """What the host can choose: a computer player joins, or one goes. A menu where there are several strengths."""
    offered, there = () if full else strengths(table), table.computers
    if len(strengths(table)) == 1:
        joins = [Button("Add a computer player", Press.at(table, "computers", "add", one)) for one in offered]
        goes = [
            Button(f"Send {plain(one.name)} away", Press.at(table, "computers", "away", str(one.number)))
            for one in there[-1:]
        ]
        return [*joins, *goes]
    options = [
        Option(f"Add a computer player: {strength}", f"add/{strength}", STRENGTH_TOLD[strength]) for strength in offered
    ]
    options += [Option(f"Send {plain(one.name)} away", f"away/{one.number}") for one in there]
    return [Menu("Computer players", Press.at(table, "computers"), tuple(options))] if options else []


def simplified(table: Table) -> tuple[str, ...]:
    """The fields of the simplifications that were chosen."""
    words, whole = WORDS[table.game], type(table.options)()
    return tuple(field for field in words.simplifications if getattr(table.options, field) != getattr(whole, field))
