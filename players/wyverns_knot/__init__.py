"""The computer player of Wyvern's Knot. It keeps to the conventions of docs/wyverns-knot-conventions.md."""

from collections.abc import Sequence
from functools import partial

from engine import Chance
from engine.wyverns_knot import GAME
from engine.wyverns_knot.events import Event
from engine.wyverns_knot.moves import Move
from engine.wyverns_knot.state import View

from ..player import Judge, Player, Weighed
from .evaluation import Evaluation
from .learner import learner
from .looking_back import imagining, play_on
from .reasons import reason, why
from .rule import ranked, rule


def choose(view: View, moves: Sequence[Move], history: Sequence[Event], chance: Chance) -> Move:
    return rule(view, moves, history)


def weigh(view: View, moves: Sequence[Move], history: Sequence[Event], chance: Chance) -> tuple[Weighed[Move], ...]:
    evaluation = Evaluation(view, history)
    return tuple(
        Weighed(option.move, evaluation.expected(option.worth), 0.0, why(evaluation, option.move))
        for option in ranked(evaluation, moves)
    )


def considered(view: View, moves: Sequence[Move], history: Sequence[Event]) -> list[Move]:
    return [option.move for option in ranked(Evaluation(view, history), moves)]


PLAYER: Player[View, Move, Event] = Player(
    game=GAME,
    rule=choose,
    strengths={"middle": learner, "strong": choose},
    weigh=weigh,
    reason=reason,
    judge=Judge(
        considered=considered,
        imagining=imagining,
        playing_on=lambda seat, history: partial(play_on, seat, history),
        first=10,
        second=30,
    ),
)

__all__ = ["PLAYER", "reason"]
