"""Several processes, each with its shards, on one PostgreSQL: nothing that players see tells them so."""

import asyncio
import itertools
import os
import signal
import sys
import time
from pathlib import Path
from random import Random

import pytest
import simcord
from sqlalchemy import URL

from engine import GAMES

from ..cogs.hall import labels, text
from .clustered import Clusters, Room, clustered, keeps_its_word, open_room
from .nursery import Nursery
from .server import ROOT, TOKEN, Wire
from .wired import GAME, told

pytestmark = pytest.mark.slow

MOVES = int(os.environ.get("MOVES", "24"))  # of a table
KILLS = int(os.environ.get("KILLS", "8"))
RESTARTS = int(os.environ.get("RESTARTS", "2"))
RACES = 4
RETURNS = 30.0  # seconds after a kill in which every table has a live board again


@pytest.mark.parametrize("processes", [2, 4])
async def test_hands_played_from_direct_messages_are_shown_where_another_process_is_told(
    nursery: Nursery, postgres: URL, tmp_path: Path, processes: int
) -> None:
    async with clustered(nursery, postgres, tmp_path, processes) as clusters:
        await clusters.start()
        rooms = [await open_room(clusters, shard) for shard in range(clusters.shards)]
        await asyncio.gather(*(_play(room, Random(room.table_id)) for room in rooms))


async def _play(room: Room, luck: Random) -> None:
    for number in range(MOVES):
        if room.table()["phase"] != "playing":
            break
        before = room.versions()
        await room.move(luck, privately=bool(number % 2))
        assert len(room.versions()) > len(before)
        await room.clusters.wire.until(lambda: _shows(room), 60)
    assert room.check() == len(room.tried)


def _shows(room: Room) -> bool:
    """Whether the only live board names whose turn it is."""
    if room.table()["phase"] != "playing":
        return not room.boards()
    boards = room.boards()
    return len(boards) == 1 and f"<@{room.actor().id}>, it is your turn" in text(boards[0])


async def test_one_command_starts_several_processes_and_keeps_them(postgres: URL) -> None:
    async with Wire() as wire:
        wire.shards = wire.max_concurrency = 3
        address = postgres.render_as_string(hide_password=False)
        settings = {"DISCORD_TOKEN": TOKEN, "DISCORD_API": wire.api, "DISCORD_GATEWAY": wire.gateway}
        supervisor = await asyncio.create_subprocess_exec(
            sys.executable, "bot.py", "--clusters", "2", cwd=ROOT, env={**os.environ, **settings, "DATABASE": address}
        )
        try:
            await wire.until(lambda: wire.identified == 3 or supervisor.returncode is not None, 120)
            begun = {tuple(payload["shard"]) for event, payload in wire.events if event == "READY"}
            assert begun == {(0, 3), (1, 3), (2, 3)}
            assert [method for method, path in wire.requests if path.endswith("/commands")] == ["GET", "PUT"]
            victim, other = _children(supervisor.pid)
            os.kill(victim, signal.SIGKILL)
            await wire.until(lambda: wire.identified > 3, 120)
            assert other in _children(supervisor.pid), "it goes on"
            supervisor.terminate()
            assert await asyncio.wait_for(supervisor.wait(), 60) == 0
            assert not _lives(victim)
            assert not _lives(other)
        finally:
            if supervisor.returncode is None:
                supervisor.kill()  # and then the others end too
                await supervisor.wait()


