"""Keeps the connection of each shard to Discord: whatever happens to one, it comes back, and the others go on.

discord.py 2.7.1 ends the bot when a socket breaks while a session is begun or resumed on it (`Shard.reconnect` lets
ReconnectWebSocket out), when anything that comes can't be read, and when READY lacks `shard`. It waits for READY for
ever, takes an open socket for a session, and lets one shard that can't connect keep the others waiting. So `Bot`
replaces `discord.shard.Shard` and the loop of `AutoShardedClient.connect`: `launch_shards` calls our `launch_shard` for
each shard, and our `connect` keeps them. What goes over a socket is still the affair of discord.py's
`DiscordWebSocket`. What asks AutoShardedClient for its shards (`shards`, `latency`, `change_presence`, members that
aren't cached) finds none. tests/wire/test_gateway.py fails if an update of discord.py goes around this.
"""

import asyncio
import json
import logging
import random
import time
import traceback
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import aiohttp
import discord
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket, KeepAliveHandler, ReconnectWebSocket

from host.ending import Passing

log = logging.getLogger("wyrmhall.gateway")

PATIENCE = 60.0  # seconds for Discord to greet, and again to begin a session
CLOSING = 2.0  # seconds for Discord to agree to the end of a connection
LASTING = 30.0  # seconds that a connection must last before its loss counts as the first again
RESUMES = 3  # attempts to resume a session before another is begun
SHORTEST = 0.1  # seconds between two looks at heartbeats, however short Discord wants their interval
LONGEST = 60.0  # seconds between two attempts to connect
LONGEST_BETWEEN_SESSIONS = 300.0  # seconds, for each shard of the whole bot: Discord allows a bot 1,000 sessions a day
RECENTLY = 6 * LONGEST_BETWEEN_SESSIONS  # likewise: sessions begun since then make the pause longer

HOPELESS = (4004, 4010, 4011, 4012, 4013, 4014)  # close codes: to try again can't help
SESSION_ENDED = (4007, 4009)  # close codes after which it can't be resumed
NO_CLOSE = 1006  # in place of a close code: the connection broke without one
# Discord tells of deleted messages only together with all others, without what people have written in them
UNREAD = ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_REACTION_ADD", "MESSAGE_REACTION_REMOVE")
BEGINNINGS = ("READY", "RESUMED")


class Silent(Exception):
    """Discord doesn't say what it must. The message says what."""


class Socket(DiscordWebSocket):
    """discord.py's connection, which also knows how far its session has come."""

    introduce: Callable[[], Awaitable[None]]  # send IDENTIFY or RESUME; IDENTIFY waits for its turn

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, *, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(socket, loop=loop)
        self.begun = asyncio.Event()  # READY or RESUMED has come
        self.begun_at: float | None = None
        self.heartbeats: KeepAliveHandler | None = None  # since HELLO

    async def identify(self) -> None:
        """`from_client` calls this after HELLO. It mustn't wait: heartbeats are read meanwhile."""
        self.introduce = super().identify

    async def resume(self) -> None:
        self.introduce = super().resume

    async def received_message(self, msg: Any, /) -> None:
        if self.begun.is_set():
            await super().received_message(msg)
            return
        if isinstance(msg, bytes):
            msg = self._decompressor.decompress(msg)
            if msg is None:  # it is a part, and the rest follows
                return
        told = json.loads(msg)
        event = told.get("t")
        if event in BEGINNINGS:
            told["d"] = {**self._defaults(), **told["d"]} if event == "READY" else told["d"] or {}
            msg = json.dumps(told)
        try:
            await super().received_message(msg)
        except Exception:
            if event == "READY":  # nobody knows what is missing: not to be gone on with
                self.session_id = None
            raise
        if event in BEGINNINGS:
            self.begun_at = time.monotonic()
            self.begun.set()

    def _defaults(self) -> dict[str, Any]:
        """What discord.py needs of READY, and Discord may leave out."""
        shard = [self.shard_id, self.shard_count]
        return {"shard": shard, "guilds": [], "session_id": None, "resume_gateway_url": str(self.gateway)}

    async def poll_event(self) -> None:
        """Read one message, and at first up to HELLO.

        After a message that can't be read nothing else can, because they are one stream.
        """
        try:
            await super().poll_event()
            while self._keep_alive is None:
                await super().poll_event()
        except BaseException:
            await self.close()
            raise
        self.heartbeats = self._keep_alive

    async def close(self, code: int = 4000) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING):
                await super().close(code)

    @property
    def interval(self) -> float:
        """Seconds between two heartbeats."""
        return max((self.heartbeats and self.heartbeats.interval) or 0.0, SHORTEST)

    def is_acknowledged(self) -> bool:
        """Whether Discord acknowledges heartbeats."""
        beats = self.heartbeats
        return beats is not None and time.perf_counter() <= beats._last_ack + 2 * self.interval

    def is_alive(self) -> bool:
        """Whether its session goes on."""
        return self.open and self.begun.is_set() and self.is_acknowledged()


