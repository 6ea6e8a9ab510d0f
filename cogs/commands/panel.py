"""The panel that was pressed: what its presser sees of the table, and how it is shown again in the same message."""

from languages import say
from tables.play.model import PlayerView, Refused, Table

from ..delivery.replies import answer
from ..discord.controls import TROUBLES, Interaction
from ..screens.panel import Panel
from ..screens.press import Press
from .cog import Cog
from .which_game import SOMEBODY_ELSES


class PanelCog(Cog):
    async def look(self, press: Press, user_id: int, *, own: bool = False) -> PlayerView:
        """The table of a press, as the presser sees it. Raises Refused if they don't sit there."""
        seen = await self.tables.look(press.table_id, user_id, own=own)
        if seen.seat is None and seen.table.solo:
            raise Refused(say(SOMEBODY_ELSES))
        if seen.seat is None:
            raise Refused(_from_outside(seen.table))
        return seen

    async def show_panel(self, interaction: Interaction, panel: Panel, note: str = "", *, moving: bool = False) -> None:
        """Show the panel in the message that was pressed. The direct message of a group's table stays what it is.

        `moving`: the presser has just moved, so the picture may show that moving.
        """
        try:
            if not panel.table.solo and in_private(interaction):
                await self.presenter.pressed.answer_privately(interaction, panel, note)
                return
            sent = await answer(
                interaction, panel.opening(note), panel.preferences.form, moving=moving and panel.preferences.moving
            )
        except TROUBLES:
            self.presenter.show(panel.table.id)  # by the bot's own token
            raise
        if panel.table.solo:
            await self.solitaires.adopt(panel, sent)


def in_private(interaction: Interaction) -> bool:
    """Whether a player's own direct message was pressed, which nobody else sees."""
    pressed = interaction.message
    return interaction.guild_id is None and pressed is not None and not pressed.flags.ephemeral


def _from_outside(table: Table) -> str:
    if table.phase == "playing" and table.vacant:
        return say("You don't sit at this table. A seat is free: press “Take the empty seat” to join in.")
    if table.phase == "playing" and any(computer.stands_in for computer in table.computers):
        return say("You don't sit at this table. If you left it, press “Back to my seat”.")
    return say("You don't sit at this table: everything there is to see is on the board.")
