"""What Discord and people do to a bot: presses at once, things delivered twice, broken sockets, refusals, delays."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random
from signal import SIGKILL
from types import SimpleNamespace
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from cogs.screens.press import Press
from engine import GAMES
from tables.play.posts import BOARD, NONCE_LASTS
from tables.store.database import Where

from ..cogs.hall import controls, forbid, labels, leads, press_label, text, world
from ..cogs.solitaires import KEYS
from ..cogs.test_hostile_input import Sources, interact
from ..screens.test_lessons import onward
from .nursery import Nursery
from .server import BY_TOKEN_IN_PATH, Fault
from .wired import GAME, Hall, lead_to, told, wired

pytestmark = pytest.mark.slow

POST, EDIT = "/channels/*/messages", "/channels/*/messages/*"
ANSWER, ACKNOWLEDGE = "/webhooks/*/messages/@original", "/interactions/*/callback"
FOR_EVER = 10_000  # times
HUNDREDS = 2  # of strange interactions


@pytest.fixture
async def hall(nursery: Nursery, where: Where) -> AsyncIterator[Hall]:
    async with wired(nursery, where) as hall:
        await hall.start(beat=0.3)
        yield hall
        assert hall.bot.status is None


def faulty(hall: Hall, *faults: Fault) -> None:
    hall.wire.faults[:] = faults


# -- Presses at once


async def test_of_pages_pressed_at_once_the_newest_is_shown(hall: Hall) -> None:
    """One is being answered. Of those that wait, the last is, and nothing is left of the others."""
    member = hall.members[4]
    asked = await member.slash(hall.channel, "rules", game=GAME)
    await hall.wire.until(lambda: asked.response and "Page 1" in str(asked.response.components))
    assert asked.response
    page = asked.response
    await member.click(page, label="Next")
    await hall.wire.until(lambda: "Page 2" in str(page.components))
    held = asyncio.Event()
    faulty(hall, Fault("PATCH", ANSWER, held=held))
    del hall.wire.requests[:]
    for label in ("Next", "Next", "Back"):
        await acknowledged(hall, member, page, label)
    held.set()
    await hall.wire.until(lambda: "Page 1" in str(page.components))
    assert len(answered(hall, "PATCH")) == 2
    assert not answered(hall, "DELETE")
    held.clear()
    faulty(hall, Fault("PATCH", ANSWER, held=held))
    results = [await acknowledged(hall, member, hall.board(), "Rules") for _ in range(3)]
    held.set()
    await hall.wire.until(lambda: all(each.response and controls(each.response) for each in results[::2]))
    await hall.wire.until(lambda: len(answered(hall, "DELETE")) == 1)
    assert results[1].response is None, "nothing goes on thinking"


async def acknowledged(hall: Hall, member: MemberActor, message: ResponseMessage, label: str) -> InteractionResult:
    """A press, once the bot has acknowledged it."""
    before = len([path for _, path in hall.wire.requests if path.endswith("/callback")])
    pressed = await member.click(message, label=label)
    await hall.wire.until(lambda: len([path for _, path in hall.wire.requests if path.endswith("/callback")]) > before)
    await asyncio.sleep(0.1)
    return pressed


def answered(hall: Hall, method: str) -> list[str]:
    return [path for each, path in hall.wire.requests if each == method and path.endswith("/messages/@original")]


@pytest.mark.parametrize("presses", [2, 20])
async def test_of_presses_at_once_one_moves_and_the_others_are_told(
    nursery: Nursery, where: Where, presses: int
) -> None:
    async with wired(nursery, where, seats=5) as hall:
        actor = hall.actor()
        hall.rows("DELETE FROM players WHERE user_id = ?", actor.id)  # all others may play the empty seat,
        hall.rows("UPDATE tables SET hints = 0")  # without a vote, as this game counts on no leaderboard
        await hall.start()
        others = [member for member in hall.members if member.id != actor.id]
        panels = []
        for number in range(presses):
            member = others[number % 4]
            panel = await hall.play(member)
            await hall.choose(member, panel, "scout")
            panels.append((member, panel))
        for number, (member, panel) in enumerate(panels):
            cells = [lead for lead in leads(panel) if lead.path[:1] == ("scout",)]
            await hall.follow(member, panel, cells[number % len(cells)])
        settled = ("Now move a strike dragon", "moved on", "quicker")
        await hall.wire.until(lambda: all(any(word in text(panel) for word in settled) for _, panel in panels))
        assert len(hall.made()) == 1
        late = [text(panel) for _, panel in panels if "moved on" in text(panel) or "quicker" in text(panel)]
        assert len(late) == presses - 1
        await hall.shown()
        assert len(hall.boards()) == 1


async def test_an_interaction_delivered_twice_is_applied_once(hall: Hall) -> None:
    ada = hall.actor()
    panel = await hall.play(ada)
    await hall.choose(ada, panel, "scout")
    await hall.follow(ada, panel, lead_to(panel, "scout", "5"))
    hall.wire.repeat()  # while the first is answered
    await hall.wire.until(lambda: "Now move a strike dragon" in text(panel))
    hall.wire.repeat()  # and afterwards
    await hall.shown()
    help_ = await ada.slash(hall.channel, "help")
    await hall.wire.until(lambda: help_.response)
    assert len(hall.made()) == 1
    assert "moved on" not in text(panel)
    assert "Now move a strike dragon" in text(panel)


async def test_a_command_delivered_twice_is_applied_once(hall: Hall) -> None:
    scouted = await hall.scout(hall.actor(), "scout/5")
    hall.wire.repeat()
    await hall.wire.until(lambda: "Now move a strike dragon" in told(scouted))
    hall.wire.repeat()
    await hall.shown()
    assert len(hall.made()) == 1
    assert len(hall.boards()) == 1


# -- Strangers


async def test_hundreds_of_strange_presses_at_once_change_nothing(
    nursery: Nursery, where: Where, tmp_path: Path
) -> None:
    """Over the wire, as fast as they can be sent: a sentence or silence for each, and nothing in the log."""
    draw = Random(1)
    async with wired(nursery, where) as hall, world(tmp_path / "twin", "Ann") as twin:
        await hall.start()
        seated = [member for member in hall.sitting() if member]
        target: Any = SimpleNamespace(  # what the strangers' tools read: the twin knows all commands and verbs
            bot=twin.bot,
            env=hall.wire.env,
            channel=hall.channel,
            members=[*seated, hall.members[-1]],
            seats=lambda: seated,
            table=hall.table,
            state=hall.state,
            game=lambda: GAMES[GAME],
        )
        panels = {}
        for member in target.members:
            met = await member.click(hall.board(), label="Rules")
            panels[member.id] = await hall.wire.until(lambda met=met: met.response)  # type: ignore[misc]
        kept = [f"SELECT * FROM {name}" for name in ("tables", "players", "log", "posts")]
        before, sources = list(map(hall.rows, kept)), Sources(target, GAME, draw)
        for _ in range(HUNDREDS):
            sent = []
            for member, kind, data in (sources.next() for _ in range(100)):
                sent.append(interact(target, member, kind, data, panels[member.id]._message))
            await hall.wire.until(lambda sent=sent: all(record.responded for record in sent))  # type: ignore[misc]
        await hall.shown()
        assert list(map(hall.rows, kept)) == before
        assert len(hall.boards()) == 1


# -- The socket


async def test_a_press_while_the_socket_is_broken_is_answered_after_the_resume(hall: Hall) -> None:
    ada = hall.actor()
    panel = await hall.play(ada)
    await hall.choose(ada, panel, "scout")
    await hall.follow(ada, panel, lead_to(panel, "scout", "5"))
    await hall.wire.until(lambda: "Now move a strike dragon" in text(panel))
    hall.wire.drop()
    await hall.follow(ada, panel, lead_to(panel, "advance", "0"))
    await hall.wire.until(lambda: "s turn" in text(panel))
    await hall.shown()
    assert (hall.wire.identified, hall.wire.resumed) == (1, 1)
    assert len(hall.made()) == 2
    assert len(hall.boards()) == 1


async def test_a_refused_resume_loses_no_more_than_what_was_pressed_meanwhile(hall: Hall) -> None:
    ada = hall.actor()
    await hall.scout(ada, "scout/5")
    await hall.wire.until(lambda: len(hall.made()) == 1)
    hall.wire.resumable = False
    hall.wire.drop()
    await hall.wire.until(lambda: hall.wire.identified == 2)
    advanced = await ada.slash(hall.channel, "wyrm-knot", move="advance/0")
    await hall.wire.until(lambda: len(hall.made()) == 2)
    await hall.wire.until(lambda: "s turn" in told(advanced))
    await hall.shown()
    assert hall.wire.resumed == 0
    assert len(hall.boards()) == 1


# -- What Discord answers


@pytest.mark.parametrize(
    "fault",
    [
        Fault("POST", POST, status=429, retry_after=0.2),
        Fault("POST", POST, status=429, retry_after=300),  # more than the bot waits for
        Fault("POST", POST, status=500),
        Fault("POST", POST, status=503, times=3),
        Fault("POST", POST, lose_answer=True),
        Fault("POST", POST, status=504, done=True),
        Fault("POST", POST, late=6.0),  # longer than is waited for
        Fault("PATCH", EDIT, status=429, retry_after=0.2),
        Fault("PATCH", EDIT, status=503),
        Fault("PATCH", EDIT, lose_answer=True),
    ],
    ids=lambda fault: f"{fault.method}-{fault.path}-{fault.status or 'lost'}-{fault.retry_after or fault.late}",
)
async def test_what_discord_does_not_take_now_is_shown_later_and_once(hall: Hall, fault: Fault) -> None:
    fault = replace(fault)  # it counts
    faulty(hall, fault)
    await hall.turn()
    await hall.shown()
    await hall.wire.until(lambda: fault.times == 0)
    await hall.shown()
    assert len(hall.boards()) == 1
    assert len(hall.posted()) == 2
    assert f"<@{hall.actor().id}>, it is your turn" in text(hall.board())


@pytest.mark.parametrize(("status", "code"), [(400, 30046), (404, 10008)])
async def test_a_board_that_cannot_be_edited_is_posted_anew(hall: Hall, status: int, code: int) -> None:
    before = hall.board()
    faulty(hall, Fault("PATCH", f"/channels/*/messages/{before.id}", status=status, code=code, times=FOR_EVER))
    await hall.scout(hall.actor(), "scout/5")
    await hall.wire.until(lambda: hall.board().id != before.id)
    await hall.shown()
    assert [message.id for message in hall.posted()] == [hall.board().id]
    hall.wire.faults.clear()
    await hall.play(hall.actor())


@pytest.mark.parametrize("code", [50001, 50013])
async def test_where_the_bot_may_not_post_the_game_goes_on(hall: Hall, code: int) -> None:
    ada = hall.actor()
    there: Any = SimpleNamespace(env=hall.wire.env, channel=hall.channel)
    forbid(there, "view_channel" if code == 50001 else "send_messages")
    await hall.turn()
    assert len(hall.boards()) == 1  # the old one
    answered = await ada.slash(hall.channel, "board")
    await hall.wire.until(lambda: told(answered))
    lacks = "View Channel" if code == 50001 else "Send Messages"
    assert f"I can't show the table here: I lack the permission {lacks} here." in told(answered)
    forbid(there)
    again = await ada.slash(hall.channel, "board")
    await hall.wire.until(lambda: told(again))
    assert f"<@{hall.actor().id}>, it is your turn" in text(hall.board())


async def test_a_table_that_cannot_be_shown_is_no_open_table(nursery: Nursery, where: Where) -> None:
    async with wired(nursery, where) as hall:
        hall.rows("UPDATE tables SET phase = 'closed'")
        await hall.start()
        faulty(hall, Fault("POST", f"/channels/{hall.channel.id}/messages", status=403, code=50013))
        opened = await hall.members[0].slash(hall.channel, "play", game="wyverns-knot")
        await hall.wire.until(lambda: told(opened))
        assert "doesn't let me" in told(opened)


@pytest.mark.parametrize(("status", "code"), [(403, 50007), (403, 50278), (403, 50001), (404, 10013)])
async def test_closed_direct_messages_are_remembered_and_hold_up_nothing(hall: Hall, status: int, code: int) -> None:
    ada = hall.actor()
    channel = ada.user.dm_channel
    closed = Fault("POST", f"/channels/{channel.id}/messages", status=status, code=code, times=FOR_EVER)
    faulty(hall, closed)
    await hall.scout(ada, "scout/5")
    await hall.wire.until(lambda: closed.times < FOR_EVER)
    await hall.shown()
    assert hall.rows("SELECT user_id FROM closed_dms") == [{"user_id": ada.id}]
    advanced = await ada.slash(hall.channel, "wyrm-knot", move="advance/0")
    await hall.wire.until(lambda: "s turn" in told(advanced))
    await hall.shown()
    assert closed.times == FOR_EVER - 1
    assert hall.table()["phase"] == "playing"
    hall.wire.faults.clear()
    hand = await ada.click(hall.board(), label="My hand")
    await hall.wire.until(lambda: (hand.response and "Scout" in str(hand.response.components)) or told(hand))
    await hall.wire.until(lambda: hall.posted(channel))  # asked for: tried again
    assert not hall.rows("SELECT * FROM closed_dms")


async def test_a_direct_channel_that_is_gone_closes_no_table(hall: Hall) -> None:
    ada = hall.actor()
    await hall.turn()
    await hall.wire.until(lambda: hall.posted(ada.user.dm_channel))
    await hall.shown()
    gone = Fault("*", f"/channels/{ada.user.dm_channel.id}/messages*", status=404, code=10003, times=FOR_EVER)
    faulty(hall, gone)
    for _ in range(3):
        await hall.turn()
    await hall.wire.until(lambda: gone.times < FOR_EVER)
    assert hall.table()["phase"] == "playing"
    assert not hall.rows("SELECT * FROM closed_dms"), "Discord may be wrong about it"


async def test_who_followed_a_game_is_told_of_its_end_after_a_start(nursery: Nursery, where: Where) -> None:
    """What was left to show is shown before Discord has told of any server."""
    async with wired(nursery, where) as hall:
        follower = hall.members[4]
        hall.rows("UPDATE tables SET phase = 'closed', shown = -1")
        hall.rows("INSERT INTO followers (table_id, user_id) VALUES (1, ?)", follower.id)
        hall.wire.greets_after = 1.0
        await hall.start()
        (sent,) = hall.wire.messages(follower.user.dm_channel)
        assert "that you followed is over" in text(sent)
        assert not hall.rows("SELECT 1 FROM followers")


@pytest.mark.parametrize(("status", "code"), [(404, 10015), (404, 10062), (401, 50027), (503, 0)])
async def test_an_answer_that_comes_too_late_undoes_nothing(hall: Hall, status: int, code: int) -> None:
    late = Fault("PATCH", ANSWER, status=status, code=code)
    ada = hall.actor()
    panel = await hall.play(ada)
    await hall.choose(ada, panel, "scout")
    faulty(hall, late)
    await hall.follow(ada, panel, lead_to(panel, "scout", "5"))
    await hall.wire.until(lambda: late.times == 0)
    await hall.shown()
    assert len(hall.made()) == 1
    faulty(hall, fault := Fault("PATCH", ANSWER, status=status, code=code))
    await ada.slash(hall.channel, "wyrm-knot", move="advance/0")
    await hall.wire.until(lambda: fault.times == 0)
    await hall.shown()
    assert len(hall.made()) == 2
    assert f"<@{hall.actor().id}>, it is your turn" in text(hall.board())
    assert "Traceback" not in hall.bot.log


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (503, 0)])
async def test_what_cannot_be_acknowledged_is_not_done(hall: Hall, status: int, code: int) -> None:
    late = Fault("POST", ACKNOWLEDGE, status=status, code=code, times=2)
    faulty(hall, late)
    await hall.scout(hall.actor(), "scout/5")
    await hall.wire.until(lambda: late.times < 2)
    hall.wire.faults.clear()
    help_ = await hall.actor().slash(hall.channel, "help")
    await hall.wire.until(lambda: help_.response)
    assert hall.made() == []


async def test_an_acknowledgement_whose_answer_is_lost_still_counts(hall: Hall) -> None:
    faulty(hall, Fault("POST", ACKNOWLEDGE, status=0, lose_answer=True))
    first = await hall.scout(hall.actor(), "scout/5")
    await hall.wire.until(lambda: not hall.wire.faults[0].times)
    again = await hall.scout(hall.actor(), "scout/6") if not hall.made() else None
    await hall.wire.until(lambda: len(hall.made()) == 1)
    await hall.wire.until(
        lambda: "Now move a strike dragon" in told(first) or (again and "Now move a strike dragon" in told(again))
    )


# -- Boards that aren't recorded yet


def one_live_board(hall: Hall) -> None:
    """The newest message, and it calls whoever is to act."""
    assert [board.id for board in hall.boards()] == [hall.posted()[-1].id]
    assert f"<@{hall.actor().id}>, it is your turn" in text(hall.board())


def press(hall: Hall, member: MemberActor, message: ResponseMessage) -> Any:
    """Press Play on it, whether or not a client would: the interaction."""
    target: Any = SimpleNamespace(env=hall.wire.env, channel=hall.channel)
    data = {"component_type": 2, "custom_id": Press("play", 1, hall.table()["version"]).custom_id()}
    return interact(target, member, 3, data, message._message)


@pytest.mark.parametrize(
    "fault",
    [Fault("POST", POST, late=0.3), Fault("POST", POST, status=504, done=True), Fault("PATCH", EDIT, late=0.3)],
    ids=["late", "lost", "late edit"],
)
async def test_a_press_on_a_fresh_board_leaves_it_alive(hall: Hall, fault: Fault) -> None:
    before = hall.board()
    faulty(hall, replace(fault, path=fault.path.replace("*", str(hall.channel.id), 1)))
    await hall.turn()
    fresh = await hall.wire.until(lambda: next((new for new in hall.posted() if new.id > before.id), None))
    for member in (hall.actor(), hall.members[4]):
        pressed = press(hall, member, fresh)
        await hall.wire.until(lambda pressed=pressed: pressed.responded)  # type: ignore[misc]
    await hall.wire.until(lambda: not hall.wire.faults[0].times)
    await hall.shown()
    one_live_board(hall)
    await hall.play(hall.actor())


@pytest.mark.parametrize("forgotten", [False, True], ids=["soon", "minutes later"])
@pytest.mark.parametrize("over", [False, True], ids=["in play", "over"])
async def test_a_board_posted_but_not_recorded_before_a_kill_is_no_live_one(
    nursery: Nursery, where: Where, over: bool, forgotten: bool
) -> None:
    """Soon Discord knows its nonce; minutes later it is found in the channel."""
    async with wired(nursery, where) as hall:
        bot = await hall.start()
        faulty(hall, Fault("POST", f"/channels/{hall.channel.id}/messages", late=30.0))  # and no direct message
        await hall.turn()
        await hall.wire.until(lambda: len(hall.posted()) == 2)
        bot.send(SIGKILL)
        await bot.ended()
        hall.wire.faults.clear()
        if forgotten:
            hall.wire.nonce_lasts = 0.0
            hall.rows(f"UPDATE outbox SET at = at - {NONCE_LASTS}")
        if over:
            hall.rows("UPDATE tables SET phase = 'over', conceded = true, version = version + 1")
            await hall.start()
            assert hall.boards() == []
        else:
            await hall.start()
            one_live_board(hall)
            assert len(hall.posted()) == 2, "what was posted is found, and not posted again"


async def test_a_deleted_board_posted_anew_before_a_kill_comes_back_once(nursery: Nursery, where: Where) -> None:
    async with wired(nursery, where) as hall:
        await hall.start()
        await hall.bot.stop()
        hall.wire.backend.delete_message(hall.channel.id, hall.board().id)
        faulty(hall, Fault("POST", f"/channels/{hall.channel.id}/messages", late=30.0))
        bot = await hall.start()
        (lost,) = await hall.wire.until(hall.boards)
        bot.send(SIGKILL)
        await bot.ended()
        hall.wire.faults.clear()
        await hall.start()
        recorded = "SELECT message_id FROM posts WHERE slot = ?"
        await hall.wire.until(lambda: hall.rows(recorded, BOARD.kind) == [{"message_id": lost.id}])
        one_live_board(hall)


async def test_boards_whose_buttons_cannot_be_taken_lose_them_later(hall: Hall) -> None:
    """Each of several, by the clock."""
    kept = []
    for _ in range(2):
        old = hall.board()
        kept.append(Fault("PATCH", f"/*/messages/{old.id}", status=503, times=FOR_EVER))
        faulty(hall, *kept)
        await hall.turn()
        await hall.wire.until(lambda old=old: hall.board().id > old.id)  # type: ignore[misc]
    await hall.wire.until(lambda: len(hall.boards()) == 3)
    hall.wire.faults.clear()
    await hall.wire.until(lambda: len(hall.boards()) == 1)
    one_live_board(hall)


async def test_what_cannot_be_recorded_is_posted_once(hall: Hall) -> None:
    """Over many beats of the clock; when the store can be written, that board is the live one."""
    ada = hall.actor()
    await hall.scout(ada, "scout/5")
    await hall.wire.until(hall.made)
    await hall.shown()
    full = "CREATE TRIGGER filled BEFORE INSERT ON posts"
    if isinstance(hall.database, Path):
        hall.rows(f"{full} BEGIN SELECT RAISE(ABORT, 'no posts'); END")
    else:
        hall.rows("CREATE FUNCTION no() RETURNS trigger AS 'BEGIN RAISE EXCEPTION ''full''; END' LANGUAGE plpgsql")
        hall.rows(f"{full} FOR EACH ROW EXECUTE FUNCTION no()")
    await ada.slash(hall.channel, "wyrm-knot", move="advance/0")
    await hall.wire.until(lambda: hall.bot.log.count("could not be shown") >= 6)
    assert len(hall.posted()) == 2
    assert len(hall.boards()) == 2, "the one before keeps its buttons until the new one is recorded"
    hall.rows("DROP TRIGGER filled" if isinstance(hall.database, Path) else "DROP TRIGGER filled ON posts")
    await hall.shown()
    assert len(hall.posted()) == 2
    one_live_board(hall)


# -- What it costs


async def test_a_round_costs_four_requests_a_turn_over_the_wire(nursery: Nursery, tmp_path: Path) -> None:
    """All that the library sends by itself included. What answers an interaction isn't counted."""
    async with wired(nursery, tmp_path / "hall.sqlite3") as hall:
        await hall.start(IN_TURN="60")
        counts = []
        for _ in range(3 * 2):
            await hall.turn()
            await hall.shown()
            counts.append(len(hall.wire.requests))
        round_ = hall.wire.requests[counts[2] : counts[5]]
        asked = [(method, path) for method, path in round_ if not path.startswith(BY_TOKEN_IN_PATH)]
        boards = [method for method, path in asked if int(path.split("/")[2]) == hall.channel.id]
        assert sorted(boards) == ["DELETE"] * 3 + ["POST"] * 3, "a new board, and the old one goes"
        told = [method for method, path in asked if int(path.split("/")[2]) != hall.channel.id]
        assert sorted(told) == ["PATCH"] * 3 + ["POST"] * 3, "a turn begins, and a turn ends"


