"""`/log`: what happened in a game, from its start, as the one who asks has heard it."""

from languages import later, say
from tables.play.model import Refused, Table

from ..delivery.replies import edit
from ..discord.controls import Interaction, acknowledge, acknowledge_privately
from ..screens import log as logs
from ..screens.press import Press, is_number
from .cog import Cog, command, pressed
from .which_game import SOMEBODY_ELSES, WHICH_GAME, OwnGameOption, find_own_table


class LogCog(Cog):
    @command("log", later("What happened in this game, from the start"), acknowledge_privately, game=WHICH_GAME)
    async def log(self, interaction: Interaction, game: OwnGameOption | None = None) -> None:
        table = await self._which(interaction, game)
        await self.members.require(interaction, table)
        await self._show(interaction, table.id, None)

    @pressed("log")
    async def turn_page(self, interaction: Interaction, press: Press) -> None:
        """A board's button shows this user the newest page; a page's button turns that page."""
        match press.args:
            case ():
                await acknowledge_privately(interaction)
                await self._show(interaction, press.table_id, None)
            case (page,) if is_number(page, 4):
                await acknowledge(interaction)
                await self._show(interaction, press.table_id, int(page))
            case _:
                raise Refused(say("There is no such page."))

    async def _show(self, interaction: Interaction, table_id: int, page: int | None) -> None:
        """Show a page of the log. `page` None: the newest."""
        seen = await self.tables.look(table_id, interaction.user.id, own=True)
        if seen.table.solo and seen.seat is None:
            raise Refused(say(SOMEBODY_ELSES))
        heard = await self.tables.heard(table_id, seen.seat, since=0)
        await edit(interaction, logs.log(seen.table, heard, page))

    async def _which(self, interaction: Interaction, named: str | None) -> Table:
        """This channel's table, also for spectators and once it is over; else the same as for other commands."""
        channels_table = await self.tables.in_channel(interaction.channel_id or 0) if named is None else None
        if channels_table and channels_table.phase in ("playing", "over"):
            return channels_table
        return await find_own_table(self.services, interaction, named)
