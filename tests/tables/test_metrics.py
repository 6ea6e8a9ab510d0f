"""What is counted of games."""

from itertools import count
from pathlib import Path

import metrics
from engine import GAMES, decode
from tables import Database, Lobbies, Request, Tables

from .stored import rows


def value(counter: metrics.Counter, game: str) -> float:
    (family,) = counter.collect()
    return sum(
        sample.value for sample in family.samples if sample.name.endswith("_total") and game in sample.labels.values()
    )


async def test_moves_and_turns_are_counted_once_committed(tmp_path: Path) -> None:
    path, key, numbers = tmp_path / "hall.sqlite3", "wyverns-knot", count(1)
    database = await Database.open(path)
    try:
        tables = Tables(database)
        lobbies = Lobbies(tables)
        where = {"guild_id": 1, "channel_id": 2}
        table = await lobbies.open(key, Request(**where, user_id=1, name="1", interaction_id=next(numbers)))
        for user_id in (2, 3):
            await lobbies.join(table.id, user_id, str(user_id), next(numbers))
        await lobbies.start(table.id, 1, next(numbers))
        before = value(metrics.MOVES, key), value(metrics.TURNS, key)
        while value(metrics.TURNS, key) == before[1]:
            seen = await tables.look(table.id, None)
            (row,) = rows(path, "SELECT snapshot FROM tables")
            move = GAMES[key].legal_moves(decode(GAMES[key].state, row["snapshot"].encode()))[0]
            player = seen.table.sitting(seen.to_act)
            assert player
            await tables.play(table.id, player.user_id, [move], next(numbers))
    finally:
        await database.close()
    (logged,) = rows(path, "SELECT COUNT(*) AS moves, MAX(turn) AS turn FROM log")
    assert value(metrics.MOVES, key) == before[0] + logged["moves"]
    assert value(metrics.TURNS, key) == before[1] + 1
