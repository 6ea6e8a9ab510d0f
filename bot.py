"""Start here: the settings, the bot, start and stop."""

import argparse
import asyncio
import gc
import logging
import re
import signal
import sys
from collections.abc import Sequence
from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Literal

import aiohttp
import discord
import sqlalchemy
from discord.ext import commands
from discord.http import Route
from pydantic import Field, InstanceOf, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from yarl import URL

from cogs.background.clock import ClockCog
from cogs.commands import add_to as add_cogs
from cogs.delivery import pictures
from cogs.discord import deadlines, gateway, returns, signs
from cogs.discord.arrivals import guard
from cogs.discord.controls import UNREACHED, Client, CommandTree
from cogs.discord.emojis import Emojis
from cogs.discord.registering import CommandsRefused, Registrar
from cogs.discord.translator import Translator
from cogs.services import Services
from host import allocator, health, logs, metrics, patience, proxy
from host.ending import Passing, finish
from host.supervisor import AllEnded, supervise
from tables.play.timers import Times
from tables.services import Store
from tables.store.database import address
from tables.store.errors import Damaged, DatabaseError
from tables.store.files import another_hall
from tables.store.lock import InUse, Lock
from tables.store.shards import Shards
from tables.store.trouble import TROUBLES, explain, passes, why

log = logging.getLogger("wyrmhall")

SWITCH_INTERVAL = 0.0005  # seconds: how long a thread that draws may keep the others waiting for the interpreter
CANCEL_EVERY = 0.5  # seconds between two attempts to cancel a start
RATELIMIT_PATIENCE = 60.0  # seconds: a request that Discord would delay longer fails instead
SHARD_PATIENCE = 600.0  # seconds for a shard's turn to begin a session: others of its bucket may be first
BETWEEN_SESSIONS = 5.25  # seconds: Discord counts five
PATIENCE = 1.5  # seconds in which interactions are still answered at the end
MOST_SHARDS = 10_000
MOST_PROCESSES = 64  # on one machine
MOST_THINKERS = 16
MOST_DRAWERS = 16
LAST_PORT = 65535
OF_DISCORD = (discord.DiscordException, CommandsRefused, aiohttp.ClientError, OSError)
TOLD = (*OF_DISCORD, *TROUBLES, health.HealthServerError, AllEnded)
PART = re.compile(r"(\d{1,4})/(\d{1,4})", re.ASCII)
A_TOKEN = re.compile(r"[\w.-]+", re.ASCII)
PROXIES = {"discord_api": ("http", "https"), "discord_gateway": ("ws", "wss")}  # how their addresses begin
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LONGEST = timedelta(days=3650)  # that a host may set any waiting time to
SUPERVISED = "--supervised"  # the argument that the supervisor gives to its processes
HERE = Path(__file__).resolve().parent


def _wait(default: float, unit: timedelta, name: str) -> Any:
    most = LONGEST / unit
    description = f"a number of {name} above 0, and at most {most:.0f}"
    return Field(default, gt=0, le=most, allow_inf_nan=False, description=description)


