"""Whether a player is still a member of the server. Without the members intent Discord doesn't tell the bot."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Collection

import discord

from languages import later, say, speaking
from tables.play.model import Player, Refused, Stale, Table

from ..delivery.presenter import Presenter
from ..discord.controls import TROUBLES, Client, Interaction
from ..screens.board import seat_left_behind

log = logging.getLogger(__name__)

REMEMBERED = 300.0  # seconds
MOST = 4096  # members, of all servers
MOST_ASKED = 20  # about whom Discord is asked for a page of a board, or for a post
PATIENCE = 2.0  # seconds for Discord to answer: autocomplete has three
RESTS = later(
    "I can't find the channel of this table at present, so the game rests. As soon as it is there again, the game goes "
    "on where it stands. If it stays away, the table closes {time}."
)
NO_MEMBER = (10007, 10013)  # no such member, or user; by other codes, the server may have removed the bot


class Members:
    def __init__(self, client: Client, presenter: Presenter) -> None:
        self._client = client
        self._store = client.store
        self._presenter = presenter
        self._silent: dict[int, float] = {}  # servers about whose members Discord doesn't answer, until then
        self._known: OrderedDict[tuple[int, int], float] = OrderedDict()  # (server, user): member until

    async def require(self, interaction: Interaction, table: Table) -> None:
        """Refuse a user who acts on a server's table from elsewhere and has left that server; free their seat.

        Whoever acts in the server itself is a member. A table whose channel is away rests, unless somebody acts in that
        very channel. Call this once the interaction is acknowledged.
        """
        absences = self._presenter.absences
        if interaction.channel_id == table.channel_id:
            absences.expect(table_id=table.id)
        elif (until := absences.until(table.id)) is not None and table.phase in ("lobby", "playing"):
            raise Refused(say(RESTS, time=f"<t:{until}:R>"))
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
        """The same check for a press."""
        try:
            table = await self._store.tables.get(table_id)
        except Refused:  # no such table: the handler of the press says so
            return
        await self.require(interaction, table)

    async def is_member(self, table: Table, user_id: int) -> bool:
        """Ask Discord whether this user is a member of the table's server. Raises TROUBLES."""
        try:
            await self._client.http.get_member(table.guild_id or 0, user_id)  # the cache lacks other processes' servers
        except discord.NotFound as error:
            if error.code not in NO_MEMBER:
                return True
            await self._store.people.note_member(table.guild_id or 0, user_id, there=False)
            return False
        return True

    async def find_departed(self, guild_id: int, user_ids: Collection[int]) -> bool:
        """Ask Discord about those of these users of whom nobody has known for a while whether they are in this server.

        Whoever has left it is noted. Returns whether anybody has. If Discord can't be asked, everybody counts as there.
        """
        if self._silent.get(guild_id, 0.0) > time.monotonic():
            return False
        self._silent.pop(guild_id, None)
        doubtful = await self._store.people.doubtful(guild_id, user_ids, most=MOST_ASKED)
        return any(await asyncio.gather(*(self._has_left(guild_id, user_id) for user_id in doubtful)))

    async def _has_left(self, guild_id: int, user_id: int) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._client.http.get_member(guild_id, user_id)
        except TROUBLES as error:
            if getattr(error, "code", None) not in NO_MEMBER:
                self._silent[guild_id] = time.monotonic() + REMEMBERED
                return False
            await self._store.people.note_member(guild_id, user_id, there=False)
            return True
        await self._store.people.note_member(guild_id, user_id, there=True)
        return False

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
