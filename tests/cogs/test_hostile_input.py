"""Whatever strangers send is answered with a sentence, and changes nothing, pings nobody and breaks nothing."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from discord import app_commands
from simcord import interactions
from simcord.actors import MemberActor
from simcord.backend import serializers

from bot import Wyrmhall
from cogs.controls import Press
from engine import GAMES

from .hall import World, answer, labels, mentioned, payloads, text, world

NAMES = ("Ann", "Bob", "Cat", "Zoe")  # Zoe only watches
BATCH = 50  # interactions at once
COMPONENT, COMMAND, AUTOCOMPLETE = 3, 2, 4
EXPECTED = (app_commands.CommandNotFound, app_commands.TransformerError)  # simcord notes them; they are answered
GROUPS = {"wyrm-knot", "wyrm-advyria", "wyrm-advent", "wyrm-hexaract", "wyrm-forest"}  # the games' own commands
LEAVING = {"leave"}  # what a player may do at any time
ODD = (
    "",
    " ",
    "0",
    "-1",
    "9" * 15,
    "9" * 16,
    "9" * 99,
    "1e9",
    "\uff11\uff12",
    "٣",
    "²",
    "\x00",
    "\n" * 9,
    "a" * 100,
    "🐉" * 30,
    "\u202eback",
    "é́" * 20,
    "@everyone",
    "<@1>",
    "<@&2>",
    "<#3>",
    "[x](https://example.com)",
    "```",
    "||x||",
    "{0}",
    "%s",
    "'; DROP TABLE tables; --",
    "../..",
    "null",
    "true",
    "[]",
    "{",
    '{"a":1}',
    "[" * 100,
    "NaN",
    "scout",
    "scout/5",
    "wyrm",
    ":",
    "::::",
)
HOSTILE_NAMES = ("@everyone <@1>", "**b** `c` ||d||", "{0} {x} %s \\", "a\n# b\n> c", "\u202egnp.exe " + "z" * 90)


@pytest.mark.parametrize(
    ("key", "cases"),
    [("wyverns-knot", 1_000), ("advyria", 250), pytest.param("wyverns-knot", 10_000, marks=pytest.mark.slow)],
)
async def test_nothing_strange_breaks_or_changes_anything(tmp_path: Path, key: str, cases: int) -> None:
    draw = Random(cases)
    async with world(tmp_path, *NAMES) as here:
        await start(here, key)
        await here.slash(here.members[0], "daily today")  # whoever looks first has the deals made
        verbs = verbs_of(here.bot)
        panels = {member.id: (await here.press(member, here.board, "Rules")).response for member in here.members}
        before = rows(here)
        sources = (component, component, component, command, autocomplete)
        for _ in range(cases // BATCH):
            sent = []
            for _ in range(BATCH):
                member = draw.choice(here.members)
                kind, data = draw.choice(sources)(here, member, verbs, draw)
                panel = panels[member.id]
                message = panel._message if panel else here.board._message
                sent.append((data, interact(here, member, kind, data, message)))
            await here.env.settle()
            for data, record in sent:
                assert record.responded, data
            here.env._errors[:] = [error for error in here.env.errors if not isinstance(error, EXPECTED)]
            here._check()
            assert rows(here) == before
        pinged = [request for request in here.env.http_requests for _ in payloads(request) if mentioned(request)]
        assert len(pinged) == 1, "the first board names whose turn it is, and nothing else does"


def verbs_of(bot: Wyrmhall) -> list[str]:
    """All that a custom id may ask for, but what everybody may have done at any time; and nothing known."""
    return sorted({*bot.handlers, "unknown"} - {"forget"})


async def start(here: World, key: str) -> None:
    ann, bob, cat, _ = here.members
    await here.slash(ann, "play", game=key)
    await here.press(bob, here.board, "Join")
    await here.press(cat, here.board, "Join")
    await here.press(ann, here.board, "Start")


def interact(here: World, member: MemberActor, kind: int, data: dict[str, Any], message: Any) -> Any:
    """Send it, whether or not a client would."""
    backend = here.env.backend
    record, payload = interactions.base_payload(
        backend, type=kind, channel_id=here.channel.id, guild_id=member.guild.id, user_id=member.id, data=data
    )
    if kind == COMPONENT:
        part = {"type": data["component_type"], "custom_id": data["custom_id"], "id": 99}
        part |= {"style": 1, "label": "x"} if part["type"] == 2 else {"options": []}
        shown = dict(serializers.message_payload(backend, message))
        payload["message"] = {**shown, "components": [{"type": 1, "id": 98, "components": [part]}]}
        record.source_message_id = message.id
    backend.emit("INTERACTION_CREATE", payload)
    return record


def rows(here: World) -> list[Any]:
    """All that is in the database."""
    with closing(sqlite3.connect(here.database)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return [(name, connection.execute(f"SELECT * FROM {name}").fetchall()) for name in sorted(names)]


def component(here: World, member: MemberActor, verbs: Sequence[str], draw: Random) -> tuple[int, dict[str, Any]]:
    """A press or a choice: ids of ours with something wrong about them, or nothing of ours at all."""
    table = here.table()
    acts = here.seats()[here.game().to_act(here.state()) or 0].id == member.id
    verb = draw.choice([verb for verb in verbs if verb not in LEAVING or member.id == here.members[-1].id])
    version = draw.choice([table["version"], table["version"] - 1, table["version"] + 1, 0, 10**15 - 1])
    if acts and version == table["version"]:
        version += 7  # with the right one they may move
    args = [draw.choice(ODD) for _ in range(draw.randrange(4))]
    honest = Press(verb, draw.choice([table["id"], table["id"], 0, 2, 10**15 - 1]), version).custom_id()
    custom_id = ":".join([honest, *args])
    match draw.randrange(6):
        case 0:
            custom_id = custom_id[: draw.randrange(len(custom_id))]
        case 1:
            custom_id = custom_id.replace(":", draw.choice(ODD), draw.randrange(1, 3))
        case 2:
            custom_id = draw.choice(ODD) + draw.choice(ODD)
        case 3:
            custom_id = "".join(chr(draw.choice([draw.randrange(32, 127), draw.randrange(160, 55_000)])) for _ in args)
    if acts and Press.custom_id(Press("pick", table["id"], table["version"])) in custom_id:
        custom_id = "x" + custom_id
    data: dict[str, Any] = {"custom_id": custom_id[:100] or "x", "component_type": 2}
    if draw.random() < 0.4:
        data |= {"component_type": 3, "values": [draw.choice(ODD)[:100] for _ in range(draw.randrange(3))]}
    return COMPONENT, data


def command(here: World, member: MemberActor, verbs: Sequence[str], draw: Random) -> tuple[int, dict[str, Any]]:
    """A command with strange values; none that this member could really use."""
    moves = [f"{root} {leaf}" for root, leaf, _ in _leaves(here.bot) if root in GROUPS]
    acts = here.seats()[here.game().to_act(here.state()) or 0].id == member.id
    names = ["undo", "hand", "verify", "rules", "play", "help", "unheard-of", *([] if acts else moves)]
    name = draw.choice(names)
    return COMMAND, _data(here, name, lambda: draw.choice(ODD) or "x", None, draw)


def autocomplete(here: World, member: MemberActor, verbs: Sequence[str], draw: Random) -> tuple[int, dict[str, Any]]:
    """Typing into an option."""
    typed = [(f"{root} {leaf}".strip(), options) for root, leaf, options in _leaves(here.bot)]
    name, options = draw.choice([(name, found) for name, all_ in typed if (found := _completed(all_))])
    return AUTOCOMPLETE, _data(here, name, lambda: draw.choice(ODD), draw.choice(options), draw)


def _completed(options: Sequence[dict[str, Any]]) -> list[str]:
    return [option["name"] for option in options if option.get("autocomplete")]


@cache
def _leaves(bot: Wyrmhall) -> Sequence[tuple[str, str, Sequence[dict[str, Any]]]]:
    """Every command: its name, that of the subcommand or nothing, the options."""
    leaves = []
    for command in bot.tree.get_commands():
        described: Any = command.to_dict(bot.tree)
        subcommands = [option for option in described["options"] if option["type"] == 1]
        leaves += [(described["name"], leaf["name"], leaf["options"]) for leaf in subcommands]
        if not subcommands:
            leaves.append((described["name"], "", described["options"]))
    return leaves


def _data(here: World, name: str, value: Callable[[], str], focused: str | None, draw: Random) -> dict[str, Any]:
    root, _, leaf = name.partition(" ")
    found = [options for first, second, options in _leaves(here.bot) if (first, second) == (root, leaf)]
    filled: list[dict[str, Any]] = []
    for option in found[0] if found else ():
        if option["name"] == focused or option.get("required") or draw.random() < 0.6:
            strange: Any = {3: value(), 4: draw.choice([1, 2, 7, 2**53 - 1]), 5: draw.random() < 0.5}[option["type"]]
            filled.append({"name": option["name"], "type": option["type"], "value": strange})
            if option["name"] == focused:
                filled[-1] |= {"focused": True, "value": value()}
    if leaf:
        filled = [{"name": leaf, "type": 1, "options": filled}]
    return {"id": "1", "name": root, "type": 1, "options": filled}


@pytest.mark.parametrize("key", ["wyverns-knot", "advyria"])
async def test_names_are_only_names(tmp_path: Path, key: str) -> None:
    """A game among people with such names: every message keeps the limits and pings only whose turn it is."""
    async with world(tmp_path, *HOSTILE_NAMES[: max(GAMES[key].seats)]) as here:
        host, *others = here.members
        await here.slash(host, "play", game=key)
        for member in others:
            await here.press(member, here.board, "Join")
        await here.press(host, here.board, "Start")
        for number in range(8):
            member = here.seats()[here.game().to_act(here.state()) or 0]
            panel = await here.play(member)
            move = next(iter(GAMES[key].legal_moves(here.state())))
            await here.make(member, panel, move)
            for look in ("My hand", "Rules"):
                result = await here.press(here.members[number % len(here.members)], here.board, look)
                assert "@everyone" not in answer(result).replace("@\u200beveryone", "")
        for result in (
            await here.slash(host, "concede"),
            await here.slash(host, "leave"),
            await here.slash(host, "board", text=True),
            await here.slash(host, "verify"),
        ):
            assert answer(result)
        await here.offers(host, "hand", "game", "")
        members = {member.id for member in here.members}
        for message in [*here.messages(), *(dm for member in here.members for dm in here.direct_messages(member))]:
            words = text(message)
            assert "@everyone" not in words
            assert "<@1>" not in words.replace("\\<", "")
            assert "\u202e" not in words + str(labels(message))
            assert "\n# b" not in words
        for request in here.env.http_requests:
            for _ in payloads(request):
                assert mentioned(request) <= members
