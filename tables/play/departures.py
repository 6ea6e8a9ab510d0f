"""Who has left a game in progress: for how long their seat is kept, and whether those who stay have been told."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import delete, func, select, update

from engine import Seat

from ..daily.calendar import now
from ..store import schema
from ..store.cells import readable
from ..store.connection import Connection
from ..store.database import Database
from ..store.secret import keyed
from ..store.upserts import upsert
from .model import Change, Player, Table

QUIET = 3600  # seconds within which nobody is called twice because the same person has left again


@dataclass(frozen=True)
class Departure:
    seat: Seat
    name: str | None  # hostile; None: they have deleted their data
    left_at: int  # in seconds since 1970
    kept_until: int  # likewise: until then nobody else gets their seat; 0: anybody may
    for_good: bool  # they have resigned, or gave the seat up


class Departures:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def due(self, table_id: int) -> tuple[Departure, ...]:
        """Those of which the people who stay at this table are still to be told, the first first."""
        row = schema.departures.c
        fields = [row[name] for name in Departure.__dataclass_fields__]
        untold = select(*fields).where(row.table_id == table_id, row.due).order_by(row.left_at, row.seat)
        async with self._database.glance() as connection:
            return tuple([Departure(*found) for found in readable(await connection.execute(untold))])

    async def mark_told(self, table_id: int, told: Departure) -> None:
        """Note that those who stay have been told of this, or needn't be."""
        row = schema.departures.c
        this = row.table_id == table_id, row.seat == told.seat, row.left_at == told.left_at
        async with self._database.write() as connection:
            await connection.execute(update(schema.departures).where(*this).values(due=False))


async def empty_seat(change: Change, player: Player) -> None:
    """Let nobody sit there any more."""
    table, players = change.loaded.table, schema.players
    theirs = players.c.table_id == table.id, players.c.user_id == player.user_id
    await change.connection.execute(delete(players).where(*theirs))
    change.loaded = replace(change.loaded, table=table.without(player))


async def note(
    connection: Connection,
    table: Table,
    player: Player,
    *,
    kept: int = 0,
    for_good: bool = False,
    loses: bool = True,
    meanwhile: bool = False,
) -> None:
    """Write that this player leaves. Their seat is kept for so many seconds.

    If it is neither kept nor given up, the others have freed it themselves, and needn't be told. `loses`: it may count
    as a loss. `meanwhile`: a computer player plays until they are back.
    """
    before, at = await of_user(connection, table.id, player.user_id), now()
    called = before is not None and not before.due and at - before.left_at < QUIET
    left = {
        "user_id": player.user_id,
        "name": player.name,
        "loses": loses,
        "at": at if player.whole and not for_good else 0,
        "left_at": at,
        "kept_until": at + kept if kept else 0,
        "for_good": for_good,
        "due": for_good or (kept > 0 and not called),
        "meanwhile": meanwhile,
    }
    key = {"table_id": table.id, "hash": await hash_of(connection, table.id, player.user_id)}
    first = {"seat": player.seat, "begun": player.whole}
    await connection.execute(upsert(connection, schema.departures, key, left, first))


async def of_user(connection: Connection, table_id: int, user_id: int) -> Any:
    """The row of a game in progress that says which seat this user has left, and when; None if they have left none."""
    row = schema.departures.c
    theirs = row.table_id == table_id, row.hash == await hash_of(connection, table_id, user_id)
    return (await connection.execute(select(schema.departures).where(*theirs))).one_or_none()


async def kept_seats(connection: Connection, table: Table) -> Mapping[Seat, int]:
    """The empty seats that are kept for who has left them, each with the time until which it is."""
    row = schema.departures.c
    kept = select(row.seat, func.max(row.kept_until).label("until")).group_by(row.seat)
    found = await connection.execute(kept.where(row.table_id == table.id, row.kept_until > now()))
    return {one.seat: one.until for one in found if one.seat in table.vacant}


async def has_seat_for(connection: Connection, table: Table, user_id: int) -> bool:
    """Whether this user could take a seat of a game in progress: their own, or an empty one that isn't kept."""
    before = await of_user(connection, table.id, user_id)
    if before:
        return not before.for_good and table.sitting(before.seat) is None
    return len(await kept_seats(connection, table)) < len(table.vacant)


async def hash_of(connection: Connection, table_id: int, user_id: int) -> str:
    """Names somebody who has left a table, to who has the secret and knows whom to look for."""
    return await keyed(connection, f"left/{table_id}/{user_id}")