async def test_a_board_that_discord_posts_late_is_posted_once(hall: Hall) -> None:
    """When nobody waited for it any more, and the same was sent again."""
    faulty(hall, Fault("POST", f"/channels/{hall.channel.id}/messages", delay=6.0))
    await hall.turn()
    await hall.wire.until(lambda: len(hall.posted()) == 2)
    await asyncio.sleep(6)
    await hall.shown()
    assert len(hall.posted()) == 2
    one_live_board(hall)


# -- The same at once


async def test_a_deal_asked_for_three_times_at_once_is_in_one_live_message(hall: Hall) -> None:
    guest = hall.members[4]
    faulty(hall, Fault("POST", POST, late=0.2, times=FOR_EVER))
    asked = [await guest.slash(hall.channel, "daily", game="hexaract") for _ in range(3)]
    await hall.wire.until(lambda: all(told(result) for result in asked))
    await hall.wire.until(lambda: len([sent for sent in hall.posted(guest.user.dm_channel) if controls(sent)]) == 1)
    (live,) = [sent for sent in hall.posted(guest.user.dm_channel) if controls(sent)]
    assert live.id == hall.posted(guest.user.dm_channel)[-1].id
    assert hall.rows("SELECT message_id FROM posts WHERE table_id = 2") == [{"message_id": live.id}]


