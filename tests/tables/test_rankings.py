"""Rankings: total, stable, and equals share a place; what each period counts; and boards that stay an index's walk."""

import asyncio
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, text

from benchmarks import rankings as benchmark
from engine import Outcome
from engine import wyverns_knot as knot
from tables.boards import periods, standings
from tables.boards.groups import Group
from tables.boards.periods import Period
from tables.boards.rankings import Board, GroupPage, Place, Rankings
from tables.people.profile import Profiles
from tables.play import results
from tables.play.model import Request, Table
from tables.play.terms import terms_of, unready
from tables.store import schema
from tables.store.database import Database, Where

from .days import AWAY, DAY, HOME, Clock, House, clock, house
from .stored import noted

KEY, SEVERAL = "hexaract", "advyria"
USERS = range(501, 526)
HALL = 3  # a server
TABLE = insert(schema.tables).values(
    rules=1,
    options="{}",
    phase="over",
    version=1,
    shown=0,
    turn=0,
    seats=1,
    host_id=0,
    channel_id=1,
    own_thread=False,
    conceded=False,
    seed=64 * "0",
    created_at=0,
    changed_at=0,
)

__all__ = ["clock"]  # a fixture


class Score(NamedTuple):
    """A finished deal of the day."""

    user_id: int
    days: int  # after DAY
    score: int
    tiebreak: tuple[int, ...] | None  # None: lost

    def worth(self) -> int:
        """Giving up scores nothing, and may be worth no more than playing to the end."""
        return max(0, self.score)


SCORES = st.lists(
    st.builds(
        Score,
        st.sampled_from(USERS),
        st.integers(-40, 40),
        st.integers(-3, 3),
        st.none() | st.tuples(st.integers(-3, 3)),
    ),
    unique_by=lambda score: (score.user_id, score.days),
    max_size=80,
)
TODAY = st.builds(
    Score, st.sampled_from(USERS), st.just(0), st.integers(-1, 1), st.none() | st.tuples(st.integers(0, 1))
)
TODAYS = st.sampled_from([0, 12]).flatmap(  # few, or more than a page
    lambda least: st.lists(TODAY, unique_by=lambda score: score.user_id, min_size=least, max_size=len(USERS))
)
ASKING = st.sets(st.sampled_from(USERS), min_size=1, max_size=3)
SOME = st.frozensets(st.sampled_from(USERS))


class Ended(NamedTuple):
    """A game of several: who played it where and when, and what they did."""

    users: tuple[int, ...]
    guild_id: int | None
    days: int  # after DAY
    points: int  # of a group; against each other, who won: one of the users


ENDED = st.lists(
    st.builds(
        Ended,
        st.lists(st.sampled_from(range(501, 507)), min_size=2, max_size=3, unique=True).map(tuple),
        st.sampled_from([None, HALL, HOME]),
        st.integers(-8, 2),
        st.integers(0, 4),
    ),
    max_size=40,
)


