"""What somebody is told of a table once: of a free seat or the next game, if they asked; its host, that it is ready."""

from typing import Literal

from msgspec import Struct
from sqlalchemy import bindparam, delete, func, insert, select, update

from engine import GAMES
from languages import later, say

from ..store.database import Database
from ..store.kinds import Id
from ..store.schema import alerts
from ..store.statements import AnyInsert, Filled, Rows, Write
from ..store.transaction import Transaction
from . import departures
from .model import Refused, Table, where_it_stands
from .rows import load, lock, once

AlertKind = Literal["seat", "ready"]
MOST = 20  # people who wait for a seat at one table
SEAT_IS_FREE = later("There is a free seat: you can sit down now.")


class Alert(Struct, array_like=True, frozen=True):
    user_id: Id
    kind: AlertKind


class Alerts:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def wait_for_seat(self, table_id: int, user_id: int, interaction_id: int) -> None:
        """Have this user told once that a seat of a full table is free, or that its group plays again."""
        async with self._database.write() as transaction:
            await once(transaction, interaction_id)
            await lock(transaction, table_id)
            table = (await load(transaction, table_id)).table
            if table.solo or table.phase == "closed":
                raise Refused(where_it_stands(table))
            if table.player(user_id):
                raise Refused(say("You sit at this table already."))
            if table.phase != "over" and await has_room_for(transaction, table, user_id):
                raise Refused(say(SEAT_IS_FREE))
            if await transaction.one(_WAITS, int, of=table_id, user=user_id) is not None:
                raise Refused(say("You are on the list already: I'll tell you once."))
            if (await transaction.one(_WAITING, int, of=table_id) or 0) >= MOST:
                raise Refused(say("{most} people wait for a seat here already.", most=MOST))
            due = table.phase == "playing" and has_room(table)  # once it isn't kept any more
            await transaction.run(_LISTED, table_id=table_id, user_id=user_id, kind="seat", due=due)

    async def has_room(self, table: Table, user_id: int) -> bool:
        """Whether this user can sit down at this table."""
        async with self._database.read() as transaction:
            return await has_room_for(transaction, table, user_id)

    async def due(self, table_id: int) -> tuple[Alert, ...]:
        """What is to be told now."""
        async with self._database.glance() as transaction:
            return tuple(await transaction.all(_DUE, Alert, of=table_id))

    async def mark_told(self, table_id: int, alert: Alert) -> None:
        """This was told, or can't be. A host isn't told again that the same table is ready."""
        async with self._database.write() as transaction:
            told = _SEAT_TOLD if alert.kind == "seat" else _READY_TOLD
            await transaction.run(told, of=table_id, user=alert.user_id)


_of_table, _of_user = alerts.c.table_id == bindparam("of"), alerts.c.user_id == bindparam("user")
_DUE = select(*[alerts.c[name] for name in Alert.__struct_fields__]).where(_of_table, alerts.c.due)
_WAITS = select(alerts.c.user_id).where(_of_table, _of_user, alerts.c.kind == "seat")
_WAITING = select(func.count()).select_from(alerts).where(_of_table)
_LISTED = insert(alerts)
_SEAT_TOLD = delete(alerts).where(_of_table, _of_user, alerts.c.kind == "seat")
_READY_TOLD = update(alerts).where(_of_table, _of_user, alerts.c.kind == "ready").values(due=False)
_OF_SEATS = update(alerts).where(_of_table, alerts.c.kind == "seat")

# -- In the transaction in which it happens


def seat_is_free(table_id: int) -> Filled:
    return Filled(_OF_SEATS, {"of": table_id, "due": True})


def plays_again(old_id: int, new_id: int) -> Filled:
    """Whoever waits for a seat at a game that is over is told of the next one."""
    return Filled(_OF_SEATS, {"of": old_id, "table_id": new_id, "due": True})


def host_is_due(table: Table) -> Write:
    """The host is told that the table is ready, unless they were before."""
    row = {"table_id": table.id, "user_id": table.host_id, "kind": "ready", "due": True}
    return Rows(alerts, [row], _unless_there)


def _unless_there(statement: AnyInsert) -> AnyInsert:
    return statement.on_conflict_do_nothing()


async def has_room_for(transaction: Transaction, table: Table, user_id: int) -> bool:
    """Whether this user can sit down at this table: an empty seat may be kept for somebody else."""
    if not has_room(table):
        return False
    return table.phase != "playing" or await departures.has_seat_for(transaction, table, user_id)


def has_room(table: Table) -> bool:
    """Whether there is an empty seat at this table."""
    if table.outdated:
        return False
    if table.phase == "lobby":
        return len(table.everybody) < max(GAMES[table.game].seats)
    return bool(table.vacant)
