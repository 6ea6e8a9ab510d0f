"""Messages of solitaires: a press or a command has shown the game there, and from then on they are its board."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import discord

from tables import BOARD, Post, Posts, Seen

from .courier import Courier
from .loading import Loader
from .plan import Edit, Outcome
from .round import Shown


class Adoption:
    def __init__(self, posts: Posts, courier: Courier, loader: Loader) -> None:
        self._posts, self._courier, self._loader = posts, courier, loader

    @asynccontextmanager
    async def of(self, table_id: int, shown: Shown) -> AsyncIterator[None]:
        """To be within while a solitaire is shown and recorded: several of its commands may come at once."""
        async with shown.adopting, self._posts.adopting(table_id):
            yield

    async def adopt(self, seen: Seen, message: discord.Message, shown: Shown) -> Post | None:
        """A press has shown a solitaire in this message: make it the board. Only the newest of several goes on.

        Returns the one that is not the board any more.
        """
        target = await self._loader.of_player(seen)
        table, digest = target.table, target.board.digest()
        post = Post(message.channel.id, message.id, table.turn, digest)
        async with self.of(table.id, shown):
            board = (await self._posts.of(table.id)).get(BOARD)
            if board and board.message_id > post.message_id:
                edit = Edit(BOARD, board, target.board, post)
                if await self._courier.edit(table, edit) is Outcome.DONE:
                    board, post = post, replace(post, channel_id=board.channel_id, message_id=board.message_id)
            await self._posts.record(table.id, {BOARD: post}, shown=table.version)
        return board if board and board.message_id != post.message_id else None
