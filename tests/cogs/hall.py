"""A hall on a simulated Discord: the bot itself, on a file of its own, and members who press, choose and type.

Every interaction is checked as it happens: it was acknowledged, nothing was logged as an error, and what the bot sent
keeps Discord's limits. At the end every request is held against Discord's own description of its API.
"""

import io
import json
import logging
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import discord
import simcord
from PIL import Image
from simcord import interactions
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle, RoleHandle, UserHandle
from simcord.enums import OverwriteType
from simcord.results import InteractionResult, ResponseMessage
from simcord.types import HttpLogEntry

import languages
from bot import Settings, Wyrmhall
from cogs.delivery import pictures, presenter
from cogs.games.words import move_path
from cogs.screens.frame import IN_WORDS
from cogs.screens.picker import path_of
from cogs.screens.press import MORE, Press
from engine import GAMES, AnyGame, decode
from languages import of_discord
from tables.people import presence
from tables.store.database import Where

from .. import discord_api
from ..tables.stored import migrated, rows

PATIENCE = 120.0  # seconds for an interaction, or a start, on a busy machine
FOR_EVER = 1e9  # seconds: one process draws what is browsed in all worlds, as each start takes a second
MOST_COMPONENTS, MOST_TEXT, MOST_BYTES = 40, 4000, 10 * 2**20
ROW, BUTTON, SELECT, TEXT, GALLERY = 1, 2, 3, 10, 12
RADIOS = 21
LINK = 5  # a button's style
EPHEMERAL = 1 << 6  # a message's flag
ENGLISH = "en-US"  # as Discord names it

Actor = MemberActor | UserHandle  # a user's own handle presses in their direct messages

_settle = simcord.Env._settle_internal


async def _patiently(env: simcord.Env, *, timeout: float | None = None, **more: Any) -> None:  # noqa: ASYNC109
    """simcord waits five seconds for a bot that starts, whatever `settle_timeout` says."""
    await _settle(env, timeout=None if timeout is None else max(timeout, PATIENCE), **more)


simcord.Env._settle_internal = _patiently  # type: ignore[method-assign, assignment]


