"""Shows tables on Discord: the channel's board, the vote, and the private messages.

One task a table shows its newest version and skips those overtaken, so that a slow Discord never holds up a move. What
has been shown is stored; a start shows whatever is missing.

Requests are the scarce thing: Discord allows a bot 50 a second. What answers an interaction isn't counted, so the board
that a move leads to is posted as the move's public answer, and edited by it (see answers.py). Within a turn, whatever
would cost a request waits a minute for the turn to end.

A new board is posted, recorded, and only then does the one before lose its buttons: there is always one that can be
pressed. After a start, and where Discord's answer to a post was lost, the channel is read for a board that was posted
and not recorded: it is taken on, or deleted. What the bot's own token posts carries a nonce made of table and version
besides: repeating it within some minutes doesn't double it. Nobody tells the bot when a board is deleted later, so the
clock checks it now and then.
"""

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any
from weakref import WeakValueDictionary

import discord
from discord import ui
from sqlalchemy.exc import DBAPIError

from engine import GAMES, encode
from render import PICTURES
from tables import (
    AGAIN,
    BOARD,
    OVERTAKEN,
    REPLAY,
    VOTE,
    Busy,
    Lapsed,
    Outdated,
    Player,
    Post,
    Preferences,
    Refused,
    Seen,
    Stale,
    Table,
    Told,
    now,
)

from ..controls import TROUBLES, Client, Interaction, Press
from ..games import WORDS
from . import hall_messages, messages, pictures, reading
from .answers import Answers
from .messages import Message
from .panels import Panels

log = logging.getLogger(__name__)

FORBIDDEN = 403  # an HTTP status; what follows are codes of Discord's own
UNKNOWN_CHANNEL = 10003
TOO_OLD_TO_EDIT = 30046
INVALID_FORM = 50035
ARCHIVED = 50083
LOCKED = 160005
HAS_A_THREAD = 160004
NONCE_LIMIT = 25
PATIENCE = 2.0  # seconds for Discord to take what is under way at the end
SOON = 3.0  # seconds until what the database didn't take is tried again
LEFT_OVER = 90  # seconds after which a change that isn't shown isn't waiting for anything
PAUSE = 600  # seconds until what people must mend is tried again: 10,000 refusals in that time are a ban
FRESH = 60  # seconds in which a board isn't posted again
IN_TURN = 60  # seconds that what has changed within a turn waits for its end, where showing it costs a request
TWICE = 1.0  # seconds after which discord.py may have posted an answer again
LATE = 30  # seconds after which a post whose answer was lost has come about, if ever
LOOKED_AT = 1000  # most messages of a channel, the newest, for a board that isn't recorded; a request reads 100
ON_BOARDS = ("join", "play", "again", "vote")  # verbs: each lobby, board or vote has one of them
CANNOT_DM = (10003, 10013, 50001, 50007, 50278)  # the user or the channel is gone, or they want none
REFUSALS = (400, FORBIDDEN, 404)  # HTTP statuses of what will be refused again
TOO_MANY_DMS = 40003  # for now


Edited = dict[int, Post | None]  # what posts show by now, to be recorded at the end; None: nothing any more


