"""`/away`: tables wait for whoever says that they are away for some days, and no streak of theirs breaks."""

from discord import app_commands

from languages import later
from tables.people.aways import LONGEST

from ..delivery.replies import edit
from ..discord.controls import Interaction, acknowledge_alone, acknowledge_privately
from ..discord.needs import Needs
from ..screens.press import Press
from ..screens.waiting import own_absence
from .cog import Cog, command, pressed

MOST_SHOWN = 20  # tables that say so at once; others when they next change


class AwayCog(Cog):
    @command(
        "away",
        later("Be away for some days: your games wait, and your streaks hold"),
        acknowledge_privately,
        always=True,
        days=later("For how many days from now; you can be back sooner"),
    )
    async def away(self, interaction: Interaction, days: app_commands.Range[int, 1, LONGEST] | None = None) -> None:
        """Be away for some days; without a number, tell how it is now."""
        user_id, aways = interaction.user.id, self.store.aways
        own = await (aways.of(user_id) if days is None else aways.begin(user_id, days, interaction.id))
        if days is not None:
            await self._show_tables(user_id)
        await edit(interaction, own_absence(own))

    @pressed("back", Needs.NOTHING, always=True)
    async def back(self, interaction: Interaction, press: Press) -> None:
        """Be back sooner."""
        await acknowledge_alone(interaction)
        user_id = interaction.user.id
        await self.store.aways.end(user_id, interaction.id)
        await self._show_tables(user_id)
        await edit(interaction, own_absence(await self.store.aways.of(user_id)))

    async def _show_tables(self, user_id: int) -> None:
        """Their tables say that they are away, or don't any more."""
        for table in await self.tables.unfinished(user_id, most=MOST_SHOWN):
            if not table.solo:
                self.presenter.show(table.id)
