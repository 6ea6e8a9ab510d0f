"""What is pressed or typed about a running table with hidden hands by people who may not see it: every verb there is.

They get sentences: no name of a player, no picture, nothing that could come from the table. And nothing changes.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from simcord import interactions
from simcord.backend import serializers
from simcord.builders import ChannelHandle

from cogs.background.members import IN_DOUBT
from cogs.commands.cog import pressed
from cogs.discord.needs import Needs, Verb
from cogs.games import WORDS
from cogs.screens.press import Press

from .hall import World, answer, forbid, text, world
from .test_hostile_input import AUTOCOMPLETE, COMMAND, COMPONENT, SPECTATOR, rows
from .test_members import OUT, go
from .test_people_at_a_table import scout
from .test_waiting_on_discord import fall_due
from .test_when_things_are_wrong import accept, refuse
from .test_wyverns_knot_at_a_table import start

SHEET = 5
NAMES = ("Annabel", "Bobolink", "Cathode")
# With which arguments a verb is pressed, besides none
ARGUMENTS: dict[str, list[tuple[str, ...]]] = {
    "vote": [("yes",)],
    "log": [("0",)],
    "step": [("open", "0", "0"), ("own", "0", "0")],
    "stand-in": [("sure",)],
    "play-on": [("0",)],
    "computers": [("add",)],
    "close": [("sure",)],
    "ready": [("0",)],
    "first": [("no",)],
    "again": [("harder",)],
    "pick": [("advance", "0")],
    "dare": [("advance", "0")],
    "where": [("thread",)],
    "weekly": [("on",)],
    "instead": [("advyria",)],
}
# Verbs that show and change what is the presser's own, whatever number their press has
OWN = {"open", "friends", "play-now", "week-table", "learn", "lesson", "retry"}
TABLE = 1  # its number: the first
NOW = "Now move a strike dragon"  # what its hand says

# Commands and what they are given; {table} is its number. Those below name none
NAMING: dict[str, list[dict[str, str]]] = {
    "hand": [{}, {"game": "{table}"}],
    "undo": [{}, {"game": "{table}"}],
    "leave": [{}, {"game": "{table}"}],
    "concede": [{}, {"game": "{table}"}],
    "log": [{}, {"game": "{table}"}],
    "board": [{}, {"game": "{table}"}, {"text": "yes"}, {"game": "{table}", "text": "yes"}],
    "wyrm-knot": [{"move": "advance/0"}, {"move": "advance/0", "game": "{table}"}],
    "replay": [{}, {"game": "{table}"}, {"table": "{table}"}],
    "verify": [{}, {"table": "{table}"}],
    "games": [{}],
}
NO_TABLE = {
    "away",
    "play",
    "rules",
    "help",
    "learn",
    "daily",
    "week",
    "leaderboard",
    "profile",
    "preferences",
    "privacy",
    "settings",
    "moderate",
}
TYPES = {"table": 4, "text": 5}
TABLE_ROWS = (
    "tables",
    "log",
    "archive",
    "players",
    "computers",
    "votes",
    "ballots",
    "followers",
    "calls",
    "alerts",
    "notes",
    "retries",
)


@dataclass(frozen=True)
class Place:
    """Where somebody is: a channel of a server, or their direct messages with the bot."""

    user_id: int
    channel_id: int
    guild_id: int | None


def send(here: World, place: Place, kind: int, data: dict[str, Any], message: Any = None) -> str:
    """An interaction, whether or not a client could send it. Returns its token."""
    record, payload = interactions.base_payload(
        here.env.backend,
        type=kind,
        channel_id=place.channel_id,
        guild_id=place.guild_id,
        user_id=place.user_id,
        data=data,
    )
    if message is not None:
        payload["message"] = dict(serializers.message_payload(here.env.backend, message))
        record.source_message_id = message.id
    here.env.backend.emit("INTERACTION_CREATE", payload)
    return str(record.token)


def presses(here: World, table: Any) -> list[tuple[int, dict[str, Any]]]:
    """Every verb, pressed and sent back as a sheet, with the table's number and present version."""
    found: list[tuple[int, dict[str, Any]]] = []
    for verb in sorted({*here.bot.handlers} - OWN):
        for args in ((), *ARGUMENTS.get(verb, [])):
            custom_id = Press(verb, table["id"], table["version"], args).custom_id()
            found.append((COMPONENT, {"custom_id": custom_id, "component_type": 2}))
            found.append((SHEET, {"custom_id": custom_id, "components": []}))
    found.append((COMPONENT, {"custom_id": Press("past", 0).custom_id(), "component_type": 3, "values": ["1"]}))
    return found


