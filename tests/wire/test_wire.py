"""The server that stands for Discord: the bot connects to it, and comes back when the connection breaks."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest
import simcord

from host.ending import FOR_GOOD

from ..cogs.hall import labels
from .server import TOKEN, Fault, Wire

pytestmark = pytest.mark.slow


@dataclass
class Hall:
    wire: Wire
    channel: simcord.ChannelHandle
    members: list[simcord.MemberActor]
    process: asyncio.subprocess.Process


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    async with Wire() as wire:
        yield wire


@pytest.fixture
async def hall(wire: Wire, tmp_path: Path) -> AsyncIterator[Hall]:
    guild = wire.env.create_guild("Hall")
    members = [guild.add_member(wire.env.create_user(name)) for name in ("ada", "ben", "cleo")]
    channel = guild.create_text_channel("games")
    async with wire.bot(tmp_path / "hall.sqlite3") as process:
        yield Hall(wire, channel, members, process)
        assert process.returncode is None


async def test_commands_are_synced_and_answered(hall: Hall) -> None:
    help_ = await hall.members[0].slash(hall.channel, "help")
    await hall.wire.until(lambda: help_.acknowledged and help_.response)
    assert help_.ephemeral
    offered = await hall.wire.complete(hall.members[0], hall.channel, "wyrm-knot", "move", "B")
    assert offered == []


async def test_a_lobby_with_a_picture_can_be_pressed(hall: Hall) -> None:
    ada, ben, _ = hall.members
    await ada.slash(hall.channel, "play", game="wyverns-knot")
    lobby = await hall.wire.until(lambda: _with_button(hall, "Join"))
    assert lobby.attachments[0].size > 1000
    joined = await ben.click(lobby, label="Join")
    await hall.wire.until(lambda: "ben" in str(lobby.components))
    assert joined.acknowledged


async def test_a_dropped_connection_is_resumed_and_nothing_is_missed(hall: Hall) -> None:
    hall.wire.drop()
    help_ = await hall.members[0].slash(hall.channel, "help")  # while nobody listens
    await hall.wire.until(lambda: help_.response)
    assert (hall.wire.identified, hall.wire.resumed) == (1, 1)


async def test_a_refused_resume_is_a_new_session(hall: Hall) -> None:
    hall.wire.resumable = False
    hall.wire.drop()
    await hall.wire.until(lambda: hall.wire.identified == 2)
    help_ = await hall.members[0].slash(hall.channel, "help")
    await hall.wire.until(lambda: help_.response)
    assert hall.wire.resumed == 0


async def test_a_rate_limited_post_is_made_later_and_once(hall: Hall) -> None:
    posts = "/channels/*/messages"
    hall.wire.faults += [Fault("POST", posts, status=429, retry_after=0.2), Fault("POST", posts, delay=0.2)]
    await hall.members[0].slash(hall.channel, "play", game="wyverns-knot")
    await hall.wire.until(lambda: _with_button(hall, "Join"))
    assert all(fault.times == 0 for fault in hall.wire.faults)
    assert sum("Join" in str(message.components) for message in hall.wire.messages(hall.channel)) == 1


async def test_a_lost_answer_repeated_with_its_nonce_posts_once(wire: Wire) -> None:
    channel = wire.env.create_guild("Hall").create_text_channel("games")
    wire.faults.append(Fault("POST", "/channels/*/messages", lose_answer=True))
    url, message = f"{wire.api}/channels/{channel.id}/messages", {"content": "x", "nonce": 1, "enforce_nonce": True}
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {TOKEN}"}) as session:
        with pytest.raises(aiohttp.ClientError):
            await session.post(url, json=message)
        async with session.post(url, json=message) as answer:
            posted = (await answer.json())["id"]
    assert [str(found.id) for found in wire.messages(channel)] == [posted]


async def test_a_wrong_token_is_one_sentence(wire: Wire, tmp_path: Path) -> None:
    process = await wire.start_bot(tmp_path / "hall.sqlite3", DISCORD_TOKEN="wrong")
    _, errors = await process.communicate()
    assert process.returncode == FOR_GOOD
    assert "DISCORD_TOKEN" in errors.decode().splitlines()[-1]
    assert "Traceback" not in errors.decode()


def _with_button(hall: Hall, label: str) -> simcord.ResponseMessage | None:
    found = [message for message in hall.wire.messages(hall.channel) if label in labels(message)]
    return found[-1] if found else None
