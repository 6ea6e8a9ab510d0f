"""What the store costs: the two transactions of a move, and a table that is loaded.

    python -m benchmarks.store                     with this code
    python -m benchmarks.store --against COMMIT    beside that commit's

A move of Wyvern's Knot is committed, then its board's post is recorded, as the bot does; no Discord, and no pictures. A
load reads a table of some thirty moves that nobody remembers, as after a start. With `--against` two processes, each
with a file of its own, take turns, ROUNDS times. The figures are milliseconds: of the processor, in all threads; of the
loop's thread; and by the clock. `the rules` are what of a move is no matter of the store: the same moves are played and
encoded, and nothing is stored. Other work of the machine lengthens the clock's figures
most.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
PARTS = ("bot.py", "cogs", "engine", "host", "languages", "players", "render", "tables")  # of a commit
GAME, SEATS = "wyverns-knot", 3
MOVES = 30  # of a table, at least; then another one is begun
ROUNDS, EACH = 20, 25  # moves and loads
MOVE, RULES, LOAD = "a move's two transactions", "the rules", "a table's load"


class Spent(NamedTuple):
    """Milliseconds."""

    processor: float
    loop: float
    clock: float


class Bench:
    """A hall with one game at a time, in a process that has nothing else to do."""

    def __init__(self, database: Any) -> None:
        from tables.play.lobbies import Lobbies
        from tables.play.posts import Posts
        from tables.play.tables import Tables

        self.database, self.tables, self.posts = database, Tables(database), Posts(database)
        self.lobbies = Lobbies(self.tables)
        self.draw, self.ids, self.table_id, self.played = random.Random(1), count(10**6), 0, 0

    async def new_table(self) -> None:
        from tables.play.model import Request

        first = next(self.ids)
        here: dict[str, Any] = {"guild_id": 1, "channel_id": first, "name": "somebody"}
        table = await self.lobbies.open(GAME, Request(**here, user_id=first, interaction_id=next(self.ids)))
        for number in range(1, SEATS):
            await self.lobbies.join(table.id, first + 1000 * number, "somebody", next(self.ids))
        await self.lobbies.start(table.id, first, next(self.ids))
        self.table_id, self.played = table.id, 0

    async def round(self) -> dict[str, list[Spent]]:
        from tables.play.rows import load

        spent: dict[str, list[Spent]] = {MOVE: [], RULES: [], LOAD: []}
        for _ in range(EACH):
            moved, ruled = await self.move()
            spent[MOVE].append(moved)
            spent[RULES].append(ruled)

        async def read() -> None:
            async with self.database.read() as transaction:
                await load(transaction, self.table_id)

        for _ in range(EACH):
            spent[LOAD].append(await measured(read))
        return spent

    async def move(self) -> tuple[Spent, Spent]:
        """One, and what the rules take for the same."""
        from engine import encode
        from tables.play.posts import BOARD, Post

        if self.played == MOVES:
            await self.new_table()
        record = await self.tables.load_settled(self.table_id)
        if record.table.phase != "playing":
            await self.new_table()
            record = await self.tables.load_settled(self.table_id)
        game, state = record.game, record.state()
        seat = game.to_act(state)
        player = record.table.sitting(seat)
        assert player
        move = self.draw.choice([move for move in game.legal_moves(state) if move != game.concession])
        post = Post(10**6, next(self.ids), 1, f"{self.played:064x}")

        async def rule() -> None:
            played = record.going_on()
            for made in (played.play(move), *played.play_forced()):
                encode(made.move), encode(made.step.events)
            encode(played.state), played.outcome, played.view(seat), played.legal_moves

        async def commit() -> None:
            await self.tables.play(self.table_id, player.user_id, [move], next(self.ids))
            await self.posts.record(self.table_id, {BOARD: post}, shown=record.table.version + 1)

        self.played += 1
        return await measured(commit), await measured(rule)


async def measured(work: Callable[[], Awaitable[None]]) -> Spent:
    before = time.process_time(), time.thread_time(), time.perf_counter()
    await work()
    after = time.process_time(), time.thread_time(), time.perf_counter()
    return Spent(*(1000 * (end - start) for start, end in zip(before, after, strict=True)))


async def serve(path: Path) -> None:
    """A round for each line that comes in."""
    from bot import SWITCH_INTERVAL
    from tables.store.database import Database

    sys.setswitchinterval(SWITCH_INTERVAL)
    database = await Database.open(path)
    try:
        bench = Bench(database)
        await bench.new_table()
        await bench.round()  # statements are made
        gc.collect()
        gc.freeze()  # as the bot does at its start
        print(flush=True)
        while await asyncio.to_thread(sys.stdin.readline):
            print(json.dumps(await bench.round()), flush=True)
    finally:
        await database.close()


class Hall:
    """A process with the code in one folder."""

    def __init__(self, tree: Path, database: Path) -> None:
        self._process = subprocess.Popen(
            (sys.executable, "-P", __file__, "--serve", str(database)),
            env={**os.environ, "PYTHONPATH": str(tree)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._line()

    def round(self) -> dict[str, list[Spent]]:
        assert self._process.stdin
        print(file=self._process.stdin, flush=True)
        return {name: [Spent(*one) for one in spent] for name, spent in json.loads(self._line()).items()}

    def _line(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            sys.exit("A process has ended.")
        return line

    def end(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


def tell(name: str, sides: Sequence[Sequence[Spent]]) -> None:
    """A line for this code, and one for the code before."""
    shares = []
    for title, spent in zip(("now", "before"), sides, strict=False):
        processor, loop = (statistics.median(getattr(one, part) for one in spent) for part in ("processor", "loop"))
        clock = sorted(one.clock for one in spent)
        p99 = clock[min(len(clock) - 1, int(0.99 * len(clock)))]
        shares.append((processor, loop, statistics.median(clock), p99))
        print(f"{name:<28}{title:<8}" + "".join(f"{figure:>10.2f}" for figure in shares[-1]))
    if len(shares) > 1:
        print(
            f"{name:<28}{'ratio':<8}" + "".join(f"{now / before:>10.2f}" for now, before in zip(*shares, strict=True))
        )


def compare(trees: Sequence[Path], rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        halls = [Hall(tree, Path(folder) / f"{number}.sqlite3") for number, tree in enumerate(trees)]
        every: list[dict[str, list[Spent]]] = [{MOVE: [], RULES: [], LOAD: []} for _ in halls]
        for _ in range(rounds):
            for hall, known in zip(halls, every, strict=True):
                for name, spent in hall.round().items():
                    known[name] += spent
        for hall in halls:
            hall.end()
    print(f"{'milliseconds':<36}{'processor':>10}{'loop':>10}{'p50':>10}{'p99':>10}")
    for name in (MOVE, RULES, LOAD):
        tell(name, [known[name] for known in every])
    if len(every) > 1:
        parts = [
            [Spent(*map(float.__sub__, move, rules)) for move, rules in zip(known[MOVE], known[RULES], strict=True)]
            for known in every
        ]
        tell("  without the rules", parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="COMMIT")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        asyncio.run(serve(given.serve))
        return
    with tempfile.TemporaryDirectory() as folder:
        trees = [ROOT]
        if given.against:
            archive = subprocess.check_output(("git", "archive", given.against, *PARTS), cwd=ROOT)
            subprocess.run(("tar", "-x", "-C", folder), input=archive, check=True)
            trees.append(Path(folder))
        compare(trees, given.rounds)


if __name__ == "__main__":
    main()
