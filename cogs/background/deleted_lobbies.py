"""Closes lobbies whose message somebody has deleted: whoever may delete it, may close the table.

Discord tells of it at once, as long as the bot is there. What it has missed, it finds by looking for a few messages now
and then.
"""

import logging
from collections.abc import Collection
from contextlib import suppress

import discord
from discord.ext import commands

from languages import speaking
from tables.play.model import Refused, Table
from tables.play.posts import BOARD, Post
from tables.store.errors import DatabaseError

from ..delivery.absences import UNKNOWN_CHANNEL
from ..delivery.presenter import Presenter
from ..discord.controls import TROUBLES, Client
from ..screens.moderate import deleted

log = logging.getLogger(__name__)

LOOKED_AT = 5  # lobbies in a row


class DeletedLobbies(commands.Cog, name="deleted lobbies"):
    def __init__(self, client: Client, presenter: Presenter) -> None:
        self._client, self._store, self._presenter = client, client.store, presenter
        self._before = 0  # the last lobby whose message was looked for

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        await self._deleted(payload.channel_id, {payload.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        await self._deleted(payload.channel_id, payload.message_ids)

    async def _deleted(self, channel_id: int, message_ids: Collection[int]) -> None:
        """Close the lobby that one of these messages showed. A game in progress gets a new board instead.

        If the database fails, the next look finds it.
        """
        try:
            await self._close_shown_by(channel_id, message_ids)
        except (DatabaseError, OSError) as error:
            log.info("A lobby whose message was deleted isn't closed yet: %s", error)

    async def _close_shown_by(self, channel_id: int, message_ids: Collection[int]) -> None:
        table = await self._store.tables.in_channel(channel_id)
        if table is None or table.phase != "lobby":
            return
        board = (await self._store.posts.of(table.id)).get(BOARD)
        if board is not None and board.message_id in message_ids:
            await self._close(table)

    async def look(self) -> None:
        """Look for the messages of a few lobbies in this process's servers. Each has its turn again."""
        store = self._store
        lobbies = await store.posts.lobbies(self._client.cluster, after=self._before, most=LOOKED_AT)
        self._before = lobbies[-1] if lobbies else 0
        for table_id in lobbies:
            board = (await store.posts.of(table_id)).get(BOARD)
            if board is not None and await self._is_gone(board):
                with suppress(Refused):
                    await self._close(await store.tables.get(table_id))

    async def _is_gone(self, post: Post) -> bool:
        """Whether Discord says that this message was deleted."""
        try:
            await self._client.get_partial_messageable(post.channel_id).fetch_message(post.message_id)
        except discord.NotFound as error:
            return error.code != UNKNOWN_CHANNEL  # that may be back soon
        except TROUBLES as error:
            log.info("Nobody knows whether message %s is there: %s", post.message_id, error)
        return False

    async def _close(self, table: Table) -> None:
        try:
            closed = await self._store.moderation.close(table.id, "lobby", None)
        except Refused:  # it has just begun, or is closed
            return
        self._presenter.show(closed.id)
        with speaking(closed.language), suppress(*TROUBLES):
            await self._presenter.notices.post(closed, deleted(closed), (), "deleted")
