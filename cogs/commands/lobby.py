"""Opening a table, and its lobby until the game starts."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

import discord
from discord import app_commands

from engine import GAMES, encode
from languages import labelled, later, say
from tables.daily.attempts import WEEKLY
from tables.play.lobbies import require_group
from tables.play.model import AlreadyApplied, Refused, Request, Table, Taken

from ..delivery.absences import UNKNOWN_CHANNEL
from ..delivery.courier import A_WEEK
from ..delivery.dress import dress, dress_sheet
from ..delivery.replies import answer, edit
from ..discord import refusals
from ..discord.controls import (
    TROUBLES,
    Interaction,
    acknowledge,
    acknowledge_privately,
    name_of,
    register_user,
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
from ..screens.lobby import HINTS, SIMPLER, options_sheet
from ..screens.names import plain
from ..screens.press import OLD_SHEET, Press, is_number
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
OPENED = later("Your table of {game} is open. Ask the others to press **Join**.")


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

    @pressed("play-now", Needs.NOTHING)
    async def play_now(self, interaction: Interaction, press: Press) -> None:
        """Start a game from the end of a lesson: with computer players, or alone."""
        await self._open(interaction, (*press.args, "")[0], at_once=True)

    @pressed("week-table", Needs.NOTHING)
    async def open_week(self, interaction: Interaction, press: Press) -> None:
        """Open a table for a week's deal from its page: ranked while the week lasts, then for practice."""
        await self._open(interaction, WEEKLY, day_in("".join(press.args), NO_WEEK))

    async def _open(
        self, interaction: Interaction, game: str, week: date | None = None, *, at_once: bool = False
    ) -> None:
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
        await tell(interaction, say(OPENED, game=GAMES[game].title))
        if others := [table for table in await self._joinable(interaction) if table.game == game]:
            await interaction.followup.send(view=dress(hall.waiting_already(others)), ephemeral=True)
        await self._invite(interaction, game)

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
            game = (await self.tables.get(press.table_id)).game
            await self._taken(interaction, taken, game, Press("in-thread", press.table_id, args=press.args))
            return
        await _show_first(self, interaction, table)
        await tell(interaction, say("The table is set again, with everyone at it. Start when you're ready."))

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

        await _open_in_thread(self, interaction, channel, game, opening)

    # -- The lobby

    @pressed("join", Needs.SIGHT, acknowledge)
    async def join(self, interaction: Interaction, press: Press) -> None:
        user, week = interaction.user, day_in("".join(press.args), NO_WEEK) if press.args else None
        joined = press.table_id, user.id, name_of(user), interaction.id
        table = await self.store.lobbies.join(*joined, ready_for_week=week)
        if interaction.message and interaction.message.flags.ephemeral:  # pressed beside the lobby, not on it
            self.presenter.show(table.id)
            url = await self.presenter.url(table)
            await edit(interaction, hall.elsewhere(hall.not_started(table, user.id), url))
            return
        await self._show(interaction, table)

    @pressed("ready", Needs.SIGHT, acknowledge)
    async def agree_to_week(self, interaction: Interaction, press: Press) -> None:
        """Agree to the deal of the week, which the host has chosen."""
        await self._change(interaction, press, self.store.lobbies.agree_to_week)

    @pressed("leave-lobby", Needs.SIGHT, acknowledge, always=True)
    async def leave(self, interaction: Interaction, press: Press) -> None:
        await self._change(interaction, press, self.store.lobbies.leave)

    @pressed("first", Needs.SIGHT, acknowledge)
    async def go_first(self, interaction: Interaction, press: Press) -> None:
        await self._change(interaction, press, self.store.lobbies.go_first)

    @pressed("options", Needs.SIGHT, register_user)
    async def open_options(self, interaction: Interaction, press: Press) -> None:
        """Open the sheet of all options. It must be the first answer, so nothing is acknowledged before."""
        table = await self.store.lobbies.require_host(press.table_id, interaction.user.id)
        await interaction.response.send_modal(dress_sheet(options_sheet(table)))

    @pressed("optioned", Needs.SIGHT, acknowledge)
    async def choose_options(self, interaction: Interaction, press: Press) -> None:
        """The sheet was sent back: set all options that are chosen on it, or none."""
        game = (await self.tables.get(press.table_id)).game
        words, defaults = WORDS[game], GAMES[game].options()
        fields = {HINTS, *words.options, *([SIMPLER] if words.simplifications else [])}
        simpler = press.sheet.get(SIMPLER, ())
        hints = press.sheet.get(HINTS, ("off",))
        if {*press.sheet} != fields or not {*simpler} <= {*words.simplifications} or hints not in (("on",), ("off",)):
            raise Refused(say(OLD_SHEET))
        values = {field: "".join(press.sheet[field]) for field in words.options}
        values |= {
            field: encode((field in simpler) != getattr(defaults, field)).decode() for field in words.simplifications
        }
        set_options = partial(self.store.lobbies.set_options, hints=hints == ("on",))
        await self._change(interaction, press, set_options, values)

    @pressed("weekly", Needs.SIGHT, acknowledge)
    async def choose_week(self, interaction: Interaction, press: Press) -> None:
        """Play the deal of the week, or a deal of the table's own."""
        await self._change(interaction, press, self.store.lobbies.choose_week, press.args == ("on",))

    @pressed("where", Needs.SIGHT, acknowledge)
    async def choose_place(self, interaction: Interaction, press: Press) -> None:
        wanted = press.args == ("thread",)
        if wanted:
            require_thread(interaction)
        await self._change(interaction, press, self.store.lobbies.set_own_thread, wanted)

    @pressed("computers", Needs.SIGHT, acknowledge)
    async def choose_computer(self, interaction: Interaction, press: Press) -> None:
        """A computer player joins, or one goes."""
        match press.args:
            case ("add", *strength) if len(strength) < 2:
                await self._change(interaction, press, self.store.lobbies.add_computer, (*strength, None)[0])
            case ("away", number) if is_number(number, 3):
                await self._change(interaction, press, self.store.lobbies.remove_computer, int(number))
            case _:
                raise Refused(say("Choose a computer player on the table's message."))

    @pressed("close", Needs.SIGHT, acknowledge)
    async def close(self, interaction: Interaction, press: Press) -> None:
        await self._change(interaction, press, self.store.lobbies.close)

    @pressed("start", Needs.SIGHT, acknowledge)
    async def start(self, interaction: Interaction, press: Press) -> None:
        table = await self.tables.get(press.table_id)
        if table.own_thread:
            require_thread(interaction)
        else:
            require_here(interaction)
        await self.store.lobbies.start(press.table_id, interaction.user.id, interaction.id)
        with self.presenter.answers.presser_first(interaction, press.table_id):
            self.presenter.show(press.table_id)

    async def _change(self, interaction: Interaction, press: Press, change: Change, *chosen: Any) -> None:
        """Make the presser's change to the lobby, and show it."""
        await self._show(interaction, await change(press.table_id, interaction.user.id, *chosen, interaction.id))

    async def _show(self, interaction: Interaction, table: Table) -> None:
        """Show the changed lobby in the message that was pressed."""
        self.presenter.answers.remember_press(interaction)
        await self.presenter.show_and_wait(table.id)
        if table.phase == "lobby":
            await self.presenter.refresh_old(table, interaction.message)


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
