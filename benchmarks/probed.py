"""Runs a bot for load.py and notes how late its event loop was: a task sleeps for 10 ms over and over.

It writes a line to the file that DELAYS names for each delay that counts: when (by the system's monotonic clock), how
late, and how long the loop's own thread worked meanwhile, in seconds. If it was late without working, it waited for the
interpreter, which another thread held, or for a processor.
"""

import asyncio
import os
import runpy
import sys
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TextIO

import discord

NAP = 0.01  # seconds
COUNTS = 0.02  # seconds late


class Delay(NamedTuple):
    at: float
    late: float
    itself: float


def read(path: Path, since: float) -> Iterator[Delay]:
    """The delays after `since`, by the monotonic clock."""
    delays = (Delay(*map(float, line.split())) for line in path.read_text().splitlines())
    return (delay for delay in delays if delay.at > since)


async def watched(bot: Coroutine[Any, Any, Any], notes: TextIO) -> Any:
    """What the bot returns."""

    async def nap() -> None:
        while True:
            start, worked = time.monotonic(), time.thread_time()
            await asyncio.sleep(NAP)
            late = time.monotonic() - start - NAP
            if late > COUNTS:
                notes.write(f"{start} {late} {time.thread_time() - worked}\n")

    napping = asyncio.create_task(nap())
    try:
        return await bot
    finally:
        napping.cancel()


def leave_emojis() -> None:
    """Leave the emojis out: they are drawn and uploaded once, a minute after the very first start, and no turn costs
    that.
    """

    async def never(_: discord.Client) -> None:
        await asyncio.Event().wait()

    discord.Client.fetch_application_emojis = never  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    if "DELAYS" not in os.environ:
        sys.exit(print("It is load.py that starts this one."))
    leave_emojis()
    run = asyncio.run
    with Path(os.environ["DELAYS"]).open(
        "w", buffering=1
    ) as notes:  # buffered by line, so that a killed bot has written them, too
        asyncio.run = lambda bot, **given: run(watched(bot, notes), **given)
        del sys.argv[0]  # the bot reads its own command line
        runpy.run_path(sys.argv[0], run_name="__main__")