# -- What is deleted meanwhile


async def test_deleting_ones_data_against_ones_own_deal_is_no_failure_to_write(hall: Hall) -> None:
    guest = hall.members[4]
    faulty(hall, Fault("POST", f"/channels/{guest.user.dm_channel.id}/messages", late=3.0))
    dealt = await guest.slash(hall.channel, "daily", game="hexaract")
    await hall.wire.until(lambda: hall.posted(guest.user.dm_channel))
    asked = await guest.slash(hall.channel, "privacy", what="delete")
    await hall.wire.until(lambda: asked.response and controls(asked.response))
    assert asked.response
    await guest.click(asked.response, label="Delete everything")
    await hall.wire.until(lambda: "is deleted" in told(asked))
    await hall.wire.until(lambda: "There is no such table" in told(dealt))
    assert "write" not in told(dealt)


# -- A slow Discord


async def test_a_slow_discord_holds_up_neither_moves_nor_other_tables(hall: Hall) -> None:
    slow = Fault("*", f"/channels/{hall.channel.id}/*", delay=1.5, times=FOR_EVER)
    faulty(hall, slow)
    before, turns = len(hall.posted()), 4
    for _ in range(turns):
        await hall.turn()
    assert slow.times < FOR_EVER, "it is at it"
    asked = await hall.actor().slash(hall.channel, "hand")
    await hall.wire.until(lambda: told(asked), seconds=5)
    await hall.shown()
    assert len(hall.posted()) - before < turns, "boards that are overtaken are skipped"
    assert f"<@{hall.actor().id}>, it is your turn" in text(hall.board())


