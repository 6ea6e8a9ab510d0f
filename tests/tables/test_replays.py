"""A game that is over, position by position, for those who may see it."""

import asyncio
from collections.abc import Awaitable
from types import SimpleNamespace
from typing import Any

import pytest

from engine import GAMES, AnyGame, Seat
from tables.history import replays
from tables.history.archive import Archive
from tables.history.replays import Replay
from tables.play.model import Refused, Request, Table
from tables.play.solitaires import Solitaires
from tables.store.database import Where

from .days import DAY, Clock, House, clock, house
from .test_deals import newer
from .test_rankings import group_game

__all__ = ["clock"]  # a fixture
ANN, BEN, CAT, DOT = 501, 502, 503, 504


@pytest.fixture(autouse=True)
def deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same one every time."""
    monkeypatch.setattr("tables.play.rows.secrets", SimpleNamespace(token_hex=lambda size: f"{7:064x}"))


async def course(here: House, table: Table, most: int = 1000, *, undo_every: int = 3) -> list[Any]:
    """Play on and take some of it back. The states at which somebody was to move, as they stand at the end."""
    stood = [here.state(table)]
    for number in range(most):
        if (await here.tables.get(table.id)).phase != "playing":
            break
        await here.move(table)
        stood.append(here.state(table))
        for player in table.players if number % undo_every == 1 else ():
            if (await here.tables.look(table.id, player.user_id)).can_undo:
                await here.tables.undo(table.id, player.user_id, next(here.interactions))
                stood.pop()
                while stood[-1] != here.state(table):  # what was forced after it
                    stood.pop()
    assert here.rows("SELECT 1 FROM log WHERE kind = 'undo'")
    return stood


def opened(game: AnyGame, stood: list[Any]) -> list[Any]:
    assert game.revealed
    return [*map(game.open_view, stood[:-1]), game.revealed(stood[-1])]


def views(replay: Replay) -> list[Any]:
    return [position.view for position in replay.positions]


async def refused(asked: Awaitable[Any]) -> str:
    with pytest.raises(Refused) as refusal:
        await asked
    return str(refusal.value)


@pytest.mark.parametrize(("key", "users"), [("wyverns-knot", (ANN, BEN, CAT)), ("advyria", (ANN, BEN))])
async def test_it_has_every_position_at_which_somebody_was_to_move_but_those_taken_back(
    where: Where, clock: Clock, key: str, users: tuple[int, ...]
) -> None:
    """A seat may have changed hands, and the log be packed by now."""
    game = GAMES[key]
    async with house(where) as here:
        table = await group_game(here, users, 1, key)
        stood = await course(here, table, 9)
        await here.tables.leave(table.id, BEN, next(here.interactions))
        here.rows("UPDATE departures SET kept_until = 1")
        await here.tables.take_seat(table.id, DOT, "user 504", next(here.interactions))
        table = await here.tables.get(table.id)
        stood = [*stood, *(await course(here, table))[1:]]
        replay = await here.tables.replay(table.id, ANN)
        assert replay.all_open
        assert views(replay) == opened(game, stood)
        assert replay.table.player(DOT)
        here.rows("UPDATE tables SET shown = version")
        clock.set(days=2)
        assert await Archive(here.database).pack() == 1
        here.database.forget()
        assert await here.tables.replay(table.id, ANN) == replay
        assert (await here.tables.replay(table.id, CAT)).positions == replay.positions


async def test_a_game_is_played_once_for_all_who_turn_its_pages(
    where: Where, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As everybody sees it, and as a seat saw it; anew after somebody was forgotten."""
    played, replay = list[Seat | None](), replays.played

    def noted(loaded: Any, seat: Seat | None, **how: bool) -> Any:
        played.append(seat)
        return replay(loaded, seat, **how)

    monkeypatch.setattr(replays, "played", noted)
    async with house(where) as here:
        table = await here.finish(await group_game(here, (ANN, BEN, CAT), 1))
        pages = [here.tables.replay(table.id, user) for user in (ANN, BEN, CAT, DOT) * 5]
        first, *others = await asyncio.gather(*pages)
        assert played == [None]
        assert all(one.positions is first.positions for one in others)
        for _ in range(2):
            assert (await here.tables.replay(table.id, BEN, own=True)).seat == 1
        assert played == [None, 1]
        await here.privacy.delete(BEN)
        again = await here.tables.replay(table.id, ANN)
        assert played == [None, 1, None]
        assert all(told.user_id != BEN for position in again.positions for told in position.heard)


async def test_it_tells_what_led_to_each_position(where: Where, clock: Clock) -> None:
    """As everybody heard it, or as one's own seat did."""
    async with house(where) as here:
        table = await here.finish(await group_game(here, (ANN, BEN, CAT), 1))
        for user, own, seat in ((ANN, False, None), (ANN, True, 0), (BEN, True, 1)):
            _, *later = (await here.tables.replay(table.id, user, own=own)).positions
            assert all(position.heard for position in later)
            told = [entry for position in later for entry in position.heard]
            assert told == [*await here.tables.heard(table.id, seat, since=0)]


