"""The page of direct messages and threads: what each member has there, with buttons, menus and dialogs that work.

Served on the loopback only. As on simcord's page, the address carries a token after the `#`, which a browser keeps to
itself; every request must bring it back in a header.
"""

import contextlib
import hashlib
import json
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

import simcord.preview
from aiohttp import web
from simcord import (
    BackendError,
    ChannelHandle,
    Env,
    InteractionResult,
    MemberActor,
    ResponseMessage,
    SetupError,
    UserHandle,
)
from simcord.backend import serializers
from simcord.interactions import command_leaves

RECENT = 50  # messages shown of a conversation
CHOICES = 25
IMAGES = {".png": "image/png", ".gif": "image/gif", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp"}
STRING, INTEGER, BOOLEAN, NUMBER = 3, 4, 5, 10  # types of a command's options
SHOWN = ("id", "content", "timestamp", "edited_timestamp", "components", "attachments", "embeds")
OPEN = ("/", "/emoji.ttf")  # the paths that need no token
EMOJI = Path(simcord.preview.__file__).parent / "static/fonts/noto-color-emoji-v2.051.ttf"
HTML = Path(__file__).with_name("page.html")

Result = TypeVar("Result")


class Run(Protocol):
    """How to do something to the simulated Discord: one at a time."""

    async def __call__(self, operation: Callable[[], Awaitable[Result]]) -> Result: ...


@dataclass(frozen=True)
class Spot:
    """A member in one of their conversations: in a thread, or else (None) alone with the bot."""

    member: MemberActor
    thread: ChannelHandle | None

    @property
    def user(self) -> UserHandle:
        return self.member.user

    @property
    def channel_id(self) -> int:
        return (self.thread or self.user.dm_channel).id

    @property
    def presser(self) -> MemberActor | UserHandle:
        return self.member if self.thread else self.user

    async def say(self, text: str) -> Any:
        return await (self.member.send(self.thread, text) if self.thread else self.user.send_dm(text))

    async def slash(self, name: str, **options: Any) -> InteractionResult:
        if self.thread:
            return await self.member.slash(self.thread, name, **options)
        result: InteractionResult = await self.user.slash(name, **options)
        return result

    async def autocomplete(self, name: str, option: str, typed: str, **filled: Any) -> list[dict[str, Any]]:
        if self.thread:
            return await self.member.autocomplete(self.thread, name, option, typed, **filled)
        return await self.user.autocomplete(name, option, typed, **filled)


class Page:
    def __init__(
        self,
        env: Env,
        members: Sequence[MemberActor],
        run: Run,
        channel: ChannelHandle,
        *,
        channel_url: str,
        assets: Mapping[str, tuple[str, bytes]],
    ) -> None:
        """`channel`: the one whose threads are shown here. `assets`: other files, by address: type and content."""
        self._env = env
        self._members = {member.id: member for member in members}
        self._channel = channel
        self._dialogs: dict[int, tuple[int, InteractionResult]] = {}  # by member: the open dialog, and its number
        self._opened = 0
        self._run = run
        self._channel_url = channel_url
        self._assets = assets
        self._token = secrets.token_urlsafe(32)
        self._nonce = secrets.token_urlsafe(16)
        self._hosts: frozenset[str] = frozenset()

    @contextlib.asynccontextmanager
    async def serve(self, port: int) -> AsyncIterator[str]:
        """Serve while the context lasts; its value is the page's address, token and all."""
        app = web.Application(middlewares=[self._guard])
        app.router.add_get("/", self._index)
        app.router.add_get("/emoji.ttf", self._emoji)
        app.router.add_get("/api/state", self._state)
        app.router.add_get("/api/media", self._media)
        app.router.add_post("/api/press", self._press)
        app.router.add_post("/api/submit", self._submit)
        app.router.add_post("/api/say", self._say)
        app.router.add_post("/api/suggest", self._suggest)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", port).start()
            port = runner.addresses[0][1]
            self._hosts = frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost"))
            yield f"http://127.0.0.1:{port}/#{self._token}"
        finally:
            await runner.cleanup()

    @web.middleware
    async def _guard(self, request: web.Request, handler: Callable[[web.Request], Awaitable[Any]]) -> Any:
        token = request.headers.get("X-Token", "")
        if request.headers.get("Host") not in self._hosts:
            raise web.HTTPForbidden
        if request.path not in OPEN and not secrets.compare_digest(token.encode(), self._token.encode()):
            raise web.HTTPUnauthorized
        try:
            response = await handler(request)
        except (SetupError, BackendError, TimeoutError, KeyError, TypeError, ValueError) as error:
            response = web.json_response({"error": str(error).splitlines()[0] or type(error).__name__}, status=400)
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        return response

    async def _index(self, request: web.Request) -> web.Response:
        policy = (
            f"default-src 'none'; script-src 'nonce-{self._nonce}'; style-src 'nonce-{self._nonce}'; "
            "connect-src 'self'; font-src 'self'; img-src blob: data:; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        text = HTML.read_text(encoding="utf-8").replace("NONCE", self._nonce)
        return web.Response(text=text, content_type="text/html", headers={"Content-Security-Policy": policy})

    async def _emoji(self, request: web.Request) -> web.FileResponse:
        """The emoji font, for machines without one."""
        return web.FileResponse(EMOJI)

    async def _state(self, request: web.Request) -> web.Response:
        names = {str(id_): member.user.global_name or member.user.name for id_, member in self._members.items()}
        place = request.query.get("place", "")
        state = {
            "channel": self._channel_url,
            "now": self._env.now().timestamp(),
            "names": names,
            "threads": [{"id": str(thread.id), "name": thread.name} for thread in self._channel.threads],
            "members": [
                {"id": id_, "name": name, "messages": self._messages(self._spot({"member": id_, "place": place}))}
                for id_, name in names.items()
            ],
        }
        tag = hashlib.sha256(json.dumps([place, state["threads"], state["members"]]).encode()).hexdigest()
        if request.headers.get("If-None-Match") == tag:
            return web.Response(status=304)
        return web.json_response(state, headers={"ETag": tag})

    def _spot(self, body: dict[str, Any]) -> Spot:
        """Who acts, and where. Raises KeyError, ValueError."""
        threads = {str(thread.id): thread for thread in self._channel.threads}
        return Spot(self._members[int(body["member"])], threads[body["place"]] if body["place"] else None)

    def _messages(self, spot: Spot) -> list[dict[str, Any]]:
        backend, user = self._env.backend, spot.user
        channel = spot.thread.id if spot.thread else backend.dm_channels.get(user.id)
        stored = backend.messages.get(channel, {}).values() if channel is not None else ()
        visible = [message for message in sorted(stored, key=lambda m: m.id) if message.visible_to(user.id)]
        return [
            {
                **{key: payload.get(key) for key in SHOWN},
                "by": "" if message.author_id == backend.bot_user.id else str(message.author_id),
                "ephemeral": message.is_ephemeral,
            }
            for message in visible[-RECENT:]
            for payload in [dict(serializers.message_payload(backend, message))]
        ]

    async def _media(self, request: web.Request) -> web.Response:
        url = request.query["url"]
        if url in self._assets:
            return web.Response(body=self._assets[url][1], content_type=self._assets[url][0])
        kind = IMAGES.get(Path(url).suffix.lower())
        body = self._env.backend.cdn.get(url)
        if kind is None or body is None:
            raise web.HTTPNotFound
        return web.Response(body=body, content_type=kind)

    async def _press(self, request: web.Request) -> web.Response:
        body = await request.json()
        spot = self._spot(body)
        custom_id, values = str(body["custom_id"]), body.get("values")

        async def press() -> InteractionResult:
            stored = self._env.backend.get_message(spot.channel_id, int(body["message"]))
            message = ResponseMessage(self._env, stored)
            if values is None:
                return await spot.presser.click(message, custom_id=custom_id)
            return await spot.presser.select(message, values, custom_id=custom_id)

        return self._answer(spot, await self._run(press))

    async def _submit(self, request: web.Request) -> web.Response:
        """A dialog was filled in: {"number", "values"} with the values by custom id."""
        body = await request.json()
        spot = self._spot(body)
        number, sheet = self._dialogs.pop(spot.member.id)
        if number != body["number"]:
            raise ValueError("This dialog is closed. Open it again.")
        values = dict(body["values"])
        return self._answer(spot, await self._run(lambda: spot.presser.submit_modal(sheet, values)))

    async def _say(self, request: web.Request) -> web.Response:
        """The member writes a message, or a command such as `/name option:value`."""
        body = await request.json()
        spot, text = self._spot(body), str(body["text"]).strip()
        if not text.startswith("/"):
            await self._run(lambda: spot.say(text))
            return web.json_response({})
        command = self._command(spot, text)
        if command is None:
            there = self._env.backend.visible_commands(user_id=spot.user.id, channel_id=self._channel.id)
            known = text.split()[0].removeprefix("/") in {root["name"] for root in there}
            raise ValueError("That works in the channel only." if known else "There is no such command here.")
        name, leaf, typed = command
        options = {key: _value(leaf["options"][key], raw) for key, raw in typed.items() if raw}
        return self._answer(spot, await self._run(lambda: spot.slash(name, **options)))

    async def _suggest(self, request: web.Request) -> web.Response:
        """Suggestions of how the text could go on: [{"label", "text"}]."""
        body = await request.json()
        spot, text = self._spot(body), str(body["text"]).lstrip()
        command = self._command(spot, text)
        if command is None:
            commands = [
                {"label": f"/{name} {leaf['description']}", "text": f"/{name} "}
                for name, leaf in self._commands(spot).items()
                if name.startswith(text[1:])
            ]
            return web.json_response(commands[:CHOICES])
        name, leaf, typed = command
        if typed and not text.endswith(" "):
            key, raw = list(typed.items())[-1]
            option = leaf["options"][key]
            stem = text[: len(text) - len(raw)]
            choices = option.get("choices") or []
            if option["type"] == BOOLEAN:
                choices = [{"name": word, "value": word} for word in ("True", "False")]
            elif option.get("autocomplete"):
                filled = {k: _value(leaf["options"][k], v) for k, v in typed.items() if v and k != key}
                choices = await self._run(lambda: spot.autocomplete(name, key, raw, **filled))
            return web.json_response(
                [
                    {"label": choice["name"], "text": f"{stem}{choice['value']} "}
                    for choice in choices
                    if option.get("autocomplete") or raw.casefold() in choice["name"].casefold()
                ][:CHOICES]
            )
        return web.json_response(
            [
                {"label": f"{key}: {option['description']}", "text": f"{text.rstrip()} {key}:"}
                for key, option in leaf["options"].items()
                if key not in typed
            ]
        )

    def _commands(self, spot: Spot) -> dict[str, dict[str, Any]]:
        """The commands a member has there, by name with subcommands, their options by name."""
        roots = self._env.backend.visible_commands(user_id=spot.user.id, channel_id=spot.channel_id)
        return {
            " ".join(path): {
                "description": leaf.get("description", ""),
                "options": {option["name"]: option for option in leaf.get("options") or []},
            }
            for root in roots
            for path, leaf in command_leaves(root)
        }

    def _command(self, spot: Spot, text: str) -> tuple[str, dict[str, Any], dict[str, str]] | None:
        """The command that a text names in full: its name, the command, and the options that were typed.

        Text before any option's name is the first option: `/play Hexaract`.
        """
        for name, leaf in self._commands(spot).items():
            if f"{text} ".startswith(f"/{name} "):
                keys = "|".join(map(re.escape, leaf["options"]))
                parts = re.split(rf"(?:^|\s)({keys}):", text[len(name) + 1 :]) if keys else []
                typed = {key: raw.strip() for key, raw in zip(parts[1::2], parts[2::2], strict=True)}
                if parts and parts[0].strip():
                    typed = {next(iter(leaf["options"])): parts[0].strip(), **typed}
                return name, leaf, typed
        return None

    def _answer(self, spot: Spot, result: InteractionResult) -> web.Response:
        """Answer with {}, or with the dialog to show."""
        if not result.acknowledged:
            raise ValueError("The application did not respond.")
        if result.modal is None:
            return web.json_response({})
        self._opened += 1
        self._dialogs[spot.member.id] = (self._opened, result)
        return web.json_response({"dialog": {**result.modal, "number": self._opened}})


def _value(option: dict[str, Any], raw: str) -> str | int | float | bool:
    """Raises ValueError."""
    kind = option["type"]
    if kind == INTEGER:
        return int(raw)
    if kind == NUMBER:
        return float(raw)
    if kind == BOOLEAN:
        return raw.lower() in ("true", "yes")
    if kind != STRING:
        raise ValueError(f"{option['name']} can't be typed on this page; use the channel's.")
    choices = option.get("choices") or []
    for choice in choices:
        if raw in (choice["name"], choice["value"]):
            return str(choice["value"])
    begun = [choice["value"] for choice in choices if choice["name"].casefold().startswith(raw.casefold())]
    return str(begun[0]) if len(begun) == 1 else raw
