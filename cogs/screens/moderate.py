"""What moderators can do at a table, for them alone; and the server's log."""

from collections.abc import Mapping, Sequence

from engine import GAMES
from languages import labelled, later, say
from tables.people.server_log import Line
from tables.play.model import Table
from tables.play.seating import why_not_startable

from .frame import framed, notice, of_game
from .names import safe_name_of
from .press import Press
from .screen import Button, Control, Link, Menu, Option, Screen, Style, Text, row

LOGGED: Mapping[str, str] = {
    "settings": later("{by} changed the settings. {detail}"),
    "block": later("{by} blocked {name}."),
    "unblock": later("{by} unblocked {name}."),
    "unlist": later("{by} left {name} off the boards."),
    "list": later("{by} put {name} back on the boards."),
    "close": later("{by} closed table {table}."),
    "start": later("{by} started the game at table {table}."),
    "send-away": later("{by} sent {name} away from table {table}."),
    "free-seat": later("{by} freed the seat of {name} at table {table}."),
    "end-vote": later("{by} ended a vote at table {table}."),
    "deleted": later("The message of table {table} was deleted, so I closed the table."),
    "idle": later("I closed table {table}: nobody had played there for long."),
    "absent": later("{by} had the seat of {name} freed at table {table}, who was absent for long."),
}
UNRANKED = later("Nobody loses by being sent away, or by a seat that you free. The game then counts on no leaderboard.")


def panel(table: Table, url: str | None, *, vote: bool) -> Screen:
    """What a moderator can do at this table. `vote`: one is open."""
    title = GAMES[table.game].title
    sitting = ", ".join(safe_name_of(table, member) for member in table.everybody)
    text = say("Table {number}, **{game}**: {players}.", number=table.id, game=title, players=sitting)
    if table.phase == "playing":
        text = f"{text}\n-# {say(UNRANKED)}"
    controls = list[Control]()
    if table.phase == "lobby":
        label, why = say("Start the game"), why_not_startable(table)
        controls.append(Button(label, _act(table, "start"), Style.PRIMARY, disabled=bool(why)))
    if vote:
        controls.append(Button(say("End the vote"), _act(table, "end-vote")))
    controls.append(Button(say("Close the table"), _act(table, "close"), Style.DANGER))
    if url:
        controls.append(Link(say("Go to that table"), url))
    people = _people(table)
    menu = [row(Menu(say("Somebody at the table…"), Press("moderate", table.id), tuple(people)))] if people else []
    return of_game(table.game, Text(text), *menu, row(*controls))


def _people(table: Table) -> list[Option]:
    """What can be done about somebody who sits there: what is chosen names the act and the person."""
    options = list[Option]()
    for player in table.players:
        name = table.name_of(player)
        away = say("They can't come back to this table")
        options.append(Option(say("Send {name} away", name=name), f"send-away {player.user_id}", away))
        if table.phase == "playing":
            back = say("They can come back while it is empty")
            options.append(Option(say("Free the seat of {name}", name=name), f"free-seat {player.user_id}", back))
    if table.phase == "lobby":
        options += [
            Option(say("Send {name} away", name=table.name_of(computer)), f"computer {computer.number}")
            for computer in table.computers
        ]
    return options


def confirm_closing(table: Table) -> Screen:
    """Ask before a table is closed."""
    text = say("Close this table of {game} for everybody?", game=GAMES[table.game].title)
    if table.phase == "playing":
        text = f"{text} {say('The game ends without a result: nobody wins, and nobody loses.')}"
    return of_game(
        table.game,
        Text(text),
        row(
            Button(say("Close the table"), _act(table, "close", "sure"), Style.DANGER),
            Button(say("Back"), Press("moderate", table.id)),
        ),
    )


def choose_table(tables: Sequence[Table]) -> Screen:
    """The tables of a server, for a moderator who is in a channel without one."""
    if not tables:
        return framed(say("There is no table in this server at present."))
    options = [
        Option(
            f"{GAMES[table.game].title} · {table.id}",
            str(table.id),
            ", ".join(table.name_of(member) for member in table.everybody),
        )
        for table in tables
    ]
    text = say("No table is in this channel. Which one of this server do you want?")
    return framed(text, [row(Menu(say("Which table?"), Press("moderate-at", 0), tuple(options)))])


def deleted(table: Table) -> Screen:
    """Tell those at a lobby why it is closed, whose message is gone."""
    return notice(say("A moderator has deleted the message of this table, so it is closed."), table.game)


def log(lines: Sequence[Line]) -> str:
    """What is posted in the channel of the server's log."""
    return "\n".join(f"-# <t:{line.at}:f> · {_logged(line)}" for line in lines)


def _logged(line: Line) -> str:
    by = f"<@{line.by_id}>" if line.by_id else say("Somebody")
    name = f"<@{line.user_id}>" if line.user_id else say("a computer player")
    known = {"by": by, "name": name, "table": line.table_id or 0, "detail": line.detail}
    return say(LOGGED[line.kind], **known) if line.kind in LOGGED else labelled(line.kind, line.detail)


def _act(table: Table, act: str, *more: str) -> Press:
    """The press says in which phase the table was: nobody closes a game who wanted to close its lobby."""
    return Press.at(table, "moderate", act, table.phase, *more)