def commands(table: Any) -> list[tuple[int, dict[str, Any]]]:
    found: list[tuple[int, dict[str, Any]]] = []
    for name, given in NAMING.items():
        for options in given:
            filled = [option(key, value.format(table=table["id"])) for key, value in options.items()]
            found.append((COMMAND, {"id": "1", "name": name, "type": 1, "options": filled}))
    for name, typed in (("wyrm-knot", "move"), ("wyrm-knot", "game"), ("hand", "game"), ("replay", "game")):
        focused: dict[str, Any] = {"name": typed, "type": 3, "value": "", "focused": True}
        named = [option("game", str(table["id"]))] if typed == "move" else []
        for others in ([], named):
            found.append((AUTOCOMPLETE, {"id": "1", "name": name, "type": 1, "options": [focused, *others]}))
    return found


def option(name: str, value: str) -> dict[str, Any]:
    typed = {"table": int, "text": bool}.get(name, str)(value)
    return {"name": name, "type": TYPES.get(name, 3), "value": typed}


async def sent_to(here: World, place: Place, asked: Sequence[tuple[int, dict[str, Any]]], message: Any) -> list[str]:
    """All that the bot sends in answer to each of these, as text."""
    since, tokens = len(here.env.http_requests), list[str]()
    for at in range(0, len(asked), 20):
        for kind, data in asked[at : at + 20]:
            shown = message if kind == COMPONENT else None
            tokens.append(send(here, place, kind, data, shown))
        await here.env.settle()
    here.env._errors.clear()
    here._check()
    sent = {token: list[str]() for token in tokens}
    for request in here.env.http_requests[since:]:
        for token in sent:
            if token in request.path:
                sent[token].append(json.dumps(request.json))
    return ["\n".join(parts) for parts in sent.values()]


def of_table(here: World) -> list[Any]:
    return [(name, content) for name, content in rows(here) if name in TABLE_ROWS]


def told_of_table(here: World, data: dict[str, Any], answered: str) -> list[str]:
    """What of an answer must come from the table: its players, its buttons, pictures."""
    of_its_own = [rf"wyrm:[a-z-]+:{TABLE}:", r"\*\*your turn\*\*", *NAMES]
    verb = here.bot.handlers.get(data.get("custom_id", ":").split(":")[1])
    if verb is None or verb.needs is not Needs.NOTHING:
        of_its_own.append("attachment://")
    return [mark for mark in of_its_own if re.search(mark, answered)]


def require_nothing(here: World, asked: Sequence[tuple[int, dict[str, Any]]], sent: Sequence[str]) -> None:
    for (_, data), answered in zip(asked, sent, strict=True):
        assert answered, f"unanswered: {data}"
        assert not told_of_table(here, data, answered), f"{data}: {answered[:2000]}"


async def begun(here: World) -> Any:
    """A table in the midst of a turn. Zoe doesn't sit there."""
    zoe = here.members.pop()
    await start(here)
    here.members.append(zoe)
    await scout(here, here.seats()[0], 6)
    return here.table()


WHO = ("elsewhere", "in direct messages", "where the channel can't be seen", "gone", "gone, and nobody says so")


