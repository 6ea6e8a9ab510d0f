"""Waiting has a shape: tonight or over days, away and back, idle tables that close and are taken up again."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from tables.daily.aways import Absence, days_in
from tables.history.archive import Archive
from tables.people.aways import Aways
from tables.play.model import AlreadyApplied, Player, Refused, Request, Stale, Table, Taken
from tables.play.relief import NUDGE_AFTER, RELIEF_AFTER
from tables.play.timers import DEFAULT_TIMES, Deadline, Timers, Times
from tables.play.waiting import Waiting

from .days import HOME, Clock, House, clock, house

__all__ = ["clock"]  # a fixture

ANN, BEN, CAT = 101, 102, 103
KEY = "advent-of-the-wyrms"  # of the day
A_DAY = 24 * 3600


@dataclass
class Evening:
    here: House
    clock: Clock

    def __post_init__(self) -> None:
        self.waiting = Waiting(self.here.tables)
        self.aways = Aways(self.here.database, self.here.people, DEFAULT_TIMES)

    def next(self) -> int:
        return next(self.here.interactions)

    def wait(self, seconds: float) -> None:
        self.clock.at += timedelta(seconds=seconds)

    async def lobby(self, *users: int, game: str = "advyria", channel: int = 10) -> Table:
        host, *others = users
        table = await self.here.lobbies.open(game, Request(host, f"user {host}", HOME, channel, self.next()))
        for user in others:
            await self.here.lobbies.join(table.id, user, f"user {user}", self.next())
        return table

    async def game(self, *users: int, game: str = "advyria", channel: int = 10) -> Table:
        """Of tonight."""
        table = await self.lobby(*users, game=game, channel=channel)
        await self.waiting.set_pace(table.id, users[0], "tonight", self.next())
        return await self.here.lobbies.start(table.id, users[0], self.next())

    async def awaited(self, table: Table) -> Player:
        seen = await self.here.tables.look(table.id, None)
        player = seen.table.sitting(seen.to_act)
        assert player
        return player

    async def asking_for_relief(self) -> tuple[Table, Player, int, int]:
        """One of three asks for a computer player: the game, who is awaited, who asks, and who has yet to vote."""
        table = await self.game(ANN, BEN, CAT)
        away, (asking, other) = await self.awaited(table), await self.others(table)
        self.wait(RELIEF_AFTER)
        await self.here.votes.ask_relief(table.id, asking, self.next())
        return table, away, asking, other

    async def others(self, table: Table) -> list[int]:
        away = await self.awaited(table)
        return [player.user_id for player in table.players if player != away]

    def due(self, table: Table, kind: str) -> int | None:
        rows = self.here.rows("SELECT due_at FROM timers WHERE table_id = ? AND kind = ?", table.id, kind)
        return rows[0]["due_at"] - int(self.clock.at.timestamp()) if rows else None


@pytest.fixture
async def evening(tmp_path: Path, clock: Clock) -> AsyncIterator[Evening]:
    async with house(tmp_path / "hall.sqlite3") as here:
        yield Evening(here, clock)


# -- Pace


async def test_the_host_chooses_the_pace_and_the_next_game_keeps_it(evening: Evening) -> None:
    here, table = evening.here, await evening.lobby(ANN, BEN)
    assert table.pace == "days"
    with pytest.raises(Refused, match="Only the host"):
        await evening.waiting.set_pace(table.id, BEN, "tonight", evening.next())
    await evening.waiting.set_pace(table.id, ANN, "tonight", evening.next())
    table = await here.lobbies.start(table.id, ANN, evening.next())
    with pytest.raises(Stale):
        await evening.waiting.set_pace(table.id, ANN, "days", evening.next())
    await here.finish(table)
    again = await here.lobbies.again(table.id, BEN, evening.next())
    assert again.pace == "tonight"
    here.database.forget()
    assert (await here.tables.get(again.id)).pace == "tonight"


# -- Nudges


async def test_a_nudge_reminds_once_a_turn_after_five_minutes(evening: Evening) -> None:
    table = await evening.game(ANN, BEN, CAT)
    asking, other = await evening.others(table)
    with pytest.raises(Refused, match="after five minutes"):
        await evening.waiting.nudge(table.id, asking, evening.next())
    evening.wait(NUDGE_AFTER)
    with pytest.raises(Refused, match="your own turn"):
        await evening.waiting.nudge(table.id, (await evening.awaited(table)).user_id, evening.next())
    with pytest.raises(Refused, match="You don't sit"):
        await evening.waiting.nudge(table.id, 999, evening.next())
    press = evening.next()
    nudged, player, first = await evening.waiting.nudge(table.id, asking, press)
    assert (player, first) == (await evening.awaited(table), True)
    assert evening.due(table, "nudge") == 0
    with pytest.raises(AlreadyApplied):
        await evening.waiting.nudge(table.id, asking, press)
    (due,) = await Timers(evening.here.database).due(int(evening.clock.at.timestamp()), most=9)
    await Timers(evening.here.database).done(due)
    *_, again = await evening.waiting.nudge(table.id, other, evening.next())
    assert not again
    assert evening.due(table, "nudge") is None, "nobody is mentioned twice"
    while (await evening.here.tables.get(table.id)).turn == nudged.turn:
        await evening.here.move(table)
    evening.wait(NUDGE_AFTER)
    asking, _ = await evening.others(table)
    *_, first = await evening.waiting.nudge(table.id, asking, evening.next())
    assert first, "it is another turn"


async def test_a_move_begins_the_wait_anew_and_a_vote_does_not(evening: Evening) -> None:
    table = await evening.game(ANN, BEN, CAT, game="wyverns-knot")
    asking, _ = await evening.others(table)
    evening.wait(NUDGE_AFTER - 1)
    await evening.here.votes.open(table.id, asking, evening.next())
    evening.wait(1)
    await evening.waiting.nudge(table.id, asking, evening.next())
    await evening.here.move(table)
    moved = await evening.here.tables.get(table.id)
    assert moved.waits_since == int(evening.clock.at.timestamp())


async def test_over_days_nobody_is_nudged_or_relieved(evening: Evening) -> None:
    lobby = await evening.lobby(ANN, BEN)
    table = await evening.here.lobbies.start(lobby.id, ANN, evening.next())
    (asking,) = await evening.others(table)
    evening.wait(2 * RELIEF_AFTER)
    with pytest.raises(Refused, match="over days"):
        await evening.waiting.nudge(table.id, asking, evening.next())
    with pytest.raises(Refused, match="over days"):
        await evening.here.votes.ask_relief(table.id, asking, evening.next())


# -- A computer player meanwhile


async def test_one_of_two_has_a_computer_play_on_and_the_other_loses_nothing(evening: Evening) -> None:
    here, table = evening.here, await evening.game(ANN, BEN)
    away = await evening.awaited(table)
    (asking,) = await evening.others(table)
    evening.wait(RELIEF_AFTER - 1)
    with pytest.raises(Refused, match="You can let a computer player play on"):
        await here.votes.ask_relief(table.id, asking, evening.next())
    with pytest.raises(Refused, match="your own turn"):
        await here.votes.ask_relief(table.id, away.user_id, evening.next())
    evening.wait(1)
    table = await here.votes.ask_relief(table.id, asking, evening.next())
    assert table.computer(away.seat)
    assert await here.tables.relieved(table) == {away.user_id}
    assert evening.due(table, "relieved") == 0
    with pytest.raises(Refused, match="keeps that seat"):
        await here.tables.take_seat(table.id, 999, "a stranger", evening.next())
    back = await here.tables.come_back(table.id, away.user_id, away.name)
    assert back
    there = back.sitting(away.seat)
    assert there
    assert (there.user_id, there.whole) == (away.user_id, True), "nobody has played for them"
    assert await here.tables.relieved(back) == frozenset()
    assert await here.tables.come_back(table.id, 999, "a stranger") is None


async def test_nobody_is_replaced_who_has_said_that_they_are_away(evening: Evening) -> None:
    """The others may have begun to vote on it before."""
    here = evening.here
    table, away, asking, other = await evening.asking_for_relief()
    await evening.aways.begin(away.user_id, 3, evening.next())
    table = await here.votes.cast(table.id, other, True, evening.next())
    assert table.sitting(away.seat) == away
    assert await here.votes.of(table.id) is None
    with pytest.raises(Refused, match="They are away until"):
        await here.votes.ask_relief(table.id, asking, evening.next())


async def test_who_never_comes_back_has_not_lost(evening: Evening) -> None:
    here, table = evening.here, await evening.game(ANN, BEN)
    away = await evening.awaited(table)
    (asking,) = await evening.others(table)
    evening.wait(RELIEF_AFTER)
    await here.votes.ask_relief(table.id, asking, evening.next())
    here.rows("UPDATE tables SET phase = 'playing' WHERE id = ?", table.id)
    for _ in range(2000):
        seen = await here.tables.look(table.id, None)
        if seen.table.phase != "playing":
            break
        if seen.table.computer(seen.to_act):
            thought = await here.tables.thought(table.id)
            assert thought
            await here.tables.play_for(thought, thought.moves[0])
        else:
            await here.move(seen.table)
    counted = here.rows("SELECT user_id, games FROM win_standings WHERE period = 'all' AND guild_id = 0")
    assert counted == [], "of two who play against each other it counts for neither"
    assert away.user_id not in {row["user_id"] for row in here.rows("SELECT user_id FROM results")}


async def test_what_the_others_vote_down_is_written_so_that_it_can_be_read(evening: Evening) -> None:
    """Else the database couldn't be moved."""
    here, table = evening.here, await evening.game(ANN, BEN, CAT)
    asking, other = await evening.others(table)
    evening.wait(RELIEF_AFTER)
    await here.votes.ask_relief(table.id, asking, evening.next())
    await here.votes.cast(table.id, other, False, evening.next())
    with pytest.raises(Refused, match="voted down"):
        await here.votes.ask_relief(table.id, other, evening.next())
    assert here.rows("SELECT table_id, about FROM refused_votes") == [{"table_id": table.id, "about": "away"}]


