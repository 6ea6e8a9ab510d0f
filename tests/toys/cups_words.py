"""Cups on Discord: its words. In the hall it would be cogs/games/cups.py."""

from collections.abc import Sequence

from cogs.games.words import Label, Page, Words
from engine import Data

from .cups import ENOUGH, GAME, MOST_SHAKES, Event, Options, View


def _ask(view: View, names: Sequence[str]) -> str:
    left = MOST_SHAKES - view.table.shakes
    return f"Shake your cup ({left} left), or stand?" if left else "You have shaken twice: stand."


def _knows(view: View, names: Sequence[str]) -> str:
    return f"Your dice: {view.mine.dice[0]} and {view.mine.dice[1]}." if view.mine else ""


def _value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    return Label(str(getattr(move, field)))


WORDS = Words[Options, View, Event](
    colour=0xC9782F,
    blurb="Shake a cup over two dice that only you see. The highest total wins.",
    command="wyrm-cups",
    in_short="Shake two dice in a cup, and hope",
    minutes=5,
    difficulty="easy",
    options={},
    kinds={"shake": Label("Shake", emoji="🎲"), "stand": Label("Stand", emoji="✋")},
    ask=_ask,
    value=_value,
    conceded=lambda view: f"Given up after {view.table.shaken} shakes.",
    private=lambda view: view.mine is not None,
    knows=_knows,
    rules=(
        Page(
            GAME.title,
            "You have a cup over two dice that only you see. On your turn, shake it up to twice, then stand. When all "
            f"stand, the cups are lifted: the highest total wins. Alone, {ENOUGH} or more wins.",
        ),
    ),
)
