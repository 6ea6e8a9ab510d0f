"""`/settings`: what a server's managers choose for it, in one panel."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from engine.sentences import sentence
from languages import labelled, later, listed, say, speaking, whole_date
from tables.daily.announcements import PARTS, Announcement, zones
from tables.people.servers import ServerSettings
from tables.play.model import Refused

from ..delivery.replies import edit
from ..discord.controls import Interaction, acknowledge_alone, acknowledge_privately, language_of
from ..discord.needs import Needs
from ..discord.permissions import IN_CHANNEL, lacking, moderated
from ..screens import settings as pages
from ..screens.press import Press, is_number
from ..screens.screen import Option
from ..screens.settings import Chosen
from .cog import Cog, command, named, pressed
from .preferences import AS_DISCORD, LANGUAGES, language_name

SWITCHES = {"on": True, "off": False}
ID = 19  # digits of an id of Discord, at most
MOST_ZONES = 25  # that autocomplete may offer
NOT_OFFERED = later("Pick one of the choices offered.")
PAGE_OF = {  # where a field stands
    **dict.fromkeys(("places", "channels", "threads"), "where"),
    **dict.fromkeys(("role", "most_tables", "most_each"), "who"),
    **dict.fromkeys(("old_boards", "pings"), "boards"),
    **dict.fromkeys(("announce", "hour", "parts"), "announcements"),
    **dict.fromkeys(("language", "log"), "language"),
}


class SettingsCog(Cog):
    @command(
        "settings",
        later("For moderators: where and how games are played in this server"),
        acknowledge_privately,
        always=True,
        zone=later("The time zone of announcements, such as Europe/Paris"),
    )
    @app_commands.default_permissions(manage_messages=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def settings(self, interaction: Interaction, zone: str | None = None) -> None:
        """Show the panel; with a time zone, choose that first."""
        guild = moderated(interaction)
        page = "where"
        if zone is not None:
            if zone not in zones():
                raise Refused(say(NOT_OFFERED))
            await self._announce(interaction, guild, zone=zone)
            await self._note_posts(interaction, guild)
            page = "announcements"
        await self._show(interaction, guild, page)

    @settings.autocomplete("zone")
    async def offer_zones(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        typed = current.casefold().replace(" ", "_")
        return named({zone: zone for zone in zones() if typed in zone.casefold()})[:MOST_ZONES]

    @pressed("settings", Needs.NOTHING, acknowledge_alone, always=True)
    async def turn(self, interaction: Interaction, press: Press) -> None:
        page = "".join(press.values or press.args)
        if page not in pages.PAGES:
            raise Refused(say(NOT_OFFERED))
        await self._show(interaction, moderated(interaction), page)

    @pressed("set", Needs.NOTHING, acknowledge_alone, always=True)
    async def choose(self, interaction: Interaction, press: Press) -> None:
        """Choose something on a page. What is chosen replaces what was, so a press that comes twice changes nothing."""
        guild = moderated(interaction)
        field, *switch = press.args or ("",)
        if field not in PAGE_OF:
            raise Refused(say(NOT_OFFERED))
        if field in ("announce", "hour", "parts"):
            await self._choose_posts(interaction, guild, field, press.values)
            await self._note_posts(interaction, guild)
        else:
            values, said = await self._read(guild, field, (*switch, *press.values))
            with speaking(await language_of(self.client, guild)):
                note = said()
            await self.store.servers.choose(guild.id, interaction.user.id, interaction.id, note, **values)
        await self._show(interaction, guild, PAGE_OF[field])

    async def _read(self, guild: discord.Guild, field: str, chosen: tuple[str, ...]) -> tuple[dict[str, Any], Any]:
        """The columns that change, and a function that says it for the log. Raises Refused for what wasn't offered."""
        match field, chosen:
            case "places", (place,) if place in pages.PLACES:
                return {"places": place}, lambda: say(pages.PLACES[place])
            case "channels", ids:
                channels = tuple([_channel(guild, one).id for one in ids[: pages.MOST_CHANNELS]])
                return {"channels": channels}, lambda: labelled(say(pages.PAGES["where"]), _mentioned(channels))
            case "threads", (("on" | "off") as switch,):
                threads = later("Tables open in threads of their own"), later("Tables open in the channel")
                return {"threads": SWITCHES[switch]}, lambda: say(threads[switch == "off"])
            case "role", ids if len(ids) <= 1:
                roles = [_role(guild, one) for one in ids]
                everybody = later("Everybody may open tables")
                only = later("Only {role} may open tables")
                role_id = roles[0].id if roles else None
                return {"role_id": role_id}, lambda: say(only, role=f"<@&{role_id}>") if roles else say(everybody)
            case (("most_tables" | "most_each"), (number,)) if is_number(number, 2):
                count = int(number) or None
                text = later("Tables at once") if field == "most_tables" else later("Tables at once for each person")
                return {field: count}, lambda: labelled(say(text), count or "∞")
            case "old_boards", (kind,) if kind in pages.OLD_BOARDS:
                return {"old_boards": kind}, lambda: say(pages.OLD_BOARDS[kind])
            case "pings", (("on" | "off") as switch,):
                texts = later("Mention whoever is to act"), later("Mention nobody")
                return {"pings": SWITCHES[switch]}, lambda: say(texts[switch == "off"])
            case "language", (language,) if language in LANGUAGES:
                chosen_one = None if language == AS_DISCORD else language
                return {"language": chosen_one}, lambda: labelled(say("Language"), language_name(language))
            case "log", ids if len(ids) <= 1:
                log_id = _writable(guild, ids[0]).id if ids else None
                return {"log_id": log_id}, lambda: labelled(say("Channel of the moderation log"), f"<#{log_id}>")
        raise Refused(say(NOT_OFFERED))

    # -- Announcements

    async def _choose_posts(
        self, interaction: Interaction, guild: discord.Guild, field: str, chosen: tuple[str, ...]
    ) -> None:
        match field, chosen:
            case "announce", ():
                await self.store.announcements.drop(guild.id)
            case "announce", (channel,):
                await self._announce(interaction, guild, channel_id=_writable(guild, channel).id)
            case "hour", (hour,) if is_number(hour, 2) and int(hour) < 24:
                await self._announce(interaction, guild, hour=int(hour))
            case "parts", parts if {*parts} <= {*PARTS}:
                await self._announce(interaction, guild, parts=frozenset(parts))
            case _:
                raise Refused(say(NOT_OFFERED))

    async def _announce(self, interaction: Interaction, guild: discord.Guild, **changed: Any) -> None:
        """Change what is announced. Without a channel, nothing is."""
        known = await self.store.announcements.of(guild.id)
        if known is None and "channel_id" not in changed:
            raise Refused(say("Choose a channel for announcements first."))
        new = replace(known or Announcement(guild.id, 0, pages.HOUR), **changed)
        await self.store.announcements.put(
            guild.id, new.channel_id, new.hour, interaction.user.id, zone=new.zone, parts=new.parts
        )

    async def _note_posts(self, interaction: Interaction, guild: discord.Guild) -> None:
        """Have the server's log say that somebody has changed what is announced."""
        with speaking(await language_of(self.client, guild)):
            note = say(pages.PAGES["announcements"])
        await self.store.servers.choose(guild.id, interaction.user.id, interaction.id, note)

    # -- The panel

    async def _show(self, interaction: Interaction, guild: discord.Guild, page: str) -> None:
        settings = _existing(guild, await self.store.servers.of(guild.id))
        announced = await self.store.announcements.of(guild.id)
        language = settings.language or AS_DISCORD
        offered = {**LANGUAGES, language: language_name(language)}  # it may have been withdrawn since
        languages = [Option(say(text), key, chosen=key == language) for key, text in offered.items()]
        troubles = _troubles(guild, announced) if announced else ()
        if announced and guild.get_channel(announced.channel_id) is None:
            announced = replace(announced, channel_id=0)
        await edit(interaction, pages.panel(page, Chosen(settings, announced, troubles, tuple(languages))))


