"""The next state while it is made."""

from dataclasses import dataclass

from .. import draft
from ..game import Seat
from ..records import replace, with_item
from .events import Event
from .state import Player, Quest, State, Table


@dataclass(slots=True)
class Draft(draft.Draft[State, Event]):
    before_turn: int | None = None  # how many events came before the next turn; None: this turn goes on

    @property
    def table(self) -> Table:
        return self.state.table

    @table.setter
    def table(self, table: Table) -> None:
        self.state = replace(self.state, table=table)

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.table.players[self.table.turn]

    def put_player(self, seat: Seat, player: Player) -> None:
        self.table = replace(self.table, players=with_item(self.table.players, seat, player))

    def put_quest(self, space: int, quest: Quest) -> None:
        self.table = replace(self.table, quests=with_item(self.table.quests, space, quest))
