"""Votes on giving up a game together, on who plays for an empty seat, or for somebody who is away.

They are rows, so they survive a restart.
"""

from functools import partial

from sqlalchemy import insert

from languages import say

from ..daily import aways
from ..daily.calendar import now
from ..store import schema
from ..store.cache import Cache
from . import timers
from .ballots import About, Vote, cast_ballot, end_vote, require_not_refused, settle, vote_at
from .computers import require_stand_in, stand_in
from .model import Change, Player, Refused, Stale, Table, player_of
from .relief import RELIEF_AFTER
from .tables import Tables
from .timers import Deadline
from .waiting import OVER_DAYS, who_is_awaited


class Votes:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._memory: Cache[tuple[Vote, ...]] = tables.database.memory(_is_none)

    async def of(self, table_id: int) -> Vote | None:
        """The open vote at this table."""
        table = await self._tables.get(table_id)
        if table.phase != "playing":
            return None
        votes = await self._memory.get_or_read(table_id, partial(self._read, table))
        return votes[0] if votes else None

    async def _read(self, table: Table) -> tuple[Vote, ...]:
        async with self._tables.database.read() as transaction:
            vote = await vote_at(transaction, table)
            return (vote,) if vote else ()

    async def open(self, table_id: int, user_id: int, interaction_id: int) -> Table:
        """Open a vote on giving up. Whoever opens it agrees."""
        try:
            async with self._tables.change(table_id, interaction_id, "playing") as change:
                table = change.loaded.table
                player_of(table, user_id)
                if table.rivals and len(table.players) > 1:
                    raise Refused(say("You play against each other, so you don't vote on it: you can resign."))
                await self._open(change, user_id, "give-up")
        finally:
            self._memory.drop(table_id)
        return await self._tables.get(table_id)

    async def ask_stand_in(self, table_id: int, user_id: int, interaction_id: int, *, absent: bool = False) -> Table:
        """Give a vacant seat to a computer player.

        The players vote on it. One of them can decide it alone if all play together and the game counts on no
        leaderboard anyway.

        `absent`: it is the seat of the player for whom the table has waited too long; see Tables.vacate_absent.
        """
        try:
            async with self._tables.change(table_id, interaction_id, "playing") as change:
                player_of(change.loaded.table, user_id)
                if absent:
                    await self._tables.free_absent(change, user_id)
                require_stand_in(change.loaded.table)
                if change.loaded.table.together and not change.loaded.table.at_stake:
                    await stand_in(change)
                else:
                    await self._open(change, user_id, "seat")
        finally:
            self._memory.drop(table_id)
        return await self._tables.get(table_id)

    async def ask_to_play(self, table_id: int, user_id: int, interaction_id: int) -> Table:
        """Open a vote: may the players play for empty seats themselves? It is for games of all together that can still
        count."""
        try:
            async with self._tables.change(table_id, interaction_id, "playing") as change:
                table = change.loaded.table
                player_of(table, user_id)
                if not table.vacant:
                    raise Refused(say("No seat is empty."))
                if not table.at_stake:
                    raise Refused(say("You needn't ask: this game counts on no leaderboard."))
                await self._open(change, user_id, "play")
        finally:
            self._memory.drop(table_id)
        return await self._tables.get(table_id)

    async def ask_relief(self, table_id: int, user_id: int, interaction_id: int) -> Table:
        """Let a computer player play on meanwhile for the player to act, who keeps the others waiting tonight.

        The others vote on it; a single one decides alone.
        """
        try:
            async with self._tables.change(table_id, interaction_id, "playing") as change:
                table = change.loaded.table
                to_act = change.loaded.game.to_act(change.loaded.state())
                asking, away = player_of(table, user_id), who_is_awaited(table, to_act)
                if away == asking:
                    raise Refused(say("It is your own turn: play, or leave with `/leave`."))
                if table.pace != "tonight":
                    raise Refused(say(OVER_DAYS))
                if now() < (at := table.waits_since + RELIEF_AFTER):
                    raise Refused(say("You can let a computer player play on {time}.", time=f"<t:{at}:R>"))
                if until := await aways.until(change.transaction, away.user_id):
                    raise Refused(say("They are away until {time}.", time=f"<t:{until}:f>"))
                await self._open(change, user_id, "away", away)
        finally:
            self._memory.drop(table_id)
        return await self._tables.get(table_id)

    async def _open(self, change: Change, user_id: int, about: About, away: Player | None = None) -> None:
        transaction, table = change.transaction, change.loaded.table
        if await vote_at(transaction, table):
            raise Refused(say("A vote is open already: press its buttons."))
        await require_not_refused(transaction, table.id, about)
        closes_at = now() + int(self._tables.times.vote.total_seconds())
        await end_vote(transaction, table.id)  # there may be a deadline whose vote is lost
        await transaction.run(
            _OPENED,
            table_id=table.id,
            opened_by=user_id,
            closes_at=closes_at,
            about=about,
            seat=away and away.seat,
            moved_at=table.moved_at,
        )
        await timers.put(transaction, Deadline(table.id, "vote", closes_at))
        await cast_ballot(transaction, table.id, user_id, agrees=True)
        await settle(change)

    async def cast(self, table_id: int, user_id: int, agrees: bool, interaction_id: int) -> Table:
        """Vote, or change one's vote while it is open."""
        async with self._tables.change(table_id, interaction_id, "playing") as change:
            loaded, transaction = change.loaded, change.transaction
            player_of(loaded.table, user_id)
            vote = await vote_at(transaction, loaded.table)
            if vote is None:
                raise Stale(say("This vote is over."))
            if vote.about == "away" and loaded.table.sitting(vote.seat) == player_of(loaded.table, user_id):
                raise Refused(say("The others vote on this. Make a move, and the vote is over."))
            await cast_ballot(transaction, table_id, user_id, agrees)
            await settle(change)
        return await self._tables.get(table_id)

    async def expire(self, table_id: int) -> None:
        """End a vote whose time is up: it has failed."""
        async with self._tables.change(table_id, None, "playing") as change:
            await end_vote(change.transaction, table_id)


_OPENED = insert(schema.votes)


def _is_none(votes: tuple[Vote, ...]) -> bool:
    """Keep in memory only that there is no vote. An open vote changes when people come or go."""
    return not votes
