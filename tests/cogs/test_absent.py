"""Whatever Discord leaves out of an interaction, sets to null or has a new value for, its user reads one sentence.

Nothing is logged as an error, nothing is stored under an id of 0, and nobody else is told of anything.
"""

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from discord.app_commands import AppCommandError
from simcord import interactions
from simcord.backend import serializers

from cogs.discord.controls import UNREADABLE
from cogs.screens.press import Press

from ..optional import ABSENT, DATA, INTERACTION, NULL, UNKNOWN
from .hall import World, answer, on_sheet, text, world
from .test_who_may import SHEET

COMMAND, COMPONENT, AUTOCOMPLETE = 2, 3, 4
THINKING, TAKEN = 5, 6  # types of answers that another is to follow
KINDS = ("/play", "a button", "a choice", "a sheet", "typing")
GONE = object()

Path_ = tuple[Any, ...]


def changed(payload: Any, path: Path_, value: Any) -> bool:
    """Set what is there, or take it away. Returns whether there was such a place."""
    *way, last = path
    for step in way:
        if not (payload if isinstance(step, int) else payload.get(step)):
            return False
        payload = payload[step]
    if value is GONE:
        return payload.pop(last, GONE) is not GONE
    payload[last] = value
    return True


def cases() -> Iterator[tuple[Path_, Any]]:
    for name in INTERACTION:
        yield from ((((name,), GONE)), ((name,), None))
    for name in DATA:
        yield from (((("data", name)), GONE), (("data", name), None))
    for schema, *way in (
        ("UserResponse", "member", "user"),
        ("UserResponse", "user"),
        ("GuildMemberResponse", "member"),
        ("MessageResponse", "message"),
        ("UserResponse", "message", "author"),
        ("GuildChannelResponse", "channel"),
        ("PrivateChannelResponse", "channel"),
        ("PrivateGroupChannelResponse", "channel"),
        ("ThreadResponse", "channel"),
    ):
        yield from (((*way, name), GONE) for name in sorted(ABSENT[schema] | NULL[schema]))
        yield from (((*way, name), None) for name in sorted(ABSENT[schema] | NULL[schema]))
    yield from UNKNOWN.items()
    yield ("data", "options"), [{"name": "game", "type": 3, "value": None}]
    yield ("data", "options"), [{"name": "game", "type": 3}]


class Sender:
    """Sends interactions of each kind, changed, and counts what comes back."""

    def __init__(self, here: World, controls: dict[str, Any], menu: Any) -> None:
        self.here, self.sheet, self.menu = here, controls, menu
        self.table = here.table()

    def data(self, kind: str) -> tuple[int, dict[str, Any]]:
        match kind:
            case "/play":
                option: dict[str, Any] = {"name": "game", "type": 3, "value": "wyverns-knot"}
                return COMMAND, {"id": "1", "name": "play", "type": 1, "options": [option]}
            case "a button":
                custom_id = Press("fair", self.table["id"]).custom_id()
                return COMPONENT, {"custom_id": custom_id, "component_type": 2, "id": 1}
            case "a choice":
                custom_id = Press("game", 0).custom_id()
                return COMPONENT, {"custom_id": custom_id, "component_type": 3, "values": ["hexaract"], "id": 1}
            case "a sheet":
                custom_id = Press("optioned", self.table["id"], self.table["version"]).custom_id()
                filled = [{"type": 18, "id": 1, "component": control} for control in self.filled()]
                return SHEET, {"custom_id": custom_id, "components": filled}
            case _:
                option = {"name": "game", "type": 3, "value": "", "focused": True}
                return AUTOCOMPLETE, {"id": "1", "name": "hand", "type": 1, "options": [option]}

    def filled(self) -> Iterator[dict[str, Any]]:
        for name, value in self.sheet.items():
            if isinstance(value, str):
                yield {"type": 21, "id": 2, "custom_id": name, "value": value}
            else:
                yield {"type": 22, "id": 2, "custom_id": name, "values": value}

    def send(self, kind: str, path: Path_, value: Any, *, direct: bool) -> str | None:
        """Its token; None if there is nothing to change in an interaction of this kind."""
        host, backend = self.here.members[0], self.here.env.backend
        number, data = self.data(kind)
        place = (host.user.dm_channel.id, None) if direct else (self.here.channel.id, self.here.env.guild.id)
        record, payload = interactions.base_payload(
            backend, type=number, channel_id=place[0], guild_id=place[1], user_id=host.id, data=data
        )
        payload = copy.deepcopy(payload)
        if number in (COMPONENT, SHEET):
            message = self.menu if kind == "a choice" else self.here.board._message
            payload["message"] = copy.deepcopy(dict(serializers.message_payload(backend, message)))
            record.source_message_id = message.id
        if not changed(payload, path, value):
            return None
        backend.emit("INTERACTION_CREATE", payload)
        return str(record.token)


