"""The permissions that the bot needs to show a table somewhere, and the sentence when one is missing."""

from collections.abc import Mapping
from typing import Any

from discord import Guild, Interaction, Member, Permissions, StageChannel, Thread, VoiceChannel

from languages import later, listed, say, say_many
from tables.play.model import Refused, Table

IN_CHANNEL = {
    "view_channel": later("View Channel"),
    "send_messages": later("Send Messages"),
    "attach_files": later("Attach Files"),
}
IN_THREAD = {
    "view_channel": later("View Channel"),
    "send_messages_in_threads": later("Send Messages in Threads"),
    "attach_files": later("Attach Files"),
}
NO_MODERATOR = later("Only people who can manage this server or its messages may do that. Ask one of them.")
NO_SERVER = later("That is for a server, and this is none. Use it in one of a server's channels.")
IN_VOICE = {"connect": later("Connect"), **IN_CHANNEL}  # without it, nobody reads the chat of a voice channel
FOR_THREAD = {"create_public_threads": later("Create Public Threads"), **IN_THREAD}


def require_here(interaction: Interaction[Any]) -> None:
    """Raises Refused if a table can't be shown here."""
    if reason := lacking_here(interaction):
        raise Refused(say("I can't hold a table here: {reason}.", reason=reason))


def require_thread(interaction: Interaction[Any]) -> None:
    """Raises Refused if a table can't have its own thread here, or the user may not open one."""
    if reason := lacking(interaction.app_permissions, FOR_THREAD):
        raise Refused(say("I can't open a thread in this channel: {reason}.", reason=reason))
    if not may_open_thread(interaction):
        raise Refused(say("To open a thread here you need the permission Create Public Threads."))


def may_open_thread(interaction: Interaction[Any]) -> bool:
    """Whether the bot may use a thread here, and the user may open one."""
    allowed = interaction.permissions.create_public_threads
    return allowed and not lacking(interaction.app_permissions, FOR_THREAD)


def may_see(member: Member, channel_id: int) -> bool:
    """Whether this member can see what happens in a channel of their server. False for a private thread."""
    channel = member.guild.get_channel_or_thread(channel_id)
    if channel is None or (isinstance(channel, Thread) and (channel.is_private() or channel.parent is None)):
        return False
    allowed = channel.permissions_for(member)
    return allowed.view_channel and (allowed.connect or not isinstance(channel, VoiceChannel | StageChannel))


def may_read_back(guild: Guild | None, channel_id: int) -> bool:
    """Whether the bot can read what was posted in this channel. Where it may not, Discord says that nothing was."""
    channel = guild.get_channel_or_thread(channel_id) if guild else None
    if guild is None or channel is None or (isinstance(channel, Thread) and channel.parent is None):
        return True
    return channel.permissions_for(guild.me).read_message_history


def sees(interaction: Interaction, table: Table) -> bool:
    """Whether the user acts in the table's channel, or sees it now from elsewhere on its server."""
    member = interaction.user
    if table.channel_id == interaction.channel_id:
        return True
    return isinstance(member, Member) and member.guild.id == table.guild_id and may_see(member, table.channel_id)


def moderated(interaction: Interaction[Any]) -> Guild:
    """The server. Raises Refused where there is none, and for users who may manage neither it nor its messages."""
    guild: Guild | None = interaction.client.get_guild(interaction.guild_id or 0)
    allowed = interaction.permissions
    if interaction.guild_id is None:
        raise Refused(say(NO_SERVER))
    if guild is None or not (allowed.manage_guild or allowed.manage_messages):
        raise Refused(say(NO_MODERATOR))
    return guild


def require_moderator(interaction: Interaction[Any], table: Table) -> None:
    """Refuse users who may manage neither the messages of the table's channel nor its server."""
    member, allowed = interaction.user, Permissions.none()
    if isinstance(member, Member) and member.guild.id == table.guild_id:
        allowed = interaction.permissions
        if table.channel_id != interaction.channel_id:
            channel = member.guild.get_channel_or_thread(table.channel_id)
            hidden = channel is None or (isinstance(channel, Thread) and channel.parent is None)
            allowed = member.guild_permissions if hidden or channel is None else channel.permissions_for(member)
    if not (allowed.manage_guild or allowed.manage_messages):
        raise Refused(say(NO_MODERATOR))


def lacking_here(interaction: Interaction[Any]) -> str:
    """Why a table can't be shown here; empty if it can."""
    channel, allowed = interaction.channel, interaction.app_permissions
    if isinstance(channel, VoiceChannel | StageChannel):
        return lacking(allowed, IN_VOICE)
    if not isinstance(channel, Thread):
        return lacking(allowed, IN_CHANNEL)
    if channel.locked and not allowed.manage_threads:
        return say("this thread is locked")
    known = channel.archived or channel.guild.get_thread(channel.id)  # Discord tells of private threads their members
    if channel.is_private() and not known and not allowed.manage_threads:
        return say("I'm not in this private thread, so mention me in it first")
    return lacking(allowed, IN_THREAD)


def lacking(allowed: Permissions, needed: Mapping[str, str], channel: str = "") -> str:
    """The titles of missing permissions; empty if all are there. `channel`: which one, if not this one."""
    # Translators: a permission that is lacking, in the quotation marks of your language if it has any here
    missing = [
        say("{permission}", permission=say(title)) for name, title in needed.items() if not getattr(allowed, name)
    ]
    if not missing:
        return ""
    permissions, count = listed(missing), len(missing)
    if channel:
        return say_many(
            "I lack the permission {permissions} in {channel}",
            "I lack the permission {permissions} in {channel}",
            count,
            permissions=permissions,
            channel=channel,
        )
    return say_many(
        "I lack the permission {permissions} here",
        "I lack the permission {permissions} here",
        count,
        permissions=permissions,
    )