def _lives(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


# -- Races


async def test_five_members_join_at_once_whichever_process_is_told(
    nursery: Nursery, postgres: URL, tmp_path: Path
) -> None:
    """Discord tells another process of a server while the bot is spread over more shards."""
    async with clustered(nursery, postgres, tmp_path, 4) as clusters:
        await clusters.start()
        wire = clusters.wire
        guild = clusters.guild(1)
        channel = guild.create_text_channel("games")
        members = [guild.add_member(wire.env.create_user(f"member{number}")) for number in range(6)]
        await members[0].slash(channel, "play", game=GAME)
        lobby = await wire.until(lambda: _with(wire.messages(channel), "Join"), 60)
        turns = itertools.count(1)
        wire.told_elsewhere = lambda shards: sorted(shards)[next(turns) % 4]
        joined = [await member.click(lobby, label="Join") for member in members[1:]]
        await wire.until(lambda: all(one.acknowledged for one in joined), 60)
        seats = min(max(GAMES[GAME].seats), len(members))
        await wire.until(lambda: len(clusters.rows("SELECT 1 FROM players")) == seats, 60)
        await wire.until(lambda: not clusters.rows("SELECT 1 FROM tables WHERE shown < version"), 60)
        (row,) = clusters.rows("SELECT version FROM tables")
        assert row["version"] == seats - 1, "each of them came once, and one after another"
        (shown,) = [one for one in wire.messages(channel) if "Leave" in labels(one)]
        assert all(member.name in str(shown.components) for member in members[:1])


async def test_the_same_deal_begun_in_two_servers_at_once_is_one_ranked_attempt(
    nursery: Nursery, postgres: URL, tmp_path: Path
) -> None:
    async with clustered(nursery, postgres, tmp_path, 4) as clusters:
        await clusters.start()
        wire = clusters.wire
        user = wire.env.create_user("everywhere")
        begun = []
        for shard in range(4):
            guild = clusters.guild(shard)
            member, channel = guild.add_member(user), guild.create_text_channel("games")
            begun.append(await member.slash(channel, "daily", game="hexaract"))
        await wire.until(lambda: all(told(one) for one in begun), 60)
        tables = clusters.rows("SELECT id, ranked FROM tables WHERE date IS NOT NULL")
        assert len([row for row in tables if row["ranked"]]) == 1


async def test_an_undo_in_a_direct_message_against_a_move_in_the_channel(
    nursery: Nursery, postgres: URL, tmp_path: Path
) -> None:
    """The next player's move and the undo of the one before it: one comes first, and the other is told so."""
    async with clustered(nursery, postgres, tmp_path, 2) as clusters:
        await clusters.start()
        room, luck, until = await open_room(clusters, 3), Random(7), clusters.wire.until
        races = 0
        while races < RACES:
            mover, before = room.actor(), room.versions()
            await room.move(luck, privately=False)
            if room.actor() is mover:
                continue
            races += 1
            undone, moved = await asyncio.gather(mover.user.slash("undo"), room.begin_move(luck))
            await until(lambda undone=undone, moved=moved: told(undone) and told(moved), 60)  # type: ignore[misc]
            log = clusters.rows("SELECT version, kind FROM log WHERE table_id = ?", room.table_id)
            assert len({row["version"] for row in log}) == len(log) > len(before)
            await until(lambda: _shows(room), 60)


# -- Kills


async def test_killed_processes_and_a_restarted_database_lose_nothing_and_double_nothing(
    nursery: Nursery, postgres: URL, tmp_path: Path
) -> None:
    """One process after another is killed while all tables are played at, and now and then the database goes too."""
    keeps_its_word(postgres)
    async with clustered(nursery, postgres, tmp_path, 4) as clusters:
        clusters.troubled = bool(RESTARTS)
        await clusters.start()
        luck = Random(KILLS)
        rooms = [await open_room(clusters, shard) for shard in range(clusters.shards)]
        slowest, restarts, checked = 0.0, 0, 0
        for number in range(KILLS):
            channels = _announce(clusters)
            stop = asyncio.Event()
            players = [asyncio.create_task(room.keep_playing(Random(number), stop)) for room in rooms]
            await asyncio.sleep(luck.uniform(0.2, 2.0))
            victim = luck.randrange(clusters.processes)
            await clusters.kill(victim)
            died = time.monotonic()
            if restarts * KILLS < RESTARTS * (number + 1) and RESTARTS:
                restarts += 1
                stop.set()  # they look at the database too
                await asyncio.gather(*players)
                await clusters.restart_the_database()
                died = time.monotonic()
            await asyncio.sleep(luck.uniform(0.0, 2.0))
            await clusters.replace(victim)
            stop.set()
            await asyncio.gather(*players)
            await clusters.wire.until(lambda rooms=rooms: all(map(_shows, rooms)), 60)  # type: ignore[misc]
            slowest = max(slowest, time.monotonic() - died)
            print(f"{number + 1} kills, {restarts} restarts: all tables live again within {slowest:.1f} s", flush=True)
            await clusters.wire.until(
                lambda: not clusters.rows("SELECT 1 FROM announcements WHERE announced_on IS NULL"), 120
            )
            assert [len(clusters.wire.messages(channel)) for channel in channels] == [1] * clusters.shards
            checked += sum([room.check() for room in rooms])
            rooms = [
                room if room.table()["phase"] == "playing" else await open_room(clusters, shard)
                for shard, room in enumerate(rooms)
            ]
        assert slowest < RETURNS
        assert checked, "they were killed while people played"


def _announce(clusters: Clusters) -> list[simcord.ChannelHandle]:
    """In each server the deals of the day are due to be announced in a new channel."""
    clusters.rows("DELETE FROM announcements")
    channels = []
    for shard in range(clusters.shards):
        guild = clusters.guild(shard)
        channels.append(guild.create_text_channel("news"))
        row = (guild.id, channels[-1].id)
        clusters.rows("INSERT INTO announcements (guild_id, channel_id, hour) VALUES (?, ?, 0)", *row)
    return channels


def _with(messages: list[simcord.ResponseMessage], label: str) -> simcord.ResponseMessage | None:
    return next((message for message in reversed(messages) if label in labels(message)), None)
