"""Whoever was kicked or banned from a server plays no more at its tables, wherever they press or type."""

from pathlib import Path

import pytest
from simcord.actors import MemberActor

from cogs.background.members import MOST, REMEMBERED, Members

from .hall import World, alts, answer, labels, leads, text, world
from .test_daily_on_discord import HEXARACT, announce, announced, finish, hall, manager, wake
from .test_people_at_a_table import THREE, scout
from .test_when_things_are_wrong import accept, refuse
from .test_wyverns_knot_at_a_table import start

OUT = "You have left this game's server"
DOUBT = "Discord doesn't say just now whether you are still in this game's server"
WAYS = ("My hand", "panel", "hand", "undo", "leave", "concede", "board", "text", "wyrm-knot")


def asked(here: World) -> int:
    """How often Discord was asked for a member."""
    return len(here.requests("GET", f"/guilds/{here.env.guild.id}/members/"))


async def go(here: World, way: str) -> str:
    """What the player to act first is answered, who does that in their direct messages."""
    ann, game = here.members[0], str(here.table()["id"])
    (direct,) = here.direct_messages(ann)
    match way:
        case "My hand":
            result = await here.press(ann.user, direct, way)
        case "panel":
            custom_id = next(lead.custom_id for lead in leads(direct) if lead.path == ("advance", "0"))
            here.env.guild.remove_member(ann)
            await here.env.advance_time(REMEMBERED)
            result = await here.press(ann.user, direct, custom_id=custom_id)
        case "text":
            result = await here.slash(ann.user, "board", text=True, game=game)
        case "wyrm-knot":
            result = await here.slash(ann.user, way, move="advance/0", game=game)
        case _:
            result = await here.slash(ann.user, way, game=game)
    return answer(result)


@pytest.mark.parametrize("way", WAYS)
async def test_a_kicked_member_plays_on_in_no_way(tmp_path: Path, way: str) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, cat = here.seats()
        await scout(here, ann, 6)
        moves = here.rows("SELECT * FROM log")
        board = here.board
        if way != "panel":
            here.env.guild.remove_member(ann)
        said = await go(here, way)
        assert OUT in said, said
        assert "Play" not in said
        assert here.rows("SELECT * FROM log") == moves
        assert here.seats() == [bob, cat]
        assert "**Ann** has left the table" in text(here.board)
        assert "Take the empty seat" in labels(board)
        count = asked(here)
        assert await here.offers(ann.user, "wyrm-knot", "move", "") == {}
        assert OUT not in answer(await here.slash(ann.user, "hand"))
        assert asked(here) == count, "whoever sits nowhere is asked for no more"


@pytest.mark.parametrize("status", [500, 503, 403])
async def test_a_discord_that_cannot_say_throws_nobody_out(tmp_path: Path, status: int) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann = here.seats()[0]
        await scout(here, ann, 6)
        path = f"/guilds/{here.env.guild.id}/members/{ann.id}"
        refuse(here, "GET", path, status, 50001 if status == 403 else 0, times=None)
        assert DOUBT in await go(here, "My hand"), "hidden cards are for members"
        assert DOUBT in await go(here, "wyrm-knot")
        assert here.state().table.turn == 0
        assert here.seats()[0] == ann
        assert DOUBT not in answer(await here.press(ann, here.board, "My hand")), "in the server itself nobody is asked"
        accept(here)
        await go(here, "wyrm-knot")
        assert here.state().table.turn == 1


