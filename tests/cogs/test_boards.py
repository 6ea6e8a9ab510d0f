"""The board of a table, where its posting meets refusals, deletions and people in a hurry."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import discord
import pytest
from simcord.results import ResponseMessage

from cogs.background.clock import BOARDS_A_BEAT
from cogs.delivery.round import PAUSE
from tables.play.model import Refused
from tables.play.posts import BOARD, NONCE_LASTS

from .hall import TEXT, World, answer, forbid, labels, leads, mentioned, text, world
from .test_people_at_a_table import MINUTE, SOON, THREE, TICK, advance, links, posts, remains, scout
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
        here.bot.services.presenter.tokens.release(old.id)
        refuse(here, "DELETE", f"{channel_path(here)}/{old.id}", 500, 0, times=None)
        await advance(here, ann, 0)
        forbid(here, "send_messages")
        for number, member in enumerate((bob, cat)):
            await scout(here, member, 8 + number)
            await advance(here, member, 0)
        assert "your turn" in text(here.direct_messages(ann)[-1])
        before = here.board
        accept(here)
        forbid(here)
        await here.env.advance_time(TICK)
        assert not remains(here, old)
        assert here.board.id != before.id
        assert mentioned(posts(here)[-1]) == {ann.id}
        assert alive(here) == [here.board.id]


async def test_the_clock_asks_seldom_whether_what_was_forbidden_is_allowed(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        await scout(here, ann, 6)
        before = here.board
        forbid(here, "send_messages")
        await advance(here, ann, 0)
        asked = len(posts(here))
        for _ in range(5):
            await here.env.advance_time(TICK)
        assert len(posts(here)) == asked
        accept(here)
        forbid(here)
        await here.env.advance_time(PAUSE)
        assert here.board.id != before.id
        assert mentioned(posts(here)[-1]) == {bob.id}
        assert alive(here) == [here.board.id]


async def test_what_is_forbidden_keeps_no_memory(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        forbid(here, "send_messages")
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
        scouting = next(lead for lead in leads(panel) if "scout" in lead.path)
        pressed = await here.follow(ann, panel, scouting)
        assert "message was deleted" in answer(pressed)


async def test_a_post_of_a_deleted_game_is_not_recorded(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        ann = here.members[0]
        await here.slash(ann, "play", game="hexaract")
        shown = (await here.bot.store.posts.of(1))[BOARD]
        await here.bot.store.privacy.delete(ann.id)
        with pytest.raises(Refused, match="has been deleted"):
            await here.bot.store.posts.record(1, {BOARD: shown})


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
        assert len(here.messages()) == count
        assert alive(here) == [here.board.id]
        await scout(here, ann, 6)
        await advance(here, ann, 0)
        assert mentioned(posts(here)[-1]) == {bob.id}, "a turn has its board at once"


async def test_a_fresh_board_that_was_deleted_is_posted_anew(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        deleted = here.board
        here.env.backend.delete_message(here.channel.id, deleted.id)
        told = answer(await here.slash(here.seats()[1], "board"))
        assert alive(here) == [here.board.id] != [deleted.id]
        assert str(here.board.id) in told


# -- A board that is gone, though nobody has pressed


def board_id(here: World) -> int:
    """Of the board that is recorded."""
    return int(here.rows("SELECT message_id FROM posts WHERE slot = ?", BOARD.kind)[0]["message_id"])


def strip(here: World, board: ResponseMessage) -> None:
    """As an earlier version did by mistake, or anybody's fault may do."""
    message = here.env.backend.messages[here.channel.id][board.id]
    message.components = [{"type": TEXT, "content": "The table as it stood earlier."}]


