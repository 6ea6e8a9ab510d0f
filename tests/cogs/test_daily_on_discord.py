"""Deals of the day as people meet them: played in private, shared, announced, day after day."""

import hashlib
import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult, ResponseMessage

from cogs.discord.permissions import IN_CHANNEL
from cogs.games.words import move_path
from cogs.screens import days
from cogs.screens.daily import DAILY, clock
from cogs.screens.days import practice_press
from cogs.screens.press import Press
from cogs.screens.shared import story
from engine import GAMES, decode
from engine.decktet import CARDS
from render import menu

from .hall import Actor, World, alts, answer, forbid, labels, leads, mentioned, payloads, text, world
from .solitaires import chosen, script, sensibly
from .test_hostile_input import COMPONENT, interact

NAMES = ("Ann", "Bob")
HEXARACT, ADVENT = "hexaract", "advent-of-the-wyrms"
IDS = count(10**6)  # of interactions that Discord knows nothing of


@asynccontextmanager
async def hall(folder: Path, *names: str) -> AsyncIterator[World]:
    """On the morning of 1 January 2026. Its clock stands still, but for `later` and restarts."""
    async with world(folder, *(names or NAMES)) as here:
        stop_clock(here)
        await at(here, 1, 9)
        yield here


def stop_clock(here: World) -> None:
    clock: Any = here.bot.get_cog("clock")
    clock.tick.cancel()


async def at(here: World, day: int, hour: int, minute: int = 0) -> None:
    """On to that time of January 2026; nothing happens by itself meanwhile."""
    seconds = (datetime(2026, 1, day, hour, minute, tzinfo=UTC) - here.env.now()).total_seconds()
    here.env.backend.advance_clock(seconds)
    await here.env.settle()


async def wake(here: World, day: int, hour: int, minute: int = 0) -> None:
    """The bot was down until that time; it starts, and its clock beats once."""
    await at(here, day, hour, minute)
    await here.restart()
    stop_clock(here)


async def play(here: World, actor: Actor, game: str) -> ResponseMessage:
    """`/daily play`, answered with the way to the game in their direct messages."""
    result = await here.slash(actor, "daily", game=game)
    if isinstance(actor, MemberActor):
        assert result.ephemeral
        assert "To your game" in labels(shown(result)), text(shown(result))
        return here.direct_messages(actor)[-1]
    return shown(result)


def shown(result: InteractionResult) -> ResponseMessage:
    assert result.response
    return result.response


def user(actor: Actor) -> Any:
    return actor.user if isinstance(actor, MemberActor) else actor


async def give_up(here: World, actor: Actor, message: ResponseMessage) -> None:
    """In their direct messages."""
    await here.press(user(actor), message, "Give up")
    await here.press(user(actor), message, "Give up")


async def finish(here: World, actor: Actor, game: str) -> ResponseMessage:
    """Play today's deal the short way; the message that ends it."""
    message = await play(here, actor, game)
    await give_up(here, actor, message)
    return message


def fix(here: World, game: str, day: str, seed: str) -> None:
    """The deal of a day that nobody has asked for yet."""
    version, options = GAMES[game].version, "{}"
    commitment = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    values = (game, day, version, options, seed, commitment)
    here.rows("INSERT INTO deals VALUES ('day', ?, ?, 1, ?, ?, ?, ?, FALSE, NULL)", *values)


async def play_out(here: World, actor: Actor, game: str, moves: Sequence[Any]) -> ResponseMessage:
    """All but the last move at the table itself; the last one by the panel."""
    await play(here, actor, game)
    *most, last = moves
    for move in most:
        await here.bot.store.tables.play(here.table()["id"], user(actor).id, [move], next(IDS))
    message = await play(here, actor, game)
    await here.make(user(actor), message, last)
    return message


def posts(here: World) -> list[Mapping[str, Any]]:
    """All that the bot has posted in the channel by itself."""
    return [payload for request in here.requests("POST", messages_of(here.channel)) for payload in payloads(request)]


def messages_of(channel: ChannelHandle) -> str:
    return f"/channels/{channel.id}/messages"


# -- A day


