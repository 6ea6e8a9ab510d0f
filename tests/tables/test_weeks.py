"""The deal of the week: one for each number of players, seen once by each person, ranked when the week is closed."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from sqlalchemy import insert

from engine import GAMES
from tables.boards import seasons
from tables.boards.seasons import SHARE, Seasons, number_of, season_of
from tables.daily import weeks
from tables.daily.attempts import WEEKLY, Key
from tables.daily.calendar import monday, today, week_closes_at
from tables.daily.recaps import UNLIT, Recaps
from tables.daily.weeks import Weeks, matchpoints
from tables.play.computers import strengths
from tables.play.model import Refused, Request, Table
from tables.play.seating import why_not_startable
from tables.play.terms import terms_of, unready
from tables.store import schema
from tables.store.database import Where

from ..postgres import SLOW_THERE
from .days import AWAY, DAY, HOME, Clock, House, clock, house
from .stored import noted
from .test_rankings import steps

ANN, BEN, CAT, DAN, EVE, FAY, GIL = range(900001, 900008)
WEEK = monday(DAY)  # its Sunday is DAY + 2
CLOSED = {"days": 3, "hour": 2}  # for the clock: when WEEK is
CHANNELS = count(5000)

__all__ = ["clock"]  # a fixture


class Killed(BaseException):
    """As when the process ends there."""


async def lobby(here: House, users: Sequence[int], *, guild: int = HOME, week: date | None = WEEK) -> Table:
    who = [Request(user, f"user {user}", guild, 1, next(here.interactions)) for user in users]
    place = Request(who[0].user_id, who[0].name, guild, next(CHANNELS), who[0].interaction_id)
    table = await here.lobbies.open(WEEKLY, place, week=week)
    for one in who[1:]:
        table = await here.lobbies.join(table.id, one.user_id, one.name, one.interaction_id, terms=terms_of(table))
    return await all_ready(here, table) if week == monday(today()) else table


async def start(here: House, table: Table) -> Table:
    terms = terms_of(await here.tables.get(table.id))
    return await here.lobbies.start(table.id, table.host_id, next(here.interactions), terms=terms)


async def ready(here: House, table: Table, user_id: int) -> Table:
    terms = terms_of(await here.tables.get(table.id))
    return await here.lobbies.agree(table.id, user_id, terms, next(here.interactions))


async def all_ready(here: House, table: Table) -> Table:
    for player in unready(await here.tables.get(table.id)):
        await ready(here, table, player.user_id)
    return await here.tables.get(table.id)


async def begun(here: House, users: Sequence[int], *, guild: int = HOME, week: date | None = WEEK) -> Table:
    return await start(here, await lobby(here, users, guild=guild, week=week))


async def finished(here: House, users: Sequence[int], points: int = 0, **where: Any) -> Table:
    """They have given up, which is quick. `points`: as if they had reached so many."""
    table = await begun(here, users, **where)
    await here.votes.open(table.id, users[0], next(here.interactions))
    for user in users[1 : len(users) // 2 + 1]:
        await here.votes.cast(table.id, user, True, next(here.interactions))
    here.rows("UPDATE week_groups SET points = ? WHERE table_id = ?", points, table.id)
    return await here.tables.get(table.id)


async def refused(doing: Any) -> str:
    with pytest.raises(Refused) as error:
        await doing
    return str(error.value)


def number(here: House, table: str) -> int:
    return int(here.rows(f"SELECT COUNT(*) AS n FROM {table}")[0]["n"])


def seed(here: House, table: Table) -> str:
    return str(here.rows("SELECT seed FROM tables WHERE id = ?", table.id)[0]["seed"])


def shares(here: House) -> Mapping[int, int | None]:
    return {row["table_id"]: row["share"] for row in here.rows("SELECT table_id, share FROM week_groups")}


# -- The deal


@SLOW_THERE
async def test_every_group_of_a_size_gets_the_same_deal(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        known = {deal.key.seats: deal for deal in await Weeks(here.database).deals(WEEK)}
        one = await begun(here, (ANN, BEN, CAT))
        other = await begun(here, (DAN, EVE, FAY), guild=AWAY)
        four = await begun(here, (ANN, BEN, CAT, DAN))
        assert seed(here, one) == seed(here, other) != seed(here, four)
        assert here.state(one) == here.state(other)
        assert [table.commitment for table in (one, four)] == [known[seats].commitment for seats in (3, 4)]
        assert all(deal.seed is None for deal in known.values()), "told when the week is closed"
        assert one.options == GAMES[WEEKLY].options()
        assert one.ranked
        assert one.hints is None
        clock.set(days=3)
        later = await begun(here, (ANN, BEN, CAT), week=monday(clock.today))
        assert seed(here, later) != seed(here, one)
        told = {deal.key.seats: deal.seed for deal in await Weeks(here.database).deals(WEEK)}
        assert told[3] == seed(here, one)


@SLOW_THERE
async def test_a_lobby_that_waits_over_midnight_plays_the_new_week(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        clock.set(days=2, hour=23, minute=59)
        table = await lobby(here, (ANN, BEN, CAT))
        clock.set(days=3, hour=0)
        before = here.everything()
        assert await refused(start(here, table)) == "2 of 3 still have to press **Ready**.", "this is another deal"
        assert here.everything() == before
        table = await start(here, await all_ready(here, table))
        assert table.week == WEEK + timedelta(weeks=1)
        assert table.ranked
        assert here.rows("SELECT DISTINCT date FROM attempts") == [{"date": str(table.week)}]


@SLOW_THERE
async def test_it_is_played_as_it_is_dealt(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await lobby(here, (ANN, BEN, CAT), week=None)
        with_computer = await lobby(here, (DAN, EVE), week=None)
        await here.lobbies.add_computer(with_computer.id, DAN, strengths(with_computer)[0], next(here.interactions))
        await here.lobbies.set_options(table.id, ANN, {"target": "8"}, next(here.interactions), hints=True)
        assert "Only the host" in await refused(here.lobbies.choose_week(table.id, BEN, True, next(here.interactions)))
        table = await here.lobbies.choose_week(table.id, ANN, True, next(here.interactions))
        assert (table.week, table.ranked, table.hints, table.options) == (WEEK, True, None, GAMES[WEEKLY].options())
        before = here.everything()
        for doing in (
            here.lobbies.set_options(table.id, ANN, {"target": "8"}, next(here.interactions)),
            here.lobbies.require_host(table.id, ANN),
            here.lobbies.add_computer(table.id, ANN, strengths(table)[0], next(here.interactions)),
            here.lobbies.choose_week(with_computer.id, DAN, True, next(here.interactions)),
            here.lobbies.open("advyria", Request(GIL, "g", HOME, 9, next(here.interactions)), week=WEEK),
        ):
            await refused(doing)
            assert here.everything() == before
        table = await here.lobbies.choose_week(table.id, ANN, False, next(here.interactions))
        assert (table.week, table.ranked) == (None, False)
        own = await start(here, await all_ready(here, table))
        known = [deal.commitment for deal in await Weeks(here.database).deals(WEEK)]
        assert own.commitment not in known
        assert not number(here, "attempts")


# -- The first attempt of each person


async def test_whoever_has_seen_it_sits_down_to_it_no_more(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        await begun(here, (ANN, BEN, CAT))
        table = await lobby(here, (DAN, EVE, ANN), guild=AWAY)
        before = here.everything()
        said = await refused(start(here, table))
        assert f"<@{ANN}> has seen this week's deal for 3" in said
        assert here.everything() == before
        await here.lobbies.join(table.id, FAY, "Fay", next(here.interactions), terms=terms_of(table))
        assert "2 of 4 still have to press" in await refused(start(here, table)), "for four it is another deal"
        await all_ready(here, table)
        await start(here, table)  # for four it is another deal
        clock.set(days=3)
        await begun(here, (ANN, BEN, CAT))  # and so it is next week


async def test_an_attempt_is_spent_by_ones_own_press(where: Where, clock: Clock) -> None:
    """Who joined a free game, or sits there since the last one, has agreed to nothing when the host chooses the week's
    deal. Whoever doesn't want to play it leaves, or the host goes back to a deal of their own."""
    async with house(where) as here:
        table = await lobby(here, (ANN, BEN, CAT), week=None)
        assert await refused(ready(here, table, BEN)) == "You're ready already."
        before = terms_of(table)
        table = await here.lobbies.choose_week(table.id, ANN, True, next(here.interactions))
        assert [player.user_id for player in unready(table)] == [BEN, CAT]
        old_press = here.lobbies.agree(table.id, BEN, before, next(here.interactions))
        assert "Something else is to be played by now" in await refused(old_press)
        for user, said in (
            (BEN, "2 of 3 still have to press **Ready**."),
            (CAT, "1 of 3 still has to press **Ready**."),
        ):
            stored = here.everything()
            assert await refused(start(here, table)) == why_not_startable(await here.tables.get(table.id)) == said
            assert here.everything() == stored
            assert await refused(ready(here, table, ANN)) == "You're ready already."
            assert "don't sit" in await refused(ready(here, table, DAN))
            await ready(here, table, user)
        table = await here.lobbies.join(table.id, DAN, "Dan", next(here.interactions))  # on a message from before
        assert "3 of 4" in await refused(start(here, table)), "for four it is another deal"
        old_press = here.lobbies.start(table.id, ANN, next(here.interactions), terms=before)
        assert "Something else is to be played by now" in await refused(old_press)
        await here.lobbies.leave(table.id, DAN, next(here.interactions))
        await here.lobbies.join(table.id, DAN, "Dan", next(here.interactions), terms=before)
        assert "3 of 4" in await refused(start(here, table)), "who pressed has been shown something else"
        await here.lobbies.leave(table.id, ANN, next(here.interactions))
        table = await here.lobbies.choose_week(table.id, BEN, False, next(here.interactions))
        assert "2 of 3" in why_not_startable(table), "a deal of their own is something else, too"
        table = await here.lobbies.choose_week(table.id, BEN, True, next(here.interactions))
        await ready(here, table, CAT)
        await ready(here, table, DAN)
        await here.finish(await start(here, table))
        assert {row["user_id"] for row in here.rows("SELECT user_id FROM attempts")} == {BEN, CAT, DAN}
        again = await here.lobbies.again(table.id, CAT, next(here.interactions))
        assert (again.week, [player.user_id for player in unready(again)]) == (None, [BEN, DAN])
        again = await here.lobbies.choose_week(again.id, CAT, True, next(here.interactions))
        assert "2 of 3" in why_not_startable(again)


