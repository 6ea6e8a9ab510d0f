"""How well a choice was made, once its game is over: what the position was worth, and what the move cost.

A choice is judged by what its seat knew. From that view, states are imagined; the move that was made and those that a
player would consider are each tried in all of them, with the same luck, and played on. The one that looks best is then
compared with the move that was made, twice, each time in newly imagined states. It counts as better only if both times
it is better by more than two standard errors; the second time says by how much. This is needed because among many
moves one always looks better by chance. Else the move that was made counts as the best, and any cost counts as luck.

So a game goes from the worth of its first position to its end in steps of two kinds. A choice costs how much more the
best move would have been worth (skill, never above 0). Then what follows brings more or less than was expected (luck).
All are whole millionths of a game, so luck and skill add up exactly to the way from the start to the end.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import fmean, stdev
from typing import Any

from engine import BaseEvent, Chance, Data, Seat
from engine.records import replace

from .player import AnyPlayer, Future, Judge

WHOLE = 1_000_000  # a game won for sure, or all of `Player.points`
SURE = 2.0  # standard errors by which a move is better
PROMISING = 1.0  # standard errors by which a move is tried a second time
TIMES = 2  # how often it must be better, each time in new futures
MOST = 4  # other moves that are tried
FEWEST = 4  # futures
BUDGET = 40_000_000  # microseconds of a processor for a game, as `PlayOn` counts them: a minute on a slower one
Values = tuple[int, ...]  # in millionths: of all seats together, or of each


class Judged(Data, frozen=True):
    """A choice."""

    best: Values  # what the position was worth: with the best move that was seen
    made: Values  # with the move that was made; equal to `best` if no other move is surely better
    error: int  # the standard error of `made`, for the seat that chose
    apart: int = 0  # the standard error of the difference between both
    better: Any = None  # the better move, as msgspec writes it to builtins
    work: int = 0  # in microseconds of a processor, counted
    other: Any = None  # the other move that looked best, better or not, as `better` is written; None: none was tried
    gain: int = 0  # how much more it seems to be worth than the one that was made, for the seat that chose
    doubt: int = 0  # the standard error of `gain`


def allowed(judged: Sequence[Judged], choices: int) -> int:
    """The work for judging the next choice of a game: an even share of what is left."""
    return (BUDGET - sum(choice.work for choice in judged)) // (choices - len(judged))


def judge(
    player: AnyPlayer,
    view: Any,
    moves: Sequence[Any],
    history: Sequence[BaseEvent],
    made: Any,
    luck: Chance,
    *,
    allowed: int = BUDGET,
) -> Judged:
    """Judge the move `made`, one of the legal `moves`, by what the seat that made it saw and had heard.

    `allowed`: the work that this may take. With less of it there are fewer futures; with none no other move is tried.
    """
    judging = player.judge
    assert judging is not None
    others = [move for move in judging.considered(view, moves, history) if move != made][:MOST] if allowed > 0 else []
    trial = _Trial(player, judging, view, history, luck)
    ours, *theirs = trial.futures([made, *others], range(judging.first), allowed // 2)
    side = trial.side if len(ours[0]) > 1 else 0
    gains = [_gains(futures, ours, side) for futures in theirs]
    rival, noted = _rival(gains), _noted(others, gains, judging.error(view))
    tried, made_again, gained = [made] if rival is None else [made, others[rival]], [*ours], list[float]()
    for time in range(TIMES):
        numbers = range(judging.first + time * judging.second, judging.first + (time + 1) * judging.second)
        ours, *rivals = trial.futures(tried, numbers, allowed + time * allowed // 2)
        made_again += ours
        if rival is None:
            break
        gain = _gains(rivals[0], ours, side)
        gained += gain
        noted = _noted([others[rival]], [gained], judging.error(view))
        error = (standard_error(gain) ** 2 + judging.error(view) ** 2) ** 0.5
        mine, best = _values(ours), _values(rivals[0])
        if fmean(gain) <= SURE * error or best[side] <= mine[side]:
            break
    else:
        best = (*mine[:side], best[side], *mine[side + 1 :])  # the others lose by it, but that isn't their skill
        return Judged(best, mine, _error(ours, side), round(WHOLE * error), tried[-1], trial.work, **noted)
    return _unbeaten(made_again, side, trial.work, noted)


def _unbeaten(futures: Sequence[Future], side: int, work: int, noted: Mapping[str, Any]) -> Judged:
    """No other move is surely better than the one that was made."""
    values = _values(futures)
    return Judged(values, values, _error(futures, side), work=work, **noted)


def _best(gains: Sequence[Sequence[float]]) -> int | None:
    """The number of the move that gains most."""
    return max(range(len(gains)), key=lambda number: fmean(gains[number]), default=None)


def _rival(gains: Sequence[Sequence[float]]) -> int | None:
    """The number of the best other move, if it may well be better than the one that was made."""
    best = _best(gains)
    return None if best is None or fmean(gains[best]) <= PROMISING * standard_error(gains[best]) else best


def _noted(others: Sequence[Any], gains: Sequence[Sequence[float]], error: float) -> dict[str, Any]:
    """What `Judged` says of the other move that gains most. `error`: the error of the player's own judgement."""
    if (best := _best(gains)) is None:
        return {}
    doubt = (standard_error(gains[best]) ** 2 + error**2) ** 0.5
    return {"other": others[best], "gain": round(WHOLE * fmean(gains[best])), "doubt": round(WHOLE * doubt)}


