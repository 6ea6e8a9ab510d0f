"""Advent of the Wyrms: the move that leaves the most promising incantations."""

from collections.abc import Sequence
from itertools import chain

from engine import Chance
from engine import advent_of_the_wyrms as advent
from engine.decktet import EXTENDED

from .player import Player, Weighed

Told = Sequence[advent.Event]
EXACT = 6  # decimals: what is worth the same is so on every machine
FINISHED = 20.0  # an incantation
LAST = 3.0  # the hand holds one's third card
OUT = 2.0  # each card not yet seen that would be one's third, up to MOST_OUTS
MOST_OUTS = 5
NEXT = 0.6  # the hand holds one's second card
PAIR = 0.04  # each pair of cards that would finish one just begun, up to MOST_PAIRS
MOST_PAIRS = 20
IN_DECK = 0.5  # each card left to draw
PLAYABLE = [card for card in EXTENDED if card not in advent.WYRMS_CARDS]


def rule(view: advent.View, moves: Sequence[advent.Move], told: Told, chance: Chance) -> advent.Move:
    """The move that leaves the most, without a thought for what is drawn next."""
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

    return max(moves, key=worth)


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


SAMPLES = 30  # imagined states that each move is played out in


def weigh(
    view: advent.View, moves: Sequence[advent.Move], told: Told, chance: Chance
) -> tuple[Weighed[advent.Move], ...]:
    """The rule's move, with how often it wins if all goes on like that."""
    move, won = rule(view, moves, told, chance), 0
    for sample in range(SAMPLES):
        luck = Chance(str(chance.dice(f"sample/{sample}", 9)))
        state = advent.play(advent.imagine(view, luck), move, luck).state
        while choices := advent.legal_moves(state):
            best = rule(advent.view(state, 0), choices, (), luck) if len(choices) > 1 else choices[0]
            state = advent.play(state, best, luck).state
        won += state.step == "won"
    expected = won / SAMPLES
    error = (expected * (1 - expected) / SAMPLES) ** 0.5
    return (Weighed(move, expected, error, "It leaves the most promising incantations."),)


PLAYER: Player[advent.View, advent.Move, advent.Event] = Player(
    game=advent.GAME, rule=rule, strengths={"strong": rule}, weigh=weigh
)
