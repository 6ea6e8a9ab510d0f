"""Performs the steps of a plan on Discord, and returns their outcomes.

It uses an interaction's token if there is one, since that costs no request, else the bot's own. Posts by the bot's own
token carry a nonce made of table and version, so that a retry within some minutes doesn't post twice. Answers can't
carry a nonce: if Discord's response to one was lost, the channel is searched for what may have been posted.
"""

import asyncio
import hashlib
import logging
from collections import defaultdict
from collections.abc import Collection, Coroutine, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, Self

import discord
from discord import ui

from engine import GAMES, encode
from languages import labelled
from tables.daily.calendar import now
from tables.play.model import Refused, Table
from tables.play.posts import BOARD, VOTE, Post, Slot

from ..discord.controls import TROUBLES, Client
from ..discord.permissions import may_read_back
from ..discord.refusals import ARCHIVED, INVALID_FORM, described, is_for_good
from ..screens.press import Press
from .absences import UNKNOWN_CHANNEL
from .answers import Answers
from .dress import Message
from .fallback import in_words_else
from .plan import Edit, Known, Outcome, Send, Stray

log = logging.getLogger(__name__)

FORBIDDEN = 403  # an HTTP status; what follows are codes of Discord's own
TOO_OLD_TO_EDIT = 30046
HAS_A_THREAD = 160004
CANNOT_DM = (10013, 50001, 50007, 50278)  # the user is gone, or wants none
NONCE_LIMIT = 25
TWICE = 1.0  # seconds; an answer that took longer may have been posted twice: discord.py tries again
LATE = 30  # seconds: a post whose answer was lost appears by then, or never
LOOKED_AT = 1000  # how many messages of a channel to search for a board that isn't recorded
A_PAGE = 100  # of them in a request
A_WEEK: Literal[10080] = 10080  # minutes: Discord hides a thread in which nothing happens for so long
ON_BOARDS = ("start", "play", "again", "vote")  # verbs: each lobby, board or vote has one of them


@dataclass(frozen=True)
class Sent:
    """Where a message was sent. `stray`: another one may have been sent too, and must be looked for."""

    post: Post | None
    stray: Stray | None = None


@dataclass(frozen=True)
class Doubt:
    """Direct messages to one user that may have come, or may still come, and aren't recorded.

    `until`: when the last of them may come, in seconds since 1970. `after`: the message before them, 0 if there was
    none; None: the one that is recorded.
    """

    until: int
    after: int | None

    def joined(self, before: Self | None) -> Self:
        """This, and what was in doubt before it."""
        known = [doubt.after for doubt in (self, before) if doubt and doubt.after is not None]
        return replace(self, after=min(known, default=None))

    def begins_after(self, recorded: int) -> int:
        """The message after which to look. `recorded`: the one that is; another may have been pressed meanwhile."""
        return recorded if self.after is None else min(recorded, self.after)


