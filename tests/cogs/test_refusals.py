"""What Discord refuses for good, and what it doesn't answer: one message waits, and everybody reads what is so."""

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType

from cogs.delivery import aside
from cogs.delivery.aside import Aside
from cogs.delivery.round import LONGEST_PAUSE, PAUSE, Shown
from cogs.discord.refusals import NotTaken, described, is_for_good
from tables.play.model import Request

from .hall import EPHEMERAL, World, answer, controls, forbid, labels, text, world
from .test_daily_on_discord import announce, announced, hall, manager, wake
from .test_people_at_a_table import DAY, THREAD, THREE, TICK, advance, due, posts, scout
from .test_when_things_are_wrong import ANSWERED, accept, channel_path, refuse
from .test_wyverns_knot_at_a_table import lobby, start

KNOT = "wyverns-knot"
OPENED = "/channels/*/threads"


def refusal(status: int, code: int, text: str = "No", errors: dict[str, Any] | None = None) -> discord.HTTPException:
    kinds: dict[int, type[discord.HTTPException]] = {403: discord.Forbidden, 404: discord.NotFound}
    response: Any = SimpleNamespace(status=status, reason="because")
    return kinds.get(status, discord.HTTPException)(response, {"code": code, "message": text, "errors": errors})


# -- What it is


@pytest.mark.parametrize(
    ("status", "code", "for_good"),
    [
        (400, 50035, True), (403, 50001, True), (403, 50013, True), (404, 10003, True), (400, 160005, True),
        (413, 40005, True), (400, 200000, True),
        (404, 10008, False),
        (429, 0, False), (500, 0, False), (401, 50027, False), (400, 20016, False), (400, 40003, False),
    ],
)  # fmt: skip
def test_what_would_be_refused_again_is_told_from_what_passes(status: int, code: int, for_good: bool) -> None:
    assert is_for_good(refusal(status, code)) is for_good


def test_a_request_that_was_not_answered_is_no_refusal() -> None:
    assert not is_for_good(TimeoutError())


def test_an_emoji_that_is_refused_is_not_refused_for_good() -> None:
    """Unicode comes next."""
    wrong = {"components": {"_errors": [{"code": "INVALID_EMOJI", "message": "Invalid emoji"}]}}
    assert not is_for_good(refusal(400, 50035, "Invalid Form Body", wrong))


def test_the_log_has_one_line_with_the_field_and_no_value() -> None:
    below = {"label": {"_errors": [{"code": "BASE_TYPE_MAX_LENGTH", "message": "The hand is 7 of Suns\nand more"}]}}
    line = described(refusal(400, 50035, "Invalid Form Body", {"components": {"0": below}}))
    assert line == "400 (error code: 50035): Invalid Form Body: components.0.label: BASE_TYPE_MAX_LENGTH"
    assert described(TimeoutError()) == "TimeoutError"


def test_each_refusal_doubles_the_pause_up_to_an_hour() -> None:
    shown, pauses = Shown(), []
    for shown.refused in range(1, 6):
        pauses.append(shown.pause)
    assert pauses == [PAUSE, 2 * PAUSE, 4 * PAUSE, LONGEST_PAUSE, LONGEST_PAUSE]


# -- What takes long


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aside, "AWHILE", 0.01)


async def answered(what: str, when: asyncio.Event | None = None) -> str:
    if when:
        await when.wait()
    return what


@pytest.mark.usefixtures("impatient")
async def test_what_takes_long_is_set_aside_and_taken_up_when_it_is_over() -> None:
    late, rest = asyncio.Event(), Aside[str](asyncio.Event())
    soon = await rest.begin("soon", answered("done"))
    assert soon
    assert soon.result() == "done"
    assert await rest.begin("late", answered("done late", late)) is None
    late.set()
    ((errand, task),) = await rest.over()
    assert (errand, task.result()) == ("late", "done late")
    assert await rest.over() == []