class Errors(logging.Handler):
    """What was logged at ERROR or above."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(logging.Formatter("%(name)s: %(message)s").format(record))


@dataclass
class World:
    """One guild, one channel, its members, and a bot that can be restarted."""

    env: simcord.Env
    channel: ChannelHandle
    members: list[MemberActor]
    database: Where
    errors: Errors
    settings: dict[str, Any] = field(default_factory=dict)  # beside the database
    locale: str = ENGLISH  # Discord's language
    locales: dict[int, str] = field(default_factory=dict)  # of people who have another one
    checked: int = field(default=0)  # of the requests

    @property
    def bot(self) -> Wyrmhall:
        assert isinstance(self.env.bot, Wyrmhall)
        return self.env.bot

    # -- What members do

    async def slash(self, actor: Actor, name: str, **options: Any) -> InteractionResult:
        """In the channel; by a user's own handle, in their direct messages."""
        if isinstance(actor, UserHandle):
            return self._checked(await actor.slash(name, **options))
        return self._checked(await actor.slash(self.channel, name, **options))

    async def offers(self, actor: Actor, name: str, option: str, typed: str, **filled: Any) -> dict[str, str]:
        """Autocomplete: by value, what is read."""
        if isinstance(actor, UserHandle):
            choices = await actor.autocomplete(name, option, typed, **filled)
        else:
            choices = await actor.autocomplete(self.channel, name, option, typed, **filled)
        self._check()
        assert len(choices) <= 25
        assert all(0 < len(choice["name"]) <= 100 and len(choice["value"]) <= 100 for choice in choices), choices
        return {choice["value"]: choice["name"] for choice in choices}

    async def press(
        self, actor: Actor, message: ResponseMessage, label: str | None = None, custom_id: str | None = None
    ) -> InteractionResult:
        return self._checked(await press_label(actor, message, label, custom_id))

    async def choose(
        self, actor: Actor, message: ResponseMessage, value: str, custom_id: str | None = None
    ) -> InteractionResult:
        return self._checked(await actor.select(message, [value], custom_id=custom_id))

    async def pick(
        self, actor: Actor, message: ResponseMessage, custom_id: str, *picked: MemberActor | ChannelHandle | RoleHandle
    ) -> InteractionResult:
        """In a menu of channels, roles or members."""
        return self._checked(await actor.select(message, picked, custom_id=custom_id))

    async def tick(self, actor: Actor, sheet: InteractionResult, values: Sequence[str]) -> InteractionResult:
        """Send a sheet back that a press has opened."""
        assert sheet.modal
        (label,) = sheet.modal["components"]
        return self._checked(await actor.submit_modal(sheet, {label["component"]["custom_id"]: list(values)}))

    async def choose_options(self, actor: Actor, **chosen: Any) -> InteractionResult:
        """Open the lobby's sheet and send it back: changed is what is given here, by control."""
        sheet = await self.press(actor, self.board, "Options")
        if sheet.modal is None:
            return sheet
        return self._checked(await actor.submit_modal(sheet, on_sheet(sheet) | chosen))

    async def agree(self) -> None:
        """Everybody but the first presses Ready, where the lobby asks for it."""
        for member in self.members[1:]:
            if "Ready" in labels(self.board):
                await self.press(member, self.board, "Ready")

    async def keep_boards(self) -> None:
        """The server's managers want old boards to be kept."""
        guild, by = self.env.guild.id, self.members[0].id
        await self.bot.store.servers.choose(guild, by, None, old_boards="kept")

    async def close_lobby(self, actor: Actor, board: ResponseMessage | None = None) -> InteractionResult:
        """Press Close, and once more where it asks."""
        asked = await self.press(actor, board or self.board, "Close")
        if asked.response and "Close the table" in labels(asked.response):
            return await self.press(actor, asked.response, "Close the table")
        return asked

    async def send_away(self, actor: Actor, who: str) -> InteractionResult:
        """The first whom the lobby offers whose value begins with `who`: a person or a computer player."""
        asked = await self.press(actor, self.board, "Send somebody away")
        if asked.response is None or not controls(asked.response):
            return asked
        (menu,) = controls(asked.response).values()
        value = next(option["value"] for option in menu["options"] if option["value"].startswith(who))
        return await self.choose(actor, asked.response, value)

    async def play(self, member: MemberActor) -> ResponseMessage:
        """Press Play on the board: the member's panel."""
        return privately(await self.press(member, self.game_board, "Play"))

    async def make(self, actor: Actor, panel: ResponseMessage, move: Any, *, hesitate: bool = False) -> None:
        """Press and choose through the panel until it has made `move`; hesitating, go back from the first choice."""
        whole: tuple[str, ...] = move_path(move)
        path: tuple[str, ...] = ()
        for _ in range(20):
            on = [lead for lead in leads(panel) if whole[: len(lead.path)] == lead.path and len(lead.path) > len(path)]
            if not on:
                await self.follow(actor, panel, next(lead for lead in leads(panel) if lead.verb == "page"))  # onward
                continue
            lead = max(on, key=lambda lead: len(lead.path))
            await self.follow(actor, panel, lead)
            path = lead.path
            if path == whole:
                for sure in [lead for lead in leads(panel) if lead.verb == "dare"]:  # it asks once more
                    await self.follow(actor, panel, sure)
                return
            if hesitate:
                await self.follow(actor, panel, min(leads(panel), key=lambda lead: len(lead.path)))
                hesitate, path = False, ()
        raise AssertionError(f"the panel doesn't lead to {move}")

    async def follow(self, actor: Actor, panel: ResponseMessage, lead: "Lead") -> InteractionResult:
        if lead.value is None:
            return await self.press(actor, panel, custom_id=lead.custom_id)
        return await self.choose(actor, panel, lead.value, custom_id=lead.custom_id)

    async def restart(self) -> None:
        """As after a kill: nothing is left of the bot but its file."""
        await self._die()  # it has no process of its own that could
        await self.env.restart_bot(Wyrmhall(Settings(database=self.database, **self.settings)))
        self._check()

    async def _die(self) -> None:
        await self.bot.store.thinking.close()
        await self.bot.store.database.close()

    # -- What there is to see

    def messages(self, channel: ChannelHandle | None = None) -> list[ResponseMessage]:
        """What everybody in the channel sees, oldest first."""
        stored = self.env.backend.messages.get((channel or self.channel).id, {}).values()
        return [
            ResponseMessage(self.env, message)
            for message in sorted(stored, key=lambda message: message.id)
            if not message.is_ephemeral
        ]

    @property
    def board(self) -> ResponseMessage:
        """The newest message in the channel, besides a call to the host of a lobby that is ready."""
        return next(message for message in reversed(self.messages()) if "is ready to start" not in text(message))

    @property
    def game_board(self) -> ResponseMessage:
        """The newest board on which one can press Play."""
        return next(message for message in reversed(self.messages()) if "Play" in labels(message))

    def direct_messages(self, member: MemberActor) -> list[ResponseMessage]:
        return self.messages(member.user.dm_channel)

    def pictures(self, message: ResponseMessage) -> list[bytes]:
        found = [self.env.backend.cdn.get(attachment.url) for attachment in message.attachments]
        assert all(found)
        return [Shown(picture) for picture in found if picture]

    def requests(self, method: str, path: str) -> list[HttpLogEntry]:
        """What the bot has asked of Discord: those whose path contains `path`."""
        return [request for request in self.env.http_requests if request.method == method and path in request.path]

    def posts(self, channel: ChannelHandle | None = None) -> list[HttpLogEntry]:
        """The messages that the bot has posted for everybody in the channel: by its own token, or in answer."""
        there = (channel or self.channel).id
        return [request for request in self.env.http_requests if self.posted_in(request) == there]

    def posted_in(self, request: HttpLogEntry) -> int | None:
        """The channel that a message was posted in for everybody."""
        _, scope, *ids = request.path.split("/")
        if request.method != "POST" or ids[1:2] == ["callback"]:
            return None
        if scope == "channels" and ids[1:] == ["messages"]:
            return int(ids[0])
        (*sent,) = payloads(request)
        if scope != "webhooks" or any(payload.get("flags", 0) & EPHEMERAL for payload in sent):
            return None
        return self.env.backend.interactions[self.env.backend.interaction_tokens[ids[1]]].channel_id

    # -- What only the database knows

    def rows(self, query: str, *values: Any) -> list[Mapping[str, Any]]:
        return rows(self.database, query, *values)

    def table(self) -> Mapping[str, Any]:
        """The newest table's row."""
        return self.rows("SELECT * FROM tables ORDER BY id DESC LIMIT 1")[0]

    def game(self) -> AnyGame:
        return GAMES[self.table()["game"]]

    def state(self) -> Any:
        """The newest table's true state."""
        row = self.table()
        return decode(GAMES[row["game"]].state, row["snapshot"].encode())

    def seats(self) -> list[MemberActor]:
        """Who sits where at the newest table."""
        rows = self.rows("SELECT user_id FROM players WHERE table_id = ? ORDER BY seat", self.table()["id"])
        by_id = {member.id: member for member in self.members}
        return [by_id[row["user_id"]] for row in rows]

    @property
    def language(self) -> str:
        """Of tables on the server."""
        return of_discord(self.locale) or languages.ENGLISH

    def deal(self, seed: str) -> None:
        """Settle the newest table's chance while it is a lobby."""
        self.rows("UPDATE tables SET seed = ? WHERE id = ?", seed, self.table()["id"])
        self.bot.store.database.forget()

    # -- What is checked

    def _checked(self, result: InteractionResult) -> InteractionResult:
        assert result.acknowledged
        self._check()
        return result

    def _check(self) -> None:
        assert not self.errors.lines, self.errors.lines
        assert not self.env.errors, self.env.errors
        requests = self.env.http_requests
        for request in requests[self.checked :]:
            for payload in payloads(request):
                check_message(payload)
                assert not payload.get("content") or request.path.startswith("/channels/"), "an answer is a layout"
        self.checked = len(requests)

    def close(self) -> None:
        """The last checks: of every request, and of every file sent."""
        self._check()
        for messages in self.env.backend.messages.values():
            for message in messages.values():
                assert all(attachment["size"] < MOST_BYTES for attachment in message.attachments)
        if not discord_api.available():  # test_discord_api says so
            return
        found = [
            fault
            for request in self.env.http_requests
            for fault in discord_api.faults(request.method, request.path, request.params, request.json)
        ]
        assert not found, "\n".join(found[:10])


