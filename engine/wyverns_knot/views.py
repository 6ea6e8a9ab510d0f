"""What each seat may see, and states that fit what a seat has seen."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from ..chance import Chance
from ..game import Seat
from ..records import replace
from .events import Event
from .moves import Blind, Move, Research, Scout
from .state import DECK, Mine, Researching, Scouting, State, View, tableaus_of


def view(state: State, seat: Seat | None) -> View:
    return View(state.table, None if seat is None else _mine(state, seat))


def recalling(view: View, events: tuple[Event, ...]) -> View:
    return replace(view, table=replace(view.table, recent=events))


def revealed(state: State) -> View:
    """Every egg, strike dragon and card left is turned up. Eggs and strike dragons stay where they are."""
    table = replayed(state).table
    tableaus = tuple(
        [
            tuple([card if card.face == "gone" else replace(card, face="up") for card in cards])
            for cards in table.tableaus
        ]
    )
    return View(replace(table, step="over", chosen=None, claims=(), tableaus=tableaus), None)


def replayed(state: State) -> View:
    """Every dragon is known; what lies face down lies face down."""
    table = state.table
    nest = [replace(egg, dragon=dragon) for egg, dragon in zip(table.nest, state.nest, strict=True)]
    strikes = [replace(strike, dragon=dragon) for strike, dragon in zip(table.strikes, state.strikes, strict=True)]
    tableaus = [
        tuple(replace(card, dragon=dragon) for card, dragon in zip(cards, dragons, strict=True))
        for cards, dragons in zip(table.tableaus, state.tableaus, strict=True)
    ]
    return View(replace(table, nest=tuple(nest), strikes=tuple(strikes), tableaus=tuple(tableaus)), None)


def hopeless(view: View) -> bool:
    """Whether the target is out of reach: too few eggs are left, or too few cards, of which each saves one at most."""
    table = view.table
    cards = sum(card.face != "gone" for cards in table.tableaus for card in cards)
    return table.saved + min(table.left, cards) < table.options.target


def redact_for(view: View) -> View:
    """The view without anything that the seat has looked at: one person knows one hand."""
    assert view.mine is not None
    tableaus = [(None,) * len(cards) for cards in view.mine.tableaus]
    return View(view.table, replace(view.mine, nest=(None,) * len(view.mine.nest), tableaus=tuple(tableaus)))


def withheld(event: Event) -> bool:
    """Whether a player of another seat may not hear this event. One seat alone hears only what it looked at."""
    return True


def unseen(move: Move) -> Move:
    return Blind(move) if isinstance(move, Research | Scout) else move


def _mine(state: State, seat: Seat) -> Mine:
    table, memory = state.table, state.table.options.memory
    looking_at = table.chosen if seat == table.turn else None
    nest = [
        dragon if seat in egg.looked and (memory or looking_at == Scouting(cell=cell)) else None
        for cell, (egg, dragon) in enumerate(zip(table.nest, state.nest, strict=True))
    ]
    tableaus = [
        tuple(
            dragon if seat in card.looked and (memory or looking_at == Researching(owner, position)) else None
            for position, (card, dragon) in enumerate(zip(cards, dragons, strict=True))
        )
        for owner, (cards, dragons) in enumerate(zip(table.tableaus, state.tableaus, strict=True))
    ]
    return Mine(seat, tuple(nest), tuple(tableaus))


def imagine(view: View, chance: Chance) -> State:
    table, mine = view.table, view.mine
    mage = [card.dragon for tableau in table.tableaus for card in tableau]
    nest = [egg.dragon for egg in table.nest]
    if mine:
        mage = [_first(pair) for pair in zip(mage, chain(*mine.tableaus), strict=True)]
        nest = [_first(pair) for pair in zip(nest, mine.nest, strict=True)]
    grid_and_strikes = _completed([*nest, *(strike.dragon for strike in table.strikes)], chance, "imagine/nest")
    tableaus = tableaus_of(_completed(mage, chance, "imagine/mage"), map(len, table.tableaus))
    return State(table, grid_and_strikes[:16], grid_and_strikes[16:], tableaus)


def _first(dragons: Iterable[int | None]) -> int | None:
    return next((dragon for dragon in dragons if dragon is not None), None)


def _completed(known: Sequence[int | None], chance: Chance, label: str) -> tuple[int, ...]:
    """A whole deck of twenty: the known cards in their places, the others in random order."""
    unseen = Counter(DECK) - Counter(known)
    deck = iter(chance.shuffled(label, sorted(unseen.elements())))
    return tuple(next(deck) if dragon is None else dragon for dragon in known)
