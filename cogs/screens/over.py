"""Texts and buttons of a game that is over."""

from collections.abc import Sequence

from engine import GAMES
from languages import say, say_many
from players import PLAYERS
from tables.play.model import HeardMove, PlayerView, Table

from ..games import WORDS
from . import comings
from .names import safe_name_of, safe_names
from .press import Press
from .screen import AT_HAND, Button, Control, Style


def headline(seen: PlayerView) -> str:
    """How the game ended."""
    game = seen.table.game
    if seen.table.won_by is not None:
        return say("Nobody else is left.")
    return GAMES[game].headline(seen.view) if seen.outcome else WORDS[game].conceded(seen.view)


def winners(seen: PlayerView) -> str:
    """Who won, if players compete; and who has left or resigned, if nobody else was left."""
    outcome, table = seen.outcome, seen.table
    if table.won_by is not None:
        resigned = [
            say("**{name}** has resigned.", name=safe_name_of(table, one))
            for one in table.players
            if one.seat != table.won_by
        ]
        return "\n".join([f"🏆 **{safe_names(table)[table.won_by]}**", *resigned, *comings.of_the_gone(table)])
    if outcome is None or outcome.won is not None:
        return ""
    return " ".join(f"🏆 **{safe_names(seen.table)[seat]}**" for seat in outcome.winners)


def highlight(seen: PlayerView, heard: Sequence[HeardMove]) -> str:
    """What was special about the game."""
    if seen.outcome is None:
        return ""
    events = [event for entry in heard for event in entry.events]
    line = WORDS[seen.table.game].highlight(seen.view, [f"**{name}**" for name in safe_names(seen.table)], events)
    return f"✨ {line}" if line else ""


def ending(seen: PlayerView) -> str:
    """Why the game ended, and what the score is made of."""
    if seen.outcome is None:
        return ""
    return WORDS[seen.table.game].ending(seen.view, [f"**{name}**" for name in safe_names(seen.table)])


def asks_to_end(seen: PlayerView) -> bool:
    """Whether a game that goes on can't be won any more, and its players haven't chosen yet to play on all the same."""
    table = seen.table
    return table.phase == "playing" and not table.plays_on and GAMES[table.game].hopeless(seen.view)


def ways_out(seen: PlayerView, beside: Sequence[Control]) -> list[Button]:
    """What its players are asked about a game that can't be won any more. `beside`: what stands there already.

    They don't go into “More…” unless that has no room for them.
    """
    if not asks_to_end(seen):
        return []
    table, kept = seen.table, [control for control in beside if not isinstance(control, Button) or control.stays]
    stay = len(kept) + 2 < AT_HAND
    end = Press.at(table, "give-up") if table.solo else Press.at(table, "concede", "ask")
    return [
        Button(say("It can't be won: end it"), end, emoji="🏳️", stays=stay),
        Button(say("Play for a better result"), Press.at(table, "better"), emoji="▶️", stays=stay),
    ]


def is_practice(table: Table) -> bool:
    """Whether the table plays an earlier deal of the week, which counts nowhere."""
    return table.week is not None and not table.ranked


def with_hints(table: Table) -> str:
    """How many hints a game has had, and what that means; empty without any."""
    if not table.hints:
        return ""
    if table.phase == "playing":
        text = say_many("{count} hint so far.", "{count} hints so far.", table.hints)
    else:
        text = say_many("With {count} hint.", "With {count} hints.", table.hints)
    if table.seats > 1 and not is_practice(table):
        text += f" {say('A game with hints counts on no leaderboard.')}"
    return f"-# {text}"


def replay_button(table: Table) -> Button:
    """The button that shows the game as one moving picture."""
    return Button(say("Replay"), Press("replay", table.id), emoji="🎞️")


def looked_back(table: Table) -> list[Button]:
    """The button to luck, skill and turning points, once nobody can still play this deal."""
    if table.seed is None or PLAYERS[table.game].judge is None:
        return []
    return [Button(how_played(table), Press("looked-back", table.id), emoji="⚖️")]


def how_played(table: Table) -> str:
    """The label of the button to luck and skill."""
    return say("How did I play?") if table.seats == 1 else say("How did we play?")


def share(press: Press) -> Button:
    return Button(say("Share"), press, Style.SUCCESS, "📣")


def share_game(table: Table) -> list[Button]:
    """The button by which players share a game in their server; none for practice or a deal of the day."""
    if table.phase != "over" or table.guild_id is None or table.day is not None or is_practice(table):
        return []
    return [share(Press.at(table, "share"))]


def fair_deal(table: Table) -> Button:
    """The button that leads to the proof that nobody meddled with the deal."""
    return Button(say("Fair deal?"), Press("fair", table.id), emoji="🎲")
