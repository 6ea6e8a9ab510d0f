"""A database of the revision before the baseline, with rows of every kind in every table, is carried over whole; or not
at all, and it is said why.

`before/` has one in each store: see before/write.py.
"""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, insert

from tables.store import schema
from tables.store.carrying import MOST_TOLD
from tables.store.database import Database, Where
from tables.store.errors import Newer, Older, Unfit
from tables.store.migrating import CARRIED, COMMIT
from tables.store.trouble import explain
from tables.tools.backup import back_up, back_up_server
from tables.tools.move import Unmoved, move
from tables.tools.restore import restore

from ..postgres import server
from .before.write import CALLED, FOLDER, LEAVES, TABLES
from .stored import migrated, rows
from .test_rankings import TABLE

# These aren't carried over: they say who has it open, and how it is kept
APART = ("alembic_version", "processes", "sqlite_sequence")
NEWER = ("outbox",)  # tables that there weren't
NAMES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table'",
    "postgresql": "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
}
MADE = {  # how the tables are made
    "sqlite": ["SELECT type, name, sql FROM sqlite_master"],
    "postgresql": [
        "SELECT table_name, column_name, data_type, character_maximum_length, collation_name, is_nullable, "
        "column_default FROM information_schema.columns WHERE table_schema = 'public' "
        "AND table_name <> 'alembic_version'",
        "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint "
        "WHERE connamespace = 'public'::regnamespace AND contype <> 'n'",
        "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
        "SELECT sequencename, data_type::text FROM pg_sequences",
        "SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_'",
    ],
}


def store(where: Where) -> str:
    return "sqlite" if isinstance(where, Path) else "postgresql"


def dump(kind: str) -> str:
    return FOLDER.joinpath(f"{CARRIED}.{kind}.sql").read_text(encoding="utf-8")


def written_before(path: Path) -> Path:
    path.touch(0o600)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(dump("sqlite"))
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def before(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Where]:
    """What the last revision before this one has left, in each store."""
    if request.param == "sqlite":
        yield written_before(tmp_path / "hall.sqlite3")
        return
    request.getfixturevalue("postgres_server")
    url = server().new(empty=True)
    server().run(url, dump("postgresql"))
    yield url
    server().drop(url)


async def carry(where: Where) -> None:
    await (await Database.open(where)).close()


def everything(where: Where) -> dict[str, Any]:
    """Every row by columns, by table, whatever their order."""
    names = [row["name"] for row in rows(where, NAMES[store(where)]) if row["name"] not in (*APART, *NEWER)]
    return {name: sorted(repr(sorted(row.items())) for row in rows(where, f"SELECT * FROM {name}")) for name in names}


def made(where: Where) -> Any:
    found: list[list[Mapping[str, Any]]] = [rows(where, query) for query in MADE[store(where)]]
    return [sorted(repr(tuple(row.values())) for row in part) for part in found]


def untouched(where: Where) -> Any:
    """All that there is: a failed upgrade must change nothing of it."""
    return everything(where), made(where), rows(where, "SELECT * FROM alembic_version")


async def test_everything_is_carried_over(before: Where) -> None:
    were = everything(before)
    names = {old: new for new, old in CALLED.items()}
    assert {names.get(name, name) for name in were} == {*schema.metadata.tables} - {*APART, *NEWER}
    assert all(were.values()), "rows in every table"
    await carry(before)
    assert everything(before) == {names.get(name, name): found for name, found in were.items()}
    await carry(before)
    assert everything(before) == {names.get(name, name): found for name, found in were.items()}


async def test_what_is_carried_over_is_made_as_what_is_new(before: Where, tmp_path: Path) -> None:
    new = migrated(tmp_path / "new.sqlite3") if isinstance(before, Path) else server().new()
    try:
        assert made(before) != made(new)
        await carry(before)
        assert made(before) == made(new)
    finally:
        if isinstance(new, URL):
            server().drop(new)


async def test_numbers_of_deleted_rows_are_not_given_again(before: Where) -> None:
    database = await Database.open(before)
    line = insert(schema.server_log).values(guild_id=1, kind="x", at=0)
    learner = insert(schema.learners).values(user_id=1, game="x", version=1)
    try:
        async with database.write() as transaction:
            new = TABLE.values(game="x", solo=True).returning(schema.tables.c.id)
            assert await transaction.one(new, int) == LEAVES + TABLES + 1
            assert await transaction.one(line.returning(schema.server_log.c.id), int) == LEAVES + 2
            named = await transaction.one(learner.returning(schema.learners.c.id), int)
            assert named == LEAVES + (1 if isinstance(before, Path) else 2), "a file gives these again"
    finally:
        await database.close()


