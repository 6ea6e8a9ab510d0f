"""How tasks end."""

import asyncio
from collections.abc import Iterable
from typing import Any


async def finish(tasks: Iterable[asyncio.Task[Any]], patience: float) -> None:
    """Wait so many seconds for the tasks, then cancel those that are still running."""
    if waiting := [*tasks]:
        _, late = await asyncio.wait(waiting, timeout=patience)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
