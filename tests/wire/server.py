"""simcord's Discord behind real sockets: HTTP and gateway on the loopback, the bot in a process of its own.

simcord patches discord.py inside one process, so it can't show races, dropped sockets, rate limits or kills. Here its
`Backend` answers real requests. Members act by simcord's own handles (`member.slash`, `member.click`), which return at
once: wait for what should come with `until`. Time is real.
"""

import asyncio
import contextlib
import fnmatch
import io
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import discord
import simcord
from aiohttp import BodyPartReader, WSMsgType, web
from simcord._clock import Clock
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.gateway import FakeGateway
from simcord.http import router

ROOT = Path(__file__).parents[2]
TOKEN = "a.token.for-tests"
BY_TOKEN_IN_PATH = ("/webhooks/", "/interactions/")
GUILD_EVENTS = ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE")  # their `id` is the server's
HEARTBEAT = 41_250  # milliseconds
IDENTIFY_WINDOW = 5.0  # seconds in which Discord lets one session of each bucket begin
NONCE_LASTS = 300.0  # seconds: Discord remembers an enforced nonce for a few minutes
PATIENCE = 60.0  # seconds: it only ends what would never come, so a busy machine gets plenty


@dataclass
class Fault:
    """What happens to requests of this method and path (a glob, such as "/channels/*/messages")."""

    method: str
    path: str
    status: int = 0  # 0: none, the request goes through
    code: int = 0  # Discord's own
    errors: Mapping[str, Any] | None = None  # likewise: what is wrong with which field
    delay: float = 0.0  # seconds before anything else
    held: asyncio.Event | None = None  # likewise: until this is set
    retry_after: float = 0.0  # seconds that are asked for
    page: str = ""  # the answer, in place of JSON: as of those who stand before Discord
    done: bool = False  # the request is carried out, although the answer is `status`
    late: float = 0.0  # seconds from carrying it out, when everybody sees it, to the answer
    lose_answer: bool = False  # it is carried out, but the connection breaks before the answer
    times: int = 1


@dataclass
class Cut:
    """What the gateway does instead of going on, once, at this moment of a connection."""

    at: str  # "connect", "open" (before HELLO), "hello" (after it), "identify", "resume" (once the bot has asked)
    say: tuple[str | bytes, ...] = ()  # first
    close: int | None = None  # with this code; 0: the connection breaks; None: silence, but for heartbeats
    goes_on: bool = False  # after all it does go on


def op(code: int, data: Any = None) -> str:
    """A message of the gateway that is no event."""
    return json.dumps({"op": code, "d": data})


class _World(simcord.Env):
    """The world's builders and actors, with no bot inside."""

    def __init__(self) -> None:
        super().__init__(discord.Client(intents=discord.Intents(guilds=True)))
        self.backend.clock = _RealClock()

    async def _settle_internal(self, **_: Any) -> None:
        """Nothing to wait for: the bot is elsewhere."""


class _RealClock(Clock):
    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass
class _Session:
    """The gateway session of a shard. It outlives its socket: what was missed is sent after RESUME."""

    id: str
    shard: int
    total: int  # shards that the bot says it has
    sent: list[str] = field(default_factory=list)
    queue: asyncio.Queue[str | bytes] | None = None
    transport: asyncio.BaseTransport | None = None
    socket: web.WebSocketResponse | None = None

    def has(self, guild_id: int | None) -> bool:
        """Whether Discord tells this shard of that server; what is of none, like a direct message, is shard 0's."""
        return ((guild_id or 0) >> 22) % self.total == self.shard

    def send(self, event: str, payload: Any) -> None:
        message = json.dumps({"op": 0, "t": event, "s": len(self.sent) + 1, "d": payload})
        self.sent.append(message)
        if self.queue is not None:
            self.queue.put_nowait(message)


