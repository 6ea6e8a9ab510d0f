"""What a stranger waits for while twenty people browse, over real sockets:

    python -m benchmarks.browsing [--seconds 70] [--browsers 20]

On one server three people press Play on their board, then scout and move by commands; what is measured is the time from
Play to the acknowledgement and to the panel with its picture, and from the move to the next board. In the middle of the
run people on another server turn pages of replays for so many seconds. Each turns two pages a second, whether or not
the page before has come; half of them go forwards and half backwards. Before and after that the strangers play alone,
each time for half as long. All of it is one run with one bot, so look at the ratio: other work of the machine affects
both. The memory is the most that the process had. Needs the `test` extra.
"""

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

import simcord  # noqa: E402
from aiohttp import web  # noqa: E402
from simcord.actors import MemberActor  # noqa: E402
from simcord.results import ResponseMessage  # noqa: E402

from benchmarks.load import HALL, RealTable, Timed, Times, at_rest, memory, percentile, process, worked_for  # noqa: E402
from engine import GAMES  # noqa: E402
from engine.wyverns_knot.moves import Scout  # noqa: E402
from tables.play.tables import Tables  # noqa: E402
from tables.store.database import Database  # noqa: E402
from tests.cogs.hall import controls  # noqa: E402
from tests.wire.wired import deal  # noqa: E402

REPLAYED = "advyria"  # its boards take the longest
REPLAYS = 4  # games whose pages are turned
SEATS = 4
BETWEEN = 0.5  # seconds from one page to the next
PAUSE = 0.5  # seconds before each of the stranger's turns
DEALS = 30  # tables of the strangers, one after the other
WAYS = (("next", "first"), ("back", "last"))
PATIENCE = 120.0  # seconds


@dataclass
class Part:
    """What was measured while nobody browsed, or while many did."""

    acks: list[float] = field(default_factory=list)  # seconds from Play to its acknowledgement
    panels: list[float] = field(default_factory=list)  # seconds from Play to the panel
    boards: list[float] = field(default_factory=list)  # seconds from a move to the next board
    memory: int = 0  # bytes, the most
    aside: int = 0  # likewise, of the process that draws for those who browse
    seconds: float = 0.0
    worked: float = 0.0  # seconds of processor time
    pressed: int = 0  # pages that were asked for
    pages: list[float] = field(default_factory=list)  # seconds from the press on a page to the next page

    def add(self, other: "Part") -> None:
        self.acks += other.acks
        self.panels += other.panels
        self.boards += other.boards
        self.memory = max(self.memory, other.memory)
        self.aside = max(self.aside, other.aside)
        self.seconds += other.seconds
        self.worked += other.worked


class Noting(Timed):
    """Notes when each message was last edited, so nobody has to look again and again."""

    def __init__(self) -> None:
        super().__init__()
        self.edited: dict[int, float] = {}

    async def _request(self, request: web.Request) -> web.Response:
        answer = await super()._request(request)
        if request.method == "PATCH" and isinstance(answer.body, bytes):
            message = json.loads(answer.body)
            if message.get("attachments"):
                self.edited[int(message["id"])] = time.monotonic()
        return answer


class Strangers:
    """Three people who play table after table."""

    def __init__(self, wire: Noting, tables: Sequence[RealTable]) -> None:
        self.wire, self.tables, self._left = wire, tables, iter(tables)
        self.table = next(self._left)

    async def turn(self, part: Part) -> None:
        if (chosen := self.table.choice(Scout)) is None:
            self.table = next(self._left)
            return
        boards = [message for message in self.wire.messages(self.table.channel) if "Play" in str(message.components)]
        start = time.monotonic()
        pressed = await chosen[0].click(boards[-1], label="Play")
        await self.wire.until(lambda: pressed.response and self.wire.edited.get(pressed.response.id), PATIENCE)
        assert pressed.response
        part.panels.append(self.wire.edited[pressed.response.id] - start)
        part.acks.append(await self.table.acknowledged(pressed) - start)
        times = Times()
        await self.table.turn(times)
        part.boards += times.board


async def browse(
    wire: Noting, member: MemberActor, page: ResponseMessage, part: Part, end: float, ways: tuple[str, str]
) -> None:
    """Turn pages again and again: forwards to the end, then backwards."""
    due, pressed = time.monotonic() + random.uniform(0, BETWEEN), None
    while True:
        await asyncio.sleep(due - time.monotonic())
        if pressed is not None and (shown_at := wire.edited[page.id]) > pressed:
            part.pages.append(shown_at - pressed)
            pressed = None
        if time.monotonic() > end:
            return
        buttons = {control.rpartition(":")[2]: control for control in controls(page)}
        pressed, due = pressed or time.monotonic(), due + BETWEEN
        await member.click(page, custom_id=next(buttons[way] for way in ways if way in buttons))
        part.pressed += 1


async def finished(database: Path, channel: simcord.ChannelHandle, members: Sequence[MemberActor]) -> int:
    """Play a game to its end, stored in the database. Return its table."""
    table_id = await deal(database, channel, [*members], REPLAYED)
    opened, luck, numbers = await Database.open(database), random.Random(table_id), count(10**6 * table_id)
    try:
        tables = Tables(opened)
        while (table := await tables.get(table_id)).phase == "playing":
            seats = [await tables.look(table_id, player.user_id) for player in table.players]
            seen = next(player_view for player_view in seats if player_view.legal)
            going_on = [move for move in seen.legal if move != GAMES[REPLAYED].concession]
            player = table.sitting(seen.seat)
            assert player
            await tables.play(table_id, player.user_id, [luck.choice(going_on)], next(numbers))
    finally:
        await opened.close()
    return table_id


