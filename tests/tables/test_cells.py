"""A cell that holds what it can't: who needs it is told so, once, and nobody else notices. A slow test of the hall on a
simulated Discord does this to every column; here is what the store owes it.
"""

from pathlib import Path

import pytest
from sqlalchemy import select

from tables.daily.announcements import Announcements
from tables.history.archive import Archive
from tables.play.posts import Post, Slot
from tables.play.timers import Timers
from tables.store import cells, schema
from tables.store.cells import Cell, Unreadable, readable, require_readable
from tables.store.together import Selects

from .days import HOME, Clock, clock, house
from .test_privacy import ANN, BEN, CAT, busy
from .test_rankings import group_game

__all__ = ["clock"]  # a fixture

THREE = (ANN, BEN, CAT)
NEVER_FITS = {"number": 2**62, "text": "zzz", "bytes": b"\xff\xfe", "fraction": 1.5}


@pytest.fixture(autouse=True)
def nothing_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "_logged", set())


def test_every_column_says_what_it_may_hold() -> None:
    for table in schema.metadata.sorted_tables:
        for column in table.columns:
            assert isinstance(column.type, Cell), f"{column} is of a type that takes anything"
            assert column.type.where.partition(".")[0] in schema.metadata.tables


@pytest.mark.parametrize("damage", [
    "options = 'x'", "seed = 'x'", "seed = CAST(x'fffe80' AS TEXT)", "snapshot = '{}', options = '[]'", "rules = 1.5",
    "seats = 99", "turn = 'many'", "version = x'00'", "date = '2026-13-45'", "conceded = 'perhaps'",
])  # fmt: skip
async def test_a_damaged_table_is_left_out_where_others_are_asked_for(
    tmp_path: Path, clock: Clock, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        whole, broken = await group_game(here, THREE, 1), await group_game(here, THREE, 2)
        here.rows("UPDATE tables SET rules = rules - 1 WHERE id = ?", whole.id)
        here.rows(f"UPDATE tables SET {damage} WHERE id = ?", broken.id)
        here.database.forget()
        assert [table.id for table in await here.tables.outdated()] == [whole.id], "a start closes the other one"
        assert [table.id for table in await here.tables.of_user(ANN)] == [whole.id]
        assert [table.id for table in await here.tables.living(guild_id=HOME)] == [whole.id]
        for _ in range(3):
            with pytest.raises(Unreadable, match=f"table {broken.id}.* restore a backup"):
                await here.tables.get(broken.id)
            with pytest.raises(Unreadable):
                await here.tables.require_readable(ANN)
        said = [record.getMessage() for record in caplog.records if record.name == cells.__name__]
        assert len(said) == len(set(said)), "it is said once"
        assert whole.commitment not in caplog.text


@pytest.mark.parametrize("value", NEVER_FITS.values(), ids=NEVER_FITS)
async def test_a_cell_is_read_alike_by_a_query_of_its_own_and_together_with_others(
    tmp_path: Path, clock: Clock, value: object
) -> None:
    players, tables = schema.players.c, schema.tables.c
    parts = {"tables": select(tables.id, tables.phase, tables.solo), "players": select(players.user_id, players.whole)}
    async with house(tmp_path / "hall.sqlite3") as here:
        await group_game(here, THREE, 1)
        here.rows("UPDATE players SET whole = ? WHERE user_id = ?", value, BEN)
        async with here.database.read() as connection:
            for name, part in parts.items():
                together = (await Selects(parts).rows(connection))[name]
                alone = await connection.execute(part)
                assert [*map(tuple, readable(together))] == [*map(tuple, readable(alone))]
                if name == "players":
                    assert [row.user_id for row in readable(together)] == [ANN, CAT]
                    with pytest.raises(Unreadable, match=r"players\.whole"):
                        require_readable(together)


@pytest.mark.parametrize("damage", ["seat = 0", "seat = 7", "seat = NULL", "seat = 'first'"])
async def test_seats_that_dont_fit_together(tmp_path: Path, clock: Clock, damage: str) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        table = await group_game(here, THREE, 1)
        here.rows("INSERT INTO computers VALUES (?, 1, 'strong', 1, 9, FALSE)", table.id)
        here.rows("UPDATE players SET seat = NULL WHERE seat = 0")
        here.rows(f"UPDATE players SET {damage} WHERE seat IS NULL")
        here.database.forget()
        with pytest.raises(Unreadable, match="seat"):
            await here.tables.look(table.id, ANN)


async def test_a_lost_snapshot_is_played_again(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        table = await group_game(here, THREE, 1)
        await here.move(table)
        before = await here.tables.look(table.id, ANN)
        here.rows("UPDATE tables SET snapshot = NULL")
        here.database.forget()
        assert await here.tables.look(table.id, ANN) == before


async def test_one_damaged_row_keeps_no_other_from_being_due(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        first, second = await group_game(here, THREE, 1), await group_game(here, THREE, 2)
        here.rows("UPDATE deadlines SET due_at = 5")
        here.rows("UPDATE deadlines SET due_at = 1.5 WHERE table_id = ?", first.id)
        here.rows("UPDATE deadlines SET kind = 'other' WHERE table_id = ? AND kind = 'nudge'", second.id)
        due = await Timers(here.database).due(10, most=16)
        assert {one.table_id for one in due} == {second.id}
        await Announcements(here.database).put(1, 2, 3, 4)
        await Announcements(here.database).put(2, 2, 3, 4)
        here.rows("UPDATE announcements SET skipped_on = NULL")
        here.rows("UPDATE announcements SET lit_on = 'long ago' WHERE guild_id = 1")
        found = await Announcements(here.database).due(int(clock.at.timestamp()), most=16)
        assert [one.guild_id for one in found] == [2]
        await here.posts.record(first.id, {Slot("private", ANN): Post(3, 4), Slot("private", BEN): Post(5, 6)})
        here.rows("UPDATE posts SET message_id = 'none' WHERE user_id = ?", ANN)
        here.database.forget()
        assert [*await here.posts.of(first.id)] == [Slot("private", BEN)]


async def test_a_damaged_move_isnt_packed_with_the_others(tmp_path: Path, clock: Clock) -> None:
    """They couldn't be read any more, either."""
    async with house(tmp_path / "hall.sqlite3") as here:
        broken, whole = [await here.finish(await group_game(here, THREE, place)) for place in (1, 2)]
        here.rows("UPDATE tables SET shown = version, changed_at = 0")
        here.rows("UPDATE log SET move = '[' WHERE table_id = ?", broken.id)
        here.database.forget()
        archive = Archive(here.database)
        assert await archive.pack() == 1
        assert await archive.pack() == 0, "it isn't tried again and again"
        assert [row["table_id"] for row in here.rows("SELECT table_id FROM archive")] == [whole.id]
        here.rows("UPDATE archive SET log = x'00'")
        here.database.forget()
        with pytest.raises(Unreadable, match=r"archive\.log"):
            await here.tables.replay(whole.id, ANN)


async def test_whoever_wants_to_be_forgotten_is(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        await busy(here, clock)
        for damage in (
            *(
                "attempts SET date = 'zzz'",
                "riddle_answers SET date = x'00'",
                "attempts SET seats = 'zzz' WHERE scope = 'week'",
            ),
            *("results SET party = 'somebody'", "group_standings SET points = 'zzz'", "tables SET solo = 'zzz'"),
            *("players SET seat = 99", "log SET move = '['", "log SET at = 'zzz' WHERE version = 1"),
        ):
            here.rows(f"UPDATE OR IGNORE {damage}")
        here.database.forget()
        assert (await here.export(ANN))["log"], "what can be read is exported"
        here.rows("UPDATE secrets SET value = 'zzz'")
        await here.privacy.delete(ANN)
        for name in ("attempts", "riddle_answers", "players", "results", "log", "people"):
            assert not here.rows(f"SELECT 1 FROM {name} WHERE user_id = ?", ANN), name
        assert not here.rows("SELECT 1 FROM forgotten")


async def test_a_game_ends_whatever_its_players_standings_hold(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        await here.finished(ANN, "hexaract", clock.today)
        await here.finished(ANN, "advyria", clock.today)
        for value in NEVER_FITS.values():
            here.rows("UPDATE results SET score = ? WHERE game = 'hexaract'", value)
            here.rows("UPDATE people SET hidden = ?", value)
            clock.set(days=1 + [*NEVER_FITS.values()].index(value))
            await here.finished(ANN, "hexaract", clock.today)
        assert (await here.profiles.profile(ANN)).streak.longest == 1 + len(NEVER_FITS)
