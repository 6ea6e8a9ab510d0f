"""Metrics for Prometheus. docs/hosting.md says what each one is for.

The code that does a thing also counts it. Without the extra [metrics] nothing is counted. Labels are kinds of things,
few and fixed: never an id, a name or an address.
"""

import time
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from importlib.util import find_spec
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Self

import aiohttp

if TYPE_CHECKING or find_spec("prometheus_client"):
    from prometheus_client import Counter, Gauge, Histogram
else:

    class _Unmeasured:
        def __init__(self, *_: Any, **__: Any) -> None: ...

        def labels(self, *_: str) -> Self:
            return self

        def inc(self, amount: float = 1) -> None: ...

        def set(self, value: float) -> None: ...

        def observe(self, amount: float) -> None: ...

        def time(self) -> AbstractContextManager[None]:
            return nullcontext()

    Counter = Gauge = Histogram = _Unmeasured

Request = Callable[..., Coroutine[Any, Any, Any]]

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
WAITED = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)

MOVES = Counter("wyrmhall_moves", "Moves that were made, forced ones included", ["game"])
TURNS = Counter("wyrmhall_turns", "Turns that passed to somebody else, or ended a game of several", ["game"])
ANSWERS = Histogram("wyrmhall_answer_seconds", "From a press or command until its answer is complete", buckets=BUCKETS)
REQUESTS = Counter("wyrmhall_requests", "Requests that Discord has answered", ["kind", "status"])
WAITS = Histogram("wyrmhall_ratelimit_wait_seconds", "What a request waited for rate limits", buckets=WAITED)
DRAWN = Histogram("wyrmhall_draw_seconds", "Drawing one picture", buckets=BUCKETS)
DATABASE = Histogram(
    "wyrmhall_database_seconds", "One transaction, waiting for its turn included", ["kind"], buckets=BUCKETS
)
LOOP_DELAY = Histogram("wyrmhall_loop_delay_seconds", "How late the event loop is", buckets=BUCKETS)
TABLES = Gauge("wyrmhall_tables", "Lobbies and games in progress", ["game", "phase"])
THOUGHTS = Gauge("wyrmhall_thoughts_waiting", "Computers' moves and hints that wait for a process that thinks")
READY = Gauge("wyrmhall_ready", "Whether this part is well, see /readyz", ["check"])

_on_the_wire: ContextVar[list[float]] = ContextVar("on_the_wire")  # the seconds that the tries of this request took


def kind(method: str, path: str) -> str:
    """What a request to Discord is for. All but answers and follow-ups count for its limit of 50 a second."""
    parts = path.split("/")
    if "interactions" in parts or "webhooks" in parts:
        return "answer" if "interactions" in parts else "follow-up"
    if method == "GET":
        return "read"
    if "messages" in parts:
        return {"POST": "post", "PATCH": "edit", "DELETE": "delete"}.get(method, "other")
    return "other"


def requests_traced() -> aiohttp.TraceConfig:
    """Counts every request to Discord, and repeated ones again."""
    trace = aiohttp.TraceConfig()

    def add_to_the_wire(context: SimpleNamespace) -> None:
        if spent := _on_the_wire.get(None):
            spent[0] += time.perf_counter() - context.began

    async def begin(_: aiohttp.ClientSession, context: SimpleNamespace, __: aiohttp.TraceRequestStartParams) -> None:
        context.began = time.perf_counter()

    async def end(_: aiohttp.ClientSession, context: SimpleNamespace, done: aiohttp.TraceRequestEndParams) -> None:
        if done.response.status != 101:  # a gateway
            REQUESTS.labels(kind(done.method, done.url.path), str(done.response.status)).inc()
        add_to_the_wire(context)

    async def fail(_: aiohttp.ClientSession, context: SimpleNamespace, __: aiohttp.TraceRequestExceptionParams) -> None:
        add_to_the_wire(context)

    trace.on_request_start.append(begin)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(fail)
    return trace


def waits_measured(request: Request) -> Request:
    """Wrap discord.py's `HTTPClient.request` to measure how long it waits for rate limits."""

    async def measured(*args: Any, **kwargs: Any) -> Any:
        began, spent = time.perf_counter(), [0.0]
        _on_the_wire.set(spent)
        try:
            return await request(*args, **kwargs)
        finally:
            WAITS.observe(time.perf_counter() - began - spent[0])

    return measured
