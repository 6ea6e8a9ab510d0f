"""What can go wrong at a table, each time: nothing breaks, and whoever is concerned reads why."""

import re
from pathlib import Path

import pytest
from simcord.builders import ChannelHandle
from simcord.results import ResponseMessage

from cogs.delivery.round import PAUSE
from engine import wyverns_knot as knot
from tables.play.posts import Post, Slot

from .hall import (
    SELECT,
    TEXT,
    World,
    answer,
    controls,
    forbid,
    labels,
    leads,
    mentioned,
    parts,
    payloads,
    privately,
    text,
    world,
)
from .test_people_at_a_table import SOON, THREAD, THREE, TICK, advance, leave, links, posts, remains, scout
from .test_wyverns_knot_at_a_table import BIDI, MARKUP, lobby, start
from .tour import GAME

ELDER = "Dan"  # a member who isn't at the table


async def three(here: World) -> None:
    """All but the last member sit down and begin."""
    host, *others = here.members[:3]
    await here.slash(host, "play", game=GAME.key)
    for member in others:
        await here.press(member, here.board, "Join")
    await here.press(host, here.board, "Start")


ANSWERED = "/webhooks/*"  # where messages are posted in answer to an interaction


def refuse(here: World, method: str, path: str, status: int, code: int, times: int | None = 1) -> None:
    """An edit by an interaction is refused like one by the bot's own token."""
    paths = [path]
    if method == "PATCH" and (message := path.rpartition("/")[2]).isdecimal():
        paths.append(f"/webhooks/*/messages/{message}")
    for one in paths:
        here.env.inject_error(method, one, status=status, code=code, message="Refused by the test", times=times)


def accept(here: World) -> None:
    here.env.backend.faults.clear()


def channel_path(here: World) -> str:
    return f"/channels/{here.channel.id}/messages"


# -- Who may not, and what is old


async def test_a_stranger_and_out_of_turn(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE, ELDER) as here:
        await three(here)
        _, bob, _, dan = here.members
        before, count = here.table(), len(here.env.http_requests)
        for label in ("Play", "My hand"):
            assert "You don't sit at this table" in answer(await here.press(dan, here.board, label))
        for name in ("hand", "undo", "leave", "concede"):
            assert "aren't in a game" in answer(await here.slash(dan, name)), name
        panel = await here.play(bob)
        assert "It is Ann's turn" in text(panel)
        assert not list(leads(panel))
        assert "It isn't your turn" in await scout(here, bob, 0)
        assert here.table() == before
        assert not [request for request in here.env.http_requests[count:] if request.path.startswith("/channels")]


