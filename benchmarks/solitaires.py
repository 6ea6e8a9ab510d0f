"""How hard are the Decktet solitaires? Two players play the same deals of each:

    python -m benchmarks.solitaires [deals] [advent-of-the-wyrms | hexaract ...]

- random: any legal move;
- sensible: weighs what each choice leaves, one move at a time in Advent of the Wyrms, one round in Hexaract.

They see what a player sees, no more. docs/advent-of-the-wyrms.md and docs/hexaract.md say how the sensible ones think
and what came out.
"""

import random
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations_with_replacement
from math import factorial, prod
from time import perf_counter
from typing import Any, NamedTuple

from engine import AnyGame, Chance, hexaract
from engine import advent_of_the_wyrms as advent
from engine.decktet import CARDS, CROWN, EXTENDED, RANKS

Player = Callable[[Any, Sequence[Any]], Sequence[Any]]  # from a view and its legal moves to the moves to make next
EXACT = 6  # decimals: what is worth the same is so on every machine
NO_CHANCE = Chance("thinking of moves that need no chance")


def at_random(view: Any, moves: Sequence[Any]) -> Sequence[Any]:
    return (random.choice(moves),)


# -- Advent of the Wyrms: the move that leaves the most promising incantations

FINISHED = 20.0  # an incantation
LAST = 3.0  # the hand holds one's third card
OUT = 2.0  # each card not yet seen that would be one's third, up to MOST_OUTS
MOST_OUTS = 5
NEXT = 0.6  # the hand holds one's second card
PAIR = 0.04  # each pair of cards that would finish one just begun, up to MOST_PAIRS
MOST_PAIRS = 20
IN_DECK = 0.5  # each card left to draw
PLAYABLE = [card for card in EXTENDED if card not in advent.WYRMS_CARDS]


def advent_sensible(view: advent.View, moves: Sequence[advent.Move]) -> Sequence[advent.Move]:
    table = view.table
    assert view.mine is not None
    held = frozenset(view.mine.hand)
    seen = {*chain(*table.incantations), *table.discard, *held}
    unseen = frozenset(card for card in PLAYABLE if card not in seen)

    def worth(move: advent.Move) -> float:
        hand, incantations, drawn = held, list(table.incantations), 1
        match move:
            case advent.DiscardTop():
                drawn = advent.TOP
            case advent.Begin(card):
                incantations.append((card,))
                hand -= {card}
            case advent.Add(card, number):
                incantations[number] = (*incantations[number], card)
                hand -= {card}
            case advent.Discard(card) | advent.Negate(card):
                hand -= {card}
        return round(sum(_promise(cards, hand, unseen) for cards in incantations) - IN_DECK * drawn, EXACT)

    return (max(moves, key=worth),)


def _promise(incantation: advent.Incantation, hand: frozenset[int], unseen: frozenset[int]) -> float:
    thirds = advent.continuations(incantation)
    match len(incantation):
        case 1:
            there = hand | unseen
            pairs = {card: len(advent.continuations((*incantation, card)) & there) for card in thirds & there}
            return NEXT * any(pairs[card] for card in thirds & hand) + PAIR * min(sum(pairs.values()), MOST_PAIRS)
        case 2:
            return LAST * bool(thirds & hand) + OUT * min(len(thirds & unseen), MOST_OUTS)
        case _:
            return FINISHED


# -- Hexaract: every way to use the dice of a round, and what it leaves, in units of damage

BARE = 6.0  # a suit without a chip, if none can come any more
COMING = 0.6  # and so much of that for each person or, by WITH_CROWN, each Crown that may still bring one
WITH_CROWN = 0.2
FIRST, SECOND, MORE = 0.7, 1.2, 0.7  # chips of a suit
FREE = 0.4  # how often two dice that fit a card are not better used on another
FATAL = -100.0


def _chance_of_a_pair(rank: int) -> float:
    """That two of five dice fit a rank."""
    found = 0.0
    for dice in combinations_with_replacement(range(1, 7), hexaract.DICE):
        rolls = factorial(hexaract.DICE) / prod(factorial(count) for count in Counter(dice).values())
        found += rolls * bool(hexaract.fitting(dice, rank))
    return found / 6.0**hexaract.DICE


USED = {rank: FREE * _chance_of_a_pair(rank) for rank in range(2, CROWN + 1)}  # how often a card gets a pair, by rank


def hexaract_sensible(view: hexaract.View, moves: Sequence[hexaract.Move]) -> Sequence[hexaract.Move]:
    """The moves to the end of the round's actions that leave the most."""
    state = hexaract.imagine(view, NO_CHANCE)
    if state.step == "lose":
        coming = _coming(frozenset(state.discard), state.aces)
        return (max((move for move in moves if isinstance(move, hexaract.Lose)), key=lambda move: coming[move.suit]),)
    best: tuple[float, Sequence[hexaract.Move]] = (2 * FATAL, ())
    for assigning, assigned in _assignments(state) if state.step == "assign" else [((), state)]:
        for resolving, end in _resolutions(assigned, set()):
            if (worth := _worth(end)) > best[0]:
                best = (worth, (*assigning, *resolving, hexaract.EndRound()))
    return best[1]


Line = tuple[tuple[hexaract.Move, ...], hexaract.State]  # moves, and where they lead


