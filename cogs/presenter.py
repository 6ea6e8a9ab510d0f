"""Shows tables on Discord: the channel's board and the private messages.

One task a table shows its newest version and skips those overtaken, so that a slow Discord never holds up a move. What
has been shown is stored; at start whatever isn't is shown after all. A post carries a nonce made of table and version:
repeating it doesn't double it.
"""

import asyncio
import hashlib
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import discord
from sqlalchemy import Row

from engine import GAMES, encode
from render import PICTURES
from tables import Player, Refused, Seen, Table, Tables

from . import messages
from .messages import Message
from .words import Words

if TYPE_CHECKING:
    from bot import Hall

log = logging.getLogger(__name__)

BOARD = 0  # in place of a user's id: the channel's board
TOO_OLD_TO_EDIT = 30046
CANNOT_DM = (50001, 50007, 50278)


class Presenter:
    def __init__(self, bot: "Hall", tables: Tables, words: Mapping[str, Words]) -> None:
        self._bot = bot
        self._tables = tables
        self._words = words
        self._waiting: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def show(self, table_id: int) -> None:
        """Bring everything that shows this table up to date, soon."""
        self._waiting.add(table_id)
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._work(table_id), name=f"show table {table_id}")

    async def shown(self, table_id: int) -> None:
        """Like show, and wait until it is done."""
        self.show(table_id)
        await self._tasks[table_id]

    async def sweep(self) -> None:
        """Show what a crash left unshown."""
        for table_id in await self._tables.unshown():
            self.show(table_id)

    async def close(self) -> None:
        """Wait until everything under way is shown."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _work(self, table_id: int) -> None:
        try:
            while table_id in self._waiting:
                self._waiting.discard(table_id)
                try:
                    await self._present(table_id)
                except Refused as error:
                    log.info("Table %s isn't shown: %s", table_id, error)
                except discord.HTTPException as error:
                    log.warning("Table %s could not be shown: %s", table_id, error)
        finally:
            del self._tasks[table_id]

    async def _present(self, table_id: int) -> None:
        table = await self._tables.get(table_id)
        posts = await self._tables.posts(table_id)
        if table.phase in ("lobby", "closed"):
            await self._present_lobby(table, posts.get(BOARD))
            return
        seen = await self._tables.look(table_id, None)
        await self._present_board(seen, posts.get(BOARD))
        for player in table.players:
            await self._present_privately(table, player, posts.get(player.user_id))

    # -- In the channel

    async def _present_lobby(self, table: Table, post: Row[Any] | None) -> None:
        if post and post.version >= table.version:
            return
        message = await self.lobby(table)
        if not (post and await self._edit(post, message)):
            sent = await self._send(self._channel(table), message, f"{table.id}-{table.version}", None)
            await self._posted(table, BOARD, sent, "")
        elif post:
            await self._posted(table, BOARD, post, "")

    async def lobby(self, table: Table) -> Message:
        words = self._words[table.game]
        guests = tuple(player.name for player in table.players)
        game = GAMES[table.game]
        options = [
            f"{choice.title}: {choice.values[getattr(table.options, field)].text}"
            for field, choice in words.options.items()
        ]
        draw = PICTURES[table.game].lobby
        picture = await asyncio.to_thread(draw, game.title, guests, game.seats, options)
        return Message(lambda: messages.lobby(table, words), {messages.PICTURE: picture})

    async def _present_board(self, seen: Seen, post: Row[Any] | None) -> None:
        table, words = seen.table, self._words[seen.table.game]
        digest = _digest(seen.view, [player.user_id for player in table.players], seen.outcome)
        if post and post.turn == table.turn and post.digest == digest:
            if post.version != table.version:
                await self._posted(table, BOARD, post, digest)
            return
        message = await self._board(seen)
        if post and post.turn == table.turn and not seen.outcome and await self._edit(post, message):
            await self._posted(table, BOARD, post, digest)
            return
        next_player = table.sitting(seen.to_act)
        sent = await self._send(self._channel(table), message, f"{table.id}-{table.version}", next_player)
        await self._posted(table, BOARD, sent, digest)
        if post:
            await self._edit(post, Message(lambda: messages.overtaken(sent.jump_url, words)))

    async def _board(self, seen: Seen) -> Message:
        table, words = seen.table, self._words[seen.table.game]
        told = [entry for entry in await self._tables.told(table.id, None, since=0) if entry.turn >= table.turn - 1]
        alt = self.alt(seen)
        drawn = {messages.PICTURE: await self.picture(seen)}
        if seen.outcome:
            draw = PICTURES[table.game].result
            result = await asyncio.to_thread(draw, seen.view, table.names(), seen.outcome.headline)
            drawn = {messages.RESULT: result, **drawn}
        return Message(lambda: messages.board(seen, words, told, alt), drawn)

    # -- In private

    async def _present_privately(self, table: Table, player: Player, post: Row[Any] | None) -> None:
        words = self._words[table.game]
        seen = await self._tables.look(table.id, player.user_id)
        if not words.private(seen.view) or await self._tables.dm_closed(player.user_id):
            return
        digest = _digest(seen.view.mine, seen.outcome)
        fresh = post is None or (seen.to_act == player.seat and post.turn != table.turn)
        if post and not fresh and post.digest == digest:
            return
        message = await self._private(seen)
        try:
            if post and not fresh and await self._edit(post, message):
                await self._posted(table, player.user_id, post, digest)
                return
            user = self._bot.get_user(player.user_id) or await self._bot.fetch_user(player.user_id)
            sent = await self._send(user, message, f"{table.id}-{table.version}-{player.seat}", None)
            await self._posted(table, player.user_id, sent, digest)
        except discord.HTTPException as error:
            if error.code not in CANNOT_DM:
                raise
            log.info("User %s takes no direct messages (%s)", player.user_id, error.code)
            await self._tables.set_dm_closed(player.user_id, True)

    async def _private(self, seen: Seen) -> Message:
        table, words = seen.table, self._words[seen.table.game]
        picture = await self.picture(seen)
        board = (await self._tables.posts(table.id)).get(BOARD)
        url = f"https://discord.com/channels/{table.guild_id}/{board.channel_id}/{board.message_id}" if board else None
        alt = self.alt(seen)
        return Message(lambda: messages.private_message(seen, words, alt, url), {messages.PICTURE: picture})

    # -- Both

    async def picture(self, seen: Seen) -> bytes:
        """The board, with what this view's seat alone knows."""
        return await asyncio.to_thread(PICTURES[seen.table.game].board, seen.view, seen.table.names())

    def alt(self, seen: Seen) -> str:
        return PICTURES[seen.table.game].alt(seen.view, seen.table.names())

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)

    async def _send(
        self, to: discord.abc.Messageable, message: Message, nonce: str, mentioned: Player | None
    ) -> discord.Message:
        users = [discord.Object(mentioned.user_id)] if mentioned else []
        return await to.send(
            view=message.view(),
            files=message.files(),
            nonce=nonce,
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=users),
        )

    async def _edit(self, post: Row[Any], message: Message) -> bool:
        """False if what was posted can't be edited any more: post anew."""
        posted = self._bot.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
        try:
            await posted.edit(**message.edit())
        except discord.NotFound:
            return False
        except discord.HTTPException as error:
            if error.code != TOO_OLD_TO_EDIT:
                raise
            return False
        return True

    async def _posted(self, table: Table, user_id: int, where: discord.Message | Row[Any], digest: str) -> None:
        """Remember what is shown, in a new message or in the one of an earlier row."""
        if isinstance(where, discord.Message):
            channel_id, message_id = where.channel.id, where.id
        else:
            channel_id, message_id = where.channel_id, where.message_id
        await self._tables.posted(
            table.id,
            user_id,
            channel_id=channel_id,
            message_id=message_id,
            version=table.version,
            turn=table.turn,
            digest=digest,
        )


def _digest(*shown: Any) -> str:
    return hashlib.sha256(b"\n".join(map(encode, shown))).hexdigest()
