"""`/settings`: what a server's managers choose for it."""

import discord
from discord import app_commands
from discord.ext import commands

from tables import Refused

from ..controls import Interaction, acknowledge, answering, tell
from ..permissions import lacking
from ..screens.daily import check_hour, clock
from ..services import Services

Hour = app_commands.Range[int, 0, 23]
NEEDED = {"view_channel": "View Channel", "send_messages": "Send Messages"}


@app_commands.default_permissions(manage_guild=True)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class SettingsCog(
    commands.GroupCog, name="settings", group_name="settings", group_description="What the hall does in this server"
):
    def __init__(self, services: Services) -> None:
        self.announcements = services.store.announcements

    @app_commands.command(name="show", description="What is announced in this server")
    async def show(self, interaction: Interaction) -> None:
        async with answering(interaction):
            guild = await _managed(interaction)
            chosen = await self.announcements.of(guild.id)
            if chosen is None:
                await tell(interaction, "Nothing is announced here. `/settings announce` changes that.")
                return
            await tell(
                interaction,
                f"Yesterday's winners and today's deals are announced in <#{chosen.channel_id}>, daily at "
                f"{clock(chosen.hour)}. `/settings silence` stops it.",
            )

    @app_commands.command(name="announce", description="Announce yesterday's winners and today's deals, daily")
    @app_commands.describe(channel="Where", hour="Of the day in UTC, 0 to 23")
    async def announce(self, interaction: Interaction, channel: discord.TextChannel, hour: Hour) -> None:
        async with answering(interaction):
            guild = await _managed(interaction)
            check_hour(hour)
            if guild.get_channel(channel.id) is None:
                raise Refused("I can't see that channel. Choose another, or let me view it.")
            if lacks := lacking(channel.permissions_for(guild.me), NEEDED, f"in {channel.mention}"):
                raise Refused(f"{lacks}.")
            await self.announcements.put(guild.id, channel.id, hour)
            await tell(
                interaction,
                f"From now on yesterday's winners and today's deals are announced in {channel.mention}, daily at "
                f"{clock(hour)}.",
            )

    @app_commands.command(name="silence", description="Stop the daily announcements")
    async def silence(self, interaction: Interaction) -> None:
        async with answering(interaction):
            guild = await _managed(interaction)
            await self.announcements.drop(guild.id)
            await tell(interaction, "The daily announcements have stopped. `/settings announce` starts them again.")


async def _managed(interaction: Interaction) -> discord.Guild:
    """The server, acknowledged. Refused for who may not manage it: a server can show its commands to anyone."""
    await acknowledge(interaction, ephemeral=True, thinking=True)
    guild = interaction.client.get_guild(interaction.guild_id or 0)
    if guild is None or not interaction.permissions.manage_guild:
        raise Refused("Only people who can manage this server may do that. Ask one of them.")
    return guild
