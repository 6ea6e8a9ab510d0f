"""What the hall's messages look like: the lobby, the board, the panel, the private message."""

import dataclasses
import io
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from itertools import groupby
from typing import Any

import discord
from discord import ui

from engine import GAMES, BaseEvent, encode
from engine.sentences import sentence, shortened
from players import PLAYERS
from render.signs import CREST
from render.text import ALT_LIMIT
from tables import (
    LEAST_PEOPLE,
    WEEKLY,
    About,
    Player,
    Seen,
    Table,
    Told,
    Vote,
    called,
    closes_at,
    first_of_run,
    hindrance,
    now,
    strengths,
    week_closes_at,
    week_to_play,
)

from ..controls import Chooser, Control, Press, button, select, sheet_of
from ..games import facts
from ..games.words import AnyWords
from ..lessons import LESSONS
from ..signs import TEXT_LIMIT, Layout
from . import stakes

PICTURE = "board.png"
RESULT = "result.png"
TOLD_LINES = 8  # on the board
RUN_LINES = 24  # on the board that ends a run of computers' turns
STRENGTH_TOLD: Mapping[str, str] = {
    "easy": "Plays quickly, and misses things",
    "middle": "Plays well",
    "strong": "As well as it can",
}
LOG_LINES, LOG_LETTERS = 20, 3500  # on a page of the log
NAME_LIMIT = 32  # Discord's own
NAMES_KNOWN = 4096  # in memory, as they may be shown
JOINERS = "\u200c\u200d"  # the signs without a shape that names are written with: in Persian, and in emoji
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters that look like a space, or like nothing
MARKUP = re.compile(r"[\\*_~`|<>\[\]/]|^[#+-]|(?<=\d)\.|:(?=[\w+-]+:)")  # where Discord may read it
WEEK_TOLD = (
    "📅 **Deal of the week**: every group of your size plays this deal. Your first attempt counts, without computer "
    "players. Standings follow when the week is closed."
)
PRACTICE_TOLD = "📅 Practice: a past week's deal for a group of your size. It counts for nothing."
EARLIER = "The table as it stood earlier."
HALL_COLOUR = 0xC9A227  # of messages that belong to no game


@lru_cache(NAMES_KNOWN)  # each line of a message asks for the names of its whole table
def plain(name: str) -> str:
    """A name on one line, of visible signs only: none that hides, or turns the direction of what follows."""
    seen = "".join(" " if sign in BLANK or sign.isspace() else sign for sign in name if _shows(sign))
    line = " ".join(seen.split())[:NAME_LIMIT].strip()
    return line if any(unicodedata.category(sign)[0] in "LNPS" for sign in line) else "?"


def _shows(sign: str) -> bool:
    return sign.isspace() or sign in JOINERS or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn")


@lru_cache(NAMES_KNOWN)
def safe(name: str) -> str:
    """A name that can stand in a message: plain, no markup, no link, no mention."""
    return discord.utils.escape_mentions(MARKUP.sub(r"\\\g<0>", plain(name)))


def names(table: Table) -> tuple[str, ...]:
    """By seat, safe to show in a message's text."""
    return tuple(map(safe, table.names()))


def plain_names(table: Table) -> tuple[str, ...]:
    """By seat, for buttons, selects and what autocomplete offers: Discord shows their words as they are."""
    return tuple(map(plain, table.names()))


@dataclass(frozen=True)
class Message:
    """A message that can be sent more than once: views and files serve one attempt each."""

    view: Callable[[], ui.LayoutView]
    pictures: Mapping[str, bytes] | None = None  # by file name; None: in an edit, what is attached stays
    # By file name: all that a picture of a position shows
    words: Mapping[str, str] = dataclasses.field(default_factory=dict)

    def files(self) -> list[discord.File]:
        return [discord.File(io.BytesIO(picture), name) for name, picture in (self.pictures or {}).items()]

    def edit(self) -> dict[str, Any]:
        """The keywords of an edit."""
        kept = {} if self.pictures is None else {"attachments": self.files()}
        return {"view": self.view(), "allowed_mentions": discord.AllowedMentions.none(), **kept}


def _box(words: AnyWords) -> tuple[ui.LayoutView, ui.Container[Any]]:
    """An empty message and its frame."""
    view = Layout()
    box: ui.Container[Any] = ui.Container(accent_colour=words.colour)
    view.add_item(box)
    return view, box


def picture(description: str, name: str = PICTURE) -> ui.MediaGallery[Any]:
    """A picture attached under `name`, with its alternative text."""
    item = discord.MediaGalleryItem(f"attachment://{name}", description=shortened(description, ALT_LIMIT))
    return ui.MediaGallery(item)