class _Trial:
    def __init__(
        self, player: AnyPlayer, judging: Judge[Any, Any, Any], view: Any, history: Sequence[BaseEvent], luck: Chance
    ) -> None:
        self._game = player.game
        self.side: Seat = view.mine.seat
        self.work = 0
        self._imagine, self._play_on = judging.imagining(view, history), judging.playing_on(self.side, history)
        self._seed = luck.dice("look back", 9)

    def futures(self, moves: Sequence[Any], numbers: Sequence[int], allowed: int) -> list[list[Future]]:
        """For each move, how the game goes on in each of the futures with these numbers.

        There are fewer futures if the work that is `allowed` is used up, but at least FEWEST.
        """
        futures: list[list[Future]] = [[] for _ in moves]
        for done, number in enumerate(numbers):
            if done >= FEWEST and self.work >= allowed:
                break
            state = self._imagine(Chance(f"{self._seed}/imagined/{number}"))
            for move, results in zip(moves, futures, strict=True):
                luck = Chance(f"{self._seed}/played/{number}")
                step = self._game.play(state, move, luck)
                future, work = self._play_on(step.state, step.events, luck)
                results.append(future)
                self.work += work
        return futures


def _gains(tried: Sequence[Future], made: Sequence[Future], side: int) -> list[float]:
    """By how much the results of `tried` are larger than those of `made`, future by future."""
    return [mine[side] - theirs[side] for mine, theirs in zip(tried, made, strict=True)]


def _values(futures: Sequence[Future]) -> Values:
    return tuple([round(WHOLE * fmean(side)) for side in zip(*futures, strict=True)])


def _error(futures: Sequence[Future], side: int) -> int:
    return round(WHOLE * standard_error([future[side] for future in futures]))


def standard_error(values: Sequence[float]) -> float:
    """The standard error of their mean."""
    return stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0


# -- A whole game


class Account(Data, frozen=True):
    """How a game went for one side: all seats together, or one that plays against the others.

    `start` + the sums of `luck` and `skill` = `end`, exactly.
    """

    start: int
    end: int
    luck: Values  # by choice: what has come after it
    skill: Values  # by choice: what it has cost; 0 for those of other sides


def consistent(judged: Sequence[Judged], quiet: Sequence[bool], end: Values) -> tuple[Judged, ...]:
    """Take the luck out of `quiet` choices: the position after such a choice is worth as much as the position at the
    next one.

    A choice is quiet if nothing came to light until the same seat chose again, or until the game ended. There is no
    luck in that: if the two estimates differ, that is their error. What a choice cost stays as it was judged, unless
    the best move would be worth more than a game.
    """
    changed: list[Judged] = []
    after = end
    for choice, same in zip(reversed(judged), reversed(quiet), strict=True):
        if same:
            most = tuple([max(WHOLE, value) for value in after])
            costs = [best - made for best, made in zip(choice.best, choice.made, strict=True)]
            best = tuple([min(top, value + cost) for top, value, cost in zip(most, after, costs, strict=True)])
            choice = replace(choice, best=best, made=after)
        changed.append(choice)
        after = choice.best
    return tuple(reversed(changed))


def account(choices: Sequence[tuple[Seat | None, Judged]], end: Values, *, side: int) -> Account:
    """The account of a game with at least one choice. A choice without a seat was made by all together.

    `end`: how the game ended, by side.
    """
    together = len(end) == 1
    reached = [*[judged.best[side] for _, judged in choices], end[side]]
    skill, luck = list[int](), list[int]()
    for (seat, judged), (_, after) in zip(choices, pairwise(reached), strict=True):
        own = together or seat == side
        made = judged.made[side]
        skill.append(made - judged.best[side] if own else 0)
        luck.append(after - made if own else after - judged.best[side])
    return Account(reached[0], end[side], tuple(luck), tuple(skill))


def rounded(parts: Sequence[int], total: int, unit: int) -> tuple[int, ...]:
    """Round `parts` down or up to whole `unit`s that add up to `total`, which is in units.

    Those with the largest remainders go up; of equal ones the first. A part that is 0 stays 0, unless all are.
    """
    down = [part // unit for part in parts]
    rounded_parts = [number for number, part in enumerate(parts) if part] or [*range(len(parts))]
    order = sorted(rounded_parts, key=lambda number: -(parts[number] % unit))
    missing = total - sum(down)
    for turn in range(abs(missing)):
        number = order[turn % len(rounded_parts)] if missing > 0 else order[-1 - turn % len(rounded_parts)]
        down[number] += 1 if missing > 0 else -1
    return tuple(down)