async def test_nothing_is_locked_while_discord_is_waited_for(hall: Hall) -> None:
    answered = asyncio.Event()
    board = Fault("POST", f"/channels/{hall.channel.id}/messages", held=answered)
    faulty(hall, board)
    await hall.turn()
    await hall.wire.until(lambda: not board.times)
    hall.rows("UPDATE tables SET changed_at = changed_at")
    hall.rows("DELETE FROM interactions WHERE id = 0")
    answered.set()
    await hall.shown()


async def test_a_request_that_hangs_holds_one_message(nursery: Nursery, where: Where) -> None:
    """The edit of an old board is never answered: the next boards and their direct messages come all the same."""
    async with wired(nursery, where) as hall:
        await hall.start(ANSWER="3", beat=0.5)
        old, before = hall.board(), len(hall.posted())
        hangs = Fault("PATCH", f"/channels/{hall.channel.id}/messages/{old.id}", held=asyncio.Event(), times=FOR_EVER)
        answered = Fault("PATCH", f"/webhooks/*/messages/{old.id}", status=404, code=10015, times=FOR_EVER)
        faulty(hall, hangs, answered)
        for turn in (1, 2):
            await hall.turn()
            await hall.wire.until(lambda turn=turn: len(hall.posted()) == before + turn)  # type: ignore[misc]
        await hall.wire.until(lambda: hangs.times <= FOR_EVER - 2)  # it is given up and tried again
        await hall.wire.until(lambda: "Timeout on reading" in hall.bot.log)
        faulty(hall)
        await hall.shown()
        assert "Play" not in labels(old)


