"""Opening a table, and its lobby until the game starts."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from engine import GAMES
from tables import Refused, Table

from .controls import Interaction, Press, answering, tell
from .games import WORDS

if TYPE_CHECKING:
    from bot import Hall

NEEDED = {"view_channel": "View Channel", "send_messages": "Send Messages", "attach_files": "Attach Files"}
GROUP_GAMES = [app_commands.Choice(name=GAMES[key].title, value=key) for key in WORDS if max(GAMES[key].seats) > 1]


class LobbyCog(commands.Cog, name="lobby"):
    def __init__(self, bot: "Hall") -> None:
        self.tables = bot.tables
        self.presenter = bot.presenter
        bot.handlers |= {
            "join": self.join,
            "leave-lobby": self.leave,
            "first": self.go_first,
            "option": self.choose_option,
            "start": self.start,
            "close": self.close,
        }

    @app_commands.command(name="play", description="Open a table in this channel and let others join")
    @app_commands.describe(game="What to play")
    @app_commands.choices(game=GROUP_GAMES)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def play(self, interaction: Interaction, game: str) -> None:
        async with answering(interaction):
            await interaction.response.defer(ephemeral=True, thinking=True)
            if game not in (choice.value for choice in GROUP_GAMES):
                raise Refused("This hall doesn't know that game.")
            _require_permissions(interaction)
            table = await self.tables.open(
                game,
                guild_id=interaction.guild_id,
                channel_id=interaction.channel_id or 0,
                user_id=interaction.user.id,
                name=interaction.user.display_name,
                interaction_id=interaction.id,
            )
            await self.presenter.shown(table.id)
            await tell(interaction, f"Your table of {GAMES[game].title} is open. Others can join it now.")

    async def join(self, interaction: Interaction, press: Press) -> None:
        user = interaction.user
        await self._show(
            interaction, await self.tables.join(press.table_id, user.id, user.display_name, interaction.id)
        )

    async def leave(self, interaction: Interaction, press: Press) -> None:
        await self._show(
            interaction, await self.tables.leave_lobby(press.table_id, interaction.user.id, interaction.id)
        )

    async def go_first(self, interaction: Interaction, press: Press) -> None:
        await self._show(interaction, await self.tables.go_first(press.table_id, interaction.user.id, interaction.id))

    async def choose_option(self, interaction: Interaction, press: Press) -> None:
        field, value = (*press.args, "")[0], (*press.values, "")[0]
        await self._show(
            interaction,
            await self.tables.set_option(press.table_id, interaction.user.id, field, value, interaction.id),
        )

    async def close(self, interaction: Interaction, press: Press) -> None:
        await self._show(interaction, await self.tables.close(press.table_id, interaction.user.id, interaction.id))

    async def start(self, interaction: Interaction, press: Press) -> None:
        await self.tables.start(press.table_id, interaction.user.id, interaction.id)
        await interaction.response.defer()
        self.presenter.show(press.table_id)

    async def _show(self, interaction: Interaction, table: Table) -> None:
        """The change is made: show it where it was pressed."""
        await interaction.response.defer()
        await interaction.edit_original_response(**(await self.presenter.lobby(table)).edit())
        self.presenter.show(table.id)


def _require_permissions(interaction: Interaction) -> None:
    missing = [name for permission, name in NEEDED.items() if not getattr(interaction.app_permissions, permission)]
    if missing:
        raise Refused(f"I can't hold a table in this channel: I lack the permission {' and '.join(missing)} here.")