async def test_it_can_be_seen_as_ones_own_seat_saw_it(where: Where, clock: Clock) -> None:
    game = GAMES["advyria"]
    async with house(where) as here:
        table = await group_game(here, (ANN, BEN), 1, "advyria")
        stood = await course(here, table)
        replay = await here.tables.replay(table.id, BEN, own=True)
        assert (replay.seat, replay.all_open) == (1, False)
        assert views(replay) == [game.view(state, 1) for state in stood]
        stranger = await here.tables.replay(table.id, DOT, own=True)
        assert (stranger.seat, stranger.all_open) == (None, True), "who sat nowhere saw nothing"


async def test_a_game_that_was_given_up_ends_with_everything_turned_up(where: Where, clock: Clock) -> None:
    game = GAMES["hexaract"]
    async with house(where) as here:
        solitaires = Solitaires(here.tables)
        ann: dict[str, Any] = {"user_id": ANN, "name": "Ann", "guild_id": None, "channel_id": 1}
        table = await solitaires.start(game.key, Request(**ann, interaction_id=next(here.interactions)))
        stood = await course(here, table, 12)
        assert (await here.tables.get(table.id)).phase == "playing"
        await solitaires.give_up(table.id, ANN, next(here.interactions))
        assert views(await here.tables.replay(table.id, ANN)) == opened(game, stood)
        at_once = await solitaires.start(game.key, Request(**ann, interaction_id=next(here.interactions)))
        await solitaires.give_up(at_once.id, ANN, next(here.interactions))
        assert len((await here.tables.replay(at_once.id, ANN)).positions) == 1


async def test_a_game_is_replayed_by_the_rules_that_it_was_played_by(
    where: Where, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may be earlier ones. Where they aren't kept, a sentence says so."""
    key = "hexaract"
    old = GAMES[key]
    async with house(where) as here:
        table = await here.finished(ANN, key, DAY)
        clock.set(days=2)
        replay = await here.tables.replay(table.id, ANN)
        monkeypatch.setitem(GAMES, key, newer(old, old))
        here.database.forget()
        assert (await here.tables.replay(table.id, ANN)).positions == replay.positions
        monkeypatch.setitem(GAMES, key, newer(old))
        here.database.forget()
        assert "rules" in await refused(here.tables.replay(table.id, ANN))


async def test_a_game_has_none_while_it_goes_on_nor_where_it_was_closed(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await group_game(here, (ANN, BEN), 1, "advyria")
        for user in (ANN, BEN, DOT):
            assert "still going on" in await refused(here.tables.replay(table.id, user))
        await here.tables.close(await here.tables.get(table.id))
        assert "closed before its end" in await refused(here.tables.replay(table.id, ANN))
        assert "no such table" in await refused(here.tables.replay(99, ANN))


async def test_while_a_deal_of_the_day_can_be_played_it_is_its_players_alone_as_they_saw_it(
    where: Where, clock: Clock
) -> None:
    game = GAMES["advent-of-the-wyrms"]
    async with house(where) as here:
        table = await here.deal(ANN, game.key, DAY)
        stood = [here.state(table)]
        assert "still going on" in await refused(here.tables.replay(table.id, ANN))
        while (await here.tables.get(table.id)).phase == "playing":
            await here.move(table)
            stood.append(here.state(table))
        clock.set(days=1, hour=1, minute=59)
        for own in (False, True):
            replay = await here.tables.replay(table.id, ANN, own=own)
            assert not replay.all_open
            assert views(replay) == [game.view(state, 0) for state in stood]
            assert "somebody else's deal" in await refused(here.tables.replay(table.id, BEN, own=own))
        practice = await here.finish(await here.practise(ANN, game.key, DAY))
        assert not (await here.tables.replay(practice.id, ANN)).all_open
        assert "somebody else's deal" in await refused(here.tables.replay(practice.id, BEN))
        clock.set(days=1, hour=2)
        for user in (ANN, BEN):
            assert views(await here.tables.replay(table.id, user)) == opened(game, stood)
        named = [(await here.tables.replay(table.id, user)).table.names() for user in (ANN, BEN)]
        assert named == [("user 501",), ("Somebody",)], "a deal of the day is played in private"


async def test_the_games_that_are_over_are_listed_for_those_who_sat_there(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        assert await here.tables.finished(ANN, most=25) == ()
        group = await here.finish(await group_game(here, (ANN, BEN), 1, "advyria"))
        await group_game(here, (ANN, BEN), 1, "advyria")
        clock.set(hour=13)
        daily = await here.finished(ANN, "hexaract", DAY)
        listed = await here.tables.finished(ANN, most=25)
        assert [(one.table_id, one.game, one.day) for one in listed] == [
            (daily.id, "hexaract", DAY),
            (group.id, "advyria", None),
        ]
        assert [one.names for one in listed] == [(f"user {ANN}",), ("host", f"user {BEN}")]
        assert [one.table_id for one in await here.tables.finished(BEN, most=25)] == [group.id]
        assert [one.table_id for one in await here.tables.finished(ANN, most=1)] == [daily.id]
