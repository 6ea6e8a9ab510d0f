"""Several processes on one database: what one process's lock and memory guarantee, the database does."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import URL, literal

from engine import GAMES
from engine import wyverns_knot as knot
from players.answer import Question
from tables.boards import seasons
from tables.daily.announcements import Announcements
from tables.daily.calendar import monday
from tables.daily.par import Pars
from tables.daily.weeks import Weeks
from tables.history.analyses import Analyses, Progress
from tables.history.archive import PACKED_AFTER, Archive
from tables.play.computers import strengths
from tables.play.followers import Followers
from tables.play.model import Refused, Request, Stale, Table, Taken
from tables.play.solitaires import Solitaires
from tables.play.terms import terms_of, unready
from tables.play.timers import Timers, Times
from tables.store import leases
from tables.store.database import Database

from .days import AWAY, DAY, HOME, Clock, House, clock, house
from .stored import rows
from .test_rankings import group_game

ANN, BEN, CAT, DOT, EVE, FAY = 101, 102, 103, 104, 105, 106
KEY = "hexaract"
KNOT = "wyverns-knot"
Two = tuple[House, House]

__all__ = ["clock"]  # a fixture


@pytest.fixture
async def two(postgres: URL, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Two]:
    """Two processes of one hall, as far as the database can tell. Neither says by itself that it lives."""
    monkeypatch.setattr(leases, "STARTED", literal(0))  # the server of the tests may be younger than a lease
    monkeypatch.setattr(leases, "RENEW", 3600.0)
    async with AsyncExitStack() as stack:
        one, other = [await stack.enter_async_context(house(postgres)) for _ in range(2)]
        other.interactions = one.interactions
        yield one, other


def die(here: House) -> None:
    """Its lease is over."""
    here.rows("UPDATE processes SET until = 0 WHERE id = ?", here.database.leases.owner)


async def outcomes(*calls: Awaitable[Any]) -> list[Any]:
    """What came of calls at once: a result each, or the exception."""
    return list(await asyncio.gather(*calls, return_exceptions=True))


def request(here: House, user_id: int, guild_id: int = HOME, channel_id: int = 1) -> Request:
    return Request(user_id, f"user {user_id}", guild_id, channel_id, next(here.interactions))


async def begun(here: House, *users: int) -> Table:
    """A game of Wyvern's Knot at which they sit."""
    return await group_game(here, users, 1)


# -- At a table


async def test_five_members_at_once_all_sit_down_and_no_sixth(two: Two) -> None:
    one, other = two
    table = await one.lobbies.open(KNOT, request(one, ANN))
    joining = [
        (one, other)[number % 2].lobbies.join(table.id, user, f"user {user}", next(one.interactions))
        for number, user in enumerate((BEN, CAT, DOT, EVE, FAY))
    ]
    found = await outcomes(*joining)
    (refused,) = [one for one in found if isinstance(one, Exception)]
    assert isinstance(refused, Refused)
    assert "seats are taken" in str(refused)
    for here in two:
        players = (await here.tables.get(table.id)).players
        assert len(players) == 5
        assert players[0].user_id == ANN
    assert len({row["place"] for row in one.rows("SELECT place FROM players")}) == 5


async def test_of_presses_at_once_in_two_processes_one_moves(two: Two) -> None:
    one, other = two
    table = await begun(one, ANN, BEN, CAT)
    version = (await other.tables.get(table.id)).version
    for here in two:
        await here.tables.look(table.id, ANN)
    presses = [
        here.tables.play(table.id, ANN, [knot.moves.Scout(cell)], next(one.interactions), version=version)
        for here, cell in ((one, 0), (other, 1), (one, 2), (other, 3))
    ]
    found = await outcomes(*presses)
    assert sorted(isinstance(one, Stale) for one in found) == [False, True, True, True], found
    assert len(one.rows("SELECT 1 FROM log WHERE kind = 'move'")) == 1
    assert await one.tables.show(table.id) == await other.tables.show(table.id)


async def test_an_interaction_that_two_processes_are_given_is_applied_once(two: Two) -> None:
    one, _ = two
    table = await begun(one, ANN, BEN, CAT)
    interaction = next(one.interactions)
    found = await outcomes(*[here.tables.play(table.id, ANN, [knot.moves.Scout(5)], interaction) for here in two])
    assert sorted(type(one).__name__ for one in found) == ["AlreadyApplied", "PlayerView"], found
    assert len(one.rows("SELECT 1 FROM log WHERE kind = 'move'")) == 1


