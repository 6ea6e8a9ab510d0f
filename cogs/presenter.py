"""Shows tables on Discord: the channel's board, the vote, and the private messages.

One task a table shows its newest version and skips those overtaken, so that a slow Discord never holds up a move. What
has been shown is stored; at start whatever isn't is shown after all. A post carries a nonce made of table and version:
repeating it doesn't double it.
"""

import asyncio
import hashlib
import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from sqlalchemy.exc import DBAPIError

from engine import GAMES, encode
from render import PICTURES
from tables import AGAIN, BOARD, OVERTAKEN, VOTE, Outdated, Player, Post, Refused, Seen, Stale, Table

from . import messages, pictures
from .controls import TROUBLES
from .messages import Message

if TYPE_CHECKING:
    from bot import Hall

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10003
PATIENCE = 2.0  # seconds for Discord to take what is under way at the end
TOO_OLD_TO_EDIT = 30046
ARCHIVED = 50083
LOCKED = 160005
HAS_A_THREAD = 160004
NONCE_LIMIT = 25
CANNOT_DM = (10003, 10013, 50001, 50007, 50278)  # the user or the channel is gone, or they want none


Edited = dict[int, Post | None]  # what posts show by now, to be recorded at the end; None: nothing any more


class Presenter:
    def __init__(self, bot: "Hall") -> None:
        self._bot = bot
        self._tables = bot.tables
        self._posts = bot.posts
        self._waiting: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._failed: set[int] = set()
        self._forbidden: dict[int, discord.Forbidden] = {}

    def show(self, table_id: int) -> None:
        """Bring everything that shows this table up to date, soon."""
        self._waiting.add(table_id)
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._work(table_id), name=f"show table {table_id}")

    async def show_first(self, table_id: int) -> None:
        """Like show; the board, for which everybody waits, is drawn before what is asked for after this."""
        self.show(table_id)
        await asyncio.sleep(0)

    async def shown(self, table_id: int) -> None:
        """Like show, and wait until it is done. Raises discord.Forbidden where the bot may not post."""
        self.show(table_id)
        await self._tasks[table_id]
        if forbidden := self._forbidden.pop(table_id, None):
            raise forbidden

    async def sweep(self) -> None:
        """Show what a crash left unshown, and close what other rules have left behind."""
        for table in await self._tables.outdated():
            await self.close_table(table, "it began under other rules")
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
                self._forbidden.pop(table_id, None)
                try:
                    await self._present(table_id)
                except (Refused, discord.Forbidden) as error:
                    log.info("Table %s isn't shown: %s", table_id, error)
                    if isinstance(error, discord.Forbidden):
                        self._forbidden[table_id] = error
                except (DBAPIError, *TROUBLES) as error:
                    log.warning("Table %s could not be shown: %s", table_id, error)
                    if getattr(error, "code", None) not in (ARCHIVED, LOCKED):  # people must mend that
                        self._failed.add(table_id)
                except Exception:
                    log.exception("Table %s could not be shown", table_id)
        finally:
            del self._tasks[table_id]

    async def _present(self, table_id: int) -> None:
        table = await self._tables.get(table_id)
        posts = await self._posts.of(table_id)
        try:
            if table.phase == "closed":
                edited = await self._present_closed(table, posts)
            elif table.solo:
                edited = await self._present_solitaire(table, posts.get(BOARD))
            elif table.phase == "lobby":
                edited = await self._present_lobby(table, posts)
            else:
                edited = await self._present_game(table, posts)
            shown = None if table.id in self._waiting else table.version
            await self._posts.record(table.id, edited, shown=shown)
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
            await self.close_table(table, "its channel is gone")
            await self._posts.record(table.id, {}, shown=table.version)
        except Outdated as error:
            await self.close_table(table, str(error))

    async def close_table(self, table: Table, why: str) -> None:
        """It can't go on."""
        if table.phase not in ("lobby", "playing"):
            return
        log.info("Table %s is closed: %s", table.id, why)
        try:
            await self._tables.close(table)
        except Stale:
            return
        self.show(table.id)

    # -- In the channel

    async def _present_lobby(self, table: Table, posts: dict[int, Post]) -> Edited:
        post, digest = posts.get(BOARD), _digest(table.version)
        edited: Edited = {}
        if not post or post.turn != table.turn or post.digest != digest:
            message = await self.lobby(table)
            if post and post.turn == table.turn and await self._edit(post, message):
                edited[BOARD] = _now_showing(table, digest, post)
            else:
                await self._replace(table, message, None, digest, posts)
        return edited | await self._strip_overtaken(table, posts)

    async def lobby(self, table: Table) -> Message:
        game, words = GAMES[table.game], self._bot.words[table.game]
        options = [
            f"{choice.title}: {choice.values[getattr(table.options, field)].text}"
            for field, choice in words.options.items()
        ]
        options += [words.simplifications[field].text for field in messages.simplified(table, words)]
        guests = tuple(player.name for player in table.players)
        lobby = PICTURES[table.game].lobby
        assert lobby, "a game for one has no lobby"
        picture = await pictures.draw(lobby, game.title, guests, game.seats, options)
        threads = isinstance(self._bot.get_channel(table.channel_id), discord.TextChannel)
        return Message(lambda: messages.lobby(table, words, threads=threads), {messages.PICTURE: picture})

    async def _present_closed(self, table: Table, posts: dict[int, Post]) -> Edited:
        """Everything that shows it loses its buttons; what is out of reach keeps them, and they say so."""
        words = self._bot.words[table.game]
        for user_id, post in posts.items():
            if user_id in (BOARD, OVERTAKEN):
                message = Message(lambda: messages.closed(table, words))
            elif user_id == VOTE:
                message = Message(lambda: messages.vote(table, None, words), {})
            else:
                message = Message(lambda: messages.closed_privately(table, words))
            try:
                await self._edit(post, message)
            except (discord.Forbidden, discord.NotFound) as error:
                log.info("A message of table %s keeps its buttons: %s", table.id, error)
        return {}

    async def _present_game(self, table: Table, posts: dict[int, Post]) -> Edited:
        if table.own_thread:
            table = await self._move_to_thread(table, posts.get(BOARD))
        views = await self._tables.show(table.id)
        seen = views[None]
        edited: Edited = {}
        troubles: list[Exception] = []
        try:
            edited |= await self._present_board(seen, posts)
            edited |= await self._present_vote(seen.table, posts.get(VOTE))
        except discord.Forbidden as error:
            troubles.append(error)  # in private the players are told all the same
        try:
            edited |= await self._strip_overtaken(seen.table, posts)
        except TROUBLES as error:
            troubles.append(error)
        closed = await self._posts.dms_closed([player.user_id for player in seen.table.players])
        for player in seen.table.players:
            if table.id in self._waiting:
                break  # overtaken: they are told of the newer version
            try:
                if player.user_id not in closed:
                    edited |= await self._present_privately(views[player.user_id], player, posts)
            except TROUBLES as error:
                troubles.append(error)  # the others are told all the same
        for user_id in posts.keys() - {BOARD, VOTE, OVERTAKEN, *(player.user_id for player in seen.table.players)}:
            await self._part(seen.table, user_id, posts[user_id])
            edited[user_id] = None
        if troubles:
            await self._posts.record(table.id, edited)
            raise troubles[0]
        return edited

    async def _move_to_thread(self, table: Table, lobby: Post | None) -> Table:
        """A thread has the id of the message that it hangs on, so a crash half-way makes no second one."""
        if lobby is None:
            return await self._tables.move_to(table.id, table.channel_id)
        names = ", ".join(messages.plain(player.name) for player in table.players)
        try:
            await self._message(lobby, table.guild_id).create_thread(name=f"{GAMES[table.game].title}: {names}"[:100])
        except discord.HTTPException as error:
            if isinstance(error, discord.DiscordServerError) or error.code == UNKNOWN_CHANNEL:
                raise
            if error.code != HAS_A_THREAD:  # here there can be none, so it stays
                log.info("Table %s gets no thread: %s", table.id, error)
                return await self._tables.move_to(table.id, table.channel_id)
        return await self._tables.move_to(table.id, lobby.message_id)

    async def _present_board(self, seen: Seen, posts: dict[int, Post]) -> Edited:
        table, post = seen.table, posts.get(BOARD)
        digest = _digest(seen.view, [player.user_id for player in table.players], table.phase)
        if post and post.turn == table.turn and post.digest == digest:
            return {}
        message = await self._board(seen)
        if post and post.turn == table.turn and table.phase == "playing" and await self._edit(post, message):
            return {BOARD: _now_showing(table, digest, post)}
        again = post is not None and post.turn in (AGAIN, table.turn)
        await self._replace(table, message, None if again else table.sitting(seen.to_act), digest, posts)
        return {}

    async def _replace(
        self, table: Table, message: Message, mentioned: Player | None, digest: str, posts: dict[int, Post]
    ) -> None:
        """Post a new board, and note so in `posts` too. The one before is overtaken."""
        old = posts.pop(BOARD, None)
        posts[BOARD] = _now_showing(table, digest, await self._send(table, message, mentioned, replaced=old))
        if old:
            posts[OVERTAKEN] = old
        await self._posts.record(table.id, {user_id: posts.get(user_id) for user_id in (BOARD, OVERTAKEN)})

    async def _strip_overtaken(self, table: Table, posts: dict[int, Post]) -> Edited:
        """Take the buttons from the board before. Raises what may pass, so that it is tried again."""
        if OVERTAKEN not in posts:
            return {}
        try:
            await self._edit(posts[OVERTAKEN], self._overtaken(table, posts[BOARD]))
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            log.info("An old board of table %s keeps its buttons: %s", table.id, error)
        return {OVERTAKEN: None}

    async def show_again(self, table: Table) -> None:
        """Post the lobby or board anew, below what has been said since. The old one loses its buttons."""
        await self._posts.outdate(table.id)
        await self.shown(table.id)

    async def mend(self, table: Table, pressed: discord.Message | None) -> None:
        """Where an old board or lobby was pressed, strip it and show the new one."""
        if pressed is not None and pressed.guild is not None and not pressed.flags.ephemeral:
            await self.strip(table, Post(pressed.channel.id, pressed.id))
            self.show(table.id)

    async def strip(self, table: Table, post: Post) -> None:
        """Take the buttons from an old board, if it is one. What fails here holds up nothing."""
        board = (await self._posts.of(table.id)).get(BOARD)
        if board is None or post.message_id == board.message_id:
            return
        try:
            await self._edit(post, self._overtaken(table, board))
        except TROUBLES as error:
            log.info("An old board of table %s keeps its buttons: %s", table.id, error)

    def _overtaken(self, table: Table, board: Post) -> Message:
        return Message(lambda: messages.overtaken(message_url(table, board), self._bot.words[table.game]))

    async def _board(self, seen: Seen) -> Message:
        table, words = seen.table, self._bot.words[seen.table.game]
        told = [entry for entry in await self._tables.told(table.id, None, since=0) if entry.turn >= table.turn - 1]
        alt = pictures.alt(seen)
        drawn = {messages.PICTURE: await pictures.board(seen)}
        if table.phase == "over":
            drawn = {messages.RESULT: await pictures.result(seen, messages.headline(seen, words)), **drawn}
        return Message(lambda: messages.board(seen, words, told, alt), drawn)

    async def _present_vote(self, table: Table, post: Post | None) -> Edited:
        vote = await self._bot.votes.of(table.id)
        if vote is None and post is None:
            return {}
        message = Message(lambda: messages.vote(table, vote, self._bot.words[table.game]), {})
        digest = _digest(vote and (vote.opened_by, vote.closes_at, vote.agree, vote.refuse))
        if post is None:
            post = _now_showing(table, digest, await self._send(table, message, None, what="vote"))
            await self._posts.record(table.id, {VOTE: post})
        elif post.digest != digest:
            await self._edit(post, message)
        return {VOTE: _now_showing(table, digest, post) if vote else None}

    async def notify(self, table: Table, message: Message, mentioned: Player | None, what: str) -> None:
        """A message of its own in the table's channel; `what` tells several of the same version apart."""
        await self._send(table, message, mentioned, what=what)

    # -- Solitaires

    async def shown_by_player(self, seen: Seen, message: discord.Message) -> None:
        """A solitaire's own press has shown it in this message."""
        post = _now_showing(seen.table, _solitaire_digest(seen), message)
        await self._posts.record(seen.table.id, {BOARD: post}, shown=seen.table.version)

    async def _present_solitaire(self, table: Table, post: Post | None) -> Edited:
        """After a command: its message, where the bot may edit it. It is the player's own, so nothing is posted."""
        seen = await self._tables.look(table.id, table.host_id)
        digest = _solitaire_digest(seen)
        if post is None or post.digest == digest:
            return {}
        try:
            await self._edit(post, await self._bot.panels.now(seen))
        except (discord.Forbidden, discord.NotFound):  # it is where the bot isn't; the game goes on all the same
            return {}
        return {BOARD: _now_showing(table, digest, post)}

    # -- In private

    async def _present_privately(self, seen: Seen, player: Player, posts: Mapping[int, Post]) -> Edited:
        table, words, post = seen.table, self._bot.words[seen.table.game], posts.get(player.user_id)
        nothing_yet = post is None and not words.private(seen.view)  # a post goes on to show that a look has lapsed
        if nothing_yet:
            return {}
        their_turn = seen.to_act == player.seat
        digest = _digest(seen.view.mine, table.phase, their_turn)
        fresh = post is None or (their_turn and post.turn != table.turn)
        if post and not fresh and post.digest == digest:
            return {}
        message = await self._private(seen, posts.get(BOARD))
        try:
            if post and not fresh and await self._edit(post, message):
                return {player.user_id: _now_showing(table, digest, post)}
            user = self._bot.get_user(player.user_id) or await self._bot.fetch_user(player.user_id)
            sent = await user.send(
                view=message.view(), files=message.files(), nonce=_nonce(table, f"seat {player.seat}", post)
            )
            await self._posts.record(table.id, {player.user_id: _now_showing(table, digest, sent)})
            return {}
        except discord.HTTPException as error:
            if error.code not in CANNOT_DM:
                raise
            log.info("User %s takes no direct messages (%s)", player.user_id, error.code)
            await self._posts.set_dm_closed(player.user_id, True)
            return {player.user_id: None}

    async def _part(self, table: Table, user_id: int, post: Post) -> None:
        """Whoever has left keeps the picture, without the buttons."""
        try:
            await self._edit(post, Message(lambda: messages.parted(table, self._bot.words[table.game])))
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("User %s keeps the buttons of table %s: %s", user_id, table.id, error)

    async def _private(self, seen: Seen, board: Post | None) -> Message:
        table, words = seen.table, self._bot.words[seen.table.game]
        picture = await pictures.board(seen)
        url = message_url(table, board) if board else None
        alt = pictures.alt(seen)
        return Message(lambda: messages.private_message(seen, words, alt, url), {messages.PICTURE: picture})

    # -- Both

    async def _send(
        self,
        table: Table,
        message: Message,
        mentioned: Player | None,
        *,
        what: str = "board",
        replaced: Post | None = None,
    ) -> discord.Message:
        channel = self._bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        users = [discord.Object(mentioned.user_id)] if mentioned else []
        return await channel.send(
            view=message.view(),
            files=message.files(),
            nonce=_nonce(table, what, replaced),
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=users),
        )

    def _message(self, post: Post, guild_id: int | None = None) -> discord.PartialMessage:
        channel = self._bot.get_partial_messageable(post.channel_id, guild_id=guild_id)
        return channel.get_partial_message(post.message_id)

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


def _now_showing(table: Table, digest: str, where: discord.Message | Post) -> Post:
    """The post of a new message, or of an earlier one that was edited."""
    if isinstance(where, discord.Message):
        where = Post(where.channel.id, where.id)
    return replace(where, turn=table.turn, digest=digest)


def message_url(table: Table, post: Post) -> str:
    return f"https://discord.com/channels/{table.guild_id or '@me'}/{post.channel_id}/{post.message_id}"


def _nonce(table: Table, what: str, replaced: Post | None) -> str:
    """Another one for each message, though the table be the same; the same when that message is sent again."""
    return _digest(table.id, table.version, what, replaced and replaced.message_id)[:NONCE_LIMIT]


def _solitaire_digest(seen: Seen) -> str:
    return _digest(seen.view, seen.table.phase)


def _digest(*shown: Any) -> str:
    return hashlib.sha256(b"\n".join(map(encode, shown))).hexdigest()
