"""The list of a user's own games, and the games that they follow."""

import logging

from languages import later, say
from tables.play.model import Refused, Table

from ..delivery.replies import edit
from ..discord.controls import Interaction, acknowledge_privately, tell
from ..discord.needs import Needs
from ..screens import hall
from ..screens.hall import Waiting
from ..screens.press import Press
from .cog import Cog, command, pressed

log = logging.getLogger(__name__)

MOST = 20  # of one's games in one message


class WaitingCog(Cog):
    @command("games", later("Your games: whose turn it is, since when, and the way there"), acknowledge_privately)
    async def games(self, interaction: Interaction) -> None:
        user_id = interaction.user.id
        tables = await self.tables.unfinished(user_id, most=MOST + 1)
        newest = tables[:MOST]
        resting = {table.id for table in newest if self.presenter.absences.until(table.id) is not None}
        admitted = await self.members.admitted(interaction, [table for table in newest if table.id not in resting])
        shown = resting | {table.id for table in admitted}
        waiting = [await self._waiting(table, user_id) for table in newest if table.id in shown]
        await edit(interaction, hall.own_games([game for game in waiting if game], more=len(tables) > MOST))

    async def _waiting(self, table: Table, user_id: int) -> Waiting | None:
        """A table as an entry of the list; None if it can't be read, or was deleted meanwhile."""
        to_act = None
        if table.phase == "playing" and not table.outdated:
            try:
                seen = await self.tables.look(table.id, user_id)
            except Refused as error:
                log.info("Table %s isn't listed: %s", table.id, error)
                return None
            table, to_act = seen.table, seen.to_act
        if (until := self.presenter.absences.until(table.id)) is not None:
            return Waiting(table, to_act, False, None, until)
        theirs = to_act is not None and table.sitting(to_act) == table.player(user_id)
        return Waiting(table, to_act, theirs, await self.presenter.url(table))

    @pressed("wait", Needs.SIGHT, acknowledge_privately)
    async def wait_for_seat(self, interaction: Interaction, press: Press) -> None:
        """Wait for a seat at a full table, or for its next game."""
        await self.store.alerts.wait_for_seat(press.table_id, interaction.user.id, interaction.id)
        await self.store.posts.set_dm_closed(interaction.user.id, False)  # whoever asks wants direct messages
        await tell(interaction, say("I'll tell you once: when a seat is free here, or when the next game begins."))

    @pressed("follow", Needs.SIGHT, acknowledge_privately)
    async def follow(self, interaction: Interaction, press: Press) -> None:
        """Follow the game of a board, or stop following it."""
        if await self.store.followers.toggle(press.table_id, interaction.user.id, interaction.id):
            await self.store.posts.set_dm_closed(interaction.user.id, False)  # whoever follows wants direct messages
            await edit(interaction, hall.followed(await self.tables.get(press.table_id)))
        else:
            await tell(interaction, say("You no longer follow this game."))
