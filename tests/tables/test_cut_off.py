"""Each step at a table that is cut off at any statement has done nothing; done once, it does nothing twice.

A press may come twice: delivered again with the same id, or pressed again on the same panel.
"""

import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from tables.people.aways import Aways
from tables.people.servers import Servers
from tables.play.model import AlreadyApplied, Refused, Request, Table
from tables.play.moderation import Moderation
from tables.play.relief import NUDGE_AFTER, RELIEF_AFTER
from tables.play.terms import terms_of
from tables.play.timers import DEFAULT_TIMES
from tables.play.waiting import Waiting
from tables.store.sqlite import SQLiteTransaction

from .days import HOME, Clock, House, clock, house
from .stored import noted
from .test_leaving import rivals
from .test_rankings import group_game

__all__ = ["clock"]  # a fixture

ANN, BEN, CAT, DAN, MOD = 501, 502, 503, 504, 599
VERSIONS = {"version", "changed_at"}

Step = Callable[[int | None], Awaitable[object]]  # with the id of the press; None: nobody has pressed
Prepare = Callable[[House, Clock], Awaitable[Step]]


class Killed(Exception):
    pass


# -- Before each step; what is returned makes it


def pressed(here: House, press: int | None, user: int = MOD) -> Request:
    return Request(user, "Mo", HOME, 1, press or 0)


def wait(clock: Clock, seconds: float) -> None:
    clock.at += timedelta(seconds=seconds)


async def to_act(here: House, table: Table) -> int:
    seen = await here.tables.look(table.id, None)
    player = seen.table.sitting(seen.to_act)
    assert player
    return player.user_id


async def over(here: House) -> Table:
    """A game that four have given up."""
    table = await group_game(here, (ANN, BEN, CAT, DAN), 1)
    await here.votes.open(table.id, ANN, next(here.interactions))
    for user in (BEN, CAT):
        table = await here.votes.cast(table.id, user, True, next(here.interactions))
    assert table.phase == "over"
    return table


async def rematch(here: House, *agreed: int) -> Table:
    table = await here.lobbies.again((await over(here)).id, ANN, next(here.interactions))
    for user in agreed:
        table = await here.lobbies.agree(table.id, user, terms_of(table), next(here.interactions))
    return table


async def play_again(here: House, clock: Clock) -> Step:
    return partial(here.lobbies.again, (await over(here)).id, ANN)


async def ready(here: House, clock: Clock) -> Step:
    table = await rematch(here)
    return partial(here.lobbies.agree, table.id, BEN, terms_of(table))


async def ready_last(here: House, clock: Clock) -> Step:
    """Its host is told."""
    table = await rematch(here, BEN, DAN)
    return partial(here.lobbies.agree, table.id, CAT, terms_of(table))


async def confirm(here: House, clock: Clock) -> Step:
    """It starts without the one who isn't ready."""
    table = await rematch(here, BEN, CAT)
    return lambda press: here.lobbies.confirm(table.id)


async def confirm_too_few(here: House, clock: Clock) -> Step:
    table = await rematch(here)
    return lambda press: here.lobbies.confirm(table.id)


async def go_first_no_more(here: House, clock: Clock) -> Step:
    table = await rematch(here)
    return lambda press: here.lobbies.go_first(table.id, table.first_id or 0, press, wanted=False)


async def host_sends_away(here: House, clock: Clock) -> Step:
    table = await rematch(here)
    return partial(here.lobbies.send_away, table.id, ANN, CAT)


async def leave(here: House, clock: Clock) -> Step:
    table = await rivals(here, ANN, BEN, CAT)
    return partial(here.tables.leave, table.id, ANN)


async def leave_for_good(here: House, clock: Clock) -> Step:
    table = await group_game(here, (ANN, BEN, CAT), 1)
    return partial(here.tables.leave, table.id, ANN, for_good=True)


async def resign(here: House, clock: Clock) -> Step:
    table = await rivals(here, ANN, BEN, CAT)
    return partial(here.tables.leave, table.id, ANN, for_good=True)


async def resign_of_two(here: House, clock: Clock) -> Step:
    table = await rivals(here, ANN, BEN)
    return partial(here.tables.leave, table.id, ANN, for_good=True)


async def come_back(here: House, clock: Clock) -> Step:
    table = await rivals(here, ANN, BEN)
    await here.tables.leave(table.id, ANN, next(here.interactions))
    return partial(here.tables.take_seat, table.id, ANN, "Ann")


