"""A start that Discord, the database or the disk refuses: `python bot.py` as a host runs it.

It waits where Discord asks for that, it plays where it can, and it begins no session that would be for nothing: Discord
allows a thousand of them a day.
"""

import asyncio
import os
import subprocess
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from host.ending import FOR_GOOD, FOR_NOW

from .tables.stored import migrated
from .test_start import (
    FORKED,
    PATIENCE,
    checked_for_long,
    damaged,
    environment,
    program,
    reached,
    refuses,
    run,
    started,
)
from .test_start import ended as has_ended
from .wire.server import TOKEN, Fault, Wire

COMMANDS = "/applications/*/commands"
WRONG_NAME = {"3": {"options": {"0": {"name": {"_errors": [{"code": "STRING", "message": "Too long."}]}}}}}
LONG = 4000  # rows that take more than five seconds to check
BANNED = "<html><title>Access denied</title>error code: 1015</html>"


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    async with Wire() as wire:
        yield wire


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Callable[[int], Path]]:
    """Makes a file system of so many kilobytes."""
    folder = tmp_path / "disk"
    folder.mkdir()

    def mounted(kilobytes: int) -> Path:
        made = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder)], capture_output=True, check=False
        )
        if made.returncode:
            pytest.skip(f"only root may mount a small file system here: {made.stderr.decode().strip()}")
        return folder

    yield mounted
    subprocess.run(["umount", "--lazy", str(folder)], capture_output=True, check=False)


@asynccontextmanager
async def begun(
    wire: Wire, folder: Path, settings: Mapping[str, str] | None = None, patience: float = PATIENCE
) -> AsyncIterator[Path]:
    """The bot in a process of its own, and its log, from when it plays. It ends as SIGTERM ends it."""
    log = folder / "bot.log"
    given = {"LOG_LEVEL": "INFO", **reached(wire), **(settings or {})}
    process = FORKED.Process(target=run, args=(program(folder), environment(given), log))
    process.start()
    try:
        await wire.until(lambda: wire.identified or not process.is_alive(), patience)
        assert wire.identified, log.read_text()
        yield log
        process.terminate()
        await asyncio.wait_for(asyncio.to_thread(process.join), PATIENCE)
        assert process.exitcode == 0, log.read_text()
    finally:
        process.kill()


# -- What Discord refuses


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (
            Fault("PUT", COMMANDS, status=400, code=50035, errors=WRONG_NAME),
            "Discord refuses the bot's commands with 400 Bad Request (code 50035: a fault; In 3.options.0.name: Too "
            "long): update the bot, or report this to its makers.",
        ),
        (
            Fault("GET", COMMANDS, status=403, code=20012),
            "Discord refuses the bot's commands with 403 Forbidden (code 20012: a fault): look at the application in "
            "the Developer Portal.",
        ),
        (
            Fault("GET", "/users/@me", status=403, page="<html>nginx</html>"),
            "Discord refuses the start with 403 Forbidden: correct DISCORD_API.",
        ),
    ],
)
async def test_a_refusal_that_stays_is_told_with_discords_reason_and_begins_no_session(
    tmp_path: Path, wire: Wire, fault: Fault, told: str
) -> None:
    wire.faults.append(fault)
    assert await refuses(tmp_path, reached(wire), FOR_GOOD) == told
    assert wire.identified == 0


async def test_a_refusal_that_passes_says_so_in_the_exit_status(tmp_path: Path, wire: Wire) -> None:
    wire.faults.append(Fault("GET", "/users/@me", status=503))
    sentence = await refuses(tmp_path, reached(wire), FOR_NOW)
    assert sentence.startswith("Discord refuses the start with 503 Service Unavailable (code 0: a fault): ")
    assert "trying again" in sentence
    assert "correct DISCORD_API" not in sentence


async def test_commands_that_cannot_be_registered_yet_keep_nobody_from_playing(tmp_path: Path, wire: Wire) -> None:
    wire.faults.append(Fault("PUT", COMMANDS, status=503, retry_after=1))
    async with begun(wire, tmp_path) as log:
        await wire.until(lambda: "The commands are registered." in log.read_text())
    assert Counter(method for method, path in wire.requests if path.endswith("/commands"))["PUT"] == 2
    assert log.read_text().count("(503 Service Unavailable (code 0: a fault)): people use those that Discord has.") == 1


@pytest.mark.slow
async def test_commands_that_fail_again_and_again_keep_nobody_waiting_for_long(tmp_path: Path, wire: Wire) -> None:
    """The library tries such a request five times, for half a minute."""
    wire.faults.append(Fault("GET", COMMANDS, status=500, times=1000))
    async with begun(wire, tmp_path) as log:
        assert "The commands aren't registered yet (no answer)" in log.read_text()


async def test_a_start_waits_as_long_as_it_is_asked_to_and_says_so(tmp_path: Path, wire: Wire) -> None:
    wire.faults += [
        Fault("GET", "/users/@me", status=429, retry_after=1, page=BANNED),
        Fault("GET", "/oauth2/applications/@me", status=403, retry_after=1, page=BANNED),
        Fault("GET", "/gateway/bot", status=429, retry_after=1, page="error code: 1015"),
    ]
    async with begun(wire, tmp_path) as log:
        lines = [line for line in log.read_text().splitlines() if "has shut this machine's address out" in line]
    assert len(lines) == 3
    assert all("the start goes on by itself in 1 s" in line for line in lines)


