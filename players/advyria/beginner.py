"""A friendly beginner at The guilds of Advyria.

It plays a set as soon as it has one, goes for what it can see or to the next unknown tile, keeps its adventures' cards
for their adventures, and robs nobody. It saves nothing up, and plans only this move.
"""

from collections.abc import Sequence

from engine import Chance
from engine.advyria.cards import FAIRY, FIRST_ADVENTURE_CARD, GOLD, JOKER, KNIGHT, WARRIOR, WIZARD, card_of
from engine.advyria.land import QUESTS
from engine.advyria.moves import (
    Complete,
    Discard,
    EndTurn,
    Go,
    Look,
    Move,
    PayWizard,
    PlaySet,
    PlayWizard,
    Rob,
    Send,
    Settle,
    Spare,
    Turn,
)
from engine.advyria.state import Mine, View

_KEEPS = (WARRIOR, FAIRY, KNIGHT, WIZARD, JOKER)  # the last is kept longest, except for adventures
_SATISFIED = 6  # a hand level


def choose(view: View, moves: Sequence[Move], chance: Chance) -> Move:
    mine = view.mine
    assert mine is not None
    match moves[0]:
        case Settle() | Send():
            return _any(moves, chance)
        case Go():
            best = max(_draws(view, mine, move) for move in moves)
            return _any([move for move in moves if _draws(view, mine, move) == best], chance)
        case Look():
            unknown = [move for move in moves if isinstance(move, Look) and mine.tiles[move.space] is None]
            return _any(unknown or moves[-1:], chance)
        case Rob():
            return Spare()
        case Discard():
            return min(moves, key=_order)
        case Complete() | Turn():
            return moves[0]
        case _:
            return _play(view, mine, moves)


def _play(view: View, mine: Mine, moves: Sequence[Move]) -> Move:
    if PayWizard() in moves:
        return PayWizard()
    level = view.table.players[mine.seat].level
    if PlayWizard(joker=False) in moves and view.table.phase == "main" and len(mine.hand) > level < _SATISFIED:
        return PlayWizard(joker=False)
    sets = [move for move in moves if isinstance(move, PlaySet) and (not move.jokers or move.size - move.jokers > 1)]
    return max(sets, key=lambda move: (-move.kind, move.size), default=EndTurn())


def _draws(view: View, mine: Mine, move: Move) -> int:
    """How attractive a space is: an adventure whose card it holds, then gold, then something unknown, then nothing."""
    assert isinstance(move, Go)
    if move.space not in QUESTS or (quest := view.table.quests[move.space]).face == "gone":
        return 0
    tile = quest.tile if quest.face == "up" else mine.tiles[move.space]
    if tile is None:
        return 1
    return 2 if tile == GOLD else 3 * (card_of(tile) in mine.hand)


def _order(move: Move) -> int:
    assert isinstance(move, Discard)
    return _KEEPS.index(move.card) if move.card < FIRST_ADVENTURE_CARD else len(_KEEPS)


def _any(moves: Sequence[Move], chance: Chance) -> Move:
    return moves[chance.dice("beginner", 1, len(moves))[0] - 1]
