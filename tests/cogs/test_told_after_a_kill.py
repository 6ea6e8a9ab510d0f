"""What is committed is told, once: the bot is killed before it tells it, or when it has told and not recorded it."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from discord.http import Route

from bot import Settings, Wyrmhall
from tables.play.relief import NUDGE_AFTER, RELIEF_AFTER
from tables.services import Store

from .hall import World, payloads, world
from .test_people_at_a_table import TICK
from .test_rivals import against
from .test_waiting_on_discord import wait
from .test_wyverns_knot_at_a_table import start

presses = count(1)  # in place of the ids of interactions


class Told(NamedTuple):
    step: Awaitable[object]  # commits something, as a press does
    said: str  # in the message by which it is told


Prepare = Callable[[World, Store], Awaitable[Told]]


async def leave(here: World, store: Store) -> Told:
    await start(here)
    ann, *_ = here.seats()
    return Told(store.tables.leave(here.table()["id"], ann.id, next(presses)), "has left the table.")


async def resign(here: World, store: Store) -> Told:
    *_, cat = await against(here)  # it isn't her turn: else a computer player would play first
    return Told(store.tables.leave(here.table()["id"], cat.id, next(presses), for_good=True), "has resigned.")


async def ask_to_give_up(here: World, store: Store) -> Told:
    await start(here)
    return Told(store.votes.open(here.table()["id"], here.seats()[0].id, next(presses)), "wants to give up. Do you?")


async def play_again(here: World, store: Store) -> Told:
    await start(here)
    table_id, (ann, ben, _) = here.table()["id"], here.members
    await store.votes.open(table_id, ann.id, next(presses))
    await store.votes.cast(table_id, ben.id, True, next(presses))
    await here.bot.services.presenter.show_and_wait(table_id)
    return Told(store.lobbies.again(table_id, ann.id, next(presses)), "would like to play again")


async def tonight(here: World, seconds: int) -> int:
    await start(here)
    here.rows("UPDATE tables SET pace = 'tonight'")
    await wait(here, seconds)
    return int(here.table()["id"])


async def nudge(here: World, store: Store) -> Told:
    table_id = await tonight(here, NUDGE_AFTER)
    return Told(store.waiting.nudge(table_id, here.seats()[1].id, next(presses)), "the table waits for you alone")


async def meanwhile(here: World, store: Store) -> Told:
    """The other two have voted for it."""
    table_id = await tonight(here, RELIEF_AFTER)
    _, ben, cat = here.seats()
    await store.votes.ask_relief(table_id, ben.id, next(presses))
    await here.bot.services.presenter.show_and_wait(table_id)
    return Told(store.votes.cast(table_id, cat.id, True, next(presses)), "a computer player plays on for you")


async def idle(here: World, store: Store) -> Told:
    await start(here)
    table = await store.tables.get(here.table()["id"])
    return Told(store.tables.close(table, idle=True), "was closed: nobody played")


async def reopen(here: World, store: Store) -> Told:
    told = await idle(here, store)
    await told.step
    table_id = here.table()["id"]
    await here.bot.services.presenter.show_and_wait(table_id)
    return Told(store.tables.reopen(table_id, here.members[0].id, next(presses)), "goes on where it stood")


STEPS: Mapping[str, Prepare] = {
    step.__name__: step for step in (leave, resign, ask_to_give_up, play_again, nudge, meanwhile, idle, reopen)
}


def posts(here: World, said: str) -> list[str]:
    """The nonces of the messages in which this was posted. A second one with the same nonce Discord drops."""
    sent = (payload for request in here.posts() for payload in payloads(request))
    return [payload["nonce"] for payload in sent if said in str(payload)]


def die_at(here: World, said: str, *, posted: bool) -> list[bool]:
    """Kill the bot when it posts this: then, or before. Its process is gone once it has no database."""
    http: Any = here.bot.http
    request, died = http.request, list[bool]()

    async def dying(route: Route, **more: Any) -> Any:
        if route.method != "POST" or said not in f"{more}":
            return await request(route, **more)
        if posted:
            await request(route, **more)
        died.append(posted)
        await here.bot.store.database.close()
        raise OSError("killed")

    http.request = dying
    return died


async def revive(here: World) -> None:
    """Start the bot again. What the dead one logs without its database nobody would have read."""
    await here._die()
    await here.env.restart_bot(Wyrmhall(Settings(database=here.database, **here.settings)))
    here.errors.lines.clear()


@pytest.mark.parametrize("posted", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("name", STEPS)
async def test_what_is_committed_is_told_once(tmp_path: Path, name: str, posted: bool) -> None:
    async with world(tmp_path, "Ann", "Ben", "Cat") as here:
        step, said = await STEPS[name](here, here.bot.store)
        died = die_at(here, said, posted=posted)
        await step
        with suppress(Exception):  # of a bot that dies meanwhile
            await here.bot.services.presenter.show_and_wait(here.table()["id"])
        if not died:  # what a timer tells comes with the clock's next beat
            await here.env.advance_time(TICK)
        assert died, "else the test has missed what it is for"
        assert len(posts(here, said)) == posted
        await revive(here)
        await here.env.advance_time(3 * TICK)
        assert len({*posts(here, said)}) == 1
        await here.restart()
        await here.env.advance_time(3 * TICK)
        assert len({*posts(here, said)}) == 1, "and not later either"