async def test_the_others_vote_and_a_move_ends_the_vote(evening: Evening) -> None:
    here, table = evening.here, await evening.game(ANN, BEN, CAT)
    away = await evening.awaited(table)
    asking, other = await evening.others(table)
    evening.wait(RELIEF_AFTER)
    table = await here.votes.ask_relief(table.id, asking, evening.next())
    vote = await here.votes.of(table.id)
    assert vote
    assert (vote.about, vote.agree, vote.needed, vote.voters) == ("away", (asking,), 2, 2)
    with pytest.raises(Refused, match="The others vote"):
        await here.votes.cast(table.id, away.user_id, False, evening.next())
    evening.wait(1)
    await here.move(table)
    assert await here.votes.of(table.id) is None
    with pytest.raises(Stale):
        await here.votes.cast(table.id, other, True, evening.next())
    evening.wait(RELIEF_AFTER)
    away = await evening.awaited(table)
    asking, other = await evening.others(table)
    await here.votes.ask_relief(table.id, asking, evening.next())
    table = await here.votes.cast(table.id, other, True, evening.next())
    assert table.computer(away.seat)
    assert table.player(away.user_id) is None
    assert [game.id for game in await here.tables.left_aside(away.user_id, most=3)] == [table.id]


async def test_the_vote_is_over_once_whoever_it_is_about_has_left(evening: Evening) -> None:
    here = evening.here
    table, away, _, other = await evening.asking_for_relief()
    await here.tables.leave(table.id, away.user_id, evening.next())
    here.rows("UPDATE departures SET kept_until = 1")
    await here.tables.take_seat(table.id, 999, "a stranger", evening.next())
    assert await here.votes.of(table.id) is None
    with pytest.raises(Stale):
        await here.votes.cast(table.id, other, True, evening.next())


