"""Whatever a host has mistaken, one sentence names one cause and what to do, with settings spelled as in .env."""

import os
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest
import sqlalchemy

import bot
import play.__main__ as played
from bot import Settings
from tables.store.database import Database, Where
from tables.store.files import another_hall
from tables.store.trouble import TROUBLES, explain
from tables.tools import backup, move, restore

from .tables.stored import migrated, rows
from .wire.server import TOKEN

ROOT = Path(__file__).parents[1]
PATIENCE = 60.0  # seconds
LIBRARYS = ("input", "unable", "parse", "errno", "traceback", "valid", "literal", "value error")  # their words

# -- Settings

NO_TIME = ("soon", "-1", "1e12")
WRONG = {
    "DISCORD_TOKEN": (f"Bot {TOKEN}", f"“{TOKEN}”", "   "),
    "DATABASE": (f"mysql://bot:{TOKEN}@host/hall", f"postgresql://bot:{TOKEN}@host:a/hall", f"bot:{TOKEN}@host/hall"),
    "NUDGE_HOURS": NO_TIME,
    "VACATE_HOURS": ("0", "nan", "24h"),
    "CLOSE_DAYS": ("inf", "1e300", "two weeks"),
    "CONCEDE_HOURS": NO_TIME,
    "DISCORD_API": ("foo", "nirn:8080/api/v10", f"ftp://{TOKEN}"),
    "DISCORD_GATEWAY": ("foo", "http://gateway-proxy:7878", "ws://host:port"),
    "HTTPS_PROXY": (f"socks5://bot:{TOKEN}@proxy:1080", "http://proxy:port", "through the proxy"),
    "THINKERS": ("0", "17", "1.5"),
    "DRAWERS": ("-1", "17", "many"),
    "SHARDS": ("0", "many", "1e9"),
    "CLUSTER": ("2", "5/4", "1 of 4"),
    "LOG_LEVEL": ("LOUD", "10", "TRACE"),
    "LOG_FORMAT": ("xml", "yes", "{}"),
    "HEALTH_PORT": ("0", "65536", "http"),
    "HEALTH_HOST": ("everywhere", "0.0.0.0:8080", "http://127.0.0.1"),
}


def test_every_setting_has_wrong_values() -> None:
    assert WRONG.keys() == {name.upper() for name in Settings.model_fields} - {"NO_PROXY"}, "that one fits any text"
    assert all(len(values) == 3 for values in WRONG.values())


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_wrong_setting_is_named_as_in_the_file_with_what_it_must_be(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    for one, set_to in {"DISCORD_TOKEN": TOKEN, name: value}.items():
        monkeypatch.setenv(one, set_to)
    sentence = bot.main([])
    assert sentence
    assert sentence.startswith(f"A setting is wrong. {name} must be ")
    read(sentence)


def test_all_that_are_wrong_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in WRONG:
        monkeypatch.setenv(name, WRONG[name][0])
    sentence = bot.main([])
    assert sentence
    assert all(f"{name} must be " in sentence for name in WRONG)


@pytest.mark.parametrize(
    ("name", "value", "set_to"),
    [("LOG_LEVEL", "debug", "DEBUG"), ("LOG_FORMAT", "JSON", "json"), ("HEALTH_HOST", "::", "::")],
)
def test_a_setting_may_be_written_as_hosts_write_it(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, set_to: str
) -> None:
    monkeypatch.setenv(name, value)
    assert getattr(Settings(), name.lower()) == set_to


def test_ports_that_there_are_not_for_all_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"DISCORD_TOKEN": TOKEN, "HEALTH_PORT": "65534"}.items():
        monkeypatch.setenv(name, value)
    assert (
        bot.main(["--clusters", "4"]) == "HEALTH_PORT=65534 is too high: 4 processes need more ports. Set a lower one."
    )


def read(sentence: str) -> None:
    """As a host reads it."""
    assert sentence.endswith("."), sentence
    assert len(sentence.splitlines()) == 1, sentence
    assert TOKEN not in sentence
    assert not [word for word in LIBRARYS if word in sentence.casefold()], sentence


# -- The database


def gone(path: Path) -> None:
    path.with_name(f"{path.name}-wal").write_bytes(b"moves")


def another_programs(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (id INTEGER)")


def newer(path: Path) -> None:
    rows(migrated(path), "UPDATE alembic_version SET version_num = '9999'")


MISTAKES: dict[str, tuple[Callable[[Path], object], str]] = {
    "hall.sqlite3/in/no/folder": (lambda path: None, "there is no folder "),
    "folder": (Path.mkdir, "it is a folder. Name a file"),
    "noise": (lambda path: path.write_bytes(b"noise" * 2000), "it isn't a database of SQLite. Correct the path"),
    "gone": (gone, "is left of it. Put it back"),
    "places.sqlite": (another_programs, "it belongs to another program. Name another file"),
    "newer.sqlite3": (newer, "was written by a newer version of the bot (its version is 9999"),
    "a" * 300: (lambda path: None, "too long"),
    "dangling": (lambda path: path.symlink_to("nowhere/hall.sqlite3"), "there is no "),
}


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}


