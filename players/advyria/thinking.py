"""Chooses a move from a view: by habit, or by playing imagined games to their end by habit."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from engine import Chance
from engine.advyria import GAME
from engine.advyria.cards import ADVENTURES
from engine.advyria.moves import (
    Complete,
    Discard,
    EndTurn,
    Go,
    Leave,
    Look,
    Move,
    PlayWizard,
    Rob,
    Send,
    Settle,
    Spare,
    StopLooking,
    Turn,
)
from engine.advyria.state import State, Table, View

from ..player import Future
from .keen import HandValue, Keen, promise
from .world import World, imagined, seen_by

MOST = 5  # moves that are weighed
LATE = 12  # turns left in the game: with more, it is played by habit
WORK = 800  # turns played in imagined games: some 0.1 s
FINALE_TURNS = 8  # that a game takes in addition to those with a draw
FEWEST, FEWEST_EARLY, MOST_SAMPLES = 24, 6, 48  # imagined games
AT_ONCE = 8  # games for each move before the worse ones are dropped
CLEARLY = 2.0  # standard errors that another move has to be better by
MARGIN = 3.0  # gold: a lead of so much counts as won three times in four


class Expected(NamedTuple):
    move: Move
    mean: float  # from 0 to 1
    error: float


def habitual(keen: Keen, view: View, moves: Sequence[Move]) -> Move:
    """The move that is played by habit."""
    return candidates(keen, view, moves)[0]


def choose(keen: Keen, view: View, moves: Sequence[Move], chance: Chance) -> Move:
    """The best move. Moves are weighed only if there is more than one to consider, and late enough."""
    considered = candidates(keen, view, moves)
    if len(considered) == 1 or _turns(view.table) > LATE:
        return considered[0]
    return weigh(keen, view, moves, chance)[0].move


def weigh(keen: Keen, view: View, moves: Sequence[Move], chance: Chance) -> list[Expected]:
    """The move to play, then the other weighed moves, best first.

    Each move is tried in the same imagined games, which are played out by habit. The habitual move is played unless
    another is clearly better. Early in a game there are too few imagined games to tell, and they differ too much.
    """
    considered, table = candidates(keen, view, moves), view.table
    turns = _turns(table)
    fewest = FEWEST if turns <= LATE else FEWEST_EARLY
    samples = int(min(MOST_SAMPLES, max(fewest, WORK / turns / len(considered))))
    choosers, values = [keen] * len(table.players), [list[float]() for _ in considered]
    tried = list(range(len(considered)))
    for sample, luck in enumerate(chance.dice("imagine", samples, 1 << 30), 1):
        state = GAME.imagine(view, Chance(f"imagined/{luck}"))
        for number in tried:
            after = GAME.play(state, considered[number], Chance(f"played/{luck}")).state
            world = imagined(after, luck)
            world.finish(choosers, after.table)
            values[number].append(_value(world, table))
        if sample % AT_ONCE == 0:
            tried = [number for number in tried if not number or _gain(values, number, CLEARLY) > 0]
            if len(tried) == 1:
                break
    clear = [number for number in tried[1:] if turns <= LATE and _gain(values, number, -CLEARLY) > 0]
    chosen = max(clear, key=lambda number: _gain(values, number, 0), default=0)
    expected = [Expected(move, _mean(worths), _error(worths)) for move, worths in zip(considered, values, strict=True)]
    first = expected.pop(chosen)
    return [first, *sorted(expected, key=lambda option: -option.mean)]


def played_on(keen: Keen, state: State, chance: Chance) -> tuple[Future, int]:
    """Play an imagined state to its end by habit.

    Returns the share of the points, or each seat's share of the win, and how many turns that took.
    """
    luck, table = chance.dice("world", 1, 1 << 30)[0], state.table
    world = imagined(state, luck)
    world.finish([keen] * len(table.players), table)
    scores = [world.score(seat) for seat in world.seats]
    if table.options.mode != "compete":
        return (sum(scores) / (5 * len(ADVENTURES) if table.options.simple_scoring else 100),), world.turns
    best = max(scores)
    return tuple([(score == best) / scores.count(best) for score in scores]), world.turns


def _turns(table: Table) -> float:
    """About how many turns all seats together have left."""
    return table.pile / 3 + (FINALE_TURNS if table.options.finale else 1)


def candidates(keen: Keen, view: View, moves: Sequence[Move]) -> list[Move]:
    """The habitual move, then others that may be good."""
    table, world, effect = view.table, seen_by(view), view.table.effect
    seat, others = world.seats[table.turn], list[tuple[float, Move]]()
    habit: Move
    match table.step:
        case "settle":
            values = keen.survey(world, seat).values
            others = [(promise(space, values), Settle(space)) for space in world.free_guilds()]
            habit = Settle(keen.settle(world, seat, world.free_guilds()))
        case "play":
            value = HandValue(keen, world, seat)
            others = [*value.plays(), (value.kept, EndTurn())]
            others += [(value.kept, move) for move in moves if isinstance(move, PlayWizard)]
            habit = keen.play(world, seat) or EndTurn()
        case "go" if effect:
            roll, left = effect.roll, effect.left
            others = [(worth, Go(space)) for worth, space in keen.destinations(world, seat, roll, left)]
            habit = Go(keen.go(world, seat, roll, left))
        case "adventure":
            habit = Complete() if Complete() in moves else Leave()
        case "turn" if effect:
            habit = Turn(effect.left)
        case "look":
            hidden = world.hidden(seat)
            habit = Look(keen.look(world, seat, hidden)) if hidden else StopLooking()
        case "rob":
            victim = keen.rob(world, seat, world.victims(seat))
            others = [(0, move) for move in moves]
            habit = Spare() if victim is None else Rob(world.seats.index(victim))
        case "send":
            assert table.victim is not None
            habit = Send(keen.send(world, world.seats[table.victim], world.free_guilds()))
        case "discard":
            others = [(worth, Discard(card)) for worth, card in keen.discards(world, seat)]
            habit = Discard(keen.discard(world, seat))
        case _:
            raise ValueError("The game is over.")
    others.sort(key=lambda other: -other[0])
    return [habit, *[move for _, move in others if move != habit][: MOST - 1]]


def _value(world: World, table: Table) -> float:
    """How good an end is, from 0 to 1, for the seat to act: the share of the points, or how likely such a lead wins."""
    scores = [world.score(seat) for seat in world.seats]
    if table.options.mode != "compete":
        return sum(scores) / (5 * len(ADVENTURES) if table.options.simple_scoring else 100)
    lead = scores.pop(table.turn) - max(scores)
    return 1 / (1 + math.exp(-lead / MARGIN))


def _gain(values: Sequence[Sequence[float]], number: int, errors: float) -> float:
    """By how much a move is better than the habitual one, with so many standard errors added."""
    gains = [value - base for value, base in zip(values[number], values[0], strict=False)]
    return _mean(gains) + errors * _error(gains)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _error(values: Sequence[float]) -> float:
    """The standard error of their mean."""
    mean, count = _mean(values), len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count) if count > 1 else 0.0
