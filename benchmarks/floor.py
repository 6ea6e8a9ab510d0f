"""The least that a bot with pictures must do, for load.py to compare with: the same commands and pictures as a turn of
Wyvern's Knot, acknowledged, posted and edited; no rules, no storage, no private messages.
"""

import asyncio
import io
import os
import sys

import discord
from discord import app_commands
from yarl import URL

from engine import GAMES, Chance
from render import PICTURES

GAME = "wyverns-knot"
NAMES = ["ada", "ben", "cleo"]
STATE = GAMES[GAME].new(3, GAMES[GAME].options(), Chance("floor"))


class Floor(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.boards: dict[int, discord.Message] = {}
        knot = app_commands.Group(name="knot", description="As the hall's")
        knot.add_command(app_commands.Command(name="scout", description="Look", callback=self.scout))
        knot.add_command(app_commands.Command(name="advance", description="Pass the turn", callback=self.advance))
        self.tree.add_command(knot)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def scout(self, interaction: discord.Interaction, egg: str) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.edit_original_response(content=egg, attachments=[await picture(0)])

    async def advance(self, interaction: discord.Interaction, row: str) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        posting = asyncio.create_task(self.post(interaction))
        await interaction.edit_original_response(content=row, attachments=[await picture(0)])
        await posting

    async def post(self, interaction: discord.Interaction) -> None:
        channel = self.get_partial_messageable(interaction.channel_id or 0)
        old = self.boards.get(channel.id)
        self.boards[channel.id] = await channel.send("Your turn", file=await picture(None))
        if old:
            await old.edit(content="Overtaken")


async def picture(seat: int | None) -> discord.File:
    drawn = await asyncio.to_thread(PICTURES[GAME].board, GAMES[GAME].view(STATE, seat), NAMES)
    return discord.File(io.BytesIO(drawn), "board.png")


if __name__ == "__main__":
    if "DISCORD_API" not in os.environ:
        sys.exit(print("It is load.py that starts this one."))
    discord.http.Route.BASE = os.environ["DISCORD_API"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(os.environ["DISCORD_GATEWAY"])
    Floor().run(os.environ["DISCORD_TOKEN"], log_handler=None)
