"""What a turn costs, by processor time, in two commits in one run:

    python -m benchmarks.turn BEFORE AFTER [--turns 30] [--games advyria ...]

Each commit plays the same moves by panel over real sockets, with its own code and its own tests' way of pressing; the
bot has a process of its own (sampled.py). The two take turns, ROUNDS times each, and the least is told: what else the
machine does only adds. A game for one is played in direct messages, and a turn of it is a move. Milliseconds and
numbers a turn. Needs the `test` extra.
"""

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from io import BytesIO
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

GAMES = {"wyverns-knot": 3, "advyria": 2, "hexaract": 1, "advent-of-the-wyrms": 1, "forest-of-wyr": 1}  # people
NAMES = ("ada", "ben", "cleo")
ROUNDS = 2
WARM = 3  # turns before those that count
QUIET = 0.4  # seconds without a request: everything is shown
HERE = Path(__file__).parent
Measures = list[dict[str, float]]  # milliseconds a turn, then numbers a turn


async def play(game_key: str, turns: int) -> Measures:
    """In the folder of a commit, whose code it uses."""
    import simcord

    from benchmarks import load
    from cogs.games.words import move_path
    from engine import GAMES as ENGINES
    from engine import decode
    from tables.play import rows as of_table
    from tests.cogs.hall import leads
    from tests.engine.players import lasting
    from tests.tables.stored import rows
    from tests.wire.server import TOKEN, Wire
    from tests.wire.wired import deal

    of_table.secrets = SimpleNamespace(token_hex=lambda size: "5e" * size)  # type: ignore  # the same deal
    game, draw = ENGINES[game_key], Random(5).random
    with tempfile.TemporaryDirectory() as folder:
        database, samples = Path(folder) / "hall.sqlite3", Path(folder) / "samples"
        async with Wire() as wire:
            guild = wire.env.create_guild("Hall")
            channel = guild.create_text_channel("games")
            members = [guild.add_member(wire.env.create_user(name)) for name in NAMES[: GAMES[game_key]]]
            if len(members) > 1:
                await deal(database, channel, members, game_key)
            env = {
                **os.environ,
                "DISCORD_API": wire.api,
                "DISCORD_GATEWAY": wire.gateway,
                "DISCORD_TOKEN": TOKEN,
                "DATABASE": str(database),
                "SAMPLES": str(samples),
                "LOG_LEVEL": "ERROR",
                "PYTHONPATH": os.getcwd(),
            }
            if before := getattr(load, "started_before", None):  # commits since there is a file of sprites
                before(database)
            bot = await asyncio.create_subprocess_exec(sys.executable, "-P", HERE / "sampled.py", "bot.py", env=env)
            counts = Counter[str]()

            async def settle() -> None:
                before = -1
                while before != len(wire.requests):
                    before = len(wire.requests)
                    await asyncio.sleep(QUIET)

            def board() -> Any:
                """The newest message for everybody at the table."""
                where = channel if len(members) > 1 else members[0].user.dm_channel
                return next((message for message in reversed(wire.messages(where)) if not message.ephemeral), None)

            def stored() -> Any:
                return rows(database, "SELECT phase, turn, snapshot FROM tables")[0]

            def state() -> Any:
                return decode(game.state, stored()["snapshot"].encode())

            async def press(member: Any, panel: simcord.ResponseMessage, lead: Any) -> None:
                counts["presses"] += 1
                if lead.value is None:
                    await member.click(panel, custom_id=lead.custom_id)
                else:
                    await member.select(panel, [lead.value], custom_id=lead.custom_id)
                await settle()

            async def move(member: Any, panel: simcord.ResponseMessage) -> None:
                full_path: tuple[str, ...] = move_path(lasting(game, state(), draw))
                path: tuple[str, ...] = ()

                def onward() -> list[Any]:
                    on = [lead for lead in leads(panel) if full_path[: len(lead.path)] == lead.path]
                    further = [lead for lead in on if len(lead.path) > len(path)]
                    return further or [lead for lead in leads(panel) if lead.verb == "page"]

                while path != full_path:
                    lead = max(await wire.until(onward), key=lambda lead: len(lead.path))
                    await press(member, panel, lead)
                    path = lead.path if lead.verb == "pick" else path
                for sure in [lead for lead in leads(panel) if lead.verb == "dare"]:
                    await press(member, panel, sure)

            async def turn() -> None:
                if len(members) == 1:
                    await move(members[0].user, board())
                    return
                sitting = {row["seat"]: row["user_id"] for row in rows(database, "SELECT seat, user_id FROM players")}
                to_act, now = sitting[game.to_act(state())], stored()["turn"]
                member = next(member for member in members if member.id == to_act)
                counts["presses"] += 1
                pressed = await member.click(board(), label="Play")
                await wire.until(lambda: pressed.response and [*leads(pressed.response)])
                await settle()
                assert pressed.response
                while stored()["turn"] == now and stored()["phase"] == "playing":
                    await move(member, pressed.response)

            try:
                await wire.until(lambda: wire.identified or bot.returncode is not None, 120)
                if len(members) == 1:
                    await members[0].user.slash("play", game=game_key)
                await wire.until(lambda: board() if len(members) > 1 else board() and [*leads(board())])
                await settle()
                for number in range(WARM + turns):
                    if number == WARM:
                        await load.at_rest(bot.pid)
                        bot.send_signal(signal.SIGUSR1)
                        counts.clear()
                        asked = len(wire.requests)
                    if stored()["phase"] != "playing":
                        turns = number - WARM
                        break
                    await turn()
                counts["requests"] = len(wire.requests) - asked
            finally:
                if bot.returncode is None:
                    bot.send_signal(signal.SIGTERM)
                await bot.wait()
        work, more = json.loads(samples.read_text())
    counts.update(more)
    return [
        {name: 1000 * seconds / turns for name, seconds in work.items()},
        {name: number / turns for name, number in counts.items()},
    ]


