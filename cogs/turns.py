"""What the slash commands of a game share: to make the moves that options name, and to offer what is legal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from discord import app_commands

from .controls import Interaction, answering
from .table import TableCog, Typed, games_of

if TYPE_CHECKING:
    from bot import Hall


def at_table(bot: "Hall") -> TableCog:
    cog = bot.get_cog("table")
    assert isinstance(cog, TableCog)
    return cog


class Turns:
    """The commands of the game `key`."""

    def __init__(self, key: str) -> None:
        self._key = key

    async def make(self, interaction: Interaction, game: str | None, *typed: Typed) -> None:
        """Make the moves that a command's options spell, all or none."""
        async with answering(interaction):
            await at_table(interaction.client).move(interaction, self._key, game, *typed)

    def offers(self, *tags: str, **before: Sequence[str]) -> Any:
        """Autocomplete for an option that means a move of these kinds, after the options `before` and their kinds."""

        async def autocomplete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
            filled = interaction.namespace
            earlier = [(kinds, getattr(filled, option, None) or "") for option, kinds in before.items()]
            table = at_table(interaction.client)
            return await table.offers(interaction, self._key, filled.game, current, tags, *earlier)

        return autocomplete

    def games(self) -> Any:
        """Autocomplete of `game:`."""

        async def autocomplete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
            return await games_of(interaction.client, interaction, self._key)

        return autocomplete
