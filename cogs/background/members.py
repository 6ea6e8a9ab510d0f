"""Whether a player is still a member of the server, and by what name. Without the members intent Discord doesn't tell
the bot.
"""

import asyncio
import logging
import time
from collections import OrderedDict

import discord
from sqlalchemy.exc import DBAPIError

from languages import say, speaking
from tables.play.model import Player, Refused, Stale, Table
from tables.store.database import Busy

from ..delivery.presenter import Presenter
from ..discord.controls import TROUBLES, Client, Interaction, name_of
from ..screens.board import seat_left_behind

log = logging.getLogger(__name__)

REMEMBERED = 300.0  # seconds
MOST = 4096  # members, of all servers
PATIENCE = 2.0  # seconds for Discord to answer: autocomplete has three
NO_MEMBER = (10007, 10013)  # no such member, or user; by other codes, the server may have removed the bot


class Members:
    def __init__(self, client: Client, presenter: Presenter) -> None:
        self._client = client
        self._store = client.store
        self._presenter = presenter
        self._known: OrderedDict[tuple[int, int], float] = OrderedDict()  # (server, user): member until

    async def require(self, interaction: Interaction, table: Table) -> None:
        """Refuse a user who acts on a server's table from elsewhere and has left that server; free their seat.

        Whoever acts in the server itself is a member. Call this once the interaction is acknowledged.
        """
        player = table.player(interaction.user.id)
        elsewhere = table.guild_id is not None and interaction.guild_id != table.guild_id
        if player is None or table.solo or not elsewhere or table.phase != "playing":
            return
        if self._known.get(key := (table.guild_id or 0, player.user_id), 0.0) > time.monotonic():
            return
        try:
            async with asyncio.timeout(PATIENCE):
                member = await self.is_member(table, player.user_id)
        except TROUBLES as error:
            log.info("Discord doesn't say whether user %s is in server %s: %s", player.user_id, table.guild_id, error)
            return
        if not member:
            await self.free_seat(table, player)
            raise Refused(say("You have left this game's server, so your seat is free for others."))
        self._known[key] = time.monotonic() + REMEMBERED
        self._known.move_to_end(key)
        if len(self._known) > MOST:
            self._known.popitem(last=False)

    async def require_at(self, interaction: Interaction, table_id: int) -> None:
        """The same check for a press. Whoever has another name by now is called so from here on."""
        try:
            table = await self._store.tables.get(table_id)
        except Refused:  # no such table: the handler of the press says so
            return
        await self.require(interaction, table)
        await self._rename(interaction, table)

    async def _rename(self, interaction: Interaction, table: Table) -> None:
        """Take a player's new name over to the table. Only in its own server or channel is it the one that they go by
        there.
        """
        player, name = table.player(interaction.user.id), name_of(interaction.user)[:100]
        goes_on = table.phase in ("lobby", "playing") and interaction.guild_id == table.guild_id
        if player is None or player.name == name or not goes_on:
            return
        try:
            await self._store.tables.rename(table.id, player.user_id, name)
        except (Refused, Busy, DBAPIError) as error:
            log.info("User %s keeps their old name at table %s: %s", player.user_id, table.id, error)
            return
        self._presenter.show(table.id)

    async def is_member(self, table: Table, user_id: int) -> bool:
        """Ask Discord whether this user is a member of the table's server. Raises TROUBLES."""
        try:
            await self._client.http.get_member(table.guild_id or 0, user_id)  # the cache lacks other processes' servers
        except discord.NotFound as error:
            return error.code not in NO_MEMBER
        return True

    async def free_seat(self, table: Table, player: Player) -> None:
        """Free the seat of somebody who has left the server, and tell those at the table."""
        try:
            table = await self._store.tables.leave(table.id, player.user_id, None)
        except Stale:
            return
        self._presenter.show(table.id)
        if table.phase == "playing":
            try:
                with speaking(table.language):
                    await self._presenter.notify(table, seat_left_behind(table, player), None, "gone")
            except TROUBLES as error:
                log.info("Table %s isn't told that a seat is free: %s", table.id, error)
