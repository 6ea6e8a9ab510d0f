"""Games for one: dealt at once, one message that its own presses edit, in a channel, a DM or wherever the user is."""

from dataclasses import replace

import discord
from discord import ui

from engine import GAMES
from tables import Refused, Seen, Table

from ..controls import Client, Interaction, Press, acknowledge, request
from ..games import WORDS
from ..games.words import spell
from . import messages, picker
from .panels import Panels
from .presenter import CANNOT_DM, Presenter


class SolitaireMessages:
    """Handles a solitaire's buttons, and shows it for `/play` and `/board`."""

    def __init__(self, client: Client, panels: Panels, presenter: Presenter) -> None:
        self._store = client.store
        self._tables = client.store.tables
        self._panels = panels
        self._presenter = presenter
        client.handlers |= {
            "deal": self.deal_again,
            "give-up": self.ask_whether,
            "sure": self.give_up,
            "go-on": self.go_on,
        }

    async def play(self, interaction: Interaction, game_key: str) -> None:
        """Deal a new game. If one is in progress, show that here instead."""
        await acknowledge(interaction, thinking=True)
        table = await self._store.solitaires.of(interaction.user.id, game_key)
        await self.show_here(interaction, table or await self._deal(interaction, game_key))

    async def show_here(self, interaction: Interaction, table: Table) -> None:
        """Show it as the public answer to a command. The message that showed it before loses its buttons."""
        if (table.guild_id, table.channel_id) != (interaction.guild_id, interaction.channel_id):
            table = await self._store.solitaires.move_to(table.id, request(interaction))
        seen = await self._tables.look(table.id, interaction.user.id)
        answer = await interaction.edit_original_response(**(await self._panels.now(seen)).edit())
        await self._presenter.adopt(seen, answer)

    async def show_privately(self, interaction: Interaction, table: Table) -> None:
        """Show it to the player alone, because others have yet to play this deal.

        It goes to the player's direct messages. Where these are closed, it is the ephemeral answer.
        """
        if at_home(interaction):
            await self.show_here(interaction, table)
            return
        user, posts = interaction.user, self._store.posts
        try:
            channel = user.dm_channel or await user.create_dm()
            if table.channel_id != channel.id:
                there = replace(request(interaction), guild_id=None, channel_id=channel.id)
                table = await self._store.solitaires.move_to(table.id, there)
            seen = await self._tables.look(table.id, user.id)
            message = await self._panels.now(seen)
            sent = await channel.send(view=message.view(), files=message.files(), nonce=str(interaction.id))
        except discord.HTTPException as error:
            if error.code not in CANNOT_DM:
                raise
            await posts.set_dm_closed(user.id, True)
            seen = await self._tables.look(table.id, user.id)
            await interaction.edit_original_response(**(await self._panels.now(seen)).edit())
            return
        await self._presenter.adopt(seen, sent)
        if await posts.dm_closed(user.id):  # they aren't any more
            await posts.set_dm_closed(user.id, False)
        view = messages.sent_privately(sent.jump_url, WORDS[table.game])
        await interaction.edit_original_response(view=view)

    async def _deal(self, interaction: Interaction, game_key: str) -> Table:
        return await self._store.solitaires.start(game_key, request(interaction))

    async def deal_again(self, interaction: Interaction, press: Press) -> None:
        """The finished game stays as it is, without buttons; the new one comes below."""
        await acknowledge(interaction)
        table = await self._owned(interaction, press)
        if table.day is not None:
            raise Refused("A deal of the day isn't dealt again. “Practice” plays the same one once more.")
        new = await self._deal(interaction, table.game)
        over = await self._tables.look(table.id, table.host_id)
        await self._become(interaction, over, messages.finished(over, WORDS[table.game]))
        seen = await self._tables.look(new.id, interaction.user.id)
        message = await self._panels.now(seen)
        answer = await interaction.followup.send(view=message.view(), files=message.files(), wait=True)
        await self._presenter.adopt(seen, answer)

    async def ask_whether(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        table = await self._owned(interaction, press)
        if table.phase != "playing":
            await self._show_again(interaction, table.id)
            return
        seen = await self._tables.look(table.id, interaction.user.id)
        await self._become(interaction, seen, messages.confirm_giving_up(table, WORDS[table.game], pictured=True))

    async def _become(self, interaction: Interaction, seen: Seen, view: ui.LayoutView) -> None:
        """The message that was pressed; its pictures stay."""
        pressed = interaction.message
        message = await self._panels.kept(seen, view, pictured=pressed is not None and bool(pressed.attachments))
        await interaction.edit_original_response(**message.edit())

    async def give_up(self, interaction: Interaction, press: Press) -> None:
        """By the game's own move where it has one, so that it counts as its rules say."""
        await acknowledge(interaction)
        table = await self._owned(interaction, press)
        seen = await self._tables.look(table.id, interaction.user.id)
        move = next((move for move in seen.legal if spell(move) == picker.GIVE_UP), None)
        if move is None:
            await self._store.solitaires.give_up(table.id, interaction.user.id, interaction.id)
        else:
            await self._tables.play(table.id, interaction.user.id, [move], interaction.id, version=seen.table.version)
        await self._show_again(interaction, table.id)

    async def go_on(self, interaction: Interaction, press: Press) -> None:
        """Back to the game as it stands."""
        await acknowledge(interaction)
        table = await self._owned(interaction, press)
        await self._show_again(interaction, table.id)

    async def _show_again(self, interaction: Interaction, table_id: int) -> None:
        seen = await self._tables.look(table_id, interaction.user.id)
        answer = await interaction.edit_original_response(**(await self._panels.now(seen)).edit())
        if answer.flags.ephemeral:  # a command asked
            self._presenter.show(table_id)
        else:
            await self._presenter.adopt(seen, answer)

    async def _owned(self, interaction: Interaction, press: Press) -> Table:
        table = await self._tables.get(press.table_id)
        if not table.solo or table.host_id != interaction.user.id:
            raise Refused(f"This is somebody else's game of {GAMES[table.game].title}. `/play` starts one of your own.")
        return table


def at_home(interaction: Interaction) -> bool:
    """Whether this happens in the bot's direct messages with this user, where nobody else sees an answer."""
    return interaction.context.dm_channel is True
