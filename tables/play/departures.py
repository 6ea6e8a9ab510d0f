"""Who has left a game in progress: for how long their seat is kept, and whether those who stay have been told."""

from collections.abc import Mapping
from dataclasses import replace

from msgspec import Struct
from sqlalchemy import bindparam, delete, func, select, update

from engine import Seat

from ..daily.calendar import now
from ..store import schema
from ..store.database import Database
from ..store.kinds import When
from ..store.secret import keyed
from ..store.transaction import Transaction
from ..store.upserts import upsert
from .model import Change, Player, Table

QUIET = 3600  # seconds within which nobody is called twice because the same person has left again


class Departure(Struct, array_like=True, frozen=True):
    seat: Seat
    name: str | None  # hostile; None: they have deleted their data
    left_at: When
    kept_until: When  # until then nobody else gets their seat; 0: anybody may
    for_good: bool  # they have resigned, or gave the seat up


class Left(Struct, array_like=True, frozen=True):
    """Which seat of a game in progress somebody has left, and when."""

    seat: Seat
    at: When  # 0: they can't have sat through the game
    left_at: When
    for_good: bool
    due: bool  # those who stay are still to be told


class Kept(Struct, array_like=True, frozen=True):
    seat: Seat
    until: When


class Departures:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def due(self, table_id: int) -> tuple[Departure, ...]:
        """Those of which the people who stay at this table are still to be told, the first first."""
        async with self._database.glance() as transaction:
            return tuple(await transaction.all(_UNTOLD, Departure, of=table_id))

    async def mark_told(self, table_id: int, told: Departure) -> None:
        """Note that those who stay have been told of this, or needn't be."""
        async with self._database.write() as transaction:
            await transaction.run(_TOLD, of=table_id, its_seat=told.seat, when=told.left_at)


_row, _players = schema.departures.c, schema.players.c
_of_table = _row.table_id == bindparam("of")
_UNTOLD = (
    select(*[_row[name] for name in Departure.__struct_fields__])
    .where(_of_table, _row.due)
    .order_by(_row.left_at, _row.seat)
)
_TOLD = (
    update(schema.departures)
    .where(_of_table, _row.seat == bindparam("its_seat"), _row.left_at == bindparam("when"))
    .values(due=False)
)
_LEFT = select(*[_row[name] for name in Left.__struct_fields__]).where(_of_table, _row.hash == bindparam("user"))
_KEPT = (
    select(_row.seat, func.max(_row.kept_until).label("until"))
    .where(_of_table, _row.kept_until > bindparam("current"))
    .group_by(_row.seat)
)
_EMPTIED = delete(schema.players).where(_players.table_id == bindparam("of"), _players.user_id == bindparam("user"))


async def empty_seat(change: Change, player: Player) -> None:
    """Let nobody sit there any more."""
    table = change.loaded.table
    await change.transaction.run(_EMPTIED, of=table.id, user=player.user_id)
    change.loaded = replace(change.loaded, table=table.without(player))


async def note(
    transaction: Transaction,
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
    before, at = await of_user(transaction, table.id, player.user_id), now()
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
    key = {"table_id": table.id, "hash": await hash_of(transaction, table.id, player.user_id)}
    first = {"seat": player.seat, "begun": player.whole}
    await transaction.run(upsert(transaction, schema.departures, key, left, first))


async def of_user(transaction: Transaction, table_id: int, user_id: int) -> Left | None:
    """Which seat of this game in progress the user has left, and when; None if they have left none."""
    return await transaction.one(_LEFT, Left, of=table_id, user=await hash_of(transaction, table_id, user_id))


async def kept_seats(transaction: Transaction, table: Table) -> Mapping[Seat, int]:
    """The empty seats that are kept for who has left them, each with the time until which it is."""
    kept = await transaction.whole(_KEPT, Kept, of=table.id, current=now())
    return {one.seat: one.until for one in kept if one.seat in table.vacant}


async def has_seat_for(transaction: Transaction, table: Table, user_id: int) -> bool:
    """Whether this user could take a seat of a game in progress: their own, or an empty one that isn't kept."""
    before = await of_user(transaction, table.id, user_id)
    if before:
        return not before.for_good and table.sitting(before.seat) is None
    return len(await kept_seats(transaction, table)) < len(table.vacant)


async def hash_of(transaction: Transaction, table_id: int, user_id: int) -> str:
    """Names somebody who has left a table, to who has the secret and knows whom to look for."""
    return await keyed(transaction, f"left/{table_id}/{user_id}")
