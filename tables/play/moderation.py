"""What moderators of a server do at its tables. Each act is noted for those at the table, and for the server's log, in
its own transaction.

They do what hosts, players and votes do, by the same functions, whoever the host is. Nobody loses a game by what a
moderator does, and nobody wins one: see Seats.remove.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial

from languages import say

from ..people import server_log
from ..people.server_log import OfModerators
from . import removals, seating
from .ballots import end_vote, vote_at
from .computer_names import as_user, called
from .lobbies import Lobbies
from .model import UNRANKED, Change, Phase, Player, Refused, Request, Table, player_of
from .notes import NoteKind
from .tables import Tables

Act = OfModerators
NOTED: Mapping[Act, NoteKind] = {"close": "closed", "start": "started", "end-vote": "unvoted"}  # of who does it


class Moderation:
    def __init__(self, tables: Tables, of_lobbies: Lobbies) -> None:
        self._tables, self._lobbies = tables, of_lobbies

    async def start(self, table_id: int, by: Request) -> Table:
        """Start a lobby's game, as its host could."""
        moderated = partial(_note, act="start", by=by)
        return await self._lobbies.start(table_id, by.user_id, by.interaction_id, moderated=moderated)

    async def close(self, table_id: int, phase: Phase, by: Request | None) -> Table:
        """Close a table. `by` None: a moderator has deleted the lobby's message, and Discord doesn't say who."""
        async with self._act(table_id, phase, "close" if by else "deleted", by) as change:
            change.values |= {"phase": "closed", **UNRANKED}
        return await self._tables.get(table_id)

    async def send_away(self, table_id: int, phase: Phase, user_id: int, by: Request) -> Table:
        """Send somebody away, who may not come back to this table."""
        async with self._act(table_id, phase, "send-away", by, user_id) as change:
            await removals.send_away(change, user_id)
            if phase == "lobby":
                await seating.remove(change, [player_of(change.loaded.table, user_id)], "removed", by=by)
            else:
                await self._tables.remove(change, user_id, "removed", by)
        return await self._tables.get(table_id)

    async def send_computer_away(self, table_id: int, number: int, by: Request) -> Table:
        """Send a computer player away from a lobby."""
        async with self._act(table_id, "lobby", "send-away", by) as change:
            await seating.remove_computer(change, number)
            change.note("removed", Player(as_user(number), called(number), None), by)
        return await self._tables.get(table_id)

    async def free_seat(self, table_id: int, user_id: int, by: Request) -> Table:
        """Free a seat of a game. Whoever sat there can take it back while it is empty."""
        async with self._act(table_id, "playing", "free-seat", by, user_id) as change:
            await self._tables.remove(change, user_id, "unseated", by)
        return await self._tables.get(table_id)

    async def end_vote(self, table_id: int, by: Request) -> Table:
        """End the open vote, which has failed."""
        async with self._act(table_id, "playing", "end-vote", by) as change:
            if await vote_at(change.transaction, change.loaded.table) is None:
                raise Refused(say("No vote is open at this table."))
            await end_vote(change.transaction, table_id)
        return await self._tables.get(table_id)

    @asynccontextmanager
    async def _act(
        self, table_id: int, phase: Phase, act: Act, by: Request | None, user_id: int | None = None
    ) -> AsyncIterator[Change]:
        """A transaction in which a moderator changes a group's table. Raises Stale if it isn't in this phase."""
        async with self._tables.change(table_id, by.interaction_id if by else None, phase) as change:
            if change.loaded.table.solo:
                raise Refused(say("A game for one is its player's own. You can delete its message."))
            _note(change, act, by, user_id)
            yield change


def _note(change: Change, act: Act, by: Request | None, user_id: int | None = None) -> None:
    """Have the server's log say what a moderator does, and those at the table, unless they are told otherwise."""
    table = change.loaded.table
    by_id = by.user_id if by else None
    change.also.append(server_log.line(table.guild_id, act, by=by_id, user_id=user_id, table_id=table.id))
    if by and act in NOTED:
        change.note(NOTED[act], by)
