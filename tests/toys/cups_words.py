"""Cups on Discord: its words. In the hall it would be cogs/games/cups.py."""

from collections.abc import Sequence

from cogs.games.words import Label, Page, Words
from engine import Data
from languages import later, listed, say, say_many

from .cups import GAME, MOST_SHAKES, Event, Lifted, Options, View


def _ask(view: View, names: Sequence[str]) -> str:
    left = MOST_SHAKES - view.table.shakes
    if not left:
        return say("You have shaken twice: stand.")
    return say_many("Shake your cup ({count} left), or stand?", "Shake your cup ({count} left), or stand?", left)


def _knows(view: View, names: Sequence[str]) -> str:
    return say("Your dice: {dice}.", dice=listed(map(str, view.mine.dice))) if view.mine else ""


def _highlight(view: View, names: Sequence[str], events: Sequence[Event]) -> str:
    (cups,) = [event.cups for event in events if isinstance(event, Lifted)]
    best = max(sum(dice) for dice in cups)
    return say_many("The best cup held {count} pip.", "The best cup held {count} pips.", best)


def _value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    return Label(str(getattr(move, field)))


WORDS = Words[Options, View, Event](
    colour=0xC9782F,
    blurb=later("Shake a cup over two dice that only you see. The highest total wins."),
    command="wyrm-cups",
    in_short=later("Shake two dice in a cup, and hope"),
    minutes=5,
    difficulty="easy",
    options={},
    kinds={"shake": Label(later("Shake"), emoji="🎲"), "stand": Label(later("Stand"), emoji="✋")},
    ask=_ask,
    value=_value,
    conceded=lambda view: say_many(
        "Given up after {count} shake.", "Given up after {count} shakes.", view.table.shaken
    ),
    private=lambda view: view.mine is not None,
    knows=_knows,
    highlight=_highlight,
    rules=(
        Page(
            GAME.title,
            later(
                "You have a cup over two dice that only you see. On your turn, shake it up to twice, then stand. When "
                "all stand, the cups are lifted: the highest total wins. Alone, 9 or more wins."
            ),
        ),
    ),
)
