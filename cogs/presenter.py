"""Shows tables on Discord: the channel's board, the vote, and the private messages.

One task a table shows its newest version and skips those overtaken, so that a slow Discord never holds up a move. What
has been shown is stored; at start whatever isn't is shown after all. A post carries a nonce made of table and version:
repeating it doesn't double it.
"""

import asyncio
import hashlib
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from sqlalchemy.exc import DBAPIError

from engine import GAMES, encode
from render import PICTURES
from tables import BOARD, VOTE, Outdated, Player, Post, Refused, Seen, Stale, Table

from . import messages, pictures
from .messages import Message

if TYPE_CHECKING:
    from bot import Hall

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10003
PATIENCE = 2.0  # seconds for Discord to take what is under way at the end
TOO_OLD_TO_EDIT = 30046
ARCHIVED = 50083
HAS_A_THREAD = 160004
CANNOT_DM = (50001, 50007, 50278)


class Presenter:
    def __init__(self, bot: "Hall") -> None:
        self._bot = bot
        self._tables = bot.tables
        self._posts = bot.posts
        self._waiting: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._failed: set[int] = set()

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
        for table_id in await self._posts.unshown():
            self.show(table_id)

    def retry(self) -> None:
        """Show what Discord refused when it had troubles of its own."""
        failed, self._failed = self._failed, set()
        for table_id in failed:
            self.show(table_id)

    async def close(self) -> None:
        """Give what is under way a moment. What isn't shown by then is shown at the next start."""
        if self._tasks:
            _, late = await asyncio.wait(self._tasks.values(), timeout=PATIENCE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _work(self, table_id: int) -> None:
        try:
            while table_id in self._waiting:
                self._waiting.discard(table_id)
                try:
                    await self._present(table_id)
                except (Refused, discord.Forbidden) as error:
                    log.info("Table %s isn't shown: %s", table_id, error)
                except (discord.HTTPException, DBAPIError, OSError) as error:
                    log.warning("Table %s could not be shown: %s", table_id, error)
                    self._failed.add(table_id)
                except Exception:
                    log.exception("Table %s could not be shown", table_id)
        finally:
            del self._tasks[table_id]

    async def _present(self, table_id: int) -> None:
        table = await self._tables.get(table_id)
        posts = await self._posts.of(table_id)
        try:
            if table.solo:
                await self._present_solitaire(table, posts.get(BOARD))
            elif table.phase == "lobby":
                await self._present_lobby(table, posts.get(BOARD))
            elif table.phase == "closed":
                await self._present_closed(table, posts.get(BOARD))
            else:
                await self._present_game(table, posts)
            await self._posts.set_shown(table.id, table.version)
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
            await self.close_table(table, "its channel is gone")
        except Outdated as error:
            await self.close_table(table, str(error))

    async def close_table(self, table: Table, why: str) -> None:
        """It can't go on."""
        log.info("Table %s is closed: %s", table.id, why)
        try:
            await self._tables.close(table)
        except Stale:
            return
        self.show(table.id)

    # -- In the channel

    async def _present_lobby(self, table: Table, post: Post | None) -> None:
        digest = _digest(table.version)
        if post and post.turn == table.turn and post.digest == digest:
            return
        message = await self.lobby(table)
        if post and post.turn == table.turn and await self._edit(post, message):
            await self._posted(table, BOARD, post, digest)
            return
        sent = await self._send(table, message, None)
        await self._posted(table, BOARD, sent, digest)
        if post:
            await self._edit(post, self._overtaken(table, sent.jump_url))

    async def lobby(self, table: Table) -> Message:
        game, words = GAMES[table.game], self._bot.words[table.game]
        options = [
            f"{choice.title}: {choice.values[getattr(table.options, field)].text}"
            for field, choice in words.options.items()
        ]
        guests = tuple(player.name for player in table.players)
        picture = await asyncio.to_thread(PICTURES[table.game].lobby, game.title, guests, game.seats, options)
        threads = not isinstance(self._bot.get_channel(table.channel_id), discord.Thread)
        return Message(lambda: messages.lobby(table, words, threads=threads), {messages.PICTURE: picture})

    async def _present_closed(self, table: Table, post: Post | None) -> None:
        if post:
            await self._edit(post, Message(lambda: messages.closed(table, self._bot.words[table.game])))

    async def _present_game(self, table: Table, posts: dict[int, Post]) -> None:
        if table.own_thread:
            table = await self._move_to_thread(table, posts.get(BOARD))
        seen = await self._tables.look(table.id, None)
        await self._present_board(seen, posts.get(BOARD))
        await self._present_vote(seen.table, posts.get(VOTE))
        for player in seen.table.players:
            await self._present_privately(seen.table, player, posts.get(player.user_id))

    async def _move_to_thread(self, table: Table, lobby: Post | None) -> Table:
        """A thread has the id of the message that it hangs on, so a crash half-way makes no second one."""
        if lobby is None:
            return await self._tables.move_to(table.id, table.channel_id)
        names = ", ".join(messages.plain(player.name) for player in table.players)
        try:
            await self._message(lobby).create_thread(name=f"{GAMES[table.game].title}: {names}"[:100])
        except discord.Forbidden:
            return await self._tables.move_to(table.id, table.channel_id)
        except discord.HTTPException as error:
            if error.code != HAS_A_THREAD:
                raise
        return await self._tables.move_to(table.id, lobby.message_id)

    async def _present_board(self, seen: Seen, post: Post | None) -> None:
        table = seen.table
        digest = _digest(seen.view, [player.user_id for player in table.players], table.phase)
        if post and post.turn == table.turn and post.digest == digest:
            return
        message = await self._board(seen)
        if post and post.turn == table.turn and table.phase == "playing" and await self._edit(post, message):
            await self._posted(table, BOARD, post, digest)
            return
        sent = await self._send(table, message, table.sitting(seen.to_act))
        await self._posted(table, BOARD, sent, digest)
        if post:
            await self._edit(post, self._overtaken(table, sent.jump_url))

    async def show_again(self, table: Table) -> None:
        """Post the lobby or board anew, below what has been said since. The old one loses its buttons."""
        await self._posts.outdate(table.id)
        await self.shown(table.id)

    async def strip(self, table: Table, post: Post) -> None:
        """Take the buttons from an old board, if it is one."""
        board = (await self._posts.of(table.id)).get(BOARD)
        if board is None or post.message_id == board.message_id:
            return
        try:
            await self._edit(post, self._overtaken(table, message_url(table, board)))
        except discord.HTTPException as error:
            log.info("An old board of table %s keeps its buttons: %s", table.id, error)

    def _overtaken(self, table: Table, url: str) -> Message:
        return Message(lambda: messages.overtaken(url, self._bot.words[table.game]))

    async def _board(self, seen: Seen) -> Message:
        table, words = seen.table, self._bot.words[seen.table.game]
        told = [entry for entry in await self._tables.told(table.id, None, since=0) if entry.turn >= table.turn - 1]
        alt = pictures.alt(seen)
        drawn = {messages.PICTURE: await pictures.board(seen)}
        if table.phase == "over":
            draw = PICTURES[table.game].result
            result = await asyncio.to_thread(draw, seen.view, table.names(), messages.headline(seen, words))
            drawn = {messages.RESULT: result, **drawn}
        return Message(lambda: messages.board(seen, words, told, alt), drawn)

    async def _present_vote(self, table: Table, post: Post | None) -> None:
        vote = await self._bot.votes.of(table.id)
        if vote is None and post is None:
            return
        message = Message(lambda: messages.vote(table, vote, self._bot.words[table.game]), {})
        digest = _digest(vote and (vote.opened_by, vote.closes_at, vote.agree, vote.refuse))
        if post is None:
            await self._posted(table, VOTE, await self._send(table, message, None, "vote"), digest)
        elif post.digest != digest:
            await self._edit(post, message)
            await self._posted(table, VOTE, post, digest)
        if vote is None:
            await self._posts.forget(table.id, VOTE)

    async def notify(self, table: Table, message: Message, mentioned: Player | None) -> None:
        """A notice of its own in the table's channel."""
        await self._send(table, message, mentioned, "notice")

    # -- Solitaires

    async def shown_by_player(self, seen: Seen, message: discord.Message) -> None:
        """A solitaire's own press has shown it in this message."""
        await self._posted(seen.table, BOARD, message, _solitaire_digest(seen))
        await self._posts.set_shown(seen.table.id, seen.table.version)

    async def _present_solitaire(self, table: Table, post: Post | None) -> None:
        """After a command: its message, where the bot may edit it. It is the player's own, so nothing is posted."""
        seen = await self._tables.look(table.id, table.host_id)
        digest = _solitaire_digest(seen)
        if post is None or post.digest == digest:
            return
        try:
            await self._edit(post, await self._bot.panels.now(seen))
        except discord.Forbidden:
            return
        await self._posted(table, BOARD, post, digest)

    # -- In private

    async def _present_privately(self, table: Table, player: Player, post: Post | None) -> None:
        words = self._bot.words[table.game]
        seen = await self._tables.look(table.id, player.user_id)
        nothing_yet = post is None and not words.private(seen.view)  # a post goes on to show that a look has lapsed
        if nothing_yet or await self._posts.dm_closed(player.user_id):
            return
        their_turn = seen.to_act == player.seat
        digest = _digest(seen.view.mine, table.phase, their_turn)
        fresh = post is None or (their_turn and post.turn != table.turn)
        if post and not fresh and post.digest == digest:
            return
        message = await self._private(seen)
        try:
            if post and not fresh and await self._edit(post, message):
                await self._posted(table, player.user_id, post, digest)
                return
            user = self._bot.get_user(player.user_id) or await self._bot.fetch_user(player.user_id)
            sent = await user.send(
                view=message.view(), files=message.files(), nonce=f"{table.id}-{table.version}-{player.seat}"
            )
            await self._posted(table, player.user_id, sent, digest)
        except discord.HTTPException as error:
            if error.code not in CANNOT_DM:
                raise
            log.info("User %s takes no direct messages (%s)", player.user_id, error.code)
            await self._posts.set_dm_closed(player.user_id, True)

    async def _private(self, seen: Seen) -> Message:
        table, words = seen.table, self._bot.words[seen.table.game]
        picture = await pictures.board(seen)
        board = (await self._posts.of(table.id)).get(BOARD)
        url = message_url(table, board) if board else None
        alt = pictures.alt(seen)
        return Message(lambda: messages.private_message(seen, words, alt, url), {messages.PICTURE: picture})

    # -- Both

    async def _send(
        self, table: Table, message: Message, mentioned: Player | None, what: str = "board"
    ) -> discord.Message:
        channel = self._bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        users = [discord.Object(mentioned.user_id)] if mentioned else []
        return await channel.send(
            view=message.view(),
            files=message.files(),
            nonce=f"{what}-{table.id}-{table.version}",
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=users),
        )

    def _message(self, post: Post) -> discord.PartialMessage:
        return self._bot.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)

    async def _edit(self, post: Post, message: Message) -> bool:
        """False if what was posted can't be edited any more: post anew."""
        try:
            await self._message(post).edit(**message.edit())
        except discord.HTTPException as error:
            unknown_message = isinstance(error, discord.NotFound) and error.code != UNKNOWN_CHANNEL
            if unknown_message or error.code in (TOO_OLD_TO_EDIT, ARCHIVED):
                return False
            raise
        return True

    async def _posted(self, table: Table, user_id: int, where: discord.Message | Post, digest: str) -> None:
        """Remember what is shown, in a new message or in an earlier one."""
        if isinstance(where, discord.Message):
            where = Post(where.channel.id, where.id)
        await self._posts.put(table.id, user_id, replace(where, turn=table.turn, digest=digest))


def message_url(table: Table, post: Post) -> str:
    return f"https://discord.com/channels/{table.guild_id or '@me'}/{post.channel_id}/{post.message_id}"


def _solitaire_digest(seen: Seen) -> str:
    return _digest(seen.view, seen.table.phase)


def _digest(*shown: Any) -> str:
    return hashlib.sha256(b"\n".join(map(encode, shown))).hexdigest()
