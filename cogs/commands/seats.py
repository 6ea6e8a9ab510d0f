"""Seats: leaving, taking and freeing them, computer players in them, and giving a game up together."""

from engine import GAMES
from tables.daily.calendar import now
from tables.play.model import Refused, Table

from ..delivery.replies import edit
from ..discord.controls import Interaction, acknowledge, acknowledge_alone, acknowledge_privately, name_of, tell
from ..discord.permissions import require_seen
from ..screens import hall, stakes
from ..screens.board import ask_first, confirm_leaving
from ..screens.frame import notice
from ..screens.press import Press
from ..screens.screen import Screen
from ..screens.solitaire import confirm_giving_up
from .cog import Cog, command, pressed
from .which_game import WHICH_GAME, OwnGameOption, require_own_table

LATE = "It counts on the boards for those who have sat here from the start."


class SeatsCog(Cog):
    @command("leave", "Leave a game; your seat is then free for others", acknowledge_privately, game=WHICH_GAME)
    async def leave(self, interaction: Interaction, game: OwnGameOption | None = None) -> None:
        """Asks first."""
        table = await require_own_table(self.services, interaction, game)
        if table.solo:  # leaving it counts as giving it up
            screen = confirm_giving_up(table)
        else:
            kept_until = now() + int(self.tables.times.vacate.total_seconds())
            screen = confirm_leaving(table, interaction.user.id, kept_until)
        await edit(interaction, screen)

    @pressed("leave", acknowledge)
    async def leave_now(self, interaction: Interaction, press: Press) -> None:
        table = await self.tables.leave(press.table_id, interaction.user.id, interaction.id)
        await self._changed(interaction, table, f"You've left this game of {GAMES[table.game].title}.")

    @pressed("take", acknowledge_privately)
    async def take(self, interaction: Interaction, press: Press) -> None:
        user = interaction.user
        require_seen(interaction, await self.tables.get(press.table_id))
        table = await self.tables.take_seat(press.table_id, user.id, name_of(user), interaction.id)
        self.presenter.show(press.table_id)
        player = table.player(user.id)
        counts = f" {LATE}" if player and not player.whole and (table.at_stake or not table.together) else ""
        text = f"You've joined the game. Press **My hand** on the board to see what you know.{counts}"
        if table.channel_id == interaction.channel_id:
            await tell(interaction, text)
        else:
            await edit(interaction, hall.elsewhere(text, await self.presenter.url(table)))

    @pressed("vacate", acknowledge)
    async def vacate(self, interaction: Interaction, press: Press) -> None:
        """Free the seat of somebody who is absent."""
        table = await self.tables.vacate_absent(press.table_id, interaction.user.id, interaction.id)
        await self._changed(interaction, table, "The seat is free. Anyone can take it on the board.")

    @pressed("stand-in")
    async def ask_stand_in(self, interaction: Interaction, press: Press) -> None:
        """Ask for a computer player in an empty seat. Ask once more if that takes the game off the leaderboards."""
        sure = press.args == ("sure",)
        await acknowledge(interaction, **({} if sure else {"ephemeral": True, "thinking": True}))
        table = await self.tables.get(press.table_id)
        if not sure and table.at_stake and table.vacant and table.player(interaction.user.id):
            await edit(interaction, ask_first(table, "seat"))
            return
        table = await self.store.votes.ask_stand_in(press.table_id, interaction.user.id, interaction.id)
        await self._changed(interaction, table, _stand_in(table))

    @pressed("play-for", acknowledge)
    async def ask_to_play(self, interaction: Interaction, press: Press) -> None:
        """Ask to play for an empty seat themselves, which takes the game off the leaderboards."""
        table = await self.store.votes.ask_to_play(press.table_id, interaction.user.id, interaction.id)
        text = "You can play for it now: press **Play** on the board."
        text = text if table.unranked else "You asked the others. They vote in the channel."
        await self._changed(interaction, table, text)

    @pressed("relieve", acknowledge)
    async def relieve(self, interaction: Interaction, press: Press) -> None:
        """Ask for a computer player in the seat of somebody who is absent."""
        user_id = interaction.user.id
        table = await self.store.votes.ask_stand_in(press.table_id, user_id, interaction.id, absent=True)
        await self._changed(interaction, table, _stand_in(table))

    async def _changed(self, interaction: Interaction, table: Table, text: str) -> None:
        """Show the changed table, and the text in the message that was pressed."""
        self.presenter.show(table.id)
        await edit(interaction, notice(text, table.game))

    @command("concede", "Give up a game; with others, you vote on it", acknowledge_privately, game=WHICH_GAME)
    async def concede(self, interaction: Interaction, game: OwnGameOption | None = None) -> None:
        """Asks first, unless others are to vote on it."""
        table = await require_own_table(self.services, interaction, game)
        if table.solo or len(table.players) == 1:
            await edit(interaction, confirm_giving_up(table))
        else:
            await tell(interaction, await self._concede(interaction, table.id))

    @pressed("concede", acknowledge_alone)
    async def concede_now(self, interaction: Interaction, press: Press) -> None:
        """Give up, now that somebody who plays with computers alone is sure."""
        text = await self._concede(interaction, press.table_id)
        await edit(interaction, await self._notice(press, text))

    @pressed("stay", acknowledge_alone)
    async def stay(self, interaction: Interaction, press: Press) -> None:
        await edit(interaction, await self._notice(press, "The game goes on."))

    async def _notice(self, press: Press, text: str) -> Screen:
        return notice(text, (await self.tables.get(press.table_id)).game)

    async def _concede(self, interaction: Interaction, table_id: int) -> str:
        """Open a vote on giving up and agree. Returns the answer to the user."""
        table = await self.store.votes.open(table_id, interaction.user.id, interaction.id)
        self.presenter.show(table.id)
        asked = f"You asked the others to give up. They vote in the channel. {stakes.cost_of_giving_up(table)}"
        return "You gave the game up." if table.conceded else asked

    @pressed("vote", acknowledge_privately)
    async def vote(self, interaction: Interaction, press: Press) -> None:
        if press.args not in (("yes",), ("no",)):
            raise Refused("Press one of the two buttons to vote.")
        agrees = press.args == ("yes",)
        vote = await self.store.votes.of(press.table_id)
        table = await self.store.votes.cast(press.table_id, interaction.user.id, agrees, interaction.id)
        self.presenter.show(table.id)
        way = "for" if agrees else "against"
        if vote and vote.about == "seat":
            await tell(interaction, f"You voted {way} a computer player.")
        elif vote and vote.about == "play":
            await tell(interaction, f"You voted {way} playing for the empty seat.")
        else:
            await tell(interaction, "You voted to give up." if agrees else "You voted to keep playing.")


def _stand_in(table: Table) -> str:
    """The answer to a user who has asked for a computer player."""
    if table.vacant:
        return "The seat is free, and you vote on a computer player for it in the channel."
    return "A computer player plays on in that seat. Whoever left it can take it back at any time."
