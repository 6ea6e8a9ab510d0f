"""Tables that play at once, over real sockets, beside a bot that does the least (floor.py), in the same run:

    python -m benchmarks.load [--short] [--tables 200 500] [--computers] [--stores]

Four players a table scout an egg and move a strike dragon, by commands, with pauses between as people make them. It
measures the time from a press until it is acknowledged, and until the next player's board is in the channel; the bot's
processor time a turn; and the longest that its event loop answered nobody (probed.py). Server, bot and players share
the machine, so look at the ratios: the two bots take turns, and other work of the machine affects both. Processor time
hardly depends on other work. Then the memory for each table, and how long a start takes with many tables stored. With
`--computers` two of the four players are computer players at every other table of the hall; their processes' work isn't
in the figures, but it takes the same processors. A move before their turns leads to one board after all of them have
moved, so these times are a line of their own. With `--stores` the hall plays beside itself: in SQLite and in PostgreSQL
(see tests/postgres.py). Needs the `test` extra.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import signal
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

import simcord  # noqa: E402
from aiohttp import web  # noqa: E402
from simcord.actors import MemberActor  # noqa: E402
from simcord.results import InteractionResult  # noqa: E402

from benchmarks import probed  # noqa: E402
from cogs.games import WORDS  # noqa: E402
from engine import GAMES, decode  # noqa: E402
from engine.wyverns_knot.moves import Advance, Scout  # noqa: E402
from render import sprites, worker  # noqa: E402
from tables.store.database import Where  # noqa: E402
from tests.postgres import server  # noqa: E402
from tests.tables.stored import rows  # noqa: E402
from tests.wire.server import TOKEN, Wire  # noqa: E402
from tests.wire.wired import deal  # noqa: E402

GAME, RISKY = GAMES["wyverns-knot"], WORDS["wyverns-knot"].risky
TABLES = (1, 10, 100, 200, 500)
SHORT = (1, 10)
PLAYERS = ("ada", "ben", "cleo", "dora")
PAUSE = 0.6  # seconds for each table that plays, on average
LONGEST_PAUSE = 60.0  # likewise, at most: from a hundred tables on each has a turn a minute
STORED = 10_000  # tables
PATIENCE = 60.0  # seconds
EPHEMERAL = 64  # among a message's flags
REST = 0.05  # seconds of processor time in one second
ROUNDS = 2  # of each bot
FLOOR, HALL = "benchmarks/floor.py", "bot.py"
BOTS = {"floor": FLOOR, "hall": HALL}
STORES = {"sqlite": HALL, "postgres": HALL}


@dataclass
class Times:
    """Seconds from a press on."""

    acknowledged: list[float] = field(default_factory=list)
    board: list[float] = field(default_factory=list)
    run: list[float] = field(default_factory=list)  # until the board after computers' turns


@dataclass
class Run:
    """What one bot did with so many tables, in one round or in several."""

    times: Times = field(default_factory=Times)
    worked: float = 0.0  # seconds of processor time
    delays: list[probed.Delay] = field(default_factory=list)  # of the event loop
    used: tuple[int, int] = (0, 0)  # bytes of memory, before and after the newest round

    def add(self, other: "Run") -> None:
        self.times.acknowledged += other.times.acknowledged
        self.times.board += other.times.board
        self.times.run += other.times.run
        self.worked += other.worked
        self.delays += other.delays
        self.used = other.used


class Timed(Wire):
    """Notes when each request arrives."""

    def __init__(self) -> None:
        super().__init__()
        self.acknowledged: dict[str, float] = {}  # by interaction
        self.posted: dict[str, float] = {}  # by channel: the newest message for everybody

    async def _request(self, request: web.Request) -> web.Response:
        path, arrived = request.match_info["path"].split("/"), time.monotonic()
        answer = await super()._request(request)
        if path[0] == "interactions":
            self.acknowledged.setdefault(path[1], arrived)
        elif request.method == "POST":
            message = json.loads(answer.body) if isinstance(answer.body, bytes) and answer.body else {}
            if "channel_id" in message and not message.get("flags", 0) & EPHEMERAL:  # also in answer to a move
                self.posted[message["channel_id"]] = time.monotonic()
        return answer


class Table:
    """Players who press, with the floor bot: it is always the first one's turn."""

    def __init__(self, wire: Timed, channel: simcord.ChannelHandle, members: list[MemberActor]) -> None:
        self.wire, self.channel, self.members = wire, channel, members

    async def turn(self, times: Times) -> bool:
        """False once the game is over."""
        for kind in (Scout, Advance):
            chosen = self.choice(kind)
            if chosen is None:
                return False
            member, value = chosen
            number, start = self.number, time.monotonic()
            result = await member.slash(self.channel, "wyrm-knot", move=value)
            times.acknowledged.append(await self.acknowledged(result) - start)
            if kind is Advance:
                took = await self.next_board(start) - start
                (times.run if self.number > number + 1 else times.board).append(took)
            await self.answered(result)
        return True

    async def acknowledged(self, result: InteractionResult) -> float:
        """When the interaction was acknowledged."""
        key = str(result._interaction.id)
        await self.wire.until(lambda: key in self.wire.acknowledged, PATIENCE)
        return self.wire.acknowledged[key]

    async def next_board(self, start: float) -> float:
        """When the first post after `start` came."""
        posted, channel = self.wire.posted, str(self.channel.id)
        await self.wire.until(lambda: posted.get(channel, 0) > start, PATIENCE)
        return posted[channel]

    async def answered(self, result: InteractionResult) -> None:
        await self.wire.until(lambda: result.response and result.response.attachments, PATIENCE)

    def choice(self, kind: type[Any]) -> tuple[MemberActor, str] | None:
        """A player who can make such a move, and the move."""
        return self.members[0], f"{'scout' if kind is Scout else 'advance'}/0"

    @property
    def number(self) -> int:
        """The number of the turn."""
        return 0


