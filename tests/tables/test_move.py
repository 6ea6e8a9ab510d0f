"""A hall moves from its file to a server whole, and plays on there; or not at all, and it is said why."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, delete

from tables.history.archive import PACKED_AFTER, Archive
from tables.people.learners import Lessons
from tables.play.computers import strengths
from tables.play.model import Request, Table
from tables.play.solitaires import Solitaires
from tables.store import schema
from tables.store.database import Database
from tables.store.errors import Damaged, DatabaseError
from tables.store.lock import InUse
from tables.tools.move import Unmoved, main, move

from .days import DAY, HOME, Clock, House, clock, house
from .stored import rows
from .test_rankings import group_game

ANN, BEN, CAT = 101, 102, 103
STAYS = ("alembic_version", "processes", "leases", "sqlite_sequence")

__all__ = ["clock"]  # a fixture


async def lived_in(here: House) -> Mapping[str, Table]:
    """A packed game, one that is over, one in play with a vote and a computer player, a lobby, a deal of the day."""
    tables = {"packed": await here.finish(await group_game(here, (ANN, BEN, CAT), 1))}
    here.rows("UPDATE tables SET shown = version, changed_at = changed_at - ?", PACKED_AFTER + 1)
    await Archive(here.database).pack()
    here.database.forget()
    tables["over"] = await here.finish(await group_game(here, (ANN, BEN), 2, "advyria"))
    tables["playing"] = await group_game(here, (ANN, BEN, CAT), 3)
    for _ in range(5):
        await here.move(tables["playing"])
    await here.votes.open(tables["playing"].id, ANN, next(here.interactions))
    tables["lobby"] = await here.lobbies.open("advyria", Request(ANN, "Ann\0", HOME, 4, next(here.interactions)))
    await here.lobbies.add_computer(tables["lobby"].id, ANN, strengths(tables["lobby"])[0], next(here.interactions))
    tables["daily"] = await here.deal(ANN, "hexaract", DAY)
    await here.people.met(ANN, "Ann", HOME, "Ann of home")
    gone = await Solitaires(here.tables).start("hexaract", Request(BEN, "Ben", HOME, 5, next(here.interactions)))
    async with here.database.write() as connection:  # the newest: its number is never given again
        await connection.run(delete(schema.tables).where(schema.tables.c.id == gone.id))
    return tables


def everything(here: House) -> Mapping[str, Any]:
    """Every row, by table, whatever their order."""
    found = {name: list_of for name, list_of in here.everything().items() if name not in STAYS}
    return {name: sorted(repr(sorted(row.items())) for row in list_of) for name, list_of in found.items()}


async def test_a_hall_moves_whole_and_plays_on(tmp_path: Path, postgres: URL, clock: Clock) -> None:
    path, told = tmp_path / "hall.sqlite3", list[str]()
    async with house(path) as old:
        tables = await lived_in(old)
        stored, last = everything(old), old.rows("SELECT max(seq) AS seq FROM sqlite_sequence")[0]["seq"]
        deal = await old.deals.deal("hexaract", DAY)
        seen = {name: await old.tables.look(table.id, ANN) for name, table in tables.items() if name != "lobby"}
    assert await move(path, postgres, told.append) == sum(map(len, stored.values()))
    assert "tables: 5" in told
    assert told[-1] == "5 of 5 tables were played again: they are the same."
    async with house(postgres, secret=None) as new:
        moved = everything(new)
        assert moved.keys() == stored.keys()
        for name, list_of in moved.items():
            were = [row.replace(r"Ann\x00", "Ann") for row in stored[name]]  # only a file can hold that
            assert [row.replace("True", "1").replace("False", "0") for row in list_of] == were, name
        assert {name: await new.tables.look(tables[name].id, ANN) for name in seen} == seen
        for name in ("packed", "over"):
            assert (await new.tables.verify(tables[name].id)).holds
        assert await new.deals.deal("hexaract", DAY) == deal
        new.interactions = old.interactions
        await new.votes.cast(tables["playing"].id, BEN, True, next(new.interactions))
        begun = await Lessons(new.database).begin(4711, "hexaract", next(new.interactions))
        assert begun.id > max(row["id"] for row in new.rows("SELECT id FROM learners WHERE user_id != 4711"))
        assert (await new.tables.get(tables["playing"].id)).phase == "over"
        await new.move(tables["daily"])
        opened = await new.lobbies.open("advyria", Request(CAT, "Cat", HOME, 6, next(new.interactions)))
        assert opened.id == last + 1
    async with house(path) as old:
        assert everything(old) == stored, "the file stays as it was"


@pytest.fixture
async def small(tmp_path: Path) -> Path:
    """A file with a game and its players."""
    path = tmp_path / "hall.sqlite3"
    async with house(path) as here:
        table = await group_game(here, (ANN, BEN, CAT), 1)
        await here.move(table)
    return path


def is_empty(postgres: URL) -> bool:
    return not rows(postgres, "SELECT 1 FROM tables UNION ALL SELECT 1 FROM players UNION ALL SELECT 1 FROM log")


TRIGGER = """
    CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {} END $$;
    CREATE TRIGGER spoils BEFORE INSERT ON {} FOR EACH ROW EXECUTE FUNCTION spoil()