async def test_what_is_absent_null_or_new_ends_in_a_sentence(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob") as here:
        ann, bob = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        await here.press(bob, here.board, "Join")
        menu = (await here.slash(ann, "help")).response
        assert menu
        opened = await here.press(ann, here.board, "Options")
        sender, board = Sender(here, on_sheet(opened), menu._message), here.board.id
        since, sent = len(here.env.http_requests), dict[str, tuple[str, Path_, Any]]()
        for direct in (False, True):
            for kind in KINDS[: 2 if direct else None]:
                for number, (path, value) in enumerate(cases()):
                    token = sender.send(kind, path, value, direct=direct)
                    if token:
                        sent[token] = kind, path, value
                    if number % 25 == 0:
                        await here.env.settle()
                await here.env.settle()
        here.env._errors[:] = [error for error in here.env.errors if not isinstance(error, AppCommandError)]
        here._check()
        require_one_answer_each(here, since, sent)
        for row in here.rows("SELECT guild_id, channel_id FROM tables"):
            assert (row["guild_id"], row["channel_id"]) == (here.env.guild.id, here.channel.id)
        assert not here.rows("SELECT * FROM people WHERE user_id = 0")
        assert not here.rows("SELECT * FROM members WHERE guild_id = 0 OR user_id = 0")
        assert here.board.id == board
        told = [one.path for one in here.env.http_requests[since:] if one.method == "POST" and "/channels" in one.path]
        assert not told, "nobody else is told"


def require_one_answer_each(here: World, since: int, sent: dict[str, tuple[str, Path_, Any]]) -> None:
    """A sheet changes the lobby: it is acknowledged, and one edit may show what several sheets have changed."""
    answers, taken = dict.fromkeys(sent, 0), set[str]()
    for request in here.env.http_requests[since:]:
        token = next((token for token in sent if token in request.path), None)
        if token is None:
            continue
        if request.path.endswith("/callback"):
            kind = (request.json or {})["type"]
            answers[token] += kind not in (THINKING, TAKEN)
            taken |= {token} if kind == TAKEN else set()
        else:
            answers[token] += request.method == "POST" or request.path.endswith("@original")
    for token, number in answers.items():
        unknown = sent[token][1] == ("type",)  # nobody can know how to answer it
        if not (sent[token][0] == "a sheet" and token in taken and number == 0):
            assert number == (0 if unknown else 1), f"{sent[token]}: {number} answers"


async def test_a_command_without_a_channel_opens_no_table(tmp_path: Path) -> None:
    """It once did so in channel 0, and who played in other servers was told of that table."""
    async with world(tmp_path, "Ann", "Bob") as here:
        ann, bob = here.members
        _without(here, "channel", "channel_id")
        assert "doesn't say in which channel" in answer(await here.slash(ann, "play", game="wyverns-knot"))
        assert "doesn't say in which channel" in answer(await here.slash(bob, "play", game="wyverns-knot"))
        assert not here.rows("SELECT * FROM tables")


async def test_a_channel_that_only_has_its_number_is_known_by_it(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        _without(here, "channel")
        await here.slash(here.members[0], "play", game="wyverns-knot")
        assert here.table()["channel_id"] == here.channel.id


async def test_without_a_person_nobody_acts(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        _without(here, "member")
        asked = await here.slash(here.members[0], "play", game="wyverns-knot")
        assert asked.response
        assert text(asked.response) == UNREADABLE
        assert not here.rows("SELECT * FROM tables")


async def test_an_event_that_can_not_be_read_ends_nothing(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        here.bot._connection.parsers["GUILD_UPDATE"]({"id": None})
        assert any("GUILD_UPDATE" in line for line in here.errors.lines)
        here.errors.lines.clear()
        here.bot._connection.parsers["INTERACTION_CREATE"]({"id": "1"})
        assert answer(await here.slash(here.members[0], "help"))


async def test_a_server_is_read_without_what_a_channel_of_it_lacks(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        voice, nothing = {"id": "5", "type": 2}, {"type": 0}
        thread, stray = {"id": "6", "parent_id": "5", "type": 11}, {"thread_metadata": None}
        role = {"id": "900", "name": "@everyone", "permissions": "0", "position": 0}
        told = {"channels": [voice, nothing], "threads": [thread, stray], "presences": [{}], "voice_states": [{}]}
        here.bot._connection.parsers["GUILD_CREATE"]({"id": "900", "name": "Hall", "roles": [role], **told})
        guild = here.bot.get_guild(900)
        assert guild
        assert [channel.id for channel in guild.channels] == [5]
        assert [thread.id for thread in guild.threads] == [6]


async def test_what_goes_wrong_before_an_answer_has_begun_is_told_once(tmp_path: Path, monkeypatch: Any) -> None:
    async with world(tmp_path, "Ann") as here:

        def broken(_user_id: int) -> None:
            raise RuntimeError

        monkeypatch.setattr(here.bot.store.database, "visit", broken)
        since = len(here.env.http_requests)
        await here.members[0].slash(here.channel, "help")
        said = [one for one in here.env.http_requests[since:] if one.method == "POST"]
        assert len(said) == 1
        assert "Something went wrong on my side" in str(said[0].json)
        here.errors.lines.clear()
        here.env._errors.clear()


def _without(here: World, *names: str) -> None:
    """From now on no interaction has these."""
    emit = here.env.backend.emit

    def emitted(event: str, payload: Any) -> Any:
        return emit(event, {name: value for name, value in payload.items() if name not in names})

    here.env.backend.emit = emitted  # type: ignore[method-assign]
