"""Evenings of looking back: how a game was played, judged with few futures."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from types import MappingProxyType

import pytest

from players import PLAYERS
from players.answer import answer

from ..cogs.hall import World
from ..cogs.test_daily_on_discord import at, play, stop_clock
from ..cogs.test_playing_on import AGAIN, ANOTHER, ON, WHAT, choose
from ..cogs.test_replay_on_discord import group, step
from ..engine.players import sensible
from .driver import FORMS, forms, last_board, look, shown, solitaire
from .hall import evening

A_WHILE = 5.0  # seconds: whoever waits for it looks again and again


@contextmanager
def quickly() -> Iterator[None]:
    """Judged here, with few futures."""
    judges = {
        key: replace(player, judge=replace(player.judge, first=1, second=1))
        for key, player in PLAYERS.items()
        if player.judge
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("players.answer.PLAYERS", MappingProxyType(judges))
        patch.setattr("players.analysis.FEWEST", 1)
        patch.setattr("players.analysis.MOST", 1)
        patch.setattr("players.wyverns_knot.looking_back.TURNS", 1)
        patch.setattr("tables.workers.computer_turns.ThinkingProcess.ask", lambda mind, question: answer(question))
        yield


@evening("how-it-was-played", emojis=True)
async def _(here: World) -> None:
    """By each of those who played, in their form; then the replay has the chances."""
    with quickly():
        await forms(here, *FORMS)
        await group(here, here.members)
        board = last_board(here)
        await here.press(here.members[0], board, "Replay")
        for member in here.members:
            await here.press(member, board, "How did we play?")
            await here.env.advance_time(A_WHILE)
            panel = shown(await here.press(member, board, "How did we play?"))
            await look(here, member, panel, most=3)
            await look(here, member, shown(await here.slash(member, "replay")), most=6)
        await here.press(here.members[0], board, "Replay")


@evening("how-a-deal-of-the-day-was-played", "Ann", "Bob")
async def _(here: World) -> None:
    """Luck and skill of one's own game, and how much of it was luck for all to see."""
    with quickly():
        stop_clock(here)
        await at(here, 1, 9)
        for member in here.members:
            message = await play(here, member, "advent-of-the-wyrms")
            await solitaire(here, member.user, message, "panel", 80, player=sensible)
            assert here.table()["phase"] == "over"
        await at(here, 3, 9)
        here.rows("UPDATE pars SET score = 2, won = FALSE")
        for member in here.members:
            (mine, *_) = await here.offers(member, "replay", "game", "")
            replay = shown(await here.slash(member, "replay", game=mine))
            await here.press(member, replay, "How did I play?")
            await here.env.advance_time(A_WHILE)
            panel = shown(await here.press(member, replay, "How did I play?"))
            await here.press(member, panel, "Luck and skill")
            await here.press(member, panel, "Share with luck and skill")
            await look(here, member, panel, most=3)


@evening("what-if", emojis=True)
async def _(here: World) -> None:
    """Each plays a game on that is over, from a step of its replay, and takes it back."""
    with quickly():
        await forms(here, *FORMS)
        await group(here, here.members)
        for member in here.members:
            steps = shown(await here.slash(member, "replay"))
            await here.press(member, steps, custom_id=step(steps, "next"))
            panel = shown(await here.press(member, steps, ON))
            await choose(here, member, panel, Random(1))
            for label in (WHAT, "Keep playing", ANOTHER, WHAT, AGAIN, WHAT, "Step through the game"):
                await here.press(member, panel, label)
