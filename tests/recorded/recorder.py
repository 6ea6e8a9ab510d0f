"""Writes down each request as it reaches the simulated Discord: nothing here knows what the hall is made of.

What differs from run to run is named instead: ids by what they are of, a nonce by being there. Requests that one action
sets off at the same time may arrive in any order, so they are sorted by where they go; those that go to the same place
(a channel, the answer to a command, the message that was pressed) keep their order.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from typing import Any

import msgspec
from PIL import Image
from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.http import router

from render.moments import Effect, Picture

SNOWFLAKE = re.compile(r"(?<!\w)\d{17,20}(?!\w)")  # and no part of a seed in hexadecimal
LABEL = b"wyrmhall picture "  # begins what `labelled` has written into a picture
GIST = 40  # characters
INDENT = "  "
COMPONENTS = {
    1: "row",
    2: "button",
    3: "menu",
    9: "section",
    10: "text",
    11: "thumbnail",
    12: "gallery",
    14: "line",
    17: "container",
    18: "label",
    21: "radios",
    22: "boxes",
    23: "box",
}
UPDATING = 6  # the answer to a press that edits the message later
ACTIONS = {2: "types", 3: "presses", 4: "is offered", 5: "sends back"}


@dataclass
class Request:
    method: str
    path: str
    params: Mapping[str, Any]
    body: Any
    files: Sequence[tuple[str, str]]  # names, and what is in them
    message_id: int | None = None  # that it has made
    attachments: Sequence[int] = ()
    refused: str = ""


@dataclass
class Step:
    """What somebody does, or time, and what comes of it."""

    said: str
    requests: list[Request] = field(default_factory=list)


@dataclass(frozen=True)
class Line:
    """A request as it is told."""

    step: str
    request: str  # method and route
    text: str  # all of it
    told: str  # the same, without what depends on the version of the library that draws

    @property
    def short(self) -> str:
        digest = sha256(f"{self.request}\n{self.told}".encode()).hexdigest()[:10]
        return f"{digest} {self.request} {_gist(self.told)}".rstrip()


class Recorder:
    """Of one simulated Discord after the other."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._steps: list[Step] = []
        self._backend: Backend | None = None
        self._places = dict[int, str]()  # the names of channels, also of those that are deleted later

    def step(self, said: str) -> None:
        self._steps.append(Step(said))

    def forget(self) -> None:
        """All that has been asked so far."""
        self._steps.clear()

    def finish(self) -> None:
        """Put into words what has been recorded of this Discord."""
        if self._backend is not None:
            self.lines += _Telling(self._backend, self._steps, self._places).lines()
        self._steps, self._backend, self._places = [], None, {}

    def emitted(self, backend: Backend, event: str, payload: Mapping[str, Any]) -> None:
        self._be_at(backend)
        if event in ("CHANNEL_CREATE", "THREAD_CREATE"):
            self._places[int(payload["id"])] = str(payload.get("name"))
        if event == "GUILD_CREATE":
            self._places |= {int(one["id"]): str(one["name"]) for one in payload.get("channels", ())}
        if event == "INTERACTION_CREATE":
            user = (payload.get("member") or payload)["user"]["id"]
            data = dict(payload["data"])
            kept = {
                name: data[name] for name in ("name", "options", "custom_id", "values", "components") if name in data
            }
            on = f" on {payload['message']['id']}" if payload.get("message") else ""
            action = ACTIONS.get(payload["type"], payload["type"])
            said = f"({payload['id']}) {user} in {payload['channel_id']} {action}{on}: {_compact(_bare(kept))}"
            self.step(said)

    def asked(self, backend: Backend, request: Request) -> None:
        self._be_at(backend)
        if not self._steps:
            self.step("the hall opens")
        self._steps[-1].requests.append(request)

    def _be_at(self, backend: Backend) -> None:
        if backend is not self._backend:
            self.finish()
            self._backend = backend


@contextmanager
def recording() -> Iterator[Recorder]:
    """Record every request to a simulated Discord from now on."""
    recorder, dispatch, emit = Recorder(), router.dispatch, Backend.emit

    def dispatched(backend: Backend, method: str, path: str, **more: Any) -> Any:
        files = [_file(file) for file in more.get("files") or ()]
        body = json.loads(json.dumps(more.get("json")))
        request = Request(method, path, dict(more.get("params") or {}), body, files)
        recorder.asked(backend, request)
        try:
            answered = dispatch(backend, method, path, **more)
        except BackendError as error:
            request.refused = f"{error.status} {error.code}"
            raise
        _note(request, answered)
        return answered

    def emitted(backend: Backend, event: str, payload: Mapping[str, Any]) -> None:
        recorder.emitted(backend, event, payload)
        emit(backend, event, payload)

    router.dispatch, Backend.emit = dispatched, emitted  # type: ignore[method-assign, assignment]
    try:
        yield recorder
    finally:
        router.dispatch, Backend.emit = dispatch, emit  # type: ignore[method-assign]
        recorder.finish()