class Settings(BaseSettings):
    """From the environment, or from .env beside this file; see .env.example.

    If a value is wrong, the host reads the field's description.
    """

    model_config = SettingsConfigDict(env_file=HERE / ".env", env_ignore_empty=True, extra="ignore", frozen=True)

    discord_token: SecretStr | None = Field(None, description="the token from the Developer Portal: copy it again")
    database: Path | InstanceOf[sqlalchemy.URL] = Field(
        HERE / "wyrmhall.sqlite3", description="a path, or postgresql://user:password@host/database"
    )
    nudge_hours: float = _wait(24, HOUR, "hours")  # until the player whose turn it is is reminded
    vacate_hours: float = _wait(72, HOUR, "hours")  # until the others may vacate that seat
    close_days: float = _wait(14, DAY, "days")  # until an idle table closes
    concede_hours: float = _wait(24, HOUR, "hours")  # until a vote ends, on giving up or on an empty seat
    discord_api: str | None = Field(  # in place of Discord's own
        None, description="the address of a proxy, such as http://nirn:8080/api/v10"
    )
    discord_gateway: str | None = Field(None, description="the address of a proxy, such as ws://gateway-proxy:7878")
    https_proxy: str | None = Field(  # on the way to Discord's own addresses
        None, description="the address of a proxy, such as http://proxy.example.org:3128"
    )
    no_proxy: str | None = None  # names that are reached without it, with commas between them
    thinkers: int = Field(  # processes that think for computer players
        1, ge=1, le=MOST_THINKERS, description=f"a whole number from 1 to {MOST_THINKERS}"
    )
    drawers: int = Field(  # processes that draw boards; 0: a thread of the bot does
        0, ge=0, le=MOST_DRAWERS, description=f"a whole number from 0 to {MOST_DRAWERS}"
    )
    shards: int | None = Field(  # of the whole bot; None: as many as Discord advises
        None, ge=1, le=MOST_SHARDS, description=f"a whole number from 1 to {MOST_SHARDS}, or empty"
    )
    cluster: str = Field(  # which part of the shards is this process's, and of how many parts
        "1/1", description="the number of this process and how many there are, such as 2/4"
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field("INFO", description="DEBUG, INFO, WARNING or ERROR")
    log_format: Literal["text", "json"] = Field("text", description="text or json")
    health_port: int | None = Field(  # of /healthz, /readyz and /metrics; None: they aren't served
        None, ge=1, le=LAST_PORT, description=f"a whole number from 1 to {LAST_PORT}, or empty"
    )
    health_host: str = Field(
        "127.0.0.1", description="one of this machine's addresses: 127.0.0.1 for itself alone, 0.0.0.0 for all"
    )

    @field_validator("discord_token")
    @classmethod
    def is_a_token(cls, token: SecretStr | None) -> SecretStr | None:
        if token and not A_TOKEN.fullmatch(token.get_secret_value().strip()):
            raise ValueError
        return token

    @field_validator("database", mode="before")
    @classmethod
    def where(cls, database: object) -> object:
        """A relative path is relative to this file's folder, so you can start the bot from any folder."""
        if not isinstance(database, str | Path):
            return database
        place = address(str(database).strip())
        return HERE / place if isinstance(place, Path) else place

    @field_validator("discord_api", "discord_gateway")
    @classmethod
    def is_an_address(cls, named: str | None, info: ValidationInfo) -> str | None:
        assert info.field_name
        if named is None:
            return None
        try:
            url = URL(named)
        except ValueError:
            url = URL()
        if url.scheme not in PROXIES[info.field_name] or not url.host:
            raise ValueError
        return named

    @field_validator("https_proxy")
    @classmethod
    def is_a_proxy(cls, named: str | None) -> str | None:
        return named and proxy.proxy_address(named)

    @field_validator("log_level", "log_format", mode="before")
    @classmethod
    def in_any_case(cls, value: object, info: ValidationInfo) -> object:
        if not isinstance(value, str):
            return value
        return value.strip().upper() if info.field_name == "log_level" else value.strip().lower()

    @field_validator("health_host")
    @classmethod
    def is_of_a_machine(cls, host: str) -> str:
        if host != "localhost":
            ip_address(host)  # raises ValueError
        return host

    @field_validator("cluster")
    @classmethod
    def is_a_part(cls, cluster: str) -> str:
        part = PART.fullmatch(cluster)
        if part is None or not 0 < int(part[1]) <= int(part[2]):
            raise ValueError
        return cluster

    @property
    def part(self) -> tuple[int, int]:
        """The number of this process, from 1, and how many there are."""
        number, parts = self.cluster.split("/")
        return int(number), int(parts)

    @property
    def sprites(self) -> Path:
        """The file beside the database with the drawn sprites."""
        if isinstance(self.database, Path):
            return self.database.with_name(f"{self.database.name}.sprites")
        return HERE / "wyrmhall.sqlite3.sprites"

    def lead_requests(self, client: discord.Client) -> None:
        """Lead them through the host's proxy; but proxies that stand in Discord's place are reached directly."""
        requests = None if self.discord_api else Route.BASE
        proxy.lead(client.http, self.https_proxy, self.no_proxy, requests=requests, gateway=not self.discord_gateway)

    def times(self) -> Times:
        return Times(
            nudge=timedelta(hours=self.nudge_hours),
            vacate=timedelta(hours=self.vacate_hours),
            close=timedelta(days=self.close_days),
            vote=timedelta(hours=self.concede_hours),
        )


class Wyrmhall(Client):
    """The bot: its storage, and the cogs that show it."""

    def __init__(self, settings: Settings) -> None:
        trace = metrics.requests_traced()
        trace.on_request_end.append(signs.listen)
        super().__init__(
            command_prefix=commands.when_mentioned,  # there are no prefix commands; this one needs no intent
            help_command=None,
            tree_cls=CommandTree,
            intents=discord.Intents(guilds=True, guild_messages=True),  # deleted ones alone are read: see gateway.py
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=RATELIMIT_PATIENCE,
            http_trace=trace,
            shard_count=settings.shards,
            shard_connect_timeout=SHARD_PATIENCE,
        )
        settings.lead_requests(self)
        self.settings = settings
        self.concurrency = 1  # buckets of shards whose sessions may begin at the same time
        self._turnstiles: dict[int, asyncio.Lock] = {}  # by bucket: locked while no other session may begin
        self._beginning: set[asyncio.Task[None]] = set()
        self.handlers, self.underway = {}, set()
        guard(self)
        self.services: Services
        self.damage: Damaged | None = None  # why it has closed
        self.damaged = asyncio.Event()  # set with it: the start may wait for Discord for hours
        self._closing: asyncio.Task[None] | None = None

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """What can fail comes before the session: Discord allows a thousand of them a day."""
        await self.login(token)
        await patience.until_sessions_remain(self.http, self.shard_count or 1)
        await self.connect(reconnect=reconnect)

    async def login(self, token: str) -> None:
        """Open the database first: what is wrong with it is told before Discord is asked anything, or has us wait."""
        self.store = await Store.open(self.settings.database, self.settings.times(), self.settings.thinkers)
        self._watching = asyncio.create_task(self._watch_the_check())
        returns.guard(self.http)
        self.http.request = patience.patient(self.http.request)  # type: ignore[method-assign]
        await super().login(token)

    async def setup_hook(self) -> None:
        deadlines.bound(self.http)
        self.cluster = await self._its_part()
        self.signs = Emojis(self, uploads=self.cluster.first)
        self.services = Services(self)
        self.admit = self.services.members.admit
        await self.tree.set_translator(Translator())
        await add_cogs(self.services)
        clock = ClockCog(self.services)
        await self.add_cog(clock)
        self.store.database.leases.on_death = clock.take_over
        self.registrar = Registrar(self)
        if self.cluster.first:
            await self.registrar.begin()
        await self.store.thinking.begin(self.services.presenter.show)
        await self.services.presenter.sweep()

    async def _its_part(self) -> Shards:
        """The shards of this process."""
        number, parts = self.settings.part
        if self.shard_count != 1:
            advised, _, limits = await self.http.get_bot_gateway()
            self.concurrency = limits["max_concurrency"]
            self.shard_count = self.shard_count or max(advised, parts)
        cluster = Shards.part(number, parts, self.shard_count)
        self.shard_ids = [*cluster.shards]
        return cluster

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Discord lets one session of each bucket begin every five seconds, counting all processes."""
        mine = asyncio.Event()
        beginning = asyncio.create_task(self._begin_session((shard_id or 0) % self.concurrency, mine))
        self._beginning.add(beginning)
        beginning.add_done_callback(self._beginning.discard)
        try:
            await mine.wait()
        except asyncio.CancelledError:
            beginning.cancel()
            raise

    async def _begin_session(self, bucket: int, mine: asyncio.Event) -> None:
        turnstile = self._turnstiles.setdefault(bucket, asyncio.Lock())
        try:
            async with turnstile, self.store.database.leases.exclusive("session", bucket):
                mine.set()
                await asyncio.sleep(BETWEEN_SESSIONS)
        except (DatabaseError, OSError) as error:
            log.info("Can't tell whether another process begins a session: %s", error)
        finally:
            mine.set()  # if it is too soon, Discord refuses it, and it is tried again

    async def keep_signs(self) -> None:
        """Upload the emojis once there is a connection; games go on without them."""
        await self.signs.keep()

    async def _watch_the_check(self) -> None:
        """Close if the check finds damage: what is written to a damaged file may be lost."""
        if self.store.database.checking is None:
            return
        try:
            await self.store.database.checking
        except Damaged as error:
            log.critical("The database is damaged (%s). The bot stops.", error)
            self.damage = error
            self.damaged.set()
            await self.close()
        except DatabaseError as error:
            log.warning("The database could not be checked: %s", error)

    async def close(self) -> None:
        """Finish within a few seconds what has begun, then stop. A second call waits for the first."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await self._closing

    async def _close(self) -> None:
        await finish(self.underway, PATIENCE)
        for beginning in self._beginning:
            beginning.cancel()
        await asyncio.gather(*self._beginning, return_exceptions=True)
        for part in ("registrar", "signs"):
            if hasattr(self, part):
                await getattr(self, part).close()
        if hasattr(self, "store"):
            await self.store.thinking.close()
        if hasattr(self, "services"):
            await self.services.presenter.close()
            pictures.stop()
        await super().close()
        await finish(self.underway, 0)  # who has pressed meanwhile
        if hasattr(self, "store"):
            await self.store.close()


async def run(settings: Settings, *, supervised: bool) -> None:
    """Run until SIGTERM, SIGINT, or the supervisor's end. Raises what keeps it from starting: see `main`."""
    assert settings.discord_token
    async with Wyrmhall(settings) as hall, health.served(hall, settings.health_host, settings.health_port):
        pictures.begin(settings.sprites, settings.drawers)
        hall.add_listener(pictures.draw_sprites, "on_ready")
        hall.add_listener(hall.keep_signs, "on_ready")
        stop = stopped(supervised=supervised)
        playing = asyncio.create_task(hall.start(settings.discord_token.get_secret_value()))
        ends = {asyncio.create_task(event.wait()) for event in (stop, hall.damaged)}
        await asyncio.wait({playing, *ends}, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()
        if playing.done():
            await playing
        while not hall.is_ready() and not playing.done():  # it is only starting
            playing.cancel()  # more than once, because the library may catch it and try again
            await asyncio.wait({playing}, timeout=CANCEL_EVERY)
        await hall.close()
        await asyncio.gather(playing, return_exceptions=True)
    if hall.damage:
        raise hall.damage


async def run_several(settings: Settings, count: int) -> None:
    """Run so many processes, with the number of shards that Discord advises now. Raises as `run` does."""
    assert settings.discord_token
    shards = settings.shards
    if shards is None:
        async with discord.Client(intents=discord.Intents.none()) as client:
            settings.lead_requests(client)
            returns.guard(client.http)
            client.http.request = patience.patient(client.http.request)  # type: ignore[method-assign]
            await client.http.static_login(settings.discord_token.get_secret_value())
            shards = max((await client.http.get_bot_gateway())[0], count)
    parts = [{"CLUSTER": f"{number}/{count}", "SHARDS": str(shards)} for number in range(1, count + 1)]
    if settings.health_port is not None:  # each has one of its own
        for number, part in enumerate(parts):
            part["HEALTH_PORT"] = str(settings.health_port + number)
    await supervise((sys.executable, str(HERE / "bot.py"), SUPERVISED), parts, stopped(supervised=False))


def stopped(*, supervised: bool) -> asyncio.Event:
    """Set by SIGTERM or SIGINT, or when the supervisor has ended."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for signum in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(signum, stop.set)
    if supervised:

        def orphaned() -> None:
            loop.remove_reader(sys.stdin)
            stop.set()

        loop.add_reader(sys.stdin, orphaned)  # the supervisor writes nothing: this is its end
    return stop


def wrong(error: ValidationError) -> str:
    """Which settings are wrong, by their names in .env, and what they must be. Values aren't shown: some are secret."""
    names = dict.fromkeys(str(problem["loc"][0]) for problem in error.errors(include_input=False))
    told_of = (f"{name.upper()} must be {Settings.model_fields[name].description}" for name in names)
    return f"A setting is wrong. {'; '.join(told_of)}."


def main(arguments: Sequence[str] | None = None) -> str | None:
    """Run the bot, or several. Returns what went wrong, in a sentence, or None."""
    parser = argparse.ArgumentParser(description="Wyrmhall, a games hall on Discord. Settings: see .env.example.")
    parser.add_argument("--clusters", type=int, metavar="N", help="run as so many processes, on PostgreSQL")
    parser.add_argument(SUPERVISED, action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    settings = settings_for(given.clusters)
    if isinstance(settings, str):
        return settings
    prepare(settings)
    try:
        asyncio.run(
            run_several(settings, given.clusters) if given.clusters else run(settings, supervised=given.supervised)
        )
    except TOLD as error:
        return why_it_ended(settings, error)
    return None


def settings_for(clusters: int | None) -> Settings | str:
    """What the host has set, or what is wrong with it, in a sentence."""
    if clusters is not None and not 0 < clusters <= MOST_PROCESSES:
        return f"--clusters is the number of processes to run, from 1 to {MOST_PROCESSES}."
    try:
        settings = Settings()
        if clusters is not None:
            settings = Settings(cluster=f"1/{clusters}")  # as the first process reads them
    except ValidationError as error:
        return wrong(error)
    except UnicodeDecodeError:
        return f"The settings in {HERE / '.env'} can't be read: they aren't UTF-8. Save the file as UTF-8."
    except OSError as error:
        return f"The settings in {HERE / '.env'} can't be read: {why(error)}."
    if settings.discord_token is None:
        return "DISCORD_TOKEN is not set: put it into .env (see README.md), or try the hall without one: make play."
    _, processes = settings.part
    if settings.shards is not None and settings.shards < processes:
        return f"SHARDS={settings.shards} is too few for {processes} processes: each needs at least one. Set more."
    if clusters and (settings.health_port or 0) + clusters - 1 > LAST_PORT:
        return f"HEALTH_PORT={settings.health_port} is too high: {clusters} processes need more ports. Set a lower one."
    if isinstance(settings.database, Path):
        if processes > 1:
            return "Several processes need PostgreSQL: set DATABASE to a postgresql:// address. SQLite works with one."
        if other := another_hall(settings.database):
            return (
                f"There is no database {settings.database}, but {other} is a database of the bot: correct DATABASE. "
                "To begin a second hall in that folder, see docs/hosting.md."
            )
    return settings


def prepare(settings: Settings) -> None:
    """Set up what the whole process shares."""
    logs.set_up(settings.log_level, settings.log_format)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # voice isn't used
    if settings.discord_api:
        Route.BASE = settings.discord_api.rstrip("/")
    if settings.discord_gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(settings.discord_gateway)
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.freeze()  # modules stay: to go through their objects takes 90 ms, in which nobody is answered


def why_it_ended(settings: Settings, error: Exception) -> str:
    """What went wrong, in a sentence. Raises `error` again if the host can do nothing about it."""
    match error:
        case AllEnded():
            return f"No process of the bot runs any more, and to start them again won't help: {error}."
        case discord.LoginFailure():
            return "Discord doesn't accept this DISCORD_TOKEN: copy it anew from the Developer Portal."
        case health.HealthServerError():
            holder = Lock(settings.database).holder() if isinstance(settings.database, Path) else None
            return Passing(explain(settings.database, InUse(holder)) if holder else str(error))  # it has the port, too
        case discord.ConnectionClosed() if error.code in gateway.HOPELESS:
            return gateway.why_refused(error, settings.shards)
        case CommandsRefused(__cause__=discord.HTTPException() as cause):
            return patience.refusal("the bot's commands", cause, settings.discord_api)
        case discord.GatewayNotFound(__cause__=discord.HTTPException() as cause):
            return patience.refusal("the start", cause, settings.discord_api)
        case discord.HTTPException():
            return patience.refusal("the start", error, settings.discord_api)
    if isinstance(error, TROUBLES):
        sentence = explain(settings.database, error)
        return Passing(sentence) if passes(error) else sentence
    if isinstance(error, UNREACHED):
        return patience.unreachable(error, settings.discord_api)
    if isinstance(error, OSError):
        return Passing(f"This machine doesn't let it run: {why(error)}.")
    raise error


if __name__ == "__main__":
    allocator.return_what_is_free()
    sys.exit(logs.exit_status(main()))
