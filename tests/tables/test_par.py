"""What the hall itself reaches in a deal of the day: played once, always the same, and known to nobody too early."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engine import GAMES, Chance, decode, encode
from players.answer import Answer, Question, answer
from players.solo_game import Par, SoloGame
from tables.daily.attempts import GAMES_OF_THE_DAY
from tables.daily.calendar import closes_at
from tables.daily.par import MADE_UP_FOR, Pars
from tables.play.model import Refused, Table
from tables.play.solitaires import Solitaires
from tables.play.timers import Timers
from tables.store.database import Where
from tables.tools import play_par
from tables.tools.play_par import play
from tables.workers.computer_turns import ComputerTurns
from tables.workers.jobs import TRIES

from .days import DAY, SECRET, Clock, House, clock, house
from .test_thinking import PATIENCE, children, mind_since, plays, table_of, until

ANN, BEN, CAT = 900001, 900002, 900003
KEY = "advent-of-the-wyrms"  # of few choices
PLAYED = ("results", "standings", "win_standings", "group_standings", "tables", "attempts", "members", "people")

__all__ = ["clock"]  # a fixture

_answer = cache(answer)  # the same question has the same answer, and tests ask the same ones


@pytest.fixture(autouse=True)
def quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_par, "answer", _answer)


async def ask(question: Question) -> bytes:
    return _answer(encode(question))


class Killed(BaseException):
    """As when the process ends there."""


async def give_up(here: House, table: Table) -> None:
    await Solitaires(here.tables).give_up(table.id, table.host_id, next(here.interactions))


def known(here: House) -> Any:
    return here.rows("SELECT game, date, won, score FROM pars ORDER BY game, date")


def seed_of(here: House, game: str = KEY) -> str:
    return str(here.rows("SELECT seed FROM deals WHERE game = ?", game)[0]["seed"])


# -- What is played


async def test_a_deal_is_played_once_somebody_has_begun_it(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        pars = Pars(here.database)
        for game in GAMES_OF_THE_DAY:
            await here.deals.deal(game, DAY)
        await pars.play(ask)
        assert not known(here), "nobody plays"
        await here.deal(ANN, KEY, DAY)
        await here.deal(BEN, KEY, DAY)
        assert known(here) == [{"game": KEY, "date": str(DAY), "won": None, "score": None}]
        before = {name: here.everything()[name] for name in PLAYED}
        asked = 0

        async def counting(question: Question) -> bytes:
            nonlocal asked
            asked += 1
            return await ask(question)

        await pars.play(counting)
        (row,) = known(here)
        assert row["score"] is not None
        most = asked
        await here.deal(CAT, KEY, DAY)
        await pars.play(counting)
        assert asked == most, "once"
        assert known(here) == [row]
        after = {name: here.everything()[name] for name in PLAYED}
        assert {name for name in PLAYED if before[name] != after[name]} == {"tables", "attempts"}, "Cat's alone"


@pytest.mark.parametrize("game", GAMES_OF_THE_DAY)
def test_it_comes_out_the_same_whenever_it_is_played(game: str) -> None:
    """And through the bytes alone, which hold a view and no seed."""
    attempts = [SoloGame(GAMES[game], GAMES[game].alone or GAMES[game].options(), SECRET) for _ in range(2)]
    for _ in range(6):
        asked = [encode(attempt.question()) for attempt in attempts]
        assert asked[0] == asked[1]
        assert SECRET.encode() not in asked[0]
        for attempt in attempts:
            attempt.answer(_answer(asked[0]))


async def test_what_the_player_is_asked_depends_on_nothing_hidden() -> None:
    game = GAMES[KEY]
    attempt = SoloGame(game, game.alone or game.options(), SECRET)
    asked = attempt.question()
    other = game.imagine(attempt.view, Chance("another deck"))
    assert other != attempt._game.state
    attempt._game.state = other
    assert attempt.question() == asked


async def test_anybody_can_play_it_once_more(
    where: Where, clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with house(where) as here:
        await here.deal(ANN, KEY, DAY)
        await Pars(here.database).play(ask)
        clock.set(days=1, hour=2)
        deal = await here.deals.deal(KEY, DAY)
        assert deal.seed
        assert play(KEY, deal.seed) == await here.deals.par(KEY, DAY)
        monkeypatch.setattr(sys, "argv", ["play_par", KEY, deal.seed])
        play_par.main()
        (row,) = known(here)
        assert capsys.readouterr().out == f"{row['score']}, {'won' if row['won'] else 'lost'}\n"


async def test_older_rules_are_played_by_nobody(where: Where, clock: Clock) -> None:
    """The player knows the newest ones."""
    async with house(where) as here:
        await here.deal(ANN, KEY, DAY)
        here.rows("UPDATE deals SET rules = 0")
        await Pars(here.database).play(ask)
        assert known(here)[0]["score"] is None


# -- Who may know


async def test_only_who_has_finished_knows_it_until_the_day_is_closed(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        ann, ben = [await here.deal(user, KEY, DAY) for user in (ANN, BEN)]
        assert await here.deals.par(KEY, DAY, ANN) is None
        await give_up(here, ann)
        assert await here.deals.par(KEY, DAY, ANN) is None, "it isn't played yet"
        await Pars(here.database).play(ask)
        par = await here.deals.par(KEY, DAY, ANN)
        assert isinstance(par, Par), "whoever has given up has finished too"
        for user in (BEN, CAT, None):
            assert await here.deals.par(KEY, DAY, user) is None
        await here.move(ben)
        assert await here.deals.par(KEY, DAY, BEN) is None
        await here.finish(ben)
        assert await here.deals.par(KEY, DAY, BEN) == par
        await here.practise(ANN, KEY, DAY)
        assert await here.deals.par(KEY, DAY, ANN) == par, "practice changes nothing"
        clock.set(days=1, hour=1, minute=59, second=59)
        for user in (CAT, None):
            assert await here.deals.par(KEY, DAY, user) is None
        clock.set(days=1, hour=2)
        assert int(clock.at.timestamp()) == closes_at(DAY)
        for user in (ANN, CAT, None):
            assert await here.deals.par(KEY, DAY, user) == par


async def test_deleting_an_attempt_in_its_midst_ends_it(where: Where, clock: Clock) -> None:
    """Who knows the hall's result can't play that deal ranked any more."""
    async with house(where) as here:
        await here.deal(ANN, KEY, DAY)
        await Pars(here.database).play(ask)
        await here.privacy.delete(ANN)
        assert await here.deals.par(KEY, DAY, ANN)
        with pytest.raises(Refused, match="first attempt"):
            await here.deal(ANN, KEY, DAY)


async def test_it_stands_on_no_board_and_in_no_profile(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        await give_up(here, await here.deal(ANN, KEY, DAY))
        await Pars(here.database).play(ask)
        clock.set(days=1)
        board = await here.rankings.board(KEY, "day", DAY, guild_id=None, user_id=BEN)
        assert [(place.place, place.user_id) for place in board.rows] == [(1, ANN)]
        assert (board.total, board.pages) == (1, 1)


# -- Whatever happens meanwhile


async def test_a_kill_in_its_midst_changes_nothing(where: Where, clock: Clock) -> None:
    """It begins again, on whatever day, and comes out the same."""
    async with house(where) as here:
        clock.set(hour=23, minute=59)
        await here.deal(ANN, KEY, DAY)
        for survives in (0, 1, 5):
            left = iter(range(survives))

            async def until_killed(question: Question, left: Iterator[int] = left) -> bytes:
                if next(left, None) is None:
                    raise Killed
                return await ask(question)

            with pytest.raises(Killed):
                await Pars(here.database).play(until_killed)
            assert known(here)[0]["score"] is None, "nothing by halves"
    async with house(where) as here:

        async def over_midnight(question: Question) -> bytes:
            clock.set(days=1, hour=0, minute=1)
            return await ask(question)

        await Pars(here.database).play(over_midnight)
        assert [row["date"] for row in known(here)] == [str(DAY)], "of the day on which it was dealt"
        assert await here.deals.par(KEY, DAY) is None, "its ranked play goes on"
        clock.set(days=1, hour=2)
        assert await here.deals.par(KEY, DAY) == play(KEY, seed_of(here))


async def test_missed_days_are_made_up_for_as_long_as_a_week(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        for day in (-1, 0):
            clock.set(days=day)
            await here.deal(ANN, KEY, clock.today)
        clock.set(days=MADE_UP_FOR.days, hour=23)
        await Pars(here.database).play(ask)
        assert [row["score"] is None for row in known(here)] == [True, False]
        assert await here.deals.par(KEY, DAY)


async def test_what_fails_is_tried_a_few_times_and_told_without_cards(
    where: Where, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(where) as here:
        for game in (KEY, "hexaract"):
            await here.deal(ANN, game, DAY)
        asked = list[str]()

        async def failing(question: Question) -> bytes:
            asked.append(question.game)
            card = decode(list[Any], question.moves)[0]
            if question.game == KEY:
                raise RuntimeError(f"a word about {card}")
            return encode(Answer(failed="KeyError in here.py:1"))

        pars = Pars(here.database)
        with caplog.at_level(logging.ERROR):
            for _ in range(TRIES + 2):
                await pars.play(failing)
        assert sorted(asked) == sorted([KEY, "hexaract"] * TRIES)
        told = {record.getMessage() for record in caplog.records}
        assert told == {
            f"The par of {KEY} on {DAY} can't be played: RuntimeError",
            f"The par of hexaract on {DAY} can't be played: KeyError in here.py:1",
        }
        here.rows("UPDATE pars SET score = 0 WHERE game = 'hexaract'")
        await Pars(here.database).play(ask)
        assert {row["game"]: row["score"] is None for row in known(here)} == {KEY: False, "hexaract": False}


async def test_tables_come_first(where: Where, clock: Clock) -> None:
    """While the only process is busy, the hall asks for itself, and then it becomes a computer player's turn."""
    before, order = children(), list[str]()
    game = GAMES[KEY]
    question = SoloGame(game, game.alone or game.options(), SECRET).question()
    async with house(where) as here:
        table = await table_of(here, 1)
        thinking = ComputerTurns(here.tables, Timers(here.database), 1)
        await thinking.begin(lambda table_id: order.append("table"))
        asides = [asyncio.create_task(thinking.aside(question)) for _ in range(2)]
        for number, aside in enumerate(asides):
            aside.add_done_callback(lambda _, number=number: order.append(f"aside {number}"))  # type: ignore[misc]
        mind = await mind_since(before)
        os.kill(mind, signal.SIGSTOP)
        await plays(here, table)
        os.kill(mind, signal.SIGCONT)
        try:
            await asyncio.gather(*asides)
        finally:
            await thinking.close()
        assert order == ["aside 0", "table", "aside 1"]


