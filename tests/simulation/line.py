"""The line between the bot and Discord: what is asked comes late, twice, or not at all, and so do the answers."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import unquote

import aiohttp
from msgspec import json
from multidict import CIMultiDict

from .discord_model import EPHEMERAL, Discord, Refusal, Request, read_body
from .seams import the_loop
from .world import Loop, World

API = "https://discord.com/api/v10"
GIVES_UP = 300.0  # seconds after which aiohttp does, if nobody else has before


@dataclass(frozen=True)
class Fate:
    """What becomes of one request that posts a message: it is posted, and the bot doesn't hear of it in time."""

    privately: bool  # in direct messages, else in a server
    answer: Literal["broken", "500", "late"]
    by: Literal["", "press", "bot"] = ""  # by a press's token, or the bot's own, or either
    text: str = ""  # which is in it

    def is_of(self, response: "Response") -> bool:
        by = response.posted_by if self.by == "" else self.by
        where = "dm" if self.privately else "server"
        return (response.posted, response.posted_by, self.text in response.shows) == (where, by, True)


FATES: Sequence[Literal["broken", "500", "late"]] = ("broken", "broken", "500", "500", "late")


@dataclass
class Weather:
    """How the line is just now; each a share of the requests."""

    lost: float = 0.0  # the connection breaks before it arrives
    unanswered: float = 0.0  # it breaks after
    failing: float = 0.0  # 500, though it is carried out half of the time
    limited: float = 0.0  # 429
    late: float = 0.0  # it takes long until it arrives
    slowness: float = 1.0

    @property
    def fine(self) -> bool:
        return self == Weather()


class Response:
    """As much of aiohttp's as discord.py looks at."""

    reason = "because"
    posted = ""  # where a message for everybody there was posted: "server" or "dm"
    posted_by = ""  # whose token has: "press" or "bot"
    shows = ""  # all of that message

    def __init__(self, status: int, payload: Any, **headers: str) -> None:
        self.status = status
        self.headers = CIMultiDict({"Content-Type": "application/json", **headers})
        self._text = json.encode(payload).decode()

    async def text(self, encoding: str = "utf-8") -> str:
        return self._text


def nothing() -> None:
    """Until something is to happen."""