@pytest.mark.slow
async def test_a_long_wait_that_discord_itself_asks_for_is_no_end(tmp_path: Path, wire: Wire) -> None:
    wire.faults += [Fault("GET", path, status=429, retry_after=61) for path in ("/users/@me", COMMANDS)]
    async with begun(wire, tmp_path, patience=3 * PATIENCE) as log:
        text = log.read_text()
    assert text.count("Discord lets the bot wait: the start goes on by itself in 61 s") == 1
    assert text.count("(429, and a wait of 61 s): people use those that Discord has. Next try in 61 s.") == 1


async def test_no_session_begins_while_discord_lets_none_begin(tmp_path: Path, wire: Wire) -> None:
    wire.sessions_left, wire.sessions_return_after, wire.shards = 1, 1000, 2

    async def more() -> None:
        await wire.until(lambda: wire.requests.count(("GET", "/gateway/bot")) >= 3)
        assert wire.identified == 0, "one that is left isn't enough for two shards"
        wire.sessions_left = 1000

    async with asyncio.TaskGroup() as group:
        group.create_task(more())
        async with begun(wire, tmp_path) as log:
            assert (
                "1000 times a day, and 1 are left for 2 shards: the start goes on by itself in 1 s" in log.read_text()
            )


async def test_a_start_that_waits_ends_when_it_is_told_to(tmp_path: Path, wire: Wire) -> None:
    wire.faults.append(Fault("GET", "/users/@me", status=429, retry_after=600, page=BANNED))
    log = tmp_path / "bot.log"
    given = environment({"LOG_LEVEL": "INFO", **reached(wire)})
    process = FORKED.Process(target=run, args=(program(tmp_path), given, log))
    process.start()
    try:
        await wire.until(lambda: log.exists() and "goes on by itself in 600 s" in log.read_text())
        process.terminate()
        await asyncio.wait_for(asyncio.to_thread(process.join), PATIENCE)
    finally:
        process.kill()
    assert process.exitcode == 0


# -- The database


async def test_a_damaged_database_is_told_before_discord_is_asked_anything(tmp_path: Path, wire: Wire) -> None:
    (tmp_path / "wyrmhall.sqlite3").write_bytes(damaged(tmp_path / "whole"))
    assert "damaged" in await refuses(tmp_path, reached(wire), FOR_GOOD)
    assert wire.requests == []


@pytest.mark.slow
async def test_damage_that_takes_long_to_find_costs_one_session_and_not_one_a_start(tmp_path: Path, wire: Wire) -> None:
    checked_for_long(tmp_path / "wyrmhall.sqlite3", LONG)
    for _ in range(2):
        async with started(tmp_path, reached(wire)) as process:
            *_, sentence = await has_ended(process)
        assert process.returncode == FOR_GOOD
        assert "damaged (CHECK constraint failed in slow)" in sentence
    assert wire.identified == 1


@pytest.mark.slow
async def test_damage_that_is_found_while_discord_has_the_start_wait_ends_it(tmp_path: Path, wire: Wire) -> None:
    wire.faults.append(Fault("GET", "/users/@me", status=429, retry_after=600, page=BANNED))
    checked_for_long(tmp_path / "wyrmhall.sqlite3", LONG)
    async with started(tmp_path, reached(wire)) as process:
        *_, sentence = await has_ended(process)
    assert process.returncode == FOR_GOOD
    assert "damaged (CHECK constraint failed in slow)" in sentence
    assert wire.requests == [("GET", "/users/@me")]


# -- The disk


def of_another_version(path: Path, size: int) -> None:
    listing = b'{"version": "another", "length": 0, "sprites": {}}'
    path.write_bytes((len(listing).to_bytes(8) + listing).ljust(size, b" "))


def fill(path: Path) -> None:
    """Take all the room that there is."""
    with path.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            return


async def test_sprites_of_another_version_give_way_on_a_full_disk_and_new_ones_need_room(
    tmp_path: Path, wire: Wire, small: Callable[[int], Path]
) -> None:
    disk = small(8000)
    database = migrated(disk / "hall.sqlite3")
    of_another_version(old := disk / "hall.sqlite3.sprites", 4_000_000)
    (half := disk / "hall.sqlite3.sprites.123").write_bytes(bytes(1000))
    (theirs := disk / "hall.sqlite3.sprites.mine").write_bytes(bytes(1000))
    fill(disk / "more")
    async with begun(wire, tmp_path, {"DATABASE": str(database)}) as log:
        await wire.until(lambda: "isn't kept" in log.read_text())
    assert not old.exists()
    assert not half.exists()
    assert theirs.exists()
    text = log.read_text()
    assert f"The file of sprites {old} (4 MB) is deleted: it is of another version of the bot." in text
    assert f"The file of sprites {old} isn't kept, so each start draws them in memory: it takes 230 MB, and " in text


async def test_a_full_disk_is_told_and_begins_no_session(
    tmp_path: Path, wire: Wire, small: Callable[[int], Path]
) -> None:
    disk = small(4000)
    database = migrated(disk / "hall.sqlite3")
    fill(disk / "more")
    sentence = await refuses(tmp_path, {**reached(wire), "DATABASE": str(database)}, FOR_NOW)
    assert f"the disk of {disk} is full, or your share of it is. Make room there." in sentence
    assert wire.requests == []
    assert sorted(os.listdir(disk)) == ["hall.sqlite3", "more"]


async def test_the_token_stays_out_of_all_that(tmp_path: Path, wire: Wire) -> None:
    wire.faults.append(Fault("GET", "/users/@me", status=400, code=1, page=f"<html>{TOKEN}</html>"))
    assert TOKEN not in await refuses(tmp_path, reached(wire))
