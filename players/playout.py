"""How a game ends if a move is made and the player plays on to the end.

A player that has learned its weights makes the same error whenever it is asked. Playing on to the end shows it.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from engine import BaseEvent, Chance, Playthrough

from .player import AnyPlayer, Choose


class Playout(msgspec.Struct, frozen=True):
    """An imagined game that was played on to its end."""

    share: float  # 1: won, 0: lost; if nobody wins or loses, the share of `Player.points`
    choices: int  # how many the player made on the way: a measure of the work


def play_out(
    player: AnyPlayer, choose: Choose[Any, Any, Any], view: Any, move: Any, history: Sequence[BaseEvent], luck: str
) -> Playout:
    """Play on in a game for one, from a state imagined from the view.

    The same `luck` imagines the same state, so that moves can be compared in it.
    """
    game, seat, choices = player.game, view.mine.seat, 0
    chance = Chance(f"{luck}/game")
    going_on = Playthrough(game, game.imagine(view, chance), chance, alone=True)
    going_on.play(move)
    going_on.play_forced()
    while (outcome := going_on.outcome) is None:
        choices += 1
        known, moves = [*history, *going_on.heard(seat)], going_on.legal_moves
        going_on.play(choose(going_on.view(seat), moves, known, Chance(f"{luck}/{choices}")))
        going_on.play_forced()
    if points := player.points(view):
        return Playout(min(1.0, max(0.0, float(outcome.scores[seat]) / points)), choices)
    return Playout(1.0 if outcome.has_won(seat) else 0.0, choices)
