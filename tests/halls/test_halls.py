"""Halls that earlier commits of the bot wrote are opened by this one: every proof holds, and every table goes on."""

import json
import lzma
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cogs.screens import board
from cogs.screens.lobby import lobby
from engine import GAMES
from render import PICTURES
from tables.daily.riddles import Riddles
from tables.history.archive import Archive
from tables.history.retries import Retries
from tables.people.learners import Lessons
from tables.play.model import GameRecord

from ..tables.days import DAY, Clock, House, clock, house
from .write import ANN, BEN, CAT, FOLDER, PEOPLE, boards

__all__ = ["clock"]  # a fixture
HALLS = sorted(path.stem for path in FOLDER.glob("*.json"))
SMALL = 300_000  # bytes
LATER = 10**9  # interactions: none of the hall has such an id

of_each = pytest.mark.parametrize("name", HALLS)


@cache
def facts(name: str) -> Mapping[str, Any]:
    """What the commit that wrote this hall said of it."""
    known: Mapping[str, Any] = json.loads(FOLDER.joinpath(f"{name}.json").read_text(encoding="utf-8"))
    return known


@asynccontextmanager
async def opened(name: str, tmp_path: Path, clock: Clock, *, days: int = 0) -> AsyncIterator[House]:
    """A copy of the hall, so many days after it was written, at which the bot starts."""
    clock.at = datetime.fromtimestamp(facts(name)["written"] + days * 24 * 3600, UTC)
    path = tmp_path / "hall.sqlite3"
    path.touch(0o600)
    path.write_bytes(lzma.decompress(FOLDER.joinpath(f"{name}.sqlite3.xz").read_bytes()))
    async with house(path, secret=None) as here:
        here.interactions = iter(range(LATER, 2 * LATER))  # type: ignore[assignment]
        yield here


def living(here: House, name: str) -> Mapping[int, Any]:
    return {int(table_id): known for table_id, known in facts(name)["living"].items()}


def test_there_are_halls_and_they_are_small() -> None:
    assert {"fdd1f41", "84bb9705"} <= {*HALLS}
    for name in HALLS:
        assert FOLDER.joinpath(f"{name}.sqlite3.xz").stat().st_size < SMALL


@of_each
async def test_every_finished_game_is_proved(name: str, tmp_path: Path, clock: Clock) -> None:
    """Those that were packed, those that weren't, and these again once they are packed by this version."""
    async with opened(name, tmp_path, clock, days=10) as here:
        finished = {int(table_id): known for table_id, known in facts(name)["finished"].items()}
        assert {known["told"] is None for known in finished.values()} == {True, False}, "one was given up"
        assert 0 < len(here.rows("SELECT 1 FROM archive")) < len(finished)
        found = dict[int, Any]()
        for again in range(2):
            for table_id, known in finished.items():
                proof = await here.tables.verify(table_id)
                found[table_id] = proof.found
                assert proof.holds, (table_id, proof.table.game, proof.found)
                assert proof.moves == known["moves"]
                assert proof.ended
                assert proof.ended.outcome is not None or proof.table.conceded
                outcome = None if proof.table.conceded else proof.ended.outcome
                told = outcome and [outcome.won, [*outcome.winners], [*outcome.scores]]
                assert told == known["told"]
                seen = await here.tables.look(table_id, None)
                assert board.board(seen, await here.tables.heard(table_id, None, since=0))
                assert len((await here.tables.replay(table_id, proof.table.players[0].user_id)).positions) > 1
            if not again:
                here.rows("UPDATE tables SET shown = version")
                left = len(finished) - len(here.rows("SELECT 1 FROM archive"))
                assert await Archive(here.database).pack() == left > 0
        assert not here.rows("SELECT 1 FROM tables WHERE phase = 'over' AND snapshot IS NOT NULL")


@of_each
async def test_what_was_told_is_known_of_nearly_all(name: str, tmp_path: Path, clock: Clock) -> None:
    """From the results that were stored seat by seat."""
    async with opened(name, tmp_path, clock, days=10) as here:
        found = [(await here.tables.verify(int(table_id))).found for table_id in facts(name)["finished"]]
        assert found.count("same") > len(found) * 0.7
        assert {*found} <= {"same", "ended"}


@of_each
async def test_every_living_table_is_shown_and_played_on(name: str, tmp_path: Path, clock: Clock) -> None:
    async with opened(name, tmp_path, clock) as here:
        tables = living(here, name)
        assert {await shown(here, table_id, known) for table_id, known in tables.items()} == {*GAMES}
        shapes = here.rows("SELECT shape FROM tables WHERE phase = 'playing'")
        assert not {row["shape"] for row in shapes} & {game.shape for game in GAMES.values()}, "looking writes nothing"
        moved = [table_id for table_id in tables if await played_on(here, table_id)]
        assert len(moved) > len(tables) * 0.8, "where a person is to move"
        here.database.forget()  # as after a start
        for table_id in tables:
            await whole(here, table_id)
        for table_id in moved:
            (row,) = here.rows("SELECT game, shape, snapshot FROM tables WHERE id = ?", table_id)
            assert row["shape"] == GAMES[row["game"]].shape


async def whole(here: House, table_id: int) -> GameRecord:
    """A table, which says the same as playing its moves again."""
    record = await here.tables.load_settled(table_id)
    again = record.renew()
    assert (record.state(), record.history) == (again.state(), again.history)
    return record


