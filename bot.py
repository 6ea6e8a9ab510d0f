"""Start here: the settings, the bot, start and stop."""

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

import discord
from discord.ext import commands
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.exc import DBAPIError
from yarl import URL

import health
import logs
import metrics
from cogs.clock import ClockCog
from cogs.commands import add_to as add_cogs
from cogs.controls import Client, CommandTree, Control
from cogs.display import pictures
from cogs.services import Services, services
from tables import Damaged, InUse, Store, Times

log = logging.getLogger("wyrmhall")

SWITCH_INTERVAL = 0.0005  # seconds that a thread which draws may keep the others waiting for the interpreter
RATELIMIT_PATIENCE = 60.0  # seconds: a request that Discord would delay longer fails instead
PATIENCE = 1.5  # seconds that interactions get to be answered at the end
HERE = Path(__file__).resolve().parent
ADDED_BY_DISCORD = {"id", "application_id", "version", "guild_id", "dm_permission"}


class Settings(BaseSettings):
    """From the environment, or from .env beside this file; see .env.example."""

    model_config = SettingsConfigDict(env_file=HERE / ".env", env_ignore_empty=True, extra="ignore", frozen=True)

    discord_token: SecretStr | None = None
    database: Path = HERE / "wyrmhall.sqlite3"
    nudge_hours: float = Field(24, gt=0)  # until the player whose turn it is is reminded
    vacate_hours: float = Field(72, gt=0)  # until the others may vacate that seat
    close_days: float = Field(14, gt=0)  # until an idle table closes
    concede_hours: float = Field(24, gt=0)  # until a vote on giving up ends
    discord_api: str | None = None  # for tests: another address than Discord's own
    discord_gateway: str | None = None
    thinkers: int = Field(1, ge=1, le=16)  # processes that think for computer players
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    health_port: int | None = Field(None, ge=1, le=65535)  # of /healthz, /readyz and /metrics; None: they aren't served
    health_host: str = "127.0.0.1"

    @field_validator("database")
    @classmethod
    def beside_this_file(cls, database: Path) -> Path:
        """The same hall, wherever the bot is started from."""
        return HERE / database

    def times(self) -> Times:
        return Times(
            nudge=timedelta(hours=self.nudge_hours),
            vacate=timedelta(hours=self.vacate_hours),
            close=timedelta(days=self.close_days),
            vote=timedelta(hours=self.concede_hours),
        )


class Wyrmhall(Client):
    """The bot: what is stored, and the cogs that show it."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,  # there are no prefix commands; this one needs no intent
            help_command=None,
            tree_cls=CommandTree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=RATELIMIT_PATIENCE,
            http_trace=metrics.requests_traced(),
        )
        self.settings = settings
        self.handlers = {}
        self.underway = set()
        self.services: Services
        self.damage: Damaged | None = None  # why it has closed
        self._closing: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        self.store = await Store.open(self.settings.database, self.settings.times(), self.settings.thinkers)
        self._watching = asyncio.create_task(self._watch_the_check())
        self.services = services(self)
        self.admit = self.services.members.require_at
        self.add_dynamic_items(Control)
        await add_cogs(self.services)
        await self.add_cog(ClockCog(self.services))
        await self._sync_commands()
        await self.store.thinking.begin(self.services.presenter.show)
        await self.services.presenter.sweep()

    async def _sync_commands(self) -> None:
        """Only when they differ from what Discord has: syncing is rationed."""
        ours = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        assert self.application_id
        theirs = await self.http.get_global_commands(self.application_id)  # the library's models of them lose contexts
        if _by_name(ours) != _by_name(theirs):
            await self.tree.sync()

    async def _watch_the_check(self) -> None:
        """What is written to a damaged file may be lost: rather close than play on."""
        assert self.store.database.checking
        try:
            await self.store.database.checking
        except Damaged as error:
            log.critical("The database is damaged (%s). The hall closes.", error)
            self.damage = error
            await self.close()
        except DBAPIError as error:
            log.warning("The database could not be checked: %s", error)

    async def close(self) -> None:
        """Finish what is under way, within a few seconds, then go. Whoever asks for it again waits for the same end."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await self._closing

    async def _close(self) -> None:
        if self.underway:
            _, late = await asyncio.wait(self.underway, timeout=PATIENCE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        if hasattr(self, "store"):
            await self.store.thinking.close()
        if hasattr(self, "services"):
            await self.services.presenter.close()
            pictures.stop()
        await super().close()
        if hasattr(self, "store"):
            await self.store.close()


def _by_name(commands: Sequence[Any]) -> dict[str, Any]:
    """Discord keeps no order of them."""
    return {command["name"]: _essence(command) for command in commands}


def _essence(command: Any) -> Any:
    """What of a command's description counts, whoever wrote it: Discord adds ids and leaves out what is unset."""
    if isinstance(command, dict):
        return {
            key: essence
            for key, value in command.items()
            if key not in ADDED_BY_DISCORD and (essence := _essence(value)) not in (None, False, [], {})
        }
    if isinstance(command, list):
        return [_essence(value) for value in command]
    return command


async def run(settings: Settings) -> None:
    """Until SIGTERM or SIGINT. Raises what keeps it from playing: see `main`."""
    assert settings.discord_token
    if settings.discord_api:
        discord.http.Route.BASE = settings.discord_api
    if settings.discord_gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(settings.discord_gateway)
    async with Wyrmhall(settings) as hall, health.served(hall, settings.health_host, settings.health_port):
        hall.add_listener(pictures.warm, "on_ready")
        stop, loop = asyncio.Event(), asyncio.get_running_loop()
        for signum in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(signum, stop.set)
        playing = asyncio.create_task(hall.start(settings.discord_token.get_secret_value()))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({playing, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if playing.done():
            await playing
        if not hall.is_ready():
            playing.cancel()  # it is only starting
        await hall.close()
        await asyncio.gather(playing, return_exceptions=True)
    if hall.damage:
        raise hall.damage


def main() -> str | None:
    """What went wrong, in a sentence, or None."""
    try:
        settings = Settings()
    except ValidationError as error:
        problems = "; ".join(f"{detail['loc'][0]}: {detail['msg']}" for detail in error.errors(include_input=False))
        return f"A setting is wrong. {problems}."
    except (OSError, UnicodeDecodeError) as error:
        return f"The settings in {HERE / '.env'} can't be read: {error}."
    logs.set_up(settings.log_level, settings.log_format)
    if settings.discord_token is None:
        return "DISCORD_TOKEN is not set: put it into .env (see README.md), or try the hall without one: make play."
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.freeze()  # the modules stay: to go through all that they hold takes 90 ms, in which nobody is answered
    try:
        asyncio.run(run(settings))
    except discord.LoginFailure:
        return "Discord doesn't accept this DISCORD_TOKEN: copy it anew from the Developer Portal."
    except health.Unserved as error:
        return str(error)
    except InUse as error:
        return (
            f"The database {settings.database} is in use by {error}: stop that one first, or set another DATABASE for "
            "this one."
        )
    except Damaged as error:
        return f"The database {settings.database} is damaged ({error}): restore a backup, see docs/hosting.md."
    except DBAPIError as error:
        return f"The database {settings.database} can't be used: {error.orig}."
    except OSError as error:
        return f"Discord can't be reached, or {settings.database} not be opened: {error}."
    return None


if __name__ == "__main__":
    sys.exit(main())
