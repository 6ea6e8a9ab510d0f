"""`/replay`: a game that is over, again: in one moving picture, or step by step."""

import asyncio
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from render import PICTURES
from tables import Refused, Replay, Table

from ..controls import SELECT_LIMIT, Interaction, Press, acknowledge, answering
from ..display import messages, pictures, reading, replay_messages
from ..display.messages import Message
from ..display.replay_messages import MOVING, OPEN, OWN
from ..display.solitaire_messages import at_home
from ..games import WORDS
from ..services import Services
from .guide import TableNumber

KEPT = 4  # moving pictures, of up to 2 MB


class ReplayCog(commands.Cog, name="replay"):
    def __init__(self, services: Services) -> None:
        self.client = services.client
        self.tables = services.store.tables
        self.presenter = services.presenter
        self._drawn: dict[tuple[int, bool, tuple[str, ...]], bytes] = {}
        self._drawing = asyncio.Lock()  # one at a time, because it takes seconds of a processor
        services.client.handlers |= {"replay": self.show, "steps": self.begin, "step": self.turn}

    # -- In one moving picture

    async def show(self, interaction: Interaction, press: Press) -> None:
        """For everybody in the table's channel, once; elsewhere, or while others play its deal, for who asks.

        Whoever wants games in words gets its steps.
        """
        home = at_home(interaction)
        await acknowledge(interaction, ephemeral=not home, thinking=True)
        if await reading.form_of(interaction) != "pictures":
            await self._step(interaction, press.table_id, OPEN, 0)
            return
        replay, said = await self._look(interaction, press.table_id)
        for_all = replay.all_open and interaction.channel_id == replay.table.channel_id
        async with self._drawing:
            view = partial(replay_messages.moving, replay, said)
            url = await self.presenter.replay_url(replay.table, Message(view)) if for_all else None
            if url is None:
                drawn = {MOVING: await self._moving(replay)}
                if for_all and not home:
                    try:
                        url = await self.presenter.post_replay(replay.table, Message(view, drawn))
                    except (discord.Forbidden, discord.NotFound):
                        view = partial(view, "I can't post here, so only you see this.")
            if url:
                await interaction.edit_original_response(content=f"Here is the replay: {url}")
                return
            sent = await interaction.edit_original_response(**Message(view, drawn).edit())
            if for_all and home:
                await self.presenter.posted_replay(replay.table, sent)

    async def _moving(self, replay: Replay) -> bytes:
        key = replay.table.id, replay.all_open, replay.table.names()
        if key not in self._drawn:
            drawn = await pictures.replay(replay)
            self._drawn = dict([*self._drawn.items(), (key, drawn)][-KEPT:])
        return self._drawn[key]

    # -- Step by step

    @app_commands.command(name="replay", description="Look at a finished game again, step by step")
    @app_commands.describe(game="Which of your games; else the last one", table="Or the number of a table")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def replay(self, interaction: Interaction, game: str | None = None, table: TableNumber | None = None) -> None:
        async with answering(interaction):
            await acknowledge(interaction, ephemeral=True, thinking=True)
            await self._step(interaction, table or await self._which(interaction, game), OPEN, 0)

    @replay.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        theirs = await self.tables.finished(interaction.user.id, most=SELECT_LIMIT)
        offered = [(replay_messages.called(one), str(one.table_id)) for one in theirs]
        return [
            app_commands.Choice(name=name, value=value) for name, value in offered if current.lower() in name.lower()
        ]

    async def _which(self, interaction: Interaction, named: str | None) -> int:
        """The game named, else the last one of this channel, else the user's own last one. Raises Refused."""
        if named is not None:
            if not (named.isascii() and named.isdecimal() and len(named) <= 15):
                raise Refused("Choose one of your games from the list, or give a table's number.")
            return int(named)
        here = await self.tables.in_channel(interaction.channel_id or 0)
        if here and here.phase == "over":
            return here.id
        for last in await self.tables.finished(interaction.user.id, most=1):
            return last.table_id
        raise Refused("You haven't finished a game yet. `/play` starts one.")

    async def begin(self, interaction: Interaction, press: Press) -> None:
        """From a moving picture: its first step, for this user alone."""
        await acknowledge(interaction, ephemeral=True, thinking=True)
        await self._step(interaction, press.table_id, OPEN, 0)

    async def turn(self, interaction: Interaction, press: Press) -> None:
        """Another step, in place of this one."""
        match press.args:
            case (side, number, _) if (
                side in (OPEN, OWN) and number.isascii() and number.isdecimal() and len(number) < 5
            ):
                await acknowledge(interaction)
                await self._step(interaction, press.table_id, side, int(number))
            case _:
                raise Refused("There is no such step. `/replay` shows the first.")

    async def _step(self, interaction: Interaction, table_id: int, side: str, number: int) -> None:
        replay, said = await self._look(interaction, table_id, own=side == OWN)
        number = min(number, len(replay.positions) - 1)
        table, view = replay.table, replay.positions[number].view
        alt = PICTURES[table.game].alt(view, messages.plain_names(table))
        described = PICTURES[table.game].describe(view, messages.names(table))
        shows = reading.drawn(await reading.form_of(interaction))
        drawn = {messages.PICTURE: await pictures.step(replay, number)} if shows else {}
        words = {messages.PICTURE: described}
        await reading.answer(
            interaction, Message(lambda: replay_messages.step(replay, number, alt, said), drawn, words)
        )

    # -- Both

    async def _look(self, interaction: Interaction, table_id: int, *, own: bool = False) -> tuple[Replay, str]:
        """The replay that this user may see, and how the game ended. Raises Refused."""
        table, user_id = await self.tables.get(table_id), interaction.user.id
        if table.player(user_id) is None and table.day is None and not self._can_look(interaction, table):
            raise Refused("This game was played where you can't look. Its replay is for those who sat there.")
        replay = await self.tables.replay(table_id, user_id, own=own)
        seen = await self.tables.look(table_id, user_id, own=True)
        return replay, messages.headline(seen, WORDS[table.game])

    def _can_look(self, interaction: Interaction, table: Table) -> bool:
        """Whether the table was public to this user: in a channel that they can read."""
        if interaction.channel_id == table.channel_id:
            return True
        guild = self.client.get_guild(table.guild_id or 0)
        if guild is None or interaction.guild_id != guild.id or not isinstance(interaction.user, discord.Member):
            return False
        channel = guild.get_channel_or_thread(table.channel_id)
        if channel is None or (isinstance(channel, discord.Thread) and channel.is_private()):
            return False
        return channel.permissions_for(interaction.user).read_messages