class Line:
    def __init__(self, world: World, discord: Discord) -> None:
        self.world, self.discord = world, discord
        self.weather = Weather()
        self.on_post: Callable[[], None] = nothing  # called once: a message was posted for all
        self.on_dm: Callable[[], None] = nothing  # likewise: in direct messages
        self.poster: Loop | None = None  # the process that has posted last for all
        self.fates: list[Fate] = []  # of the messages that are posted next
        self.loses_answer: Callable[[Request], bool] = lambda request: False  # of what is carried out
        self.hangs: list[Callable[[Request], bool | None]] = []  # whether what isn't answered arrives; None: it is
        self.on_hang: Callable[[Loop, Request, asyncio.Future[Any]], None] = lambda loop, request, answered: None
        self.asking = ""  # the process that asks
        self.requests = 0
        self.forbidden = 0  # 10,000 of them in ten minutes are a ban

    def ask(self, request: Request, patience: float = GIVES_UP) -> Any:
        """In a process: a future that is answered, late or never. aiohttp waits for so many seconds."""
        loop, chance, weather = the_loop(), self.world.chance, self.weather
        answered = loop.create_future()
        self.requests += 1
        way = [chance.uniform(0.01, 0.06) * weather.slowness for _ in range(2)]
        luck = chance.random()
        if luck < weather.late:
            way[0] += chance.uniform(1, 25)

        def tell(response: Response | Exception) -> None:
            if loop.dead or answered.done():
                return
            if isinstance(response, Exception):
                answered.set_exception(response)
            else:
                answered.set_result(response)

        def arrive() -> None:
            nonlocal luck
            broken = aiohttp.ServerDisconnectedError()
            for share, done, answer in (
                (weather.lost, False, broken),
                (weather.unanswered, True, broken),
                (weather.failing / 2, False, Response(500, {"message": "500", "code": 0})),
                (weather.failing / 2, True, Response(500, {"message": "500", "code": 0})),
                (weather.limited, False, _too_many(chance.uniform(0.2, 4))),
            ):
                if luck < share:
                    if done:
                        self._answer(loop, request)
                    self._note(loop, request, "is lost" if answer is broken else f"{answer.status}")  # type: ignore
                    self.world.after(way[1], lambda answer=answer: tell(answer))  # type: ignore[misc]
                    return
                luck -= share
            carried_out = self._answer(loop, request)
            fate = "broken" if self.loses_answer(request) else self._fate(carried_out)
            response: Response | Exception = carried_out
            if fate == "broken":
                response = broken
            elif fate == "500":
                response = Response(500, {"message": "500", "code": 0})
            self._note(loop, request, f"{carried_out.status}{fate and f', and the answer is {fate}'}")
            self.world.after(way[1] + (fate == "late") * chance.uniform(1, 9), lambda: tell(response))

        hangs = next((arrives for hang in self.hangs if (arrives := hang(request)) is not None), None)
        if hangs is None:
            self.world.after(way[0], arrive)
        else:
            self._note(loop, request, "isn't answered")
            if hangs:
                self.world.after(way[0], lambda: self._answer(loop, request))
            self.on_hang(loop, request, answered)
        if hangs is not None or weather.late or weather.slowness > 1:
            self.world.after(patience, lambda: tell(TimeoutError()))
        return answered

    def _answer(self, loop: Loop, request: Request) -> Response:
        self.asking = loop.name
        try:
            payload = self.discord.answer(request)
        except Refusal as refusal:
            self.forbidden += refusal.status == 403
            return Response(refusal.status, {"code": refusal.code, "message": "refused"})
        posts = request.method == "POST" and payload and "author" in payload
        response = Response(200 if payload is not None else 204, payload if payload is not None else "")
        if posts and not payload["flags"] & EPHEMERAL:
            response.posted = "server" if "guild_id" in payload else "dm"
            response.posted_by = "bot" if request.path.startswith("/channels/") else "press"
            response.shows = str(payload["components"])
            if response.posted == "server":
                self.poster = loop
                posted, self.on_post = self.on_post, nothing
            else:
                posted, self.on_dm = self.on_dm, nothing
            posted()
        return response

    def _fate(self, response: Response) -> str:
        """What becomes of an answer, if it was settled before."""
        if not (self.fates and self.fates[0].is_of(response)):
            return ""
        return self.fates.pop(0).answer

    def _note(self, loop: Loop, request: Request, came: str) -> None:
        self.world.note(f"{loop.name} {request.method} {request.path} {came}")


def _too_many(seconds: float) -> Response:
    told = {"message": "You are being rate limited.", "retry_after": round(seconds, 3), "global": False}
    return Response(429, told, Via="1.1 model")


def session_of(line: Line) -> type:
    """In place of aiohttp's ClientSession."""

    class Exchange:
        def __init__(self, request: Request, patience: float) -> None:
            self._request, self._patience = request, patience

        async def __aenter__(self) -> Response:
            found: Response = await line.ask(self._request, self._patience)
            return found

        async def __aexit__(self, *_: object) -> None:
            pass

    class Session:
        closed = False

        def __init__(self, **_: Any) -> None:
            pass

        def request(
            self,
            method: str,
            url: str,
            *,
            data: Any = None,
            params: Any = None,
            timeout: aiohttp.ClientTimeout | None = None,
            **_: Any,
        ) -> Exchange:
            body, files = read_body(data)
            asked = Request(method, unquote(url).removeprefix(API), body, files, params or {})
            return Exchange(asked, (timeout and (timeout.sock_read or timeout.total)) or GIVES_UP)

        async def close(self) -> None:
            self.closed = True

    return Session
