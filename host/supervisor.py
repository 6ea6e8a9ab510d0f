"""Supervises several bot processes: restarts those that die, with exponential back-off.

One that ends because somebody must mend something isn't started again.
"""

import asyncio
import logging
import os
import time
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

from .ending import FOR_GOOD

log = logging.getLogger("wyrmhall")

SHORTEST = 1.0  # seconds before a process is started again; doubled each time, up to LONGEST
LONGEST = 60.0
LONG = 60.0  # seconds: after a life this long the back-off starts again
PATIENCE = 20.0  # seconds that processes have to stop before they are killed


class AllEnded(Exception):
    """None of the processes could start, or go on, and each has said why. The message says what to do."""


async def supervise(command: Sequence[str], parts: Sequence[Mapping[str, str]], stop: asyncio.Event) -> None:
    """Run `command` once for each of `parts` (extra environment variables) until `stop`, then end them all.

    Their standard input is a pipe that nobody writes to: when it ends, so has this process, and they should too.
    Raises AllEnded.
    """
    await asyncio.gather(*(_keep_running(command, part, stop) for part in parts))
    if not stop.is_set():
        raise AllEnded("mend what each has said above")


async def _keep_running(command: Sequence[str], part: Mapping[str, str], stop: asyncio.Event) -> None:
    pause = SHORTEST
    while not stop.is_set():
        begun = time.monotonic()
        process = await asyncio.create_subprocess_exec(
            *command, env={**os.environ, **part}, stdin=asyncio.subprocess.PIPE
        )
        if await _is_stopped_first(stop, process.wait()):
            await _end(process)
            return
        env = ", ".join(f"{name}={value}" for name, value in part.items())
        if process.returncode == FOR_GOOD:
            log.error("Process %s (%s) has ended. It isn't restarted until the bot is.", process.pid, env)
            return
        if time.monotonic() - begun >= LONG:
            pause = SHORTEST
        log.error(
            "Process %s (%s) has ended with %s. It restarts in %g s.", process.pid, env, process.returncode, pause
        )
        await _is_stopped_first(stop, asyncio.sleep(pause))
        pause = min(2 * pause, LONGEST)


async def _is_stopped_first(stop: asyncio.Event, other: Coroutine[Any, Any, object]) -> bool:
    """Wait for `stop` or the other. Return whether it was `stop`."""
    waiting = asyncio.create_task(other), asyncio.create_task(stop.wait())
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    return stop.is_set()


async def _end(process: asyncio.subprocess.Process) -> None:
    process.terminate()
    try:
        await asyncio.wait_for(process.wait(), PATIENCE)
    except TimeoutError:
        process.kill()
        await process.wait()
