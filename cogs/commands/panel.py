"""The panel that was pressed, and how it is shown again in the same message."""

from ..delivery.pictures import pictured
from ..delivery.presenter import answer_privately
from ..delivery.reading import read
from ..delivery.replies import answer
from ..discord.controls import TROUBLES, Interaction
from ..screens.panel import Panel
from .cog import Cog


class PanelCog(Cog):
    async def show_panel(self, interaction: Interaction, panel: Panel, note: str = "", *, moving: bool = False) -> None:
        """Show the panel in the message that was pressed. The direct message of a group's table stays what it is.

        `moving`: the presser has just moved, so the picture may show that moving.
        """
        try:
            if not panel.table.solo and in_private(interaction):
                await answer_privately(self.presenter, interaction, panel, note)
                return
            sent = await answer(
                interaction, panel.opening(note), panel.preferences.form, moving=moving and panel.preferences.moving
            )
        except TROUBLES:
            self.presenter.show(panel.table.id)  # by the bot's own token
            raise
        if panel.table.solo:
            self.solitaires.take_for_board(panel, sent)

    async def post_panel(self, interaction: Interaction, panel: Panel, note: str = "") -> None:
        """Show the panel to the presser alone, in a further message."""
        message = await pictured(read(panel.opening(note), panel.preferences.form))
        await interaction.followup.send(view=message.view(), files=message.files(), ephemeral=True)


def in_private(interaction: Interaction) -> bool:
    """Whether a player's own direct message was pressed, which nobody else sees."""
    pressed = interaction.message
    return interaction.guild_id is None and pressed is not None and not pressed.flags.ephemeral
