"""`/settings`: what a server's managers choose for it."""

import discord
from discord import app_commands

from engine.sentences import sentence
from languages import later, say, whole_date
from tables.daily.announcements import Announcement
from tables.play.model import Refused

from ..discord.controls import Interaction, acknowledge_privately, tell
from ..discord.permissions import IN_CHANNEL, lacking
from ..screens.daily import check_hour, clock
from .cog import Cog, command, offered
from .preferences import AS_DISCORD, LANGUAGE_CHOICES, LANGUAGES, language_name

Hour = app_commands.Range[int, 0, 23]
ANNOUNCE = {"daily": later("Daily"), "never": later("Never")}


class SettingsCog(Cog):
    @command(
        "settings",
        later("What I announce in this server, and its language"),
        announce=later("Yesterday's winners and today's deals"),
        channel=later("Where"),
        hour=later("Of the day in UTC, 0 to 23"),
        language=later("Of tables and announcements here"),
    )
    @app_commands.choices(announce=offered(ANNOUNCE), language=LANGUAGE_CHOICES)
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def settings(
        self,
        interaction: Interaction,
        announce: str | None = None,
        channel: discord.TextChannel | None = None,
        hour: Hour | None = None,
        language: str | None = None,
    ) -> None:
        """Change a server's settings; without options, tell what is chosen."""
        guild = await _managed(interaction)
        if announce not in (None, *ANNOUNCE) or language not in (None, *LANGUAGES):
            raise Refused(say("Pick one of the choices offered."))
        if language is not None:
            await self.store.servers.speak(guild.id, None if language == AS_DISCORD else language)
        if announce == "never":
            await self.store.announcements.drop(guild.id)
        elif channel is not None and hour is not None:
            await self._announce(guild, channel, hour, interaction.user.id)
        elif announce or channel or hour is not None:
            raise Refused(say("Say where and when: give `channel:` and `hour:`."))
        await tell(interaction, await self._chosen(guild))

    async def _announce(self, guild: discord.Guild, channel: discord.TextChannel, hour: int, user_id: int) -> None:
        check_hour(hour)
        if guild.get_channel(channel.id) is None:
            raise Refused(say("I can't see that channel. Choose another, or let me view it."))
        if reason := lacking(channel.permissions_for(guild.me), IN_CHANNEL, channel.mention):
            raise Refused(sentence(f"{reason}."))
        await self.store.announcements.put(guild.id, channel.id, hour, user_id)

    async def _chosen(self, guild: discord.Guild) -> str:
        language = language_name(await self.store.servers.language(guild.id) or AS_DISCORD)
        spoken = say("Language of new tables and announcements: **{language}**.", language=language)
        chosen = await self.store.announcements.of(guild.id)
        if chosen is None:
            nothing = say("Nothing is announced here. `/settings channel: hour:` changes that.")
            return f"{spoken}\n{nothing}"
        announced = say(
            "Yesterday's winners and today's deals are announced in {channel}, daily at {time}. "
            "`/settings announce:Never` stops it.",
            channel=f"<#{chosen.channel_id}>",
            time=clock(chosen.hour),
        )
        return "\n".join((spoken, announced, *_troubles(guild, chosen)))


def _troubles(guild: discord.Guild, chosen: Announcement) -> tuple[str, ...]:
    """What keeps the posts from coming, if anything does."""
    if chosen.failing_since is None:
        return ()
    failing = say(
        "⚠️ Discord has refused the posts since {day}. I try again every day.", day=whole_date(chosen.failing_since)
    )
    channel = guild.get_channel(chosen.channel_id)
    if channel is None:
        return failing, say("I can't see that channel. Choose another, or let me view it.")
    reason = lacking(channel.permissions_for(guild.me), IN_CHANNEL, channel.mention)
    return (failing, sentence(f"{reason}.")) if reason else (failing,)


async def _managed(interaction: Interaction) -> discord.Guild:
    """Acknowledge, and return the server. Raises Refused for users who may not manage it but see the command."""
    await acknowledge_privately(interaction)
    guild = interaction.client.get_guild(interaction.guild_id or 0)
    if guild is None or not interaction.permissions.manage_guild:
        raise Refused(say("Only people who can manage this server may do that. Ask one of them."))
    return guild
