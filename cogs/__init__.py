"""Discord: slash commands, panels, direct messages. Knows no rules."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from . import wyverns_knot
from .lobby import LobbyCog
from .table import TableCog
from .words import Words

if TYPE_CHECKING:
    from bot import Hall

WORDS: Mapping[str, Words] = {"wyverns-knot": wyverns_knot.WORDS}
GAME_COGS = (wyverns_knot.KnotCog,)


async def add_to(bot: "Hall") -> None:
    for cog in (LobbyCog, TableCog, *GAME_COGS):
        await bot.add_cog(cog(bot))