class Courier:
    def __init__(self, client: Client) -> None:
        self._client = client
        self.answers = Answers()
        self._doubted = defaultdict[int, dict[int, Doubt]](dict)  # by table, then user

    def doubt_all(self, table: Table) -> None:
        """After a kill any player may have a direct message that isn't recorded. None comes any more."""
        for player in table.players:
            self._doubted[table.id].setdefault(player.user_id, Doubt(0, None))

    # -- Edits

    async def edit(self, table: Table, step: Edit) -> Outcome:
        """Edit a message.

        Raises one of TROUBLES, unless an Outcome says what happened or the message may stay as it is.
        """
        try:
            return await in_words_else(step.screen, partial(self.put, step.post, only_checks=step.only_checks))
        except discord.HTTPException as error:
            outcome = _accepted(table, step, error)
            if outcome is None:
                raise
            log.info("A message of table %s stays as it is: %s", table.id, described(error))
            return outcome
        finally:
            if step.slot.kind == "old":
                self.answers.release(step.post.message_id)

    async def put(self, post: Post, message: Message, *, only_checks: bool = False) -> Outcome:
        """Edit a message. `only_checks`: only make sure that it is there. Raises one of TROUBLES."""
        if await self.answers.edit(post.message_id, message):
            return Outcome.DONE
        try:
            await self.message(post).edit(**message.edit())
        except discord.HTTPException as error:
            if only_checks and error.code == INVALID_FORM:
                return Outcome.BARE
            if message.keeps_pictures and error.code == INVALID_FORM:  # it has words instead: they couldn't be drawn
                return await self.put(post, message.without_kept())
            if isinstance(error, discord.NotFound) and error.code != UNKNOWN_CHANNEL:
                return Outcome.GONE
            if error.code in (TOO_OLD_TO_EDIT, ARCHIVED):  # so it is there
                return Outcome.DONE if only_checks else Outcome.GONE
            raise
        return Outcome.DONE

    async def delete(self, post: Post) -> None:
        """Delete a message. If that fails, there is one message too many."""
        try:
            await self.message(post).delete()
        except TROUBLES as error:
            log.info("An old direct message stays: %s", error)

    # -- What is new

    async def send(self, table: Table, step: Send) -> Sent:
        """Send a message. Raises one of TROUBLES if nothing was sent, or `Unknown`."""
        return await in_words_else(step.screen, partial(self._send, table, step), moving=step.moving)

    async def _send(self, table: Table, step: Send, message: Message) -> Sent:
        if step.slot.kind == "private":
            try:
                return Sent(await self._send_privately(table, step, message))
            except asyncio.CancelledError as error:  # there is something newer to show
                self._doubt_after(error, table, step)
                raise
        if step.slot == BOARD:
            sent = await self._answer(table, step, message)
            if sent.post is not None or sent.stray is not None:
                return sent
        began = _time()
        try:
            sent_message = await self.post(table, message, _nonce(table, step, step.replaces), step.calls)
        except TROUBLES as error:
            if may_have_arrived(error, began):
                raise Unknown(Stray(_before(step)), error) from error
            raise
        return Sent(Post(sent_message.channel.id, sent_message.id))

    async def _answer(self, table: Table, step: Send, message: Message) -> Sent:
        """Post a board as the public answer to the move that led to it, if that is possible. Else nothing is sent."""
        answer = await self.answers.to_post_in(table.id, table.channel_id)
        if answer is None:
            return Sent(None)
        began = _time()
        try:
            sent = await answer.post(message, step.calls)
        except (TimeoutError, *TROUBLES) as error:
            log.info("A board of table %s can't be posted as an answer: %s", table.id, error)
            self.answers.forget(answer)
            return Sent(None, Stray(_before(step), now() + LATE) if may_have_arrived(error, began) else None)
        self.answers.set_owner(answer, sent.id)
        return Sent(Post(sent.channel.id, sent.id), Stray(_before(step)) if _time() - began >= TWICE else None)

    async def _send_privately(self, table: Table, step: Send, message: Message) -> Post:
        """Send a new message, below the old one."""
        old, user_id = step.replaces, step.slot.of
        if old and (answer := self.answers.owner(old.message_id)):
            began = _time()
            try:
                sent = await answer.post(message)
            except (TimeoutError, *TROUBLES) as error:
                log.info("User %s can't be written to by an answer: %s", user_id, error)
                self.answers.forget(answer)
                self._doubt_after(error, table, step, began)
            else:
                if _time() - began >= TWICE:
                    self._doubted[table.id][user_id] = Doubt(now(), old.message_id)  # if looking for it fails
                    await self._delete_strays(table, sent.channel, old.message_id, kept=sent.id)
                    del self._doubted[table.id][user_id]
                if self.answers.owner(old.message_id) is answer:
                    self.answers.release(old.message_id)
                self.answers.set_owner(answer, sent.id)
                return Post(sent.channel.id, sent.id)
        channel = await self._dms(user_id, old)
        deleted = await self._delete_doubted(table, channel, user_id, old)
        nonce = _nonce(table, step, deleted or old)  # with a deleted message's nonce Discord posts nothing
        began = _time()
        try:
            posted = await channel.send(view=message.view(), files=message.files(), nonce=nonce)
        except TROUBLES as error:
            self._doubt_after(error, table, step, began)
            raise
        return Post(posted.channel.id, posted.id)

    def _doubt_after(self, error: BaseException, table: Table, step: Send, began: float | None = None) -> None:
        if may_have_arrived(error, began):
            here, user_id = self._doubted[table.id], step.slot.of
            here[user_id] = Doubt(now() + LATE, _before(step)).joined(here.get(user_id))

    async def delete_doubted(self, table: Table, posts: Mapping[Slot, Post]) -> int | None:
        """Delete direct messages of this table that aren't among these, its recorded posts.

        After a kill, who has none recorded is left alone until they are written to: most have none at all. Returns
        until when (Unix time) another one may arrive, if any may. Raises one of TROUBLES.
        """
        here = self._doubted.get(table.id)
        if not here:
            self._doubted.pop(table.id, None)
            return None
        for user_id, doubt in [*here.items()]:
            post = posts.get(Slot("private", user_id))
            try:
                if post or doubt.until:
                    await self._delete_doubted(table, await self._dms(user_id, post), user_id, post)
                elif table.phase in ("over", "closed"):
                    del here[user_id]
            except (discord.Forbidden, discord.NotFound):  # there are no direct messages with them any more
                del here[user_id]
        return max((doubt.until for doubt in here.values()), default=0) or None

    async def _delete_doubted(
        self, table: Table, channel: discord.abc.Messageable, user_id: int, known: Post | None
    ) -> Post | None:
        """Delete what may have come and isn't the message that is known. Returns the last that was deleted, if any."""
        doubt = self._doubted.get(table.id, {}).get(user_id)
        if doubt is None:
            return None
        kept = known.message_id if known else 0
        deleted = await self._delete_strays(table, channel, doubt.begins_after(kept), kept=kept)
        if not lies_ahead(doubt.until, LATE):
            del self._doubted[table.id][user_id]
        return deleted

    async def _dms(self, user_id: int, known: Post | None) -> discord.abc.Messageable:
        """The channel of their direct messages, of which one may be known."""
        if known:
            return self._client.get_partial_messageable(known.channel_id)
        return await self._client.create_dm(discord.Object(user_id))

    async def _delete_strays(
        self, table: Table, channel: discord.abc.Messageable, after: int, *, kept: int = 0
    ) -> Post | None:
        """Delete this table's messages that came after the one of this id, but for `kept`.

        If it is 0, the newest are searched. Returns the last that was deleted, if any. Raises one of TROUBLES.
        """
        newest_deleted = None
        async for message in channel.history(limit=LOOKED_AT if after else A_PAGE):
            if message.id <= after:
                break
            if message.id != kept and any(press.table_id == table.id for press in _presses(message)):
                deleted = Post(message.channel.id, message.id)
                await self.delete(deleted)
                newest_deleted = newest_deleted or deleted
        return newest_deleted

    async def post(self, table: Table, message: Message, nonce: str, called: Collection[int] = ()) -> discord.Message:
        """Post in the table's channel, by the bot's own token."""
        channel = self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        users = await _pinged(self._client, table, called)
        return await channel.send(
            view=message.view(),
            files=message.files(),
            nonce=nonce,
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=users),
        )

    # -- What may have been posted

    async def find_strays(self, table: Table, known: Known) -> Known | None:
        """Look for boards and votes that were posted but not recorded. None if the bot can't read the channel now.

        One of them may become the board; the others are deleted.
        """
        assert known.stray is not None
        if not may_read_back(self._client.get_guild(table.guild_id or 0), table.channel_id):
            return None
        after = known.stray.after
        recorded = {post.message_id for post in known.posts.values()}
        channel = self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        try:
            async for message in channel.history(limit=LOOKED_AT):
                if message.id <= after:
                    break
                press = _press_of(message, table) if message.id not in recorded else None
                if press is None:
                    continue
                adopted = known.adopting(Post(channel.id, message.id, table.turn), press, table)
                if adopted is None:
                    await message.delete()
                else:
                    known = adopted
        except discord.Forbidden:
            return None
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL and table.phase != "closed":  # it may be back soon
                raise
        return known

    def message(self, post: Post, guild_id: int | None = None) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(post.channel_id, guild_id=guild_id)
        return channel.get_partial_message(post.message_id)


