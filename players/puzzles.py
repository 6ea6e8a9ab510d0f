"""Riddles: a position out of a computer player's game, three or four moves, and one of them clearly best.

A riddle is made from its seed only, by asking the game's player about views. So it is the same for everybody, and
anyone with the seed can make it again.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from math import hypot, sqrt
from statistics import fmean
from typing import Any

import msgspec

from engine import GAMES, AnyGame, AnyView, Chance, Data, encode
from languages import ENGLISH, speaking, spoken

from . import PLAYERS, Care, Weighed
from .answer import Question, read_opinion, read_playout
from .solo_game import Ask, SoloGame

CARE: Mapping[str, Care] = {key: player.riddles for key, player in PLAYERS.items() if player.riddles}
MOST_CHOICES, FEWEST_CHOICES = 4, 3
CLEARLY = 3.0  # standard errors by which the best move must be better than every other one
LIKELY = 1.0  # the same while it is weighed: as soon as it isn't better by so much, it is given up
LOST = 0.2  # with a best chance below this, or above `Care.won`, nothing is left to decide

# For riddles whose moves are played out
EFFORT = 200  # the most choices until a game's end if the moves are said to differ by a whole win
TRIED = 3  # positions of a game at most
MOST_PLAYED = 5  # moves of a position: some turn out to be as good as the best
ANOTHER = 8  # choices later, a position is about another decision
FEWEST_GAMES = 4  # in which each move is played out before a position is given up
SURELY = 4.0  # standard errors that end it early: more than CLEARLY, because we look often


class Choice(msgspec.Struct, frozen=True):
    """A move that is offered."""

    move: msgspec.Raw
    expected: float  # as in Weighed
    error: float
    reason: str  # in English: see `reasons`


class MadeRiddle(msgspec.Struct, frozen=True):
    """A riddle as it is stored. The moves are JSON, as the engine writes them; the position follows from them."""

    game: str
    rules: int
    number: int  # which of the seed's games it is from
    moves: msgspec.Raw  # those that lead to the position
    choices: tuple[Choice, ...]  # in the order in which they are offered

    @property
    def best(self) -> int:
        """Which of the choices."""
        return max(range(len(self.choices)), key=lambda number: self.choices[number].expected)


def reasons(made: MadeRiddle, view: AnyView, moves: Sequence[Data]) -> tuple[str, ...]:
    """Why each choice is good or not, in the language that is spoken."""
    if spoken() == ENGLISH:
        return tuple([choice.reason for choice in made.choices])
    reason = PLAYERS[made.game].reason
    return tuple([reason(view, move, ()) for move in moves])


class _Spent(Exception):
    """All allowed questions are used up."""


class Adviser:
    """Asks the game's player about a riddle, up to a number of questions."""

    def __init__(self, ask: Ask, questions: float) -> None:
        self._ask, self._left = ask, questions

    async def _answered(self, question: Question) -> bytes:
        if self._left <= 0:
            raise _Spent
        self._left -= 1
        return await self._ask(question)

    async def opinion(self, solo: SoloGame, luck: str) -> tuple[Weighed[Any], ...]:
        answered = await self._answered(solo.question("opinion", luck))
        return read_opinion(solo.game, answered, solo.moves).weighed

    async def play_out(self, solo: SoloGame, move: Data, luck: str) -> float:
        """How a game that is imagined with this luck ends, from 0 to 1."""
        playout = read_playout(await self._answered(solo.question("playout", luck, move)))
        self._left -= playout.choices  # each takes as long as an opinion
        return playout.share


async def make(game_key: str, seed: str, ask: Ask) -> MadeRiddle | None:
    """The riddle of a seed (32 bytes in hex); None if its games have none that is clear enough.

    Raises what `ask` raises, and ValueError for what is no answer.
    """
    game, care = GAMES[game_key], CARE[game_key]
    adviser = Adviser(ask, care.questions)
    try:
        for number in count():
            solo = deal(game, seed, number)
            while solo.par is None and solo.made < care.first:
                solo.answer(await ask(solo.question("rule")))
            in_a_game = _in_a_game_played_out if care.played_out else _in_a_game
            with speaking(ENGLISH):
                clear = await in_a_game(solo, care, f"{seed}/{number}", adviser)
            if clear:
                return _made(solo.game, seed, number, *clear)
    except _Spent:
        pass
    return None


