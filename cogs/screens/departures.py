"""Who leaves a game in progress: the question before it, what those who stay read, and what they can do."""

from engine import GAMES, Seat
from languages import labelled, later, say
from tables.play.computers import strengths
from tables.play.departures import Departure
from tables.play.model import Table
from tables.play.timers import Kind

from . import stakes
from .frame import of_game
from .names import mentions, safe, safe_name_of, safe_names
from .press import Press
from .screen import Button, Link, Screen, Style, Text, row

KEPT = later("Your seat is kept for you until <t:{time}:f>.")
KEPT_FOR_THE_BLOCKED = later(
    "The moderators of this server have blocked you: you can come back only if they unblock you by <t:{time}:f>."
)
WAITS: dict[Kind, str] = {  # by the timer that has come due, in the order in which they do
    "nudge": later("the table waits for **{seat}**, which is empty."),
    "last": later("the table still waits for **{seat}**, which is empty."),
    "vacate": later("the table has waited for **{seat}** for long, and nobody sits there."),
}


def confirm_leaving(table: Table, user_id: int, kept_until: int, *, moved: bool, blocked: bool) -> Screen:
    """Ask before somebody leaves. `kept_until`: until when they can come back, in seconds since 1970.

    `moved`: they have made a move of their own. `blocked`: the server's moderators don't let them sit down again.
    """
    asks = say("Leave this game of {game}?", game=GAMES[table.game].title)
    leave = Button(say("Leave the table"), Press.at(table, "leave"), Style.DANGER)
    buttons = [leave]
    if len(table.players) == 1:
        after = say("You are the last one: the table closes.")
        if table.last_one:
            buttons.insert(0, claim(table))
    else:
        kept = KEPT_FOR_THE_BLOCKED if blocked else KEPT
        after = say(kept, time=kept_until)
        if table.rivals:
            after += f" {say('If you resign, you have lost at once.')}"
            buttons.append(resign(table, "concede"))
        else:
            after += f" {say('If you leave for good, anyone can take it at once.')}"
            buttons.append(Button(say("Leave for good"), Press.at(table, "leave", "for-good"), Style.DANGER))
    text = f"{asks} {after}\n{stakes.cost_of_leaving(table, user_id, kept_until, moved=moved)}"
    return of_game(table.game, Text(text.strip()), row(*buttons))


def confirm_resigning(table: Table, user_id: int) -> Screen:
    """Ask somebody who plays against others whether to give up. The last one can claim the win instead."""
    title = f"**{GAMES[table.game].title}**"
    if table.last_one:
        text = say("Nobody else is left: you can claim the win.")
        return of_game(table.game, Text(f"{title}\n### {text}"), row(claim(table), _stay(table)))
    others = [player for player in table.players if player.user_id != user_id]
    if len(others) == 1 and len(table.everybody) == table.seats == 2:
        cost = say("It is a loss for you, and **{name}** wins.", name=safe_name_of(table, others[0]))
    else:
        cost = say("It is a loss for you. The others play on, and you can't come back.")
    text = f"{title}\n### {say('Resign this game?')}\n{cost}"
    return of_game(table.game, Text(text), row(resign(table, "concede"), _stay(table)))


def resign(table: Table, verb: str) -> Button:
    """`verb`: "resign" asks first."""
    return Button(say("Resign"), Press.at(table, verb), Style.DANGER, "🏳️")


def _stay(table: Table) -> Button:
    return Button(say("Keep playing"), Press.at(table, "stay"), Style.SUCCESS)


def claim(table: Table, *args: str) -> Button:
    return Button(say("Claim the win"), Press("claim", table.id, table.version, args), Style.SUCCESS, "🏆")


def _computer(table: Table) -> Button:
    return Button(say("Let a computer player play on"), Press.at(table, "stand-in"))


def departed(table: Table, departure: Departure) -> Screen | None:
    """Tell those who stay that somebody has left, and what they can do; None if there is nothing to tell any more."""
    name = safe(departure.name) if departure.name else say("Somebody")
    stands_in = table.computer(departure.seat)
    if table.phase != "playing" or not (stands_in or departure.seat in table.vacant):
        return None
    if departure.for_good and table.rivals:
        lines = [say("**{name}** has resigned.", name=name)]
        if stands_in:
            lines.append(say("A computer player plays on in that seat."))
    else:
        lines = [say("**{name}** has left the table.", name=name)]
        if departure.kept_until:
            lines.append(say("The seat is kept until <t:{time}:f>.", time=departure.kept_until))
        else:
            lines.append(say("Anyone can take the seat."))
    ways, buttons = what_they_can_do(table)
    if ways:
        ways = f"\n{labelled(mentions(player.user_id for player in table.players), ways)}"
    return of_game(table.game, Text(" ".join(lines) + ways), *([row(*buttons)] if buttons else []))


def still_empty(table: Table, seat: Seat, url: str, kind: Kind) -> Screen:
    """Remind those who stay that the table waits for an empty seat."""
    waits = say(WAITS.get(kind, WAITS["nudge"]), seat=safe_names(table)[seat])
    ways, buttons = what_they_can_do(table)
    text = f"{labelled(mentions(player.user_id for player in table.players), waits)}\n{ways}".strip()
    return of_game(table.game, Text(text), row(*buttons, Link(say("To the board"), url)))


def what_they_can_do(table: Table) -> tuple[str, list[Button]]:
    """In words and as buttons, what those who stay can do about an empty seat; besides that, the last can win."""
    computer = bool(table.vacant and strengths(table))
    match bool(table.last_one), computer:
        case True, True:
            return say("You can claim the win, let a computer player play on, or wait."), [
                claim(table),
                _computer(table),
            ]
        case True, False:
            return say("You can claim the win, or play on."), [claim(table)]
        case False, True:
            return say("You can let a computer player play on, or wait."), [_computer(table)]
    return "", []
