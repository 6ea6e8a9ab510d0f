"""Messages of solitaires: a press or a command has shown the game there, and from then on they are its board."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from weakref import WeakValueDictionary

import discord

from tables.play.posts import BOARD, Post, Posts

from ..screens.panel import Panel
from .courier import Courier
from .plan import Edit, Outcome, showing
from .reading import read


class Adoption:
    def __init__(self, posts: Posts, courier: Courier) -> None:
        self._posts, self._courier = posts, courier
        self._locks = WeakValueDictionary[int, asyncio.Lock]()  # by solitaire

    @asynccontextmanager
    async def of(self, table_id: int) -> AsyncIterator[None]:
        """Hold this while a solitaire is shown and recorded: several of its commands may come at once."""
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock, self._posts.adopting(table_id):
            yield

    async def adopt(self, panel: Panel, message: discord.Message) -> Post | None:
        """A press has shown a solitaire's panel in this message: make it the board. Only the newest of several goes on.

        Returns the one that is not the board any more.
        """
        table, screen = panel.table, read(panel.shown(), panel.preferences.form)
        post = replace(showing(table, screen), channel_id=message.channel.id, message_id=message.id)
        async with self.of(table.id):
            board = (await self._posts.of(table.id)).get(BOARD)
            if board and board.message_id > post.message_id:
                edit = Edit(BOARD, board, screen, post)
                if await self._courier.edit(table, edit) is Outcome.DONE:
                    board, post = post, replace(post, channel_id=board.channel_id, message_id=board.message_id)
            await self._posts.record(table.id, {BOARD: post}, shown=table.version)
        return board if board and board.message_id != post.message_id else None