async def _pinged(client: Client, table: Table, called: Collection[int]) -> list[discord.Object]:
    """Whom a message may ping: nobody where the server's managers want that."""
    pings = bool(called) and (await client.store.servers.of(table.guild_id)).pings
    return [*map(discord.Object, called)] if pings else []


async def open_thread(courier: Courier, table: Table, lobby: Post) -> bool:
    """Open a thread of the table's own. Its id is that of the lobby's message, so a crash makes no second one.

    False if there can be none.
    """
    names = ", ".join(map(table.name_of, table.players))
    name = labelled(GAMES[table.game].title, names)[:100]
    try:
        await courier.message(lobby, table.guild_id).create_thread(name=name, auto_archive_duration=A_WEEK)
    except discord.HTTPException as error:
        if isinstance(error, discord.DiscordServerError) or error.code == UNKNOWN_CHANNEL:
            raise
        if error.code != HAS_A_THREAD:
            log.info("Table %s gets no thread: %s", table.id, described(error))
            return False
    return True


async def delete_old(courier: Courier, post: Post) -> Outcome:
    """Delete an old board, which could still be pressed. Raises one of TROUBLES, unless it may stay."""
    try:
        if not await courier.answers.delete(post.message_id):
            await courier.message(post).delete()
    except discord.HTTPException as error:
        if not _may_stay(error):
            raise
        log.info("An old board stays: %s", described(error))
    return Outcome.DONE


