"""What a server's managers rule holds for every press and every command: each that there is is tried."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType
from simcord.results import InteractionResult

from cogs.background.house_rules import BLOCKED, NO_ROLE, NOT_HERE
from cogs.commands.cog import pressed
from cogs.discord.needs import Needs, Verb
from cogs.games import WORDS
from cogs.screens.press import Press

from .hall import World, answer, text, world
from .test_answers import ARGS, filled
from .test_daily_on_discord import announce, manager, page, setting, shown
from .test_hostile_input import COMMAND, COMPONENT, commands_of, interact, rows
from .test_wyverns_knot_at_a_table import lobby, start

KNOT = "wyverns-knot"
BUTTON, STRING = 2, 3
# What whoever is blocked may do all the same, anywhere: leave, look, finish their games, and what is theirs alone
ALWAYS = {
    *("leave", "leave-lobby", "stay", "give-up", "sure", "go-on", "private", "resign", "concede", "claim", "back"),
    *("play", "pick", "dare", "sheet", "ticked", "undo", "page", "hand", "hint", "why", "better"),
    *("rules", "menu", "game", "commands", "log", "replay", "looked-back", "steps", "past", "step", "fair"),
    *("leaders-of", "leaders", "week", "season", "others", "today", "month", "day-gone", "remind", "no-reminders"),
    *("daily", "practice", "try-deal", "riddle", "answer"),  # in their direct messages, or for them alone
    *("learn", "lesson", "retry", "play-on", "try"),
    *("forget", "keep"),
    *("settings", "set", "member", "restrict", "moderate", "moderate-at"),  # for moderators
}
ALWAYS_TYPED = {
    *("leave", "hand", "undo", "log", "rules", "help", "games", "replay", "verify", "learn", "daily", "week"),
    *("leaderboard", "profile", "preferences", "privacy", "settings", "moderate", "concede", "away"),
    *(words.command for words in WORDS.values()),
}
# With these, a press that acknowledges by itself gets as far as that
MORE_ARGS = {"play-now": (KNOT,), "open": (KNOT,)}


def ruled(here: World, table_id: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every press and command for which the rules of the server hold."""
    for verb in sorted({*here.bot.handlers} - ALWAYS):
        args = {**ARGS, **MORE_ARGS}.get(verb, ())
        press = Press(verb, 0 if here.bot.handlers[verb].needs is Needs.NOTHING else table_id, args=args)
        yield COMPONENT, {"custom_id": press.custom_id(), "component_type": BUTTON}
    for command in commands_of(here.bot):
        if command.name not in ALWAYS_TYPED:
            sent = filled(command)
            if command.name == "play":
                sent["options"] = [{"name": "game", "type": STRING, "value": KNOT}]
            yield COMMAND, sent


async def refused(here: World, member: Any, sentence: str) -> None:
    """Each of these is refused with that sentence, and nothing changes."""
    before, message = of_tables(here), here.board._message
    table_id = here.rows("SELECT max(id) AS id FROM tables")[0]["id"]
    for kind, data in ruled(here, table_id):
        record = interact(here, member, kind, data, message)
        await here.env.settle()
        told = answer(here._checked(InteractionResult(here.env, record)))
        assert sentence in told, (data, told)
    assert of_tables(here) == before


def of_tables(here: World) -> list[Any]:
    return [(name, held) for name, held in rows(here) if name in ("tables", "players", "computers", "votes", "ballots")]


async def block(here: World, mia: Any, member: Any) -> None:
    panel = shown(await here.slash(mia, "moderate", member=member))
    await here.press(mia, panel, "Block")
    assert "is blocked" in text(panel)


@pytest.mark.parametrize("phase", ["lobby", "playing", "over"])
async def test_whoever_is_blocked_is_refused_all_but_what_is_always_allowed(tmp_path: Path, phase: str) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        ann, bob, cat = here.members
        if phase == "lobby":
            await lobby(here)
        else:
            await start(here)
        if phase == "over":
            await here.slash(ann, "concede")
            for member in (bob, cat):
                if here.table()["phase"] == "playing":
                    await here.press(member, here.board, "Give up")
        assert here.table()["phase"] == phase
        await block(here, manager(here), bob)
        await refused(here, bob, BLOCKED)


