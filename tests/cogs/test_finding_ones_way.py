"""Nobody is left without a next step: a channel that is taken, a lobby, the hall's menu, one's own games."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from cogs.games import WORDS
from cogs.screens.hall import Waiting, own_games
from cogs.screens.press import Press
from cogs.screens.screen import TEXT_LIMIT

from ..screens.told import text as told
from .hall import SELECT, World, alts, answer, controls, forbid, labels, text, world
from .test_wyverns_knot_at_a_table import start

NAMES = ("Ann", "Bob", "Cat", "Dan")


async def choose_first(here: World, actor: MemberActor, panel: ResponseMessage) -> None:
    """Choose the first move of the panel's menu."""
    menu = next(custom_id for custom_id, part in controls(panel).items() if part["type"] == SELECT)
    await here.choose(actor, panel, controls(panel)[menu]["options"][0]["value"], menu)


def shown(result: InteractionResult) -> ResponseMessage:
    assert result.response
    return result.response


# -- A channel that has a table already


async def test_a_channel_with_a_lobby_offers_to_join_it_or_to_play_in_a_thread(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, *_ = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        refused = await here.slash(bob, "play", game="advyria")
        assert "already has a table of **Wyvern's Knot**" in answer(refused)
        assert labels(shown(refused)) == ["Join it", "Play The guilds of Advyria in a thread", "Go to that table"]
        joined = await here.press(bob, shown(refused), "Join it")
        assert "Ann hasn't started the game yet. 1 more player needed to start." in text(shown(joined))
        assert "Bob" in text(here.board), "the lobby itself shows it too"
        again = await here.slash(bob, "play", game="advyria")
        assert labels(shown(again)) == ["Play The guilds of Advyria in a thread", "Go to that table"]
        await here.press(bob, shown(again), "Play The guilds of Advyria in a thread")
        (thread,) = here.channel.threads
        assert thread.name == "The guilds of Advyria: Bob"
        assert (here.table()["game"], here.table()["channel_id"]) == ("advyria", thread.id)
        assert "Start" not in labels(shown(again))
        here.channel = thread
        assert "Join" in labels(here.board)


async def test_a_channel_with_a_game_says_whose_turn_it_is_and_has_its_link(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        await start(here)
        ann, dan = here.members[0], here.members[3]
        refused = await here.slash(dan, "play", game="wyverns-knot")
        assert "a game of **Wyvern's Knot** (Ann's turn)" in answer(refused)
        assert labels(shown(refused)) == ["Play Wyvern's Knot in a thread", "Go to that table"]
        leaving = await here.slash(dan, "leave")
        await here.press(dan, shown(leaving), "Leave the table")
        refused = await here.slash(dan, "play", game="wyverns-knot")
        assert labels(shown(refused))[0] == "Take the empty seat"
        await here.press(dan, shown(refused), "Take the empty seat")
        assert dan in here.seats()
        forbid(here, "create_public_threads")
        refused = await here.slash(ann, "play", game="wyverns-knot")
        assert labels(shown(refused)) == ["Go to that table"]
        assert "finish it first or use another channel" in answer(refused)


async def test_a_thread_is_opened_only_for_who_may_open_one(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, *_ = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        offered = shown(await here.slash(bob, "play", game="advyria"))
        forbid(here, "create_public_threads", member=bob)
        refused = await here.press(bob, offered, "Play The guilds of Advyria in a thread")
        assert "you need the permission Create Public Threads" in answer(refused)
        assert not here.channel.threads
        again = await here.slash(bob, "play", game="advyria")
        assert labels(shown(again)) == ["Join it", "Go to that table"]


async def test_a_thread_in_which_no_table_is_opened_goes_again(tmp_path: Path) -> None:
    """The same press has come twice, and the other one was carried out first."""
    async with world(tmp_path, *NAMES) as here:
        ann, bob, *_ = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        offered = shown(await here.slash(bob, "play", game="advyria"))
        made = list[str]()

        def overtake(event: str, *_: Any) -> None:
            if event == "THREAD_CREATE":
                made.append(event)
                answered = here.requests("POST", "/callback")[-1].path.split("/")
                here.rows("INSERT INTO interactions VALUES (?, 0)", int(answered[answered.index("interactions") + 1]))

        here.env.backend.subscribers.append(overtake)
        await here.press(bob, offered, "Play The guilds of Advyria in a thread")
        assert made
        assert not here.channel.threads
        assert here.table()["game"] == "wyverns-knot"


async def test_a_game_for_one_gets_neither_a_thread_nor_a_lobby(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, *_ = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        offered = shown(await here.slash(bob, "play", game="advyria"))
        (pressed,) = (custom_id for custom_id in controls(offered) if ":in-thread:" in custom_id)
        forged = Press("in-thread", 0, args=("hexaract",)).custom_id()
        components = json.loads(json.dumps(offered.components).replace(pressed, forged))
        here.env.backend.edit_message(here.channel.id, offered.id, {"components": components})
        refused = await here.press(bob, offered, custom_id=forged)
        assert "needs no table" in answer(refused)
        assert not here.channel.threads
        assert here.table()["game"] == "wyverns-knot"


async def test_playing_again_where_the_channel_is_taken_goes_to_a_thread(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES[:3]) as here:
        await start(here, target="10")
        ann, bob, _ = here.members
        await here.slash(ann, "concede")
        await here.press(bob, here.board, "Give up")
        final = here.board
        await here.slash(bob, "play", game="advyria")
        refused = await here.press(ann, final, "Play again")
        assert labels(shown(refused))[0] == "Join it"
        await here.press(ann, shown(refused), "Play Wyvern's Knot in a thread")
        (thread,) = here.channel.threads
        assert here.table()["channel_id"] == thread.id
        assert '"target":10' in here.table()["options"]
        assert len(here.rows("SELECT 1 FROM players WHERE table_id = ?", here.table()["id"])) == 3


async def test_a_hand_in_a_lobby_is_told_that_the_game_has_not_begun(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES[:3]) as here:
        ann, *_ = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        told = answer(await here.slash(ann, "hand"))
        assert "2 more players needed to start." in told
        assert str(here.board.id) in told, "a link to it"


# -- The hall's menu


async def test_help_says_where_to_start_and_leads_to_each_game(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, *_ = here.members
        menu = shown(await here.slash(ann, "help"))
        for words in WORDS.values():
            assert words.in_short in alts(menu)[0]
        assert len(re.findall(r"\w+", text(menu) + " ".join(labels(menu)))) <= 60
        assert len(controls(menu)) == 4
        assert text(shown(await here.slash(ann, "play"))) == text(menu)
        await here.press(ann, menu, "Alone, ten minutes")
        assert "Today's deals" in labels(menu)
        learn = await here.press(ann, menu, "Learn by playing")
        assert "**Learn Advent of the Wyrms** · 1 of" in text(shown(learn))
        menu = shown(await here.slash(ann, "help"))
        game = Press("game", 0).custom_id()
        await here.choose(ann, menu, "wyverns-knot", game)
        assert "Wyvern's Knot: 3-5 players · 25 min · some rules" in alts(menu)
        await here.press(ann, menu, "Play Wyvern's Knot")
        assert "Join" in labels(here.board)
        await here.press(ann, menu, "All games")
        await here.press(ann, menu, "Commands")
        assert all(f"`/{words.command}`" in text(menu) for words in WORDS.values())
        menu = shown(await here.slash(bob, "help"))
        await here.choose(bob, menu, "advyria", game)
        refused = await here.press(bob, menu, "Play The guilds of Advyria")
        assert labels(shown(refused))[0] == "Join it"
        await here.press(bob, menu, "All games")
        await here.choose(bob, menu, "hexaract", game)
        await here.press(bob, menu, "Today's deal")
        assert here.table()["date"]


async def test_help_is_three_presses_from_a_first_move_alone(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann = here.members[0]
        menu = shown(await here.slash(ann, "help"))
        await here.press(ann, menu, "Alone, ten minutes")
        opened = shown(await here.press(ann, menu, "Advent of the Wyrms · 10 min"))
        await choose_first(here, ann, opened)
        assert here.rows("SELECT * FROM log")


async def test_help_is_four_presses_from_a_first_move_with_friends(tmp_path: Path) -> None:
    """Presses of one's own: friends join by theirs."""
    async with world(tmp_path, *NAMES) as here:
        ann, *friends = here.members
        menu = shown(await here.slash(ann, "help"))
        await here.press(ann, menu, "With friends")
        for friend in friends:
            await here.press(friend, here.board, "Join")
        started = await here.press(ann, here.board, "Start")
        assert "Play" in labels(here.board)
        panel = next(message for message in started.followups if message.ephemeral)
        assert text(panel).startswith("### Your turn")
        await here.press(ann, panel, "Scout an egg")
        await choose_first(here, ann, panel)  # the fourth press
        assert here.rows("SELECT * FROM log")


async def test_a_game_that_begins_with_another_opens_no_panel(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES[:3]) as here:
        ann, bob, cat = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        for friend in (bob, cat):
            await here.press(friend, here.board, "Join")
        await here.press(bob, here.board, "I go first")
        started = await here.press(ann, here.board, "Start")
        assert "Play" in labels(here.board)
        assert not [message for message in started.followups if message.ephemeral]


async def test_with_friends_opens_a_table_at_which_another_game_can_be_played(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, *_ = here.members
        menu = shown(await here.slash(ann, "help"))
        opened = shown(await here.press(ann, menu, "With friends"))
        assert text(here.board).startswith("## Wyvern's Knot")
        await here.press(bob, here.board, "Join")
        await here.press(ann, here.board, "Add a computer player")
        posted = len(here.posts())
        await here.press(ann, opened, "Play The guilds of Advyria instead")
        assert "Play Wyvern's Knot instead" in labels(opened)
        assert text(here.board).startswith("## The guilds of Advyria")
        assert len(here.posts()) == posted, "it is the same message"
        assert "1 of 2 still has to press **Ready**" in text(here.board), "Bob joined another game"
        await here.press(bob, here.board, "Ready")
        await here.press(ann, here.board, "Start")
        assert (here.table()["game"], here.table()["phase"], here.table()["seats"]) == ("advyria", "playing", 2)


async def test_games_alone_say_who_sees_them(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann = here.members[0]
        for actor, seen in ((ann, True), (ann.user, False)):
            menu = shown(await here.slash(actor, "help"))
            alone = await here.press(actor, menu, "Alone, ten minutes")
            assert ("Everybody in this channel sees the board" in text(shown(alone))) == seen


async def test_choices_of_play_say_how_many_and_how_long(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        (play,) = (command for command in here.bot.tree.get_commands() if command.name == "play")
        (option,) = play.to_dict(here.bot.tree)["options"]
        names = [choice["name"] for choice in option["choices"]]
        assert "Wyvern's Knot · 3-5 players · 25 min" in names
        assert all(" player" in name and name.endswith(" min") for name in names)


async def test_rules_and_leaderboard_ask_for_no_game_where_one_is_played(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, *_ = here.members
        assert "Commands" in labels(shown(await here.slash(ann, "rules"))), "the menu"
        await here.slash(bob, "play", game="hexaract")
        assert text(shown(await here.slash(bob, "rules"))).startswith("## Hexaract")
        found = shown(await here.slash(bob, "leaderboard", text=True))
        assert "**Hexaract" in text(found)
        await here.slash(ann, "play", game="wyverns-knot")
        assert text(shown(await here.slash(bob, "rules"))).startswith("## Wyvern's Knot")
        board = shown(await here.slash(ann, "leaderboard", text=True))
        assert "**Wyvern's Knot" in text(board)
        other = next(custom_id for custom_id in controls(board) if ":leaders-of:" in custom_id)
        await here.choose(ann, board, "advyria/wins", other)
        assert "**The guilds of Advyria" in text(board)
        assert "no such" not in answer(await here.choose(ann, board, "advyria/deals", other))


# -- The lobby


# -- What waits


async def test_games_lists_mine_with_whose_turn_since_when_and_a_link(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, *_ = here.members
        assert "`/help` shows what you can play" in answer(await here.slash(ann, "games"))
        await start(here)
        board = here.board
        await here.slash(ann, "play", game="hexaract")
        told = text(shown(await here.slash(ann, "games")))
        assert "2 of your games wait for you" in told
        assert "**Hexaract** · **your turn** since <t:" in told
        assert f"[go there](https://discord.com/channels/{ann.guild.id}/{here.channel.id}/{board.id})" in told
        told = text(shown(await here.slash(bob, "games")))
        assert "Nobody waits for you" in told
        assert "**Wyvern's Knot** · Ann's turn since <t:" in told
        assert "Hexaract" not in told


async def test_games_fit_a_message_and_leave_out_what_cannot_be_read(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann = here.members[0]
        await start(here)
        await here.slash(ann, "play", game="hexaract")
        table = await here.bot.store.tables.get(1)
        hostile = replace(table, players=tuple(replace(player, name="_" * 32) for player in table.players))
        url = f"https://discord.com/channels/{2**63}/{2**63}/{2**63}"
        listed = own_games([Waiting(hostile, 0, False, url)] * 20, more=False)
        assert len(told(listed)) <= TEXT_LIMIT
        assert "that changed last" in told(listed)
        for damage in (
            "UPDATE tables SET snapshot = '{}' WHERE id = 1",
            "UPDATE tables SET options = '7' WHERE id = 1",
        ):
            here.rows("UPDATE log SET move = '7' WHERE table_id = 1")
            here.rows("INSERT OR IGNORE INTO log VALUES (1, 1, 1, 0, ?, 'move', '7', '[]', 0, 0)", ann.id)
            here.rows(damage)
            here.bot.store.database.forget()
            said = answer(await ann.slash(here.channel, "games"))
            assert all("What is stored can't be read: table 1" in line for line in here.errors.lines)
            here.errors.lines.clear()
            assert "**Hexaract** · **your turn**" in said
            assert "Wyvern's Knot" not in said


async def test_a_spectator_who_follows_is_told_once_when_the_game_ends(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, cat, dan = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        for member in (bob, cat):
            await here.press(member, here.board, "Join")
        await here.press(ann, here.board, "Start")
        assert "hear of its end anyway" in answer(await here.press(ann, here.board, "Follow"))
        await here.press(dan, here.board, "Follow")
        assert "no longer follow" in answer(await here.press(dan, here.board, "Follow"))
        await here.press(dan, here.board, "Follow")
        assert not here.direct_messages(dan)
        await here.slash(ann, "concede")
        await here.press(bob, here.board, "Give up")
        (told,) = here.direct_messages(dan)
        assert "**Wyvern's Knot** that you followed is over" in text(told)
        assert labels(told) == ["Go there"]
        assert not here.rows("SELECT * FROM followers")
        await here.restart()
        assert len(here.direct_messages(dan)) == 1


async def test_a_follower_who_can_never_be_told_is_asked_once(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, cat, dan = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        for member in (bob, cat):
            await here.press(member, here.board, "Join")
        await here.press(ann, here.board, "Start")
        await here.press(dan, here.board, "Follow")
        here.env.inject_error("POST", f"/channels/{dan.user.dm_channel.id}/messages", status=403, code=20026)
        await here.slash(ann, "concede")
        await here.press(bob, here.board, "Give up")
        assert not here.rows("SELECT * FROM followers")
        assert not here.rows("SELECT 1 FROM tables WHERE shown < version")
