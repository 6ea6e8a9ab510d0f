"""A game that one person plays in private, without a table: a lesson, or a finished game that they play on.

It is in no channel and in no log, and it counts nowhere. Only its moves are stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine import AnyPlaythrough, BaseEvent, Data, IllegalMove, Seat, heard
from languages import say

from .computer_names import as_user
from .model import HeardMove, PlayerView, Table


@dataclass(frozen=True)
class Followed:
    """Where the moves of the one person and of the others have led."""

    seen: PlayerView  # by that person
    heard: tuple[HeardMove, ...]  # what they heard; the version says which move: 1 is the first that was made


def follow(game: AnyPlaythrough, table: Table, seat: Seat, moves: Sequence[Data]) -> Followed:
    """Make these moves in `game`, forced ones among them. The person sits at `seat`.

    `table`: the game as a table, for what shows tables. Raises the game's IllegalMove.
    """
    heard_moves, turn = list[HeardMove](), 1
    public = list[BaseEvent]()  # what everybody heard since the person's last move
    for version, move in enumerate(moves, 1):
        mover = game.to_act
        if mover is None:
            raise IllegalMove(say("The game is over."))
        step = game.play(move).step
        turn += bool(heard_moves) and heard_moves[-1].seat != mover
        computer = table.computer(mover)
        user_id = as_user(computer.number) if computer else table.host_id
        heard_moves.append(HeardMove(version, turn, mover, heard(step.events, seat), "move", user_id))
        public = [] if mover == seat else [*public, *heard(step.events, None)]
    view = game.view(seat)
    if public:
        view = game.game.recalling(view, tuple(public))
    to_act, outcome = game.to_act, game.outcome
    legal = tuple(game.legal_moves) if to_act == seat else ()
    table = replace(table, version=len(moves), turn=turn, phase="playing" if outcome is None else "over")
    return Followed(PlayerView(table, seat, seat, view, to_act, legal, outcome, can_undo=False), tuple(heard_moves))
