"""What moderators do to a game, to a member or to a name takes nothing from anybody's standing, and gives nothing."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from engine import Outcome
from tables.people.servers import Servers
from tables.play.model import AlreadyApplied, Refused, Request, Table
from tables.play.moderation import Moderation

from .days import DAY, HOME, Clock, House, clock, house
from .test_leaving import rivals
from .test_rankings import end

__all__ = ["clock"]  # a fixture

ANN, BEN, CAT, MOD = 501, 502, 503, 599
RIVALS = "advyria"  # where players compete: who leaves by themselves loses
Act = Callable[[House, Table], Awaitable[object]]


async def wins(here: House) -> dict[int, tuple[int, int]]:
    """By user: the games that they have won, and those that count."""
    rows = here.rows("SELECT user_id, wins, games FROM win_standings WHERE period = 'all' AND guild_id = ?", HOME)
    return {row["user_id"]: (row["wins"], row["games"]) for row in rows}


def mod(here: House) -> Request:
    return Request(MOD, "Mo", HOME, 1, next(here.interactions))


async def send_away(here: House, table: Table) -> object:
    return await Moderation(here.tables, here.lobbies).send_away(table.id, "playing", BEN, mod(here))


async def free_seat(here: House, table: Table) -> object:
    return await Moderation(here.tables, here.lobbies).free_seat(table.id, BEN, mod(here))


async def free_seat_and_back(here: House, table: Table) -> object:
    await free_seat(here, table)
    return await here.tables.take_seat(table.id, BEN, "Ben", next(here.interactions))


async def leave(here: House, table: Table) -> object:
    return await here.tables.leave(table.id, BEN, next(here.interactions))


async def rivals_of(here: House) -> Table:
    return await rivals(here, ANN, BEN, CAT)


def won_by(*seats: int) -> Outcome:
    return Outcome(seats, (9, 5, 3), True)


@pytest.mark.parametrize("act", [send_away, free_seat, free_seat_and_back])
async def test_who_is_removed_loses_nothing_and_nobody_wins_by_it(tmp_path: Path, clock: Clock, act: Act) -> None:
    """Else a moderator could take a rival out of a game that a friend then wins."""
    async with house(tmp_path / "hall.sqlite3") as here:
        table = await rivals_of(here)
        await act(here, table)
        await end(here, await here.tables.get(table.id), won_by(0))
        assert await wins(here) == {}


async def test_who_leaves_by_themselves_does_lose(tmp_path: Path, clock: Clock) -> None:
    """So the law above can't hold because nothing is counted."""
    async with house(tmp_path / "hall.sqlite3") as here:
        table = await rivals_of(here)
        await leave(here, table)
        await end(here, await here.tables.get(table.id), won_by(0))
        assert await wins(here) == {ANN: (1, 1), BEN: (0, 1), CAT: (0, 1)}


async def test_a_removal_does_not_save_who_had_left_before(tmp_path: Path, clock: Clock) -> None:
    """A moderator who frees another seat later makes the game count for nobody: it is in the log who did that."""
    async with house(tmp_path / "hall.sqlite3") as here:
        await Servers(here.database).choose(HOME, MOD, None, log_id=77)
        table = await rivals_of(here)
        await free_seat(here, table)
        (line,) = [one for one in await Servers(here.database).log.next(HOME) if one.kind == "free-seat"]
        assert (line.by_id, line.user_id, line.table_id) == (MOD, BEN, table.id)


async def test_closing_a_game_counts_for_nobody(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        table = await rivals_of(here)
        await leave(here, table)
        await Moderation(here.tables, here.lobbies).close(table.id, "playing", mod(here))
        assert await wins(here) == {}
        assert not here.rows("SELECT * FROM results")


async def test_a_block_during_a_game_stops_nobody_from_finishing_it(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        table = await rivals_of(here)
        await Servers(here.database).restrict(HOME, BEN, MOD, next(here.interactions), blocked=True)
        over = await here.finish(table)
        assert over.phase == "over"
        assert {*await wins(here)} == {ANN, BEN, CAT}


async def test_a_name_left_off_the_boards_keeps_its_standing(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        servers = Servers(here.database)
        for user in (ANN, BEN, CAT):
            await here.people.met(user, f"user {user}", HOME, f"user {user}")
        await end(here, await rivals_of(here), won_by(1))
        ranked: Any = here.rankings.wins

        async def listed() -> list[int]:
            board = await ranked(RIVALS, "all", DAY, guild_id=HOME, user_id=ANN)
            return [row.user_id for row in board.rows]

        assert await listed() == [BEN, ANN, CAT]
        await servers.restrict(HOME, BEN, MOD, next(here.interactions), unlisted=True)
        assert await listed() == [ANN, CAT]
        assert (await ranked(RIVALS, "all", DAY, guild_id=None, user_id=ANN)).total == 3, "only of this server"
        await servers.restrict(HOME, BEN, MOD, next(here.interactions), unlisted=False)
        assert await listed() == [BEN, ANN, CAT]


async def test_whoever_was_sent_away_comes_not_back_and_whoever_was_freed_does(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        table = await rivals_of(here)
        await send_away(here, table)
        with pytest.raises(Refused, match="sent you away"):
            await here.tables.take_seat(table.id, BEN, "Ben", next(here.interactions))
        here.database.forget()
        with pytest.raises(Refused, match="sent you away"):
            await here.tables.take_seat(table.id, BEN, "Ben", next(here.interactions))
        assert str(BEN) not in str(here.rows("SELECT sent_away FROM tables"))


async def test_an_act_that_comes_twice_is_done_and_told_once(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        await Servers(here.database).choose(HOME, MOD, None, log_id=77)
        table, moderation, twice = await rivals_of(here), Moderation(here.tables, here.lobbies), mod(here)
        await moderation.close(table.id, "playing", twice)
        with pytest.raises(AlreadyApplied):
            await moderation.close(table.id, "playing", twice)
        kinds = [line.kind for line in await Servers(here.database).log.next(HOME)]
        assert kinds == ["settings", "close"]
