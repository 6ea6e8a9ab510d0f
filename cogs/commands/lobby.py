"""Opening a table: a new one, or a rematch of a game that is over."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

import discord
from discord import app_commands

from engine import GAMES
from languages import labelled, later, say
from tables.daily.attempts import WEEKLY
from tables.play.lobbies import require_group
from tables.play.model import AlreadyApplied, Refused, Request, Table, Taken

from ..delivery.absences import UNKNOWN_CHANNEL
from ..delivery.courier import A_WEEK
from ..delivery.dress import dress
from ..delivery.replies import answer, edit
from ..discord import refusals
from ..discord.controls import (
    TROUBLES,
    Interaction,
    acknowledge,
    acknowledge_privately,
    name_of,
    request,
    tell,
)
from ..discord.needs import Needs
from ..discord.permissions import (
    FOR_THREAD,
    lacking,
    lacking_here,
    may_open_thread,
    may_see,
    require_here,
    require_thread,
)
from ..discord.refusals import NotTaken
from ..discord.translator import with_values
from ..games import WORDS, players
from ..games.words import minutes
from ..screens import hall
from ..screens.days import day_in
from ..screens.lesson import first_time
from ..screens.names import plain
from ..screens.press import Press
from ..screens.week import NO_WEEK
from .cog import Cog, command, offered, pressed
from .which_game import UNKNOWN_GAME, channels_table

log = logging.getLogger(__name__)

OFFERED = 2  # tables that can be joined, with the menu of games

Change = Callable[..., Awaitable[Table]]  # a method of Lobbies


def _choice(key: str) -> str:
    return f"{GAMES[key].title} · {players(key)} · {minutes(WORDS[key].minutes)}"


CHOICES = offered({key: with_values(partial(_choice, key)) for key in WORDS})
IN_A_SERVER = later("{game} is played in a server. Add me to one, and use `/play` in a channel.")


class LobbyCog(Cog):
    @command(
        "play",
        later("Start a game: alone, with computers or with friends"),
        game=later("What to play; else choose from all"),
    )
    @app_commands.choices(game=CHOICES)
    async def play(self, interaction: Interaction, game: str | None = None) -> None:
        """Open a table or start a solitaire; without a game, show the menu."""
        if game is not None:
            await self._open(interaction, game)
            return
        await acknowledge_privately(interaction)
        await answer(interaction, hall.menu(await self._joinable(interaction)))

    async def _joinable(self, interaction: Interaction) -> list[Table]:
        """Tables that this member can see and join on the server, the newest first."""
        member = interaction.user
        if not isinstance(member, discord.Member):
            return []
        open_tables = await self.store.company.open_for(member.id, member.guild.id)
        return [table for table in open_tables if may_see(member, table.channel_id)][:OFFERED]

    @pressed("open", Needs.NOTHING)
    async def open(self, interaction: Interaction, press: Press) -> None:
        """Open a table from the hall's menu."""
        await self._open(interaction, (*press.args, "")[0])

    @pressed("friends", Needs.NOTHING)
    async def play_with_friends(self, interaction: Interaction, press: Press) -> None:
        """Open a table at once, of the easiest game for several. What is played there can be changed beside it."""
        await self._open(interaction, hall.for_friends()[0], choosing=True)

    @pressed("play-now", Needs.NOTHING)
    async def play_now(self, interaction: Interaction, press: Press) -> None:
        """Start a game from the end of a lesson: with computer players, or alone."""
        await self._open(interaction, (*press.args, "")[0], at_once=True)

    @pressed("week-table", Needs.NOTHING)
    async def open_week(self, interaction: Interaction, press: Press) -> None:
        """Open a table for a week's deal from its page: ranked while the week lasts, then for practice."""
        await self._open(interaction, WEEKLY, day_in("".join(press.args), NO_WEEK))

    async def _open(
        self,
        interaction: Interaction,
        game: str,
        week: date | None = None,
        *,
        at_once: bool = False,
        choosing: bool = False,
    ) -> None:
        """Open a table of a game, or start it alone. `choosing`: its host may have another game in mind."""
        if game not in WORDS:
            raise Refused(say(UNKNOWN_GAME))
        has_channel = interaction.client.get_guild(interaction.guild_id or 0) is not None
        if GAMES[game].alone is not None and (max(GAMES[game].seats) == 1 or not has_channel):
            await self.solitaires.play(interaction, game)
            await self._invite(interaction, game)
            return
        await acknowledge_privately(interaction)
        if not has_channel:
            raise Refused(say(IN_A_SERVER, game=GAMES[game].title))
        chosen = await self.services.house_rules.require_opening(interaction)
        opening = self.store.lobbies.play_now if at_once else partial(self.store.lobbies.open, week=week)
        channel = interaction.channel
        if isinstance(channel, discord.TextChannel) and chosen.threads:
            await _open_in_thread(self, interaction, channel, game, partial(opening, game))
            return
        require_here(interaction)
        try:
            table = await opening(game, replace(request(interaction), limited=chosen.limited))
        except Taken as taken:
            args = (game,) if week is None else (game, str(week))
            await self._taken(interaction, taken, game, Press("in-thread", 0, args=args))
            return
        await _show_first(self, interaction, table)
        if at_once:
            panel = await self.loader.panel(await self.tables.look(table.id, interaction.user.id))
            await answer(interaction, panel.opening(), panel.preferences.form)
            return
        await self._tell_host(interaction, table, choosing=choosing)

    async def _tell_host(self, interaction: Interaction, opened: Table, *, choosing: bool) -> None:
        """Say what is next at the table that was opened, where others wait already, and what teaches the game."""
        if choosing:
            await edit(interaction, hall.opened(opened))
        else:
            await tell(interaction, say(hall.OPENED, game=GAMES[opened.game].title))
        if others := [table for table in await self._joinable(interaction) if table.game == opened.game]:
            await interaction.followup.send(view=dress(hall.waiting_already(others)), ephemeral=True)
        if not choosing:
            await self._invite(interaction, opened.game)

    async def _invite(self, interaction: Interaction, game: str) -> None:
        """Offer the lesson to somebody who has neither begun it nor made a move in a game of this kind."""
        user_id = interaction.user.id
        if (await self.tables.first_moves.of(user_id, game)).table_id is not None:
            return
        progress = await self.store.lessons.of(user_id, game)
        if progress is None or (progress.step is None and not progress.learned):
            await interaction.followup.send(view=dress(first_time(game)), ephemeral=True)

    @pressed("again", Needs.GROUP, acknowledge_privately)
    async def again(self, interaction: Interaction, press: Press) -> None:
        """Open a lobby with the same group and options, or a step harder."""
        limited = (await self.services.house_rules.require_opening(interaction)).limited
        require_here(interaction)
        asked = press.table_id, interaction.user.id, interaction.id
        try:
            table = await self.store.lobbies.again(*asked, harder=press.args == ("harder",), limited=limited)
        except Taken as taken:
            if await self._leads_to_rematch(interaction, press.table_id):
                return
            game = (await self.tables.get(press.table_id)).game
            await self._taken(interaction, taken, game, Press("in-thread", press.table_id, args=press.args))
            return
        await _show_first(self, interaction, table)
        if len(table.players) > 1:
            await tell(interaction, say("The table is set again. The others press **Ready**."))
        else:
            await tell(interaction, say("The table is set again. Start when you're ready."))

    async def _leads_to_rematch(self, interaction: Interaction, table_id: int) -> bool:
        """Whether there is a rematch of this game already. Then this user is led to it."""
        table = await self.store.lobbies.rematch(table_id)
        if table is None:
            return False
        await edit(interaction, hall.rematch(table, interaction.user.id, await self.presenter.url(table)))
        return True

    # -- Where the channel has a table already

    async def _taken(self, interaction: Interaction, taken: Taken, game: str, in_thread: Press) -> None:
        """What can be done instead: go to that table, join it, or play `game` in a thread."""
        table = await channels_table(self.services, interaction)
        if table is None or table.phase not in ("lobby", "playing") or table.outdated:
            raise taken
        text_channel = isinstance(interaction.channel, discord.TextChannel)
        threads = text_channel and may_open_thread(interaction)
        seen = await self.tables.look(table.id, None) if table.phase == "playing" else None
        screen = hall.taken(
            table,
            seen.to_act if seen else None,
            await self.presenter.url(table),
            member=table.player(interaction.user.id) is not None,
            free=await self.store.alerts.has_room(table, interaction.user.id),
            instead=(GAMES[game].title, in_thread) if threads else None,
        )
        await edit(interaction, screen)

    @pressed("in-thread", Needs.GROUP, acknowledge)
    async def in_thread(self, interaction: Interaction, press: Press) -> None:
        """Open a table in a thread of its own: for a game, or with the group and options of a game that is over."""
        channel = interaction.channel
        if not isinstance(channel, discord.TextChannel):
            raise Refused(say("No thread can be opened here. Use `/play` in a text channel."))
        await self.services.house_rules.require_opening(interaction)
        require_thread(interaction)
        user_id = interaction.user.id
        played = await self.store.lobbies.require_played(press.table_id, user_id) if press.table_id else None
        if played and await self._leads_to_rematch(interaction, played.id):
            return
        game, *of_week = (played.game,) if played else press.args or ("",)
        if game not in WORDS:
            raise Refused(say(UNKNOWN_GAME))
        require_group(game)
        week = day_in("".join(of_week), NO_WEEK) if of_week else None

        async def opening(there: Request) -> Table:
            if played is None:
                return await self.store.lobbies.open(game, there, week=week)
            harder, of_thread = press.args == ("harder",), there.channel_id
            asked = played.id, there.user_id, there.interaction_id
            return await self.store.lobbies.again(*asked, harder=harder, channel_id=of_thread)

        try:
            await _open_in_thread(self, interaction, channel, game, opening)
        except Taken:
            if played is None or not await self._leads_to_rematch(interaction, played.id):
                raise  # else somebody else was quicker