class RealTable(Table):
    """Players who press whatever the rules allow, until only moves are left that may end the game.

    The bot asks about these once more, and posts no board.
    """

    def __init__(
        self, wire: Timed, channel: simcord.ChannelHandle, members: list[MemberActor], database: Where
    ) -> None:
        super().__init__(wire, channel, members)
        self.database = database

    def choice(self, kind: type[Any]) -> tuple[MemberActor, str] | None:
        (table,) = rows(self.database, "SELECT snapshot, id FROM tables WHERE channel_id = ?", self.channel.id)
        sitting = rows(self.database, "SELECT seat, user_id FROM players WHERE table_id = ?", table["id"])
        seats = {row["seat"]: row["user_id"] for row in sitting}
        state = decode(GAME.state, table["snapshot"].encode())
        to_act = GAME.to_act(state)
        if to_act is None:
            return None
        view = GAME.view(state, to_act)
        moves = [move for move in GAME.legal_moves(state) if isinstance(move, kind) and not RISKY(view, move)]
        if not moves:
            return None
        move: Any = random.choice(moves)
        member = next(member for member in self.members if member.id == seats[to_act])
        return member, f"scout/{move.cell}" if kind is Scout else f"advance/{move.row}"

    @property
    def number(self) -> int:
        (table,) = rows(self.database, "SELECT turn FROM tables WHERE channel_id = ?", self.channel.id)
        return int(table["turn"])


@asynccontextmanager
async def process(wire: Wire, script: str, database: Where, folder: Path) -> AsyncIterator[int]:
    """The bot, connected: its process. In `folder` it is noted how late its event loop was."""
    env = {
        **os.environ,
        "DISCORD_API": wire.api,
        "DISCORD_GATEWAY": wire.gateway,
        "DISCORD_TOKEN": TOKEN,
        "DATABASE": str(database) if isinstance(database, Path) else database.render_as_string(hide_password=False),
        "DELAYS": str(folder / "delays"),
        "LOG_LEVEL": "ERROR",
        "PYTHONPATH": str(ROOT),
    }
    wanted = wire.identified + 1
    watched = (sys.executable, "-m", "benchmarks.probed", str(ROOT / script))
    started = await asyncio.create_subprocess_exec(*watched, cwd=ROOT, env=env)
    try:
        await wire.until(lambda: wire.identified == wanted or started.returncode is not None, 120)
        yield started.pid
    finally:
        if started.returncode is None:
            started.send_signal(signal.SIGTERM)
        await started.wait()


