"""The least that a bot with pictures must do, for load.py to compare with: the same commands, requests and pictures as
a turn of Wyvern's Knot, acknowledged, posted and edited; no rules, no storage.
"""

import asyncio
import io
import itertools
import os
import random
import sys
from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands
from yarl import URL

from engine import GAMES, Chance
from render import PICTURES

GAME = "wyverns-knot"
NAMES = ["ada", "ben", "cleo", "dora"]
GAMES_PLAYED = 50


class Floor(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.positions = itertools.cycle([*positions()])
        self.tree = app_commands.CommandTree(self)
        self.boards: dict[int, discord.Message] = {}  # by channel
        self.told: dict[int, discord.Message] = {}  # likewise, in private
        knot: Any = app_commands.Command(name="wyrm-knot", description="As the hall's", callback=self.command)
        self.tree.add_command(knot)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def command(self, interaction: discord.Interaction, move: str) -> None:
        """Looking at an egg, or what passes the turn."""
        await (self.scout if move.startswith("scout") else self.move)(interaction, move)

    async def scout(self, interaction: discord.Interaction, egg: str) -> None:
        """Answered, then the board and what the player knows are brought up to date."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        state = next(self.positions)
        own = asyncio.create_task(draw(state, 0))
        editing = asyncio.create_task(self.edit(interaction, state, own))
        await interaction.edit_original_response(content=egg, attachments=[file(await own)])
        await editing

    async def move(self, interaction: discord.Interaction, row: str) -> None:
        """Answered, then a new board is posted; whose turn it was and whose it is are told."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        state = next(self.positions)
        own = asyncio.create_task(draw(state, 0))
        posting = asyncio.create_task(self.post(interaction, state, own))
        await interaction.edit_original_response(content=row, attachments=[file(await own)])
        await posting

    async def edit(self, interaction: discord.Interaction, state: Any, own: asyncio.Task[bytes]) -> None:
        board = self.boards.get(interaction.channel_id or 0)
        if board:
            await board.edit(content="Still your turn", attachments=[file(await draw(state, None))])
        await self.tell(interaction, await own)

    async def post(self, interaction: discord.Interaction, state: Any, own: asyncio.Task[bytes]) -> None:
        channel = self.get_partial_messageable(interaction.channel_id or 0)
        old = self.boards.get(channel.id)
        self.boards[channel.id] = await channel.send("Your turn", file=file(await draw(state, None)))
        if old:
            await old.edit(content="Overtaken")
        await self.tell(interaction, await own)
        self.told[channel.id] = await interaction.user.send("Your turn", file=file(await draw(state, 1)))

    async def tell(self, interaction: discord.Interaction, own: bytes) -> None:
        """The private message."""
        if told := self.told.get(interaction.channel_id or 0):
            await told.edit(content="What you know", attachments=[file(own)])


def positions() -> Iterator[Any]:
    """States of one played game after the other, so that hardly a picture is drawn twice."""
    game = GAMES[GAME]
    for number in range(GAMES_PLAYED):
        chance, choice = Chance(str(number)), random.Random(number)
        state = game.new(len(NAMES), game.options(), chance)
        while moves := game.legal_moves(state):
            usual = [move for move in moves if type(move).__name__ in ("Scout", "Advance")]
            state = game.play(state, choice.choice(usual or moves), chance).state
            yield state


async def draw(state: Any, seat: int | None) -> bytes:
    return await asyncio.to_thread(PICTURES[GAME].board, GAMES[GAME].view(state, seat), NAMES)


def file(drawn: bytes) -> discord.File:
    return discord.File(io.BytesIO(drawn), "board.png")


if __name__ == "__main__":
    if "DISCORD_API" not in os.environ:
        sys.exit(print("It is load.py that starts this one."))
    discord.http.Route.BASE = os.environ["DISCORD_API"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(os.environ["DISCORD_GATEWAY"])
    Floor().run(os.environ["DISCORD_TOKEN"], log_handler=None)
