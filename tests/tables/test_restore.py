"""A backup that is put back is the hall as it was then. It never takes the place of one that is in use."""

import itertools
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tables.play.lobbies import Lobbies
from tables.play.model import Request
from tables.play.tables import Tables
from tables.store.database import Database
from tables.tools.backup import back_up
from tables.tools.restore import main

from .stored import rows

PATIENCE = 60.0  # seconds
ROOT = Path(__file__).parents[2]
numbers = itertools.count(1)  # in place of channels and interactions


async def open_lobby(database: Database) -> None:
    where: dict[str, Any] = {"guild_id": 1, "channel_id": next(numbers)}
    await Lobbies(Tables(database)).open(
        "wyverns-knot", Request(**where, user_id=7, name="Ada", interaction_id=next(numbers))
    )


async def hall(path: Path, lobbies: int) -> Path:
    database = await Database.open(path)
    try:
        for _ in range(lobbies):
            await open_lobby(database)
    finally:
        await database.close()
    return path


def stored(path: Path) -> Mapping[str, Any]:
    return {name: rows(path, f"SELECT * FROM {name}") for name in ("tables", "players", "log", "interactions")}


def run(copy: Path, target: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tables.tools.restore", str(copy), str(target)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE, cwd=ROOT)


def refused(copy: Path, target: Path) -> str:
    """The sentence with which nothing is restored."""
    before = {path: path.read_bytes() for path in target.parent.iterdir()}
    told = main([str(copy), str(target)])
    assert told
    assert told.startswith("Nothing was restored")
    assert len(told.splitlines()) == 1, told
    assert {path: path.read_bytes() for path in target.parent.iterdir()} == before
    return told


async def killed(folder: Path, *ends: str) -> None:
    """Files of a hall with two lobbies as a kill leaves them: not all is in the database itself yet."""
    live = await Database.open(folder.parent / "live.sqlite3")
    try:
        await open_lobby(live)
        await open_lobby(live)
        for end in ends:
            shutil.copy(folder.parent / f"live.sqlite3{end}", folder / f"hall.sqlite3{end}")
    finally:
        await live.close()


def kept_of(path: Path) -> Path:
    """What was there before."""
    (kept,) = path.parent.glob(f"{path.name}.before-*Z")
    return kept


async def test_a_restored_hall_is_the_one_that_was_backed_up(tmp_path: Path) -> None:
    path, copy = await hall(tmp_path / "hall.sqlite3", 2), tmp_path / "copy.sqlite3"
    back_up(path, copy)
    then = stored(path)
    await hall(path, 1)
    ran = run(copy, path)
    assert ran.returncode == 0, ran.stderr
    assert stored(path) == then
    assert path.stat().st_mode & 0o777 == 0o600
    kept = kept_of(path)
    assert kept.name in ran.stdout
    assert len(stored(kept)["tables"]) == 3
    assert sorted(os.listdir(tmp_path)) == sorted((path.name, copy.name, kept.name))
    await hall(path, 1)  # it opens, and goes on
    assert len(stored(path)["tables"]) == 3


async def test_where_no_hall_was_one_is_restored(tmp_path: Path) -> None:
    copy = await hall(tmp_path / "copy.sqlite3", 1)
    new = tmp_path / "new" / "hall.sqlite3"
    assert f"there is no folder {new.parent}" in (main([str(copy), str(new)]) or "")
    new.parent.mkdir()
    assert not main([str(copy), str(new)])
    assert stored(new) == stored(copy)
    assert os.listdir(new.parent) == [new.name]


async def test_what_a_crash_left_in_the_log_stays_with_the_hall_that_wrote_it(tmp_path: Path) -> None:
    copy, folder = await hall(tmp_path / "copy.sqlite3", 1), tmp_path / "hall"
    folder.mkdir()
    await killed(folder, "", "-wal", "-shm")
    path = folder / "hall.sqlite3"
    assert not main([str(copy), str(path)])
    assert stored(path) == stored(copy)
    assert len(stored(kept_of(path))["tables"]) == 2


async def test_what_is_left_of_a_hall_that_is_gone_never_meets_the_restored_one(tmp_path: Path) -> None:
    copy, folder = await hall(tmp_path / "copy.sqlite3", 1), tmp_path / "hall"
    folder.mkdir()
    await killed(folder, "-wal")
    path = folder / "hall.sqlite3"
    assert not main([str(copy), str(path)])
    assert stored(path) == stored(copy)
    assert [file.name.endswith("Z-wal") for file in folder.iterdir() if file != path] == [True]


async def test_a_hall_in_use_is_not_written_over(tmp_path: Path) -> None:
    copy, folder = await hall(tmp_path / "copy.sqlite3", 1), tmp_path / "hall"
    folder.mkdir()
    database = await Database.open(folder / "hall.sqlite3")
    try:
        (folder / "link").symlink_to("hall.sqlite3")
        for name in ("hall.sqlite3", "link"):
            assert f"in use by process {os.getpid()}" in refused(copy, folder / name)
    finally:
        await database.close()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("nothing there", "There is no file"),
        ("noise", "isn't a database of SQLite"),
        ("another program's", "isn't a copy of a Wyrmhall database"),
        ("a newer hall's", "newer version of the bot"),
        ("damaged", "damaged"),
    ],
)
async def test_what_is_no_whole_copy_of_a_hall_is_not_restored(tmp_path: Path, wrong: str, told: str) -> None:
    folder, copy = tmp_path / "hall", tmp_path / "copy.sqlite3"
    folder.mkdir()
    path = await hall(folder / "hall.sqlite3", 1)
    if wrong == "noise":
        copy.write_bytes(os.urandom(8192))
    elif wrong == "another program's":
        with closing(sqlite3.connect(copy)) as connection:
            connection.execute("CREATE TABLE tables (id INTEGER)")
    elif wrong != "nothing there":
        await hall(copy, 1)
        with closing(sqlite3.connect(copy)) as connection:
            if wrong == "damaged":
                connection.execute("PRAGMA writable_schema = ON")
                connection.execute("DELETE FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
            else:
                connection.execute("UPDATE alembic_version SET version_num = '9999'")
            connection.commit()
    assert told in refused(copy, path)