class Shown(bytes):
    """A picture. It equals all files that look the same once nothing moves any more."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, bytes) and (bytes(self) == bytes(other) or _at_last(self) == _at_last(other))

    def __hash__(self) -> int:
        return hash(_at_last(self))


def _at_last(picture: bytes) -> tuple[tuple[int, int], bytes]:
    with Image.open(io.BytesIO(picture)) as frames:
        frames.seek(getattr(frames, "n_frames", 1) - 1)
        return frames.size, frames.convert("RGB").tobytes()


@asynccontextmanager
async def world(
    folder: Path,
    *names: str,
    in_turn: int = 0,
    looks: int = 0,
    locale: str = ENGLISH,
    reads: str | None = None,
    **settings: Any,
) -> AsyncIterator[World]:
    """A hall with members of these names, on a new file in `folder`; or on the `database` among the settings.

    `in_turn`: seconds that what changes within a turn may wait for its end. Most tests don't wait.
    `looks`: seconds for which whoever has pressed something needs no direct message. In most tests they need it.
    `locale`: Discord's language on the server; `reads`: everybody's who has no other, else the same.
    """
    database: Where = settings.pop("database", None) or migrated(folder / "hall.sqlite3")
    settings = {"shards": 1, **settings}
    errors = Errors()
    logging.getLogger().addHandler(errors)
    usual, presenter.IN_TURN, presence.LASTS = (presenter.IN_TURN, presence.LASTS), in_turn, looks
    pictures.IDLE = FOR_EVER
    _rest_no_more()
    schedule, payload, locales = simcord.Env._schedule_timer, interactions.base_payload, dict[int, str]()
    interactions.base_payload = partial(_in_their_language, payload, locales, reads or locale, locale)
    if in_turn:  # a timer of the bot's goes off when time is let pass, and never because the machine is slow
        simcord.Env._schedule_timer = lambda *_: None  # type: ignore[method-assign]
    try:
        async with simcord.run(Wyrmhall(Settings(database=database, **settings)), settle_timeout=PATIENCE) as env:
            guild = env.create_guild(preferred_locale=locale)
            channel = guild.create_text_channel("games")
            members = [guild.add_member(env.create_user(f"user{n}", global_name=name)) for n, name in enumerate(names)]
            built = World(env, channel, members, database, errors, settings, locale, locales)
            try:
                yield built
                built.close()
            finally:
                await built._die()
    finally:
        presenter.IN_TURN, presence.LASTS = usual
        simcord.Env._schedule_timer = schedule  # type: ignore[method-assign]
        interactions.base_payload = payload
        _rest_no_more()
        logging.getLogger().removeHandler(errors)


def _in_their_language(
    payload: Any, locales: Mapping[int, str], reads: str, locale: str, *backend: Any, **more: Any
) -> Any:
    """An interaction; simcord says of all that Discord is in American English."""
    record, made = payload(*backend, **more)
    made["locale"] = locales.get(more["user_id"], reads)
    if "guild_locale" in made:
        made["guild_locale"] = locale
    return record, made


def _rest_no_more() -> None:
    """Each world has a clock of its own: by another one's, what browses could rest for hours."""
    pictures._aside.played = pictures._aside._rested = -inf