def framed(text: str, below: Sequence[ui.Item[Any]] = (), *, alt: str | None = None) -> ui.LayoutView:
    """A message that belongs to no game: a picture if there is `alt`, the text if there is one, then `below`."""
    view = Layout()
    box: ui.Container[Any] = ui.Container(accent_colour=HALL_COLOUR)
    view.add_item(box)
    if alt is not None:
        box.add_item(picture(alt))
    if text:
        box.add_item(ui.TextDisplay(text))
    for item in below:
        box.add_item(item)
    return view


def lobby(table: Table, words: AnyWords, *, threads: bool) -> ui.LayoutView:
    """`threads`: the table may be given a thread of its own here."""
    game = GAMES[table.game]
    view, box = _box(words)
    there = len(table.everybody)
    week = week_to_play(table)
    sitting = [
        safe(player.name)
        + (" · host" if player.user_id == table.host_id else "")
        + (" · **goes first**" if player.user_id == table.first_id else "")
        + (" · ready" if week is not None and player.ready == week else "")
        for player in table.players
    ]
    several = len(strengths(table)) > 1
    sitting += [
        f"{safe(one.name)} · computer player" + (f", {one.strength}" if several else "") for one in table.computers
    ]
    seats = "\n".join(f"{number}. {who}" for number, who in enumerate(sitting, 1))
    box.add_item(ui.TextDisplay(f"## {game.title}\n{words.blurb}\n-# {facts(table.game)}"))
    box.add_item(picture(_lobby_alt(table)))
    full = " (full)" if there == max(game.seats) else ""
    why = hindrance(table)
    box.add_item(ui.TextDisplay(f"**Players: {there}**{full}\n{seats}"))
    said = [f"⏳ {why}" if why else "✅ Ready: the host can start."]
    if why and not full and strengths(table) and table.week is None:
        said.append("-# Nobody else there? The host can add computer players below.")
    box.add_item(ui.TextDisplay("\n".join(said)))
    if table.week is not None:
        box.add_item(ui.TextDisplay(WEEK_TOLD if table.ranked else PRACTICE_TOLD))
    elif not why and (advice := words.advice(there, table.options)):
        box.add_item(ui.TextDisplay(f"-# {advice}"))
    box.add_item(ui.TextDisplay(f"-# {' · '.join(chosen_options(table, words))}"))
    computers = [] if table.week else _computers(table, full=bool(full))
    if computers:
        box.add_item(ui.ActionRow(*computers))
    if threads:
        places = [
            discord.SelectOption(label=label, value=value, default=(value == "thread") == table.own_thread)
            for label, value in (("Play here in the channel", "here"), ("Play in a thread of its own", "thread"))
        ]
        box.add_item(ui.ActionRow(select("Where", _press(table, "where"), places)))
    box.add_item(
        ui.ActionRow(
            join(table, "Join"),
            button("Start", _press(table, "start"), style=discord.ButtonStyle.primary, disabled=bool(why)),
            button(words.first, _press(table, "first"), disabled=table.first_id is not None),
        )
    )
    if table.week is not None:
        agrees = [button("Ready", _press(table, "ready"), style=discord.ButtonStyle.success)] if week else []
        box.add_item(ui.ActionRow(*agrees, button("A deal of our own", _press(table, "weekly", "off"), emoji="🎲")))
    elif table.game == WEEKLY:
        box.add_item(ui.ActionRow(button("Play the deal of the week", _press(table, "weekly", "on"), emoji="📅")))
    box.add_item(
        ui.ActionRow(
            *([] if table.week else [button("Options", _press(table, "options"), emoji="⚙️")]),
            button("Rules", _press(table, "rules"), emoji="📖"),
            *learn(table.game),
            button("Leave", _press(table, "leave-lobby")),
            button("Close", _press(table, "close"), style=discord.ButtonStyle.danger),
        )
    )
    return view


def join(table: Table, label: str) -> Control:
    """The button says which week's deal the table plays: who presses it agrees to that, and to no other."""
    week = week_to_play(table)
    return button(label, _press(table, "join", *([str(week)] if week else [])), style=discord.ButtonStyle.success)


def chosen_options(table: Table, words: AnyWords) -> list[str]:
    """How the game will be played."""
    chosen = []
    if table.week is not None:
        week = (week_to_play(table) if table.phase == "lobby" else None) or table.week
        chosen.append(f"{'Practice: deal' if _is_practice(table) else 'Deal'} of the week, {week_dates(week)}")
    chosen += [
        f"{choice.title}: {choice.values[getattr(table.options, field)].text}"
        for field, choice in words.options.items()
    ]
    chosen += [words.simplifications[field].text for field in simplified(table, words)]
    if table.gives_hints:
        chosen.append("Hints: on" if _is_practice(table) else f"Hints: on ({HINTS_COST})")
    return chosen