class Stored:
    """A database whose results are what an example says; one for all examples, as to make one takes long."""

    def __init__(self, path: Path) -> None:
        self.path, self.loop = path, asyncio.new_event_loop()
        self.database = self.loop.run_until_complete(Database.open(path))
        self.rankings = Rankings(self.database)
        self.profiles = Profiles(self.database)

    def fill(self, scores: Sequence[Score], hidden: frozenset[int], here: frozenset[int]) -> None:
        self.loop.run_until_complete(self._fill(scores, hidden, here))

    async def _fill(self, scores: Sequence[Score], hidden: frozenset[int], here: frozenset[int]) -> None:
        """Each result counted as it is when its game ends."""
        async with self.database.write() as connection:
            for table in ("results", "standings", "tables", "people", "members"):
                await connection.run(text(f"DELETE FROM {table}"))
            for user in hidden:
                await connection.run(insert(schema.people).values(user_id=user, name="x", hidden=True, at=0))
            for user in here:
                await connection.run(insert(schema.members).values(guild_id=HALL, user_id=user, name="x", at=0))
            for number, score in enumerate(scores, 1):
                day = DAY + timedelta(days=score.days)
                await connection.run(TABLE, id=number, game=KEY, solo=True)
                won = score.tiebreak is not None
                await connection.run(
                    insert(schema.results).values(
                        table_id=number,
                        seat=0,
                        user_id=score.user_id,
                        game=KEY,
                        date=day,
                        won=won,
                        score=score.score,
                        tiebreak=results.sortable(score.tiebreak or (), won=won),
                        party=str(score.user_id),
                        finished_at=0,
                    )
                )
                await connection.write_all(await standings.count(connection, score.user_id, KEY, day))

    def play(self, ended: Sequence[Ended], hidden: frozenset[int]) -> None:
        """Each of these games twice: against each other, and together."""
        self.fill((), hidden, frozenset())
        self.loop.run_until_complete(self._play(ended))

    async def _play(self, ended: Sequence[Ended]) -> None:
        async with self.database.write() as connection:
            for table in ("win_standings", "group_standings", "players"):
                await connection.run(text(f"DELETE FROM {table}"))
            for number, game in enumerate(ended, 1):
                await self._over(connection, 2 * number, game, together=False)
                await self._over(connection, 2 * number + 1, game, together=True)

    async def _over(self, connection: Any, table: int, game: Ended, *, together: bool) -> None:
        await connection.run(TABLE, id=table, game=SEVERAL, solo=False)
        day = DAY + timedelta(days=game.days)
        about = {
            "table_id": table,
            "game": SEVERAL,
            "guild_id": game.guild_id,
            "score": game.points,
            "tiebreak": "",
            "party": results.party_text(game.users),
            "points": game.points if together else None,
            "finished_at": int(datetime(day.year, day.month, day.day, 9, tzinfo=UTC).timestamp()),
        }
        winner = game.users[game.points % len(game.users)]
        for seat, user in enumerate(game.users):
            won = user == winner
            row = {**about, "seat": seat, "user_id": user, "won": won}
            await connection.run(insert(schema.results).values(**row))
            if not together or seat == 0:
                await count_one(connection, row)

    def several(self, period: Period, guild_id: int | None, user_id: int) -> tuple[Board, GroupPage]:
        async def both() -> tuple[Board, GroupPage]:
            asked = (SEVERAL, period, DAY)
            wins = await self.rankings.wins(*asked, guild_id=guild_id, user_id=user_id)
            return wins, await self.rankings.groups(*asked, guild_id=guild_id, user_id=user_id)

        return self.loop.run_until_complete(both())

    def board(self, period: Period, guild_id: int | None, user_id: int, page: int | None = 0) -> Board:
        return self.loop.run_until_complete(
            self.rankings.board(KEY, period, DAY, guild_id=guild_id, user_id=user_id, page=page)
        )

    def whole(self, period: Period, guild_id: int | None) -> list[Place]:
        """All pages of the board."""
        first = self.board(period, guild_id, 0)
        pages = [first, *(self.board(period, guild_id, 0, page) for page in range(1, first.pages))]
        assert [board.page for board in pages] == list(range(first.pages))
        assert {(board.total, board.pages) for board in pages} == {(first.total, first.pages)}
        places = [place for board in pages for place in board.rows]
        assert len(places) == first.total
        return places

    def close(self) -> None:
        self.loop.run_until_complete(self.database.close())
        self.loop.close()


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stored]:
    stored = Stored(tmp_path_factory.mktemp("rankings") / "hall.sqlite3")
    yield stored
    stored.close()


def shared_places(ranks: Sequence[Any]) -> list[int]:
    """1, 1, 3: the place of each is one more than the number of those who are better."""
    return [1 + sum(other > rank for other in ranks) for rank in ranks]


# -- The order