async def claim(here: House, clock: Clock) -> Step:
    table = await rivals(here, ANN, BEN)
    await here.tables.leave(table.id, ANN, next(here.interactions))
    return partial(here.tables.claim_win, table.id, BEN)


async def claim_from_who_is_absent(here: House, clock: Clock) -> Step:
    table = await rivals(here, ANN, BEN)
    absent = await to_act(here, table)
    wait(clock, DEFAULT_TIMES.vacate.total_seconds() + 1)
    here.rows("DELETE FROM timers WHERE kind = 'vacate'")  # it has been acted on
    return partial(here.tables.claim_win, table.id, BEN if absent == ANN else ANN, absent=True)


async def open_vote(here: House, clock: Clock) -> Step:
    table = await group_game(here, (ANN, BEN, CAT), 1)
    return partial(here.votes.open, table.id, ANN)


async def open_vote_on_a_seat(here: House, clock: Clock) -> Step:
    table = await group_game(here, (ANN, BEN, CAT), 1)
    await here.tables.leave(table.id, ANN, next(here.interactions))
    return partial(here.votes.ask_to_play, table.id, BEN)


async def voted(here: House, clock: Clock, agrees: bool) -> Step:
    """The second of two votes decides."""
    table = await group_game(here, (ANN, BEN, CAT), 1)
    await here.votes.open(table.id, ANN, next(here.interactions))
    if not agrees:
        await here.votes.cast(table.id, BEN, False, next(here.interactions))
    return partial(here.votes.cast, table.id, CAT, agrees)


async def vote(here: House, clock: Clock) -> Step:
    """Nothing is decided by it."""
    table = await group_game(here, (ANN, BEN, CAT), 1)
    await here.votes.open(table.id, ANN, next(here.interactions))
    return partial(here.votes.cast, table.id, BEN, False)


async def expire(here: House, clock: Clock) -> Step:
    table = await group_game(here, (ANN, BEN, CAT), 1)
    await here.votes.open(table.id, ANN, next(here.interactions))
    return lambda press: here.votes.expire(table.id)


async def tonight(here: House, *users: int) -> Table:
    host, *others = users
    table = await here.lobbies.open("advyria", Request(host, "host", HOME, 1, next(here.interactions)))
    for user in others:
        await here.lobbies.join(table.id, user, f"user {user}", next(here.interactions))
    await Waiting(here.tables).set_pace(table.id, host, "tonight", next(here.interactions))
    return await here.lobbies.start(table.id, host, next(here.interactions))


async def nudge(here: House, clock: Clock) -> Step:
    table = await tonight(here, ANN, BEN, CAT)
    awaited = await to_act(here, table)
    wait(clock, NUDGE_AFTER)
    return partial(Waiting(here.tables).nudge, table.id, next(user for user in (ANN, BEN) if user != awaited))


async def meanwhile(here: House, clock: Clock) -> Step:
    """Of two, the other decides alone."""
    table = await tonight(here, ANN, BEN)
    awaited = await to_act(here, table)
    wait(clock, RELIEF_AFTER)
    return partial(here.votes.ask_relief, table.id, ANN if awaited == BEN else BEN)


async def back_from_meanwhile(here: House, clock: Clock) -> Step:
    """By any press at the table, which has an id of its own."""
    table = await tonight(here, ANN, BEN)
    awaited = await to_act(here, table)
    wait(clock, RELIEF_AFTER)
    await here.votes.ask_relief(table.id, ANN if awaited == BEN else BEN, next(here.interactions))
    return lambda press: here.tables.come_back(table.id, awaited, "back")


async def idle(here: House, clock: Clock) -> Step:
    table = await group_game(here, (ANN, BEN, CAT), 1)
    return lambda press: here.tables.close(table, idle=True)


async def reopen(here: House, clock: Clock) -> Step:
    table = await group_game(here, (ANN, BEN, CAT), 1)
    await here.tables.close(table, idle=True)
    return partial(here.tables.reopen, table.id, BEN)


async def wait_for_seat(here: House, clock: Clock) -> Step:
    table = await group_game(here, (ANN, BEN, CAT), 1)
    return partial(here.alerts.wait_for_seat, table.id, DAN)


async def be_away(here: House, clock: Clock) -> Step:
    return partial(Aways(here.database, here.people, DEFAULT_TIMES).begin, ANN, 3)


async def be_back(here: House, clock: Clock) -> Step:
    aways = Aways(here.database, here.people, DEFAULT_TIMES)
    await group_game(here, (ANN, BEN, CAT), 1)
    await aways.begin(ANN, 3, next(here.interactions))
    wait(clock, 3600)
    return partial(aways.end, ANN)