async def first_page(
    wire: Noting, reader: MemberActor, channel: simcord.ChannelHandle, table_id: int
) -> ResponseMessage:
    answered = await reader.slash(channel, "replay", table=table_id)
    await wire.until(lambda: answered.response and answered.response.attachments, PATIENCE)
    assert answered.response
    return answered.response


def children(pid: int) -> list[int]:
    return [int(child) for path in Path(f"/proc/{pid}/task").glob("*/children") for child in path.read_text().split()]


async def watch(pid: int, part: Part) -> None:
    """Note the most memory until cancelled."""
    while True:
        part.memory = max(part.memory, memory(pid))
        part.aside = max(part.aside, sum(map(memory, children(pid))))
        await asyncio.sleep(0.05)


async def play(
    wire: Noting,
    strangers: Strangers,
    pid: int,
    seconds: float,
    pages: Sequence[tuple[MemberActor, ResponseMessage]] = (),
) -> Part:
    """Measure one part: the strangers play for so long, while people turn `pages` (who turns them, and in which
    message).
    """
    part, end, worked = Part(), time.monotonic() + seconds, worked_for(pid)
    watching = asyncio.create_task(watch(pid, part))
    browsing = [
        asyncio.create_task(browse(wire, member, page, part, end, WAYS[number % 2]))
        for number, (member, page) in enumerate(pages)
    ]
    try:
        while time.monotonic() < end:
            await asyncio.sleep(random.uniform(0.5, 1.5) * PAUSE)
            await strangers.turn(part)
        await asyncio.gather(*browsing)
    finally:
        for task in (watching, *browsing):
            task.cancel()
    part.worked, part.seconds = worked_for(pid) - worked, seconds
    return part


async def main(seconds: float, browsers: int) -> None:
    random.seed("browsing")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = folder / "hall.sqlite3"
        async with Noting() as wire:
            elsewhere, hall = wire.env.create_guild("Elsewhere"), wire.env.create_guild("Hall")
            trio = [elsewhere.add_member(wire.env.create_user(name)) for name in ("ada", "ben", "cleo")]
            readers = [hall.add_member(wire.env.create_user(f"reader-{number}")) for number in range(browsers)]
            lounge = hall.create_text_channel("lounge")
            replays = [await finished(database, lounge, readers[:SEATS]) for _ in range(REPLAYS)]
            channels = [elsewhere.create_text_channel(f"games-{number}") for number in range(DEALS)]
            for channel in channels:
                await deal(database, channel, trio)
            async with process(wire, HALL, database, folder) as pid:
                await wire.until(lambda: {str(channel.id) for channel in channels} <= {*wire.posted}, 300)
                await at_rest(pid)
                tables = [RealTable(wire, channel, trio, database) for channel in channels]
                strangers = Strangers(wire, tables)
                await strangers.turn(Part())
                await at_rest(pid)
                quiet = await play(wire, strangers, pid, seconds / 2)
                opened = []
                for number, reader in enumerate(readers):
                    opened.append((reader, await first_page(wire, reader, lounge, replays[number % REPLAYS])))
                browsed = await play(wire, strangers, pid, seconds, opened)
                await at_rest(pid)
                quiet.add(await play(wire, strangers, pid, seconds / 2))
    tell(quiet, browsed)


def tell(quiet: Part, browsed: Part) -> None:
    print(f"{'':<22}{'times':>7}{'alone p50':>11}{'p99':>7}{'browsing p50':>14}{'p99':>7}  ms   ratio p50     p99")
    for measure in ("acks", "panels", "boards"):
        alone, beside = getattr(quiet, measure), getattr(browsed, measure)
        line = f"stranger's {measure:<11}{len(alone) + len(beside):>7}"
        line += f"{1000 * statistics.median(alone):>11.0f}{1000 * percentile(alone, 0.99):>7.0f}"
        line += f"{1000 * statistics.median(beside):>14.0f}{1000 * percentile(beside, 0.99):>7.0f}"
        line += f"{statistics.median(beside) / statistics.median(alone):>16.2f}"
        print(f"{line}{percentile(beside, 0.99) / percentile(alone, 0.99):>8.2f}")
    memories = (f"{part.memory / 2**20:.0f} MiB" for part in (quiet, browsed))
    works = (f"{part.worked / part.seconds:.2f}" for part in (quiet, browsed))
    print("memory, at most: {} alone, {} while they browse,".format(*memories), end=" ")
    print(f"and {browsed.aside / 2**20:.0f} MiB of the process that draws for them")
    print("processor: {} alone, {} while they browse".format(*works))
    middle, late = (1000 * value for value in (statistics.median(browsed.pages), percentile(browsed.pages, 0.99)))
    print(f"{browsed.pressed} presses, {len(browsed.pages)} pages, after {middle:.0f} ms, {late:.0f} at p99")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="What a stranger waits for while others browse")
    parser.add_argument("--seconds", type=float, default=70.0, help="of each part")
    parser.add_argument("--browsers", type=int, default=20, help="people who turn pages")
    given = parser.parse_args()
    asyncio.run(main(given.seconds, given.browsers))
