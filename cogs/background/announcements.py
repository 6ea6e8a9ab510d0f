"""Posts about the deals of the day: to servers that chose a channel and an hour, and reminders to
players whose streak would end.
"""

import asyncio
import contextlib
import logging
from datetime import UTC, date, datetime, timedelta
from functools import partial

import discord
from discord import ui

from languages import speaking
from tables.daily.announcements import QUIET, Announcement
from tables.daily.calendar import closes_at, now, today
from tables.daily.recaps import Recap
from tables.daily.riddles import Riddle
from tables.play.model import NOBODY, Refused

from ..delivery.courier import CANNOT_DM, nonce
from ..delivery.dress import Message
from ..delivery.fallback import in_words_else
from ..delivery.pictures import pictured
from ..discord.controls import TROUBLES, Client, language_of
from ..discord.refusals import described, is_for_good
from ..screens import daily
from ..screens import recap as recaps
from .jobs import for_each
from .members import MOST_ASKED, Members

log = logging.getLogger(__name__)

TOO_MANY = 429  # an HTTP status

PATIENCE = 50  # seconds for one announcement: less than its claim lasts
LOOKED_AT = 100  # messages to search when nobody knows whether the post was sent


class Announcer:
    """Sends what is due. Each call handles what was due when it began."""

    def __init__(self, client: Client, members: Members) -> None:
        self._client, self._members = client, members
        self._store = client.store

    async def announce(self) -> None:
        """Post to every server whose hour has come, once a day. Missed days are skipped."""
        if await self._store.weeks.waits():
            return  # another process is still counting the week that the post is about
        at = now()
        day = datetime.fromtimestamp(at, UTC).date()
        await for_each(
            lambda most, last: self._store.announcements.due(at, after=last.guild_id if last else 0, most=most),
            lambda due: self._announce(due, day),
        )

    async def _announce(self, due: Announcement, day: date) -> None:
        try:
            recap: Recap | None = None
            async with asyncio.timeout(PATIENCE):
                if not due.begun or not await self._is_posted(due, day):
                    recap = await self._post(due, day)
            await self._store.announcements.done(due.guild_id, day, recap)
        except TROUBLES as error:
            if is_for_good(error):  # tomorrow's is another
                log.warning("Server %s gets no announcement today: %s", due.guild_id, described(error))
                if set_by := await self._store.announcements.failed(due.guild_id, day):
                    await self._tell_of_failures(due, set_by, day)
                return
            log.warning("Server %s gets its announcement later: %s", due.guild_id, described(error))
            if not may_have_arrived(error):  # else it is looked for, once the claim has lapsed
                await self._store.announcements.put_off(due.guild_id)

    async def _post(self, due: Announcement, day: date) -> Recap:
        """Send one post, and return what it says. If nobody on a server has played for long, it gets none."""
        store, final = self._store, _final_day(day)
        await self._members.find_departed(
            due.guild_id, await store.recaps.doubtful(due.guild_id, final, most=MOST_ASKED)
        )
        recap = await store.recaps.of(due.guild_id, final, due.lantern)
        if due.empty >= QUIET and not recap.played:
            return recap
        riddle: Riddle | None = None
        with contextlib.suppress(Refused):  # there was no deal, or it can't be read any more
            await store.riddles.prepare()
            riddle = await store.riddles.find(final, NOBODY)
        with speaking(await language_of(self._client, self._client.get_guild(due.guild_id))):
            screen = recaps.announcement(recap, riddle, day, due.parts)
        channel = self._client.get_partial_messageable(due.channel_id, guild_id=due.guild_id)
        send = partial(_send, channel, nonce(due.channel_id, f"{day}"))  # so that a retry doesn't post twice
        await in_words_else(screen, send, browsing=True)
        return recap

    async def _is_posted(self, due: Announcement, day: date) -> bool:
        """Whether the day's post is in the channel already. Discord forgets a nonce within minutes."""
        assert self._client.user
        channel = self._client.get_partial_messageable(due.channel_id, guild_id=due.guild_id)
        try:
            async for message in channel.history(limit=LOOKED_AT):
                if message.author.id == self._client.user.id and _is_about(message, day):
                    return True
        except discord.Forbidden:  # reading messages is an optional permission
            log.info("Server %s doesn't let me read its channel", due.guild_id)
        return False

    async def _tell_of_failures(self, due: Announcement, set_by: int, day: date) -> None:
        """Tell whoever set the posts up that Discord has refused them for long."""
        guild = self._client.get_guild(due.guild_id)
        try:
            async with asyncio.timeout(PATIENCE):
                user = self._client.get_user(set_by) or await self._client.fetch_user(set_by)
                with speaking((await self._store.people.preferences(set_by)).reads):
                    message = await pictured(recaps.refused(due.channel_id, guild.name if guild else ""))
                await user.send(view=message.view(), nonce=f"{due.guild_id:x} no {day:%j}")
        except TROUBLES as error:
            log.info("User %s isn't told that the posts of server %s fail: %s", set_by, due.guild_id, error)
            if not is_for_good(error):
                await self._store.announcements.untold(due.guild_id)

    async def remind(self) -> None:
        """Remind players who asked for it and whose streak would end today."""
        at = now()
        await for_each(lambda most, last: self._store.people.to_remind(at, after=last or 0, most=most), self._remind)

    async def _remind(self, user_id: int) -> None:
        streak = await self._store.profiles.streak(user_id)
        if not streak.at_stake or await self._store.posts.dm_closed(user_id):
            return
        day = today()
        try:
            async with asyncio.timeout(PATIENCE):
                user = self._client.get_user(user_id) or await self._client.fetch_user(user_id)
                with speaking((await self._store.people.preferences(user_id)).reads):
                    message = await pictured(daily.reminder(day, streak))
                await user.send(view=message.view(), nonce=f"{user_id:x} {day:%j}")
        except TROUBLES as error:
            if isinstance(error, discord.HTTPException) and error.code in CANNOT_DM:
                await self._store.posts.set_dm_closed(user_id, True)
            elif is_for_good(error):
                log.warning("User %s isn't reminded today: %s", user_id, described(error))
            else:
                log.warning("User %s is reminded later: %s", user_id, error)
                await self._store.people.put_off_reminder(user_id)


async def _send(channel: discord.abc.Messageable, its_nonce: str, message: Message) -> None:
    await channel.send(view=message.view(), files=message.files(), nonce=its_nonce)


def _final_day(day: date) -> date:
    """The latest day whose ranked play has closed by `day`."""
    before = day - timedelta(days=1)
    return before if now() >= closes_at(before) else before - timedelta(days=1)


def _is_about(message: discord.Message, day: date) -> bool:
    """Whether the message has the button to this day's deals."""
    wanted = daily.today_press(day).custom_id()
    items = ui.LayoutView.from_message(message).walk_children()
    return any(isinstance(item, ui.Button) and item.custom_id == wanted for item in items)


def may_have_arrived(error: BaseException) -> bool:
    """Whether Discord may have done what was asked, although it failed."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == TOO_MANY
    return not isinstance(error, discord.RateLimited)