def _is_practice(table: Table) -> bool:
    """Of an earlier deal of the week: it counts nowhere in any case."""
    return table.week is not None and not table.ranked


SIMPLER = "simpler"  # the control of the simplifications; the others have the name of their option
HINTS = "hints"  # the control of whether computer players give them
HINTS_COST = "a game with hints counts on no board"
HINTS_TOLD: Mapping[str, str] = {
    "off": "Everyone thinks for themselves",
    "on": f"Whoever asks is told good moves and their risks, alone; {HINTS_COST}",
}


def options_sheet(table: Table, words: AnyWords) -> ui.Modal:
    """All that the host can choose of the game."""
    controls: dict[str, tuple[str, Chooser]] = {}
    for field, choice in words.options.items():
        options = [
            discord.RadioGroupOption(
                label=label.text,
                value=encode(value).decode(),
                description=label.detail,
                default=value == getattr(table.options, field),
            )
            for value, label in choice.values.items()
        ]
        controls[field] = (choice.title, ui.RadioGroup(options=options))
    if words.simplifications:
        ticks = [
            discord.CheckboxGroupOption(
                label=label.text, value=field, description=label.detail, default=field in simplified(table, words)
            )
            for field, label in words.simplifications.items()
        ]
        controls[SIMPLER] = ("Simpler", ui.CheckboxGroup(options=ticks, min_values=0, required=False))
    if table.game in PLAYERS:
        choices = [
            discord.RadioGroupOption(
                label=value, value=value, description=told, default=(value == "on") == table.gives_hints
            )
            for value, told in HINTS_TOLD.items()
        ]
        controls[HINTS] = ("Hints", ui.RadioGroup(options=choices))
    return sheet_of(f"{GAMES[table.game].title}: options", _press(table, "optioned"), controls)


def _computers(table: Table, *, full: bool) -> list[Control]:
    """What the host can choose: a computer player joins, or one goes. A menu where there are several strengths."""
    offered, there = () if full else strengths(table), table.computers
    if len(strengths(table)) == 1:
        joins = [button("Add a computer player", _press(table, "computers", "add", one)) for one in offered]
        goes = [
            button(f"Send {plain(one.name)} away", _press(table, "computers", "away", str(one.number)))
            for one in there[-1:]
        ]
        return [*joins, *goes]
    options = [
        discord.SelectOption(
            label=f"Add a computer player: {strength}",
            value=f"add/{strength}",
            description=STRENGTH_TOLD[strength],
        )
        for strength in offered
    ]
    options += [discord.SelectOption(label=f"Send {plain(one.name)} away", value=f"away/{one.number}") for one in there]
    return [select("Computer players", _press(table, "computers"), options)] if options else []


def simplified(table: Table, words: AnyWords) -> tuple[str, ...]:
    """The fields of the simplifications that were chosen."""
    whole = type(table.options)()
    return tuple(field for field in words.simplifications if getattr(table.options, field) != getattr(whole, field))


def _lobby_alt(table: Table) -> str:
    guests = ", ".join(plain(one.name) for one in table.everybody)
    return f"A table of {GAMES[table.game].title}. At it: {guests}."[:1024]


def board(seen: Seen, words: AnyWords, told: Sequence[Told], alt: str) -> ui.LayoutView:
    """The public board with its few buttons; at the end the result. `told` is all that everybody has heard."""
    table = seen.table
    game = GAMES[table.game]
    view, box = _box(words)
    first = _run_before(told, table.turn)
    if news := lines(table, [entry for entry in told if entry.turn >= first - 1], _most(first, table.turn)):
        box.add_item(ui.TextDisplay(news))
    if table.phase == "over":
        counts = _week_counts(table, told) if table.week else stakes.standing(table)
        ended = f"## {headline(seen, words)}", _winners(seen), with_hints(table), counts
        box.add_item(ui.TextDisplay("\n".join(filter(None, ended))))
        box.add_item(picture(headline(seen, words), RESULT))
    box.add_item(picture(alt))
    if table.phase == "over":
        again = button("Play again", _press(table, "again"), style=discord.ButtonStyle.success, emoji="🔁")
        log = button("Log", _press(table, "log"), emoji="📜")
        rules = button("Rules", _press(table, "rules"), emoji="📖")
        box.add_item(ui.ActionRow(again, replay(table), *looked_back(table)))
        standings = [week_button(table.week, table.seats)] if table.week else []
        box.add_item(ui.ActionRow(rules, log, fair_deal(table), *standings))
        return view
    turn = f"**{game.title}**{_of_week(table)} · {_whose_turn(seen, told)}"
    box.add_item(ui.TextDisplay("\n".join(filter(None, [turn, stakes.standing(table)]))))
    row: ui.ActionRow[Any] = ui.ActionRow(
        button("Play", _press(table, "play"), style=discord.ButtonStyle.primary, emoji=CREST),
        button("My hand", _press(table, "hand"), emoji="🤫"),
        button("Rules", _press(table, "rules"), emoji="📖"),
    )
    row.add_item(button("Follow", Press("follow", table.id), emoji="🔔"))
    if table.vacant:
        row.add_item(button("Take the empty seat", _press(table, "take"), style=discord.ButtonStyle.success))
    box.add_item(row)
    if table.vacant and strengths(table):
        box.add_item(ui.ActionRow(button("A computer player for the empty seat", _press(table, "stand-in"))))
    elif any(one.stands_in for one in table.computers):
        box.add_item(ui.ActionRow(button("Back to my seat", _press(table, "take"))))
    return view


