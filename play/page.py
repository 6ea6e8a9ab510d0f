"""The page of direct messages: each member's conversation with the bot, with buttons and menus that work.

Served on the loopback only. As on simcord's page, the address carries a token after the `#`, which a browser keeps to
itself; every request must bring it back in a header.
"""

import contextlib
import hashlib
import json
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import simcord.preview
from aiohttp import web
from simcord import BackendError, Env, InteractionResult, ResponseMessage, SetupError, UserHandle
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


class Page:
    def __init__(self, env: Env, users: Sequence[UserHandle], run: Run, *, channel_url: str) -> None:
        self._env = env
        self._users = {user.id: user for user in users}
        self._run = run
        self._channel_url = channel_url
        self._token = secrets.token_urlsafe(32)
        self._nonce = secrets.token_urlsafe(16)
        self._hosts: frozenset[str] = frozenset()
        self._sheets: dict[int, InteractionResult] = {}  # by member, the one that is open

    @contextlib.asynccontextmanager
    async def serve(self, port: int) -> AsyncIterator[str]:
        """Serve while the context lasts; its value is the page's address, token and all."""
        app = web.Application(middlewares=[self._guard])
        app.router.add_get("/", self._index)
        app.router.add_get("/emoji.ttf", self._emoji)
        app.router.add_get("/api/state", self._state)
        app.router.add_get("/api/media", self._media)
        app.router.add_post("/api/press", self._press)
        app.router.add_post("/api/send", self._send)
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
        """For machines that have no font with them."""
        return web.FileResponse(EMOJI)

    async def _state(self, request: web.Request) -> web.Response:
        state = {
            "channel": self._channel_url,
            "now": self._env.now().timestamp(),
            "names": {str(user.id): user.global_name or user.name for user in self._users.values()},
            "members": [
                {"id": str(user.id), "name": user.global_name or user.name, "messages": self._messages(user)}
                for user in self._users.values()
            ],
        }
        tag = hashlib.sha256(json.dumps(state["members"]).encode()).hexdigest()
        if request.headers.get("If-None-Match") == tag:
            return web.Response(status=304)
        return web.json_response(state, headers={"ETag": tag})

    def _messages(self, user: UserHandle) -> list[dict[str, Any]]:
        backend = self._env.backend
        channel = backend.dm_channels.get(user.id)
        stored = backend.messages.get(channel, {}).values() if channel is not None else ()
        visible = [message for message in sorted(stored, key=lambda m: m.id) if message.visible_to(user.id)]
        return [
            {
                **{key: payload.get(key) for key in SHOWN},
                "mine": message.author_id == user.id,
                "ephemeral": message.is_ephemeral,
            }
            for message in visible[-RECENT:]
            for payload in [dict(serializers.message_payload(backend, message))]
        ]

    async def _media(self, request: web.Request) -> web.Response:
        url = request.query["url"]
        kind = IMAGES.get(Path(url).suffix.lower())
        body = self._env.backend.cdn.get(url)
        if kind is None or body is None:
            raise web.HTTPNotFound
        return web.Response(body=body, content_type=kind)

    async def _press(self, request: web.Request) -> web.Response:
        body = await request.json()
        user = self._users[int(body["member"])]
        custom_id, values = str(body["custom_id"]), body.get("values")

        async def press() -> Any:
            stored = self._env.backend.get_message(user.dm_channel.id, int(body["message"]))
            message = ResponseMessage(self._env, stored)
            if values is None:
                return await user.click(message, custom_id=custom_id)
            return await user.select(message, values, custom_id=custom_id)

        result = await self._run(press)
        if result.modal is not None:
            self._sheets[user.id] = result
            return web.json_response({"sheet": result.modal})
        return _answer(result)

    async def _send(self, request: web.Request) -> web.Response:
        """What was chosen on the sheet that this member has open: {"custom_id": [values]}."""
        body = await request.json()
        user = self._users[int(body["member"])]
        sheet = self._sheets.pop(user.id)
        return _answer(await self._run(lambda: user.submit_modal(sheet, dict(body["values"]))))

    async def _say(self, request: web.Request) -> web.Response:
        """A message, or a command typed as `/name option:value`."""
        body = await request.json()
        user, text = self._users[int(body["member"])], str(body["text"]).strip()
        if not text.startswith("/"):
            await self._run(lambda: user.send_dm(text))
            return web.json_response({})
        found = self._command(user, text)
        if found is None:
            raise ValueError("There is no such command here.")
        name, leaf, typed = found
        options = {key: _value(leaf["options"][key], raw) for key, raw in typed.items() if raw}
        return _answer(await self._run(lambda: user.slash(name, **options)))

    async def _suggest(self, request: web.Request) -> web.Response:
        """What the text may go on to be: [{"label", "text"}]."""
        body = await request.json()
        user, text = self._users[int(body["member"])], str(body["text"]).lstrip()
        found = self._command(user, text)
        if found is None:
            commands = [
                {"label": f"/{name} {leaf['description']}", "text": f"/{name} "}
                for name, leaf in self._commands(user).items()
                if name.startswith(text[1:])
            ]
            return web.json_response(commands[:CHOICES])
        name, leaf, typed = found
        if typed and not text.endswith(" "):
            key, raw = list(typed.items())[-1]
            option = leaf["options"][key]
            stem = text[: len(text) - len(raw)].rstrip() if raw else text
            choices = option.get("choices") or []
            if option["type"] == BOOLEAN:
                choices = [{"name": word, "value": word} for word in ("True", "False")]
            elif option.get("autocomplete"):
                filled = {k: _value(leaf["options"][k], v) for k, v in typed.items() if v and k != key}
                choices = await self._run(lambda: user.autocomplete(name, key, raw, **filled))
            return web.json_response(
                [{"label": choice["name"], "text": f"{stem}{choice['value']} "} for choice in choices][:CHOICES]
            )
        return web.json_response(
            [
                {"label": f"{key}: {option['description']}", "text": f"{text.rstrip()} {key}:"}
                for key, option in leaf["options"].items()
                if key not in typed
            ]
        )

    def _commands(self, user: UserHandle) -> dict[str, dict[str, Any]]:
        """The commands a member has in direct messages, by name with subcommands, their options by name."""
        roots = self._env.backend.visible_commands(user_id=user.id, channel_id=user.dm_channel.id)
        return {
            " ".join(path): {
                "description": leaf.get("description", ""),
                "options": {option["name"]: option for option in leaf.get("options") or []},
            }
            for root in roots
            for path, leaf in command_leaves(root)
        }

    def _command(self, user: UserHandle, text: str) -> tuple[str, dict[str, Any], dict[str, str]] | None:
        """The command that a text names whole: its name, itself, the options typed."""
        for name, leaf in self._commands(user).items():
            if f"{text} ".startswith(f"/{name} "):
                keys = "|".join(map(re.escape, leaf["options"]))
                parts = re.split(rf"(?:^|\s)({keys}):", text[len(name) + 1 :]) if keys else []
                return name, leaf, {key: raw.strip() for key, raw in zip(parts[1::2], parts[2::2], strict=True)}
        return None


def _answer(result: InteractionResult) -> web.Response:
    if not result.acknowledged:
        raise ValueError("The application did not respond.")
    if result.modal is not None:
        raise ValueError("This opens a sheet, which only a button does here.")
    return web.json_response({})


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
    for choice in option.get("choices") or []:
        if raw in (choice["name"], choice["value"]):
            return str(choice["value"])
    return raw
