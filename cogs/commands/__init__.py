"""What people type and press: a file for each group of slash commands, with the buttons that belong to it."""

from ..games import WORDS
from ..services import Services
from .away import AwayCog
from .daily import DailyCog
from .guide import GuideCog
from .hints import HintsCog
from .leaderboard import LeaderboardCog
from .learn import LearnCog
from .lobby import LobbyCog
from .lobby_buttons import LobbyButtonsCog
from .log import LogCog
from .moderate import ModerateCog
from .moves import GameCommand
from .preferences import PreferencesCog
from .privacy import PrivacyCog
from .profile import ProfileCog
from .replay import ReplayCog
from .retry import RetryCog
from .seats import SeatsCog
from .settings import SettingsCog
from .turn import TurnCog
from .verify import VerifyCog
from .waiting import WaitingCog
from .week import WeekCog

COGS = (
    LobbyCog,
    LobbyButtonsCog,
    TurnCog,
    HintsCog,
    SeatsCog,
    LogCog,
    ReplayCog,
    RetryCog,
    WaitingCog,
    GuideCog,
    VerifyCog,
    LearnCog,
    DailyCog,
    WeekCog,
    LeaderboardCog,
    ProfileCog,
    PreferencesCog,
    AwayCog,
    PrivacyCog,
    SettingsCog,
    ModerateCog,
)


async def add_to(services: Services) -> None:
    client = services.client
    for cog in COGS:
        await client.add_cog(cog(services))
    await client.add_cog(services.deleted_lobbies)
    for key in WORDS:
        client.tree.add_command(GameCommand(services, key).command)
