"""A finished game in messages: all of it in one moving picture, or step by step."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import discord
from discord import ui

from engine import GAMES
from players import PLAYERS
from tables import Finished, Replay, Table

from ..controls import Press, button, select
from ..games import WORDS
from ..signs import TEXT_LIMIT, Layout
from . import messages
from .messages import PICTURE, lines, plain, written

MOVING = "replay.gif"
LINES = 24  # of what led to a step
OPEN, OWN = "open", "own"  # with everything turned up; as one's own seat saw it
# They tell the buttons of a step apart
FIRST, BACK, NEXT, LAST, TURN, POINT = "first", "back", "next", "last", "turn", "point"


def _framed(table: Table, text: str, picture: str, alt: str, rows: list[ui.ActionRow[Any]]) -> ui.LayoutView:
    view = Layout()
    box: ui.Container[Any] = ui.Container(accent_colour=WORDS[table.game].colour)
    view.add_item(box)
    box.add_item(ui.TextDisplay(text[: TEXT_LIMIT - 200]))
    box.add_item(messages.picture(alt, picture))
    for row in rows:
        box.add_item(row)
    return view


def moving(replay: Replay, headline: str, note: str = "", *, could_have_chances: bool = False) -> ui.LayoutView:
    """The whole game in one picture. `note` is for who asked.

    `could_have_chances`: they don't stand under its boards, and are added once somebody looks back at the game.
    """
    table = replay.table
    title, asks = GAMES[table.game].title, messages.looked_back(table)
    said = [note, f"### {title}: the replay", headline]
    if could_have_chances and asks:
        points = PLAYERS[table.game].points(replay.positions[0].view)
        adds = "adds the score to expect" if points else "adds the chances to win"
        said.append(f"-# **{messages.how_played(table)}** {adds}.")
    alt = f"A moving picture of this game of {title}, from the deal to its end. {headline}"
    through = button("Step through", Press("steps", table.id), emoji="🔍")
    return _framed(table, "\n".join(filter(None, said)), MOVING, alt, [ui.ActionRow(through, *asks)])


def step(replay: Replay, number: int, alt: str, headline: str, turns: Mapping[int, str]) -> ui.LayoutView:
    """One position, what led to it, and the ways to the others. `headline`: how the game ended.

    `turns`: the positions to which it turned, and how, as far as that is known.
    """
    table, last = replay.table, len(replay.positions) - 1
    side = OPEN if replay.all_open else OWN
    happened = lines(table, replay.positions[number].told, LINES)
    said = [f"**{GAMES[table.game].title}** · step {number + 1} of {last + 1}", happened]
    if number in turns:
        said.append(f"⚡ **A turning point.** {turns[number]}")
    if number == 0:
        said.append("The game begins.")
    if number == last:
        said.append(f"### {headline}")

    def way(name: str, to: int) -> Any:
        return button(name.title(), _to(table, side, to, name), disabled=to == number or not 0 <= to <= last)

    ways = ui.ActionRow[Any](way(FIRST, 0), way(BACK, number - 1), way(NEXT, number + 1), way(LAST, last))
    more = ui.ActionRow[Any](messages.replay(table), *messages.looked_back(table))
    if turns:
        to = next((turn for turn in turns if turn > number), min(turns))
        more.add_item(button("Next turning point", _to(table, side, to, POINT), emoji="⚡", disabled=to == number))
    if replay.seat is not None and table.seed is not None:
        label, other = ("As I saw it", OWN) if replay.all_open else ("Turn everything up", OPEN)
        more.add_item(button(label, _to(table, other, number, TURN), emoji="👁️"))
    return _framed(table, "\n".join(filter(None, said)), PICTURE, alt, [ways, more])


def _to(table: Table, side: str, number: int, name: str) -> Press:
    return Press("step", table.id, args=(side, str(max(0, number)), name))


def past_games(some: Sequence[Finished]) -> list[ui.Item[Any]]:
    """The games that one has finished, to be stepped through; nothing without any."""
    if not some:
        return []
    options = [discord.SelectOption(label=called(one), value=str(one.table_id)) for one in some]
    return [ui.ActionRow(select("Look at a past game again", Press("past", 0), options))]


def called(one: Finished) -> str:
    """Where it is offered, at most 100 characters."""
    if one.day:
        return f"{GAMES[one.game].title}, deal of {written(one.day)}"
    ended = datetime.fromtimestamp(one.at, UTC).date()
    return f"{GAMES[one.game].title}, {written(ended)}: {', '.join(map(plain, one.names))}"[:100]