async def play(bot: str, count: int, seconds: float, *, computers: bool = False) -> Run:
    """Play at so many tables for so long."""
    run, warm, script = Run(), Times(), {**BOTS, **STORES}[bot]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = of_the_server(stack) if bot == "postgres" else folder / "hall.sqlite3"
        started_before(folder / "hall.sqlite3")
        async with Timed() as wire:
            guild = wire.env.create_guild("Hall")
            members = [guild.add_member(wire.env.create_user(name)) for name in PLAYERS]
            channels = [guild.create_text_channel(f"games-{number}") for number in range(count)]
            tables: list[Table] = [Table(wire, channel, members) for channel in channels]
            if script != FLOOR:
                for number, channel in enumerate(channels):
                    people = 2 if computers and number % 2 else 4
                    await deal(database, channel, members[:people], computers=len(members) - people)
                tables = [RealTable(wire, channel, members, database) for channel in channels]
            async with process(wire, script, database, folder) as pid:
                if script != FLOOR:
                    await wire.until(lambda: len(wire.posted) >= count, 300)
                await tables[0].turn(warm)
                await at_rest(pid)
                used, worked = memory(pid), worked_for(pid)
                gc.collect()
                gc.disable()  # a collection here takes 150 to 250 ms, in which neither bot is answered
                stack.callback(gc.enable)
                start, between = time.monotonic(), min(PAUSE * count, LONGEST_PAUSE)
                end = start + seconds

                async def keep_playing(table: Table) -> None:
                    await pause(between, end)
                    while time.monotonic() < end and await table.turn(run.times):
                        await pause(2 * between, end)

                await asyncio.gather(*map(keep_playing, tables))
                await at_rest(pid)  # the last turn's private messages count too
                run.worked, run.used = worked_for(pid) - worked, (used, memory(pid))
            run.delays += probed.read(folder / "delays", start)
    return run


def of_the_server(stack: ExitStack) -> Where:
    """A database in the PostgreSQL server, which is dropped at the end."""
    database = server().new()
    stack.callback(server().drop, database)
    return database


def started_before(database: Path) -> None:
    """Draw the sprites beside this database, as an earlier start would have done."""
    drawn = Path(tempfile.gettempdir()) / f"wyrmhall-{sprites.version()[:16]}.sprites"
    if not drawn.exists():
        worker.draw_sprites(drawn)
    database.with_name(f"{database.name}.sprites").symlink_to(drawn)


async def pause(most: float, end: float) -> None:
    await asyncio.sleep(max(0, min(random.uniform(0, most), end - time.monotonic())))


async def at_rest(pid: int) -> None:
    """Wait until the bot has drawn its sprites and done everything else that follows a start."""
    before, worked = 0.0, REST
    while worked >= REST:
        await asyncio.sleep(1)
        worked, before = worked_for(pid) - before, worked_for(pid)


def worked_for(pid: int) -> float:
    """Seconds of processor time so far, in user and kernel mode."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    """Bytes resident."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def starts() -> None:
    """How long a start takes, and what it holds in memory, with tables stored and without."""
    used, took, board = [], [], 0.0
    for count in (0, STORED):
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "hall.sqlite3"
            started_before(database)
            async with Timed() as wire:
                guild = wire.env.create_guild("Hall")
                members = [guild.add_member(wire.env.create_user(name)) for name in ("ada", "ben", "cleo")]
                await deal(database, guild.create_text_channel("games"), members)
                store(database, count)
                start = time.monotonic()
                async with process(wire, HALL, database, Path(folder)) as pid:
                    took.append(time.monotonic() - start)
                    if not count:
                        await wire.until(lambda: wire.posted, 120)
                        board = time.monotonic() - start
                    await asyncio.sleep(2)
                    used.append(memory(pid))
    print(f"start: {took[0]:.1f} s with no tables, {took[1]:.1f} s with {STORED:,} stored; first board: {board:.1f} s")
    print(f"memory: {used[0] / 2**20:.0f} MiB, and {(used[1] - used[0]) / STORED:,.0f} bytes for each idle table")