async def test_who_leaves_for_good_after_coming_back_has_lost(evening: Evening) -> None:
    here, table = evening.here, await evening.game(ANN, BEN)
    away = await evening.awaited(table)
    (asking,) = await evening.others(table)
    evening.wait(RELIEF_AFTER)
    await here.votes.ask_relief(table.id, asking, evening.next())
    await here.tables.come_back(table.id, away.user_id, away.name)
    table = await here.tables.leave(table.id, away.user_id, evening.next())
    assert await here.tables.relieved(table) == frozenset()
    assert here.rows("SELECT user_id FROM departures WHERE NOT meanwhile") == [{"user_id": away.user_id}]


# -- Away


async def test_somebody_is_away_at_most_two_weeks_and_four_times_a_year(evening: Evening) -> None:
    aways, people = evening.aways, evening.here.people
    for days in (0, 15, -1):
        with pytest.raises(Refused, match="from 1 to 14"):
            await aways.begin(ANN, days, evening.next())
    for number in range(4):
        own = await aways.begin(ANN, 3, evening.next())
        assert own.until == int(evening.clock.at.timestamp()) + 3 * A_DAY
        assert own.left == 3 - number
        assert (await people.preferences(ANN)).away == own.until
        evening.wait(A_DAY)
        own = await aways.begin(ANN, 13, evening.next())
        assert own.left == 3 - number, "it is the same absence, prolonged"
        with pytest.raises(Refused, match="Two weeks are the most"):
            await aways.begin(ANN, 14, evening.next())
        await aways.end(ANN, evening.next())
        assert (await people.preferences(ANN)).away is None
    with pytest.raises(Refused, match="four times in a year"):
        await aways.begin(ANN, 1, evening.next())
    evening.wait(365 * A_DAY)
    assert (await aways.begin(ANN, 1, evening.next())).left == 3


