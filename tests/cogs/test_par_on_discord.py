"""What the hall reaches in a deal of the day, as people meet it: after their own game, and on a closed day's board."""

import logging
import re
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor

from cogs.games import WORDS
from engine import GAMES
from tables.daily.calendar import today

from ..tables.test_thinking import children, until
from .hall import World, alts, answer, text, world
from .test_daily_on_discord import at, finish, give_up, hall, play, shown, wake
from .test_leaderboards_on_discord import board
from .test_people_at_a_table import TICK

GAME = "forest-of-wyr"  # the quickest
HALL = "The hall: "


async def think(here: World) -> str:
    """The hall plays what is due; what it says of that."""
    store = here.bot.store
    await store.pars.play(store.thinking.aside)
    return said(here)


def said(here: World) -> str:
    (row,) = here.rows("SELECT won, score FROM pars WHERE game = ?", GAME)
    assert row["score"] is not None
    return f"{HALL}{row['score']}, {'won' if row['won'] else 'lost'}"


async def everywhere(here: World, member: MemberActor) -> list[str]:
    """All that a member can ask for about today's deal: their day, its proof, its boards."""
    day = today().isoformat()
    asked: list[tuple[str, dict[str, Any]]] = [
        ("daily", {}),
        ("verify", {"day": day}),
        *(("leaderboard", {"game": f"{GAME}/deals", "text": worded}) for worded in (True, False)),
        ("profile", {"text": True}),
    ]
    read = list[str]()
    for name, options in asked:
        message = shown(await here.slash(member, name, **options))
        read += [text(message), *alts(message)]
    return read


async def test_it_is_shown_to_who_has_finished_and_to_nobody_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "tables")
    async with hall(tmp_path) as here:
        ann, bob = here.members
        hers = await finish(here, ann, GAME)
        assert HALL not in text(hers), "it isn't played yet"
        told = await think(here)
        again = shown(await here.slash(ann, "daily", game=GAME))
        assert f"🤖 {told}; you: 0, lost." in text(again)
        assert f"Lost · t{told[1:]}." in alts(shown(await here.slash(ann, "daily")))[0]
        assert f"🤖 {told}" in answer(await here.slash(ann, "verify", day="2026-01-01"))
        await here.press(ann.user, hers, "Share")
        assert HALL not in text(here.board), "others have yet to play"

        his = await play(here, bob, GAME)
        assert not any(HALL in one for one in [text(his), *alts(his), *await everywhere(here, bob)])
        for one in await everywhere(here, ann):
            assert HALL not in one or "🤖" in one, "no board before the day is closed"
        await here.make(bob.user, his, GAMES[GAME].legal_moves(here.state())[0])
        assert HALL not in text(his)
        await give_up(here, bob, his)
        freed = here.state().table.freed
        assert f"🤖 {told}; you: {freed}, lost." in text(his)
        for message in here.messages():
            assert HALL not in text(message)
        assert not re.search(r"hall: \d", caplog.text)
        assert here.rows("SELECT seed FROM deals")[0]["seed"] not in caplog.text


async def test_on_the_board_of_a_closed_day_it_is_a_line_and_no_place(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        await finish(here, ann, GAME)
        told = await think(here)
        await wake(here, 2, 1, 59)
        before = await board(here, bob, f"{GAME}/deals")
        await here.press(bob, before, "Day before")
        assert HALL not in alts(before)[0], "its ranked play goes on"
        assert "1 · Ann" in alts(before)[0]
        await wake(here, 2, 2)
        closed = await board(here, bob, f"{GAME}/deals")
        await here.press(bob, closed, "Day before")
        assert alts(closed)[0].endswith(f"1 · Ann: 0, lost. {told}.")
        for period in ("week", "month", "all"):
            assert HALL not in alts(await board(here, bob, f"{GAME}/deals", period=period))[0]
        worded = shown(await here.slash(bob, "leaderboard", game=f"{GAME}/deals", text=True))
        await here.press(bob, worded, "Day before")
        assert f"\n{told}.\n" in text(worded)
        assert text(worded).count("·") == text(worded).split("\n")[0].count("·") + 1, "one person's place"
        assert f"🤖 {told}" in answer(await here.slash(bob, "verify", day="2026-01-01"))


async def test_a_deal_finished_after_midnight_is_measured_by_its_own_day(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, _ = here.members
        await at(here, 1, 23, 59)
        hers = await play(here, ann, GAME)
        await at(here, 2, 0, 30)
        told = await think(here)
        await give_up(here, ann, hers)
        assert f"🤖 {told}; you: " in text(hers)
        assert HALL not in text(shown(await here.slash(ann, "daily"))), "the new day's deals are others"


async def test_advyria_is_told_by_its_ratings(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, _ = here.members
        hers = await play(here, ann, "advyria")
        here.rows("UPDATE pars SET score = 74")
        await give_up(here, ann, hers)
        verdict = WORDS["advyria"].verdict(GAMES["advyria"].options(), 74, False)
        assert f"🤖 The hall: 74, {verdict}; you: 0, " in text(hers)


async def test_the_clock_has_it_played_but_not_while_the_hall_starts(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        await play(here, ann, GAME)
        assert here.rows("SELECT score FROM pars") == [{"score": None}]
        before = children()
        here.rows("DELETE FROM clock")
        await here.restart()
        await until(lambda: here.rows("SELECT 1 FROM clock"))  # it has beaten
        await here.env.settle()
        assert children() == before
        await here.env.advance_time(TICK)
        await until(lambda: here.rows("SELECT score FROM pars") != [{"score": None}])
        assert said(here)