@pytest.mark.usefixtures("impatient")
async def test_nothing_newer_waits_for_what_was_set_aside() -> None:
    newer = asyncio.Event()
    rest = Aside[str](newer)
    ended = list[str]()

    async def hangs() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("given up")

    assert await rest.begin("an old board", hangs()) is None
    newer.set()
    assert await rest.over() == []
    await rest.give_up()
    assert ended == ["given up"]


# -- A board


@pytest.fixture
def warnings(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.WARNING, "cogs.delivery"):
        yield caplog


async def test_a_board_refused_for_good_holds_back_nobody_and_is_asked_ever_more_rarely(
    tmp_path: Path, warnings: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        await here.env.advance_time(TICK)  # the clock has looked after its board
        ann, bob, _ = here.seats()
        await here.slash(bob, "preferences", messages="turns")
        await scout(here, ann, 6)
        old, direct = here.board, len(here.direct_messages(bob))
        refuse(here, "POST", ANSWERED, 400, 50035, times=1)
        refuse(here, "POST", channel_path(here), 400, 50035, times=None)
        await advance(here, ann, 0)
        assert here.board.id == old.id
        assert len(here.direct_messages(bob)) == direct + 1, "whose turn it is hears of it"
        asked = len(posts(here))
        await here.env.advance_time(PAUSE - TICK)
        assert len(posts(here)) == asked
        await here.env.advance_time(2 * TICK)
        again = len(posts(here)) - asked
        assert again == 2, "with its picture, then in words"
        await here.env.advance_time(PAUSE + TICK)
        assert len(posts(here)) == asked + again, "the pause has doubled"
        told = [record.getMessage() for record in warnings.records if "refuses" in record.getMessage()]
        assert len(told) == 1
        assert "50035" in told[0]
        assert "Discord refuses its message" in text(await here.play(bob)), "who presses reads it"
        accept(here)
        await here.press(bob, old, "Play")
        assert here.board.id != old.id, "and a press tries at once"


async def test_a_board_refused_with_its_picture_is_posted_in_words(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, *_ = here.seats()
        await scout(here, ann, 6)
        old = here.board
        refuse(here, "POST", ANSWERED, 400, 50035)
        refuse(here, "POST", channel_path(here), 400, 50035)
        await advance(here, ann, 0)
        assert here.board.id != old.id
        assert not here.pictures(here.board)
        assert "0 of 12 eggs saved" in text(here.board)
        assert "Play" in labels(here.board)


# -- A table that can't be shown from the first


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (403, 50001), (403, 50013), (400, 160005), (400, 50083)])
async def test_a_lobby_that_is_refused_for_good_blocks_nothing(tmp_path: Path, status: int, code: int) -> None:
    async with world(tmp_path, *THREE) as here:
        ann, bob, _ = here.members
        refuse(here, "POST", channel_path(here), status, code, times=None)
        said = answer(await here.slash(ann, "play", game=KNOT))
        assert "I opened no table, since I can't show it: " in said
        assert "I lack the" not in said, "it has every permission"
        assert here.table()["phase"] == "closed"
        assert not here.rows("SELECT 1 FROM tables WHERE shown < version")
        accept(here)
        assert "is open" in answer(await here.slash(bob, "play", game=KNOT))