async def test_timers_wait_for_who_is_away_and_begin_anew_at_their_return(evening: Evening) -> None:
    here, timers = evening.here, Timers(evening.here.database)
    lobby = await evening.lobby(ANN, BEN)
    table = await here.lobbies.start(lobby.id, ANN, evening.next())
    away = await evening.awaited(table)
    (asking,) = await evening.others(table)
    evening.wait(3 * A_DAY)
    until = (await evening.aways.begin(away.user_id, 7, evening.next())).until
    assert until
    with pytest.raises(Refused, match="are away until"):
        await here.tables.vacate_absent(table.id, asking, evening.next())
    deadlines = {due.kind: due for due in await timers.due(int(evening.clock.at.timestamp()), most=9)}
    await timers.hold(deadlines["vacate"], until, DEFAULT_TIMES)
    await timers.done(deadlines["vacate"])
    assert evening.due(table, "vacate") == 10 * A_DAY
    evening.wait(A_DAY)
    await evening.aways.end(away.user_id, evening.next())
    assert evening.due(table, "vacate") == 3 * A_DAY


async def test_a_streak_holds_while_somebody_is_away(evening: Evening) -> None:
    here, clock = evening.here, evening.clock
    for days in (0, 1):
        clock.set(days)
        await here.finished(ANN, KEY, clock.today)
    await evening.aways.begin(ANN, 5, evening.next())
    clock.set(5)
    streak = await here.profiles.streak(ANN)
    assert (streak.current, streak.at_stake) == (2, None), "nobody is reminded"
    clock.set(6)
    assert (await here.profiles.streak(ANN)).at_stake == clock.today
    await here.finished(ANN, KEY, clock.today)
    assert (await here.profiles.streak(ANN)).current == 3
    clock.set(9)
    assert (await here.profiles.streak(ANN)).current == 0


