"""What happens when nobody does anything: rows, so that a restart forgets none.

A row is claimed, done, then deleted. A crash in between leaves it claimed, and it is done again after a while.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from sqlalchemy import and_, delete, insert, or_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .database import Database
from .table import Phase, Table, now

Kind = Literal["nudge", "vacate", "close", "vote"]
CLAIM_LASTS = 600  # seconds after which whoever claimed a row is taken for dead


@dataclass(frozen=True)
class Times:
    """How long a table waits."""

    nudge: timedelta = timedelta(days=1)  # until the player whose turn it is is reminded
    vacate: timedelta = timedelta(days=3)  # until the others may vacate that seat
    close: timedelta = timedelta(days=14)  # until an idle table closes
    vote: timedelta = timedelta(days=1)  # until a vote ends


@dataclass(frozen=True)
class Deadline:
    table_id: int
    kind: Kind
    due_at: int


class Deadlines:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def due(self) -> tuple[Deadline, ...]:
        """Those whose time has come, now claimed; the longest due first."""
        at = now()
        free = or_(schema.deadlines.c.claimed_at.is_(None), schema.deadlines.c.claimed_at <= at - CLAIM_LASTS)
        async with self._database.write() as connection:
            rows = await connection.execute(
                update(schema.deadlines)
                .where(schema.deadlines.c.due_at <= at, free)
                .values(claimed_at=at)
                .returning(schema.deadlines.c.table_id, schema.deadlines.c.kind, schema.deadlines.c.due_at)
            )
            found = [Deadline(row.table_id, row.kind, row.due_at) for row in rows]
        return tuple(sorted(found, key=lambda deadline: deadline.due_at))

    async def done(self, deadline: Deadline) -> None:
        """Unless the table has moved on meanwhile and set a new one."""
        async with self._database.write() as connection:
            await connection.execute(
                delete(schema.deadlines).where(
                    schema.deadlines.c.table_id == deadline.table_id,
                    schema.deadlines.c.kind == deadline.kind,
                    schema.deadlines.c.due_at == deadline.due_at,
                )
            )


async def restart(connection: AsyncConnection, table: Table, times: Times) -> None:
    """The table has moved: its waiting begins anew, or is over."""
    waits: Mapping[Phase, tuple[Kind, ...]] = {
        "lobby": ("close",),
        "playing": ("close",) if table.solo else ("nudge", "vacate", "close"),
    }
    kept = waits.get(table.phase)
    of_table = schema.deadlines.c.table_id == table.id
    old = of_table if kept is None else and_(of_table, schema.deadlines.c.kind != "vote")
    await connection.execute(delete(schema.deadlines).where(old))
    if kept:
        due = [(kind, now() + int(getattr(times, kind).total_seconds())) for kind in kept]
        rows = [{"table_id": table.id, "kind": kind, "due_at": due_at} for kind, due_at in due]
        await connection.execute(insert(schema.deadlines), rows)


async def put(connection: AsyncConnection, deadline: Deadline) -> None:
    await connection.execute(
        insert(schema.deadlines).values(table_id=deadline.table_id, kind=deadline.kind, due_at=deadline.due_at)
    )
