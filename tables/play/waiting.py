"""At which pace a table plays, and what those can do who wait for somebody: nudge them. See relief.py, too."""

from sqlalchemy import bindparam, or_, update

from engine import Seat
from languages import later, say

from ..daily import aways
from ..daily.calendar import now
from ..store import schema
from ..store.upserts import upsert
from .lobbies import CHOOSE
from .model import MOVED_ON, Pace, Player, Refused, Stale, Table, player_of, where_it_stands
from .relief import NUDGE_AFTER
from .rows import once
from .tables import Tables

OVER_DAYS = later("This game is played over days: I remind whoever keeps it waiting, and later the seat can be freed.")


class Waiting:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def set_pace(self, table_id: int, user_id: int, pace: Pace, interaction_id: int) -> Table:
        """Play tonight or over days: the host of a lobby chooses."""
        async with self._tables.change(table_id, interaction_id, "lobby") as change:
            if change.loaded.table.host_id != user_id:
                raise Refused(say(CHOOSE))
            change.values["pace"] = pace
        return await self._tables.get(table_id)

    async def nudge(self, table_id: int, user_id: int, interaction_id: int) -> tuple[Table, Player, bool]:
        """Have the player to act reminded now: once a turn, and not before they have had five minutes.

        The clock reminds them, so that a crash loses nothing. Returns the table, who is nudged, and False if they have
        been already.
        """
        table = await self._tables.get(table_id)
        if table.phase != "playing":
            raise Stale(where_it_stands(table))
        seen = await self._tables.look(table_id, user_id)
        table = seen.table
        asking, awaited = player_of(table, user_id), who_is_awaited(table, seen.to_act)
        if awaited == asking:
            raise Refused(say("It is your own turn: play, or leave with `/leave`."))
        if table.pace != "tonight":
            raise Refused(say(OVER_DAYS))
        if now() < (at := table.waits_since + NUDGE_AFTER):
            raise Refused(say("You can nudge after five minutes without a move: {time}.", time=f"<t:{at}:R>"))
        due = {"due_at": now(), "claimed_at": None, "owner": None}
        async with self._tables.database.write() as transaction:
            await once(transaction, interaction_id)
            if until := await aways.until(transaction, awaited.user_id):
                raise Refused(say("They are away until {time}.", time=f"<t:{until}:f>"))
            this = {"of": table_id, "was": table.version, "this_turn": table.turn}
            nudged = await transaction.run(_NUDGED, **this, nudged=table.turn) > 0
            if nudged:
                key = {"table_id": table_id, "kind": "nudge"}
                await transaction.run(upsert(transaction, schema.timers, key, due))
        if not nudged and (await self._tables.get(table_id)).version != table.version:
            raise Stale(say(MOVED_ON))
        return table, awaited, nudged


_row = schema.tables.c
_NUDGED = update(schema.tables).where(
    _row.id == bindparam("of"),
    _row.version == bindparam("was"),
    or_(_row.nudged.is_(None), _row.nudged != bindparam("this_turn")),
)


def who_is_awaited(table: Table, to_act: Seat | None) -> Player:
    """The person to act. Raises Stale if it is nobody's turn who sits there."""
    player = table.sitting(to_act)
    if player is None:
        raise Stale(say("The table isn't waiting for anybody who sits there."))
    return player
