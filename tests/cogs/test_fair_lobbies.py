"""Nobody is made to play, and nobody waits for a host who is gone: lobbies and rematches, as people press them."""

from pathlib import Path

from tables.play.guests import SENT_AWAY
from tables.play.lobbies import HOST_AWAY

from .hall import World, answer, labels, mentioned, said, text, world
from .test_people_at_a_table import TICK, links, posts
from .test_wyverns_knot_at_a_table import lobby, start

FOUR = ("Ann", "Bob", "Cat", "Dan")
TEN_MINUTES = 600


async def give_up(here: World) -> None:
    """The game is over; its board is the newest message."""
    one, *others = here.members
    await here.slash(one, "concede")
    question = here.board
    for other in others[: len(here.members) // 2]:
        await here.press(other, question, "Give up")
    assert here.table()["phase"] == "over"
    await here.env.advance_time(70)
    await here.slash(one, "board")


def at_table(here: World) -> set[int]:
    return {row["user_id"] for row in here.rows("SELECT user_id FROM players WHERE table_id = ?", here.table()["id"])}


# -- Rematches


async def test_a_rematch_starts_with_those_who_are_ready(tmp_path: Path) -> None:
    async with world(tmp_path, *FOUR) as here:
        await start(here)
        await give_up(here)
        ann, bob, cat, dan = here.members
        told = await here.press(bob, here.board, "Play again")
        assert "The others press **Ready**" in answer(told)
        assert mentioned(posts(here)[-1]) == {member.id for member in (ann, cat, dan)}
        seated = f"{ann.mention} {cat.mention} {dan.mention}: **Bob** would like to play again, so you have a seat."
        assert seated in text(here.board)
        assert bob.mention not in text(here.board)
        shown = labels(here.board)
        assert shown[:2] == ["Ready", "Leave"], "those who sit there are asked first"
        assert "3 of 4 still have to press **Ready**" in text(here.board)
        assert "with those who are ready. If they are too few, it is closed." in text(here.board)
        assert "Start" not in labels(here.board)
        count = len(posts(here))
        for member in (cat, dan):
            await here.press(member, here.board, "Ready")
        assert f"{ann.mention}: **Bob** would like" in text(here.board)
        await here.env.advance_time(70)
        await here.slash(cat, "board")
        assert "would like to play again" in text(here.board)
        assert [mentioned(post) for post in posts(here)[count:]] == [set()], "once"
        assert "ready already" in answer(await here.press(dan, here.board, "Ready"))
        await here.env.advance_time(TEN_MINUTES + 2 * TICK)
        assert here.table()["phase"] == "playing"
        assert at_table(here) == {bob.id, cat.id, dan.id}
        assert "**Ann** wasn't ready in time" in text(here.board)


async def test_a_rematch_that_too_few_want_is_closed_and_says_so(tmp_path: Path) -> None:
    async with world(tmp_path, *FOUR) as here:
        await start(here)
        await give_up(here)
        await here.press(here.members[0], here.board, "Play again")
        await here.press(here.members[1], here.board, "Ready")
        await here.env.advance_time(TEN_MINUTES + 2 * TICK)
        assert here.table()["phase"] == "closed"
        assert "Too few were ready within ten minutes" in text(here.board)
        assert not here.rows("SELECT 1 FROM results WHERE table_id = ?", here.table()["id"])


async def test_play_again_leads_to_the_one_rematch(tmp_path: Path) -> None:
    async with world(tmp_path, *FOUR) as here:
        await start(here)
        await give_up(here)
        ann, bob, *_ = here.members
        result = here.board
        await here.press(ann, result, "Play again")
        lobby_message = here.board
        again = await here.press(bob, result, "Play again")
        assert again.response
        assert "**Ann** has asked already: your group plays again." in text(again.response)
        assert links(again.response) == [lobby_message.id]
        assert len(here.rows("SELECT 1 FROM tables")) == 2


async def test_play_again_in_a_thread_opens_one_thread(tmp_path: Path) -> None:
    async with world(tmp_path, *FOUR, "Eve") as here:
        eve = here.members.pop()
        await start(here)
        await give_up(here)
        result, label = here.board, "Play Wyvern's Knot in a thread"
        await here.slash(eve, "play", game="advyria")
        offers = [(member, (await here.press(member, result, "Play again")).response) for member in here.members]
        for member, offered in offers:
            assert offered
            await here.press(member, offered, label)
            assert label not in labels(offered)
        assert len(here.channel.threads) == 1
        assert len(here.rows("SELECT 1 FROM tables WHERE rematch_of IS NOT NULL")) == 1
        assert "has asked already: your group plays again" in said([offered for _, offered in offers])


# -- The host


async def test_the_host_sends_somebody_away_who_is_told_and_waits_ten_minutes(tmp_path: Path) -> None:
    async with world(tmp_path, *FOUR) as here:
        await lobby(here)
        ann, bob, cat, _ = here.members
        assert "Only the host" in answer(await here.press(bob, here.board, "Send somebody away"))
        assert "Sent away" in answer(await here.send_away(ann, f"person {cat.id}"))
        assert cat.id not in at_table(here)
        assert "**Ann** sent **Cat** away" in text(here.board)
        assert "The host sent you away" in said(here.direct_messages(cat))
        assert "You were sent away" in answer(await here.press(cat, here.board, "Join"))
        await here.env.advance_time(SENT_AWAY + TICK)
        await here.press(cat, here.board, "Join")
        assert cat.id in at_table(here)
        assert "**Cat** is back" in text(here.board)


async def test_close_asks_once(tmp_path: Path) -> None:
    async with world(tmp_path, *FOUR) as here:
        await lobby(here)
        ann, bob, *_ = here.members
        assert "Only" in answer(await here.press(bob, here.board, "Close"))
        asks = (await here.press(ann, here.board, "Close")).response
        assert asks
        assert here.table()["phase"] == "lobby"
        await here.press(ann, asks, "Close the table")
        assert here.table()["phase"] == "closed"
        assert "is closed" in text(here.board)


async def test_a_guest_starts_once_the_host_is_silent_for_an_hour(tmp_path: Path) -> None:
    async with world(tmp_path, *FOUR) as here:
        await lobby(here)
        ann, bob, *_ = here.members
        refused = answer(await here.press(bob, here.board, "Start"))
        assert f"Only {ann.mention} can start this table" in refused
        assert here.table()["phase"] == "lobby"
        await here.env.advance_time(HOST_AWAY + TICK)
        await here.press(bob, here.board, "Start")
        assert here.table()["phase"] == "playing"
        assert len(at_table(here)) == 4


async def test_who_has_left_the_server_is_not_dealt_a_hand(tmp_path: Path) -> None:
    async with world(tmp_path, *FOUR) as here:
        await lobby(here)
        ann, bob, cat, dan = here.members
        here.env.guild.remove_member(ann)
        await here.press(bob, here.board, "Start")
        assert here.table()["phase"] == "playing", "the host is gone, so a guest may"
        assert at_table(here) == {bob.id, cat.id, dan.id}
        assert "**Ann** has left this server" in text(here.board)


async def test_going_first_can_be_withdrawn(tmp_path: Path) -> None:
    async with world(tmp_path, *FOUR) as here:
        await lobby(here)
        _, bob, cat, _ = here.members
        await here.press(bob, here.board, "I go first")
        assert "Bob · **goes first**" in text(here.board)
        assert "You don't go first" in answer(await here.press(cat, here.board, "I don't go first"))
        await here.press(bob, here.board, "I don't go first")
        assert "**goes first**" not in text(here.board)


# -- A full table


async def test_a_full_table_tells_its_host_and_whoever_waits_for_a_seat(tmp_path: Path) -> None:
    async with world(tmp_path, *FOUR, "Eve", "Fay") as here:
        fay = here.members.pop()
        await lobby(here)
        ann, bob, *_ = here.members
        lobby_message, ready = here.messages()[-2:]
        assert mentioned(posts(here)[-1]) == {ann.id}
        assert "is ready to start" in text(ready)
        assert "Join" not in labels(lobby_message)
        told = await here.press(fay, lobby_message, "Tell me when a seat is free")
        assert "I'll tell you once" in answer(told)
        assert not here.direct_messages(fay)
        for _ in range(2):
            await here.press(bob, lobby_message, "Leave")
            (message,) = here.direct_messages(fay)
            assert "A seat is free" in text(message)
            assert links(message) == [lobby_message.id]
            await here.press(bob, lobby_message, "Join")
        assert len([one for one in here.messages() if "is ready to start" in text(one)]) == 1, "once"


async def test_leaving_a_game_and_coming_back_is_told_at_the_table(tmp_path: Path) -> None:
    async with world(tmp_path, *FOUR) as here:
        await start(here)
        bob = here.seats()[1]
        asked = (await here.slash(bob, "leave")).response
        assert asked
        await here.press(bob, asked, "Leave the table")
        assert f"**{bob.user.global_name}** has left." in text(here.game_board)
        await here.press(bob, here.game_board, "Take the empty seat")
        name = f"**{bob.user.global_name}**"
        assert f"{name} is back." in text(here.game_board)
        asked = (await here.slash(bob, "leave")).response
        assert asked
        await here.press(bob, asked, "Leave the table")
        assert f"{name} has left." in text(here.game_board)
        asked = (await here.slash(bob, "privacy", what="delete")).response
        assert asked
        await here.press(bob, asked, "Delete everything")
        assert name not in text(here.game_board), "no line names who has deleted their data"
        assert "Take the empty seat" in labels(here.game_board)


async def test_follow_offers_a_seat(tmp_path: Path) -> None:
    async with world(tmp_path, *FOUR) as here:
        dan = here.members.pop()
        await start(here)
        board = here.board
        follows = (await here.press(dan, board, "Follow")).response
        assert follows
        await here.press(dan, follows, "Tell me when a seat is free")
        bob, cat = here.seats()[1:]
        asked = (await here.slash(bob, "leave")).response
        assert asked
        await here.press(bob, asked, "Leave the table")
        assert not here.direct_messages(dan), "it is kept for Bob"
        asked = (await here.slash(cat, "leave")).response
        assert asked
        await here.press(cat, asked, "Leave for good")
        assert "A seat is free" in said(here.direct_messages(dan))
