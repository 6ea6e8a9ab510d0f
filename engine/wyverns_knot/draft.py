"""The next state while it is made. Only the table of a state changes: all dragons stay where they are."""

from dataclasses import dataclass, field

from .. import draft
from ..game import Seat
from ..records import replace, with_item
from .events import Event
from .state import Egg, MageCard, State, Strike, Table


@dataclass(slots=True)
class Draft(draft.Draft[State, Event]):
    """A move in the making. `state` stays as it was: the move leads to that state with this `table`."""

    table: Table = field(init=False)

    def __post_init__(self) -> None:
        self.table = self.state.table

    def put_card(self, owner: Seat, position: int, card: MageCard) -> None:
        tableau = with_item(self.table.tableaus[owner], position, card)
        self.table = replace(self.table, tableaus=with_item(self.table.tableaus, owner, tableau))

    def put_egg(self, cell: int, egg: Egg) -> None:
        self.table = replace(self.table, nest=with_item(self.table.nest, cell, egg))

    def put_strike(self, row: int, strike: Strike) -> None:
        self.table = replace(self.table, strikes=with_item(self.table.strikes, row, strike))
