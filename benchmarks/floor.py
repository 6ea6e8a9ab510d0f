"""The least that any bot must do, for load.py to compare with: discord.py, and the requests of a turn of Wyvern's Knot.

It acknowledges, answers, posts and edits as the bot does, with as many bytes, which lie ready in memory. It draws no
picture, decides nothing and stores nothing.
"""

import io
import os
import sys
from typing import Any

import discord
from discord import app_commands, ui
from yarl import URL

BOARD, OWN = bytes(86_000), bytes(91_000)  # as many as the pictures of a game have at the median


class Floor(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.boards: dict[int, tuple[discord.Interaction, int]] = {}  # by channel: interaction, message
        self.private: dict[int, discord.Message] = {}  # likewise, in private
        knot: Any = app_commands.Command(name="wyrm-knot", description="As the hall's", callback=self.command)
        self.tree.add_command(knot)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def command(self, interaction: discord.Interaction, move: str) -> None:
        """The player looks at an egg and sees it alone, or makes a move that passes the turn."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.edit_original_response(view=view(move), attachments=[file(OWN)])
        if not move.startswith("scout"):
            await self.pass_on(interaction)

    async def pass_on(self, interaction: discord.Interaction) -> None:
        """Post the new board as an answer, remove the old board's picture, and tell the last and the next player."""
        channel_id = interaction.channel_id or 0
        board = await interaction.followup.send(view=view("Your turn"), file=file(BOARD), wait=True)
        if old := self.boards.get(channel_id):
            answer, message_id = old
            await answer.followup.edit_message(message_id, view=view("Overtaken", "Newest"), attachments=[])
        self.boards[channel_id] = interaction, board.id
        if message := self.private.get(channel_id):
            await message.edit(view=view("What you know"), attachments=[file(OWN)])
        self.private[channel_id] = await interaction.user.send(view=view("Your turn"), file=file(OWN))


def view(said: str, *labels: str) -> ui.LayoutView:
    made = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(ui.TextDisplay(said))
    if not labels:
        box.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description=said)))
    buttons = [ui.Button[Any](label=label, custom_id=label) for label in labels or ("Play", "My hand", "Rules", "Log")]
    box.add_item(ui.ActionRow(*buttons))
    made.add_item(box)
    made.stop()  # nobody presses them
    return made


def file(ready: bytes) -> discord.File:
    return discord.File(io.BytesIO(ready), "board.png")


if __name__ == "__main__":
    if "DISCORD_API" not in os.environ:
        sys.exit(print("It is load.py that starts this one."))
    discord.http.Route.BASE = os.environ["DISCORD_API"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(os.environ["DISCORD_GATEWAY"])
    Floor().run(os.environ["DISCORD_TOKEN"], log_handler=None)