async def test_undo_against_move(two: Two) -> None:
    """Either the move was taken back, and nobody moved after it, or somebody did, and it stands."""
    one, other = two
    table = await group_game(one, (ANN, BEN), 1, "advyria")
    for number in range(6):
        await one.move(table)
        state, game = one.state(table), GAMES[table.game]
        actor = (await one.tables.get(table.id)).sitting(game.to_act(state))
        assert actor
        mover = next(user for user in (ANN, BEN) if user != actor.user_id)
        move = game.legal_moves(state)[0]
        undo, play = (one, other) if number % 2 else (other, one)
        before = len(one.rows("SELECT 1 FROM log"))
        found = await outcomes(
            undo.tables.undo(table.id, mover, next(one.interactions)),
            play.tables.play(table.id, actor.user_id, [move], next(one.interactions)),
        )
        logged = one.rows("SELECT kind FROM log ORDER BY version")[before:]
        assert [isinstance(one, Refused) for one in found].count(False) <= 1, found
        assert (len(logged) > 0) == any(not isinstance(one, Exception) for one in found)
        assert await one.tables.show(table.id) == await other.tables.show(table.id)


async def test_what_another_process_has_changed_is_what_one_sees(two: Two) -> None:
    """Moves, votes, posts, closed direct messages, hints, and which game is in the channel."""
    one, other = two
    table = await begun(one, ANN, BEN, CAT)
    channel = table.channel_id
    for here in two:
        assert (await here.tables.in_channel(channel)) == await here.tables.get(table.id)
        assert await here.votes.of(table.id) is None
        assert await here.posts.of(table.id) == {}
        assert not await here.posts.dm_closed(ANN)
    await one.tables.play(table.id, ANN, [knot.moves.Scout(5)], next(one.interactions))
    assert (await other.tables.look(table.id, ANN)) == await one.tables.look(table.id, ANN)
    await one.votes.open(table.id, BEN, next(one.interactions))
    assert await other.votes.of(table.id) == await one.votes.of(table.id) is not None
    await one.posts.set_dm_closed(ANN, True)
    assert await other.posts.dm_closed(ANN)
    await other.votes.cast(table.id, ANN, True, next(one.interactions))
    over = await one.tables.get(table.id)
    assert over.phase == "over"
    assert (await one.tables.in_channel(channel)) == over
    again = await other.lobbies.again(table.id, BEN, next(one.interactions))
    assert (await one.tables.in_channel(channel)) == await other.tables.get(again.id)


async def test_one_table_a_channel_and_one_solitaire_a_player(two: Two) -> None:
    one, other = two
    opening = [here.lobbies.open(KNOT, request(one, user)) for here, user in ((one, ANN), (other, BEN))]
    found = await outcomes(*opening)
    assert sorted(isinstance(one, Taken) for one in found) == [False, True], found


