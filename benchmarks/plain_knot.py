"""A plain player of Wyvern's Knot: it keeps to docs/wyverns-knot-conventions.md, but counts no odds.

It trusts what is pointed at and remembers what it saw, as careful people do. It concludes nothing from silence, weighs
no chances and never guesses until it must. It shows how well the computer player does with somebody else.
"""

from collections.abc import Sequence

from engine import Chance
from engine.wyverns_knot.events import Event
from engine.wyverns_knot.moves import (
    Advance,
    Aim,
    Enchant,
    Keep,
    Move,
    Place,
    Point,
    PointStrike,
    Remove,
    Research,
    Scout,
    TurnUp,
    Wild,
)
from engine.wyverns_knot.state import View
from players.wyverns_knot.beliefs import Beliefs

ENOUGH = 2  # strike dragons face up: until then it scouts, from then on it looks at cards


def choose(view: View, moves: Sequence[Move], history: Sequence[Event], chance: Chance) -> Move:
    knowledge = Beliefs(view, history)
    order = chance.shuffled("order", moves)
    match view.table.step:
        case "action":
            return _action(view, order, knowledge)
        case "claim":
            return _claim(view, order, knowledge)
        case "aim":
            chosen = view.table.chosen
            assert chosen is not None
            assert chosen.position is not None
            card = knowledge.first[knowledge.me] + chosen.position
            aims = [move for move in order if isinstance(move, Aim)]
            return next((move for move in aims if _match(knowledge, card, move.cell)), aims[0])
        case "place":
            places = [move for move in order if isinstance(move, Place)]
            return max(places, key=lambda move: move.cell % 4)  # the strike dragon meets this egg first
        case "remove":
            return max(order, key=lambda move: _threat(view, move.row) if isinstance(move, Remove) else 0)
        case _:
            return min(order, key=lambda move: _harm(view, move.row) if isinstance(move, Advance) else 9)


def _match(knowledge: Beliefs, card: int, target: int) -> bool:
    same = knowledge.kind[card] >= 0 and knowledge.kind[card] == knowledge.kind[target]
    return same or knowledge.linked(card, target)


def _row(view: View, knowledge: Beliefs, owner: int, position: int) -> int | None:
    """The row of a face-up strike dragon by which this face-down card can save an egg."""
    card = knowledge.first[owner] + position
    if view.table.tableaus[owner][position].face == "down":
        for row, strike in enumerate(view.table.strikes):
            eggs = view.table.nest[4 * row : 4 * row + 4]
            if strike.face == "up" and _match(knowledge, card, 16 + row) and any(egg.fate == "down" for egg in eggs):
                return row
    return None


def _action(view: View, order: Sequence[Move], knowledge: Beliefs) -> Move:
    table, me, first = view.table, knowledge.me, knowledge.first
    down = [cell for cell, egg in enumerate(table.nest) if egg.fate == "down"]
    seen = [move.cell for move in order if isinstance(move, Scout)]  # the eggs that lie open
    for move in order:  # save what is sure
        if isinstance(move, Enchant) and any(_match(knowledge, first[me] + move.position, cell) for cell in seen):
            return move
        if isinstance(move, Wild) and _row(view, knowledge, me, move.position) is not None:
            return move
    for move in order:  # point at what its owner doesn't know
        if isinstance(move, Research):
            card = first[move.owner] + move.position
            if knowledge.kind[card] < 0:
                continue
            if any(knowledge.linked(card, place) for place in (*down, 16, 17, 18, 19)):
                continue
            eggs = [cell for cell in down if _match(knowledge, card, cell)]
            if any(not knowledge.known_to[cell] >> move.owner & 1 for cell in eggs):
                return move
            if not eggs and _row(view, knowledge, move.owner, move.position) is not None:
                return move
    if _guesses(view):
        for move in order:
            if isinstance(move, Wild):
                return move
    scouts = [move for move in order if isinstance(move, Scout) and knowledge.kind[move.cell] < 0]
    scouts.sort(key=lambda move: len(table.nest[move.cell].looked))
    looks = [m for m in order if isinstance(m, Research) and knowledge.kind[first[m.owner] + m.position] < 0]
    flying = sum([strike.face == "up" for strike in table.strikes])
    for wished in (scouts, looks) if flying < ENOUGH else (looks, scouts):
        if wished:
            return wished[0]
    return order[0]


def _guesses(view: View) -> bool:
    """Whether every advance would lose the game."""
    strikes = [row for row, strike in enumerate(view.table.strikes) if strike.face != "gone"]
    must = view.table.saved + view.table.left == view.table.options.target
    return must and all(_harm(view, row) >= 2 for row in strikes)


def _claim(view: View, order: Sequence[Move], knowledge: Beliefs) -> Move:
    chosen = view.table.chosen
    assert chosen is not None
    assert chosen.owner is not None
    assert chosen.position is not None
    card = knowledge.first[chosen.owner] + chosen.position
    row = _row(view, knowledge, chosen.owner, chosen.position)
    if row is not None and PointStrike(row) in order:
        return PointStrike(row)
    for move in order:
        if isinstance(move, Point) and _match(knowledge, card, move.cell):
            return move
    return TurnUp() if TurnUp() in order else Keep()


def _harm(view: View, row: int) -> float:
    """How bad it is to move this strike dragon.

    The foremost face-down one is best, then one over a saved egg; one that would take an egg that was pointed at is
    worst.
    """
    strike, pointed = view.table.strikes[row], {claim.cell for claim in view.table.claims}
    if strike.face == "down":
        return 0.1 * (4 - strike.column) + (strike.column < 4 and 4 * row + strike.column in pointed)
    if strike.column == 1:
        return 1
    cell = 4 * row + strike.column - 2
    return 2 + (cell in pointed) if view.table.nest[cell].fate == "down" else 0.9


def _threat(view: View, row: int) -> int:
    """The unsaved eggs in a face-up strike dragon's way: after a mismatch, the one with the most leaves."""
    eggs = view.table.nest[4 * row : 4 * row + 4]
    return sum([egg.fate == "down" for egg in eggs]) if view.table.strikes[row].face == "up" else 0