async def test_a_member_is_asked_for_once_in_some_minutes(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        before = asked(here)  # who has left isn't dealt a hand
        ann, bob, _ = here.seats()
        await scout(here, ann, 6)
        await here.press(ann, here.board, "My hand")
        await here.slash(bob, "hand")
        assert asked(here) == before, "in the server itself the interaction proves it"
        for _ in range(3):
            await go(here, "My hand")
            await go(here, "hand")
        assert asked(here) == before + 1
        await here.env.advance_time(REMEMBERED)
        await go(here, "My hand")
        assert asked(here) == before + 2


async def test_autocomplete_shows_a_kicked_member_nothing(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann = here.seats()[0]
        await scout(here, ann, 6)
        here.env.guild.remove_member(ann)
        assert await here.offers(ann.user, "wyrm-knot", "move", "") == {}
        assert ann not in here.seats()


async def test_who_comes_back_may_sit_down_again(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann = here.seats()[0]
        await scout(here, ann, 6)
        board = here.board
        here.env.guild.remove_member(ann)
        assert OUT in await go(here, "My hand")
        here.members[0] = ann = here.env.guild.add_member(ann.user)
        await here.press(ann, board, "Take the empty seat")
        assert ann in here.seats()
        assert OUT not in answer(await here.slash(ann.user, "hand"))


async def test_games_for_one_belong_to_a_person(tmp_path: Path) -> None:
    """A server has no say in them."""
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        await here.slash(ann, "play", game="hexaract")
        here.env.guild.remove_member(ann)
        assert OUT not in answer(await here.slash(ann.user, "hand"))
        assert here.seats() == [ann]
        assert not asked(here)


async def test_what_is_remembered_of_members_is_bounded(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann = here.seats()[0]
        await scout(here, ann, 6)
        members: Members = here.bot.services.members
        members._known |= {(1, user): float("inf") for user in range(MOST)}
        await go(here, "My hand")
        assert len(members._known) == MOST
        assert (here.env.guild.id, ann.id) in members._known


# -- On boards and in posts


def known(here: World, member: MemberActor, *, days: float) -> None:
    """As if it had last been known so many days ago that they are in the server."""
    then = int(here.env.now().timestamp() - days * 24 * 3600)
    here.rows("UPDATE members SET known_at = ? WHERE user_id = ?", then, member.id)


async def test_who_has_left_is_on_no_board_of_the_server_until_they_return(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        await finish(here, ann, HEXARACT)
        await finish(here, bob, HEXARACT)

        async def board(scope: str = "here") -> str:
            result = await here.slash(ann, "leaderboard", game=f"{HEXARACT}/deals", scope=scope, text=True)
            return answer(result)

        here.env.guild.remove_member(bob)
        assert "Bob" in await board(), "he was there today"
        assert not asked(here)
        known(here, bob, days=3)
        refuse(here, "GET", f"/guilds/{here.env.guild.id}/members/*", 500, 0, times=None)
        assert "Bob" in await board(), "Discord can't say"
        count = asked(here)
        assert "Bob" in await board()
        assert asked(here) == count, "nor is it asked again at once"
        accept(here)
        await here.env.advance_time(REMEMBERED)
        assert "Bob" not in await board()
        assert "Bob" in await board("everywhere")
        count = asked(here)
        assert "Bob" not in await board()
        assert asked(here) == count, "it is remembered"
        again = here.env.guild.add_member(bob.user)
        await here.slash(again, "help")
        assert "Bob" in await board()


async def test_a_post_names_nobody_who_has_left(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        await announce(here, manager(here), 8)
        await finish(here, ann, HEXARACT)
        await finish(here, bob, HEXARACT)
        here.env.guild.remove_member(bob)
        known(here, ann, days=3)
        known(here, bob, days=3)
        await wake(here, 2, 8)
        (post,) = announced(here)
        assert "Ann" in alts(post)[0]
        assert "Bob" not in alts(post)[0]
        assert asked(here) == 2
        await wake(here, 3, 8)
        assert asked(here) == 2


async def test_a_seat_that_is_freed_for_somebody_who_has_left_takes_them_off_the_boards(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann = here.seats()[0]
        await scout(here, ann, 6)
        here.env.guild.remove_member(ann)
        assert OUT in await go(here, "hand")
        assert here.rows("SELECT gone FROM members WHERE user_id = ?", ann.id)[0]["gone"]
