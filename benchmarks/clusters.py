"""Moves a second of several processes on one PostgreSQL, beside one process on SQLite in the same run:

    python -m benchmarks.clusters [--seconds 10] [--rounds 2] [--servers 100000]

Each process plays at tables of its own, many at once, as the bot does: the row is locked or the file's only writer
waited for, the rules are asked, the move and the snapshot are written and committed to disk, and the board's view is
made. Without Discord and pictures, so these are the store's figures. All share the machine's processors, the server
too. Then it simulates a busy hour in so many servers, with what was measured. Needs the `test` extra.
"""

import argparse
import asyncio
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from sqlalchemy import URL, make_url  # noqa: E402

from engine.wyverns_knot.moves import Advance, Remove, Scout  # noqa: E402
from tables.play.lobbies import Lobbies  # noqa: E402
from tables.play.model import Request  # noqa: E402
from tables.play.tables import Tables  # noqa: E402
from tables.store.database import Database, Where  # noqa: E402
from tests.postgres import server  # noqa: E402

GAME, SEATS = "wyverns-knot", 3
KINDS = (Scout, Advance, Remove)  # moves that keep a game going
AT_ONCE = 16  # tables of a process
PROCESSES = (1, 2, 4)
PROGRAM = (sys.executable, "-m", "benchmarks.clusters")
DURABLE = ("fsync = on", "synchronous_commit = on", "full_page_writes = on")  # the tests' server leaves these out

# A busy hour; docs/scaling.md says which numbers are assumed and not measured
ACTIVE = 0.01  # the share of the servers in which a game is being played
TURN_EVERY = 60.0  # seconds at such a table
REQUESTS = 2.9  # a turn, which count for Discord's 50 a second: python -m benchmarks.requests
ALLOWED = 50.0
TURNS = 11.0  # turns of Knot a second that one process can show, with pictures: python -m benchmarks.turn
SERVERS_A_SHARD = 1000
CONNECTIONS = 8  # that a process opens to PostgreSQL


class Measured(NamedTuple):
    moves: float  # a second
    processor: float  # seconds of one process for a move


async def play(where: Where, number: int, seconds: float) -> None:
    """One process: it prints that it is ready, waits for a line, plays, and prints its moves and their cost."""
    database = await Database.open(where)
    tables, luck, ids = Tables(database), random.Random(number), count(number * 10**9)
    lobbies = Lobbies(tables)
    made = 0

    async def deal(place: int) -> int:
        people = [number * 1000 + place * 10 + seat for seat in range(SEATS)]
        here: dict[str, Any] = {"guild_id": 1, "channel_id": next(ids)}
        table = await lobbies.open(GAME, Request(**here, user_id=people[0], name="x", interaction_id=next(ids)))
        for user_id in people[1:]:
            await lobbies.join(table.id, user_id, "x", next(ids))
        await lobbies.start(table.id, people[0], next(ids))
        return table.id

    async def keep_playing(place: int, table_id: int, until: float) -> None:
        nonlocal made
        while time.monotonic() < until:
            views = await tables.show(table_id)
            seen = views[None]
            if seen.to_act is None:
                table_id = await deal(place)
                continue
            player = seen.table.sitting(seen.to_act)
            assert player
            legal = (await tables.look(table_id, player.user_id)).legal
            move = min(legal, key=lambda move: (KINDS.index(type(move)) if type(move) in KINDS else 9, luck.random()))
            await tables.play(table_id, player.user_id, [move], next(ids))
            made += 1

    own = [await deal(place) for place in range(AT_ONCE)]
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    began, worked = time.monotonic(), time.process_time()
    await asyncio.gather(*(keep_playing(place, table_id, began + seconds) for place, table_id in enumerate(own)))
    print(made / (time.monotonic() - began), (time.process_time() - worked) / max(made, 1), flush=True)
    await database.close()


