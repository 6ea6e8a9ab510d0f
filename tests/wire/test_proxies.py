"""Proxies between the bot and Discord: two settings name them, and all that it asks and hears goes through them."""

import asyncio
import ssl
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from .server import Wire

pytestmark = pytest.mark.slow


class Proxies:
    """One for requests, as nirn-proxy is, and one for the gateway, as twilight's is. They hand on what they get."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self.requests = Counter[tuple[str, str]]()  # by method and path
        self.connections = 0
        self.api = self.gateway = ""

    @asynccontextmanager
    async def serve(self, tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
        """Yields the port. `tls`: as Discord itself is reached."""
        app = web.Application(client_max_size=32 * 2**20)
        for path in ("/gateway/", "/"):
            app.router.add_get(path, self._connect)
        app.router.add_route("*", "/api/v10/{path:.*}", self._request)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=tls).start()
        port = runner.addresses[0][1]
        self.api, self.gateway = f"http://127.0.0.1:{port}/api/v10", f"ws://127.0.0.1:{port}/gateway/"
        async with aiohttp.ClientSession(auto_decompress=False) as self._session:
            try:
                yield port
            finally:
                await runner.cleanup()

    async def _request(self, request: web.Request) -> web.Response:
        path = "/" + request.match_info["path"]
        self.requests[request.method, path] += 1
        kept = {name: value for name, value in request.headers.items() if name.lower() != "host"}
        url = f"{self._wire.api}{path}"
        sent = self._session.request(
            request.method, url, params=request.query, headers=kept, data=await request.read() or None
        )
        async with sent as answer:
            headers = {
                name: value
                for name, value in answer.headers.items()
                if name.lower() not in ("content-length", "transfer-encoding", "date", "server")
            }
            return web.Response(body=await answer.read(), status=answer.status, headers=headers)

    async def _connect(self, request: web.Request) -> web.WebSocketResponse:
        self.connections += 1
        bot = web.WebSocketResponse(max_msg_size=0)
        await bot.prepare(request)
        async with self._session.ws_connect(self._wire.gateway, params=request.query, max_msg_size=0) as discord:

            async def hand_back() -> None:
                async for message in discord:
                    await bot.send_str(message.data)
                await bot.close(code=4000)

            back = asyncio.create_task(hand_back())
            try:
                async for message in bot:
                    await discord.send_str(message.data)
            finally:
                back.cancel()
        return bot


class Counted(Wire):
    """Counts what connects, by whatever way."""

    def __init__(self) -> None:
        super().__init__()
        self.connections = 0

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        self.connections += 1
        return await super()._gateway(request)


async def test_all_goes_through_the_proxies_also_when_a_session_is_resumed(tmp_path: Path) -> None:
    async with Counted() as wire:
        wire.shards = wire.max_concurrency = 2
        proxies = Proxies(wire)
        async with proxies.serve():
            wire.resume_at = proxies.gateway  # such a proxy writes its own address there
            guild = wire.env.create_guild("Hall")
            ada = guild.add_member(wire.env.create_user("ada"))
            channel = guild.create_text_channel("games")
            settings = {"DISCORD_API": proxies.api, "DISCORD_GATEWAY": proxies.gateway}
            async with wire.bot(tmp_path / "hall.sqlite3", **settings):
                await wire.until(lambda: wire.identified == 2)
                opened = await ada.slash(channel, "play", game="wyverns-knot")
                await wire.until(lambda: opened.response and wire.messages(channel))
                wire.drop()
                await wire.until(lambda: wire.resumed == 2)
                helped = await ada.slash(channel, "help")
                await wire.until(lambda: helped.response)
            assert ("GET", "/gateway/bot") in wire.requests
            assert Counter(wire.requests) == proxies.requests
            assert wire.connections == proxies.connections == 4
