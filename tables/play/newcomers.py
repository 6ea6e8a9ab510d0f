"""How often people have won their first games at each level: the hall's own results, beside what the bot reaches.

They are counted now and then in one query, of the latest results, and kept in memory. They name nobody: each person
counts with a few games at most, so a level that has enough of them has them of several people.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from sqlalchemy import case, exists, func, select

from engine import GAMES, encode
from players import Strength

from ..store import schema
from ..store.database import Database
from ..store.kinds import Count
from .model import Table
from .odds import level_of

FIRST = 3  # games of a kind with which each person counts
ENOUGH = 20  # of them, for a level
LATEST = 20_000  # results that are looked at
STRENGTHS: tuple[Strength, ...] = ("easy", "middle", "strong")

Kind = tuple[str, str, int, tuple[int, ...]]  # the game, its options, all seats, computer players by strength


class Newcomers:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._won: Mapping[Kind, int] = {}

    def won(self, table: Table) -> int | None:
        """Of 100 first games of people at the level of this table, how many they won; None if too few are known."""
        level = level_of(table)
        if level is None:
            return None
        company = tuple([level.company.count(strength) for strength in STRENGTHS])
        seats = len(table.players) + len(table.computers)
        return self._won.get((table.game, encode(table.options).decode(), seats, company))

    async def count(self) -> None:
        """Count anew."""
        async with self._database.look() as transaction:
            counted = await transaction.all(_BY_KIND, _Counted)
        self._won = {
            (row.game, row.options, row.seats, (row.easy, row.middle, row.strong)): round(100 * row.wins / row.games)
            for row in counted
        }


class _Counted(Struct, array_like=True, frozen=True):
    game: str
    options: str
    seats: Count
    easy: Count
    middle: Count
    strong: Count
    games: Count
    wins: Count


def _by_kind() -> Any:
    tables, computers, results = schema.tables.c, schema.computers.c, schema.results.c
    latest = select(schema.results).order_by(results.table_id.desc()).limit(LATEST).subquery()
    enough_before = (
        select(results.table_id)
        .where(results.user_id == latest.c.user_id, results.game == latest.c.game)
        .where(results.table_id < latest.c.table_id)
        .offset(FIRST - 1)
        .limit(1)
    )
    at_the_table = select(func.count()).where(computers.table_id == tables.id)
    company = [
        at_the_table.where(computers.strength == strength).scalar_subquery().label(strength) for strength in STRENGTHS
    ]
    played = (
        select(tables.game, tables.options, tables.seats, *company, latest.c.won)
        .select_from(latest.join(schema.tables, latest.c.table_id == tables.id))
        .where(latest.c.user_id.is_not(None), latest.c.won.is_not(None), ~latest.c.unfinished)
        .where(latest.c.game.in_(GAMES), ~exists(enough_before))
        .where(~exists().where(computers.table_id == tables.id, computers.stands_in))
        .subquery()
    )
    kind = [column for column in played.c if column.key != "won"]
    return (
        select(*kind, func.count(), func.sum(case((played.c.won, 1), else_=0)))
        .group_by(*kind)
        .having(func.count() >= ENOUGH)
    )


_BY_KIND = _by_kind()