async def _show_first(cog: LobbyCog, interaction: Interaction, table: Table) -> None:
    """Show a table that has just been opened. Raises Refused if it can't be shown, since it is closed then."""
    try:
        await cog.presenter.show_board(table.id)
    except NotTaken as error:
        here = table.channel_id == interaction.channel_id
        reason = refusals.reason(error.refusal, lacking_here(interaction) if here else "")
        raise Refused(say("I opened no table, since I can't show it: {reason}.", reason=reason)) from error


async def _open_in_thread(
    cog: LobbyCog,
    interaction: Interaction,
    channel: discord.TextChannel,
    game: str,
    opening: Callable[[Request], Awaitable[Table]],
) -> None:
    """Open a table in a thread of its own. Nobody finds an empty thread if it can't be opened."""
    if reason := lacking(interaction.app_permissions, FOR_THREAD):
        raise Refused(say("I can't open a thread in this channel: {reason}.", reason=reason))
    await cog.tables.require_not_applied(interaction.id)
    thread = await _thread(channel, labelled(GAMES[game].title, plain(name_of(interaction.user))))
    try:
        await _show_first(cog, interaction, await opening(replace(request(interaction), channel_id=thread.id)))
    except (Refused, AlreadyApplied):
        await _discard(thread)
        raise
    text = say("Your table of {game} is open in its own thread.", game=GAMES[game].title)
    await edit(interaction, hall.elsewhere(text, thread.jump_url))


async def _thread(channel: discord.TextChannel, name: str) -> discord.Thread:
    """Open a thread for a table. Raises Refused if Discord opens none."""
    kind: Any = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    try:
        return await channel.create_thread(name=name[:100], type=kind, auto_archive_duration=A_WEEK)
    except discord.HTTPException as error:
        refused = refusals.refusal(error)
        if refused is None or error.code == UNKNOWN_CHANNEL:
            raise
        log.info("No thread is opened: %s", refused.told)
        raise Refused(refusals.no_thread(refused)) from error


async def _discard(thread: discord.Thread) -> None:
    """Delete an empty thread. Without the permission Manage Threads the bot may only archive its own threads."""
    try:
        try:
            await thread.delete()
        except discord.Forbidden:
            await thread.edit(archived=True)
    except TROUBLES as error:
        log.info("An empty thread stays: %s", error)
