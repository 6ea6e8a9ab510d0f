"""Looking back at a game that is over: once for all, through kills, always the same, and never too early."""

import asyncio
import logging
from collections.abc import Awaitable
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

import pytest

from engine import GAMES, decode, encode
from players import PLAYERS
from players.analysis import WHOLE
from players.answer import Answer, Question, answer
from tables.history.analyses import Analyses, Analysis, Progress
from tables.history.archive import Archive
from tables.play.model import Refused, Request, Table
from tables.play.solitaires import Solitaires
from tables.store.database import Where
from tables.workers.computer_turns import ComputerTurns
from tables.workers.jobs import TRIES

from .days import DAY, SECRET, Clock, House, clock, house
from .test_deals import newer
from .test_par import Killed
from .test_rankings import group_game
from .test_replays import course, deal

__all__ = ["clock", "deal"]  # fixtures
ANN, BEN, CAT, DOT = 501, 502, 503, 504
KEY = "advent-of-the-wyrms"

_answer = cache(answer)  # the same question has the same answer, and tests ask the same ones


@pytest.fixture(autouse=True)
def quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer futures."""
    judges = {
        key: replace(player, judge=replace(player.judge, first=4, second=4))
        for key, player in PLAYERS.items()
        if player.judge
    }
    monkeypatch.setattr("players.answer.PLAYERS", MappingProxyType(judges))


async def ask(question: Question) -> bytes:
    return _answer(encode(question))


async def unasked(question: Question) -> bytes:
    raise AssertionError("nothing is to be judged")


async def refused(asked: Awaitable[Any]) -> str:
    with pytest.raises(Refused) as refusal:
        await asked
    return str(refusal.value)


async def solitaire(here: House, key: str = KEY, user_id: int = ANN) -> Table:
    where: dict[str, Any] = {"user_id": user_id, "name": "Ann", "guild_id": None, "channel_id": 1}
    return await Solitaires(here.tables).start(key, Request(**where, interaction_id=next(here.interactions)))


async def looked_back(here: House, table: Table) -> Analysis:
    analyses = Analyses(here.tables)
    await analyses.ask_for(table.id)
    await analyses.go_on(ask)
    found = await analyses.find(table.id)
    assert isinstance(found, Analysis)
    return found


def holds(found: Analysis) -> bool:
    """Luck and skill are the whole way, for every side."""
    return all(one.start + sum(one.luck) + sum(one.skill) == one.end for one in found.accounts)


def stored(here: House) -> Any:
    return here.rows("SELECT * FROM analyses ORDER BY table_id")


# -- What comes of it


async def test_a_game_is_looked_back_at_once_for_all_when_somebody_asks(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await here.finish(await solitaire(here))
        analyses = Analyses(here.tables)
        await analyses.go_on(unasked)
        assert await analyses.find(table.id) is None
        assert await analyses.ask_for(table.id) == Progress(0, 0)
        assert await analyses.ask_for(table.id) == Progress(0, 0), "whoever asks next waits for the same"
        assert len(stored(here)) == 1
        await analyses.go_on(ask)
        found = await analyses.find(table.id)
        assert isinstance(found, Analysis)
        assert holds(found)
        outcome = GAMES[KEY].outcome(here.state(table))
        assert outcome
        assert found.accounts[0].end == (WHOLE if outcome.won else 0)
        (row,) = stored(here)
        assert (row["luck"], row["skill"]) == (sum(found.accounts[0].luck), sum(found.accounts[0].skill))
        assert len(row["judged"]) < 20_000, "it is small"
        await analyses.go_on(unasked)
        assert await analyses.ask_for(table.id) == found


async def test_the_same_game_has_the_same_numbers_whenever_and_wherever_it_is_judged(
    where: Where, clock: Clock
) -> None:
    async with house(where) as here:
        table = await here.finish(await solitaire(here))
        await looked_back(here, table)
        (first,) = stored(here)
        here.rows("DELETE FROM analyses")
        here.rows("UPDATE tables SET shown = version")
        clock.set(days=2)
        assert await Archive(here.database).pack() == 1
        here.database.forget()
        _answer.cache_clear()
        await looked_back(here, table)
        (again,) = stored(here)
        assert again["judged"] == first["judged"]


async def test_only_choices_are_judged_and_undo_doesnt_show(where: Where, clock: Clock) -> None:
    """A forced line has no skill in it, because nothing of it was chosen. What was taken back isn't told."""
    game = GAMES["hexaract"]
    async with house(where) as here:
        table = await solitaire(here, "hexaract")
        stood = await course(here, table)
        found = await looked_back(here, table)
        assert holds(found)
        assert all(choice.made in choice.legal and len(choice.legal) > 1 for choice in found.choices)
        assert [choice.view for choice in found.choices] == [game.view(state, 0) for state in stood[:-1]]
        assert [choice.step for choice in found.choices] == [*range(len(stood) - 1)]


