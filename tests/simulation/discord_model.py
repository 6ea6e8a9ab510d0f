"""A Discord that is a model: channels, messages, interactions, and what it answers to a request of the bot's.

It stands where discord.py asks aiohttp for a connection, so all of discord.py is the real one. It keeps the rules that
the hall depends on: tokens and nonces that lapse, three seconds to acknowledge, what a bot may see and edit. How
requests get here, and their answers back, is in `line.py`.
"""

import itertools
import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import discord
from msgspec import json

from .world import World

APP, BOT, GUILD = 900_000_000_000_000_001, 900_000_000_000_000_001, 700_000_000_000_000_000 & ~(2**22 - 1)
EPHEMERAL, LOADING, LAYOUT = 1 << 6, 1 << 7, 1 << 15  # flags of messages
TO_ACKNOWLEDGE, TOKEN_LASTS, NONCE_LASTS = 3.0, 900.0, 300.0  # seconds
TEXT, DM, THREAD = 0, 1, 11  # kinds of channels
EVERYTHING = discord.Permissions.all_channel().value
OPEN_BOX = ("attachment://",)


class Refusal(Exception):
    """What Discord answers instead: an HTTP status, and a code of its own."""

    def __init__(self, status: int, code: int) -> None:
        super().__init__(f"{status} {code}")
        self.status, self.code = status, code


@dataclass
class Message:
    id: int
    channel: "Channel"
    author: int
    at: float
    flags: int = 0
    components: list[Any] = field(default_factory=list)
    attachments: list[dict[str, Any]] = field(default_factory=list)
    mentions: list[int] = field(default_factory=list)
    reader: int | None = None  # the one who sees it, where it is for one alone
    edits: int = 0
    touched: float = 0.0  # when it was posted or edited last
    nonce: str | None = None
    deleted: bool = False
    deleted_by_bot: bool = False

    def __str__(self) -> str:
        seen_by = "all" if self.reader is None else self.reader
        shown = zlib.crc32(json.encode([self.components, self.attachments]))
        return f"message {self.id} for {seen_by}: {shown:08x} {self.words()[:90]!r}"

    def controls(self) -> list[dict[str, Any]]:
        """Buttons and menus that can be used."""
        return controls_of(self.components)

    def words(self) -> str:
        return "\n".join(one["content"] for one in _walk(self.components) if one.get("type") == 10)


def _is_labelled(part: dict[str, Any]) -> bool:
    """Whether what it says is neither too long nor blank."""
    match part:
        case {"type": 2, "label": str(label)}:
            return _fits(label, 80)
        case {"type": 3, "options": [*options]}:
            return all(_fits(one["label"], 100) and len(one.get("description") or "") <= 100 for one in options)
        case {"type": 10, "content": str(content)}:
            return _fits(content, 4000)
        case {"type": 12, "items": [*items]}:
            return all(len(one.get("description") or "") <= 1024 for one in items)
    return True


def _fits(text: str, most: int) -> bool:
    return bool(text.strip()) and len(text) <= most


def controls_of(components: list[Any]) -> list[dict[str, Any]]:
    return [one for one in _walk(components) if one.get("custom_id") and not one.get("disabled")]


def _walk(components: list[Any]) -> list[dict[str, Any]]:
    found = list[dict[str, Any]]()
    for one in components:
        found.append(one)
        found += _walk(one.get("components") or [])
        if one.get("accessory"):
            found += _walk([one["accessory"]])
    return found


@dataclass
class Channel:
    id: int
    kind: int = TEXT
    name: str = ""
    parent: int | None = None
    recipient: int | None = None
    messages: dict[int, Message] = field(default_factory=dict)
    denied: int = 0  # permissions that the bot lacks
    gone: bool = False

    @property
    def is_dm(self) -> bool:
        return self.kind == DM


@dataclass(frozen=True)
class Told:
    """What a message said when it was posted or edited."""

    words: str
    pictured: bool  # with a new picture
    controls: list[dict[str, Any]]


@dataclass
class Interaction:
    id: int
    kind: int
    user: int
    channel: Channel
    pressed: Message | None
    at: float
    data: dict[str, Any]
    answered: int | None = None  # by which kind of callback
    original: Message | None = None
    sheet: dict[str, Any] | None = None
    excused: bool = False  # something was wrong at that time
    deliveries: int = 1
    told: list[Told] = field(default_factory=list)  # what was posted or edited by its token
    answers: int = 0  # callbacks that were accepted

    @property
    def token(self) -> str:
        return f"token-{self.id}"