def _of_week(table: Table) -> str:
    """What a game's title has behind it."""
    return "" if table.week is None else f" · deal of the week{', practice' if _is_practice(table) else ''}"


def _week_counts(table: Table, told: Sequence[Told]) -> str:
    """What a game of the deal of the week that is over counts for."""
    assert table.week is not None
    if not table.ranked:
        return "-# Practice: it counts for nothing."
    if table.changed_at >= week_closes_at(table.week):
        return "-# The week was closed before the end, so this counts for nothing."
    if table.computers or any(entry.computer for entry in told):
        return "-# A computer player was in it, so this counts for nothing in the week."
    if table.unranked:
        return "-# You agreed to play for an empty seat, so this counts for nothing in the week."
    if len(table.whole) < LEAST_PEOPLE:
        return f"-# This counts for nothing in the week: {stakes.SAT_THROUGH}."
    when = f"Standings come when the week closes, <t:{week_closes_at(table.week)}:f>."
    return f"📅 Your result at the **deal of the week for {table.seats}** is in. {when}"


def week_button(week: date, seats: int) -> Control:
    """A week's standings, or how its deals are played while it lasts."""
    return button("Deal of the week", week_press(week, seats), emoji="📅")


def week_press(week: date, seats: int, scope: str = "here", page: int = 0) -> Press:
    return Press("week", 0, args=(week.isoformat(), str(seats), scope, str(page)))


def replay(table: Table) -> Control:
    """All of a game that is over, in one moving picture."""
    return button("Replay", Press("replay", table.id), emoji="🎞️")


def looked_back(table: Table) -> list[Control]:
    """Luck, skill and turning points of a game that is over, once nobody can still play its deal."""
    if table.seed is None or table.game not in PLAYERS or PLAYERS[table.game].judge is None:
        return []
    return [button(how_played(table), Press("looked-back", table.id), emoji="⚖️")]


def how_played(table: Table) -> str:
    """What one asks, to look back at it."""
    return "How did I play?" if table.seats == 1 else "How did we play?"


def fair_deal(table: Table) -> Control:
    """The button that leads to the proof that nobody meddled with the deal."""
    return button("Fair deal?", Press("fair", table.id), emoji="🎲")


def headline(seen: Seen, words: AnyWords) -> str:
    """How a game that is over ended."""
    return seen.outcome.headline if seen.outcome else words.conceded(seen.view)


def with_hints(table: Table) -> str:
    """How many hints a game has had, and what that means; empty without any."""
    if not table.hints:
        return ""
    counts = "" if table.seats == 1 or _is_practice(table) else f" {sentence(HINTS_COST)}."
    number = f"{table.hints} hint{'s' * (table.hints > 1)}"
    return f"-# {f'{number} so far' if table.phase == 'playing' else f'With {number}'}.{counts}"


def _winners(seen: Seen) -> str:
    """Who won, where players compete."""
    outcome = seen.outcome
    if outcome is None or outcome.won is not None:
        return ""
    return " ".join(f"🏆 **{names(seen.table)[seat]}**" for seat in outcome.winners)


def _whose_turn(seen: Seen, told: Sequence[Told]) -> str:
    player = seen.table.sitting(seen.to_act)
    if player:
        return f"<@{player.user_id}>, it is your turn{_why(seen, told)}"
    vacant = f"**{names(seen.table)[seen.to_act or 0]}**"
    if seen.table.computer(seen.to_act):
        return f"{vacant} is thinking."
    if not GAMES[seen.table.game].cooperative(seen.table.options):
        return f"{vacant} is next. The game waits until somebody takes it."
    if seen.table.at_stake:
        return (
            f"{vacant} is next. The game waits for somebody to take it. You can agree to play for it: press **Play**."
        )
    return f"{vacant} is next. Any player may play for it: press **Play**."


