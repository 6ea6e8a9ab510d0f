"""At the table: the board's buttons, the panel behind Play, and what the games' slash commands share."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from engine import GAMES, Data, IllegalMove
from tables import Refused, Seen, Stale, Table

from . import messages, panel
from .controls import Interaction, Press, button
from .messages import Message
from .words import Words

if TYPE_CHECKING:
    from bot import Hall

Typed = tuple[Sequence[str], str]  # the kinds of move that an option may mean, and what was typed


class TableCog(commands.Cog, name="table"):
    def __init__(self, bot: "Hall") -> None:
        self.bot = bot
        self.tables = bot.tables
        self.presenter = bot.presenter
        bot.handlers |= {
            "play": self.open_panel,
            "pick": self.pick,
            "page": self.turn_page,
            "hand": self.show_hand,
            "rules": self.show_rules,
        }

    # -- The panel

    async def open_panel(self, interaction: Interaction, press: Press) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        seen = await self.tables.look(press.table_id, interaction.user.id)
        if seen.seat is None:
            raise Refused("You don't sit at this table, but you can watch it here.")
        await interaction.edit_original_response(**(await self._panel(seen)).edit())

    async def pick(self, interaction: Interaction, press: Press) -> None:
        """A step of the panel: on to the next question, or the move that the steps have spelled."""
        path = press.args + press.values
        seen = await self.tables.look(press.table_id, interaction.user.id)
        try:
            if press.version != seen.table.version:
                raise Stale("The table has moved on since. Here is how it stands.")
            chosen = panel.narrow(seen.legal, path)
            if isinstance(chosen, panel.Question):
                await self._ask(interaction, seen, chosen, path)
                return
            await interaction.response.defer()
            await self.tables.play(press.table_id, interaction.user.id, [chosen], interaction.id, version=press.version)
            note = ""
        except (Stale, IllegalMove) as error:
            if not interaction.response.is_done():
                await interaction.response.defer()
            note = str(error)
        self.presenter.show(press.table_id)
        seen = await self.tables.look(press.table_id, interaction.user.id)
        await interaction.edit_original_response(**(await self._panel(seen, note)).edit())

    async def turn_page(self, interaction: Interaction, press: Press) -> None:
        """Another page of a long select; nothing is chosen."""
        page, *path = press.args or ("0",)
        seen = await self.tables.look(press.table_id, interaction.user.id)
        chosen = panel.narrow(seen.legal, tuple(path))
        if not isinstance(chosen, panel.Question) or not page.isdecimal():
            raise Stale("That isn't possible any more. Press Play again.")
        await self._ask(interaction, seen, chosen, tuple(path), int(page[:3]))

    async def _ask(
        self, interaction: Interaction, seen: Seen, question: panel.Question, path: panel.Path, page: int = 0
    ) -> None:
        """The next question, in place; the picture stays."""
        rows = self._controls(seen, question, path, page)
        words = self._words(seen)
        asked = panel.asks(question, words, seen.view)
        text = f"### {words.kinds[question.path[0]].text}: {asked}" if asked else await self._text(seen)
        view = messages.private(words, text, rows, alt=self._alt(seen))
        await interaction.response.edit_message(view=view)

    async def _panel(self, seen: Seen, note: str = "") -> Message:
        """What this user can do now, with the picture as they know it."""
        rows = self._controls(seen, panel.narrow(seen.legal, ()), ()) if seen.legal else []
        text = await self._text(seen)
        alt, words = self._alt(seen), self._words(seen)
        return Message(
            lambda: messages.private(words, f"{note}\n{text}".strip(), rows, alt=alt),
            {messages.PICTURE: await self.presenter.picture(seen)},
        )

    def _controls(
        self, seen: Seen, chosen: Data | panel.Question, path: panel.Path, page: int = 0
    ) -> list[ui.ActionRow[Any]]:
        assert isinstance(chosen, panel.Question), "a forced move is played by itself"
        press = Press("pick", seen.table.id, seen.table.version, path)
        return panel.controls(chosen, self._words(seen), seen.view, messages.names(seen.table), press, page)

    async def _text(self, seen: Seen) -> str:
        """What happened in this turn (once it is over: in it still), then what is to do."""
        told = await self.tables.told(seen.table.id, seen.seat, since=0)
        turn = seen.table.turn if seen.legal else (told[-1].turn if told else 0)
        happened = messages.lines(seen.table, [entry for entry in told if entry.turn == turn])
        return f"{happened}\n### {self._ask_for(seen)}".strip()

    def _ask_for(self, seen: Seen) -> str:
        names = messages.names(seen.table)
        if seen.outcome:
            return seen.outcome.headline
        if seen.legal:
            return self._words(seen).ask(seen.view, names)
        return f"It is {names[seen.to_act or 0]}'s turn."

    def _words(self, seen: Seen) -> Words:
        return self.bot.words[seen.table.game]

    def _alt(self, seen: Seen) -> str:
        return self.presenter.alt(seen)

    # -- Looking things up

    async def show_hand(self, interaction: Interaction, press: Press) -> None:
        """What happened since this user's last move, then the table as they know it."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        user_id = interaction.user.id
        seen = await self.tables.look(press.table_id, user_id)
        if seen.seat is None:
            raise Refused("You don't sit at this table: everything there is to see is on the board.")
        since = await self.tables.last_acted(press.table_id, user_id)
        told = await self.tables.told(press.table_id, seen.seat, since=since)
        happened = messages.lines(seen.table, told) or "Nothing has happened since your last move."
        text = f"{happened}\n### {self._ask_for(seen)}"
        rows = [ui.ActionRow(_play_button(seen.table))] if seen.legal else []
        words, alt = self._words(seen), self._alt(seen)
        message = Message(
            lambda: messages.private(words, text, rows, alt=alt),
            {messages.PICTURE: await self.presenter.picture(seen)},
        )
        await interaction.edit_original_response(**message.edit())

    async def show_rules(self, interaction: Interaction, press: Press) -> None:
        """From a board the first page, for this user alone; from a page, the one asked for, in its place."""
        table = await self.tables.get(press.table_id)
        page = (*press.args, "")[0]
        view = messages.rules(table.id, self.bot.words[table.game], int(page[:3]) if page.isdecimal() else 0)
        if page:
            await interaction.response.edit_message(view=view)
        else:
            await interaction.response.send_message(view=view, ephemeral=True)

    # -- For the games' slash commands

    async def table_of(self, interaction: Interaction, game_key: str, named: str | None) -> Table:
        """The game that a command is about: the one `named`, else this channel's, else the user's only one."""
        here = await self.tables.in_channel(interaction.channel_id or 0)
        if named is None and here and here.phase == "playing" and here.game == game_key:
            if not here.player(interaction.user.id):
                raise Refused("You don't sit at this channel's table.")
            return here
        theirs = [table for table in await self.tables.of_user(interaction.user.id) if table.game == game_key]
        if named is not None:
            theirs = [table for table in theirs if str(table.id) == named]
        if not theirs:
            raise Refused(f"You aren't in a game of {GAMES[game_key].title} here. `/play` opens a table.")
        if len(theirs) > 1:
            raise Refused("You are in several games: say which with `game:`.")
        return theirs[0]

    async def games_of(self, interaction: Interaction, game_key: str) -> list[app_commands.Choice[str]]:
        """Autocomplete of `game:`."""
        theirs = [table for table in await self.tables.of_user(interaction.user.id) if table.game == game_key]
        return [app_commands.Choice(name=_called(self.bot, table)[:100], value=str(table.id)) for table in theirs[:25]]

    async def move(self, interaction: Interaction, game_key: str, named: str | None, *typed: Typed) -> None:
        """Make the moves that a command's options spell, all or none, and answer with the panel."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        table = await self.table_of(interaction, game_key, named)
        moves: list[Data] = []
        for tags, text in typed:
            seen = await self.tables.look(table.id, interaction.user.id, after=moves)
            if not seen.legal:
                raise Refused("The game is over." if seen.outcome else "It isn't your turn.")
            words = self._words(seen)
            understood = panel.understood(seen.legal, tags, text, words, seen.view, messages.names(table))
            if understood is None:
                raise Refused(_not_now(seen, tags, text, words))
            moves.append(understood)
        seen = await self.tables.play(table.id, interaction.user.id, moves, interaction.id)
        self.presenter.show(table.id)
        await interaction.edit_original_response(**(await self._panel(seen)).edit())

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
            table = await self.table_of(interaction, game_key, named)
            moves: list[Data] = []
            for earlier, text in before:
                seen = await self.tables.look(table.id, interaction.user.id, after=moves)
                names = messages.names(table)
                if move := panel.understood(seen.legal, earlier, text, self._words(seen), seen.view, names):
                    moves.append(move)
            seen = await self.tables.look(table.id, interaction.user.id, after=moves)
        except Refused:
            return []
        return panel.offers(seen.legal, tags, current, self._words(seen), seen.view, messages.names(table))


def _play_button(table: Table) -> ui.Item[Any]:
    return button("Play", Press("play", table.id, table.version), style=discord.ButtonStyle.primary, emoji="🐉")


def _called(bot: "Hall", table: Table) -> str:
    channel = bot.get_channel(table.channel_id)
    where = f"#{channel}" if channel else "another channel"
    others = ", ".join(" ".join(player.name.split()) for player in table.players)
    return f"{GAMES[table.game].title} in {where}: {others}"


def _not_now(seen: Seen, tags: Sequence[str], text: str, words: Words) -> str:
    """Why nothing was understood: these kinds of move aren't open now, or what was typed isn't among them."""
    open_kinds = dict.fromkeys(panel.spell(move)[0] for move in seen.legal)
    if not any(tag in open_kinds for tag in tags):
        what = ", ".join(words.kinds[tag].text for tag in open_kinds)
        return f"That isn't open to you now. What is: {what}."
    return f"“{messages.safe(text[:50])}” isn't among what you can choose now: pick one of the choices offered."
