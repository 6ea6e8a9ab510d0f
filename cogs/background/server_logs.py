"""Posts what moderators and the bot did, in the channel that a server's managers chose for its log."""

import asyncio
import logging

import discord

from languages import speaking
from tables.people.server_log import Line

from ..discord.controls import TROUBLES, Client, language_of, plain_text
from ..discord.refusals import described, is_for_good
from ..screens.moderate import log as lines_of

log = logging.getLogger(__name__)

PATIENCE = 20.0  # seconds for one server


class ServerLogs:
    def __init__(self, client: Client) -> None:
        self._client, self._servers = client, client.store.servers

    async def post(self) -> None:
        """Post what is still to be posted in this process's servers. What fails is tried again at the next beat."""
        for guild_id in await self._servers.log.servers():
            if self._client.cluster.has(guild_id):
                try:
                    async with asyncio.timeout(PATIENCE):
                        await self._post(guild_id)
                except TROUBLES as error:
                    log.info("The log of server %s waits: %s", guild_id, described(error))

    async def _post(self, guild_id: int) -> None:
        """Post a message, and only then forget its lines. Its nonce keeps a retry from posting it twice."""
        channel_id = (await self._servers.of(guild_id)).log_id
        lines = await self._servers.log.next(guild_id)
        if not lines:
            return
        if channel_id is not None:
            try:
                await self._send(guild_id, channel_id, lines)
            except TROUBLES as error:
                if not is_for_good(error):
                    raise
                log.info("Server %s gets no log: %s", guild_id, described(error))
        await self._servers.log.posted(guild_id, lines[-1].id)

    async def _send(self, guild_id: int, channel_id: int, lines: tuple[Line, ...]) -> None:
        channel = self._client.get_partial_messageable(channel_id, guild_id=guild_id)
        with speaking(await language_of(self._client, self._client.get_guild(guild_id))):
            view = plain_text(lines_of(lines))
        nothing = discord.AllowedMentions.none()
        await channel.send(view=view, nonce=f"log {lines[0].id} {lines[-1].id}"[:25], allowed_mentions=nothing)
