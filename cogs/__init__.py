"""Discord: slash commands, panels, direct messages. Knows no rules."""

from typing import TYPE_CHECKING

from . import games
from .clock import ClockCog
from .daily import DailyCog
from .guide import GuideCog
from .leaderboard import LeaderboardCog
from .lobby import LobbyCog
from .privacy import PrivacyCog
from .profile import ProfileCog
from .seats import SeatsCog
from .settings import SettingsCog
from .table import TableCog

if TYPE_CHECKING:
    from bot import Hall


async def add_to(bot: "Hall") -> None:
    tables = (LobbyCog, TableCog, SeatsCog, GuideCog, ClockCog)
    people = (DailyCog, LeaderboardCog, ProfileCog, PrivacyCog, SettingsCog)
    for cog in (*tables, *people):
        await bot.add_cog(cog(bot))
    for turns in games.TURNS:
        bot.tree.add_command(turns.group)
