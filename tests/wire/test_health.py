"""What whoever watches the hall can ask: over real sockets, to Discord and to the pages."""

import asyncio
import logging
import os
import re
import socket
import sqlite3
import sys
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import discord
import msgspec
import pytest
import simcord
import sqlalchemy
from simcord.actors import MemberActor
from yarl import URL

from bot import Settings, Wyrmhall
from cogs.background.clock import ClockCog
from host import health
from players.answer import Question

from ..cogs.hall import labels
from .server import ROOT, TOKEN, Fault, Wire

PATIENCE = 30.0  # seconds


@dataclass
class Watched:
    """A hall in this process, and its pages."""

    wire: Wire
    bot: Wyrmhall
    channel: simcord.ChannelHandle
    members: list[MemberActor]
    port: int

    async def ask(self, page: str, host: str = "127.0.0.1") -> tuple[int, str]:
        """Status and text."""
        async with aiohttp.ClientSession() as session, session.get(f"http://{host}:{self.port}/{page}") as answer:
            return answer.status, await answer.text()

    async def ready(self) -> dict[str, Any]:
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{self.port}/readyz") as answer:
            told: dict[str, Any] = await answer.json()
            assert answer.status == (200 if told["ready"] else 503)
            return told

    async def until(self, ready: bool) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE
        while (told := await self.ready())["ready"] != ready:
            assert time.monotonic() < deadline, told
            await asyncio.sleep(0.02)
        return told

    async def wrong(self) -> set[str]:
        """The checks that fail."""
        return {name for name, told in (await self.ready()).items() if name != "ready" and told != "ok"}

    async def measured(self) -> dict[str, float]:
        """By name and labels, as Prometheus reads them."""
        status, text = await self.ask("metrics")
        assert status == 200, text
        lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
        return {name: float(value) for name, _, value in lines}


def free_ports(count: int) -> int:
    """The first of so many ports in a row that nobody has."""
    while True:
        with ExitStack() as stack, suppress(OSError):
            sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
            sockets[0].bind(("127.0.0.1", 0))
            first: int = sockets[0].getsockname()[1]
            for number, one in enumerate(sockets[1:], 1):
                one.bind(("127.0.0.1", first + number))
            return first


@pytest.fixture
async def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Watched]:
    port = free_ports(1)
    async with Wire() as wire:
        guild = wire.env.create_guild("Hall")
        members = [guild.add_member(wire.env.create_user(name)) for name in ("ada", "ben", "cleo")]
        monkeypatch.setattr(discord.http.Route, "BASE", wire.api)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", URL(wire.gateway))
        settings = Settings(database=tmp_path / "hall.sqlite3")
        async with Wyrmhall(settings) as bot, health.served(bot, "127.0.0.1", port):
            hall = Watched(wire, bot, guild.create_text_channel("games"), members, port)
            assert await hall.wrong() == {*health.CHECKS}, "it is only starting"
            playing = asyncio.create_task(bot.start(TOKEN))
            await hall.until(ready=True)
            yield hall
            await bot.close()
            await playing