# -- Where the bot is no member


def user_installed(context: int) -> Any:
    """The edit of an interaction's payload: in a server without the bot, in a direct message to somebody else."""

    def edit(event: str, payload: dict[str, Any]) -> None:
        if event != "INTERACTION_CREATE":
            return
        user = payload["member"]["user"] if "member" in payload else payload["user"]
        payload["context"] = context
        payload["authorizing_integration_owners"] = {"1": user["id"]}
        if context == 0:
            payload["guild_id"] = "4711"
            payload["guild"] = {"id": "4711", "locale": "en-US", "features": []}
            payload["channel"]["guild_id"] = "4711"
        else:
            payload["user"] = user
            for key in ("guild_id", "guild", "member", "guild_locale"):
                payload.pop(key, None)
            payload["channel"] = {"id": payload["channel_id"], "type": 3, "last_message_id": None, "flags": 0}

    return edit


@pytest.fixture(params=[0, 2], ids=["server", "group"])
def elsewhere(hall: Hall, request: pytest.FixtureRequest) -> Hall:
    """The bot may do no more than answer."""
    hall.wire.edit = user_installed(request.param)
    faulty(hall, Fault("*", "/channels/*", status=403, code=50001, times=FOR_EVER))
    return hall


async def test_user_installed_a_table_is_refused_and_help_is_given(elsewhere: Hall) -> None:
    hall, guest = elsewhere, elsewhere.members[4]
    refused = await guest.slash(hall.channel, "play", game="wyverns-knot")
    await hall.wire.until(lambda: "is played in a server" in told(refused))
    help_ = await guest.slash(hall.channel, "help")
    await hall.wire.until(lambda: help_.response and "Alone, ten minutes" in labels(help_.response))
    rules = await guest.slash(hall.channel, "rules", game="wyverns-knot")
    await hall.wire.until(lambda: rules.response and "Next" in labels(rules.response))
    assert rules.response
    await guest.click(rules.response, label="Next")
    await hall.wire.until(lambda: rules.response and "Page 2" in str(rules.response.components))
    assert hall.rows("SELECT COUNT(*) AS tables FROM tables") == [{"tables": 1}]


