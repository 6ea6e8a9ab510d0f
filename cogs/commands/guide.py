"""Looking things up: the board, the rules, help; and the greeting of a new server."""

import contextlib
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from engine import GAMES
from languages import later, say, speaking
from render import PICTURES
from tables.play.model import Refused, Table

from ..delivery.dress import Message
from ..delivery.fallback import in_words_else
from ..delivery.replies import answer, edit, form_of
from ..discord.controls import (
    Interaction,
    acknowledge,
    acknowledge_alone,
    acknowledge_privately,
    at_home,
    language_of,
    read_soon,
    tell,
)
from ..discord.needs import Needs
from ..games import WORDS
from ..screens import hall
from ..screens.frame import notice
from ..screens.names import safe_names
from ..screens.press import Press, is_number
from ..screens.rules import rules
from .cog import Cog, command, named, pressed
from .which_game import UNKNOWN_GAME, WHICH_GAME, OwnGameOption, channels_table, default_game, find_own_table

GAME_CHOICES = named({key: GAMES[key].title for key in WORDS})

NOT_SHOWN = later("Discord isn't taking it just now. It comes by itself within a minute.")


async def _acknowledge_rules(interaction: Interaction) -> None:
    """A page's button, which names the game and the page, turns that page."""
    turned = len(interaction.extras["press"].args) > 1
    await (acknowledge if turned else acknowledge_privately)(interaction)


class GuideCog(Cog):
    # -- The board

    @command(
        "board",
        later("Show the board again: of the game here, or of your solo game"),
        text=later("The whole position in words, for you alone"),
        game=WHICH_GAME,
    )
    async def board(
        self, interaction: Interaction, text: bool | None = None, game: OwnGameOption | None = None
    ) -> None:
        """Show the board again. Users who prefer words read the position, unless they choose otherwise."""
        text, table = await read_soon(interaction, self._chosen(interaction, text, game))
        for_all = not text and table.solo and (table.day is None or at_home(interaction))
        late = interaction.response.is_done()
        if not late:
            await acknowledge(interaction, ephemeral=not for_all, thinking=True)
        await self.members.require(interaction, table, Needs.SIGHT)
        if text:
            position = await self._in_words(table, interaction.user.id)
            await edit(interaction, notice(position, table.game))
        elif table.day is not None or (table.solo and late):  # others have yet to play a deal of the day
            await self.solitaires.show_privately(interaction, table)
        elif table.solo:
            await self.solitaires.show_here(interaction, table)
        else:
            await self.presenter.show_again(table, interaction.id)
            url = await self.presenter.url(table)
            await tell(interaction, say("Here it is again: {url}", url=url) if url else say(NOT_SHOWN))

    async def _chosen(self, interaction: Interaction, text: bool | None, named: str | None) -> tuple[bool, Table]:
        """Whether to answer in words, and which table is meant. Raises Refused."""
        text = await form_of(interaction) != "pictures" if text is None else text
        return text, await self._which(interaction, named)

    async def _which(self, interaction: Interaction, named: str | None) -> Table:
        """The user's own game here, else this channel's table, which everybody may watch."""
        here = await channels_table(self.services, interaction) if named is None else None
        if here and here.player(interaction.user.id):
            return here
        try:
            own = await find_own_table(self.services, interaction, named)
        except Refused:
            if here is None:
                raise
            return here
        return own if here is None or own.channel_id == interaction.channel_id else here

    async def _in_words(self, table: Table, user_id: int) -> str:
        if table.phase not in ("playing", "over"):
            raise Refused(say("The game hasn't started yet. The host starts it with **Start**."))
        seen = await self.tables.look(table.id, user_id)
        return PICTURES[table.game].describe(seen.view, safe_names(table))

    # -- The rules

    @command(
        "rules", later("How a game is played"), always=True, game=later("Which game; else the one that is played here")
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
        """If no game is played here, show the menu, which leads to the rules of each."""
        if game is not None and game not in WORDS:
            raise Refused(say(UNKNOWN_GAME))
        await acknowledge_privately(interaction)
        if game := game or await default_game(self.services, interaction):
            await self._show_rules(interaction, game, 0)
        else:
            await answer(interaction, hall.menu())

    @pressed("rules", Needs.SIGHT, _acknowledge_rules, always=True)
    async def turn_rules(self, interaction: Interaction, press: Press) -> None:
        """A board's or the menu's button shows this user the first page; a page's button turns that page."""
        match press.args:
            case (game,) if game in WORDS:
                await self._show_rules(interaction, game, 0)
            case ():
                table = await self.tables.get(press.table_id)
                await self._show_rules(interaction, table.game, 0, table)
            case (game, page) if game in WORDS and is_number(page, 2):
                await self._show_rules(interaction, game, int(page))
            case _:
                raise Refused(say("The rules have no such page. `/rules` shows the first."))

    async def _show_rules(self, interaction: Interaction, game: str, number: int, table: Table | None = None) -> None:
        async with self.browsing.queued(interaction):
            await answer(interaction, rules(game, number, table), browsing=True)

    # -- Proof, help, greeting

    @command("help", later("All games and commands of this hall"), acknowledge_privately, always=True)
    async def help(self, interaction: Interaction) -> None:
        await answer(interaction, hall.menu())

    @pressed("menu", Needs.NOTHING, acknowledge_alone, always=True)
    async def show_menu(self, interaction: Interaction, press: Press) -> None:
        match press.args:
            case (hall.FOR_ONE,):
                await answer(interaction, hall.for_one(public=not at_home(interaction)))
            case _:
                await answer(interaction, hall.menu())

    @pressed("game", Needs.NOTHING, always=True)
    async def show_game(self, interaction: Interaction, press: Press) -> None:
        """Show a game that was chosen from the menu."""
        game = "".join(press.values)
        if game not in WORDS:
            raise Refused(say(UNKNOWN_GAME))
        await acknowledge_alone(interaction)
        await answer(interaction, hall.game(game))

    @pressed("commands", Needs.NOTHING, acknowledge_alone, always=True)
    async def show_commands(self, interaction: Interaction, press: Press) -> None:
        await answer(interaction, hall.commands())

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        for channel in (guild.system_channel, *guild.text_channels):
            if channel and channel.permissions_for(guild.me).is_superset(WRITING):
                with contextlib.suppress(discord.HTTPException):
                    with speaking(await language_of(self.client, guild)):
                        await in_words_else(hall.greeting(), partial(_greet, channel))
                    return


WRITING = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)


async def _greet(channel: discord.TextChannel, message: Message) -> None:
    await channel.send(view=message.view(), files=message.files())
