"""A backup is one whole state of a hall that goes on writing, and the file of nobody but its owner."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, delete, insert, select

from tables.play.lobbies import Lobbies
from tables.play.model import Request
from tables.play.tables import Tables
from tables.store import schema
from tables.store.database import Database
from tables.tools.backup import Telling, back_up, main
from tables.tools.move import OF_PROCESSES, PIECE, move

from ..postgres import server

ROWS = 40_000
MOST_STEPS = 100
PATIENCE = 60.0  # seconds


def filled(path: Path) -> Path:
    """A database of accounts, in the mode that the bot's is in."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE accounts (id INTEGER PRIMARY KEY, amount INTEGER, note TEXT)")
        connection.execute("CREATE INDEX by_amount ON accounts (amount)")
        rows = ((number, "x" * 500) for number in range(ROWS))
        connection.executemany("INSERT INTO accounts VALUES (?, 10, ?)", rows)
        connection.commit()
    return path


def total(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        count, amount = connection.execute("SELECT COUNT(*), SUM(amount) FROM accounts").fetchone()
        assert count == ROWS
        return int(amount)


def test_a_backup_ends_however_much_is_written_meanwhile(tmp_path: Path) -> None:
    path, copy = filled(tmp_path / "hall.sqlite3"), tmp_path / "copy.sqlite3"
    told: list[tuple[int, int]] = []
    with closing(sqlite3.connect(path)) as bot:

        def play_on(copied: int, pages: int) -> None:
            """After every step of the copy an amount is moved from one account to another; the sum stays."""
            told.append((copied, pages))
            assert len(told) < MOST_STEPS, "it begins anew with every write"
            with bot:
                bot.execute("UPDATE accounts SET amount = amount + 1 WHERE id = ?", (ROWS - len(told),))
                bot.execute("UPDATE accounts SET amount = amount - 1 WHERE id = ?", (len(told),))

        back_up(path, copy, play_on)
    assert total(copy) == ROWS * 10
    assert changed(copy) == 0, "it is of when it was asked for"
    assert changed(path) == 2 * len(told)
    copied = [done for done, _ in told]
    assert copied == sorted(set(copied)), "nothing was copied twice"
    assert len({pages for _, pages in told}) == 1
    assert len(told) > 2
    assert told[-1][0] == told[-1][1]


def changed(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT COUNT(*) FROM accounts WHERE amount <> 10").fetchone()[0])


def test_each_tenth_of_the_way_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    telling = Telling()
    for copied in range(201):
        telling(copied, 200)
    *tenths, last = capsys.readouterr().out.splitlines()
    assert tenths == [f"{tenth * 10} % copied" for tenth in range(1, 10)]
    assert last == "All is copied; the copy is being checked."


def test_only_its_owner_can_read_a_backup_and_nothing_else_is_left(tmp_path: Path) -> None:
    path, folder = filled(tmp_path / "hall.sqlite3"), tmp_path / "backups"
    folder.mkdir()
    made = run(path, folder / "copy.sqlite3")
    assert made.returncode == 0, made.stderr
    assert "% copied" in made.stdout
    assert os.listdir(folder) == ["copy.sqlite3"]
    assert (folder / "copy.sqlite3").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("damage", ["index", "page", "nothing there"])
def test_of_a_damaged_database_there_is_no_backup_but_a_sentence(tmp_path: Path, damage: str) -> None:
    path, folder = tmp_path / "hall.sqlite3", tmp_path / "backups"
    folder.mkdir()
    if damage != "nothing there":
        filled(path)
    with closing(sqlite3.connect(path)) as connection:
        if damage == "index":
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute("DELETE FROM sqlite_master WHERE name = 'by_amount'")
            connection.commit()
    if damage == "page":
        data = bytearray(path.read_bytes())
        data[4096 * 50 : 4096 * 51] = b"\xff" * 4096
        path.write_bytes(data)
    if damage == "nothing there":
        path.unlink()
    refused = run(path, folder / "copy.sqlite3")
    assert refused.returncode == 1
    assert refused.stderr.startswith("No backup was made")
    assert len(refused.stderr.splitlines()) == 1
    assert not os.listdir(folder)


def run(source: Path, target: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tables.tools.backup", str(source), str(target)]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=PATIENCE, cwd=Path(__file__).parents[2]
    )


async def test_a_hall_on_a_server_is_backed_up_while_it_plays_on_and_restored_to_another(
    postgres: URL, tmp_path: Path
) -> None:
    numbers, copy, database = count(1), tmp_path / "copy.sqlite3", await Database.open(postgres)

    async def open_lobby(number: int, database: Database) -> None:
        where: dict[str, Any] = {"guild_id": 1, "channel_id": number}
        request = Request(**where, user_id=2**60 + number, name="Ada", interaction_id=next(numbers))
        await Lobbies(Tables(database)).open("wyverns-knot", request)

    try:
        await open_lobby(1, database)
        await open_lobby(2, database)
        async with database.write() as connection:
            await connection.run(delete(schema.tables).where(schema.tables.c.id == 2))
            rows = [{"id": number, "at": number} for number in range(10, 10 + 2 * PIECE)]
            await connection.many(insert(schema.interactions), rows)
            await connection.many(insert(schema.archive), [{"table_id": 1, "log": bytes(range(256))}])
        then = await everything(database)
        told = await asyncio.to_thread(main, [postgres.render_as_string(hide_password=False), str(copy)])
        assert told is None
        await open_lobby(3, database)
    finally:
        await database.close()
    assert os.listdir(tmp_path) == [copy.name]
    assert copy.stat().st_mode & 0o777 == 0o600
    another = server().new()
    try:
        await move(copy, another)
        for where in (copy, another):
            restored = await Database.open(where)
            try:
                assert await everything(restored) == then
                await open_lobby(3, restored)
                opened = await everything(restored)
                assert [row[0] for row in opened["tables"]] == [1, 3], "a number is given once"
            finally:
                await restored.close()
    finally:
        server().drop(another)


async def everything(database: Database) -> Mapping[str, list[tuple[Any, ...]]]:
    """Every row, by table, but what the processes say of themselves."""
    kept = [table for table in schema.metadata.sorted_tables if table not in OF_PROCESSES]
    async with database.read() as connection:
        return {table.name: sorted(map(tuple, await connection.fetch(select(table), {}))) for table in kept}


async def test_of_a_server_that_lets_nobody_in_there_is_no_backup_but_a_sentence(postgres: URL, tmp_path: Path) -> None:
    nobody = postgres.set(database="no_such_hall").render_as_string(hide_password=False)
    told = await asyncio.to_thread(main, [nobody, str(tmp_path / "copy.sqlite3")])
    assert told
    assert told.startswith("No backup was made")
    assert "no_such_hall" in told
    assert not os.listdir(tmp_path)