def measured(folder: Path, game: str, turns: int) -> Measures:
    """By a process in the folder of a commit."""
    command = [sys.executable, "-P", __file__, "--play", game, "--turns", str(turns)]
    process = subprocess.run(command, cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)}, stdout=-1, check=True)
    measures: Measures = json.loads(process.stdout)
    return measures


def compare(commits: tuple[str, str], games: list[str], turns: int) -> None:
    with tempfile.TemporaryDirectory() as parent:
        folders = [Path(parent) / side for side in ("before", "after")]
        for folder, commit in zip(folders, commits, strict=True):
            packed = subprocess.run(["git", "archive", commit], cwd=HERE.parent, stdout=-1, check=True).stdout
            with tarfile.open(fileobj=BytesIO(packed)) as files:
                files.extractall(folder, filter="data")
        for game in games:
            best: list[Measures] = [[{}, {}], [{}, {}]]
            for _ in range(ROUNDS):
                for side, folder in enumerate(folders):
                    new = measured(folder, game, turns)
                    if new[0]["all"] < best[side][0].get("all", 1e9):
                        best[side] = new
            print(f"{game}, {GAMES[game]} at it\n{'':20}{commits[0]:>12.12}{commits[1]:>12.12}")
            for part in range(2):
                names = sorted({*best[0][part], *best[1][part]}, key=lambda name: -best[0][part].get(name, 0))
                for name in names:
                    before, after = (measures[part].get(name, 0) for measures in best)
                    print(f"{name:20}{before:12.1f}{after:12.1f}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("commits", nargs="*")
    parser.add_argument("--turns", type=int, default=30)
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--play", choices=list(GAMES), help="within a commit: one game, once")
    given = parser.parse_args()
    if given.play:
        print(json.dumps(asyncio.run(play(given.play, given.turns))))
    else:
        compare(given.commits, given.games, given.turns)
