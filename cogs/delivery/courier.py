"""Performs the steps of a plan on Discord, and returns their outcomes.

A new message is posted by the bot's own token, with a nonce: sent again within some minutes, Discord returns the
message that it has. An edit can be repeated, so it goes by the token of an interaction while one lasts, which costs no
request.
"""

import hashlib
import logging
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Literal

import discord
from discord import ui

from engine import GAMES, encode
from languages import labelled
from tables.daily.calendar import now
from tables.play.model import Refused, Table
from tables.play.posts import VOTE, Post, Slot

from ..discord.controls import TROUBLES, Client
from ..discord.permissions import may_read_back
from ..discord.refusals import ARCHIVED, INVALID_FORM, described, is_for_good
from ..screens.press import Press
from .absences import UNKNOWN_CHANNEL
from .dress import Message
from .fallback import in_words_else
from .plan import Edit, Outcome, Send, turn_shown
from .tokens import Tokens

log = logging.getLogger(__name__)

FORBIDDEN = 403  # an HTTP status; what follows are codes of Discord's own
TOO_OLD_TO_EDIT = 30046
HAS_A_THREAD = 160004
CANNOT_DM = (10013, 50001, 50007, 50278)  # the user is gone, or wants none
NONCE_LIMIT = 25
A_PAGE = 100  # messages of a channel that one request reads
A_WEEK: Literal[10080] = 10080  # minutes: Discord hides a thread in which nothing happens for so long
ON_BOARDS = ("start", "play", "again")  # verbs: each lobby or board has one of them


class Courier:
    def __init__(self, client: Client) -> None:
        self._client = client
        self.tokens = Tokens()

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
                self.tokens.release(step.post.message_id)

    async def put(self, post: Post, message: Message, *, only_checks: bool = False) -> Outcome:
        """Edit a message. `only_checks`: only make sure that it is there. Raises one of TROUBLES."""
        if await self.tokens.edit(post.message_id, message):
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

    async def send(self, table: Table, step: Send, nonce: str, *, again: bool) -> Post:
        """Send a message. `again`: Discord may have one of this nonce, which it returns. Raises one of TROUBLES."""
        sent = await in_words_else(step.screen, partial(self._send, table, step, nonce), moving=step.moving)
        placed = replace(step.shows, channel_id=sent.channel.id, message_id=sent.id)
        if not again:
            return placed
        return replace(placed, digest="", turn=turn_shown(step.slot, table, _versions(sent, table)))

    async def _send(self, table: Table, step: Send, nonce: str, message: Message) -> discord.Message:
        if step.slot.kind != "private" and not table.solo:
            return await self.post(table, message, nonce, step.calls)
        channel = await self._direct(step.slot.of or table.host_id, step.replaces if step.slot.of else None)
        return await channel.send(view=message.view(), files=message.files(), nonce=nonce)

    async def _direct(self, user_id: int, known: Post | None) -> discord.abc.Messageable:
        """The channel of this user's direct messages; that of `known`, if there is one."""
        if known:
            return self._client.get_partial_messageable(known.channel_id)
        return await self._client.create_dm(discord.Object(user_id))

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

    async def find(self, table: Table, slot: Slot, posts: Mapping[Slot, Post]) -> Post | None:
        """Look on the newest page of its channel for a message that may have been sent, and isn't among these posts.

        None if it isn't there, or nobody may look there. Raises one of TROUBLES.
        """
        known, recorded = posts.get(slot), {post.message_id for post in posts.values()}
        try:
            if slot.kind == "private" or table.solo:
                channel = await self._direct(slot.of or table.host_id, known if slot.of else None)
            elif may_read_back(self._client.get_guild(table.guild_id or 0), table.channel_id):
                channel = self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
            else:
                return None
            async for message in channel.history(limit=A_PAGE):
                if known and message.id <= known.message_id:
                    break
                if message.id not in recorded and _is_of(message, table, slot):
                    return Post(message.channel.id, message.id, turn_shown(slot, table, _versions(message, table)))
        except (discord.Forbidden, discord.NotFound) as error:
            if error.code == UNKNOWN_CHANNEL and slot.kind != "private" and table.phase != "closed":
                raise  # it may be back soon
        return None

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
        if not await courier.tokens.delete(post.message_id):
            await courier.message(post).delete()
    except discord.HTTPException as error:
        if not _may_stay(error):
            raise
        log.info("An old board stays: %s", described(error))
    return Outcome.DONE


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


def _versions(message: discord.Message, table: Table) -> set[int]:
    """The versions of the table that a message's controls name."""
    return {press.version for press in _presses(message) if press.table_id == table.id}


def _is_of(message: discord.Message, table: Table, slot: Slot) -> bool:
    """Whether a message that the bot has sent is one of this slot of the table."""
    verbs = {press.verb for press in _presses(message) if press.table_id == table.id}
    if slot == VOTE or "vote" in verbs:
        return slot == VOTE and "vote" in verbs
    return bool(verbs) if slot.kind == "private" or table.solo else not verbs.isdisjoint(ON_BOARDS)


def _presses(message: discord.Message) -> Iterator[Press]:
    """What the controls of a message mean."""
    if message.flags.components_v2:
        for item in ui.LayoutView.from_message(message).walk_children():
            with suppress(Refused):
                yield Press.read(getattr(item, "custom_id", None) or "")


def nonce_of(table: Table, what: str, replaced: Post | None = None) -> str:
    """A nonce that differs between a table's messages, and is the same when one message is sent again."""
    return nonce(table.channel_id, table.id, table.version, what, replaced and replaced.message_id)


def nonce(channel_id: int, *what: object) -> str:
    """A nonce for what is posted in a channel: in another one the same is another message."""
    return hashlib.sha256(b"\n".join(map(encode, (channel_id, *what)))).hexdigest()[:NONCE_LIMIT]
