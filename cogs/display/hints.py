"""What a computer player would do: its two best moves, what each is worth, why, and a button that makes it."""

from collections.abc import Sequence
from math import hypot
from typing import Any

from discord import ui

from players import PLAYERS, Weighed
from tables import Seen, Table

from ..controls import Press, button
from ..games import WORDS
from ..games.words import AnyWords, spell
from . import messages, picker

SHOWN = 2  # moves
SURE = 2  # standard errors
NO_HINT = "I'm busy at other tables just now. Ask me again in a minute."


def hint_button(seen: Seen) -> list[ui.Item[Any]]:
    """It stands beside the moves of whoever has a choice to make, where hints are given."""
    table = seen.table
    if not table.gives_hints or len(seen.legal) < SHOWN:
        return []
    return [button("What would you do?", Press("hint", table.id, table.version), emoji="💡")]


def thinking(seen: Seen, alt: str) -> ui.LayoutView:
    """In a message whose picture stays, until the hint is there."""
    return messages.private(_words(seen.table), "### Let me think about it…", [ui.ActionRow(_back(seen))], alt=alt)


def hint(seen: Seen, opinion: Sequence[Weighed[Any]], alt: str) -> ui.LayoutView:
    """`opinion` is the player's, best first. Moves are escaped in the text, and spelled whole in the buttons."""
    table, best = seen.table, opinion[:SHOWN]
    now = picker.Situation(seen.legal, _words(table), seen.view, messages.names(table))
    points = PLAYERS[table.game].points(seen.view)
    sections = [_move(seen, now, one, points) for one in best]
    below = ["Too close to call: take the one you like."] if _close(best) else []
    below.append(messages.with_hints(table))
    return messages.with_choices(
        _words(table), "### What I would do", sections, "\n".join(below), ui.ActionRow(_back(seen)), alt=alt
    )


def _move(seen: Seen, now: picker.Situation, one: Weighed[Any], points: int) -> ui.Section[Any]:
    table = seen.table
    said = picker.say(one.move, now)
    style = picker.DANGER if now.words.risky(seen.view, one.move) else said.style
    press = Press("pick", table.id, table.version, spell(one.move))
    text = f"**{said.text}**\n{odds(one.expected, points)} {one.reason}"
    return ui.Section(ui.TextDisplay(text), accessory=button("Play it", press, style=style))


def odds(expected: float, points: int) -> str:
    """What a move brings, in words: a chance to win, or a share of `points`."""
    if points:
        return f"Ends with about {round(expected * points)} points."
    wins = round(100 * expected)
    if wins in (0, 100):
        return "Wins nearly always." if wins else "Hardly ever wins."
    return f"Wins {wins} of 100 games."


def _close(best: Sequence[Weighed[Any]]) -> bool:
    """Whether what was counted or sampled can't tell the moves apart.

    A player goes by its habits where what it has sampled isn't sure: its first move may then have the lower odds.
    """
    if len(best) < SHOWN:
        return False
    first, second = best
    apart = first.expected - second.expected
    return apart <= SURE * hypot(first.error, second.error) or round(100 * apart) == 0


def _back(seen: Seen) -> ui.Item[Any]:
    return button("Back", Press("pick", seen.table.id, seen.table.version), emoji="↩️")


def _words(table: Table) -> AnyWords:
    return WORDS[table.game]
