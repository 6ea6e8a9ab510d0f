"""The board of a table, where its posting meets refusals, deletions and people in a hurry."""

import gc
from pathlib import Path

import discord
import pytest

from cogs.presenter import PAUSE
from tables import Refused

from .hall import World, answer, controls, labels, mentioned, text, world
from .test_people_at_a_table import MINUTE, THREE, TICK, advance, posts, scout
from .test_when_things_are_wrong import accept, channel_path, refuse
from .test_wyverns_knot_at_a_table import start


def alive(here: World) -> list[int]:
    return [message.id for message in here.messages() if "Play" in labels(message)]


# -- What is refused


async def test_players_are_told_and_the_clock_tries_again_where_posting_is_forbidden(tmp_path: Path) -> None:
    """After a board that could not lose its buttons."""
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, cat = here.seats()
        await scout(here, ann, 6)
        old = here.board
        refuse(here, "PATCH", f"{channel_path(here)}/{old.id}", 500, 0, times=None)
        await advance(here, ann, 0)
        refuse(here, "POST", channel_path(here), 403, 50013, times=None)
        for number, member in enumerate((bob, cat)):
            await scout(here, member, 8 + number)
            await advance(here, member, 0)
        assert "it is your turn" in text(here.direct_messages(ann)[-1])
        before = here.board
        accept(here)
        await here.env.advance_time(TICK)
        assert not controls(old)
        assert here.board.id != before.id
        assert mentioned(posts(here)[-1]) == {ann.id}
        assert alive(here) == [here.board.id]


async def test_the_clock_asks_seldom_whether_what_was_forbidden_is_allowed(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        await scout(here, ann, 6)
        before = here.board
        refuse(here, "POST", channel_path(here), 403, 50013, times=None)
        await advance(here, ann, 0)
        asked = len(posts(here))
        for _ in range(5):
            await here.env.advance_time(TICK)
        assert len(posts(here)) == asked
        accept(here)
        await here.env.advance_time(PAUSE)
        assert here.board.id != before.id
        assert mentioned(posts(here)[-1]) == {bob.id}
        assert alive(here) == [here.board.id]


async def test_what_is_forbidden_keeps_no_memory(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        refuse(here, "POST", channel_path(here), 403, 50013, times=None)
        await scout(here, here.seats()[0], 6)
        await advance(here, here.seats()[0], 0)
        gc.collect()
        assert not [kept for kept in gc.get_objects() if isinstance(kept, discord.Forbidden)]


# -- What is deleted meanwhile


async def test_an_answer_into_a_deleted_message_is_no_error(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann = here.seats()[0]
        panel = await here.play(ann)
        refuse(here, "PATCH", "/webhooks/*/messages/@original", 404, 10008)
        scouting = next(custom_id for custom_id in controls(panel) if ":pick:" in custom_id and "scout" in custom_id)
        pressed = await here.press(ann, panel, custom_id=scouting)
        assert "deleted meanwhile" in answer(pressed)


async def test_a_post_of_a_deleted_game_is_not_recorded(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        ann = here.members[0]
        await here.slash(ann, "play", game="hexaract")
        shown = (await here.bot.posts.of(1))[0]
        await here.bot.privacy.delete(ann.id)
        with pytest.raises(Refused, match="has been deleted"):
            await here.bot.posts.record(1, {0: shown})


# -- In a hurry


async def test_the_board_is_posted_again_once_a_minute(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        fresh, count = here.board, len(here.messages())
        for _ in range(2):
            assert str(fresh.id) in answer(await here.slash(bob, "board"))
        assert len(here.messages()) == count
        assert alive(here) == [fresh.id]
        await here.env.advance_time(MINUTE)
        told = [answer(await here.slash(bob, "board")) for _ in range(6)]
        assert all(str(here.board.id) in line for line in told)
        assert here.board.id != fresh.id
        assert len(here.messages()) == count + 1
        assert alive(here) == [here.board.id]
        await scout(here, ann, 6)
        await advance(here, ann, 0)
        assert len(here.messages()) == count + 2, "a turn has its board at once"


async def test_a_fresh_board_that_was_deleted_is_posted_anew(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        deleted = here.board
        here.env.backend.delete_message(here.channel.id, deleted.id)
        told = answer(await here.slash(here.seats()[1], "board"))
        assert alive(here) == [here.board.id] != [deleted.id]
        assert str(here.board.id) in told