@settings(max_examples=15, deadline=None)
@given(scores=TODAYS, hidden=SOME, here=SOME, guild_id=st.sampled_from([None, HALL]), asking=ASKING)
def test_a_days_ranking(
    stored: Stored,
    scores: list[Score],
    hidden: frozenset[int],
    here: frozenset[int],
    guild_id: int | None,
    asking: set[int],
) -> None:
    """It is total and stable, equals share a place, pages partition it, and one's own place is that in the whole."""
    stored.fill(scores, hidden, here)
    listed = [score for score in scores if (score.user_id in here if guild_id else score.user_id not in hidden)]
    ranks = {score.user_id: (score.worth(), score.tiebreak is not None, score.tiebreak or ()) for score in scores}
    whole = stored.whole("day", guild_id)
    assert sorted(place.user_id for place in whole) == sorted(score.user_id for score in listed)
    assert [place.place for place in whole] == shared_places([ranks[place.user_id] for place in whole])
    assert whole == sorted(whole, key=lambda place: (place.place, place.user_id))
    assert stored.whole("day", guild_id) == whole
    assert {place.user_id: place.points for place in whole} == {score.user_id: score.worth() for score in listed}

    places = {place.user_id: place.place for place in whole}
    for user in asking:
        own = stored.board("day", guild_id, user, None)
        if user not in ranks:
            assert own.own is None
            continue
        assert own.own
        better = sum(ranks[other.user_id] > ranks[user] for other in listed)
        assert own.own.place == places.get(user, better + 1) == better + 1
        assert (user in places) == (user in {place.user_id for place in own.rows})
        assert own.listed == (user in places)


@given(st.lists(st.tuples(st.integers(-(2**31), 2**31 - 1), st.integers(-(2**31), 2**31 - 1)), min_size=2, max_size=9))
def test_a_tiebreak_as_text_sorts_like_its_numbers(tiebreaks: list[tuple[int, int]]) -> None:
    for won in (False, True):
        assert sorted(tiebreaks, key=lambda tiebreak: results.sortable(tiebreak, won=won)) == sorted(tiebreaks)
    worst_win = results.sortable((), won=True)
    for tiebreak in tiebreaks:
        lost = results.sortable(tiebreak, won=False)
        assert "" == results.sortable((), won=False) < lost < worst_win <= results.sortable(tiebreak, won=True)
        assert results.reached_by(lost) == tiebreak
        assert results.reached_by(results.sortable(tiebreak, won=True)) == ()
    for damaged in ("", "0", "0zzzzzzzz", "08000000", "x"):
        assert results.reached_by(damaged) == ()


# -- The periods


@settings(max_examples=15, deadline=None)
@given(scores=SCORES)
def test_what_each_period_counts(stored: Stored, scores: list[Score]) -> None:
    """The best five days of a week, the best twenty of a month, the mean of all; by this file's own reckoning."""
    stored.fill(scores, frozenset(), frozenset())
    for period in ("day", "week", "month", "all"):
        own: dict[int, list[int]] = {}
        for score in scores:
            if belongs(period, DAY + timedelta(days=score.days)):
                own.setdefault(score.user_id, []).append(score.worth())
        expected = {user: points(period, sorted(played, reverse=True)) for user, played in own.items()}
        if period == "all":
            expected = {user: total for user, total in expected.items() if len(own[user]) >= 10}
        found = {place.user_id: (place.points, place.deals) for place in stored.whole(period, None)}
        assert found == {user: (total, len(own[user])) for user, total in expected.items()}


def belongs(period: str, day: date) -> bool:
    return {
        "day": day == DAY,
        "week": day.isocalendar()[:2] == DAY.isocalendar()[:2],
        "month": (day.year, day.month) == (DAY.year, DAY.month),
        "all": True,
    }[period]


def points(period: str, best: Sequence[int]) -> int:
    most: Mapping[str, int] = {"day": 1, "week": 5, "month": 20}
    return sum(best[: most[period]]) if period in most else round(100 * sum(best) / len(best))