@pytest.mark.parametrize("name", MISTAKES, ids=lambda name: name[:20])
async def test_a_database_that_is_none_of_a_hall_is_told_of_and_nothing_is_made(tmp_path: Path, name: str) -> None:
    make, said = MISTAKES[name]
    path = tmp_path / name
    make(path)
    before = contents(tmp_path)
    sentence = await refusal(path)
    assert said in sentence
    assert str(path) in sentence
    assert contents(tmp_path) == before


async def refusal(where: Where) -> str:
    with pytest.raises(TROUBLES) as refused:
        await Database.open(where)
    sentence = explain(where, refused.value)
    read(sentence)
    return sentence


async def test_a_folder_that_cannot_be_written_is_told_of_and_discord_is_not(tmp_path: Path) -> None:
    folder = Path("/sys")  # where root can't write either
    sentence = await refusal(folder / "hall.sqlite3")
    assert str(folder) in sentence
    assert "may not use /sys" in sentence or "can only be read" in sentence
    assert "Discord" not in sentence


async def test_a_newer_halls_database_asks_for_an_update_and_never_for_a_backup(where: Where) -> None:
    await (await Database.open(where)).close()
    rows(where, "UPDATE alembic_version SET version_num = '9999'")
    sentence = await refusal(where)
    assert "update the bot" in sentence
    assert "backup" not in sentence
    rows(where, "UPDATE alembic_version SET version_num = 'x'")
    assert "damaged" in await refusal(where)


@pytest.mark.slow
async def test_a_server_whose_user_may_make_nothing_is_told_of(postgres: sqlalchemy.URL) -> None:
    rows(postgres, "DROP TABLE alembic_version")
    rows(postgres, "CREATE ROLE guest LOGIN PASSWORD 'guest'")
    try:
        assert "Give its role the database" in await refusal(postgres.set(username="guest", password="guest"))
    finally:
        rows(postgres, "DROP ROLE guest")