@dataclass
class Request:
    method: str
    path: str
    body: dict[str, Any]
    files: list[str]
    params: Mapping[str, str]


class Discord:
    def __init__(self, world: World) -> None:
        self.world = world
        self.channels: dict[int, Channel] = {}
        self.names: dict[int, str] = {}  # of users
        self.members: set[int] = set()
        self.no_dms: set[int] = set()  # users who take none
        self.interactions: dict[int, Interaction] = {}
        self.commands: list[Any] = []
        self._dms: dict[int, Channel] = {}
        self._nonces: dict[tuple[int, str], tuple[Message, float]] = {}
        self._count = itertools.count()
        self.on_message: Callable[[Message, str], None] = lambda message, how: None
        self.on_refused_dm: Callable[[int], None] = lambda user: None
        self.obstacles: list[Callable[[Request, Channel | None], None]] = []  # they may refuse a request
        self.away: Refusal | None = None  # what all that concerns the server is answered, while it is away
        self.unsaid: tuple[str, ...] = ()  # what interactions lack
        self.null = False  # they have it, and it is null

    # -- The world's side

    def snowflake(self) -> int:
        at = int((self.world.begins + self.world.now) * 1000) - 1420070400000
        return (at << 22) + next(self._count) % 2**22

    def add_channel(self, name: str, **more: Any) -> Channel:
        channel = Channel(self.snowflake(), name=name, **more)
        self.channels[channel.id] = channel
        return channel

    def add_user(self, number: int, name: str) -> int:
        user = 800_000_000_000_000_000 + number
        self.names[user] = name
        self.members.add(user)
        return user

    def dm(self, user: int) -> Channel:
        if user not in self._dms:
            self._dms[user] = self.add_channel("", kind=DM, recipient=user)
        return self._dms[user]

    def sees(self, user: int, message: Message) -> bool:
        if message.deleted or message.channel.gone or message.flags & LOADING:
            return False
        if message.channel.is_dm:
            return message.channel.recipient == user
        return user in self.members and message.reader in (None, user)

    def visible(self, user: int) -> list[Message]:
        """The messages of the bot's that this user can press, the newest last."""
        return [
            message
            for channel in self.channels.values()
            for message in channel.messages.values()
            if message.author == BOT and self.sees(user, message)
        ]

    def press(
        self, kind: int, user: int, channel: Channel, data: dict[str, Any], pressed: Message | None
    ) -> Interaction:
        made = Interaction(self.snowflake(), kind, user, channel, pressed, self.world.now, data)
        self.interactions[made.id] = made
        return made

    def event(self, one: Interaction) -> dict[str, Any]:
        payload: dict[str, Any] = {
            "id": str(one.id),
            "application_id": str(APP),
            "type": one.kind,
            "token": one.token,
            "version": 1,
            "data": one.data,
            "channel_id": str(one.channel.id),
            "channel": self.channel_payload(one.channel),
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 1 if one.channel.is_dm else 0,
            "attachment_size_limit": 10 * 2**20,
            "app_permissions": str(EVERYTHING & ~one.channel.denied),
        }
        if one.channel.is_dm:
            payload["user"] = self.user_payload(one.user)
        else:
            member = {**self.member_payload(one.user), "permissions": str(discord.Permissions.all().value)}
            payload |= {"guild_id": str(GUILD), "member": member, "guild_locale": "en-US"}
        if one.pressed is not None:
            payload["message"] = self.message_payload(one.pressed)
        for part in (payload, payload.get("member", {})):
            for key in part.keys() & {*self.unsaid}:
                part[key] = None
                if not self.null:
                    del part[key]
        return payload

    # -- What the bot is told

    def user_payload(self, user: int) -> dict[str, Any]:
        name = self.names.get(user, "Wyrmhall")
        return {
            "id": str(user),
            "username": name.lower(),
            "discriminator": "0",
            "global_name": name,
            "avatar": None,
            "bot": user == BOT,
        }

    def member_payload(self, user: int) -> dict[str, Any]:
        return {
            "user": self.user_payload(user),
            "roles": [],
            "nick": None,
            "joined_at": "2020-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
        }

    def channel_payload(self, channel: Channel) -> dict[str, Any]:
        if channel.is_dm:
            assert channel.recipient
            return {"id": str(channel.id), "type": DM, "recipients": [self.user_payload(channel.recipient)]}
        payload: dict[str, Any] = {
            "id": str(channel.id),
            "type": channel.kind,
            "name": channel.name,
            "position": 0,
            "permission_overwrites": [{"id": str(BOT), "type": 1, "allow": "0", "deny": str(channel.denied)}],
            "guild_id": str(GUILD),
            "parent_id": str(channel.parent) if channel.parent else None,
        }
        if channel.kind == THREAD:
            since = {"archive_timestamp": self._time(0), "create_timestamp": self._time(0)}
            thread = {"archived": False, "locked": False, "auto_archive_duration": 1440, **since}
            payload |= {"owner_id": str(BOT), "message_count": 0, "member_count": 1, "thread_metadata": thread}
        return payload

    def guild_payload(self) -> dict[str, Any]:
        role = {"id": str(GUILD), "name": "@everyone", "permissions": str(EVERYTHING), "position": 0, "color": 0}
        role |= {"colors": {"primary_color": 0}, "hoist": False, "managed": False, "mentionable": False, "flags": 0}
        living = [one for one in self.channels.values() if not one.is_dm and not one.gone]
        return {
            "id": str(GUILD),
            "name": "Hall",
            "owner_id": "1",
            "roles": [role],
            "emojis": [],
            "features": [],
            "stickers": [],
            "member_count": len(self.members),
            "members": [self.member_payload(BOT)],
            "channels": [self.channel_payload(one) for one in living if one.kind == TEXT],
            "threads": [self.channel_payload(one) for one in living if one.kind == THREAD],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
            "presences": [],
            "unavailable": False,
        }

    def message_payload(self, message: Message) -> dict[str, Any]:
        payload = {
            "id": str(message.id),
            "channel_id": str(message.channel.id),
            "author": self.user_payload(message.author),
            "content": "",
            "timestamp": self._time(message.at),
            "edited_timestamp": self._time(self.world.now) if message.edits else None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": message.attachments,
            "embeds": [],
            "components": message.components,
            "pinned": False,
            "type": 0,
            "flags": message.flags,
        }
        return payload if message.channel.is_dm else {**payload, "guild_id": str(GUILD)}

    def _time(self, at: float) -> str:
        return datetime.fromtimestamp(self.world.begins + at, UTC).isoformat()

    # -- Requests

    def answer(self, request: Request) -> Any:
        """What is asked for is done. Raises Refusal."""
        for refuse in [*self.obstacles]:
            refuse(request, self.channel_of(request))
        for method, pattern, handler in ROUTES:
            if method == request.method and (found := pattern.fullmatch(request.path)):
                return handler(self, request, *found.groups())
        raise AssertionError(f"the model knows no {request.method} {request.path}")

    def channel_of(self, request: Request) -> Channel | None:
        """Where a request wants to do something."""
        if found := re.match(r"/channels/(\d+)", request.path):
            return self.channels.get(int(found[1]))
        if found := re.match(r"/(?:webhooks|interactions)/\d+/token-(\d+)", request.path):
            one = self.interactions.get(int(found[1]))
            return one.channel if one else None
        return None

    def _channel(self, channel_id: str | int) -> Channel:
        channel = self.channels.get(int(channel_id))
        if channel is None or channel.gone:
            raise Refusal(404, 10003)
        if self.away and not channel.is_dm:
            raise self.away
        if channel.denied & discord.Permissions(view_channel=True).value:
            raise Refusal(403, 50001)
        return channel

    def _message(self, channel: Channel, message_id: str | int) -> Message:
        message = channel.messages.get(int(message_id))
        if message is None or message.deleted:
            raise Refusal(404, 10008)
        return message

    def require_form(self, request: Request, attached: list[dict[str, Any]]) -> None:
        """Pictures are shown of what is attached, and a layout has no more than Discord allows."""
        names = {one["filename"] for one in attached}
        parts = _walk(request.body.get("components") or [])
        for part in parts:
            for item in part.get("items") or []:
                url = item["media"]["url"]
                if url.startswith("attachment://") and url.removeprefix("attachment://") not in names:
                    raise Refusal(400, 50035)
        if not all(map(_is_labelled, parts)):
            self.world.fail(f"Discord refuses a text of {request.method} {request.path}")
            raise Refusal(400, 50035)
        ids = [part["custom_id"] for part in parts if part.get("custom_id")]
        text = sum(len(part["content"]) for part in parts if part.get("type") == 10)
        if len(parts) > 40 or text > 4000 or len(ids) != len(set(ids)) or any(len(one) > 100 for one in ids):
            self.world.fail(f"Discord refuses the form of {request.method} {request.path}")
            raise Refusal(400, 50035)

    def _attached(self, request: Request, before: Message | None) -> list[dict[str, Any]]:
        old = {} if before is None else {one["id"]: one for one in before.attachments}
        described = request.body.get("attachments")
        if described is None and not request.files:
            return [*old.values()]
        kept = [old[str(one["id"])] for one in described or () if str(one["id"]) in old]
        for name in request.files:
            place = {"url": f"https://cdn/{name}", "proxy_url": f"https://cdn/{name}", "size": 8}
            kept.append({"id": str(self.snowflake()), "filename": name, "content_type": "image/png", **place})
        return kept

    def _post(self, request: Request, channel: Channel, reader: int | None = None) -> Message:
        body = request.body
        attached = self._attached(request, None)
        self.require_form(request, attached)
        mentions = [int(user) for user in (body.get("allowed_mentions") or {}).get("users", ())]
        message = Message(
            self.snowflake(),
            channel,
            BOT,
            self.world.now,
            body.get("flags", 0),
            body.get("components") or [],
            attached,
            mentions,
            reader,
            nonce=body.get("nonce"),
        )
        message.touched = self.world.now
        channel.messages[message.id] = message
        self.on_message(message, "posted")
        return message

    def _edit(self, request: Request, message: Message) -> Message:
        attached = self._attached(request, message)
        self.require_form(request, attached)
        message.attachments = attached
        message.components = request.body.get("components", message.components)
        message.flags = (message.flags & ~LOADING) | (request.body.get("flags", 0) & LAYOUT)
        message.edits += 1
        message.touched = self.world.now
        self.on_message(message, "edited")
        return message

    def _delete(self, message: Message) -> None:
        message.deleted = message.deleted_by_bot = True
        self.on_message(message, "deleted")

    # By the bot's own token

    def me(self, request: Request) -> Any:
        return self.user_payload(BOT)

    def gateway(self, request: Request) -> Any:
        limits = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return {"url": "wss://gateway", "shards": 1, "session_start_limit": limits}

    def application(self, request: Request) -> Any:
        return {"id": str(APP), "name": "Wyrmhall", "flags": 0, "owner": self.user_payload(BOT), "bot_public": True} | {
            "description": "",
            "icon": None,
            "verify_key": "",
            "bot_require_code_grant": False,
            "rpc_origins": None,
            "summary": "",
            "team": None,
        }

    def list_commands(self, request: Request, app: str) -> Any:
        return self.commands

    def put_commands(self, request: Request, app: str) -> Any:
        commands: Any = request.body
        self.commands = [
            {**one, "id": str(1000 + n), "application_id": str(APP), "version": "1"} for n, one in enumerate(commands)
        ]
        return self.commands

    def post(self, request: Request, channel_id: str) -> Any:
        channel, nonce = self._channel(channel_id), request.body.get("nonce")
        if channel.is_dm and channel.recipient in self.no_dms:
            self.on_refused_dm(channel.recipient)
            raise Refusal(403, 50007)
        needed = discord.Permissions(attach_files=bool(request.files))
        needed.update(**{"send_messages_in_threads" if channel.kind == THREAD else "send_messages": True})
        if channel.denied & needed.value:
            raise Refusal(403, 50013)
        if nonce is not None and request.body.get("enforce_nonce"):
            message, lapses = self._nonces.get((channel.id, str(nonce)), (None, 0.0))
            if message is not None and self.world.now < lapses:
                if message.deleted:
                    if message.deleted_by_bot:
                        self.world.fail(f"nothing is posted for minutes: the nonce is that of {message}")
                    raise Refusal(404, 10008)
                return self.message_payload(message)
        message = self._post(request, channel)
        if nonce is not None:
            self._nonces[channel.id, str(nonce)] = message, self.world.now + NONCE_LASTS
        return self.message_payload(message)

    def edit(self, request: Request, channel_id: str, message_id: str) -> Any:
        message = self._message(self._channel(channel_id), message_id)
        if message.reader is not None:
            raise Refusal(404, 10008)
        return self.message_payload(self._edit(request, message))

    def delete(self, request: Request, channel_id: str, message_id: str) -> Any:
        message = self._message(self._channel(channel_id), message_id)
        if message.reader is not None:
            raise Refusal(404, 10008)
        self._delete(message)

    def fetch_message(self, request: Request, channel_id: str, message_id: str) -> Any:
        return self.message_payload(self._message(self._channel(channel_id), message_id))

    def history(self, request: Request, channel_id: str) -> Any:
        channel = self._channel(channel_id)
        if channel.denied & discord.Permissions(read_message_history=True).value:
            return []
        before, after = int(request.params.get("before", 2**63)), int(request.params.get("after", 0))
        there = [
            one
            for one in channel.messages.values()
            if not one.deleted and one.reader is None and after < one.id < before
        ]
        newest = sorted(there, key=lambda one: -one.id)[: int(request.params.get("limit", 50))]
        return [self.message_payload(one) for one in newest]

    def fetch_channel(self, request: Request, channel_id: str) -> Any:
        return self.channel_payload(self._channel(channel_id))

    def fetch_guild(self, request: Request, guild_id: str) -> Any:
        self._require_guild()
        return self.guild_payload()

    def _require_guild(self) -> None:
        if self.away:
            raise Refusal(404, 10004) if self.away.status == 403 else self.away

    def open_dm(self, request: Request) -> Any:
        return self.channel_payload(self.dm(int(request.body["recipient_id"])))

    def member(self, request: Request, guild_id: str, user_id: str) -> Any:
        self._require_guild()
        if int(user_id) != BOT and int(user_id) not in self.members:
            raise Refusal(404, 10007)
        return self.member_payload(int(user_id))

    def user(self, request: Request, user_id: str) -> Any:
        return self.user_payload(int(user_id))

    def open_thread(self, request: Request, channel_id: str, message_id: str) -> Any:
        parent = self._channel(channel_id)
        message = self._message(parent, message_id)
        if parent.denied & discord.Permissions(create_public_threads=True).value:
            raise Refusal(403, 50013)
        if message.id in self.channels:
            raise Refusal(400, 160004)
        self._require_name(request)
        thread = Channel(message.id, THREAD, request.body["name"], parent.id)
        self.channels[thread.id] = thread
        return self.channel_payload(thread)

    def _require_name(self, request: Request) -> None:
        if not _fits(request.body["name"], 100):
            self.world.fail(f"Discord refuses the thread's name {request.body['name']!r}")
            raise Refusal(400, 50035)

    def add_thread(self, request: Request, channel_id: str) -> Any:
        self._require_name(request)
        return self.channel_payload(
            self.add_channel(request.body["name"], kind=THREAD, parent=self._channel(channel_id).id)
        )

    # By the token of an interaction

    def _by_token(self, token: str) -> Interaction:
        found = self.interactions.get(int(token.removeprefix("token-")))
        if found is None or self.world.now > found.at + TOKEN_LASTS:
            raise Refusal(401, 50027)
        return found

    def _original(self, one: Interaction) -> Message:
        if one.original is None or one.original.deleted or one.original.channel.gone:
            raise Refusal(404, 10008)
        return one.original

    def acknowledge(self, request: Request, interaction_id: str, token: str) -> Any:
        one = self.interactions.get(int(interaction_id))
        if one is None or (one.answered is None and self.world.now > one.at + TO_ACKNOWLEDGE):
            raise Refusal(404, 10062)
        if one.answered is not None:
            raise Refusal(400, 40060)
        kind, data = request.body["type"], request.body.get("data") or {}
        reader = one.user if data.get("flags", 0) & EPHEMERAL else None
        told: dict[str, Any] = {}
        inner = Request("", request.path, data, request.files, {})
        if kind == 4:
            one.original = self._post(inner, one.channel, reader)
        elif kind == 5:
            flags = data.get("flags", 0) | LOADING
            one.original = Message(self.snowflake(), one.channel, BOT, self.world.now, flags, reader=reader)
            one.channel.messages[one.original.id] = one.original
        elif kind == 6:
            one.original = one.pressed
        elif kind == 7:
            assert one.pressed
            one.original = self._edit(inner, one.pressed)
        elif kind == 9:
            one.sheet = data
        one.answered = kind
        one.answers += 1
        if one.original is not None and kind in (4, 7):
            self._note(one, one.original, inner)
        if one.original is not None:
            told = {
                "response_message_id": str(one.original.id),
                "response_message_loading": kind == 5,
                "response_message_ephemeral": bool(one.original.flags & EPHEMERAL),
            }
        response: dict[str, Any] = {"interaction": {"id": str(one.id), "type": one.kind, **told}}
        if kind in (4, 7) and one.original:
            response["resource"] = {"type": kind, "message": self.message_payload(one.original)}
        return response

    def follow_up(self, request: Request, app: str, token: str) -> Any:
        one = self._by_token(token)
        if one.answered is None:
            raise Refusal(404, 10015)
        if one.channel.gone:
            raise Refusal(404, 10003)
        if one.original is not None and one.original.flags & LOADING and one.answered == 5:
            return self._note(one, self._edit(request, self._original(one)), request)
        reader = one.user if request.body.get("flags", 0) & EPHEMERAL else None
        return self._note(one, self._post(request, one.channel, reader), request)

    def _note(self, one: Interaction, message: Message, request: Request) -> Any:
        one.told.append(Told(message.words(), bool(request.files), message.controls()))
        return self.message_payload(message)

    def _of_token(self, token: str, which: str) -> Message:
        one = self._by_token(token)
        if which == "@original":
            return self._original(one)
        if one.channel.gone:
            raise Refusal(404, 10003)
        return self._message(one.channel, which)

    def fetch_answer(self, request: Request, app: str, token: str, which: str) -> Any:
        return self.message_payload(self._of_token(token, which))

    def edit_answer(self, request: Request, app: str, token: str, which: str) -> Any:
        return self._note(self._by_token(token), self._edit(request, self._of_token(token, which)), request)

    def delete_answer(self, request: Request, app: str, token: str, which: str) -> Any:
        self._delete(self._of_token(token, which))


