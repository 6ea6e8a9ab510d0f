"""Seats: leaving, taking and freeing them, computer players in them, and giving a game up together."""

from engine import GAMES
from languages import later, say, speaking
from tables.daily.calendar import now
from tables.play.model import Refused, Stale, Table, where_it_stands

from ..delivery.replies import edit
from ..discord.controls import (
    Interaction,
    acknowledge,
    acknowledge_alone,
    acknowledge_page,
    acknowledge_privately,
    name_of,
    tell,
)
from ..discord.needs import Needs
from ..screens import hall, stakes
from ..screens.board import ask_first
from ..screens.departures import confirm_leaving, confirm_resigning
from ..screens.frame import notice
from ..screens.press import Press
from ..screens.screen import Screen
from ..screens.solitaire import confirm_giving_up
from .cog import Cog, command, pressed
from .which_game import WHICH_GAME, OwnGameOption, find_table_here, require_own_table

LATE = later("It counts on the boards for those who have sat here from the start.")
GIVE_UP = later("Give up a game; with others you vote on it, against others you resign")
# By what the vote is about, and whether they agree
VOTED = {
    ("seat", True): later("You voted for a computer player."),
    ("seat", False): later("You voted against a computer player."),
    ("play", True): later("You voted for playing for the empty seat."),
    ("play", False): later("You voted against playing for the empty seat."),
    ("away", True): later("You voted for a computer player."),
    ("away", False): later("You voted against a computer player."),
    ("give-up", True): later("You voted to give up."),
    ("give-up", False): later("You voted to keep playing."),
}


