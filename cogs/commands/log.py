"""`/log`: what happened in a game, from its start, as the one who asks has heard it."""

from languages import later, say
from tables.play.model import Refused, Table

from ..delivery.replies import edit
from ..discord.controls import Interaction, acknowledge_page, acknowledge_privately
from ..discord.needs import Needs
from ..screens import log as logs
from ..screens.press import Press, is_number
from .cog import Cog, command, pressed
from .which_game import WHICH_GAME, OwnGameOption, channels_table, require_own_table


class LogCog(Cog):
    @command(
        "log", later("What happened in this game, from the start"), acknowledge_privately, always=True, game=WHICH_GAME
    )
    async def log(self, interaction: Interaction, game: OwnGameOption | None = None) -> None:
        await self._show(interaction, (await self._which(interaction, game)).id, None)

    @pressed("log", Needs.COURSE, acknowledge_page, always=True)
    async def turn_page(self, interaction: Interaction, press: Press) -> None:
        """A board's button shows this user the newest page; a page's button turns that page."""
        match press.args:
            case ():
                await self._show(interaction, press.table_id, None)
            case (page,) if is_number(page, 4):
                await self._show(interaction, press.table_id, int(page))
            case _:
                raise Refused(say("There is no such page."))

    async def _show(self, interaction: Interaction, table_id: int, page: int | None) -> None:
        """Show a page of the log. `page` None: the newest."""
        seen = await self.tables.look(table_id, interaction.user.id, own=True)
        heard = await self.tables.heard(table_id, seen.seat, since=0)
        await edit(interaction, logs.log(seen.table, heard, page))

    async def _which(self, interaction: Interaction, named: str | None) -> Table:
        """This channel's table, also for spectators and once it is over; else the same as for other commands."""
        here = await channels_table(self.services, interaction) if named is None else None
        if here and here.phase in ("playing", "over"):
            await self.members.require(interaction, here, Needs.COURSE)
            return here
        return await require_own_table(self.services, interaction, named)
