"""Deals of the day: the same for everybody, known by nobody beforehand, and the first attempt counts."""

import asyncio
import hashlib
import hmac
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine import GAMES, Chance, Game, encode, hexaract
from engine.advent_of_the_wyrms import moves as advent
from engine.advent_of_the_wyrms.incantations import count_finished
from tables.boards import standings
from tables.daily import deals
from tables.daily.attempts import GAMES_OF_THE_DAY
from tables.daily.calendar import closes_at
from tables.people.profile import Streak
from tables.play.model import AlreadyApplied, Outdated, Refused, Request, Table
from tables.play.results import Result
from tables.play.solitaires import Solitaires
from tables.play.tables import Tables
from tables.store.database import Where
from tables.store.errors import DatabaseError

from ..cogs.solitaires import chosen, script
from .days import AWAY, DAY, HOME, Clock, House, clock, house

KEY = "hexaract"
ANN, BEN, CAT = 900001, 900002, 900003
SEED = f"{7:064x}"
TOMORROW, YESTERDAY = DAY + timedelta(days=1), DAY - timedelta(days=1)

__all__ = ["clock"]  # a fixture


async def refused(doing: Any) -> str:
    """The sentence that says why it can't be done."""
    with pytest.raises(Refused) as error:
        await doing
    return str(error.value)


async def give_up(here: House, table: Table) -> None:
    await Solitaires(here.tables).give_up(table.id, table.host_id, next(here.interactions))


async def lose(here: House, user_id: int, day: date, key: str = KEY) -> Table:
    table = await here.deal(user_id, key, day)
    await give_up(here, table)
    return table


# -- The deal