def _file(file: Any) -> tuple[str, str]:
    content: bytes = file.fp.read()
    file.fp.seek(0)
    written = label_of(content)
    return file.filename, f"what shows {written}" if written else f"bytes {sha256(content).hexdigest()[:16]}"


def _note(request: Request, answered: Any) -> None:
    """What Discord has made of it."""
    if not isinstance(answered, dict):
        return
    made = answered.get("resource", {}).get("message") or answered
    if request.path.endswith("/callback"):
        found = answered.get("interaction", {}).get("response_message_id")
        request.message_id = int(found) if found else None
    elif (request.method == "POST" and "/messages" in request.path) or request.path.startswith("/webhooks/"):
        request.message_id = int(made["id"]) if "id" in made else None
    request.attachments = [int(one["id"]) for one in made.get("attachments", ())]


# -- Pictures


def labelled(*shown: Any) -> bytes:
    """A picture in place of a drawn one: of the same arguments the same, of others another. It takes no time."""
    written = sha256(msgspec.json.encode(shown, order="deterministic", enc_hook=repr)).hexdigest()[:16]
    picture = Image.new("P", (8, 4))
    picture.putpalette([*range(256)] * 3)  # so that a pixel has a byte, as in our own files
    picture.putdata([*sha256(written.encode()).digest()])
    content = BytesIO()
    picture.save(content, "PNG", pnginfo=None)
    return content.getvalue() + LABEL + written.encode()


def relabelled(way: str, picture: Picture, effects: Sequence[Effect] = (), before: Picture | None = None) -> bytes:
    """Likewise of a picture that can move."""
    made = [label_of(draw(*given)) for draw, given in filter(None, (picture, before))]
    return labelled(way, *made, [[effect.play.__name__, effect.place, effect.held] for effect in effects])


def label_of(picture: bytes) -> str:
    return picture.rpartition(LABEL)[2].decode() if LABEL in picture[-64:] else ""


# -- In words