@pytest.mark.slow
async def test_who_competes_has_an_account_each(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await here.finish(await group_game(here, (ANN, BEN), 1, "advyria"))
        found = await looked_back(here, table)
        assert holds(found)
        assert len(found.accounts) == 2
        assert sum(one.end for one in found.accounts) == WHOLE
        assert found.skill(0) == sum(found.accounts[0].skill) <= 0
        assert not here.rows("SELECT 1 FROM analyses WHERE luck IS NOT NULL"), "nobody's luck is everybody's"


@pytest.mark.slow
async def test_who_plays_a_vacant_seat_is_judged_by_what_they_could_see(where: Where, clock: Clock) -> None:
    """In a co-operative game the others go on for a player who has left."""
    async with house(where) as here:
        table = await group_game(here, (ANN, BEN, CAT), 1)
        for _ in range(5):
            await here.move(table)
        await here.tables.leave(table.id, CAT, next(here.interactions))
        await here.votes.ask_to_play(table.id, ANN, next(here.interactions))
        await here.votes.cast(table.id, BEN, True, next(here.interactions))
        while (now := await here.tables.get(table.id)).phase == "playing":
            for player in now.players:
                seen = await here.tables.look(table.id, player.user_id)
                if seen.legal:
                    move = here.luck.choice(seen.legal)
                    await here.tables.play(table.id, player.user_id, [move], next(here.interactions))
                    break
        found = await looked_back(here, table)
        assert holds(found)
        for_cat = [choice for choice in found.choices if choice.seat == 2]
        assert for_cat
        last: Any = for_cat[-1].view
        assert last.mine.seat == 2
        assert not any(found.skill(seat) > 0 for seat in range(3))
        assert sum(found.skill(seat) for seat in range(3)) == sum(found.accounts[0].skill)


async def test_giving_up_costs_what_was_still_to_be_hoped_for(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await solitaire(here, "hexaract")
        await course(here, table, 9)
        await Solitaires(here.tables).give_up(table.id, ANN, next(here.interactions))
        found = await looked_back(here, table)
        assert holds(found)
        last = found.choices[-1]
        assert last.seat is None
        assert found.accounts[0].end == 0
        assert found.accounts[0].skill[-1] == -last.judged.best[0] == found.skill(None)
        at_once = await solitaire(here, "hexaract")
        await Solitaires(here.tables).give_up(at_once.id, ANN, next(here.interactions))
        analyses = Analyses(here.tables)
        await analyses.ask_for(at_once.id)
        await analyses.go_on(unasked)
        assert "nothing to look back" in await refused(analyses.find(at_once.id))


async def test_the_average_of_a_deal_is_of_those_who_played_it_ranked_and_looked_back(
    where: Where, clock: Clock
) -> None:
    async with house(where) as here:
        games = [await here.finished(user, KEY, DAY) for user in (ANN, BEN, CAT)]
        practice = await here.finish(await here.practise(ANN, KEY, DAY))
        clock.set(days=2)
        analyses = Analyses(here.tables)
        assert await analyses.average(KEY, DAY) is None
        found = [await looked_back(here, table) for table in (*games[:2], practice)][:2]
        average = await analyses.average(KEY, DAY)
        assert average
        assert average.games == 2
        assert average.luck == round(sum(sum(one.accounts[0].luck) for one in found) / 2)
        assert average.skill == round(sum(sum(one.accounts[0].skill) for one in found) / 2)
    async with house(where) as here:
        assert await Analyses(here.tables).average(KEY, DAY) == average


# -- Through kills and failures


async def test_after_a_kill_it_goes_on_where_it_was_and_comes_out_the_same(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await here.finish(await solitaire(here))
        await looked_back(here, table)
        (whole,) = stored(here)
        here.rows("DELETE FROM analyses")
        await Analyses(here.tables).ask_for(table.id)
        asked = 0

        async def killed(question: Question) -> bytes:
            nonlocal asked
            asked += 1
            if asked % 3 == 0:
                raise Killed
            return await ask(question)

        while not stored(here)[0]["done"]:
            begun = len(stored(here)[0]["judged"])
            analyses = Analyses(here.tables)  # nothing is remembered but the row
            try:
                await analyses.go_on(killed)
            except Killed:
                now = await analyses.find(table.id)
                assert isinstance(now, Progress)
                assert 0 < now.judged < now.choices == whole["choices"]
                assert len(stored(here)[0]["judged"]) > begun
        assert stored(here)[0]["judged"] == whole["judged"]
        assert asked < 2 * whole["choices"], "a kill costs one choice"


async def test_what_can_t_be_judged_holds_up_no_other_game(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        broken, fine = await here.finish(await solitaire(here)), await here.finish(await solitaire(here))
        analyses, tries = Analyses(here.tables), 0
        await analyses.ask_for(broken.id)
        await analyses.ask_for(fine.id)

        async def failing(question: Question) -> bytes:
            nonlocal tries
            tries += 1
            return encode(Answer(failed="KeyError in somewhere.py:1")) if tries <= TRIES else await ask(question)

        await analyses.go_on(failing)
        assert isinstance(await analyses.find(broken.id), Progress)
        assert isinstance(await analyses.find(fine.id), Analysis)
        await Analyses(here.tables).go_on(ask)
        assert isinstance(await analyses.find(broken.id), Analysis), "the next start tries again"


@pytest.mark.parametrize("error", [KeyError, AssertionError])
async def test_whatever_breaks_a_game_is_told_to_who_waits_and_holds_up_no_other(
    where: Where, clock: Clock, caplog: pytest.LogCaptureFixture, error: type[Exception]
) -> None:
    """By its kind alone: an error's own words may name cards."""
    async with house(where) as here:
        broken, fine = [await here.finish(await solitaire(here)) for _ in range(2)]
        analyses, tries = Analyses(here.tables), 0
        for table in (broken, fine):
            await analyses.ask_for(table.id)

        async def failing(question: Question) -> bytes:
            nonlocal tries
            tries += 1
            if tries <= TRIES:
                raise error(f"a word about {decode(list[Any], question.moves)[0]}")
            return await ask(question)

        with caplog.at_level(logging.ERROR):
            await analyses.go_on(failing)
        told = [record.getMessage() for record in caplog.records]
        assert told == [f"Table {broken.id} can't be looked back at: {error.__name__}"] * TRIES
        assert isinstance(await analyses.find(fine.id), Analysis)
        known = await analyses.find(broken.id)
        assert isinstance(known, Progress)
        for asked in (analyses.ask_for(broken.id), analyses.changed(broken.id, known)):
            assert "couldn't look back" in await refused(asyncio.wait_for(asked, 9))
        analyses = Analyses(here.tables)
        assert await analyses.ask_for(broken.id) == known, "the next start tries again"


async def test_a_game_that_is_deleted_meanwhile_is_judged_no_more(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await here.finish(await solitaire(here))
        analyses = Analyses(here.tables)
        await analyses.ask_for(table.id)
        await here.privacy.delete(ANN)
        assert not stored(here)
        await analyses.go_on(unasked)


async def test_an_analysis_in_another_form_is_made_again(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await here.finish(await solitaire(here))
        analyses = Analyses(here.tables)
        for judged in ('[{"of": "then"}]', "[]"):
            here.rows("DELETE FROM analyses")
            await analyses.ask_for(table.id)
            here.rows("UPDATE analyses SET judged = ?, done = ?", judged, judged != "[]")
            assert await analyses.find(table.id) == (None if judged != "[]" else Progress(0, 0))
            assert await analyses.ask_for(table.id) == Progress(0, 0)
            assert [(row["judged"], row["done"]) for row in here.rows("SELECT judged, done FROM analyses")] == [
                ("[]", 0)
            ]


async def test_tables_come_first(where: Where, clock: Clock) -> None:
    """It asks aside: only while no table waits for a computer's move or a hint."""
    async with house(where) as here:
        table = await here.finish(await solitaire(here))
        analyses = Analyses(here.tables)
        await analyses.ask_for(table.id)
        thinking = ComputerTurns(here.tables, None, 1)  # type: ignore[arg-type]  # it isn't begun
        with pytest.raises(asyncio.CancelledError):
            await analyses.go_on(thinking.aside)
        assert not stored(here)[0]["done"]


# -- Never too early


async def test_a_game_that_goes_on_or_was_closed_is_refused_in_a_sentence(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await group_game(here, (ANN, BEN), 1, "advyria")
        analyses = Analyses(here.tables)
        for asked in (analyses.ask_for, analyses.find):
            assert "still going on" in await refused(asked(table.id))
            assert "no such table" in await refused(asked(99))
        await here.tables.close(await here.tables.get(table.id))
        assert "closed before its end" in await refused(analyses.ask_for(table.id))
        assert not stored(here)


async def test_a_deal_of_the_day_is_looked_back_at_when_its_day_is_over(where: Where, clock: Clock) -> None:
    """Not even by its player: what would have been better is what others want to know."""
    async with house(where) as here:
        table = await here.finished(ANN, KEY, DAY)
        practice = await here.finish(await here.practise(ANN, KEY, DAY))
        analyses = Analyses(here.tables)
        clock.set(days=1, hour=1, minute=59)
        for one in (table, practice):
            assert "once it is closed" in await refused(analyses.ask_for(one.id))
        assert not stored(here)
        clock.set(days=1, hour=2)
        assert holds(await looked_back(here, table))


async def test_a_game_of_earlier_rules_is_refused_in_a_sentence(
    where: Where, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hall's player knows its game's newest rules."""
    old = GAMES[KEY]
    async with house(where) as here:
        table = await here.finish(await solitaire(here))
        for kept in ((old,), ()):
            monkeypatch.setitem(GAMES, KEY, newer(old, *kept))
            here.database.forget()
            if kept:
                monkeypatch.setattr("tables.history.analyses.PLAYERS", {KEY: replace(PLAYERS[KEY], game=GAMES[KEY])})
            assert "rules" in await refused(Analyses(here.tables).ask_for(table.id))


async def test_no_question_holds_a_seed_or_a_state(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await here.finish(await solitaire(here))
        await Analyses(here.tables).ask_for(table.id)
        asked = list[bytes]()

        async def noting(question: Question) -> bytes:
            asked.append(encode(question))
            return await ask(question)

        await Analyses(here.tables).go_on(noting)
        assert asked
        (row,) = here.rows("SELECT seed FROM tables")
        for question in asked:
            assert row["seed"].encode() not in question
            assert SECRET.encode() not in question
            assert b'"deck":[' not in question
