"""What happens by itself: deadlines, and places that go away."""

import asyncio
import logging
from typing import TYPE_CHECKING

import discord
from discord.ext import commands, tasks
from sqlalchemy.exc import DBAPIError

from tables import BOARD, Archive, Deadline, Player, Refused, Table

from . import messages
from .controls import TROUBLES
from .messages import Message
from .presenter import message_url

if TYPE_CHECKING:
    from bot import Hall

log = logging.getLogger(__name__)

EVERY = 30.0  # seconds


class ClockCog(commands.Cog, name="clock"):
    def __init__(self, bot: "Hall") -> None:
        self.bot = bot
        self.tables = bot.tables
        self.presenter = bot.presenter
        self.archive = Archive(bot.database)
        self._beating = asyncio.Lock()

    async def cog_load(self) -> None:
        self.tick.start()

    async def cog_unload(self) -> None:
        async with self._beating:  # a query that is cut off fails
            self.tick.cancel()

    @tasks.loop(seconds=EVERY)
    async def tick(self) -> None:
        """A failure is logged: it must not stop the clock."""
        async with self._beating:
            try:
                self.presenter.retry()
                await self.tables.forget_interactions()
                await self.bot.dailies.forget_used()
                for deadline in await self.bot.deadlines.due():
                    if await self._meet(deadline):
                        await self.bot.deadlines.done(deadline)
                await self.bot.announcer.announce()
                await self.bot.announcer.remind()
                for table_id in await self.bot.privacy.resume():
                    self.presenter.show(table_id)
                await self.archive.pack()
            except (DBAPIError, *TROUBLES) as error:
                log.error("The clock missed a beat: %s", error)
            except Exception:
                log.exception("The clock missed a beat")

    @tick.before_loop
    async def _until_ready(self) -> None:
        await self.bot.wait_until_ready()

    async def _meet(self, deadline: Deadline) -> bool:
        """False if it is to be tried again, once the claim on it has lapsed."""
        try:
            await self._act(await self.tables.get(deadline.table_id), deadline)
        except (Refused, discord.Forbidden, discord.NotFound) as error:
            log.info("The %s of table %s comes to nothing: %s", deadline.kind, deadline.table_id, error)
        except TROUBLES as error:
            log.warning("The %s of table %s is put off: %s", deadline.kind, deadline.table_id, error)
            return False
        return True

    async def _act(self, table: Table, deadline: Deadline) -> None:
        match deadline.kind:
            case "close":
                await self.presenter.close_table(table, "nobody has played for long")
            case "vote":
                await self.bot.votes.expire(table.id)
                self.presenter.show(table.id)
            case "nudge" | "vacate":
                await self._remind(table, deadline)

    async def _remind(self, table: Table, deadline: Deadline) -> None:
        seen = await self.tables.look(table.id, None)
        player = table.sitting(seen.to_act)
        board = (await self.bot.posts.of(table.id)).get(BOARD)
        if player is None or board is None:
            return
        words = self.bot.words[table.game]
        if await self._has_left(table, player):
            table = await self.tables.leave(table.id, player.user_id, None)
            self.presenter.show(table.id)
            if table.phase == "playing":
                message = Message(lambda: messages.gone(player, words), {})
                await self.presenter.notify(table, message, None, "gone")
            return
        if deadline.kind == "nudge":
            url = message_url(table, board)
            message = Message(lambda: messages.nudge(table, player, url, words), {})
            await self.presenter.notify(table, message, player, deadline.kind)
        else:
            message = Message(lambda: messages.absent(table, player, words), {})
            await self.presenter.notify(table, message, None, deadline.kind)

    async def _has_left(self, table: Table, player: Player) -> bool:
        """Whether the player is no member of the server any more. Without that intent, Discord must be asked."""
        guild = self.bot.get_guild(table.guild_id or 0)
        if guild is None:
            return False
        try:
            await guild.fetch_member(player.user_id)
        except discord.NotFound:
            return True
        return False

    # -- Places that go away

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        for place in (channel, *getattr(channel, "threads", ())):
            await self._close_all(await self.tables.living(channel_id=place.id), "its channel was deleted")

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._close_all(await self.tables.living(channel_id=payload.thread_id), "its thread was deleted")

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._close_all(await self.tables.living(guild_id=guild.id), "the bot was removed from the server")

    async def _close_all(self, tables: tuple[Table, ...], why: str) -> None:
        for table in tables:
            await self.presenter.close_table(table, why)
