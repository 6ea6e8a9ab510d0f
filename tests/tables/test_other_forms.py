"""What another version of the bot has stored in another form is worked out again from the moves."""

import dataclasses
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engine import GAMES, AnyGame
from tables.history.archive import Archive
from tables.play.model import Table
from tables.store.database import Where

from .days import DAY, Clock, House, clock, house
from .test_rankings import group_game

__all__ = ["clock"]  # a fixture
ANN, BEN, CAT = 501, 502, 503
OTHER = f"{9:064x}"  # the form of a version that states or events were written by


def without_a_field(state: dict[str, Any]) -> None:
    """As before the state had this field. Its default would fit, and be false."""
    assert state.pop("damage") > 0


def with_one_more(state: dict[str, Any]) -> None:
    """As when it had a field that is gone."""
    state["moons"] = 3


def with_another_name(state: dict[str, Any]) -> None:
    state["harm"] = state.pop("damage")


def with_another_meaning(state: dict[str, Any]) -> None:
    """As when a field of this name meant something else."""
    state["damage"] += 1


FORMS: tuple[Callable[[dict[str, Any]], None], ...] = (
    without_a_field, with_one_more, with_another_name, with_another_meaning,
)  # fmt: skip
in_each = pytest.mark.parametrize("change", FORMS, ids=lambda change: change.__name__)


async def begun(here: House) -> Table:
    """A game of Hexaract in which there has been damage, some of it taken back."""
    table = await here.deal(ANN, "hexaract", DAY)
    while not here.state(table).damage:
        await here.move(table)
        if (await here.tables.look(table.id, ANN)).can_undo and here.luck.random() < 0.3:
            await here.tables.undo(table.id, ANN, next(here.interactions))
    assert here.rows("SELECT 1 FROM log WHERE kind = 'undo'")
    return table


def rewrite(here: House, table: Table, change: Callable[[dict[str, Any]], None]) -> None:
    """Store its position, and what happened, as another version of the bot would have."""
    (row,) = here.rows("SELECT snapshot FROM tables WHERE id = ?", table.id)
    state = json.loads(row["snapshot"])
    change(state)
    here.rows("UPDATE tables SET snapshot = ?, shape = ? WHERE id = ?", json.dumps(state), OTHER, table.id)
    then, moved = '[{"type":"of-then"}]', "table_id = ? AND kind <> 'undo'"
    here.rows(f"UPDATE log SET events = ?, reveals = ? WHERE {moved}", then, False, table.id)
    here.database.forget()


async def everything(here: House, table: Table) -> list[Any]:
    look = await here.tables.look(table.id, ANN)
    return [look, await here.tables.heard(table.id, 0, since=0), await here.tables.show(table.id)]


@in_each
async def test_a_living_table_goes_on(where: Where, clock: Clock, change: Callable[[dict[str, Any]], None]) -> None:
    async with house(where) as here:
        table = await begun(here)
        before, stored = await everything(here, table), here.rows("SELECT * FROM log ORDER BY version")
        snapshot = here.rows("SELECT snapshot FROM tables")
        rewrite(here, table, change)
        assert await everything(here, table) == before
        assert here.rows("SELECT shape FROM tables") == [{"shape": OTHER}], "looking writes nothing"
        move = before[0].legal[0]
        here.database.forget()
        after = await here.tables.play(table.id, ANN, [move], next(here.interactions))
        here.database.forget()
        assert await here.tables.look(table.id, ANN) == after
        assert here.rows("SELECT shape FROM tables") == [{"shape": GAMES["hexaract"].shape}]
        assert here.rows("SELECT snapshot FROM tables") != snapshot
        undone = {row["version"] for row in stored} - {entry.version for entry in before[1]}
        now = {row["version"]: row for row in here.rows("SELECT * FROM log ORDER BY version")}
        assert [now[row["version"]] for row in stored if row["version"] not in undone] == [
            row for row in stored if row["version"] not in undone
        ], "who moved, and when, is as it was; the events are today's again"
        await here.finish(table)