UNFIT = {  # a change, and what is said of it
    "UPDATE deadlines SET due_at = -5 WHERE table_id = 902": "deadlines.due_at, where table_id = 902, kind = '",
    "UPDATE tables SET options = '{' WHERE id = 903": "tables.options, where id = 903",
    "UPDATE tables SET phase = 'gone' WHERE id = 904": "tables.phase, where id = 904",
    f"UPDATE deals SET seed = '{64 * 'Z'}' WHERE scope = 'week'": "deals.seed, where scope = 'week', game = '",
    "UPDATE outages SET day = '2026-02-30' WHERE day = '2026-02-28'": "outages.day, where day = '2026-02-30'",
    "UPDATE seen SET at = -1": "seen.at, where guild_id = ",
}
UNFIT_IN_A_FILE = {
    "UPDATE tables SET turn = 'many' WHERE id = 905": "tables.turn, where id = 905",
    "UPDATE tables SET turn = 1.5 WHERE id = 905": "tables.turn, where id = 905",
    "UPDATE people SET hidden = 7 WHERE user_id = 501": "people.hidden, where user_id = 501",
    "UPDATE people SET name = x'00' WHERE user_id = 501": "people.name, where user_id = 501",
    "UPDATE archive SET log = 'x' WHERE table_id = 1": "archive.log, where table_id = 1",
    f"UPDATE people SET name = '{101 * 'x'}' WHERE user_id = 501": "people.name, where user_id = 501",
    "DELETE FROM tables WHERE id = 901": "players, where rowid = ",
}


@pytest.mark.parametrize("change", UNFIT)
async def test_a_value_that_does_not_fit_is_named_and_nothing_changes(before: Where, change: str) -> None:
    await _refused(before, change, UNFIT[change])


@pytest.mark.parametrize("change", UNFIT_IN_A_FILE)
async def test_what_only_a_file_can_hold_is_named(tmp_path: Path, change: str) -> None:
    path = written_before(tmp_path / "hall.sqlite3")
    await _refused(path, change, UNFIT_IN_A_FILE[change])


async def _refused(where: Where, change: str, told: str) -> None:
    rows(where, change)
    was = untouched(where)
    with pytest.raises(Unfit, match=re.escape(told)) as refused:
        await carry(where)
    assert "nothing has changed" in explain(where, refused.value)
    assert untouched(where) == was


async def test_of_many_values_some_are_named(before: Where) -> None:
    rows(before, "UPDATE log SET at = -1")
    with pytest.raises(Unfit) as refused:
        await carry(before)
    assert str(refused.value).count("log.at, where table_id = ") == MOST_TOLD
    assert str(refused.value).endswith("; and more")


async def test_once_it_is_corrected_it_is_carried_over(before: Where) -> None:
    rows(before, "UPDATE tables SET options = '{' WHERE id = 903")
    with pytest.raises(Unfit):
        await carry(before)
    rows(before, "UPDATE tables SET options = '{}' WHERE id = 903")
    await carry(before)
    assert rows(before, "SELECT options FROM tables WHERE id = 903") == [{"options": "{}"}]


async def test_a_name_with_nul_is_carried_over(tmp_path: Path) -> None:
    path = written_before(tmp_path / "hall.sqlite3")
    rows(path, "UPDATE people SET name = 'Ann' || char(0) WHERE user_id = 501")
    await carry(path)
    assert rows(path, "SELECT name FROM people WHERE user_id = 501") == [{"name": "Ann\0"}]


async def test_an_older_one_is_told_which_commit_upgrades_it_and_a_newer_one_is_refused(before: Where) -> None:
    for version, kind, told in (("0036", Older, COMMIT), ("0099", Newer, "0099")):
        rows(before, "UPDATE alembic_version SET version_num = ?", version)
        was = untouched(before)
        with pytest.raises(kind, match=told):
            await carry(before)
        assert untouched(before) == was


# -- Tools


async def test_it_moves_to_a_server_whole(tmp_path: Path, postgres_server: Any) -> None:
    path, url = written_before(tmp_path / "hall.sqlite3"), server().new()
    try:
        await move(path, url)
        there, here = everything(url), everything(path)
        del there["leases"], here["leases"]  # they aren't moved
        for name, found in there.items():
            assert [row.replace("True", "1").replace("False", "0") for row in found] == here[name], name
    finally:
        server().drop(url)


async def test_a_copy_from_before_is_restored_and_carried_over(tmp_path: Path) -> None:
    path, copy = written_before(tmp_path / "hall.sqlite3"), tmp_path / "copy.sqlite3"
    was = everything(path)
    back_up(path, copy)
    await carry(path)
    restore(copy, path)
    assert everything(path) == was
    await carry(path)
    assert everything(path).keys() == {*schema.metadata.tables} - {*APART, *NEWER}


def test_a_server_from_before_is_to_be_upgraded_before_it_is_backed_up(tmp_path: Path, postgres_server: Any) -> None:
    url = server().new(empty=True)
    try:
        server().run(url, dump("postgresql"))
        with pytest.raises(Unmoved, match=f"has version {CARRIED}.*Start the bot once"):
            back_up_server(url, tmp_path / "copy.sqlite3")
    finally:
        server().drop(url)