async def test_a_deal_from_today_to_shared(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        day = await here.slash(ann, "daily")
        assert day.ephemeral
        assert alts(shown(day))[0].count("Not begun yet") == len(DAILY)
        assert [label.partition(" ")[0] for label in labels(shown(day))[: len(DAILY)]] == ["Play"] * len(DAILY)
        assert here.pictures(shown(day))
        play_it = days.play_press(HEXARACT, here.env.now().date()).custom_id()
        pressed = await here.press(ann, shown(day), custom_id=play_it)
        assert pressed.ephemeral
        message = here.direct_messages(ann)[-1]
        assert "your one attempt" in text(message)
        await here.make(ann.user, message, GAMES[HEXARACT].legal_moves(here.state())[0])
        assert "Hexaract: In progress." in alts(shown(await here.slash(ann, "daily")))[0]

        again = await play(here, ann, HEXARACT)
        assert again.id != message.id
        assert not leads(message) or not list(leads(message)), "the old one has lost its buttons"
        await give_up(here, ann, again)
        assert labels(again) == ["Share", "How others did", "Practice", "Replay", "Rules", "Fair deal?"]
        assert "Your streak: 1 day" in text(again)
        assert here.table()["seed"] not in text(again)
        assert not here.messages(), "nothing of it shows in the channel"

        told = await here.press(ann.user, again, "Share")
        (result,) = here.messages()
        assert f"/{result.id}" in answer(told)
        assert labels(result) == ["Try it"]
        assert "**Ann** lost." in text(result)
        assert posts(here)[-1]["enforce_nonce"], "to press twice shares once"

        await here.press(bob, shown(await here.press(bob, result, "Try it")), "Play my attempt")
        his = here.direct_messages(bob)[-1]
        assert list(leads(his))
        his_day = alts(shown(await here.slash(bob, "daily")))[0]
        assert "Hexaract: In progress. Ann played." in his_day
        assert "lost" not in his_day, "nothing of how it went"
        rows = here.rows("SELECT seed FROM tables")
        assert len(rows) == 2
        assert rows[0] == rows[1], "it is the same deal"


async def test_the_day_names_those_who_have_played_as_far_as_they_show_themselves(tmp_path: Path) -> None:
    async with hall(tmp_path, "Ann", "Bob", "Cat") as here:
        ann, bob, cat = here.members
        for member in (ann, bob):
            await finish(here, member, HEXARACT)
        assert "Hexaract: Not begun yet. Ann and Bob played." in alts(shown(await here.slash(cat, "daily")))[0]
        assert "Bob played." in alts(shown(await here.slash(ann, "daily")))[0], "not oneself"
        here.rows("UPDATE people SET hidden = TRUE WHERE user_id = ?", ann.id)
        assert "Hexaract: Not begun yet. Bob played." in alts(shown(await here.slash(cat, "daily")))[0]
        there = here.env.create_guild("Elsewhere")
        away = there.add_member(cat.user)
        channel = there.create_text_channel("games")
        said = alts(shown(here._checked(await away.slash(channel, "daily"))))[0]
        assert "played" not in said, "it is of this server alone"


async def test_the_first_attempt_counts_once(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, _ = here.members
        message = await finish(here, ann, HEXARACT)
        again = await here.slash(ann, "daily", game=HEXARACT)
        assert "only the first attempt counts" in answer(again)
        assert labels(shown(again)) == ["Share", "How others did", "Practice", "Replay", "Rules", "Fair deal?"]
        await here.press(ann.user, message, "Practice")
        practice = here.direct_messages(ann)[-1]
        assert ", practice" in text(practice)
        assert list(leads(practice))
        await give_up(here, ann, practice)
        assert labels(practice) == ["Practice", "Replay", "Rules", "Fair deal?"]
        assert len(here.rows("SELECT * FROM results")) == 1


async def test_two_servers_play_the_same_deal(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        elsewhere = here.env.create_guild("Elsewhere")
        there = elsewhere.create_text_channel("games")
        away = elsewhere.add_member(bob.user)
        hers = await play(here, ann, HEXARACT)
        his = here._checked(await away.slash(there, "daily", game=HEXARACT))
        assert his.ephemeral
        one, two = here.rows("SELECT seed, snapshot FROM tables")
        assert one == two
        await play(here, ann, ADVENT)
        assert here.table()["seed"] != one["seed"]
        commitment = hashlib.sha256(bytes.fromhex(one["seed"])).hexdigest()
        day = shown(await here.slash(ann, "daily"))
        assert commitment[:12] not in text(hers) + text(day)
        rules = (await here.press(ann.user, hers, "Rules")).response
        assert rules
        assert commitment in answer(await here.press(ann.user, rules, "Fair deal?"))
        assert commitment in answer(await here.press(ann, day, "Fair deals?"))
        assert commitment in answer(await here.slash(bob, "verify", day="2026-01-01"))
        assert one["seed"] not in answer(await here.slash(bob, "verify", day="2026-01-01"))
        await here.slash(bob, "daily", game=HEXARACT)
        assert len(here.rows("SELECT * FROM attempts WHERE user_id = ?", bob.id)) == 1, "one, whatever the server"


async def test_where_direct_messages_are_closed_it_is_played_in_the_answer(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, _ = here.members
        close_direct_messages(here, ann)
        result = await here.slash(ann, "daily", game=HEXARACT)
        assert result.ephemeral
        game = shown(result)
        for _ in range(3):
            before = here.table()["version"]
            await here.make(ann, game, GAMES[HEXARACT].legal_moves(here.state())[0])
            assert here.table()["version"] > before
        await here.restart()
        stop_clock(here)
        lost = shown(await here.slash(ann, "daily", game=HEXARACT))  # the client forgets such messages
        assert here.pictures(lost)
        for _ in range(2):
            await here.press(ann, lost, "Give up")
        told = await here.press(ann, lost, "Share")
        assert "shared" in answer(told)
        assert len(here.messages()) == 1
        assert not here.direct_messages(ann)

        here.env.backend.faults.clear()
        await play(here, ann, ADVENT)
        assert len(here.direct_messages(ann)) == 1, "when they are open again it goes there"
        assert not here.rows("SELECT 1 FROM closed_dms")


def close_direct_messages(here: World, member: MemberActor) -> None:
    path = messages_of(member.user.dm_channel)
    here.env.inject_error("POST", path, status=403, code=50007, message="Cannot send messages to this user", times=None)


async def test_what_is_shared_once_is_found_again(tmp_path: Path) -> None:
    """By the same button or the command, after a restart and long after Discord has forgotten what was just posted."""
    async with hall(tmp_path) as here:
        ann, _ = here.members
        message = await finish(here, ann, HEXARACT)
        await here.press(ann.user, message, "Share")
        (result,) = here.messages()
        await wake(here, 1, 20)
        for again in (
            await here.press(ann.user, message, "Share"),
            await here.slash(ann, "daily", show="share", game=HEXARACT),
        ):
            assert "You've shared this result already" in answer(again)
            assert f"/{here.channel.id}/{result.id}" in answer(again)
        assert [one.id for one in here.messages()] == [result.id]
        elsewhere = here.env.guild.create_text_channel("elsewhere")
        for first in (True, False):
            told = here._checked(await ann.slash(elsewhere, "daily", show="share", game=HEXARACT))
            assert ("**Ann** lost" if first else "already") in text(shown(told))
        assert len(here.messages(elsewhere)) == 1

        there = here.messages(elsewhere)[0]
        here.env.backend.delete_message(elsewhere.id, there.id)
        here._checked(await ann.slash(elsewhere, "daily", show="share", game=HEXARACT))
        assert len(here.messages(elsewhere)) == 1, "what was deleted can be shared again"


async def test_in_direct_messages_the_answer_is_the_game(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, _ = here.members
        result = await here.slash(ann.user, "daily", game=HEXARACT)
        assert not result.ephemeral
        message = shown(result)
        await give_up(here, ann, message)
        for copied in (
            answer(await here.press(ann.user, message, "Share")),
            answer(await here.slash(ann.user, "daily", show="share")),
        ):
            assert "```\nHexaract: Deal of 1 January 2026\nAnn lost" in copied, "the hall can't know where"
            assert "**" not in copied
        shared = await here.slash(ann, "daily", show="share", game=HEXARACT)
        assert not shared.ephemeral
        assert "**Ann** lost" in text(here.messages()[-1])
        await here.press(ann.user, message, "Practice")
        assert "practice" in text(here.direct_messages(ann)[-1])


@pytest.mark.parametrize("barred", ["bot", "player"])
async def test_sharing_where_one_may_not_write_is_refused(tmp_path: Path, barred: str) -> None:
    async with hall(tmp_path) as here:
        ann, _ = here.members
        message = await finish(here, ann, HEXARACT)
        forbid(here, "send_messages", member=None if barred == "bot" else ann)
        refused = answer(await here.press(ann.user, message, "Share"))
        assert f"{'I' if barred == 'bot' else 'You'} can't write" in refused
        assert "/daily show:Share" in refused
        assert not here.messages()


async def test_a_nickname_is_told_in_its_own_server_only(tmp_path: Path) -> None:
    async with hall(tmp_path, "Bob") as here:
        annie = here.env.guild.add_member(here.env.create_user("ann", global_name="Ann"), nick="Annie")
        elsewhere = here.env.create_guild("Elsewhere")
        there = elsewhere.create_text_channel("games")
        away = elsewhere.add_member(annie.user)
        message = await finish(here, annie, HEXARACT)
        shared = text(shown(here._checked(await away.slash(there, "daily", show="share", game=HEXARACT))))
        assert "**Ann** lost" in shared
        await here.press(annie.user, message, "Share")
        assert "**Annie** lost" in text(here.messages()[-1]), "where it was asked for, they have that name"
        assert "Annie" in text(shown(await here.slash(annie, "play", game=ADVENT)))
        moved = text(shown(here._checked(await away.slash(there, "board"))))
        assert "· Ann\n" in moved


async def test_who_has_finished_sees_how_others_did(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        his = await play(here, bob, HEXARACT)
        playing = here.table()["id"]
        hers = await finish(here, ann, HEXARACT)
        told = shown(await here.press(ann.user, hers, "How others did"))
        assert told.ephemeral
        assert "This server: 1st of 1." in alts(told)[0]
        assert "Everywhere: 1st of 1." in alts(told)[0]
        assert len(here.pictures(told)) == 1
        for table in (playing, here.table()["id"], 99):
            refused = answer(await press_by_hand(here, bob, Press("others", table)))
            assert "st of" not in refused, "he has yet to play"
        await give_up(here, bob, his)
        assert "This server: 1st of 2." in alts(shown(await here.press(bob.user, his, "How others did")))[0]


# -- The course of days


async def test_streaks_grow_and_break(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, _ = here.members
        for day in (1, 2, 3):
            await at(here, day, 9)
            message = await finish(here, ann, (HEXARACT, ADVENT)[day % 2])
        assert "Your streak: 3 days" in text(message)
        await at(here, 4, 9)
        stands = shown(await here.slash(ann, "daily"))
        assert "Streak: 3 days." in alts(stands)[0]
        assert "Finish one of today's deals to keep your streak." in text(stands)
        await at(here, 5, 9)
        assert "begin a streak (longest: 3 days)" in alts(shown(await here.slash(ann, "daily")))[0]
        message = await finish(here, ann, HEXARACT)
        assert "Your streak: 1 day" in text(message)
        shared = await here.slash(ann, "daily", show="share", game=HEXARACT)
        assert "Streak" not in text(shown(shared)), "one day is none to tell of"


async def test_midnight_in_the_middle_of_a_game(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        await at(here, 1, 23, 50)
        hers, his = await play(here, ann, HEXARACT), await play(here, bob, HEXARACT)

        await at(here, 2, 1, 50)
        day = shown(await here.slash(ann, "daily"))
        assert "of 1 January 2026" in text(day), "it still counts"
        resumed = days.play_press(HEXARACT, datetime(2026, 1, 1).date()).custom_id()
        await here.press(ann, day, custom_id=resumed)
        hers = here.direct_messages(ann)[-1]
        closing = int(datetime(2026, 1, 2, 2, tzinfo=UTC).timestamp())
        for message in (hers, his):  # neither is edited at two o'clock, so what it says must stay true
            assert f"your one attempt ends <t:{closing}:R>" in text(message)
            assert "It counts" not in text(message)
        await give_up(here, ann, hers)
        assert labels(hers) == ["Share", "How others did", "Practice", "Replay", "Rules", "Fair deal?"]
        seed = here.rows("SELECT seed FROM deals WHERE game = ? AND date = '2026-01-01'", HEXARACT)[0]["seed"]
        table = here.rows("SELECT id FROM tables WHERE host_id = ?", ann.id)[0]["id"]
        assert seed not in text(hers) + answer(await here.slash(ann, "verify", table=table))

        await at(here, 2, 2, 10)
        await here.make(bob.user, his, GAMES[HEXARACT].legal_moves(state_of(here, bob))[0])
        assert "too late to be ranked" in text(his)
        assert "1 January" not in text(shown(await here.slash(bob, "daily")))
        await give_up(here, bob, his)
        assert labels(his) == ["Practice", "How did I play?", "Replay", "Rules", "Fair deal?"]
        assert seed in answer(await here.press(bob.user, his, "Fair deal?"))
        assert [row["user_id"] for row in here.rows("SELECT user_id FROM results")] == [ann.id]
        assert "lead to the result that you were told" in answer(await here.slash(ann, "verify", table=table))
        assert seed in answer(await here.slash(bob, "verify", day="2026-01-01"))
        assert "in time" in answer(await press_by_hand(here, bob, Press("share", table + 1)))

        await here.restart()  # its clock beats
        stop_clock(here)  # else the riddles of the days that follow are made
        results = here.rows("SELECT user_id, won, score, unfinished FROM results ORDER BY table_id")
        assert [tuple(row.values()) for row in results] == [(ann.id, 0, 0, 0), (bob.id, 0, 0, 1)]
        assert "haven't finished" in answer(await here.slash(bob, "daily", show="share", game=HEXARACT))
        assert "in time" in answer(await press_by_hand(here, bob, Press("share", table + 1)))
        month = shown(await here.slash(bob, "daily", show="archive"))
        await here.choose(bob, month, "2026-01-01")
        assert "You didn't finish it, so it counts as given up." in text(month)
        assert "You played it." not in text(month)

        await at(here, 3, 9)  # a deal of a day gone by is practice, for whoever comes
        message = await finish(here, ann, HEXARACT)
        await here.press(ann.user, message, "Share")
        await at(here, 4, 9)
        await here.press(bob, here.messages()[-1], "Try it")
        assert "practice" in text(here.direct_messages(bob)[-1])


def state_of(here: World, member: MemberActor) -> Any:
    (row,) = here.rows("SELECT game, snapshot FROM tables WHERE host_id = ? AND phase = 'playing'", member.id)
    return decode(GAMES[row["game"]].state, row["snapshot"].encode())


# -- Announcements


def manager(here: World) -> MemberActor:
    """Somebody who may manage the server and its messages."""
    allowed = discord.Permissions(manage_guild=True, manage_messages=True)
    role = here.env.guild.create_role("Managers", permissions=allowed)
    return here.env.guild.add_member(here.env.create_user("mia", global_name="Mia"), roles=[role])


async def page(here: World, mia: MemberActor, name: str) -> ResponseMessage:
    """The panel of /settings, turned to this page."""
    panel = shown(await here.slash(mia, "settings"))
    await here.choose(mia, panel, name, custom_id=Press("settings", 0).custom_id())
    return panel


async def announce(here: World, mia: MemberActor, hour: int, channel: ChannelHandle | None = None) -> str:
    """Have the deals of the day announced. Returns what the panel says then."""
    panel = await page(here, mia, "announcements")
    await here.pick(mia, panel, setting("announce"), channel or here.channel)
    await here.choose(mia, panel, str(hour), custom_id=setting("hour"))
    return text(panel)


def setting(field: str, *value: str) -> str:
    """The custom id of a control of /settings."""
    return Press("set", 0, args=(field, *value)).custom_id()


def announced(here: World) -> list[ResponseMessage]:
    return [message for message in here.messages() if "Deals of" in text(message)]


async def test_a_server_is_told_once_a_day(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        mia = manager(here)
        assert "soon after 08:00, in the time zone UTC" in await announce(here, mia, 8)
        await finish(here, ann, HEXARACT)
        message = await play_out(here, bob, ADVENT, won_by_hand(here))
        await wake(here, 1, 20)
        assert not announced(here), "it is for tomorrow"

        await wake(here, 2, 7, 59)
        assert not announced(here)
        await wake(here, 2, 8, 1)
        (first,) = announced(here)
        assert "Deals of 2 January 2026" in text(first)
        points = here.rows("SELECT score FROM results WHERE user_id = ?", bob.id)[0]["score"]
        assert alts(first) == [
            f"1 January 2026. The lantern burns. Advent of the Wyrms: 1 · Bob: {points}. Hexaract: 1 · Ann: 0."
        ]
        assert len(here.pictures(first)) == 1
        for hour in (8, 9, 23):
            await wake(here, 2, hour, 30)
        assert len(announced(here)) == 1

        await wake(here, 5, 12)  # it was down for days
        assert len(announced(here)) == 2
        assert "Deals of 5 January" in text(announced(here)[-1])
        await wake(here, 5, 13)
        assert len(announced(here)) == 2
        press = days.play_press(HEXARACT, here.env.now().date())
        await here.press(ann, announced(here)[-1], custom_id=press.custom_id())
        assert "5 January" in text(here.direct_messages(ann)[-1])
        mine = shown(await here.press(ann, announced(here)[-1], "My deals and streak"))
        assert alts(mine)[0].startswith("5 January 2026.")

        await here.press(mia, await page(here, mia, "announcements"), "Announce nothing")
        await wake(here, 6, 12)
        assert len(announced(here)) == 2
        assert labels(message)


async def test_whoever_chooses_the_channel_first_and_then_a_later_hour_has_a_post_that_day(tmp_path: Path) -> None:
    """The hour that is chosen until then has passed: that day isn't over for another one."""
    async with hall(tmp_path) as here:
        mia = manager(here)
        await at(here, 1, 9, 54)
        await announce(here, mia, 10)
        await wake(here, 1, 10, 55)
        (first,) = announced(here)
        assert "Deals of 1 January 2026" in text(first)
        await here.choose(mia, await page(here, mia, "announcements"), "12", custom_id=setting("hour"))
        await wake(here, 1, 12, 55)
        assert len(announced(here)) == 1, "never twice on one day"
        await here.choose(mia, await page(here, mia, "announcements"), "10", custom_id=setting("hour"))
        await wake(here, 2, 10, 55)
        assert len(announced(here)) == 2


async def test_winners_are_announced_when_they_are_final(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        _, bob = here.members
        await announce(here, manager(here), 1)
        await play_out(here, bob, ADVENT, won_by_hand(here))
        await wake(here, 2, 1, 30)
        assert not alts(announced(here)[-1]), "ranked play isn't closed yet"
        await wake(here, 3, 1, 30)
        assert len(announced(here)) == 2
        assert alts(announced(here)[-1])[0].startswith("1 January 2026.")
        assert "1 · Bob" in alts(announced(here)[-1])[0]


def won_by_hand(here: World) -> list[Any]:
    """The moves of a won game of Advent of the Wyrms, whose deal of the day is fixed for it."""
    seed, played = script(ADVENT, won=True)
    fix(here, ADVENT, here.env.now().date().isoformat(), seed)
    return [one.move for one in chosen(ADVENT, played)]


@pytest.mark.parametrize("posted", [True, False], ids=["posted", "claimed"])
@pytest.mark.parametrize("may_read", [True, False], ids=["reads", "blind"])
async def test_killed_while_announcing(tmp_path: Path, posted: bool, may_read: bool) -> None:
    """The row is as a kill leaves it. Where the bot may not read, only Discord itself can see that it is the same."""
    async with hall(tmp_path) as here:
        await announce(here, manager(here), 8)
        await wake(here, 2, 8)
        assert len(announced(here)) == 1
        if not posted:
            here.env.backend.delete_message(here.channel.id, announced(here)[0].id)
        if not may_read:
            forbid(here, "read_message_history")
        claimed = int(here.env.now().timestamp())
        here.rows("UPDATE announcements SET announced_on = '2026-01-01', claimed_at = ?", claimed)
        await here.restart()
        stop_clock(here)
        await wake(here, 2, 8, 2)
        if may_read or not posted:
            assert len(announced(here)) == 1
        assert len({post["nonce"] for post in posts(here)}) == 1
        (row,) = here.rows("SELECT * FROM announcements")
        assert (row["announced_on"], row["claimed_at"]) == ("2026-01-02", None)


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (404, 10003), (400, 50035)])
async def test_announcements_go_on_after_a_refusal(tmp_path: Path, status: int, code: int) -> None:
    async with hall(tmp_path) as here:
        await announce(here, manager(here), 8)
        path = messages_of(here.channel)
        here.env.inject_error("POST", path, status=500, message="Trouble", times=5)
        await wake(here, 2, 8)
        here.env.backend.faults.clear()
        here.env.inject_error("POST", path, status=status, code=code, message="No")
        for minute in range(5):
            await wake(here, 2, 9, minute)
        assert not announced(here), "it is asked once"
        await wake(here, 3, 8)
        assert len(announced(here)) == 1
        assert not here.rows("SELECT 1 FROM announcements WHERE failing_since IS NOT NULL")


async def test_whoever_set_the_announcements_up_is_told_once_that_they_fail(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        mia = manager(here)
        await announce(here, mia, 8)
        forbid(here, "send_messages")
        for day in range(2, 9):
            await wake(here, day, 8)
            assert not here.direct_messages(mia)
        said = text(await page(here, mia, "announcements"))
        assert "Send Messages" in said
        assert "since 2 January 2026" in said
        direct = messages_of(mia.user.dm_channel)
        here.env.inject_error("POST", direct, status=500, message="Trouble", times=5)
        await wake(here, 9, 8)
        assert not here.direct_messages(mia)
        here.env.backend.faults.clear()
        for day in (10, 11):
            await here.restart()
            stop_clock(here)
            await wake(here, day, 8)
        (told,) = here.direct_messages(mia)
        assert "attach files" in text(told)
        assert here.channel.mention in text(told)
        assert not announced(here)
        forbid(here)
        await wake(here, 12, 8)
        assert len(announced(here)) == 1
        assert "refused" not in text(await page(here, mia, "announcements"))


async def test_settings_are_the_managers(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        _, bob = here.members
        sent = next(command for command in here.bot.tree.get_commands() if command.name == "settings")
        assert sent.default_permissions == discord.Permissions(manage_messages=True)
        registered = next(one for one in here.env.backend.commands[None].values() if one["name"] == "settings")
        here.env.guild.set_command_permissions(int(registered["id"]), {bob: True})  # a server may show it to anyone
        for options in ({"zone": "Europe/Paris"}, {}):
            assert "can manage this server" in answer(await here.slash(bob, "settings", **options))
        assert not here.rows("SELECT 1 FROM announcements")
        mia = manager(here)
        for permission, title in IN_CHANNEL.items():
            forbid(here, permission)
            panel = await page(here, mia, "announcements")
            refused = answer(await here.pick(mia, panel, setting("announce"), here.channel))
            assert title in refused or "can't see that channel" in refused
        assert not here.rows("SELECT 1 FROM announcements")


# -- Reminders


async def test_reminders_come_if_asked_for_and_when_something_is_at_stake(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        for member in (ann, bob):
            await finish(here, member, HEXARACT)
        await press_by_hand(here, ann, Press("remind", 0, args=("17",)))
        settings = shown(await press_by_hand(here, ann, Press("remind", 0, args=("show",))))
        await here.press(ann, settings, "An hour later")
        assert clock(18) in text(settings)
        for args in (("24",), ("-1",), ("x",), ("1", "2")):
            assert "0 to 23" in answer(await press_by_hand(here, ann, Press("remind", 0, args=args)))
        before = len(here.direct_messages(ann)), len(here.direct_messages(bob))
        await wake(here, 1, 19)
        assert len(here.direct_messages(ann)) == before[0], "today's is finished"
        await wake(here, 2, 17)
        assert len(here.direct_messages(ann)) == before[0]
        for minute in (1, 2):
            await wake(here, 2, 18, minute)
            assert len(here.direct_messages(ann)) == before[0] + 1
        assert "streak of **1 day** is at stake" in text(here.direct_messages(ann)[-1])
        assert len(here.direct_messages(bob)) == before[1], "he didn't ask"
        reminder = here.direct_messages(ann)[-1]
        await here.press(ann.user, reminder, "My deals")
        await wake(here, 4, 1)
        here.rows("DELETE FROM outages")  # as if the bot had been there on the third, when she didn't play
        await wake(here, 4, 19)
        assert len(here.direct_messages(ann)) == before[0] + 1, "the streak is broken: nothing is at stake"

        await finish(here, ann, HEXARACT)
        close_direct_messages(here, ann)
        tried = len(here.requests("POST", messages_of(ann.user.dm_channel)))
        await wake(here, 5, 18)
        here.env.backend.faults.clear()
        await wake(here, 5, 19)
        here.rows("UPDATE people SET reminded_on = NULL")
        await wake(here, 5, 20)
        assert len(here.requests("POST", messages_of(ann.user.dm_channel))) == tried + 1, "she takes no messages"
        hour = "SELECT remind_hour FROM people WHERE remind_hour IS NOT NULL"
        asked = await here.slash(ann, "daily", show="remind")
        assert clock(18) in answer(asked)
        assert [row["remind_hour"] for row in here.rows(hour)] == [18], "to look at it changes nothing"
        await here.press(ann, shown(asked), "Stop reminders")
        assert not here.rows(hour)
        asked = await here.slash(ann, "daily", show="remind")
        assert "You get no reminders" in answer(asked)
        await here.press(ann, shown(asked), "Remind me daily at this hour")
        assert [row["remind_hour"] for row in here.rows(hour)] == [20], "as it is now"
        assert "no reminders" in answer(await here.press(ann.user, reminder, "Stop reminders")), "from one as well"
        assert not here.rows(hour)


# -- What a shared result tells


async def test_a_shared_result_spoils_nothing(tmp_path: Path) -> None:
    """Two deals that went alike read alike, but for date and score; and of cards nothing is in them."""
    alike = same_story()
    async with hall(tmp_path) as here:
        ann, _ = here.members
        posted = []
        for day, (seed, moves) in zip((1, 3), alike, strict=True):  # not in a row: the streak is the same
            await at(here, day, 9)
            fix(here, ADVENT, f"2026-01-0{day}", seed)
            message = await play_out(here, ann, ADVENT, moves)
            await here.press(ann.user, message, "Share")
            points = here.rows("SELECT score FROM results ORDER BY table_id DESC")[0]["score"]
            shared = json.dumps(posts(here)[-1]["components"], ensure_ascii=False)
            assert f"{points} points" in shared
            title, when = GAMES[ADVENT].title, f"Deal of {day} January 2026"
            assert here.pictures(here.messages()[-1]) == [menu.strip(ADVENT, title, when)], "it shows nothing else"
            assert seed not in shared
            assert hashlib.sha256(bytes.fromhex(seed)).hexdigest()[:12] not in shared
            assert not [card.name for card in CARDS if card.name.removeprefix("the ") in shared]
            shared = shared.replace(f"{points} points", "points")
            posted.append(shared.replace(f"{day} January", "day").replace(f"2026-01-0{day}", "day"))
        assert posted[0] == posted[1]
        assert len({seed for seed, _ in alike}) == 2


def same_story() -> list[tuple[str, list[Any]]]:
    """Two deals, with the moves of a won game of each, that have the same story."""
    found: dict[str, tuple[str, list[Any]]] = {}
    for number in range(50):
        seed = f"{number:064x}"
        played = list(sensibly(ADVENT, seed, GAMES[ADVENT].alone))
        told = story(ADVENT, [event for one in played for event in one.step.events])
        if told in found:
            return [found[told], (seed, [one.move for one in chosen(ADVENT, played)])]
        found[told] = seed, [one.move for one in chosen(ADVENT, played)]
    raise AssertionError("no two are alike")


# -- Cheating, and what is only odd


async def test_what_is_not_allowed_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        await here.slash(ann, "daily")
        today = here.env.now().date()
        for press in (
            practice_press(HEXARACT, today),  # before the ranked attempt
            days.play_press(HEXARACT, today.replace(day=2)),  # tomorrow's
            days.play_press(HEXARACT, today.replace(year=2025)),  # of a day before the hall was
            days.play_press("wyverns-knot", today),
            Press("daily", 0, args=(HEXARACT,)),
            Press("daily", 0, args=(HEXARACT, "2026-13-45")),
            Press("practice", 0, args=("", "", "")),
            Press("share", 99),
        ):
            assert answer(await press_by_hand(here, ann, press)), press
        assert not here.rows("SELECT 1 FROM tables")

        message = await play(here, ann, HEXARACT)
        table = here.table()
        assert answer(await press_by_hand(here, ann, practice_press(HEXARACT, today))), "it goes on"
        assert answer(await press_by_hand(here, bob, Press("sure", table["id"], table["version"])))
        assert answer(await press_by_hand(here, bob, Press("share", table["id"])))
        assert answer(await press_by_hand(here, ann, Press("share", table["id"]))), "it isn't over"
        assert answer(await here.slash(ann, "daily", show="share", game=HEXARACT))
        assert answer(await here.slash(ann, "verify", day="yesterday, all my troubles"))
        assert answer(await here.slash(ann, "verify", day="2025-12-31"))
        assert here.table()["phase"] == "playing"
        await give_up(here, ann, message)
        assert "somebody else's" in answer(await press_by_hand(here, bob, Press("share", table["id"])))
        assert not posts(here)
        for verb in ("deal", "again", "start", "join", "take"):
            assert answer(await press_by_hand(here, ann, Press(verb, table["id"]))), verb
        assert len(here.rows("SELECT 1 FROM tables")) == 1


async def press_by_hand(here: World, member: MemberActor, press: Press) -> InteractionResult:
    """A press that no client would send: its button is in no message."""
    record = interact(here, member, COMPONENT, {"custom_id": press.custom_id(), "component_type": 2}, any_message(here))
    await here.env.settle()
    return here._checked(InteractionResult(here.env, record))


def any_message(here: World) -> Any:
    stored = here.env.backend.messages
    return next(message for channel in stored.values() for message in channel.values())


async def test_a_daily_never_shows_in_public(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, _ = here.members
        close_direct_messages(here, ann)
        await here.slash(ann, "daily", game=HEXARACT)
        result = await here.slash(ann, "board")
        assert result.ephemeral
        assert here.pictures(shown(result))
        await here.slash(ann, "board", text=True)
        await here.slash(ann, "hand")
        move = GAMES[HEXARACT].legal_moves(here.state())[0]
        await here.slash(ann, "wyrm-hexaract", move="/".join(move_path(move)))
        await here.slash(ann, "undo")
        assert "given up" in answer(await press_by_hand(here, ann, Press("leave", here.table()["id"])))
        assert here.table()["phase"] == "playing"
        await here.press(ann, shown(await here.slash(ann, "leave")), "Give up")
        assert not here.messages()
        assert [row["won"] for row in here.rows("SELECT won FROM results")] == [0], "to leave is no way out"


async def test_commands_tell_several_tables_of_a_game_apart(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, _ = here.members
        await at(here, 1, 23)
        await play(here, ann, HEXARACT)
        await at(here, 2, 1)
        await play(here, ann, HEXARACT)
        await here.slash(ann, "play", game=HEXARACT)
        offered = await here.offers(ann, "wyrm-hexaract", "game", "")
        dailies = ["Hexaract, deal of 2026-01-01", "Hexaract, deal of 2026-01-02"]
        assert sorted(offered.values()) == ["Hexaract in #games, turn 1: Ann", *dailies]
        here.rows("UPDATE tables SET channel_id = 5, guild_id = 5 WHERE date IS NULL")  # another process's server
        here.bot.store.database.forget()
        offered = await here.offers(ann.user, "wyrm-hexaract", "game", "")
        assert sorted(offered.values()) == [*dailies, "Hexaract, turn 1: Ann"]
        before = {row["id"]: row["version"] for row in here.rows("SELECT id, version FROM tables")}
        in_dm = await here.slash(ann.user, "wyrm-hexaract", move="done")
        assert "game:" in answer(in_dm)
        first = next(value for value, label in offered.items() if label.endswith("2026-01-01"))
        await here.slash(ann.user, "wyrm-hexaract", move="done", game=first)
        after = {row["id"]: row["version"] for row in here.rows("SELECT id, version FROM tables")}
        assert [table for table in after if after[table] != before[table]] == [int(first)]


@pytest.mark.parametrize("hostile", ["@everyone <@1> **b**", "https://evil.example ||x||**b"])
async def test_names_are_only_names(tmp_path: Path, hostile: str) -> None:
    async with hall(tmp_path, hostile) as here:
        (ann,) = here.members
        await announce(here, manager(here), 8)
        await here.press(ann.user, await play_out(here, ann, ADVENT, won_by_hand(here)), "Share")
        await wake(here, 2, 8)
        told = [text(message) for message in here.messages()]
        for name, options in (("profile", {}), ("leaderboard", {"game": f"{ADVENT}/deals"})):
            answered = text(shown(await here.slash(ann, name, **options)))
            assert "evil.example" not in answered or ":\\/\\/evil" in answered
        for said in told:
            assert "@everyone" not in said.replace("@\u200beveryone", "")
            assert "<@1>" not in said.replace("\\<", "")
            assert "://evil" not in said
            assert not re.search(r"(?<!\\)\|\|", said)
        assert any("\\*\\*b" in said for said in told), "shared"
        assert "**b" in alts(announced(here)[-1])[0], "where nothing is markup"
        for request in here.requests("POST", messages_of(here.channel)):
            assert not mentioned(request)
