"""What a server's managers have ruled: who may play there and where, and who may open tables.

One check for presses and commands, below both. What may be done in spite of it says so where it is declared: see Verb.
"""

from collections.abc import Iterator

import discord

from languages import later, listed, say
from tables.people.servers import ServerSettings
from tables.play.model import Refused, Table

from ..discord.controls import Client, Interaction

BLOCKED = later("The moderators of this server have blocked you here. You can still leave, and finish your games.")
NOT_HERE = later("Games aren't played in this channel.")
ONLY_THERE = later("Games are played in {channels} in this server.")
NO_ROLE = later("In this server only {role} may open tables.")
NAMED = 5  # channels in a sentence


class HouseRules:
    def __init__(self, client: Client) -> None:
        self._client, self._servers, self._tables = client, client.store.servers, client.store.tables

    async def require(self, interaction: Interaction, table: Table | None = None) -> None:
        """Refuse a user who is blocked, and games where none may be played. `table`: what a press is about.

        A game that has begun is played to its end wherever it is, or else a new rule would make somebody lose. Whoever
        plays alone, outside of any group, goes on likewise.
        """
        if table is not None and table.solo and table.phase == "playing":
            return
        guild_id = interaction.guild_id if table is None else table.guild_id
        await self.require_unblocked(guild_id, interaction.user.id)
        chosen = await self._servers.of(guild_id)
        if chosen.places == "all" or (table is not None and table.phase == "playing"):
            return
        place = interaction.channel_id if table is None else table.channel_id
        if chosen.may_play_in(self._places(interaction, place)):
            return
        if table is None and place is not None:
            here = await self._tables.in_channel(place)
            if here is not None and here.phase == "playing":
                return
        raise Refused(_where_instead(chosen))

    async def require_unblocked(self, guild_id: int | None, user_id: int) -> None:
        """Refuse a user who is blocked in that server."""
        if await self._servers.is_blocked(guild_id, user_id):
            raise Refused(say(BLOCKED))

    def _places(self, interaction: Interaction, channel_id: int | None) -> Iterator[int]:
        """The ids that a channel goes by: its own, and that of the channel whose thread it is."""
        if channel_id is None:
            return
        yield channel_id
        channel = self._client.get_channel(channel_id)
        if channel is None and channel_id == interaction.channel_id:
            channel = interaction.channel  # a thread that is new
        if isinstance(channel, discord.Thread):
            yield channel.parent_id

    async def require_opening(self, interaction: Interaction) -> ServerSettings:
        """Refuse a user who may open no tables for groups. How many there may be is checked when one is opened."""
        chosen = await self._servers.of(interaction.guild_id)
        role_id, user = chosen.role_id, interaction.user
        if role_id is None or not isinstance(user, discord.Member) or interaction.permissions.manage_guild:
            return chosen
        if user.guild.get_role(role_id) and role_id not in [role.id for role in user.roles]:  # it may be deleted
            raise Refused(say(NO_ROLE, role=f"<@&{role_id}>"))
        return chosen


def _where_instead(chosen: ServerSettings) -> str:
    """Why no game may be played here, and where one may."""
    if chosen.places == "only" and chosen.channels:
        channels = listed([f"<#{channel_id}>" for channel_id in chosen.channels[:NAMED]])
        return f"{say(NOT_HERE)} {say(ONLY_THERE, channels=channels)}"
    return say(NOT_HERE)
