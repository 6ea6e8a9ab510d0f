"""`python bot.py` as a host runs it: what keeps it from starting is told in a sentence, and it ends when told to."""

import asyncio
import json
import multiprocessing
import os
import runpy
import shutil
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from datetime import datetime
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy

import bot
from host.ending import FOR_GOOD, FOR_NOW

from .tables.stored import migrated
from .wire.server import TOKEN, Fault, Wire
from .wire.test_health import free_ports

BOT = Path(__file__).parent.parent / "bot.py"
PATIENCE = 60.0  # seconds
LINE = ("time", "level", "logger", "message")  # what a line of a log in JSON has
UNREACHABLE = "http://127.0.0.1:9/api/v10"  # the port of the discard service, which nobody runs


FORKED = multiprocessing.get_context("forkserver")
FORKED.set_forkserver_preload([__name__])
_starts = count()


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    async with Wire() as wire:
        yield wire


@asynccontextmanager
async def started(folder: Path, settings: Mapping[str, str]) -> AsyncIterator[asyncio.subprocess.Process]:
    """The bot in a process of its own, its program in `folder`, with these settings and no others.

    It is started from somewhere else. At the end it is killed if it still runs.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(program(folder)), cwd="/", env=environment(settings), stderr=asyncio.subprocess.PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


def program(folder: Path) -> Path:
    if not (folder / BOT.name).exists():  # others may be started from there at the same time
        shutil.copy(BOT, folder)
    return folder / BOT.name


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "VIRTUAL_ENV", "LANG")}
    return {**plain, "PYTHONPATH": str(BOT.parent), "LOG_LEVEL": "ERROR", **settings}


async def ended(process: asyncio.subprocess.Process) -> list[str]:
    """What it has written, by line, once it has ended."""
    _, errors = await asyncio.wait_for(process.communicate(), PATIENCE)
    return errors.decode().splitlines()


async def refuses(folder: Path, settings: Mapping[str, str], status: int = FOR_GOOD) -> str:
    """The sentence with which the bot doesn't start. `status`: its exit status.

    Its process is forked from one that has imported everything, which takes a second.
    """
    written = folder / f"{next(_starts)}.log"
    process = FORKED.Process(target=run, args=(program(folder), environment(settings), written))
    process.start()
    try:
        await asyncio.wait_for(asyncio.to_thread(process.join), PATIENCE)
    finally:
        process.kill()
    lines = written.read_text().splitlines()
    written.unlink()
    assert process.exitcode == status, (settings, lines)
    assert len(lines) == 1, (settings, lines)
    return lines[0]


def run(program: Path, environment: Mapping[str, str], written: Path) -> None:
    """In the new process: what Python does with a program that is given to it."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir("/")
    sys.argv[:] = [str(program)]
    sys.stderr.flush()
    os.dup2(os.open(written, os.O_WRONLY | os.O_CREAT), 2)
    runpy.run_path(str(program), run_name="__main__")


async def refused(folder: Path, cases: Sequence[tuple[Mapping[str, str], str]], status: int = FOR_GOOD) -> None:
    """Each case is settings, and a word that the sentence must have."""
    sentences = await asyncio.gather(*(refuses(folder, settings, status) for settings, _ in cases))
    for sentence, (settings, word) in zip(sentences, cases, strict=True):
        assert word.casefold() in sentence.casefold(), (settings, sentence)
        assert sentence.endswith((".", "!")), sentence
        assert TOKEN not in sentence


def reached(wire: Wire) -> dict[str, str]:
    """The settings with which the bot finds this Discord."""
    return {"DISCORD_TOKEN": TOKEN, "DISCORD_API": wire.api, "DISCORD_GATEWAY": wire.gateway}


async def test_wrong_settings_are_one_sentence(tmp_path: Path) -> None:
    await refused(tmp_path, [({}, "DISCORD_TOKEN")])
    assert os.listdir(tmp_path) == [BOT.name], "and nothing was made"


async def test_a_discord_that_cannot_be_reached_is_one_sentence(tmp_path: Path) -> None:
    await refused(tmp_path, [({"DISCORD_TOKEN": TOKEN, "DISCORD_API": UNREACHABLE}, "reach")], FOR_NOW)


