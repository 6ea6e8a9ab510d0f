"""The player of a game that has none of its own: it imagines what may be hidden and plays on at random to the end.

It needs only the game's rules. A file with the game's name beside this one replaces it.
"""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from statistics import fmean, pstdev
from typing import Any

from engine import AnyGame, AnyPlaythrough, AnyView, Chance, Outcome, Playthrough
from languages import say

from .player import AnyPlayer, Choose, Judge, Player, Strength, Weighed

MOST = 24  # legal moves that are tried
FEWEST = 4  # imagined games in which each move is tried
THOROUGH, QUICK, BRIEF = 3000, 600, 150  # moves of imagined games, after which no new one is begun
WORK = 30  # microseconds of a processor for such a move
Moves = Sequence[Any]


def default_player(game: AnyGame, points: Callable[[Any], int] = lambda view: 0) -> AnyPlayer:
    """A player for this game.

    `points`: as `Player.points`. Raises LookupError if the game has only a score and they are missing.
    """
    if game.alone is not None and game.scored(game.alone) and not points(game.view(_first(game), 0)):
        raise LookupError(f"{game.title} ends with a score alone: its PLAYER must say what all `points` are.")
    strengths: dict[Strength, Choose[Any, Any, Any]] = {"strong": _choosing(game, points, THOROUGH)}
    if max(game.seats) > 1 and not game.cooperative(game.options()):
        strengths = {"easy": _any, "middle": _choosing(game, points, QUICK), **strengths}
    return Player(
        game=game,
        rule=_choosing(game, points, BRIEF),
        strengths=strengths,
        weigh=partial(_weigh, game, points, THOROUGH),
        reason=lambda view, move, history: (
            _weigh(game, points, BRIEF, view, (move,), history, Chance("reason"))[0].reason
        ),
        points=points,
        judge=Judge(
            considered=lambda view, moves, history: _worth_trying(game, moves),
            imagining=lambda view, history: partial(game.imagine, view),
            playing_on=lambda seat, history: (
                lambda state, events, luck: _future(points, Playthrough(game, state, luck))
            ),
            first=24,
            second=48,
        ),
    )


def _first(game: AnyGame) -> Any:
    return game.new(1, game.alone, Chance("points"))


def _any(view: AnyView, moves: Moves, history: Sequence[Any], chance: Chance) -> Any:
    return chance.shuffled("any", moves)[0]


def _choosing(game: AnyGame, points: Callable[[Any], int], effort: int) -> Choose[Any, Any, Any]:
    return lambda view, moves, history, chance: _weigh(game, points, effort, view, moves, history, chance)[0].move


def _weigh(
    game: AnyGame,
    points: Callable[[Any], int],
    effort: int,
    view: Any,
    moves: Moves,
    history: Sequence[Any],
    chance: Chance,
) -> tuple[Weighed[Any], ...]:
    """Try each move in the same imagined games, with the same luck."""
    seat, seed = view.mine.seat, chance.dice("imagined", 9)
    tried = chance.shuffled("tried", _worth_trying(game, moves) or moves)[:MOST]
    came_to: list[list[float]] = [[] for _ in tried]
    made = number = 0
    while number < FEWEST or made < effort:
        state = game.imagine(view, Chance(f"{seed}/imagined/{number}"))
        for move, values in zip(tried, came_to, strict=True):
            luck = Chance(f"{seed}/played/{number}")
            going_on = Playthrough(game, state, luck)
            going_on.play(move)
            future, work = _future(points, going_on)
            values.append(future[seat if len(future) > 1 else 0])
            made += 1 + work // WORK
        number += 1
    weighed = [
        Weighed(move, fmean(values), pstdev(values) / number**0.5, _reason(values, points(view)))
        for move, values in zip(tried, came_to, strict=True)
    ]
    return tuple(sorted(weighed, key=lambda option: (-option.expected, moves.index(option.move))))


def _worth_trying(game: AnyGame, moves: Moves) -> list[Any]:
    return [move for move in moves if move != game.concession]


def _reason(values: Sequence[float], points: int) -> str:
    if points:
        # Translators: a move
        return say("Played on at random, it comes to {points} points.", points=round(points * fmean(values)))
    return say("Played on at random, it wins {won} of {games} games.", won=round(sum(values)), games=len(values))


def _future(points: Callable[[Any], int], going_on: AnyPlaythrough) -> tuple[tuple[float, ...], int]:
    """Play a game on at random. Returns how it ends, and how much work that was."""
    draw, made = Random(str(going_on.chance.dice("at random", 9))).random, 0
    while (outcome := going_on.outcome) is None:
        moves = going_on.game.choices(going_on.state)
        going_on.play(moves[int(draw() * len(moves))])
        made += 1
    return _shares(outcome, points(going_on.view(0))), WORK * made


def _shares(outcome: Outcome, points: int) -> tuple[float, ...]:
    return (min(1.0, max(0.0, outcome.scores[0] / points)),) if points else outcome.shares