async def test_commands_in_a_lobby_and_after_the_end(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await lobby(here)
        ann, bob, _ = here.members
        for name in ("hand", "undo", "leave", "concede"):
            assert "hasn't started" in answer(await here.slash(ann, name)), name
        await here.press(ann, here.board, "Start")
        await here.slash(ann, "concede")
        await here.press(bob, here.board, "Give up")
        for name in ("hand", "undo", "leave", "concede"):
            assert "is over" in answer(await here.slash(ann, name)), name


@pytest.mark.parametrize("label", ["Play", "My hand"])
async def test_an_old_board_that_kept_its_buttons(tmp_path: Path, label: str) -> None:
    async with world(tmp_path, *THREE) as here:
        await here.keep_boards()
        await start(here)
        ann, bob, _ = here.seats()
        await scout(here, ann, 6)
        old = here.board
        refuse(here, "PATCH", f"{channel_path(here)}/{old.id}", 500, 0)
        await advance(here, ann, 0)
        assert labels(old) == ["Play", "My hand", "Rules", "Follow"]
        opened = privately(await here.press(bob, old, label))
        assert "Your turn: what will you do?" in text(opened)
        assert not controls(old)
        assert links(old) == [here.board.id]


async def test_the_clock_takes_the_buttons_that_an_old_board_kept(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await here.keep_boards()
        await start(here)
        ann, _, _ = here.seats()
        await scout(here, ann, 6)
        old = here.board
        refuse(here, "PATCH", f"{channel_path(here)}/{old.id}", 500, 0)
        await advance(here, ann, 0)
        assert labels(old) == ["Play", "My hand", "Rules", "Follow"]
        await here.env.advance_time(TICK)
        assert not controls(old)
        assert links(old) == [here.board.id]
        assert not here.rows("SELECT 1 FROM posts WHERE message_id = ?", old.id)


async def test_a_press_shows_a_board_that_could_not_be_posted(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        await scout(here, ann, 6)
        old = here.board
        refuse(here, "POST", channel_path(here), 503, 0)
        await advance(here, ann, 0)
        assert here.board.id == old.id
        panel = privately(await here.press(bob, old, "Play"))
        assert "Your turn: what will you do?" in text(panel)
        assert here.board.id != old.id
        assert not remains(here, old)
        assert mentioned(posts(here)[-1]) == {bob.id}


async def test_the_clock_posts_what_discord_would_not_take(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        await scout(here, ann, 6)
        old = here.board
        refuse(here, "POST", ANSWERED, 502, 0)
        refuse(here, "POST", channel_path(here), 502, 0, times=2)
        assert "Bob's turn" in await advance(here, ann, 0)
        await here.env.advance_time(TICK)
        assert here.board.id == old.id
        await here.env.advance_time(TICK)
        assert here.board.id != old.id
        assert not remains(here, old)
        assert mentioned(posts(here)[-1]) == {bob.id}
        tries = here.requests("POST", channel_path(here))[-3:]
        nonces = [payload["nonce"] for post in tries for payload in payloads(post)]
        assert len(set(nonces)) == 1, "had it come through after all, it wouldn't be doubled"


ODD = (
    "",
    "x",
    "someone:elses:1:2",
    "wyrm",
    "wyrm:play",
    "wyrm:play:1",
    "wyrm:play:1:",
    "wyrm:play:one:1",
    "wyrm:play:²:1",
    "wyrm:play:-1:1",
    "wyrm:play:99:1",
    f"wyrm:play:{'9' * 40}:1",
    "wyrm:gone:1:1",
    "wyrm::1:1",
    "wyrm:vote:1:1",
    "wyrm:vote:1:1:maybe",
    "wyrm:option:1:1",
    "wyrm:option:1:1:nothing",
    "wyrm:rules:0:0:chess:1",
    "wyrm:rules:0:0:here",
    "wyrm:rules:0:0:wyverns-knot:x",
    "wyrm:page:1:1:x:scout",
    "wyrm:again:1:1",
    "wyrm:take:1:1",
    "wyrm:vacate:1:1",
    "WYRM:play:1:1",
    "wyrm:play:1:1\n",
)


async def test_buttons_and_selects_that_nothing_knows(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await lobby(here)
        await here.press(here.members[0], here.board, "Start")
        ann = here.seats()[0]
        panel = await here.play(ann)
        await here.follow(ann, panel, next(lead for lead in leads(panel) if lead.path[0] == "scout"))
        before = here.table()
        for odd in ODD[1:]:
            relabel(here, here.board, "Play", odd)
            said = answer(await here.press(ann, here.board, "Play"))
            assert said, odd
            assert "wrong on my side" not in said, odd
        assert here.table() == before
        await here.slash(ann, "board")
        assert "Play" in labels(here.board)


async def test_selects_that_nothing_knows(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await lobby(here)
        host = here.members[0]
        before = here.table()
        select = next(part for part in parts(here.board.components) if part["type"] == SELECT)
        value = select["options"][0]["value"]
        for odd in (
            "wyrm",
            "wyrm:option:1",
            "wyrm:option:1:1:colour",
            "wyrm:option:7:1:target",
            "other",
            "wyrm:was:1:1",
        ):
            relabel(here, here.board, select["custom_id"], odd)
            assert answer(await here.choose(host, here.board, value, odd)), odd
            relabel(here, here.board, odd, select["custom_id"])
        assert here.table() == before


def relabel(here: World, message: ResponseMessage, known: str, custom_id: str) -> None:
    """Give a control, known by its label or custom id, another custom id: as a message of long ago might have it."""
    stored = here.env.backend.get_message(message.channel_id, message.id)
    (found,) = (part for part in parts(stored.components) if known in (part.get("label"), part.get("custom_id")))
    assert isinstance(found, dict)
    found["custom_id"] = custom_id


# -- Permissions


@pytest.mark.parametrize(
    ("permission", "title"),
    [
        ("view_channel", "View Channel"),
        ("send_messages", "Send Messages"),
        ("attach_files", "Attach Files"),
    ],
)
async def test_what_the_bot_may_not_it_says_before_it_begins(tmp_path: Path, permission: str, title: str) -> None:
    async with world(tmp_path, *THREE) as here:
        ann = here.members[0]
        forbid(here, permission)
        assert f"I lack the permission {title}" in answer(await here.slash(ann, "play", game=GAME.key))
        assert not here.rows("SELECT * FROM tables")
        forbid(here)
        await lobby(here)
        forbid(here, permission)
        assert f"I lack the permission {title}" in answer(await here.press(ann, here.board, "Start"))
        assert here.table()["phase"] == "lobby"
        forbid(here)
        await here.press(ann, here.board, "Start")
        assert here.table()["phase"] == "playing"


async def test_threads_that_may_not_be_made(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await lobby(here)
        ann = here.members[0]
        forbid(here, "create_public_threads", "send_messages_in_threads")
        said = answer(await here.press(ann, here.board, THREAD))
        assert "Create Public Threads and Send Messages in Threads" in said
        assert not here.table()["own_thread"]
        forbid(here)
        await here.press(ann, here.board, THREAD)
        forbid(here, "create_public_threads")
        assert "Create Public Threads" in answer(await here.press(ann, here.board, "Start"))
        forbid(here)
        refuse(here, "POST", f"{channel_path(here)}/*/threads", 400, 160006)  # too many of them
        await here.press(ann, here.board, "Start")
        assert here.table()["channel_id"] == here.channel.id, "it is played in the channel then"
        assert "Play" in labels(here.board)


async def test_a_thread_that_a_crash_left_behind(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await lobby(here)
        opened = here.board
        await here.press(here.members[0], opened, THREAD)
        backend = here.env.backend
        backend.create_thread(
            here.channel.id, "from before", backend.bot_user.id, message_id=opened.id, broadcast=False
        )
        refuse(here, "POST", f"{channel_path(here)}/*/threads", 400, 160004)
        await here.press(here.members[0], opened, "Start")
        (thread,) = here.channel.threads
        assert thread.id == opened.id == here.table()["channel_id"]
        assert [labels(message)[0] for message in here.messages(thread)] == ["Play"]
        assert links(opened) == [thread.id]


@pytest.mark.parametrize("permission", ["view_channel", "attach_files"])
async def test_a_permission_lost_in_the_middle(tmp_path: Path, permission: str) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        panel = await here.play(ann)
        await here.make(ann, panel, knot.moves.Scout(6))
        old = here.board
        forbid(here, permission)
        if permission == "attach_files":
            refuse(here, "POST", channel_path(here), 403, 50013, times=None)
        await here.make(ann, panel, knot.moves.Advance(0))
        assert here.state().table.turn == 1, "it is played on"
        assert here.board.id == old.id
        assert "I can't show the others a new board: I lack the permission" in text(panel)
        theirs = await here.play(bob)
        assert "I lack the permission" in text(theirs)
        assert "Your turn: what will you do?" in text(theirs)
        assert "I lack the permission" in await scout(here, bob, 8), "after a command too"
        assert "can't show the table here: I lack the permission" in answer(await here.slash(bob, "board"))
        direct = here.direct_messages(bob)[-1]
        assert "Now move a strike dragon" in text(direct), "by direct message he is told"
        await here.env.advance_time(2 * TICK)
        forbid(here)
        accept(here)
        assert "lack" not in text(await here.play(bob))
        assert here.board.id != old.id
        assert not remains(here, old)


# -- What is gone


async def test_a_board_that_was_deleted(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await lobby(here)
        here.env.backend.delete_message(here.channel.id, here.board.id)
        await here.env.settle()
        assert here.table()["phase"] == "closed", "whoever deletes a lobby closes it"
        await lobby(here)
        await here.press(here.members[0], here.board, "Start")
        ann, bob, _ = here.seats()
        panel = await here.play(ann)
        deleted = here.board
        here.env.backend.delete_message(here.channel.id, deleted.id)
        await here.make(ann, panel, knot.moves.Scout(6))
        assert here.board.id != deleted.id
        assert "Play" in labels(here.board)
        assert links(here.direct_messages(ann)[-1]) == [here.board.id]
        here.env.backend.delete_message(here.channel.id, here.board.id)
        await here.make(ann, panel, knot.moves.Advance(0))
        assert f"{bob.mention}, it is your turn" in text(here.board)
        here.env.backend.delete_message(here.channel.id, here.board.id)
        await here.slash(bob, "board")
        assert "Play" in labels(here.board)


async def test_a_board_too_old_to_edit(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, _, _ = here.seats()
        old = here.board
        refuse(here, "PATCH", f"{channel_path(here)}/{old.id}", 400, 30046)
        await scout(here, ann, 6)
        assert here.board.id != old.id
        assert "Play" in labels(here.board)
        assert not remains(here, old)
        assert not mentioned(posts(here)[-1]), "she knows that it is her turn"


async def at_a_place(here: World, what: str) -> ChannelHandle:
    """Start a game there and let Ann move. Returns the channel whose end is that of the game's."""
    await lobby(here)
    if what in ("thread", "parent"):
        await here.press(here.members[0], here.board, THREAD)
    await here.press(here.members[0], here.board, "Start")
    parent = here.channel
    if what in ("thread", "parent"):
        (here.channel,) = parent.threads
    ann = here.seats()[0]
    await here.make(ann, await here.play(ann), knot.moves.Scout(6))
    return parent


async def lose(here: World, what: str, parent: ChannelHandle) -> None:
    backend = here.env.backend
    match what:
        case "channel" | "thread":
            backend.delete_channel(here.channel.id)
        case "parent":
            del backend.channels[here.channel.id]  # its threads go with it
            backend.get_guild(here.env.guild.id).thread_ids.remove(here.channel.id)
            backend.delete_channel(parent.id)
        case "server":
            backend.remove_guild(here.env.guild.id)
        case "unseen":  # while the bot was away
            refuse(here, "*", f"/channels/{here.channel.id}*", 404, 10003, times=None)
            refuse(here, "*", ANSWERED, 404, 10003)
            await here.bot.services.presenter.make_sure(here.table()["id"])
    await here.env.settle()


@pytest.mark.parametrize("what", ["channel", "thread", "parent", "server", "unseen"])
async def test_a_place_that_stays_away_is_given_up_after_three_days(tmp_path: Path, what: str) -> None:
    async with world(tmp_path, *THREE) as here:
        parent = await at_a_place(here, what)
        ann = here.seats()[0]
        (direct,) = here.direct_messages(ann)
        await lose(here, what, parent)
        assert here.table()["phase"] == "playing"
        rests = answer(await here.slash(ann.user, "games"))
        assert "can't find its channel" in rests
        pressed = await here.press(ann.user, direct, custom_id=next(leads(direct)).custom_id)
        assert "the game rests" in answer(pressed)
        count = len(here.env.http_requests)
        await pass_days(here, 1.5)
        await here.restart()
        await pass_days(here, 1.4)
        assert here.table()["phase"] == "playing"
        assert len(here.env.http_requests) < count + 20
        assert not [post for post in here.posts() if "waits for you" in str(post.json)]
        await pass_days(here, 0.2)
        assert here.table()["phase"] == "closed"
        assert not controls(direct)
        assert "couldn't find its channel" in text(direct)
        assert not here.rows("SELECT * FROM timers")
        count = len(here.env.http_requests)
        await here.restart()
        await here.env.advance_time(2 * TICK)
        assert len(here.env.http_requests) < count + 15, "it is left alone"


async def test_a_channel_that_is_gone_once_is_there_a_minute_later(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        await scout(here, ann, 6)
        refuse(here, "*", f"{channel_path(here)}*", 404, 10003)
        refuse(here, "POST", ANSWERED, 404, 10003)
        await advance(here, ann, 0)
        accept(here)
        assert here.rows("SELECT 1 FROM timers WHERE kind = 'absent'")
        await here.env.advance_time(3 * TICK)
        assert f"{bob.mention}, it is your turn" in text(here.board)
        assert not here.rows("SELECT 1 FROM timers WHERE kind = 'absent'")
        assert here.rows("SELECT 1 FROM tables WHERE shown = version")


async def test_who_presses_in_a_channel_that_was_away_goes_on_at_once(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        await here.bot.services.presenter.absences.note([here.table()["id"]])
        await scout(here, ann, 6)
        await advance(here, ann, 0)
        assert f"{bob.mention}, it is your turn" in text(here.board)
        assert not here.rows("SELECT 1 FROM timers WHERE kind = 'absent'")


async def test_what_a_table_waits_for_waits_while_its_channel_is_away(tmp_path: Path) -> None:
    """After two days it is asked, closed and counted for nothing: its player has a full day again, as at a stop."""
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann = here.seats()[0]
        for path in (f"/channels/{here.channel.id}*", ANSWERED):
            refuse(here, "*", path, 404, 10003, times=None)
        here.env.backend.delete_message(here.channel.id, here.board.id)
        await here.bot.services.presenter.make_sure(here.table()["id"])
        await pass_days(here, 2)
        accept(here)
        assert here.rows("SELECT 1 FROM timers WHERE kind = 'nudge' AND due_at < ?", int(here.env.now().timestamp()))
        here.bot.services.presenter.absences.expect(guild_id=here.env.guild.id)
        await here.env.advance_time(2 * TICK)
        assert "Play" in labels(here.board), "it is shown again"
        await pass_days(here, 0.9)
        assert "waits for you" not in text(here.board)
        await pass_days(here, 0.2)
        assert f"{ann.mention}, the table waits for you" in text(here.board)


async def pass_days(here: World, days: float) -> None:
    """As if so much time had passed since all deadlines were set: each beat of the clock costs the test time."""
    here.rows("UPDATE timers SET due_at = due_at - ?", round(days * 24 * 3600))
    await here.env.advance_time(2 * TICK)


async def test_a_channel_that_stays_away_is_looked_for_more_and_more_rarely(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        await lose(here, "channel", here.channel)
        count = len(here.env.http_requests)
        await here.env.advance_time(40 * 60)
        assert len(here.env.http_requests) - count <= 6, "after 1, 3, 7, 15 and 31 minutes"


async def test_a_thread_archived_and_locked(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await lobby(here)
        await here.press(here.members[0], here.board, THREAD)
        await here.press(here.members[0], here.board, "Start")
        parent = here.channel
        (here.channel,) = parent.threads
        ann, bob, _ = here.seats()
        old = here.board
        set_thread(here, archived=True)
        refuse(here, "PATCH", f"{channel_path(here)}/{old.id}", 400, 50083)  # no edits, but posting opens it again
        await scout(here, ann, 6)
        assert here.board.id != old.id
        assert not remains(here, old)
        set_thread(here, archived=False, locked=True)
        forbid(here, "manage_threads", channel=parent)
        old = here.board
        refuse(here, "POST", channel_path(here), 400, 160005, times=None)
        refuse(here, "PATCH", f"{channel_path(here)}/*", 400, 50083, times=None)
        assert "this thread is locked" in await advance(here, ann, 0)
        tries = len(posts(here))
        await here.env.advance_time(2 * TICK)
        assert len(posts(here)) == tries, "only people can change that"
        assert "this thread is locked" in text(await here.play(bob))
        assert "this thread is locked" in answer(await here.slash(ann, "play", game=GAME.key))
        set_thread(here, locked=False)
        accept(here)
        await here.play(bob)
        assert here.board.id != old.id
        assert f"{bob.mention}, it is your turn" in text(here.board)


def set_thread(here: World, **metadata: bool) -> None:
    here.env.backend.edit_channel(here.channel.id, {}, thread_metadata=metadata)


# -- Direct messages


@pytest.mark.parametrize("code", [50007, 50278, 50001])
async def test_direct_messages_that_are_closed(tmp_path: Path, code: int) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann = here.seats()[0]
        direct = ann.user.dm_channel
        refuse(here, "POST", f"/channels/{direct.id}/messages", 403, code, times=None)
        await scout(here, ann, 6)
        assert len(posts(here, direct)) == 1
        await here.restart()
        await advance(here, ann, 0)
        assert len(posts(here, direct)) == 1, "it is remembered"
        accept(here)
        result = await here.press(ann, here.board, "My hand")
        assert result.response
        assert here.pictures(result.response)
        (sent,) = here.direct_messages(ann)
        assert here.pictures(sent) == here.pictures(result.response)
        assert links(sent) == [here.board.id]
        await here.slash(ann, "undo")
        (again,) = here.direct_messages(ann)
        assert "your turn" in text(again), "from now on it is kept up to date"


async def test_direct_messages_whose_channel_is_away_for_a_moment_are_sent_once_it_is_there(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann = here.seats()[0]
        direct = ann.user.dm_channel
        refuse(here, "POST", f"/channels/{direct.id}/messages", 404, 10003)
        await scout(here, ann, 6)
        assert not here.rows("SELECT * FROM closed_dms")
        await here.env.advance_time(PAUSE + TICK)
        assert here.direct_messages(ann)


# -- Other rules


async def test_a_table_of_older_rules(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        panel = await here.play(ann)
        await here.make(ann, panel, knot.moves.Scout(6))
        await here.slash(bob, "concede")
        board, proposal = here.messages()[-2:]
        (direct,) = here.direct_messages(ann)
        here.rows("UPDATE tables SET rules = rules - 1, options = ?", '{"eggs": 3}')
        here.bot.store.database.forget()
        for name, options in (
            ("hand", {}),
            ("wyrm-knot", {"move": "advance/0"}),
            ("board", {"text": True}),
        ):
            said = answer(await here.slash(ann, name, **options))
            assert "older rules" in said, (name, said)
        assert await here.offers(ann, "wyrm-knot", "move", "") == {}
        for label in ("Play", "My hand"):
            assert "older rules" in answer(await here.press(ann, board, label))
        said = answer(await here.press(ann, panel, custom_id=next(iter(controls(panel)))))
        assert "older rules" in said
        await here.restart()
        assert here.table()["phase"] == "closed"
        for message in (board, proposal, direct):
            assert not controls(message), text(message)
        assert "rules have changed" in text(board)
        for name in ("hand", "leave", "concede", "undo"):
            assert answer(await here.slash(ann, name)), name
        assert answer(await here.press(ann, panel, custom_id=next(iter(controls(panel)))))
        await here.slash(ann, "play", game=GAME.key)
        assert "Join" in labels(here.board)


# -- Names


HOSTILE = (
    "**bold** `code` ||spoiler||" * 5,
    "@everyone <@123456789012345678>\n# Heading",
    "\u202egnp.tsil\u2066 [x](https://example.org) \\ {0} {nobody}",
)


LINKED = (
    "https://evil.example/_||a||_",
    "discord.gg/evil <t:0:R> <#1> <@1>",
    "\u200b||\u200f@here ~~s~~\u2060\u00ad>x",
)
HIDDEN = set("\u200b\u200e\u200f\u2060\u00ad\ufeff")


@pytest.mark.parametrize("hostile", [HOSTILE, LINKED], ids=["markup", "links"])
async def test_hostile_names_of_any_length(tmp_path: Path, hostile: tuple[str, ...]) -> None:
    """Wherever a name stands: boards, votes, notices, threads, direct messages, what autocomplete offers."""
    async with world(tmp_path, *hostile, **SOON) as here:
        await lobby(here)
        await here.press(here.members[0], here.board, THREAD)
        await here.press(here.members[0], here.board, "Start")
        (here.channel,) = here.channel.threads
        assert not set(here.channel.name or "") & (BIDI | HIDDEN | {"\n"})
        ann, bob, cat = here.seats()
        assert await here.offers(ann, "wyrm-knot", "move", "")
        assert await here.offers(ann, "hand", "game", "")
        await here.slash(ann, "wyrm-knot", move="research/1/0")
        await here.slash(ann, "wyrm-knot", move="point/9")
        await here.slash(bob, "board", text=True)
        await here.slash(ann, "concede")
        await here.press(bob, here.board, "Keep playing")
        await here.press(cat, here.board, "Keep playing")
        await here.env.advance_time(216 + TICK)
        assert "kept the table waiting" in text(here.board)
        here.env.guild.remove_member(ann)
        here.rows("INSERT INTO timers (table_id, kind, due_at) VALUES (?, 'nudge', 1)", here.table()["id"])
        await here.env.advance_time(TICK)
        assert "has left the table" in text(here.board)
        await leave(here, cat)
        await here.slash(bob, "hand")
        for payload in (payload for entry in here.env.http_requests for payload in payloads(entry)):
            allowed = payload.get("allowed_mentions") or {}
            assert not allowed.get("parse")
            for words in words_of(payload):
                assert not [markup for markup in MARKUP if markup in words], words
                assert not re.search(r"(?<!\\)(<#|\[x\]|\|\||~~|<t:0|<@1>)", words), words
                assert not re.search(r"https?://evil|discord\.gg/", words), "a link that can be pressed"
                assert not set(words.replace("@\u200b", "@")) & (BIDI | HIDDEN), words
            assert not [label for label in labels_of(payload) if "\\" in label and "{nobody}" not in label]


def labels_of(payload: object) -> list[str]:
    """The words of its buttons and selects, which Discord shows as they are."""
    assert isinstance(payload, dict)
    every = [*parts(payload.get("components") or ())]
    return [one["label"] for part in every for one in (part, *part.get("options", ())) if one.get("label")]


def words_of(payload: object) -> list[str]:
    """The texts of a message that Discord reads as markup."""
    assert isinstance(payload, dict)
    shown = [part["content"] for part in parts(payload.get("components") or ()) if part["type"] == TEXT]
    return [*shown, str(payload.get("content") or "")]


async def test_a_closed_table_is_done_with_though_an_old_board_has_lost_its_picture(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await here.keep_boards()
        await start(here)
        ann, old = here.seats()[0], here.board
        await scout(here, ann, 6)
        await advance(here, ann, 0)
        assert not old.attachments
        *others, last = here.seats()
        for member in others:
            await leave(here, member)
        await here.bot.store.posts.record(1, {Slot("old", old.id): Post(here.channel.id, old.id, 1)})  # as after a kill
        board = here.game_board
        await leave(here, last)
        assert "is closed" in text(old)
        assert "is closed" in text(board)
        assert not here.rows("SELECT 1 FROM tables WHERE shown < version")


async def test_a_closed_board_that_discord_refuses_to_change_is_tried_once(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        refuse(here, "PATCH", f"{channel_path(here)}/{here.board.id}", 400, 50035, times=None)
        for member in here.seats():
            await leave(here, member)
        accept(here)
        assert here.table()["phase"] == "closed"
        assert not here.rows("SELECT 1 FROM tables WHERE shown < version")