async def test_everybody_gets_the_same_deal_and_every_day_and_game_another(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        seeds = []
        for day in (0, 1):
            clock.set(days=day)
            for game in GAMES_OF_THE_DAY:
                deal = await here.deals.deal(game, clock.today)
                ann = await here.deal(ANN, game, clock.today, guild_id=HOME)
                ben = await here.deal(BEN, game, clock.today, guild_id=AWAY)
                cat = await here.deal(CAT, game, clock.today, guild_id=None)
                assert here.state(ann) == here.state(ben) == here.state(cat)
                assert {table.commitment for table in (ann, ben, cat)} == {deal.commitment}
                seeds += here.rows(
                    "SELECT DISTINCT seed, commitment FROM tables NATURAL JOIN deals WHERE id = ?", ann.id
                )
        assert len(here.rows("SELECT 1 FROM deals")) == len(seeds) == 2 * len(GAMES_OF_THE_DAY)
        assert len({row["seed"] for row in seeds}) == len(seeds)
        for row in seeds:
            assert row["commitment"] == hashlib.sha256(bytes.fromhex(row["seed"])).hexdigest()


async def test_what_is_public_doesnt_lead_to_tomorrows_deal(tmp_path: Path, clock: Clock) -> None:
    """The seed is keyed with a secret that each hall makes for itself, and that nothing tells."""
    one, two = tmp_path / "one.sqlite3", tmp_path / "two.sqlite3"
    async with house(one, secret=None) as here, house(two, secret=None) as other:
        table = await lose(here, ANN, DAY)
        await here.deal(BEN, KEY, DAY)
        await here.deals.deal("advyria", DAY)
        secrets = [bytes.fromhex(row["value"]) for hall in (here, other) for row in hall.rows("SELECT * FROM secrets")]
        assert len(set(secrets)) == 2
        assert all(len(secret) == 32 for secret in secrets)
        seeds = [hmac.digest(secrets[0], f"{KEY}/{day}".encode(), "sha256").hex() for day in (DAY, TOMORROW)]
        public = [
            *[await here.deals.deal(game, DAY) for game in (KEY, "advyria")],
            *[await here.deals.statuses(user, DAY) for user in (ANN, BEN)],
            *[await here.export(user) for user in (ANN, BEN)],
            await here.tables.verify(table.id),
            await here.tables.look(table.id, ANN),
            await here.tables.get(table.id),
            await here.rankings.board(KEY, "day", DAY, guild_id=None, user_id=ANN),
        ]
        told = repr(public) + encode(await here.export(ANN)).decode()
        assert seeds[0] == here.rows("SELECT seed FROM deals WHERE game = ?", KEY)[0]["seed"]
        assert not [secret for secret in (secrets[0].hex(), *seeds) if secret in told]
        assert (await other.deals.deal(KEY, DAY)).commitment != (await here.deals.deal(KEY, DAY)).commitment
        assert "no deal" in await refused(here.deals.deal(KEY, TOMORROW))

        clock.set(days=1, hour=2)
        told = repr([await here.deals.deal(KEY, DAY), await here.tables.get(table.id)])
        assert told.count(seeds[0]) == 2, "it is told when its ranked play is closed"
        clock.set(days=1)
        assert (await here.deal(CAT, KEY, TOMORROW)).commitment == hashlib.sha256(bytes.fromhex(seeds[1])).hexdigest()


async def test_only_todays_deals_of_solo_games_are_made(where: Where, clock: Clock) -> None:
    days = [(KEY, day) for day in (TOMORROW, YESTERDAY, date.max, date.min)]
    async with house(where) as here:
        before = here.everything()
        for key, day in (*days, ("wyverns-knot", DAY), ("no game", DAY), ("no game", YESTERDAY)):
            doings = here.deals.deal(key, day), here.deal(ANN, key, day), here.practise(ANN, key, day)
            for doing in doings:
                assert (await refused(doing)).endswith(".")
        assert here.everything() == before


async def test_the_secret_and_the_deals_outlive_a_restart(where: Where, clock: Clock) -> None:
    async with house(where, secret=None) as here:
        before = here.everything()["secrets"]
        deal = await here.deals.deal(KEY, DAY)
    async with house(where, secret=None) as here:
        assert here.everything()["secrets"] == before
        assert await here.deals.deal(KEY, DAY) == deal


async def test_a_deal_that_all_need_at_once_is_made_once(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        other = House(here.where, here.database, Tables(here.database))
        needed = await asyncio.gather(*(hall.deals.deal(KEY, DAY) for hall in (here, other) * 5))
        assert len(set(needed)) == len(here.rows("SELECT 1 FROM deals")) == 1


# -- Rules that change


def newer(game: Game[Any, Any, Any, Any, Any], *earlier: Game[Any, Any, Any, Any, Any]) -> Any:
    """A next version of its rules, by which everything is dealt in another way."""
    return replace(
        game,
        version=game.version + 1,
        earlier=earlier,
        new=lambda seats, options, chance: game.new(seats, options, Chance("other rules")),
    )


async def test_a_version_raised_at_noon_changes_nothing_that_day(
    where: Where, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = GAMES[KEY]
    async with house(where) as here:
        ann = await here.deal(ANN, KEY, DAY)
        dealt, deal = here.state(ann), await here.deals.deal(KEY, DAY)
        await here.move(ann)
        monkeypatch.setitem(GAMES, KEY, newer(old, old))
        assert await here.tables.outdated() == ()
        ben = await here.deal(BEN, KEY, DAY)
        assert here.state(ben) == dealt
        assert await here.deals.deal(KEY, DAY) == deal
        for table in (ann, ben):
            await here.finish(await here.tables.get(table.id))
        clock.set(days=1)
        for table in (ann, ben):
            assert (await here.tables.verify(table.id)).holds
        cat = await here.deal(CAT, KEY, TOMORROW)
        assert here.state(cat) == old.new(1, hexaract.state.Options(), Chance("other rules"))
        assert (await here.deals.deal(KEY, TOMORROW)).rules == old.version + 1
        assert here.state(await here.practise(CAT, KEY, DAY)) == dealt, "the day's rules stay with its deal"


async def test_rules_that_arent_kept_are_refused_in_a_sentence(
    where: Where, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(where) as here:
        ann = await here.deal(ANN, KEY, DAY)
        monkeypatch.setitem(GAMES, KEY, newer(GAMES[KEY]))
        here.database.forget()  # they come with a new process
        before = here.everything()
        assert "older rules" in await refused(here.deal(BEN, KEY, DAY))
        assert here.everything() == before
        with pytest.raises(Outdated):
            await here.tables.look(ann.id, ANN)
        assert [table.id for table in await here.tables.outdated()] == [ann.id]


# -- One ranked attempt


async def test_the_attempt_can_be_interrupted_and_counts_once(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        assert {standing.state for standing in (await here.deals.statuses(ANN, DAY)).values()} == {"new"}
        table = await here.deal(ANN, KEY, DAY)
        await here.move(table)
        position = here.state(table)
    async with house(where) as here:
        here.interactions = iter(range(1000, 9999))  # type: ignore[assignment]
        assert (await here.deals.statuses(ANN, DAY))[KEY].state == "playing"
        resumed = await here.deal(ANN, KEY, DAY, guild_id=AWAY)
        assert (resumed.id, resumed.ranked, resumed.day) == (table.id, True, DAY)
        assert here.state(resumed) == position
        asked = await here.deals.asked(table.id)
        assert asked
        assert asked.guild_id == AWAY, "the result is shared where it was asked for last"
        await here.deal(ANN, KEY, DAY, guild_id=None)
        assert await here.deals.asked(table.id) == asked, "a direct message is no place to share it"
        await here.finish(resumed)
        standing = (await here.deals.statuses(ANN, DAY))[KEY]
        assert (standing.state, standing.table_id) == ("done", table.id)
        assert standing.result == (await here.results.of(table.id))[0]
        assert standing.result.day == DAY
        before = here.everything()
        assert "first attempt" in await refused(here.deal(ANN, KEY, DAY))
        assert here.everything() == before


async def test_giving_up_counts_as_a_loss(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await lose(here, ANN, DAY)
        (result,) = await here.results.of(table.id)
        assert (result.day, result.won, result.score) == (DAY, False, 0)
        await refused(here.deal(ANN, KEY, DAY))
        board = await here.rankings.board(KEY, "day", DAY, guild_id=None, user_id=ANN)
        assert board.own == board.rows[0]
        assert (board.rows[0].points, board.rows[0].wins) == (0, 0)
        assert (await here.profiles.profile(ANN)).tallies[0].best is None, "nothing of a game given up is a best score"


async def test_a_win_is_written_as_the_game_scores_it(where: Where, clock: Clock) -> None:
    seed, played = script(KEY, won=True)
    outcome = GAMES[KEY].outcome(played[-1].step.state)
    assert outcome
    async with house(where) as here:
        await here.deals.deal(KEY, DAY)
        here.rows("UPDATE deals SET seed = ?", seed)
        table = await here.deal(ANN, KEY, DAY)
        for one in chosen(KEY, played):
            await here.tables.play(table.id, ANN, [one.move], next(here.interactions))
        (result,) = await here.results.of(table.id)
        assert (result.won, result.score) == (True, outcome.scores[0])
        await lose(here, BEN, DAY)
        board = await here.rankings.board(KEY, "day", DAY, guild_id=None, user_id=BEN)
        assert [(place.place, place.user_id, place.points, place.wins) for place in board.rows] == [
            (1, ANN, outcome.scores[0], 1),
            (2, BEN, 0, 0),
        ]


async def test_a_game_ends_with_its_result_or_not_at_all(where: Where, clock: Clock) -> None:
    """The last write of the transaction fails, as when the disk is full."""
    async with house(where) as here:
        table = await here.deal(ANN, KEY, DAY)
        full, free = {
            "sqlite": (
                "CREATE TRIGGER no BEFORE INSERT ON standings WHEN NEW.period = 'all' "
                "BEGIN SELECT RAISE(ABORT, ''); END",
                "DROP TRIGGER no",
            ),
            "postgresql": (
                "ALTER TABLE standings ADD CONSTRAINT no CHECK (period <> 'all')",
                "ALTER TABLE standings DROP CONSTRAINT no",
            ),
        }[here.database.dialect]
        here.rows(full)
        before = here.everything()
        with pytest.raises(DatabaseError):
            await give_up(here, table)
        assert here.everything() == before
        assert (await here.tables.get(table.id)).phase == "playing"
        here.rows(free)
        await give_up(here, table)
        assert len(here.rows("SELECT 1 FROM results")) == 1
        assert len(here.rows("SELECT 1 FROM standings")) == 4


# -- Cheating


async def test_two_starts_at_once_are_one(where: Where, clock: Clock) -> None:
    """Also where the memories of the two differ: what is stored decides."""
    async with house(where) as here:
        other = House(here.where, here.database, Tables(here.database))
        other.interactions = here.interactions
        tables = await asyncio.gather(*(hall.deal(ANN, KEY, DAY) for hall in (here, other) * 4))
        assert len({table.id for table in tables}) == 1
        assert len(here.rows("SELECT 1 FROM tables")) == len(here.rows("SELECT 1 FROM attempts")) == 1


async def test_an_interaction_begins_one_game(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        await here.deal(ANN, KEY, DAY)
        here.interactions = iter([1, 1])  # type: ignore[assignment]
        for again in (here.deal(ANN, "advyria", DAY), here.practise(ANN, KEY, DAY)):
            with pytest.raises(AlreadyApplied):
                await again


async def test_no_practice_before_the_ranked_attempt_is_over(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        for _ in ("before it begins", "while it is played"):
            before = here.everything()
            assert "practise" in await refused(here.practise(ANN, KEY, DAY))
            assert here.everything()["tables"] == before["tables"]
            table = await here.deal(ANN, KEY, DAY)
        first = here.state(table)
        await here.finish(table)
        practice = await here.practise(ANN, KEY, DAY)
        assert (practice.ranked, practice.day, practice.seed) == (False, DAY, None)
        assert here.state(practice) == first
        assert (await here.practise(ANN, KEY, DAY)).id == practice.id, "it is gone on with"
        counted = {name: here.everything()[name] for name in ("results", "standings", "attempts")}
        over = await here.finish(practice)
        assert over.seed is None
        assert {name: here.everything()[name] for name in counted} == counted, "practice counts nowhere"
        assert (await here.practise(ANN, KEY, DAY)).id != practice.id, "as often as one likes"


async def test_whoever_missed_a_day_can_practise_its_deal_afterwards(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        await here.deals.deal(KEY, DAY)
        clock.set(days=1, hour=1, minute=59)
        await refused(here.practise(ANN, KEY, DAY))
        clock.set(days=1, hour=2)
        assert not (await here.practise(ANN, KEY, DAY)).ranked
        assert "no deal" in await refused(here.practise(ANN, KEY, YESTERDAY))


async def test_nobody_looks_at_anothers_before_its_day_is_closed(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await here.deal(ANN, KEY, DAY)
        for user in (BEN, None):
            assert "somebody else's" in await refused(here.tables.look(table.id, user))
        await give_up(here, table)
        await refused(here.tables.look(table.id, BEN))
        assert (await here.tables.look(table.id, ANN)).view
        clock.set(days=1, hour=2)
        assert (await here.tables.look(table.id, BEN)).seat is None


async def test_a_game_beside_it_is_another_deal(where: Where, clock: Clock) -> None:
    """A solitaire of one's own goes on at the same time, and no daily is taken for it."""
    async with house(where) as here:
        daily = await here.deal(ANN, KEY, DAY)
        solitaires = Solitaires(here.tables)
        assert await solitaires.of(ANN, KEY) is None
        free = await solitaires.start(
            KEY, Request(guild_id=HOME, channel_id=1, user_id=ANN, name="Ann", interaction_id=next(here.interactions))
        )
        assert (free.day, free.ranked) == (None, False)
        assert free.commitment != daily.commitment
        assert await solitaires.of(ANN, KEY) == free
        await give_up(here, free)
        assert (await here.deals.statuses(ANN, DAY))[KEY].state == "playing"
        assert (await here.results.of(free.id))[0].day is None


async def test_what_was_revealed_cant_be_taken_back(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await here.deal(ANN, KEY, DAY)
        while not here.rows("SELECT 1 FROM log WHERE reveals"):
            await here.move(table)
        before = here.state(table)
        await refused(here.tables.undo(table.id, ANN, next(here.interactions)))
        assert here.state(table) == before


async def test_deleting_ones_data_gives_no_second_attempt(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        clock.set(hour=23)
        await lose(here, ANN, DAY)
        clock.set(days=1, hour=0)
        running = await here.deal(ANN, KEY, TOMORROW)
        await here.privacy.delete(ANN)
        await refused(here.tables.get(running.id))
        assert len(here.rows("SELECT 1 FROM used_attempts")) == 2
        for day in (DAY, TOMORROW):
            standing = (await here.deals.statuses(ANN, day))[KEY]
            assert (standing.state, standing.table_id, standing.result) == ("done", None, None)
            assert "first attempt" in await refused(here.deal(ANN, KEY, day))
            assert not (await here.practise(ANN, KEY, day)).ranked
        assert (await here.deal(BEN, KEY, TOMORROW)).ranked, "of others they say nothing"
        await here.privacy.delete(ANN)  # practice, this time
        assert len(here.rows("SELECT 1 FROM used_attempts")) == 2
        clock.set(days=2, hour=23, minute=59)
        await here.deals.forget_used()
        assert len(here.rows("SELECT 1 FROM used_attempts")) == 2
        clock.set(days=3, hour=0)
        await here.deals.forget_used()
        assert not here.rows("SELECT 1 FROM used_attempts")


# -- Midnight and closing


async def test_a_game_that_ends_in_time_counts_for_the_day_it_was_dealt(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        clock.set(hour=23, minute=59)
        ann, ben, cat = [await here.deal(user, KEY, DAY) for user in (ANN, BEN, CAT)]
        clock.set(days=1, hour=0, minute=30)
        await here.move(ann)
        assert (await here.deal(ANN, KEY, DAY)).id == ann.id, "it goes on"
        assert (await here.deal(ANN, KEY, TOMORROW)).id != ann.id, "beside the new day's"
        await give_up(here, ann)
        clock.set(days=1, hour=1, minute=59, second=59)
        assert (await here.tables.get(ann.id)).seed is None
        assert not (await here.tables.verify(ann.id)).holds, "there is nothing yet to compare"
        assert not (await here.rankings.board(KEY, "day", DAY, guild_id=None, user_id=ANN)).final
        await here.finish(ben)
        clock.set(days=1, hour=2)
        assert int(clock.at.timestamp()) == closes_at(DAY)
        await here.finish(cat)
        assert [[result.day for result in await here.results.of(table.id)] for table in (ann, ben, cat)] == [
            [DAY],
            [DAY],
            [],
        ]
        standing = (await here.deals.statuses(CAT, DAY))[KEY]
        assert (standing.state, standing.table_id, standing.result) == ("done", cat.id, None)
        board = await here.rankings.board(KEY, "day", DAY, guild_id=None, user_id=CAT)
        assert {place.user_id for place in board.rows} == {ANN, BEN}
        assert (board.final, board.own) == (True, None)
        for table in (ann, ben, cat):
            verified = await here.tables.verify(table.id)
            assert verified.holds
            assert verified.table.seed == (await here.deals.deal(KEY, DAY)).seed


async def test_a_day_that_is_over_cant_be_begun(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        await here.deals.deal(KEY, DAY)
        clock.set(days=1, hour=0)
        assert "today's" in await refused(here.deal(ANN, KEY, DAY))


# -- What isn't finished when its day is closed


def counted(here: House) -> list[Any]:
    """Whose deals are given up by not finishing them, and for how many points."""
    rows = here.rows("SELECT user_id, game, date, score FROM results WHERE unfinished ORDER BY date, user_id, game")
    return [(row["user_id"], row["game"], row["date"], row["score"]) for row in rows]


async def test_what_was_begun_and_not_finished_is_given_up(where: Where, clock: Clock) -> None:
    """Nobody stands above others by leaving bad deals unfinished."""
    async with house(where) as here:
        for user in (ANN, BEN):
            table = await here.deal(user, KEY, DAY)
            await here.finish(table)
        here.rows("UPDATE results SET score = 20")
        clock.set(days=1)
        left = await here.deal(ANN, KEY, TOMORROW)
        await lose(here, BEN, TOMORROW)
        clock.set(days=2, hour=1, minute=59)
        await here.deals.count_unfinished()
        assert not counted(here)
        assert len(here.rows("SELECT * FROM deals WHERE counted")) == 1, "the first day"
        clock.set(days=2, hour=2)
        other = House(here.where, here.database, Tables(here.database))
        await asyncio.gather(here.deals.count_unfinished(), other.deals.count_unfinished())
        assert counted(here) == [(ANN, KEY, str(TOMORROW), 0)]
        of_them = (
            "SELECT period, points, tiebreak, deals, wins, listed FROM standings WHERE user_id = ? ORDER BY period"
        )
        assert here.rows(of_them, ANN) == here.rows(of_them, BEN)
        (of_all,) = here.rows("SELECT points, deals FROM standings WHERE user_id = ? AND period = 'all'", ANN)
        assert of_all == {"points": 1000, "deals": 2}
        board = await here.rankings.board(KEY, "day", TOMORROW, guild_id=None, user_id=ANN)
        assert [(place.place, place.user_id, place.points) for place in board.rows] == [(1, ANN, 0), (1, BEN, 0)]
        profiles = [(await here.profiles.profile(user)).tallies for user in (ANN, BEN)]
        assert profiles[0] == profiles[1]
        after = here.everything()
        await here.deals.count_unfinished()
        assert here.everything() == after
        assert (await here.deals.statuses(ANN, TOMORROW))[KEY].state == "playing", "the game goes on"
        await here.finish(left)
        (result,) = await here.results.of(left.id)
        assert (result.unfinished, result.score, result.finished_at) == (True, 0, closes_at(TOMORROW))
        assert here.rows(of_them, ANN) == here.rows(of_them, BEN), "and counts once"
        assert (await here.deals.statuses(ANN, TOMORROW))[KEY].result == result


async def test_what_ended_while_nobody_counted_is_given_up_all_the_same(where: Where, clock: Clock) -> None:
    """The hall was closed for long, or is older than this rule: games have ended late since, or were closed."""
    async with house(where) as here:
        late, idle, gone = [await here.deal(user, KEY, DAY) for user in (ANN, BEN, CAT)]
        clock.set(days=1, hour=3)
        await here.finish(late)
        clock.set(days=40)
        await here.tables.close(await here.tables.get(idle.id))
        await here.privacy.delete(CAT)
        await here.deals.count_unfinished()
        assert counted(here) == [(ANN, KEY, str(DAY), 0), (BEN, KEY, str(DAY), 0)]
        assert not here.rows("SELECT * FROM standings WHERE user_id = ?", CAT)
        assert not await here.results.of(gone.id)
        await here.privacy.delete(ANN)
        assert counted(here) == [(BEN, KEY, str(DAY), 0)]
        assert not here.rows("SELECT * FROM standings WHERE user_id = ?", ANN)


async def test_giving_up_is_worth_what_the_rules_say(where: Where, clock: Clock) -> None:
    """The ravens that were freed by the time of closing, where one could have given up then (FW-33)."""
    key = "forest-of-wyr"
    seed, played = script(key, won=True, daily=True)
    moves, game = chosen(key, played), GAMES[key]
    can = {  # where ravens are free, whether one can give up: the first moment of each kind
        allowed: next(
            number
            for number, one in enumerate(moves)
            if one.state.table.freed and (game.concession in game.legal_moves(one.state)) == allowed
        )
        for allowed in (True, False)
    }
    async with house(where) as here:
        await here.deals.deal(key, DAY)
        here.rows("UPDATE deals SET seed = ?", seed)
        ann, ben, cat = [await here.deal(user, key, DAY) for user in (ANN, BEN, CAT)]
        for table, user, allowed in ((ann, ANN, True), (ben, BEN, True), (cat, CAT, False)):
            for one in moves[: can[allowed]]:
                await here.tables.play(table.id, user, [one.move], next(here.interactions))
        await here.tables.play(ben.id, BEN, [game.concession], next(here.interactions))
        (result,) = await here.results.of(ben.id)
        assert result.score > 0
        clock.set(days=1, hour=2)
        for one in moves[can[True] :]:
            await here.tables.play(ann.id, ANN, [one.move], next(here.interactions))
        assert (await here.tables.get(ann.id)).phase == "over", "won, too late"
        await here.deals.count_unfinished()
        assert counted(here) == [(ANN, key, str(DAY), result.score), (CAT, key, str(DAY), 0)]
        assert here.state(cat).table.freed, "in an attack they could only leave it, with nothing"


async def test_a_clock_that_is_behind_counts_nothing_twice(where: Where, clock: Clock) -> None:
    """Another process's, or this one's, set back."""
    async with house(where) as here:
        table = await here.deal(ANN, KEY, DAY)
        clock.set(days=1, hour=2)
        await here.deals.count_unfinished()
        clock.set(days=1, hour=1, minute=59)
        assert (await here.finish(table)).phase == "over"
        assert counted(here) == [(ANN, KEY, str(DAY), 0)]
        assert here.rows("SELECT deals FROM standings WHERE period = 'all'") == [{"deals": 1}]


async def test_nobody_is_counted_for_what_the_hall_cut_off(where: Where, clock: Clock) -> None:
    """A new version has come without the rules of that day."""
    async with house(where) as here:
        await here.deal(ANN, KEY, DAY)
        here.rows("UPDATE deals SET rules = 99")
        clock.set(days=1, hour=2)
        await here.deals.count_unfinished()
        assert not counted(here)
        assert not here.rows("SELECT * FROM deals WHERE NOT counted")


async def test_the_unfinished_are_counted_once_wherever_the_hall_is_killed(
    where: Where, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, left = standings.count, 0

    async def dying(*given: Any) -> Any:
        nonlocal left
        counted = await real(*given)
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        return counted

    monkeypatch.setattr(standings, "count", dying)
    monkeypatch.setattr(deals, "A_ROUND", 1)
    async with house(where) as here:
        for user in (ANN, BEN, CAT):
            await here.deal(user, KEY, DAY)
        clock.set(days=1, hour=2)
        for done in (0, 1):
            left = done
            with pytest.raises(KeyboardInterrupt):
                await here.deals.count_unfinished()
            assert len(counted(here)) == done
            assert len(here.rows("SELECT * FROM standings")) == 4 * done, "both or neither"
        left = 100
        await here.deals.count_unfinished()
        assert [user for user, *_ in counted(here)] == [ANN, BEN, CAT]
        assert here.rows("SELECT DISTINCT deals FROM standings") == [{"deals": 1}]


# -- Streaks


async def streak(here: House) -> tuple[int, int, date | None]:
    found: Streak = await here.profiles.streak(ANN)
    return found.current, found.longest, found.at_stake


async def test_streaks_grow_and_break(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        assert await streak(here) == (0, 0, None)
        for day in range(3):
            clock.set(days=day)
            assert await streak(here) == (day, day, clock.today if day else None)
            await lose(here, ANN, clock.today)
            assert await streak(here) == (day + 1, day + 1, None)
        await lose(here, ANN, clock.today, "advyria")
        assert await streak(here) == (3, 3, None), "a day counts once"
        clock.set(days=3, hour=23)
        late = await here.deal(ANN, KEY, clock.today)
        clock.set(days=4, hour=1)
        assert await streak(here) == (3, 3, DAY + timedelta(days=3)), "yesterday's can still be finished"
        clock.set(days=4, hour=2)
        assert await streak(here) == (0, 3, None)
        await give_up(here, late)
        assert await streak(here) == (0, 3, None), "too late"
        await lose(here, ANN, clock.today)
        assert await streak(here) == (1, 3, None)
        await here.finish(await here.practise(ANN, KEY, DAY + timedelta(days=3)))
        assert await streak(here) == (1, 3, None), "practice mends nothing"
        profile = await here.profiles.profile(ANN)
        assert (profile.streak.longest, profile.games, profile.favourite) == (3, 5, KEY)
        assert [(day.day, day.deals) for day in profile.days if day.deals] == [
            (DAY, 1),
            (DAY + timedelta(days=1), 1),
            (DAY + timedelta(days=2), 2),
            (DAY + timedelta(days=4), 1),
        ]
        assert (len(profile.days), profile.days[-1].day) == (30, clock.today)


async def test_a_game_over_midnight_keeps_a_streak(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        await lose(here, ANN, DAY)
        clock.set(days=1, hour=23)
        table = await here.deal(ANN, KEY, TOMORROW)
        clock.set(days=2, hour=1)
        await give_up(here, table)
        assert await streak(here) == (2, 2, clock.today)
        await lose(here, ANN, clock.today)
        assert await streak(here) == (3, 3, None)


async def test_a_day_without_a_game_breaks_a_streak_at_midnight(where: Where, clock: Clock) -> None:
    """What wasn't begun on its day can't be finished in the two hours after it."""
    async with house(where) as here:
        await lose(here, ANN, DAY)
        clock.set(days=1, hour=23, minute=59)
        assert await streak(here) == (1, 1, clock.today)
        clock.set(days=2, hour=0)
        assert await streak(here) == (0, 1, None)


async def test_history_is_newest_first(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        for day in range(3):
            clock.set(days=day)
            await lose(here, ANN, clock.today)
        history: tuple[Result, ...] = await here.results.history(ANN, limit=2)
        assert [result.day for result in history] == [DAY + timedelta(days=2), DAY + timedelta(days=1)]


async def test_a_defeat_that_came_further_ranks_above_another_and_every_win_above_both(
    where: Where, clock: Clock
) -> None:
    """Of the wyrms, where the score of every defeat is 0. Whoever gives up stands below those who play to the end."""
    key = "advent-of-the-wyrms"

    async def finish(user_id: int, most: int) -> None:
        """Finish so many incantations, and then only discard."""
        table = await here.deal(user_id, key, DAY)
        while (state := here.state(table)).step != "lost":
            builds = count_finished(state.incantations) < most
            moves = [move for move in GAMES[key].legal_moves(state) if builds or not isinstance(move, advent.Begin)]
            moves.sort(key=lambda move: isinstance(move, advent.Add) != builds)
            await here.tables.play(table.id, user_id, moves[:1], next(here.interactions))
        assert count_finished(state.incantations) == most

    async with house(where) as here:
        await finish(BEN, 0)
        await finish(ANN, 2)
        await lose(here, CAT, DAY, key)
        board = await here.rankings.board(key, "day", DAY, guild_id=None, user_id=ANN)
        places = [(place.place, place.user_id, place.points, place.reached) for place in board.rows]
        assert places == [(1, ANN, 0, (2,)), (2, BEN, 0, (0,)), (3, CAT, 0, ())]
        (result,) = await here.results.history(ANN)
        assert result.reached == (2,)


async def test_who_plays_for_a_better_result_isnt_asked_again(where: Where, clock: Clock) -> None:
    key = "advent-of-the-wyrms"
    async with house(where) as here:
        table = await here.deal(ANN, key, DAY)
        assert "can still be won" in await refused(here.tables.play_on(table.id, ANN, next(here.interactions)))
        game = GAMES[key]
        while not game.hopeless(game.view(here.state(table), None)):
            first = next(one for one in game.legal_moves(here.state(table)) if not isinstance(one, advent.Begin))
            await here.tables.play(table.id, ANN, [first], next(here.interactions))
        before = here.everything()
        assert "don't sit" in await refused(here.tables.play_on(table.id, BEN, next(here.interactions)))
        assert here.everything() == before
        for _ in range(2):
            await here.tables.play_on(table.id, ANN, next(here.interactions))
        assert (await Tables(here.database).get(table.id)).plays_on