def _why(seen: Seen, told: Sequence[Told]) -> str:
    """What others last did, since their own move, to the player whose turn it is: ": **Bob** robbed you."."""
    table, seat = seen.table, seen.to_act
    before = max((entry.version for entry in told if entry.seat == seat), default=0)
    tell, name = GAMES[table.game].tell, f"**{names(table)[seat or 0]}**"
    of_theirs = [
        line
        for entry in told
        if entry.version > before
        for event in entry.events
        if f"{{{seat}}}" in tell(event) and not (line := _line(table, entry, event)).startswith(name)
    ]
    if not of_theirs:
        return "."
    last = of_theirs[-1].replace(f"{name}'s", "your").replace(f"of {name}", "of yours").replace(name, "you")
    return f": {last}"


def overtaken(table: Table, turn: int, told: Sequence[Told], url: str, words: AnyWords) -> ui.LayoutView:
    """What the board of an earlier `turn` becomes: what happened in it, and the way to the new one."""
    view, box = _box(words)
    of_group = turn > 0 and not table.solo  # a game for one is one long turn
    which = f"turn {turn}" if of_group else ", ".join(names(table))
    title = f"-# {GAMES[table.game].title}" + (f" · {which}" if which else "")
    first = _run_before(told, turn)
    happened = lines(table, [one for one in told if first <= one.turn <= turn and of_group], _most(first, turn))
    box.add_item(ui.TextDisplay(f"{title}\n{happened}".strip()))
    box.add_item(ui.ActionRow(ui.Button(label="To the newest board", url=url)))
    return view


def closed(table: Table, words: AnyWords, *, pictured: bool = True) -> ui.LayoutView:
    """What the last board of a closed table becomes, or its lobby. `pictured`: its picture stays."""
    view, box = _box(words)
    if pictured:
        box.add_item(picture(EARLIER))
    why = " The rules have changed since it began." if table.outdated else ""
    box.add_item(ui.TextDisplay(f"This table of {GAMES[table.game].title} is closed.{why} `/play` opens a new one."))
    return view


def closed_privately(table: Table, words: AnyWords) -> ui.LayoutView:
    """What a direct message of a closed table becomes."""
    return _without_buttons(f"**{GAMES[table.game].title}**: this table is closed.", words)


def parted(table: Table, words: AnyWords) -> ui.LayoutView:
    """What the direct message of somebody who has left becomes."""
    return _without_buttons(f"**{GAMES[table.game].title}**: you have left this table.", words)


def _without_buttons(text: str, words: AnyWords) -> ui.LayoutView:
    """A message whose picture stays."""
    view, box = _box(words)
    box.add_item(ui.TextDisplay(text))
    box.add_item(picture(EARLIER))
    return view


def vote(table: Table, vote: Vote | None, words: AnyWords) -> ui.LayoutView:
    """The vote on giving up, or on who plays for an empty seat; None once it is over."""
    view, box = _box(words)
    if vote is None:
        if table.conceded:
            outcome = "You gave the game up."
        else:
            outcome = "The game goes on." if table.phase == "playing" else "The game ended first."
        box.add_item(ui.TextDisplay(f"The vote is over. {outcome}"))
        return view
    opener = table.player(vote.opened_by)
    who = safe(opener.name) if opener else "Somebody"
    yes, no = "Yes", "No"
    match vote.about:
        case "give-up":
            yes, no = "Give up", "Keep playing"
            asked, costs = f"**{who}** wants to give up. Do you?", stakes.of_giving_up(table)
        case "seat":
            asked, costs = f"**{who}** wants a computer player in the empty seat. Do you?", stakes.cost(table)
        case "play":
            asked, costs = f"**{who}** wants to play for the empty seat yourselves. Do you?", stakes.cost(table)
    asked = f"{asked}\n{costs}".strip()
    tally = f"{yes}: **{len(vote.agree)}** of {vote.needed} needed · {no}: **{len(vote.refuse)}**"
    box.add_item(ui.TextDisplay(f"{asked}\n{tally}\n-# The vote ends <t:{vote.closes_at}:R>."))
    giving_up = vote.about == "give-up"
    styles = discord.ButtonStyle.danger, discord.ButtonStyle.success
    box.add_item(
        ui.ActionRow(
            button(yes, _press(table, "vote", "yes"), style=styles[not giving_up]),
            button(no, _press(table, "vote", "no"), style=styles[giving_up]),
        )
    )
    return view


def nudge(table: Table, player: Player, url: str, words: AnyWords) -> ui.LayoutView:
    """Remind a player that all others wait for them."""
    view, box = _box(words)
    alone = " alone" if len(table.players) > 1 else ""
    box.add_item(ui.TextDisplay(f"<@{player.user_id}>, the table waits for you{alone}: it is your turn."))
    box.add_item(ui.ActionRow(ui.Button(label="To the board", url=url)))
    return view


