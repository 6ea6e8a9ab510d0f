"""Whatever one cell of the database holds: the hall starts, its rounds go on, and everybody reads a sentence.

A hall with a row in every table is damaged in one cell after the other, taken from the schema. What comes of each is
printed (`pytest -s`): which commands say that they can't read it.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy
from simcord.actors import MemberActor

from bot import Settings, Wyrmhall
from players.answer import Question
from tables.daily.attempts import WEEKLY
from tables.store import schema
from tables.store.cells import Day, Hex, Long, OneOf, Words

from ..tables.riddles import fix
from .hall import World, text
from .test_computers_at_a_table import choose
from .test_daily_on_discord import ADVENT, HEXARACT, IDS, at, finish, hall, play, shown, stop_clock

NAMES = ("Ann", "Bob", "Cat", "Dan")
TODAY, LAST_WEEK, HASH = "2026-01-01", "2025-12-22", f"{5:064x}"
SAID = "I can't read what is stored"
LOGGED = ("tables.store.cells: ", "tables.daily.par: ", "tables.daily.riddles: ", "tables.history.analyses: ")
NEVER = ("Something went wrong", "I can't write anything down")
OF_PROCESSES = ("processes", "claims")  # what stands there at a start is deleted, or nobody asks for it in SQLite
NUMBERS = ("zzz", b"\xff\xfe", 2**62, -3, 1.5, None)
TEXTS = ("zzz", b"\xff\xfe", '{"', "2026-13-45", "", None)
WAYS = 3  # in which each column is damaged; with 7, which are all of them, this takes twice as long
NO_TEXT = "no text"  # bytes that are no UTF-8, and said to be text


@dataclass(frozen=True)
class Damage:
    table: str
    column: str
    row: int  # which of its rows: the first, the second ...
    value: Any

    def do(self, path: Path) -> bool:
        """False if the store itself refuses it."""
        key = ", ".join(column.name for column in schema.metadata.tables[self.table].primary_key)
        value = "CAST(x'c3ff' AS TEXT)" if self.value == NO_TEXT else "?"
        values = () if self.value == NO_TEXT else (self.value,)
        these = f"SELECT {key} FROM {self.table} ORDER BY {key} LIMIT 1 OFFSET {self.row}"
        with closing(sqlite3.connect(path)) as connection:
            try:
                connection.execute(f"UPDATE {self.table} SET {self.column} = {value} WHERE ({key}) = ({these})", values)
            except sqlite3.IntegrityError:
                return False
            connection.commit()
        return True


def values_of(column: sqlalchemy.Column[Any]) -> tuple[Any, ...]:
    kind = schema.metadata.tables[column.table.name].c[column.name].type
    return (*TEXTS, NO_TEXT) if isinstance(kind, Words | Day | Hex | Long | OneOf) else NUMBERS


def damages(path: Path) -> Iterator[Damage]:
    """Each column with some of the values, from row to row."""
    with closing(sqlite3.connect(path)) as connection:
        for table in schema.metadata.sorted_tables:
            (rows,) = connection.execute(f"SELECT count(*) FROM {table.name}").fetchone()
            turn, draw = count(), Random(table.name)
            for column in table.columns if rows else ():
                every = values_of(column)
                for value in draw.sample(every, min(WAYS, len(every))):
                    yield Damage(table.name, column.name, next(turn) % rows, value)


async def furnish(here: World) -> None:
    """A bit of everything. Ann is in all of it, Dan in nothing."""
    ann, bob, cat, _ = here.members
    await here.press(ann, shown(await here.slash(ann, "daily", show="remind")), "Remind me daily at this hour")
    await here.slash(ann, "preferences", messages="turns")
    await here.slash(ann, "preferences", form="words-first")
    await here.slash(ann, "play", game="wyverns-knot")
    for member in (bob, cat):
        await here.press(member, here.board, "Join")
    await here.slash(ann, "week")
    await here.press(ann, here.board, "Start")
    over = here.table()["id"]
    for member in (ann, bob, cat):
        seen = await here.bot.store.tables.look(over, member.id)
        if seen.legal:
            await here.bot.store.tables.play(over, member.id, seen.legal[:1], next(IDS))
    await here.slash(ann, "concede")
    await here.press(bob, here.board, "Give up")
    await here.slash(ann, "play", game="wyverns-knot")
    for member in (bob, cat):
        await here.press(member, here.board, "Join")
    await choose(here, ann, "add")
    await here.press(ann, here.board, "Start")
    group = here.table()["id"]
    await here.bot.store.tables.leave(group, cat.id, next(IDS))
    await here.slash(ann, "concede")
    other, asked = here.env.backend.channels[here.channel.id].guild_id, here.channel.id
    store = here.bot.store
    await store.followers.toggle(group, here.members[3].id, next(IDS))
    await here.slash(ann, "play", game="forest-of-wyr")
    await finish(here, ann, HEXARACT)
    await finish(here, bob, HEXARACT)
    await play(here, ann, ADVENT)
    await here.slash(ann, "learn", game=HEXARACT)
    fix(here, TODAY)
    (row,) = here.rows("SELECT * FROM riddles WHERE date = ?", TODAY)
    here.rows(
        "INSERT INTO riddles (date, seed, commitment, made) VALUES (?, ?, ?, ?)", "2026-01-02", *[*row.values()][1:4]
    )
    for member in (ann, bob):
        here.rows("INSERT INTO riddle_answers VALUES (?, ?, 0, TRUE)", member.id, TODAY)
    here.rows("INSERT INTO riddle_tallies VALUES (?, 0, 2)", TODAY)
    here.rows("UPDATE pars SET won = TRUE, score = 12")
    daily = here.rows("SELECT id FROM tables WHERE date IS NOT NULL AND phase = 'over' ORDER BY id")[0]["id"]
    here.rows("INSERT INTO analyses (table_id, asked_at, judged, done) VALUES (?, 1, '[]', TRUE)", daily)
    here.rows("INSERT INTO deals VALUES ('week', ?, ?, 3, 1, '{}', ?, ?, FALSE, NULL)", WEEKLY, LAST_WEEK, HASH, HASH)
    here.rows("INSERT INTO attempts VALUES (?, 'week', ?, ?, 3, ?, NULL, NULL, 1)", ann.id, WEEKLY, LAST_WEEK, over)
    here.rows("INSERT INTO week_groups VALUES (?, ?, 3, ?, 900, NULL)", over, LAST_WEEK, other)
    here.rows("INSERT INTO season_standings VALUES ('2025-10-06', ?, 30000, 3, TRUE)", ann.id)
    here.rows("INSERT INTO used_attempts VALUES (?, 2000000000)", HASH)
    here.rows("INSERT INTO closed_dms VALUES (?, 1)", bob.id)
    here.rows("INSERT INTO calls VALUES (?, ?, 1, FALSE)", group, cat.id)
    here.rows("INSERT INTO retries VALUES (?, ?, 0, 0, 1, '[]')", ann.id, over)
    here.rows("INSERT INTO forgotten (user_id, at) VALUES (77, 1)")
    here.rows("INSERT INTO outages VALUES ('2025-01-01', 80000)")
    here.rows("INSERT INTO announcements (guild_id, channel_id, hour) VALUES (?, ?, 8)", other, asked)
    here.rows("INSERT INTO announcements (guild_id, channel_id, hour) VALUES (5, 6, 23)")
    here.rows("INSERT INTO servers (guild_id, language) VALUES (?, 'en')", other)
    here.rows("INSERT INTO win_standings VALUES ('advyria', 'all', 0, ?, 1, 2, TRUE)", ann.id)
    party = ",".join(sorted(str(member.id) for member in (ann, bob, cat)))
    here.rows("INSERT INTO group_standings VALUES ('wyverns-knot', 'all', 0, ?, 9, ?)", party, over)
    here.rows("UPDATE tables SET changed_at = 1 WHERE id = ?", over)
    assert await store.archive.pack() == 1
    empty = {table.name for table in schema.metadata.sorted_tables if not here.rows(f"SELECT 1 FROM {table.name}")}
    assert empty <= {*OF_PROCESSES}, "this hall is to have a row in each"


COMMANDS: Sequence[tuple[str, Mapping[str, Any]]] = (
    *[(name, {}) for name in ("hand", "board", "undo", "log", "games", "rules", "concede", "help", "week", "replay")],
    ("daily", {}),
    *[("daily", {"show": page}) for page in ("riddle", "archive")],
    ("daily", {"game": ADVENT}),
    ("daily", {"show": "share", "game": HEXARACT}),
    ("leaderboard", {"game": f"{HEXARACT}/deals"}),
    ("leaderboard", {"game": "wyverns-knot/groups"}),
    ("profile", {}),
    ("learn", {"game": HEXARACT}),
    ("verify", {"table": 1}),
    ("preferences", {"messages": "hands"}),
    ("privacy", {"what": "export"}),
    ("leave", {}),
    ("play", {"game": "forest-of-wyr"}),
)


async def nobody_thinks(_: Question) -> bytes:
    raise EOFError


async def what_comes_of_it(here: World) -> tuple[list[str], list[str]]:
    """Start on it, do what is due, and try everything: faults, and which commands can't read it."""
    faults, unread = list[str](), list[str]()
    raised = len(here.env.errors)
    here.errors.lines.clear()
    await here.env.restart_bot(Wyrmhall(Settings(database=here.database, **here.settings)))
    stop_clock(here)
    clock: Any = here.bot.get_cog("clock")
    await clock.tick.coro(clock)
    clock._begin_what_is_due()
    clock._jobs.begin("packing", clock.archive.pack)
    clock._jobs.begin("boards", clock._look_after_boards)
    await here.env.settle()
    for round_ in (here.bot.store.pars.play, here.bot.store.riddles.make, here.bot.store.analyses.go_on):
        await round_(nobody_thinks)
    ann, *_, dan = here.members

    async def tried(member: MemberActor, name: str, options: Mapping[str, Any]) -> str:
        result = await member.slash(here.channel, name, **options)
        await here.env.settle()
        said = "\n".join(text(one) for one in (result.response, *result.followups) if one)
        faults.extend(f"{name}: {line}" for line in said.splitlines() if any(never in line for never in NEVER))
        return said

    for name in ("help", "rules"):
        said = await tried(dan, name, {"game": "advyria"} if name == "rules" else {})
        if SAID in said:
            faults.append(f"{name} of who has nothing to do with it: {said}")
    for name, options in COMMANDS:
        if SAID in await tried(ann, name, options):
            unread.append(name)
    try:
        await ann.autocomplete(here.channel, "hand", "game", "")
    except Exception as error:
        faults.append(f"autocomplete: {error!r}")
    faults.extend(line for line in here.errors.lines if not line.startswith(LOGGED))
    faults.extend(map(repr, here.env.errors[raised:]))
    here.errors.lines.clear()
    await here._die()
    return faults, unread


