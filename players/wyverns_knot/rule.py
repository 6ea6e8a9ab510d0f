"""What is played by the conventions of docs/wyverns-knot-conventions.md, with odds that can be counted."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.wyverns_knot.events import Event
from engine.wyverns_knot.moves import (
    Advance,
    Aim,
    Back,
    Decline,
    Distract,
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

from .thought import NOTHING, Gain, Thought
from .worth import worth

SURE = Gain(1.0, 0.0)


class Option(NamedTuple):
    worth: float  # the chance to win, roughly
    move: Move


def rule(view: View, moves: Sequence[Move], told: Sequence[Event]) -> Move:
    return ranked(Thought(view, told), moves)[0].move


def ranked(thought: Thought, moves: Sequence[Move]) -> list[Option]:
    """The legal moves worth considering, best first."""
    match thought.table.step:
        case "action":
            options = _actions(thought, moves)
        case "claim":
            options = _claims(thought, moves)
        case "advance":
            options = [Option(thought.of_advance(row), Advance(row)) for row in sorted(thought.rows, key=thought.harm)]
        case "aim":
            options = _aims(thought, moves)
        case "place":
            options = _places(thought, moves)
        case _:
            options = [Option(thought.of_removal(row), Remove(row)) for row in thought.rows]
    return sorted(options, key=lambda option: -round(option.worth, 9))  # rounded: what is equal keeps its order


def _actions(thought: Thought, moves: Sequence[Move]) -> list[Option]:
    me, faces = thought.me, thought.table.tableaus[thought.me]
    sure = {save.position: save for save in thought.saves if save.owner == me}
    certain: list[tuple[float, Move]] = []
    options: list[Option] = []
    for move in moves:
        match move:
            case Research(owner, position):
                options.append(Option(thought.of_gain(thought.look(owner, position)), move))
            case Scout(cell):
                options.append(Option(thought.of_gain(thought.scouting(cell)), move))
            case Distract(position):
                options.append(Option(thought.of_distraction(position), move))
            case Enchant(position) | Wild(position):
                wild, save = isinstance(move, Wild), sure.get(position)
                if save is not None and (save.wild or save.cell in thought.open):
                    if save.wild == wild:
                        certain.append((thought.haste(save.cell), move))
                elif save is None and wild == (faces[position].face == "down"):
                    options.append(Option(thought.guess(position).worth, move))
    # A sure save costs no step of a strike dragon: whatever else is good can still be done afterwards
    best = max([worth(thought.need, thought.free, thought.spare), *[option.worth for option in options]])
    for after, (_, move) in enumerate(sorted(certain, key=lambda pair: pair[0])):
        options.insert(after, Option(best, move))
    return options


def _claims(thought: Thought, moves: Sequence[Move]) -> list[Option]:
    owner, position, card = thought.chosen
    dragon, face = thought.beliefs.kind[card], thought.table.tableaus[owner][position].face
    options: list[Option] = []
    busy = (owner, position) in thought.busy
    for move in moves:
        match move:
            case Point(cell) if cell in thought.eggs[dragon] and not busy:
                options.append(Option(thought.of_gain(SURE), move))
            case PointStrike(row) if face == "down" and dragon in thought.wild and not busy:
                if thought.table.strikes[row].dragon == dragon:
                    options.insert(0, Option(thought.of_gain(SURE), move))
            case TurnUp():
                options.append(Option(thought.of_gain(NOTHING if busy else thought.turning_up(owner, dragon)), move))
            case Keep():  # a card that is promised stays as it is: face up, it couldn't be wild
                options.insert(0 if busy else len(options), Option(thought.of_gain(NOTHING), move))
            case Back():
                options.append(Option(thought.of_gain(NOTHING), move))
    return options


def _aims(thought: Thought, moves: Sequence[Move]) -> list[Option]:
    _, position, _ = thought.chosen
    sure = next((s for s in thought.saves if (s.owner, s.position) == (thought.me, position)), None)
    options: list[Option] = []
    for move in moves:
        if isinstance(move, Aim):
            option = Option(thought.attempt(position, move.cell).worth, move)
            options.insert(0 if sure is not None and move.cell == sure.cell else len(options), option)
    return options


def _places(thought: Thought, moves: Sequence[Move]) -> list[Option]:
    """Best is the egg that the strike dragon meets next; one that is known can wait for its own card."""
    options: list[Option] = []
    for move in moves:
        if isinstance(move, Place):
            options.append(Option(thought.of_placing(move.cell), move))
        elif isinstance(move, Decline):
            *_, card = thought.chosen
            assert thought.table.chosen is not None
            assert thought.table.chosen.cell is not None
            chance = thought.beliefs.match(card, thought.table.chosen.cell)
            options.append(Option(chance * thought.saved + (1 - chance) * thought.failed, move))
    return options