async def test_no_game_begins_where_none_may_be_played(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        mia = manager(here)
        await lobby(here)
        elsewhere = here.env.guild.create_text_channel("elsewhere")
        panel = await page(here, mia, "where")
        await here.pick(mia, panel, setting("channels"), elsewhere)
        await here.choose(mia, panel, "only", custom_id=setting("places"))
        await refused(here, here.members[1], NOT_HERE)
        owner = here.members[0].id
        made = here.env.backend.create_thread(elsewhere.id, "a game", owner, type=ChannelType.PUBLIC_THREAD)
        thread = ChannelHandle(here.env, here.env.guild, made)
        opened = await here.members[0].slash(thread, "play", game=KNOT)
        assert "is open" in answer(here._checked(opened)), "a thread counts as its channel"
        await here.choose(mia, panel, "except", custom_id=setting("places"))
        await here.press(here.members[0], here.board, "Start")
        assert here.rows("SELECT phase FROM tables WHERE id = 1") == [{"phase": "playing"}]
        assert NOT_HERE in answer(here._checked(await here.members[1].slash(elsewhere, "play", game=KNOT)))


async def test_a_game_that_has_begun_is_played_to_its_end_wherever_it_is(tmp_path: Path) -> None:
    """Else a new rule would make those lose who can't move any more."""
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        mia = manager(here)
        await start(here)
        panel = await page(here, mia, "where")
        await here.choose(mia, panel, "only", custom_id=setting("places"))
        assert "nobody can begin a game here" in text(panel)
        ann, bob, cat = here.members
        await here.slash(ann, "concede")
        for member in (bob, cat):
            if here.table()["phase"] == "playing":
                await here.press(member, here.board, "Give up")
        assert here.table()["phase"] == "over"
        assert NOT_HERE in answer(await here.press(ann, here.board, "Play again"))


async def test_only_a_role_may_open_tables(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        mia = manager(here)
        await start(here)
        role = here.env.guild.create_role("Hosts")
        hosts = here.env.guild.add_member(here.env.create_user("hal", global_name="Hal"), roles=[role])
        await here.pick(mia, await page(here, mia, "who"), setting("role"), role)
        ann, message = here.members[0], here.board._message
        table_id, before = here.table()["id"], of_tables(here)
        opening = {"open", "play-now", "week-table", "in-thread"}
        for kind, data in ruled(here, table_id):
            if kind == COMMAND or data["custom_id"].split(":")[1] in opening:
                record = interact(here, ann, kind, data, message)
                await here.env.settle()
                told = answer(here._checked(InteractionResult(here.env, record)))
                opens = kind == COMPONENT or data["name"] == "play"
                assert not opens or "may open tables" in told, (data, told)
        assert len(here.rows("SELECT id FROM tables")) == 1, before
        await here.press(mia, shown(await here.slash(mia, "moderate")), "Close the table")
        other = here.env.guild.create_text_channel("other")
        assert "is open" in answer(here._checked(await hosts.slash(other, "play", game=KNOT)))
        assert NO_ROLE.split("{")[0] in answer(here._checked(await ann.slash(other, "play", game=KNOT)))


async def test_so_many_tables_at_once_and_no_more(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob") as here:
        ann, bob = here.members
        mia = manager(here)
        panel = await page(here, mia, "who")
        await here.choose(mia, panel, "1", custom_id=setting("most_each"))
        await here.choose(mia, panel, "2", custom_id=setting("most_tables"))
        first, second, third = (here.env.guild.create_text_channel(name) for name in ("one", "two", "three"))
        assert "is open" in answer(here._checked(await ann.slash(first, "play", game=KNOT)))
        assert "You have opened 1 table here" in answer(here._checked(await ann.slash(second, "play", game=KNOT)))
        assert "is open" in answer(here._checked(await bob.slash(second, "play", game=KNOT)))
        assert "This server has 2 tables already" in answer(here._checked(await mia.slash(third, "play", game=KNOT)))
        await here.choose(mia, panel, "0", custom_id=setting("most_tables"))
        assert "is open" in answer(here._checked(await mia.slash(third, "play", game=KNOT)))


async def test_tables_open_in_threads_of_their_own(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        mia, (ann,) = manager(here), here.members
        await here.press(mia, await page(here, mia, "where"), "Open tables in threads of their own")
        told = shown(await here.slash(ann, "play", game=KNOT))
        assert "in its own thread" in text(told)
        assert here.table()["channel_id"] != here.channel.id
        assert here.messages() == [] or all("Players:" not in text(one) for one in here.messages())


async def test_what_is_always_allowed_is_said_here_and_at_each_verb(tmp_path: Path) -> None:
    """A new verb obeys, unless somebody thinks of it twice."""
    async with world(tmp_path, "Ann") as here:
        assert {verb for verb, declared in here.bot.handlers.items() if declared.always} == ALWAYS
        typed = {command.name for command in here.bot.tree.get_commands() if command.extras.get("always")}
        assert typed | {words.command for words in WORDS.values()} == ALWAYS_TYPED

        async def handle(*_: Any) -> None: ...

        assert not Verb(Needs.NOTHING, None, handle).always
        assert vars(pressed("new", Needs.NOTHING)(handle))["pressed"][-1] is False


async def test_only_moderators_change_the_settings_and_odd_input_changes_nothing(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,), mia = here.members, manager(here)
        await announce(here, mia, 8)
        message = here.messages()[-1]._message if here.messages() else (await page(here, mia, "who"))._message
        before = [(name, held) for name, held in rows(here) if name in ("servers", "restrictions", "announcements")]
        odd = ("", "x", "0", "99", "²", "9" * 16, "9" * 19, str(here.channel.id), "on", "all")
        for verb in ("settings", "set", "member", "restrict", "moderate-at"):
            for args in ((), ("places",), ("channels", "x"), ("role", "9"), ("most_each", "-1"), (str(ann.id), "x")):
                for value in odd:
                    custom_id = Press(verb, 0, args=args).custom_id()
                    data = {"custom_id": custom_id, "component_type": 3, "values": [value, value]}
                    for member, values in ((ann, [value]), (mia, [value, value])):
                        if member is mia and verb != "set":
                            continue
                        interact(here, member, COMPONENT, {**data, "values": values}, message)
                await here.env.settle()
                here._check()
        after = [(name, held) for name, held in rows(here) if name in ("servers", "restrictions", "announcements")]
        assert after == before


async def test_a_direct_message_has_no_settings_and_says_so(tmp_path: Path) -> None:
    """Discord shows no such command there; an old or forged button is told what is so."""
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        shown_there = here.env.backend.visible_commands(user_id=ann.id, channel_id=ann.user.dm_channel.id)
        assert not {"settings", "moderate"} & {command["name"] for command in shown_there}
        await here.slash(ann.user, "play", game="hexaract")
        message = here.direct_messages(ann)[-1]._message
        for verb in ("settings", "set", "member", "restrict"):
            data = {"custom_id": Press(verb, 0, args=("where",)).custom_id(), "component_type": 2}
            record = interact(here, ann, COMPONENT, data, message, privately=True)
            await here.env.settle()
            assert "That is for a server, and this is none." in answer(InteractionResult(here.env, record))
        here._check()