class _Telling:
    """The steps of one Discord, with names in place of ids."""

    def __init__(self, backend: Backend, steps: Sequence[Step], places: Mapping[int, str]) -> None:
        self._backend, self._steps = backend, steps
        self._places = {**places, **{channel: str(one.name) for channel, one in backend.channels.items()}}
        self._names: dict[str, str] = {str(backend.application_id): "app"}
        self._tokens = {token: str(id_) for token, id_ in backend.interaction_tokens.items()}
        self._counts = Counter[str]()
        self._updating = {
            request.path.split("/")[2]
            for step in steps
            for request in step.requests
            if request.path.endswith("/callback") and request.body["type"] == UPDATING
        }

    def lines(self) -> list[Line]:
        self._name_places()
        for number, id_ in enumerate(sorted(self._backend.interactions), 1):
            self._names[str(id_)] = f"i{number}"
        ordered = [(step, sorted(step.requests, key=self._lane)) for step in self._steps]
        for _, requests in ordered:
            for request in requests:
                self._name_made(request)
        found = []
        for step, requests in ordered:
            said = self._named(step.said)
            found += [self._line(said, request) for request in requests]
        return found

    def _name_places(self) -> None:
        backend = self._backend
        for user in backend.users.values():
            self._names[str(user.id)] = f"@{user.global_name or user.name}"
        for number, guild in enumerate(backend.guilds, 1):
            self._names[str(guild)] = f"server{number}"
            for role in backend.guilds[guild].roles:
                self._names.setdefault(str(role), f"role of server{number}")
        private = {channel: user for user, channel in backend.dm_channels.items()}
        for channel, name in sorted(self._places.items()):
            if channel in private:
                name = f"to-{self._names[str(private[channel])][1:]}"
            self._counts[f"#{name}"] += 1
            again = self._counts[f"#{name}"]
            self._names[str(channel)] = f"#{name}" + (f"~{again}" if again > 1 else "")
        for commands in backend.commands.values():
            for (name, _), command in commands.items():
                self._names[str(command["id"])] = f"/{name}"
        for emoji in getattr(backend, "application_emojis", {}).values():
            self._names[str(emoji.id)] = f"emoji {emoji.name}"

    def _lane(self, request: Request) -> tuple[int, int, str]:
        """What keeps the order in which it arrived."""
        _, scope, *ids = request.path.split("/")
        if scope == "interactions":
            return 0, int(ids[0]), ""
        if scope == "webhooks" and ids[1] in self._tokens:
            interaction = self._tokens[ids[1]]
            # A pressed message is edited beside what is posted; where "thinking…" stands, the first post becomes that
            beside = interaction in self._updating
            return 0, int(interaction), " ".join([request.method, *ids[2:]]) if beside else ""
        if scope == "channels":
            return 1, 0, self._names.get(ids[0], ids[0])
        return 2, 0, f"{request.method} {self._named(request.path)}"

    def _name_made(self, request: Request) -> None:
        if request.message_id is not None and str(request.message_id) not in self._names:
            kind, interaction, place = self._lane(request)
            base = f"{self._names[str(interaction)]}." if kind == 0 else f"{place}/"
            self._counts[base] += 1
            self._names[str(request.message_id)] = f"{base}{self._counts[base]}"
        for number, id_ in enumerate(request.attachments, 1):
            message = self._names.get(str(request.message_id), "?")
            self._names.setdefault(str(id_), f"file {number} of {message}")

    def _named(self, text: str) -> str:
        return SNOWFLAKE.sub(lambda found: self._names.get(found[0], "unknown"), text)

    def _line(self, step: str, request: Request) -> Line:
        path = "/".join(self._tokens.get(part, part) for part in request.path.split("/"))
        path = re.sub(r"^/(interactions|webhooks)/\d+/", r"/\1/", path)
        route = f"{request.method} {self._named(path)}"
        if request.params:
            route += f"?{self._named(_compact(request.params))}"
        body = self._said(request.body)
        refused = [f"refused: {request.refused}"] if request.refused else []
        text = "\n".join([*body, *(f"file {name}: {content}" for name, content in request.files), *refused])
        drawn = [(name, content if content.startswith("what shows") else "") for name, content in request.files]
        told = "\n".join([*body, *(f"file {name}: {content}" for name, content in drawn), *refused])
        return Line(step, route, text, told)

    def _said(self, body: Any) -> list[str]:
        if body is None:
            return []
        if isinstance(body, dict) and "nonce" in body:
            body = {**body, "nonce": "…"}
        return self._named("\n".join(_lines(body, 0))).splitlines()


def _lines(value: Any, depth: int) -> Iterator[str]:
    """JSON, in lines. A component is called by its kind, and what it holds stands below it."""
    space = INDENT * depth
    if not isinstance(value, dict):
        if isinstance(value, list) and any(isinstance(one, dict | list) for one in value):
            for one in value:
                yield from _lines(one, depth)
        else:
            yield f"{space}{_compact(value)}"
        return
    value = dict(value)
    kind = COMPONENTS.get(value.get("type", 0)) if not {"data", "channel_id"} & {*value} else None
    if kind:
        value.pop("type")
    below = {name: value.pop(name) for name in sorted(value) if _is_deep(value[name])}
    said = {name: value.pop(name) for name in ("content", "description") if isinstance(value.get(name), str)}
    if kind or value:
        fields = " ".join(f"{name}={_compact(value[name])}" for name in sorted(value))
        yield f"{space}{f'{kind} ' if kind else ''}{fields}".rstrip()
    for name, text in said.items():
        if text or not kind:
            yield from (f"{space}{INDENT}{name[0]}| {line}" for line in text.split("\n"))
    for name, deeper in below.items():
        yield f"{space}{INDENT}{name}:"
        yield from _lines(deeper, depth + 2)


def _is_deep(value: Any) -> bool:
    return (isinstance(value, dict) and len(value) > 4) or _holds(value)


def _holds(value: Any) -> bool:
    if isinstance(value, list):
        return any(isinstance(one, dict | list) for one in value)
    return isinstance(value, dict) and any(isinstance(one, dict | list) for one in value.values())


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _bare(value: Any) -> Any:
    """Without the ids that a client numbers its components with."""
    if isinstance(value, dict):
        return {name: _bare(one) for name, one in value.items() if not (name == "id" and isinstance(one, int))}
    return [_bare(one) for one in value] if isinstance(value, list) else value


def _gist(told: str) -> str:
    """Its first words."""
    texts = [line.split("| ", 1)[1] for line in told.splitlines() if re.match(r"\s+c\| ", line)]
    words = next((text for text in texts if re.search(r"\w", text)), told.partition("\n")[0])
    words = " ".join(words.split())
    return words if len(words) <= GIST else f"{words[: GIST - 1]}…"