async def _in_a_game(
    solo: SoloGame, care: Care, seed: str, adviser: Adviser
) -> tuple[SoloGame, tuple[Weighed[Any], ...]] | None:
    """Play on as the best player does, and take one of the clear positions, if there is any, with its choices."""
    promising = list[tuple[SoloGame, tuple[Weighed[Any], ...]]]()
    while solo.par is None:
        weighed = await adviser.opinion(solo, f"{seed}/{solo.made}")
        if _choices(weighed, care, clearly=LIKELY):
            promising.append((solo.copy(), weighed))
        solo.play(weighed[0].move)
    for position, weighed in Chance(hashlib.sha256(seed.encode()).hexdigest()).shuffled("positions", promising):
        if choices := await _weighed(position, weighed, care, f"{seed}/{position.made}", adviser):
            return position, choices
    return None


async def _in_a_game_played_out(
    solo: SoloGame, care: Care, seed: str, adviser: Adviser
) -> tuple[SoloGame, tuple[Weighed[Any], ...]] | None:
    """Play on as the best player does.

    Of the few positions that may be clear and are cheap to play out, take the first clear one.
    """
    promising = list[tuple[SoloGame, tuple[Weighed[Any], ...]]]()
    while solo.par is None:
        weighed = await adviser.opinion(solo, f"{seed}/{solo.made}")
        offered = _far_apart(weighed, care)
        if offered and offered[0].move.__struct_config__.tag not in care.plain:
            promising.append((solo.copy(), offered))
        solo.play(weighed[0].move)

    def effort(candidate: tuple[SoloGame, tuple[Weighed[Any], ...]]) -> float:
        """What it costs to play a position out: late ones have short games, and clear differences need few."""
        position, (best, second, *_) = candidate
        return (solo.made - position.made) / (best.expected - second.expected) ** 2

    tried = list[int]()
    for position, offered in sorted([candidate for candidate in promising if effort(candidate) <= EFFORT], key=effort):
        if len(tried) < TRIED and all(abs(position.made - other) >= ANOTHER for other in tried):
            tried.append(position.made)
            if choices := await _played_out(position, offered, care, f"{seed}/{position.made}", adviser):
                return position, choices
    return None


def _far_apart(weighed: Sequence[Weighed[Any]], care: Care) -> tuple[Weighed[Any], ...]:
    """The best move by the player's opinion, and sensible ones that it thinks are clearly worse."""
    best, *others = sorted(weighed, key=lambda move: -move.expected)
    worse = [move for move in _different(others) if best.expected - move.expected >= care.apart]
    return _offered(best, worse, care, most=MOST_PLAYED)


async def _played_out(
    position: SoloGame, offered: Sequence[Weighed[Any]], care: Care, luck: str, adviser: Adviser
) -> tuple[Weighed[Any], ...]:
    """The choices of a position, from games that are played on to their ends; none if the best move isn't clear.

    What turns out to be about as good as the best move, or absurd, is left out.
    """
    results: Mapping[Any, list[float]] = {choice.move: [] for choice in offered}
    for game in range(1, care.weighings + 1):
        moves = [choice.move for choice in offered]
        for move, result in zip(moves, await play_once(position, moves, f"{luck}/game/{game}", adviser), strict=True):
            results[move].append(result)
        if game < FEWEST_GAMES:
            continue
        best, *others = sorted(
            [_share(choice, results[choice.move]) for choice in offered], key=lambda choice: -choice.expected
        )
        clearly = CLEARLY if game == care.weighings else SURELY
        if choices := _offered(best, _worse(best, others, clearly), care):
            return choices
        offered = _offered(best, _worse(best, others, LIKELY), care, most=MOST_PLAYED, allowance=LIKELY)
        if not offered:
            break
    return ()


def _worse(best: Weighed[Any], others: Iterable[Weighed[Any]], clearly: float) -> list[Weighed[Any]]:
    return [other for other in others if _is_clear(best, [other], clearly)]


async def play_once(position: SoloGame, moves: Sequence[Data], luck: str, adviser: Adviser) -> list[float]:
    """How the same imagined game ends after each of the moves."""
    return [await adviser.play_out(position, move, luck) for move in moves]


def _share(choice: Weighed[Any], results: Sequence[float]) -> Weighed[Any]:
    """The choice with the share of won games, and its error.

    The error is computed with one more game won and one more lost: a few games that are all won prove nothing.
    """
    games, won = len(results), sum(results)
    smooth = (won + 1) / (games + 2)
    return msgspec.structs.replace(choice, expected=won / games, error=sqrt(smooth * (1 - smooth) / (games + 2)))


def deal(game: AnyGame, seed: str, number: int) -> SoloGame:
    assert game.alone is not None
    return SoloGame(game, game.alone, hashlib.sha256(f"{seed}/{number}".encode()).hexdigest())


