"""Background jobs that the clock starts and doesn't wait for, with bounded concurrency."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from host.ending import finish
from tables.store.errors import DatabaseError, Unreadable

Item = TypeVar("Item")

AT_ONCE = 16  # items: Discord takes some 50 requests a second from a bot, and players come first

log = logging.getLogger(__name__)


async def for_each(
    claim: Callable[[int, Item | None], Awaitable[Sequence[Item]]], errand: Callable[[Item], Awaitable[None]]
) -> None:
    """Claim items until there are none, and do `errand` for each, AT_ONCE at a time.

    `claim` gets the most to claim, and the last item that was claimed. Cancelling this cancels the running errands,
    too.
    """
    underway, last = set[asyncio.Task[None]](), None
    try:
        while claimed := await claim(AT_ONCE - len(underway), last):
            last = claimed[-1]
            underway |= {asyncio.create_task(_guarded(errand(item), str(item))) for item in claimed}
            if len(underway) == AT_ONCE:
                _, underway = await asyncio.wait(underway, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.gather(*underway)
    finally:
        await finish(underway, 0)


async def _guarded(work: Awaitable[object], name: str) -> None:
    """Log a failure, so that everything else goes on all the same."""
    try:
        await work
    except Unreadable as error:  # which is logged, once
        log.info("%s failed: %s", name, error.where)
    except DatabaseError as error:
        log.error("%s failed: %s", name, error)
    except Exception:
        log.exception("%s failed", name)


class BackgroundJobs:
    """The running jobs, by name. A job starts only when its last run is over."""

    def __init__(self) -> None:
        self._underway: dict[str, asyncio.Task[Any]] = {}

    def begin(self, name: str, job: Callable[[], Awaitable[object]]) -> None:
        if name not in self._underway:
            self._underway[name] = asyncio.create_task(self._run(name, job), name=name)

    async def _run(self, name: str, job: Callable[[], Awaitable[object]]) -> None:
        try:
            await _guarded(job(), f"The job {name}")
        finally:
            del self._underway[name]

    async def close(self, patience: float) -> None:
        """Wait so many seconds for running jobs. Whatever isn't done by then is done after the next start."""
        await finish(self._underway.values(), patience)
