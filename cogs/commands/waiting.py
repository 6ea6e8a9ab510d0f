"""The list of a user's own games, and the games that they follow."""

import logging

from languages import later, say
from tables.daily.calendar import now
from tables.play.model import Refused, Table
from tables.play.posts import VOTE
from tables.play.relief import RELIEF_AFTER

from ..delivery.replies import edit
from ..discord.controls import Interaction, acknowledge, acknowledge_privately, tell
from ..discord.needs import Needs
from ..screens import hall, waiting
from ..screens.hall import Waiting
from ..screens.press import Press
from .cog import Cog, command, pressed

log = logging.getLogger(__name__)

MOST_ASIDE = 3  # tables to which one can go back
MOST = 20  # of one's games in one message


class WaitingCog(Cog):
    @command(
        "games",
        later("Your games: whose turn it is, since when, and the way there"),
        acknowledge_privately,
        always=True,
    )
    async def games(self, interaction: Interaction) -> None:
        user_id = interaction.user.id
        tables = await self.tables.unfinished(user_id, most=MOST + 1)
        newest = tables[:MOST]
        resting = {table.id for table in newest if self.presenter.absences.until(table.id) is not None}
        admitted = await self.members.admitted(interaction, [table for table in newest if table.id not in resting])
        shown = resting | {table.id for table in admitted}
        games = [await self._waiting(table, user_id) for table in newest if table.id in shown]
        aside = await self.tables.left_aside(user_id, most=MOST_ASIDE)
        more = len(tables) > MOST
        await edit(interaction, hall.own_games([game for game in games if game], more=more, aside=aside))

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
        votes = table.phase == "playing" and not table.solo
        vote = await self.store.votes.of(table.id) if votes else None
        if vote is not None and user_id in vote.open_to(table):
            return Waiting(table, to_act, theirs, await self.presenter.url(table, VOTE), votes=True)
        return Waiting(table, to_act, theirs, await self.presenter.url(table))

    @pressed("pace", Needs.SIGHT, acknowledge)
    async def choose_pace(self, interaction: Interaction, press: Press) -> None:
        """Play tonight, or over days."""
        pace = next((pace for pace in waiting.PACES if press.args == (pace,)), None)
        if pace is None:
            raise Refused(say("Choose on the table's message when you play."))
        table = await self.store.waiting.set_pace(press.table_id, interaction.user.id, pace, interaction.id)
        self.presenter.tokens.remember(interaction)
        await self.presenter.show_and_wait(table.id)
        await self.presenter.refresh_old(table, interaction.message)

    @pressed("nudge", Needs.SEAT, acknowledge_privately)
    async def nudge(self, interaction: Interaction, press: Press) -> None:
        """Have the player to act reminded now; after half an hour, offer that a computer player plays on."""
        table, player, first = await self.store.waiting.nudge(press.table_id, interaction.user.id, interaction.id)
        offers = now() >= table.waits_since + RELIEF_AFTER
        await edit(interaction, waiting.nudged(table, player, first=first, offers=offers))

    @pressed("reopen", Needs.GROUP, acknowledge_privately)
    async def reopen(self, interaction: Interaction, press: Press) -> None:
        """Take a table up again that was closed because nobody played."""
        table = await self.tables.reopen(press.table_id, interaction.user.id, interaction.id)
        await self.presenter.show_again(table, interaction.id)
        text = say("The table is open again. The others are told.")
        await edit(interaction, hall.elsewhere(text, await self.presenter.url(table)))

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
            table = await self.tables.get(press.table_id)
            free = await self.store.alerts.has_room(table, interaction.user.id)
            await edit(interaction, hall.followed(table, free=free))
        else:
            await tell(interaction, say("You no longer follow this game."))
