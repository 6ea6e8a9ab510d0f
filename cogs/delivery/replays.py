"""The moving picture of a finished game, posted once for everybody in its channel."""

from dataclasses import replace

import discord

from tables.play.model import Table
from tables.play.posts import REPLAY, Post, Posts

from .courier import Courier, nonce
from .dress import Message
from .plan import Outcome, message_url


class PostedReplays:
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
