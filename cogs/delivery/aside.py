"""Requests that take long. A round goes on without them, so that they hold up one message, and not a table."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Generic, TypeVar

Errand = TypeVar("Errand")
Answer = TypeVar("Answer")

AWHILE = 2.0  # seconds that everything else waits for one request


class Aside(Generic[Errand]):
    """Requests under way, each with what it is for. `newer` is set once there is something newer to show."""

    def __init__(self, newer: asyncio.Event) -> None:
        self._newer = newer
        self._underway: dict[asyncio.Task[Any], Errand] = {}

    async def begin(self, errand: Errand, request: Coroutine[Any, Any, Answer]) -> asyncio.Task[Answer] | None:
        """Begin a request, and return it once it is over. None: it takes long, so it is set aside."""
        task = asyncio.create_task(request)
        self._underway[task] = errand
        await asyncio.wait({task}, timeout=AWHILE)
        if not task.done():
            return None
        del self._underway[task]
        return task

    async def over(self) -> list[tuple[Errand, asyncio.Task[Any]]]:
        """Wait until one that was set aside is over, or there is something newer. Returns all that are over."""
        if not self._underway:
            return []
        newer = asyncio.create_task(self._newer.wait())
        try:
            await asyncio.wait({newer, *self._underway}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            newer.cancel()
        return [(self._underway.pop(task), task) for task in [*self._underway] if task.done()]

    async def give_up(self) -> list[Errand]:
        """Wait for none of them any more, and return what they were for: they may still be done, nobody knows when."""
        errands = [*self._underway.values()]
        for task in self._underway:
            task.cancel()
        await asyncio.gather(*self._underway, return_exceptions=True)
        self._underway.clear()
        return errands
