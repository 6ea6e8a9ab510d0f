"""Several processes, each with its shards, on one PostgreSQL: nothing that players see tells them so."""

import asyncio
import os
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import URL

from ..cogs.hall import text
from .clustered import Room, clustered, open_room
from .nursery import Nursery

pytestmark = pytest.mark.slow

MOVES = int(os.environ.get("MOVES", "24"))  # of a table
KILLS = int(os.environ.get("KILLS", "8"))
RESTARTS = int(os.environ.get("RESTARTS", "2"))
RETURNS = 30.0  # seconds after a kill in which every table has a live board again


@pytest.mark.parametrize("processes", [2, 4])
async def test_hands_played_from_direct_messages_are_shown_where_another_process_is_told(
    nursery: Nursery, postgres: URL, tmp_path: Path, processes: int
) -> None:
    async with clustered(nursery, postgres, tmp_path, processes) as clusters:
        await clusters.start()
        rooms = [await open_room(clusters, shard) for shard in range(clusters.shards)]
        await asyncio.gather(*(_play(room, Random(room.table_id)) for room in rooms))


async def _play(room: Room, luck: Random) -> None:
    for number in range(MOVES):
        if room.table()["phase"] != "playing":
            return
        before = room.versions()
        await room.move(luck, privately=bool(number % 2))
        assert len(room.versions()) > len(before)
        await room.clusters.wire.until(lambda: _shows(room), 60)


def _shows(room: Room) -> bool:
    """Whether the only live board names whose turn it is."""
    if room.table()["phase"] != "playing":
        return not room.boards()
    boards = room.boards()
    return len(boards) == 1 and f"<@{room.actor().id}>, it is your turn" in text(boards[0])