def _assignments(state: hexaract.State) -> Iterator[Line]:
    """Each choice of cards to put pairs on, without waste. With which of the dice makes no difference any more."""
    seen: set[tuple[int, ...]] = set()
    todo: list[Line] = [((), state)]
    while todo:
        moves, now = todo.pop()
        cards = tuple(sorted(pair.card for pair in now.pairs))
        if cards in seen:
            continue
        seen.add(cards)
        yield (*moves, hexaract.Done()), hexaract.play(now, hexaract.Done(), NO_CHANCE).state
        useful = {place.card: len(hexaract.missing_suits(place)) or 1 for place in now.path}
        for move in hexaract.legal_moves(now):
            if isinstance(move, hexaract.Assign) and cards.count(move.card) < useful[move.card]:
                todo.append(((*moves, move), hexaract.play(now, move, NO_CHANCE).state))


def _resolutions(state: hexaract.State, seen: set[Any], moves: tuple[hexaract.Move, ...] = ()) -> Iterator[Line]:
    """Every position in which the round's actions may end: pairs are used first, card by card, then own chips."""
    position = (state.path, state.supply, state.aces, state.step)
    if position in seen:
        return
    seen.add(position)
    choices = hexaract.legal_moves(state)
    if state.step == "resolve":
        if choices[-1] == hexaract.EndRound():
            yield moves, state
            choices = choices[:-1]
        else:
            spelled = [(type(move), getattr(move, "card", None)) for move in choices]
            choices = choices[: spelled.count(spelled[0])]
    for move in choices:
        yield from _resolutions(hexaract.play(state, move, NO_CHANCE).state, seen, (*moves, move))


def _worth(state: hexaract.State) -> float:
    """Of a position in which the round's actions are about to end."""
    damage, supply, worth = state.damage, list(state.supply), 0.0
    for place in state.path:
        card, used = place.card, USED[RANKS[place.card]]
        match hexaract.KINDS[card]:
            case "person":
                damage += 1
                worth -= 1 / used - 1
            case "location":
                damage += place.exhausted
                worth -= max(0.0, len(hexaract.missing_suits(place)) / used - 1)
            case "event":
                suits = hexaract.to_lose(card, supply)
                if suits and place.exhausted:
                    supply[suits[0]] -= 1
                elif suits:
                    worth -= (1 - used) * (BARE / 2 if supply[suits[0]] == 1 else SECOND)
    if damage >= hexaract.FATAL:
        return FATAL - damage
    for held, coming in zip(supply, _coming(frozenset(state.discard), state.aces), strict=True):
        worth += FIRST * (held > 0) + SECOND * (held > 1) + MORE * max(0, held - 2)
        worth -= BARE * COMING**coming * (not held)
    return round(worth - damage, EXACT)


@cache
def _coming(gone: frozenset[int], aces: tuple[int, ...]) -> tuple[float, ...]:
    """By suit, how much may still bring a chip of it: persons to meet, and while its ace is in play, Crowns."""
    left = [card for card in hexaract.PATH_CARDS if card not in gone]
    persons = [card for card in left if hexaract.KINDS[card] == "person"]
    crowns = sum(RANKS[card] == CROWN for card in left)
    return tuple(
        sum(suit in CARDS[card].suits for card in persons) + WITH_CROWN * crowns * (suit in aces)
        for suit in hexaract.ACES
    )


# -- Measuring

GAMES: Mapping[str, AnyGame] = {game.key: game for game in (advent.GAME, hexaract.GAME)}
SENSIBLE: Mapping[str, Player] = {advent.GAME.key: advent_sensible, hexaract.GAME.key: hexaract_sensible}


class Played(NamedTuple):
    """How a deal ended."""

    won: bool
    score: int
    turns: int  # of Advent of the Wyrms; of Hexaract, rounds
    choices: int  # moves that were not the only one
    state: Any


def deal(game: AnyGame, seed: str, player: Player) -> Played:
    chance, turns, choices = Chance(seed), 0, 0
    state, planned = game.new(1, game.options(), chance), list[Any]()
    while moves := game.legal_moves(state):
        if len(moves) > 1:
            planned = planned or list(player(game.view(state, 0), moves))
            choices += 1
        move = planned.pop(0) if planned else moves[0]
        turns += isinstance(move, advent.Begin | advent.Add | advent.Discard | hexaract.EndRound)
        state = game.play(state, move, chance).state
    outcome = game.outcome(state)
    assert outcome is not None
    return Played(outcome.won is True, outcome.scores[0], turns, choices, state)


def measure(key: str, name: str, player: Player, deals: int) -> None:
    start = perf_counter()
    random.seed(0)
    played = [deal(GAMES[key], f"measure/{number}", player) for number in range(deals)]
    wins, losses = [one for one in played if one.won], [one for one in played if not one.won]
    print(f"{key}, {name}: {deals} deals in {perf_counter() - start:.0f} s, won {len(wins)} ({len(wins) / deals:.2%})")
    for kind, ones in (("wins", wins), ("losses", losses)):
        if ones:
            print(
                f"  {kind}: {', '.join(f'{field} {_spread(ones, field)}' for field in ('score', 'turns', 'choices'))}"
            )
    if key == hexaract.GAME.key:
        short = [one.state for one in losses if not one.state.path]
        print(f"  lost at the end for want of a suit: {len(short)} ({len(short) / deals:.2%})")


def _spread(played: Sequence[Played], field: str) -> str:
    """Mean, and from the lowest over the quartiles to the highest."""
    values = sorted(getattr(one, field) for one in played)
    last = len(values) - 1
    return f"{statistics.mean(values):.1f} ({'-'.join(str(values[last * part // 4]) for part in range(5))})"


if __name__ == "__main__":
    for key_ in sys.argv[2:] or GAMES:
        for name_, player_ in (("random", at_random), ("sensible", SENSIBLE[key_])):
            measure(key_, name_, player_, int(sys.argv[1]) if len(sys.argv) > 1 else 500)