def forbid(
    here: World, *permissions: str, channel: ChannelHandle | None = None, member: MemberActor | None = None
) -> None:
    """Take these from the bot, or from a member, in a channel; what they lacked before they have again."""
    deny = discord.Permissions(**dict.fromkeys(permissions, True)).value
    target_id = member.id if member else here.env.backend.bot_user.id
    overwrite = Overwrite(target_id=target_id, type=OverwriteType.MEMBER, allow=0, deny=deny)
    here.env.backend.set_overwrite((channel or here.channel).id, overwrite)


# -- Messages


class Lead(NamedTuple):
    """A control of a panel, or an option of a select: the choices it spells, from the first on."""

    verb: str
    path: tuple[str, ...]
    custom_id: str
    value: str | None


def leads(panel: ResponseMessage) -> Iterator[Lead]:
    """Those that choose a move or turn a page; onward first."""
    for custom_id, part in reversed(controls(panel).items()):
        options = [option["value"] for option in part["options"]] if part["type"] == SELECT else [None]
        for value in options:
            press = Press.read(custom_id, () if value is None else (value,))
            if press.verb in ("pick", "page", "dare"):
                yield Lead(press.verb, path_of(press), custom_id, value)


def parts(components: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Every component, however deep."""
    for component in components:
        yield component
        yield from parts(component.get("components", ()))
        if accessory := component.get("accessory"):
            yield from parts([accessory])


def on_sheet(sheet: InteractionResult) -> dict[str, Any]:
    """What is chosen on a sheet that has just been opened, by control."""
    assert sheet.modal
    chosen: dict[str, Any] = {}
    for label in sheet.modal["components"]:
        control = label["component"]
        values = [option["value"] for option in control["options"] if option.get("default")]
        chosen[control["custom_id"]] = values[0] if control["type"] == RADIOS else values
    return chosen


def text(message: ResponseMessage) -> str:
    texts = (str(part["content"]) for part in parts(message.components) if part["type"] == TEXT)
    return "\n".join([message.content, *texts]).strip()


def alts(message: ResponseMessage) -> list[str]:
    """The alternative texts of its pictures."""
    galleries = (part for part in parts(message.components) if part["type"] == GALLERY)
    return [item.get("description") or "" for gallery in galleries for item in gallery["items"]]


def gist(alt: str) -> str:
    """A board's alt text, without what has just happened, and what names the way to all of it."""
    return alt.removesuffix(f" {IN_WORDS}").rpartition("\n")[2]


def controls(message: ResponseMessage) -> dict[str, Mapping[str, Any]]:
    """What can be pressed or chosen from, by custom id."""
    return {
        part["custom_id"]: part
        for part in parts(message.components)
        if part.get("custom_id") and not part.get("disabled")
    }


def labels(message: ResponseMessage) -> list[str]:
    """Of all buttons that can be pressed, links among them, and those behind “More…”."""
    buttons = [part for part in parts(message.components) if part["type"] == BUTTON and not part.get("disabled")]
    return [part["label"] for part in buttons if "label" in part] + [*behind(message)]  # some have an emoji alone


async def press_label(
    actor: Actor, message: ResponseMessage, label: str | None = None, custom_id: str | None = None
) -> InteractionResult:
    """A button, or what “More…” has of it."""
    if value := behind(message).get(label or ""):
        return await actor.select(message, [value], custom_id=Press(MORE, 0).custom_id())
    return await actor.click(message, label=label, custom_id=custom_id)


def behind(message: ResponseMessage) -> dict[str, str]:
    """What “More…” has: labels with the values that are chosen."""
    options = controls(message).get(Press(MORE, 0).custom_id(), {}).get("options", ())
    return {option["label"]: option["value"] for option in options}


def said(messages: Sequence[ResponseMessage | None]) -> str:
    return "\n".join(text(message) for message in messages if message)


def privately(result: InteractionResult) -> ResponseMessage:
    """What only who asked is shown: the first answer, or one after the board was acknowledged."""
    return next(one for one in (result.response, *result.followups) if one and one.ephemeral)


def answer(result: InteractionResult) -> str:
    """What the user who did something reads, and only they: a refusal, or a confirmation."""
    shown = [message for message in (result.response, *result.followups) if message and message.ephemeral]
    return said(shown)


def payloads(request: HttpLogEntry) -> Iterator[Mapping[str, Any]]:
    """The messages in a request: an interaction's answer carries one within."""
    body = request.json if isinstance(request.json, dict) else {}
    inner = body.get("data")
    for payload in (body, inner):
        if isinstance(payload, dict) and ("components" in payload or "content" in payload):
            yield payload


def check_message(payload: Mapping[str, Any]) -> None:
    """Discord's limits, and ours: no picture without its text."""
    every = list(parts(payload.get("components") or ()))
    assert len(every) <= MOST_COMPONENTS, f"{len(every)} components"
    texts = [payload.get("content") or "", *(part["content"] for part in every if part["type"] == TEXT)]
    assert sum(map(len, texts)) <= MOST_TEXT
    assert all(part["content"] for part in every if part["type"] == TEXT), "an empty text"
    ids = [part["custom_id"] for part in every if part.get("custom_id")]
    assert len(ids) == len(set(ids)), f"a custom id twice: {ids}"
    assert all(len(custom_id) <= 100 for custom_id in ids), ids
    for part in every:
        for one in (part, *part.get("options", ())):
            emoji = one.get("emoji")
            assert not emoji or emoji.get("id") or not emoji["name"].isascii(), json.dumps(part)
        match part["type"]:
            case 1:
                assert 1 <= len(part["components"]) <= 5, json.dumps(part)
            case 2:
                assert part.get("emoji") or 0 < len(part["label"]) <= 80, json.dumps(part)
                assert len(part.get("label") or "") <= 80, json.dumps(part)
            case 3:
                _check_select(part)
            case 12:
                assert all(0 < len(item.get("description") or "") <= 1024 for item in part["items"]), json.dumps(part)


def _check_select(part: Mapping[str, Any]) -> None:
    options = part["options"]
    assert 1 <= len(options) <= 25, json.dumps(part)
    assert len({option["value"] for option in options}) == len(options), json.dumps(part)
    assert len(part.get("placeholder") or "") <= 150
    for option in options:
        assert 0 < len(option["label"]) <= 100, option
        assert 0 < len(option["value"]) <= 100, option
        assert len(option.get("description") or "") <= 100, option


def mentioned(request: HttpLogEntry) -> set[int]:
    """Whom a message may ping."""
    (payload,) = payloads(request)
    allowed: Mapping[str, Any] = payload.get("allowed_mentions") or {}
    assert not allowed.get("parse"), allowed
    assert not allowed.get("roles"), allowed
    return {int(user) for user in allowed.get("users", ())}
