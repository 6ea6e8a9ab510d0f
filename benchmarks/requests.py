"""What a turn costs of Discord's budget of 50 requests a second: whole games, by every way of playing.

    python -m benchmarks.requests            a quarter of an hour; ends with one line
    python -m benchmarks.requests --table    the table of docs/requests.md

Games are played on a simulated Discord, ten seconds a move, from the press of Start to the last message of the end. The
last line is about the games among people, by panel, by command and by direct message together.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.cogs.requests import COUNTED, FREE, WAYS, Count, Evening, blank_pictures, rows

GAMES = {"wyverns-knot": (3, 4, 5), "advyria": (2, 3, 4)}  # how many people
APART = 1200  # seconds between turns: longer than an interaction can be answered


async def main(games: Sequence[str], ways: Sequence[str], apart: int) -> None:
    totals = []
    for game in games:
        among_people = Count()
        print(f"{game}, requests a turn")
        for way in ways:
            for people in GAMES[game]:
                among_people += await tell(Evening(game, people, way, apart=apart))
            await tell(Evening(game, 1, way, computers=GAMES[game][0] - 1, apart=apart))
        totals.append(f"{game} {among_people.budgeted:.1f}")
    print(f"{', '.join(totals)} budgeted requests a turn")


async def tell(evening: Evening) -> Count:
    count = await played(evening)
    who = f"{evening.people} people" if evening.people > 1 else "one person"
    beside = f" and {evening.computers} computers" if evening.computers else ""
    print(f"  by {evening.way}, {who}{beside}: {count.turns} turns, {count.budgeted:.2f} budgeted", flush=True)
    for kind, number in count.kinds.most_common():
        print(f"    {number / count.turns:6.2f} {kind}{'' if kind in FREE else ' *'}", flush=True)
    return count


async def played(evening: Evening) -> Count:
    with tempfile.TemporaryDirectory() as folder, blank_pictures():
        return await evening.count(Path(folder))


async def table() -> None:
    header, *below = rows({title: await played(evening) for title, evening in COUNTED.items()})
    for row in (header, ["---"] * len(header), *below):
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--ways", nargs="+", default=list(WAYS), choices=list(WAYS))
    parser.add_argument("--apart", action="store_true", help=f"{APART // 60} minutes between turns")
    parser.add_argument("--table", action="store_true", help="the table of docs/requests.md, and no more")
    arguments = parser.parse_args()
    if arguments.table:
        asyncio.run(table())
    else:
        asyncio.run(main(arguments.games, arguments.ways, APART if arguments.apart else 0))
