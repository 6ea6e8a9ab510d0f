"""A bot that is killed while computer players think: no move of theirs is lost, and none is made twice."""

import asyncio
import hashlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from cogs.games import WORDS
from cogs.games.words import move_path
from engine import GAMES, Chance, Playthrough, decode, encode
from players.answer import Answer, Question, answer
from tables.play.tables import Tables
from tables.store.database import Database

from ..cogs.hall import labels, text
from ..engine.players import lasting
from .nursery import Bot, Nursery
from .test_kills import KINDS
from .wired import GAME, Hall, deal, numbers, wired

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("KILLS", "200"))
STRIDE = 7  # from one kill's step to the next one's
STEPS = 180  # of a turn and the computers' after it, about
LATEST = 1.5  # seconds after a move that some kills come at


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as nursery:
        yield nursery


async def test_killed_while_computers_think_no_move_is_lost_or_doubled(nursery: Nursery, tmp_path: Path) -> None:
    """A person and three computer players, whole games, a kill a move: every other one in the midst of a thought."""
    draw, kills, step, sent, table_id = Random(5).random, 0, 0, 0, 1
    async with wired(nursery, tmp_path / "hall.sqlite3", seats=1, computers=3) as hall:
        ada = hall.members[0]
        while kills < KILLS or hall.table(table_id)["phase"] == "playing":
            if hall.table(table_id)["phase"] != "playing":
                check(hall, table_id, sent)
                table_id, sent = await deal(hall.database, hall.channel, [ada], computers=3), 0
            by_step = kills % 2 == 0
            step = (step + STRIDE) % STEPS
            bot = await hall.start(kill_at=step + 1 if by_step and kills < KILLS else 0, draw=False)
            await settled(hall, table_id, bot)
            if hall.table(table_id)["phase"] != "playing":
                await bot.stop()
                continue
            assert len(hall.boards()) == 1
            assert f"<@{ada.id}>, it is your turn" in text(hall.boards()[0])
            state = hall.state(table_id)
            move = lasting(GAMES[GAME], state, draw)
            path, risky = move_path(move), WORDS[GAME].risky(GAMES[GAME].view(state, GAMES[GAME].to_act(state)), move)
            if path[0] not in KINDS or risky:  # a command would ask once more
                await bot.stop()
                await commit(hall, table_id, move)
                sent += 1
                continue
            made = len(hall.made(table_id))
            await ada.slash(hall.channel, "wyrm-knot", move="/".join(path))
            if not by_step and kills < KILLS:
                await asyncio.sleep(draw() * LATEST)
                bot.send(signal.SIGKILL)
            await moved(hall, table_id, bot, made)
            await settled(hall, table_id, bot)
            kills += bot.status is not None
            await bot.stop()
            sent += len(hall.made(table_id)) > made
        await hall.start(draw=False)
        assert "Play again" in labels(hall.posted()[-1])
        check(hall, table_id, sent)
        print(kills, "kills")


async def moved(hall: Hall, table_id: int, bot: Bot, made: int) -> None:
    """Wait until there are more moves than that, or the bot has died."""
    await hall.wire.until(lambda: bot.status is not None or len(hall.made(table_id)) > made)


async def settled(hall: Hall, table_id: int, bot: Bot) -> None:
    """Wait until the computers have played and it is shown, or the bot has died."""
    waits = "SELECT 1 FROM tables WHERE id = ? AND shown < version"
    await hall.wire.until(lambda: bot.status is not None or not hall.rows(waits, table_id))


async def commit(hall: Hall, table_id: int, move: Any) -> None:
    database = await Database.open(hall.database)
    try:
        await Tables(database).play(table_id, hall.members[0].id, [move], next(numbers))
    finally:
        await database.close()


def check(hall: Hall, table_id: int, sent: int) -> None:
    """Each move in the log is what its player answers in that very position, and follows on the one before."""
    table, game = hall.table(table_id), GAMES[GAME]
    rows = hall.rows("SELECT * FROM log WHERE table_id = ? ORDER BY version", table_id)
    options = decode(game.options, table["options"].encode())
    played = Playthrough.deal(game, table["seats"], options, Chance(table["seed"]))
    by_people, by_computers = 0, 0
    for row in rows:
        seat, moves = played.to_act, played.legal_moves
        assert seat is not None
        assert seat == row["seat"]
        move = decode(game.move, row["move"].encode())
        if row["kind"] == "move" and row["user_id"] < 0 and len(moves) > 1:
            luck = f"{table['seed']}/computer/{row['version'] - 1}"
            question = Question(
                what="move",
                game=GAME,
                rules=game.version,
                strength="strong",
                view=msgspec.Raw(encode(played.view(seat))),
                moves=msgspec.Raw(encode(moves)),
                heard=msgspec.Raw(encode(played.heard(seat))),
                luck=hashlib.sha256(luck.encode()).hexdigest(),
            )
            answered: Answer = decode(Answer, answer(encode(question)))
            assert bytes(answered.move).decode() == row["move"]
            by_computers += 1
        by_people += row["kind"] == "move" and row["user_id"] > 0
        played.play(move)
    assert encode(played.state).decode() == table["snapshot"]
    assert by_people == sent
    assert by_computers > 0
    assert not hall.rows("SELECT 1 FROM timers WHERE table_id = ? AND kind = 'think'", table_id)