async def test_practice_asks_nobody(where: Where, clock: Clock) -> None:
    """It spends nothing."""
    async with house(where) as here:
        await begun(here, (ANN, BEN, CAT))
        clock.set(**CLOSED)
        table = await lobby(here, (DAN, EVE, FAY))
        assert not unready(table)
        assert (await start(here, table)).phase == "playing"


async def test_of_two_tables_at_once_one_begins(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        tables = [await lobby(here, (ANN, BEN, CAT)), await lobby(here, (CAT, DAN, ANN), guild=AWAY)]
        came = await asyncio.gather(*[start(here, table) for table in tables], return_exceptions=True)
        assert sorted(isinstance(one, Refused) for one in came) == [False, True], came
        assert number(here, "attempts") == 3
        assert len({row["table_id"] for row in here.rows("SELECT table_id FROM attempts")}) == 1


async def test_an_empty_seat_is_for_those_who_have_not_seen_it(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        await begun(here, (ANN, BEN, CAT))
        table = await begun(here, (DAN, EVE, FAY), guild=AWAY)
        await here.tables.leave(table.id, FAY, next(here.interactions))
        assert "already" in await refused(begun(here, (FAY, GIL, 900009)))
        await here.tables.take_seat(table.id, FAY, "Fay", next(here.interactions))  # back in their own seat
        await here.tables.leave(table.id, EVE, next(here.interactions), for_good=True)
        before = here.everything()
        said = await refused(here.tables.take_seat(table.id, ANN, "Ann", next(here.interactions)))
        assert said.startswith("You have seen this week's deal for 3")
        assert here.everything() == before
        await here.tables.take_seat(table.id, GIL, "Gil", next(here.interactions))
        assert "already" in await refused(begun(here, (GIL, 900008, 900009)))


async def test_deleting_ones_data_gives_no_second_attempt(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        await finished(here, (ANN, BEN, CAT))
        await here.privacy.delete(ANN)
        assert not here.rows("SELECT * FROM attempts WHERE user_id = ?", ANN)
        (kept,) = (await here.export(ANN))["used_attempts"]
        assert (kept["date"], kept["seats"], kept["until"]) == (str(WEEK), 3, week_closes_at(WEEK))
        assert "already" in await refused(begun(here, (ANN, DAN, EVE)))
        table = await begun(here, (DAN, EVE, FAY))
        await here.tables.leave(table.id, FAY, next(here.interactions), for_good=True)
        assert "already" in await refused(here.tables.take_seat(table.id, ANN, "Ann", next(here.interactions)))
        assert (await Weeks(here.database).own(ANN, WEEK))[3].state == "done"
        clock.set(**CLOSED)
        await here.deals.forget_used()
        assert not number(here, "used_attempts")


# -- What counts


@SLOW_THERE
async def test_whatever_ends_in_time_counts_and_later_games_count_nowhere(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        in_time, late = await begun(here, (ANN, BEN, CAT)), await begun(here, (DAN, EVE, FAY))
        clock.set(days=3, hour=1, minute=59)
        in_time = await here.finish(in_time)
        assert in_time.seed is None, "others may still play it"
        assert "once it is closed" in await refused(here.tables.replay(in_time.id, GIL))
        assert not (await here.tables.replay(in_time.id, ANN)).all_open
        clock.set(**CLOSED)
        await here.move(late)  # it goes on
        late = await here.finish(late)
        assert late.phase == "over"
        assert shares(here).keys() == {in_time.id}
        assert not await here.results.of(late.id)
        here.database.forget()
        assert (await here.tables.verify(in_time.id)).holds
        assert (await here.tables.replay(in_time.id, GIL)).all_open


@SLOW_THERE
async def test_a_game_with_computer_players_is_not_ranked(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await begun(here, (ANN, BEN, CAT))
        state = here.state(table)
        actor = table.sitting(GAMES[WEEKLY].to_act(state))
        assert actor
        others = [player.user_id for player in table.players if player != actor]
        await here.tables.leave(table.id, actor.user_id, next(here.interactions))
        table = await here.votes.ask_stand_in(table.id, others[0], next(here.interactions))
        assert (table.computers, table.unranked) == ((), False), "asked, not done: it costs them all"
        assert (await Weeks(here.database).own(others[0], WEEK))[3].counts
        table = await here.votes.cast(table.id, others[1], True, next(here.interactions))
        assert table.computers
        assert table.unranked
        assert not (await Weeks(here.database).own(others[0], WEEK))[3].counts
        thought = await here.tables.thought(table.id)
        assert thought
        await here.tables.play_for(thought, thought.moves[0])
        table = await here.tables.take_seat(table.id, actor.user_id, "back", next(here.interactions))
        assert not table.computers
        await here.finish(table)
        assert not number(here, "week_groups")
        assert len(await here.results.of(table.id)) == 3, "it counts as a game played"


@SLOW_THERE
async def test_who_gives_up_is_ranked_and_who_goes_away_is_not(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        given_up = await begun(here, (ANN, BEN, CAT))
        await here.votes.open(given_up.id, ANN, next(here.interactions))
        await here.votes.cast(given_up.id, BEN, True, next(here.interactions))
        left = await begun(here, (DAN, EVE, FAY))
        for player in left.players:
            await here.tables.leave(left.id, player.user_id, next(here.interactions))
        assert here.rows("SELECT table_id, points FROM week_groups") == [{"table_id": given_up.id, "points": 0}]


@SLOW_THERE
async def test_it_stands_on_no_other_board(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        await finished(here, (ANN, BEN, CAT))
        assert not (await here.rankings.groups(WEEKLY, "all", DAY, guild_id=HOME, user_id=ANN)).rows
        assert not number(here, "group_standings")
        assert (await here.profiles.profile(ANN)).games == 1
        assert (await here.profiles.streak(ANN)).current == 0


@SLOW_THERE
async def test_a_week_that_is_closed_can_be_practised(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        ranked = await finished(here, (ANN, BEN, CAT))
        assert "isn't closed" in await refused(lobby(here, (ANN, BEN, CAT), week=WEEK - timedelta(days=1)))
        clock.set(days=3, hour=1)
        assert "isn't closed" in await refused(lobby(here, (ANN, BEN, CAT)))
        clock.set(**CLOSED)
        before = number(here, "results")
        again = await here.finish(await begun(here, (BEN, ANN, CAT)))
        assert seed(here, again) == seed(here, ranked)
        assert again.seed == seed(here, again)
        assert (again.ranked, again.week) == (False, WEEK)
        assert number(here, "results") == before
        assert (number(here, "week_groups"), number(here, "attempts")) == (1, 3)
        assert again.hints == 0, "they are given in practice"
        assert "Nobody asked" in await refused(lobby(here, (DAN, EVE, FAY), week=WEEK - timedelta(weeks=3)))


# -- Matchpoints


@given(some.lists(some.integers(0, 40), min_size=1, max_size=60))
def test_matchpoints_sum_to_half_the_pairs_and_ties_share(points: list[int]) -> None:
    groups = len(points)
    worth = matchpoints({one: points.count(one) for one in points})
    others = max(1, groups - 1)
    assert sum(worth[one] * others for one in points) == Fraction(groups * (groups - 1), 2) or groups == 1
    beaten = [sum(Fraction((other < one) * 2 + (other == one), 2) for other in points) for one in points]
    if groups > 1:  # by the definition: against each of the others
        assert [worth[one] * others for one in points] == [one - Fraction(1, 2) for one in beaten]
    assert all(0 <= worth[one] <= 1 for one in points)
    ranked = sorted(worth)
    assert all(worth[lower] < worth[higher] for lower, higher in pairwise(ranked)), "total"
    assert worth == matchpoints({one: points.count(one) for one in reversed(points)}), "stable"


def test_a_group_alone_has_half() -> None:
    assert matchpoints({7: 1}) == {7: Fraction(1, 2)}
    assert matchpoints({}) == {}


# -- When the week is closed


async def test_it_is_ranked_when_it_is_closed(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        store = Weeks(here.database)
        first = await finished(here, (ANN, BEN, CAT), 1014)
        equal = [await finished(here, users, 9, guild=AWAY) for users in ((DAN, EVE, FAY), (GIL, 900008, 900009))]
        four = await finished(here, (ANN, BEN, CAT, DAN), 3)
        clock.set(days=3, hour=1, minute=59)
        await store.count()
        assert set(shares(here).values()) == {None}
        assert not (await store.board(WEEK, 3, guild_id=None, user_id=ANN)).counted
        assert (await store.own(ANN, WEEK))[3].share is None
        assert not await store.waits()
        clock.set(**CLOSED)
        assert await store.waits(), "the daily posts are to tell of it"
        await store.count()
        assert not await store.waits()
        assert shares(here) == {first.id: SHARE, equal[0].id: SHARE // 4, equal[1].id: SHARE // 4, four.id: SHARE // 2}
        board = await store.board(WEEK, 3, guild_id=None, user_id=DAN)
        assert [(one.group.place, one.group.table_id, one.share) for one in board.rows] == [
            (1, first.id, SHARE),
            (2, equal[0].id, SHARE // 4),
            (2, equal[1].id, SHARE // 4),
        ]
        assert board.own == board.rows[1]
        assert board.rows[0].group.players == (f"user {ANN}", f"user {BEN}", f"user {CAT}")
        here_only = await store.board(WEEK, 3, guild_id=AWAY, user_id=ANN)
        assert (here_only.total, here_only.own) == (2, None)
        assert [one.group.place for one in here_only.rows] == [1, 1]
        assert (await store.own(ANN, WEEK))[3].share == SHARE
        standings = {row["user_id"]: row["points"] for row in here.rows("SELECT user_id, points FROM season_standings")}
        assert standings[ANN] == SHARE, "the better one of two deals"
        assert standings[DAN] == SHARE // 2


@SLOW_THERE
async def test_who_left_has_no_part_in_what_became_of_it(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await begun(here, (ANN, BEN, CAT))
        await here.tables.leave(table.id, CAT, next(here.interactions), for_good=True)
        await here.tables.take_seat(table.id, DAN, "Dan", next(here.interactions))
        store = Weeks(here.database)
        assert [(await store.own(user, WEEK))[3].counts for user in (ANN, CAT, DAN)] == [True, False, False]
        await here.finish(table)
        clock.set(**CLOSED)
        await store.count()
        assert {row["user_id"] for row in here.rows("SELECT user_id FROM season_standings")} == {ANN, BEN}
        assert [(await store.own(user, WEEK))[3].counts for user in (ANN, CAT, DAN)] == [True, False, False]
        assert (await store.own(CAT, WEEK))[3].share is None
        (row,) = (await store.board(WEEK, 3, guild_id=HOME, user_id=DAN)).rows
        assert row.group.players == (f"user {ANN}", f"user {BEN}")
        assert (await store.board(WEEK, 3, guild_id=HOME, user_id=DAN)).own is None
        (alone,) = here.rows("SELECT party FROM results WHERE user_id = ?", DAN)
        assert alone["party"] == f"{ANN},{BEN}"


async def play_as(here: House, table: Table, user: int) -> None:
    """Any one move, for whichever seat."""
    seen = await here.tables.look(table.id, user)
    await here.tables.play(table.id, user, [here.luck.choice(seen.legal)], next(here.interactions))


async def test_one_who_plays_for_all_seats_wins_nothing_for_anybody(where: Where, clock: Clock) -> None:
    """Two leave, the third goes on alone, and they come back for the last move."""
    async with house(where) as here:
        table = await begun(here, (ANN, BEN, CAT))
        for user in (BEN, CAT):
            await here.tables.leave(table.id, user, next(here.interactions))
        own = Weeks(here.database).own
        assert not (await own(ANN, WEEK))[3].counts, "as things stand"
        while here.state(table).table.turn == 0:
            await play_as(here, table, ANN)
        assert "still counts" in await refused(
            here.tables.play(table.id, ANN, [GAMES[WEEKLY].legal_moves(here.state(table))[0]], next(here.interactions))
        )
        table = await here.votes.ask_to_play(table.id, ANN, next(here.interactions))
        assert table.unranked, "nobody else is there to be asked"
        for _ in range(12):
            await play_as(here, table, ANN)
        for user in (BEN, CAT):
            table = await here.tables.take_seat(table.id, user, "back", next(here.interactions))
        await here.finish(table)
        assert not number(here, "week_groups")
        clock.set(**CLOSED)
        store = Weeks(here.database)
        await store.count()
        assert not number(here, "season_standings")
        assert not (await own(BEN, WEEK))[3].counts


@pytest.mark.parametrize(("days", "counts"), [(3, True), (4, False)])
async def test_an_absence_may_last_as_long_as_a_seat_is_kept(
    where: Where, clock: Clock, days: int, counts: bool
) -> None:
    async with house(where) as here:
        clock.set(days=-4)  # Monday
        table = await begun(here, (ANN, BEN, CAT))
        await here.tables.leave(table.id, CAT, next(here.interactions))
        clock.set(days=days - 4)
        table = await here.tables.take_seat(table.id, CAT, "back", next(here.interactions))
        assert [player.whole for player in table.players] == [True, True, counts]
        await here.tables.leave(table.id, CAT, next(here.interactions))
        table = await here.tables.take_seat(table.id, CAT, "back", next(here.interactions))
        assert [player.whole for player in table.players] == [True, True, counts], "too late is too late"
        await here.finish(table)
        assert shares(here).keys() == {table.id}
        assert (await Weeks(here.database).own(CAT, WEEK))[3].counts is counts


async def test_a_game_counts_only_if_two_sat_through_it(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await begun(here, (ANN, BEN, CAT))
        for user, other in ((BEN, DAN), (CAT, EVE)):
            await here.tables.leave(table.id, user, next(here.interactions), for_good=True)
            table = await here.tables.take_seat(table.id, other, "late", next(here.interactions))
        assert not table.counting
        await here.finish(table)
        assert not number(here, "week_groups")
        assert len(await here.results.of(table.id)) == 3, "it counts as a game played"


@SLOW_THERE
async def test_days_of_downtime_are_made_up_for(where: Where, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(where) as here:
        await finished(here, (ANN, BEN, CAT), 5)
        clock.set(days=5)
        await finished(here, (ANN, BEN, CAT), 8, week=monday(clock.today))
        clock.set(days=25)
        store = Weeks(here.database)
        assert await store.waits(), "the daily post is to tell of it all the same"
        with monkeypatch.context() as patch:
            patch.setattr(weeks, "PATIENCE", 0)
            assert not await store.waits(), "but not for ever"
        await asyncio.gather(store.count(), store.count())
        assert here.rows("SELECT user_id, points, weeks FROM season_standings WHERE user_id = ?", ANN) == [
            {"user_id": ANN, "points": SHARE, "weeks": 2}
        ]
        assert number(here, "deals WHERE NOT counted") == 0


async def test_it_is_counted_once_wherever_the_hall_is_killed(
    where: Where, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In its first transaction, in its second, ...; each time it goes on with what is left."""
    monkeypatch.setattr(weeks, "A_ROUND", 1)
    real, left = seasons.count, 0

    async def dying(*given: Any) -> None:
        nonlocal left
        await real(*given)
        left -= 1
        if left < 0:
            raise Killed

    monkeypatch.setattr(seasons, "count", dying)
    async with house(where) as here:
        for points, users in enumerate(((ANN, BEN, CAT), (DAN, EVE, FAY), (GIL, 900008, 900009))):
            await finished(here, users, points)
        clock.set(**CLOSED)
        store, counted = Weeks(here.database), list[int]()
        for allowed in (0, 1):
            left = allowed
            with pytest.raises(Killed):
                await store.count()
            counted.append(number(here, "week_groups WHERE share IS NOT NULL"))
            assert number(here, "season_standings") == 3 * counted[-1], "both or neither"
            assert not (await store.board(WEEK, 3, guild_id=None, user_id=ANN)).counted
        assert counted == [0, 1]
        left = 100
        await store.count()
        assert sorted(share or 0 for share in shares(here).values()) == [0, SHARE // 2, SHARE]
        reached = [row["points"] for row in here.rows("SELECT points FROM season_standings ORDER BY points")]
        assert reached == sorted([0, SHARE // 2, SHARE] * 3)
        after = here.everything()
        await store.count()
        assert here.everything() == after


# -- Names and people


@SLOW_THERE
async def test_who_hides_or_is_forgotten_is_not_named(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        await finished(here, (ANN, BEN, CAT), 5)
        await finished(here, (DAN, EVE, FAY), 3)
        for user in (ANN, BEN, CAT):
            here.people.met(user, f"known {user}", HOME, f"here {user}")
        await here.people.set_hidden(ANN, True)
        await here.privacy.delete(BEN)
        clock.set(**CLOSED)
        store, season = Weeks(here.database), Seasons(here.database)
        await store.count()
        everywhere = (await store.board(WEEK, 3, guild_id=None, user_id=GIL)).rows[0]
        assert everywhere.group.players == ("", f"known {CAT}", "")
        in_server = (await store.board(WEEK, 3, guild_id=HOME, user_id=GIL)).rows[0]
        assert in_server.group.players == (f"user {ANN}", f"user {CAT}", "")
        told = (await Recaps(here.database).of(HOME, WEEK + timedelta(days=6), UNLIT)).of_groups
        assert told
        assert told.groups[0].group.players == ("", f"user {CAT}", "")
        assert told.total == 2
        first = season_of(WEEK)
        listed = await season.board(first, guild_id=None, user_id=ANN)
        assert [place.user_id for place in listed.rows] == [CAT, DAN, EVE, FAY]
        assert listed.own
        assert (listed.own.place, listed.listed) == (1, False)
        await here.people.set_hidden(ANN, False)
        listed = await season.board(first, guild_id=None, user_id=ANN)
        assert [place.user_id for place in listed.rows] == [ANN, CAT, DAN, EVE, FAY]
        assert listed.listed
        members = await season.board(first, guild_id=HOME, user_id=GIL)
        assert {place.user_id for place in members.rows} == {ANN, CAT}, "who has used the bot there"
        exported = await here.export(CAT)
        assert [row["seats"] for row in exported["attempts"]] == [3]
        assert [row["points"] for row in exported["season_standings"]] == [SHARE]
        await here.privacy.delete(CAT)
        assert not here.rows("SELECT * FROM season_standings WHERE user_id = ?", CAT)


@SLOW_THERE
async def test_the_daily_post_tells_of_a_week_once_it_is_counted(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        await finished(here, (ANN, BEN, CAT), 5)
        clock.set(**CLOSED)
        recaps, sunday = Recaps(here.database), WEEK + timedelta(days=6)
        assert (await recaps.of(HOME, sunday, UNLIT)).of_groups is None
        await Weeks(here.database).count()
        recap = await recaps.of(HOME, sunday, UNLIT)
        assert recap.of_groups
        assert recap.played, "whoever plays the deal of the week wants to be told"
        assert not recap.empty
        assert (await recaps.of(HOME, sunday - timedelta(days=1), UNLIT)).of_groups is None
        assert (await recaps.of(AWAY, sunday, UNLIT)).of_groups is None


# -- Seasons


def test_a_season_has_eight_weeks() -> None:
    first = season_of(WEEK)
    within = [first + timedelta(weeks=number) for number in range(8)]
    assert WEEK in within
    assert {season_of(week) for week in within} == {first}
    assert season_of(first + timedelta(weeks=8)) == first + timedelta(weeks=8)
    assert season_of(first - timedelta(weeks=1)) == first - timedelta(weeks=8)
    assert [number_of(one) for one in (seasons.FIRST, first, first + timedelta(weeks=8))] == [1, 6, 7]


@SLOW_THERE
async def test_a_season_leaves_a_crest(where: Where, clock: Clock) -> None:
    """Three weeks are enough. Whoever hides takes no place from others."""
    async with house(where) as here:
        store, season, first = Weeks(here.database), Seasons(here.database), season_of(WEEK)
        groups = ((ANN, BEN, CAT), (DAN, EVE, FAY))
        for week in (WEEK, WEEK + timedelta(weeks=1)):
            clock.set(days=(week - DAY).days)
            for points, users in enumerate(groups, 1):
                await finished(here, users, points, week=week)
        hidden = "INSERT INTO season_standings VALUES (?, ?, ?, ?, ?)"
        assert not number(here, "season_standings"), "nothing before the week is closed"
        clock.set(days=(first + timedelta(weeks=8) - DAY).days, hour=2)
        assert await season.crests(DAN) == (), "its last week is still to be counted"
        await store.count()
        board = await season.board(first, guild_id=None, user_id=CAT)
        assert [(place.place, place.user_id, place.points, place.deals) for place in board.rows] == [
            *((1, user, 2 * SHARE, 2) for user in (DAN, EVE, FAY)),
            *((4, user, 0, 2) for user in (ANN, BEN, CAT)),
        ]
        assert board.final
        assert board.own == board.rows[-1]
        assert await season.crests(DAN) == (), "two weeks are too few"
        here.rows("UPDATE season_standings SET weeks = 3")
        here.rows(hidden, str(first), GIL, 5 * SHARE, 5, False)
        crests = {user: await season.crests(user) for user in (DAN, ANN, GIL)}
        assert [(one.season, one.place) for one in crests[DAN]] == [(first, 1)]
        assert [(one.season, one.place) for one in crests[ANN]] == [(first, None)], "fourth"
        assert [one.place for one in crests[GIL]] == [1]


# -- What it costs


async def test_a_week_of_many_groups_is_read_along_its_indexes(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "hall.sqlite3"
    async with house(path) as here:
        for points, users in enumerate(((ANN, BEN, CAT), (DAN, EVE, FAY))):
            await finished(here, users, points)
        asked = list[tuple[str, Any]]()

        def note(statement: str, values: Any) -> None:
            if any(f"{name} " in statement for name in ("FROM week_groups", "FROM season_standings", "attempts")):
                asked.append((statement, values))

        clock.set(**CLOSED)
        store, season, first = Weeks(here.database), Seasons(here.database), season_of(WEEK)
        with noted(note):
            await store.count()
            await store.board(WEEK, 3, guild_id=None, user_id=ANN)
            await store.board(WEEK, 3, guild_id=HOME, user_id=ANN, page=1)
            await store.own(ANN, WEEK)
            await season.board(first, guild_id=None, user_id=ANN)
            await season.board(first, guild_id=HOME, user_id=ANN)
            await season.crests(ANN)
            await Recaps(here.database).of(HOME, WEEK + timedelta(days=6), UNLIT)
        plans = {statement: list(steps(path, [(statement, values)])) for statement, values in asked}
        assert len(plans) > 12
        for statement, plan in plans.items():
            walked = [step for step in plan if step.startswith("SCAN") and "CONSTANT ROW" not in step]
            assert not walked, f"{statement}: {plan}"
        pages = [plan for statement, plan in plans.items() if "ORDER BY week_groups.points" in statement]
        assert len(pages) == 3, "the week, the server, and its recap"
        assert not any("TEMP B-TREE" in step for plan in pages for step in plan), pages


@pytest.mark.slow
@SLOW_THERE
async def test_ten_thousand_groups_are_counted_a_few_at_a_time(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await finished(here, (ANN, BEN, CAT), 0)
        (row,) = here.rows("SELECT * FROM tables WHERE id = ?", table.id)
        (result,) = here.rows("SELECT * FROM results WHERE seat = 0")
        async with here.database.write() as transaction:
            numbers = range(table.id + 1, table.id + 10_000)
            await transaction.many(
                insert(schema.tables), [{**row, "id": one, "channel_id": one, "week": WEEK} for one in numbers]
            )
            await transaction.many(
                insert(schema.week_groups),
                [
                    {"table_id": one, "week": WEEK, "seats": 3, "guild_id": one % 500, "points": one % 13}
                    for one in numbers
                ],
            )
            await transaction.many(insert(schema.results), [{**result, "table_id": one} for one in numbers])
            people = [(one, 10 * one + seat) for one in numbers for seat in range(3)]
            await transaction.many(
                insert(schema.players),
                [
                    {"table_id": one, "user_id": user, "name": "x", "seat": user % 10, "place": 0, "living": False}
                    for one, user in people
                ],
            )
            await transaction.many(
                insert(schema.attempts),
                [
                    {"user_id": user, **Key("week", WEEKLY, WEEK, 3).values, "table_id": one, "at": 0}
                    for one, user in people
                ],
            )
        clock.set(**CLOSED)
        store, most = Weeks(here.database), list[int]()
        real = seasons.count

        async def noting(transaction: Any, table_ids: Sequence[int], week: date) -> None:
            most.append(len(table_ids))
            await real(transaction, table_ids, week)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(seasons, "count", noting)
            await store.count()
        assert sum(most) == 10_000
        assert max(most) == weeks.A_ROUND
        assert sum(share or 0 for share in shares(here).values()) == pytest.approx(10_000 * SHARE / 2, abs=10_000)
        board = await store.board(WEEK, 3, guild_id=None, user_id=ANN, page=10**6)
        assert (board.total, board.pages) == (10_000, 1000)
        assert number(here, "season_standings") == 30_000
