"""A day on which the bot was down is no day: it breaks no streak, costs no ember, and counts for nobody."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from tables.daily import riddles
from tables.daily.outages import A_DAY, MOST_DAYS, day_before, days_down, missed, next_day
from tables.daily.recaps import UNLIT, Lantern, Recaps
from tables.daily.riddles import Riddles
from tables.play.clock_guard import HOLDS, ClockGuard
from tables.play.timers import DEFAULT_TIMES, Timers

from .days import DAY, HOME, Clock, House, clock, house
from .test_after_a_deal import ANN, finished

__all__ = ["clock"]  # a fixture

HOUR, MINUTE = 3600, 60


def at(day: date, hour: float = 0) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() + hour * HOUR)


def days(*numbers: int) -> list[date]:
    return [DAY + timedelta(days=number) for number in numbers]


async def stop(here: House, since: int, until: int) -> None:
    """The bot beats its clock at `since`, and then at `until`: its next process has begun."""
    timers = Timers(here.database)
    await timers.beat(since, 0, DEFAULT_TIMES)
    guard = ClockGuard(until, 7.0, last_beat=await timers.last_beat())
    closed = guard.beat(until, 7.0)
    assert closed is not None
    await timers.beat(until, closed, DEFAULT_TIMES)


async def down(here: House) -> Sequence[date]:
    async with here.database.glance() as transaction:
        return sorted(await days_down(transaction))


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [
        ((date(2026, 1, 30), 23), (date(2026, 2, 2), 1), [date(2026, 1, 31), date(2026, 2, 1)]),
        ((date(2026, 12, 31), 1), (date(2027, 1, 1), 23), [date(2026, 12, 31), date(2027, 1, 1)]),
        ((date(2026, 2, 28), 2), (date(2026, 3, 1), 21.9), []),
        ((date(2026, 2, 28), 1.9), (date(2026, 3, 1), 0), [date(2026, 2, 28)]),
        ((date(2026, 2, 28), 5), (date(2026, 2, 28), 6), []),
    ],
)
async def test_a_day_counts_as_down_if_the_bot_ran_for_less_than_two_hours(
    tmp_path: Path, since: tuple[date, float], until: tuple[date, float], expected: Sequence[date]
) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        await stop(here, at(*since), at(*until))
        assert await down(here) == expected


async def test_a_bot_that_starts_and_dies_all_day_was_down(tmp_path: Path) -> None:
    """Ten minutes of every two hours are no day. Restarts of a bot that runs are none either."""
    async with house(tmp_path / "hall.sqlite3") as here:
        for number in range(12):
            await stop(here, at(DAY, 2 * number) + 5 * MINUTE, at(DAY, 2 * number) + 2 * HOUR - 5 * MINUTE + 1)
        assert await down(here) == [DAY]
        (tomorrow,) = days(1)
        for number in range(12):
            await stop(here, at(tomorrow, 2 * number), at(tomorrow, 2 * number) + 5 * MINUTE)
        assert await down(here) == [DAY]


async def test_a_clock_that_was_ahead_has_noted_days_that_are_still_to_come(tmp_path: Path) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        timers, guard = Timers(here.database), ClockGuard(at(DAY, 12), 0.0)
        for wall, steady in ((0, 0), (3 * A_DAY, 30), (3 * A_DAY, 30 + HOLDS), (0, 60 + HOLDS), (0, 60 + 2 * HOLDS)):
            closed = guard.beat(at(DAY, 12) + wall + steady, steady)
            if closed is not None:
                await timers.beat(at(DAY, 12) + wall + steady, closed, DEFAULT_TIMES)
                assert await down(here) == (days(1, 2) if wall else [])


async def test_a_stop_of_years_is_noted_as_far_as_it_matters(tmp_path: Path) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        await stop(here, at(date(2020, 1, 1)), at(DAY))
        assert len(await down(here)) == MOST_DAYS


async def test_a_day_on_which_the_bot_was_down_neither_counts_nor_breaks(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        finished(here, ANN, days(*range(-6, 1)))
        clock.set(days=3)
        assert ((await here.profiles.streak(ANN)).current, "missed") == (0, "missed")
        await stop(here, at(DAY, 20), at(days(2)[0], 23))
        streak = await here.profiles.streak(ANN)
        assert (streak.current, streak.embers, streak.at_stake) == (7, 1, days(3)[0]), "no ember has burned"
        finished(here, ANN, days(3))
        streak = await here.profiles.streak(ANN)
        assert (streak.current, streak.longest, streak.embers, streak.at_stake) == (8, 8, 1, None)
        clock.set(days=5)
        streak = await here.profiles.streak(ANN)
        assert (streak.current, streak.embers) == (8, 0), "a day that was missed burns one"
        finished(here, ANN, days(1))
        assert (await here.profiles.streak(ANN)).current == 9, "who has played it all the same"


async def test_a_riddles_streak_and_a_servers_lantern_go_on_after_a_day_down(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        here.rows("INSERT INTO members (guild_id, user_id, name, at) VALUES (?, ?, 'Ann', 0)", HOME, ANN)
        for day in days(-1, 0, 2):
            here.rows("INSERT INTO riddle_answers (user_id, date, choice, found) VALUES (?, ?, 0, TRUE)", ANN, str(day))
        clock.set(days=2)
        recaps, last = Recaps(here.database), days(2)[0]
        assert await Riddles(here.database).streak(ANN) == riddles.RiddleStreak(1, 3, 3)
        assert (await recaps.of(HOME, last, UNLIT)).lantern == Lantern(1, last)
        await stop(here, at(DAY, 23), at(last, 1))
        assert await Riddles(here.database).streak(ANN) == riddles.RiddleStreak(3, 3, 3)
        for known in (UNLIT, Lantern(2, DAY)):
            assert (await recaps.of(HOME, last, known)).lantern == Lantern(3, last)
            assert (await recaps.of(HOME, days(1)[0], known)).lantern == Lantern(2, DAY), "the post of that day"


async def test_no_post_names_an_ember_for_a_day_on_which_the_bot_was_down(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        here.rows("INSERT INTO members (guild_id, user_id, name, at) VALUES (?, ?, 'Ann', 0)", HOME, ANN)
        finished(here, ANN, days(*range(-6, 1)))
        await stop(here, at(DAY, 23), at(days(2)[0], 1))
        clock.set(days=3, hour=3)
        embers = [(await Recaps(here.database).of(HOME, day, UNLIT)).embers for day in days(1, 2)]
        assert embers == [(), ("Ann",)], "it burned on the day after, which she missed"


def test_days_are_counted_without_those_on_which_it_was_down() -> None:
    gone = days(1, 2, 4)
    assert [missed(DAY, days(day)[0], gone) for day in (1, 3, 5, 6)] == [0, 0, 1, 2]
    assert [next_day(day, gone) for day in days(0, 3, 5)] == days(3, 5, 6)
    assert [day_before(day, gone) for day in days(5, 3, 1)] == days(3, 0, 0)
