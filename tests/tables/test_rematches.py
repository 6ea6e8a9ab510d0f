"""Nobody is made to play: whoever is seated by another's press says Ready, or isn't dealt in."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine import GAMES, Outcome
from tables.play.model import Refused, Request, Stale, Table, Taken
from tables.play.terms import terms_of, unready
from tables.play.timers import Timers
from tables.store.database import Where

from .days import HOME, Clock, House, clock, house
from .test_rankings import all_move, counted, end, group_game, won_by
from .test_weeks import refused

__all__ = ["clock"]  # a fixture

ANN, BEN, CAT, DOT = 501, 502, 503, 504
MINUTE = 60


async def over(here: House, users: Sequence[int] = (ANN, BEN, CAT), game: str = "advyria") -> Table:
    table = await group_game(here, users, 1, game)
    return await here.finish(table)


async def again(here: House, old: Table, user: int = BEN, **how: Any) -> Table:
    return await here.lobbies.again(old.id, user, next(here.interactions), **how)


async def ready(here: House, table: Table, *users: int) -> Table:
    for user in users:
        table = await here.lobbies.agree(table.id, user, terms_of(table), next(here.interactions))
    return table


async def test_whoever_is_seated_by_another_holds_up_the_start_until_they_are_ready(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await again(here, await over(here))
        assert [one.user_id for one in unready(table)] == [ANN, CAT]
        start = here.lobbies.start
        assert "2 of 3 still have to press **Ready**" in await refused(start(table.id, BEN, next(here.interactions)))
        await ready(here, table, ANN, CAT)
        assert (await start(table.id, BEN, next(here.interactions))).phase == "playing"


async def test_what_is_played_changes_and_ready_is_asked_again(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await ready(here, await again(here, await over(here)), ANN, CAT)
        before, host = terms_of(table), table.host_id
        same = await here.lobbies.set_options(table.id, host, {}, next(here.interactions))
        assert not unready(same), "nothing else is played"
        table = await here.lobbies.set_options(table.id, host, {"mode": '"coop"'}, next(here.interactions))
        assert [one.user_id for one in unready(table)] == [ANN, CAT], "who has changed it agrees to it"
        with pytest.raises(Stale):
            await here.lobbies.agree(table.id, ANN, before, next(here.interactions))
        assert len(unready(await here.tables.get(table.id))) == 2
        table = await here.lobbies.leave(table.id, CAT, next(here.interactions))
        table = await ready(here, table, ANN)
        table = await here.lobbies.join(table.id, DOT, "Dot", next(here.interactions))
        assert not unready(table), "a table of its own is open to all"


async def test_after_ten_minutes_it_starts_with_those_who_are_ready(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await ready(here, await again(here, await over(here)), CAT)
        due = await Timers(here.database).confirm_by(table.id)
        assert due == int(clock.at.timestamp()) + 10 * MINUTE
        await here.lobbies.go_first(table.id, table.first_id or 0, next(here.interactions), wanted=False)
        table = await here.lobbies.confirm(table.id)
        assert (table.phase, sorted(one.user_id for one in table.players)) == ("playing", [BEN, CAT])
        assert [(note.user_id, note.kind) for note in table.notes] == [(ANN, "late")]
        assert await Timers(here.database).confirm_by(table.id) is None
        here.database.forget()
        assert await here.tables.get(table.id) == table
        with pytest.raises(Stale):
            await here.lobbies.confirm(table.id)


async def test_it_is_closed_if_too_few_are(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        old = await over(here)
        table = await again(here, old)
        table = await here.lobbies.confirm(table.id)
        assert (table.phase, {note.user_id for note in table.notes}) == ("closed", {ANN, CAT})
        assert (await again(here, old, ANN)).phase == "lobby", "they can ask once more"
        assert await here.lobbies.rematch(old.id)


async def test_whoever_has_left_the_server_is_not_dealt_a_hand(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await ready(here, await again(here, await over(here)), ANN, CAT)
        table = await here.lobbies.confirm(table.id, departed=[BEN])
        assert (table.phase, {one.user_id for one in table.players}) == ("playing", {ANN, CAT})


async def test_a_game_has_one_rematch_at_a_time(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        old = await over(here)
        table = await again(here, old, channel_id=70)
        for user, channel in ((BEN, 71), (ANN, 72), (CAT, 1)):
            with pytest.raises(Taken):
                await again(here, old, user, channel_id=channel)
        assert await here.lobbies.rematch(old.id) == table


async def test_the_first_seat_passes_on(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        old = await over(here)
        firsts = [old.players[0].user_id]
        for _ in range(3):
            table = await again(here, old, ANN)
            assert [one.user_id for one in table.players] == [one.user_id for one in old.players], "they keep the order"
            await ready(here, table, BEN, CAT)
            old = await here.finish(await here.lobbies.start(table.id, ANN, next(here.interactions)))
            firsts.append(old.players[0].user_id)
        assert firsts == [ANN, BEN, CAT, ANN]
        table = await again(here, old, ANN)
        assert table.first_id == BEN
        assert (await here.lobbies.leave(table.id, BEN, next(here.interactions))).first_id == CAT


# -- What counts


async def test_who_leaves_before_a_move_of_their_own_loses_nothing(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await group_game(here, (ANN, BEN, CAT), 1, "advyria")
        table = await here.tables.leave(table.id, CAT, next(here.interactions))
        assert [(note.name, note.kind) for note in table.notes] == [("user 503", "left")]
        await won_by(here, table, ANN)
        assert await counted(here) == {ANN: (1, 1), BEN: (0, 1)}
        profile = await here.profiles.profile(CAT)
        assert (profile.games, profile.wins) == (0, 0)


async def test_nobody_wins_against_people_who_never_played(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await group_game(here, (ANN, BEN), 1, "advyria")
        table = await here.tables.leave(table.id, BEN, next(here.interactions))
        await won_by(here, table, ANN)
        assert await counted(here) == {}
        table = await group_game(here, (ANN, BEN), 1, "advyria")
        await all_move(here, table)
        table = await here.tables.leave(table.id, BEN, next(here.interactions))
        await won_by(here, table, ANN)
        assert await counted(here) == {ANN: (1, 1), BEN: (0, 1)}


async def test_a_seat_kept_empty_by_absence_is_a_loss_for_who_was_ready(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await group_game(here, (ANN, BEN, CAT), 1, "advyria")
        to_act = table.sitting(GAMES["advyria"].to_act(here.state(table)))
        assert to_act
        other = next(one.user_id for one in table.players if one != to_act)
        here.rows("UPDATE timers SET due_at = 0 WHERE kind = 'vacate'")
        table = await here.tables.vacate_absent(table.id, other, next(here.interactions))
        assert [(note.user_id, note.kind, note.by_id) for note in table.notes] == [(to_act.user_id, "freed", other)]
        await end(here, table, Outcome((), (0, 0, 0), None))
        assert (await counted(here))[to_act.user_id] == (0, 1)


# -- Lobbies


async def lobby(here: House, *users: int, game: str = "advyria") -> Table:
    table = await here.lobbies.open(game, Request(ANN, "Ann", HOME, 5, next(here.interactions)))
    for user in users:
        table = await here.lobbies.join(table.id, user, f"user {user}", next(here.interactions))
    return table


async def test_who_was_sent_away_waits_ten_minutes(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await lobby(here, BEN, CAT)
        for user, sent, said in ((BEN, CAT, "Only the host"), (ANN, DOT, "aren't at this table"), (ANN, ANN, "is you")):
            assert said in await refused(here.lobbies.send_away(table.id, user, sent, next(here.interactions)))
        table = await here.lobbies.send_away(table.id, ANN, CAT, next(here.interactions))
        assert [(note.name, note.kind, note.by_name) for note in table.notes] == [("user 503", "sent", "Ann")]
        clock.set(minute=9)
        assert "You were sent away" in await refused(here.lobbies.join(table.id, CAT, "Cat", next(here.interactions)))
        clock.set(minute=10)
        table = await here.lobbies.join(table.id, CAT, "Cat", next(here.interactions))
        assert [(note.name, note.kind) for note in table.notes] == [("Cat", "back")]


async def test_any_guest_may_start_or_close_once_the_host_is_silent_for_an_hour(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await lobby(here, BEN, CAT)
        for way in (here.lobbies.start, here.lobbies.close):
            said = await refused(way(table.id, BEN, next(here.interactions)))
            assert said.startswith(f"Only <@{ANN}> can")
            assert f"<t:{table.host_at + 3600}:R>" in said
            assert "Only the host" in await refused(way(table.id, DOT, next(here.interactions)))
        here.rows("UPDATE tables SET host_at = host_at - 3599")
        here.database.forget()
        await refused(here.lobbies.start(table.id, BEN, next(here.interactions)))
        await here.lobbies.go_first(table.id, ANN, next(here.interactions))
        here.rows("UPDATE tables SET host_at = host_at - 3599")
        here.database.forget()
        await refused(here.lobbies.start(table.id, BEN, next(here.interactions)))
        here.rows("UPDATE tables SET host_at = host_at - 1")
        here.database.forget()
        assert (await here.lobbies.start(table.id, BEN, next(here.interactions))).phase == "playing"


async def test_going_first_can_be_withdrawn_by_whoever_goes_first(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await lobby(here, BEN)
        await here.lobbies.go_first(table.id, BEN, next(here.interactions))
        back = here.lobbies.go_first(table.id, ANN, next(here.interactions), wanted=False)
        assert "You don't go first" in await refused(back)
        table = await here.lobbies.go_first(table.id, BEN, next(here.interactions), wanted=False)
        assert table.first_id is None
        assert (await here.lobbies.go_first(table.id, ANN, next(here.interactions))).first_id == ANN


async def test_the_host_is_due_to_be_told_once_when_the_table_is_full(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        most = max(GAMES["advyria"].seats)
        table = await lobby(here, *range(BEN, BEN + most - 2))
        due = "SELECT user_id, due FROM alerts"
        assert here.rows(due) == []
        last = BEN + most - 2
        for _ in range(2):
            await here.lobbies.join(table.id, last, "last", next(here.interactions))
            assert [(row["user_id"], bool(row["due"])) for row in here.rows(due)] == [(ANN, True)]
            await here.lobbies.leave(table.id, last, next(here.interactions))


async def test_whoever_waits_for_a_seat_is_due_when_one_is_free_or_they_play_again(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        most = max(GAMES["advyria"].seats)
        table = await lobby(here, *range(BEN, BEN + most - 1))
        stranger = 600
        wait = here.alerts.wait_for_seat
        await wait(table.id, stranger, next(here.interactions))
        assert "on the list already" in await refused(wait(table.id, stranger, next(here.interactions)))
        assert "You sit at this table" in await refused(wait(table.id, BEN, next(here.interactions)))
        assert {alert.kind for alert in await here.alerts.due(table.id)} == {"ready"}, "the host alone"
        await here.lobbies.leave(table.id, BEN, next(here.interactions))
        assert stranger in {alert.user_id for alert in await here.alerts.due(table.id)}
        assert "free seat" in await refused(wait(table.id, 601, next(here.interactions)))
        for alert in await here.alerts.due(table.id):
            await here.alerts.mark_told(table.id, alert)
        assert await here.alerts.due(table.id) == ()
        old = await over(here)
        await wait(old.id, stranger, next(here.interactions))
        new = await again(here, old)
        assert [(alert.user_id, alert.kind) for alert in await here.alerts.due(new.id)] == [(stranger, "seat")]


async def test_a_stranger_is_refused_a_wait_while_there_is_room(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await lobby(here, BEN)
        with pytest.raises(Refused, match="free seat"):
            await here.alerts.wait_for_seat(table.id, DOT, next(here.interactions))
