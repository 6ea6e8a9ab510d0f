"""Whatever strangers send is answered with a sentence, and changes nothing, pings nobody and breaks nothing."""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

import pytest
from discord import app_commands
from simcord import interactions
from simcord.actors import MemberActor
from simcord.backend import serializers

from bot import Wyrmhall
from cogs import games
from cogs.screens.press import Press
from engine import GAMES

from .hall import World, answer, labels, mentioned, payloads, text, world

T = TypeVar("T")
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Finn", "Gil", "Hal")
SPECTATOR = "Zoe"
CASES = int(os.environ.get("FUZZ_CASES", "120"))  # interactions with each game; for a long run, say 10000
BATCH = 40  # interactions at once
COMPONENT, COMMAND, AUTOCOMPLETE = 3, 2, 4
TEXT, NUMBER, YES_OR_NO = 3, 4, 5  # types of options. Members and channels are looked up by Discord itself
TYPED = (TEXT, NUMBER, YES_OR_NO)
EXPECTED = (app_commands.CommandNotFound, app_commands.TransformerError)  # simcord notes them; they are answered
LEAVING = {"leave", "sure", "concede"}  # what a custom id may ask of a player at any time
BREAKS = 6  # ways to break a custom id, or to leave it whole
# Commands that anybody may use at any time, and that change something or show it to everybody
ANYTIME = {"leave", "concede", "board", "daily", "privacy", "settings", "moderate", "away"}
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
MOVES = 6  # of those with such names
HOSTILE_NAMES = ("@everyone <@1>", "**b** `c` ||d||", "{0} {x} %s \\", "a\n# b\n> c", "\u202egnp.exe " + "z" * 90)


class Command(NamedTuple):
    """As the command tree has it. `game`: whose it is."""

    name: str  # with the group's
    options: Sequence[dict[str, Any]]
    game: str | None