@contextmanager
def full(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA max_page_count = 2")
        yield connection


@contextmanager
def read_only(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        yield connection


@contextmanager
def written_by_others(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as other, closing(sqlite3.connect(path, 0)) as connection:
        other.execute("BEGIN IMMEDIATE")
        yield connection


@pytest.mark.parametrize(
    ("trouble", "said"),
    [(full, "Make room"), (read_only, "can't write it"), (written_by_others, "another program writes to it. End")],
)
def test_what_sqlite_refuses_is_told_with_what_to_do(
    tmp_path: Path, trouble: Callable[[Path], AbstractContextManager[sqlite3.Connection]], said: str
) -> None:
    path = tmp_path / "hall.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE things (name TEXT)")
    with trouble(path) as connection, pytest.raises(sqlite3.Error) as refused:
        connection.execute("INSERT INTO things VALUES (?)", ("x" * 100_000,))
    sentence = explain(path, refused.value)
    assert said in sentence
    read(sentence)


def test_a_mistyped_name_beside_a_hall_begins_no_empty_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall, mistyped = migrated(tmp_path / "wyrmhall.sqlite3"), tmp_path / "wrymhall.sqlite3"
    shutil.copy(hall, tmp_path / "copy.sqlite3")
    (tmp_path / "wrymhall.txt").write_text("no hall's")
    before = contents(tmp_path)
    for name, value in {"DISCORD_TOKEN": TOKEN, "DATABASE": str(mistyped)}.items():
        monkeypatch.setenv(name, value)
    sentence = bot.main([])
    assert sentence
    assert sentence.startswith(
        f"There is no database {mistyped}, but {hall} is a database of the bot: correct DATABASE."
    )
    read(sentence)
    assert contents(tmp_path) == before
    mistyped.touch()
    assert another_hall(mistyped) is None, "a host who makes the file means it"


def test_a_first_start_takes_one_step(tmp_path: Path) -> None:
    another_programs(tmp_path / "places.sqlite")
    assert another_hall(tmp_path / "wyrmhall.sqlite3") is None
    assert another_hall(tmp_path / "no" / "folder") is None


# -- Commands

Main = Callable[[list[str]], str | None]
A_SERVER = f"postgresql://bot:{TOKEN}@127.0.0.1:9/hall"
COMMANDS: list[tuple[Main, tuple[str, ...], str]] = [
    (backup.main, (), "python -m tables.tools.backup wyrmhall.sqlite3 copy.sqlite3"),
    (backup.main, ("hall", ""), "python -m tables.tools.backup"),
    (backup.main, ("hal", "new"), "There is no file hal. Name the database."),
    (backup.main, ("hall", "copy"), "copy is there already. Name another file."),
    (backup.main, ("hall", "no/new"), "there is no folder "),
    (backup.main, ("noise", "new"), "it isn't a database of SQLite"),
    (backup.main, ("folder", "new"), "There is no file folder."),
    (backup.main, ("hall", A_SERVER), "A copy is a file"),
    (backup.main, (f"mysql://bot:{TOKEN}@host/hall", "new"), "It is a path, or postgresql://"),
    (backup.main, (A_SERVER, "new"), "Start the server"),
    (restore.main, (), "make restore COPY="),
    (restore.main, ("", "hall"), "make restore COPY="),
    (restore.main, ("no", "hall"), "There is no file no. Name a copy."),
    (restore.main, ("folder", "hall"), "There is no file folder."),
    (restore.main, ("noise", "hall"), "it isn't a database of SQLite"),
    (restore.main, ("hall", "hall"), "hall is the database itself. Name a copy."),
    (restore.main, ("newer", "hall"), "update the bot"),
    (restore.main, ("other", "hall"), "other isn't a copy of a Wyrmhall database"),
    (restore.main, ("copy", "no/hall"), "there is no folder "),
    (restore.main, ("copy", A_SERVER), "tables.tools.move"),
    (restore.main, ("copy", f"mysql://bot:{TOKEN}@host/hall"), "It is a path, or postgresql://"),
    (move.main, (), "python -m tables.tools.move wyrmhall.sqlite3 postgresql://"),
    (move.main, ("no", A_SERVER), "There is no file no."),
    (move.main, ("hall", "copy"), "must be a PostgreSQL"),
    (move.main, (A_SERVER, "hall"), "must be a PostgreSQL"),
    (move.main, ("hall", A_SERVER), "Start the server"),
    (move.main, ("noise", A_SERVER), "it isn't a database of SQLite"),
    (move.main, ("newer", A_SERVER), "update the bot"),
]


@pytest.mark.parametrize(("main", "arguments", "said"), COMMANDS)
def test_a_mistaken_command_says_what_to_do_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, main: Main, arguments: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tables.store.postgres.PATIENCE", 0.0)
    for name in ("hall", "copy"):
        migrated(Path(name))
    newer(Path("newer"))
    another_programs(Path("other"))
    Path("noise").write_bytes(b"noise" * 2000)
    Path("folder").mkdir()
    before = contents(tmp_path)
    sentence = main([*arguments])
    assert sentence
    assert said in sentence
    read(sentence)
    after = contents(tmp_path)
    assert after.keys() == before.keys()
    assert main is move.main or after == before  # to move a hall, its file is opened as the bot opens it


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """As a host runs it in the program's folder, with the tests' environment."""
    shutil.copy(ROOT / "Makefile", folder)
    command = ["make", "--no-print-directory", f"VENV={sys.prefix}", "-o", f"{sys.prefix}/play.stamp", *arguments]
    env = {**{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE)


@pytest.mark.skipif(shutil.which("make") is None, reason="make isn't here")
def test_make_has_the_database_that_the_settings_name_and_asks_for_a_copy(tmp_path: Path) -> None:
    hall = migrated(tmp_path / "our hall.sqlite3")
    (tmp_path / ".env").write_text('DATABASE="our hall.sqlite3"  # of the club\n')
    asked = make(tmp_path, "restore")
    assert asked.returncode
    assert asked.stderr.startswith("Name the copy: make restore COPY=")
    assert f"tables.tools.backup '{hall.name}' backups/" in make(tmp_path, "-n", "backup").stdout


@pytest.mark.parametrize(
    ("options", "setting", "said"),
    [
        ((), "THINKERS", "A setting is wrong. THINKERS must be a whole number from 1 to 16."),
        (("--port", "70000"), "", "There is no port 70000, they go up to 65535: choose another with --port."),
        (
            ("--port", "{free}", "--dm-port", "{free}"),
            "",
            "can't be that of both pages: choose another with --dm-port.",
        ),
    ],
)
def test_play_says_what_is_mistaken(
    monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], setting: str, said: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        free = str(probe.getsockname()[1])
    given = ["--port", "0", "--dm-port", "0", *(option.format(free=free) for option in options)]
    monkeypatch.setattr("sys.argv", ["play", *given])
    if setting:
        monkeypatch.setenv(setting, "many")
    with pytest.raises(SystemExit) as refused:
        played.main()
    assert said in str(refused.value.code)
    read(str(refused.value.code))