A_PART = "A setting is wrong. CLUSTER must be the number of this process and how many there are, such as 2/4."


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        *(
            ({"CLUSTER": part}, A_PART)
            for part in ("2", "0/4", "5/4", "4/0", "-1/4", "2/4/6", "1/99999", "1.0/2", "²/4")
        ),
        *(
            ({"SHARDS": number}, "A setting is wrong. SHARDS must be ")
            for number in ("0", "-1", "many", "1e9", "99999")
        ),
        ({"SHARDS": "3", "CLUSTER": "1/4"}, "SHARDS=3 is too few for 4 processes: each needs at least one. Set more."),
        ({"CLUSTER": "2/4"}, "Several processes need PostgreSQL: "),
    ],
    ids=str,
)
def test_a_part_that_there_is_not_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch, settings: Mapping[str, str], told: str
) -> None:
    for name, value in {"DISCORD_TOKEN": TOKEN, **settings}.items():
        monkeypatch.setenv(name, value)
    sentence = bot.main([])
    assert sentence
    assert told in sentence
    assert TOKEN not in sentence


@pytest.mark.parametrize("hostile", ["0", "-4", "65", "4000000000"])
def test_a_number_of_processes_that_there_is_not_is_refused_in_words(hostile: str) -> None:
    assert bot.main(["--clusters", hostile]) == "--clusters is the number of processes to run, from 1 to 64."


def test_several_processes_are_refused_where_the_store_is_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    sentence = bot.main(["--clusters", "4"])
    assert (
        sentence == "Several processes need PostgreSQL: set DATABASE to a postgresql:// address. SQLite works with one."
    )


async def test_the_settings_beside_the_program_count_wherever_it_is_started(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nVACATE_HOURS=later\n")
    await refused(tmp_path, [({}, "vacate_hours")])
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe")
    await refused(tmp_path, [({}, ".env")])


async def test_an_unusable_database_is_one_sentence(tmp_path: Path, wire: Wire) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "noise").write_bytes(os.urandom(8192))
    (tmp_path / "damaged").write_bytes(damaged(tmp_path / "whole"))
    names = ("folder", "noise", "damaged", "noise/hall.sqlite3")
    await refused(tmp_path, [({**reached(wire), "DATABASE": str(tmp_path / name)}, name) for name in names])


async def test_what_discord_refuses_is_one_sentence(tmp_path: Path, wire: Wire) -> None:
    wire.faults.append(Fault("GET", "/users/@me", status=404))
    await refused(tmp_path, [(reached(wire), "Discord refuses the start with 404 Not Found: correct DISCORD_API.")])


async def test_a_port_in_use_is_one_sentence(tmp_path: Path, wire: Wire) -> None:
    port = wire.api.split(":")[2].split("/")[0]
    await refused(
        tmp_path, [({**reached(wire), "HEALTH_PORT": port}, f"HEALTH_PORT={port} is in use by another")], FOR_NOW
    )


async def test_every_line_of_a_log_in_json_is_an_object(tmp_path: Path, wire: Wire) -> None:
    settings = {**reached(wire), "LOG_LEVEL": "DEBUG", "LOG_FORMAT": "json"}
    async with started(tmp_path, settings) as process:
        await wire.until(lambda: wire.identified or process.returncode is not None, PATIENCE)
        process.terminate()
        lines = [json.loads(line) for line in await ended(process)]
    async with started(tmp_path, {**settings, "DISCORD_TOKEN": "another"}) as refused_one:
        *_, last = [json.loads(line) for line in await ended(refused_one)]
    assert last["level"] == "CRITICAL"
    assert "DISCORD_TOKEN" in last["message"]
    assert lines
    for line in lines:
        assert {*LINE} <= line.keys() <= {*LINE, "exception"}
        assert datetime.fromisoformat(line["time"]).tzinfo
    assert TOKEN not in str(lines)


async def test_a_server_that_lets_nobody_in_is_one_sentence(
    tmp_path: Path, wire: Wire, postgres: sqlalchemy.URL
) -> None:
    nobody_there = f"postgresql://bot:{TOKEN}@127.0.0.1:9/hall"
    cases: list[str | sqlalchemy.URL] = [
        nobody_there,
        postgres.set(database="no_such_hall"),
        postgres.set(username="nobody", password=TOKEN),
    ]
    urls = [case if isinstance(case, str) else case.render_as_string(hide_password=False) for case in cases]
    words = ("can't be reached: ", "no_such_hall", "nobody")
    told = [({**reached(wire), "DATABASE": url}, word) for url, word in zip(urls, words, strict=True)]
    await refused(tmp_path, told[:1], FOR_NOW)  # it may only be late
    await refused(tmp_path, told[1:])


