"""Health pages: /healthz, /readyz and /metrics, on their own port. Off unless a port is set."""

import asyncio
import errno
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from importlib.util import find_spec

from aiohttp import web
from aiohttp.http_exceptions import BadHttpMessage

from cogs.background.clock import EVERY, ClockCog
from cogs.discord.controls import Client
from host import metrics
from tables.store.errors import Busy, DatabaseError

measured = None  # the handler of /metrics, if prometheus-client is installed
if find_spec("prometheus_client"):
    from prometheus_client.aiohttp import make_aiohttp_handler

    measured = make_aiohttp_handler()

FELT_EVERY = 0.25  # seconds between two measurements of the loop's delay
PATIENCE = 3.0  # seconds for the database to write
STILL = 4 * EVERY  # seconds without a beat after which the clock has stopped
GONE = 2.0  # seconds in which pages are still answered at the end
STARTING = "it is starting"

log = logging.getLogger("wyrmhall.health")  # what goes wrong in answering

Check = Callable[[Client], Awaitable[str | None]]  # what is wrong, or None


def _is_our_failure(record: logging.LogRecord) -> bool:
    """A malformed request gets an error answer and no line in the log."""
    return not (record.exc_info and isinstance(record.exc_info[1], BadHttpMessage))


log.addFilter(_is_our_failure)


class HealthServerError(Exception):
    """The health pages can't be served. The message says why."""


@asynccontextmanager
async def served(client: Client, host: str, port: int | None) -> AsyncIterator[None]:
    """Serve the pages at `host`:`port` while this is open; without a port, none. Raises HealthServerError."""
    if port is None:
        yield
        return
    runner = web.AppRunner(_pages(client), access_log=None, logger=log, shutdown_timeout=GONE)
    await runner.setup()
    client.http.request = metrics.waits_measured(client.http.request)  # type: ignore[method-assign]
    feeling = asyncio.create_task(_feel_the_loop())
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise HealthServerError(_why_not(error, host, port)) from error
        yield
    finally:
        feeling.cancel()
        await runner.cleanup()


def _why_not(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"HEALTH_PORT={port} is in use by another program at {host}: set another one."
        case errno.EACCES:
            return f"HEALTH_PORT={port} is for root alone: set one from 1024 on."
        case errno.EADDRNOTAVAIL:
            return f"HEALTH_HOST={host} is no address of this machine: set 127.0.0.1, or 0.0.0.0 for all of them."
    return f"HEALTH_HOST={host} and HEALTH_PORT={port} can't be used ({error.strerror or error}): set others."


def _pages(client: Client) -> web.Application:
    async def healthz(_: web.Request) -> web.Response:
        """An answer is all it takes: a hanging process gives none."""
        return web.json_response({"healthy": True})

    async def readyz(_: web.Request) -> web.Response:
        wrong = await _wrong(client)
        said = {name: trouble or "ok" for name, trouble in wrong.items()}
        ready = not any(wrong.values())
        return web.json_response({"ready": ready, **said}, status=200 if ready else 503)

    async def numbers(request: web.Request) -> web.StreamResponse:
        if measured is None:
            return web.Response(status=501, text="Install the extra [metrics] to have these: see docs/hosting.md.\n")
        for name, trouble in (await _wrong(client)).items():
            metrics.READY.labels(name).set(trouble is None)
        if hasattr(client, "store"):
            await _count(client)
        return await measured(request)

    app = web.Application()
    app.router.add_get("/healthz", healthz)
    app.router.add_get("/readyz", readyz)
    app.router.add_get("/metrics", numbers)
    return app


async def _feel_the_loop() -> None:
    while True:
        due = time.perf_counter() + FELT_EVERY
        await asyncio.sleep(FELT_EVERY)
        metrics.LOOP_DELAY.observe(max(0.0, time.perf_counter() - due))


async def _count(client: Client) -> None:
    """Update the gauges that are read only when /metrics is asked for."""
    metrics.THOUGHTS.set(client.store.thinking.waiting)
    try:
        async with asyncio.timeout(PATIENCE):
            counted = await client.store.tables.count()
    except (DatabaseError, Busy, TimeoutError):
        return  # the last count stands, and `ready` says what is wrong
    metrics.TABLES.clear()
    for (game, phase), number in counted.items():
        metrics.TABLES.labels(game, phase).set(number)


# -- What /readyz asks


async def _wrong(client: Client) -> Mapping[str, str | None]:
    """What is wrong, for each check: words without secrets, or None."""
    troubles = await asyncio.gather(*(check(client) for check in CHECKS.values()))
    return dict(zip(CHECKS, troubles, strict=True))


async def _gateway(client: Client) -> str | None:
    if not client.is_ready():
        return STARTING
    lost = client.lost()
    return f"not connected: shard {', '.join(map(str, lost))}" if lost else None


async def _database(client: Client) -> str | None:
    if not hasattr(client, "store"):
        return STARTING
    try:
        async with asyncio.timeout(PATIENCE):
            await client.store.timers.check_writable()
    except (DatabaseError, Busy, TimeoutError):
        return "can't be written"
    return None


async def _clock(client: Client) -> str | None:
    clock = client.get_cog("clock")
    if not isinstance(clock, ClockCog) or clock.beat_at is None:
        return STARTING
    still = time.monotonic() - clock.beat_at
    return f"it has stood still for {still:.0f} seconds" if still > STILL else None


async def _thinking(client: Client) -> str | None:
    if not hasattr(client, "store"):
        return STARTING
    return None if client.store.thinking.answers else "no process that thinks has answered the last question"


CHECKS: Mapping[str, Check] = {"gateway": _gateway, "database": _database, "clock": _clock, "thinking": _thinking}
