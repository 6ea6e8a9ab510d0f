"""What moderators do in a week, each thing tried; and what the table, its players and the log are told of it."""

from pathlib import Path
from typing import Any

from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from cogs.screens.press import Press
from tables.play.model import Request

from .hall import World, answer, controls, labels, mentioned, text, world
from .test_daily_on_discord import announce, announced, hall, manager, page, setting, shown, wake
from .test_hostile_input import COMPONENT, interact
from .test_people_at_a_table import TICK, scout
from .test_wyverns_knot_at_a_table import lobby, start

KNOT = "wyverns-knot"


async def moderate(here: World, mia: MemberActor) -> ResponseMessage:
    return shown(await here.slash(mia, "moderate"))


async def about(here: World, mia: MemberActor, what: str) -> None:
    """Choose what is done about somebody at the table."""
    panel = await moderate(here, mia)
    (menu,) = (key for key, one in controls(panel).items() if one["type"] == 3)
    await here.choose(mia, panel, what, custom_id=menu)


async def logged(here: World, channel: Any) -> str:
    """All that the server's log has, once the bot has posted what it had to."""
    await here.bot.services.server_logs.post()
    await here.env.settle()
    return "\n".join(text(message) for message in here.messages(channel))


async def keep_log(here: World, mia: MemberActor) -> Any:
    channel = here.env.guild.create_text_channel("log")
    await here.pick(mia, await page(here, mia, "language"), setting("log"), channel)
    return channel


def told(here: World) -> str:
    return "\n".join(text(message) for message in here.messages())


