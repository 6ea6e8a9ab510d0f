"""Computer players at a table: people ask them there, play with them to the end, leave them seats and get them back."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from cogs.controls import Press
from engine import GAMES
from players import PLAYERS
from tables.cast import CAST, SIGN

from ..engine.players import lasting
from .hall import World, controls, labels, mentioned, text, world
from .test_people_at_a_table import posts

GROUPS = [key for key in PLAYERS if max(GAMES[key].seats) > 1]


def computers(board: ResponseMessage) -> tuple[str, dict[str, str]]:
    """The lobby's control for computer players: its custom id, and what it offers by value."""
    for custom_id, part in controls(board).items():
        if Press.read(custom_id).verb == "computers":
            return custom_id, {option["value"]: option["label"] for option in part["options"]}
    raise AssertionError("no computer player can be asked here")


async def choose(here: World, actor: MemberActor, value: str) -> str:
    custom_id, offered = computers(here.board)
    chosen = next(one for one in offered if one.startswith(value))
    result = await here.choose(actor, here.board, chosen, custom_id=custom_id)
    return text(result.response) if result.response and result.response.ephemeral else ""


async def alone_with(here: World, game: str, count: int) -> MemberActor:
    """The first member has started a game with this many computer players."""
    ann = here.members[0]
    await here.slash(ann, "play", game=game)
    for _ in range(count):
        await choose(here, ann, "add/")
    await here.press(ann, here.board, "Start")
    return ann


def turn_of(here: World, member: MemberActor) -> bool:
    row = here.rows("SELECT seat FROM players WHERE user_id = ? AND table_id = ?", member.id, here.table()["id"])
    return bool(here.table()["phase"] == "playing" and here.game().to_act(here.state()) == row[0]["seat"])


@pytest.mark.parametrize("game", GROUPS)
async def test_one_person_plays_with_computers_to_the_end_by_panel(tmp_path: Path, game: str) -> None:
    draw: Any = Random(3).random
    async with world(tmp_path, "Ann") as here:
        ann = await alone_with(here, game, min(4, max(GAMES[game].seats) - 1))
        before, turns = len(posts(here)), 0
        while here.table()["phase"] == "playing":
            assert turn_of(here, ann), "the computers have played: nobody is waited for"
            assert f"{ann.mention}, it is your turn" in text(here.board)
            assert mentioned(posts(here)[-1]) == {ann.id}
            turn, turns = here.table()["turn"], turns + 1
            while turn_of(here, ann) and here.table()["turn"] == turn:
                await here.make(ann, await here.play(ann), lasting(here.game(), here.state(), draw))
        assert len(posts(here)) == before + turns, "one board a turn of hers, and none for the computers' own"
        assert "Play again" in labels(here.board)
        assert SIGN in text(here.board)
        (row,) = here.rows("SELECT * FROM results WHERE user_id IS NOT NULL")
        assert row["computers"]
        for table in ("win_standings", "group_standings", "standings"):
            assert not here.rows(f"SELECT * FROM {table}")
        moved = here.rows("SELECT user_id FROM log WHERE kind = 'move'")
        assert {one["user_id"] for one in moved if one["user_id"] != ann.id} <= {
            -one for one in range(1, len(CAST) + 1)
        }
