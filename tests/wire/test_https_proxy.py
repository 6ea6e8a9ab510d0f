"""A network whose only way out is a proxy: all that the bot asks and hears of Discord goes through it."""

import asyncio
import base64
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiohttp
import pytest
from yarl import URL

from bot import Settings, Wyrmhall
from host import proxy
from host.ending import Passing
from host.patience import unreachable

from .server import TOKEN, Wire
from .test_proxies import Proxies

API, GATEWAY = "https://discord.com/api/v10", "wss://gateway.discord.gg/"
NAMES = ("discord.com", "gateway.discord.gg", "gateway-us-east1-b.discord.gg")


class Tunnels:
    """A proxy that lets in who knows the password, and leads every name to one port of this machine."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.asked: list[str] = []
        self.refused = 0
        self.address = ""

    @asynccontextmanager
    async def serve(self) -> AsyncIterator[None]:
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with server:
            yield

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        verb, name, _ = head.split(" ", 2)
        known = base64.b64encode(f"bot:{TOKEN}".encode()).decode()
        if verb != "CONNECT" or f"Basic {known}" not in head:
            self.refused += 1
            writer.write(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
            writer.close()
            return
        self.asked.append(name)
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        await asyncio.gather(_hand_on(reader, back), _hand_on(there, writer))


async def _hand_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(2**16):
            writer.write(data)
            await writer.drain()
    writer.close()


def certificate(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """One for Discord's names that whoever is told to trusts."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl isn't here")
    key, made = folder / "key.pem", folder / "certificate.pem"
    names = ",".join(f"DNS:{name}" for name in NAMES)
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=discord.com"]
    command += ["-addext", f"subjectAltName={names}", "-keyout", str(key), "-out", str(made)]
    subprocess.run(command, check=True, capture_output=True)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(made, key)
    return made, context


@pytest.mark.slow
async def test_all_goes_through_the_hosts_proxy_and_its_password_stays_out_of_the_log(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    trusted, context = certificate(tmp_path)
    async with Wire() as wire:
        discord = Proxies(wire)
        wire.resume_at = f"wss://{NAMES[2]}/"
        guild = wire.env.create_guild("Hall")
        ada = guild.add_member(wire.env.create_user("ada"))
        channel = guild.create_text_channel("games")
        async with discord.serve(context) as port:
            tunnels = Tunnels(port)
            async with tunnels.serve():
                settings = {"DISCORD_API": "", "DISCORD_GATEWAY": "", "SSL_CERT_FILE": str(trusted)}
                settings |= {"HTTPS_PROXY": f"http://bot:{TOKEN}@{tunnels.address}", "LOG_LEVEL": "INFO"}
                async with wire.bot(tmp_path / "hall.sqlite3", **settings):
                    opened = await ada.slash(channel, "play", game="wyverns-knot")
                    await wire.until(lambda: opened.response and wire.messages(channel))
                    wire.drop()
                    await wire.until(lambda: wire.resumed)
    assert {*tunnels.asked} == {f"{name}:443" for name in NAMES}
    assert tunnels.refused == 0
    assert any("/callback" in path for _, path in wire.requests), "answers to interactions too"
    said = capfd.readouterr().err
    assert f"The proxy http://{tunnels.address} (HTTPS_PROXY) is on the way to Discord." in said
    assert TOKEN not in said


def test_a_proxy_is_named_as_hosts_name_it() -> None:
    for written in ("http://proxy:3128", "proxy:3128", " http://proxy:3128/ "):
        assert URL(proxy.proxy_address(written)) == URL("http://proxy:3128")
    for written in ("socks5://proxy:1080", "http://proxy:port", "no proxy", "http://", "http://proxy/path"):
        with pytest.raises(ValueError, match=r"no address of a proxy|port"):
            proxy.proxy_address(written)
    assert proxy.shown("http://bot:secret@proxy:3128") == "http://proxy:3128"


@pytest.mark.parametrize(
    ("none_for", "requests", "gateway"),
    [
        (None, True, True),
        ("localhost,.example.org", True, True),
        ("discord.com", False, True),
        ("localhost, .discord.gg", True, False),
        ("*", False, False),
    ],
)
def test_names_that_need_no_proxy_are_reached_without(none_for: str | None, requests: bool, gateway: bool) -> None:
    ways = [proxy.way(url, "http://proxy:3128", none_for) for url in (API, GATEWAY)]
    assert [way is not None for way in ways] == [requests, gateway]
    assert proxy.way(API, None, none_for) is None


async def test_proxies_in_discords_place_are_reached_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "http://proxy:3128")
    for settings, through in (
        (Settings(), "http://proxy:3128"),
        (Settings(discord_api="http://nirn:8080/api/v10", discord_gateway="ws://gateway-proxy:7878"), None),
    ):
        hall = Wyrmhall(settings)
        assert hall.http.proxy == through
        assert ("ws_connect" in vars(hall.http)) == (through is not None)


async def test_a_proxy_that_refuses_is_told_without_its_password() -> None:
    tunnels = Tunnels(9)
    async with tunnels.serve(), aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.ClientError) as refused:
            await session.get(API, proxy=f"http://bot:wrong{TOKEN}@{tunnels.address}")
    told = unreachable(refused.value, None)
    assert not isinstance(told, Passing)
    assert told == (
        "The proxy that HTTPS_PROXY names refuses with 407 Proxy Authentication Required: correct HTTPS_PROXY."
    )
    with pytest.raises(aiohttp.ClientError) as refused:
        async with aiohttp.ClientSession() as session:
            await session.get(API, proxy=f"http://bot:{TOKEN}@127.0.0.1:9")
    told = unreachable(refused.value, None)
    assert isinstance(told, Passing)
    assert told.startswith("The proxy that HTTPS_PROXY names can't be reached (")
    assert TOKEN not in told