async def moderated(here: House, clock: Clock, act: str, phase: Any = "playing") -> Step:
    await Servers(here.database).choose(HOME, MOD, None, log_id=77)
    moderation = Moderation(here.tables, here.lobbies)
    table = await (rematch(here, BEN, CAT, DAN) if phase == "lobby" else group_game(here, (ANN, BEN, CAT), 1))
    if act == "end_vote":
        await here.votes.open(table.id, ANN, next(here.interactions))
    arguments: Mapping[str, tuple[Any, ...]] = {
        "close": (table.id, phase),
        "send_away": (table.id, phase, BEN),
        "free_seat": (table.id, BEN),
        "end_vote": (table.id,),
        "start": (table.id,),
    }
    return lambda press: getattr(moderation, act)(*arguments[act], pressed(here, press))


STEPS: Mapping[str, Prepare] = {
    **{step.__name__: step for step in (play_again, ready, ready_last, confirm, confirm_too_few, go_first_no_more)},
    **{step.__name__: step for step in (host_sends_away, leave, leave_for_good, resign, resign_of_two, come_back)},
    **{step.__name__: step for step in (claim, claim_from_who_is_absent, open_vote, open_vote_on_a_seat, vote)},
    **{step.__name__: step for step in (expire, nudge, meanwhile, back_from_meanwhile, idle, reopen)},
    **{step.__name__: step for step in (wait_for_seat, be_away, be_back)},
    "voted_for": partial(voted, agrees=True),
    "voted_down": partial(voted, agrees=False),
    **{f"moderator: {act}": partial(moderated, act=act) for act in ("close", "send_away", "free_seat", "end_vote")},
    **{f"in a lobby: {act}": partial(moderated, act=act, phase="lobby") for act in ("close", "send_away", "start")},
}


# -- The laws


def stored(here: House) -> Mapping[str, list[dict[str, Any]]]:
    """Every row of every table, but of the processes, which say that they live."""
    assert isinstance(here.where, Path)
    with closing(sqlite3.connect(here.where)) as connection:
        connection.row_factory = sqlite3.Row
        names = [row["name"] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")]
            for name in names
            if name != "processes"
        }


def meant(rows: Mapping[str, list[dict[str, Any]]]) -> Mapping[str, Any]:
    """What is stored, without what a press leaves that changes nothing: that it came, and a version."""
    return {
        name: [{key: value for key, value in row.items() if key not in VERSIONS} for row in its_rows]
        for name, its_rows in rows.items()
        if name != "interactions"
    }


@dataclass
class Cut:
    """Fails at the statement of this number, from 1, of those until the step is committed."""

    at: int
    wrote: bool = False
    committed: bool = False

    def count(self, statement: str, _: Any) -> None:
        writes = statement.startswith(("INSERT", "UPDATE", "DELETE"))
        assert not (self.committed and writes), f"a second transaction, which a kill could prevent: {statement}"
        self.wrote |= writes
        self.at -= not self.committed
        if self.at == 0 and not self.committed:
            raise Killed


async def cut_off(here: House, step: Step, press: int, at: int) -> bool:
    """Make the step, but be killed at that statement. Whether it had one."""
    cut, commit = Cut(at), SQLiteTransaction.commit

    async def committing(transaction: SQLiteTransaction) -> None:
        await commit(transaction)
        cut.committed |= cut.wrote

    try:
        with noted(cut.count), mock.patch.object(SQLiteTransaction, "commit", committing):
            await step(press)
    except Killed:
        return True
    finally:
        here.database.forget()
    assert cut.committed
    return False


@pytest.mark.parametrize("name", STEPS)
async def test_what_is_cut_off_has_done_nothing_and_what_is_done_is_done_once(
    tmp_path: Path, clock: Clock, name: str
) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        step = await STEPS[name](here, clock)
        here.database.forget()
        before, press, at = stored(here), next(here.interactions), 1
        while await cut_off(here, step, press, at):
            assert stored(here) == before, f"statement {at}"
            at += 1
        assert at > 3, "it has some statements"
        done = stored(here)
        assert meant(done) != meant(before)
        for again in (press, next(here.interactions)):
            try:
                await step(again)
            except (AlreadyApplied, Refused):
                assert stored(here) == done
            assert meant(stored(here)) == meant(done), "delivered again" if again == press else "pressed again"
