"""What moderators of a server do at its tables. Each act is written to the server's log in its own transaction.

They do what hosts, players and votes do, by the same functions, whoever the host is. Nobody loses a game by what a
moderator does, and nobody wins one: see Seats.remove.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from languages import say

from ..people import server_log
from ..people.server_log import OfModerators
from ..store.statements import Write
from . import removals, seating
from .ballots import end_vote, vote_at
from .lobbies import Lobbies
from .model import UNRANKED, Change, Phase, Refused, Table, player_of
from .tables import Tables

Act = OfModerators


class Moderation:
    def __init__(self, tables: Tables, of_lobbies: Lobbies) -> None:
        self._tables, self._lobbies = tables, of_lobbies

    async def start(self, table_id: int, by: int, interaction_id: int) -> Table:
        """Start a lobby's game, as its host could."""
        line = _line(await self._tables.get(table_id), "start", by)
        return await self._lobbies.start(table_id, by, interaction_id, moderated=line)

    async def close(self, table_id: int, phase: Phase, by: int | None, interaction_id: int | None) -> Table:
        """Close a table. `by` None: a moderator has deleted the lobby's message, and Discord doesn't say who."""
        async with self._act(table_id, phase, "close" if by else "deleted", by, interaction_id) as change:
            change.values |= {"phase": "closed", **UNRANKED}
        return await self._tables.get(table_id)

    async def send_away(self, table_id: int, phase: Phase, user_id: int, by: int, interaction_id: int) -> Table:
        """Send somebody away, who may not come back to this table."""
        async with self._act(table_id, phase, "send-away", by, interaction_id, user_id) as change:
            await removals.send_away(change, user_id)
            if phase == "lobby":
                await seating.remove(change, [player_of(change.loaded.table, user_id)], "sent")
            else:
                await self._tables.remove(change, user_id, "sent")
        return await self._tables.get(table_id)

    async def send_computer_away(self, table_id: int, number: int, by: int, interaction_id: int) -> Table:
        """Send a computer player away from a lobby."""
        async with self._act(table_id, "lobby", "send-away", by, interaction_id) as change:
            await seating.remove_computer(change, number)
        return await self._tables.get(table_id)

    async def free_seat(self, table_id: int, user_id: int, by: int, interaction_id: int) -> Table:
        """Free a seat of a game. Whoever sat there can take it back while it is empty."""
        async with self._act(table_id, "playing", "free-seat", by, interaction_id, user_id) as change:
            await self._tables.remove(change, user_id, "freed")
        return await self._tables.get(table_id)

    async def end_vote(self, table_id: int, by: int, interaction_id: int) -> Table:
        """End the open vote, which has failed."""
        async with self._act(table_id, "playing", "end-vote", by, interaction_id) as change:
            if await vote_at(change.transaction, change.loaded.table) is None:
                raise Refused(say("No vote is open at this table."))
            await end_vote(change.transaction, table_id)
        return await self._tables.get(table_id)

    @asynccontextmanager
    async def _act(
        self,
        table_id: int,
        phase: Phase,
        act: Act,
        by: int | None,
        interaction_id: int | None,
        user_id: int | None = None,
    ) -> AsyncIterator[Change]:
        """A transaction in which a moderator changes a group's table. Raises Stale if it isn't in this phase."""
        async with self._tables.change(table_id, interaction_id, phase) as change:
            if change.loaded.table.solo:
                raise Refused(say("A game for one is its player's own. You can delete its message."))
            change.also.append(_line(change.loaded.table, act, by, user_id))
            yield change


def _line(table: Table, act: Act, by: int | None, user_id: int | None = None) -> Write:
    return server_log.line(table.guild_id, act, by=by, user_id=user_id, table_id=table.id)
