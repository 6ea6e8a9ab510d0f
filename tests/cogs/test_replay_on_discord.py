"""Replays as people meet them: one moving picture a game, and its steps in private."""

import asyncio
import io
import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from cogs.delivery import pictures
from cogs.screens.press import MORE, Press
from cogs.screens.screen import Drawing, Picture, Screen
from engine import GAMES
from render import PICTURES
from tables.play.model import Request, Table

from ..engine.players import uniform
from .hall import World, alts, answer, controls, forbid, labels, text, world
from .solitaires import start
from .test_daily_on_discord import HEXARACT, at, finish, hall, shown
from .test_when_things_are_wrong import refuse

NAMES = ("Ann", "Bob", "Cat")
KNOT = "wyverns-knot"
_ids = count(10**6)  # of interactions


async def group(here: World, players: Sequence[MemberActor], *, over: bool = True) -> Table:
    """A game of Wyvern's Knot in the channel, played by nobody in particular."""
    host, *others = players
    lobbies, tables = here.bot.store.lobbies, here.bot.store.tables
    where: dict[str, Any] = {"guild_id": host.guild.id, "channel_id": here.channel.id}
    name, language = str(host.user.global_name), here.language
    me = Request(**where, user_id=host.id, name=name, interaction_id=next(_ids), language=language)
    table = await lobbies.open(KNOT, me)
    for guest in others:
        await lobbies.join(table.id, guest.id, str(guest.user.global_name), next(_ids))
    await lobbies.go_first(table.id, host.id, next(_ids))
    table = await lobbies.start(table.id, host.id, next(_ids))
    game, luck = GAMES[KNOT], Random(5).random
    while over and (table := await tables.get(table.id)).phase == "playing":
        state = here.state()
        actor = table.sitting(game.to_act(state))
        assert actor
        await tables.play(table.id, actor.user_id, [uniform(game, state, luck)], next(_ids))
    await here.bot.services.presenter.show_and_wait(table.id)
    return table


def moving(here: World, message: ResponseMessage) -> Image.Image:
    (gif,) = here.pictures(message)
    picture = Image.open(io.BytesIO(gif))
    assert picture.format == "GIF"
    return picture


async def forge(here: World, member: MemberActor, message: ResponseMessage, press: Press) -> InteractionResult:
    """Press a button that a stranger's client has made out of one of this message's."""
    pressed = next(custom_id for custom_id in controls(message) if Press.read(custom_id).verb != MORE)
    stored = here.env.backend.messages[here.channel.id][message.id]
    honest = stored.components
    stored.components = json.loads(json.dumps(honest).replace(pressed, press.custom_id()))
    try:
        return await here.press(member, message, custom_id=press.custom_id())
    finally:
        stored.components = honest


def step(message: ResponseMessage, name: str) -> str:
    """The custom id of one of the ways on."""
    return next(each for each in controls(message) if each.endswith(f":{name}"))


async def test_the_replay_is_posted_once_and_a_second_press_links_to_it(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES, "Dan") as here:
        *players, dan = here.members
        table = await group(here, players)
        board = here.board
        assert labels(board) == ["Play again", "Share", "Replay", "How did we play?", "Rules", "Log", "Fair deal?"]
        told = await here.press(players[1], board, "Replay")
        posted = here.board
        assert posted.id != board.id
        assert str(posted.id) in answer(told), "a link"
        headline = GAMES[KNOT].headline(GAMES[KNOT].view(here.state(), None))
        assert headline in text(posted)
        assert headline in alts(posted)[0]
        replay = await here.bot.store.tables.replay(table.id, dan.id)
        last = Image.open(io.BytesIO(PICTURES[KNOT].board(replay.positions[-1].view, NAMES)))
        picture = moving(here, posted)
        picture.seek(picture.n_frames - 1)  # type: ignore[attr-defined]
        end = picture.convert("RGB").crop((0, 0, *last.size))
        assert end.tobytes() == last.convert("RGB").tobytes(), "it ends with everything turned up"
        for member in (players[0], dan):
            assert str(posted.id) in answer(await here.press(member, board, "Replay"))
        await here.restart()
        assert str(posted.id) in answer(await here.press(dan, board, "Replay"))
        assert here.board.id == posted.id


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (413, 40005)])
async def test_a_replay_that_discord_refuses_is_shown_step_by_step(tmp_path: Path, status: int, code: int) -> None:
    async with world(tmp_path, *NAMES) as here:
        await group(here, here.members)
        refuse(here, "POST", f"/channels/{here.channel.id}/messages", status, code, times=None)
        told = await here.press(here.members[0], here.board, "Replay")
        assert told.response
        assert "step 1 of" in text(told.response)