async def test_every_part_that_fails_is_told_by_name(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await watched.ready() == {"ready": True, **dict.fromkeys(health.CHECKS, "ok")}
    for broken in (_break_the_gateway, _lock_the_database, _stop_the_clock, _refuse_to_think):
        with monkeypatch.context() as patience:
            await broken(watched, patience)


async def _break_the_gateway(watched: Watched, patience: pytest.MonkeyPatch) -> None:
    watched.wire.greets_after = 1.0
    watched.wire.drop()
    await watched.until(ready=False)
    assert await watched.wrong() == {"gateway"}
    assert (await watched.ask("healthz"))[0] == 200, "a restart would mend nothing"
    await watched.until(ready=True)


async def _lock_the_database(watched: Watched, patience: pytest.MonkeyPatch) -> None:
    patience.setattr(health, "PATIENCE", 0.1)
    path = watched.bot.settings.database
    assert isinstance(path, Path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert await watched.wrong() == {"database"}
        other.execute("ROLLBACK")
    await watched.until(ready=True)


async def _stop_the_clock(watched: Watched, patience: pytest.MonkeyPatch) -> None:
    patience.setattr(health, "STILL", 0.5)
    clock = watched.bot.get_cog("clock")
    assert isinstance(clock, ClockCog)
    async with clock._beating:  # as if a beat didn't end
        told = await watched.until(ready=False)
        assert told["clock"].startswith("it has stood still")
        assert await watched.wrong() == {"clock"}
        clock.tick.restart()
    await watched.until(ready=True)


async def _refuse_to_think(watched: Watched, patience: pytest.MonkeyPatch) -> None:
    nothing = msgspec.Raw(b"null")
    question = Question("move", "wyverns-knot", 0, "strong", nothing, nothing, nothing, "luck")
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr("sys.executable", "/bin/false")
        with pytest.raises((EOFError, BrokenPipeError)):
            await watched.bot.store.thinking.aside(question)
    assert await watched.wrong() == {"thinking"}
    await watched.bot.store.thinking.aside(question)  # that it can't be played is an answer
    await watched.until(ready=True)


async def test_the_pages_are_for_this_machine_alone(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await watched.ask("healthz") == (200, '{"healthy": true}')
    status, _ = await watched.ask("")
    assert status == 404
    with pytest.raises(aiohttp.ClientError):
        await watched.ask("healthz", host="127.0.0.2")
    monkeypatch.setattr(health, "measured", None)  # as without the extra
    status, told = await watched.ask("metrics")
    assert (status, "extra" in told) == (501, True)


async def test_nonsense_is_refused_without_a_word_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    head, port = b"GET /healthz HTTP/1.1\r\nHost: hall\r\n", free_ports(1)
    nonsense = (
        head + b"A: " + b"a" * 60_000,
        head + b"Content-Length: many",
        b"GET /healthz HTTP/nine",
        b"\x16\x03\x01",
    )
    async with Wyrmhall(Settings(database=tmp_path / "hall.sqlite3")) as bot, health.served(bot, "127.0.0.1", port):
        for request in nonsense:
            reading, writing = await asyncio.open_connection("127.0.0.1", port)
            writing.write(request + b"\r\n\r\n")
            assert (await reading.readline()).split()[1] == b"400"
            writing.close()
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/healthz") as answer:
            assert answer.status == 200
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING and record.exc_info]


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("127.0.0.1", "HEALTH_PORT={} is in use by another program at 127.0.0.1: set another one."),
        (
            "203.0.113.1",
            "HEALTH_HOST=203.0.113.1 is no address of this machine: set 127.0.0.1, or 0.0.0.0 for all of them.",
        ),
    ],
)
async def test_where_the_pages_cannot_be_is_told_by_the_settings_name(tmp_path: Path, host: str, told: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with Wyrmhall(Settings(database=tmp_path / "hall.sqlite3")) as bot:
            with pytest.raises(health.HealthServerError) as refused:
                await health.served(bot, host, port).__aenter__()
    assert str(refused.value) == told.format(port)


@pytest.mark.slow
async def test_what_is_measured_grows_where_it_happens(watched: Watched) -> None:
    before = await watched.measured()
    ada, ben, _ = watched.members
    watched.wire.faults.append(Fault("POST", "/channels/*/messages", status=429, retry_after=0.4))
    await ada.slash(watched.channel, "play", game="wyverns-knot")
    lobby = await watched.wire.until(lambda: _with_button(watched, "Join"))
    await ben.click(lobby, label="Join")
    await watched.wire.until(lambda: "ben" in str(_with_button(watched, "Join").components))
    await ben.slash(watched.channel, "play", game="hexaract")
    await watched.wire.until(lambda: len(_pictured(watched)) == 2 and not watched.bot.underway)
    after = await watched.measured()
    grown = {name: after[name] - before.get(name, 0.0) for name in after if after[name] != before.get(name, 0.0)}
    asked = {kind: _requests(grown, kind) for kind in ("post", "answer", "edit")}
    assert asked["post"] == {"429": 1, "200": 1}
    assert sum(asked["answer"].values()) >= 3
    assert sum(asked["edit"].values()) >= 1
    assert grown["wyrmhall_ratelimit_wait_seconds_sum"] >= 0.4
    assert grown["wyrmhall_answer_seconds_count"] == 3
    assert grown["wyrmhall_draw_seconds_count"] >= 2
    assert grown['wyrmhall_database_seconds_count{kind="write"}'] >= 4
    assert grown['wyrmhall_database_seconds_count{kind="read"}'] >= 4
    assert grown["wyrmhall_loop_delay_seconds_count"] >= 1
    assert {name: after[name] for name in after if name.startswith("wyrmhall_tables")} == {
        'wyrmhall_tables{game="wyverns-knot",phase="lobby"}': 1,
        'wyrmhall_tables{game="hexaract",phase="playing"}': 1,
    }
    assert after["wyrmhall_thoughts_waiting"] == 0
    assert {name for name in after if name.startswith("wyrmhall_ready")} == {
        f'wyrmhall_ready{{check="{check}"}}' for check in health.CHECKS
    }
    labels = {label for name in after if name.startswith("wyrmhall") for label in re.findall(r'="([^"]*)"', name)}
    ids = {str(watched.channel.id), *(str(member.id) for member in watched.members)}
    assert not labels & {*ids, TOKEN}
    assert not any(re.fullmatch(r"\d{4,}", label) for label in labels), labels


@pytest.mark.slow
async def test_processes_of_one_machine_tell_on_ports_that_follow_one_another(postgres: sqlalchemy.URL) -> None:
    port, database = free_ports(2), postgres.render_as_string(hide_password=False)
    async with Wire() as wire, aiohttp.ClientSession() as session:
        wire.max_concurrency = 2
        settings = {"DISCORD_TOKEN": TOKEN, "DISCORD_API": wire.api, "DISCORD_GATEWAY": wire.gateway, "SHARDS": "2"}
        env = {**os.environ, **settings, "DATABASE": database, "HEALTH_PORT": str(port), "LOG_LEVEL": "ERROR"}
        command = (sys.executable, "bot.py", "--clusters", "2")
        supervisor = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=env)
        try:
            await wire.until(lambda: wire.identified == 2 or supervisor.returncode is not None)
            deadline = time.monotonic() + PATIENCE
            for one in (port, port + 1):
                while True:
                    async with session.get(f"http://127.0.0.1:{one}/readyz") as answer:
                        told = await answer.json()
                    if answer.status == 200:
                        break
                    assert time.monotonic() < deadline, told
                    await asyncio.sleep(0.1)
        finally:
            supervisor.terminate()
            await supervisor.wait()


def _requests(grown: dict[str, float], kind: str) -> dict[str, float]:
    """By status."""
    found = {re.fullmatch(rf'wyrmhall_requests_total{{kind="{kind}",status="(\d+)"}}', name): name for name in grown}
    return {match[1]: grown[name] for match, name in found.items() if match}


def _pictured(watched: Watched) -> list[simcord.ResponseMessage]:
    return [message for message in watched.wire.messages(watched.channel) if message.attachments]


def _with_button(watched: Watched, label: str) -> Any:
    found = [message for message in watched.wire.messages(watched.channel) if label in labels(message)]
    return found[-1] if found else None