class Line:
    """The connection of one shard."""

    def __init__(self, bot: "Bot", shard_id: int, gateway: yarl.URL) -> None:
        self._bot = bot
        self._shard_id = shard_id
        self._anew = {"gateway": gateway}
        self._how: dict[str, Any] = self._anew  # to connect next: with a new session, or with the last one
        self._socket: Socket | None = None  # of this attempt; None until HELLO
        self._failures = 0  # losses since the last connection that lasted
        self._sessions: deque[float] = deque(maxlen=16)  # when the newest were begun

    def is_connected(self) -> bool:
        return self._socket is not None and self._socket.is_alive()

    async def keep(self) -> None:
        """Connect, again and again. Raises ConnectionClosed if only the host can help."""
        while True:
            try:
                await self._connect()
            except Exception as error:
                if isinstance(error, discord.ConnectionClosed) and error.code in HOPELESS:
                    raise
                await asyncio.sleep(self._lost(error))

    async def _connect(self) -> None:
        """Raises what ends the connection."""
        self._socket = None
        try:
            async with asyncio.timeout(PATIENCE):
                socket = await Socket.from_client(self._bot, shard_id=self._shard_id, **self._how)
        except TimeoutError:
            raise Silent("Discord doesn't greet") from None
        self._socket = socket
        parts = asyncio.create_task(_read(socket)), asyncio.create_task(self._expect(socket))
        try:
            await asyncio.wait(parts, return_when=asyncio.FIRST_EXCEPTION)
        except asyncio.CancelledError:
            await socket.close(1000)  # the bot stops, and is offline at once
            raise
        finally:
            ended = [part for part in parts if part.done()]
            for part in parts:
                part.cancel()
            await asyncio.gather(*parts, return_exceptions=True)
            await socket.close()
        for part in ended:
            part.result()

    async def _expect(self, socket: Socket) -> None:
        """Raises Silent when Discord doesn't say what it must."""
        resumes = socket.session_id is not None
        try:
            async with asyncio.timeout(self._bot.shard_connect_timeout):
                await socket.introduce()
        except TimeoutError:
            raise Silent("its turn to begin a session doesn't come") from None
        except (OSError, aiohttp.ClientError, discord.ConnectionClosed):
            pass  # whoever reads the connection finds it ended, and why
        if not resumes:
            self._sessions.append(time.monotonic())
        try:
            async with asyncio.timeout(PATIENCE):
                await socket.begun.wait()
        except TimeoutError:
            socket.session_id = None
            raise Silent("neither READY nor RESUMED comes") from None
        while True:
            await asyncio.sleep(socket.interval)
            if not socket.is_acknowledged():
                raise Silent("Discord doesn't acknowledge heartbeats")

    # -- After a loss

    def _lost(self, error: Exception) -> float:
        """Decide how the shard connects next, and tell that. Returns after how many seconds."""
        self._bot.dispatch("disconnect")
        self._bot.dispatch("shard_disconnect", self._shard_id)
        socket, was_begun = self._socket, False
        if socket is not None:
            was_begun = socket.begun_at is not None
            if socket.begun_at is not None and time.monotonic() >= socket.begun_at + LASTING:
                self._failures = 0
            self._how = self._resuming(socket) or self._anew
        self._failures += 1
        invalid = isinstance(error, ReconnectWebSocket) and not error.resume
        if invalid or (self._failures > RESUMES and not was_begun):
            self._how = self._anew
        resumes, pause = self._how is not self._anew, self._pause()
        level = logging.WARNING if pause else logging.INFO
        when = f"in {pause:.0f} s" if pause else "at once"
        how = "resumes its session" if resumes else "begins a new session"
        log.log(level, "Shard %s has no connection: %s. It %s %s.", self._shard_id, _why(error, socket), how, when)
        return pause

    def _resuming(self, socket: Socket) -> dict[str, Any] | None:
        """How to connect with its session; None if it has none any more."""
        if socket.session_id is None or socket.socket.close_code in SESSION_ENDED:
            return None
        return {
            "resume": True,
            "gateway": socket.gateway,
            "session": socket.session_id,
            "sequence": socket.sequence,
        }

    def _pause(self) -> float:
        """Seconds until the next attempt: twice as many after each loss, and after each session that was begun lately.

        So a shard whose sessions keep failing begins at most 600 a day, and 16 such shards together at most 800.
        """
        resumes = self._how is not self._anew
        if resumes and self._failures == 1:
            return 0.0
        longest = min(2.0 ** min(self._failures - 1, 10), LONGEST)
        if not resumes:
            shards = self._bot.shard_count or 1
            lately = sum(began > time.monotonic() - RECENTLY * shards for began in self._sessions)
            longest = max(longest, min(2.0**lately, LONGEST_BETWEEN_SESSIONS * shards))
        return longest * random.uniform(0.5, 1.0)  # else all shards would come back at the same moment


