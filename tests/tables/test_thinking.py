"""The processes that think for computer players: when there are any, what becomes of them, whose turn comes first."""

import asyncio
import gc
import logging
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import GAMES, Chance, encode
from engine import wyverns_knot as knot
from host.worker_process import NICE
from players import PLAYERS
from tables.history.archive import Archive
from tables.play.computers import strengths
from tables.play.model import Refused, Request, Stale, Table
from tables.play.questions import ThinkTask
from tables.play.terms import terms_of, unready
from tables.play.timers import Timers
from tables.store.database import Where
from tables.workers import computer_turns
from tables.workers.computer_turns import ComputerTurns

from ..engine.players import setups
from .days import HOME, House, house

ANN = 900100200300400501
KEY = "wyverns-knot"
PATIENCE = 20.0  # seconds, on a busy machine


@asynccontextmanager
async def thinkers(here: House, *, minds: int = 1) -> AsyncIterator[tuple[ComputerTurns, list[int]]]:
    """Thinking that has begun, and the tables that it has shown."""
    shown = list[int]()
    made = ComputerTurns(here.tables, Timers(here.database), minds)
    await made.begin(shown.append)
    try:
        yield made, shown
    finally:
        await made.close()


async def table_of(here: House, channel: int, *, computers: int = 2) -> Table:
    """Ann's, with computer players after her."""
    asked = Request(ANN + channel, "Ann", HOME, channel, next(here.interactions))
    table = await here.lobbies.open(KEY, asked)
    for _ in range(computers):
        await here.lobbies.add_computer(table.id, asked.user_id, "strong", next(here.interactions))
    return await here.lobbies.start(table.id, asked.user_id, next(here.interactions))


async def plays(here: House, table: Table) -> None:
    """Ann makes the moves of a turn."""
    game = GAMES[KEY]
    while not here.rows("SELECT 1 FROM timers WHERE table_id = ? AND kind = 'think'", table.id):
        move = next(
            one for one in game.legal_moves(here.state(table)) if isinstance(one, knot.moves.Scout | knot.moves.Advance)
        )
        await here.tables.play(table.id, table.host_id, [move], next(here.interactions))


async def until(condition: Callable[[], object]) -> None:
    for _ in range(int(PATIENCE * 100)):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


def waiting(here: House) -> int:
    return len(here.rows("SELECT 1 FROM timers WHERE kind = 'think'"))


def children() -> set[int]:
    """The processes that this one has started and that still run."""
    tasks = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return {int(pid) for task in tasks for pid in task.read_text().split()}


async def mind_since(before: set[int]) -> int:
    """The process that has begun to think: what is only being started is still a copy of this one."""

    def found() -> set[int]:
        return {pid for pid in children() - before if "players.worker" in command(pid)}

    await until(found)
    (mind,) = found()
    return mind


def command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except FileNotFoundError:  # it has ended meanwhile
        return ""


def environment(pid: int) -> str:
    return Path(f"/proc/{pid}/environ").read_text()


async def test_no_process_thinks_before_a_computers_turn_and_none_stays(
    where: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a secret of the bot's")
    before = children()
    async with house(where) as here, thinkers(here) as (_, shown):
        table = await table_of(here, 1)
        assert children() == before
        await plays(here, table)
        await until(lambda: shown)
        assert not waiting(here)
        (mind,) = children() - before
        assert os.getpriority(os.PRIO_PROCESS, mind) >= min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICE)
        assert "DISCORD_TOKEN" not in environment(mind)
    assert children() == before


async def test_a_process_that_dies_is_replaced_and_asked_once_more(where: Where) -> None:
    before = children()
    async with house(where) as here, thinkers(here) as (_, shown):
        for channel in (1, 2):
            await plays(here, await table_of(here, channel))
            await until(lambda channel=channel: len(shown) == channel)  # type: ignore[misc]
            (mind,) = children() - before
            os.kill(mind, signal.SIGKILL)
        assert not waiting(here)