def test_a_day_is_excused_if_they_are_away_at_its_end() -> None:
    noon = 1_700_000_000 // A_DAY * A_DAY + A_DAY // 2
    assert not days_in([Absence(noon, noon + A_DAY // 2 - 1)]), "back before midnight"
    assert len(days_in([Absence(noon, noon + A_DAY // 2)])) == 1
    assert len(days_in([Absence(noon, noon + 3 * A_DAY)])) == 3
    assert len(days_in([Absence(noon, noon + 3 * A_DAY), Absence(noon + A_DAY, noon + 2 * A_DAY)])) == 3


# -- Idle tables


def test_a_table_that_closes_within_two_days_is_not_announced() -> None:
    assert Times().closing == timedelta(days=13)
    assert Times(close=timedelta(hours=47)).closing is None


async def test_an_idle_table_is_taken_up_again_where_it_stood(evening: Evening) -> None:
    here, table = evening.here, await evening.game(ANN, BEN, CAT)
    await here.move(table)
    before = await here.tables.get(table.id)
    assert evening.due(table, "closing") == 13 * A_DAY
    await here.tables.close(before, idle=True)
    assert evening.due(table, "closed") == 0
    assert [one.id for one in await here.tables.left_aside(ANN, most=3)] == [table.id]
    here.rows("UPDATE tables SET shown = version")
    evening.wait(2 * A_DAY)
    assert await Archive(here.database).pack() == 0, "it may go on"
    with pytest.raises(Refused, match="You don't sit"):
        await here.tables.reopen(table.id, 999, evening.next())
    again = await here.tables.reopen(table.id, BEN, evening.next())
    assert (again.phase, again.turn, again.players) == ("playing", before.turn, before.players)
    assert evening.due(table, "reopened") == 0
    assert evening.due(table, "closed") is None
    assert evening.due(table, "close") == 14 * A_DAY
    assert [one.id for one in await here.tables.of_user(CAT)] == [table.id]
    with pytest.raises(Stale):
        await here.tables.reopen(table.id, CAT, evening.next())
    await here.move(again)


async def test_a_lobby_is_taken_up_again_too(evening: Evening) -> None:
    here, lobby = evening.here, await evening.lobby(ANN, BEN)
    await here.tables.close(await here.tables.get(lobby.id), idle=True)
    assert (await here.tables.reopen(lobby.id, BEN, evening.next())).phase == "lobby"
    await here.lobbies.start(lobby.id, ANN, evening.next())


async def test_not_every_closed_table_can_be_taken_up_again(evening: Evening) -> None:
    here, table = evening.here, await evening.game(ANN, BEN)
    await here.tables.close(await here.tables.get(table.id), idle=True)
    other = await evening.lobby(CAT)
    with pytest.raises(Taken, match="another table"):
        await here.tables.reopen(table.id, ANN, evening.next())
    await here.lobbies.close(other.id, CAT, evening.next())
    with pytest.raises(Refused, match="can't be taken up"):
        await here.tables.reopen(other.id, CAT, evening.next())
    evening.wait(7 * A_DAY)
    with pytest.raises(Refused, match="can't be taken up"):
        await here.tables.reopen(table.id, ANN, evening.next())
    assert not await here.tables.left_aside(ANN, most=3)
    evening.wait(A_DAY)
    here.rows("UPDATE tables SET shown = version")
    assert await Archive(here.database).pack() == 1


async def test_a_deadline_that_has_moved_is_not_deleted(evening: Evening) -> None:
    """What is held is due later, so the clock that acted on it doesn't delete it."""
    timers, table = Timers(evening.here.database), await evening.game(ANN, BEN)
    due_at = evening.here.rows("SELECT due_at FROM timers WHERE kind = 'nudge'")[0]["due_at"]
    deadline = Deadline(table.id, "nudge", due_at)
    await timers.hold(deadline, due_at, DEFAULT_TIMES)
    await timers.done(deadline)
    assert evening.due(table, "nudge") == 2 * A_DAY