async def test_a_replay_that_was_deleted_is_posted_again(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        await group(here, here.members)
        board = here.board
        await here.press(here.members[0], board, "Replay")
        gone = here.board
        del here.env.backend.messages[here.channel.id][gone.id]
        await here.press(here.members[0], board, "Replay")
        assert here.board.id not in (gone.id, board.id)
        assert moving(here, here.board)


async def test_where_the_bot_may_not_post_who_asked_sees_it_alone(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        await group(here, here.members)
        board = here.board
        forbid(here, "send_messages")
        told = await here.press(here.members[0], board, "Replay")
        assert here.board.id == board.id
        assert told.response
        assert told.response.ephemeral
        assert "only you" in text(told.response)
        assert moving(here, told.response)


async def test_a_game_is_stepped_through_in_private_there_and_back(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES, "Dan") as here:
        ann, *_, dan = here.members
        table = await group(here, here.members[:3])
        replay = await here.bot.store.tables.replay(table.id, ann.id)
        own = await here.bot.store.tables.replay(table.id, ann.id, own=True)
        board, last = PICTURES[KNOT].board, len(replay.positions) - 1
        panel = shown(await here.slash(ann, "replay"))
        assert panel.ephemeral
        assert f"step 1 of {last + 1}" in text(panel)
        assert here.pictures(panel) == [board(replay.positions[0].view, NAMES)]
        assert not any(each.endswith((":first", ":back")) for each in controls(panel)), "there is nothing before it"
        for name, number in (("next", 1), ("next", 2), ("back", 1), ("last", last), ("back", last - 1), ("first", 0)):
            await here.press(ann, panel, custom_id=step(panel, name))
            assert f"step {number + 1} of {last + 1}" in text(panel)
            assert here.pictures(panel) == [board(replay.positions[number].view, NAMES)]
        await here.press(ann, panel, custom_id=step(panel, "next"))
        assert "**Ann**" in text(panel), "what happened is told"
        await here.press(ann, panel, "As I saw it")
        assert here.pictures(panel) == [board(own.positions[1].view, NAMES)]
        await here.press(ann, panel, custom_id=step(panel, "next"))
        assert here.pictures(panel) == [board(own.positions[2].view, NAMES)]
        await here.press(ann, panel, "Turn everything up")
        assert here.pictures(panel) == [board(replay.positions[2].view, NAMES)]
        theirs = shown(await here.slash(dan, "replay", table=table.id))
        assert here.pictures(theirs) == [board(replay.positions[0].view, NAMES)]
        assert "As I saw it" not in labels(theirs), "who sat nowhere saw nothing"


async def test_the_moving_picture_leads_to_its_steps(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        await group(here, here.members)
        await here.press(here.members[0], here.board, "Replay")
        panel = shown(await here.press(here.members[1], here.board, "Step through"))
        assert panel.ephemeral
        assert "step 1 of" in text(panel)


async def test_a_command_offers_ones_own_games_that_are_over(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES, "Dan") as here:
        *players, dan = here.members
        assert "haven't finished a game" in answer(await here.slash(players[0], "replay"))
        table = await group(here, players)
        offered = await here.offers(players[0], "replay", "game", "")
        assert [*offered] == [str(table.id)]
        assert "Ann, Bob, Cat" in offered[str(table.id)]
        assert await here.offers(players[0], "replay", "game", "hexa") == {}
        assert await here.offers(dan, "replay", "game", "") == {}
        named = shown(await here.slash(players[0].user, "replay", game=str(table.id)))
        assert "step 1 of" in text(named), "in direct messages, too"
        for odd in ("no number", "-1", "9" * 30, "999"):
            assert answer(await here.slash(players[0], "replay", game=odd))


async def test_a_solitaire_that_was_given_up_has_its_replay_where_it_was_played(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, _ = here.members
        message = await start(here, ann, HEXARACT)
        await here.make(ann, message, GAMES[HEXARACT].legal_moves(here.state())[0])
        await here.press(ann, message, "Give up")
        await here.press(ann, message, "Give up")
        await here.press(ann, message, "Replay")
        posted = here.board
        assert moving(here, posted)
        assert str(posted.id) in answer(await here.press(bob, message, "Replay"))


async def test_a_game_that_goes_on_has_no_replay_whatever_is_pressed_or_typed(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES, "Dan") as here:
        ann, *_, dan = here.members
        table = await group(here, here.members[:3], over=False)
        board = here.board
        presses = [
            Press("replay", table.id),
            Press("replay", table.id, 7, ("x",)),
            Press("steps", table.id),
            *(Press("step", table.id, 0, (side, "0", "next")) for side in ("open", "own")),
        ]
        for member in (ann, dan):
            for press in presses:
                told = answer(await forge(here, member, board, press))
                assert told == "This game is still going on. Its replay comes when it is over."
            assert "still going on" in answer(await here.slash(member, "replay", table=table.id))
        for args in ((), ("open",), ("all", "0", "next"), ("open", "-1", "next"), ("open", "99999", "next")):
            assert "no such step" in answer(await forge(here, ann, board, Press("step", table.id, 0, args)))
        assert here.board.id == board.id


async def test_a_game_of_another_server_or_of_a_channel_one_cannot_read_is_not_shown(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES, "Dan") as here:
        *players, dan = here.members
        table = await group(here, players)
        other = here.env.create_guild()
        elsewhere = other.create_text_channel("elsewhere")
        there = other.add_member(dan.user)
        asked = here._checked(await there.slash(elsewhere, "replay", table=table.id))
        assert "can't look" in answer(asked)
        back_room = players[0].guild.create_text_channel("back room")
        assert "step 1 of" in text(shown(here._checked(await dan.slash(back_room, "replay", table=table.id))))
        forbid(here, "view_channel", member=dan)
        assert "can't look" in answer(here._checked(await dan.slash(back_room, "replay", table=table.id)))
        seated = here._checked(await players[0].slash(back_room, "replay", table=table.id))
        assert "step 1 of" in text(shown(seated))


async def test_a_deal_of_the_day_is_its_players_alone_until_its_day_is_closed(tmp_path: Path) -> None:
    async with hall(tmp_path, "Ann", "Bob") as here:
        ann, bob = here.members
        await finish(here, ann, HEXARACT)
        table = here.table()
        hers = shown(await here.slash(ann.user, "replay", game=str(table["id"])))
        replay = await here.bot.store.tables.replay(table["id"], ann.id)
        assert not replay.all_open
        assert here.pictures(hers) == [PICTURES[HEXARACT].board(replay.positions[0].view, ["Ann"])]
        assert "Turn everything up" not in labels(hers), "others play that deal"
        board = (await here.slash(bob, "play", game=HEXARACT)).response
        assert board
        before = len(here.messages())
        for asked in (
            await here.slash(bob, "replay", table=table["id"]),
            await forge(here, bob, board, Press("replay", table["id"])),
            await forge(here, bob, board, Press("step", table["id"], 0, ("open", "3", "next"))),
        ):
            assert "somebody else's deal" in answer(asked)
        alone = shown(await here.press(ann.user, hers, "Replay"))
        assert moving(here, alone)
        assert len(here.messages()) == before, "nothing is posted in the channel"
        await at(here, 2, 2)
        theirs = shown(await here.slash(bob, "replay", table=table["id"]))
        opened = await here.bot.store.tables.replay(table["id"], bob.id)
        assert opened.all_open
        assert here.pictures(theirs) == [PICTURES[HEXARACT].board(opened.positions[0].view, ["Somebody"])]
        assert "Ann" not in text(theirs)


async def test_others_needn_t_wait_until_a_moving_picture_is_drawn(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        table = await group(here, here.members)
        drawing = asyncio.create_task(pictures.film(await here.bot.store.tables.replay(table.id, 0)))
        await asyncio.sleep(0)
        rules = Screen(0, (Picture("Rules", Drawing(PICTURES[KNOT].rules, (0,)), "rules.png"),))
        for browsing in (False, True):
            shown = await pictures.pictured(rules, browsing=browsing)
            assert shown.pictures == {"rules.png": PICTURES[KNOT].rules(0)}
        assert not drawing.done()
        assert await drawing


async def test_a_past_game_is_chosen_from_ones_own_profile(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES, "Dan") as here:
        *players, dan = here.members
        table = await group(here, players)
        mine = shown(await here.slash(players[0], "profile"))
        (past,) = [each for each in controls(mine) if ":past:" in each]
        panel = shown(await here.choose(players[0], mine, str(table.id), custom_id=past))
        assert panel.ephemeral
        assert "step 1 of" in text(panel)
        theirs = shown(await here.slash(dan, "profile", member=players[0]))
        assert not [each for each in controls(theirs) if ":past:" in each], "it is one's own list"
        none = shown(await here.slash(dan, "profile"))
        assert not [each for each in controls(none) if ":past:" in each]
