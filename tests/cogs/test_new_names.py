"""Whoever changes their name is called by the new one from their next press at the table on."""

from pathlib import Path

from simcord.actors import MemberActor

from .hall import World, alts, answer, labels, text, world
from .test_people_at_a_table import THREE, scout
from .test_wyverns_knot_at_a_table import lobby, start


def rename(here: World, member: MemberActor, name: str) -> None:
    here.env.backend.users[member.id].global_name = name


async def test_a_running_table_calls_them_by_it_in_pictures_words_and_panels(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        first, second, _ = here.seats()
        before, version = here.pictures(here.board), here.table()["version"]
        rename(here, first, "Annabel")
        assert "Annabel" not in alts(here.board)[0]
        panel = await here.play(first)
        assert here.table()["version"] == version, "so no press comes too late"
        assert "Annabel" in alts(here.board)[0]
        assert here.pictures(here.board) != before
        assert "Annabel" in alts(panel)[0]
        await scout(here, first, 6)
        assert here.table()["version"] > version
        words = text(await here.play(second))
        assert "Annabel" in words
        assert "Annabel" in answer(await here.slash(second, "board", text=True))


async def test_a_press_that_moves_is_no_later_for_it(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        first = here.seats()[0]
        panel = await here.play(first)
        rename(here, first, "Annabel")
        move = here.game().legal_moves(here.state())[0]
        before = here.table()["version"]
        await here.make(first, panel, move)
        assert here.table()["version"] > before
        assert "moved on" not in text(panel)
        assert here.rows("SELECT name FROM players WHERE user_id = ?", first.id) == [{"name": "Annabel"}]


async def test_a_lobby_calls_them_by_it(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await lobby(here)
        ann, bob, _ = here.members
        rename(here, bob, "Ann")
        await here.press(bob, here.board, "Rules")
        assert "2. Ann (2)" in text(here.board)
        assert "Start" in labels(here.board)
        await here.press(ann, here.board, "Start")
        seat = here.seats().index(ann), here.seats().index(bob)
        assert f"Ann ({max(seat) + 1})" in answer(await here.slash(ann, "board", text=True))


async def test_a_name_of_elsewhere_isnt_taken_over(tmp_path: Path) -> None:
    """A nickname is for its own server; in direct messages Discord gives the name that counts everywhere."""
    async with world(tmp_path, *THREE) as here:
        await start(here)
        first = here.seats()[0]
        await scout(here, first, 6)
        await here.play(first)
        (direct,) = here.direct_messages(first)
        rename(here, first, "Annabel")
        await here.press(first.user, direct, "My hand")
        assert here.rows("SELECT name FROM players WHERE user_id = ?", first.id) == [{"name": "Ann"}]
