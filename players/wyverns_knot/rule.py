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

from .evaluation import NOTHING, Evaluation, Gain
from .worth import worth

SURE = Gain(1.0, 0.0)


class Option(NamedTuple):
    worth: float  # the chance to win, roughly
    move: Move


def rule(view: View, moves: Sequence[Move], history: Sequence[Event]) -> Move:
    return ranked(Evaluation(view, history), moves)[0].move


def ranked(evaluation: Evaluation, moves: Sequence[Move]) -> list[Option]:
    """The legal moves worth considering, best first."""
    match evaluation.table.step:
        case "action":
            options = _actions(evaluation, moves)
        case "claim":
            options = _claims(evaluation, moves)
        case "advance":
            options = [
                Option(evaluation.of_advance(row), Advance(row)) for row in sorted(evaluation.rows, key=evaluation.harm)
            ]
        case "aim":
            options = _aims(evaluation, moves)
        case "place":
            options = _places(evaluation, moves)
        case _:
            options = [Option(evaluation.of_removal(row), Remove(row)) for row in evaluation.rows]
    return sorted(options, key=lambda option: -round(option.worth, 9))  # rounded, so that equal ones keep their order


def _actions(evaluation: Evaluation, moves: Sequence[Move]) -> list[Option]:
    me, faces = evaluation.me, evaluation.table.tableaus[evaluation.me]
    sure = {save.position: save for save in evaluation.saves if save.owner == me}
    certain: list[tuple[float, Move]] = []
    options: list[Option] = []
    for move in moves:
        match move:
            case Research(owner, position):
                options.append(Option(evaluation.of_gain(evaluation.look(owner, position)), move))
            case Scout(cell):
                options.append(Option(evaluation.of_gain(evaluation.scouting(cell)), move))
            case Distract(position):
                options.append(Option(evaluation.of_distraction(position), move))
            case Enchant(position) | Wild(position):
                wild, save = isinstance(move, Wild), sure.get(position)
                if save is not None and (save.wild or save.cell in evaluation.open):
                    if save.wild == wild:
                        certain.append((evaluation.haste(save.cell), move))
                elif save is None and wild == (faces[position].face == "down"):
                    options.append(Option(evaluation.guess(position).worth, move))
    # A sure save costs no step of a strike dragon: whatever else is good can still be done afterwards
    best = max([worth(evaluation.need, evaluation.free, evaluation.spare), *[option.worth for option in options]])
    for after, (_, move) in enumerate(sorted(certain, key=lambda pair: pair[0])):
        options.insert(after, Option(best, move))
    return options


def _claims(evaluation: Evaluation, moves: Sequence[Move]) -> list[Option]:
    owner, position, card = evaluation.chosen
    dragon, face = evaluation.beliefs.kind[card], evaluation.table.tableaus[owner][position].face
    options: list[Option] = []
    busy = (owner, position) in evaluation.busy
    for move in moves:
        match move:
            case Point(cell) if cell in evaluation.eggs[dragon] and not busy:
                options.append(Option(evaluation.of_gain(SURE), move))
            case PointStrike(row) if face == "down" and dragon in evaluation.wild and not busy:
                if evaluation.table.strikes[row].dragon == dragon:
                    options.insert(0, Option(evaluation.of_gain(SURE), move))
            case TurnUp():
                options.append(
                    Option(evaluation.of_gain(NOTHING if busy else evaluation.turning_up(owner, dragon)), move)
                )
            case Keep():  # a card that is promised stays as it is: face up, it couldn't be wild
                options.insert(0 if busy else len(options), Option(evaluation.of_gain(NOTHING), move))
            case Back():
                options.append(Option(evaluation.of_gain(NOTHING), move))
    return options


def _aims(evaluation: Evaluation, moves: Sequence[Move]) -> list[Option]:
    _, position, _ = evaluation.chosen
    sure = next((s for s in evaluation.saves if (s.owner, s.position) == (evaluation.me, position)), None)
    options: list[Option] = []
    for move in moves:
        if isinstance(move, Aim):
            option = Option(evaluation.attempt(position, move.cell).worth, move)
            options.insert(0 if sure is not None and move.cell == sure.cell else len(options), option)
    return options


def _places(evaluation: Evaluation, moves: Sequence[Move]) -> list[Option]:
    """Best is the egg that the strike dragon meets next; one that is known can wait for its own card."""
    options: list[Option] = []
    for move in moves:
        if isinstance(move, Place):
            options.append(Option(evaluation.of_placing(move.cell), move))
        elif isinstance(move, Decline):
            *_, card = evaluation.chosen
            assert evaluation.table.chosen is not None
            assert evaluation.table.chosen.cell is not None
            chance = evaluation.beliefs.match(card, evaluation.table.chosen.cell)
            options.append(Option(chance * evaluation.saved + (1 - chance) * evaluation.failed, move))
    return options
