"""A player's turn: the panel behind Play, and the hand."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import discord

from engine import IllegalMove
from languages import later, say
from tables.play.model import MOVED_ON, PlayerView, Refused, Stale, Table

from ..delivery.dress import dress_sheet
from ..delivery.reading import read
from ..delivery.replies import answer, edit
from ..discord import refusals
from ..discord.controls import Interaction, acknowledge, acknowledge_privately, register_user
from ..discord.needs import Needs
from ..discord.permissions import lacking_here
from ..discord.refusals import NotTaken
from ..screens import picker
from ..screens.panel import situation
from ..screens.press import Press
from ..screens.waiting import NextGame
from .cog import command, pressed
from .panel import PanelCog, in_private
from .which_game import WHICH_GAME, OwnGameOption, require_own_table


class TurnCog(PanelCog):
    # -- The panel

    async def _acknowledge_on_board(self, interaction: Interaction) -> None:
        """If no token can edit the board any more, this press edits it from now on."""
        needed = self.presenter.tokens.is_needed_to_edit(interaction)
        await acknowledge(interaction, **({} if needed else {"ephemeral": True, "thinking": True}))
        if needed and "acknowledged" not in interaction.extras:  # else it may be its panel that this press can edit
            self.presenter.tokens.remember(interaction)

    @pressed("play", Needs.SEAT, _acknowledge_on_board, always=True)
    async def open_panel(self, interaction: Interaction, press: Press) -> None:
        """Show the presser's panel."""
        needed = interaction.response.type is discord.InteractionResponseType.deferred_message_update
        seen = await self.tables.look(press.table_id, interaction.user.id)
        panel = await self.loader.panel(seen)
        note = await self._not_shown(interaction, seen)
        if needed or "acknowledged" in interaction.extras:  # the original response may be the board, for all to see
            await self.post_panel(interaction, panel, note)
        else:
            await edit(interaction, read(panel.opening(note), panel.preferences.form))
        await self.presenter.refresh_old(seen.table, interaction.message)

    @pressed("pick", Needs.SEAT, acknowledge, always=True)
    async def pick(self, interaction: Interaction, press: Press) -> None:
        """Go on to the next question, or make the moves that the path spells."""
        await self._choose(interaction, press, lambda now: picker.next_question(now, picker.path_of(press)))

    @pressed("dare", Needs.SEAT, acknowledge, always=True)
    async def confirm(self, interaction: Interaction, press: Press) -> None:
        """Make the moves that `pick` has asked about once more."""
        await self._choose(interaction, press, lambda now: picker.confirmed_moves(now, press.args), sure=True)

    @pressed("sheet", Needs.SEAT, register_user, always=True)
    async def open_sheet(self, interaction: Interaction, press: Press) -> None:
        """Open a sheet for several moves at once. It must be the first answer, so nothing is acknowledged before."""
        seen = await self.tables.look(press.table_id, interaction.user.id)
        try:
            if press.version != seen.table.version:
                raise Stale(say(MOVED_ON))
            sheet = picker.sheet(situation(seen), Press.at(seen.table, "ticked"))
        except Stale as error:
            await acknowledge(interaction)
            await self._refresh(interaction, seen, str(error))
            return
        await interaction.response.send_modal(dress_sheet(sheet))

    @pressed("ticked", Needs.SEAT, acknowledge, always=True)
    async def play_ticked(self, interaction: Interaction, press: Press) -> None:
        values = picker.ticked_values(press)
        await self._choose(interaction, press, lambda now: picker.ticked(values, now))

    async def _choose(
        self,
        interaction: Interaction,
        press: Press,
        find: Callable[[picker.Situation], picker.ChosenMoves | picker.Question],
        *,
        sure: bool = False,
    ) -> None:
        """Ask the next question, or make the moves that `find` finds. Unless `sure`, ask before costly ones."""
        table_id, user_id = press.table_id, interaction.user.id
        seen = await self.tables.look(table_id, user_id)
        path = picker.path_of(press)
        note = ""
        try:
            if press.version != seen.table.version:
                await self.tables.require_not_applied(interaction.id)
                raise Stale(say(MOVED_ON))
            chosen = find(situation(seen))
            if isinstance(chosen, picker.Question):
                panel = await self.loader.panel(seen)
                if path:
                    await answer(interaction, panel.asking(chosen, path), panel.preferences.form)
                else:
                    await self.show_panel(interaction, panel)
                return
            if chosen.risk and not sure:
                panel = await self.loader.panel(seen)
                await answer(interaction, panel.confirming(chosen), panel.preferences.form)
                return
            early = await self.loader.early(seen.table, user_id)
            seen = await self.tables.play(
                table_id, user_id, chosen.moves, interaction.id, version=press.version, then=chosen.then, foreseen=early
            )
        except (Refused, IllegalMove) as error:
            note, seen = str(error), await self.tables.look(table_id, user_id)
        await self._refresh(interaction, seen, note)

    @pressed("undo", Needs.SEAT, acknowledge, always=True)
    async def take_back(self, interaction: Interaction, press: Press) -> None:
        note, user_id = "", interaction.user.id
        try:
            seen = await self.tables.undo(press.table_id, user_id, interaction.id, version=press.version)
        except Refused as error:
            note, seen = str(error), await self.tables.look(press.table_id, user_id)
        await self._refresh(interaction, seen, note)

    @pressed("better", Needs.SEAT, acknowledge, always=True)
    async def play_for_better(self, interaction: Interaction, press: Press) -> None:
        """Play on for a better result, though the game can't be won any more."""
        note = ""
        try:
            await self.tables.play_on(press.table_id, interaction.user.id, interaction.id)
        except Refused as error:
            note = str(error)
        await self._refresh(interaction, await self.tables.look(press.table_id, interaction.user.id), note)

    @pressed("page", Needs.SEAT, acknowledge, always=True)
    async def turn_page(self, interaction: Interaction, press: Press) -> None:
        """Show another page of a long menu; nothing is chosen."""
        path, page = picker.turned_to(press)
        seen = await self.tables.look(press.table_id, interaction.user.id)
        chosen = picker.next_question(situation(seen), path)
        if not isinstance(chosen, picker.Question):
            raise Stale(say("That isn't possible any more. Press Play again."))
        panel = await self.loader.panel(seen)
        await answer(interaction, panel.asking(chosen, path, page), panel.preferences.form)

    async def _refresh(self, interaction: Interaction, seen: PlayerView, note: str) -> None:
        """Show the current panel, after a move or a refusal."""
        table_id = seen.table.id
        note = f"{await self._not_shown(interaction, seen)}\n{note}".strip()
        panel = await self.loader.panel(seen)
        if not (note or seen.legal or seen.table.solo):
            panel = replace(panel, next=await self._next_game(interaction, seen.table))
        if seen.table.solo:
            await self.show_panel(interaction, panel, note, moving=not note)
        elif in_private(interaction):
            async with self.presenter.answering_privately(interaction, table_id):
                await self.presenter.show_move_first(table_id)
                await self.show_panel(interaction, panel, note)
        else:
            await self.presenter.show_move_first(table_id)
            await self.show_panel(interaction, panel, note)

    async def _next_game(self, interaction: Interaction, done: Table) -> NextGame | None:
        """The other game that has waited longest for this user."""
        user_id, waiting = interaction.user.id, list[Table]()
        for table in await self.tables.of_user(user_id):
            if table.id == done.id or table.solo or table.outdated:
                continue
            with suppress(Refused):  # it can't be read, or was deleted meanwhile
                seen = await self.tables.look(table.id, user_id, own=True)
                waiting += [seen.table] if seen.legal else []
        for table in sorted(waiting, key=lambda table: table.waits_since):
            url = None if self.presenter.absences.until(table.id) else await self.presenter.url(table)
            if url and await self.members.admitted(interaction, (table,)):
                return NextGame(table, url)
        return None

    async def _not_shown(self, interaction: Interaction, seen: PlayerView) -> str:
        """Why the board can't be shown, if this happens in its channel; else empty. What was refused is tried again."""
        if self.presenter.refusal(seen.table.id) and not lacking_here(interaction):
            with suppress(NotTaken):
                await self.presenter.show_and_wait(seen.table.id)
        return not_shown(interaction, seen, self.presenter.refusal(seen.table.id))

    # -- A player's hand

    @command(
        "hand",
        later("What you alone know, and what happened since your last move"),
        acknowledge_privately,
        always=True,
        game=WHICH_GAME,
    )
    async def hand(self, interaction: Interaction, game: OwnGameOption | None = None) -> None:
        await self._hand(interaction, (await require_own_table(self.services, interaction, game)).id)

    @pressed("hand", Needs.SEAT, acknowledge_privately, always=True)
    async def show_hand(self, interaction: Interaction, press: Press) -> None:
        table = await self._hand(interaction, press.table_id)
        await self.presenter.refresh_old(table, interaction.message)

    async def _hand(self, interaction: Interaction, table_id: int) -> Table:
        """Show what happened since this user's last move, and the table as they know it."""
        user_id = interaction.user.id
        seen = await self.tables.look(table_id, user_id, own=True)
        panel = await self.loader.panel(seen)
        await answer(interaction, panel.hand(), panel.preferences.form)
        if await self.store.posts.dm_closed(user_id):  # whoever asks may have opened their messages meanwhile
            await self.store.posts.set_dm_closed(user_id, False)
            self.presenter.show(table_id)
        return seen.table

    @command(
        "undo",
        later("Take back your last move, until somebody else acts"),
        acknowledge_privately,
        always=True,
        game=WHICH_GAME,
    )
    async def undo(self, interaction: Interaction, game: OwnGameOption | None = None) -> None:
        table = await require_own_table(self.services, interaction, game)
        seen = await self.tables.undo(table.id, interaction.user.id, interaction.id)
        panel = await self.loader.panel(seen)
        await self.presenter.show_move_first(table.id)
        await answer(interaction, panel.opening(), panel.preferences.form)


def not_shown(interaction: Interaction, seen: PlayerView, refusal: refusals.Refusal | None) -> str:
    """Why the board can't be shown, if this happens in its channel; else empty."""
    if seen.table.solo or seen.table.phase == "closed" or interaction.channel_id != seen.table.channel_id:
        return ""
    lacks = lacking_here(interaction)
    if not lacks and refusal is None:
        return ""
    reason = lacks if refusal is None else refusals.reason(refusal, lacks)
    return say("⚠️ I can't show the others a new board: {reason}. Once that is mended, press Play again.", reason=reason)
