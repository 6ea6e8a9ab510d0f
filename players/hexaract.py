"""Hexaract: every way to use the dice of a round, and what it leaves, in units of damage."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from engine import Chance, hexaract
from engine.decktet import CARDS, CROWN, RANKS

from .player import Player, Weighed

Told = Sequence[hexaract.Event]
EXACT = 6  # decimals: what is worth the same is so on every machine
NO_CHANCE = Chance("thinking of moves that need no chance")
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


def rule(view: hexaract.View, moves: Sequence[hexaract.Move], told: Told, chance: Chance) -> hexaract.Move:
    """The first of the moves to the end of the round's actions that leave the most."""
    state = hexaract.imagine(view, NO_CHANCE)
    if state.step == "lose":
        coming = _coming(frozenset(state.discard), state.aces)
        return max((move for move in moves if isinstance(move, hexaract.Lose)), key=lambda move: coming[move.suit])
    best: tuple[float, Sequence[hexaract.Move]] = (2 * FATAL, ())
    for assigning, assigned in _assignments(state) if state.step == "assign" else [((), state)]:
        for resolving, end in _resolutions(assigned, set()):
            if (worth := _worth(end)) > best[0]:
                best = (worth, (*assigning, *resolving, hexaract.EndRound()))
    return best[1][0]


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


@lru_cache(4096)
def _coming(gone: frozenset[int], aces: tuple[int, ...]) -> tuple[float, ...]:
    """By suit, how much may still bring a chip of it: persons to meet, and while its ace is in play, Crowns."""
    left = [card for card in hexaract.PATH_CARDS if card not in gone]
    persons = [card for card in left if hexaract.KINDS[card] == "person"]
    crowns = sum(RANKS[card] == CROWN for card in left)
    return tuple(
        sum(suit in CARDS[card].suits for card in persons) + WITH_CROWN * crowns * (suit in aces)
        for suit in hexaract.ACES
    )


SAMPLES = 30  # imagined states that each move is played out in


def weigh(
    view: hexaract.View, moves: Sequence[hexaract.Move], told: Told, chance: Chance
) -> tuple[Weighed[hexaract.Move], ...]:
    """The rule's move, with how often it wins if all goes on like that."""
    move, won = rule(view, moves, told, chance), 0
    for sample in range(SAMPLES):
        luck = Chance(str(chance.dice(f"sample/{sample}", 9)))
        state = hexaract.play(hexaract.imagine(view, luck), move, luck).state
        while choices := hexaract.legal_moves(state):
            best = rule(hexaract.view(state, 0), choices, (), luck) if len(choices) > 1 else choices[0]
            state = hexaract.play(state, best, luck).state
        won += state.step == "won"
    expected = won / SAMPLES
    error = (expected * (1 - expected) / SAMPLES) ** 0.5
    return (Weighed(move, expected, error, "It leaves the most on the path and in the supply."),)


PLAYER: Player[hexaract.View, hexaract.Move, hexaract.Event] = Player(
    game=hexaract.GAME, rule=rule, strengths={"strong": rule}, weigh=weigh
)