def absent(table: Table, player: Player, words: AnyWords) -> ui.LayoutView:
    """The others may free the seat of somebody who has not been seen."""
    view, box = _box(words)
    box.add_item(
        ui.TextDisplay(
            f"**{safe(player.name)}** has kept the table waiting for long. You can free the seat for somebody else."
            f"{_of_relieving(table) if strengths(table) else ''}"
        )
    )
    row: ui.ActionRow[Any] = ui.ActionRow(
        button("Free the seat", _press(table, "vacate"), style=discord.ButtonStyle.danger)
    )
    if strengths(table):
        row.add_item(button("Let a computer player play on", _press(table, "relieve")))
    box.add_item(row)
    return view


def _of_relieving(table: Table) -> str:
    """What a computer player in place of somebody absent costs."""
    vote = " You vote on it." if len(table.players) > LEAST_PEOPLE else ""
    return f"\nOr a computer player plays on.{vote} {stakes.cost(table)}" if table.at_stake else ""


def gone(player: Player, words: AnyWords) -> ui.LayoutView:
    return notice(f"**{safe(player.name)}** has left this server. The seat is free: anyone can take it.", words)


def notice(text: str, words: AnyWords) -> ui.LayoutView:
    view, box = _box(words)
    box.add_item(ui.TextDisplay(text))
    return view


def confirm_leaving(table: Table, user_id: int, kept_until: int, words: AnyWords) -> ui.LayoutView:
    """`kept_until`: when it is too late to come back, in seconds since 1970."""
    view, box = _box(words)
    after = (
        "Anyone can take your seat then. While it is empty, you can come back to it."
        if len(table.players) > 1
        else "You are the last one: the table closes."
    )
    costs = stakes.of_leaving(table, user_id, kept_until)
    box.add_item(ui.TextDisplay(f"Leave this game of {GAMES[table.game].title}? {after}\n{costs}".strip()))
    box.add_item(ui.ActionRow(button("Leave the table", _press(table, "leave"), style=discord.ButtonStyle.danger)))
    return view


def ask_first(table: Table, about: About, words: AnyWords) -> ui.LayoutView:
    """The question before what takes a group's game off the boards."""
    view, box = _box(words)
    box.add_item(ui.TextDisplay(stakes.question(table, about)))
    box.add_item(stakes.answers(table, about))
    return view


def lines(table: Table, told: Sequence[Told], most: int = TOLD_LINES) -> str:
    """What happened, a line an event, the newest last; of more than `most` the oldest are left out."""
    return "\n".join(every_line(table, told)[-most:])


def _run_before(told: Sequence[Told], turn: int) -> int:
    """The first of the computers' turns that led to `turn` and have no board of their own."""
    return first_of_run({entry.turn for entry in told if entry.computer}, turn)


def _most(first: int, turn: int) -> int:
    """How many lines a board has for what happened from the turn `first` on."""
    return TOLD_LINES if first == turn else RUN_LINES


def every_line(table: Table, told: Sequence[Told]) -> list[str]:
    """A line an event, oldest first; undos that follow on each other are one."""
    every: list[str] = []
    for (undone, _), entries in groupby(told, key=_undo_of):
        if undone:
            first, *more = entries
            what = f"{len(more) + 1} moves" if more else "a move"
            every.append(f"{_mover(table, first)} took back {what}.")
        else:
            every += [_line(table, entry, event) for entry in entries for event in entry.events]
    return every


def _undo_of(entry: Told) -> tuple[bool, int | None]:
    """Whether it took a move back, and who did so; None too if that user has been forgotten."""
    undone = entry.kind == "undo"
    return undone, entry.user_id if undone else None


def log_pages(table: Table, told: Sequence[Told]) -> tuple[str, ...]:
    """All that happened, in pages that fit a message; at least one. A turn is on one page, unless it fills several."""
    pages, page = list[str](), ""
    for turn, entries in groupby(told, key=lambda entry: entry.turn):
        heading = [] if table.solo else [f"-# Turn {turn}"]
        happened = every_line(table, list(entries))
        for first in range(0, len(happened), LOG_LINES):
            part = "\n".join([*heading, *happened[first : first + LOG_LINES]])
            if page and (len(page) + len(part) > LOG_LETTERS or page.count("\n") + part.count("\n") > LOG_LINES):
                pages.append(page)
                page = ""
            page = f"{page}\n{part}".strip()
    return (*pages, page or "No moves yet.")


