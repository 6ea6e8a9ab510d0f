"""`/moderate`: what the moderators of a server do at its tables, and about its members."""

from collections.abc import Awaitable
from contextlib import suppress

import discord
from discord import app_commands

from engine import GAMES
from languages import later, say
from tables.play.model import Phase, Refused, Stale, Table, where_it_stands

from ..delivery.replies import edit
from ..discord.controls import Interaction, acknowledge_alone, acknowledge_privately, request
from ..discord.needs import Needs
from ..discord.permissions import moderated, require_moderator
from ..screens import moderate as screens
from ..screens import settings as pages
from ..screens.frame import notice
from ..screens.press import Press, is_number
from .cog import Cog, command, pressed
from .settings import ID, NOT_OFFERED
from .which_game import channels_table

MOST = 25  # tables in a menu
RESTRICTIONS = {  # what a press of "restrict" changes
    "block": {"blocked": True},
    "unblock": {"blocked": False},
    "unlist": {"unlisted": True},
    "list": {"unlisted": False},
}


class ModerateCog(Cog):
    @command(
        "moderate",
        later("For moderators: close a table, send somebody away, block a member"),
        acknowledge_privately,
        always=True,
        member=later("Somebody to block, or to leave off the boards"),
    )
    @app_commands.default_permissions(manage_messages=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def moderate(self, interaction: Interaction, member: discord.User | None = None) -> None:
        """Show what can be done: about a member, at this channel's table, or at which table of the server."""
        guild = moderated(interaction)
        if member is not None:
            await self._show_member(interaction, guild, member.id)
            return
        table = await channels_table(self.services, interaction)
        if table is not None and table.phase in ("lobby", "playing"):
            await self.members.require(interaction, table, Needs.MODERATOR)
            await self._show(interaction, table)
            return
        theirs = list[Table]()
        for table in await self.tables.living(guild_id=guild.id):
            with suppress(Refused):
                require_moderator(interaction, table)
                theirs.append(table)
        await edit(interaction, screens.choose_table(theirs[:MOST]))

    # -- At a table

    @pressed("moderate-at", Needs.NOTHING, acknowledge_alone, always=True)
    async def choose_table(self, interaction: Interaction, press: Press) -> None:
        number = "".join(press.values)
        if not is_number(number):
            raise Refused(say(NOT_OFFERED))
        table = await self.tables.get(int(number))
        await self.members.require(interaction, table, Needs.MODERATOR)
        await self._show(interaction, table)

    @pressed("moderate", Needs.MODERATOR, acknowledge_alone, always=True)
    async def act(self, interaction: Interaction, press: Press) -> None:
        """Do what a button or the menu says, and show what else can be done."""
        table = await self.tables.get(press.table_id)
        if press.values:
            await self._about_somebody(interaction, table, press.values[0])
            return
        by, moderation = request(interaction), self.store.moderation
        match press.args:
            case ():
                await self._show(interaction, table)
            case ("close", ("lobby" | "playing") as phase):
                _require_phase(table, phase)
                await edit(interaction, screens.confirm_closing(table))
            case ("close", ("lobby" | "playing") as phase, "sure"):
                await self._done(interaction, moderation.close(table.id, phase, by))
            case ("start", _):
                await self._done(interaction, moderation.start(table.id, by))
            case ("end-vote", _):
                await self._done(interaction, moderation.end_vote(table.id, by))
            case _:
                raise Refused(say(NOT_OFFERED))

    async def _about_somebody(self, interaction: Interaction, table: Table, chosen: str) -> None:
        act, _, number = chosen.partition(" ")
        if not is_number(number, ID) or table.phase not in ("lobby", "playing"):
            raise Refused(say(NOT_OFFERED) if table.phase in ("lobby", "playing") else where_it_stands(table))
        by, moderation = request(interaction), self.store.moderation
        if act == "computer":
            await self._done(interaction, moderation.send_computer_away(table.id, int(number), by))
            return
        player = table.player(int(number))
        if player is None:
            raise Stale(say("They don't sit at this table any more."))
        if act == "send-away":
            await self._done(interaction, moderation.send_away(table.id, table.phase, player.user_id, by))
        elif act == "free-seat":
            await self._done(interaction, moderation.free_seat(table.id, player.user_id, by))
        else:
            raise Refused(say(NOT_OFFERED))

    async def _done(self, interaction: Interaction, change: Awaitable[Table]) -> None:
        """Make the change. The table's message says by whom it was made."""
        table = await change
        self.presenter.show(table.id)
        if table.phase in ("lobby", "playing"):
            await self._show(interaction, table)
        else:
            text = say("The table of {game} is closed.", game=GAMES[table.game].title)
            await edit(interaction, notice(text, table.game))

    async def _show(self, interaction: Interaction, table: Table) -> None:
        if table.solo or table.phase not in ("lobby", "playing"):
            raise Refused(where_it_stands(table))
        vote = await self.store.votes.of(table.id)
        url = await self.presenter.url(table)
        await edit(interaction, screens.panel(table, url, vote=vote is not None))

    # -- About a member

    @pressed("member", Needs.NOTHING, acknowledge_alone, always=True)
    async def choose_member(self, interaction: Interaction, press: Press) -> None:
        await self._show_member(interaction, moderated(interaction), _user_id("".join(press.values)))

    @pressed("restrict", Needs.NOTHING, acknowledge_alone, always=True)
    async def restrict(self, interaction: Interaction, press: Press) -> None:
        """Block somebody or not; leave their name off the boards or not."""
        guild = moderated(interaction)
        match press.args:
            case (number, what) if what in RESTRICTIONS:
                user_id = _user_id(number)
            case _:
                raise Refused(say(NOT_OFFERED))
        if user_id == interaction.user.id and what == "block":
            raise Refused(say("You can't block yourself."))
        by = interaction.user.id, interaction.id
        await self.store.servers.restrict(guild.id, user_id, *by, **RESTRICTIONS[what])
        await self._show_member(interaction, guild, user_id)

    async def _show_member(self, interaction: Interaction, guild: discord.Guild, user_id: int) -> None:
        blocked = await self.store.servers.is_blocked(guild.id, user_id)
        await edit(interaction, pages.member(user_id, await self.store.servers.of(guild.id), blocked=blocked))


def _user_id(number: str) -> int:
    if not is_number(number, ID):
        raise Refused(say(NOT_OFFERED))
    return int(number)


def _require_phase(table: Table, phase: Phase) -> None:
    if table.phase != phase:
        raise Stale(where_it_stands(table))