@pytest.mark.parametrize("game", KEYS)
async def test_user_installed_a_solitaire_is_played_by_answers_alone(elsewhere: Hall, game: str) -> None:
    hall, guest = elsewhere, elsewhere.members[4]
    dealt = await guest.slash(hall.channel, "play", game=game)
    await hall.wire.until(lambda: dealt.response and controls(dealt.response))
    shown = dealt.response
    assert shown
    for _ in range(12):
        before = str(shown.components)
        lead = next(lead for lead in leads(shown) if lead.verb in ("pick", "dare") and lead.path)
        await hall.follow(guest, shown, lead)
        await hall.wire.until(lambda before=before: str(shown.components) != before)  # type: ignore[misc]
        if "Play again" in labels(shown):
            break
    assert hall.made(2)


@pytest.mark.parametrize("elsewhere", [0], ids=["server"], indirect=True)
async def test_user_installed_a_deal_of_the_day_is_played_and_shared_by_answers_alone(elsewhere: Hall) -> None:
    hall, guest = elsewhere, elsewhere.members[4]
    dealt = await guest.slash(hall.channel, "daily", game="hexaract")
    await hall.wire.until(lambda: dealt.response and controls(dealt.response))
    shown = dealt.response
    assert shown
    assert dealt.ephemeral, "others have yet to play it"
    while not hall.made(2):  # on some days the first choice leads to a question
        before = str(shown.components)
        choice = next(lead for lead in leads(shown) if lead.verb in ("pick", "dare") and lead.path)
        await hall.follow(guest, shown, choice)
        await hall.wire.until(lambda before=before: str(shown.components) != before)  # type: ignore[misc]
    for then in ("Keep playing", "Share"):  # it asks first
        await press_label(guest, shown, "Give up")
        await hall.wire.until(lambda then=then: then in labels(shown))  # type: ignore[misc]
    refused = await press_label(guest, shown, "Share")
    await hall.wire.until(lambda: "/daily show:Share" in told(refused))
    shared = await guest.slash(hall.channel, "daily", show="share", game="hexaract")
    await hall.wire.until(lambda: "**emil** lost" in told(shared))
    assert not shared.ephemeral


async def test_user_installed_a_lesson_is_learned_by_answers_alone(elsewhere: Hall) -> None:
    hall, guest, key = elsewhere, elsewhere.members[4], "advent-of-the-wyrms"
    begun = await guest.slash(hall.channel, "learn", game=key)
    await hall.wire.until(lambda: begun.response and controls(begun.response))
    shown = begun.response
    assert shown
    assert begun.ephemeral
    while "Learn it again" not in labels(shown):
        before = str(shown.components)
        custom_id, value = onward(shown)[0]
        await (guest.select(shown, [value], custom_id=custom_id) if value else guest.click(shown, custom_id=custom_id))
        await hall.wire.until(lambda before=before: str(shown.components) != before)  # type: ignore[misc]
    (learner,) = hall.rows("SELECT learned FROM learners WHERE user_id = ?", guest.id)
    assert learner["learned"]