class SeatsCog(Cog):
    @command(
        "leave",
        later("Leave a game; your seat is then free for others"),
        acknowledge_privately,
        always=True,
        game=WHICH_GAME,
    )
    async def leave(self, interaction: Interaction, game: OwnGameOption | None = None) -> None:
        """Leave a table, after asking once more."""
        table = await require_own_table(self.services, interaction, game)
        if table.solo:  # leaving it counts as giving it up
            screen = confirm_giving_up(table)
        else:
            kept_until = now() + int(self.tables.times.vacate.total_seconds())
            moved = await self.tables.has_moved(table.id, interaction.user.id)
            blocked = await self.store.servers.is_blocked(table.guild_id, interaction.user.id)
            screen = confirm_leaving(table, interaction.user.id, kept_until, moved=moved, blocked=blocked)
        await edit(interaction, screen)

    @pressed("leave", Needs.SEAT, acknowledge, always=True)
    async def leave_now(self, interaction: Interaction, press: Press) -> None:
        for_good = press.args == ("for-good",)
        table = await self.tables.leave(press.table_id, interaction.user.id, interaction.id, for_good=for_good)
        await self._changed(interaction, table, say("You've left this game of {game}.", game=GAMES[table.game].title))

    @pressed("claim", Needs.SEAT, acknowledge_privately, always=True)
    async def claim(self, interaction: Interaction, press: Press) -> None:
        """End a game that all others have left: its last player has won."""
        absent = press.args == ("absent",)
        table = await self.tables.claim_win(press.table_id, interaction.user.id, interaction.id, absent=absent)
        self.presenter.show(table.id)
        await tell(interaction, say("You have won: nobody else is left."))

    @pressed("take", Needs.SIGHT, acknowledge_privately)
    async def take(self, interaction: Interaction, press: Press) -> None:
        user = interaction.user
        table = await self.tables.take_seat(press.table_id, user.id, name_of(user), interaction.id)
        self.presenter.show(press.table_id)
        player = table.player(user.id)
        text = say("You've joined the game. Press **My hand** on the board to see what you know.")
        if player and not player.whole and (table.at_stake or not table.together):
            text += f" {say(LATE)}"
        if table.channel_id == interaction.channel_id:
            await tell(interaction, text)
        else:
            await edit(interaction, hall.elsewhere(text, await self.presenter.url(table)))

    @pressed("vacate", Needs.SEAT, acknowledge)
    async def vacate(self, interaction: Interaction, press: Press) -> None:
        """Free the seat of somebody who is absent."""
        table = await self.tables.vacate_absent(press.table_id, interaction.user.id, interaction.id)
        with speaking(table.language):  # in the message that asked all of them
            text = say("The seat is free. Anyone can take it on the board.")
        await self._changed(interaction, table, text)

    @pressed("stand-in", Needs.SEAT, acknowledge_page)
    async def ask_stand_in(self, interaction: Interaction, press: Press) -> None:
        """Ask for a computer player in an empty seat. Ask once more if that takes the game off the leaderboards."""
        sure = press.args == ("sure",)
        table = await self.tables.get(press.table_id)
        if not sure and table.at_stake and table.vacant and table.player(interaction.user.id):
            await edit(interaction, ask_first(table, "seat"))
            return
        table = await self.store.votes.ask_stand_in(press.table_id, interaction.user.id, interaction.id)
        await self._changed(interaction, table, _stand_in(table))

    @pressed("play-for", Needs.SEAT, acknowledge)
    async def ask_to_play(self, interaction: Interaction, press: Press) -> None:
        """Ask to play for an empty seat themselves, which takes the game off the leaderboards."""
        table = await self.store.votes.ask_to_play(press.table_id, interaction.user.id, interaction.id)
        text = say("You can play for it now: press **Play** on the board.")
        text = text if table.unranked else say("You asked the others. They vote in the channel.")
        await self._changed(interaction, table, text)

    @pressed("relieve", Needs.SEAT, acknowledge)
    async def relieve(self, interaction: Interaction, press: Press) -> None:
        """Ask for a computer player in the seat of somebody who is absent."""
        user_id = interaction.user.id
        table = await self.store.votes.ask_stand_in(press.table_id, user_id, interaction.id, absent=True)
        with speaking(table.language):  # likewise
            text = _stand_in(table)
        await self._changed(interaction, table, text)

    @pressed("meanwhile", Needs.SEAT, acknowledge)
    async def ask_relief(self, interaction: Interaction, press: Press) -> None:
        """Ask for a computer player in the place of whoever keeps the others waiting tonight, until they are back."""
        table = await self.store.votes.ask_relief(press.table_id, interaction.user.id, interaction.id)
        relieved = any(computer.stands_in for computer in table.computers)
        text = say("A computer player plays on meanwhile. Whoever is away is back with any press at the table.")
        if not relieved or await self.store.votes.of(table.id):
            text = say("You asked the others. They vote in the channel.")
        await self._changed(interaction, table, text)

    async def _changed(self, interaction: Interaction, table: Table, text: str) -> None:
        """Show the changed table, and the text in the message that was pressed."""
        self.presenter.show(table.id)
        await edit(interaction, notice(text, table.game))

    @command("concede", GIVE_UP, acknowledge_privately, always=True, game=WHICH_GAME)
    async def concede(self, interaction: Interaction, game: OwnGameOption | None = None) -> None:
        """Give up a game of this channel. If none is here, ask which: the wrong one would be lost."""
        table = None if game else await find_table_here(self.services, interaction)
        if table is None and game is None and (others := await self.tables.of_user(interaction.user.id)):
            await edit(interaction, hall.which_to_give_up(await self.members.admitted(interaction, others)))
            return
        await self._ask(interaction, table or await require_own_table(self.services, interaction, game))

    @pressed("resign", Needs.SEAT, acknowledge_privately, always=True)
    async def give_up(self, interaction: Interaction, press: Press) -> None:
        """Give up this game."""
        table = await self.tables.get(press.table_id)
        if table.phase != "playing":
            raise Stale(where_it_stands(table))
        await self._ask(interaction, table)

    async def _ask(self, interaction: Interaction, table: Table) -> None:
        """Ask once more, or let the others vote."""
        if table.rivals and (table.last_one or len(table.players) > 1):
            await edit(interaction, confirm_resigning(table, interaction.user.id))
        elif table.solo or len(table.players) == 1:
            await edit(interaction, confirm_giving_up(table))
        else:
            await tell(interaction, await self._vote_on_giving_up(interaction, table.id))

    @pressed("concede", Needs.SEAT, acknowledge_alone, always=True)
    async def concede_now(self, interaction: Interaction, press: Press) -> None:
        """Give up, now that somebody is sure who plays with computers alone, or against others."""
        table = await self.tables.get(press.table_id)
        if table.last_one:  # the others have gone since the question
            await self._ask(interaction, table)
            return
        if press.args == ("ask",) and len(table.players) == 1:
            await edit(interaction, confirm_giving_up(table))
            return
        if table.rivals and len(table.players) > 1:
            user_id = interaction.user.id
            table = await self.tables.leave(press.table_id, user_id, interaction.id, for_good=True)
            self.presenter.show(table.id)
            text = say("You have resigned.")
        else:
            text = await self._vote_on_giving_up(interaction, press.table_id)
        await edit(interaction, await self._notice(press, text))

    @pressed("stay", Needs.SEAT, acknowledge_alone, always=True)
    async def stay(self, interaction: Interaction, press: Press) -> None:
        await edit(interaction, await self._notice(press, say("The game goes on.")))

    async def _notice(self, press: Press, text: str) -> Screen:
        return notice(text, (await self.tables.get(press.table_id)).game)

    async def _vote_on_giving_up(self, interaction: Interaction, table_id: int) -> str:
        """Open a vote on giving up and agree. Returns the answer to the user."""
        table = await self.store.votes.open(table_id, interaction.user.id, interaction.id)
        self.presenter.show(table.id)
        if table.conceded:
            return say("You gave the game up.")
        return f"{say('You asked the others to give up. They vote in the channel.')} {stakes.cost_of_giving_up(table)}"

    @pressed("vote", Needs.SEAT, acknowledge_privately)
    async def vote(self, interaction: Interaction, press: Press) -> None:
        if press.args not in (("yes",), ("no",)):
            raise Refused(say("Press one of the two buttons to vote."))
        agrees = press.args == ("yes",)
        vote = await self.store.votes.of(press.table_id)
        table = await self.store.votes.cast(press.table_id, interaction.user.id, agrees, interaction.id)
        self.presenter.show(table.id)
        await tell(interaction, say(VOTED[vote.about if vote else "give-up", agrees]))


def _stand_in(table: Table) -> str:
    """The answer to a user who has asked for a computer player."""
    if table.vacant:
        return say("The seat is free, and you vote on a computer player for it in the channel.")
    return say("A computer player plays on in that seat. Whoever left it can take it back at any time.")
