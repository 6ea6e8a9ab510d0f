"""A bot of several shards: Discord tells each of its own servers, and shard 0 alone of direct messages."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import simcord

from .server import IDENTIFY_WINDOW, Wire

pytestmark = pytest.mark.slow


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    async with Wire() as wire:
        wire.max_concurrency = 4
        yield wire


def on_shard(wire: Wire, shard: int, total: int) -> simcord.GuildHandle:
    """A server that this shard is told of."""
    while True:
        guild = wire.env.create_guild(f"Hall of shard {shard}")
        if (guild.id >> 22) % total == shard:
            return guild


def sessions(wire: Wire) -> list[tuple[int, int]]:
    """The shards that began a session, in order, and of how many."""
    return [tuple(payload["shard"]) for event, payload in wire.events if event == "READY"]


async def test_one_process_has_as_many_shards_as_discord_advises(wire: Wire, tmp_path: Path) -> None:
    wire.shards = 3
    async with wire.bot(tmp_path / "hall.sqlite3"):
        await wire.until(lambda: wire.identified == 3)
    assert sessions(wire) == [(0, 3), (1, 3), (2, 3)]


async def test_a_number_that_is_set_counts_more_than_advice(wire: Wire, tmp_path: Path) -> None:
    wire.shards = 3
    async with wire.bot(tmp_path / "hall.sqlite3", SHARDS="2"):
        await wire.until(lambda: wire.identified == 2)
    assert sessions(wire) == [(0, 2), (1, 2)]


async def test_each_server_and_direct_messages_are_answered_by_their_shard(wire: Wire, tmp_path: Path) -> None:
    guilds = [on_shard(wire, shard, 3) for shard in range(3)]
    members = [guild.add_member(wire.env.create_user(f"user{shard}")) for shard, guild in enumerate(guilds)]
    channels = [guild.create_text_channel("games") for guild in guilds]
    async with wire.bot(tmp_path / "hall.sqlite3", SHARDS="3"):
        await wire.until(lambda: wire.identified == 3)
        for member, channel in zip(members, channels, strict=True):
            opened = await member.slash(channel, "play", game="wyverns-knot")
            await wire.until(lambda opened=opened: opened.response)  # type: ignore[misc]
            assert wire.messages(channel), "the lobby"
        ada = members[2].user
        asked = await ada.slash("help")
        await wire.until(lambda: asked.response)
    for shard, guild in enumerate(guilds):
        session, _ = wire._sessions[shard]
        told = "".join(session.sent)
        assert [str(one.id) in told for one in guilds] == [one is guild for one in guilds]
    assert str(asked._interaction.id) in "".join(wire._sessions[0][0].sent)


async def test_sessions_of_one_bucket_begin_one_after_another(wire: Wire, tmp_path: Path) -> None:
    wire.max_concurrency, wire.identify_window = 2, IDENTIFY_WINDOW
    began = time.monotonic()
    async with wire.bot(tmp_path / "hall.sqlite3", SHARDS="4"):
        await wire.until(lambda: wire.identified == 4)
    assert time.monotonic() - began > IDENTIFY_WINDOW, "else the server lets anybody in"
    assert wire.rushed == 0


async def test_one_that_begins_too_soon_tries_again(wire: Wire, tmp_path: Path) -> None:
    wire.identify_window, wire._begun[0] = float("inf"), time.monotonic()

    async def relent() -> None:
        await wire.until(lambda: wire.rushed)
        wire.identify_window = 0.0

    async with asyncio.TaskGroup() as group:
        group.create_task(relent())
        async with wire.bot(tmp_path / "hall.sqlite3"):
            pass
    assert wire.identified == 1