@pytest.mark.parametrize("key", GAMES)
async def test_nothing_strange_breaks_or_changes_anything(tmp_path: Path, key: str) -> None:
    draw = Random(key)
    async with world(tmp_path, *NAMES[: group(key)], SPECTATOR) as here:
        await start(here, key)
        for looks in ("daily", "week"):  # whoever looks first has the deals made
            await here.slash(here.members[0], looks)
        panels = {member.id: (await here.press(member, here.board, "Rules")).response for member in here.members}
        before, pinged = rows(here), len(pings(here))
        sources = Sources(here, key, draw)
        cases = max(CASES, 3 * len(sources.commands) + BATCH)  # a third of them are commands
        for _ in range(-(-cases // BATCH)):
            sent = []
            for member, kind, data in (sources.next() for _ in range(BATCH)):
                panel = panels[member.id]
                message = panel._message if panel else here.board._message
                sent.append((data, interact(here, member, kind, data, message)))
            await here.env.settle()
            for data, record in sent:
                assert record.responded, data
            here.env._errors[:] = [error for error in here.env.errors if not isinstance(error, EXPECTED)]
            here._check()
            assert rows(here) == before, "\n".join(str(data) for data, _ in sent)
        assert sources.tried >= {command.name for command in sources.commands if command.game}, "each of its own"
        assert len(pings(here)) == pinged, "nobody is named for what strangers do"


def group(key: str) -> int:
    """How many play: three where that is possible, so that some wait for others."""
    seats = GAMES[key].seats
    return min(max(3, seats[0]), seats[-1])


async def start(here: World, key: str) -> None:
    host, *guests = here.members[: group(key)]
    await here.slash(host, "play", game=key)
    for guest in guests:
        await here.press(guest, here.board, "Join")
    if guests:
        await here.press(host, here.board, "Start")


def pings(here: World) -> list[Any]:
    return [request for request in here.env.http_requests for _ in payloads(request) if mentioned(request)]


def dealt(things: Sequence[T], draw: Random) -> Iterator[T]:
    """All of them in a random order, again and again: so a few of any number are of as many kinds as can be."""
    while True:
        yield from draw.sample(things, len(things))


class Sources:
    """Strange interactions with a table at which nothing happens: none that its sender could really use."""

    def __init__(self, here: World, key: str, draw: Random) -> None:
        self.draw, self.members = draw, here.members
        self.table = here.table()
        self.acting = here.seats()[here.game().to_act(here.state()) or 0]
        self.commands = [
            command for command in commands_of(here.bot) if command.game in (None, key) and command.name not in ANYTIME
        ]
        self.tried = set[str]()
        typed = [(command, option["name"]) for command in self.commands for option in command.options]
        # What everybody may have done at any time isn't strange
        self._verbs = dealt([*sorted({*here.bot.handlers, "unknown"} - {"forget", "friends", "remind"})], draw)
        self._breaks = dealt(range(BREAKS), draw)
        self._commands = dealt([*self.commands, Command("unheard-of", (), None)], draw)
        self._typed = dealt([(command, name) for command, name in typed if completes(command, name)], draw)
        self._odd, self._values = dealt(ODD, draw), dealt(ODD, draw)
        self._sources = dealt([*[self._component] * 3, *[self._command] * 2, self._autocomplete], draw)

    def next(self) -> tuple[MemberActor, int, dict[str, Any]]:
        """Who sends it, the type of interaction, and its data."""
        return next(self._sources)()

    def _component(self) -> tuple[MemberActor, int, dict[str, Any]]:
        """A press or a choice: ids of ours with something wrong about them, or nothing of ours at all."""
        draw, table, odd, verb = self.draw, self.table, self._odd, next(self._verbs)
        member = self.members[-1] if verb in LEAVING else draw.choice(self.members)
        version = draw.choice([table["version"], table["version"] - 1, table["version"] + 1, 0, 10**15 - 1])
        if member is self.acting and version == table["version"]:
            version += 7  # with the right one they may move
        args = [next(odd) for _ in range(draw.randrange(4))]
        honest = Press(verb, draw.choice([table["id"], table["id"], 0, 2, 10**15 - 1]), version).custom_id()
        custom_id = ":".join([honest, *args])
        match next(self._breaks):
            case 0:
                custom_id = custom_id[: draw.randrange(len(custom_id))]
            case 1:
                custom_id = custom_id.replace(":", next(odd), draw.randrange(1, 3))
            case 2:
                custom_id = next(odd) + next(odd)
            case 3:
                custom_id = "".join(
                    chr(draw.choice([draw.randrange(32, 127), draw.randrange(160, 55_000)])) for _ in args
                )
        if member is self.acting and Press("pick", table["id"], table["version"]).custom_id() in custom_id:
            custom_id = "x" + custom_id
        data: dict[str, Any] = {"custom_id": custom_id[:100] or "x", "component_type": 2}
        if draw.random() < 0.4:
            data |= {"component_type": 3, "values": [next(odd)[:100] for _ in range(draw.randrange(3))]}
        return member, COMPONENT, data

    def _command(self) -> tuple[MemberActor, int, dict[str, Any]]:
        """A command with strange values."""
        command = next(self._commands)
        self.tried.add(command.name)
        others = [member for member in self.members if not (command.game and member is self.acting)]
        return self.draw.choice(others), COMMAND, self._filled(command, lambda: next(self._values) or "x", None)

    def _autocomplete(self) -> tuple[MemberActor, int, dict[str, Any]]:
        """Typing into an option."""
        command, option = next(self._typed)
        return self.draw.choice(self.members), AUTOCOMPLETE, self._filled(command, lambda: next(self._odd), option)

    def _filled(self, command: Command, value: Callable[[], str], focused: str | None) -> dict[str, Any]:
        filled: list[dict[str, Any]] = []
        for option in command.options:
            if option["type"] not in TYPED:
                continue
            rarely = command.game and option["name"] == "game"  # a strange one is refused before anything else is read
            chance = 0.1 if rarely else 0.6
            if option["name"] == focused or option.get("required") or self.draw.random() < chance:
                strange = {NUMBER: self.draw.choice([1, 2, 7, 2**53 - 1]), YES_OR_NO: self.draw.random() < 0.5}
                filled.append({"name": option["name"], "type": option["type"]})
                filled[-1]["value"] = strange.get(option["type"]) if option["type"] in strange else value()
                if option["name"] == focused:
                    filled[-1]["focused"] = True
        root, _, leaf = command.name.partition(" ")
        if leaf:
            filled = [{"name": leaf, "type": 1, "options": filled}]
        return {"id": "1", "name": root, "type": 1, "options": filled}


def completes(command: Command, name: str) -> bool:
    return any(option["name"] == name and option.get("autocomplete") for option in command.options)


@cache
def commands_of(bot: Wyrmhall) -> Sequence[Command]:
    owners = {words.command: key for key, words in games.WORDS.items()}
    found = []
    for command in bot.tree.get_commands():
        described: Any = command.to_dict(bot.tree)
        root, options = described["name"], described["options"]
        leaves = [(f"{root} {option['name']}", option["options"]) for option in options if option["type"] == 1]
        found += [Command(name, given, owners.get(root)) for name, given in leaves or [(root, options)]]
    return found


def interact(
    here: World, member: MemberActor, kind: int, data: dict[str, Any], message: Any, *, privately: bool = False
) -> Any:
    """Send it, whether or not a client would. `privately`: from their direct messages."""
    backend = here.env.backend
    channel, guild = (member.user.dm_channel, None) if privately else (here.channel, member.guild.id)
    record, payload = interactions.base_payload(
        backend, type=kind, channel_id=channel.id, guild_id=guild, user_id=member.id, data=data
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
    assert isinstance(here.database, Path)
    with closing(sqlite3.connect(here.database)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return [(name, connection.execute(f"SELECT * FROM {name}").fetchall()) for name in sorted(names)]


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.seats[-1] > 1])
async def test_names_are_only_names(tmp_path: Path, key: str) -> None:
    """A game among people with such names: every message keeps the limits and pings only whose turn it is."""
    async with world(tmp_path, *HOSTILE_NAMES[: max(GAMES[key].seats)]) as here:
        host, *others = here.members
        await here.slash(host, "play", game=key)
        for member in others:
            await here.press(member, here.board, "Join")
        await here.press(host, here.board, "Start")
        for number in range(MOVES):
            acting = here.game().to_act(here.state())
            if acting is None:
                break
            member = here.seats()[acting]
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