def log(table: Table, pages: Sequence[str], number: int, words: AnyWords) -> ui.LayoutView:
    """One of its pages, with the way to its neighbours."""
    last = len(pages) - 1
    at = f" · page {number + 1} of {last + 1}" if last else ""
    back = button("Back", _press(table, "log", str(number - 1)), emoji="◀", disabled=number == 0)
    on = button("Next", _press(table, "log", str(number + 1)), emoji="▶", disabled=number == last)
    view, box = _box(words)
    box.add_item(ui.TextDisplay(f"## {GAMES[table.game].title}: the log{at}\n{pages[number]}"[: TEXT_LIMIT - 200]))
    if last:
        box.add_item(ui.ActionRow(back, on))
    return view


def _line(table: Table, entry: Told, event: BaseEvent) -> str:
    who = [f"**{name}**" for name in names(table)]
    who[entry.seat] = _mover(table, entry)
    return GAMES[table.game].tell(event).format(*who)


def _mover(table: Table, entry: Told) -> str:
    """Who made a move, even if they have left since. A forced move is told of whoever sits there now."""
    if entry.computer:
        return f"**{safe(called(entry.computer))}**"
    player = table.player(entry.user_id or 0)
    if (entry.kind == "forced" and entry.user_id is None) or (player and player.seat == entry.seat):
        return f"**{names(table)[entry.seat]}**"
    if player:
        return f"**{safe(player.name)}** (for seat {entry.seat + 1})"
    return f"<@{entry.user_id}>" if entry.user_id else "**Somebody**"


def rules(game: str, words: AnyWords, number: int, alt: str | None, table: Table | None = None) -> ui.LayoutView:
    """A page of the rules, with the way to its neighbours; `alt` is None for a page without a picture.

    `table` is the one they were asked for at.
    """
    page, last = words.rules[number], len(words.rules) - 1
    view, box = _box(words)
    box.add_item(ui.TextDisplay(f"## {page.title}\n{page.text}"))
    if alt is not None:
        box.add_item(picture(alt))
    box.add_item(
        ui.ActionRow(
            button("Back", Press("rules", 0, args=(game, str(number - 1))), emoji="◀", disabled=number == 0),
            button(f"Page {number + 1} of {last + 1}", Press("rules", 0, args=("here",)), disabled=True),
            button("Next", Press("rules", 0, args=(game, str(number + 1))), emoji="▶", disabled=number == last),
            *learn(game),
        )
    )
    if table and table.seats:
        box.add_item(ui.ActionRow(fair_deal(table)))
    return view


def learn(game: str, label: str = "Learn by playing") -> list[Control]:
    """The button that begins a game's lesson for whoever presses it, or goes on with it; none without a lesson."""
    return [button(label, Press("learn", 0, args=(game,)), emoji="🎓")] if game in LESSONS else []


def private(
    words: AnyWords, text: str, rows: Sequence[ui.ActionRow[Any]] = (), *, alt: str | None, result: str | None = None
) -> ui.LayoutView:
    """For one user: `text`, the picture as they may know it (unless `alt` is None), and controls.

    `result` is what the picture of the result says, where there is one.
    """
    view, box = _box(words)
    box.add_item(ui.TextDisplay(text[: TEXT_LIMIT - 200]))
    if result is not None:
        box.add_item(picture(result, RESULT))
    if alt is not None:
        box.add_item(picture(alt))
    for row in rows:
        box.add_item(row)
    return view


def with_choices(
    words: AnyWords,
    title: str,
    choices: Sequence[ui.Section[Any]],
    below: str,
    row: ui.ActionRow[Any],
    *,
    alt: str,
) -> ui.LayoutView:
    """For one user: choices that are told at length, each with its button, and under them the picture."""
    view, box = _box(words)
    box.add_item(ui.TextDisplay(title))
    for choice in choices:
        box.add_item(choice)
    box.add_item(ui.TextDisplay(below))
    box.add_item(picture(alt))
    box.add_item(row)
    return view


def private_message(
    seen: Seen, words: AnyWords, alt: str, text: str, rows: Sequence[ui.ActionRow[Any]]
) -> ui.LayoutView:
    """The direct message: what this player knows, and on their turn `text`, under it `rows`."""
    table = seen.table
    title = GAMES[table.game].title
    if table.phase == "over":
        ended = f"**{title}** is over. {headline(seen, words)}", _winners(seen), with_hints(table)
        text = "\n".join(filter(None, ended))
    else:
        what = "it is your turn." if seen.legal else "what you know. I write again when it is your turn."
        known = words.knows(seen.view, names(table))
        text = "\n".join(filter(None, [f"**{title}**: {what}", known, text]))
    return private(words, text, rows, alt=alt)


def private_buttons(table: Table, url: str | None) -> list[ui.Item[Any]]:
    """What stands under a direct message besides its moves; `url` is the board's."""
    buttons: list[ui.Item[Any]] = []
    if table.phase == "playing":
        buttons.append(button("My hand", _press(table, "hand"), emoji="🤫"))
    if url:
        buttons.append(ui.Button(label="To the board", url=url))
    return buttons


