"""`/preferences`: how somebody wants to be shown games."""

from typing import get_args

from discord import app_commands
from discord.ext import commands

from tables import Form, Refused

from ..controls import Interaction, acknowledge, answering, tell
from ..services import Services

FORMS: dict[Form, str] = {
    "pictures": "Pictures",
    "words-first": "Words first, pictures after them",
    "words-only": "Words only, for screen readers",
}
SWITCH = {True: "On", False: "Off"}


class PreferencesCog(commands.Cog, name="preferences"):
    def __init__(self, services: Services) -> None:
        self.store = services.store
        self.presenter = services.presenter

    @app_commands.command(name="preferences", description="Games in pictures or in words, and “Why?” at your moves")
    @app_commands.describe(form="How you are shown games", why="Whether you can ask what each of your moves risks")
    @app_commands.choices(
        form=[app_commands.Choice(name=text, value=value) for value, text in FORMS.items()],
        why=[app_commands.Choice(name=text, value=text) for text in SWITCH.values()],
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def preferences(self, interaction: Interaction, form: str | None = None, why: str | None = None) -> None:
        """Without options, tell what is chosen."""
        async with answering(interaction):
            await acknowledge(interaction, ephemeral=True, thinking=True)
            user_id = interaction.user.id
            chosen = await self.store.people.preferences(user_id)
            wanted = next((value for value in get_args(Form) if value == form), chosen.form)
            whys = next((value for value, text in SWITCH.items() if text == why), chosen.whys)
            if form not in (None, wanted) or why not in (None, SWITCH[whys]):
                raise Refused("Pick one of the choices offered.")
            if (wanted, whys) != (chosen.form, chosen.whys):
                await self.store.people.prefer(user_id, form=wanted, whys=whys)
                for table in await self.store.tables.of_user(user_id):
                    self.presenter.show(table.id)
            await tell(interaction, f"Games: **{FORMS[wanted]}**. Why?: **{SWITCH[whys]}**.")
