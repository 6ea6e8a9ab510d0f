"""`/settings`: what a server's managers choose for it."""

import discord
from discord import app_commands

from tables.play.model import Refused

from ..discord.controls import Interaction, acknowledge_privately, tell
from ..discord.permissions import lacking
from ..screens.daily import check_hour, clock
from .cog import Cog, command, offered
from .preferences import AS_DISCORD, LANGUAGE_CHOICES, LANGUAGES

Hour = app_commands.Range[int, 0, 23]
ANNOUNCE = {"daily": "Daily", "never": "Never"}
NEEDED = {"view_channel": "View Channel", "send_messages": "Send Messages"}


class SettingsCog(Cog):
    @command(
        "settings",
        "What I announce in this server, and its language",
        announce="Yesterday's winners and today's deals",
        channel="Where",
        hour="Of the day in UTC, 0 to 23",
        language="Of tables and announcements here",
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
        """Without options, tell what is chosen."""
        guild = await _managed(interaction)
        if announce not in (None, *ANNOUNCE) or language not in (None, *LANGUAGES):
            raise Refused("Pick one of the choices offered.")
        if language is not None:
            await self.store.servers.speak(guild.id, None if language == AS_DISCORD else language)
        if announce == "never":
            await self.store.announcements.drop(guild.id)
        elif channel is not None and hour is not None:
            await self._announce(guild, channel, hour)
        elif announce or channel or hour is not None:
            raise Refused("Say where and when: give `channel:` and `hour:`.")
        await tell(interaction, await self._chosen(guild))

    async def _announce(self, guild: discord.Guild, channel: discord.TextChannel, hour: int) -> None:
        check_hour(hour)
        if guild.get_channel(channel.id) is None:
            raise Refused("I can't see that channel. Choose another, or let me view it.")
        if reason := lacking(channel.permissions_for(guild.me), NEEDED, f"in {channel.mention}"):
            raise Refused(f"{reason}.")
        await self.store.announcements.put(guild.id, channel.id, hour)

    async def _chosen(self, guild: discord.Guild) -> str:
        language = LANGUAGES[await self.store.servers.language(guild.id) or AS_DISCORD]
        spoken = f"Language of new tables and announcements: **{language}**."
        chosen = await self.store.announcements.of(guild.id)
        if chosen is None:
            return f"{spoken}\nNothing is announced here. `/settings channel: hour:` changes that."
        return (
            f"{spoken}\nYesterday's winners and today's deals are announced in <#{chosen.channel_id}>, daily at "
            f"{clock(chosen.hour)}. `/settings announce:Never` stops it."
        )


async def _managed(interaction: Interaction) -> discord.Guild:
    """Acknowledge, and return the server. Raises Refused for users who may not manage it but see the command."""
    await acknowledge_privately(interaction)
    guild = interaction.client.get_guild(interaction.guild_id or 0)
    if guild is None or not interaction.permissions.manage_guild:
        raise Refused("Only people who can manage this server may do that. Ask one of them.")
    return guild