async def test_plays_on_a_server(tmp_path: Path, wire: Wire, postgres: sqlalchemy.URL) -> None:
    url = postgres.render_as_string(hide_password=False)
    async with started(tmp_path, {**reached(wire), "DATABASE": url}) as process:
        await wire.until(lambda: wire.identified or process.returncode is not None, PATIENCE)
        process.terminate()
        assert not await ended(process)
    assert process.returncode == 0
    assert os.listdir(tmp_path) == [BOT.name], "and no file was made"


def damaged(path: Path) -> bytes:
    """A database with a page in the middle overwritten."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE things (name TEXT)")
        connection.executemany("INSERT INTO things VALUES (?)", [(str(number) * 100,) for number in range(1000)])
        connection.commit()
    whole = bytearray(path.read_bytes())
    whole[8192:12288] = b"\xff" * 4096
    return bytes(whole)


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_ends_when_told_to(tmp_path: Path, wire: Wire, sign: signal.Signals) -> None:
    async with started(tmp_path, reached(wire)) as process:
        await wire.until(lambda: wire.identified or process.returncode is not None, PATIENCE)
        process.send_signal(sign)
        assert not await ended(process)
    assert process.returncode == 0
    left = sorted(os.listdir(tmp_path))
    assert left == [BOT.name, "wyrmhall.sqlite3"], "the write-ahead log was written back, and nothing is locked"


async def test_nobody_else_on_the_machine_can_read_the_database(tmp_path: Path, wire: Wire) -> None:
    path = tmp_path / "wyrmhall.sqlite3"
    path.touch(0o644)
    path.chmod(0o644)
    async with started(tmp_path, reached(wire)) as process:
        await wire.until(lambda: wire.identified or process.returncode is not None, PATIENCE)
        modes = {file.name: file.stat().st_mode & 0o777 for file in os.scandir(tmp_path) if file.name != BOT.name}
    names = [path.name, *(f"{path.name}-{kind}" for kind in ("lock", "shm", "wal"))]
    assert modes == dict.fromkeys(names, 0o600)


async def test_a_second_bot_on_the_same_database_is_refused_and_told_of_the_first(tmp_path: Path, wire: Wire) -> None:
    (tmp_path / "link").symlink_to("wyrmhall.sqlite3")
    by_link = {**reached(wire), "DATABASE": "link"}
    watched = {**reached(wire), "HEALTH_PORT": str(free_ports(1))}  # the same port
    async with started(tmp_path, watched) as first:
        await wire.until(lambda: wire.identified or first.returncode is not None, PATIENCE)
        await refused(
            tmp_path, [(case, f"process {first.pid} on") for case in (reached(wire), by_link, watched)], FOR_NOW
        )
        assert first.returncode is None
        first.kill()
        await first.wait()
    async with started(tmp_path, by_link) as next_one:
        await wire.until(lambda: wire.identified == 2 or next_one.returncode is not None, PATIENCE)
        next_one.terminate()
        assert not await ended(next_one)


def checked_for_long(path: Path, rows: int) -> None:
    """A database that is small, but takes 3 to 12 ms to check for each of `rows`; and then the check finds damage."""
    with closing(sqlite3.connect(migrated(path))) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("CREATE TABLE slow (size INTEGER CHECK (length(hex(zeroblob(size))) <> 4))")
        connection.executemany("INSERT INTO slow VALUES (?)", [*[(1_000_000,)] * rows, (2,)])
        connection.commit()


@pytest.mark.parametrize("playing", [False, True])
async def test_ends_when_told_to_while_the_database_is_checked(tmp_path: Path, wire: Wire, playing: bool) -> None:
    path = tmp_path / "wyrmhall.sqlite3"
    checked_for_long(path, 100_000)
    async with started(tmp_path, reached(wire)) as process:
        begun = path.with_name(f"{path.name}-shm")
        await wire.until(lambda: wire.identified if playing else begun.exists(), PATIENCE)
        process.terminate()
        assert not await ended(process)
    assert process.returncode == 0
    assert wire.identified == playing


@pytest.mark.slow
async def test_damage_that_is_found_while_playing_ends_the_bot_with_a_sentence(tmp_path: Path, wire: Wire) -> None:
    checked_for_long(tmp_path / "wyrmhall.sqlite3", 4000)
    async with started(tmp_path, {**reached(wire), "LOG_LEVEL": "WARNING"}) as process:
        *_, critical, sentence = await ended(process)
    assert wire.identified == 1, "it didn't wait for the whole check"
    assert process.returncode == FOR_GOOD
    assert "CRITICAL" in critical
    assert "damaged (CHECK constraint failed in slow)" in sentence
