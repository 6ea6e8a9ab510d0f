"""Nobody is left without a next step: a channel that is taken, a lobby, the hall's menu, one's own games."""

from pathlib import Path

from .hall import answer, labels, text, world
from .test_when_things_are_wrong import forbid
from .test_wyverns_knot_at_a_table import start

NAMES = ("Ann", "Bob", "Cat", "Dan")


# -- A channel that has a table already


async def test_a_channel_with_a_lobby_offers_to_join_it_or_to_play_in_a_thread(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, *_ = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        refused = await here.slash(bob, "play", game="advyria")
        assert "already has a table of **Wyvern's Knot**" in answer(refused)
        assert labels(refused.response) == ["Join it", "Play The guilds of Advyria in a thread", "Go to that table"]
        joined = await here.press(bob, refused.response, "Join it")
        assert "Ann hasn't started the game yet. It needs 1 more player." in text(joined.response)
        assert "Bob" in text(here.board), "the lobby itself shows it too"
        again = await here.slash(bob, "play", game="advyria")
        assert labels(again.response) == ["Play The guilds of Advyria in a thread", "Go to that table"]
        await here.press(bob, again.response, "Play The guilds of Advyria in a thread")
        (thread,) = here.channel.threads
        assert thread.name == "The guilds of Advyria: Bob"
        assert (here.table()["game"], here.table()["channel_id"]) == ("advyria", thread.id)
        assert "Start" not in labels(again.response)
        here.channel = thread
        assert "Join" in labels(here.board)


async def test_a_channel_with_a_game_says_whose_turn_it_is_and_has_its_link(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        await start(here)
        ann, dan = here.members[0], here.members[3]
        refused = await here.slash(dan, "play", game="wyverns-knot")
        assert "a game of **Wyvern's Knot** (Ann's turn)" in answer(refused)
        assert labels(refused.response) == ["Play Wyvern's Knot in a thread", "Go to that table"]
        leaving = await here.slash(dan, "leave")
        await here.press(dan, leaving.response, "Leave the table")
        refused = await here.slash(dan, "play", game="wyverns-knot")
        assert labels(refused.response)[0] == "Take the empty seat"
        await here.press(dan, refused.response, "Take the empty seat")
        assert dan in here.seats()
        forbid(here, "create_public_threads")
        refused = await here.slash(ann, "play", game="wyverns-knot")
        assert labels(refused.response) == ["Go to that table"]
        assert "finish it first or use another channel" in answer(refused)


async def test_playing_again_where_the_channel_is_taken_goes_to_a_thread(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES[:3]) as here:
        await start(here, target="10")
        ann, bob, _ = here.members
        await here.slash(ann, "concede")
        await here.press(bob, here.board, "Give up")
        final = here.board
        await here.slash(bob, "play", game="advyria")
        refused = await here.press(ann, final, "Play again")
        assert labels(refused.response)[0] == "Join it"
        await here.press(ann, refused.response, "Play Wyvern's Knot in a thread")
        (thread,) = here.channel.threads
        assert here.table()["channel_id"] == thread.id
        assert '"target":10' in here.table()["options"]
        assert len(here.rows("SELECT 1 FROM players WHERE table_id = ?", here.table()["id"])) == 3


async def test_a_hand_in_a_lobby_is_told_that_the_game_has_not_begun(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES[:3]) as here:
        ann, bob, cat = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        assert "It needs 2 more players." in answer(await here.slash(ann, "hand"))
        await here.press(bob, here.board, "Join")
        assert "Press **Join** on its table" in answer(await here.slash(cat, "hand"))
        await here.press(cat, here.board, "Join")
        assert "Press **Start** when you are ready" in answer(await here.slash(ann, "hand"))
        told = answer(await here.slash(bob, "hand"))
        assert told.startswith("You've joined. Ann hasn't started the game yet.")
        assert str(here.board.id) in told, "a link to it"