class Wire:
    """The server. `async with Wire() as wire:`, then build a world with `wire.env` and start `wire.bot(...)`."""

    def __init__(self) -> None:
        self.env = _World()
        self.backend = self.env.backend
        self.faults: list[Fault] = []
        self.cuts: list[Cut] = []
        self.events: list[tuple[str, dict[str, Any]]] = []  # everything that went to the bot, oldest first
        self.requests: list[tuple[str, str]] = []  # everything that it asked, likewise: method and path
        self.gaps: list[BaseException] = []  # requests that simcord can't answer
        self.identified = self.resumed = 0
        self.rushed = 0  # sessions that wanted to begin too soon after another of their bucket, and were refused
        self.shards = 1  # what Discord advises
        self.max_concurrency = 1  # buckets in which sessions begin
        self.sessions_left = 1000  # that Discord says may begin
        self.sessions_return_after = 0  # milliseconds until there are more, as it says
        self.identify_window = 0.0  # seconds, see IDENTIFY_WINDOW: many tests start bot after bot
        self.told_elsewhere: Callable[[list[int]], int] | None = None  # picks a shard for an interaction from all
        self.resumable = True
        self.heartbeat = HEARTBEAT
        self.acknowledges = True  # heartbeats
        self.greets_after = 0.0  # seconds from the connection until the bot can identify
        self.edit: Callable[[str, dict[str, Any]], None] | None = None  # changes an event before it is sent
        self.api = self.gateway = ""
        self.resume_at = ""  # the address that a session is told to resume at
        self._sessions: dict[int, tuple[_Session, FakeGateway]] = {}  # the newest of each shard
        self._begun: dict[int, float] = {}  # when the last session of each bucket began
        self.nonce_lasts = NONCE_LASTS
        self._posted: dict[
            tuple[str, str], tuple[Any, float]
        ] = {}  # answers and when they were made, by path and nonce

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=32 * 2**20)
        app.router.add_get("/gateway/", self._gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self._request)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        port = self._runner.addresses[0][1]
        self.api, self.gateway = f"http://127.0.0.1:{port}/api/v10", f"ws://127.0.0.1:{port}/gateway/"
        self.resume_at = self.gateway
        self.backend.subscribers.append(self._emit)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.drop()
        await self._runner.cleanup()

    # -- What tests do

    @contextlib.asynccontextmanager
    async def bot(self, database: Path, **settings: str) -> AsyncIterator[asyncio.subprocess.Process]:
        """The bot, ready, in a process of its own; terminated at the end unless it has ended. stderr is a pipe."""
        wanted = self.identified + 1
        process = await self.start_bot(database, **settings)
        try:
            await self.until(lambda: self.identified >= wanted or process.returncode is not None)
            yield process
        finally:
            if process.returncode is None:
                process.terminate()
            _, errors = await asyncio.wait_for(process.communicate(), PATIENCE)
            sys.stderr.write(errors.decode())

    async def start_bot(self, database: Path, **settings: str) -> asyncio.subprocess.Process:
        sockets = {"DISCORD_API": self.api, "DISCORD_GATEWAY": self.gateway}
        given = {"DISCORD_TOKEN": TOKEN, "DATABASE": str(database), "LOG_LEVEL": "WARNING", **sockets, **settings}
        env = {**os.environ, **given}
        return await asyncio.create_subprocess_exec(
            sys.executable, "bot.py", cwd=ROOT, env=env, stderr=asyncio.subprocess.PIPE
        )

    async def until(self, condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        """Wait for something true, and return it. Raises TimeoutError, and what simcord couldn't answer."""
        deadline = time.monotonic() + seconds
        while not (value := condition()):
            if self.gaps:
                raise self.gaps[0]
            if time.monotonic() > deadline:
                raise TimeoutError("it didn't come about")
            await asyncio.sleep(0.01)
        return value

    def messages(self, channel: simcord.ChannelHandle) -> list[simcord.ResponseMessage]:
        """Oldest first, those for one member alone too."""
        stored = sorted(self.backend.messages.get(channel.id, {}).values(), key=lambda message: message.id)
        return [simcord.ResponseMessage(self.env, message) for message in stored]

    async def complete(
        self, member: simcord.MemberActor, channel: simcord.ChannelHandle, name: str, option: str, typed: str = ""
    ) -> list[dict[str, Any]]:
        """What autocomplete offers."""
        known = set(self.backend.interactions)
        await member.autocomplete(channel, name, option, typed)
        (new,) = set(self.backend.interactions) - known
        interaction = self.backend.interactions[new]
        await self.until(lambda: interaction.responded)
        return interaction.autocomplete_choices or []

    def repeat(self) -> None:
        """Deliver the newest interaction once more, as Discord may."""
        event, payload = next(item for item in reversed(self.events) if item[0] == "INTERACTION_CREATE")
        for session, _ in self._told_of(event, payload):
            self._send(session, event, payload)

    def drop(self) -> None:
        """Break the gateway's connections without a word. What is sent until they are back waits for them."""
        for session, _ in self._sessions.values():
            session.queue = None
            if isinstance(session.transport, asyncio.Transport):
                session.transport.abort()

    def say(self, message: str | bytes) -> None:
        """Send this to the bot on every connection, as it is."""
        for session, _ in self._sessions.values():
            if session.queue is not None:
                session.queue.put_nowait(message)

    async def hang_up(self, code: int) -> None:
        """Close the gateway's connections with this code."""
        for session, _ in self._sessions.values():
            session.queue = None
            if session.socket is not None:
                await session.socket.close(code=code)

    # -- The gateway

    def _emit(self, event: str, payload: Mapping[str, Any]) -> None:
        for _, feed in self._told_of(event, payload):
            feed.feed(event, payload)  # honours the intents, and comes back to _send

    def _told_of(self, event: str, payload: Mapping[str, Any]) -> list[tuple[_Session, FakeGateway]]:
        if event == "INTERACTION_CREATE" and self.told_elsewhere is not None:
            return [self._sessions[self.told_elsewhere([*self._sessions])]]
        guild_id = payload.get("id" if event in GUILD_EVENTS else "guild_id")
        return [one for one in self._sessions.values() if one[0].has(int(guild_id) if guild_id else None)]

    def _send(self, session: _Session, event: str, payload: dict[str, Any]) -> None:
        if self.edit is not None:
            self.edit(event, payload)
        self.events.append((event, payload))
        session.send(event, payload)

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        if self._cut("connect"):
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await asyncio.sleep(self.greets_after)
        queue: asyncio.Queue[str | bytes] = asyncio.Queue()
        writer = asyncio.create_task(_write(socket, queue))
        silent = await self._cuts("open", socket, request.transport)
        if not silent:
            await socket.send_str(op(10, {"heartbeat_interval": self.heartbeat}))
            silent = await self._cuts("hello", socket, request.transport)
        session: _Session | None = None
        try:
            async for message in socket:
                if message.type == WSMsgType.TEXT:
                    told = json.loads(message.data)
                    if moment := {2: "identify", 6: "resume"}.get(told["op"]):
                        silent = silent or await self._cuts(moment, socket, request.transport)
                    if not silent or told["op"] == 1:
                        session = self._receive(told, queue, request.transport) or session
                    if session is not None and session.queue is queue:
                        session.socket = socket
        finally:
            writer.cancel()
            if session is not None and session.queue is queue:
                session.queue = None
        return socket

    def _cut(self, moment: str) -> Cut | None:
        cut = next((cut for cut in self.cuts if cut.at == moment), None)
        if cut is not None:
            self.cuts.remove(cut)
        return cut

    async def _cuts(self, moment: str, socket: web.WebSocketResponse, transport: asyncio.BaseTransport | None) -> bool:
        """Whether the connection doesn't go on from this moment."""
        cut = self._cut(moment)
        if cut is None:
            return False
        for said in cut.say:
            await (socket.send_str(said) if isinstance(said, str) else socket.send_bytes(said))
        if cut.close:
            await socket.close(code=cut.close)
        elif cut.close == 0 and isinstance(transport, asyncio.Transport):
            transport.abort()
        return not cut.goes_on

    def _receive(
        self, message: dict[str, Any], queue: asyncio.Queue[str | bytes], transport: asyncio.BaseTransport | None
    ) -> _Session | None:
        """Returns the session that begins or goes on."""
        match message["op"]:
            case 1:
                if self.acknowledges:
                    queue.put_nowait(op(11))
                return None
            case 2:
                session = self._identify(message["d"], queue)
            case 6:
                session = self._resume(message["d"], queue)
            case _:
                return None
        if session is None:
            queue.put_nowait(op(9, False))
        else:
            session.transport = transport
        return session

    def _identify(self, wanted: dict[str, Any], queue: asyncio.Queue[str | bytes]) -> _Session | None:
        """None for a session that begins too soon after another of its bucket."""
        shard, total = wanted.get("shard", (0, 1))
        bucket, now = shard % self.max_concurrency, time.monotonic()
        if now < self._begun.get(bucket, 0.0) + self.identify_window:
            self.rushed += 1
            return None
        self._begun[bucket] = now
        session = _Session(f"session-{self.identified}", shard, total, queue=queue)
        intents = discord.Intents._from_value(wanted["intents"])
        state = SimpleNamespace(intents=intents, parsers=_Parsers(partial(self._send, session)))
        feed = FakeGateway(self.backend, state)
        self._sessions[shard] = session, feed
        own = [guild for guild in self.backend.guilds.values() if session.has(guild.id)]
        ready = {
            "v": 10,
            "user": dict(serializers.user_payload(self.backend.bot_user)),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in own],
            "session_id": session.id,
            "resume_gateway_url": self.resume_at,
            "shard": [shard, total],
            "application": {"id": str(self.backend.application_id), "flags": 0},
        }
        self._send(session, "READY", ready)
        for guild in own:
            feed.feed("GUILD_CREATE", serializers.guild_create_payload(self.backend, guild))
        self.identified += 1
        return session

    def _resume(self, wanted: dict[str, Any], queue: asyncio.Queue[str | bytes]) -> _Session | None:
        """None for a session that isn't known any more."""
        known = (session for session, _ in self._sessions.values() if session.id == wanted["session_id"])
        session = next(known, None)
        if not self.resumable or session is None:
            return None
        for missed in session.sent[wanted["seq"] :]:
            queue.put_nowait(missed)
        session.queue = queue
        session.send("RESUMED", {})
        self.resumed += 1
        return session

    # -- HTTP

    async def _request(self, request: web.Request) -> web.Response:
        method, path = request.method, "/" + request.match_info["path"]
        self.requests.append((method, path))
        body, files = await _body(request)
        fault = self._fault(method, path)
        if fault is not None:
            await asyncio.sleep(fault.delay)
            if fault.held is not None:
                await fault.held.wait()
            if fault.status == 429 and not fault.page:
                return _too_many(fault.retry_after)
            if fault.status and not fault.done:
                return _refusal(fault)
        if not path.startswith(BY_TOKEN_IN_PATH) and request.headers.get("Authorization") != f"Bot {TOKEN}":
            return _answer({"code": 0, "message": "401: Unauthorized"}, 401)
        try:
            answer = self._advice() if path == "/gateway/bot" else self._dispatch(request, method, path, body, files)
        except (router.RouteNotImplemented, router.UnsupportedField) as gap:
            self.gaps.append(gap)
            return _answer({"code": 0, "message": str(gap)}, 400)
        except BackendError as error:
            return _answer(error.to_json(), error.status)
        if fault is not None:
            await asyncio.sleep(fault.late)
            if fault.lose_answer and request.transport is not None:
                request.transport.abort()
            if fault.status:
                return _refusal(fault)
        return _answer(answer, 200) if answer is not None else web.Response(status=204)

    def _advice(self) -> dict[str, Any]:
        """What Discord says of a bot's sessions."""
        left = {"remaining": self.sessions_left, "reset_after": self.sessions_return_after}
        limit = {"total": 1000, **left, "max_concurrency": self.max_concurrency}
        return {"url": self.gateway, "shards": self.shards, "session_start_limit": limit}

    def _dispatch(self, request: web.Request, method: str, path: str, body: Any, files: list[Any]) -> Any:
        nonce = body.get("nonce") if isinstance(body, dict) and body.get("enforce_nonce") else None
        if nonce is not None:
            answer, made_at = self._posted.get((path, str(nonce)), (None, 0.0))
            if answer is not None and time.monotonic() < made_at + self.nonce_lasts:
                return answer
        params, reason = dict(request.query), request.headers.get("X-Audit-Log-Reason")
        answer = router.dispatch(self.backend, method, path, json=body, params=params, files=files, reason=reason)
        if nonce is not None:
            self._posted[path, str(nonce)] = answer, time.monotonic()
        return answer

    def _fault(self, method: str, path: str) -> Fault | None:
        for fault in self.faults:
            if fault.times > 0 and fault.method in (method, "*") and fnmatch.fnmatch(path, fault.path):
                fault.times -= 1
                return fault
        return None