def _existing(guild: discord.Guild, chosen: ServerSettings) -> ServerSettings:
    """What is chosen and still there: Discord takes no menu that names something else."""
    return replace(
        chosen,
        channels=tuple([one for one in chosen.channels if guild.get_channel(one)]),
        role_id=chosen.role_id if guild.get_role(chosen.role_id or 0) else None,
        log_id=chosen.log_id if guild.get_channel(chosen.log_id or 0) else None,
    )


def _channel(guild: discord.Guild, chosen: str) -> discord.abc.GuildChannel:
    channel = guild.get_channel(int(chosen)) if is_number(chosen, ID) else None
    if channel is None:
        raise Refused(say("I can't see that channel. Choose another, or let me view it."))
    return channel


def _writable(guild: discord.Guild, chosen: str) -> discord.abc.GuildChannel:
    """A channel in which the bot can post. Raises Refused for any other."""
    channel = _channel(guild, chosen)
    if reason := lacking(channel.permissions_for(guild.me), IN_CHANNEL, channel.mention):
        raise Refused(sentence(f"{reason}."))
    return channel


def _role(guild: discord.Guild, chosen: str) -> discord.Role:
    role = guild.get_role(int(chosen)) if is_number(chosen, ID) else None
    if role is None:
        raise Refused(say(NOT_OFFERED))
    return role


def _mentioned(channel_ids: Collection[int]) -> str:
    return listed([f"<#{channel_id}>" for channel_id in channel_ids]) if channel_ids else say("none")


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
