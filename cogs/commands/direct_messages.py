"""`/messages`: which direct messages of their games somebody wants."""

from typing import get_args

from discord import app_commands
from discord.ext import commands

from tables import Direct, Refused

from ..controls import Interaction, acknowledge, answering, tell
from ..services import Services

CHOICES: dict[Direct, str] = {
    "turns": "A new one at each of my turns, in every game",
    "hands": "A new one at my turns, in games where I hold something secret",
    "edits": "One a game, kept up to date without a sound",
    "none": "None: I press My hand",
}


class DirectMessagesCog(commands.Cog, name="direct messages"):
    def __init__(self, services: Services) -> None:
        self.store = services.store
        self.presenter = services.presenter

    @app_commands.command(name="messages", description="Which direct messages you get about your games")
    @app_commands.describe(when="When I write to you")
    @app_commands.choices(when=[app_commands.Choice(name=text, value=value) for value, text in CHOICES.items()])
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def messages(self, interaction: Interaction, when: str) -> None:
        async with answering(interaction):
            await acknowledge(interaction, ephemeral=True, thinking=True)
            wanted = next((value for value in get_args(Direct) if value == when), None)
            if wanted is None:
                raise Refused("Pick one of the choices offered.")
            user_id = interaction.user.id
            await self.store.people.prefer(user_id, direct=wanted)
            await self.store.posts.set_dm_closed(user_id, False)  # they may have been opened for this
            for table in await self.store.tables.of_user(user_id):
                if not table.solo:
                    self.presenter.show(table.id)
            await tell(interaction, f"Direct messages about your games from now on: **{CHOICES[wanted]}**.")
