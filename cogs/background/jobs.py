"""Background jobs that the clock starts and doesn't wait for, with bounded concurrency."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy.exc import DBAPIError

from tables.store.cells import Unreadable

Item = TypeVar("Item")

AT_ONCE = 16  # items: Discord takes some 50 requests a second from a bot, and players come first

log = logging.getLogger(__name__)


async def each(claim: Callable[[int], Awaitable[Sequence[Item]]], errand: Callable[[Item], Awaitable[None]]) -> None:
    """Claim items by `claim(most)` until there are none, and do `errand` for each, AT_ONCE at a time.

    When this is cancelled, so are the errands under way.
    """
    underway = set[asyncio.Task[None]]()
    try:
        while claimed := await claim(AT_ONCE - len(underway)):
            underway |= {asyncio.create_task(_guarded(errand, item)) for item in claimed}
            if len(underway) == AT_ONCE:
                _, underway = await asyncio.wait(underway, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.gather(*underway)
    finally:
        for task in underway:
            task.cancel()
        await asyncio.gather(*underway, return_exceptions=True)


async def _guarded(errand: Callable[[Item], Awaitable[None]], item: Item) -> None:
    """Log a failure, so that the other items are done all the same."""
    try:
        await errand(item)
    except Unreadable as error:  # which is logged, once
        log.info("%s comes to nothing: %s", item, error.where)
    except DBAPIError as error:
        log.error("%s comes to nothing: %s", item, error)
    except Exception:
        log.exception("%s comes to nothing", item)


class BackgroundJobs:
    """The jobs under way, by name. A job starts only when its last run is over."""

    def __init__(self) -> None:
        self._underway: dict[str, asyncio.Task[Any]] = {}

    def begin(self, name: str, round_: Callable[[], Awaitable[object]]) -> None:
        if name not in self._underway:
            self._underway[name] = asyncio.create_task(self._run(name, round_), name=name)

    async def _run(self, name: str, round_: Callable[[], Awaitable[object]]) -> None:
        try:
            await round_()
        except Unreadable as error:  # which is logged, once
            log.info("The round of %s breaks off: %s", name, error.where)
        except DBAPIError as error:
            log.error("The round of %s breaks off: %s", name, error)
        except Exception:
            log.exception("The round of %s breaks off", name)
        finally:
            del self._underway[name]

    async def close(self, patience: float) -> None:
        """Wait so many seconds for running jobs. Whatever isn't done by then is done after the next start."""
        if self._underway:
            _, late = await asyncio.wait(self._underway.values(), timeout=patience)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
