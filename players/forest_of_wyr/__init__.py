"""The computer player of A Wanderer in the Forest of Wyr.

`planning.py` lists what can be done, `outlook.py` rates the position after it (it has learned that), and `reasons.py`
puts it in words. `careful.py` is the player by rules of thumb.
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from math import exp, log

from engine import Chance, Playthrough, Seat
from engine.forest_of_wyr.cards import VALUES
from engine.forest_of_wyr.events import Event
from engine.forest_of_wyr.moves import Defend, GiveUp, Move, Renew, Stride
from engine.forest_of_wyr.rules import GAME
from engine.forest_of_wyr.state import State, Table, View
from languages import say

from ..player import Care, Future, Judge, Player, PlayOn, Weighed
from .careful import careful
from .outlook import MOVEMENT, chance_to_win
from .planning import MoveOutlook, MoveOutlooks, move_outlooks
from .position import position
from .reasons import reason

LEARNED_FROM = 5  # ravens freed: until then the rules of thumb win more often
WORK, WORK_THINKING = 600, 7_000  # microseconds of a processor: a move by rules of thumb; thinking ahead
# The networks are too pessimistic: they learned from games in which they played from the first raven on, which the
# rules of thumb do better, and in which all eight had to be freed. These log-odds are added, by ravens to free and
# ravens freed; each is fitted to 150 deals
BETTER = {
    8: (*(0.6,) * LEARNED_FROM, 0.2, 0.5, 0.0),
    7: (*(1.8,) * LEARNED_FROM, 2.0, 2.7),
    6: (*(3.7,) * LEARNED_FROM, 4.6),
}
ERROR = 0.03  # the networks' average error in the player's own games: docs/forest-of-wyr.md
ERROR_ELSEWHERE = 0.08  # about their error in games that others play


def rule(view: View, moves: Sequence[Move], history: Sequence[Event], chance: Chance) -> Move:
    return careful(view.table, moves)


def strong(view: View, moves: Sequence[Move], history: Sequence[Event], chance: Chance) -> Move:
    if view.table.freed < LEARNED_FROM:
        return careful(view.table, moves)
    return _ranked(view, moves)[0][0]


def weigh(view: View, moves: Sequence[Move], history: Sequence[Event], chance: Chance) -> tuple[Weighed[Move], ...]:
    """All legal moves."""
    place = position(view)
    return tuple(
        [
            Weighed(
                move,
                0.0 if outlook is None else _played_well(outlook.chance, view.table),
                0.0 if outlook is None or outlook.chance in (0.0, 1.0) else ERROR,
                reason(view.table, place, move, outlook),
            )
            for move, outlook in _ranked(view, moves)
        ]
    )


def _played_well(chance: float, table: Table) -> float:
    if not 0 < chance < 1:
        return chance
    return 1 / (1 + exp(-BETTER[table.wanted][table.freed] - log(chance / (1 - chance))))


def _why(view: View, move: Move, history: Sequence[Event]) -> str:
    """The reason for a move.

    For a card that defends: what it does by itself, because its player chooses what else is played.
    """
    attack = view.table.attack
    if isinstance(move, Defend) and attack and (defence := attack.defence + VALUES[move.card]) <= attack.strength:
        return say("Defence {defence} against {attack} so far.", defence=defence, attack=attack.strength)
    outlook = None if isinstance(move, Defend) else _outlook_of(_outlooks(view), move)
    return reason(view.table, position(view), move, outlook)


_outlooks = lru_cache(maxsize=2)(move_outlooks)  # there are many questions about moves of one view


def _outlook_of(outlooks: MoveOutlooks, move: Move) -> MoveOutlook | None:
    """The outlook of a move, or of the same move with another card of the same value."""
    outlook = outlooks.get(move)
    if outlook is None and isinstance(move, Defend | Stride | Renew):
        alike = (type(move), VALUES[move.card])
        same = (other for other in reversed([*outlooks]) if isinstance(other, Defend | Stride | Renew))
        outlook = next((outlooks[other] for other in same if (type(other), VALUES[other.card]) == alike), None)
    return outlook


def _ranked(view: View, moves: Sequence[Move]) -> list[tuple[Move, MoveOutlook | None]]:
    """All legal moves, best first, with their outlooks; None: the move loses."""
    outlooks = _outlooks(view)

    def outlook_of(move: Move) -> MoveOutlook | None:
        return _outlook_of(outlooks, move)

    def order(move: Move) -> tuple[float, bool, int]:
        """If two moves begin the same plan, the smaller card comes first, so that no attack ends too early."""
        outlook = outlook_of(move)
        value = VALUES[move.card] if isinstance(move, Defend | Stride) else 0
        return (-outlook.chance if outlook else isinstance(move, GiveUp)), move not in outlooks, value

    ranked = [(move, outlook_of(move)) for move in sorted(moves, key=order)]
    if view.table.freed < LEARNED_FROM:
        first, best = careful(view.table, moves), ranked[0][1]
        outlook = outlook_of(first)
        if outlook and best:
            outlook = outlook._replace(chance=best.chance)
        ranked = [(first, outlook or best), *[other for other in ranked if other[0] != first]]
    return ranked


def considered(view: View, moves: Sequence[Move], history: Sequence[Event]) -> list[Move]:
    return [move for move, outlook in _ranked(view, moves) if outlook is not None]


def playing_on(seat: Seat, history: Sequence[Event]) -> PlayOn:
    known: dict[View, float] = {}  # if a move reveals nothing, all imagined states look the same after it

    def play_on(state: State, events: Sequence[Event], chance: Chance) -> tuple[Future, int]:
        """What the networks expect after the best next move.

        Before they know best, the rules of thumb play on until the next round's movement, and the position there
        counts.
        """
        game, round_, work = Playthrough(GAME, state, chance), state.table.round, 0
        while (outcome := game.outcome) is None:
            moves, table = game.legal_moves, game.state.table
            if table.freed >= LEARNED_FROM:
                view = game.view(seat)
                if view not in known:
                    known[view] = max([outlook.chance for outlook in move_outlooks(view).values()], default=0.0)
                    work += WORK_THINKING
                if known[view]:
                    return (_played_well(known[view], table),), work
            elif table.round > round_ and table.step == "act":
                expected = chance_to_win(MOVEMENT, position(game.view(seat)))
                return (_played_well(expected, table),), work
            work += WORK
            game.play(careful(table, moves) if len(moves) > 1 else moves[0])
        return (float(outcome.won is True),), work

    return play_on


PLAYER = Player(
    game=GAME,
    rule=rule,
    strengths={"strong": strong},
    weigh=weigh,
    reason=_why,
    judge=Judge(
        considered=considered,
        imagining=lambda view, history: partial(GAME.imagine, view),
        playing_on=playing_on,
        first=6,
        second=18,
        error=lambda view: ERROR_ELSEWHERE,
    ),
    riddles=Care(
        weekdays=(2, 6),
        weighings=36,
        questions=9500,
        apart=0.25,
        first=100,
        played_out=True,
        sensible=0.25,
        won=1.0,
        plain=frozenset({"renew", "redraw"}),  # the strongest cards of an attack
    ),
)
