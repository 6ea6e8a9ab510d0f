"""The computer player of The guilds of Advyria: a beginner, a sensible player, and a keen one that thinks ahead.

The first two are company for people, so their minds wander, as often as makes a fair fight: see docs/odds.md.
"""

from collections.abc import Sequence
from functools import partial

from engine import Chance
from engine.advyria import GAME
from engine.advyria.cards import ADVENTURES
from engine.advyria.events import Event
from engine.advyria.moves import Move
from engine.advyria.state import State, View

from ..player import Care, Future, Judge, Player, Weighed
from . import beginner, sensible
from .keen import LEARNED, Keen
from .reasons import reason
from .thinking import candidates, choose, habitual, played_on, weigh
from .wandering import wandering

__all__ = ["KEEN", "PLAYER", "reason"]

KEEN = Keen(LEARNED)
EASY, MIDDLE = 2, 5  # one choice in so many is left to chance
WORK, WORK_TURN = 500, 120  # microseconds of a processor for a game that is played on by habit, and a turn of it


def _easy(view: View, moves: Sequence[Move], history: Sequence[Event], chance: Chance) -> Move:
    return beginner.choose(view, moves, chance)


def _middle(view: View, moves: Sequence[Move], history: Sequence[Event], chance: Chance) -> Move:
    return sensible.choose(view, moves)


def _rule(view: View, moves: Sequence[Move], history: Sequence[Event], chance: Chance) -> Move:
    return habitual(KEEN, view, moves)


def _strong(view: View, moves: Sequence[Move], history: Sequence[Event], chance: Chance) -> Move:
    return choose(KEEN, view, moves, chance)


def _weigh(view: View, moves: Sequence[Move], history: Sequence[Event], chance: Chance) -> tuple[Weighed[Move], ...]:
    weighed = weigh(KEEN, view, moves, chance)
    return tuple([Weighed(move, mean, error, reason(KEEN, view, move)) for move, mean, error in weighed])


def _considered(view: View, moves: Sequence[Move], history: Sequence[Event]) -> list[Move]:
    return candidates(KEEN, view, moves)


def _play_on(state: State, events: Sequence[Event], chance: Chance) -> tuple[Future, int]:
    future, turns = played_on(KEEN, state, chance)
    return future, WORK + WORK_TURN * turns


def _points(view: View) -> int:
    options = view.table.options
    if options.mode == "compete":
        return 0
    return len(ADVENTURES) if options.simple_scoring else 100


PLAYER = Player(
    game=GAME,
    rule=_rule,
    strengths={"easy": wandering(_easy, EASY), "middle": wandering(_middle, MIDDLE), "strong": _strong},
    weigh=_weigh,
    reason=lambda view, move, history: reason(KEEN, view, move),
    points=_points,
    judge=Judge(
        considered=_considered,
        imagining=lambda view, history: partial(GAME.imagine, view),
        playing_on=lambda seat, history: _play_on,
        first=8,
        second=24,
    ),
    riddles=Care(weekdays=(3,), weighings=12, questions=600, apart=0.02, first=100),
)