def measure(where: Where, processes: int, seconds: float) -> Measured:
    address = str(where) if isinstance(where, Path) else where.render_as_string(hide_password=False)
    started = [
        subprocess.Popen(
            [*PROGRAM, "--play", address, "--number", str(number + 1), "--seconds", str(seconds)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(processes)
    ]
    for process in started:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in started:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    speeds = [tuple(map(float, process.communicate()[0].split())) for process in started]
    return Measured(sum(moves for moves, _ in speeds), statistics.fmean(processor for _, processor in speeds))


def compare(seconds: float, rounds: int) -> dict[tuple[str, int], list[Measured]]:
    """Measure the stores alternately, so that other work of the machine affects all of them."""
    measured_by: dict[tuple[str, int], list[Measured]] = {}
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            measured_by.setdefault(("SQLite", 1), []).append(measure(Path(folder) / "hall.sqlite3", 1, seconds))
        for processes in PROCESSES:
            url = durable()
            measured_by.setdefault(("PostgreSQL", processes), []).append(measure(url, processes, seconds))
            server().drop(url)
    return measured_by


def durable() -> URL:
    """A new database in a server that writes to the disk before it answers, as SQLite does."""
    url = server().new()
    for setting in DURABLE:
        server().rows(url, f"ALTER SYSTEM SET {setting}")
    server().rows(url, "SELECT pg_reload_conf()")
    return url


class Hour(NamedTuple):
    turns: float  # a second, on average
    most_turns: int  # in one second
    requests: float  # a second that Discord counts
    longest: float  # seconds that a request waits for its turn
    processes: int
    shards: int
    connections: int


def simulate(servers: int, moves: float, *, active: float = ACTIVE, allowed: float = ALLOWED) -> Hour:
    """A busy hour, second by second: turns come at random, and requests queue for Discord's limit.

    `moves`: how many one process stores in a second.
    """
    luck = random.Random(servers)
    rate = servers * active / TURN_EVERY
    waiting, longest, most, turns = 0.0, 0.0, 0, 0
    for _ in range(3600):
        came = round(max(0.0, luck.gauss(rate, math.sqrt(rate))))
        waiting = max(0.0, waiting + came * REQUESTS - allowed)
        longest, most, turns = max(longest, waiting / allowed), max(most, came), turns + came
    by_one = min(TURNS, moves)  # turns a second that a process can do
    processes = max(1, math.ceil(most / (0.7 * by_one)))
    shards = max(1, math.ceil(servers / SERVERS_A_SHARD))
    return Hour(
        turns / 3600, most, turns * REQUESTS / 3600, longest, processes, max(shards, processes), processes * CONNECTIONS
    )


def report(seconds: float, rounds: int, servers: int) -> None:
    measured_by = compare(seconds, rounds)
    print(f"{os.cpu_count()} processors, {AT_ONCE} tables at once in each process")
    print("| store | processes | moves a second | beside one on SQLite | processor time a move, ms |")
    print("|---|---|---|---|---|")
    base = statistics.median(round_.moves for round_ in measured_by["SQLite", 1])
    for (store, processes), measured in measured_by.items():
        moves = statistics.median(round_.moves for round_ in measured)
        processor = statistics.median(round_.processor for round_ in measured) * 1000
        print(f"| {store} | {processes} | {moves:.0f} | {moves / base:.2f} | {processor:.2f} |")
    moves = statistics.median(round_.moves for round_ in measured_by["PostgreSQL", 1])
    print("\n| servers, playing | turns a second | most | requests a second | longest wait, s | processes | shards |")
    print("|---|---|---|---|---|---|---|")
    for active in (0.001, 0.003, 0.01, 0.02):
        hour = simulate(servers, moves, active=active)
        print(
            f"| {servers:,}, {active:.1%} | {hour.turns:.1f} | {hour.most_turns} | {hour.requests:.0f} | "
            f"{hour.longest:.1f} s | {hour.processes} | {hour.shards} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--servers", type=int, default=100_000)
    parser.add_argument("--play", help=argparse.SUPPRESS)
    parser.add_argument("--number", type=int, default=1, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play:
        where = make_url(given.play) if "://" in given.play else Path(given.play)
        asyncio.run(play(where, given.number, given.seconds))
    else:
        report(given.seconds, given.rounds, given.servers)


if __name__ == "__main__":
    main()