def sent_privately(url: str, words: AnyWords) -> ui.LayoutView:
    """Tell where the game is that the user asked for."""
    view, box = _box(words)
    box.add_item(ui.TextDisplay("Your game is in your direct messages, where nobody else sees it."))
    box.add_item(ui.ActionRow(ui.Button(label="To your game", url=url)))
    return view


def finished(seen: Seen, words: AnyWords) -> ui.LayoutView:
    """A solitaire that is over, once the next one is dealt: its deal can still be proved."""
    view, box = _box(words)
    said = headline(seen, words)
    ended = f"{solitaire_title(seen.table)}\n### {said}\n{with_hints(seen.table)}"
    box.add_item(ui.TextDisplay(ended.strip()))
    box.add_item(picture(said, RESULT))
    box.add_item(picture("The table as it stood at the end."))
    box.add_item(ui.ActionRow(replay(seen.table), *looked_back(seen.table), fair_deal(seen.table)))
    return view


def confirm_giving_up(table: Table, words: AnyWords, *, pictured: bool) -> ui.LayoutView:
    """To whoever plays alone, or with computers. `pictured`: in place of a solitaire's message, whose picture stays."""
    view, box = _box(words)
    title = solitaire_title(table) if table.solo else f"**{GAMES[table.game].title}**"
    sure, back = ("sure", "go-on") if table.solo else ("concede", "stay")
    costs = " It counts as lost." if table.solo else f"\n{stakes.of_giving_up(table)}"
    box.add_item(ui.TextDisplay(f"{title}\n### Give this game up?{costs}"))
    if pictured:
        box.add_item(picture("The table as it stands."))
    box.add_item(
        ui.ActionRow(
            button("Give up", _press(table, sure), style=discord.ButtonStyle.danger, emoji="🏳️"),
            button("Keep playing", _press(table, back), style=discord.ButtonStyle.success),
        )
    )
    return view


def solitaire_title(table: Table) -> str:
    """Whose game it is; of a deal of the day, what it counts for."""
    title = f"**{GAMES[table.game].title}**"
    if table.day is not None:
        return f"{title} · deal of {written(table.day)}\n-# {_counts(table, table.day)}"
    return f"{title} · {names(table)[0]}"


def written(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def span(first: date, last: date) -> str:
    """ "16 to 22 November 2026": the month and the year once, if both days share them."""
    if first.year != last.year:
        begins = written(first)
    else:
        begins = f"{first.day}" if first.month == last.month else f"{first.day} {first:%B}"
    return f"{begins} to {written(last)}"


def week_dates(week: date) -> str:
    return span(week, week + timedelta(days=6))


def in_time(table: Table, day: date) -> bool:
    """Whether this is the ranked attempt at the deal of `day`, and it ended or goes on before ranked play is closed."""
    return table.ranked and (now() if table.phase == "playing" else table.changed_at) < closes_at(day)


def _counts(table: Table, day: date) -> str:
    if not table.ranked:
        return "Practice: it counts for nothing."
    going_on = table.phase == "playing"
    if not in_time(table, day):
        ends = "the game goes on, but" if going_on else "the game ended later and"
        return f"Ranked play of this deal is closed: {ends} counts as given up."
    # A message may stand for days: it isn't edited when ranked play is closed, so what it says stays true
    closes = closes_at(day)
    by = f" Last moment to finish: <t:{closes}:f> (<t:{closes}:R>). Later it counts as given up." if going_on else ""
    return f"Ranked: your first and only attempt.{by}"


def practice_press(game: str, day: date) -> Press:
    return Press("practice", 0, args=(game, day.isoformat()))


def solitaire_buttons(table: Table) -> list[ui.Item[Any]]:
    """The buttons under a solitaire, besides its moves."""
    rules = button("Rules", _press(table, "rules"), emoji="📖")
    if table.phase == "playing":
        return [button("Give up", _press(table, "give-up"), emoji="🏳️"), rules]
    if table.day is not None:
        practice = button("Practice", practice_press(table.game, table.day), emoji="🔁")
        share = button("Share", _press(table, "share"), style=discord.ButtonStyle.success, emoji="📣")
        others = button("How others did", _press(table, "others"), emoji="📊")
        ranked = [share, others] if in_time(table, table.day) else []
        return [*ranked, practice, replay(table), *looked_back(table), rules, fair_deal(table)]
    again = button("Play again", _press(table, "deal"), style=discord.ButtonStyle.success, emoji="🔁")
    return [again, replay(table), *looked_back(table), rules, fair_deal(table)]


def _press(table: Table, verb: str, *args: str) -> Press:
    return Press(verb, table.id, table.version, args)
