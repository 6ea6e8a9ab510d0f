"""Shares how a deal of the day went, without spoilers: here by a command, or by a press where it was asked for."""

from datetime import timedelta

import discord

from engine import GAMES
from tables.daily.calendar import today
from tables.history.analyses import Analysis
from tables.play.model import Refused, Table
from tables.play.posts import SHARED, Post
from tables.play.results import Result

from ..delivery.dress import dress
from ..discord.controls import Interaction, acknowledge_privately, name_of, tell
from ..screens import analysis, daily
from ..screens.analysis import WITH_LUCK
from ..screens.press import Press
from ..screens.screen import Screen
from .cog import Cog, pressed

Writable = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread  # in a server
SHARED_ALREADY = "You've shared this result already:"
SHARE_THERE = "Use `/daily show:Share` in the channel that should see your result."


class Sharing(Cog):
    async def to_share(self, interaction: Interaction, game: str) -> tuple[Table, Screen, str | None]:
        """This user's latest ranked game, how it went, and the link if they have shared it here. Raises Refused."""
        for day in (today(), today() - timedelta(days=1)):
            standing = await self.store.deals.standing(interaction.user.id, game, day)
            if standing.result is not None and not standing.result.unfinished:
                table = await self.tables.get(standing.result.table_id)
                screen = daily.shared(name_of(interaction.user), *await self._course(table))
                here = self.client.get_partial_messageable(interaction.channel_id or 0, guild_id=interaction.guild_id)
                return table, screen, await self._before(table, here)
        title = GAMES[game].title
        raise Refused(f"You haven't finished a ranked deal of {title} since yesterday. `/daily` starts one.")

    @pressed("share", acknowledge_privately)
    async def share(self, interaction: Interaction, press: Press) -> None:
        """In the channel where the deal was asked for, once; with luck, once more."""
        table = await self.tables.get(press.table_id)
        if table.host_id != interaction.user.id:
            raise Refused("This is somebody else's game. `/daily` starts yours.")
        course = await self._course(table)
        luck = await self._luck(table) if press.args == (WITH_LUCK,) else ""
        channel, member = await self._where(interaction.user.id, table)
        if before := await self._before(table, channel, WITH_LUCK if luck else ""):
            await tell(interaction, f"{SHARED_ALREADY} {before}")
            return
        view = dress(daily.shared(name_of(member), *course, luck))
        nonce = f"share {table.id} {'luck' if luck else ''}".strip()
        sent = await channel.send(view=view, nonce=nonce)  # two presses at once are one message
        await self.record(table, sent.channel.id, sent.id, WITH_LUCK if luck else "")
        await tell(interaction, f"You shared your result in <#{sent.channel.id}>: {sent.jump_url}")

    async def _before(self, table: Table, place: Writable | discord.PartialMessageable, told: str = "") -> str | None:
        """The link, if the result stands there already, with luck if that is to be `told`.

        None too where the bot can't look: then it is shared once more.
        """
        post = (await self.store.posts.of(table.id)).get(SHARED)
        if post is None or post.channel_id != place.id or (told and post.digest != told):
            return None
        try:
            await place.fetch_message(post.message_id)
        except (discord.NotFound, discord.Forbidden):
            return None
        return f"{place.jump_url}/{post.message_id}"

    async def record(self, table: Table, channel_id: int, message_id: int, told: str = "") -> None:
        await self.store.posts.record(table.id, {SHARED: Post(channel_id, message_id, digest=told)})

    async def _luck(self, table: Table) -> str:
        """How much of a deal was luck, in a line that spoils nothing. Raises Refused."""
        found = await self.store.analyses.find(table.id)
        if not isinstance(found, Analysis):
            raise Refused("Let me look back at this game first: press “How did I play?”.")
        return analysis.luck(analysis.told(found, table.host_id))

    async def _where(self, user_id: int, table: Table) -> tuple[Writable, discord.Member]:
        """The channel where this deal was asked for, and its player there. Refused unless both of us may write."""
        asked = await self.store.deals.asked(table.id)
        cannot = Refused(f"I can't post where you asked for this deal. {SHARE_THERE}")
        if asked is None or asked.guild_id is None:
            raise cannot
        try:
            guild, channel, ruled_by = await self._place(asked.guild_id, asked.channel_id)
        except (discord.NotFound, discord.Forbidden):
            raise cannot from None
        if not isinstance(channel, Writable):
            raise cannot
        try:
            member = await guild.fetch_member(user_id)
        except discord.NotFound:
            raise Refused(f"You've left that server. {SHARE_THERE}") from None
        assert self.client.user
        me = guild.me or await guild.fetch_member(self.client.user.id)
        for who, whose in ((me, "I"), (member, "You")):
            allowed = ruled_by.permissions_for(who)
            thread = isinstance(channel, discord.Thread)
            if not (allowed.view_channel and (allowed.send_messages_in_threads if thread else allowed.send_messages)):
                raise Refused(f"{whose} can't write in {channel.mention}, where you asked for it. {SHARE_THERE}")
        return channel, member

    async def _place(
        self, guild_id: int, channel_id: int
    ) -> tuple[discord.Guild, discord.abc.GuildChannel | discord.Thread, discord.abc.GuildChannel]:
        """A server, a channel or thread of it, and the channel that says who may write there.

        Discord is asked for what only another process is told of. Raises NotFound or Forbidden.
        """
        guild = self.client.get_guild(guild_id) or await self.client.fetch_guild(guild_id)
        channel = guild.get_channel_or_thread(channel_id) or await guild.fetch_channel(channel_id)
        if not isinstance(channel, discord.Thread):
            return guild, channel, channel
        parent = guild.get_channel(channel.parent_id) or await guild.fetch_channel(channel.parent_id)
        assert isinstance(parent, discord.abc.GuildChannel)
        return guild, channel, parent

    async def _course(self, table: Table) -> tuple[Result, str, int]:
        """What others may know: the result, its story in signs, the player's streak. Refused where nothing counts."""
        result = next(iter(await self.store.results.of(table.id)), None)
        if result is None or result.day is None or result.unfinished:
            raise Refused("Only a ranked attempt finished in time can be shared.")
        streak = await self.store.profiles.streak(table.host_id)
        return result, await self.signs(table.id), streak.current

    async def signs(self, table_id: int) -> str:
        """How a game went, as everybody may know it."""
        table, told = await self.tables.get(table_id), await self.tables.told(table_id, None, since=0)
        return daily.story(table.game, [event for entry in told for event in entry.events])
