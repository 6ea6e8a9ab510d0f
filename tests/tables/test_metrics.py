"""What is counted of games, and that nothing hangs on its being counted."""

import runpy
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import Counter

from engine import GAMES, decode
from host import metrics
from tables.play.lobbies import Lobbies
from tables.play.model import Request
from tables.play.tables import Tables
from tables.store.database import Database

from .stored import rows


def value(counter: Counter, game: str) -> float:
    (family,) = counter.collect()
    samples = (sample for sample in family.samples if sample.name.endswith("_total"))
    return sum((sample.value for sample in samples if sample.labels["game"] == game), 0.0)


async def test_moves_and_turns_are_counted_once_committed(tmp_path: Path) -> None:
    path, key, numbers = tmp_path / "hall.sqlite3", "wyverns-knot", count(1)
    database = await Database.open(path)
    try:
        tables = Tables(database)
        lobbies = Lobbies(tables)
        where: dict[str, Any] = {"guild_id": 1, "channel_id": 2}
        table = await lobbies.open(key, Request(**where, user_id=1, name="1", interaction_id=next(numbers)))
        for user_id in (2, 3):
            await lobbies.join(table.id, user_id, str(user_id), next(numbers))
        before = value(metrics.MOVES, key), value(metrics.TURNS, key)
        await lobbies.start(table.id, 1, next(numbers))
        while value(metrics.TURNS, key) == before[1]:
            seen = await tables.look(table.id, None)
            (row,) = rows(path, "SELECT snapshot FROM tables")
            move = GAMES[key].legal_moves(decode(GAMES[key].state, row["snapshot"].encode()))[0]
            player = seen.table.sitting(seen.to_act)
            assert player
            await tables.play(table.id, player.user_id, [move], next(numbers))
    finally:
        await database.close()
    (logged,) = rows(path, "SELECT COUNT(*) AS moves FROM log")
    assert value(metrics.MOVES, key) == before[0] + logged["moves"]
    assert value(metrics.TURNS, key) == before[1] + 1


def test_without_the_extra_nothing_is_counted_and_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    unmeasured = runpy.run_path(metrics.__file__)
    unmeasured["MOVES"].labels("wyverns-knot").inc(2)
    unmeasured["THOUGHTS"].set(1)
    unmeasured["WAITS"].observe(1.0)
    with unmeasured["DRAWN"].time():
        pass