@pytest.mark.slow
@pytest.mark.parametrize("table", [table.name for table in schema.metadata.sorted_tables])
async def test_one_damaged_cell_stops_nothing_else(tmp_path: Path, table: str) -> None:
    async with hall(tmp_path, *NAMES) as here:
        assert isinstance(here.database, Path)
        await furnish(here)
        await at(here, 2, 9)
        await here._die()
        whole, failed = here.database.read_bytes(), list[str]()
        found = dict[str, dict[str, list[str]]]()
        cells = [one for one in damages(here.database) if one.table == table]
        assert await what_comes_of_it(here) == ([], []), "before anything is damaged"
        for number, damage in enumerate(cells):
            here.database = tmp_path / f"{number}.sqlite3"  # the last one may not be let go of yet
            here.database.write_bytes(whole)
            if not damage.do(here.database):
                continue
            faults, unread = await what_comes_of_it(here)
            failed += [f"{damage}: {fault}" for fault in faults]
            found.setdefault(damage.column, {})[repr(damage.value)] = unread
        for column, by_value in found.items():
            names = sorted({name for unread in by_value.values() for name in unread})
            print(f"{table}.{column}: {', '.join(names) or '-'} ({len(by_value)} ways)")
        here.errors.lines.clear()
        assert not failed, "\n".join(failed)