async def test_closing_in_its_midst_leaves_no_process(where: Where, clock: Clock) -> None:
    before, shown = children(), list[int]()
    async with house(where) as here:
        thinking, pars = ComputerTurns(here.tables, Timers(here.database), 1), Pars(here.database)
        await thinking.begin(shown.append)
        await here.deal(ANN, "advyria", DAY)
        assert children() == before, "nobody thinks yet"
        round_ = asyncio.create_task(pars.play(thinking.aside))
        await until(lambda: children() - before)
        table = await table_of(here, 1)
        await plays(here, table)
        await until(lambda: shown)
        assert not round_.done(), "a table's computers have moved meanwhile"
        async with asyncio.timeout(PATIENCE):
            await thinking.close()
            await asyncio.gather(round_, return_exceptions=True)
        assert round_.cancelled()
        assert children() == before
        assert known(here)[0]["score"] is None
        with pytest.raises(asyncio.CancelledError):
            await pars.play(thinking.aside)


async def test_the_process_that_thinks_plays_it_like_any_other(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        thinking = ComputerTurns(here.tables, Timers(here.database), 2)
        await thinking.begin(lambda table_id: None)
        await here.deal(ANN, KEY, DAY)
        try:
            await Pars(here.database).play(thinking.aside)
        finally:
            await thinking.close()
        clock.set(days=2)
        assert await here.deals.par(KEY, DAY) == play(KEY, seed_of(here))