"""
LOSES = "IF new.user_id = 102 THEN RETURN NULL; END IF; RETURN new;", "players"
CHANGES = "new.move := '[\"Scout\",1]'; RETURN new;", "log"
STUMBLES = "RAISE EXCEPTION 'the disk is full';", "log"


@pytest.mark.parametrize(
    ("fault", "error", "said"),
    [
        (LOSES, Unmoved, "Of 3 rows of players, 2 arrived."),
        (CHANGES, Unmoved, "isn't the same"),
        (STUMBLES, DatabaseError, "the disk is full"),
    ],
)
async def test_what_doesnt_arrive_whole_doesnt_arrive(
    small: Path, postgres: URL, fault: tuple[str, str], error: type[Exception], said: str
) -> None:
    for statement in TRIGGER.format(*fault).split("$$;"):
        rows(postgres, statement + "$$" * ("FUNCTION spoil() RETURNS" in statement))
    secret = rows(postgres, "SELECT value FROM secrets")
    with pytest.raises(error, match=said):
        await move(small, postgres)
    assert is_empty(postgres)
    assert rows(postgres, "SELECT value FROM secrets") == secret
    rows(postgres, f"DROP TRIGGER spoils ON {fault[1]}")
    await move(small, postgres)
    assert not is_empty(postgres)


async def test_a_server_that_goes_away_has_nothing(small: Path, postgres: URL) -> None:
    def cut(line: str) -> None:
        if line.startswith("players"):
            mine = "pid <> pg_backend_pid() AND datname = current_database()"
            rows(postgres, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {mine}")

    with pytest.raises(DatabaseError):
        await move(small, postgres, cut)
    assert is_empty(postgres)


async def test_a_server_must_be_empty_and_nobody_elses(small: Path, postgres: URL) -> None:
    playing = await Database.open(postgres)
    with pytest.raises(Unmoved, match="Stop it first"):
        await move(small, postgres)
    await playing.close()
    rows(postgres, "INSERT INTO interactions (id, at) VALUES (1, 1)")
    with pytest.raises(Unmoved, match="rows in interactions"):
        await move(small, postgres)
    assert is_empty(postgres)


def damage(path: Path) -> None:
    """In its middle."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = bytearray(path.read_bytes())
    whole[8192:12288] = b"\xff" * 4096
    path.write_bytes(whole)


async def test_a_file_must_be_there_whole_and_nobody_elses(small: Path, tmp_path: Path, postgres: URL) -> None:
    with pytest.raises(Unmoved, match="no file"):
        await move(tmp_path / "nothing", postgres)
    playing = await Database.open(small)
    with pytest.raises(InUse):
        await move(small, postgres)
    await playing.close()
    damage(small)
    with pytest.raises((Damaged, DatabaseError)):
        await move(small, postgres)
    assert is_empty(postgres)


def test_what_goes_wrong_is_a_sentence(tmp_path: Path, postgres: URL) -> None:
    def said(*arguments: str) -> str:
        told = main(list(arguments))
        assert told
        return told

    file, server = str(tmp_path / "nothing"), postgres.render_as_string(hide_password=False)
    assert "python -m tables.tools.move" in said()
    for wrong in ("hall.sqlite3", "mysql://host/hall", "postgresql://host", "postgresql://host:port/hall"):
        assert "must be a PostgreSQL" in said(file, wrong)
    assert said(file, server) == f"Nothing was moved. There is no file {file}."
    (tmp_path / "noise").write_bytes(b"noise" * 2000)
    assert said(str(tmp_path / "noise"), server).startswith("Nothing was moved")
