"""Games for one: dealt at once, one message that its own presses edit, in a channel, a DM or wherever the user is."""

from contextlib import suppress
from dataclasses import replace

import discord

from engine import GAMES
from languages import say
from tables.play.model import Refused, Table
from tables.play.odds import harder
from tables.play.posts import BOARD

from ..discord.controls import (
    Client,
    Interaction,
    acknowledge,
    acknowledge_alone,
    acknowledge_privately,
    at_home,
    read_soon,
    request,
)
from ..discord.needs import Needs, Verb
from ..screens import solitaire
from ..screens.frame import notice, still
from ..screens.panel import Panel
from ..screens.press import Press
from .absences import UNKNOWN_CHANNEL
from .courier import CANNOT_DM
from .loading import Loader
from .pictures import pictured
from .plan import message_url
from .presenter import Presenter
from .reading import read
from .replies import answer


class Solitaires:
    """Handles a solitaire's buttons, and shows it for `/play` and `/board`."""

    def __init__(self, client: Client, loader: Loader, presenter: Presenter) -> None:
        self._store = client.store
        self._tables = client.store.tables
        self._loader = loader
        self._presenter = presenter
        client.handlers |= {
            "deal": Verb(Needs.SEAT, acknowledge, self.deal_again),
            "give-up": Verb(Needs.SEAT, acknowledge, self.ask_first, always=True),
            "sure": Verb(Needs.SEAT, acknowledge, self.give_up, always=True),
            "go-on": Verb(Needs.SEAT, acknowledge, self.go_on, always=True),
            "here": Verb(Needs.SEAT, acknowledge_alone, self.go_on_here),
            "private": Verb(Needs.SEAT, acknowledge_alone, self.go_on_privately, always=True),
            "anew": Verb(Needs.SEAT, acknowledge_alone, self.play_anew),
        }

    async def play(self, interaction: Interaction, game_key: str) -> None:
        """Deal a new game. If one is in progress, show that here instead; if it was private, and others would see it
        here, ask first.
        """
        table = await read_soon(interaction, self._store.solitaires.of(interaction.user.id, game_key))
        if table and table.guild_id is None and table.channel_id != interaction.channel_id and not at_home(interaction):
            if not interaction.response.is_done():
                await acknowledge_privately(interaction)
            await answer(interaction, solitaire.unfinished(table))
            return
        if not interaction.response.is_done():
            await acknowledge(interaction, thinking=True)
        await self.show_here(interaction, table or await self._store.solitaires.start(game_key, request(interaction)))

    async def show_here(self, interaction: Interaction, table: Table) -> None:
        """Show the game as the public answer to a command. Its older message loses its buttons."""
        if (table.guild_id, table.channel_id) != (interaction.guild_id, interaction.channel_id):
            table = await self._store.solitaires.move_to(table.id, request(interaction))
        panel = await self._panel(table.id, interaction.user.id)
        self.take_for_board(panel, await answer(interaction, panel.opening(), panel.preferences.form))

    async def go_on_here(self, interaction: Interaction, press: Press) -> None:
        await self._show_below(interaction, await self._unfinished(interaction, press))

    async def go_on_privately(self, interaction: Interaction, press: Press) -> None:
        await self.show_privately(interaction, await self._unfinished(interaction, press))

    async def play_anew(self, interaction: Interaction, press: Press) -> None:
        """Give up the game that is unfinished, and deal a new one here."""
        table = await self._owned(interaction, press)
        if table.day is not None:
            raise Refused(say("A deal of the day isn't dealt again. “Practice” plays the same one once more."))
        if table.phase == "playing":
            with suppress(Refused):  # it has ended meanwhile
                await self._store.solitaires.give_up(table.id, interaction.user.id, None)
            self._presenter.show(table.id)
        await self._show_below(interaction, await self._store.solitaires.start(table.game, request(interaction)))

    async def _show_below(self, interaction: Interaction, table: Table) -> None:
        """Show the game to everybody, below the question that only its player sees."""
        if (table.guild_id, table.channel_id) != (interaction.guild_id, interaction.channel_id):
            table = await self._store.solitaires.move_to(table.id, request(interaction))
        await answer(interaction, notice(say("Here it comes:"), table.game))
        await self._post(interaction, await self._panel(table.id, interaction.user.id))

    async def _post(self, interaction: Interaction, panel: Panel) -> None:
        """Show the game in a further message, which becomes its board."""
        message = await pictured(read(panel.opening(), panel.preferences.form))
        sent = await interaction.followup.send(view=message.view(), files=message.files(), wait=True)
        self.take_for_board(panel, sent)

    async def _unfinished(self, interaction: Interaction, press: Press) -> Table:
        table = await self._owned(interaction, press)
        if table.phase != "playing" or table.day is not None:
            raise Refused(say("That game is over. `/play` starts another one."))
        return table

    async def direct_channel(self, interaction: Interaction) -> int | None:
        """The channel in which `show_privately` shows a game; None: here."""
        try:
            return None if at_home(interaction) else (await _direct(interaction.user)).id
        except discord.HTTPException as error:
            if error.code not in (*CANNOT_DM, UNKNOWN_CHANNEL):
                raise
            if error.code in CANNOT_DM:
                await self._store.posts.set_dm_closed(interaction.user.id, True)
            return None

    async def show_privately(self, interaction: Interaction, table: Table) -> None:
        """Show the game to its player alone, because others have yet to play this deal.

        It goes to the player's direct messages or, if these are closed, into the ephemeral answer.
        """
        if at_home(interaction):
            await self.show_here(interaction, table)
            return
        user_id, url = interaction.user.id, None
        if (channel_id := await self.direct_channel(interaction)) is not None:
            if table.channel_id != channel_id:
                private_request = replace(request(interaction), guild_id=None, channel_id=channel_id)
                table = await self._store.solitaires.move_to(table.id, private_request)
            url = await self._open_privately(table, interaction.id)
        if url:
            form = (await self._store.people.preferences(user_id)).form
            await answer(interaction, solitaire.sent_privately(table, url), form)
        else:
            panel = await self._panel(table.id, user_id)
            await answer(interaction, panel.opening(), panel.preferences.form)

    async def _open_privately(self, table: Table, interaction_id: int) -> str | None:
        """Post it in its player's direct messages. Returns its link; None if it isn't there.

        Raises Refused if it was deleted meanwhile.
        """
        posts, user_id = self._store.posts, table.host_id
        if await posts.dm_closed(user_id):  # they may be open now
            await posts.set_dm_closed(user_id, False)
        await self._presenter.open_privately(table, interaction_id)
        await self._tables.get(table.id)
        post = (await posts.of(table.id)).get(BOARD)
        if post is None or post.channel_id != table.channel_id or await posts.dm_closed(user_id):
            return None
        return message_url(table, post)

    async def _panel(self, table_id: int, user_id: int) -> Panel:
        return await self._loader.panel(await self._tables.look(table_id, user_id))

    async def deal_again(self, interaction: Interaction, press: Press) -> None:
        """Start the same game again, or a harder one, in a new message. The finished game loses its buttons."""
        table = await self._owned(interaction, press)
        if table.day is not None:
            raise Refused(say("A deal of the day isn't dealt again. “Practice” plays the same one once more."))
        step = harder(table) if press.args == ("harder",) else None
        options = step.of(table.game, solo=True) if step else table.options
        new = await self._store.solitaires.start(table.game, request(interaction), options)
        over = await self._panel(table.id, table.host_id)
        await answer(interaction, solitaire.finished(over.seen), over.preferences.form)
        await self._post(interaction, await self._panel(new.id, interaction.user.id))

    async def ask_first(self, interaction: Interaction, press: Press) -> None:
        table = await self._owned(interaction, press)
        if table.phase != "playing":
            await self._show_again(interaction, table.id)
            return
        panel = await self._panel(table.id, interaction.user.id)
        board = still(panel.picture, say("The table as it stands."))
        await answer(interaction, solitaire.confirm_giving_up(table, board), panel.preferences.form)

    async def give_up(self, interaction: Interaction, press: Press) -> None:
        """Give the game up, by the game's own move if it has one: then it counts as its rules say."""
        table = await self._owned(interaction, press)
        seen = await self._tables.look(table.id, interaction.user.id)
        move = GAMES[table.game].concession
        if move in seen.legal:
            await self._tables.play(table.id, interaction.user.id, [move], interaction.id, version=seen.table.version)
        else:
            await self._store.solitaires.give_up(table.id, interaction.user.id, interaction.id)
        await self._show_again(interaction, table.id)

    async def go_on(self, interaction: Interaction, press: Press) -> None:
        """Go back to the game."""
        table = await self._owned(interaction, press)
        await self._show_again(interaction, table.id)

    async def _show_again(self, interaction: Interaction, table_id: int) -> None:
        panel = await self._panel(table_id, interaction.user.id)
        self.take_for_board(panel, await answer(interaction, panel.opening(), panel.preferences.form))

    def take_for_board(self, panel: Panel, sent: discord.Message) -> None:
        """Make this message the board, since a press has shown the game in it.

        Not one that only its player sees: Discord shows it no more after a while, and nothing can lead to it. If
        Discord doesn't say in which channel it is, nothing could be recorded of it either.
        """
        placed: object = sent.channel
        if sent.flags.ephemeral or placed is None:
            self._presenter.show(panel.table.id)
        else:
            self._presenter.take_for_board(panel, sent)

    async def _owned(self, interaction: Interaction, press: Press) -> Table:
        table = await self._tables.get(press.table_id)
        if not table.solo or table.host_id != interaction.user.id:
            raise Refused(
                say(
                    "This is somebody else's game of {game}. `/play` starts one of your own.",
                    game=GAMES[table.game].title,
                )
            )
        return table


async def _direct(user: discord.User | discord.Member) -> discord.DMChannel:
    return user.dm_channel or await user.create_dm()