async def shown(here: House, table_id: int, known: Mapping[str, Any]) -> str:
    """Everything that anybody sees of it."""
    record = await whole(here, table_id)
    game, state, names = record.game, record.state(), record.table.names()
    assert len(record.history) == known["moves"]
    assert (game.to_act(state), len(game.legal_moves(state))) == (known["to_act"], known["legal"])
    for user_id, seen in (await here.tables.show(table_id)).items():
        heard = await here.tables.heard(table_id, seen.seat, since=0)
        assert sum(entry.kind != "undo" for entry in heard) == known["moves"]
        assert board.board(seen, heard)
        assert PICTURES[record.table.game].describe(seen.view, names)
        if user_id is not None and seen.to_act == seen.seat:
            looked = await here.tables.look(table_id, user_id)
            assert len(looked.legal) == known["legal"]
    return record.table.game


async def played_on(here: House, table_id: int) -> bool:
    """Two moves, if people are to make them; None: somebody else is."""
    for _ in range(2):
        now = await here.tables.get(table_id)
        seat = (await here.tables.look(table_id, None)).to_act
        player = now.sitting(seat)
        if player is None:
            return now.phase == "over"
        seen = await here.tables.look(table_id, player.user_id)
        after = await here.tables.play(table_id, player.user_id, [seen.legal[0]], next(here.interactions))
        assert after.table.version > now.version
    return True


@pytest.mark.slow
@of_each
async def test_every_seat_of_every_living_table_is_drawn(name: str, tmp_path: Path, clock: Clock) -> None:
    async with opened(name, tmp_path, clock) as here:
        for table_id in living(here, name):
            record = await here.tables.load_settled(table_id)
            for seen in (await here.tables.show(table_id)).values():
                picture = PICTURES[record.table.game].board(seen.view, record.table.names())
                assert picture.startswith(b"\x89PNG")


@pytest.mark.slow
@of_each
async def test_every_game_that_people_play_comes_to_its_end_and_is_proved(
    name: str, tmp_path: Path, clock: Clock
) -> None:
    async with opened(name, tmp_path, clock) as here:
        ended = 0
        for table_id in living(here, name):
            table = await here.tables.get(table_id)
            if table.computers or table.vacant:
                continue
            await here.finish(table)
            ended += 1
        clock.set(days=30)
        for table_id in living(here, name):
            if (await here.tables.get(table_id)).phase == "over":
                assert (await here.tables.verify(table_id)).found == "same"
        assert ended > 10


@of_each
async def test_rankings_and_streaks_are_as_they_were(name: str, tmp_path: Path, clock: Clock) -> None:
    async with opened(name, tmp_path, clock) as here:
        assert facts(name)["boards"]["wins"]
        assert facts(name)["boards"]["groups"]
        assert facts(name)["boards"][f"streak {ANN}"][0] > 1
        assert await boards(here) == facts(name)["boards"]


@of_each
async def test_lobbies_votes_lessons_riddles_and_people_are_there(name: str, tmp_path: Path, clock: Clock) -> None:
    async with opened(name, tmp_path, clock) as here:
        lobbies = here.rows("SELECT id FROM tables WHERE phase = 'lobby'")
        assert len(lobbies) == 2
        for row in lobbies:
            assert lobby(await here.tables.get(row["id"]), threads=True)
            await here.lobbies.join(row["id"], CAT, "user 503", next(here.interactions))
            assert (await here.lobbies.start(row["id"], ANN, next(here.interactions))).phase == "playing"
        (vote,) = here.rows("SELECT table_id FROM votes")
        assert board.vote(await here.tables.get(vote["table_id"]), await here.votes.of(vote["table_id"]))
        await here.votes.cast(vote["table_id"], CAT, False, next(here.interactions))
        assert [game for game in GAMES if (await Lessons(here.database).of(ANN, game))] == [*GAMES]
        assert await Lessons(here.database).learned(ANN) == ("hexaract",)
        assert (await here.people.preferences(ANN)).form == "words-first"
        cat = await here.people.get(CAT)
        assert cat
        assert cat.hidden
        for user in PEOPLE[:6]:
            assert (await here.export(user))["players"]


@of_each
async def test_riddles_are_shown_and_proved(name: str, tmp_path: Path, clock: Clock) -> None:
    async with opened(name, tmp_path, clock) as here:
        riddles = Riddles(here.database)
        for day in (DAY, clock.today):
            riddle = await riddles.find(day, BEN)
            assert set(riddle.moves) <= set(riddle.legal)
            assert riddle.solution, "they have answered it, or it is closed"
            assert PICTURES[riddle.game].board(riddle.view, ["Ben"])
        streak = await riddles.streak(ANN)
        assert (streak.current, streak.answered) == (3, 3)
        proofs = [await riddles.proof(day) for day in (DAY, clock.today)]
        assert [proof and proof.found for proof in proofs] == ["same", None]


@of_each
async def test_what_is_played_on_goes_on(name: str, tmp_path: Path, clock: Clock) -> None:
    async with opened(name, tmp_path, clock, days=10) as here:
        if not here.rows("SELECT 1 FROM retries"):
            pytest.skip("it had no games to play on")
        retries = Retries(here.tables)
        retry = await retries.of(ANN)
        state = await retries.state(retry, "Ann")
        assert len(retry.moves) > 0
        assert state.followed.seen.legal or state.waits or state.followed.seen.outcome
