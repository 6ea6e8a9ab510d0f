"""Runs a bot for turn.py and notes what it used processor time for, from SIGUSR1 on until it ends.

Every five milliseconds of processor time each thread is asked where it is. The time that another thread has worked
since the last sample counts for its place. The loop's thread is sampled too: its total time is split among the places
where it was when it didn't wait.
"""

import atexit
import json
import os
import re
import runpy
import signal
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any

from benchmarks.named import first_of
from benchmarks.probed import leave_emojis

EVERY = 0.005  # seconds
PLACES = (  # patterns for file and function; the innermost call is tried first
    ("pack", ("render/", ("pack", "_chunk", "_deflated"))),
    ("palette", ("render/", ("flat", "encode"))),
    ("compose", ("render/",)),
    ("database", ("sqlalchemy/", "aiosqlite/", "tables/store/", "tables/sqlite", "tables/database")),
    ("HTTP", ("aiohttp/", "yarl/", "multidict/", "discord/http", "discord/webhook/async_")),
    ("models", ("discord/",)),
    ("messages", ("cogs/",)),
    ("tables", ("tables/", "engine/")),
    ("asyncio", ("asyncio/", "selectors", "concurrent/")),
)
work = defaultdict[str, float](float)  # seconds, by place
counts, ticks = Counter[str](), Counter[str]()  # ticks: samples of the loop's thread, by place
worked: dict[int, float] = {}  # by thread
ALIVE: dict[int, threading.Thread] = threading._active  # type: ignore[attr-defined]  # enumerate() takes a lock


def place(frame: FrameType | None) -> str:
    while frame is not None:
        file, function = frame.f_code.co_filename, frame.f_code.co_name
        for name, (path, *rest) in PLACES:
            functions = rest[0] if rest and isinstance(rest[0], tuple) else None
            paths = (path,) if functions else (path, *rest)
            if any(f"/{folder}" in file for folder in paths) and (functions is None or function in functions):
                return name
        frame = frame.f_back
    return "other"


def sample(_signal: int, interrupted: FrameType | None) -> None:
    names = {ident: thread.name for ident, thread in [*ALIVE.items()]}
    for ident, frame in sys._current_frames().items():
        now = time.clock_gettime(time.pthread_getcpuclockid(ident))
        spent, worked[ident] = now - worked.get(ident, now), now
        if ident == threading.main_thread().ident:
            work["the loop's thread"] += spent
            if interrupted is not None and interrupted.f_code.co_name != "select":
                ticks[place(interrupted)] += 1
        elif spent:
            file = re.match(r"sqlite|.*_connection_worker", names.get(ident, ""))  # most visits are short
            work["database" if file else place(frame)] += spent


def begin(_signal: int, interrupted: FrameType | None) -> None:
    sample(_signal, interrupted)
    work.clear()
    ticks.clear()
    counts.clear()
    work["all"] = -time.process_time()


def write(path: Path) -> None:
    signal.setitimer(signal.ITIMER_PROF, 0)
    work["all"] += time.process_time()
    for name, number in ticks.items():
        work[name] += work["the loop's thread"] * number / ticks.total()
    path.write_text(json.dumps([work, counts]))


def counted(call: Callable[..., Any], name: str, many: Callable[[Any], int] = lambda _: 1) -> Callable[..., Any]:
    def around(*args: Any, **more: Any) -> Any:
        result = call(*args, **more)
        counts[name] += many(result)
        return result

    return around


def count() -> None:
    """Count visits to a thread of the database, decoded events, and pictures."""
    from engine import BaseEvent

    metrics = first_of("metrics", "host.metrics")
    decoding = first_of("tables.cells", "tables.store.cells", "tables.store.errors")
    of_table = first_of("tables.table", "tables.play.rows")
    of_table.secrets = SimpleNamespace(token_hex=lambda size: "5e" * size)  # the same deal
    connection = first_of("tables.store.connection.FileConnection", "aiosqlite.Connection")
    hop = "visit" if hasattr(connection, "visit") else "_execute"
    setattr(connection, hop, counted(getattr(connection, hop), "hops"))

    def events(value: Any) -> int:
        return sum(isinstance(item, BaseEvent) for item in value) if isinstance(value, tuple) else 0

    decoding.decode = counted(decoding.decode, "events decoded", events)
    metrics.DRAWN.time = counted(metrics.DRAWN.time, "pictures")


if __name__ == "__main__":
    if "SAMPLES" not in os.environ:
        sys.exit(print("It is turn.py that starts this one."))
    count()
    leave_emojis()
    atexit.register(partial(write, Path(os.environ["SAMPLES"])))
    signal.signal(signal.SIGPROF, sample)
    signal.signal(signal.SIGUSR1, begin)
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    del sys.argv[0]  # the bot reads its own command line
    runpy.run_path(sys.argv[0], run_name="__main__")
