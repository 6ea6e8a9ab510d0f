"""Imagined games of Wyvern's Knot, to judge what was played: what may be so, and how the others would play on.

An imagined state keeps to what the seat knows and believes: a card and an egg that were pointed at are of one dragon.
The other players know in it what they have looked at, and have heard all that was said.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache

from engine import Chance, Playthrough, Seat, heard
from engine.records import replace
from engine.wyverns_knot import GAME
from engine.wyverns_knot.events import Event, Looked, Scouted
from engine.wyverns_knot.state import State, View

from ..player import Future
from .beliefs import Beliefs
from .evaluation import Evaluation
from .hearing import FIRST_CARD
from .rule import ranked, rule

TURNS = 3  # that are played on before the player says what it expects
WORK = 1000  # microseconds of a processor for a move of those
TRIES = 200  # attempts to imagine a state in which everything that was pointed at matches


def imagining(view: View, history: Sequence[Event]) -> Callable[[Chance], State]:
    beliefs = Beliefs(view, history)
    known = _with_what_is_known(view, beliefs)
    pairs = [
        (place, beliefs.root[place])
        for place in range(len(beliefs.root))
        if beliefs.root[place] != place and beliefs.kind[place] < 0
    ]

    def imagine(chance: Chance) -> State:
        seed = chance.dice("imagine", 9)
        for number in range(TRIES if pairs else 1):
            state = GAME.imagine(known, Chance(f"{seed}/{number}"))
            dragons = (*state.nest, *state.strikes, *[card for cards in state.tableaus for card in cards])
            if all(dragons[place] == dragons[root] for place, root in pairs):
                break
        return state

    return imagine


def _with_what_is_known(view: View, beliefs: Beliefs) -> View:
    """The view with what the seat has heard and concluded, as if it had seen that."""
    mine, kind = view.mine, beliefs.kind
    assert mine is not None
    nest = tuple([None if kind[cell] < 0 else kind[cell] for cell in range(len(mine.nest))])
    tableaus = tuple(
        [
            tuple([None if kind[first + at] < 0 else kind[first + at] for at in range(len(cards))])
            for first, cards in zip(beliefs.first, mine.tableaus, strict=True)
        ]
    )
    if any(max(Counter(filter(_is_known, deck)).values(), default=0) > 2 for deck in _decks(kind)):
        return view  # somebody has pointed wrongly: no deck has so many of a dragon
    return View(view.table, replace(mine, nest=nest, tableaus=tableaus))


def _decks(kind: Sequence[int]) -> tuple[Sequence[int], Sequence[int]]:
    return kind[:FIRST_CARD], kind[FIRST_CARD:]


def _is_known(dragon: int) -> bool:
    return dragon >= 0


def play_on(
    seat: Seat, history: Sequence[Event], state: State, events: Sequence[Event], chance: Chance
) -> tuple[Future, int]:
    """Play some turns on by the conventions. The result is the chance to win that the next player names."""
    game, turns, last = Playthrough(GAME, state, chance), 0, seat
    before = cache(lambda hearer: [*as_heard_by(hearer, seat, history, state), *heard(events, hearer)])

    def work() -> int:
        return WORK * (1 + len(game.played))

    while (hearer := game.to_act) is not None:
        moves = game.legal_moves
        if hearer != last:
            turns, last = turns + 1, hearer
        view = game.view(hearer)
        if turns >= TURNS and game.state.table.step == "action":
            evaluation = Evaluation(view, [*before(hearer), *game.heard(hearer)])
            return (evaluation.expected(ranked(evaluation, moves)[0].worth),), work()
        game.play(moves[0] if len(moves) == 1 else rule(view, moves, [*before(hearer), *game.heard(hearer)]))
    outcome = game.outcome
    assert outcome is not None
    return (float(outcome.won is True),), work()


def as_heard_by(hearer: Seat, seat: Seat, history: Sequence[Event], state: State) -> list[Event]:
    """What `hearer` has heard in a game of which `seat` has heard `history`, if `state` is the real one: whoever looked
    saw what lies there.
    """
    if hearer == seat:
        return list(history)
    as_heard = list[Event]()
    for event in history:
        match event:
            case Looked(who, owner, position) if event.audience is not None or event.dragon is None:
                seen = state.tableaus[owner][position] if who == hearer else None
                as_heard.append(Looked(who, owner, position, seen, audience=None if seen is None else (hearer,)))
            case Scouted(who, cell):
                seen = state.nest[cell] if who == hearer else None
                as_heard.append(Scouted(who, cell, seen, audience=None if seen is None else (hearer,)))
            case _:
                as_heard.append(event)
    return as_heard
