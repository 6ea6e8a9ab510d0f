"""Messages that a press or a command has shown, and that stand from then on: solitaires' boards, and replays."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from weakref import WeakValueDictionary

import discord

from tables.play.model import Table
from tables.play.posts import BOARD, REPLAY, Post, Posts

from ..screens.panel import Panel
from .courier import Courier, nonce
from .dress import Message
from .plan import Edit, Outcome, message_url, showing
from .reading import read


class Adoption:
    """A solitaire's message is its board."""

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


class PostedReplays:
    """The moving picture of a finished game is posted once for everybody in its channel."""

    def __init__(self, posts: Posts, courier: Courier) -> None:
        self._posts, self._courier = posts, courier

    async def lacks(self, table: Table, digest: str) -> bool:
        """Whether it was posted, and shows something else."""
        post = (await self._posts.of(table.id)).get(REPLAY)
        return post is not None and post.digest != digest

    async def edit(self, table: Table, message: Message, digest: str) -> str | None:
        """Its link; None if there is none that can be edited.

        It has the picture of `message` from then on. If there is none in it, the replay only has to stand.
        """
        post = (await self._posts.of(table.id)).get(REPLAY)
        if post is None:
            return None
        stands = not message.pictures
        try:
            if await self._courier.put(post, message, stands=stands) is not Outcome.DONE:
                return None
        except (discord.Forbidden, discord.NotFound):  # the bot is a stranger there
            return None
        if not stands:
            await self._posts.record(table.id, {REPLAY: replace(post, digest=digest)})
        return message_url(table, post)

    async def post(self, table: Table, message: Message, digest: str) -> str:
        """Post the replay in the table's channel, and return its link."""
        old = (await self._posts.of(table.id)).get(REPLAY)
        sent = await self._courier.post(table, message, nonce(table, "replay", old))
        await self.posted(table, sent, digest)
        return sent.jump_url

    async def posted(self, table: Table, message: discord.Message, digest: str) -> None:
        await self._posts.record(table.id, {REPLAY: Post(message.channel.id, message.id, digest=digest)})
