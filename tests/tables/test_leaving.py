"""Who leaves a game leaves a trace: a loss where rivals play, a seat that is kept or free, and people to be told."""

from collections.abc import Mapping
from datetime import timedelta

import pytest

from tables.play.departures import Departures
from tables.play.model import Refused, Request, Stale, Table
from tables.play.results import Result
from tables.store.database import Where

from .days import DAY, HOME, Clock, House, clock, house
from .test_rankings import group_game

__all__ = ["clock"]  # a fixture

ANN, BEN, CAT, DAN = 501, 502, 503, 504
KEPT = timedelta(days=3)


async def rivals(here: House, *users: int, channel: int = 1) -> Table:
    """A game in which each of them has made a move: who leaves before that loses nothing."""
    table = await group_game(here, users, channel, "advyria")
    while {row["user_id"] for row in here.rows("SELECT user_id FROM log WHERE table_id = ?", table.id)} < {*users}:
        await here.move(table)
    return await here.tables.get(table.id)


async def leave(here: House, table: Table, user: int, *, for_good: bool = False) -> Table:
    return await here.tables.leave(table.id, user, next(here.interactions), for_good=for_good)


async def sit(here: House, table: Table, user: int) -> int | None:
    table = await here.tables.take_seat(table.id, user, f"user {user}", next(here.interactions))
    player = table.player(user)
    assert player
    return player.seat


async def counted(here: House) -> Mapping[int, tuple[int, int]]:
    """By user: wins and games against others."""
    board = await here.rankings.wins("advyria", "all", DAY, guild_id=None, user_id=ANN)
    return {place.user_id: (place.wins, place.deals) for place in board.rows}


async def results(here: House, table: Table) -> Mapping[int | None, bool | None]:
    found: tuple[Result, ...] = await here.results.of(table.id)
    return {result.user_id: result.won for result in found}


# -- Rivals