async def test_a_game_with_computers_that_nobody_can_be_shown_blocks_nothing(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        refuse(here, "POST", channel_path(here), 400, 50035, times=None)
        table = await here.bot.store.lobbies.play_now(KNOT, _request(here))
        with pytest.raises(NotTaken, match="50035"):
            await here.bot.services.presenter.show_board(table.id)
        assert here.table()["phase"] == "closed"


def _request(here: World) -> Any:
    ann = here.members[0]
    return Request(ann.id, "Ann", ann.guild.id, here.channel.id, 1, "en")


async def test_a_group_set_again_where_nothing_can_be_posted_reads_why(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        await here.slash(here.members[0], "concede")
        await here.press(here.members[1], here.board, "Give up")
        final = here.board
        refuse(here, "POST", channel_path(here), 400, 50035, times=None)
        assert "I opened no table" in answer(await here.press(here.members[0], final, "Play again"))
        assert here.table()["phase"] == "closed"


# -- Other messages


async def test_a_refused_direct_message_waits_alone(tmp_path: Path, warnings: pytest.LogCaptureFixture) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        await scout(here, ann, 6)
        refuse(here, "POST", f"/channels/{bob.user.dm_channel.id}/messages", 400, 50035, times=None)
        old = here.board
        await advance(here, ann, 0)
        assert here.board.id != old.id
        asked = len(here.requests("POST", f"/channels/{bob.user.dm_channel.id}/messages"))
        await here.env.advance_time(5 * TICK)
        assert len(here.requests("POST", f"/channels/{bob.user.dm_channel.id}/messages")) == asked
        assert "refuse" not in text(await here.play(bob)), "the board is there"


async def test_a_refused_announcement_is_tried_again_tomorrow(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        await announce(here, manager(here), 8)
        refuse(here, "POST", channel_path(here), 400, 50035, times=None)
        await wake(here, 2, 8, 59)
        asked = len(posts(here))
        await wake(here, 2, 9, 30)
        assert len(posts(here)) == asked
        accept(here)
        await wake(here, 3, 8, 59)
        assert announced(here)


async def test_a_reminder_that_is_refused_is_dropped(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        refuse(here, "POST", channel_path(here), 400, 50035, times=None)
        here.rows("UPDATE timers SET due_at = 1 WHERE kind = 'nudge'")
        await here.env.advance_time(TICK)
        assert "nudge" not in due(here)


# -- A lobby


async def test_a_press_on_a_lobby_edits_it_once(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        ann, bob, _ = here.members
        await here.slash(ann, "play", game=KNOT)
        before = len(here.requests("PATCH", "/messages/"))
        await here.press(bob, here.board, "Join")
        edits = here.requests("PATCH", "/messages/")[before:]
        assert [edit.path.startswith("/webhooks/") for edit in edits] == [True]
        assert "Bob" in text(here.board)


# -- Threads and channels


@pytest.mark.parametrize(
    ("status", "code", "said"),
    [
        (400, 160006, "as many open threads as Discord allows"),
        (400, 200001, "AutoMod of this server blocks the thread's name"),
        (403, 50013, "Discord opens no thread for me here"),
    ],
)
async def test_a_thread_that_discord_refuses_changes_nothing(tmp_path: Path, status: int, code: int, said: str) -> None:
    async with world(tmp_path, *THREE) as here:
        ann, bob, _ = here.members
        await here.slash(ann, "play", game=KNOT)
        offered = (await here.slash(bob, "play", game="advyria")).response
        assert offered
        refuse(here, "POST", OPENED, status, code)
        assert said in answer(await here.press(bob, offered, "Play The guilds of Advyria in a thread"))
        assert here.table()["game"] == KNOT


@pytest.mark.parametrize("news", [False, True], ids=["text", "announcements"])
async def test_a_thread_is_of_the_channels_kind_and_stays_for_a_week(tmp_path: Path, news: bool) -> None:
    async with world(tmp_path, *THREE) as here:
        here.channel = here.env.guild.create_news_channel("news") if news else here.channel
        ann, bob, _ = here.members
        await here.slash(ann, "play", game=KNOT)
        offered = (await here.slash(bob, "play", game="advyria")).response
        assert offered
        refuse(here, "POST", OPENED, 400, 160006)  # simcord has no threads of announcements
        await here.press(bob, offered, "Play The guilds of Advyria in a thread")
        (opened,) = here.requests("POST", "/threads")
        assert isinstance(opened.json, dict)
        assert (opened.json["type"], opened.json["auto_archive_duration"]) == (10 if news else 11, 7 * 24 * 60)


async def test_a_tables_own_thread_stays_for_a_week(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await lobby(here)
        await here.press(here.members[0], here.board, THREAD)
        await here.press(here.members[0], here.board, "Start")
        (opened,) = here.requests("POST", "/threads")
        assert isinstance(opened.json, dict)
        assert opened.json["auto_archive_duration"] == 7 * 24 * 60


async def test_a_voice_channel_that_the_bot_cannot_connect_to_is_named_as_that(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        here.channel = here.env.guild.create_voice_channel("voice")
        forbid(here, "connect")
        assert "I lack the permission Connect here" in answer(await here.slash(here.members[0], "play", game=KNOT))
        assert not here.rows("SELECT 1 FROM tables")
        forbid(here)
        assert "is open" in answer(await here.slash(here.members[0], "play", game=KNOT))


async def test_a_private_thread_that_the_bot_is_not_in_is_named_as_that(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        ann = here.members[0]
        backend = here.env.backend
        thread = backend.create_thread(
            here.channel.id, "secret", ann.id, type=ChannelType.PRIVATE_THREAD, broadcast=False
        )
        forbid(here, "manage_threads")
        here.channel = ChannelHandle(here.env, here.env.guild, thread)
        assert "I'm not in this private thread" in answer(await here.slash(ann, "play", game=KNOT))
        assert not here.rows("SELECT 1 FROM tables")


async def test_a_press_in_a_closed_thread_reads_a_sentence(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann = here.seats()[0]
        panel = await here.play(ann)
        refuse(here, "PATCH", "/webhooks/*/messages/@original", 400, 50083)
        before = here.table()
        made = await here.press(ann, panel, custom_id=next(iter(_controls(panel))))
        assert "this thread is closed" in answer(made)
        assert here.table()["version"] >= before["version"]


def _controls(panel: Any) -> list[str]:
    return [custom_id for custom_id in controls(panel) if ":pick:" in custom_id or ":page:" in custom_id]


# -- A last word


async def test_an_absent_player_is_reminded_once_more_before_the_seat_is_free(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann = here.seats()[0]
        assert due(here)["last"] == 3 * DAY - 6 * 3600
        here.rows("UPDATE timers SET due_at = 1 WHERE kind = 'nudge'")
        await here.env.advance_time(TICK)
        at = int(here.env.now().timestamp())
        here.rows("UPDATE timers SET due_at = ? WHERE kind = 'last'", at)
        await here.env.advance_time(TICK)
        said = text(here.board)
        assert f"{ann.mention}, it is still your turn" in said
        assert f"<t:{at + 6 * 3600}:R>" in said
        count = len(posts(here))
        await here.env.advance_time(4 * TICK)
        assert len(posts(here)) == count, "once"
        assert "vacate" in due(here)


# -- The way to a game


async def test_games_lead_to_no_message_that_only_one_saw(tmp_path: Path) -> None:
    """Where its members may not let apps post, Discord shows the answers of a user's own app to them alone."""
    async with world(tmp_path, "Ann") as here:
        ann, stored = here.members[0], here.env.backend.messages

        def hide(event: str, payload: Any, *_: Any) -> None:
            if event == "MESSAGE_CREATE":
                stored[int(payload["channel_id"])][int(payload["id"])].flags |= EPHEMERAL

        here.env.backend.subscribers.append(hide)
        await here.slash(ann, "play", game="hexaract")
        here.env.backend.subscribers.remove(hide)
        assert not here.rows("SELECT 1 FROM posts")
        told = (await here.slash(ann, "games")).response
        assert told
        assert "go there" not in text(told)
        assert "`/board` shows it here" in text(told)
        await here.slash(ann, "board")
        listed = (await here.slash(ann, "games")).response
        assert listed
        assert f"/{here.board.id})" in text(listed)
