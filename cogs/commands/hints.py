"""Hints: what a computer player would do, and why. They are asked for at a panel, and only the presser sees them."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext

from languages import say
from players.answer import Line, Opinion
from tables.play.model import MOVED_ON, PlayerView, Stale

from ..delivery.replies import answer
from ..discord.controls import Interaction, acknowledge, at_home
from ..discord.needs import Needs
from ..screens import hints, picker
from ..screens.panel import Panel, lines_to_weigh
from ..screens.press import Press
from ..screens.screen import Screen
from .cog import pressed
from .panel import PanelCog, in_private


def _in_the_panel(interaction: Interaction) -> bool:
    """Whether nobody else sees the message that was pressed, so that the answer can replace it."""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or at_home(interaction))


async def _acknowledge(interaction: Interaction) -> None:
    await acknowledge(interaction, **({} if _in_the_panel(interaction) else {"ephemeral": True, "thinking": True}))


class HintsCog(PanelCog):
    @pressed("hint", Needs.SEAT, _acknowledge, always=True)
    async def hint(self, interaction: Interaction, press: Press) -> None:
        """Show what a computer player would do."""
        await self._think(interaction, press, lambda seen: (), Panel.hint)

    @pressed("why", Needs.SEAT, _acknowledge, always=True)
    async def why(self, interaction: Interaction, press: Press) -> None:
        """Show what each choice of a question risks and gives."""
        path = picker.path_of(press)
        await self._think(
            interaction,
            press,
            lambda seen: lines_to_weigh(seen, path),
            lambda panel, opinion: panel.whys(path, opinion),
        )

    async def _think(
        self,
        interaction: Interaction,
        press: Press,
        lines_of: Callable[[PlayerView], Sequence[Line]],
        hint: Callable[[Panel, Opinion], Screen],
    ) -> None:
        """Ask a computer player, and show its opinion as `hint` does.

        The answer replaces the message that was pressed if `_in_the_panel`; else it is a message of its own.
        """
        in_the_panel = _in_the_panel(interaction)
        seen = await self.tables.look(press.table_id, interaction.user.id)
        private = in_private(interaction)
        async with self.presenter.answering_privately(interaction, press.table_id) if private else nullcontext():
            note = say(hints.NO_HINT)
            try:
                current = seen.table.gives_hints and seen.table.version == press.version
                lines = lines_of(seen) if current else ()
                thought = await self.tables.asked(press.table_id, interaction.user.id, press.version, lines)
                if in_the_panel:
                    await answer(interaction, (await self.loader.panel(seen)).thinking())
                if opinion := await self.store.thinking.opinion(thought):
                    await self.tables.take_hint(thought)
                    seen = await self.tables.look(press.table_id, interaction.user.id)
                    if seen.table.version != press.version:
                        raise Stale(say(MOVED_ON))
                    await answer(interaction, hint(await self.loader.panel(seen), opinion))
                    return
            except Stale as error:
                note = str(error)
            with self.store.database.visit(interaction.user.id):  # read the table again: the hint took a while
                seen = await self.tables.look(press.table_id, interaction.user.id)
                await self.show_panel(interaction, await self.loader.panel(seen), note)
