"""What happens by itself happens in its time: whoever is slow, however long the hall was closed, whatever the clock."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import aiosqlite
import pytest
from discord.utils import utcnow
from simcord.results import InteractionResult

from cogs.background.clock import EVERY, PATIENCE
from cogs.background.jobs import AT_ONCE, for_each
from cogs.delivery.courier import lies_ahead
from cogs.delivery.presenter import FRESH, LEFT_OVER
from cogs.delivery.tokens import LASTS
from tables.daily.announcements import TENTHS_EACH, Announcements
from tables.daily.calendar import now
from tables.play.clock_guard import HOLDS, ClockGuard
from tables.play.timers import CLAIM_LASTS

from ..tables.days import Clock, clock, house
from ..tables.riddles import fix
from ..wire.nursery import Nursery
from ..wire.server import Fault
from ..wire.wired import Hall, wired
from .hall import World, answer, controls, mentioned, text, world
from .test_daily_on_discord import announce, announced, at, hall, manager, stop_clock
from .test_people_at_a_table import THREE, TICK, advance, due, posts, scout
from .test_when_things_are_wrong import accept, channel_path, refuse
from .test_wyverns_knot_at_a_table import start

__all__ = ["clock"]  # a fixture

DAY = 24 * 3600
LONG = 15 * DAY
NUDGE, VACATE, CLOSE, VOTE = 360, 1080, 1728, 720  # seconds
WAITS: dict[str, Any] = {"nudge_hours": 0.1, "vacate_hours": 0.3, "close_days": 0.02, "concede_hours": 0.2}


def test_what_a_claim_has_left_is_done_again_while_discord_knows_its_nonce() -> None:
    """A reminder whose answer was lost is told once: Discord drops a message of the same nonce for five minutes."""
    assert PATIENCE < CLAIM_LASTS
    assert CLAIM_LASTS + 2 * EVERY < 300


# -- Rounds


@pytest.fixture
async def behind_sockets(nursery: Nursery, tmp_path: Path) -> AsyncIterator[Hall]:
    async with wired(nursery, tmp_path / "hall.sqlite3") as hall:
        yield hall


@pytest.mark.slow
async def test_slow_announcements_keep_nobody_from_being_reminded(behind_sockets: Hall) -> None:
    """While Discord takes none of them, the player whose turn it is is told so."""
    hall, wire = behind_sockets, behind_sockets.wire
    channels = [wire.env.create_guild(f"slow {number}").create_text_channel("deals") for number in range(3)]
    wire.faults += [Fault("POST", f"/channels/{channel.id}/messages", delay=100, times=9) for channel in channels]
    await hall.start(beat=0.3, draw=False)
    for channel in channels:
        query = "INSERT INTO announcements (guild_id, channel_id, hour) VALUES (?, ?, 0)"
        hall.rows(query, wire.backend.channels[channel.id].guild_id, channel.id)
    await wire.until(lambda: all(fault.times < 9 for fault in wire.faults))
    hall.rows("UPDATE timers SET due_at = 1 WHERE kind = 'nudge'")
    await wire.until(lambda: "the table waits for you" in text(hall.posted()[-1]))
    hall.rows("UPDATE timers SET due_at = 1 WHERE kind = 'close'")
    await wire.until(lambda: hall.table()["phase"] == "closed")
    assert not hall.rows("SELECT 1 FROM announcements WHERE announced_on IS NOT NULL")


async def test_errands_are_bounded_and_fail_alone(caplog: pytest.LogCaptureFixture) -> None:
    waiting, busy, most, done = [*range(5 * AT_ONCE)], 0, 0, set[int]()

    async def claim(free: int, last: int | None) -> Sequence[int]:
        claimed = waiting[:free]
        del waiting[:free]
        return claimed

    async def errand(number: int) -> None:
        nonlocal busy, most
        busy += 1
        most = max(most, busy)
        await asyncio.sleep(0.001 * (number % 7))
        busy -= 1
        if number == 3:
            raise ValueError("a fault")
        done.add(number)

    await for_each(claim, errand)
    assert most == AT_ONCE
    assert done == {*range(5 * AT_ONCE)} - {3}
    assert "3 failed" in caplog.text


async def test_servers_of_one_hour_are_spread_over_it(tmp_path: Path, clock: Clock) -> None:
    """Two thousand chose eight o'clock: each beat has its share of them, and all are told before nine."""
    async with house(tmp_path / "hall.sqlite3") as here:
        announcements = Announcements(here.database)
        luck = Random(1)
        ids = luck.sample(range(2**38, 2**39), 2000)
        rows = ",".join(f"({number << 22}, 1, 8)" for number in ids)
        here.rows(f"INSERT INTO announcements (guild_id, channel_id, hour) VALUES {rows}")
        days = []
        for day in (0, 1):
            told = dict[int, int]()
            for second in range(0, 3600, 30):
                clock.set(day, 8, second // 60, second % 60)
                found = await announcements.due(int(clock.at.timestamp()), most=2000)
                assert len(found) < 150
                told |= {one.guild_id: second for one in found}
                marks = [(clock.today.isoformat(), one.guild_id) for one in found]
                if marks:
                    ids_done = ",".join(str(guild_id) for _, guild_id in marks)
                    mark = f"UPDATE announcements SET announced_on = '{clock.today}', claimed_at = NULL"
                    here.rows(f"{mark} WHERE guild_id IN ({ids_done})")
            assert len(told) == 2000
            assert max(told.values()) <= 200 * TENTHS_EACH
            days.append(told)
        assert days[0] == days[1], "each at its own time, day by day"


async def test_what_was_missed_is_caught_up_with_on_the_same_day(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        announcements = Announcements(here.database)
        here.rows("INSERT INTO announcements (guild_id, channel_id, hour) VALUES (?, 1, 8)", 3999 << 22)
        clock.set(0, 7, 59, 59)
        assert not await announcements.due(int(clock.at.timestamp()), most=9)
        clock.set(0, 21)
        assert len(await announcements.due(int(clock.at.timestamp()), most=9)) == 1
        assert not await announcements.due(int(clock.at.timestamp()), most=9), "somebody is at it"


# -- A hall that was closed


@asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[World]:
    async with world(folder, *THREE, **WAITS) as here:
        await start(here)
        await here.env.advance_time(TICK)
        yield here


async def closed_for(here: World, seconds: float) -> None:
    stop_clock(here)
    here.env.backend.advance_clock(seconds)
    await here.restart()


def remaining(here: World) -> dict[str, int]:
    """By kind, the seconds until it is due."""
    now = here.env.now().timestamp()
    return {row["kind"]: round(row["due_at"] - now) for row in here.rows("SELECT * FROM timers")}


async def test_after_a_fortnight_closed_a_table_waits_anew(tmp_path: Path) -> None:
    async with playing(tmp_path) as here:
        ann, bob, _ = here.seats()
        board, count = here.board, len(posts(here))
        await closed_for(here, LONG)
        assert remaining(here) == {"nudge": NUDGE, "vacate": VACATE, "close": CLOSE}
        await here.env.advance_time(NUDGE - TICK)
        assert len(posts(here)) == count, "nobody is reminded of what they couldn't do"
        await here.env.advance_time(2 * TICK)
        assert f"{ann.mention}, the table waits for you" in text(here.board)
        await here.press(bob, board, "My hand")
        await here.env.advance_time(VACATE - NUDGE)
        assert "has kept the table waiting" in text(here.board)
        assert here.table()["phase"] == "playing"
        await here.env.advance_time(CLOSE - VACATE)
        assert here.table()["phase"] == "closed"


async def test_a_short_closing_does_not_count(tmp_path: Path) -> None:
    async with playing(tmp_path) as here:
        before, count = remaining(here), len(posts(here))
        await closed_for(here, NUDGE - 10)
        after = remaining(here)
        assert all(abs(after[kind] - before[kind]) <= TICK for kind in before), (before, after)
        await here.env.advance_time(TICK)
        assert len(posts(here)) == count
        for _ in range(5):  # however often
            await closed_for(here, NUDGE - 10)
        assert remaining(here)["nudge"] > 0
        await here.env.advance_time(NUDGE)
        assert "the table waits for you" in text(here.board)


async def test_what_was_due_before_the_hall_closed_is_due(tmp_path: Path) -> None:
    async with playing(tmp_path) as here:
        stop_clock(here)
        earlier = int(here.env.now().timestamp()) - TICK
        here.rows("UPDATE timers SET due_at = ?, claimed_at = ? WHERE kind = 'nudge'", earlier, earlier)
        await closed_for(here, LONG)
        assert "the table waits for you" in text(here.board)
        assert remaining(here) == {"vacate": VACATE, "close": CLOSE}


async def test_nobody_is_vacated_for_a_hall_that_was_closed(tmp_path: Path) -> None:
    """The notice of before the closing still stands, or a press of it comes by itself."""
    async with playing(tmp_path) as here:
        ann, bob, _ = here.seats()
        await closed_for(here, LONG)
        with pytest.raises(Exception, match="isn't waiting"):
            await here.bot.store.tables.vacate_absent(here.table()["id"], bob.id, 1)
        assert here.seats()[0] == ann
        await here.env.advance_time(VACATE + TICK)
        await here.press(bob, here.board, "Free the seat")
        assert ann not in here.seats()


async def test_a_vote_goes_on_after_a_closing(tmp_path: Path) -> None:
    async with playing(tmp_path) as here:
        _, bob, cat = here.seats()
        await here.slash(bob, "concede")
        await closed_for(here, LONG)
        ends = int(here.env.now().timestamp()) + VOTE
        assert remaining(here)["vote"] == VOTE
        assert f"<t:{ends}:R>" in text(here.board), "as it says"
        await here.press(cat, here.board, "Give up")
        assert here.table()["phase"] == "over"


# -- A clock that jumps


def jump(here: World, seconds: float) -> None:
    """The time of day is set; nothing else has passed."""
    time: Any = here.env.backend.clock
    time._epoch += timedelta(seconds=seconds)


@pytest.mark.parametrize("seconds", [LONG, -LONG, 2 * 3600], ids=["later", "earlier", "hours"])
async def test_a_clock_that_is_wrong_for_a_beat_changes_nothing(tmp_path: Path, seconds: int) -> None:
    async with playing(tmp_path) as here:
        before, count = remaining(here), len(posts(here))
        jump(here, seconds)
        await here.env.advance_time(2 * TICK)
        jump(here, -seconds)
        await here.env.advance_time(TICK)
        assert here.table()["phase"] == "playing"
        assert len(posts(here)) == count
        assert remaining(here).keys() == before.keys()
        await here.env.advance_time(NUDGE + TICK)
        assert "the table waits for you" in text(here.board), "and the clock goes on"
        assert here.table()["phase"] == "playing"


@pytest.mark.parametrize("seconds", [LONG, -LONG], ids=["later", "earlier"])
async def test_a_clock_that_was_set_is_trusted_after_ten_minutes(tmp_path: Path, seconds: int) -> None:
    async with playing(tmp_path) as here:
        count = len(posts(here))
        jump(here, seconds)
        await here.env.advance_time(HOLDS - TICK)
        assert len(posts(here)) == count, "it may still be wrong"
        await here.env.advance_time(3 * TICK)
        assert len(posts(here)) == count, "what came due by it alone waits anew"
        left = remaining(here)
        assert NUDGE - 3 * TICK < left["nudge"] <= NUDGE
        assert CLOSE - 3 * TICK < left["close"] <= CLOSE
        for wait, words in ((NUDGE, "the table waits for you"), (VACATE - NUDGE + TICK, "has kept the table waiting")):
            await here.env.advance_time(wait)
            newest = here.messages()[-1 if seconds > 0 else 0]  # by their ids, which tell the time of day
            assert words in text(newest)
            here.env.backend.delete_message(here.channel.id, newest.id)


async def test_a_process_that_stood_still_was_closed(tmp_path: Path) -> None:
    """Stopped for days, where the steady clock went on too."""
    async with playing(tmp_path) as here:
        count = len(posts(here))
        here.env.backend.advance_clock(LONG)
        await here.env.settle()
        await here.env.advance_time(TICK)
        assert len(posts(here)) == count
        assert here.table()["phase"] == "playing"
        assert remaining(here)["nudge"] > NUDGE - 3 * TICK
        await here.env.advance_time(NUDGE)
        assert mentioned(posts(here)[-1]) == {here.seats()[0].id}


async def test_a_table_moved_while_the_clock_is_wrong_waits_no_longer_than_others(tmp_path: Path) -> None:
    async with playing(tmp_path) as here:
        jump(here, LONG)
        await here.env.advance_time(TICK)
        await here.slash(here.seats()[0], "wyrm-knot", move="scout/0")
        assert due(here)["nudge"] == NUDGE
        jump(here, -LONG)
        await here.env.advance_time(2 * TICK)
        assert remaining(here)["close"] <= CLOSE
        assert controls(here.board)


async def test_what_failed_while_the_clock_was_ahead_is_shown_once_it_is_set_back(tmp_path: Path) -> None:
    """An old board that kept its buttons."""
    async with playing(tmp_path) as here:
        await here.keep_boards()
        ann, old = here.seats()[0], here.board
        await scout(here, ann, 6)
        jump(here, DAY)
        refuse(here, "PATCH", f"{channel_path(here)}/{old.id}", 403, 50013, times=None)
        await advance(here, ann, 0)
        assert controls(old)
        jump(here, -DAY)
        accept(here)
        await here.env.advance_time(2 * TICK)
        assert not controls(old)
        assert here.rows("SELECT 1 FROM tables WHERE shown = version")


async def test_a_move_whose_commit_failed_and_came_about_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its player is told to try again, and goes away."""
    async with playing(tmp_path) as here:
        moved, before = "SELECT 1 FROM log WHERE kind = 'move'", text(here.board)

        async def commit(file: aiosqlite.Connection) -> None:
            await committing(file)
            if here.rows(moved):
                raise sqlite3.OperationalError("disk I/O error")

        with monkeypatch.context() as broken:
            committing = aiosqlite.Connection.commit
            broken.setattr(aiosqlite.Connection, "commit", commit)
            told = answer(await here.seats()[0].slash(here.channel, "wyrm-knot", move="scout/6"))
        assert "Try again" in told
        here.errors.lines.clear()
        assert here.rows(moved)
        assert text(here.board) == before
        await here.env.advance_time(LEFT_OVER + 2 * TICK)
        assert text(here.board) != before


def test_what_lies_too_far_ahead_was_noted_before_the_clock_was_set_back() -> None:
    assert [lies_ahead(now() + seconds, 30) for seconds in (-1, 0, 20, 30, 90)] == [False, False, True, True, False]


async def test_no_deals_are_announced_by_a_clock_that_is_wrong(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        for day in range(1, 6):
            fix(here, f"2026-01-{day:02}")  # none has to be made
        await announce(here, manager(here), 20)
        await here.restart()
        jump(here, DAY)
        await here.env.advance_time(2 * TICK)
        jump(here, -DAY)
        await here.env.advance_time(2 * TICK)
        assert not announced(here)
        jump(here, DAY + 12 * 3600)
        await here.env.advance_time(HOLDS - TICK)
        assert not announced(here)
        await here.env.advance_time(2 * TICK)
        assert len(announced(here)) == 1, "it has held"
        jump(here, -DAY)  # it was wrong all the same
        await here.env.advance_time(HOLDS + TICK)
        assert len(announced(here)) == 2
        stop_clock(here)
        await at(here, 2, 23)


def test_the_time_of_day_is_held_against_a_steady_clock() -> None:
    watch = ClockGuard(1000.0, 50.0)
    assert watch.beat(1030, 80) == 0
    assert watch.beat(1075, 110) == 0, "a clock that is put right bit by bit"
    assert not watch.in_doubt
    assert watch.beat(9000, 140) is None
    assert watch.beat(9030, 170) is None
    assert watch.beat(1165, 200) == 90, "it was wrong for a moment"
    assert watch.beat(9000, 230) is None
    assert watch.beat(19000, 600) is None, "another jump: anew"
    assert watch.beat(19300, 900) is None
    assert watch.beat(19600, 1200) == 19600 - 1165, "it has held"
    assert watch.beat(100, 1230) is None
    assert watch.beat(700, 1830) == 700 - 19600, "set back"
    assert watch.beat(730, 1860) == 0
    assert watch.beat(7030, 8160) == 6300, "the process stood still, and its steady clock counted that"
    assert watch.beat(13330, 8161) is None, "or it didn't: a jump"


def test_a_start_trusts_the_time_of_day_unless_it_lies_before_the_last_beat() -> None:
    assert ClockGuard(5000.0, 7.0, last_beat=1000).beat(5000, 7) == 4000
    early = ClockGuard(1000.0, 7.0, last_beat=5000)
    assert early.beat(1000, 7) is None
    assert early.beat(1000 + HOLDS, 7 + HOLDS) == 1000 + HOLDS - 5000


# -- A clock that is wrong from the start


@pytest.mark.parametrize("seconds", [-DAY, -3600, 3600, DAY], ids=["day behind", "behind", "ahead", "day ahead"])
async def test_a_host_whose_clock_is_wrong_plays_like_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    """Discord's ids tell its own time: it must never be held against the host's."""
    for module in ("tables.daily.calendar", "discord.utils"):
        monkeypatch.setattr(f"{module}.utcnow", lambda: utcnow() + timedelta(seconds=seconds))
    async with playing(tmp_path) as here:
        ann, bob, cat = here.seats()
        first = here.board
        await here.env.advance_time(FRESH / 4)
        await here.slash(bob, "board")
        assert here.board.id == first.id, "it has just been posted"
        await here.env.advance_time(2 * FRESH)
        await here.slash(bob, "board")
        again = here.board
        assert again.id != first.id
        await here.env.advance_time(2 * FRESH)
        for acknowledgement in (OF_THE_BOARD, WITH_A_MESSAGE):  # the first press can edit the board
            assert acknowledged(here, await here.press(ann, again, "Play")) == acknowledgement
        await here.env.advance_time(LASTS)
        assert acknowledged(here, await here.press(ann, again, "Play")) == OF_THE_BOARD
        await scout(here, ann, 6)
        await advance(here, ann, 0)
        assert f"{bob.mention}, it is your turn" in text(here.board)
        assert here.direct_messages(ann)
        await here.slash(bob, "concede")
        await here.press(cat, here.board, "Give up")
        assert here.table()["phase"] == "over"


WITH_A_MESSAGE, OF_THE_BOARD = 5, 6  # how Discord calls an acknowledgement


def acknowledged(here: World, _: InteractionResult) -> int:
    body: Any = here.requests("POST", "/callback")[-1].json
    return int(body["type"])
