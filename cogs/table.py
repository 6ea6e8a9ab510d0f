"""At the table: the panel behind Play, a player's hand, and what the games' slash commands share."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from engine import GAMES, Data, IllegalMove
from tables import Refused, Seen, Stale, Table

from . import messages, panel
from .controls import TROUBLES, Interaction, Press, acknowledge, answering
from .permissions import lacking_here
from .words import AnyWords

if TYPE_CHECKING:
    from bot import Hall

Typed = tuple[Sequence[str], str]  # the kinds of move that an option may mean, and what was typed
BEFORE = "This game hasn't started yet. Its buttons are on the message where you joined."
AFTER = "The last game here is over. “Play again” on its last board, or `/play`, begins a new one."
WHICH_GAME = "Which of your games, where it isn't this channel's"


class TableCog(commands.Cog, name="table"):
    def __init__(self, bot: "Hall") -> None:
        self.bot = bot
        self.tables = bot.tables
        self.presenter = bot.presenter
        self.panels = bot.panels
        bot.handlers |= {
            "play": self.open_panel,
            "pick": self.pick,
            "page": self.turn_page,
            "undo": self.take_back,
            "hand": self.show_hand,
        }

    # -- The panel

    async def open_panel(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        seen = await self._look(press, interaction.user.id)
        await interaction.edit_original_response(**(await self.panels.now(seen, _hindrance(interaction, seen))).edit())
        await self.presenter.mend(seen.table, interaction.message)

    async def pick(self, interaction: Interaction, press: Press) -> None:
        """A step of the panel: on to the next question, or the move that the steps have spelled."""
        await acknowledge(interaction)
        path = press.args + press.values
        seen = await self._look(press, interaction.user.id)
        note = ""
        try:
            if press.version != seen.table.version:
                await self.tables.only_once(interaction.id)
                raise Stale("The table has moved on since. Here is how it stands.")
            chosen = self.panels.narrow(seen, path)
            if isinstance(chosen, panel.Question):
                await interaction.edit_original_response(**(await self.panels.asking(seen, chosen, path)).edit())
                return
            await self.tables.play(press.table_id, interaction.user.id, [chosen], interaction.id, version=press.version)
        except (Stale, IllegalMove) as error:
            note = str(error)
        await self._refresh(interaction, press.table_id, note)

    async def take_back(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        note = ""
        try:
            await self.tables.undo(press.table_id, interaction.user.id, interaction.id, version=press.version)
        except Refused as error:
            note = str(error)
        await self._refresh(interaction, press.table_id, note)

    async def turn_page(self, interaction: Interaction, press: Press) -> None:
        """Another page of a long select; nothing is chosen."""
        await acknowledge(interaction)
        page, *path = press.args or ("0",)
        seen = await self._look(press, interaction.user.id)
        chosen = self.panels.narrow(seen, tuple(path))
        if not isinstance(chosen, panel.Question) or not page.isdecimal():
            raise Stale("That isn't possible any more. Press Play again.")
        message = await self.panels.asking(seen, chosen, tuple(path), int(page[:3]))
        await interaction.edit_original_response(**message.edit())

    async def _look(self, press: Press, user_id: int, *, own: bool = False) -> Seen:
        """The table of a press, as the presser sees it. Raises Refused for who doesn't sit there."""
        seen = await self.tables.look(press.table_id, user_id, own=own)
        if seen.seat is None and seen.table.solo:
            raise Refused("This is somebody else's game. `/play` starts one of your own.")
        if seen.seat is None:
            raise Refused(_from_outside(seen.table))
        return seen

    async def _refresh(self, interaction: Interaction, table_id: int, note: str) -> None:
        """After a move, or instead of one: the panel as things stand now."""
        seen = await self.tables.look(table_id, interaction.user.id)
        if not seen.table.solo:
            await self.presenter.show_first(table_id)
        note = f"{_hindrance(interaction, seen)}\n{note}".strip()
        try:
            shown = await interaction.edit_original_response(**(await self.panels.now(seen, note)).edit())
        except TROUBLES:
            self.presenter.show(table_id)  # in its own ways
            raise
        if seen.table.solo and not shown.flags.ephemeral:
            await self.presenter.shown_by_player(seen, shown)
        elif seen.table.solo:
            self.presenter.show(table_id)

    # -- A player's hand

    @app_commands.command(name="hand", description="What you alone know, and what happened since your last move")
    @app_commands.describe(game=WHICH_GAME)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def hand(self, interaction: Interaction, game: str | None = None) -> None:
        async with answering(interaction):
            await acknowledge(interaction, ephemeral=True, thinking=True)
            await self._hand(interaction, (await find_table(self.bot, interaction, None, game)).id)

    async def show_hand(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        table = await self._hand(interaction, press.table_id)
        await self.presenter.mend(table, interaction.message)

    async def _hand(self, interaction: Interaction, table_id: int) -> Table:
        """What happened since this user's last move, then the table as they know it."""
        user_id = interaction.user.id
        seen = await self._look(Press("hand", table_id), user_id, own=True)
        message = await self.panels.hand(seen, await self.tables.last_acted(table_id, user_id))
        await interaction.edit_original_response(**message.edit())
        if await self.bot.posts.dm_closed(user_id):  # whoever asks may have opened their messages meanwhile
            await self.bot.posts.set_dm_closed(user_id, False)
            self.presenter.show(table_id)
        return seen.table

    @app_commands.command(name="undo", description="Take back your last move, until somebody else acts")
    @app_commands.describe(game=WHICH_GAME)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def undo(self, interaction: Interaction, game: str | None = None) -> None:
        async with answering(interaction):
            await acknowledge(interaction, ephemeral=True, thinking=True)
            table = await find_table(self.bot, interaction, None, game)
            seen = await self.tables.undo(table.id, interaction.user.id, interaction.id)
            await self.presenter.show_first(table.id)
            await interaction.edit_original_response(**(await self.panels.now(seen)).edit())

    @hand.autocomplete("game")
    @undo.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await games_of(self.bot, interaction, None)

    # -- For the games' slash commands

    async def move(self, interaction: Interaction, game_key: str, named: str | None, *typed: Typed) -> None:
        """Make the moves that a command's options spell, all or none, and answer with the panel."""
        await acknowledge(interaction, ephemeral=True, thinking=True)
        table = await find_table(self.bot, interaction, game_key, named)
        moves: list[Data] = []
        for tags, text in typed:
            seen = await self.tables.look(table.id, interaction.user.id, after=moves)
            if not seen.legal:
                raise Refused("The game is over." if seen.table.phase == "over" else "It isn't your turn.")
            words = self.bot.words[table.game]
            understood = panel.understood(seen.legal, tags, text, words, seen.view, messages.plain_names(table))
            if understood is None:
                raise Refused(_not_now(seen, tags, text, words))
            moves.append(understood)
        seen = await self.tables.play(table.id, interaction.user.id, moves, interaction.id)
        await self.presenter.show_first(table.id)
        await interaction.edit_original_response(**(await self.panels.now(seen, _hindrance(interaction, seen))).edit())

    async def offers(
        self,
        interaction: Interaction,
        game_key: str,
        named: str | None,
        current: str,
        tags: Sequence[str],
        *before: Typed,
    ) -> list[app_commands.Choice[str]]:
        """What could be chosen now for an option that means moves of these kinds, after the options `before`."""
        try:
            table = await find_table(self.bot, interaction, game_key, named)
            names = messages.plain_names(table)
            moves: list[Data] = []
            seen = await self.tables.look(table.id, interaction.user.id)
            for earlier, text in before:
                if move := panel.understood(seen.legal, earlier, text, self.bot.words[table.game], seen.view, names):
                    moves.append(move)
                    seen = await self.tables.look(table.id, interaction.user.id, after=moves)
        except Refused:
            return []
        return panel.offers(seen.legal, tags, current, self.bot.words[table.game], seen.view, names)


def _hindrance(interaction: Interaction, seen: Seen) -> str:
    """What keeps the board from being shown, if this happens where it belongs."""
    if seen.table.solo or seen.table.phase == "closed" or interaction.channel_id != seen.table.channel_id:
        return ""
    lacks = lacking_here(interaction)
    return f"⚠️ I can't show the others a new board: {lacks}. Once that is mended, press Play again." if lacks else ""


def _from_outside(table: Table) -> str:
    if table.phase == "playing" and len(table.players) < table.seats:
        return "You don't sit at this table. A seat is free: press “Take the empty seat” to join in."
    return "You don't sit at this table: everything there is to see is on the board."


async def find_table(bot: "Hall", interaction: Interaction, game_key: str | None, named: str | None) -> Table:
    """The game that a command is about, of whose server the user is a member still: see look_up."""
    table = await look_up(bot, interaction, game_key, named)
    await bot.members.require(interaction, table)
    return table


async def look_up(bot: "Hall", interaction: Interaction, game_key: str | None, named: str | None) -> Table:
    """The game that a command is about: the one `named`, else this channel's, else the user's only one.

    `game_key` None: any game. Raises Refused.
    """
    if named is None:
        here = await bot.tables.in_channel(interaction.channel_id or 0)
        if here and here.phase == "playing" and game_key in (None, here.game) and here.player(interaction.user.id):
            return here
        elsewhere = await bot.tables.of_user(interaction.user.id)
        if here and here.phase != "playing" and here.player(interaction.user.id) and not elsewhere:
            raise Refused(BEFORE if here.phase == "lobby" else AFTER)
    theirs = [table for table in await bot.tables.of_user(interaction.user.id) if game_key in (None, table.game)]
    if named is not None:
        theirs = [table for table in theirs if str(table.id) == named]
    if not theirs:
        what = f"a game of {GAMES[game_key].title}" if game_key else "a game"
        raise Refused(f"You aren't in {what} here. `/play` opens a table.")
    here_too = [table for table in theirs if table.channel_id == interaction.channel_id]
    if len(theirs) > 1 and len(here_too) == 1:
        return here_too[0]
    if len(theirs) > 1:
        raise Refused("You are in several games: say which with `game:`.")
    return theirs[0]


async def games_of(bot: "Hall", interaction: Interaction, game_key: str | None) -> list[app_commands.Choice[str]]:
    """Autocomplete of `game:`."""
    theirs = [table for table in await bot.tables.of_user(interaction.user.id) if game_key in (None, table.game)]
    return [app_commands.Choice(name=_called(bot, table)[:100], value=str(table.id)) for table in theirs[:25]]


def _called(bot: "Hall", table: Table) -> str:
    channel = bot.get_channel(table.channel_id)
    where = f"#{channel}" if channel else "another channel"
    if table.day is not None:
        practice = "" if table.ranked else ", for practice"
        return f"{GAMES[table.game].title}, deal of {table.day}{practice}"
    others = ", ".join(messages.plain(player.name) for player in table.players)
    return f"{GAMES[table.game].title} in {where}: {others}"


def _not_now(seen: Seen, tags: Sequence[str], text: str, words: AnyWords) -> str:
    """Why nothing was understood: these kinds of move aren't open now, or what was typed isn't among them."""
    open_kinds = dict.fromkeys(panel.spell(move)[0] for move in seen.legal)
    if not any(tag in open_kinds for tag in tags):
        what = ", ".join(words.kinds[tag].text for tag in open_kinds)
        return f"That isn't open to you now. What is: {what}."
    return f"“{messages.safe(text[:50])}” isn't among what you can choose now: pick one of the choices offered."