async def test_a_process_that_hangs_is_given_up_and_a_plainer_move_made(
    where: Where, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    before = children()
    async with house(where) as here, thinkers(here) as (_, shown):
        await plays(here, await table_of(here, 1))
        await until(lambda: shown)
        (mind,) = children() - before
        os.kill(mind, signal.SIGSTOP)
        monkeypatch.setattr(computer_turns, "PATIENCE", 3.0)
        with caplog.at_level(logging.WARNING):
            await plays(here, await table_of(here, 2))
            await until(lambda: len(shown) == 2)
        assert "can't think (move)" in caplog.text
        assert not waiting(here)
        assert mind not in children()


async def test_closing_ends_a_process_in_the_midst_of_a_thought(where: Where, caplog: pytest.LogCaptureFixture) -> None:
    before = children()
    async with house(where) as here:
        async with thinkers(here) as (made, _):
            table = await table_of(here, 1)
            await plays(here, table)
            mind = await mind_since(before)
            os.kill(mind, signal.SIGSTOP)  # it will never answer
            async with asyncio.timeout(PATIENCE):
                await made.close()
            assert children() == before
        gc.collect()
        assert "never retrieved" not in caplog.text, "how the thought ended is of no interest, and no error"
        assert waiting(here) == 1, "it is thought about after the next start"
        async with thinkers(here) as (_, shown):
            await until(lambda: shown)
            assert not waiting(here)


async def test_the_table_that_waits_longest_comes_first(where: Where) -> None:
    async with house(where) as here:
        tables = [await table_of(here, channel, computers=3) for channel in (1, 2, 3)]
        for table in tables:
            await plays(here, table)
        here.rows("UPDATE timers SET due_at = due_at - ? WHERE kind = 'think' AND table_id = ?", 90, tables[2].id)
        async with thinkers(here) as (_, shown):
            await until(lambda: len(shown) == 3)
        assert shown == [tables[2].id, tables[0].id, tables[1].id], "each in its turn, a move at a time"


async def test_the_end_of_a_turn_is_taken_back_with_what_computers_did_since_unless_they_saw_something(
    where: Where,
) -> None:
    async with house(where) as here:
        for channel, move, gone in ((1, knot.moves.Enchant(0), True), (2, knot.moves.Scout(9), False)):
            table = await table_of(here, channel)
            await plays(here, table)
            thought = await here.tables.thought(table.id)
            assert thought
            await here.tables.play_for(thought, move)
            assert (await here.tables.look(table.id, table.host_id)).can_undo is gone
            if not gone:
                with pytest.raises(Refused, match="Nothing to take back"):
                    await here.tables.undo(table.id, table.host_id, next(here.interactions))
                continue
            late = await here.tables.thought(table.id)
            assert late
            seen = await here.tables.undo(table.id, table.host_id, next(here.interactions))
            assert seen.to_act == seen.own, "it is Ann's turn again"
            assert here.state(table).table.step == "advance"
            with pytest.raises(Stale):
                await here.tables.play_for(late, late.moves[0])
            await here.tables.play(table.id, table.host_id, [knot.moves.Advance(2)], next(here.interactions))
            again = await here.tables.thought(table.id)
            assert again
            assert again.seat == thought.seat


async def test_what_a_computer_is_asked_depends_on_nothing_hidden(where: Where) -> None:
    """Other cards where its seat can't see: the very same bytes. And they don't hold the table's secret."""
    game = GAMES[KEY]
    async with house(where) as here:
        table = await table_of(here, 1)
        await plays(here, table)
        thought = await here.tables.thought(table.id)
        assert thought
        asked = encode(thought.question)
        (row,) = here.rows("SELECT seed FROM tables")
        assert row["seed"].encode() not in asked
        for number in range(3):
            other = game.imagine(game.view(here.state(table), thought.seat), Chance(f"other {number}"))
            assert other != here.state(table)
            here.rows("UPDATE tables SET snapshot = ?", encode(other).decode())
            here.database.forget()
            again: Any = await here.tables.thought(table.id)
            assert encode(again.question) == asked


@pytest.mark.parametrize("key", [key for key in PLAYERS if max(GAMES[key].seats) > 1])
async def test_three_strengths_are_offered_to_rivals_and_of_them_the_best_to_partners(tmp_path: Path, key: str) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        table = await here.lobbies.open(key, Request(ANN, "Ann", HOME, 1, next(here.interactions)))
        for options in {encode(setup.options): setup.options for setup in setups() if setup.game.key == key}.values():
            best, *weaker = reversed(strengths(replace(table, options=options)))
            assert best == "strong"
            partners = ["middle"] if key == KEY else []
            assert weaker == (partners if GAMES[key].cooperative(options) else ["middle", "easy"])


async def test_a_weaker_computer_player_plays_its_best_once_all_play_together(where: Where) -> None:
    async with house(where) as here:
        table = await here.lobbies.open("advyria", Request(ANN, "Ann", HOME, 1, next(here.interactions)))
        await here.lobbies.add_computer(table.id, ANN, "easy", next(here.interactions))
        await here.lobbies.set_options(table.id, ANN, {"mode": '"coop"'}, next(here.interactions))
        before = here.everything()
        for strength in ("easy", "middle", "best"):
            with pytest.raises(Refused, match="No computer player of that strength"):
                await here.lobbies.add_computer(table.id, ANN, strength, next(here.interactions))
        assert here.everything() == before
        table = await here.lobbies.start(table.id, ANN, next(here.interactions))
        game = GAMES["advyria"]
        while game.to_act(here.state(table)) == 0:
            await here.tables.play(table.id, ANN, [game.legal_moves(here.state(table))[0]], next(here.interactions))
        thought = await here.tables.thought(table.id)
        assert thought
        assert thought.question.strength == "strong"


async def hint(here: House) -> tuple[Table, ThinkTask]:
    """What Ann may ask at a table that gives hints."""
    asked = Request(ANN, "Ann", HOME, 7, next(here.interactions))
    table = await here.lobbies.open(KEY, asked)
    for number in (1, 2):
        await here.lobbies.join(table.id, ANN + number, "?", next(here.interactions))
    table = await here.lobbies.set_options(table.id, ANN, {}, next(here.interactions), hints=True)
    for player in unready(table):
        await here.lobbies.agree(table.id, player.user_id, terms_of(table), next(here.interactions))
    table = await here.lobbies.start(table.id, ANN, next(here.interactions))
    return table, await here.tables.asked(table.id, ANN, table.version)


async def test_a_hint_is_thought_about_in_a_process_and_the_same_again_after_it_has_died(where: Where) -> None:
    async with house(where) as here:
        _, thought = await hint(here)
        before = children()
        async with thinkers(here) as (made, shown):
            assert children() == before, "nobody has asked yet"
            told = await made.opinion(thought)
            (process,) = children() - before
            assert told
            assert {one.move for one in told.weighed} <= {*thought.moves}
            os.kill(process, signal.SIGKILL)
        async with thinkers(here) as (made, shown):
            one, two = await asyncio.gather(made.opinion(thought), made.opinion(thought))
            assert one == two == told
            assert not shown, "nothing has happened at the table"


async def test_a_hint_that_nobody_can_think_about_is_none(where: Where) -> None:
    async with house(where) as here:
        _, thought = await hint(here)
        async with thinkers(here) as (made, _):
            waiting = asyncio.create_task(made.opinion(thought))
            await asyncio.sleep(0)
            await made.close()
            assert await waiting is None
            assert await made.opinion(thought) is None, "it is closed"


async def test_a_hint_counts_once_for_a_position_and_only_while_it_stands(where: Where) -> None:
    async with house(where) as here:
        table, thought = await hint(here)
        await asyncio.gather(*[here.tables.take_hint(thought) for _ in range(3)])
        assert (await here.tables.get(table.id)).hints == 1
        move = next(one for one in thought.moves if isinstance(one, knot.moves.Scout))
        await here.tables.play(table.id, ANN, [move], next(here.interactions))
        assert (await here.tables.get(table.id)).hints == 1, "a move keeps the count"
        with pytest.raises(Stale):
            await here.tables.take_hint(thought)
        with pytest.raises(Stale):
            await here.tables.asked(table.id, ANN, table.version)
        later = (await here.tables.get(table.id)).version
        await here.tables.take_hint(await here.tables.asked(table.id, ANN, later))
        assert (await here.tables.get(table.id)).hints == 2


async def test_a_game_with_computers_is_verified_packed_and_played_again(where: Where) -> None:
    async with house(where) as here:
        table = await table_of(here, 1)
        async with thinkers(here):
            while (await here.tables.get(table.id)).phase == "playing":
                await until(lambda: not waiting(here))
                if (await here.tables.get(table.id)).phase == "playing":
                    await here.move(await here.tables.get(table.id))
        told = await here.tables.heard(table.id, None, since=0)
        movers = {entry.computer for entry in told if entry.kind == "move"}
        assert movers == {None, *(one.number for one in table.computers)}
        assert (await here.tables.verify(table.id)).holds
        assert [result.user_id for result in await here.results.of(table.id)] == [table.host_id, None, None]
        here.rows("UPDATE tables SET changed_at = changed_at - 90000, shown = version")
        here.database.forget()
        assert await Archive(here.database).pack() == 1
        here.database.forget()
        assert await here.tables.heard(table.id, None, since=0) == told
        assert (await here.tables.verify(table.id)).holds
        again = await here.lobbies.again(table.id, table.host_id, next(here.interactions), channel_id=2)
        assert {one.number for one in again.computers} == {one.number for one in table.computers}
