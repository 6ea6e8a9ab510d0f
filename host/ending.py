"""How tasks end, and with what status the bot does."""

import asyncio
from collections.abc import Iterable
from typing import Any

FOR_NOW = 1  # an exit status: to start again may help
FOR_GOOD = 78  # likewise: it doesn't help until somebody mends something; what starts the bot again should know it


async def finish(tasks: Iterable[asyncio.Task[Any]], patience: float) -> None:
    """Wait so many seconds for the tasks, then cancel those that are still running."""
    if waiting := [*tasks]:
        _, late = await asyncio.wait(waiting, timeout=patience)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)


class Passing(str):
    """Why the bot has ended, if it may be over by itself: so it makes sense to start again, and whoever can does."""