async def test_the_first_change_may_be_no_move(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await group_game(here, (ANN, BEN, CAT), 1)
        for _ in range(6):
            await here.move(table)
        state, told = here.state(table), await here.tables.heard(table.id, 1, since=0)
        here.rows("UPDATE tables SET snapshot = '{}', shape = NULL")  # as before there were shapes
        here.rows("UPDATE log SET events = '[]'")
        here.database.forget()
        await here.tables.leave(table.id, CAT, next(here.interactions))
        here.database.forget()
        assert here.state(table) == state
        assert await here.tables.heard(table.id, 1, since=0) == told
        assert here.rows("SELECT shape FROM tables") == [{"shape": GAMES["wyverns-knot"].shape}]


@in_each
async def test_a_proof_outlives_it(where: Where, clock: Clock, change: Callable[[dict[str, Any]], None]) -> None:
    async with house(where) as here:
        table = await here.finish(await begun(here))
        clock.set(days=3)
        proof = await here.tables.verify(table.id)
        assert proof.found == "same"
        rewrite(here, table, change)
        assert await here.tables.verify(table.id) == proof
        here.rows("UPDATE tables SET shown = version")
        assert await Archive(here.database).pack() == 1
        here.rows("UPDATE tables SET shape = ?", OTHER)
        here.database.forget()
        assert await here.tables.verify(table.id) == proof


async def test_what_the_moves_no_longer_fit_is_told_as_that(where: Where, clock: Clock) -> None:
    """The rules have changed without another version, or somebody has changed a move."""
    async with house(where) as here:
        table = await here.finish(await begun(here))
        clock.set(days=3)
        (row,) = here.rows("SELECT max(version) AS last FROM log WHERE kind = 'move'")
        for move in ('{"type":"of-then"}', '{"type":"place","card":44,"suit":5}'):
            here.rows("UPDATE log SET move = ? WHERE version = ?", move, row["last"])
            rewrite(here, table, with_one_more)
            proof = await here.tables.verify(table.id)
            assert (proof.found, proof.holds, proof.ended) == ("other", False, None)
            assert proof.table.seed


async def test_another_result_is_told_as_that(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        table = await here.finish(await group_game(here, (ANN, BEN, CAT), 1))
        (row,) = here.rows("SELECT told FROM tables")
        for false in (
            {"scores": [9, 9, 9]},
            {"won": [True, True, True]},
            {"tiebreak": "100000001"},
        ):
            here.rows("UPDATE tables SET told = ?", json.dumps({**json.loads(row["told"]), **false}))
            here.database.forget()
            assert (await here.tables.verify(table.id)).found == "other"
        here.rows("UPDATE tables SET told = NULL")
        here.database.forget()
        assert (await here.tables.verify(table.id)).found == "ended", "a game from before results were kept"
        here.rows("UPDATE tables SET told = ?, conceded = ?", row["told"], True)
        here.database.forget()
        assert (await here.tables.verify(table.id)).found == "other", "they can't have given up: it came to its end"


# -- The form itself


def other(game: AnyGame, **fields: Any) -> AnyGame:
    """The game as an update might make it: its state has other fields."""
    now = [(field.name, field.type, field.default) for field in msgspec.structs.fields(game.state)]
    kept = [field if field[2] is not msgspec.NODEFAULT else field[:2] for field in now if field[0] not in fields]
    added = [(name, *kind) for name, kind in fields.items() if kind]
    state = msgspec.defstruct("State", [*kept, *added], kw_only=True, frozen=True)
    return dataclasses.replace(game, state=state)


@pytest.mark.parametrize("key", GAMES)
def test_every_change_of_a_state_gives_another_form(key: str) -> None:
    game = other(GAMES[key])
    first = msgspec.structs.fields(game.state)[0].name
    forms = {
        game.shape,
        other(game, added=(int, 0)).shape,
        other(game, added=(str, "")).shape,
        other(game, **{first: ()}).shape,
        other(game, **{first: (), "renamed": (int,)}).shape,
        dataclasses.replace(game, version=game.version + 1).shape,
    }
    assert len(forms) == 6
    assert other(game, added=(int, 0)).shape == other(game, added=(int, 1)).shape, "a default isn't written"
    assert game.shape == other(GAMES[key]).shape


@pytest.mark.parametrize("key", GAMES)
def test_a_change_of_an_event_gives_another_form(key: str) -> None:
    game = GAMES[key]
    told = msgspec.defstruct("Told", [("what", int)], tag="told-anew")
    assert dataclasses.replace(game, event=game.event | told).shape != game.shape
