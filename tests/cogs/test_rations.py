"""What takes long may be asked for so often by one user. Then a sentence says when again, and others still may."""

from pathlib import Path

import pytest

from .hall import answer, world
from .solitaires import start
from .test_replay_on_discord import NAMES, group

ADVENT = "advent-of-the-wyrms"
AGAIN = "You just did this. You can do it again <t:"


async def test_who_hides_and_shows_again_and_again_is_stopped(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Ben") as here:
        ann, ben = here.members
        for what in ("hide", "show", "hide"):
            assert AGAIN not in answer(await here.slash(ann, "privacy", what=what))
        assert AGAIN in answer(await here.slash(ann, "privacy", what="show"))
        assert here.rows("SELECT hidden FROM people WHERE user_id = ?", ann.id) == [{"hidden": 1}]
        assert AGAIN not in answer(await here.slash(ben, "privacy", what="show"))


async def test_who_asks_for_replay_after_replay_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.commands.replay.REPLAYS", (1, 60.0))
    async with world(tmp_path, *NAMES) as here:
        ann, bob, _ = here.members
        await group(here, here.members)
        board = here.board
        await here.press(ann, board, "Replay")
        posted = here.board
        assert posted.id != board.id
        assert AGAIN in answer(await here.press(ann, board, "Replay"))
        assert str(posted.id) in answer(await here.press(bob, board, "Replay")), "a link"


async def test_who_has_game_after_game_looked_back_at_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.commands.replay.LOOKS", (1, 600.0))
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        for _ in range(2):
            message = await start(here, ann, ADVENT)
            for _ in range(2):
                await here.press(ann, message, "Give up")
            said = await here.press(ann, message, "How did I play?")
        assert AGAIN in answer(said)
        assert len(here.rows("SELECT 1 FROM analyses")) == 1