def request_for(courier: Courier, table: Table, step: Edit | Send) -> Coroutine[Any, Any, Outcome | Sent]:
    return courier.edit(table, step) if isinstance(step, Edit) else courier.send(table, step)


class Unknown(Exception):
    """A message may have been sent or not, so it must be looked for. `error` is why nobody knows."""

    def __init__(self, stray: Stray, error: Exception) -> None:
        super().__init__(str(error))
        self.stray, self.error = stray, error


def _time() -> float:
    return asyncio.get_running_loop().time()


def _before(step: Send) -> int:
    return step.replaces.message_id if step.replaces else 0


def _accepted(table: Table, step: Edit, error: discord.HTTPException) -> Outcome | None:
    """The outcome of an edit that Discord refuses, if the message can stay as it is; None if it can't."""
    for_good = is_for_good(error)
    if table.phase == "closed" and error.code == UNKNOWN_CHANNEL:
        return Outcome.GONE  # should it come back, the message says so then
    if table.phase == "closed":
        return Outcome.DONE if for_good else None
    if table.solo:
        return Outcome.GONE if for_good else None
    if step.slot.kind == "old":
        return Outcome.DONE if _may_stay(error) else None
    return Outcome.DONE if for_good and step.slot.kind == "private" and step.shows is None else None


def _may_stay(error: discord.HTTPException) -> bool:
    """Whether an old board that Discord refuses to change may stay as it is."""
    return error.status < 500 and error.status != FORBIDDEN and error.code != UNKNOWN_CHANNEL


def lies_ahead(due: int, most: int) -> bool:
    """Whether this time, in seconds since 1970, is still to come. If it lies further ahead than `most` seconds, it was
    noted before the clock was set back.
    """
    return 0 < due - now() <= most


def may_have_arrived(error: BaseException, began: float | None = None) -> bool:
    """Whether Discord may have done what was asked, although it failed. `began`: when it was asked, if that is known.

    discord.py tries again after a 500, so one may have come before: if it took so long, before any refusal.
    """
    if isinstance(error, discord.HTTPException):
        again = began is not None and _time() - began >= TWICE
        return error.status >= 500 or error.status == 429 or again
    return not isinstance(error, discord.RateLimited)


def _press_of(message: discord.Message, table: Table) -> Press | None:
    """The first control of one of the table's boards or votes; None if the message is neither."""
    of_boards = (press for press in _presses(message) if press.table_id == table.id and press.verb in ON_BOARDS)
    return next(of_boards, None)


def _presses(message: discord.Message) -> Iterator[Press]:
    """What the controls of a message mean."""
    if message.flags.components_v2:
        for item in ui.LayoutView.from_message(message).walk_children():
            with suppress(Refused):
                yield Press.read(getattr(item, "custom_id", None) or "")


def _nonce(table: Table, step: Send, before: Post | None) -> str:
    names: Mapping[Slot, str] = {BOARD: "board", VOTE: "vote"}
    return nonce_of(table, names.get(step.slot, f"user {step.slot.of}"), before)


def nonce_of(table: Table, what: str, replaced: Post | None = None) -> str:
    """A nonce that differs between a table's messages, and is the same when one message is sent again."""
    parts = table.id, table.version, what, replaced and replaced.message_id
    return hashlib.sha256(b"\n".join(map(encode, parts))).hexdigest()[:NONCE_LIMIT]