def _route(method: str, path: str, handler: Callable[..., Any]) -> tuple[str, re.Pattern[str], Callable[..., Any]]:
    return method, re.compile(path.replace("#", r"(\d+)").replace("~", r"([^/]+)")), handler


ROUTES = [
    _route("POST", "/interactions/#/~/callback", Discord.acknowledge),
    _route("POST", "/webhooks/#/~", Discord.follow_up),
    _route("PATCH", "/webhooks/#/~/messages/~", Discord.edit_answer),
    _route("GET", "/webhooks/#/~/messages/~", Discord.fetch_answer),
    _route("DELETE", "/webhooks/#/~/messages/~", Discord.delete_answer),
    _route("POST", "/channels/#/messages", Discord.post),
    _route("PATCH", "/channels/#/messages/#", Discord.edit),
    _route("DELETE", "/channels/#/messages/#", Discord.delete),
    _route("GET", "/channels/#/messages/#", Discord.fetch_message),
    _route("GET", "/channels/#/messages", Discord.history),
    _route("GET", "/channels/#", Discord.fetch_channel),
    _route("POST", "/channels/#/messages/#/threads", Discord.open_thread),
    _route("POST", "/channels/#/threads", Discord.add_thread),
    _route("POST", "/users/@me/channels", Discord.open_dm),
    _route("GET", "/guilds/#/members/#", Discord.member),
    _route("GET", "/guilds/#", Discord.fetch_guild),
    _route("GET", "/users/@me", Discord.me),
    _route("GET", "/gateway/bot", Discord.gateway),
    _route("GET", "/users/#", Discord.user),
    _route("GET", "/oauth2/applications/@me", Discord.application),
    _route("GET", "/applications/#/commands", Discord.list_commands),
    _route("PUT", "/applications/#/commands", Discord.put_commands),
]


def read_body(data: Any) -> tuple[Any, list[str]]:
    """The JSON of a request, and the names of the files sent with it."""
    if data is None:
        return {}, []
    if isinstance(data, str | bytes):
        return json.decode(data), []
    body: Any = {}
    files = list[str]()
    for options, _, value in data._fields:  # aiohttp's form
        if options["name"] == "payload_json":
            body = json.decode(value)
        else:
            files.append(options["filename"])
    return body, files
