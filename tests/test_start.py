"""`python bot.py` as a host runs it: what keeps it from starting is told in a sentence, and it ends when told to."""

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from .wire import TOKEN, Wire

BOT = Path(__file__).parent.parent / "bot.py"
PATIENCE = 60.0  # seconds
UNREACHABLE = "http://127.0.0.1:9/api/v10"  # the port of the discard service, which nobody runs


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    async with Wire() as wire:
        yield wire


async def started(folder: Path, settings: Mapping[str, str]) -> asyncio.subprocess.Process:
    """The bot in a process of its own, in `folder`, with these settings and no others."""
    plain = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "VIRTUAL_ENV", "LANG")}
    return await asyncio.create_subprocess_exec(
        sys.executable, str(BOT), cwd=folder, env={**plain, **settings}, stderr=asyncio.subprocess.PIPE
    )


async def refuses(folder: Path, settings: Mapping[str, str]) -> str:
    """The sentence with which the bot doesn't start."""
    process = await started(folder, {"LOG_LEVEL": "ERROR", **settings})
    _, errors = await asyncio.wait_for(process.communicate(), PATIENCE)
    lines = errors.decode().splitlines()
    assert process.returncode == 1, (settings, errors)
    assert len(lines) == 1, (settings, errors)
    return lines[0]


async def refused(folder: Path, cases: list[tuple[Mapping[str, str], str]]) -> None:
    """Each case is settings, and a word that the sentence must have."""
    sentences = await asyncio.gather(*(refuses(folder, settings) for settings, _ in cases))
    for sentence, (settings, word) in zip(sentences, cases, strict=True):
        assert word.casefold() in sentence.casefold(), (settings, sentence)
        assert sentence.endswith((".", "!")), sentence
        assert TOKEN not in sentence


async def test_wrong_settings_are_one_sentence(tmp_path: Path) -> None:
    token = {"DISCORD_TOKEN": TOKEN}
    await refused(
        tmp_path,
        [
            ({}, "DISCORD_TOKEN"),
            ({"DISCORD_TOKEN": ""}, "DISCORD_TOKEN"),
            ({**token, "LOG_LEVEL": "LOUD"}, "log_level"),
            ({**token, "NUDGE_HOURS": "soon"}, "nudge_hours"),
            ({**token, "CLOSE_DAYS": "-1"}, "close_days"),
            ({**token, "DISCORD_API": UNREACHABLE}, "reach"),
        ],
    )
    assert not os.listdir(tmp_path), "and nothing was made"


async def test_a_setting_of_the_file_counts(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nVACATE_HOURS=later\n")
    await refused(tmp_path, [({}, "vacate_hours")])


async def test_an_unusable_database_is_one_sentence(tmp_path: Path, wire: Wire) -> None:
    discord = {"DISCORD_TOKEN": TOKEN, "DISCORD_API": wire.api, "DISCORD_GATEWAY": wire.gateway}
    (tmp_path / "folder").mkdir()
    (tmp_path / "noise").write_bytes(os.urandom(8192))
    (tmp_path / "damaged").write_bytes(damaged(tmp_path / "whole"))
    names = ("folder", "noise", "damaged", "noise/hall.sqlite3")
    await refused(tmp_path, [({**discord, "DATABASE": str(tmp_path / name)}, name) for name in names])


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
    discord = {"DISCORD_TOKEN": TOKEN, "DISCORD_API": wire.api, "DISCORD_GATEWAY": wire.gateway}
    process = await started(tmp_path, {**discord, "LOG_LEVEL": "ERROR"})
    await wire.until(lambda: wire.identified or process.returncode is not None, PATIENCE)
    process.send_signal(sign)
    _, errors = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == 0
    assert not errors, errors.decode()
    assert os.listdir(tmp_path) == ["wyrmhall.sqlite3"], "the write-ahead log was written back"