class Presenter:
    def __init__(self, client: Client, panels: Panels) -> None:
        self._client = client
        self._store = client.store
        self._tables = client.store.tables
        self._posts = client.store.posts
        self._panels = panels
        self.answers = Answers()
        self._waiting: dict[int, bool] = {}  # tables, and whether all of it must be shown now
        self._tasks: dict[int, asyncio.Task[discord.Forbidden | None]] = {}
        self._again: dict[int, int] = {}  # when to try again what failed, in seconds since 1970, by table
        self._unrecorded: dict[int, Edited] = {}  # what could not be recorded, by table
        self._unsure: set[int] = set()  # tables whose boards may be gone, though they were shown
        self._lost: dict[int, int] = {}  # tables with boards that may not be recorded; the message that they came after
        self._late: dict[int, int] = {}  # of these, when the last look is due, in seconds since 1970
        self._in_turn: dict[int, int] = {}  # until when something waits for the turn's end, likewise; by table
        self._answering: set[tuple[int, int]] = set()  # tables and users whose own press is editing their message
        self._adopting = WeakValueDictionary[int, asyncio.Lock]()  # by solitaire

    def show(self, table_id: int, *, now: bool = True) -> None:
        """Bring everything that shows this table up to date, soon. Unless `now`, some may wait for the turn's end."""
        self._waiting[table_id] = now or self._waiting.get(table_id, False)
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._work(table_id), name=f"show table {table_id}")

    async def show_move(self, table_id: int) -> None:
        """Like show, after a move; the board, for which everybody waits, is drawn before what is asked for after."""
        self.show(table_id, now=False)
        await asyncio.sleep(0)

    async def show_and_wait(self, table_id: int) -> None:
        """Like show, and wait until it is done. Raises discord.Forbidden where the bot may not post."""
        self.show(table_id)
        if forbidden := await asyncio.shield(self._tasks[table_id]):  # others wait for it too
            raise forbidden

    async def make_sure(self, table_id: int) -> bool:
        """Like show_and_wait; a board that was deleted or lost its buttons is live again. False if that must wait."""
        self._unsure.add(table_id)
        await self.show_and_wait(table_id)
        return table_id not in self._unsure

    async def sweep(self) -> None:
        """Show what a crash left unshown, and close what other rules have left behind: of this process's servers."""
        for table in await self._tables.outdated():
            if self._client.cluster.has(table.guild_id):
                await self.close_table(table, "it began under other rules")
        for table_id in await self._posts.unshown(self._client.cluster):
            await self._look_for_lost(table_id)
            self.show(table_id)

    async def catch_up(self) -> None:
        """Show what should long have been shown, and nobody here knows of: in a process that ended it was left over."""
        for table_id in await self._posts.unshown(self._client.cluster, before=now() - LEFT_OVER):
            if table_id not in self._again and table_id not in self._in_turn:
                self.show(table_id)

    async def take_over(self) -> None:
        """Show what a process that has died left unshown, whosever servers those are."""
        for table_id in await self._posts.abandoned():
            await self._look_for_lost(table_id)
            self.show(table_id)

    async def url(self, table: Table) -> str | None:
        """Of the table's board, or its lobby; None where nothing is posted."""
        board = (await self._posts.of(table.id)).get(BOARD)
        return message_url(table, board) if board else None

    def retry(self) -> None:
        """Show what could not be shown before, where it is time to try again."""
        for table_id in [table_id for table_id, due in (*self._again.items(), *self._in_turn.items()) if due <= now()]:
            self.show(table_id)

    async def close(self) -> None:
        """Give what is under way a moment. What isn't shown by then is shown at the next start."""
        if self._tasks:
            _, late = await asyncio.wait(self._tasks.values(), timeout=PATIENCE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _work(self, table_id: int) -> discord.Forbidden | None:
        """Show the newest version, until that succeeds or fails. Returns what Discord has forbidden, if anything."""
        forbidden = None
        try:
            while table_id in self._waiting:
                try:
                    async with self._posts.showing(table_id) as of_the_dead:
                        if of_the_dead:
                            await self._look_for_lost(table_id)
                        while table_id in self._waiting:
                            forbidden = await self._try(table_id)
                except Lapsed as error:
                    log.warning("Table %s is shown again: %s", table_id, error)
                    await self._doubt(table_id)
                except (DBAPIError, OSError) as error:
                    self._waiting.pop(table_id, None)
                    self._put_off(table_id, error)
        finally:
            del self._tasks[table_id]
            if table_id not in self._again:
                self._unsure.discard(table_id)
        return forbidden

    async def _try(self, table_id: int) -> discord.Forbidden | None:
        at_once = self._waiting.pop(table_id)
        self._again.pop(table_id, None)
        try:
            with self._store.database.visit():
                troubles = await self._present(table_id, at_once=at_once)
        except Lapsed:
            raise
        except Exception as error:
            troubles = [error]
        for trouble in troubles:
            self._put_off(table_id, trouble)
        return next((trouble for trouble in troubles if isinstance(trouble, discord.Forbidden)), None)

    async def _doubt(self, table_id: int) -> None:
        """Another process has shown this table meanwhile, and what this one was about to may have come after that."""
        self._unrecorded.pop(table_id, None)
        self._lost[table_id] = 0
        try:
            await self._posts.doubt(table_id)
        except (DBAPIError, OSError) as error:
            self._put_off(table_id, error)
        else:
            self._waiting[table_id] = True

    async def _look_for_lost(self, table_id: int) -> None:
        """What was posted last may not be recorded."""
        board = (await self._posts.of(table_id)).get(BOARD)
        self._lost[table_id] = board.message_id if board else 0

    def _put_off(self, table_id: int, error: Exception) -> None:
        """It is tried again; what people must mend, less often."""
        pause = 0
        if isinstance(error, Refused):
            log.info("Table %s isn't shown: %s", table_id, error)
            return
        if isinstance(error, discord.Forbidden) or getattr(error, "code", None) in (ARCHIVED, LOCKED):
            log.info("Table %s may not be shown: %s", table_id, error)
            pause = PAUSE
        elif isinstance(error, (DBAPIError, *TROUBLES)):
            log.warning("Table %s could not be shown: %s", table_id, error)
        else:
            log.error("Table %s could not be shown", table_id, exc_info=error)
        if self._store.database.shared and isinstance(error, (DBAPIError, Busy)):  # a server that restarts is soon back
            asyncio.get_running_loop().call_later(SOON, self.show, table_id)
        self._again[table_id] = min(now() + pause, self._again.get(table_id, now() + pause))

    async def _present(self, table_id: int, *, at_once: bool) -> list[Exception]:
        """Show a table. Returns the errors that kept parts from being shown; what prevents all of it is raised."""
        due = self._in_turn.pop(table_id, now() + IN_TURN)
        if at_once:
            due = 0
        if table_id in self._unrecorded:
            await self._record(table_id, {})  # before anything more is posted
        table = await self._tables.get(table_id)
        posts = await self._posts.of(table_id)
        troubles: list[Exception] = []
        try:
            if table.solo:
                self._lost.pop(table_id, None)
            elif table_id in self._lost:
                await self._find_lost(table, posts)
            if table.phase == "closed":
                edited = await self._present_closed(table, posts)
            elif table.solo:
                edited = await self._present_solitaire(table)
            elif table.phase == "lobby":
                edited = await self._present_lobby(table, posts, troubles)
            else:
                views = await self._tables.show(table.id)
                if await self._store.thinking.is_at(views[None]):
                    return troubles  # a run of computers' turns ends in one board: who makes the last move shows it
                edited = await self._present_game(views, posts, troubles, due)
            waits = table.id in self._waiting or table.id in self._in_turn or self._is_answering(table.id)
            done = not troubles and not waits
            await self._record(table.id, edited, shown=table.version if done else None)
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
            await self.close_table(table, "its channel is gone")
            await self._record(table.id, {}, shown=table.version)
        except Outdated as error:
            await self.close_table(table, str(error))
        return troubles

    def _is_answering(self, table_id: int) -> bool:
        return any(answered == table_id for answered, _ in self._answering)

    async def _record(self, table_id: int, edited: Edited, *, shown: int | None = None) -> None:
        """Record what was posted. If that fails it is kept: nothing more may be posted before it is recorded."""
        edited = {**self._unrecorded.pop(table_id, {}), **edited}
        try:
            await self._posts.record(table_id, edited, shown=shown, showing=True)
        except (Lapsed, Refused):
            raise
        except BaseException:
            self._unrecorded[table_id] = edited
            raise

    async def close_table(self, table: Table, why: str) -> None:
        """Close a table that can't go on."""
        if table.phase not in ("lobby", "playing"):
            return
        log.info("Table %s is closed: %s", table.id, why)
        try:
            await self._tables.close(table)
        except Stale:
            return
        self.show(table.id)

    # -- In the channel

    async def _present_lobby(self, table: Table, posts: dict[int, Post], troubles: list[Exception]) -> Edited:
        post, digest = posts.get(BOARD), _digest(table.version)
        edited: Edited = {}
        if not post or post.turn != table.turn or post.digest != digest:
            message = await self.lobby(table)
            if post and post.turn == table.turn and await self._edit(post, message):
                edited[BOARD] = _now_showing(table, digest, post)
            else:
                edited[BOARD] = await self._post(table, BOARD, message, digest, posts)
        return edited | await self._strip_overtaken(table, posts, troubles)

    async def lobby(self, table: Table) -> Message:
        game, words = GAMES[table.game], WORDS[table.game]
        guests = tuple(one.name for one in table.everybody)
        lobby = PICTURES[table.game].lobby
        assert lobby, "a game for one has no lobby"
        picture = await pictures.draw(lobby, game.title, guests, game.seats, messages.chosen_options(table, words))
        channel = self._client.get_channel(table.channel_id)
        if channel is None and not self._client.cluster.has(table.guild_id):
            channel = await self._client.fetch_channel(table.channel_id)
        threads = isinstance(channel, discord.TextChannel)
        return Message(lambda: messages.lobby(table, words, threads=threads), {messages.PICTURE: picture})

    async def _present_closed(self, table: Table, posts: dict[int, Post]) -> Edited:
        """Take the buttons from all its messages. Those out of reach keep theirs, which then say that it is closed."""
        words = WORDS[table.game]
        for user_id, post in posts.items():
            if user_id == BOARD:
                message = Message(lambda: messages.closed(table, words))
            elif user_id in OVERTAKEN:  # it may have lost its picture
                message = Message(lambda: messages.closed(table, words, pictured=False), {})
            elif user_id == VOTE:
                message = Message(lambda: messages.vote(table, None, words), {})
            else:
                message = await self._read(Message(lambda: messages.closed_privately(table, words)), user_id)
            if user_id == BOARD and table.solo:
                message = await self._read(message, table.host_id)
            try:
                await self._edit(post, message)
            except discord.HTTPException as error:
                if not isinstance(error, discord.Forbidden | discord.NotFound) and error.code != INVALID_FORM:
                    raise
                log.info("A message of table %s keeps its buttons: %s", table.id, error)
        troubles: list[Exception] = []
        await self._tell_followers(table, "It was closed before its end.", posts.get(BOARD), troubles)
        if troubles:
            raise troubles[0]
        return {}

    async def _present_game(
        self, views: Mapping[int | None, Seen], posts: dict[int, Post], troubles: list[Exception], due: int
    ) -> Edited:
        """`due`: until then, what changes within a turn may wait for its end."""
        table = views[None].table
        if table.own_thread:
            table = await self._move_to_thread(table, posts.get(BOARD))
            views = await self._tables.show(table.id)
        seen = views[None]
        edited: Edited = {}
        try:
            edited |= await self._present_board(seen, posts, due)
            self._unsure.discard(table.id)
            edited |= await self._present_vote(seen.table, posts)
        except discord.Forbidden as error:
            troubles.append(error)  # in private the players are told all the same
        edited |= await self._strip_overtaken(seen.table, posts, troubles)
        user_ids = [player.user_id for player in seen.table.players]
        closed = await self._posts.dms_closed(user_ids)
        wishes = await self._store.people.preferences_of(user_ids)
        for player in seen.table.players:
            if table.id in self._waiting:
                break  # overtaken: they are told of the newer version
            try:
                if player.user_id not in closed:
                    wish = wishes[player.user_id]
                    edited |= await self._present_privately(views[player.user_id], player, posts, wish, due)
            except Exception as error:
                troubles.append(error)  # the others are told all the same
        for user_id in posts.keys() - {
            BOARD,
            VOTE,
            REPLAY,
            *OVERTAKEN,
            *(player.user_id for player in seen.table.players),
        }:
            await self._part(seen.table, user_id, posts[user_id])
            edited[user_id] = None
        if seen.table.phase == "over":
            said = messages.headline(seen, WORDS[seen.table.game])
            await self._tell_followers(seen.table, said, posts.get(BOARD), troubles)
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

    def _waits(self, table: Table, post: Post, due: int) -> bool:
        """Whether an edit within a turn waits for its end: it would cost a request."""
        if now() >= due or table.phase != "playing" or self.answers.owner(post.message_id):
            return False
        self._in_turn[table.id] = due
        return True

    async def _present_board(self, seen: Seen, posts: dict[int, Post], due: int) -> Edited:
        table, post = seen.table, posts.get(BOARD)
        sitting = [*(one.user_id for one in table.players), *(one.number for one in table.computers)]
        digest = _digest(seen.view, sitting, table.phase)
        stands = post is not None and post.turn == table.turn and post.digest == digest
        unsure = table.id in self._unsure and table.phase == "playing"
        if stands and not unsure:
            return {}
        if post and post.turn == table.turn and post.digest and not unsure and self._waits(table, post, due):
            return {}
        if post and stands and await self._is_live(post, seen):
            return {BOARD: _now_showing(table, digest, post)}
        message = await self._board(seen)
        goes_on = table.phase == "playing" or (post is not None and not post.digest)
        if post and post.turn == table.turn and goes_on and await self._edit(post, message):
            return {BOARD: _now_showing(table, digest, post)}
        again = post is not None and post.turn in (AGAIN, table.turn)
        called = None if again else table.sitting(seen.to_act)
        if unsure:  # all was shown, so after a kill in between nobody would look for what is posted now
            await self._posts.outdate(table.id, older_than=0)
        return {BOARD: await self._post(table, BOARD, message, digest, posts, called)}

    async def _post(
        self,
        table: Table,
        what: int,
        message: Message,
        digest: str,
        posts: dict[int, Post],
        mentioned: Player | None = None,
    ) -> Post:
        """Post a new BOARD or VOTE, and note so in `posts` too. The one before is overtaken."""
        old = posts.get(what)
        sent = await self._answer(table, message, mentioned, posts) if what == BOARD else None
        if sent is None and posts.get(what) == old:
            nonce = _nonce(table, "vote" if what == VOTE else "board", old)
            try:
                sent = await self._send(table, message, mentioned, nonce)
            except TROUBLES as error:
                if _may_have_arrived(error):
                    self._lost.setdefault(table.id, old.message_id if old else 0)
                raise
        if sent is not None:
            posts[what] = Post(sent.channel.id, sent.id)
            if old:
                _overtake(posts, old)
        new = posts[what] = _now_showing(table, digest, posts[what])
        await self._record(table.id, {key: post for key, post in posts.items() if key in (what, *OVERTAKEN)})
        if sent is not None and self.answers.owner(sent.id) and table.id in self._lost:
            await self._find_lost(table, posts)
        return new

    async def _answer(
        self, table: Table, message: Message, mentioned: Player | None, posts: dict[int, Post]
    ) -> discord.Message | None:
        """Post a board as the public answer to the move that led to it. None if that can't be.

        Where nobody knows whether it was posted, the channel is asked: then `posts` has it.
        """
        answer = await self.answers.at(table.id, table.channel_id)
        if answer is None:
            return None
        board, began = posts.get(BOARD), asyncio.get_running_loop().time()
        try:
            sent = await answer.post(message, mentioned.user_id if mentioned else None)
        except (TimeoutError, *TROUBLES) as error:
            log.info("A board of table %s can't be posted by an interaction: %s", table.id, error)
            self.answers.forget(answer)
            if _may_have_arrived(error):
                self._lost.setdefault(table.id, board.message_id if board else 0)
                self._late[table.id] = now() + LATE
                await self._find_lost(table, posts)
            return None
        if asyncio.get_running_loop().time() - began >= TWICE:
            self._lost.setdefault(table.id, board.message_id if board else 0)
        self.answers.owns(answer, sent.id)
        return sent

    async def _find_lost(self, table: Table, posts: dict[int, Post]) -> None:
        """Look for boards and votes that were posted but not recorded, whatever people have said since.

        The one that shows the table as it stands becomes the board, in `posts` too; others are deleted.
        """
        after, known = self._lost[table.id], {post.message_id for post in posts.values()}
        channel = self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        try:
            async for message in channel.history(limit=LOOKED_AT):
                if message.id <= after:
                    break
                press = _press_of(message, table) if message.id not in known else None
                if press is None:
                    continue
                board = posts.get(BOARD)
                if press.verb != "vote" and press.version == table.version and (not board or board.message_id <= after):
                    posts[BOARD] = Post(channel.id, message.id, table.turn)
                    if board:
                        _overtake(posts, board)
                    await self._record(
                        table.id, {key: post for key, post in posts.items() if key in (BOARD, *OVERTAKEN)}
                    )
                else:
                    await message.delete()
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("Whether table %s has lost a board can't be seen: %s", table.id, error)
        if now() < self._late.get(table.id, 0):
            self._again[table.id] = self._late[table.id]  # once more, for Discord may be slow
        else:
            del self._lost[table.id]
            self._late.pop(table.id, None)

    async def _strip_overtaken(self, table: Table, posts: dict[int, Post], troubles: list[Exception]) -> Edited:
        """Take the buttons from earlier boards. Errors that may pass go to `troubles`, to be tried again."""
        edited: Edited = {}
        old = sorted(posts.keys() & {*OVERTAKEN})
        told = await self._tables.told(table.id, None, since=0) if old else ()
        for user_id in old:
            try:
                await self._edit(posts[user_id], self._overtaken(table, posts[user_id], told, posts[BOARD]))
                self.answers.release(posts[user_id].message_id)
                edited[user_id] = None
            except TROUBLES as error:
                if isinstance(error, discord.HTTPException) and error.status < 500 and error.status != FORBIDDEN:
                    log.info("An old board of table %s keeps its buttons: %s", table.id, error)
                    edited[user_id] = None
                else:
                    troubles.append(error)
        return edited

    async def show_again(self, table: Table) -> None:
        """Post the lobby or board anew, below what has been said since. A fresh one is only brought up to date."""
        fresh = discord.utils.utcnow() - timedelta(seconds=FRESH)
        await self._posts.outdate(table.id, older_than=discord.utils.time_snowflake(fresh))
        await self.show_and_wait(table.id)

    async def mend(self, table: Table, pressed: discord.Message | None) -> None:
        """Where an old board or lobby was pressed, strip it and show the new one."""
        if pressed is not None and pressed.guild is not None and not pressed.flags.ephemeral:
            await self.strip(table, Post(pressed.channel.id, pressed.id))
            self.show(table.id, now=False)

    async def strip(self, table: Table, post: Post) -> None:
        """Take the buttons from a board that is older than the recorded one. What fails here holds up nothing."""
        board = (await self._posts.of(table.id)).get(BOARD)
        if board is None or not board.digest or post.message_id >= board.message_id:
            return
        told = await self._tables.told(table.id, None, since=0)
        try:
            await self._edit(post, self._overtaken(table, post, told, board))
        except TROUBLES as error:
            log.info("An old board of table %s keeps its buttons: %s", table.id, error)

    def _overtaken(self, table: Table, old: Post, told: Sequence[Told], board: Post) -> Message:
        """An old board has no picture, but keeps what happened in its turn, so that the channel reads like a log."""
        url, words = message_url(table, board), WORDS[table.game]
        return Message(lambda: messages.overtaken(table, old.turn, told, url, words), {})

    async def _is_live(self, post: Post, seen: Seen) -> bool:
        """Whether a board is still there; if it had lost its buttons, it has them again. Its picture stays as it is."""
        try:
            return await self._edit(post, await self._board(seen, draw=False), stands=True)
        except discord.HTTPException as error:
            if error.code != INVALID_FORM:
                raise
            return False  # its picture is gone

    async def _board(self, seen: Seen, *, draw: bool = True) -> Message:
        table, words = seen.table, WORDS[seen.table.game]
        told = await self._tables.told(table.id, None, since=0)
        alt = pictures.alt(seen)
        drawn = {messages.PICTURE: await pictures.board(seen)} if draw else None
        if drawn and table.phase == "over":
            drawn = {messages.RESULT: await pictures.result(seen, messages.headline(seen, words)), **drawn}
        return Message(lambda: messages.board(seen, words, told, alt), drawn)

    async def _present_vote(self, table: Table, posts: dict[int, Post]) -> Edited:
        vote, post = await self._store.votes.of(table.id), posts.get(VOTE)
        if vote is None and post is None:
            return {}
        message = Message(lambda: messages.vote(table, vote, WORDS[table.game]), {})
        digest = _digest(vote and (vote.about, vote.opened_by, vote.closes_at, vote.agree, vote.refuse))
        if post is None:
            post = await self._post(table, VOTE, message, digest, posts)
        elif post.digest != digest:
            await self._edit(post, message)
        return {VOTE: _now_showing(table, digest, post) if vote else None}

    async def notify(self, table: Table, message: Message, mentioned: Player | None, what: str) -> None:
        """A message of its own in the table's channel; `what` tells several of the same version apart."""
        await self._send(table, message, mentioned, _nonce(table, what, None))

    async def replay_lacks(self, table: Table, digest: str) -> bool:
        """Whether the replay of a finished game was posted, and shows something else."""
        post = (await self._posts.of(table.id)).get(REPLAY)
        return post is not None and post.digest != digest

    async def edit_replay(self, table: Table, message: Message, digest: str) -> str | None:
        """Its link; None if there is none that can be edited.

        It has the new picture of `message` from then on. If there is none in it, the replay only has to stand.
        """
        post = (await self._posts.of(table.id)).get(REPLAY)
        try:
            if post is None or not await self._edit(post, message, stands=message.pictures is None):
                return None
        except (discord.Forbidden, discord.NotFound):  # the bot is a stranger there
            return None
        if message.pictures is not None:
            await self._posts.record(table.id, {REPLAY: replace(post, digest=digest)})
        return message_url(table, post)

    async def post_replay(self, table: Table, message: Message, digest: str) -> str:
        """In the table's channel, for everybody there; its link."""
        old = (await self._posts.of(table.id)).get(REPLAY)
        sent = await self._send(table, message, None, _nonce(table, "replay", old))
        await self.posted_replay(table, sent, digest)
        return sent.jump_url

    async def posted_replay(self, table: Table, message: discord.Message, digest: str) -> None:
        await self._posts.record(table.id, {REPLAY: Post(message.channel.id, message.id, digest=digest)})

    # -- Solitaires

    async def adopt(self, seen: Seen, message: discord.Message) -> None:
        """A press has shown a solitaire in this message: make it the board. Only the newest of several goes on."""
        table, digest = seen.table, await self._solitaire_digest(seen)
        post = _now_showing(table, digest, message)
        async with self._adoption(table):
            board = (await self._posts.of(table.id)).get(BOARD)
            if board and board.message_id > post.message_id and await self._edit_solitaire(board, seen):
                board, post = post, replace(post, channel_id=board.channel_id, message_id=board.message_id)
            await self._posts.record(table.id, {BOARD: post}, shown=table.version)
        if board and board.message_id != post.message_id:
            await self.strip(table, board)

    async def _present_solitaire(self, table: Table) -> Edited:
        """Edit a solitaire's message after a command, if the bot may. Nothing is posted: it is the player's own."""
        async with self._adoption(table):
            seen = await self._tables.look(table.id, table.host_id)
            post, digest = (await self._posts.of(table.id)).get(BOARD), await self._solitaire_digest(seen)
            if post and post.digest != digest and await self._edit_solitaire(post, seen):
                await self._posts.record(table.id, {BOARD: _now_showing(table, digest, post)})
        return {}

    async def _solitaire_digest(self, seen: Seen) -> str:
        wish = await self._store.people.preferences(seen.table.host_id)
        return _digest(seen.view, seen.table.phase, wish.form, wish.whys)

    @asynccontextmanager
    async def _adoption(self, table: Table) -> AsyncIterator[None]:
        """To be within while a solitaire is shown and recorded: several of its commands may come at once."""
        lock = self._adopting.setdefault(table.id, asyncio.Lock())
        async with lock, self._posts.adopting(table.id):
            yield

    async def _edit_solitaire(self, post: Post, seen: Seen) -> bool:
        """False where the message is gone or out of the bot's reach; the game goes on all the same."""
        try:
            return await self._edit(post, await self._panels.now(seen))
        except (discord.Forbidden, discord.NotFound):
            return False

    # -- In private

    async def _present_privately(
        self, seen: Seen, player: Player, posts: Mapping[int, Post], wish: Preferences, due: int
    ) -> Edited:
        """Each player has one message a game that is kept up to date. If they should notice it, a new one takes over.

        Those before stay as they were after their turn: without its moves.
        """
        table, words, post = seen.table, WORDS[seen.table.game], posts.get(player.user_id)
        if (table.id, player.user_id) in self._answering:
            return {}  # and afterwards this table is shown again
        if wish.direct == "none":
            if post:
                await self._delete(post)
            return {player.user_id: None} if post else {}
        their_turn = seen.to_act == player.seat
        called = their_turn and wish.direct == "turns"
        nothing_yet = post is None and not words.private(seen.view)  # a post is kept up to date
        if nothing_yet and not called:
            return {}
        digest = _private_digest(seen, wish)
        begun = post is not None and post.turn != table.turn and their_turn and wish.direct != "edits"
        fresh = post is None or (begun and await self._tables.brought_back_by(table) != player.user_id)
        if post and not fresh and post.digest == digest:
            return {}
        if post and post.turn == table.turn and their_turn and self._waits(table, post, due):
            return {}  # they have seen what they did where they did it
        board = posts.get(BOARD)
        message = await self._panels.private(seen, message_url(table, board) if board else None, wish)
        try:
            if post and not fresh and await self._edit(post, message):
                return {player.user_id: _now_showing(table, digest, post)}
            sent = await self._send_privately(table, player, post, message)
            await self._record(table.id, {player.user_id: _now_showing(table, digest, sent)})
            if post and await self._has_moves(table, player, post):
                await self._delete(post)
            return {}
        except discord.HTTPException as error:
            if error.code not in CANNOT_DM:
                raise
            log.info("User %s takes no direct messages (%s)", player.user_id, error.code)
            await self._posts.set_dm_closed(player.user_id, True)
            return {player.user_id: None}

    async def _send_privately(
        self, table: Table, player: Player, old: Post | None, message: Message
    ) -> discord.Message:
        """A new message, below the old one."""
        if old and (answer := self.answers.owner(old.message_id)):
            try:
                sent = await answer.post(message, None)
            except (TimeoutError, *TROUBLES) as error:
                log.info("User %s can't be written to by an interaction: %s", player.user_id, error)
                self.answers.forget(answer)
            else:
                self.answers.release(old.message_id)
                self.answers.owns(answer, sent.id)
                return sent
        nonce = _nonce(table, f"seat {player.seat}", old)
        if old:
            channel: discord.abc.Messageable = self._client.get_partial_messageable(old.channel_id)
        else:
            channel = await self._client.create_dm(discord.Object(player.user_id))
        return await channel.send(view=message.view(), files=message.files(), nonce=nonce)

    async def _has_moves(self, table: Table, player: Player, post: Post) -> bool:
        """Whether a direct message shows a turn of its owner's, which has passed."""
        told = await self._tables.told(table.id, None, since=0)
        return any(entry.turn == post.turn and entry.seat == player.seat for entry in told)

    async def _delete(self, post: Post) -> None:
        """If this fails, there is one message too many."""
        try:
            await self._message(post).delete()
        except TROUBLES as error:
            log.info("An old direct message stays: %s", error)

    async def _tell_followers(self, table: Table, said: str, board: Post | None, troubles: list[Exception]) -> None:
        """Tell each follower once that the game is over. Errors that may pass go to `troubles`, to be tried again."""
        url = message_url(table, board) if board else None
        for user_id in await self._store.followers.of(table.id):
            try:
                if table.guild_id and table.player(user_id) is None:
                    await self._client.http.get_member(table.guild_id, user_id)  # it may be another process's server
                    channel = await self._client.create_dm(discord.Object(user_id))
                    nonce = _nonce(table, f"ended {user_id}", None)
                    await channel.send(view=hall_messages.ended(table, said, url), nonce=nonce)
            except TROUBLES as error:
                refused = isinstance(error, discord.HTTPException) and error.status in REFUSALS
                if not refused or getattr(error, "code", None) == TOO_MANY_DMS:
                    troubles.append(error)
                    continue
                log.info("User %s isn't told that table %s is over: %s", user_id, table.id, error)
            await self._store.followers.told(table.id, user_id)

    async def _part(self, table: Table, user_id: int, post: Post) -> None:
        """Take the buttons from the message of somebody who has left. The picture stays."""
        try:
            parted = Message(lambda: messages.parted(table, WORDS[table.game]))
            await self._edit(post, await self._read(parted, user_id))
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("User %s keeps the buttons of table %s: %s", user_id, table.id, error)

    async def _read(self, message: Message, user_id: int) -> Message:
        """What somebody's own message becomes, in the form in which they read it."""
        return reading.read(message, (await self._store.people.preferences(user_id)).form)

    @asynccontextmanager
    async def answering_privately(self, interaction: Interaction, table_id: int) -> AsyncIterator[None]:
        """Within, a press in a direct message is carried out and answered by `answer_privately`.

        Nothing else edits that message meanwhile.
        """
        key = table_id, interaction.user.id
        self._answering.add(key)
        try:
            yield
        finally:
            self._answering.discard(key)
            self.show(table_id, now=False)

    async def answer_privately(self, interaction: Interaction, seen: Seen, note: str = "") -> None:
        """Show a player's direct message, in the one that was pressed."""
        table, user_id, pressed = seen.table, interaction.user.id, interaction.message
        wish = await self._store.people.preferences(user_id)
        message = await self._panels.private(seen, await self.url(table), wish, note)
        await interaction.edit_original_response(**message.edit())
        self.answers.pressed(interaction)
        post = (await self._posts.of(table.id)).get(user_id)
        if post and pressed and post.message_id == pressed.id:
            digest = _private_digest(seen, wish)
            await self._posts.record(table.id, {user_id: _now_showing(table, digest, post)})

    # -- Both

    async def _send(self, table: Table, message: Message, mentioned: Player | None, nonce: str) -> discord.Message:
        channel = self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        users = [discord.Object(mentioned.user_id)] if mentioned else []
        return await channel.send(
            view=message.view(),
            files=message.files(),
            nonce=nonce,
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=users),
        )

    def _message(self, post: Post, guild_id: int | None = None) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(post.channel_id, guild_id=guild_id)
        return channel.get_partial_message(post.message_id)

    async def _edit(self, post: Post, message: Message, *, stands: bool = False) -> bool:
        """False if it can't be edited any more and must be posted anew. If it `stands`, only if it is gone."""
        if await self.answers.edit(post.message_id, message):
            return True
        try:
            await self._message(post).edit(**message.edit())
        except discord.HTTPException as error:
            unknown_message = isinstance(error, discord.NotFound) and error.code != UNKNOWN_CHANNEL
            if unknown_message or error.code in (TOO_OLD_TO_EDIT, ARCHIVED):
                return stands and not unknown_message  # refused because of its age, so it is there
            raise
        return True