@pytest.mark.parametrize(
    ("day", "week", "first", "last"),
    [
        (date(2026, 12, 31), "2026-W53", date(2026, 12, 28), date(2027, 1, 3)),
        (date(2027, 1, 3), "2026-W53", date(2026, 12, 28), date(2027, 1, 3)),
        (date(2027, 1, 4), "2027-W01", date(2027, 1, 4), date(2027, 1, 10)),
    ],
)
def test_weeks_at_the_turn_of_the_year(day: date, week: str, first: date, last: date) -> None:
    assert periods.key("week", day) == week
    assert periods.days_of("week", day) == (first, last)


def test_months_have_their_days() -> None:
    assert periods.days_of("month", date(2028, 2, 29)) == (date(2028, 2, 1), date(2028, 2, 29))
    assert periods.days_of("month", date(2026, 12, 1)) == (date(2026, 12, 1), date(2026, 12, 31))


def test_all_time_takes_ten_deals(stored: Stored) -> None:
    scores = [Score(501, day, 1, None) for day in range(9)] + [Score(502, day, 0, None) for day in range(10)]
    stored.fill(scores, frozenset(), frozenset([501, 502]))
    for guild_id in (None, HALL):
        board = stored.board("all", guild_id, 501)
        assert [place.user_id for place in board.rows] == [502]
        assert (board.listed, board.least, board.own and board.own.deals) == (False, 10, 9)
        assert stored.board("all", guild_id, 502).listed


# -- Who is shown where