async def _weighed(
    position: SoloGame, weighed: Sequence[Weighed[Any]], care: Care, luck: str, adviser: Adviser
) -> tuple[Weighed[Any], ...]:
    """The choices of a position, from many weighings with fresh luck; none if the best move isn't clear."""
    opinions = list[Mapping[Any, Weighed[Any]]]()
    mean: tuple[Weighed[Any], ...] = ()
    for weighing in range(care.weighings):
        fresh = f"{luck}/again/{weighing}"
        again = await weigh_once(position, weighed, care, fresh, adviser)
        opinions.append({choice.move: choice for choice in again})
        always = [choice for choice in weighed if all(choice.move in opinion for opinion in opinions)]
        mean = tuple([_mean(choice, opinions) for choice in always])
        if not _choices(mean, care, clearly=LIKELY):
            return ()
    return _choices(mean, care, clearly=CLEARLY)


async def weigh_once(
    position: SoloGame, weighed: Sequence[Weighed[Any]], care: Care, luck: str, adviser: Adviser
) -> tuple[Weighed[Any], ...]:
    """Weigh again with this luck. Returns those of the moves `weighed` that the player weighs."""
    return await (_ahead(position, weighed, luck, adviser) if care.ahead else adviser.opinion(position, luck))


async def _ahead(
    position: SoloGame, moves: Sequence[Weighed[Any]], luck: str, adviser: Adviser
) -> tuple[Weighed[Any], ...]:
    """Weigh each move by the best move after it. If chance decides what comes after it, weigh the move itself."""
    weighed = list[Weighed[Any]]()
    itself: Mapping[Any, Weighed[Any]] | None = None
    for choice in moves:
        after = position.after(choice.move)
        if after is None:
            if itself is None:
                itself = {other.move: other for other in await adviser.opinion(position, luck)}
            if choice.move in itself:
                weighed.append(itself[choice.move])
        else:
            best = max(await adviser.opinion(after, luck), key=lambda other: other.expected)
            weighed.append(msgspec.structs.replace(choice, expected=best.expected, error=best.error))
    return tuple(weighed)


def _mean(choice: Weighed[Any], opinions: Sequence[Mapping[Any, Weighed[Any]]]) -> Weighed[Any]:
    weighings = [weighing[choice.move] for weighing in opinions]
    return msgspec.structs.replace(
        choice,
        expected=fmean(weighing.expected for weighing in weighings),
        error=hypot(*[weighing.error for weighing in weighings]) / len(weighings),
    )


def _choices(weighed: Sequence[Weighed[Any]], care: Care, *, clearly: float) -> tuple[Weighed[Any], ...]:
    """The best move and the next sensible ones, best first; none if the best isn't better than all others by
    `clearly` standard errors.
    """
    ranked = sorted(weighed, key=lambda choice: -choice.expected)
    if len(ranked) < FEWEST_CHOICES:
        return ()
    best, *others = ranked
    if not all(best.expected - other.expected >= care.apart for other in others):
        return ()
    return _offered(best, _different(others), care) if _is_clear(best, others, clearly) else ()


def _is_clear(best: Weighed[Any], others: Sequence[Weighed[Any]], clearly: float) -> bool:
    return all(best.expected - other.expected > clearly * hypot(best.error, other.error) for other in others)


def _offered(
    best: Weighed[Any], others: Iterable[Weighed[Any]], care: Care, *, most: int = MOST_CHOICES, allowance: float = 0.0
) -> tuple[Weighed[Any], ...]:
    """The best move and the next sensible ones; none if they are too few, or if nothing is left to decide.

    A move counts as sensible if it is so with `allowance` standard errors more.
    """
    offered = [best]
    for other in others:
        if other.expected + allowance * other.error >= care.sensible * best.expected:
            offered.append(other)
    if len(offered) < FEWEST_CHOICES or not LOST <= best.expected <= care.won:
        return ()
    return tuple(offered[:most])


def _different(others: Iterable[Weighed[Any]]) -> Iterator[Weighed[Any]]:
    """Leave out moves that are the same as one before, such as another card of the same worth."""
    seen = set[tuple[float, type[Data]]]()
    for other in others:
        worth = other.expected, type(other.move)
        if worth not in seen:
            seen.add(worth)
            yield other


def _made(game: AnyGame, seed: str, number: int, position: SoloGame, choices: Sequence[Weighed[Any]]) -> MadeRiddle:
    return MadeRiddle(
        game=game.key,
        rules=game.version,
        number=number,
        moves=msgspec.Raw(encode(position.played)),
        choices=tuple(
            [
                Choice(
                    msgspec.Raw(encode(choice.move)), round(choice.expected, 4), round(choice.error, 4), choice.reason
                )
                for choice in Chance(seed).shuffled(f"choices/{number}", choices)
            ]
        ),
    )
