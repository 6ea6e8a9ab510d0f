"""What an evening leaves behind: messages and pings of two games among four people, played by panel.

    python -m benchmarks.evening [--people 4] [--games advyria wyverns-knot]

The games are played on a simulated Discord, one after the other in one channel, ten seconds a move, with nothing drawn.
Before people who press in the channel were left alone, and old boards folded, 44 and 27 messages remained of the two
games, and 67 direct messages were written.

For each game: the messages that the channel got and those that remain once it is over; then for the person who got
most: how often they were mentioned, how many direct messages they got, and all that was new to them.
"""

import argparse
import asyncio
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from cogs.delivery.presenter import IN_TURN
from engine import GAMES
from tables.people.presence import LASTS
from tests.cogs.hall import World, mentioned, world
from tests.cogs.requests import NAMES, SEED, Evening, blank_pictures

EVENING = "advyria", "wyverns-knot"


async def play(here: World, game: str, people: int) -> None:
    """One game, from the lobby to its end; print what came of it."""
    since, before, asked = len(here.posts()), len(here.messages()), len(here.env.http_requests)
    direct = {member.id: len(here.direct_messages(member)) for member in here.members}
    evening = Evening(game, people, "panel")
    await evening.start(here)
    await evening.play(here, Random(SEED).random)
    new = here.posts()[since:]
    pings = Counter(user for post in new for user in mentioned(post))
    written = {member.id: _posted_to(here, member.user.dm_channel.id, asked) for member in here.members}
    noisiest = max(here.members, key=lambda member: pings[member.id] + written[member.id]).id
    kept = {member.id: len(here.direct_messages(member)) - direct[member.id] for member in here.members}
    print(
        f"{GAMES[game].title}, {people} people, {here.table()['turn']} turns:"
        f" {len(new)} messages in the channel, {len(here.messages()) - before} remain;"
        f" one person: {pings[noisiest]} mentions, {written[noisiest]} direct messages ({kept[noisiest]} remain),"
        f" {len(new) + written[noisiest]} new messages; all: {sum(written.values())} direct messages",
        flush=True,
    )


def _posted_to(here: World, channel_id: int, since: int) -> int:
    """Direct messages that were posted in this channel, by the bot's own token or in answer to a press."""
    return sum(here.posted_in(request) == channel_id for request in here.env.http_requests[since:])


async def main(games: Sequence[str], people: int) -> None:
    with tempfile.TemporaryDirectory() as folder, blank_pictures():
        async with world(Path(folder), *NAMES[:people], in_turn=IN_TURN, looks=LASTS) as here:
            for game in games:
                await play(here, game, people)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--games", nargs="+", default=list(EVENING))
    given = parser.parse_args()
    asyncio.run(main(given.games, given.people))
