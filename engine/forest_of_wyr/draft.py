"""The next state while it is made."""

from .. import draft
from ..records import replace
from .events import Event
from .state import State, Table


class Draft(draft.Draft[State, Event]):
    @property
    def table(self) -> Table:
        return self.state.table

    @table.setter
    def table(self, table: Table) -> None:
        self.state = replace(self.state, table=table)