class _Parsers(dict[str, Callable[[dict[str, Any]], None]]):
    """In place of discord.py's parsers: any event is sent."""

    def __init__(self, send: Callable[[str, dict[str, Any]], None]) -> None:
        self._send = send

    def __missing__(self, event: str) -> Callable[[dict[str, Any]], None]:
        return lambda payload: self._send(event, payload)


async def _write(socket: web.WebSocketResponse, queue: asyncio.Queue[str | bytes]) -> None:
    with contextlib.suppress(ConnectionError):
        while True:
            said = await queue.get()
            await (socket.send_str(said) if isinstance(said, str) else socket.send_bytes(said))


async def _body(request: web.Request) -> tuple[Any, list[Any]]:
    """The JSON of a request, and the files sent with it."""
    if request.content_type != "multipart/form-data":
        return (await request.json() if request.can_read_body else None), []
    body: Any = None
    files = []
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        if part.name == "payload_json":
            body = json.loads(await part.read())
        else:
            files.append(SimpleNamespace(fp=io.BytesIO(await part.read()), filename=part.filename, description=None))
    for file, described in zip(files, (body or {}).get("attachments") or [], strict=False):
        file.description = described.get("description")
    return body, files


def _answer(value: Any, status: int) -> web.Response:
    # discord.py reads JSON only from a Content-Type of exactly this, without a charset
    return web.Response(body=json.dumps(value).encode(), status=status, content_type="application/json")


def _refusal(fault: Fault) -> web.Response:
    details = {} if fault.errors is None else {"errors": fault.errors}
    answer = _answer({"code": fault.code, "message": "a fault", **details}, fault.status)
    if fault.page:
        answer = web.Response(text=fault.page, status=fault.status, content_type="text/html")
    if fault.retry_after:
        answer.headers["Retry-After"] = str(fault.retry_after)
    return answer


def _too_many(seconds: float) -> web.Response:
    answer = _answer({"message": "You are being rate limited.", "retry_after": seconds, "global": False}, 429)
    answer.headers["Via"] = "1.1 test"  # without it discord.py takes a 429 for a ban
    answer.headers["Retry-After"] = str(seconds)
    return answer