@pytest.mark.parametrize("who", WHO)
async def test_who_may_not_see_a_running_table_is_told_nothing_of_it_and_changes_nothing(
    tmp_path: Path, who: str
) -> None:
    async with world(tmp_path, *NAMES, SPECTATOR) as here:
        table = await begun(here)
        bob, zoe = here.seats()[1], here.members[-1]
        other = here.env.create_guild("Elsewhere")
        elsewhere = other.create_text_channel("elsewhere")
        direct = here.direct_messages(bob)[-1]._message if here.direct_messages(bob) else None
        message = here.board._message
        match who:
            case "elsewhere":
                other.add_member(zoe.user)
                place = Place(zoe.id, elsewhere.id, other.id)
            case "in direct messages":
                place = Place(zoe.id, zoe.user.dm_channel.id, None)
            case "where the channel can't be seen":
                back_room: ChannelHandle = zoe.guild.create_text_channel("back room")
                forbid(here, "view_channel", member=zoe)
                place = Place(zoe.id, back_room.id, zoe.guild.id)
            case _:
                place, message = Place(bob.id, bob.user.dm_channel.id, None), direct or message
                here.env.guild.remove_member(bob)
                if who == "gone":
                    assert OUT in answer(await here.slash(bob.user, "hand"))
                    await here.env.settle()
                else:
                    refuse(here, "GET", f"/guilds/{here.env.guild.id}/members/{bob.id}", 503, 0, times=None)
        before = of_table(here)
        asked = [*presses(here, here.table()), *commands(table)]
        require_nothing(here, asked, await sent_to(here, place, asked, message))
        assert of_table(here) == before
        accept(here)


async def test_who_sits_there_is_told_of_it_in_all_these_ways(tmp_path: Path) -> None:
    """So the law above can't hold because of how it asks."""
    async with world(tmp_path, *NAMES, SPECTATOR) as here:
        table = await begun(here)
        bob = here.seats()[1]
        place = Place(bob.id, bob.user.dm_channel.id, None)
        hand = (await here.slash(bob.user, "hand")).response
        assert hand
        named = [*((kind, data) for kind, data in presses(here, table) if kind == COMPONENT), *commands(table)]
        looks = ("play", "hand", "log", "rules", "undo", "page", "board", "games", "wyrm-knot")
        asked = [
            (kind, data) for kind, data in named if data.get("name", data.get("custom_id", ":").split(":")[1]) in looks
        ]
        sent = await sent_to(here, place, asked, hand._message)
        told = [data for (_, data), answered in zip(asked, sent, strict=True) if told_of_table(here, data, answered)]
        assert {data.get("name") for data in told} >= {"hand", "log", "board", "games"}
        assert {data["custom_id"].split(":")[1] for data in told if "custom_id" in data} >= {"play", "hand", "log"}


async def test_a_spectator_in_the_channel_changes_nothing_and_gets_no_panel(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES, SPECTATOR) as here:
        table = await begun(here)
        zoe = here.members[-1]
        verbs = {verb for verb, declared in here.bot.handlers.items() if declared.needs in (Needs.SEAT, Needs.GROUP)}
        asked = [(kind, data) for kind, data in presses(here, table) if data["custom_id"].split(":")[1] in verbs]
        before = of_table(here)
        place = Place(zoe.id, here.channel.id, here.env.guild.id)
        require_nothing(here, asked, await sent_to(here, place, asked, here.board._message))
        assert of_table(here) == before


