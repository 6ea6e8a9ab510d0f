"""What those read who wait, or for whom others wait: at the board, in the lobby, and when an idle table closes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import GAMES, Seat
from languages import labelled, later, say, say_as
from tables.people.aways import LONGEST, TOO_OFTEN, Away
from tables.play.computers import strengths
from tables.play.model import LEAST_PEOPLE, REOPENED_WITHIN, Pace, Player, Table
from tables.play.relief import RELIEF_AFTER

from . import stakes
from .frame import framed, notice, of_game
from .names import mentions, safe_name_of
from .press import Press
from .screen import BUTTON_LIMIT, Button, Link, Screen, Style, Text, row

NOBODY_AWAY: Mapping[int, int] = {}
PACES: Mapping[Pace, str] = {"tonight": later("tonight"), "days": later("over days")}
IN_LOBBY: Mapping[Pace, str] = {
    "tonight": later(
        "🌙 **Tonight**: moves come within minutes. For whoever is away for half an hour, a computer may play on."
    ),
    "days": later("🗓️ **Over days**: there is no hurry with your moves."),
}
CHOOSE_PACE: Mapping[Pace, str] = {"tonight": later("Play tonight"), "days": later("Play over days")}
EMOJIS: Mapping[Pace, str] = {"tonight": "🌙", "days": "🗓️"}


@dataclass(frozen=True)
class NextGame:
    """Another game in which everybody waits for this user."""

    table: Table
    url: str

    def line(self) -> str:
        title = GAMES[self.table.game].title
        return say("Next: **{game}** in {channel} waits for you.", game=title, channel=f"<#{self.table.channel_id}>")

    def link(self) -> Link:
        return Link(say("Next: {game}", game=GAMES[self.table.game].title)[:BUTTON_LIMIT], self.url)


# -- The lobby and the board


def choose_pace(table: Table) -> list[Button]:
    """The host's button for the other pace, once there is somebody to wait for."""
    if len(table.players) < LEAST_PEOPLE:
        return []
    other: Pace = "days" if table.pace == "tonight" else "tonight"
    return [Button(say(CHOOSE_PACE[other]), Press.at(table, "pace", other), emoji=EMOJIS[other])]


def pace(table: Table) -> str:
    """At which pace a game is played. Empty if nobody waits for anybody."""
    return say(PACES[table.pace]) if len(table.players) >= LEAST_PEOPLE else ""


def since(table: Table, to_act: Seat | None) -> str:
    """Tonight: since when the others wait for this seat's player."""
    return f"-# ⏳ {say('The wait began {time}.', time=_ago(table.waits_since))}" if is_awaited(table, to_act) else ""


def is_awaited(table: Table, to_act: Seat | None) -> bool:
    """Whether others wait tonight for this seat's player, whom they can nudge."""
    others = len(table.players) >= LEAST_PEOPLE
    return table.phase == "playing" and table.pace == "tonight" and others and table.sitting(to_act) is not None


def nudge_button(table: Table) -> Button:
    return Button(say_as("a button", "Nudge"), Press.at(table, "nudge"), emoji="👉")


def away(table: Table, away: Mapping[int, int]) -> str:
    """Who of those at the table is away, and until when. `away`: in seconds since 1970, by user."""
    lines = [
        say("**{name}** is away until {time}.", name=safe_name_of(table, player), time=_day(away[player.user_id]))
        for player in table.players
        if player.user_id in away
    ]
    return "\n".join(f"-# {line}" for line in lines)


# -- Nudging, and a computer player meanwhile


def nudged(table: Table, player: Player, *, first: bool, offers: bool) -> Screen:
    """The answer to a nudge. `first`: nobody had nudged the player in this turn. `offers`: a computer may play on."""
    name = safe_name_of(table, player)
    text = (
        say("I nudge **{name}** in the game's channel.", name=name)
        if first
        else say("**{name}** has been nudged in this turn. Once is enough.", name=name)
    )
    if not strengths(table):
        return notice(text, table.game)
    if not offers:
        at = f"<t:{table.waits_since + RELIEF_AFTER}:t>"
        return notice(f"{text} {say('From {time} on, **Nudge** lets a computer player play on.', time=at)}", table.game)
    button = Button(say("Let a computer play on meanwhile"), Press.at(table, "meanwhile"), Style.PRIMARY)
    return of_game(table.game, Text(f"{text}\n{meanwhile(table, player)}"), row(button))


def meanwhile(table: Table, player: Player) -> str:
    """What it means if a computer player plays on for somebody who is away."""
    name = safe_name_of(table, player)
    kept = say("A computer player can play on until **{name}** is back. The seat stays theirs.", name=name)
    if table.together:
        return f"{kept} {stakes.cost(table)}".strip()
    if len(table.players) == LEAST_PEOPLE:
        return f"{kept} {say('The game then counts on no leaderboard, for neither of you.')}"
    return f"{kept} {say('It is no loss for them: once it has moved, the game counts for the others alone.')}"


def relieved(table: Table, user_ids: Sequence[int], url: str) -> Screen:
    """Tell those who are away that computer players play on for them."""
    text = say(
        "{players}: a computer player plays on for you. Press anything at the table, and your seat is yours again.",
        players=mentions(user_ids),
    )
    return of_game(table.game, Text(text), row(Link(say("To the board"), url)))


# -- Idle tables


def closing(table: Table, user_ids: Sequence[int], at: int, url: str) -> Screen:
    """Tell those who sit at an idle table that it will close."""
    text = say(
        "{players}: nobody has played here for long. This table of {game} closes {time}, unless somebody acts.",
        players=mentions(user_ids),
        game=GAMES[table.game].title,
        time=_ago(at),
    )
    return of_game(table.game, Text(text), row(Link(say("To the board"), url)))


def closed(table: Table) -> Screen:
    """Tell a channel that an idle table was closed."""
    text = say(
        "This table of {game} was closed: nobody played. Those who sat there can take it up again until {time}.",
        game=GAMES[table.game].title,
        time=_day(table.changed_at + REOPENED_WITHIN),
    )
    return of_game(table.game, Text(text), row(reopen(table, say("Take it up again"))))


def reopen(table: Table, label: str) -> Button:
    return Button(label[:BUTTON_LIMIT], Press("reopen", table.id), Style.SUCCESS)


def reopened(table: Table, user_ids: Sequence[int], url: str) -> Screen:
    """Tell those who sat at a closed table that it goes on."""
    text = say(
        "{players}: your table of {game} goes on where it stood.",
        players=mentions(user_ids),
        game=GAMES[table.game].title,
    )
    return of_game(table.game, Text(text), row(Link(say("To the board"), url)))


# -- Away


def own_absence(own: Away) -> Screen:
    """Until when a user is away, or how often they may still be."""
    if own.until is not None:
        text = say(
            "You are away until {time}. Your tables wait, nobody reminds you, and your streaks hold.",
            time=_day(own.until),
        )
        return framed(text, [row(Button(say("I'm back"), Press("back", 0), Style.SUCCESS))])
    here = say("You aren't away: your games go on as usual.")
    if own.again_at is not None:
        return framed(f"{here}\n{say(TOO_OFTEN, time=_day(own.again_at))}")
    how = say("`/away days:7` says that you are, for as many days as you choose, at most {most}.", most=LONGEST)
    then = say("Your tables then wait, nobody reminds you, and your streaks hold.")
    return framed(f"{here}\n{how} {then}\n-# {labelled(say('Times left in a year'), str(own.left))}")


def _ago(at: int) -> str:
    return f"<t:{at}:R>"


def _day(at: int) -> str:
    return f"<t:{at}:D>"