async def test_servers_list_whom_they_have_seen_under_the_name_there(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        await here.people.met(501, "Ann", HOME, "Ann of home")
        await here.people.met(502, "Ben", None, "Ben")
        for user in (501, 502):
            await here.finished(user, "forest-of-wyr", DAY)
        names = {}
        for guild in (None, HOME, AWAY):
            board = await here.rankings.board("forest-of-wyr", "day", DAY, guild_id=guild, user_id=501)
            names[guild] = {place.name for place in board.rows}
            assert board.own
        assert names == {None: {"Ann", "Ben"}, HOME: {"Ann of home"}, AWAY: set()}
        await here.people.set_hidden(501, True)
        hidden = await here.rankings.board("forest-of-wyr", "day", DAY, guild_id=None, user_id=501)
        assert ([place.name for place in hidden.rows], hidden.listed, hidden.total) == (["Ben"], False, 1)
        at_home = await here.rankings.board("forest-of-wyr", "day", DAY, guild_id=HOME, user_id=501)
        assert [place.name for place in at_home.rows] == ["Ann of home"]
        clock.set(days=1)
        await here.finished(501, "forest-of-wyr", clock.today)
        assert (await here.rankings.board("forest-of-wyr", "day", clock.today, guild_id=None, user_id=502)).rows == ()
        await here.people.set_hidden(501, False)
        for day in (DAY, clock.today):
            board = await here.rankings.board("forest-of-wyr", "day", day, guild_id=None, user_id=502)
            assert 501 in {place.user_id for place in board.rows}


async def test_whoever_comes_to_a_server_later_wins_nothing_there_that_is_final(where: Where, clock: Clock) -> None:
    async def shown() -> tuple[list[int], bool, list[int]]:
        boards = [
            await here.rankings.board("forest-of-wyr", period, DAY, guild_id=HOME, user_id=502) for period in periods
        ]
        of_day, of_month = [[place.user_id for place in board.rows] for board in boards]
        return of_day, boards[0].listed, of_month

    periods: tuple[Period, ...] = ("day", "month")
    async with house(where) as here:
        await here.people.met(501, "Ann", HOME, "Ann")
        for user in (501, 502):
            await here.finished(user, "forest-of-wyr", DAY)
        here.rows("UPDATE standings SET points = user_id")  # the second is better
        clock.set(days=1, hour=2)
        await here.people.met(501, "Ann", HOME, "Ann")
        await here.people.met(502, "Ben", HOME, "Ben")
        assert await shown() == ([501], False, [502, 501])
        clock.set(days=2)
        await here.people.met(501, "Ann", HOME, "Anna")
        assert await shown() == ([501], False, [502, 501]), "to come again doesn't count as coming later"


async def test_people_are_written_once_a_day(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        await here.people.met(501, "Ann", HOME, "Ann of home")
        before = here.everything()
        await here.people.met(501, "Anna", HOME, "Anna")
        assert here.everything() == before
        clock.set(days=1)
        await here.people.met(501, "Anna", HOME, "Anna")
        assert here.rows("SELECT name FROM people") == here.rows("SELECT name FROM members") == [{"name": "Anna"}]
        assert len(here.rows("SELECT 1 FROM people")) == 1


# -- Groups


async def group_game(
    here: House, users: Sequence[int], channel: int, game: str = "wyverns-knot", **options: Any
) -> Table:
    where: dict[str, Any] = {"guild_id": HOME, "channel_id": channel}
    host = users[0]
    table = await here.lobbies.open(
        game, Request(**where, user_id=host, name="host", interaction_id=next(here.interactions))
    )
    for user in users[1:]:
        await here.lobbies.join(table.id, user, f"user {user}", next(here.interactions))
    table = await here.lobbies.set_options(table.id, host, options, next(here.interactions))
    for player in unready(table):
        await here.lobbies.agree(table.id, player.user_id, terms_of(table), next(here.interactions))
    await here.lobbies.go_first(table.id, host, next(here.interactions))
    return await here.lobbies.start(table.id, host, next(here.interactions))


async def end(here: House, table: Table, outcome: Outcome) -> None:
    """As a game ends; with this outcome."""
    async with here.tables.change(table.id, None, "playing") as change:
        change.also += await results.record(change.transaction, change.loaded, outcome)
        change.values |= {"phase": "closed", "lost": True}


def option(group: Group, name: str) -> object:
    return msgspec.to_builtins(group.options)[name]


async def test_groups_by_target_and_eggs(where: Where, clock: Clock) -> None:
    def saved(target: int, eggs: int) -> Outcome:
        won = eggs >= target
        return Outcome((0, 1, 2) if won else (), (eggs,) * 3, won)

    async with house(where) as here:
        for users, target, eggs in [
            ((501, 502, 503), 12, 13),
            ((503, 501, 502), 14, 14),  # the same three
            ((501, 502, 504), 16, 15),  # lost
            ((505, 506, 507), 14, 14),
            ((508, 509, 510), 8, 9),
        ]:
            table = await group_game(here, users, target + users[0], target=str(target))
            await end(here, table, saved(target, eggs))
        await here.people.set_hidden(506, True)
        ranked = await here.rankings.groups("wyverns-knot", "all", DAY, guild_id=None, user_id=502)
        shown = [(group.place, option(group, "target"), group.score, group.won) for group in ranked.rows]
        assert shown == [(1, 14, 14, True), (1, 14, 14, True), (3, 8, 9, True), (4, 16, 15, False)]
        assert isinstance(ranked.rows[0].options, knot.state.Options)
        own: Group | None = ranked.own
        assert own == ranked.rows[0]
        assert ranked.rows[1].players == ("host", "", "user 507"), "who hides is no name everywhere"
        await here.people.met(507, "Gus", HOME, "Gus the Great")
        ranked = await here.rankings.groups("wyverns-knot", "all", DAY, guild_id=None, user_id=502)
        assert ranked.rows[1].players == ("host", "", "Gus"), "a server's nicknames are told there alone"
        at_home = await here.rankings.groups("wyverns-knot", "day", DAY, guild_id=HOME, user_id=999)
        assert (at_home.rows[1].players[1], at_home.own, at_home.total) == ("user 506", None, 4)
        for other in (
            here.rankings.groups("wyverns-knot", "all", DAY, guild_id=AWAY, user_id=502),
            here.rankings.groups("wyverns-knot", "day", DAY - timedelta(days=1), guild_id=None, user_id=502),
            here.rankings.groups("advyria", "all", DAY, guild_id=None, user_id=502),
        ):
            assert (await other).rows == ()
        assert not (await here.rankings.wins("wyverns-knot", "all", DAY, guild_id=None, user_id=501)).total


async def test_wins_against_others(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        for winners in [(501,), (501, 502), (502,), (503,)]:
            table = await group_game(here, (501, 502, 503), 1, "advyria")
            seats = tuple(player.seat or 0 for player in table.players if player.user_id in winners)
            await end(here, table, Outcome(seats, (3, 2, 1), None))
            assert {result.user_id for result in await here.results.of(table.id) if result.won} == {*winners}
        table = await group_game(here, (501, 502), 1, "advyria", mode='"coop"')
        await end(here, table, Outcome((), (60, 60), None))
        table = await group_game(here, (501, 502), 1, "advyria", mode='"coop"')
        await here.votes.open(table.id, 501, next(here.interactions))
        await here.votes.cast(table.id, 502, True, next(here.interactions))
        assert (await here.tables.get(table.id)).conceded
        board = await here.rankings.wins("advyria", "all", DAY, guild_id=None, user_id=503)
        assert [(place.place, place.user_id, place.wins, place.deals) for place in board.rows] == [
            (1, 501, 2, 4),
            (1, 502, 2, 4),
            (3, 503, 1, 4),
        ]
        assert board.own == board.rows[2]
        ranked = await here.rankings.groups("advyria", "all", DAY, guild_id=None, user_id=501)
        assert [(group.score, group.won, option(group, "mode")) for group in ranked.rows] == [(60, None, "coop")]


async def all_move(here: House, table: Table) -> None:
    """Whoever leaves before that loses nothing."""
    for player in table.players:
        while not here.rows("SELECT 1 FROM log WHERE table_id = ? AND user_id = ?", table.id, player.user_id):
            await here.move(table)


async def won_by(here: House, table: Table, *users: int) -> None:
    seats = tuple([player.seat or 0 for player in table.players if player.user_id in users])
    await end(here, table, Outcome(seats, (9,) * table.seats, None))


async def counted(here: House) -> Mapping[int, tuple[int, int]]:
    """By user: wins and games against others."""
    board = await here.rankings.wins("advyria", "all", DAY, guild_id=None, user_id=501)
    return {place.user_id: (place.wins, place.deals) for place in board.rows}


async def test_who_leaves_loses_and_takes_nothing_from_the_others(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await group_game(here, (501, 502, 503), 1, "advyria")
        await all_move(here, table)
        await here.tables.leave(table.id, 503, next(here.interactions))
        await here.votes.ask_stand_in(table.id, 501, next(here.interactions))
        table = await here.votes.cast(table.id, 502, True, next(here.interactions))
        assert [one.stands_in for one in table.computers] == [True]
        await won_by(here, table, 501)
        assert await counted(here) == {501: (1, 1), 502: (0, 1), 503: (0, 1)}
        profiles = {user: await here.profiles.profile(user) for user in (501, 503)}
        assert {user: (one.games, one.wins) for user, one in profiles.items()} == {501: (1, 1), 503: (1, 0)}
        assert profiles[503].tallies[0].best == 0, "what the computer player reached isn't theirs"
        assert not here.rows("SELECT * FROM departures")

        table = await group_game(here, (501, 502), 1, "advyria")
        await all_move(here, table)
        await here.tables.leave(table.id, 502, next(here.interactions))
        table = await here.votes.ask_stand_in(table.id, 501, next(here.interactions))
        await won_by(here, table, 501)
        assert await counted(here) == {501: (2, 2), 502: (0, 2), 503: (0, 1)}, "against a computer player alone too"

        table = await group_game(here, (501, 502), 1, "advyria")
        await all_move(here, table)
        await here.tables.leave(table.id, 502, next(here.interactions))
        clock.set(days=4)
        await here.tables.take_seat(table.id, 504, "Dan", next(here.interactions))
        table = await here.tables.get(table.id)
        await won_by(here, table, 504)
        assert await counted(here) == {501: (2, 3), 502: (0, 3), 503: (0, 1)}, "who came late wins nothing"


async def test_who_comes_back_before_anybody_played_for_them_has_not_left(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        for played in (False, True):
            table = await group_game(here, (501, 502), 1, "advyria")
            await all_move(here, table)
            await here.tables.leave(table.id, 501, next(here.interactions))
            await here.votes.ask_stand_in(table.id, 502, next(here.interactions))
            if played:
                thought = await here.tables.thought(table.id)
                assert thought
                await here.tables.play_for(thought, thought.moves[0])
            table = await here.tables.take_seat(table.id, 501, "back", next(here.interactions))
            assert table.players[0].whole is not played
            await won_by(here, table, 501)
        assert await counted(here) == {501: (1, 2), 502: (0, 2)}


async def test_one_who_plays_for_all_enters_no_board(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        alone = await group_game(here, (501, 502, 503), 1)
        for user in (502, 503):
            await here.tables.leave(alone.id, user, next(here.interactions))
        alone = await here.votes.ask_to_play(alone.id, 501, next(here.interactions))
        await end(here, alone, Outcome((0, 1, 2), (12,) * 3, won=True))
        late = await group_game(here, (501, 502, 503), 1)
        for user, other in ((502, 504), (503, 505)):
            await here.tables.leave(late.id, user, next(here.interactions), for_good=True)
            late = await here.tables.take_seat(late.id, other, "late", next(here.interactions))
        await end(here, late, Outcome((0, 1, 2), (12,) * 3, won=True))
        assert not (await here.rankings.groups("wyverns-knot", "all", DAY, guild_id=None, user_id=501)).rows
        two = await group_game(here, (501, 502, 503), 1)
        await here.tables.leave(two.id, 503, next(here.interactions), for_good=True)
        two = await here.tables.take_seat(two.id, 504, "late", next(here.interactions))
        await end(here, two, Outcome((0, 1, 2), (12,) * 3, won=True))
        (group,) = (await here.rankings.groups("wyverns-knot", "all", DAY, guild_id=None, user_id=501)).rows
        assert group.players == ("host", "user 502"), "the two who sat through it"
        assert (await here.rankings.groups("wyverns-knot", "all", DAY, guild_id=None, user_id=504)).own is None


async def test_what_a_group_gives_up_is_lost(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await group_game(here, (501, 502, 503), 1)
        await here.tables.leave(table.id, 503, next(here.interactions))
        for user in (501, 502):
            await (here.votes.open if user == 501 else here.votes.cast)(*_ballot(table, user, here))
        rows = [(result.user_id, result.won, result.score, result.day) for result in await here.results.of(table.id)]
        assert rows == [(501, False, 0, None), (502, False, 0, None), (None, False, 0, None)]
        assert not (await here.rankings.groups("wyverns-knot", "all", DAY, guild_id=None, user_id=501)).rows
        assert (await here.profiles.profile(501)).games == 1


def _ballot(table: Table, user: int, here: House) -> tuple[Any, ...]:
    return (table.id, user, next(here.interactions)) if user == 501 else (table.id, user, True, next(here.interactions))


@settings(max_examples=12, deadline=None)
@given(ended=ENDED, hidden=SOME, period=st.sampled_from(periods.COUNTING), guild_id=st.sampled_from([None, HALL]))
def test_kept_standings_are_what_the_games_say(
    stored: Stored, ended: list[Ended], hidden: frozenset[int], period: Period, guild_id: int | None
) -> None:
    """Of winners and of groups: kept as games end, they are what counting all games gives, by this file's reckoning."""
    here = [
        game for game in ended if belongs(period, DAY + timedelta(days=game.days)) and guild_id in (None, game.guild_id)
    ]
    wins, best = dict[int, list[bool]](), dict[str, int]()
    for game in here:
        for user in game.users:
            if guild_id is not None or user not in hidden:
                wins.setdefault(user, []).append(user == game.users[game.points % len(game.users)])
        party = results.party_text(game.users)
        best[party] = max(best.get(party, 0), game.points)
    stored.play(ended, hidden)
    for user in (501, 999):
        board, groups = stored.several(period, guild_id, user)
        ranks = {one: sum(won) for one, won in wins.items()}
        assert board.total == len(ranks)
        assert [(place.user_id, place.wins, place.deals) for place in board.rows] == [
            (one, ranks[one], len(wins[one])) for one in sorted(ranks, key=lambda one: (-ranks[one], one))
        ]
        assert [place.place for place in board.rows] == shared_places([place.wins for place in board.rows])
        assert (board.own is not None) == (user in ranks)
        assert board.own is None or board.own in board.rows
        assert groups.total == len(best)
        whole = sorted(best, key=lambda party: (-best[party], party))
        shown = groups.rows
        assert [group.score for group in shown] == [best[party] for party in whole[: len(shown)]]
        assert [group.place for group in shown] == shared_places([best[party] for party in whole])[: len(shown)]
        mine = [best[party] for party in best if str(user) in party.split(",")]
        assert (groups.own.score if groups.own else None) == max(mine, default=None)
        assert groups.own is None or groups.own.place == 1 + sum(points > groups.own.score for points in best.values())


async def count_one(connection: Any, row: Mapping[str, Any]) -> None:
    day = datetime.fromtimestamp(row["finished_at"], UTC).date()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(standings, "today", lambda: day)
        if row["points"] is None:
            won = {row["user_id"]: bool(row["won"])}
            await connection.write_all([await standings.count_wins(connection, won, row["game"], row["guild_id"])])
        elif row["seat"] == 0:
            about = (row["table_id"], row["game"], row["guild_id"], row["party"], row["points"])
            await connection.write_all([standings.count_group(*about)])


# -- A hundred thousand results


async def test_a_large_board_is_a_walk_along_its_index(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite3"
    database = await Database.open(path)
    try:
        with closing(sqlite3.connect(path)) as connection, connection:
            benchmark.fill_standings(connection)
        asked: list[tuple[str, Any]] = []

        def note(statement: str, values: Any) -> None:
            if statement.startswith("SELECT"):
                asked.append((statement, values))

        looks = benchmark.looks(database)
        for name in ("everywhere, first page", "everywhere, last page", "a server of 1,000"):
            asked.clear()
            with noted(note):
                board = await looks[name]()
            assert len(board.rows) == 10
            plan = list(steps(path, asked))
            assert not [step for step in plan if step.startswith("SCAN")], plan
            if name.startswith("everywhere"):
                assert not [step for step in plan if "TEMP B-TREE" in step], plan
                assert board.total == benchmark.PLAYERS
                by_rank = "USING INDEX standings_by_rank (game=? AND period=? AND listed=?)"
                in_order = [step for step in plan if by_rank in step]
                assert len(in_order) == (2 if "last" in name else 1), "the page itself, and who is first"
            else:
                assert board.total == benchmark.MEMBERS
                walked = [step for step in plan if "standings" in step and "user_id=?" not in step]
                assert not walked, "through its members, not through all standings"
    finally:
        await database.close()


def steps(path: Path, asked: Sequence[tuple[str, Any]]) -> Iterator[str]:
    """How SQLite goes about these queries."""
    with closing(sqlite3.connect(path)) as connection:
        for statement, values in asked:
            yield from (row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values))
