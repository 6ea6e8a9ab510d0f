"""Plays one game for turn.py in the folder of a commit, with that commit's code, and prints what a turn has cost:

python -m benchmarks.played GAME PEOPLE TURNS [still]

`still`: nobody wants moving pictures, which older commits don't have.
"""

import asyncio
import json
import os
import signal
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import simcord

from benchmarks import load
from benchmarks.named import first_of
from engine import GAMES, decode
from tests.cogs.hall import leads
from tests.engine.players import lasting
from tests.tables.stored import rows
from tests.wire.server import TOKEN, Wire
from tests.wire.wired import deal

move_path = first_of("cogs.games.words.spell", "cogs.games.words.move_path")
of_table = first_of("tables.table", "tables.play.rows")
NAMES = ("ada", "ben", "cleo")
WARM = 3  # turns before those that count
QUIET = 0.4  # seconds without a request: everything is shown


class PlayedTable:
    """A game at which people play by panel."""

    def __init__(self, wire: Wire, game_key: str, people: int, folder: Path) -> None:
        self.wire, self.game, self.draw = wire, GAMES[game_key], Random(5).random
        self.database, self.samples = folder / "hall.sqlite3", folder / "samples"
        guild = wire.env.create_guild("Hall")
        self.channel = guild.create_text_channel("games")
        self.members = [guild.add_member(wire.env.create_user(name)) for name in NAMES[:people]]
        self.alone = people == 1
        self.presses = 0

    async def start_bot(self) -> asyncio.subprocess.Process:
        if not self.alone:
            await deal(self.database, self.channel, self.members, self.game.key)
        env = {
            **os.environ,
            "DISCORD_API": self.wire.api,
            "DISCORD_GATEWAY": self.wire.gateway,
            "DISCORD_TOKEN": TOKEN,
            "DATABASE": str(self.database),
            "SAMPLES": str(self.samples),
            "LOG_LEVEL": "ERROR",
            "PYTHONPATH": os.getcwd(),
        }
        if before := getattr(load, "started_before", None):  # only commits with a file of sprites have it
            before(self.database)
        return await asyncio.create_subprocess_exec(sys.executable, "-m", "benchmarks.sampled", "bot.py", env=env)

    async def switch_moments_off(self) -> None:
        for member in self.members:
            with suppress(Exception):  # of a commit without them
                await member.user.slash("preferences", moving="off")
        await self.settle()

    async def begin(self) -> None:
        if self.alone:
            await self.members[0].user.slash("play", game=self.game.key)
        await self.wire.until(lambda: self.board() and (not self.alone or [*leads(self.board())]))
        await self.settle()

    async def settle(self) -> None:
        before = -1
        while before != len(self.wire.requests):
            before = len(self.wire.requests)
            await asyncio.sleep(QUIET)

    def board(self) -> Any:
        """The newest message for everybody at the table."""
        where = self.members[0].user.dm_channel if self.alone else self.channel
        return next((message for message in reversed(self.wire.messages(where)) if not message.ephemeral), None)

    def stored(self) -> Any:
        return rows(self.database, "SELECT phase, turn, snapshot FROM tables")[0]

    def state(self) -> Any:
        return decode(self.game.state, self.stored()["snapshot"].encode())

    async def turn(self) -> None:
        if self.alone:
            await self._move(self.members[0].user, self.board())
            return
        sitting = {row["seat"]: row["user_id"] for row in rows(self.database, "SELECT seat, user_id FROM players")}
        to_act, now = sitting[self.game.to_act(self.state())], self.stored()["turn"]
        member = next(member for member in self.members if member.id == to_act)
        self.presses += 1
        pressed = await member.click(self.board(), label="Play")
        await self.wire.until(lambda: pressed.response and [*leads(pressed.response)])
        await self.settle()
        assert pressed.response
        while self.stored()["turn"] == now and self.stored()["phase"] == "playing":
            await self._move(member, pressed.response)

    async def _move(self, member: Any, panel: simcord.ResponseMessage) -> None:
        full_path: tuple[str, ...] = move_path(lasting(self.game, self.state(), self.draw))
        path: tuple[str, ...] = ()

        def onward() -> list[Any]:
            on = [lead for lead in leads(panel) if full_path[: len(lead.path)] == lead.path]
            further = [lead for lead in on if len(lead.path) > len(path)]
            return further or [lead for lead in leads(panel) if lead.verb == "page"]

        while path != full_path:
            lead = max(await self.wire.until(onward), key=lambda lead: len(lead.path))
            await self._press(member, panel, lead)
            path = lead.path if lead.verb == "pick" else path
        for sure in [lead for lead in leads(panel) if lead.verb == "dare"]:
            await self._press(member, panel, sure)

    async def _press(self, member: Any, panel: simcord.ResponseMessage, lead: Any) -> None:
        self.presses += 1
        if lead.value is None:
            await member.click(panel, custom_id=lead.custom_id)
        else:
            await member.select(panel, [lead.value], custom_id=lead.custom_id)
        await self.settle()


async def count_turns(table: PlayedTable, bot: asyncio.subprocess.Process, turns: int) -> Counter[str]:
    """Play so many turns, or fewer if the game ends. The bot's process is sampled from the first of them on."""
    for _ in range(WARM):
        await table.turn()
    await load.at_rest(bot.pid)
    bot.send_signal(signal.SIGUSR1)
    table.presses, requests, counts = 0, len(table.wire.requests), Counter[str]()
    while counts["turns"] < turns and table.stored()["phase"] == "playing":
        await table.turn()
        counts["turns"] += 1
    return counts + Counter(presses=table.presses, requests=len(table.wire.requests) - requests)


async def play(game_key: str, people: int, turns: int, *, still: bool) -> list[dict[str, float]]:
    """Milliseconds a turn, then numbers a turn."""
    of_table.secrets = SimpleNamespace(token_hex=lambda size: "5e" * size)  # the same deal
    with tempfile.TemporaryDirectory() as folder:
        async with Wire() as wire:
            table = PlayedTable(wire, game_key, people, Path(folder))
            bot = await table.start_bot()
            try:
                await wire.until(lambda: wire.identified or bot.returncode is not None, 120)
                if still:
                    await table.switch_moments_off()
                await table.begin()
                counts = await count_turns(table, bot, turns)
            finally:
                if bot.returncode is None:
                    bot.send_signal(signal.SIGTERM)
                await bot.wait()
        work, more = json.loads(table.samples.read_text())
    turns = counts.pop("turns")
    counts.update(more)
    return [
        {name: 1000 * seconds / turns for name, seconds in work.items()},
        {name: number / turns for name, number in counts.items()},
    ]


if __name__ == "__main__":
    game_key, people, turns, *still = sys.argv[1:]
    print(json.dumps(asyncio.run(play(game_key, int(people), int(turns), still=still == ["still"]))))