async def test_of_two_rivals_one_resigns_and_the_other_has_won(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await leave(here, await rivals(here, ANN, BEN), ANN, for_good=True)
        assert (table.phase, table.won_by) == ("over", table.players[1].seat)
        assert await results(here, table) == {ANN: False, BEN: True}
        assert await counted(here) == {ANN: (0, 1), BEN: (1, 1)}
        assert (await here.tables.verify(table.id)).holds
        assert (await here.profiles.profile(BEN)).wins == 1
        with pytest.raises(Stale):
            await leave(here, table, ANN, for_good=True)
        assert await counted(here) == {ANN: (0, 1), BEN: (1, 1)}, "it counts once"


async def test_who_resigns_among_three_is_played_for_and_stays_away(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await leave(here, await rivals(here, ANN, BEN, CAT), ANN, for_good=True)
        assert (table.phase, [computer.seat for computer in table.computers]) == ("playing", [0])
        with pytest.raises(Refused, match="for good"):
            await sit(here, table, ANN)
        table = await leave(here, table, CAT, for_good=True)
        assert (table.phase, await results(here, table)) == ("over", {ANN: False, BEN: True, CAT: False})
        assert await counted(here) == {ANN: (0, 1), BEN: (1, 1), CAT: (0, 1)}


async def test_two_rivals_of_three_give_nothing_up_for_the_third(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await rivals(here, ANN, BEN, CAT)
        for user in (ANN, BEN):
            with pytest.raises(Refused, match="you can resign"):
                await here.votes.open(table.id, user, next(here.interactions))
        assert (await here.tables.get(table.id)).phase == "playing"
        for user in (ANN, BEN):
            table = await leave(here, table, user, for_good=True)
        assert await results(here, table) == {ANN: False, BEN: False, CAT: True}


async def test_the_last_rival_may_claim_the_win_and_nobody_else(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await rivals(here, ANN, BEN, CAT)
        for _ in range(2):
            with pytest.raises(Refused, match="nobody else plays"):
                await here.tables.claim_win(table.id, BEN, next(here.interactions))
            table = await leave(here, table, CAT if len(table.players) == 3 else ANN)
        with pytest.raises(Refused, match="don't sit"):
            await here.tables.claim_win(table.id, ANN, next(here.interactions))
        table = await here.tables.claim_win(table.id, BEN, next(here.interactions))
        assert await results(here, table) == {ANN: False, BEN: True, CAT: False}

        back = await leave(here, await rivals(here, ANN, BEN, channel=2), ANN)
        await sit(here, back, ANN)
        with pytest.raises(Refused, match="nobody else plays"):
            await here.tables.claim_win(back.id, BEN, next(here.interactions))


async def test_while_somebody_may_come_back_the_last_decides(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await leave(here, await rivals(here, ANN, BEN, CAT), ANN)
        table = await leave(here, table, BEN, for_good=True)
        assert (table.phase, table.vacant) == ("playing", (0,)), "she has time"
        assert table.last_one == table.player(CAT)
        assert await sit(here, table, ANN) == 0


async def test_where_computers_were_asked_in_there_is_another_rival(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        asked = Request(ANN, "Ann", guild_id=HOME, channel_id=1, interaction_id=next(here.interactions))
        table = await here.lobbies.open("advyria", asked)
        await here.lobbies.join(table.id, BEN, "Ben", next(here.interactions))
        await here.lobbies.add_computer(table.id, ANN, None, next(here.interactions))
        await here.lobbies.start(table.id, ANN, next(here.interactions))
        table = await leave(here, await here.tables.get(table.id), ANN, for_good=True)
        assert (table.phase, table.last_one, len(table.computers)) == ("playing", None, 2)


async def test_nobody_escapes_a_loss_by_leaving_and_waiting(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await leave(here, await rivals(here, ANN, BEN), ANN)
        clock.set(days=14)
        await here.tables.close(table)
        assert await results(here, table) == {ANN: False}, "who stayed has no result"
        assert await counted(here) == {ANN: (0, 1)}
        assert not here.rows("SELECT * FROM departures")
        gone = await rivals(here, ANN, BEN, channel=2)
        for user in (ANN, BEN):
            gone = await leave(here, gone, user)
        assert (gone.phase, await counted(here)) == ("closed", {ANN: (0, 2)}), "the last leaves nobody behind"


async def test_a_table_that_nobody_could_play_at_costs_nobody_anything(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await leave(here, await rivals(here, ANN, BEN), ANN)
        await here.tables.close(table, lost=True)
        together = await leave(here, await group_game(here, (ANN, BEN, CAT), 2), ANN)
        await here.tables.close(together)
        assert not here.rows("SELECT * FROM results")
        assert not await counted(here)


# -- Empty seats


@pytest.mark.parametrize("game", ["advyria", "wyverns-knot"])
async def test_a_stranger_gets_the_seat_that_nobody_can_come_back_to(where: Where, clock: Clock, game: str) -> None:
    async with house(where) as here:
        table = await group_game(here, (ANN, BEN, CAT), 1, game)
        table = await leave(here, table, CAT)
        clock.at += KEPT + timedelta(seconds=1)
        table = await leave(here, table, ANN)
        assert table.vacant == (0, 2)
        assert await sit(here, table, DAN) == 2, "hers is kept"
        with pytest.raises(Refused, match="kept until"):
            await sit(here, table, 505)
        table = await here.tables.get(table.id)
        clock.at += KEPT - timedelta(seconds=1)
        assert await sit(here, table, ANN) == 0
        player = (await here.tables.get(table.id)).player(ANN)
        assert player
        assert player.whole, "she is back in time"


async def test_who_sits_down_takes_no_group_off_the_boards(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await leave(here, await group_game(here, (ANN, BEN, CAT), 1), ANN)
        table = await leave(here, table, CAT)
        with pytest.raises(Refused, match="kept until"):
            await sit(here, table, DAN)
        await sit(here, table, ANN)
        assert len((await here.tables.get(table.id)).counting) == 2


async def test_a_seat_that_was_freed_or_given_up_is_anybodys(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await leave(here, await group_game(here, (ANN, BEN, CAT), 1), ANN, for_good=True)
        assert await sit(here, table, DAN) == 0
        with pytest.raises(Refused, match="for good"):
            await sit(here, table, ANN)
        waits = await group_game(here, (ANN, BEN, CAT), 2)
        clock.at += KEPT + timedelta(seconds=1)
        await here.tables.vacate_absent(waits.id, BEN, next(here.interactions))
        assert await sit(here, waits, DAN) == 0


# -- Who is told


async def test_those_who_stay_are_told_once(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        departures = Departures(here.database)
        table = await leave(here, await group_game(here, (ANN, BEN, CAT), 1), CAT)
        (told,) = await departures.due(table.id)
        assert (told.seat, told.name) == (2, f"user {CAT}")
        await departures.mark_told(table.id, told)
        for _ in range(3):
            assert not await departures.due(table.id)
            await sit(here, table, CAT)
            table = await leave(here, table, CAT)
        clock.at += timedelta(hours=2)
        await sit(here, table, CAT)
        await leave(here, table, CAT)
        assert len(await departures.due(table.id)) == 1


async def test_who_deletes_their_data_is_named_no_more(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await leave(here, await group_game(here, (ANN, BEN, CAT), 1), CAT)
        await here.privacy.delete(CAT)
        (told,) = await Departures(here.database).due(table.id)
        assert told.name is None
        assert not here.rows("SELECT * FROM departures WHERE user_id IS NOT NULL OR name IS NOT NULL")


async def test_who_leaves_and_deletes_their_data_takes_no_win_from_who_stays(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await leave(here, await rivals(here, ANN, BEN), ANN)
        assert table.id in await here.privacy.delete(ANN)
        with pytest.raises(Refused, match="for good"):
            await sit(here, table, ANN)
        table = await here.tables.claim_win(table.id, BEN, next(here.interactions))
        assert await results(here, table) == {None: False, BEN: True}
        assert await counted(here) == {BEN: (1, 1)}
        assert (await here.tables.verify(table.id)).holds
        away = await leave(here, await rivals(here, ANN, BEN, channel=2), ANN)
        await here.privacy.delete(ANN)
        await here.tables.close(await here.tables.get(away.id))
        assert await counted(here) == {BEN: (1, 1)}, "and nobody is left who has lost"


async def test_nobody_wins_against_who_never_moved_and_deletes_their_data(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await leave(here, await group_game(here, (ANN, BEN), 1, "advyria"), ANN)
        await here.privacy.delete(ANN)
        await here.tables.claim_win(table.id, BEN, next(here.interactions))
        assert not await counted(here)


async def test_who_deletes_their_data_in_a_game_has_resigned(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await rivals(here, ANN, BEN, CAT)
        await here.privacy.delete(CAT)
        table = await here.tables.get(table.id)
        assert [computer.seat for computer in table.computers] == [2], "the others play on"
        (told,) = await Departures(here.database).due(table.id)
        assert (told.name, told.for_good) == (None, True)
        table = await leave(here, table, ANN, for_good=True)
        assert await results(here, table) == {ANN: False, BEN: True, None: False}
        assert await counted(here) == {ANN: (0, 1), BEN: (1, 1)}
        last = await rivals(here, ANN, BEN, channel=2)
        await here.privacy.delete(ANN)
        assert (await here.tables.get(last.id)).phase == "over"
        assert await counted(here) == {BEN: (2, 2)}


async def test_no_seat_is_kept_for_whoever_has_deleted_their_data(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await leave(here, await group_game(here, (ANN, BEN, CAT), 1), CAT)
        with pytest.raises(Refused, match="kept until"):
            await sit(here, table, DAN)
        assert await here.privacy.delete(CAT) == (table.id,), "its message names her no more"
        assert not (await here.tables.get(table.id)).notes
        with pytest.raises(Refused, match="for good"):
            await sit(here, table, CAT)
        assert await sit(here, table, DAN) == 2


# -- Votes


async def test_what_was_voted_down_is_asked_again_an_hour_later(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await group_game(here, (ANN, BEN, CAT), 1)
        await here.votes.open(table.id, ANN, next(here.interactions))
        for user in (BEN, CAT):
            await here.votes.cast(table.id, user, False, next(here.interactions))
        for user in (ANN, BEN):
            with pytest.raises(Refused, match="voted down"):
                await here.votes.open(table.id, user, next(here.interactions))
        await leave(here, table, CAT)
        await here.votes.ask_to_play(table.id, ANN, next(here.interactions))  # another question
        await here.votes.expire(table.id)
        clock.at += timedelta(hours=1)
        await here.votes.open(table.id, ANN, next(here.interactions))
        vote = await here.votes.of(table.id)
        assert vote
        assert vote.open_to(await here.tables.get(table.id)) == (BEN,)


async def test_a_vote_ends_with_its_author(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await group_game(here, (ANN, BEN, CAT, DAN), 1)
        await here.votes.open(table.id, ANN, next(here.interactions))
        await here.votes.cast(table.id, BEN, True, next(here.interactions))
        await leave(here, table, ANN)
        assert await here.votes.of(table.id) is None
        assert (await here.tables.get(table.id)).phase == "playing"
        await here.votes.open(table.id, BEN, next(here.interactions))  # nobody has refused it