async def _read(socket: Socket) -> None:
    while True:
        await socket.poll_event()


def _why(error: Exception, socket: Socket | None) -> str:
    """Why a connection has ended, in words."""
    match error:
        case Silent():
            return str(error)
        case ReconnectWebSocket(resume=False):
            return "its session isn't valid any more"
        case ReconnectWebSocket(__context__=None):
            return "Discord asks for a new one"
        case ReconnectWebSocket(__context__=TimeoutError()):
            return "Discord says nothing any more"
        case ReconnectWebSocket():
            code = socket.socket.close_code if socket else None
            return "it has broken" if code in (None, NO_CLOSE) else f"Discord has closed it with {code}"
        case discord.ConnectionClosed():
            return f"Discord has closed it with {error.code}"
        case aiohttp.ClientError() | OSError():
            return f"Discord can't be reached ({str(error) or type(error).__name__})"
    return f"what Discord says can't be read ({_kind(error)})"


def _kind(error: Exception) -> str:
    """What an error is and where, without its message: that may hold what was said."""
    *_, place = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {place.name}, {place.filename.rpartition('/')[2]}:{place.lineno}"


def why_refused(error: discord.ConnectionClosed, shards: int | None) -> str:
    """What only the host can mend, in a sentence. `shards`: the number that is set, if one is."""
    refused = f"Discord refuses shard {error.shard_id} of this bot ({error.code})"
    match error.code:
        case 4004:
            return "Discord doesn't accept this DISCORD_TOKEN any more: copy it anew from the Developer Portal."
        case 4010:
            return f"{refused}: set the same SHARDS for all processes, or leave it empty for all."
        case 4011 if shards:
            return f"{refused}: SHARDS={shards} is too few. Set more, or leave it empty."
        case 4011:
            return Passing(f"{refused}: it needs more shards by now. Start it again.")
    return f"{refused}: update the bot."


def _pass_over(data: Any) -> None:
    pass


class Bot(commands.AutoShardedBot):
    """discord.py's bot, but no shard's trouble ends it, and no event that can't be read ends a session."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, max_messages=None, **kwargs)
        self._lines: dict[int, Line] = {}
        self._keeping: list[asyncio.Task[None]] = []
        self._unread: set[tuple[str, str]] = set()  # events that can't be read, each told once
        parsers = self._connection.parsers
        parsers.update({event: self.skipping(event, parse) for event, parse in parsers.items()})
        parsers.update(dict.fromkeys(UNREAD, _pass_over))

    def skipping(self, event: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
        """The same, but an event that can't be read is told once and passed over."""
        if event in BEGINNINGS:  # without them there is no session
            return parse

        def parse_or_skip(data: Any) -> None:
            try:
                parse(data)
            except Exception as error:
                if (event, kind := _kind(error)) not in self._unread:
                    self._unread.add((event, kind))
                    log.error("An event %s can't be read (%s). It is skipped, as all others of that kind.", event, kind)

        return parse_or_skip

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        self._lines[shard_id] = Line(self, shard_id, gateway)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Keep all shards connected until the bot is closed. Raises ConnectionClosed if only the host can help."""
        await self.launch_shards()
        self._keeping = [asyncio.create_task(line.keep()) for line in self._lines.values()]
        if not self._keeping:  # it is closed already
            return
        try:
            await asyncio.wait(self._keeping, return_when=asyncio.FIRST_EXCEPTION)
        finally:
            ended = [one for one in self._keeping if one.done() and not one.cancelled()]
            await self._hang_up()
        for one in ended:
            one.result()

    async def close(self) -> None:
        await self._hang_up()
        await super().close()

    async def _hang_up(self) -> None:
        for one in self._keeping:
            one.cancel()
        await asyncio.gather(*self._keeping, return_exceptions=True)

    def lost(self) -> list[int]:
        """The shards that aren't connected now: they have no session, or their heartbeats aren't acknowledged."""
        return [shard_id for shard_id, line in self._lines.items() if not line.is_connected()]
