"""What a finished deal leads to: a place among all others, a streak, and the embers that keep it."""

from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from tables.daily.recaps import UNLIT, Recaps
from tables.people.profile import EMBER_DAYS, MOST_EMBERS
from tables.play.solitaires import Solitaires

from .days import AWAY, DAY, HOME, Clock, House, clock, house

ANN, BEN, CAT, DOT = 900001, 900002, 900003, 900004
KEY = "hexaract"

__all__ = ["clock"]  # a fixture


def finished(here: House, user_id: int, days: Iterable[date]) -> None:
    """On each of these days the user has finished a ranked deal."""
    for day in days:
        here.rows(
            "INSERT INTO results (table_id, seat, user_id, game, date, won, score, tiebreak, party, finished_at)"
            " VALUES (abs(random()), 0, ?, ?, ?, 0, 0, '', '', 0)",
            *(user_id, KEY, str(day)),
        )


def scored(here: House, user_id: int, points: int, *guilds: int, hidden: bool = False) -> None:
    here.rows(
        "INSERT INTO standings (game, period, user_id, points, tiebreak, deals, wins, listed)"
        " VALUES (?, ?, ?, ?, '', 1, 0, ?)",
        *(KEY, str(DAY), user_id, points, not hidden),
    )
    for guild in guilds:
        here.rows("INSERT INTO members (guild_id, user_id, name, at) VALUES (?, ?, '', 0)", guild, user_id)


@pytest.mark.parametrize("seed", range(6))
async def test_an_ember_comes_with_seven_days_and_goes_with_a_missed_one(
    tmp_path: Path, clock: Clock, seed: int
) -> None:
    """As if somebody had watched it day by day."""
    chance = Random(seed)
    played = [chance.random() < 0.9 for _ in range(60)] + [True]
    run = longest = embers = 0
    for kept in played:
        if kept:
            run += 1
            embers = min(MOST_EMBERS, embers + (run % EMBER_DAYS == 0))
        elif embers:
            embers -= 1
        else:
            run = 0
        longest = max(longest, run)
    async with house(tmp_path / "hall.sqlite3") as here:
        first = DAY - timedelta(days=60)
        finished(here, ANN, [first + timedelta(days=number) for number, kept in enumerate(played) if kept])
        streak = await here.profiles.streak(ANN)
        assert (streak.current, streak.longest, streak.embers) == (run, longest, embers)
        assert streak.at_stake is None


async def test_embers_are_spent_by_themselves(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        finished(here, ANN, [DAY - timedelta(days=number) for number in range(14)])
        expected = [(0, 14, 2, 0), (1, 14, 2, 1), (2, 14, 1, 2), (3, 14, 0, 3), (4, 0, 0, None)]
        burned = {2: 1, 3: 2}
        for days, current, embers, stake in expected:
            clock.set(days=days)
            streak = await here.profiles.streak(ANN)
            assert (streak.current, streak.embers) == (current, embers)
            assert streak.at_stake == (DAY + timedelta(days=stake) if stake else None)
            assert streak.longest == 14
            assert streak.burned == (DAY + timedelta(days=burned[days]) if days in burned else None)
        finished(here, ANN, [DAY + timedelta(days=3)])
        streak = await here.profiles.streak(ANN)
        assert (streak.current, streak.embers) == (15, 0), "two days were bridged"
        assert streak.burned == DAY + timedelta(days=2)
        finished(here, ANN, [DAY + timedelta(days=4)])
        assert (await here.profiles.streak(ANN)).burned is None, "that is told once they have played again"


async def test_a_place_among_all_and_among_a_servers(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        scored(here, ANN, 20, HOME)
        scored(here, BEN, 30, HOME, AWAY)
        scored(here, CAT, 20, AWAY)
        scored(here, DOT, 9, HOME, hidden=True)
        spreads = [await here.rankings.spread(KEY, DAY, guild_id=guild, user_id=ANN) for guild in (HOME, AWAY, None)]
        assert [spread and (dict(spread.scores), spread.place, spread.total) for spread in spreads] == [
            ({20: 1, 30: 1, 9: 1}, 2, 3),
            ({20: 1, 30: 1}, 2, 2),
            ({20: 2, 30: 1}, 2, 3),
        ]
        hers = await here.rankings.spread(KEY, DAY, guild_id=None, user_id=DOT)
        assert hers
        assert (hers.own, hers.place, hers.scores[9]) == (9, 4, 1), "who hides sees their own"
        assert await here.rankings.spread(KEY, DAY, guild_id=None, user_id=1) is None


async def test_whoever_gives_up_has_a_place_too(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        table = await here.deal(ANN, KEY, DAY)
        assert await here.rankings.spread(KEY, DAY, guild_id=None, user_id=ANN) is None
        await Solitaires(here.tables).give_up(table.id, ANN, next(here.interactions))
        spread = await here.rankings.spread(KEY, DAY, guild_id=None, user_id=ANN)
        assert spread
        assert (dict(spread.scores), spread.place, spread.total) == ({0: 1}, 1, 1)


async def test_a_deal_that_was_not_finished_keeps_no_streak_and_no_lantern(tmp_path: Path, clock: Clock) -> None:
    """It counts as given up in the boards, but nobody has finished anything."""
    async with house(tmp_path / "hall.sqlite3") as here:
        here.rows("INSERT INTO members (guild_id, user_id, name, at) VALUES (?, ?, 'Ann', 0)", HOME, ANN)
        finished(here, ANN, [DAY - timedelta(days=number) for number in range(1, 8)])
        await here.deal(ANN, KEY, DAY)
        recaps = Recaps(here.database)
        clock.set(days=1, hour=2)
        before = await here.profiles.streak(ANN), await recaps.of(HOME, DAY, UNLIT)
        await here.deals.count_unfinished()
        after = await here.profiles.streak(ANN), await recaps.of(HOME, DAY, UNLIT)
        assert after == before
        streak, recap = after
        assert (streak.current, streak.embers) == (7, 0), "the ember burns for that day"
        assert (recap.games, recap.embers, recap.lantern.nights, recap.played) == ((), ("Ann",), 0, False)
        assert (await recaps.of(HOME, DAY - timedelta(days=1), UNLIT)).lantern.nights == 7
        assert [day.deals for day in (await here.profiles.profile(ANN)).days][-3:] == [1, 0, 0]
        clock.set(days=2)
        await Solitaires(here.tables).give_up((await here.deal(ANN, KEY, clock.today)).id, ANN, next(here.interactions))
        week = await recaps.of(HOME, DAY + timedelta(days=2), UNLIT)
        assert [(game.game, game.total) for game in week.games] == [(KEY, 1)], "the one that was given up by a press"


async def test_who_has_not_finished_has_a_place_like_who_gave_up(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        await here.deal(ANN, KEY, DAY)
        table = await here.deal(BEN, KEY, DAY)
        await Solitaires(here.tables).give_up(table.id, BEN, next(here.interactions))
        clock.set(days=1, hour=2)
        await here.deals.count_unfinished()
        spreads = [await here.rankings.spread(KEY, DAY, guild_id=None, user_id=user) for user in (ANN, BEN)]
        assert [spread and (dict(spread.scores), spread.place, spread.total) for spread in spreads] == [
            ({0: 2}, 1, 2)
        ] * 2