async def test_followers_are_counted_by_both(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.play.followers.MOST", 3)
    one, other = two
    table = await begun(one, ANN, BEN, CAT)
    following = [
        Followers((one, other)[number % 2].database).toggle(table.id, 900 + number, next(one.interactions))
        for number in range(6)
    ]
    found = await outcomes(*following)
    assert sum(followed is True for followed in found) == 3, found


# -- Deals of the day


async def test_the_same_daily_in_two_servers_is_one_attempt(two: Two, clock: Clock) -> None:
    one, other = two
    for day in range(3):
        clock.set(days=day)
        asked = [
            here.deals.play(KEY, clock.today, request(one, ANN, guild)) for here, guild in ((one, HOME), (other, AWAY))
        ]
        found = await outcomes(*asked)
        assert all(isinstance(table, Table) for table in found), found
        assert found[0].id == found[1].id, "the second continues what the first has begun"
    assert len(one.rows("SELECT 1 FROM attempts")) == len(one.rows("SELECT 1 FROM deals")) == 3


async def test_games_that_end_at_once_all_count(two: Two, clock: Clock) -> None:
    """Of one player, in two processes: the standings are those of both games."""
    one, other = two
    yesterday = await one.deal(ANN, KEY, DAY)
    clock.set(days=1, hour=1)
    tables = [yesterday, await other.deal(ANN, KEY, DAY + timedelta(days=1))]
    await asyncio.gather(
        *[
            Solitaires(here.tables).give_up(table.id, ANN, next(here.interactions))
            for here, table in zip(two, tables, strict=True)
        ]
    )
    kept = {
        row["period"]: row["deals"] for row in one.rows("SELECT period, deals FROM standings WHERE user_id = ?", ANN)
    }
    assert kept["all"] == 2
    assert len(one.rows("SELECT 1 FROM results")) == 2


# -- What is due


async def test_a_row_that_is_due_is_claimed_by_one_of_both(two: Two, clock: Clock) -> None:
    one, other = two
    for number in range(20):
        await one.lobbies.open(KNOT, request(one, 200 + number, channel_id=50 + number))
    clock.set(days=30)
    at = int(clock.at.timestamp())
    claimed = await asyncio.gather(*[Timers(here.database).due(at, most=7) for here in (one, other) * 3])
    found = [(deadline.table_id, deadline.kind) for due in claimed for deadline in due]
    assert len(found) == len(set(found)) == 40, "that each table closes soon, and that it closes"
    assert {row["owner"] for row in one.rows("SELECT DISTINCT owner FROM timers")} == {
        here.database.leases.owner for here in two
    }
    assert await Timers(one.database).due(at, most=50) == ()
    die(one)
    assert await other.database.leases.renew()
    left = await Timers(other.database).due(at, most=50)
    assert {deadline.table_id for deadline in left} == {
        deadline.table_id for number, due in enumerate(claimed) for deadline in due if number % 2 == 0
    }, "what the dead one had"
    for deadline in left:
        await Timers(other.database).done(deadline)
    assert await Timers(other.database).due(at, most=50) == ()


async def test_announcements_and_reminders_go_to_one_of_both(two: Two, clock: Clock) -> None:
    one, other = two
    clock.set(hour=1)
    for number in range(1, 21):
        await Announcements(one.database).put(number, number, 9, 1)
        await one.people.set_reminder(number, 9)
    clock.set(hour=11)
    at = int(clock.at.timestamp())
    both = [Announcements(here.database) for here in two]
    due = await asyncio.gather(*[announcements.due(at, most=7) for announcements in both * 3])
    told = [announcement.guild_id for some in due for announcement in some]
    assert len(told) == len(set(told)) == 20
    reminded = await asyncio.gather(*[here.people.to_remind(at, most=7) for here in two * 3])
    assert sorted(user for some in reminded for user in some) == list(range(1, 21))
    die(one)
    await other.database.leases.renew()
    again = await both[1].due(at, most=50)
    assert {announcement.guild_id for announcement in again} == {
        announcement.guild_id for number, some in enumerate(due) for announcement in some if number % 2 == 0
    }
    assert all(announcement.begun for announcement in again), "nobody knows whether it was sent"


async def test_a_par_is_played_by_one_of_both(two: Two, clock: Clock) -> None:
    one, other = two
    await one.deal(ANN, KEY, DAY)
    begun = {here.database.leases.owner: asyncio.Event() for here in two}

    async def play(here: House) -> None:
        async def ask(question: Any) -> bytes:
            begun[here.database.leases.owner].set()
            return await asyncio.Future[bytes]()

        await Pars(here.database).play(ask)

    playing = asyncio.create_task(play(one))
    await begun[one.database.leases.owner].wait()
    await play(other)
    assert not begun[other.database.leases.owner].is_set()
    die(one)
    await other.database.leases.renew()
    over = asyncio.create_task(play(other))
    await begun[other.database.leases.owner].wait()
    for task in (playing, over):
        task.cancel()
    await asyncio.wait([playing, over])


async def test_a_computers_move_is_thought_about_by_one_of_both(two: Two) -> None:
    one, _ = two
    table = await one.lobbies.open(KNOT, request(one, ANN))
    for _ in range(2):
        await one.lobbies.add_computer(table.id, ANN, strengths(table)[0], next(one.interactions))
    await one.lobbies.start(table.id, ANN, next(one.interactions))
    one.rows("INSERT INTO timers (table_id, kind, due_at) VALUES (?, 'think', 0)", table.id)
    timers = [Timers(here.database) for here in two]
    assert [await each.to_think() for each in timers] == [(table.id,), (table.id,)]
    claimed = await asyncio.gather(*[each.claim_thought(table.id) for each in timers])
    assert sorted(claimed) == [False, True]
    first, second = timers if claimed[0] else reversed(timers)
    assert await second.to_think() == ()
    assert await first.to_think() == (table.id,), "its own it may begin again"
    die(two[claimed.index(True)])
    await two[claimed.index(False)].database.leases.renew()
    assert await second.to_think() == (table.id,)
    assert await second.claim_thought(table.id)


async def test_the_hall_was_open_while_another_process_beat_its_clock(two: Two, clock: Clock) -> None:
    one, _ = two
    await one.lobbies.open(KNOT, request(one, ANN))
    at = int(clock.at.timestamp())
    times = Times()
    both = [Timers(here.database) for here in two]
    await asyncio.gather(*[each.beat(at, 0, times) for each in both])
    assert len(one.rows("SELECT 1 FROM clock")) == 1
    (due,) = one.rows("SELECT due_at FROM timers WHERE kind = 'close'")
    await both[0].beat(at + 3600, 0, times)
    await both[1].beat(at + 3605, 3605, times)
    (now,) = one.rows("SELECT due_at FROM timers WHERE kind = 'close'")
    assert now["due_at"] - due["due_at"] <= 5, "one of both stood still, and the other one didn't"
    await asyncio.gather(*[each.beat(at + 10_000, 6395, times) for each in both])
    (now,) = one.rows("SELECT due_at FROM timers WHERE kind = 'close'")
    assert 6395 <= now["due_at"] - due["due_at"] <= 6400, "the hall was closed once"


# -- What is forgotten


async def test_who_is_forgotten_in_one_process_is_so_in_the_other(two: Two, clock: Clock) -> None:
    one, other = two
    table = await one.finish(await group_game(one, (ANN, BEN, CAT), 1))
    await other.people.met(ANN, "Ann", HOME, "Ann")
    assert (await other.tables.get(table.id)).player(ANN)
    await asyncio.gather(*[here.privacy.delete(ANN) for here in two])
    assert (await other.tables.get(table.id)).player(ANN) is None
    assert not one.rows("SELECT 1 FROM forgotten")
    await other.people.met(ANN, "Ann", HOME, "Ann")
    assert one.rows("SELECT 1 FROM people WHERE user_id = ?", ANN), "whoever comes back is met again"


async def test_a_deletion_that_a_dead_process_began_is_done_by_the_other(two: Two) -> None:
    one, other = two
    await one.people.met(ANN, "Ann", HOME, "Ann")
    one.rows("INSERT INTO forgotten (user_id, at, owner) VALUES (?, 0, ?)", ANN, one.database.leases.owner)
    await other.privacy.resume()
    assert one.rows("SELECT 1 FROM people"), "the one that began it is at it"
    die(one)
    await other.database.leases.renew()
    await other.privacy.resume()
    assert not one.rows("SELECT 1 FROM people UNION SELECT 1 FROM forgotten")


async def test_two_processes_pack_a_game_once(two: Two, clock: Clock) -> None:
    one, _ = two
    table = await one.finish(await group_game(one, (ANN, BEN, CAT), 1))
    one.rows("UPDATE tables SET shown = version, changed_at = changed_at - ?", PACKED_AFTER + 1)
    await asyncio.gather(*[Archive(here.database).pack() for here in two])
    assert len(one.rows("SELECT 1 FROM archive")) == 1
    for here in two:
        assert (await here.tables.verify(table.id)).holds


# -- To start


async def test_processes_that_start_at_once_migrate_once(postgres_server: Any) -> None:
    empty = postgres_server.new(empty=True)
    try:
        opened = await asyncio.gather(*[Database.open(empty) for _ in range(3)])
        assert len(rows(empty, "SELECT 1 FROM alembic_version")) == 1
        assert len(rows(empty, "SELECT 1 FROM secrets")) == 1
        assert len(rows(empty, "SELECT 1 FROM processes")) == 3
        for database in opened:
            await database.close()
        assert not rows(empty, "SELECT 1 FROM processes")
    finally:
        postgres_server.drop(empty)


# -- The deal of the week


async def test_whoever_starts_the_deal_of_the_week_twice_at_once_sits_at_one(two: Two, clock: Clock) -> None:
    """In two servers, whose tables two processes begin: the others who wait there can play another size, or no more."""
    one, other = two
    tables = [
        await group_lobby(one, (ANN, BEN, CAT), HOME),
        await group_lobby(other, (CAT, DOT, ANN), AWAY),
    ]
    came = await outcomes(
        *[
            here.lobbies.start(table.id, table.host_id, next(here.interactions))
            for here, table in zip(two, tables, strict=True)
        ]
    )
    assert sorted(isinstance(each, Refused) for each in came) == [False, True], came
    assert len(one.rows("SELECT DISTINCT table_id FROM attempts")) == 1
    assert len(one.rows("SELECT * FROM attempts")) == 3


async def test_a_week_is_counted_by_one_process_and_taken_over_from_a_dead_one(
    two: Two, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    table = await group_lobby(one, (ANN, BEN, CAT), HOME)
    await one.lobbies.start(table.id, ANN, next(one.interactions))
    await one.votes.open(table.id, ANN, next(one.interactions))
    await one.votes.cast(table.id, BEN, True, next(one.interactions))
    clock.set(days=3, hour=2)
    real = seasons.count

    async def cut_off(*_: Any) -> None:
        raise ConnectionError

    monkeypatch.setattr(seasons, "count", cut_off)
    with pytest.raises(ConnectionError):
        await Weeks(one.database).count()
    monkeypatch.setattr(seasons, "count", real)
    await Weeks(other.database).count()
    assert await Weeks(other.database).waits(), "it is the other's, who lives"
    assert one.rows("SELECT share FROM week_groups") == [{"share": None}]
    die(one)
    await other.database.leases.renew()
    await Weeks(other.database).count()
    assert one.rows("SELECT share FROM week_groups") == [{"share": 5000}]
    assert len(one.rows("SELECT * FROM season_standings")) == 3


async def group_lobby(here: House, users: tuple[int, ...], guild_id: int) -> Table:
    """Of the deal of the week."""
    first, *others = (request(here, user, guild_id, guild_id) for user in users)
    table = await here.lobbies.open(KNOT, first, week=monday(DAY))
    for one in others:
        table = await here.lobbies.join(table.id, one.user_id, one.name, one.interaction_id, terms=terms_of(table))
    for player in unready(table):
        table = await here.lobbies.agree(table.id, player.user_id, terms_of(table), next(here.interactions))
    return table


async def test_who_isnt_ready_holds_up_a_start_in_any_process(two: Two, clock: Clock) -> None:
    """One process still has the table in memory as it was when everybody was ready."""
    one, other = two
    table = await group_lobby(one, (ANN, BEN, 103), 71)
    await other.lobbies.leave(table.id, BEN, next(other.interactions))
    await other.lobbies.join(table.id, BEN, "Ben", next(other.interactions))
    terms = terms_of(await other.tables.get(table.id))
    with pytest.raises(Refused, match=r"2 of 3 still have to press \*\*Ready"):
        await one.lobbies.start(table.id, ANN, next(one.interactions), terms=terms)
    await other.lobbies.agree(table.id, 103, terms, next(other.interactions))
    came = await asyncio.gather(
        other.lobbies.agree(table.id, BEN, terms, next(other.interactions)),
        one.lobbies.choose_week(table.id, ANN, False, next(one.interactions)),
        one.lobbies.start(table.id, ANN, next(one.interactions), terms=terms),
        return_exceptions=True,
    )
    assert all(isinstance(one, Table | Refused) for one in came), came
    ranked = one.rows("SELECT id FROM tables WHERE phase = 'playing' AND ranked")
    assert len(one.rows("SELECT * FROM attempts")) == 3 * len(ranked)


async def test_a_game_that_one_process_cant_look_back_at_is_for_the_other(two: Two, clock: Clock) -> None:
    """Whoever has asked the other one doesn't wait for what has been given up."""
    one, _ = two
    alone = Request(ANN, "user 101", None, 1, next(one.interactions))
    table = await one.finish(await Solitaires(one.tables).start(KEY, alone))
    here, there = (Analyses(house.tables) for house in two)

    async def failing(question: Question) -> bytes:
        raise KeyError

    waiting = await there.ask_for(table.id)
    assert isinstance(waiting, Progress)
    for analyses in (here, there):
        await analyses.go_on(failing)
        with pytest.raises(Refused, match="couldn't look back"):
            await analyses.ask_for(table.id)
    assert [row["owner"] for row in one.rows("SELECT owner FROM analyses")] == [None]


async def test_a_new_name_at_a_table_reaches_the_other_process(two: Two) -> None:
    one, other = two
    table = await begun(one, ANN, BEN, CAT)
    for here in two:
        assert "Annabel" not in (await here.tables.get(table.id)).names()
    await one.tables.rename(table.id, ANN, "Annabel")
    for here in two:
        with here.database.visit():
            now = await here.tables.get(table.id)
        assert "Annabel" in now.names()
        assert now.version == table.version
    with other.database.visit():
        await other.tables.play(table.id, ANN, [knot.moves.Scout(0)], next(one.interactions))
    for here in two:
        assert "Annabel" in (await here.tables.get(table.id)).names()
