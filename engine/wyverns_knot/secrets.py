"""What a seat may not know: the dragon of each face-down card that it hasn't looked at."""

from collections.abc import Iterator

from ..game import Hidden, Seat
from ..records import replace, with_items
from .state import Researching, Scouting, State, tableaus_of


def secrets(state: State, seat: Seat | None) -> Iterator[Hidden[State]]:
    """Eggs and strike dragons come from one deck, the cards of the tableaus from another."""
    grid_and_strikes, mage = (*state.nest, *state.strikes), sum(state.tableaus, ())
    eggs = {("egg", cell): cell for cell in range(16) if _hides_egg(state, seat, cell)}
    strikes = {("strike", row): 16 + row for row in range(4) if state.table.strikes[row].face == "down"}
    nest = {**eggs, **strikes}
    yield Hidden(
        "eggs and strike dragons",
        (*nest,),
        tuple([grid_and_strikes[index] for index in nest.values()]),
        lambda dragons: _with_nest(state, with_items(grid_and_strikes, nest.values(), dragons)),
    )
    everywhere = [(owner, position) for owner, cards in enumerate(state.tableaus) for position in range(len(cards))]
    cards = {("card", *at): index for index, at in enumerate(everywhere) if _hides_card(state, seat, *at)}
    yield Hidden(
        "cards of the tableaus",
        (*cards,),
        tuple([mage[index] for index in cards.values()]),
        lambda dragons: _with_mage(state, with_items(mage, cards.values(), dragons)),
    )


def _hides_egg(state: State, seat: Seat | None, cell: int) -> bool:
    """An egg saved by a strike dragon stays unseen too."""
    egg = state.table.nest[cell]
    looking = seat == state.table.turn and state.table.chosen == Scouting(cell=cell)
    unseen = egg.fate == "down" or (egg.fate == "saved" and egg.dragon is None)
    return unseen and not (seat in egg.looked and (state.table.options.memory or looking))


def _hides_card(state: State, seat: Seat | None, owner: Seat, position: int) -> bool:
    card = state.table.tableaus[owner][position]
    looking = seat == state.table.turn and state.table.chosen == Researching(owner, position)
    return card.face == "down" and not (seat in card.looked and (state.table.options.memory or looking))


def _with_nest(state: State, dragons: tuple[int, ...]) -> State:
    return replace(state, nest=dragons[:16], strikes=dragons[16:])


def _with_mage(state: State, dragons: tuple[int, ...]) -> State:
    return replace(state, tableaus=tableaus_of(dragons, map(len, state.tableaus)))
