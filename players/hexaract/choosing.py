"""How a move is chosen: by the worth of all ends of the round, and by the odds of the next round after the best of
them.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, exp, log
from statistics import fmean, stdev
from typing import Any

from engine import Chance, Seat, hexaract
from engine.decktet import RANKS
from engine.hexaract.dice_and_chips import free_dice, missing_suits, to_lose
from engine.hexaract.state import FATAL, PATH, PATH_CARDS, State, View

from ..player import Future, PlayOn, Weighed
from .ends import (
    EVENT,
    Position,
    Set,
    Slots,
    after,
    after_damage,
    ends,
    position_of,
    slots_by_roll,
    turned_up,
    with_chip,
)
from .reasons import reason
from .worth import chance, deck_of

History = Sequence[hexaract.events.Event]
Weighing = tuple[Weighed[hexaract.moves.Move], ...]
End = tuple[float, hexaract.moves.Move, Position]  # its worth, the first move to it, and the position after the round
EXACT = 9  # decimals: so that what is worth the same is so on every machine
NO_CHANCE = Chance("thinking of moves that need no chance")
ENDS = 6  # so many ends of a round are looked into, those of the highest worth
# The worth of a position is the chance of `rule` to win from there. `strong` wins more: its log-odds were fitted
# to those of the rule in 700 deals
BETTER, BETTER_FACTOR = 0.33, 1.12
BETTER_JUDGED = BETTER + 0.2  # if each set of cards is a future of its own; fitted to the results of 1,032 deals
FEW_ENDS, FEW_DRAWS = 4, 8  # likewise, to judge what somebody else has played
WORK = 1200  # microseconds of a processor for the next round with one set of cards, on average over its dice
DRAWS = 27  # sets of cards turned up, for each end the same; if there are no more, all of them


def rule(view: View, moves: Sequence[hexaract.moves.Move], history: History, luck: Chance) -> hexaract.moves.Move:
    """The first of the moves to the end of the round that is worth most."""
    return ends_of(view)[0][1]


def strong(view: View, moves: Sequence[hexaract.moves.Move], history: History, luck: Chance) -> hexaract.moves.Move:
    """The best move by weighing. If all good ends begin with the same move, nothing is weighed."""
    firsts = {move for _, move, _ in ends_of(view)[:ENDS]}
    return firsts.pop() if len(firsts) == 1 else weigh(view, moves, history, luck)[0].move


def weigh(view: View, moves: Sequence[hexaract.moves.Move], history: History, luck: Chance) -> Weighing:
    """Weigh moves by the worth of the ends of the next round, as an average over its cards and dice."""
    best: dict[hexaract.moves.Move, tuple[float, float]] = {}
    for _, move, end in ends_of(view)[:ENDS]:
        looked = _looked_into(end, unseen(view), luck)
        if move not in best or looked > best[move]:
            best[move] = looked
    ranked = sorted(best.items(), key=lambda weighed: -round(weighed[1][0], EXACT))
    return tuple([Weighed(move, *_played_well(worth, error), reason(view, move)) for move, (worth, error) in ranked])


def considered(view: View, moves: Sequence[hexaract.moves.Move], history: History) -> list[hexaract.moves.Move]:
    return list(dict.fromkeys([move for _, move, _ in ends_of(view)]))


def playing_on(seat: Seat, history: History) -> PlayOn:
    known: dict[View, End] = {}  # within a round, all imagined states of a position look the same

    def play_on(state: State, events: History, luck: Chance) -> tuple[Future, int]:
        """Play to the best end of this round, then with the next cards to that of the next, on average over dice.

        After a roll it plays only to the end of this round.
        """
        if outcome := hexaract.GAME.outcome(state):
            return (float(outcome.won is True),), 0
        view = hexaract.GAME.view(state, seat)
        if any(isinstance(event, hexaract.events.Rolled) for event in events):
            return (_played_well(ends_of(view)[0][0], better=BETTER_JUDGED)[0],), WORK
        work = WORK
        if view not in known:
            known[view] = _best_end(view)
            work += WORK * FEW_ENDS * FEW_DRAWS
        worth, _, end = known[view]
        count = min(PATH - len(end.path), len(state.deck))
        if end.damage < FATAL and (end.path or count):
            worth = _rolled(end, unseen(view), state.deck[len(state.deck) - count :])
        return (_played_well(worth, better=BETTER_JUDGED)[0],), work

    return play_on


def _best_end(view: View) -> End:
    """The best end of the round, by a short look into the next round."""
    best = ends_of(view)[:FEW_ENDS]
    cards = unseen(view)
    return max(best, key=lambda end: round(_looked_into(end[2], cards, NO_CHANCE, FEW_DRAWS)[0], EXACT))


def _played_well(worth: float, error: float = 0.0, better: float = BETTER) -> tuple[float, float]:
    if not 0 < worth < 1:
        return worth, error
    expected = 1 / (1 + exp(-better - BETTER_FACTOR * log(worth / (1 - worth))))
    return expected, error * BETTER_FACTOR * expected * (1 - expected) / (worth * (1 - worth))


def unseen(view: View) -> Set:
    seen = {*view.table.discard, *(place.card for place in view.table.path)}
    return sum(1 << card for card in PATH_CARDS if card not in seen)


# -- The next round


def _looked_into(end: Position, cards: Set, luck: Chance, draws: int = DRAWS) -> tuple[float, float]:
    """The chance to win, and its standard error."""
    deck, missing = deck_of(cards), PATH - len(end.path)
    count = min(missing, deck.size)
    if end.damage >= FATAL or not (end.path or count):
        return chance(end, deck), 0.0
    unseen = [card for card in PATH_CARDS if cards >> card & 1]
    if comb(deck.size, count) <= draws:
        return fmean([_rolled(end, cards, drawn) for drawn in combinations(unseen, count)]), 0.0
    chances = [_rolled(end, cards, luck.shuffled(f"draw/{draw}", unseen)[:count]) for draw in range(draws)]
    return fmean(chances), stdev(chances) / draws**0.5


def _rolled(end: Position, cards: Set, drawn: Sequence[int]) -> float:
    """The worth of the best end of the round in which these cards are turned up, on average over its dice."""
    path = sorted((*end.path, *map(turned_up, drawn)), key=lambda place: (RANKS[place.card], place))
    start = end._replace(path=tuple(path))
    deck = deck_of(cards & ~sum(1 << card for card in drawn))
    best: dict[Slots, float] = {}
    expected = 0.0
    ranks = tuple([RANKS[place.card] for place in start.path])
    doubles = tuple([bool(place.missing & (place.missing - 1)) for place in start.path])
    for often, choices in slots_by_roll(ranks, doubles):
        most = 0.0
        for slots in choices:
            if slots not in best:
                best[slots] = max([chance(now, deck) for now in {*ends(start, slots)}])
            most = max(most, best[slots])
        expected += often * most
    return expected


# -- The ends of this round, by the engine's moves


def ends_of(view: View) -> list[End]:
    """All different ends of the round, best first."""
    deck, state = deck_of(unseen(view)), hexaract.rules.imagine(view, NO_CHANCE)
    firsts: dict[Position, hexaract.moves.Move] = {}
    for move, position in _lost(state) if state.step == "lose" else _lines(state):
        firsts.setdefault(position, move)
    ranked = [(round(chance(position, deck), EXACT), move, position) for position, move in firsts.items()]
    return sorted(ranked, key=lambda first: (-first[0], first[2].damage))


def _lines(state: State) -> Iterator[tuple[hexaract.moves.Move, Position]]:
    for assigning, assigned in _assignments(state) if state.step == "assign" else [((), state)]:
        for resolving, end in _resolutions(assigned, set()):
            lying = {place.card: place.exhausted and EVENT[place.card] for place in end.path}
            half_paid = any(isinstance(move, hexaract.moves.Spend) and move.card in lying for move in resolving)
            if half_paid and not any(lying.values()):
                continue  # it can wait, because only an event could take the chip meanwhile
            first = (*assigning, *resolving, hexaract.moves.EndRound())[0]
            for position in after(position_of(end)):
                yield first, position


def _lost(state: State) -> Iterator[tuple[hexaract.moves.Move, Position]]:
    """The ends by the suit of the chip that an event costs. The damage has been done; other events may follow."""
    now = position_of(state)
    event = next(place for place in now.path if place.exhausted and EVENT[place.card])
    others = now._replace(path=tuple([place for place in now.path if place != event]))
    for suit in to_lose(event.card, now.supply):
        for position in after_damage(others._replace(supply=with_chip(now.supply, suit, -1))):
            yield hexaract.moves.Lose(suit), position


Line = tuple[tuple[hexaract.moves.Move, ...], State]  # moves, and where they lead


def _assignments(state: State) -> Iterator[Line]:
    """Each choice of cards to put pairs on, without waste. Which dice are on them counts only while others are free."""
    seen: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
    chosen: set[tuple[int, ...]] = set()
    todo: list[Line] = [((), state)]
    while todo:
        moves, now = todo.pop()
        cards = tuple(sorted(pair.card for pair in now.pairs))
        if cards not in chosen:
            chosen.add(cards)
            yield (*moves, hexaract.moves.Done()), hexaract.rules.play(now, hexaract.moves.Done(), NO_CHANCE).state
        useful = {place.card: len(missing_suits(place)) or 1 for place in now.path}
        for move in hexaract.choices.legal_moves(now):
            if isinstance(move, hexaract.moves.Assign) and cards.count(move.card) < useful[move.card]:
                then = hexaract.rules.play(now, move, NO_CHANCE).state
                key = (tuple(sorted((*cards, move.card))), free_dice(then.dice, then.pairs))
                if key not in seen:
                    seen.add(key)
                    todo.append(((*moves, move), then))


def _resolutions(state: State, seen: set[Any], moves: tuple[hexaract.moves.Move, ...] = ()) -> Iterator[Line]:
    """Every position in which the round's actions may end: pairs are used first, card by card, then own chips."""
    position = (state.path, state.supply, state.aces, state.step)
    if position in seen:
        return
    seen.add(position)
    choices = hexaract.choices.legal_moves(state)
    if state.step == "resolve":
        if choices[-1] == hexaract.moves.EndRound():
            yield moves, state
            choices = choices[:-1]
        else:
            spelled = [(type(move), getattr(move, "card", None)) for move in choices]
            choices = choices[: spelled.count(spelled[0])]
    for move in choices:
        yield from _resolutions(hexaract.rules.play(state, move, NO_CHANCE).state, seen, (*moves, move))