async def test_close_a_game_which_asks_once(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        mia = manager(here)
        log = await keep_log(here, mia)
        await start(here)
        panel = await moderate(here, mia)
        await here.press(mia, panel, "Close the table")
        assert here.table()["phase"] == "playing"
        assert "nobody wins, and nobody loses" in text(panel)
        await here.press(mia, panel, "Close the table")
        assert here.table()["phase"] == "closed"
        assert "**Mia**, a moderator, has closed this table." in told(here)
        assert not here.rows("SELECT * FROM results")
        said = await logged(here, log)
        assert f"<@{mia.id}> closed table 1" in said
        assert "Channel of the moderation log" in said, "who chose it, too"
        assert said.count("closed table 1") == (await logged(here, log)).count("closed table 1") == 1


async def test_a_press_that_is_late_closes_no_game(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        mia = manager(here)
        await lobby(here)
        panel = await moderate(here, mia)
        await here.press(mia, panel, "Close the table")  # asks
        await here.press(here.members[0], here.board, "Start")
        assert "has started already" in answer(await here.press(mia, panel, "Close the table"))
        assert here.table()["phase"] == "playing"


async def test_start_a_game_whose_host_is_gone(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        mia = manager(here)
        await lobby(here)
        await here.press(mia, await moderate(here, mia), "Start the game")
        assert here.table()["phase"] == "playing"
        assert "**Mia**, a moderator, has started the game." in told(here)


async def test_send_somebody_away_from_a_lobby_for_good(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        mia = manager(here)
        _, bob, _ = here.members
        await lobby(here)
        await about(here, mia, f"send-away {bob.id}")
        assert len(here.rows("SELECT * FROM players")) == 2
        assert told(here).count("**Mia**, a moderator, has sent **Bob** away from this table.") == 1
        lobby_board = next(one for one in reversed(here.messages()) if "Join" in labels(one))
        assert "A moderator has sent you away" in answer(await here.press(bob, lobby_board, "Join"))
        assert len(here.rows("SELECT * FROM players")) == 2
        other = here.env.guild.create_text_channel("other")
        assert "is open" in answer(here._checked(await bob.slash(other, "play", game=KNOT))), "here alone"


async def test_send_a_computer_player_away(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        mia, (ann,) = manager(here), here.members
        await here.slash(ann, "play", game=KNOT)
        await here.press(ann, here.board, "Add a computer player")
        (computer,) = here.rows("SELECT number FROM computers")
        count = len(here.messages())
        await about(here, mia, f"computer {computer['number']}")
        assert not here.rows("SELECT * FROM computers")
        assert "**Mia**, a moderator, has sent **🤖 " in told(here)
        assert len(here.messages()) == count, "the lobby says it"


async def test_whoever_is_sent_away_or_whose_seat_is_freed_has_lost_nothing(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        mia = manager(here)
        await start(here)
        _, bob, cat = here.members
        await about(here, mia, f"send-away {bob.id}")
        await about(here, mia, f"free-seat {cat.id}")
        assert [row["loses"] for row in here.rows("SELECT loses FROM departures")] == [False, False]
        assert here.table()["unranked"]
        assert told(here).count("**Mia**, a moderator, has freed the seat of **Cat**.") == 1
        board = next(one for one in reversed(here.messages()) if "Take the empty seat" in labels(one))
        assert "A moderator has sent you away" in answer(await here.press(bob, board, "Take the empty seat"))
        assert "You've joined the game" in answer(await here.press(cat, board, "Take the empty seat"))


async def test_what_a_moderator_does_is_told_once_and_outlasts_a_restart(tmp_path: Path) -> None:
    """The bot dies when it has done it, before anybody is told."""
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        mia = manager(here)
        await start(here)
        count, table_id = len(here.messages()), here.table()["id"]
        by = Request(mia.id, "Mia", here.env.guild.id, here.channel.id, 1)
        await here.bot.store.moderation.close(table_id, "playing", by)
        assert "a moderator" not in told(here)
        await here.restart()
        assert told(here).count("**Mia**, a moderator, has closed this table.") == 1
        assert len(here.messages()) == count


async def test_end_a_vote(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        mia, (ann, *_) = manager(here), here.members
        await start(here)
        await here.slash(ann, "concede")
        assert here.rows("SELECT * FROM votes")
        panel = await moderate(here, mia)
        await here.press(mia, panel, "End the vote")
        assert not here.rows("SELECT * FROM votes")
        assert here.table()["phase"] == "playing"
        assert told(here).count("**Mia**, a moderator, has ended the vote.") == 1
        assert "End the vote" not in labels(panel)


async def test_delete_a_lobby_by_its_message(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        mia = manager(here)
        log = await keep_log(here, mia)
        await lobby(here)
        here.env.backend.delete_message(here.channel.id, here.board.id)
        await here.env.settle()
        assert here.table()["phase"] == "closed"
        assert "message of table 1 was deleted" in await logged(here, log)
        assert "A moderator has deleted the message of this table" in told(here)


async def test_a_lobby_whose_message_was_deleted_while_the_bot_was_away_is_found(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob") as here:
        await lobby(here)
        board = here.board
        here.env.backend.messages[here.channel.id].pop(board.id)  # and nobody tells
        await here.bot.services.deleted_lobbies.look()
        await here.env.settle()
        assert here.table()["phase"] == "closed"


async def test_a_game_whose_board_was_deleted_goes_on(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        await start(here)
        here.env.backend.delete_message(here.channel.id, here.board.id)
        await here.env.settle()
        assert here.table()["phase"] == "playing"


async def test_a_blocked_member_may_finish_their_game_and_leave(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        mia = manager(here)
        await start(here)
        bob = here.seats()[0]
        panel = shown(await here.slash(mia, "moderate", member=bob))
        await here.press(mia, panel, "Block")
        assert "play" in {key.split(":")[1] for key in controls(here.board)}
        assert (await here.play(bob)) is not None
        leaving = shown(await here.slash(bob, "leave"))
        assert "you can come back only if they unblock you" in text(leaving)
        await here.press(bob, leaving, "Leave the table")
        assert bob.id not in [row["user_id"] for row in here.rows("SELECT user_id FROM players")]
        await here.press(mia, panel, "Unblock")
        other = here.env.guild.create_text_channel("other")
        assert "is open" in answer(here._checked(await bob.slash(other, "play", game=KNOT)))


async def test_a_block_outlasts_the_deletion_of_ones_data(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        mia, (ann,) = manager(here), here.members
        await here.press(mia, shown(await here.slash(mia, "moderate", member=ann)), "Block")
        await here.bot.store.privacy.delete(ann.id)
        assert here.rows("SELECT user_id, blocked FROM restrictions") == [{"user_id": None, "blocked": 1}]
        assert "have blocked you here" in answer(await here.slash(ann, "play", game=KNOT))
        panel = shown(await here.slash(mia, "moderate", member=ann))
        await here.press(mia, panel, "Unblock")
        assert not here.rows("SELECT * FROM restrictions")


async def test_who_may_manage_messages_elsewhere_moderates_no_table_here(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat", "Dan") as here:
        dan = here.members.pop()
        await start(here)
        assert "is not visible" in str(await _refusal(here, dan))
        table = here.table()
        board = here.board
        for args in (("close", "playing", "sure"), ("end-vote", "playing"), ()):
            press = Press("moderate", table["id"], table["version"], args)
            interact(here, dan, COMPONENT, {"custom_id": press.custom_id(), "component_type": 2}, board._message)
            await here.env.settle()
            here._check()
        assert here.table()["phase"] == "playing"


async def _refusal(here: World, member: MemberActor) -> Exception | None:
    try:
        await member.slash(here.channel, "moderate")
    except Exception as error:
        return error
    return None


async def test_old_boards_are_folded_or_deleted_and_nobody_is_mentioned(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        mia = manager(here)
        panel = await page(here, mia, "boards")
        await here.choose(mia, panel, "deleted", custom_id=setting("old_boards"))
        await here.press(mia, panel, "Mention nobody")
        await start(here)
        since = len(here.env.http_requests)
        await scout(here, here.seats()[0], 6)
        await here.env.settle()
        boards = [one for one in here.messages() if "Wyvern" in text(one)]
        assert len(boards) == 1, [text(one) for one in boards]
        place = f"/channels/{here.channel.id}/messages"
        posted = [one for one in here.env.http_requests[since:] if one.method == "POST" and one.path.endswith(place)]
        assert not any(mentioned(request) for request in posted)


async def test_a_reminder_comes_as_a_direct_message_where_nobody_is_mentioned(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat", nudge_hours=0.02) as here:
        mia = manager(here)
        await start(here)
        await here.press(mia, await page(here, mia, "boards"), "Mention nobody")
        ann = here.seats()[0]
        before, messages = len(here.messages()), len(here.direct_messages(ann))
        await here.env.advance_time(72 + 2 * TICK)
        await here.env.settle()
        assert len(here.messages()) == before
        new = here.direct_messages(ann)[messages:]
        assert any("it is your turn" in text(one) for one in new)


async def test_a_post_has_the_parts_that_were_chosen(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        mia = manager(here)
        await announce(here, mia, 8)
        panel = await page(here, mia, "announcements")
        here._checked(await mia.select(panel, ["riddle", "week"], custom_id=setting("parts")))
        await wake(here, 2, 9)
        (post,) = announced(here)
        assert labels(post) == ["Riddle of the day", "My deals and streak"]
        assert "Europe/Paris" in text(shown(await here.slash(mia, "settings", zone="Europe/Paris")))
        assert "Pick one of the choices" in answer(await here.slash(mia, "settings", zone="Middle/Earth"))
        offered = await here.offers(mia, "settings", "zone", "sao paulo")
        assert [*offered] == ["America/Sao_Paulo"]
