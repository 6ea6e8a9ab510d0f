"""Discord: slash commands, panels, direct messages. Knows no rules."""

from typing import TYPE_CHECKING

from . import games
from .clock import ClockCog
from .daily import DailyCog
from .guide import GuideCog
from .lobby import LobbyCog
from .seats import SeatsCog
from .settings import SettingsCog
from .table import TableCog

if TYPE_CHECKING:
    from bot import Hall


async def add_to(bot: "Hall") -> None:
    for cog in (LobbyCog, TableCog, SeatsCog, GuideCog, ClockCog, DailyCog, SettingsCog, *games.COGS):
        await bot.add_cog(cog(bot))
