"""The panel of Wyvern's Knot on Discord: what a command asks before it, and what fails for one player alone."""

from collections.abc import Sequence
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any

import pytest

from cogs.games import WORDS
from engine import wyverns_knot as knot

from ..screens.test_wyverns_knot import known_not_to_match
from .hall import answer, leads, text, world
from .positions import Position, write
from .test_wyverns_knot_at_a_table import start
from .tour import GAME

GAME_WORDS = WORDS["wyverns-knot"]
NAMES = ("Ann", "Bram", "Cosima")


async def test_a_command_asks_before_a_risky_move(tmp_path: Path) -> None:
    """As the panel does; what is meant is then made."""
    state, cell = known_not_to_match()
    async with world(tmp_path, *NAMES) as here:
        await write(here, Position("wyverns-knot", 3, GAME.options(), state))
        await here.restart()
        ann = here.members[0]
        await here.slash(ann, "wyrm-knot", move="enchant/0")
        before = here.table()
        result = await here.slash(ann, "wyrm-knot", move=f"aim/{cell}")
        assert "Both would be lost" in answer(result)
        assert here.table() == before
        assert result.response
        (sure,) = [lead for lead in leads(result.response) if lead.verb == "dare"]
        await here.press(ann, result.response, custom_id=sure.custom_id)
        assert here.state().table.nest[cell].fate == "lost"


async def test_what_fails_for_one_player_is_told_to_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever fails: a game's words, for example, that can't ask one seat."""

    def ask(view: Any, names: Sequence[str]) -> str:
        if view.mine and view.mine.seat == 0 and fails:
            raise KeyError("Words that fail for the first seat")
        return "What will you do?"

    fails = list[bool]()
    async with world(tmp_path, *NAMES) as here:
        monkeypatch.setitem(WORDS, "wyverns-knot", replaced(GAME_WORDS, ask=ask))
        await start(here)
        fails.append(True)  # who starts the game is shown their panel
        table_id = here.table()["id"]
        for number, member in enumerate(here.seats()):
            moves = [knot.moves.Scout(6 + number), knot.moves.Advance(0)]
            await here.bot.store.tables.play(table_id, member.id, moves, 10**6 + number)
        await here.bot.services.presenter.show_and_wait(table_id)
        assert any("Words that fail" in line for line in here.errors.lines)
        here.errors.lines.clear()
        _, bram, cosima = here.seats()
        for member in (bram, cosima):
            assert "I write again" in text(here.direct_messages(member)[-1])