async def test_a_deleted_board_comes_back_after_a_start(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        deleted = here.board
        here.env.backend.delete_message(here.channel.id, deleted.id)
        await here.restart()
        await here.env.advance_time(TICK)
        assert alive(here) == [here.board.id] != [deleted.id]
        assert board_id(here) == here.board.id
        assert not mentioned(posts(here)[-1]), "whoever is to act was called when their turn came"
        count = len(posts(here))
        await here.env.advance_time(TICK)
        assert len(posts(here)) == count


async def test_a_deleted_board_comes_back_some_hours_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.background.clock.BOARDS_AGAIN", PAUSE)  # hours are slow to simulate
    async with world(tmp_path, *THREE) as here:
        await start(here)
        here.env.backend.delete_message(here.channel.id, here.board.id)
        await here.env.advance_time(TICK)
        assert not alive(here), "all have been looked after at the start"
        await here.env.advance_time(PAUSE + TICK)
        assert alive(here) == [here.board.id] == [board_id(here)]


async def test_a_board_that_lost_its_buttons_has_them_again_after_a_start(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        board, count = here.board, len(here.messages())
        strip(here, board)
        assert not alive(here)
        await here.restart()
        await here.env.advance_time(TICK)
        assert alive(here) == [board.id]
        assert len(here.messages()) == count
        again = here.requests("PATCH", f"/{board.id}")[-1].json
        assert again is not None
        assert "attachments" not in again, "no picture is drawn or sent for it"
        assert here.pictures(board)


async def test_a_board_that_is_too_old_to_edit_is_not_posted_again(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        board, count = here.board, len(posts(here))
        refuse(here, "PATCH", f"{channel_path(here)}/{board.id}", 400, 30046, times=None)
        edits = len(here.requests("PATCH", f"/{board.id}"))
        await here.restart()
        await here.env.advance_time(TICK)
        assert len(here.requests("PATCH", f"/{board.id}")) == edits + 1
        await here.env.advance_time(TICK)
        assert len(here.requests("PATCH", f"/{board.id}")) == edits + 1
        assert len(posts(here)) == count
        assert alive(here) == [board.id] == [board_id(here)]


async def test_while_discord_fails_the_clock_looks_after_a_board_later(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        board, count = here.board, len(posts(here))
        strip(here, board)
        refuse(here, "PATCH", f"{channel_path(here)}/{board.id}", 500, 0, times=None)
        await here.restart()
        await here.env.advance_time(TICK)
        assert not alive(here)
        accept(here)
        await here.env.advance_time(TICK)
        assert alive(here) == [board.id]
        assert len(posts(here)) == count


async def test_a_deleted_board_waits_until_posting_is_allowed(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        here.env.backend.delete_message(here.channel.id, here.board.id)
        forbid(here, "send_messages")
        await here.restart()
        for _ in range(5):
            await here.env.advance_time(TICK)
        asked = len(posts(here))
        await here.env.advance_time(TICK)
        assert len(posts(here)) == asked, "seldom"
        assert not alive(here)
        accept(here)
        forbid(here)
        await here.env.advance_time(PAUSE)
        assert alive(here) == [here.board.id] == [board_id(here)]


@pytest.mark.parametrize("phase", ["over", "closed"])
async def test_the_clock_gives_a_finished_game_no_board(tmp_path: Path, phase: str) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        if phase == "over":
            await here.slash(here.seats()[0], "concede")
            await here.press(here.seats()[1], here.board, "Give up")
        else:
            await here.bot.services.presenter.close_table(await here.bot.store.tables.get(1), "the test says so")
            await here.env.advance_time(TICK)
        assert here.table()["phase"] == phase
        here.env.backend.delete_message(here.channel.id, board_id(here))
        count = len(posts(here))
        await here.restart()
        await here.env.advance_time(TICK)
        await here.bot.services.presenter.make_sure(1)  # as when it ends while the clock looks
        assert len(posts(here)) == count
        assert not alive(here)


async def test_whoever_is_reminded_finds_a_live_board(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE, **SOON) as here:
        await start(here)
        deleted = here.board
        here.env.backend.delete_message(here.channel.id, deleted.id)
        await here.env.advance_time(72 + TICK)
        assert "the table waits for you" in text(here.board)
        assert links(here.board) == alive(here) == [board_id(here)] != [deleted.id]


async def test_the_clock_looks_after_a_few_boards_a_beat_those_changed_last_first(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        channels = []
        for number in range(BOARDS_A_BEAT + 2):
            here.channel = here.env.guild.create_text_channel(f"table-{number}")
            await start(here)
            await here.env.advance_time(2)
            channels.append(here.channel)
        here.rows("UPDATE tables SET changed_at = changed_at + 3600 WHERE id = 1")
        newest_first = [channels[0], *reversed(channels[1:])]
        boards = {channel.id: here.messages(channel)[-1].id for channel in channels}
        for channel_id, message_id in boards.items():
            here.env.backend.delete_message(channel_id, message_id)
        count = len(here.env.http_requests)
        await here.restart()  # with the first beat
        anew = []
        for _ in range(4):
            sent, count = here.env.http_requests[count:], len(here.env.http_requests)
            anew.append([int(request.path.split("/")[2]) for request in sent if request.method == "POST"])
            await here.env.advance_time(TICK)
        ids = [channel.id for channel in newest_first]
        assert anew == [ids[:BOARDS_A_BEAT], ids[BOARDS_A_BEAT:], [], []]
        assert all(len([m for m in here.messages(channel) if "Play" in labels(m)]) == 1 for channel in channels)


# -- Boards that were posted and not recorded


@contextmanager
def recording_nothing(here: World, of: str = "%") -> Iterator[None]:
    """Within, what is posted can't be recorded, as after a kill in between. `of`: only in these slots."""
    when = f"WHEN new.slot LIKE '{of}'"
    here.rows(f"CREATE TRIGGER filled BEFORE INSERT ON posts {when} BEGIN SELECT RAISE(ABORT, 'no posts'); END")
    yield
    here.rows("DROP TRIGGER filled")


def minutes_pass(here: World) -> None:
    """Before the next start: Discord forgets the nonces of what was being sent."""
    here.rows(f"UPDATE outbox SET at = at - {NONCE_LASTS}")


async def test_an_unrecorded_board_is_found_on_the_newest_page(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann = here.seats()[0]
        await scout(here, ann, 6)
        with recording_nothing(here):
            await advance(here, ann, 0)
        lost = here.board
        assert board_id(here) != lost.id
        for _ in range(90):
            here.env.backend.create_message(here.channel.id, ann.id, "What shall we have for supper?")
        asked = len(here.requests("GET", channel_path(here)))
        minutes_pass(here)
        await here.restart()
        assert alive(here) == [lost.id] == [board_id(here)]
        assert len(here.requests("GET", channel_path(here))) == asked + 1


async def test_an_unrecorded_direct_message_is_found(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        await here.slash(bob, "preferences", messages="turns")
        await scout(here, ann, 6)
        with recording_nothing(here, "private"):
            await advance(here, ann, 0)
            (lost,) = here.direct_messages(bob)
        minutes_pass(here)
        await here.restart()
        (found,) = here.direct_messages(bob)
        assert "your turn" in text(found)
        assert found.id == lost.id
