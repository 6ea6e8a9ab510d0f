"""All that is stored about one user: to be had, and to be deleted."""

import contextlib
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import sqlalchemy
from sqlalchemy import Select, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .dailies import GAMES_OF_THE_DAY, USED_KEPT, used
from .lobbies import Lobbies
from .people import People
from .results import spell
from .table import NOBODY, Refused, now, today
from .tables import Tables

OF_ONE_USER = (schema.attempts, schema.standings, schema.people, schema.seen, schema.closed_dms, schema.posts)
# Of shared tables not all columns: the seed and the position hold what players may not know yet, events are the game's
OF_A_TABLE = (
    *("id", "game", "rules", "options", "phase", "solo", "turn", "seats", "guild_id", "channel_id", "conceded"),
    *("created_at", "changed_at", "date", "ranked"),
)
OF_THE_LOG = ("table_id", "version", "turn", "seat", "kind", "move", "at")


class Privacy:
    def __init__(self, tables: Tables, lobbies: Lobbies, people: People) -> None:
        self._tables = tables
        self._lobbies = lobbies
        self._people = people

    async def export(self, user_id: int) -> Mapping[str, Any]:
        """By table of the database, the rows about this user, as JSON takes them. Nothing of others, nothing hidden."""
        tables, players, log, votes = schema.tables, schema.players, schema.log, schema.votes
        at_them = or_(
            tables.c.host_id == user_id,
            tables.c.first_id == user_id,
            tables.c.id.in_(select(players.c.table_id).where(players.c.user_id == user_id)),
        )
        hosts = (tables.c.host_id == user_id).label("host")
        async with self._tables.database.read() as connection:
            every = {table.name: await _rows(connection, _of(table, user_id)) for table in OF_ONE_USER}
            shared = {
                "tables": select(*[tables.c[name] for name in OF_A_TABLE], hosts).where(at_them),
                "players": _of(players, user_id),
                "log": select(*[log.c[name] for name in OF_THE_LOG]).where(log.c.user_id == user_id),
                "votes": select(votes).where(votes.c.opened_by == user_id),
                "ballots": _of(schema.ballots, user_id),
            }
            every |= {name: await _rows(connection, query) for name, query in shared.items()}
            results = await _rows(connection, _of(schema.results, user_id))
            every["results"] = [{**row, "party": len(row["party"].split(","))} for row in results]
            every["used_attempts"] = await _used(connection, user_id)
        return {"user_id": user_id, **every}

    async def delete(self, user_id: int) -> tuple[int, ...]:
        """Leave every table, then delete it all. The tables that others go on with, which are to be shown anew.

        Finished games of groups stay, with a seat that is nobody's. That a ranked attempt of today or yesterday was
        made is kept for 48 hours, as a keyed hash.
        """
        joined = select(schema.players.c.table_id, schema.tables.c.phase).join(schema.tables)
        living = schema.tables.c.phase.in_(("lobby", "playing"))
        async with self._tables.database.read() as connection:
            left = await connection.execute(
                joined.where(schema.players.c.user_id == user_id, living, ~schema.tables.c.solo)
            )
            phases = {row.table_id: row.phase for row in left}
        for table_id, phase in phases.items():
            leave = self._lobbies.leave if phase == "lobby" else self._tables.leave
            with contextlib.suppress(Refused):  # it is over, or they have left, just now
                await leave(table_id, user_id, None)
        async with self._tables.database.write() as connection:
            await _keep_used(connection, user_id)
            await _delete(connection, user_id)
        self._tables.database.forget()
        self._people.forget(user_id)
        return tuple(phases)


def _of(table: sqlalchemy.Table, user_id: int) -> Select[Any]:
    return select(table).where(table.c.user_id == user_id)


async def _rows(connection: AsyncConnection, query: Select[Any]) -> list[dict[str, Any]]:
    return [dict(row) for row in (await connection.execute(query)).mappings()]


async def _used(connection: AsyncConnection, user_id: int) -> list[dict[str, Any]]:
    """The deleted attempts of which a hash is still kept: only the secret and the user's id together find them."""
    found = []
    for day in _recent():
        for game in GAMES_OF_THE_DAY:
            kept = schema.used_attempts.c.hash == await used(connection, user_id, game, day)
            rows = await _rows(connection, select(schema.used_attempts).where(kept))
            found += [{"game": game, "date": day.isoformat(), **row} for row in rows]
    return found


def _recent() -> tuple[date, ...]:
    """The days of which a hash may be kept."""
    return tuple(today() - timedelta(days=number) for number in range(4))


async def _keep_used(connection: AsyncConnection, user_id: int) -> None:
    attempts = schema.attempts
    since = (today() - timedelta(days=1)).isoformat()
    rows = await connection.execute(
        select(attempts.c.game, attempts.c.date).where(attempts.c.user_id == user_id, attempts.c.date >= since)
    )
    for row in rows.all():
        kept = await used(connection, user_id, row.game, date.fromisoformat(row.date))
        await connection.execute(insert(schema.used_attempts).values(hash=kept, until=now() + USED_KEPT))


async def _delete(connection: AsyncConnection, user_id: int) -> None:
    tables, results, players = schema.tables, schema.results, schema.players
    await connection.execute(delete(tables).where(tables.c.solo, tables.c.host_id == user_id))  # with all about them
    with_them = await connection.execute(
        select(results.c.table_id, results.c.party).where(results.c.user_id == user_id)
    )
    for row in with_them.all():
        party = spell(NOBODY if known == str(user_id) else int(known) for known in row.party.split(","))
        await connection.execute(update(results).where(results.c.table_id == row.table_id).values(party=party))
    for column, value in (
        (results.c.user_id, None),
        (schema.log.c.user_id, None),
        (schema.votes.c.opened_by, NOBODY),
        (tables.c.host_id, NOBODY),
        (tables.c.first_id, None),
    ):
        await connection.execute(update(column.table).where(column == user_id).values({column: value}))
    for table in (players, schema.ballots, *OF_ONE_USER):
        await connection.execute(delete(table).where(table.c.user_id == user_id))
