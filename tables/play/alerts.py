"""What somebody is told of a table once: of a free seat or the next game, if they asked; its host, that it is ready."""

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Update, delete, func, insert, select, update

from engine import GAMES
from languages import later, say

from ..store.cells import readable
from ..store.connection import Connection
from ..store.database import Database
from ..store.schema import alerts
from ..store.together import Rows, Write
from . import departures
from .model import Refused, Table, where_it_stands
from .rows import load, lock, once

AlertKind = Literal["seat", "ready"]
MOST = 20  # people who wait for a seat at one table
SEAT_IS_FREE = later("There is a free seat: you can sit down now.")


@dataclass(frozen=True)
class Alert:
    user_id: int
    kind: AlertKind


class Alerts:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def wait_for_seat(self, table_id: int, user_id: int, interaction_id: int) -> None:
        """Have this user told once that a seat of a full table is free, or that its group plays again."""
        async with self._database.write() as connection:
            await once(connection, interaction_id)
            await lock(connection, table_id)
            table = (await load(connection, table_id)).table
            if table.solo or table.phase == "closed":
                raise Refused(where_it_stands(table))
            if table.player(user_id):
                raise Refused(say("You sit at this table already."))
            if table.phase != "over" and await has_room_for(connection, table, user_id):
                raise Refused(say(SEAT_IS_FREE))
            waiting = select(func.count()).select_from(alerts).where(alerts.c.table_id == table_id)
            theirs = alerts.c.table_id == table_id, alerts.c.user_id == user_id, alerts.c.kind == "seat"
            if await connection.scalar(select(alerts.c.user_id).where(*theirs)):
                raise Refused(say("You are on the list already: I'll tell you once."))
            if (await connection.scalar(waiting) or 0) >= MOST:
                raise Refused(say("{most} people wait for a seat here already.", most=MOST))
            due = table.phase == "playing" and has_room(table)  # once it isn't kept any more
            await connection.execute(insert(alerts).values(table_id=table_id, user_id=user_id, kind="seat", due=due))

    async def has_room(self, table: Table, user_id: int) -> bool:
        """Whether this user can sit down at this table."""
        async with self._database.glance() as connection:
            return await has_room_for(connection, table, user_id)

    async def due(self, table_id: int) -> tuple[Alert, ...]:
        """What is to be told now."""
        found = select(alerts.c.user_id, alerts.c.kind).where(alerts.c.table_id == table_id, alerts.c.due)
        async with self._database.glance() as connection:
            return tuple([Alert(row.user_id, row.kind) for row in readable(await connection.execute(found))])

    async def mark_told(self, table_id: int, alert: Alert) -> None:
        """This was told, or can't be. A host isn't told again that the same table is ready."""
        of_kind = alerts.c.table_id == table_id, alerts.c.user_id == alert.user_id, alerts.c.kind == alert.kind
        told = delete(alerts) if alert.kind == "seat" else update(alerts).values(due=False)
        async with self._database.write() as connection:
            await connection.execute(told.where(*of_kind))


# -- In the transaction in which it happens


def seat_is_free(table_id: int) -> Update:
    return update(alerts).where(alerts.c.table_id == table_id, alerts.c.kind == "seat").values(due=True)


def plays_again(old_id: int, new_id: int) -> Update:
    """Whoever waits for a seat at a game that is over is told of the next one."""
    return update(alerts).where(alerts.c.table_id == old_id, alerts.c.kind == "seat").values(table_id=new_id, due=True)


def host_is_due(table: Table) -> Write:
    """The host is told that the table is ready, unless they were before."""
    row = {"table_id": table.id, "user_id": table.host_id, "kind": "ready", "due": True}
    return Rows(alerts, [row], _unless_there)


def _unless_there(statement: Any) -> Any:
    return statement.on_conflict_do_nothing()


async def has_room_for(connection: Connection, table: Table, user_id: int) -> bool:
    """Whether this user can sit down at this table: an empty seat may be kept for somebody else."""
    if not has_room(table):
        return False
    return table.phase != "playing" or await departures.has_seat_for(connection, table, user_id)


def has_room(table: Table) -> bool:
    """Whether there is an empty seat at this table."""
    if table.outdated:
        return False
    if table.phase == "lobby":
        return len(table.everybody) < max(GAMES[table.game].seats)
    return bool(table.vacant)