def store(database: Path, count: int) -> None:
    """Store copies of the one table that is there, each in a channel of its own and already shown."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE tables SET shown = version")
        columns = [row[1] for row in connection.execute("PRAGMA table_info(tables)") if row[1] != "id"]
        copied = ", ".join("channel_id + ?" if column == "channel_id" else column for column in columns)
        insert = f"INSERT INTO tables ({', '.join(columns)}) SELECT {copied} FROM tables WHERE id = 1"
        connection.executemany(insert, [(number,) for number in range(1, count + 1)])
        players = "INSERT INTO players (table_id, user_id, name, seat, place, living) "
        players += "SELECT tables.id, user_id, name, seat, place, living FROM tables, players "
        connection.execute(players + "WHERE table_id = 1 AND tables.id > 1")
        due = "INSERT INTO timers (table_id, kind, due_at) SELECT tables.id, kind, due_at FROM tables, timers "
        connection.execute(due + "WHERE table_id = 1 AND tables.id > 1")
        connection.commit()


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


async def main(counts: Sequence[int], bots: Sequence[str], *, short: bool, computers: bool) -> None:
    """Compare the second of `bots` with the first."""
    print(f"{'tables':>7}{'bot':>7}{'turns':>7}{'ack p50':>9}{'p99':>7}{'board p50':>11}{'p99':>7}", end="")
    print(f"{'work/turn':>11}{'loop late':>11}{'by itself':>11}  ms")
    for count in counts:
        runs = {name: Run() for name in bots}
        for name in list(bots) * (1 if short else ROUNDS):
            seconds = 8 if short else 20 + 0.2 * count
            seconds *= 3 if computers else 1  # few turns of people come before those of computers
            runs[name].add(await play(name, count, seconds, computers=computers))
        for name, run in runs.items():
            tell(count, name, run)
        beside, hall = (runs[name].times.board for name in bots)
        middle = statistics.median(hall) / statistics.median(beside)
        late = percentile(hall, 0.99) / percentile(beside, 0.99)
        print(f"        press to board, {bots[1]} to {bots[0]}: {middle:.2f} at the median, {late:.2f} at p99")
        before, after = runs[bots[1]].used
        print(f"        memory: {(after - before) / count / 1024:,.0f} KiB for each table that plays", flush=True)
        if times := runs[bots[1]].times.run:
            figures = (
                f"{1000 * statistics.median(times):.0f} ms at the median, {1000 * percentile(times, 0.99):.0f} at p99"
            )
            print(f"        press to the board after computers' turns: {figures}, {len(times)} times", flush=True)


def tell(count: int, name: str, run: Run) -> None:
    """One line, in milliseconds."""
    times, turns = run.times, len(run.times.board) + len(run.times.run)
    ack, ack_late = (1000 * percentile(times.acknowledged, share) for share in (0.5, 0.99))
    board, board_late = (1000 * percentile(times.board, share) for share in (0.5, 0.99))
    late, itself = (
        1000 * max((getattr(delay, part) for delay in run.delays), default=0) for part in ("late", "itself")
    )
    print(f"{count:>7}{name:>7}{turns:>7}{ack:>9.0f}{ack_late:>7.0f}{board:>11.0f}{board_late:>7.0f}", end="")
    print(f"{1000 * run.worked / turns:>11.1f}{late:>11.0f}{itself:>11.0f}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true", help="one round of 8 seconds, with few tables")
    parser.add_argument("--tables", type=int, nargs="+", help="how many at once, one run each")
    parser.add_argument("--computers", action="store_true", help="computer players at every other table")
    parser.add_argument("--stores", action="store_true", help="the hall in PostgreSQL beside the hall in SQLite")
    arguments = parser.parse_args()
    asyncio.run(
        main(
            arguments.tables or (SHORT if arguments.short else TABLES),
            list(STORES if arguments.stores else BOTS),
            short=arguments.short,
            computers=arguments.computers,
        )
    )
    if not arguments.tables:
        asyncio.run(starts())
