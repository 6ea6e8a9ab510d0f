"""Replays as moving pictures, each posted once in its table's channel."""

from dataclasses import replace

import discord

from tables.play.model import Table
from tables.play.posts import REPLAY, Post, Posts

from .courier import Courier, nonce_of
from .dress import Message
from .plan import Outcome, message_url


class PostedReplays:
    def __init__(self, posts: Posts, courier: Courier) -> None:
        self._posts, self._courier = posts, courier

    async def is_outdated(self, table: Table, digest: str) -> bool:
        """Whether the replay that was posted shows something else than `digest` says."""
        post = (await self._posts.of(table.id)).get(REPLAY)
        return post is not None and post.digest != digest

    async def edit(self, table: Table, message: Message, digest: str) -> str | None:
        """Put the picture of `message` into the replay that was posted, and return its link.

        Without a picture in `message`, only look whether the replay is still there. None: it isn't, or can't be edited.
        """
        post = (await self._posts.of(table.id)).get(REPLAY)
        if post is None:
            return None
        only_checks = not message.pictures
        try:
            if await self._courier.put(post, message, only_checks=only_checks) is not Outcome.DONE:
                return None
        except (discord.Forbidden, discord.NotFound):  # the bot may not see that channel any more
            return None
        if not only_checks:
            await self._posts.record(table.id, {REPLAY: replace(post, digest=digest)})
        return message_url(table, post)

    async def post(self, table: Table, message: Message, digest: str) -> str:
        """Post the replay in the table's channel, and return its link."""
        old = (await self._posts.of(table.id)).get(REPLAY)
        sent = await self._courier.post(table, message, nonce_of(table, "replay", old), ())
        await self.record(table, sent, digest)
        return sent.jump_url

    async def record(self, table: Table, message: discord.Message, digest: str) -> None:
        await self._posts.record(table.id, {REPLAY: Post(message.channel.id, message.id, digest=digest)})
