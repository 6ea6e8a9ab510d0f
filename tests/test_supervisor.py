"""Several processes on one machine: what dies is started again, and all end with whoever keeps them."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from host import supervisor
from host.ending import FOR_GOOD

PATIENCE = 30.0  # seconds
PARTS = [{"PART": "first"}, {"PART": "second"}]
LIVES = """
import os, sys
with open(os.path.join(sys.argv[1], os.environ["PART"]), "a") as note:
    note.write(f"{os.getpid()}\\n")
sys.stdin.read()
"""


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            if condition():
                return
            await asyncio.sleep(0.01)


def started(folder: Path, part: str) -> list[int]:
    """The processes that this part has had so far."""
    note = folder / part
    return [int(line) for line in note.read_text().split()] if note.exists() else []


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_dead_process_is_started_again_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervisor, "SHORTEST", 0.01)
    stop = asyncio.Event()
    keeping = asyncio.create_task(supervisor.supervise((sys.executable, "-c", LIVES, str(tmp_path)), PARTS, stop))
    await until(lambda: all(started(tmp_path, part["PART"]) for part in PARTS))
    (other,) = started(tmp_path, "second")
    for times in range(1, 4):
        os.kill(started(tmp_path, "first")[-1], signal.SIGKILL)
        await until(lambda times=times: len(started(tmp_path, "first")) == times + 1)  # type: ignore[misc]
    assert started(tmp_path, "second") == [other]
    assert lives(other)
    assert "(PART=first) has ended with" in caplog.text
    stop.set()
    await asyncio.wait_for(keeping, PATIENCE)
    assert not any(lives(pid) for part in PARTS for pid in started(tmp_path, part["PART"]))


async def test_the_pauses_grow_and_begin_anew_after_a_long_life(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "SHORTEST", 0.01)
    monkeypatch.setattr(supervisor, "LONGEST", 0.04)
    pauses = list[float]()
    stop, sleep = asyncio.Event(), asyncio.sleep

    async def noted(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 5:
            monkeypatch.setattr(supervisor, "LONG", 0.0)  # from now on every life is a long one
        if len(pauses) == 7:
            stop.set()
        await sleep(seconds)

    monkeypatch.setattr(asyncio, "sleep", noted)
    await asyncio.wait_for(supervisor.supervise((sys.executable, "-c", ""), [{}], stop), PATIENCE)
    assert pauses == [0.01, 0.02, 0.04, 0.04, 0.04, 0.01, 0.01]


async def test_one_that_does_not_end_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "PATIENCE", 0.05)
    deaf = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n{LIVES}"
    stop = asyncio.Event()
    keeping = asyncio.create_task(supervisor.supervise((sys.executable, "-c", deaf, str(tmp_path)), PARTS[:1], stop))
    await until(lambda: bool(started(tmp_path, "first")))
    stop.set()
    await asyncio.wait_for(keeping, PATIENCE)
    assert not lives(started(tmp_path, "first")[0])


async def test_one_that_only_people_can_mend_is_not_started_again_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervisor, "SHORTEST", 0.01)
    refused = f"{LIVES.replace('sys.stdin.read()', '')}\nif os.environ['PART'] == 'first': sys.exit({FOR_GOOD})"
    stop = asyncio.Event()
    program = f"{refused}\nsys.stdin.read()"
    keeping = asyncio.create_task(supervisor.supervise((sys.executable, "-c", program, str(tmp_path)), PARTS, stop))
    await until(lambda: "(PART=first) has ended. It isn't restarted" in caplog.text)
    await until(lambda: bool(started(tmp_path, "second")))
    os.kill(started(tmp_path, "second")[0], signal.SIGKILL)
    await until(lambda: len(started(tmp_path, "second")) == 2)
    assert len(started(tmp_path, "first")) == 1
    stop.set()
    await asyncio.wait_for(keeping, PATIENCE)


async def test_where_none_can_go_on_the_supervisor_ends_too() -> None:
    command = (sys.executable, "-c", f"raise SystemExit({FOR_GOOD})")
    with pytest.raises(supervisor.AllEnded):
        await asyncio.wait_for(supervisor.supervise(command, PARTS, asyncio.Event()), PATIENCE)
