"""A database damaged in some hundred ways: the hall says so in a sentence, or it plays. Never a traceback."""

import itertools
import os
import shutil
import signal
import sqlite3
import struct
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from ..wire.nursery import Nursery
from ..wire.wired import Hall, wired

PAGE = 4096
FILES = ("", "-wal")  # of a database whose bot was killed; -shm is made anew
Damage = Callable[[Path, Random], None]


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as nursery:
        yield nursery


# -- The ways


def truncated(path: Path, draw: Random) -> None:
    os.truncate(path, draw.randrange(path.stat().st_size))


def a_page(fill: Callable[[Random], bytes]) -> Damage:
    def overwritten(path: Path, draw: Random) -> None:
        page = draw.randrange(max(1, path.stat().st_size // PAGE))
        write(path, page * PAGE, fill(draw))

    return overwritten


def bytes_of(first: int, last: int) -> Damage:
    """One byte between these places is another."""

    def flipped(path: Path, draw: Random) -> None:
        size = path.stat().st_size
        at = draw.randrange(min(first, size - 1), min(last, size))
        with path.open("rb") as file:
            file.seek(at)
            (was,) = file.read(1)
        write(path, at, bytes([was ^ draw.randrange(1, 256)]))

    return flipped


def on_a_page_of(kinds: bytes) -> Damage:
    """One byte is another at the head of a page of these kinds: 2 and 5 lead on, 10 and 13 hold the rows."""

    def flipped(path: Path, draw: Random) -> None:
        data = path.read_bytes()
        pages = [page for page in range(1, len(data) // PAGE) if data[page * PAGE] in kinds]
        if pages:
            at = draw.choice(pages) * PAGE + draw.randrange(64)
            write(path, at, bytes([data[at] ^ draw.randrange(1, 256)]))

    return flipped


def free_pages(path: Path, draw: Random) -> None:
    """The header tells of free pages where there are none."""
    write(path, 32, struct.pack(">II", draw.randrange(1, 200), draw.randrange(1, 200)))


def replaced(path: Path, draw: Random) -> None:
    content = (b"", b"SQLite format 3\0", draw.randbytes(3 * PAGE), b"PK\3\4" + draw.randbytes(500), b"-- sql\n" * 99)
    path.write_bytes(draw.choice(content))


def a_folder(path: Path, _: Random) -> None:
    path.unlink(missing_ok=True)
    path.mkdir()


def by_sql(statement: str) -> Damage:
    def meddled_with(path: Path, _: Random) -> None:
        if path.suffix == ".sqlite3":
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("PRAGMA writable_schema = ON")
                connection.execute(statement)
                connection.commit()

    return meddled_with


def write(path: Path, at: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)


WAYS: dict[str, Damage] = {
    "cut off": truncated,
    "a page of zeros": a_page(lambda _: bytes(PAGE)),
    "a page of ones": a_page(lambda _: b"\xff" * PAGE),
    "a page of noise": a_page(lambda draw: draw.randbytes(PAGE)),
    "half a page": a_page(lambda draw: draw.randbytes(PAGE // 2)),
    "a byte of the header": bytes_of(0, 100),
    "a byte of the schema": bytes_of(100, 6 * PAGE),
    "a byte anywhere": bytes_of(0, 2**40),
    "a byte of a page that leads on": on_a_page_of(b"\2\5"),
    "a byte of a page of rows": on_a_page_of(b"\12\15"),
    "free pages": free_pages,
    "something else": replaced,
    "a folder": a_folder,
    "no version": by_sql("DELETE FROM alembic_version"),
    "an older version": by_sql("UPDATE alembic_version SET version_num = '0001'"),
    "an unknown version": by_sql("UPDATE alembic_version SET version_num = '9999'"),
    "no version's table": by_sql("DROP TABLE alembic_version"),
    "no table": by_sql("DROP TABLE ballots"),
    "no column": by_sql("ALTER TABLE people DROP COLUMN hidden"),
    "no index": by_sql("DELETE FROM sqlite_master WHERE name = 'deadlines_due'"),
    "nonsense in the schema": by_sql("UPDATE sqlite_master SET sql = 'CREATE TALE' WHERE name = 'log'"),
    "another table's pages": by_sql("UPDATE sqlite_master SET rootpage = 3 WHERE name = 'posts'"),
    "no such pages": by_sql("UPDATE sqlite_master SET rootpage = 99999 WHERE name = 'posts'"),
    "text for a number": by_sql("UPDATE tables SET version = 'many'"),
    "a snapshot of nothing": by_sql("UPDATE tables SET shown = -1, snapshot = '{}'"),
    "options of nothing": by_sql("UPDATE tables SET shown = -1, options = 'x'"),
    "no text at all": by_sql("UPDATE tables SET shown = -1, seed = CAST(x'fffe80' AS TEXT)"),
    "a time of nothing": by_sql("UPDATE timers SET due_at = 'soon'"),
    "a game that isn't": by_sql("UPDATE tables SET shown = -1, game = 'chess'"),
}


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [3])
async def test_a_damaged_database_is_told_of_in_a_sentence_or_played_on(
    nursery: Nursery, tmp_path: Path, seeds: int
) -> None:
    """Each way of damage, to the file and to its write-ahead log, by these many draws."""
    async with wired(nursery, tmp_path / "hall.sqlite3") as hall:
        await hall.start(draw=False)
        await hall.turn()
        hall.bot.send(signal.SIGKILL)
        await hall.bot.ended()
        whole = {kind: path.read_bytes() for kind in FILES if (path := beside(hall.file, kind)).exists()}
        bots, hall.bots = hall.bots, []
        refused, failed = 0, []
        for seed, (way, damage), kind in itertools.product(range(seeds), WAYS.items(), FILES):
            path = tmp_path / f"{seed}{kind} {way}" / "hall.sqlite3"
            path.parent.mkdir()
            for left, data in whole.items():
                beside(path, left).write_bytes(data)
            damage(beside(path, kind), Random(seed))
            try:
                refused += await refuses(hall, path)
            except (AssertionError, TimeoutError) as error:
                failed.append(f"{path.parent.name}: {error}")
            shutil.rmtree(path.parent)
        hall.bots = bots
        assert not failed, "\n\n".join(failed)
        assert refused >= len(WAYS) * seeds // 3


def beside(path: Path, kind: str) -> Path:
    return path.with_name(path.name + kind)


async def refuses(hall: Hall, path: Path) -> bool:
    """Whether the bot refuses to start on it; if so in a sentence, and else it ends as it should."""
    wanted = hall.wire.identified + 1
    bot = hall.nursery.start(hall.wire, path, BEAT="0.05", DRAW="no")
    await hall.wire.until(lambda: hall.wire.identified == wanted or bot.status is not None)
    if bot.status is None:
        assert holds(path), (path, bot.log)
        assert await bot.stop() == 0, (path, bot.log)
    said = bot.log
    assert "Traceback" not in said, (path, said)
    if bot.status == 0:
        return False
    sentence = said.splitlines()[-1]
    assert str(path) in sentence, (path, said)
    assert sentence.endswith("."), (path, said)
    return True


def holds(path: Path) -> bool:
    """What the hall plays on is whole."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