async def test_who_has_left_the_server_takes_nothing_back_and_reads_no_more_of_the_log(tmp_path: Path) -> None:
    """Their older direct message has the buttons. It once showed them the present board, with a Log button."""
    async with world(tmp_path, *NAMES) as here:
        await start(here)
        ann = here.seats()[0]
        await scout(here, ann, 6)
        await here.env.settle()
        direct = here.direct_messages(ann)[-1]
        here.env.guild.remove_member(ann)
        assert OUT in await go(here, "hand")
        table = here.table()
        place = Place(ann.id, ann.user.dm_channel.id, None)
        for verb in ("undo", "log", "page", "play"):
            custom_id = Press(verb, table["id"], table["version"]).custom_id()
            asked = [(COMPONENT, {"custom_id": custom_id, "component_type": 2})]
            require_nothing(here, asked, await sent_to(here, place, asked, direct._message))


async def test_who_has_left_the_server_sees_nothing_of_a_table_that_can_be_taken_up_again(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        await start(here)
        ann = here.seats()[0]
        await scout(here, ann, 6)
        await here.env.settle()
        direct = here.direct_messages(ann)[-1]
        await fall_due(here, "close")
        assert here.table()["phase"] == "closed"
        here.env.guild.remove_member(ann)
        table, place = here.table(), Place(ann.id, ann.user.dm_channel.id, None)
        for verb in ("hand", "log", "play"):
            custom_id = Press(verb, table["id"], table["version"]).custom_id()
            asked = [(COMPONENT, {"custom_id": custom_id, "component_type": 2})]
            (sent,) = await sent_to(here, place, asked, direct._message)
            assert "You have left this game's server" in sent


async def test_a_game_that_is_over_stays_the_past_of_those_who_left_the_server_but_no_new_one_begins_there(
    tmp_path: Path,
) -> None:
    async with world(tmp_path, *NAMES) as here:
        await start(here)
        ann, *others = here.seats()
        await scout(here, ann, 6)
        await here.slash(ann, "concede")
        for member in others:
            if here.table()["phase"] == "playing":
                await here.press(member, here.board, "Give up")
        table = here.table()
        assert table["phase"] == "over"
        here.env.guild.remove_member(ann)
        for name in ("replay", "verify"):
            shown = await here.slash(ann.user, name, table=table["id"])
            assert shown.response
            assert "can't look" not in text(shown.response)
            assert "can't see" not in text(shown.response)
        tables = len(here.rows("SELECT id FROM tables"))
        place = Place(ann.id, ann.user.dm_channel.id, None)
        for verb in ("log", "replay", "again", "in-thread"):
            custom_id = Press(verb, table["id"], table["version"]).custom_id()
            asked = [(COMPONENT, {"custom_id": custom_id, "component_type": 2})]
            (sent,) = await sent_to(here, place, asked, here.direct_messages(ann)[-1]._message)
            assert ("You have left this game's server" in sent) == (verb in ("again", "in-thread")), sent
        assert len(here.rows("SELECT id FROM tables")) == tables


async def test_while_discord_does_not_say_its_last_answer_holds_for_some_minutes(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        await start(here)
        ann = here.seats()[0]
        await scout(here, ann, 6)
        assert NOW in await go(here, "hand")
        refuse(here, "GET", f"/guilds/{here.env.guild.id}/members/{ann.id}", 503, 0, times=None)
        await here.env.advance_time(IN_DOUBT - 60)
        assert NOW in await go(here, "hand")
        await here.env.advance_time(60)
        assert "Discord doesn't say just now" in await go(here, "hand")
        assert ann in here.seats()
        accept(here)
        assert NOW in await go(here, "hand")


async def test_every_verb_says_what_it_needs_and_every_command_is_asked_here(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        assert all(isinstance(declared, Verb) for declared in here.bot.handlers.values())
        of_games = {words.command for words in WORDS.values()}
        assert {command.name for command in here.bot.tree.get_commands()} == {*NAMING, *NO_TABLE, *of_games}


def test_a_verb_without_a_declaration_can_not_be_registered() -> None:
    async def handle(interaction: Any, press: Press) -> None: ...

    with pytest.raises(TypeError):
        pressed("mischief")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="acknowledged before"):
        Verb(Needs.SEAT, None, handle)
