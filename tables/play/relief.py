"""A computer player plays on for somebody who is away, until they are back: tonight nobody waits for long.

It is less than leaving. Whoever is away has not lost by it, nobody else can take the seat, and any press at the table
brings them back. Once the computer has moved, the game counts for them neither as won nor as lost (see Player.whole).
Of two who play against each other it counts for neither.
"""

from sqlalchemy import bindparam, select

from ..daily.calendar import now
from ..store import schema
from ..store.transaction import Transaction
from ..store.upserts import upsert
from . import departures
from .computers import stand_in
from .model import UNRANKED, Change, Player, Table

NUDGE_AFTER = 5 * 60  # seconds without a move until the player to act can be nudged
RELIEF_AFTER = 30 * 60  # likewise, until the others may let a computer play on meanwhile


async def relieve(change: Change, away: Player) -> None:
    """Let a computer player play on for `away`."""
    transaction, table = change.transaction, change.loaded.table
    await departures.note(transaction, table, away, meanwhile=True)
    await departures.empty_seat(change, away)
    if table.rivals and len(change.loaded.table.players) == 1:
        change.values |= UNRANKED  # nobody wins against a computer player that they have asked for alone
    await stand_in(change, away.seat)
    deadline = {"table_id": table.id, "kind": "relieved"}
    await transaction.run(upsert(transaction, schema.timers, deadline, {"due_at": now()}))


async def relieved(transaction: Transaction, table: Table) -> frozenset[int]:
    """The users for whom computer players play meanwhile."""
    users = await transaction.all(_RELIEVED, int, of=table.id)
    return frozenset([user_id for user_id in users if table.player(user_id) is None])


_row = schema.departures.c
_RELIEVED = select(_row.user_id).where(_row.table_id == bindparam("of"), _row.meanwhile, _row.user_id.is_not(None))