def _now_showing(table: Table, digest: str, where: discord.Message | Post) -> Post:
    """The post of a new message, or of an earlier one that was edited."""
    if isinstance(where, discord.Message):
        where = Post(where.channel.id, where.id)
    return replace(where, turn=table.turn, digest=digest)


def _private_digest(seen: Seen, wish: Preferences) -> str:
    """Of a direct message. Its moves are of one version; else only what its owner knows changes anything in it.

    That is as they read it: a game may keep more in a seat's view, such as that cards passed which it didn't see.
    """
    table = seen.table
    knows = WORDS[table.game].knows(seen.view, messages.names(table))
    return _digest(knows, table.phase, table.version if seen.to_act == seen.own else 0, wish.form, wish.whys)


def message_url(table: Table, post: Post) -> str:
    return f"https://discord.com/channels/{table.guild_id or '@me'}/{post.channel_id}/{post.message_id}"


def _may_have_arrived(error: Exception) -> bool:
    """Whether what failed may have been done all the same."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500
    return not isinstance(error, discord.RateLimited)


def _overtake(posts: dict[int, Post], board: Post) -> None:
    """Note among `posts` that this board or vote is an older one, which is to lose its buttons."""
    free = next((user_id for user_id in OVERTAKEN if user_id not in posts), OVERTAKEN[0])
    posts[free] = board


def _press_of(message: discord.Message, table: Table) -> Press | None:
    """What the first control of one of the table's boards or votes means; None if the message is no such."""
    if not message.flags.components_v2:
        return None
    for item in ui.LayoutView.from_message(message).walk_children():
        try:
            press = Press.read(getattr(item, "custom_id", None) or "")
        except Refused:
            continue
        if press.table_id == table.id and press.verb in ON_BOARDS:
            return press
    return None


def _nonce(table: Table, what: str, replaced: Post | None) -> str:
    """It differs between a table's messages, and is the same when one message is sent again."""
    return _digest(table.id, table.version, what, replaced and replaced.message_id)[:NONCE_LIMIT]


def _digest(*shown: Any) -> str:
    return hashlib.sha256(b"\n".join(map(encode, shown))).hexdigest()
